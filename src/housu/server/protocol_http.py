"""What goes over HTTP as JSON: the bodies of the requests and answers beside the WebSocket."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from housu.server.protocol import Bot, Name


class NewTable(Struct, forbid_unknown_fields=True):
    """What is posted to open a table."""

    name: Annotated[
        Name | None,
        Meta(
            description="the creator's name; he sits down at seat 0, for which he needs a token. null: he only opens it"
        ),
    ] = None
    rules: Annotated[str, Meta(max_length=1000, description="a rule set's text")] = "pagat"
    seats: Annotated[int, Meta(ge=2, le=10)] = 4
    public: bool = False
    hints: Annotated[
        bool, Meta(description="hints for who plays bots alone, and for people who all agree")
    ] = True
    clock: Annotated[int, Meta(ge=0, le=86_400, description="seconds for an action; 0: none")] = 0
    deals: Annotated[int, Meta(ge=0, le=1000, description="the match ends after so many deals; 0: open")] = 0
    losses: Annotated[
        int, Meta(ge=0, le=1000, description="… or when somebody has lost so many; 0: open")
    ] = 0
    bot: Annotated[Bot | None, Meta(description="the bot for empty seats; null: the server's usual one")] = (
        None
    )
    bots: Annotated[int, Meta(ge=0, le=9, description="so many seats (the last ones) get a bot at once")] = 0
    start: Annotated[bool, Meta(description="start at once, bots on all empty seats")] = False


class Opened(Struct):
    """The answer to a new table."""

    table: str


class NewPlayer(Struct):
    """The answer to a program that wants to be a player."""

    token: str


class ListedTable(Struct, omit_defaults=True):
    """One line of the list of public tables that wait for players."""

    id: str
    game: str
    rules: str
    seats: int
    free: int
    host: str
    clock: int = 0


class Problem(Struct, omit_defaults=True):
    """The body of every HTTP answer that is no success: a text of the catalogue."""

    key: str
    data: dict[str, Any] = {}
