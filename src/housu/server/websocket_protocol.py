"""uvicorn's WebSockets, which take several frames in one call: of what a server of cards does, writing is the most."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

EXTENSION = "housu.texts"
"""the name of `send_texts` among the extensions of an ASGI scope"""


class Inbox:
    """What uvicorn uses of an `asyncio.Queue`, for one reader, in a quarter of its 3 KiB and of its time."""

    __slots__ = ("_events", "_loop", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._events: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """Adds an event."""
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The next event, when there is one."""
        while not self._events:
            self._reader = self._loop.create_future()
            await self._reader
        return self._events.popleft()

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._events

    def __len__(self) -> int:
        return len(self._events)


class PromptWebSocket(WebSocketsSansIOProtocol):
    """Offers `send_texts` beside ASGI's `send`: no task, no waiting, and one system call for all that goes to a client."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue: Any = Inbox(self.loop)

    def handle_text(self, event: Frame) -> None:
        """A message. uvicorn stops reading until it is taken, and begins again: here only where others wait already."""
        if len(self.queue) or not event.fin or self.close_sent:
            super().handle_text(event)
            return
        try:
            text = bytes(event.data).decode()
        except UnicodeDecodeError:
            super().handle_text(event)
        else:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})

    async def run_asgi(self) -> None:
        """The application, told of the extension."""
        extensions: dict[str, object] = self.scope["extensions"]  # type: ignore[assignment]
        extensions[EXTENSION] = {"send": self.send_texts}
        await super().run_asgi()

    def send_texts(self, texts: Sequence[str]) -> bool:
        """Sends text frames. False, and nothing is sent, where `send` would wait or fail now."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        self.transport.write(b"".join([text_frame(text.encode()) for text in texts]))
        return True


def text_frame(payload: bytes) -> bytes:
    """A whole text message in one frame, unmasked as a server's are (RFC 6455, 5.2)."""
    size = len(payload)
    if size < 126:
        head = bytes((0x81, size))
    elif size < 1 << 16:
        head = b"\x81\x7e" + size.to_bytes(2, "big")
    else:
        head = b"\x81\x7f" + size.to_bytes(8, "big")
    return head + payload
