"""Nothing is lost: the server is killed under load again and again, and the disk fails, is slow, is full.

Players act and remember what was acknowledged. After each kill the server is started on the same file; everybody is
back by himself, and at the end the file must hold every acknowledged action once, in order, and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter

import pytest

from housu.client import Client, ClientError, Place, Refused
from housu.server import rooms_log as log
from housu.server.rooms import Table
from housu.server.store_sqlite import SqliteStore
from tests.server.harness import Server

TABLES, SEATS = 3, 3


class Load:
    """Players at tables, who act as fast as they can and note what was acknowledged."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.random = random.Random(seed)
        self.acknowledged: dict[str, list[tuple[str, int, str]]] = {}
        self.places: dict[str, list[Place]] = {}
        self.clients: dict[str, list[Client]] = {}
        self.errors: list[str] = []

    async def open(self) -> None:
        for _ in range(TABLES):
            clients = [await Client(self.url).__aenter__() for _ in range(SEATS)]
            table = await clients[0].open(rules="pagat", seats=SEATS, name="P0")
            self.clients[table] = clients
            self.acknowledged[table] = []
            self.places[table] = [await client.at(table).__aenter__() for client in clients]
            for number, place in enumerate(self.places[table][1:], 1):
                await place.join(f"P{number}")
            host = self.places[table][0]
            await host.until(lambda host=host: all(seat.get("name") for seat in host.table["seats"]))  # type: ignore[misc]
            await host.start()

    async def play(self, table: str, place: Place) -> None:
        """One player: acts on his turn, goes on when the deal is over."""
        while True:
            try:
                await place.until(lambda: place.table["status"] in ("playing", "between"), 100)
                view = await place.my_turn(100)
                if view is None:
                    await self._again(place)
                    continue
                action = self.random.choice(view["legal"])
                name = f"{place.you}-{self.random.getrandbits(60):x}"
                said = await place.ask("act", id=name, action=action)
                self.acknowledged[table].append((name, said["v"], action))
                await place.until(lambda v=said["v"]: place.v >= v)  # type: ignore[misc]
            except Refused as refused:
                if refused.key not in (
                    "ui.connection.stale",
                    "refusal.turn",
                    "refusal.over",
                    "ui.room.not_now",
                ):
                    self.errors.append(refused.key)
                await asyncio.sleep(0)

    async def _again(self, place: Place) -> None:
        deal = place.table.get("deal", 0)
        with contextlib.suppress(Refused):
            await place.again()
        await place.until(lambda: place.table.get("deal", 0) > deal, 100)

    async def leave(self) -> None:
        for places in self.places.values():
            for place in places:
                await place.__aexit__(None, None, None)


async def kept(path) -> dict[str, list[bytes]]:
    store = SqliteStore(path)
    try:
        tables = await store.idle(2**60)
        return {table: await store.entries(table) for table in tables}
    finally:
        await store.aclose()


async def kills(tmp_path, times: int, seed: int) -> Counter[str]:
    path = tmp_path / "tables.db"
    rng = random.Random(seed)
    counted: Counter[str] = Counter()
    server = Server(database=f"sqlite:///{path}")
    load = Load(server.url, seed)
    await load.open()
    players = [
        asyncio.create_task(load.play(table, place))
        for table, places in load.places.items()
        for place in places
    ]
    try:
        for _ in range(times):
            await asyncio.sleep(rng.uniform(0.02, 0.4))
            await asyncio.to_thread(server.kill)
            server = await asyncio.to_thread(Server, database=f"sqlite:///{path}", port=server.port)
            # Everybody is back, without doing anything for it, and plays on.
            before = {table: len(done) for table, done in load.acknowledged.items()}
            async with asyncio.timeout(60):
                while any(len(load.acknowledged[table]) <= before[table] for table in before):
                    await asyncio.sleep(0.005)
                    for player in players:
                        assert not player.done(), player.exception()
            counted["kills"] += 1
        for table, places in load.places.items():
            await asyncio.sleep(0)
            state = await load.clients[table][0].get(f"api/tables/{table}")
            assert max(place.v for place in places) <= state["v"] + SEATS
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        await load.leave()
        assert await asyncio.to_thread(server.stop) == 0
    assert not load.errors
    for table, bodies in (await kept(path)).items():
        check(load.acknowledged[table], bodies, counted)
    return counted


