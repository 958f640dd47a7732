"""Plays at many tables of a server at once: `python -m bench.server_driver housu|boardgameio PORT PID --tables 1000`.

A process of its own, on a core of its own. Every table has four players on four connections; an action is drawn by lot
from the legal ones the server names. When all are seated it prints a JSON object, then one for each line it is given:
`flood SECONDS AT_ONCE` (as many actions as go) or `steady SECONDS RATE`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import secrets
import sys
import time
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from bench.server_sockets import Socket, connect

SEATS = 4
HOST = "127.0.0.1"


def cpu(pid: int) -> float:
    """Processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Its memory in KiB."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * 4


def post(port: int, path: str, body: dict[str, Any], token: str = "") -> Any:
    """A POST with a JSON body, and the answer."""
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(f"http://{HOST}:{port}/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        return json.loads(answer.read() or b"null")


class Table:
    """A table as the driver sees it: whose turn it is, what he may do, and whether he waits for an answer."""

    def __init__(self, owner: Load) -> None:
        self.owner = owner
        self.id = ""
        self.sockets: list[Socket] = []
        self.actor = -1
        self.actions: list[Any] = []
        self.version = 0
        self.next: tuple[int, int, list[Any]] | None = None
        self.waiting: asyncio.Future[None] | None = None
        self.over = False

    def turn(self, seat: int, version: int, actions: list[Any]) -> None:
        """A seat has learned that it may act."""
        self.next = seat, version, actions
        if self.waiting is None or self.waiting.done():
            self._ready()

    def _ready(self) -> None:
        if self.next is not None:
            self.actor, self.version, self.actions = self.next
            self.next = None
            self.owner.ready(self)

    def answered(self) -> None:
        """The action that was asked for has come back to who asked."""
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)
            # The next turn may have been heard of before this answer.
            self._ready()


class Load:
    """All tables, and the two ways of playing at them."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.random = random.Random(seed)
        self.tables: list[Table] = []
        self.open_turns: set[Table] = set()
        self.actions = 0
        self.frames = 0
        self.bytes = 0
        self.took: list[float] = []

    def ready(self, table: Table) -> None:
        self.open_turns.add(table)

    def heard(self, data: bytes) -> None:
        self.frames += 1
        self.bytes += len(data)

    async def seat(self, tables: int) -> None:
        """Opens the tables and starts the play."""
        raise NotImplementedError

    def ask(self, table: Table, action: Any) -> None:
        """Sends an action of the seat that is to act."""
        raise NotImplementedError

    async def act(self, table: Table) -> None:
        self.open_turns.discard(table)
        table.waiting = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.ask(table, self.random.choice(table.actions))
        await asyncio.wait_for(table.waiting, 30)
        self.took.append(time.perf_counter() - began)
        self.actions += 1

    def pick(self) -> Table | None:
        """A table where somebody can act."""
        while self.open_turns:
            table = self.open_turns.pop()
            if not table.over:
                return table
        return None

    async def flood(self, seconds: float, at_once: int) -> None:
        """As many actions as go, so many at once."""
        until = time.perf_counter() + seconds

        async def worker() -> None:
            while time.perf_counter() < until:
                table = self.pick()
                if table is None:
                    await asyncio.sleep(0.001)
                else:
                    await self.act(table)

        await asyncio.gather(*(worker() for _ in range(at_once)))

    async def steady(self, seconds: float, rate: float) -> None:
        """Actions at a steady rate, whether the answers come or not."""
        tasks = set()
        began = time.perf_counter()
        n = 0
        while (now := time.perf_counter() - began) < seconds:
            while n < now * rate:
                n += 1
                table = self.pick()
                if table is not None:
                    task = asyncio.create_task(self.act(table))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
            await asyncio.sleep(0.001)
        await asyncio.gather(*tasks)


class View(msgspec.Struct):
    """Of a view, what the driver needs."""

    to_act: int | None = None
    legal: list[str] = []


class Told(msgspec.Struct):
    """Of a message of Housu, what the driver needs."""

    t: str
    v: int = 0
    what: str = ""
    view: View | None = None


class HousuLoad(Load):
    """Players on Housu's protocol."""

    decode = msgspec.json.Decoder(Told).decode

    async def seat(self, tables: int) -> None:
        for first in range(0, tables, 20):
            self.tables += await asyncio.gather(
                *(self._table() for _ in range(first, min(first + 20, tables)))
            )
        await asyncio.sleep(1.0)

    async def _table(self) -> Table:
        table = Table(self)
        tokens = [secrets.token_urlsafe(32) for _ in range(SEATS)]
        wanted = {"name": "P0", "rules": "pagat", "seats": SEATS}
        answer = await asyncio.to_thread(post, self.port, "api/tables", wanted, tokens[0])
        table.id = answer["table"]
        for seat, token in enumerate(tokens):
            socket = await connect(HOST, self.port, "/ws", partial(self._heard, table, seat))
            table.sockets.append(socket)
            socket.send(json.dumps({"t": "hello", "protocol": 1, "table": table.id, "token": token}).encode())
            if seat:
                socket.send(
                    json.dumps({"t": "join", "id": "join", "v": 0, "name": f"P{seat}", "seat": seat}).encode()
                )
        while table.version < SEATS + 1:  # noqa: ASYNC110 - the driver's own beat
            await asyncio.sleep(0.005)
        table.sockets[0].send(json.dumps({"t": "start", "id": "start", "v": table.version}).encode())
        while table.version < SEATS + 2:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.005)
        for socket in table.sockets:
            socket.send(json.dumps({"t": "nonce", "deal": 0, "nonce": secrets.token_hex(32)}).encode())
        return table

    def _heard(self, table: Table, seat: int, _: Socket, data: bytes) -> None:
        self.heard(data)
        told = self.decode(data)
        if told.t == "done":
            table.answered()
        elif told.t == "refused":
            raise AssertionError(data)
        elif told.t in ("update", "state"):
            if not told.view:
                table.version = max(table.version, told.v)
            if told.view is not None:
                table.over = told.view.to_act is None
                if told.view.legal:
                    table.turn(seat, told.v, told.view.legal)

    def ask(self, table: Table, action: Any) -> None:
        text = f'{{"t":"act","id":"a{table.version}","v":{table.version},"action":"{action}"}}'
        table.sockets[table.actor].send(text.encode())


