"""The server under load, beside boardgame.io in memory: CPU for an action, answer times, pauses, memory.

1,000 tables with four connections each, real rules on both sides, the same driver; the servers on one core, the drivers on
another, and one of them at a time. Ours writes every action to the disk before it tells anybody; boardgame.io keeps its
tables in memory. It is installed by npm into a temporary folder; without npm, or where it cannot be installed, only ours is measured.

    python -m bench.server [--json]        HOUSU_BENCH_TABLES=100 HOUSU_BENCH_SECONDS=5 for a quick look
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.result import Result, main

TABLES = int(os.environ.get("HOUSU_BENCH_TABLES", "1000"))
SECONDS = float(os.environ.get("HOUSU_BENCH_SECONDS", "20"))
ROUNDS = 10
AT_ONCE = 64
RATE = 400
HERE = Path(__file__).parent

SERVE = """
import sys
from housu.server import main, run
from housu.server.limits import Limits
none = (1e9, 1e9)
limits = Limits(sockets=20000, all_sockets=20000, hellos=none, requests=none, tables=none, seats=none, messages=none)
store = main.open_store("sqlite:///" + sys.argv[2])
listening = main._listen("127.0.0.1", int(sys.argv[1]))
sys.exit(run.run(run.Options(listening=listening, store=store, limits=limits)))
"""


def on_core(core: int) -> list[str]:
    """What keeps a command on one core, where there are two and the system can."""
    return ["taskset", "-c", str(core)] if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else []


def free_port() -> int:
    """A port that is free, and the next one too."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            try:
                second.bind(("127.0.0.1", port + 1))
            except (OSError, OverflowError):
                continue
            return port


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    """Until a server answers."""
    for _ in range(300):
        if process.poll() is not None:
            raise RuntimeError("the server has ended")
        try:
            urllib.request.urlopen(url, timeout=2).close()  # noqa: S310 - our own
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server does not answer")


