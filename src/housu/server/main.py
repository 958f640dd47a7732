"""What the command line calls: `serve` and `backup`."""

from __future__ import annotations

import ipaddress
import math
import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from housu import text
from housu.errors import HousuError, shown
from housu.server.rooms_house import DAY, Keeping
from housu.server.rooms_time import Pace
from housu.server.store import MemoryStore, StorageError, Store

USUAL_PORT = 8000
PORTS_TRIED = 20
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
DATABASE = "sqlite:///housu.sqlite3"


class ServeError(HousuError):
    """The server cannot start, or a database cannot be copied; it says why, for a person."""


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    bot: str | Sequence[str] | None = None,
    path: str | None = None,
    origins: Sequence[str] | None = None,
    hosts: Sequence[str] | None = None,
    trusted_proxies: Sequence[str] | None = None,
    keep_days: float | None = None,
    keep_records: bool | None = None,
    grace: float | None = None,
    bot_pause: float | None = None,
    bot_workers: int | None = None,
    max_sockets: int | None = None,
    log_level: str | None = None,
    lang: str = "en",
    say: Callable[[str], None] = print,
    environ: Mapping[str, str] | None = None,
) -> int:
    """Serves tables until it is stopped (SIGTERM or Ctrl-C), and returns an exit code.

    What is None is taken from the environment (`HOUSU_HOST`, `HOUSU_PORT`, … as the parameters are called; lists with
    commas), else it is as usual: loopback, the first free port from 8000 on, a file in the working folder. Of bots the
    first is the usual one, and no others are offered; without any, all are. `say` gets the line for people that says where it
    is, in the language `lang`. Raises HousuError where it cannot start, before that line.
    """
    given = environ if environ is not None else os.environ
    from_environment = _Environment(given)
    host = host or from_environment.text("HOST", "127.0.0.1")
    port = from_environment.number("PORT", port, 0, 65_535)
    wanted_bots = _list([bot] if isinstance(bot, str) else bot, from_environment.text("BOT", ""))
    base = _base(path or from_environment.text("PATH", "/"))
    wanted_origins = _list(origins, from_environment.text("ORIGINS", ""))
    wanted_hosts = _list(hosts, from_environment.text("HOSTS", ""))
    proxies = _list(trusted_proxies, from_environment.text("TRUSTED_PROXIES", ""))
    for origin in wanted_origins:
        if not _is_origin(origin):
            raise ServeError("cli.serve.origin", origin=shown(origin))
    for name in wanted_hosts:
        if "/" in name or (":" in name and not (name.startswith("[") and name.endswith("]"))):
            raise ServeError("cli.serve.host_name", name=shown(name))
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy, strict=False)
        except ValueError:
            raise ServeError("cli.serve.proxy", proxy=shown(proxy)) from None
    days = from_environment.fraction("KEEP_DAYS", keep_days, 7, high=36_500)
    keep = (
        keep_records
        if keep_records is not None
        else from_environment.word("KEEP_RECORDS", "yes", ("yes", "no")) == "yes"
    )
    pace = Pace(
        bot=from_environment.fraction("BOT_PAUSE", bot_pause, Pace.bot, high=60),
        grace=from_environment.fraction("GRACE", grace, Pace.grace, high=86_400),
    )
    sockets = from_environment.number("MAX_SOCKETS", max_sockets, 1, 1_000_000)
    workers = from_environment.number("BOT_WORKERS", bot_workers, 1, 256) or 1
    level = from_environment.word("LOG_LEVEL", "info", LOG_LEVELS, log_level)
    try:
        from housu.server.run import Options, run
    except ImportError as error:
        raise ServeError("cli.error.part", name=error.name or "", extra="server") from error
    from housu.server.bot_pool import offered

    usual, bots = offered(wanted_bots)
    listening = _listen(host, port)
    try:
        store = open_store(database or from_environment.text("DATABASE", DATABASE))
    except StorageError as error:
        listening.close()
        raise ServeError("cli.serve.storage", reason=error.why) from error
    place = f"[{host}]" if ":" in host else host
    address = f"http://{place}:{listening.getsockname()[1]}{base}"
    say(text.say("cli.serve.at", lang, address=address))
    sys.stdout.flush()
    return run(
        Options(
            listening=listening,
            store=store,
            bot=usual,
            bots=bots,
            bot_workers=workers,
            base=base,
            hosts=wanted_hosts,
            origins=tuple(origin.rstrip("/").lower() for origin in wanted_origins),
            proxies=proxies,
            pace=pace,
            keeping=Keeping(finished=days * DAY, records=keep),
            sockets=sockets,
            loopback=_is_loopback(host),
            log_level=level,
        )
    )


