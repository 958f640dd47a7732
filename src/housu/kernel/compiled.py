"""The same engine compiled: the functions of the kernel's modules through Numba, over NumPy records.

`twin(module)` is a module of the same names whose functions are compiled; the plain one stays as it is, so both speeds
live in one process. Compiled code is kept on disk, for each module in a folder named after the sources it was compiled from, since Numba
does not notice when a function of another file changes.
"""

from __future__ import annotations

import ast
import getpass
import hashlib
import importlib.util
import os
import sys
import tempfile
import types
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import event
from numba.core.types import unliteral  # type: ignore[attr-defined]

from housu.kernel import indexing, instructions
from housu.kernel.record import Layout, fill
from housu.text import pick_language, say

_PACKAGE = "housu."
_VERSIONS = (
    f"{numba.__version__} {np.__version__} {sys.version} {numba.config.BOUNDSCHECK} {numba.config.OPT}"
)
_OWN_CACHE = not os.environ.get("NUMBA_CACHE_DIR")


def _sources(name: str, found: dict[str, bytes]) -> dict[str, bytes]:
    """The source of a module of Housu and of all that it imports from: what its compiled code depends on."""
    spec = importlib.util.find_spec(name)
    if name in found or spec is None or spec.origin is None:
        return found
    found[name] = Path(spec.origin).read_bytes()
    for node in ast.walk(ast.parse(found[name])):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(_PACKAGE):
            _sources(node.module, found)
            for alias in node.names:
                if f"{node.module}.{alias.name}" in sys.modules:
                    _sources(f"{node.module}.{alias.name}", found)
    return found


def _digest(name: str) -> str:
    """Changes with all that a module's compiled code depends on."""
    digest = hashlib.sha256(_VERSIONS.encode())
    for how in (__file__, indexing.__file__, instructions.__file__):
        digest.update(Path(how).read_bytes())
    for source in sorted(_sources(name, {}).items()):
        digest.update(source[0].encode() + source[1])
    return digest.hexdigest()[:16]


def _keep_in_cache(name: str) -> bool:
    """Has Numba keep what it compiles of a module; False where there is no folder to keep it in."""
    if _OWN_CACHE:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "housu"
        folders = [
            place / _digest(name) for place in (base, Path(tempfile.gettempdir()) / f"housu-{_user()}")
        ]
        usable = next((folder for folder in folders if _is_ours(folder)), None)
        numba.config.CACHE_DIR = str(usable or "")
        return usable is not None
    return True


def _user() -> object:
    return os.getuid() if hasattr(os, "getuid") else getpass.getuser()


def _is_ours(folder: Path) -> bool:
    """Whether a folder is there, or can be made, that this user owns and can write to: what lies in it is run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = folder.stat().st_uid
    except OSError:
        return False
    return os.access(folder, os.W_OK) and (not hasattr(os, "getuid") or owner == os.getuid())


# Compiled functions are inlined into those that call them, which doubles the speed, but for these: large, and called
# once a deal at most. A module may name more of its own as APART.
APART = frozenset({"start", "shuffle", "playout", "deal_hands", "legal"})

_METHOD = type(int.bit_count)
_twins: dict[int, Any] = {}


def _compile(function: Any, cached: bool) -> Any:
    made = numba.njit(
        function,
        cache=cached,
        nogil=True,
        forceinline=function.__name__ not in APART | function.__globals__.get("APART", APART),
        error_model="numpy",
        pipeline_class=indexing.Compiler,
        _nrt=False,  # none makes an array, so none counts who holds one: a call costs a third of what it did
        no_cfunc_wrapper=True,  # these serve C, which never calls them, and take a sixth of the time to compile
    )
    if not numba.config.DISABLE_JIT:
        # Numba compiles a function anew for each literal it is called with (`lay(…, 0, …)`): not these.
        template = made.get_call_template
        made.get_call_template = lambda args, names: template([unliteral(arg) for arg in args], names)
    return made


class _Announcement(event.Listener):  # type: ignore[misc]
    """Says, once, that it will take a while, when something is really compiled."""

    made = False

    def on_start(self, event: Any) -> None:
        if not self.made and event.data["dispatcher"].py_func.__module__.startswith(_PACKAGE):
            self.made = True
            print(say("engine.compiling", pick_language(os.environ)), file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Nothing: what is compiled is used at once."""


event.register("numba:compile", _Announcement())


def twin(module: types.ModuleType) -> Any:
    """The compiled twin of a module of plain functions; the same one each time."""
    if id(module) in _twins:
        return _twins[id(module)]
    made = types.ModuleType(module.__name__ + "~compiled", module.__doc__)
    _twins[id(module)] = made
    names = made.__dict__
    own = []
    for name, value in vars(module).items():
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            own.append((name, value))
        elif isinstance(value, types.FunctionType) and value.__module__.startswith(_PACKAGE):
            names[name] = getattr(twin(sys.modules[value.__module__]), value.__name__, value)
        elif isinstance(value, types.ModuleType) and value.__name__.startswith(_PACKAGE):
            names[name] = twin(value)
        elif isinstance(value, _METHOD) and value in _INSTRUCTIONS:
            names[name] = _INSTRUCTIONS[value]
        elif not name.startswith("__"):
            names[name] = value
    cached = _keep_in_cache(module.__name__)
    for name, value in own:
        names[name] = _INSTRUCTIONS.get(value) or _function_twin(value, names, cached)
    return made


def _function_twin(function: types.FunctionType, names: dict[str, Any], cached: bool) -> Any:
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return _compile(copy, cached)


# Functions and methods of int that compiled code does with an instruction or two.
_INSTRUCTIONS = instructions.replacements(partial(_compile, cached=_keep_in_cache(instructions.__name__)))


def dtype(layout: Layout) -> np.dtype[Any]:
    """The NumPy dtype of a record layout; every number is an int64."""
    return np.dtype(
        [(name, np.int64, (size,)) if size else (name, np.int64) for name, size in layout.items()]
    )


def records(layout: Layout, n: int) -> Any:
    """An array of n zeroed records."""
    return np.zeros(n, dtype(layout)).view(np.recarray)


def record(layout: Layout, numbers: Mapping[str, Any] | None = None) -> Any:
    """One zeroed record, perhaps with fields filled."""
    return fill(records(layout, 1)[0], numbers or {})
