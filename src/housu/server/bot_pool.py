"""Bots think in processes of their own: one that thinks too long or dies is replaced, and the table plays on.

The loop never runs a bot that searches. Where the chosen bot gives no answer in time, the quick one is asked in another
process, and where that fails too the first legal action is taken.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from housu.server.protocol_advice import Advice
from housu.server.rooms_ports import Counts

logger = logging.getLogger("housu.bots")

QUICK = "greedy"
ADVISER = "keeper"
SILENT = ("random", "greedy")
"""Bots that have no values to tell."""

COMMAND = ("-m", "housu.server.bot_worker")
LONGEST_LINE = 2**20
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
            reply = await self._reply(name, Request(name, view, events), Chosen)
            if reply is not None:
                return reply.action
        return legal[0]

    async def advise(self, view: dict[str, Any], events: list[dict[str, Any]]) -> Advice | None:
        """What the usual bot would do and why, or where that one gives no reasons, `ADVISER`; None if all else fails.

        Arguments as for `choose`. Takes at most three times the deadline, and the wait for a free worker.
        """
        first = ADVISER if self.usual in SILENT else self.usual
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
    """The bots that can be chosen at a table."""
    from housu import bots

    return tuple(bots.names())
