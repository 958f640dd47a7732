"""Frames on their way out: what `send_texts` writes, and how what all viewers share gets into everybody's own text."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.frames import Frame, Opcode

import housu
from housu.server import protocol as p
from housu.server import rooms_log as log
from housu.server.metrics import Metrics
from housu.server.rooms import Table
from housu.server.sockets import Connection
from housu.server.websocket_protocol import Inbox, text_frame
from tests.server.harness import run


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_what_the_library_would_send(size):
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


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
            self.sent += texts
        return self.free.is_set()

    async def send(self, message) -> None:
        await self.free.wait()
        self.sent.append(message.get("text", message.get("code")))


@run
async def test_frames_keep_their_order_whether_they_wait_or_not():
    line, metrics = Line(), Metrics()
    connection = Connection(line.send, 10, metrics, line.send_texts)
    connection.send("a", "b")
    assert line.sent == ["a", "b"], "not at once"
    line.free.clear()
    connection.send("c")
    line.free.set()
    connection.send("d")  # the line is free again, but c still waits
    await connection.flushed()
    connection.send("e")
    connection.close(4003, "other_tab")
    connection.send("after the end")
    await connection.flushed()
    assert line.sent == ["a", "b", "c", "d", "e", p.encode(p.Bye("other_tab")), 4003]
    assert metrics.counters["frames"] == 5


@run
async def test_who_does_not_read_is_let_go():
    line, metrics = Line(), Metrics()
    connection = Connection(line.send, 3, metrics, line.send_texts)
    line.free.clear()
    for text in "abcdef":
        connection.send(text)
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
        text = there.updates(happened, None)
        for seat in (None, 0, 1, 2, 3):
            told = json.loads(text(seat))
            assert told["view"] == there.deal.view(seat)
            assert told.get("events", []) == housu.project(happened.events, seat)
        action = str(there.deal.actions()[there.v % len(there.deal.actions())])
        happened = there.apply(log.Acted(at=0, seat=there.to_act, action=action))


def test_an_update_before_the_cards_are_dealt_has_no_view():
    there = table("pagat")
    assert "view" not in json.loads(there.updates(there.ring[-1], None)(0))
