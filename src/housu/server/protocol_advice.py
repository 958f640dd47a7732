"""What a bot says that is asked for a hint: the same from the worker's process to the server as from there to players."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct


class Considered(Struct, omit_defaults=True, gc=False):
    """An action that the bot has thought of."""

    action: str
    value: Annotated[
        float | None, Meta(description="to this bot, higher is better; left out: it has none")
    ] = None


class Advice(Struct, omit_defaults=True, gc=False):
    """What a bot would do, what else it has thought of, and why.

    `key` and `data` name a text of the catalogue (`reason.…`). In `data`, `best` and `other` are actions, and `terms`
    are keys of texts.
    """

    action: str
    considered: Annotated[list[Considered], Meta(description="the choice, then the others, the best first")]
    key: str
    data: dict[str, Any] = {}
    shares: Annotated[
        bool, Meta(description="the values are shares of trial games that were not lost, 0 to 1")
    ] = False
