"""Connections before they have said what they want: bounded in number, time and bytes."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
HEAD_BYTES = 32 * 1024


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's protocol, which ends connections that take too long, or too many bytes, to say what they want.

    A head that never ends would otherwise be kept in memory, and one that never comes keeps a connection for ever.
    `peers` counts the connections of each address that are not WebSockets; `most` is how many it may have.
    """

    peers: ClassVar[Counter[str]] = Counter()
    most = 300

    _timer: asyncio.TimerHandle | None = None
    _unread = 0
    _peer = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection comes."""
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else ""
        self.peers[self._peer] += 1
        if self.peers[self._peer] > self.most:
            transport.abort()
            return
        self._timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request."""
        self._unread += len(data)
        if self._unread > HEAD_BYTES and self._timer is not None:
            self.transport.abort()
            return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._unread = 0
        if self._timer is None:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def on_headers_complete(self) -> None:
        """The head of a request is there."""
        self._stop()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a WebSocket, which is counted elsewhere."""
        self._stop()
        self._uncount()
        super().handle_websocket_upgrade()
        self._part()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._stop()
        self._uncount()
        super().connection_lost(exc)
        self._part()

    def _part(self) -> None:
        """Lets go of the parser, which holds this object: else only a whole collection would free the two."""
        self.parser: Any = None

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _uncount(self) -> None:
        peer, self._peer = self._peer, ""
        if peer:
            self.peers[peer] -= 1
            if self.peers[peer] <= 0:
                del self.peers[peer]

    def _too_slow(self) -> None:
        self._timer = None
        self.transport.abort()


def bounded(most: int) -> type[Any]:
    """A protocol class with counters of its own, for one server."""
    return type("BoundedHttp", (BoundedHttp,), {"peers": Counter(), "most": most})