class BoardgameLoad(Load):
    """Players on boardgame.io's protocol, socket.io over one WebSocket each."""

    async def seat(self, tables: int) -> None:
        for first in range(0, tables, 20):
            self.tables += await asyncio.gather(
                *(self._table() for _ in range(first, min(first + 20, tables)))
            )
        await asyncio.sleep(1.0)

    async def _table(self) -> Table:
        table = Table(self)
        created = await asyncio.to_thread(post, self.port + 1, "games/pagat/create", {"numPlayers": SEATS})
        table.id = created["matchID"]
        keys = []
        for seat in range(SEATS):
            body = {"playerID": str(seat), "playerName": f"P{seat}"}
            joined = await asyncio.to_thread(post, self.port + 1, f"games/pagat/{table.id}/join", body)
            keys.append(joined["playerCredentials"])
        self.keys = getattr(self, "keys", {})
        self.keys[table.id] = keys
        path = "/socket.io/?EIO=4&transport=websocket"
        for seat in range(SEATS):
            socket = await connect(HOST, self.port, path, partial(self._heard, table, seat))
            table.sockets.append(socket)
        return table

    def _heard(self, table: Table, seat: int, socket: Socket, data: bytes) -> None:
        self.heard(data)
        if data == b"2":
            socket.send(b"3")
        elif data.startswith(b"0"):
            socket.send(b"40/pagat,")
        elif data.startswith(b"40/pagat"):
            sync = ["sync", table.id, str(seat), self.keys[table.id][seat], SEATS]
            socket.send(b"42/pagat," + json.dumps(sync).encode())
        elif data.startswith(b"42/pagat,"):
            name, _, *rest = msgspec.json.decode(data[9:])
            if name == "sync":
                self._state(table, seat, rest[0]["state"])
            elif name == "update":
                self._state(table, seat, rest[0])

    def _state(self, table: Table, seat: int, state: dict[str, Any]) -> None:
        table.over = "gameover" in state["ctx"]
        legal = state["G"].get("legal")
        if legal and not table.over:
            table.turn(seat, state["_stateID"], legal)
        if table.actor == seat and state["_stateID"] > table.version:
            table.answered()

    def ask(self, table: Table, action: Any) -> None:
        seat = str(table.actor)
        payload = {
            "type": action["move"],
            "args": [action["cards"]] if "cards" in action else [],
            "playerID": seat,
            "credentials": self.keys[table.id][table.actor],
        }
        move = ["update", {"type": "MAKE_MOVE", "payload": payload}, table.version, table.id, seat]
        table.sockets[table.actor].send(b"42/pagat," + json.dumps(move).encode())


async def drive(wanted: argparse.Namespace) -> None:
    """Does what each line of the standard input says, and answers with a line: the figures by name."""
    before = memory(wanted.pid)
    load = {"housu": HousuLoad, "boardgameio": BoardgameLoad}[wanted.peer](wanted.port, 1)
    await load.seat(wanted.tables)
    # What stays is never looked at again by the collector: its pauses would hold back actions, and send them all at once.
    gc.collect()
    gc.freeze()

    def level() -> dict[str, Any]:
        sockets = [socket for table in load.tables for socket in table.sockets]
        kib = (memory(wanted.pid) - before) / len(sockets)
        return {
            "sockets": len(sockets),
            "kib_per_socket": kib,
            "lost": sum(socket.lost for socket in sockets),
        }

    print(json.dumps(level()), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        what, seconds, much = line.split()
        load.actions = load.frames = load.bytes = 0
        load.took = []
        used, began = cpu(wanted.pid), time.perf_counter()
        if what == "flood":
            await load.flood(float(seconds), int(much))
        else:
            await load.steady(float(seconds), float(much))
        spent = cpu(wanted.pid) - used
        found = {
            "actions": load.actions,
            "seconds": time.perf_counter() - began,
            "cpu_us_per_action": spent * 1e6 / max(1, load.actions),
            "bytes_per_frame": load.bytes / max(1, load.frames),
            "took_ms": [round(1000 * took, 3) for took in sorted(load.took)],
        }
        print(json.dumps(found | level()), flush=True)


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("peer", choices=("housu", "boardgameio"))
    parser.add_argument("port", type=int)
    parser.add_argument("pid", type=int)
    parser.add_argument("--tables", type=int, default=1000)
    wanted = parser.parse_args()
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    asyncio.run(drive(wanted))


if __name__ == "__main__":
    main()
