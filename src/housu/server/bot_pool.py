"""Bots think in processes of their own: one that thinks too long or dies is replaced, and the table plays on.

The loop never runs a bot that searches. Where the chosen bot gives no answer in time, the quick one is asked in another
process, and where that fails too the first legal action is taken. The host's own bots (`module:Class`) think in processes
of their own again, started by those here, and are replaced there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from housu.bots import is_own, names
from housu.errors import HousuError, shown
from housu.server.protocol_advice import Advice
from housu.server.rooms_ports import Counts

logger = logging.getLogger("housu.bots")

USUAL = "keeper"
QUICK = "greedy"
ADVISER = "keeper"
SILENT = ("random", "greedy")
"""Bots that have no values to tell."""

COMMAND = ("-m", "housu.server.bot_worker")
LONGEST_LINE = 2**20
LONGEST_NAME = 40  # of a bot, in messages
STARTED_IN = 3.0  # seconds that a bot of the host's own may take; less than the deadline of an answer
T = TypeVar("T")


class Request(Struct):
    """What a worker is asked: an action, or with `why` advice."""

    bot: str
    view: dict[str, Any]
    events: list[dict[str, Any]]
    why: bool = False


class Chosen(Struct):
    """What it answers without `why`; a worker in which something went wrong answers neither."""

    action: str
    fault: str = ""
    """how a bot of the host's own failed; the action is greedy's then"""


class BotPool:
    """A few worker processes. `choose` is what tables use (`rooms_ports.Thinker`)."""

    def __init__(
        self,
        counts: Counts,
        usual: str = QUICK,
        workers: int = 1,
        deadline: float = 4.0,
        names: tuple[str, ...] = (),
    ) -> None:
        self.counts = counts
        self.deadline = deadline
        self.names = names or bot_names()
        self.usual = usual
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        self._workers = [_Worker() for _ in range(workers)]
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def choose(self, bot: str, view: dict[str, Any], events: list[dict[str, Any]]) -> str:
        """The action of a bot, or of the quick one in its place; the first of `view["legal"]` if all else fails.

        `view` is that of the seat to act, `events` those of the deal as it may know them. Takes at most twice the deadline, and the wait for a free worker.
        """
        legal: list[str] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        for name in dict.fromkeys((bot, QUICK)):
            if is_own(name) and name not in self.names:
                continue  # a table of the days when the host offered it
            reply = await self._reply(name, Request(name, view, events), Chosen)
            if reply is not None:
                if reply.fault:
                    self.counts.count("bot_faults")
                    logger.warning("bot %s: %s", name, reply.fault)
                return reply.action
        return legal[0]

    async def advise(self, view: dict[str, Any], events: list[dict[str, Any]]) -> Advice | None:
        """What the usual bot would do and why, or where that one gives no reasons, `ADVISER`; None if all else fails.

        Arguments as for `choose`. Takes at most three times the deadline, and the wait for a free worker.
        """
        first = ADVISER if self.usual in SILENT or is_own(self.usual) else self.usual
        for name in dict.fromkeys((first, ADVISER, QUICK)):
            reply = await self._reply(name, Request(name, view, events, why=True), Advice)
            if reply is None:
                continue
            if reply.action in view["legal"]:
                return reply
            self.counts.count("bot_faults")
        return None

    async def _reply(self, name: str, request: Request, kind: type[T]) -> T | None:
        try:
            return await self._ask(request, kind)
        except (TimeoutError, OSError, EOFError, ValueError, msgspec.MsgspecError) as error:
            self.counts.count("bot_faults")
            logger.warning("bot %s: %s", name, type(error).__name__)
            return None

    async def _ask(self, request: Request, kind: type[T]) -> T:
        worker = await self._free.get()
        try:
            async with asyncio.timeout(self.deadline):
                return msgspec.json.decode(await worker.ask(msgspec.json.encode(request)), type=kind)
        except BaseException:
            # Its next line would be the answer to the last question.
            worker.kill()
            raise
        finally:
            self._free.put_nowait(worker)

    async def warm(self) -> None:
        """Starts the workers, so that the first bot need not be waited for."""
        for worker in self._workers:
            await worker.start()

    async def aclose(self) -> None:
        """Ends the workers."""
        for worker in self._workers:
            await worker.end()


class _Worker:
    """One process, started when it is needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._killed: list[asyncio.subprocess.Process] = []

    async def start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST_LINE,
                env={**os.environ, "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"},
                start_new_session=True,  # Ctrl-C is for the server, which ends its workers in good order
            )
        return self._process

    async def ask(self, request: bytes) -> bytes:
        """The line that answers a line."""
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(request + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        return line

    def kill(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            self._killed = [other for other in self._killed if other.returncode is None] + [process]

    async def end(self) -> None:
        self.kill()
        for process in self._killed:
            with contextlib.suppress(ProcessLookupError):
                await process.wait()


def bot_names() -> tuple[str, ...]:
    """The bots that can be chosen at a table, unless the host names others."""
    return tuple(names())


def offered(wanted: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The usual bot, and all that can be chosen: those that the host names, the usual one first, or all of this package.

    Raises HousuError where there is none of a name, or where the host's own (`module:Class`) does not start.
    """
    chosen = tuple(dict.fromkeys(name if is_own(name) else name.lower() for name in wanted))
    if not chosen:
        return USUAL, bot_names()
    for name in chosen:
        if is_own(name):
            _check_own(name)
        elif name not in bot_names():
            raise HousuError("cli.error.bot", bot=shown(name), bots=", ".join(bot_names()))
    return chosen[0], chosen


def _check_own(name: str) -> None:
    from housu.bots.guest import Guest

    if len(name) > LONGEST_NAME:
        raise HousuError("cli.serve.bot_name", bot=shown(name), n=LONGEST_NAME)
    begun = time.monotonic()
    Guest(name).close()
    if time.monotonic() - begun > STARTED_IN:
        raise HousuError("error.bots.guest", name=name, why=f"> {STARTED_IN:g} s")
