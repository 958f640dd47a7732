"""The server under load, beside boardgame.io in memory: CPU for an action, answer times, pauses, memory.

1,000 tables with four connections each, real rules on both sides, the same driver; the server on one core, the driver on
another. Ours writes every action to the disk before it tells anybody; boardgame.io keeps its tables in memory. It is
installed by npm into a temporary folder; without npm, or where it cannot be installed, only ours is measured.

    python -m bench.server [--json]        HOUSU_BENCH_TABLES=100 HOUSU_BENCH_SECONDS=5 for a quick look
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from bench.result import Result, main

TABLES = int(os.environ.get("HOUSU_BENCH_TABLES", "1000"))
SECONDS = float(os.environ.get("HOUSU_BENCH_SECONDS", "15"))
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


def free_ports() -> int:
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


def drive(peer: str, port: int, process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """Runs the driver."""
    command = [sys.executable, "-m", "bench.server_driver", peer, str(port), str(process.pid)]
    command += ["--tables", str(TABLES), "--seconds", str(SECONDS)]
    done = subprocess.run(
        [*on_core(1), *command], capture_output=True, text=True, check=False, cwd=HERE.parent
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def ours() -> dict[str, Any]:
    """Housu on a file."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_ports()
        command = [*on_core(0), sys.executable, "-c", SERVE, str(port), f"{folder}/tables.db"]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz", process)
            found = drive("housu", port, process)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
                text = answer.read().decode()
            for name in ("longest_gc_seconds", "longest_stall_seconds"):
                match = re.search(rf"^housu_{name} (\S+)$", text, re.MULTILINE)
                found[name] = float(match[1]) if match else float("nan")
            return found
        finally:
            process.terminate()
            process.wait(30)


def peers() -> dict[str, Any]:
    """boardgame.io in memory. Raises RuntimeError where it cannot be had."""
    if not shutil.which("npm") or not shutil.which("node"):
        raise RuntimeError("no npm here")
    with tempfile.TemporaryDirectory() as folder:
        for file in (HERE / "boardgameio").iterdir():
            shutil.copy(file, folder)
        install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
        if subprocess.run(install, cwd=folder, capture_output=True, timeout=300, check=False).returncode:
            raise RuntimeError("npm could not install boardgame.io")
        port = free_ports()
        command = [*on_core(0), "node", "server.js", str(port)]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port + 1}/games", process)
            return drive("boardgameio", port, process)
        finally:
            process.terminate()
            process.wait(30)


def measure() -> Result:
    """All figures."""
    result = Result(
        f"Server: {TABLES} tables, {4 * TABLES} sockets, every action on the disk before it is told"
    )
    mine = ours()
    steady, flood = mine["steady"], mine["flood"]
    result.add("p99_ms_at_400", steady["p99_ms"], "answer, p99 at 400 actions/s (ms)", "10")
    result.add("p50_ms_at_400", steady["p50_ms"], "answer, p50 at 400 actions/s (ms)", "")
    result.add("longest_answer_ms", steady["longest_ms"], "longest answer at 400 actions/s (ms)", "")
    result.add(
        "longest_stall_ms", 1000 * mine["longest_stall_seconds"], "longest pause of the loop (ms)", "50"
    )
    result.add(
        "longest_gc_ms", 1000 * mine["longest_gc_seconds"], "longest pause of the collector (ms)", "50"
    )
    result.add("kib_per_socket", mine["kib_per_socket"], "memory per socket (KiB)", "35")
    result.add("kib_per_socket_after", mine["kib_per_socket_after"], "the same after the load (KiB)", "")
    result.add("cpu_us", flood["cpu_us_per_action"], "CPU per action under full load (us)", "")
    result.add("actions_per_second", flood["actions_per_second"], "actions/s under full load", "", "{:.0f}")
    result.add("bytes_per_frame", flood["bytes_per_frame"], "bytes per frame", "", "{:.0f}")
    result.add("lost", mine["lost"], "connections lost", "0", "{:.0f}")
    try:
        peer = peers()
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        result.notes.append(f"boardgame.io was not measured: {error}")
        return result
    ratio = flood["cpu_us_per_action"] / peer["flood"]["cpu_us_per_action"]
    result.add("peer_cpu_us", peer["flood"]["cpu_us_per_action"], "boardgame.io: CPU per action (us)", "")
    result.add(
        "peer_actions_per_second",
        peer["flood"]["actions_per_second"],
        "boardgame.io: actions/s",
        "",
        "{:.0f}",
    )
    result.add("peer_p99_ms_at_400", peer["steady"]["p99_ms"], "boardgame.io: p99 at 400 actions/s (ms)", "")
    result.add("peer_kib_per_socket", peer["kib_per_socket"], "boardgame.io: memory per socket (KiB)", "")
    result.add(
        "peer_bytes_per_frame",
        peer["flood"]["bytes_per_frame"],
        "boardgame.io: bytes per frame",
        "",
        "{:.0f}",
    )
    result.add("cpu_ratio", ratio, "our CPU per action / boardgame.io's", "0.50")
    return result


if __name__ == "__main__":
    sys.exit(main({"server": measure}))
