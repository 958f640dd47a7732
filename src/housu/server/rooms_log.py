"""What is written down of a table: one entry for everything that happens at it. The table is what its entries make it.

The structs are stored as JSON. They only grow, by fields with defaults: a table of an older Housu must still be read.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Entry(Struct, tag_field="e", tag=str.lower, omit_defaults=True, gc=False):
    """Something that happened, at a time (milliseconds since 1970).

    Where a player's command caused it, `who` is the beginning of his key and `id` the command's id, so that the
    command is known again when it is sent twice, even after a restart.
    """

    at: int
    who: str = ""
    id: str = ""


class Opened(Entry, kw_only=True):
    """The table was opened; always the first entry."""

    rules: str
    seats: int
    public: bool = False
    hints: bool = False
    clock: int = 0
    deals: int = 0
    losses: int = 0
    bot: str = "greedy"


class Joined(Entry, kw_only=True):
    """A player sat down. `key` is the hash of his token for this table."""

    seat: int
    name: str
    key: str


class Left(Entry, kw_only=True):
    """A player got up before the start."""

    seat: int


class Removed(Entry, kw_only=True):
    """The host removed a player before the start."""

    seat: int


class Botted(Entry, kw_only=True):
    """A bot took a seat, or ("") gave it up."""

    seat: int
    bot: str = ""


class Committed(Entry, kw_only=True):
    """The server committed itself to its part of the next shuffle; `dealer` and `trumps` begin a new match."""

    secret: str
    dealer: int | None = None
    trumps: str | None = None


class Dealt(Entry, kw_only=True):
    """The nonces are gathered and the cards dealt."""

    nonces: list[str]


class Acted(Entry, kw_only=True):
    """A seat acted: by itself, or `by` bot, away (a bot for an absent player) or clock (a bot for a slow one)."""

    seat: int
    action: str
    by: str = ""


class Away(Entry, kw_only=True):
    """A bot plays for an absent player from now on."""

    seat: int


class Back(Entry, kw_only=True):
    """He is back."""

    seat: int


class Ready(Entry, kw_only=True):
    """A player wants the next deal or match."""

    seat: int


class Agreed(Entry, kw_only=True):
    """A player agrees to hints, or not any more."""

    seat: int
    hints: bool


class Moved(Entry, kw_only=True):
    """A seat was taken to another device, that is, to another key."""

    seat: int
    key: str


class Closed(Entry, kw_only=True):
    """The table is closed for good."""

    why: str = ""


AnyEntry = (
    Opened
    | Joined
    | Left
    | Removed
    | Botted
    | Committed
    | Dealt
    | Acted
    | Away
    | Back
    | Ready
    | Agreed
    | Moved
    | Closed
)

WHAT = {
    Opened: "opened",
    Joined: "joined",
    Left: "left",
    Removed: "removed",
    Botted: "bot",
    Committed: "committed",
    Dealt: "dealt",
    Acted: "acted",
    Away: "away",
    Back: "back",
    Ready: "ready",
    Agreed: "agreed",
    Moved: "moved",
    Closed: "closed",
}

_decoder = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def read(body: bytes) -> AnyEntry:
    """An entry from what the store has kept."""
    return _decoder.decode(body)


def write(entry: AnyEntry) -> bytes:
    """An entry as the store keeps it."""
    return _encoder.encode(entry)
