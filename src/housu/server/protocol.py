"""What goes over the wire: every message of both directions as a struct, strictly decoded.

Messages are JSON objects in WebSocket text frames; the field `t` names the kind. `docs/protocol.md` is generated
from these structs (`python -m housu.server.documentation`), so what stands here in a docstring or a description is
what a client's author reads.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from housu.server.protocol_advice import Advice

PROTOCOL = 1
"""The version of the protocol. A client that says another one is told to reload and is let go (close code 4001)."""

MESSAGE_BYTES = 4096
"""The longest message a client may send; a longer one closes the connection (1009)."""

PHRASES = ("hello", "luck", "nice", "oh_no", "thanks", "sorry", "hurry", "good_game")
"""What players can say to one another: the texts `ui.reaction.…`."""

Id = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        description="the client's own name for this command, new for each command",
    ),
]
Version = Annotated[int, Meta(ge=0, description="the version of the table that the sender had seen")]
SeatNumber = Annotated[int, Meta(ge=0, le=9, description="a seat, from 0")]
TableId = Annotated[str, Meta(min_length=1, max_length=40, description="the table's id, as in its link")]
Token = Annotated[str, Meta(min_length=20, max_length=100, description="the secret of a player")]
Name = Annotated[
    str, Meta(max_length=200, description="a player's name; what is cleaned of it has 1 to 40 characters")
]
Bot = Annotated[str, Meta(max_length=40, description="the name of a bot, as in `bots` of the catalogue")]
Milliseconds = Annotated[int, Meta(ge=0)]


class FromClient(Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True, gc=False):
    """A message of a client."""


class Hello(FromClient):
    """The first message of a connection, within ten seconds; the answer is `state`, or `bye`.

    In a browser the cookie says who the player is; a program names its `token`. Without either, or with one that owns
    no seat at this table, the connection is a spectator's.
    """

    protocol: Annotated[int, Meta(description="the client's protocol version")]
    table: TableId
    token: Annotated[Token | None, Meta(description="the player's token, for clients without cookies")] = None
    seen: Annotated[
        Version | None,
        Meta(description="after a lost connection: the last version seen; `state` then brings `missed`"),
    ] = None


class Join(FromClient):
    """Sit down at a free seat, before the first deal. The answer is `done`, and a new `state` with `you` set."""

    id: Id
    v: Version
    name: Name
    seat: Annotated[SeatNumber | None, Meta(description="the seat wanted; null: any free one")] = None


class Leave(FromClient):
    """Get up. Before the start the seat becomes free (and the next player is host); later a bot plays on for it.

    Saying `hello` again takes the seat back, as long as the table is open.
    """

    id: Id
    v: Version


class Remove(FromClient):
    """The host takes a player from his seat, before the first deal."""

    id: Id
    v: Version
    seat: SeatNumber


class SetBot(FromClient, tag="bot"):
    """The host puts a bot on a free seat, or another bot in place of one, or takes it away, before the first deal."""

    id: Id
    v: Version
    seat: SeatNumber
    bot: Annotated[Bot | None, Meta(description="null: free the seat")] = None


class Start(FromClient):
    """The host starts the match; bots take the free seats. Then comes `update` with `what: "committed"`."""

    id: Id
    v: Version


class Nonce(FromClient):
    """The player's part of the shuffle, for the deal just committed to. There is no answer but the deal itself.

    Send 32 random bytes as 64 hexadecimal digits as soon as `fair.commitment` is there. Who has not sent one when the
    server stops waiting takes part with an empty nonce.
    """

    deal: Annotated[int, Meta(ge=0, description="`table.deal`: the number of the deal, from 0")]
    nonce: Annotated[str, Meta(pattern="^(?:[0-9a-f]{64})?$", description="64 hexadecimal digits")]


class Act(FromClient):
    """Do something in the deal. Answered with `done` when it is stored, or with `refused`.

    The action is stale when anything has happened in the deal after version `v`.
    """

    id: Id
    v: Version
    action: Annotated[
        str, Meta(max_length=200, description="the text of an action, such as one of `view.legal`")
    ]


class Again(FromClient):
    """Go on to the next deal, or after the last one of a match play another match at the same table.

    It begins as soon as every player who is there has said so.
    """

    id: Id
    v: Version


class Extend(FromClient):
    """A player gives whoever is to act the time of the clock once more; at most three times in a turn."""

    id: Id
    v: Version


class Say(FromClient):
    """Say one of the preset phrases. There is no answer; too many in a row are dropped."""

    phrase: Annotated[str, Meta(max_length=20, description="one of " + ", ".join(PHRASES))]


class Hint(FromClient):
    """Ask a bot what it would do and why, when it is one's turn and `table.hints`. The answer is `hinted`."""

    id: Id
    v: Version


