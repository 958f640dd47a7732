"""Faults that somebody met who tried to break the product: each is held here so that it stays away."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import housu

SET_UP = "import os, sys; from housu.cli import main; "


def run(before: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, after the statements `before`; `{closed}` streams are None as after `<&-`."""
    program = f"{SET_UP}{before}; main(sys.argv[1:])"
    return subprocess.run(
        (sys.executable, "-c", program, *arguments),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_streams_closed_before_the_start_are_no_fault(stream: str) -> None:
    done = run(f"sys.{stream} = None", "play", "--plain", "--seed", "3", "--pace", "instant")
    assert (done.returncode, done.stderr) == (0, "")
    assert ("Paskahousu, pagat" in done.stdout) == (stream != "stdout")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is a file of Linux")
@pytest.mark.parametrize("command", ["rules", "play --plain --seed 3"])
def test_a_full_disk_is_told_in_one_sentence(command: str) -> None:
    done = run("sys.stdout = open('/dev/full', 'w')", *command.split())
    assert done.returncode == 2
    assert done.stderr.startswith("housu: The output cannot be written: ")
    assert done.stderr.count("\n") == 1


def test_an_input_that_cannot_be_read_has_ended(tmp_path: Path) -> None:
    done = run(f"os.dup2(os.open({str(tmp_path)!r}, os.O_RDONLY), 0)", "play", "--plain", "--pace", "instant")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The input has ended. Goodbye!\n")


def test_saving_where_nothing_can_be_written_says_so(tmp_path: Path) -> None:
    record = housu.Match(seed=1).record()
    with pytest.raises(housu.RecordError, match=r"cannot be written"):
        record.save(tmp_path / "nowhere" / "match.housu")
    with pytest.raises(housu.RecordError, match=r"cannot be read"):
        housu.Record.load(tmp_path / "nowhere" / "match.housu")
