"""WebSockets: one for each table on a screen. Decodes, limits, and hands on to the table; never waits for a slow reader.

Plain ASGI: what a framework would keep for each of thousands of connections costs more than it saves here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any

import msgspec

from housu.server import protocol as p
from housu.server.limits import Guard, Rate
from housu.server.metrics import Metrics
from housu.server.rooms_actor import Room
from housu.server.rooms_commands import Refuse
from housu.server.rooms_house import House, key_for
from housu.server.security import is_token
from housu.server.store import StorageError
from housu.server.websocket_protocol import EXTENSION

logger = logging.getLogger("housu.sockets")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HELLO_SECONDS = 10.0
ILL_FORMED = (msgspec.MsgspecError, UnicodeError, RecursionError)
SEATING = (p.Join, p.Claim)
"""messages that ask for a seat, of which an address may send fewer"""


class Connection:
    """One WebSocket: the outbox to its client, and which seat it has (`rooms_ports.Viewer`)."""

    __slots__ = (
        "_closing",
        "_code",
        "_loop",
        "_metrics",
        "_outbox",
        "_send_texts",
        "_size",
        "_transport",
        "_write",
        "_writer",
        "key",
        "seat",
    )

    def __init__(
        self,
        send: Send,
        size: int,
        metrics: Metrics,
        send_texts: Callable[[Sequence[bytes]], bool] | None = None,
    ) -> None:
        """`send_texts`, where the server has it, sends frames at once or says that it can't."""
        self.key = ""
        self.seat: int | None = None
        self._write = send
        self._size = size
        self._metrics = metrics
        self._outbox: list[bytes] = []
        self._code: int | None = None
        self._loop = asyncio.get_running_loop()  # which asks the system for the process each time
        self._send_texts = send_texts
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        # Of uvicorn's protocol; elsewhere a stuck connection ends when its pings are not answered.
        self._transport: Any = getattr(getattr(send, "__self__", None), "transport", None)

    def send(self, *texts: bytes) -> None:
        """Sends frames at once, or puts them into the outbox.

        When that is full the client is dropped: it will be back, and get everything.
        """
        if self._closing:
            return
        if len(self._outbox) >= self._size:
            self._metrics.count("slow_readers")
            self._outbox.clear()
            self.close(4005, "slow")
            if self._transport is not None:
                self._transport.abort()
            return
        self._metrics.count("frames", len(texts))
        if self._writer is not None or self._send_texts is None or not self._send_texts(texts):
            self._put(texts)

    def close(self, code: int, why: str) -> None:
        """Says goodbye after what is in the outbox, and takes nothing more."""
        if self._closing:
            return
        self._closing = True
        self._code = code
        self._put((p.encode(p.Bye(why)),))

    @property
    def closing(self) -> bool:
        """Whether goodbye was said."""
        return self._closing

    def _put(self, texts: Sequence[bytes]) -> None:
        self._outbox += texts
        if self._writer is None:
            self._writer = self._loop.create_task(self._drain())

    async def _drain(self) -> None:
        """Sends what is in the outbox; a task only while there is something in it."""
        try:
            while self._outbox:
                await self._write({"type": "websocket.send", "text": self._outbox.pop(0).decode()})
            if self._code is not None:
                code, self._code = self._code, None
                await self._write({"type": "websocket.close", "code": code})
        except Exception:  # noqa: BLE001 - whatever a server raises for a connection that is gone
            self._closing = True
            self._outbox.clear()
        finally:
            self._writer = None

    async def flushed(self) -> None:
        """Waits until the outbox is empty, for a second at most."""
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=1.0)


