"""How long a person waits for the table: from the command `housu play`, in a terminal, to the table with its keys.

Python's compiled modules are kept, as they are where people play; the first start, which compiles them, is told apart.
"""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from statistics import median
from typing import Self

from bench.bots import machine
from bench.result import Result, main

SECONDS = 1.0
STARTS = 9
ROWS, COLUMNS = 24, 80
PATIENCE = 60.0
LAST = b"Quit"  # of the keys below the table, in English


def measure() -> Result:
    """Starts in a row: the median counts, beside the best."""
    result = Result(f"from command to table: {machine()}")
    with tempfile.TemporaryDirectory() as cache:
        result.add("first_s", start(cache), "housu play, the first time, s", "")
        times = [start(cache) for _ in range(STARTS)]
    result.add("start_s", median(times), f"housu play, median of {STARTS}, s", f"<= {SECONDS:.0f}")
    result.add("best_s", min(times), "  the best, s", "")
    return result


def start(cache: str) -> float:
    """Seconds until the table stands, keys and all; compiled modules are kept in `cache`. Raises RuntimeError."""
    began = time.perf_counter()
    with Terminal(cache, "play", "--seed", "1", "--lang", "en") as terminal:
        terminal.wait_for(LAST)
        return time.perf_counter() - began


class Terminal:
    """`housu` in a terminal of its own. `inside` is the end that the command has, `process` the command."""

    def __init__(self, cache: str, *command: str) -> None:
        self._outside, self.inside = os.openpty()
        fcntl.ioctl(self.inside, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.before = termios.tcgetattr(self.inside)
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.process = subprocess.Popen(
            (sys.executable, "-m", "housu", *command),
            stdin=self.inside,
            stdout=self.inside,
            stderr=self.inside,
            env={**kept, "PYTHONPYCACHEPREFIX": cache, "TERM": "xterm-256color"},
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._outside)
        os.close(self.inside)

    def write(self, keys: bytes) -> None:
        """Presses keys."""
        os.write(self._outside, keys)

    def wait_for(self, words: bytes) -> bytes:
        """All that comes until some words are among it. Raises RuntimeError where they don't come."""
        shown = b""
        until = time.monotonic() + PATIENCE
        while words not in shown:
            ready, _, _ = select.select([self._outside], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise RuntimeError(f"{words!r} has not come in {PATIENCE:.0f} s, but {shown[-500:]!r}")
            shown += os.read(self._outside, 65_536)
        return shown


if __name__ == "__main__":
    sys.exit(main({"start": measure}))