class Contestant:
    """A server with its players, who sit at their tables until it ends."""

    def __init__(self, peer: str, command: list[str], health: str, port: int, folder: Path) -> None:
        self.server = subprocess.Popen(
            [*on_core(0), *command], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.driver: subprocess.Popen[str] | None = None
        try:
            wait_for(health, self.server)
            drive = [sys.executable, "-m", "bench.server_driver", peer, str(port), str(self.server.pid)]
            self.driver = subprocess.Popen(
                [*on_core(1), *drive, "--tables", str(TABLES)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                cwd=HERE.parent,
            )
            self.seated = self._answer()
        except BaseException:
            self.end()
            raise

    def play(self, how: str, seconds: float, much: int) -> dict[str, Any]:
        """`flood` with `much` actions at once, or `steady` with `much` a second; what came of it."""
        assert self.driver is not None
        assert self.driver.stdin is not None
        self.driver.stdin.write(f"{how} {seconds} {much}\n")
        self.driver.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.driver is not None
        assert self.driver.stdout is not None
        line = self.driver.stdout.readline()
        if not line:
            raise RuntimeError("the driver has ended")
        found: dict[str, Any] = json.loads(line)
        return found

    def end(self) -> None:
        """Players and server go."""
        for process in (self.driver, self.server):
            if process is not None:
                process.terminate()
                process.wait(30)


@contextlib.contextmanager
def ours() -> Iterator[tuple[Contestant, str]]:
    """Housu on a file, and where it is."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-c", SERVE, str(port), f"{folder}/tables.db"]
        address = f"http://127.0.0.1:{port}"
        contestant = Contestant("housu", command, f"{address}/healthz", port, HERE.parent)
        try:
            yield contestant, address
        finally:
            contestant.end()


@contextlib.contextmanager
def peer() -> Iterator[Contestant]:
    """boardgame.io in memory. Raises RuntimeError where it cannot be had."""
    if not shutil.which("npm") or not shutil.which("node"):
        raise RuntimeError("no npm here")
    with tempfile.TemporaryDirectory() as folder:
        for file in (HERE / "boardgameio").iterdir():
            shutil.copy(file, folder)
        install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
        if subprocess.run(install, cwd=folder, capture_output=True, timeout=300, check=False).returncode:
            raise RuntimeError("npm could not install boardgame.io")
        port = free_port()
        health = f"http://127.0.0.1:{port + 1}/games"
        contestant = Contestant("boardgameio", ["node", "server.js", str(port)], health, port, Path(folder))
        try:
            yield contestant
        finally:
            contestant.end()


def metrics(address: str) -> dict[str, float]:
    """The longest pauses that our server has seen, in seconds."""
    with urllib.request.urlopen(f"{address}/metrics", timeout=10) as answer:  # noqa: S310 - our own
        text = answer.read().decode()
    found = {}
    for name in ("longest_gc_seconds", "longest_stall_seconds"):
        match = re.search(rf"^housu_{name} (\S+)$", text, re.MULTILINE)
        found[name] = float(match[1]) if match else float("nan")
    return found


def middle(rounds: list[dict[str, Any]], name: str) -> float:
    """The median of a figure over the rounds."""
    return float(statistics.median(found[name] for found in rounds))


def speed(rounds: list[dict[str, Any]]) -> float:
    """Actions a second over all rounds."""
    return float(sum(found["actions"] for found in rounds) / sum(found["seconds"] for found in rounds))


def measure() -> Result:
    """All figures. The two servers take turns, so that a machine that slows down does so for both."""
    result = Result(
        f"Server: {TABLES} tables, {4 * TABLES} sockets, every action on the disk before it is told"
    )
    with contextlib.ExitStack() as stack:
        mine, address = stack.enter_context(ours())
        theirs: Contestant | None = None
        try:
            theirs = stack.enter_context(peer())
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            result.notes.append(f"boardgame.io was not measured: {error}")
        floods: list[dict[str, Any]] = []
        their_floods: list[dict[str, Any]] = []
        for contestant in filter(None, (mine, theirs)):
            # Not counted: node compiles what it does often.
            contestant.play("flood", SECONDS / ROUNDS, AT_ONCE)
        for _ in range(ROUNDS):
            floods.append(mine.play("flood", SECONDS / ROUNDS, AT_ONCE))
            if theirs is not None:
                their_floods.append(theirs.play("flood", SECONDS / ROUNDS, AT_ONCE))
        their_steady = None
        if theirs is not None:
            their_steady = theirs.play("steady", SECONDS, RATE)
            theirs.end()
        steady = mine.play("steady", SECONDS, RATE)
        pauses = metrics(address)
    took = steady["took_ms"]
    result.add("p99_ms_at_400", took[len(took) * 99 // 100], f"answer, p99 at {RATE} actions/s (ms)", "10")
    result.add("p50_ms_at_400", took[len(took) // 2], f"answer, p50 at {RATE} actions/s (ms)", "")
    result.add("longest_answer_ms", took[-1], f"longest answer at {RATE} actions/s (ms)", "")
    stall, collector = 1000 * pauses["longest_stall_seconds"], 1000 * pauses["longest_gc_seconds"]
    result.add("longest_stall_ms", stall, "longest pause of the loop (ms)", "50")
    result.add("longest_gc_ms", collector, "longest pause of the collector (ms)", "50")
    result.add("kib_per_socket", mine.seated["kib_per_socket"], "memory per socket (KiB)", "35")
    result.add("kib_per_socket_after", steady["kib_per_socket"], "the same after the load (KiB)", "")
    result.add("cpu_us", middle(floods, "cpu_us_per_action"), "CPU per action under full load (us)", "")
    result.add("actions_per_second", speed(floods), "actions/s under full load", "", "{:.0f}")
    result.add("bytes_per_frame", middle(floods, "bytes_per_frame"), "bytes per frame", "", "{:.0f}")
    result.add("lost", steady["lost"], "connections lost", "0", "{:.0f}")
    if theirs is None or their_steady is None:
        return result
    took = their_steady["took_ms"]
    theirs_us = middle(their_floods, "cpu_us_per_action")
    result.add("peer_cpu_us", theirs_us, "boardgame.io: CPU per action (us)", "")
    result.add("peer_actions_per_second", speed(their_floods), "boardgame.io: actions/s", "", "{:.0f}")
    peer_p99 = took[len(took) * 99 // 100]
    result.add("peer_p99_ms_at_400", peer_p99, f"boardgame.io: p99 at {RATE} actions/s (ms)", "")
    result.add(
        "peer_kib_per_socket", theirs.seated["kib_per_socket"], "boardgame.io: memory per socket (KiB)", ""
    )
    peer_bytes = middle(their_floods, "bytes_per_frame")
    result.add("peer_bytes_per_frame", peer_bytes, "boardgame.io: bytes per frame", "", "{:.0f}")
    pairs = [
        (a["cpu_us_per_action"], b["cpu_us_per_action"]) for a, b in zip(floods, their_floods, strict=True)
    ]
    result.notes.append("by round: " + ", ".join(f"{a:.0f}/{b:.0f}" for a, b in pairs))
    result.add(
        "cpu_ratio", statistics.median(a / b for a, b in pairs), "our CPU per action / boardgame.io's", "0.50"
    )
    return result


if __name__ == "__main__":
    sys.exit(main({"server": measure}))
