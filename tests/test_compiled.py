"""How compiled code is kept and announced. What it does is tested with the rules, in both speeds."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from housu.kernel import paskahousu, paskahousu_choices, paskahousu_dealing, sets, zalupa
from housu.text import languages, say

numba = pytest.importorskip("numba")

ANNOUNCED = {say("engine.compiling", lang) for lang in languages}
COMPILE_LITTLE = """
from housu.kernel import sets
from housu.kernel.compiled import twin
print(twin(sets).take_known(0b110110, 0b100000, 2))
"""

COUNT_FROM_THE_END = """
import numpy as np
from housu.kernel import observe_paskahousu
from housu.kernel.compiled import twin
twin(observe_paskahousu).mark_eights({counts}, np.zeros((2, 17), np.int64), {row})
"""


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = (sys.executable, "-c", program)
    return subprocess.run(command, env=clean | environment, capture_output=True, text=True, check=True)


def test_compiled_once_with_a_line_and_then_kept(tmp_path: Path) -> None:
    home = {"XDG_CACHE_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    first = run(COMPILE_LITTLE, LC_ALL="fi_FI.UTF-8", **home)
    assert int(first.stdout) == 0b100010
    assert first.stderr.splitlines() == [say("engine.compiling", "fi")]
    again = run(COMPILE_LITTLE, **home)
    assert int(again.stdout) == 0b100010
    assert again.stderr == ""
    checked = run(COMPILE_LITTLE, NUMBA_BOUNDSCHECK="1", **home)  # has code of its own, with the checks
    assert checked.stderr.strip() in ANNOUNCED


def test_a_home_that_can_not_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder for temporary files will do; where that fails too, what is compiled is not kept."""
    compiled = import_module("housu.kernel.compiled")
    monkeypatch.setattr(compiled, "_OWN_CACHE", True)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(in_the_way))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert compiled._keep_in_cache(sets.__name__)
    folder = Path(numba.config.CACHE_DIR)
    assert folder.is_dir()
    assert folder.is_relative_to(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(in_the_way))
    assert not compiled._keep_in_cache(sets.__name__)


def test_without_the_compiler_the_same_functions_run() -> None:
    without = run(COMPILE_LITTLE, NUMBA_DISABLE_JIT="1")
    assert int(without.stdout) == 0b100010
    assert without.stderr == ""


def test_counting_from_the_end_is_an_error_with_bounds_checks() -> None:
    """Without them a negative index would be some other memory, so the checked suite has to see it."""
    run(COUNT_FROM_THE_END.format(counts=8, row=1), NUMBA_BOUNDSCHECK="1")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(COUNT_FROM_THE_END.format(counts=8, row=-1), NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in failed.value.stderr


@pytest.mark.parametrize("name", ["nth", "take", "take_known"])
def test_instructions_do_what_the_plain_functions_do(name: str) -> None:
    compiled = import_module("housu.kernel.compiled")
    plain, quick = getattr(sets, name), getattr(compiled.twin(sets), name)
    hands = [0b1011 << 48, 0xF00F0, 0x8421 << 20, (1 << 52) - 1, 0b111 << 4]
    for cards in hands:
        for n in range(1, cards.bit_count() + (name != "nth") - 1):
            known = [(cards & 0x5555555555555,), (0,), (cards,)] if name == "take_known" else [()]
            for more in known:
                assert quick(cards, *more, n) == plain(cards, *more, n)


@pytest.mark.parametrize(
    "module",
    [paskahousu, paskahousu_choices, paskahousu_dealing, zalupa],
    ids=lambda module: module.__name__.split(".")[-1],
)
def test_what_is_compiled_apart_is_there(module: ModuleType) -> None:
    assert {name for name in module.APART if not callable(getattr(module, name, None))} == set()
