"""Hostile clients against a real server, while two honest people play on undisturbed."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import random
import re
import socket
import struct
import time
import urllib.request
from typing import Any, Self

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from housu.client import Client, ClientError, Place
from tests.server.harness import GENEROUS, Server, serving


class Honest:
    """Two people who play deal after deal; how long each of their actions took."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.took: list[float] = []

    async def __aenter__(self) -> Self:
        self.clients = [await Client(self.url).__aenter__() for _ in range(2)]
        self.table = await self.clients[0].open(rules="pagat", seats=2, name="A")
        self.places = [await client.at(self.table, reconnect=False).__aenter__() for client in self.clients]
        await self.places[1].join("B")
        await self.places[0].until(lambda: all(seat.get("name") for seat in self.places[0].table["seats"]))
        await self.places[0].start()
        self.tasks = [asyncio.create_task(self.play(place)) for place in self.places]
        return self

    async def play(self, place: Place) -> None:
        while True:
            await place.until(lambda: place.table["status"] == "playing")
            while (view := await place.my_turn()) is not None:
                began = time.perf_counter()
                await place.act(view["legal"][0])
                self.took.append(time.perf_counter() - began)
                await asyncio.sleep(0.08)
            deal = place.table.get("deal", 0)
            await place.again()
            await place.until(lambda deal=deal: place.table.get("deal", 0) > deal)  # type: ignore[misc]

    async def __aexit__(self, *_: object) -> None:
        for task in self.tasks:
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for place in self.places:
            await place.__aexit__(None, None, None)
        assert len(self.took) > 10
        assert sorted(self.took)[len(self.took) // 2] < 1.0


def under_attack(attack, **how):
    """Runs an attack on a server at which honest people play; they must not notice."""

    async def both(server: Server) -> None:
        async with asyncio.timeout(90), Honest(server.url) as honest:
            while len(honest.took) < 3:  # noqa: ASYNC110 - until they are at it
                await asyncio.sleep(0.01)
            await attack(server, honest)
            played = len(honest.took)
            while len(honest.took) < played + 8:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    with serving(**how) as server:
        asyncio.run(both(server))
        with urllib.request.urlopen(f"{server.url}/healthz", timeout=10) as answer:  # noqa: S310 - our own
            assert json.load(answer) == {"ok": True}


async def talk(server: Server, *frames, **headers) -> int | None:
    """Sends frames as they are, and returns the code with which the server ends it (None: it does not)."""
    address = f"ws{server.url.removeprefix('http')}/ws"
    try:
        async with connect(address, additional_headers=headers, proxy=None, compression=None) as ws:
            for frame in frames:
                await ws.send(frame)
            async with asyncio.timeout(0.4):
                while True:
                    await ws.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    except TimeoutError:
        return None


def hello(table: str, **more) -> str:
    return json.dumps({"t": "hello", "protocol": 1, "table": table, **more})


def test_garbage_oversized_and_rapid_messages():
    async def attack(server, honest):
        rng = random.Random(1)
        table = honest.table
        assert await talk(server, "x" * 5000) == 1009
        assert await talk(server, b"\xff" * 100) == 4000
        assert await talk(server, hello(table), "{" * 3000) == 4000
        assert await talk(server, hello(table), *['{"t":"ping"}'] * 200) is None
        assert await talk(server, hello(table), '{"t":"act","id":"x","v":0,"action":"3c"}') is None
        for _ in range(30):
            text = hello(table, token="a" * 43)
            at = rng.randrange(len(text))
            await talk(server, text[:at] + chr(rng.randrange(1, 0x2FF)) + text[at + 1 :], os.urandom(20))

    under_attack(attack)


def test_forged_commands_of_strangers_change_nothing():
    async def attack(server, honest):
        kinds: list[dict[str, Any]] = [
            {"t": "act", "action": "3c"},
            {"t": "start"},
            {"t": "close"},
            {"t": "remove", "seat": 1},
            {"t": "bot", "seat": 0, "bot": "greedy"},
            {"t": "again"},
            {"t": "leave"},
            {"t": "extend"},
            {"t": "hint"},
            {"t": "move"},
            {"t": "claim", "code": "aaaaaaaa"},
            {"t": "join", "name": "Eve"},
        ]
        async with Client(server.url) as eve, eve.at(honest.table) as place:
            for kind in kinds:
                for v in (0, place.v, place.v + 50):
                    said = []
                    with contextlib.suppress(ClientError):
                        said.append(
                            await place.ask(kind["t"], v=v, **{k: x for k, x in kind.items() if k != "t"})
                        )
                    assert not [message for message in said if message["t"] == "done"]
            assert place.you is None
            names = [seat["name"] for seat in place.table["seats"]]
            assert names == ["A", "B"]

    under_attack(attack)


def test_a_reader_that_does_not_read_is_dropped():
    """Its outbox fills; the table does not wait for it, and memory does not grow with it."""

    async def attack(server, honest):
        slow = []
        for _ in range(5):
            sock = socket.create_connection(("127.0.0.1", server.port))
            await asyncio.to_thread(shake, sock, server.port)
            sock.sendall(frame(hello(honest.table)))
            slow.append(sock)
        # What they ask for again and again they do not read: megabytes, until the system takes no more.
        text = ""
        while "housu_slow_readers_total 5\n" not in text:
            for sock in slow:
                with contextlib.suppress(OSError):
                    sock.setblocking(False)
                    for _ in range(100):
                        sock.send(frame('{"t":"sync"}'))
            await asyncio.sleep(0.01)
            text = await honest.clients[0].get("metrics")
        for sock in slow:
            sock.close()

    under_attack(attack, limits={**GENEROUS, "messages": [1e9, 1e9]})


def test_messages_in_any_pieces_are_answered_in_order():
    """Whole frames and fragments, several in one packet and one in several, pings between: none overtakes another."""

    async def attack(server, honest):
        rng = random.Random(5)
        for _ in range(4):
            sock = socket.create_connection(("127.0.0.1", server.port))
            await asyncio.to_thread(shake, sock, server.port)
            sock.sendall(frame(hello(honest.table)))
            await asyncio.sleep(0.1)
            asked = [f"k{n}-" for n in range(60)]
            stream = b""
            for name in asked:
                text = json.dumps({"t": "act", "id": name, "v": 0, "action": "draw"}).encode()
                text += rng.choice([0, 0, 0, 200]) * b" "
                cut = rng.choice([0, 0, len(text) // 2])
                if cut:
                    stream += Frame(Opcode.TEXT, text[:cut], fin=False).serialize(mask=True)
                    if rng.random() < 0.5:
                        stream += Frame(Opcode.PING, b"").serialize(mask=True)
                    text = text[cut:]
                stream += Frame(Opcode.CONT if cut else Opcode.TEXT, text).serialize(mask=True)
                if rng.random() < 0.6:
                    keep = rng.choice([0, 0, 1, 5, len(stream) // 2])
                    sock.sendall(stream[: len(stream) - keep])
                    stream = stream[len(stream) - keep :]
                    await asyncio.sleep(rng.choice([0, 0, 0.002]))
            sock.sendall(stream)
            answers = await asyncio.to_thread(until, sock, asked[-1])
            assert re.findall(r"k\d+-", answers) == asked
            sock.close()

    under_attack(attack, limits={**GENEROUS, "messages": [40, 400]})


def test_who_has_gone_in_a_flood_is_gone():
    """What he had sent beyond the rate is not read to its end: nobody is there to hear the answers."""

    async def attack(server, honest):
        async def connections() -> int:
            text = await honest.clients[0].get("metrics")
            return int(float(re.search(r"^housu_sockets (\S+)$", text, re.MULTILINE)[1]))  # type: ignore[index]

        quiet = await honest.clients[0].open(rules="pagat", seats=2, name="A")
        before = await connections()
        for goodbye in (struct.pack("ii", 1, 0), struct.pack("ii", 0, 0)):  # reset, and in order
            sock = socket.create_connection(("127.0.0.1", server.port))
            await asyncio.to_thread(shake, sock, server.port)
            sock.sendall(frame(hello(quiet)))
            await asyncio.sleep(0.1)
            nonce = json.dumps({"t": "nonce", "deal": 0, "nonce": 64 * "a"})  # which nobody answers
            sock.sendall(600 * frame(nonce))
            await asyncio.sleep(0.1)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, goodbye)
            sock.close()
        begun = time.monotonic()
        while await connections() > before:  # noqa: ASYNC110 - asks a server
            await asyncio.sleep(0.05)
        assert time.monotonic() - begun < 5

    under_attack(attack, limits={**GENEROUS, "messages": [40, 15]})


def test_half_open_and_half_spoken_connections():
    async def attack(server, honest):
        socks = []
        for beginning in (b"", b"GET / HT", b"GET /ws HTTP/1.1\r\nHost: x", b"POST /api/tables HTTP/1.1\r\n"):
            for _ in range(20):
                sock = socket.create_connection(("127.0.0.1", server.port))
                sock.sendall(beginning)
                socks.append(sock)
        endless = socket.create_connection(("127.0.0.1", server.port))
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < 1000:
                endless.sendall(b"X-Header: " + b"x" * 1000 + b"\r\n")
                sent += 1
                await asyncio.sleep(0.001)
        assert sent < 1000
        socks.append(endless)
        # WebSockets that end without a word, in the middle of a frame, or never begin.
        for ending in (b"", frame(hello(honest.table))[:7], b"\x81\xfe"):
            sock = socket.create_connection(("127.0.0.1", server.port))
            await asyncio.to_thread(shake, sock, server.port)
            sock.sendall(ending)
            socks.append(sock)
        await asyncio.sleep(0.3)
        for sock in socks:
            sock.close()

    under_attack(attack)


def test_one_address_cannot_take_all_tables_seats_and_connections():
    limits = {**GENEROUS, "tables": [5, 0.001], "seats": [4, 0.001], "sockets": 12, "requests": [200, 100]}

    async def attack(server, honest):
        async with Client(server.url) as eve:
            opened = []
            refused = []
            for _ in range(10):
                try:
                    opened.append(await eve.open(rules="pagat", seats=2))
                except ClientError as error:
                    refused.append((error.key, error.status))
            assert len(opened) <= 5
            assert set(refused) == {("ui.room.too_many_tables", 429)}
            sat = 0
            for table in [*opened, honest.table]:
                async with eve.at(table) as place:
                    with contextlib.suppress(ClientError):
                        await place.join("Eve")
                        sat += 1
            assert sat < 4
            async with contextlib.AsyncExitStack() as stack:
                held = 0
                closed = []
                address = f"ws{server.url.removeprefix('http')}/ws"
                for _ in range(20):
                    socket = await stack.enter_async_context(connect(address, proxy=None))
                    try:
                        told = await asyncio.wait_for(socket.recv(), 0.2)
                    except TimeoutError:
                        held += 1
                        continue
                    assert json.loads(told) == {"t": "bye", "why": "full"}
                    await socket.wait_closed()
                    closed.append(socket.close_code)
                assert held <= 10
                assert set(closed) == {4006}

    under_attack(attack, limits=limits)


def test_what_is_logged_names_no_card_no_token_no_address(tmp_path):
    log = tmp_path / "log"
    tokens: list[str] = []

    async def attack(server, honest):
        tokens.extend(client.token for client in honest.clients)
        await talk(server, hello(honest.table, token="a" * 43), "\x1b[31m\u202e{")
        with contextlib.suppress(Exception):
            await talk(server, hello(honest.table), Origin="http://evil.example")

    under_attack(attack, log=log)
    text = log.read_text("utf-8")
    assert not [token for token in tokens if token in text]
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "127.0.0.1" not in text
    for line in text.splitlines():
        json.loads(line)


def shake(sock: socket.socket, port: int) -> None:
    """The handshake of a WebSocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    sock.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    got = b""
    while b"\r\n\r\n" not in got:
        got += sock.recv(1000)


def frame(text: str) -> bytes:
    """A text frame of a client."""
    data = text.encode()
    length = (
        bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    )
    return b"\x81" + length + b"\0\0\0\0" + data


def until(sock: socket.socket, last: str) -> str:
    """All that comes until something is named."""
    sock.settimeout(20)
    heard = b""
    while last.encode() not in heard:
        more = sock.recv(1 << 16)
        assert more, "the connection has ended"
        heard += more
    return heard.decode(errors="replace")
