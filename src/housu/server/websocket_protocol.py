"""uvicorn's WebSockets with a short way for short texts: of what a server of cards does, frames are the most."""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN
from websockets.streams import StreamReader
from websockets.utils import apply_mask

EXTENSION = "housu.texts"
"""the name of `send_texts`, `take_texts` and `is_lost` among the extensions of an ASGI scope"""

_ESTABLISHED = 1  # of Linux, the first byte of what it tells of a TCP connection

Taker = Callable[[str], bool]
"""takes a text at once; or says that it can't, and the text waits for ASGI's `receive`"""


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
    """Offers three things beside ASGI's `send` and `receive`, without tasks and waiting.

    `send_texts` makes one system call of all that goes to a client; `take_texts` hands over what comes from it;
    `is_lost` says whether it is still there.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue: Any = Inbox(self.loop)
        self._taker: Taker | None = None

    def take_texts(self, taker: Taker) -> None:
        """Offers each short text to `taker` as soon as it is there, unless others wait for `receive`."""
        self._taker = taker

    def is_lost(self) -> bool:
        """Whether the other end has gone, which is not noticed while nothing is read; where the system can tell."""
        if self.disconnected:
            return True
        try:
            connected = self.transport.get_extra_info("socket")
            return bool(connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != _ESTABLISHED)
        except (AttributeError, OSError):
            return False

    def data_received(self, data: bytes) -> None:
        """A short text in one piece goes to the taker; all else, and whatever is not sure, to the library."""
        if self._taker is not None and not len(self.queue) and self._between_messages:
            text = short_text(data)
            if text is not None and self._taker(text):
                return
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end. The taker goes, which knows the connection, which knows this: a circle only the collector would find."""
        self._taker = None
        super().connection_lost(exc)

    @property
    def _between_messages(self) -> bool:
        if self.conn.state is not OPEN or self.conn.current_size is not None:
            return False
        reading: Any = self.conn.parser
        while reading.gi_yieldfrom is not None:
            reading = reading.gi_yieldfrom
        # Only between two frames does the library look whether more will come.
        return bool(reading.gi_code is StreamReader.at_eof.__code__)

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
        extensions[EXTENSION] = {"send": self.send_texts, "take": self.take_texts, "lost": self.is_lost}
        await super().run_asgi()

    def send_texts(self, texts: Sequence[bytes]) -> bool:
        """Sends text frames, of UTF-8. False, and nothing is sent, where `send` would wait or fail now."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        self.transport.write(b"".join([text_frame(text) for text in texts]))
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


def short_text(data: bytes) -> str | None:
    """The text of a frame that a client sent whole and alone, of at most 125 bytes; None where the data is anything else."""
    size = len(data) - 6  # two bytes say what it is and how long, up to 125 of it; four mask it
    if not 0 <= size <= 125 or data[0] != 0x81 or data[1] != 0x80 + size:
        return None
    try:
        return str(apply_mask(data[6:], data[2:6]), "utf-8")
    except UnicodeDecodeError:
        return None
