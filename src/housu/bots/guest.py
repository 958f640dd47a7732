"""Somebody's own bot, named `module:Class`: it thinks in a process of its own and can't hold up or harm a table.

    class Careful:
        def choose(self, view):
            return view["legal"][-1]

`choose` takes the view, and the events too where it has a second parameter. An answer that is no legal action, an
error, or none before the deadline is reported in `faults` and `news`, and greedy acts in its place; a process that is late
is killed and started anew for the next action.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
from collections import Counter
from typing import Any

from housu import bots
from housu.bots.bot import Bot, Events, View
from housu.bots.policy import PolicyBot
from housu.errors import HousuError, shown

DEADLINE = 1.0  # seconds an action
START = 20.0  # seconds to start in
IN_ITS_PLACE = "greedy"
LATE, RAISED, ILLEGAL, ENDED = "late", "raised", "illegal", "ended"


def player(
    name: str, seed: int | None = None, deadline: float = DEADLINE, seconds: float | None = None
) -> Bot:
    """A bot that `housu.bots.make` knows, or somebody's own; only for names that come from who runs the program."""
    return Guest(name, seed, deadline) if bots.is_own(name) else bots.make(name, seed, seconds)


class Guest(Bot):
    """A bot from `module:Class` in a process of its own. Raises HousuError where there is none."""

    def __init__(self, name: str, seed: int | None = None, deadline: float = DEADLINE) -> None:
        self.name = name
        self.deadline = deadline
        self.faults: Counter[str] = Counter()
        self.reports: list[str] = []  # what went wrong the first time of each kind
        self.failed = ""  # how the last answer failed, if it did
        self.news: list[HousuError] = []  # the same as sentences, for who shows them and takes them off
        self._seed = seed
        self._substitute = PolicyBot(IN_ITS_PLACE, seed)
        self._process: _Process | None = None
        self._started()

    def choose(self, view: View, events: Events | None = None) -> str:
        """The guest's action, or greedy's where the guest gives none."""
        self.failed = ""
        try:
            reply = self._started().ask(
                {"view": dict(view), "events": events and list(events)}, self.deadline
            )
        except TimeoutError:
            seconds = f"{self.deadline:g}"
            self._fault(LATE, seconds, f"no answer within {seconds} s")
            self.close()
        except (EOFError, HousuError):
            self._fault(ENDED, "", "its process ended")
            self.close()
        else:
            action = reply.get("action")
            if action in view["legal"]:
                return str(action)
            if "error" in reply:
                self._fault(RAISED, str(reply["error"]), str(reply["error"]))
            else:
                self._fault(ILLEGAL, shown(action), shown(action))
        return self._substitute.choose(view, events)

    def _fault(self, kind: str, what: str, report: str) -> None:
        if not self.faults[kind]:
            self.reports.append(f"{kind}: {report}")
            self.news.append(HousuError(f"error.bots.{kind}", bot=self.name, what=one_line(what)))
        self.faults[kind] += 1
        self.failed = kind

    def _started(self) -> _Process:
        if self._process is None:
            process = _Process(self.name, self._seed)
            try:
                reply = process.answer(START)
            except (TimeoutError, EOFError):
                process.kill()
                raise HousuError("error.bots.guest", name=self.name, why=f"{START:g} s") from None
            if "error" in reply:
                process.kill()
                raise HousuError("error.bots.guest", name=self.name, why=one_line(str(reply["error"])))
            self._process = process
        return self._process

    def close(self) -> None:
        """Ends its process."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):
            self.close()


def one_line(text: str) -> str:
    """An error's own words, fit to stand in a sentence."""
    return "".join(c if c.isprintable() else " " for c in text)[:200].rstrip(" .")


class _Process:
    """The process in which a guest lives: a line of JSON each way an action."""

    def __init__(self, name: str, seed: int | None) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the one who names the bot runs it
            [sys.executable, "-m", "housu.bots.guest_worker", name, "" if seed is None else str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Hands lines over as they come; a pipe alone can't be waited for on every system."""
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put(b"")

    def ask(self, question: dict[str, Any], deadline: float) -> dict[str, Any]:
        """The reply to one question. Raises TimeoutError and EOFError."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise EOFError from None
        return self.answer(deadline)

    def answer(self, deadline: float) -> dict[str, Any]:
        """The next reply. Raises TimeoutError and EOFError."""
        try:
            line = self._lines.get(timeout=deadline)
        except queue.Empty:
            raise TimeoutError from None
        if not line:
            raise EOFError
        reply: dict[str, Any] = json.loads(line)
        return reply

    def kill(self) -> None:
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process.wait()
