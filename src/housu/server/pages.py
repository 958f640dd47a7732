"""What the pages are drawn from at once, without waiting for a socket: `housu.web.page.page` makes the HTML of it."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request

from housu.server import protocol as p
from housu.server.catalogue import LANGUAGES
from housu.server.files import Files
from housu.server.rooms_house import House, key_for
from housu.web.page import page


class Pages:
    """The pages of one server. `base` is its path, with a slash at the end."""

    def __init__(self, house: House, files: Files, base: str) -> None:
        self.house = house
        self.files = files
        self.base = base

    async def lobby(self, request: Request, nonce: str) -> tuple[int, str]:
        """The lobby."""
        return 200, page(
            self._first(request, "lobby", tables=msgspec.to_builtins(self.house.listed())), nonce
        )

    async def table(self, request: Request, nonce: str, table: str, token: str) -> tuple[int, str]:
        """A table as the asker may see it. Raises StorageError."""
        room = await self.house.find(table)
        if room is None:
            return 404, page(self._first(request, "missing"), nonce)
        state = await room.peek(key_for(token, table) if token else "")
        return 200, page(self._first(request, "table", table=table, state=msgspec.to_builtins(state)), nonce)

    def replay(
        self, request: Request, nonce: str, table: str, shown: dict[str, Any] | None, waits: bool
    ) -> tuple[int, str]:
        """The replay of a table's finished deals; without one, the table `waits` for its first deal to be over, or isn't."""
        if shown is None:
            return 404, page(self._first(request, "missing", table=table if waits else None), nonce)
        return 200, page(self._first(request, "replay", table=table, replay=shown), nonce)

    def _first(self, request: Request, kind: str, **more: Any) -> dict[str, Any]:
        return {
            "kind": kind,
            "base": self.base,
            "static": f"{self.base}static/{self.files.version}/",
            "lang": language(request.cookies.get("lang", ""), request.headers.get("accept-language", "")),
            "protocol": p.PROTOCOL,
            "table": None,
            "state": None,
            "tables": [],
            "replay": None,
            "bots": {"bots": list(self.house.thinker.names), "usual": self.house.thinker.usual},
            **more,
        }


def language(chosen: str, accepted: str) -> str:
    """The language of a page: the one chosen, else the browser's first one that there is, else English."""
    if chosen in LANGUAGES:
        return chosen
    wishes = []
    for n, part in enumerate(accepted[:200].split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((-weight, n, tag.lower().partition("-")[0]))
    return next((tag for weight, _, tag in sorted(wishes) if tag in LANGUAGES and weight), "en")