def check(acknowledged: list[tuple[str, int, str]], bodies: list[bytes], counted: Counter[str]) -> None:
    """What was acknowledged stands where the answer said, once; and all of it is a deal that could be played."""
    table = Table("again")
    ids: Counter[str] = Counter()
    by_version = {}
    for v, body in enumerate(bodies, 1):
        entry = log.read(body)
        table.apply(entry)
        by_version[v] = entry
        if entry.id:
            ids[entry.id] += 1
    assert max(ids.values()) == 1
    for name, v, action in acknowledged:
        entry = by_version[v]
        assert isinstance(entry, log.Acted)
        assert (entry.id, entry.action) == (name, action)
    counted["acknowledged"] += len(acknowledged)
    counted["kept"] += sum(isinstance(entry, log.Acted) for entry in by_version.values())


def test_nothing_is_lost_when_the_server_is_killed(tmp_path):
    counted = asyncio.run(kills(tmp_path, 10, 1))
    assert counted["kills"] == 10
    assert counted["acknowledged"] > 200


def test_nothing_is_lost_when_the_server_is_killed_again(tmp_path):
    """The other half, so that two processes share the work."""
    assert asyncio.run(kills(tmp_path, 10, 2))["kills"] == 10


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_soak_nothing_is_lost_in_two_hundred_kills(tmp_path):
    counted = asyncio.run(kills(tmp_path, 200, 3))
    print(dict(counted))
    assert counted["kills"] == 200


def test_a_stop_in_good_order_tells_the_clients_to_come_back(tmp_path):
    async def play() -> None:
        path = tmp_path / "tables.db"
        server = Server(database=f"sqlite:///{path}")
        async with Client(server.url) as client:
            table = await client.open(rules="pagat", seats=2, name="A", start=True)
            async with (
                client.at(table, reconnect=False) as once,
                client.at(await client.open(name="B")) as other,
            ):
                await once.until(lambda: once.table["status"] == "playing")
                assert await asyncio.to_thread(server.stop) == 0
                with pytest.raises(ClientError):
                    await once.until(lambda: False, 10)
                assert once.gone in (1001, 1012)
                v = other.v
                again = await asyncio.to_thread(Server, database=f"sqlite:///{path}", port=server.port)
                await other.until(lambda: other.connections == 2, 20)
                await other.join("B") if other.you is None else None
                assert other.v >= v
            async with client.at(table) as back:
                assert back.view == once.view or back.v > once.v
            assert await asyncio.to_thread(again.stop) == 0

    asyncio.run(play())


def test_a_server_that_is_full_says_so_and_goes_on_when_there_is_room(tmp_path):
    """A disk without room, as SQLite says it: refused, nothing changed, `healthz` 503; and then all goes on."""
    import starlette.testclient

    from housu.server.app import Application, Settings
    from housu.server.limits import Limits
    from tests.server.harness import FirstLegal

    store = SqliteStore(tmp_path / "t.db")
    app = Application(
        lambda: store, Settings(freeze=False, limits=Limits(messages=(1e6, 1e6))), thinker=FirstLegal()
    )
    with starlette.testclient.TestClient(app) as web:
        token = web.post("/api/player").json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        table = web.post(
            "/api/tables", json={"name": "A", "seats": 2, "rules": "pagat"}, headers=headers
        ).json()["table"]
        with web.websocket_connect("/ws") as socket:

            def ask(**message):
                socket.send_text(json.dumps(message))
                while (said := json.loads(socket.receive_text())).get("id") != message["id"]:
                    pass
                return said

            socket.send_text(json.dumps({"t": "hello", "protocol": 1, "table": table, "token": token}))
            v = json.loads(socket.receive_text())["v"]
            _limit(web, store, 0)
            for n in range(60):
                answer = ask(t="bot", id=f"b{n}", v=v, seat=1, bot="greedy")
                if answer["t"] == "refused":
                    break
                v = answer["v"]
            assert (answer.get("key"), answer["v"]) == ("ui.room.storage", v)
            assert web.get("/healthz").status_code == 503
            assert web.post("/api/tables", json={"name": "B"}, headers=headers).status_code == 503
            _limit(web, store, 1_000_000)
            assert web.get("/healthz").status_code == 200
            assert web.get(f"/api/tables/{table}", headers=headers).json()["v"] == v
            assert ask(t="bot", id="now", v=v, seat=1, bot="random") == {"t": "done", "id": "now", "v": v + 1}


def _limit(web, store: SqliteStore, pages: int) -> None:
    """No file may grow further, or it may again."""

    def limit(database):
        there = database.execute("PRAGMA page_count").fetchone()[0]
        database.execute(f"PRAGMA max_page_count = {max(there, pages)}").fetchone()
        if not pages:
            # Fill what is left in the last pages, so that the next entry needs a new one.
            with contextlib.suppress(Exception):
                for n in range(10_000):
                    database.execute("INSERT INTO records VALUES ('x', ?, ?)", (n, "x" * 300))

    web.portal.call(store._ask, limit)
