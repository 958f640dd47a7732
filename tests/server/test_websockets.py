"""Frames by the short way: what `send_texts` writes and `short_text` reads, and how what all viewers share gets into
everybody's own text.
"""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

import housu
from housu.server import protocol as p
from housu.server import rooms_log as log
from housu.server.limits import Guard, Limits
from housu.server.metrics import Metrics
from housu.server.rooms import Table
from housu.server.sockets import Connection, Sockets
from housu.server.websocket_protocol import Inbox, PromptWebSocket, Taker, short_text, text_frame
from tests.server.harness import run


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_what_the_library_would_send(size):
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def sent(data: bytes, opcode: Opcode = Opcode.TEXT, mask: bool = True, **more: bool) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, **more).serialize(mask=mask)


@given(st.text(max_size=125).filter(lambda text: len(text.encode()) <= 125))
def test_a_short_text_is_read_as_the_library_reads_it(text):
    assert short_text(sent(text.encode())) == text


NO_SHORT_TEXT = {
    "nothing": b"",
    "a byte": sent(b"text")[:1],
    "a part": sent(b"text")[:-1],
    "more": sent(b"text") + b"\x81",
    "two": sent(b"text") + sent(b"more"),
    "long": sent(b"x" * 126),
    "the beginning of a longer one": b"\x81\xfe\x0f\xa0\x01\x02" + b"x" * 126,
    "the beginning of a very long one": b"\x81\xff" + bytes(131),
    "not masked": sent(b"text", mask=False),
    "a fragment": sent(b"text", fin=False),
    "an extension": b"\xc1" + sent(b"text")[1:],
    "a continuation": sent(b"text", Opcode.CONT),
    "binary": sent(b"text", Opcode.BINARY),
    "a ping": sent(b"text", Opcode.PING),
    "goodbye": sent(b"\x03\xe8", Opcode.CLOSE),
    "no UTF-8": sent(b"\xff\xfe"),
}


@pytest.mark.parametrize("what", NO_SHORT_TEXT)
def test_all_else_is_left_to_the_library(what):
    assert short_text(NO_SHORT_TEXT[what]) is None


class Wire:
    """The transport of a connection to nowhere."""

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass

    pause_reading = resume_reading = close

    def is_closing(self) -> bool:
        return False

    def get_extra_info(self, name: str) -> None:
        pass