class Agree(FromClient):
    """A player agrees that hints are given while people play each other, or doesn't any more.

    Who plays bots alone needs nobody's leave. Where `table.ask_hints`, there are hints once every player has agreed.
    """

    id: Id
    v: Version
    hints: bool


class Move(FromClient):
    """Ask for a code with which this seat can be taken to another device. The answer is `code`."""

    id: Id
    v: Version


class Claim(FromClient):
    """On the other device: take the seat that a code stands for. Each code is good for five minutes, and once."""

    id: Id
    v: Version
    code: Annotated[str, Meta(max_length=20)]


class Close(FromClient):
    """The host closes the table for good. A deal that is under way is then revealed and cannot go on."""

    id: Id
    v: Version


class Sync(FromClient):
    """Ask for a new `state`: after a gap in the versions, which should not happen."""


class Ping(FromClient):
    """Answered with `pong`. A client that has heard nothing for 25 seconds should ask, and reconnect without answer."""


ClientMessage = (
    Hello
    | Join
    | Leave
    | Remove
    | SetBot
    | Start
    | Nonce
    | Act
    | Again
    | Extend
    | Say
    | Hint
    | Agree
    | Move
    | Claim
    | Close
    | Sync
    | Ping
)
Command = Join | Leave | Remove | SetBot | Start | Act | Again | Extend | Hint | Agree | Move | Claim | Close
"""The messages that are answered with `done` or `refused`."""


class FromServer(Struct, tag_field="t", tag=str.lower, omit_defaults=True, gc=False):
    """A message of the server. Fields that have their default value are left out."""


class SeatInfo(Struct, omit_defaults=True, gc=False):
    """One seat of a table, as everybody may see it."""

    name: Annotated[str, Meta(description="the player's or the bot's name; empty: the seat is free")] = ""
    bot: Annotated[str, Meta(description="which bot sits here; empty: a person, or nobody")] = ""
    here: Annotated[bool, Meta(description="whether the player is connected")] = False
    away: Annotated[bool, Meta(description="a bot plays for the absent player until he is back")] = False
    ready: Annotated[bool, Meta(description="has said `again`")] = False
    hints: Annotated[bool, Meta(description="agrees to hints")] = False


class Fair(Struct, omit_defaults=True, gc=False):
    """What is known of a deal's shuffle. Secret and nonces are named when the deal is over."""

    commitment: Annotated[str, Meta(description="SHA-256 of the server's secret, 64 hexadecimal digits")]
    secret: Annotated[str, Meta(description="the secret, 64 hexadecimal digits")] = ""
    nonces: Annotated[
        list[str], Meta(description="the nonce of every seat; empty for bots and absent players")
    ] = []


class Clock(Struct, omit_defaults=True, gc=False):
    """Whose time runs, and how much is left of it."""

    seat: int
    left: Annotated[Milliseconds, Meta(description="milliseconds left when this was sent")]
    extended: Annotated[int, Meta(description="how often it was extended in this turn")] = 0


Status = Literal["lobby", "shuffling", "playing", "between", "closed"]


