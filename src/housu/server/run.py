"""Runs the application under uvicorn, set up as `docs/architecture.md` says, until it is told to stop."""

from __future__ import annotations

import importlib.util
import signal
import socket
from dataclasses import dataclass, field, replace
from types import FrameType

import uvicorn

from housu.server import logs
from housu.server.app import Application, Settings
from housu.server.http_protocol import bounded
from housu.server.limits import Limits
from housu.server.protocol import MESSAGE_BYTES
from housu.server.rooms_house import Keeping
from housu.server.rooms_time import Pace
from housu.server.security import LOCAL
from housu.server.store import Store
from housu.server.websocket_protocol import PromptWebSocket

PING_SECONDS = 20.0


@dataclass(frozen=True)
class Options:
    """What `main.serve` has found out."""

    listening: socket.socket
    store: Store
    bot: str = "keeper"
    bots: tuple[str, ...] = ()
    bot_workers: int = 1
    base: str = "/"
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    pace: Pace = field(default_factory=Pace)
    keeping: Keeping = field(default_factory=Keeping)
    sockets: int | None = None
    loopback: bool = True
    log_level: str = "info"
    limits: Limits = field(default_factory=Limits)


class _Server(uvicorn.Server):
    """uvicorn's server, which ends in good order and not by the signal that asked for it."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        del frame
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True


def run(options: Options) -> int:
    """Serves until SIGTERM or SIGINT; the exit code."""
    logs.set_up(options.log_level)
    limits = options.limits
    if options.sockets is not None:
        limits = replace(limits, all_sockets=options.sockets)
    # On a loopback address any other name is a page somewhere that points its own name here.
    hosts = (*options.hosts, *LOCAL) if options.hosts or (options.loopback and not options.proxies) else ()
    settings = Settings(
        base=options.base,
        bot=options.bot,
        bots=options.bots,
        bot_workers=options.bot_workers,
        hosts=tuple(name.lower() for name in hosts),
        origins=options.origins,
        trusted_proxies=options.proxies,
        pace=options.pace,
        keeping=options.keeping,
        limits=limits,
    )
    most = limits.all_sockets if options.proxies else max(300, 3 * limits.sockets)
    config = uvicorn.Config(
        Application(lambda: options.store, settings),
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        http=bounded(most),
        ws=PromptWebSocket,
        ws_max_size=MESSAGE_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
        backlog=2048,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )
    server = _Server(config)
    server.run(sockets=[options.listening])
    return 0 if server.started else 1
