"""The HTTP side: pages, their files, tables, records, rules, texts, health and metrics. Bodies as docs/protocol.md says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from housu import HousuError
from housu.record import Record
from housu.server import catalogue
from housu.server import protocol_http as http
from housu.server.files import Files, compact, zipped
from housu.server.limits import Guard
from housu.server.metrics import Metrics, resident
from housu.server.pages import Pages
from housu.server.rooms_commands import Refuse, plain, worded
from housu.server.rooms_house import House, key_for
from housu.server.rooms_records import replay
from housu.server.security import COOKIE, COOKIE_AGE, is_token, new_nonce, new_token, policy
from housu.server.store import StorageError

BODY_BYTES = 4096
BODY_SECONDS = 10.0
ZIPPED_FROM = 1000

Handler = Callable[[Request], Awaitable[Response]]


class Api:
    """The routes of one server."""

    def __init__(self, house: House, files: Files, guard: Guard, metrics: Metrics, base: str) -> None:
        self.house = house
        self.files = files
        self.guard = guard
        self.metrics = metrics
        self.base = base
        self.pages = Pages(house, files, base)

    def routes(self) -> list[Route]:
        """The routes, below the server's path."""
        one = "/api/tables/{table:str}"
        get: list[tuple[str, Handler]] = [
            ("/", self.lobby),
            ("/t/{table:str}", self.table_page),
            ("/t/{table:str}/replay", self.replay_page),
            ("/static/{version:str}/{name:path}", self.static),
            ("/api/tables", self.tables),
            (one, self.table),
            (f"{one}/record", self.record),
            (f"{one}/replay", self.replay),
            ("/api/rules", self.rules),
            ("/api/rules/check", self.check),
            ("/api/rules/sheet", self.sheet),
            ("/api/texts/{language:str}", self.texts),
            ("/api/bots", self.bots),
            ("/healthz", self.health),
            ("/metrics", self.measures),
        ]
        post: list[tuple[str, Handler]] = [("/api/tables", self.open), ("/api/player", self.player)]
        return [Route(path, self._answering(handler)) for path, handler in get] + [
            Route(path, self._answering(handler), methods=["POST"]) for path, handler in post
        ]

    def _answering(self, handler: Handler) -> Handler:
        async def answer(request: Request) -> Response:
            try:
                return await handler(request)
            except Refuse as refusal:
                return problem(refusal.key, 400, **refusal.data)
            except HousuError as error:
                return problem(error.key, 400, **worded(error))
            except StorageError:
                return problem("ui.room.storage", 503)

        return answer

    # Pages

    async def lobby(self, request: Request) -> Response:
        nonce = new_nonce()
        return self._page(request, nonce, *await self.pages.lobby(request, nonce))

    async def table_page(self, request: Request) -> Response:
        nonce = new_nonce()
        made = await self.pages.table(request, nonce, request.path_params["table"], token_of(request))
        return self._page(request, nonce, *made)

    async def replay_page(self, request: Request) -> Response:
        nonce = new_nonce()
        table = request.path_params["table"]
        shown = await self._replay(table, request)
        waits = shown is None and await self._nothing(table) == "ui.replay.none"
        return self._page(request, nonce, *self.pages.replay(request, nonce, table, shown, waits))

    def _page(self, request: Request, nonce: str, status: int, text: str) -> Response:
        answer = self._sized(request, text.encode(), "text/html; charset=utf-8", status)
        answer.headers["content-security-policy"] = policy(nonce)
        answer.headers["cache-control"] = "no-store"
        if not is_token(request.cookies.get(COOKIE, "")):
            answer.set_cookie(
                COOKIE,
                new_token(),
                max_age=COOKIE_AGE,
                path=self.base,
                secure=request.scope.get("housu.secure", False),
                httponly=True,
                samesite="lax",
            )
        return answer

    async def static(self, request: Request) -> Response:
        file = self.files.get(request.path_params["name"])
        if file is None:
            return problem("ui.page.not_found", 404)
        current = request.path_params["version"] == self.files.version
        headers = {
            # A page of an older version may still ask for its files; what it gets must not be kept under that name.
            "cache-control": "public, max-age=31536000, immutable" if current else "no-store",
            "vary": "accept-encoding",
        }
        if accepts_gzip(request):
            return Response(
                file.gzipped,
                media_type=None,
                headers={**headers, "content-encoding": "gzip", "content-type": file.kind},
            )
        return Response(file.plain, headers={**headers, "content-type": file.kind})

    # Tables

    async def tables(self, request: Request) -> Response:
        return self._json(request, self.house.listed())

    async def open(self, request: Request) -> Response:
        address = request.scope["housu.address"]
        if not self.guard.tables.take(address):
            self.metrics.count("too_fast")
            return problem("ui.room.too_many_tables", 429)
        body = await read_body(request)
        try:
            wanted = msgspec.json.decode(body or b"{}", type=http.NewTable)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            return problem("ui.room.malformed", 400, reason=str(error)[:200])
        token = token_of(request)
        if wanted.name is not None and not token:
            return problem("ui.room.not_yours", 401)
        free = wanted.seats - (wanted.name is not None)
        if wanted.bots > free:
            return problem("ui.room.too_many_bots", 400, n=wanted.bots, free=free)
        table = await self.house.open(wanted, token)
        return self._json(request, http.Opened(table), 201)

    async def player(self, request: Request) -> Response:
        return self._json(request, http.NewPlayer(new_token()), 201)

    async def table(self, request: Request) -> Response:
        table = request.path_params["table"]
        room = await self.house.find(table)
        if room is None:
            return problem("ui.room.not_found", 404)
        token = token_of(request)
        return self._json(request, await room.peek(key_for(token, table) if token else ""))

    async def record(self, request: Request) -> Response:
        table = request.path_params["table"]
        found = await self._record(table, request)
        if found is None:
            return problem(await self._nothing(table), 404)
        text = found[2].dumps().encode()
        answer = self._sized(request, text, "application/toml; charset=utf-8", 200)
        answer.headers["content-disposition"] = f'attachment; filename="{table}-{found[1] + 1}.housu"'
        return answer

    async def replay(self, request: Request) -> Response:
        table = request.path_params["table"]
        shown = await self._replay(table, request)
        return problem(await self._nothing(table), 404) if shown is None else self._json(request, shown)

    async def _replay(self, table: str, request: Request) -> dict[str, Any] | None:
        found = await self._record(table, request)
        if found is None:
            return None
        matches, number, record = found
        deal = wanted_number(request, "deal", len(record.deals) - 1)
        seat = wanted_number(request, "seat", 0) if "seat" in request.query_params else None
        if not 0 <= deal < len(record.deals) or not 0 <= (seat or 0) < len(record.seats):
            return None
        # Many steps: in a thread of its own, so that nobody's table waits for it.
        shown = await asyncio.to_thread(replay, record, deal, seat)
        return {**shown, "matches": matches, "match": number}

    async def _record(self, table: str, request: Request) -> tuple[int, int, Record] | None:
        """How many matches there are, the number of the one asked for, and its record; None where there is none."""
        found = await self.house.records(table)
        number = wanted_number(request, "match", len(found) - 1)
        return (len(found), number, found[number]) if 0 <= number < len(found) else None

    async def _nothing(self, table: str) -> str:
        """Why there is no replay: none of the table's deals is over, or there is no such table, match or deal."""
        waits = not await self.house.records(table) and await self.house.find(table) is not None
        return "ui.replay.none" if waits else "ui.room.not_found"

    # What is the same for everybody

    async def rules(self, request: Request) -> Response:
        return self._json(request, catalogue.catalogue())

    async def check(self, request: Request) -> Response:
        return self._json(request, catalogue.check(request.query_params.get("rules", "")[:1000]))

    async def sheet(self, request: Request) -> Response:
        language = request.query_params.get("lang", "en")
        if language not in catalogue.LANGUAGES:
            return problem("ui.page.not_found", 404)
        return self._json(request, catalogue.sheet(request.query_params.get("rules", "")[:1000], language))

    async def texts(self, request: Request) -> Response:
        file = self.files.get(f"texts/{request.path_params['language']}.json")
        return (
            problem("ui.page.not_found", 404)
            if file is None
            else self._sized(request, file.plain, file.kind, 200)
        )

    async def bots(self, request: Request) -> Response:
        thinker = self.house.thinker
        return self._json(request, {"bots": list(thinker.names), "usual": thinker.usual})

    async def health(self, request: Request) -> Response:
        store = self.house.store
        if not store.healthy:
            await store.probe()
        return self._json(request, {"ok": store.healthy}, 200 if store.healthy else 503)

    async def measures(self, request: Request) -> Response:
        rooms = self.house.rooms.values()
        gauges = {
            "sockets": ("open WebSockets", float(self.guard.open)),
            "tables_loaded": ("tables in memory", float(len(rooms))),
            "tables_open": ("open tables", float(self.house.open_tables)),
            "tables_playing": (
                "tables in memory where a deal is on",
                float(sum(r.table.status == "playing" for r in rooms)),
            ),
            "resident_bytes": ("memory of the server's process", resident()),
        }
        return self._sized(
            request, self.metrics.text(gauges).encode(), "text/plain; version=0.0.4; charset=utf-8", 200
        )

    def _json(self, request: Request, value: Any, status: int = 200) -> Response:
        return self._sized(request, msgspec.json.encode(value), "application/json", status)

    def _sized(self, request: Request, content: bytes, kind: str, status: int) -> Response:
        headers = {"content-type": kind, "vary": "accept-encoding, cookie", "cache-control": "no-store"}
        if len(content) >= ZIPPED_FROM and accepts_gzip(request):
            content = zipped(content)
            headers["content-encoding"] = "gzip"
        return Response(content, status, headers)


def problem(key: str, status: int, **data: Any) -> Response:
    """The answer that says what was wrong."""
    body = compact({"key": key, "data": {name: plain(value) for name, value in data.items()}})
    return Response(body, status, {"cache-control": "no-store", "content-type": "application/json"})


def token_of(request: Request) -> str:
    """The player's token, from the header or the cookie; "" where there is none."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    token = value.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")
    return token if is_token(token) else ""


def accepts_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def wanted_number(request: Request, name: str, otherwise: int) -> int:
    """A number of the query; -1, which nothing has, for what is none."""
    text = request.query_params.get(name)
    if text is None:
        return otherwise
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1


async def read_body(request: Request) -> bytes:
    """The body, as far as one may be long. Raises Refuse."""
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > BODY_BYTES:
                    raise Refuse("ui.room.malformed", reason="too long")
    except (TimeoutError, ClientDisconnect):
        raise Refuse("ui.room.malformed", reason="too slow") from None
    return body