class Sockets:
    """The WebSocket endpoint."""

    def __init__(self, house: House, guard: Guard, metrics: Metrics, clock: Callable[[], float]) -> None:
        self.house = house
        self.guard = guard
        self.metrics = metrics
        self.clock = clock

    async def serve(self, scope: Scope, receive: Receive, send: Send, address: str, cookie: str) -> None:
        """Serves one WebSocket to its end. `address` is whose it is, `cookie` the token that came with it, or ""."""
        prompt = scope.get("extensions", {}).get(EXTENSION, {})
        await receive()  # websocket.connect
        if not self.guard.enter(address):
            self.metrics.count("sockets_refused")
            # Refused before it is accepted, a connection would only see HTTP's 403, and not why.
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": p.encode(p.Bye("full")).decode()})
            await send({"type": "websocket.close", "code": 4006})
            return
        self.metrics.count("sockets_opened")
        connection = Connection(send, self.guard.limits.outbox, self.metrics, prompt.get("send"))
        room: Room | None = None
        try:
            await send({"type": "websocket.accept"})
            room = await self._greet(connection, receive, cookie)
            if room is not None:
                await self._listen(connection, room, receive, address, prompt)
        finally:
            self.guard.leave(address)
            if room is not None:
                viewer = connection
                post, detach = room.post, room.detach
                post(lambda: detach(viewer))
            await connection.flushed()

    async def _greet(self, connection: Connection, receive: Receive, cookie: str) -> Room | None:
        """Waits for `hello` and takes the connection to its table; None where it has none."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                event = await receive()
        except TimeoutError:
            connection.close(4000, "malformed")
            return None
        if event["type"] == "websocket.disconnect":
            return None
        message = self._decoded(connection, event)
        if message is None:
            return None
        if not isinstance(message, p.Hello):
            self._malformed(connection)
            return None
        if message.protocol != p.PROTOCOL:
            connection.close(4001, "reload")
            return None
        try:
            room = await self.house.find(message.table)
        except StorageError:
            connection.close(4007, "storage")
            return None
        if room is None:
            connection.close(4002, "not_found")
            return None
        token = message.token or cookie
        # Without a token a key of its own, which owns nothing and cannot be guessed.
        connection.key = key_for(token, message.table) if is_token(token) else ""
        room.post(lambda: room.attach(connection, message.seen))
        return room

    async def _listen(
        self, connection: Connection, room: Room, receive: Receive, address: str, prompt: Mapping[str, Any]
    ) -> None:
        limits = self.guard.limits
        rate = Rate(limits.messages[0], self.clock())
        late = False  # a message waits here for its time; none may overtake it

        def taken(text: str) -> bool:
            """Hands on what is simple: in time, right, and about the deal."""
            try:
                message = p.decode(text)
            except ILL_FORMED:
                return False
            now = self.clock()
            if late or connection.closing or isinstance(message, SEATING):
                return False
            if not rate.at_once(limits.messages, now):
                return False
            self.metrics.count("messages")
            self._hand_on(connection, room, message, now)
            return True

        if "take" in prompt:
            prompt["take"](taken)
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect" or connection.closing:
                return
            self.metrics.count("messages")
            now = self.clock()
            wait = rate.wait(limits.messages, now)
            if wait:
                # Nothing more is read meanwhile: a flood waits in the sender's own buffers.
                self.metrics.count("too_fast")
                late = True
                await asyncio.sleep(wait)
                late = False
                if "lost" in prompt and prompt["lost"]():
                    return  # what a flood has left is nobody's any more
            message = self._decoded(connection, event)
            if message is None:
                return
            if isinstance(message, SEATING) and not self._may_sit(connection, message, address, room):
                continue
            self._hand_on(connection, room, message, now)

    def _hand_on(self, connection: Connection, room: Room, message: p.ClientMessage, asked: float) -> None:
        async def job() -> None:
            await room.receive(connection, message)
            if isinstance(message, p.Act):
                self.metrics.took(self.clock() - asked)

        room.post(job)

    def _may_sit(self, connection: Connection, message: p.Join | p.Claim, address: str, room: Room) -> bool:
        """Seats are limited by address; and without a token nobody can own one."""
        if not connection.key:
            refusal = Refuse("ui.room.not_yours")
        elif self.guard.seats.take(address):
            return True
        else:
            self.metrics.count("too_fast")
            refusal = Refuse("ui.room.too_fast")
        connection.send(p.encode(p.Refused(message.id, refusal.key, room.table.v)))
        return False

    def _decoded(self, connection: Connection, event: MutableMapping[str, Any]) -> p.ClientMessage | None:
        text = event.get("text")
        try:
            if text is not None and len(text) <= p.MESSAGE_BYTES:
                return p.decode(text)
        except ILL_FORMED:
            pass
        self._malformed(connection)
        return None

    def _malformed(self, connection: Connection) -> None:
        self.metrics.count("malformed")
        connection.close(4000, "malformed")