async def opened() -> tuple[PromptWebSocket, list[str]]:
    """A WebSocket after its handshake, and the texts that its taker is given."""

    async def application(scope, receive, send):
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()

    config = Config(application, lifespan="off", ws_ping_interval=None, log_config=None)
    config.load()
    socket = PromptWebSocket(config, ServerState(), {})
    socket.connection_made(Wire())  # type: ignore[arg-type]  # all that is used of a transport
    socket.data_received(
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    async with asyncio.timeout(10):
        await socket.queue.get()  # that it is connected
        while not socket.handshake_complete:  # noqa: ASYNC110 - a few turns of the loop
            await asyncio.sleep(0)
    taken: list[str] = []

    def taker(text: str) -> bool:
        taken.append(text)
        return True

    socket.take_texts(taker)
    return socket, taken


@run
async def test_a_short_text_overtakes_nothing():
    socket, taken = await opened()
    socket.data_received(sent(b"a"))
    socket.data_received(sent(b"b" * 200))
    socket.data_received(sent(b"c"))
    assert taken == ["a"]
    assert [(await socket.queue.get())["text"] for _ in range(2)] == ["b" * 200, "c"]
    socket.data_received(sent(b"d"))
    assert taken == ["a", "d"]


@run
async def test_what_looks_like_a_frame_within_another_is_none():
    socket, taken = await opened()
    inner = sent(b"no text")
    head = b"\x81" + bytes([0x80 + len(inner)]) + bytes(4)
    socket.data_received(head)
    socket.data_received(inner)
    assert taken == []


@run
async def test_no_text_begins_within_a_message():
    socket, taken = await opened()
    socket.data_received(sent(b"one ", fin=False))
    socket.data_received(sent(b"two"))
    assert taken == []
    assert socket.conn.close_sent is not None
    assert socket.conn.close_sent.code == 1002


@run
async def test_no_text_is_taken_after_goodbye():
    socket, taken = await opened()
    await socket.send({"type": "websocket.close", "code": 4003})
    socket.data_received(sent(b"too late"))
    assert taken == []


@run
async def test_none_overtakes_a_message_that_waits_for_its_time():
    now = 0.0
    limits = Limits(messages=(1, 20))
    sockets = Sockets(None, Guard(limits, lambda: now), Metrics(), lambda: now)  # type: ignore[arg-type]
    inbox = Inbox(asyncio.get_running_loop())
    takers: list[Taker] = []
    posted: list[object] = []
    room = SimpleNamespace(post=posted.append)
    connection = Connection(None, 10, Metrics())  # type: ignore[arg-type]
    listening = asyncio.create_task(
        sockets._listen(connection, room, inbox.get, "", {"take": takers.append})  # type: ignore[arg-type]
    )
    await asyncio.sleep(0)
    ping = '{"t":"ping"}'
    assert takers[0](ping)
    assert not takers[0](ping), "two at once"
    inbox.put_nowait({"type": "websocket.receive", "text": ping})
    await asyncio.sleep(0.01)
    now += 10
    assert not takers[0](ping), "overtakes the one that waits"
    await asyncio.sleep(0.1)
    now += 10
    assert len(posted) == 2
    assert takers[0](ping)
    assert not takers[0]('{"t":"join","id":"1","v":0,"name":"A"}'), "seats are limited elsewhere"
    assert not takers[0]("nonsense")
    listening.cancel()


@run
async def test_an_inbox_keeps_the_order_and_wakes_its_reader():
    inbox = Inbox(asyncio.get_running_loop())
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    assert inbox.empty()
    inbox.put_nowait("one")
    inbox.put_nowait("two")
    assert await reader == "one"
    assert len(inbox) == 1
    assert await inbox.get() == "two"
    cancelled = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    inbox.put_nowait("three")
    assert await inbox.get() == "three"


class Line:
    """A transport that can be stuffed up: what went through, at once or by waiting."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.free.set()
        self.sent: list[str | int] = []

    def send_texts(self, texts) -> bool:
        if self.free.is_set():
            self.sent += [text.decode() for text in texts]
        return self.free.is_set()

    async def send(self, message) -> None:
        await self.free.wait()
        self.sent.append(message.get("text", message.get("code")))


@run
async def test_frames_keep_their_order_whether_they_wait_or_not():
    line, metrics = Line(), Metrics()
    connection = Connection(line.send, 10, metrics, line.send_texts)
    connection.send(b"a", b"b")
    assert line.sent == ["a", "b"], "not at once"
    line.free.clear()
    connection.send(b"c")
    line.free.set()
    connection.send(b"d")  # the line is free again, but c still waits
    await connection.flushed()
    connection.send(b"e")
    connection.close(4003, "other_tab")
    connection.send(b"after the end")
    await connection.flushed()
    assert line.sent == ["a", "b", "c", "d", "e", p.encode(p.Bye("other_tab")).decode(), 4003]
    assert metrics.counters["frames"] == 5


@run
async def test_who_does_not_read_is_let_go():
    line, metrics = Line(), Metrics()
    connection = Connection(line.send, 3, metrics, line.send_texts)
    line.free.clear()
    for _ in range(6):
        connection.send(b"text")
    assert connection.closing
    assert metrics.counters["slow_readers"] == 1


def table(rules: str) -> Table:
    """A table where a deal has just begun."""
    found = Table("t")
    found.apply(log.Opened(at=0, rules=rules, seats=4))
    for seat in range(4):
        found.apply(log.Joined(at=0, seat=seat, name=f"P{seat}", key=f"key{seat}"))
    found.apply(log.Committed(at=0, secret="00" * 32, dealer=0, trumps="cdhs" if rules == "zalupa" else None))
    return found


@pytest.mark.parametrize("rules", ["pagat", "poytapaska", "black", "zalupa"])
def test_an_update_is_everybodys_view_whole(rules):
    there = table(rules)
    happened = there.apply(log.Dealt(at=0, nonces=[""] * 4))
    while there.to_act is not None:
        texts = there.updates(happened, None, (None, 0, 1, 2, 3))
        for seat in (None, 0, 1, 2, 3):
            told = json.loads(texts[seat])
            assert told["view"] == there.deal.view(seat)
            assert told.get("events", []) == housu.project(happened.events, seat)
        action = str(there.deal.actions()[there.v % len(there.deal.actions())])
        happened = there.apply(log.Acted(at=0, seat=there.to_act, action=action))


def test_an_update_before_the_cards_are_dealt_has_no_view():
    there = table("pagat")
    assert "view" not in json.loads(there.updates(there.ring[-1], None, [0])[0])