class TableInfo(Struct, omit_defaults=True, gc=False):
    """A table as everybody may see it: who sits there, what is played, how it stands."""

    id: str
    status: Annotated[
        Status,
        Meta(
            description="`lobby`: before the first deal; `shuffling`: nonces are being gathered; `playing`; "
            "`between`: a deal is over; `closed`: nothing happens here any more"
        ),
    ]
    game: Annotated[str, Meta(description="`paskahousu` or `zalupa`")]
    rules: Annotated[str, Meta(description="the rule set's canonical text")]
    seats: list[SeatInfo]
    host: Annotated[int | None, Meta(description="the seat that may start, remove and close")] = None
    public: Annotated[bool, Meta(description="whether the table is on the list of tables")] = False
    hints: Annotated[bool, Meta(description="whether `hint` is answered now")] = False
    ask_hints: Annotated[
        bool, Meta(description="people play each other: there are hints while all of them `agree`")
    ] = False
    clock: Annotated[int, Meta(description="seconds for an action; 0: as long as one likes")] = 0
    deals: Annotated[int, Meta(description="the match ends after so many deals; 0: not by their number")] = 0
    match_losses: Annotated[
        int, Meta(description="the match ends when somebody has lost so many deals; 0: not so")
    ] = 0
    match: Annotated[int, Meta(description="the number of the match at this table, from 0")] = 0
    deal: Annotated[int, Meta(description="the number of the deal at this table, from 0")] = 0
    losses: Annotated[list[int], Meta(description="deals lost in this match, by seat")] = []
    letters: Annotated[list[str], Meta(description="Zalupa: the letters of each seat")] = []
    over: Annotated[bool, Meta(description="the match is over: `again` begins another")] = False
    fair: Annotated[Fair | None, Meta(description="the shuffle of the deal")] = None
    records: Annotated[int, Meta(description="how many matches have a finished deal to be replayed")] = 0
    swaps: Annotated[bool, Meta(description="a card drawn and played at once replaces the play")] = False


class Missed(Struct, omit_defaults=True, gc=False):
    """A version that the client has missed."""

    v: int
    what: str
    seat: int | None = None
    events: Annotated[list[dict[str, Any]], Meta(description="as in `update`")] = []


class State(FromServer):
    """Everything this viewer may know now; it replaces what the client had. Sent after `hello`, `join` and `sync`."""

    v: Annotated[int, Meta(description="the version of the table")]
    table: TableInfo
    you: Annotated[int | None, Meta(description="your seat; left out: you watch")] = None
    view: Annotated[
        dict[str, Any] | None, Meta(description="the deal as you may see it ([Views](formats.md#views))")
    ] = None
    clock: Clock | None = None
    spectators: int = 0
    missed: Annotated[
        list[Missed] | None,
        Meta(
            description="the versions after `seen`, without a gap; left out: there are too many, or none was named"
        ),
    ] = None
    events: Annotated[
        list[dict[str, Any]],
        Meta(description="what has happened in the deal so far, as far as you may know it"),
    ] = []


What = Literal[
    "opened",
    "joined",
    "left",
    "removed",
    "bot",
    "committed",
    "dealt",
    "acted",
    "away",
    "back",
    "ready",
    "agreed",
    "moved",
    "closed",
]


class Update(FromServer):
    """One version of the table: what happened, and the view after it. Versions have no gaps for any viewer."""

    v: Annotated[int, Meta(description="always one more than the last")]
    what: Annotated[What, Meta(description="what happened; `acted` has the events that it caused")]
    seat: Annotated[int | None, Meta(description="the seat it happened to")] = None
    by: Annotated[
        str, Meta(description="`acted`: empty for the player himself, else `bot`, `away` or `clock`")
    ] = ""
    events: Annotated[
        list[dict[str, Any]], Meta(description="events as you may see them ([Events](formats.md#events))")
    ] = []
    view: Annotated[dict[str, Any] | None, Meta(description="the view after it; replaces the one before")] = (
        None
    )
    table: Annotated[
        TableInfo | None, Meta(description="the table, when anything but the deal has changed")
    ] = None
    clock: Clock | None = None


class Done(FromServer):
    """The command is done and stored: it will not be lost. A repeated id is answered as the first time."""

    id: str
    v: Annotated[int, Meta(description="the version that holds it")]


