"""Counters, gauges and the time things take, in Prometheus's text format. No label holds anything about a person."""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping
from pathlib import Path

COUNTERS = {
    "entries": "entries written to tables and told",
    "refusals": "commands that were refused",
    "tables_opened": "tables opened",
    "write_errors": "writes that the store refused",
    "faults": "messages that failed by a fault of the server",
    "bot_faults": "bots that gave no action, or one that is not legal",
    "messages": "messages received over WebSockets",
    "frames": "frames sent over WebSockets",
    "sockets_opened": "WebSockets that were accepted",
    "sockets_refused": "WebSockets that were refused: origin or limits",
    "slow_readers": "connections dropped because their outbox was full",
    "malformed": "connections dropped for what they sent",
    "too_fast": "messages and requests over the limits",
}

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """What is counted while the server runs."""

    def __init__(self) -> None:
        self.counters = dict.fromkeys(COUNTERS, 0)
        self.acts = [0] * (len(BUCKETS) + 1)
        self.acts_sum = 0.0
        self.longest_gc = 0.0
        self.longest_stall = 0.0
        self._gc_from = 0.0

    def count(self, name: str, n: int = 1) -> None:
        """Adds to a counter of COUNTERS."""
        self.counters[name] += n

    def took(self, seconds: float) -> None:
        """A command was answered after so long."""
        self.acts_sum += seconds
        for n, bound in enumerate(BUCKETS):
            if seconds <= bound:
                self.acts[n] += 1
                return
        self.acts[-1] += 1

    def watch_gc(self) -> None:
        """Measures the collector's pauses from now on."""
        gc.callbacks.append(self._gc)

    def unwatch_gc(self) -> None:
        """Stops measuring."""
        gc.callbacks.remove(self._gc)

    def _gc(self, phase: str, info: Mapping[str, int]) -> None:
        del info
        now = time.perf_counter()
        if phase == "start":
            self._gc_from = now
        else:
            self.longest_gc = max(self.longest_gc, now - self._gc_from)

    def text(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """All of it; `gauges` are name: (help, value) as they are now."""
        lines: list[str] = []
        for name, about in COUNTERS.items():
            lines += _family(f"housu_{name}_total", about, "counter")
            lines.append(f"housu_{name}_total {self.counters[name]}")
        measured = {
            "longest_gc_seconds": ("the collector's longest pause", self.longest_gc),
            "longest_stall_seconds": (
                "the longest time the event loop was busy with one thing",
                self.longest_stall,
            ),
        }
        for name, (about, value) in {**gauges, **measured}.items():
            lines += _family(f"housu_{name}", about, "gauge")
            lines.append(f"housu_{name} {value:g}")
        lines += _family(
            "housu_answer_seconds", "from a command to its answer, the disk included", "histogram"
        )
        below = 0
        for bound, n in zip((*BUCKETS, "+Inf"), self.acts, strict=True):
            below += n
            lines.append(f'housu_answer_seconds_bucket{{le="{bound}"}} {below}')
        lines += [f"housu_answer_seconds_sum {self.acts_sum:g}", f"housu_answer_seconds_count {below}"]
        return "\n".join(lines) + "\n"


def _family(name: str, about: str, kind: str) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]


def resident() -> float:
    """The memory of this process in bytes; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096.0
    except (OSError, ValueError, IndexError):
        return 0.0
