"""The application: one ASGI callable for HTTP and WebSockets, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from housu.server.api import Api, problem
from housu.server.bot_pool import BotPool
from housu.server.files import Files
from housu.server.limits import Guard, Limits, client_address
from housu.server.metrics import Metrics
from housu.server.rooms_house import House, Keeping
from housu.server.rooms_ports import Thinker
from housu.server.rooms_time import Pace
from housu.server.security import COOKIE, HEADERS, host_fits, origin_fits
from housu.server.sockets import Receive, Scope, Send, Sockets
from housu.server.store import Store

logger = logging.getLogger("housu.app")

SWEEP_SECONDS = 60.0
BEAT_SECONDS = 0.5
MOST_REMAINS = 5_000
"""Closed connections are cycles that only a whole collection frees; so many, of some 30 KiB, may wait for it."""


@dataclass(frozen=True)
class Settings:
    """How a server behaves. `hosts` are the names it may be asked by; none: any. `bots` are those offered; none: all."""

    base: str = "/"
    bot: str = "keeper"
    bots: tuple[str, ...] = ()
    bot_workers: int = 1
    bot_seconds: float = 4.0
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    pace: Pace = field(default_factory=Pace)
    keeping: Keeping = field(default_factory=Keeping)
    limits: Limits = field(default_factory=Limits)
    freeze: bool = True


class Application:
    """The ASGI application. `open_store` is called in the event loop, when it starts."""

    def __init__(
        self,
        open_store: Callable[[], Store],
        settings: Settings | None = None,
        thinker: Thinker | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings or Settings()
        self.clock = clock
        self.metrics = Metrics()
        self.guard = Guard(self.settings.limits, clock)
        self.files = Files()
        self.house: House
        self.sockets: Sockets
        self._open_store = open_store
        self._thinker = thinker
        self._tidied = 0, 0
        self._starlette = Starlette(lifespan=self._lifespan, exception_handlers={HTTPException: refused})

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        settings = self.settings
        store = self._open_store()
        pool = None
        thinker = self._thinker
        if thinker is None:
            pool = thinker = BotPool(
                self.metrics, settings.bot, settings.bot_workers, settings.bot_seconds, settings.bots
            )
            await pool.warm()
        self.house = House(store, thinker, self.metrics, settings.pace, settings.keeping, self.clock)
        await self.house.start()
        self.sockets = Sockets(self.house, self.guard, self.metrics, self.clock)
        api = Api(self.house, self.files, self.guard, self.metrics, settings.base)
        app.router.routes[:] = api.routes()
        if settings.freeze:
            # What is there now stays: the collector need not look at it again and again, and the
            # slowest of a hundred answers no longer waits a third of a second for that.
            # What is new is looked through in small lots, once; all that has survived by `_tidy`, when that disturbs nobody.
            gc.collect()
            gc.freeze()
            gc.set_threshold(3_000, 1_000_000, 1_000_000)
        self.metrics.watch_gc()
        tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self._beat())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.house.stop()
            if pool is not None:
                await pool.aclose()
            await store.aclose()
            self.metrics.unwatch_gc()
            if settings.freeze:
                gc.unfreeze()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.house.sweep()
                self._tidy()
            except Exception as error:  # noqa: BLE001 - logged; tidying up must go on
                logger.error("sweep: %s", type(error).__name__)  # noqa: TRY400 - words could name cards

    def _tidy(self) -> None:
        """A whole collection, when nothing happens, or so many connections have left their remains that it must be."""
        seen, closed = (
            self.metrics.counters["entries"],
            self.metrics.counters["sockets_opened"] - self.guard.open,
        )
        quiet = seen == self._tidied[0]
        if (quiet and closed > self._tidied[1]) or closed > self._tidied[1] + MOST_REMAINS:
            gc.collect()
            self._tidied = seen, closed
        else:
            self._tidied = seen, self._tidied[1]

    async def _beat(self) -> None:
        """Notices when the loop was busy with one thing for long."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(BEAT_SECONDS)
            late = time.perf_counter() - before - BEAT_SECONDS
            self.metrics.longest_stall = max(self.metrics.longest_stall, late)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._starlette(scope, receive, send)
            return
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            headers[name] = (
                headers[name] + b", " + value if name in headers and name == b"x-forwarded-for" else value
            )
        settings = self.settings
        peer = scope["client"][0] if scope.get("client") else ""
        forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
        address = client_address(peer, forwarded, settings.trusted_proxies)
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers[b"origin"].decode("latin-1") if b"origin" in headers else None
        welcome = host_fits(host, settings.hosts)
        ours = origin_fits(origin, host, settings.origins)
        path = self._below(scope["path"])
        if scope["type"] == "websocket":
            if path != "/ws" or not welcome or not ours:
                self.metrics.count("sockets_refused")
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.sockets.serve(scope, receive, send, address, cookie_token(headers.get(b"cookie", b"")))
            return
        secure = (
            bool(settings.trusted_proxies)
            and address != peer
            and headers.get(b"x-forwarded-proto") == b"https"
        )
        scope["housu.address"] = address
        scope["housu.secure"] = secure or scope.get("scheme") == "https"
        answer = with_headers(send)
        if path is None:
            await problem("ui.page.not_found", 404)(scope, receive, answer)
        elif not welcome or (scope["method"] not in ("GET", "HEAD") and not ours):
            await problem("ui.page.not_found", 403)(scope, receive, answer)
        elif not self.guard.requests.take(address):
            self.metrics.count("too_fast")
            await problem("ui.room.too_fast", 429)(scope, receive, answer)
        else:
            await self._starlette({**scope, "path": path, "root_path": ""}, receive, answer)

    def _below(self, path: str) -> str | None:
        """The path below the server's own; a proxy may have taken that off already."""
        base = self.settings.base
        if base == "/":
            return path
        if path.startswith(base):
            return path[len(base) - 1 :]
        if path == base[:-1]:
            return "/"
        return (
            path
            if path.startswith(("/api/", "/static/", "/t/")) or path in ("/", "/ws", "/healthz", "/metrics")
            else None
        )


def with_headers(send: Send) -> Send:
    """Adds the headers that every answer has."""

    async def sending(message: Scope) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return sending


def cookie_token(header: bytes) -> str:
    """The player's token in a Cookie header, or ""."""
    try:
        morsel = SimpleCookie(header.decode("latin-1")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel is not None else ""


async def refused(_request: Request, error: Exception) -> Response:
    """What there is no page for, or not by this method."""
    assert isinstance(error, HTTPException)
    answer = problem("ui.page.not_found", error.status_code)
    answer.headers.update(error.headers or {})
    return answer
