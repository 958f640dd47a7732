"""A WebSocket client that costs little: the driver of 4,000 connections must not be what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast


class Socket(asyncio.Protocol):
    """One connection; `on_text` gets each whole text frame."""

    def __init__(self, host: str, path: str, on_text: Callable[[Socket, bytes], None]) -> None:
        self.host, self.path, self.on_text = host, path, on_text
        self.transport: asyncio.Transport
        self.buffer = b""
        self.open = False
        self.lost = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data if self.buffer else data
        if not self.open:
            head, found, rest = buffer.partition(b"\r\n\r\n")
            if not found:
                self.buffer = buffer
                return
            assert head.startswith(b"HTTP/1.1 101"), head[:200]
            self.open = True
            self.opened.set_result(None)
            buffer = rest
        at, n = 0, len(buffer)
        while n - at >= 2:
            length, body = buffer[at + 1], at + 2
            if length == 126:
                if n - at < 4:
                    break
                length, body = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if n - at < 10:
                    break
                length, body = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if n < body + length:
                break
            opcode = buffer[at] & 15
            if opcode == 1:
                self.on_text(self, buffer[body : body + length])
            elif opcode == 9:
                self._frame(10, buffer[body : body + length])
            at = body + length
        self.buffer = buffer[at:]

    def send(self, data: bytes) -> None:
        self._frame(1, data)

    def _frame(self, opcode: int, data: bytes) -> None:
        n = len(data)
        length = bytes((128 | n,)) if n < 126 else b"\xfe" + n.to_bytes(2, "big")
        self.transport.write(bytes((128 | opcode,)) + length + b"\0\0\0\0" + data)


async def connect(host: str, port: int, path: str, on_text: Callable[[Socket, bytes], None]) -> Socket:
    """A connection whose handshake is done."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(f"{host}:{port}", path, on_text), host, port)
    await socket.opened
    return socket
