"""What a table needs of the world outside: connections, bots, counters. The application brings them."""

from __future__ import annotations

from typing import Any, Protocol

from housu.server.protocol_advice import Advice


class Viewer(Protocol):
    """A connection, as a table sees it. None of its methods waits."""

    key: str
    seat: int | None

    def send(self, *texts: bytes) -> None:
        """Sends frames, whose texts are in UTF-8, or puts them into the connection's outbox."""

    def close(self, code: int, why: str) -> None:
        """Says goodbye and ends the connection; nothing more is sent to it."""


class Thinker(Protocol):
    """Where bots think, outside the event loop."""

    names: tuple[str, ...]
    usual: str

    async def choose(self, bot: str, view: dict[str, Any], events: list[dict[str, Any]]) -> str:
        """The action of a bot that sees a view and has heard these events, in bounded time, whatever happens to it."""

    async def advise(self, view: dict[str, Any], events: list[dict[str, Any]]) -> Advice | None:
        """What a bot would do and why, in bounded time; None where no bot can say."""


class Counts(Protocol):
    """What the actor counts."""

    def count(self, name: str, n: int = 1) -> None:
        """Adds to a counter."""
