"""The yardstick: random playouts of `pagat` in C. Its source lies outside the repository, in `shared/bench` beside it."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import weakref
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "shared" / "bench" / "paska.c"


class NoReferenceError(Exception):
    """The C program can't be run here; the message says why."""


@dataclass(frozen=True)
class Run:
    """What one run of the C program did: actions per second of its own time, and actions a deal."""

    rate: float
    mean_length: float


class Reference:
    """The compiled C program. Raises NoReferenceError where its source or a compiler is missing."""

    def __init__(self) -> None:
        if not SOURCE.is_file():
            raise NoReferenceError(
                f"No ratios: {SOURCE.name} is not in {'/'.join(SOURCE.parts[-3:-1])} beside the checkout."
            )
        compiler = shutil.which("gcc")
        if compiler is None:
            raise NoReferenceError("No ratios: there is no gcc to compile the C program with.")
        folder = tempfile.mkdtemp()
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._program = str(Path(folder) / SOURCE.stem)
        command = (compiler, "-O3", "-march=native", str(SOURCE), "-o", self._program)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoReferenceError(f"No ratios: gcc could not compile {SOURCE.name}.")

    def run(self, deals: int, seed: int = 1) -> Run:
        """Plays so many deals."""
        command = (self._program, "play", str(deals), str(seed))
        found = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        return Run(found["moves"] / found["seconds"], found["moves"] / found["games"])
