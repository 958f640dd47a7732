"""What the server's tests share: tables without a web, stores that fail, and servers in a process of their own."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import multiprocessing
import os
import random
import sys
import time
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from housu import bots
from housu.server import bot_worker, main
from housu.server import protocol as p
from housu.server import run as server_run
from housu.server.limits import Limits
from housu.server.metrics import Metrics
from housu.server.protocol_advice import Advice
from housu.server.protocol_http import NewTable
from housu.server.rooms_actor import Room
from housu.server.rooms_house import House, Keeping, key_for
from housu.server.rooms_time import Pace
from housu.server.security import new_token
from housu.server.store import Batch, MemoryStore, StorageError, Store

_ids = itertools.count()

QUICK = Pace(bot=0.0, nonces=0.05, grace=0.05, lobby=0.05)
SLOW = Pace(bot=0.0, nonces=60.0, grace=60.0, lobby=60.0)


def run(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine, as a test."""

    @functools.wraps(test)
    def wrapped(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 100))

    return wrapped


class FirstLegal:
    """A bot that needs no process: the first legal action, or one drawn by lot."""

    names: tuple[str, ...] = ("greedy", "random")
    usual = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        self.random = None if seed is None else random.Random(seed)
        self._bots = bot_worker.Bots({"keeper": bots.make("keeper", seed=1)})

    async def choose(self, bot: str, view: dict[str, Any], events: list[dict[str, Any]]) -> str:
        del bot, events
        legal: list[str] = view["legal"]
        return legal[0] if self.random is None else self.random.choice(legal)

    async def advise(self, view: dict[str, Any], events: list[dict[str, Any]]) -> Advice | None:
        """A real hint, thought of here: as a worker's process would say it, with dice that are always the same."""
        asked = {"bot": "keeper", "view": view, "events": events, "why": True}
        return msgspec.convert(bot_worker.answer(msgspec.json.encode(asked), self._bots), Advice)


class Person:
    """A connection without a socket: keeps what it is sent, and knows the table from that alone."""

    def __init__(self, room: Room, token: str = "") -> None:
        self.room = room
        self.token = token
        self.key = key_for(token, room.table.id) if token else ""
        self.seat: int | None = None
        self.frames: list[str] = []
        self._said: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None

    def send(self, *texts: bytes) -> None:
        if self.closed is None:
            self.frames += [text.decode() for text in texts]

    def close(self, code: int, why: str) -> None:
        self.closed = self.closed or (code, why)

    @property
    def said(self) -> list[dict[str, Any]]:
        self._said += [json.loads(frame) for frame in self.frames[len(self._said) :]]
        return self._said

    def last(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.said) if message["t"] == kind)

    @property
    def v(self) -> int:
        return next((m["v"] for m in reversed(self.said) if m["t"] in ("state", "update")), 0)

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = next(m["view"] for m in reversed(self.said) if m.get("view"))
        return view

    async def hello(self, seen: int | None = None) -> Person:
        self.room.post(lambda: self.room.attach(self, seen))
        await settled(self.room)
        return self

    async def leave_page(self) -> None:
        self.room.post(lambda: self.room.detach(self))
        await settled(self.room)

    async def say(self, message: p.ClientMessage) -> None:
        self.room.post(lambda: self.room.receive(self, message))
        await settled(self.room)

    async def do(
        self,
        kind: type[Any],
        *,
        id: str = "",  # noqa: A002 - the protocol's word
        v: int | None = None,
        **fields: Any,
    ) -> dict[str, Any]:
        """Sends a command and returns the message that answers it."""
        name = id or f"c{next(_ids)}"
        await self.say(kind(id=name, v=self.v if v is None else v, **fields))
        return next(m for m in reversed(self.said) if m.get("id") == name)

    async def act(self, action: str, **how: Any) -> dict[str, Any]:
        return await self.do(p.Act, action=action, **how)


async def settled(room: Room) -> None:
    """Waits until the table has nothing to do at once."""
    while room._running is not None or room._thinking:  # noqa: ASYNC110 - the room tells nobody
        await asyncio.sleep(0)


def status(room: Room) -> str:
    """The table's status."""
    return room.table.status


def turn_of(room: Room) -> int:
    """The seat that is to act, where a deal is being played."""
    assert room.table.to_act is not None
    return room.table.to_act


class World:
    """A house with tables, and people at them."""

    def __init__(self, store: Store | None = None, pace: Pace = SLOW, bots: FirstLegal | None = None) -> None:
        self.store = store or MemoryStore()
        self.now = 1000.0
        self.metrics = Metrics()
        self.house = House(
            self.store,
            bots or FirstLegal(),
            self.metrics,
            pace,
            Keeping(),
            clock=lambda: self.now,
            wall=lambda: 1_700_000_000 + self.now,
        )

    async def open(self, token: str = "", **wanted: Any) -> Room:
        table = await self.house.open(NewTable(**wanted), token or new_token())
        room = await self.house.find(table)
        assert room is not None
        return room

    async def table(self, people: int = 2, **wanted: Any) -> tuple[Room, list[Person]]:
        """A table in the lobby with so many people, named A, B, …; seat k is the k-th one's."""
        room = await self.open(**{"seats": people, **wanted})
        persons = []
        for number in range(people):
            person = await Person(room, new_token()).hello()
            answer = await person.do(p.Join, name="ABCDEFGHIJ"[number], seat=number)
            assert answer["t"] == "done", answer
            persons.append(person)
        return room, persons

    async def playing(self, people: int = 2, **wanted: Any) -> tuple[Room, list[Person]]:
        """The same with the first deal dealt."""
        room, persons = await self.table(people, **wanted)
        assert (await persons[0].do(p.Start))["t"] == "done"
        for person in persons:
            await person.say(p.Nonce(deal=room.table.deals, nonce="ab" * 32))
        await settled(room)
        assert room.table.status == "playing"
        return room, persons

    async def pass_time(self, room: Room, seconds: float) -> None:
        """Time goes by, and what was due comes about."""
        self.now += seconds
        room.post(room._tick)
        await settled(room)