def backup(database: str, target: str | Path) -> None:
    """Copies a database to a new file, also while a server uses it. Raises ServeError."""
    from housu.server.store_sqlite import backup as copy

    try:
        copy(_file(database), target)
    except StorageError as error:
        if isinstance(error.why, HousuError):
            raise ServeError(error.why.key, **error.why.data) from error
        raise ServeError("cli.serve.storage", reason=error.why) from error


def open_store(database: str) -> Store:
    """The store that a database's address names: `sqlite:///file`, or `memory:` to keep nothing. Raises StorageError."""
    if database == "memory:":
        return MemoryStore()
    from housu.server.store_sqlite import SqliteStore

    return SqliteStore(_file(database))


def _file(database: str) -> Path:
    if "://" not in database:
        return Path(database)
    scheme, _, rest = database.partition("://")
    if scheme != "sqlite" or not rest.startswith("/") or len(rest) < 2:
        raise StorageError(HousuError("cli.serve.database", database=shown(database)))
    return Path(rest[1:])


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a wanted port, at the first free one from the usual one on. Raises ServeError."""
    tried = [port] if port is not None else range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    fault = OSError()
    for number in tried:
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, number))
        except (OSError, OverflowError, UnicodeError) as error:
            made.close()
            fault = OSError(str(error))
            continue
        return made
    wanted = port if port is not None else USUAL_PORT
    raise ServeError("cli.serve.listen", host=shown(host), port=str(wanted), reason=str(fault))


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https")
        and text.rstrip("/").lower() == f"{parts.scheme}://{parts.netloc}".lower()
    )


def _base(path: str) -> str:
    inner = path.strip("/")
    if any(not (c.isalnum() or c in "-._~/") for c in inner) or ".." in inner:
        raise ServeError("cli.serve.path", path=shown(path))
    return f"/{inner}/" if inner else "/"


def _list(given: Sequence[str] | None, otherwise: str) -> tuple[str, ...]:
    texts = given or [otherwise]
    return tuple(part.strip() for text in texts for part in text.split(",") if part.strip())


class _Environment:
    """Settings from variables HOUSU_…."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def text(self, name: str, otherwise: str) -> str:
        return self._environ.get(f"HOUSU_{name}", "") or otherwise

    def word(self, name: str, otherwise: str, words: Sequence[str], given: str | None = None) -> str:
        """One of some words."""
        text = (given or self.text(name, otherwise)).lower()
        if text not in words:
            raise ServeError(
                "cli.serve.word", name=_written(name, given), value=shown(text), words=", ".join(words)
            )
        return text

    def number(self, name: str, given: int | None, low: int, high: int) -> int | None:
        """A whole number, the one given or that of the variable; None where there is neither."""
        text = self.text(name, "")
        if given is None and not text:
            return None
        try:
            found = given if given is not None else int(text)
        except ValueError:
            raise ServeError("cli.error.number", option=_written(name, None), value=shown(text)) from None
        _check(_written(name, given), found, low, high)
        return found

    def fraction(self, name: str, given: float | None, otherwise: float, high: float) -> float:
        """A number from 0, the one given, or that of the variable, or the usual one."""
        text = self.text(name, "")
        try:
            found = given if given is not None else float(text) if text else otherwise
        except ValueError:
            raise ServeError("cli.serve.number", name=_written(name, None), value=shown(text)) from None
        _check(_written(name, given), found, 0, high)
        return found


def _written(name: str, given: object) -> str:
    """What a setting is called where it was set."""
    if given is None:
        return f"HOUSU_{name}"
    return "--port" if name == "PORT" else name.lower()


def _check(name: str, found: float, low: float, high: float) -> None:
    if not (math.isfinite(found) and low <= found <= high):
        raise ServeError("cli.serve.range", name=name, low=low, high=high, value=shown(found))


__all__ = ["HousuError", "ServeError", "backup", "open_store", "serve"]