class Refused(FromServer):
    """The command changed nothing. `key` and `data` name a text of the catalogue."""

    id: str
    key: Annotated[
        str,
        Meta(
            description="`refusal.…` from the rules, or `ui.…`; `stale`, `storage` and others are listed below"
        ),
    ]
    v: Annotated[int, Meta(description="the version of the table now")]
    data: dict[str, Any] = {}
    clause: Annotated[str, Meta(description="the clause of the rules that it breaks, such as `P13`")] = ""


class Presence(FromServer):
    """Who is connected; it has no version, for it is not kept."""

    here: Annotated[list[bool], Meta(description="by seat")]
    spectators: int = 0


class Timing(FromServer, tag="clock"):
    """The clock was extended; it has no version."""

    clock: Clock


class Said(FromServer):
    """A player said something; it has no version and is not kept."""

    seat: int
    phrase: str


class Hinted(FromServer):
    """What the bot would do, and why."""

    id: str
    v: Annotated[int, Meta(description="the version that it was thought of for")]
    advice: Advice


class Code(FromServer):
    """A code with which `claim` takes this seat to another device."""

    id: str
    code: str


class Bye(FromServer):
    """The connection ends, and why; the frame before the close. See the close codes."""

    why: Annotated[str, Meta(description="`reload`, `other_tab`, `not_found`, `malformed`, `slow`, …")]


class Pong(FromServer):
    """The answer to `ping`."""


ServerMessage = State | Update | Done | Refused | Presence | Timing | Said | Hinted | Code | Bye | Pong

CLOSE_CODES = {
    1001: "the server stops; reconnect soon",
    1009: "the message was too long",
    1012: "the server restarts; reconnect soon, the table is kept",
    4000: "malformed: a message that is none of these, or no `hello` in time. Do not repeat it",
    4001: "reload: the protocol has another version. Load the page anew",
    4002: "not_found: there is no such table. Do not retry",
    4003: "other_tab: the seat was opened elsewhere. Do not retry by yourself: the tabs would fight for it",
    4005: "slow: the client did not read what it was sent. Reconnect; `state` brings everything",
    4006: "full: too many connections. Wait before reconnecting",
    4007: "storage: the table can't be read now. Reconnect later",
    4008: "moved: the seat was taken to another device. Do not retry",
}

REFUSALS = {
    "ui.connection.stale": "something has happened since version `v`",
    "refusal.turn": "it is the turn of `player` (at `seat`)",
    "refusal.over": "no deal is being played",
    "refusal.…": "the action is against the rules: `clause` says which",
    "ui.room.not_yours": "only a player, or only the host, may do this",
    "ui.room.started": "this can be done before the first deal only",
    "ui.room.not_now": "this cannot be done now",
    "ui.room.taken": "somebody sits there",
    "ui.room.full": "no seat is free",
    "ui.room.seated": "you sit at this table already",
    "ui.room.closed": "the table is closed",
    "ui.room.name_needed": "the name is empty when cleaned",
    "ui.room.no_bot": "there is no such bot",
    "ui.room.no_hints": "hints are off at this table",
    "ui.room.hints_wait": "not every player has agreed to hints",
    "ui.hint.none": "no bot could say anything",
    "ui.room.bad_code": "no seat waits for this code",
    "ui.room.too_fast": "too many commands, seats or tables; wait a moment",
    "ui.page.error": "a fault of the server; ask again with the same id",
    "ui.room.storage": "it could not be written to the disk; nothing has changed. Try again",
}


_decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()


def decode(text: str | bytes) -> ClientMessage:
    """The message in a client's frame. Raises `msgspec.DecodeError` (a ValidationError for wrong fields)."""
    return _decoder.decode(text)


def encode(message: ServerMessage | Struct) -> bytes:
    """A message as the text of a frame, in UTF-8."""
    return _encoder.encode(message)


def add_views(updates: list[bytes], shared: dict[str, Any], own: list[dict[str, Any]]) -> list[bytes]:
    """Encoded updates with their views: what the views share is encoded once for all of them."""
    middle = _encoder.encode(shared)[:-1]
    encode = _encoder.encode
    return [
        b'%b,"view":%b,%b}' % (update[:-1], middle, encode(rest)[1:])
        for update, rest in zip(updates, own, strict=True)
    ]