async def play_out(
    room: Room, persons: Sequence[Person], choose: Callable[[list[str]], str] | None = None
) -> None:
    """People play the deal to its end."""
    while room.table.to_act is not None:
        person = persons[room.table.to_act]
        legal = person.view["legal"]
        answer = await person.act(choose(legal) if choose else legal[0])
        assert answer["t"] == "done", answer


class FaultyStore:
    """A store that fails as it is told: `before` the write, or `after` it, so that nobody knows; or reads too."""

    def __init__(self, inner: Store) -> None:
        self.inner = inner
        self.fail = ""
        self.fail_reads = False
        self.delay = 0.0
        self.healthy = True

    async def append(self, batch: Batch) -> None:
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.fail == "before":
            raise StorageError("no space left")
        await self.inner.append(batch)
        if self.fail == "after":
            raise StorageError("the answer was lost")

    async def entries(self, table: str) -> list[bytes]:
        if self.fail_reads:
            raise StorageError("cannot be read")
        return await self.inner.entries(table)

    async def listed(self) -> list[str]:
        return await self.inner.listed()

    async def idle(self, before: int) -> list[str]:
        return await self.inner.idle(before)

    async def closed(self, before: int) -> list[str]:
        return await self.inner.closed(before)

    async def archive(self, table: str, records: Sequence[str]) -> None:
        await self.inner.archive(table, records)

    async def records(self, table: str) -> list[str]:
        return await self.inner.records(table)

    async def count(self) -> int:
        return await self.inner.count()

    async def probe(self) -> None:
        await self.inner.probe()

    async def aclose(self) -> None:
        await self.inner.aclose()


# Servers in a process of their own

# Processes are forked from one that has imported everything: starting takes a tenth of the time.
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["housu.server.run", "housu.server.main", "tests.server.harness"])


def _serve(wanted: dict[str, Any], started: Connection, log: str) -> None:
    """The process of a server: sends its port, and serves."""
    with Path(log).open("ab") as file:
        os.dup2(file.fileno(), 2)
    # What the parent has of tests must not be at work in the server.
    limits = Limits(**{k: tuple(v) if isinstance(v, list) else v for k, v in wanted.pop("limits").items()})  # type: ignore[arg-type]
    pace = Pace(**wanted.pop("pace"))
    store = main.open_store(wanted.pop("database"))
    listening = main._listen("127.0.0.1", wanted.pop("port"))
    started.send(listening.getsockname()[1])
    started.close()
    sys.exit(
        server_run.run(
            server_run.Options(listening=listening, store=store, limits=limits, pace=pace, **wanted)
        )
    )


GENEROUS = {"sockets": 10_000, "all_sockets": 20_000, "hellos": [1e9, 1e9], "requests": [1e9, 1e9],
            "tables": [1e9, 1e9], "seats": [1e9, 1e9]}  # fmt: skip


class Server:
    """A running server; `url` is where it is."""

    def __init__(
        self,
        database: str = "memory:",
        port: int = 0,
        pace: dict[str, float] | None = None,
        limits: dict[str, Any] | None = None,
        log: Path | None = None,
        **options: Any,
    ) -> None:
        wanted = {
            "database": database,
            "port": port,
            "pace": {"bot": 0.0, "nonces": 1.0, **(pace or {})},
            "limits": GENEROUS if limits is None else limits,
            **options,
        }
        ours, theirs = _processes.Pipe(duplex=False)
        self.process = _processes.Process(
            target=_serve, args=(wanted, theirs, str(log or os.devnull)), daemon=True
        )
        self.process.start()
        theirs.close()
        with ours:
            assert ours.poll(60), "the server has not started"
            self.port = ours.recv()
        self.url = f"http://127.0.0.1:{self.port}"
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()  # noqa: S310 - our own
                return
            assert self.process.is_alive(), "the server has ended"
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    @property
    def pid(self) -> int:
        """Its process."""
        assert self.process.pid is not None
        return self.process.pid

    def kill(self) -> None:
        """kill -9, as a fault of the machine would."""
        self.process.kill()
        self.process.join()

    def stop(self, seconds: float = 30.0) -> int:
        """Asks it to stop; the exit code."""
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(seconds)
            if self.process.is_alive():
                self.process.kill()
                self.process.join()
        assert self.process.exitcode is not None
        return self.process.exitcode


@contextlib.contextmanager
def serving(**how: Any) -> Iterator[Server]:
    """A server for a while."""
    server = Server(**how)
    try:
        yield server
    finally:
        server.stop()
