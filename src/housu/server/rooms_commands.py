"""What a player's command comes to: entries to be written, or a refusal with its reason. Nothing here is kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from housu import HousuError, IllegalAction, Match
from housu.names import clean
from housu.server import fair
from housu.server import protocol as p
from housu.server import rooms_log as log
from housu.server.rooms import Table


class Refuse(Exception):  # noqa: N818 - an answer rather than an error
    """The command changes nothing; `key` and `data` say why."""

    def __init__(self, key: str, clause: str = "", **data: Any) -> None:
        super().__init__(key)
        self.key = key
        self.clause = clause
        self.data = data


@dataclass
class Plan:
    """What is to be written. `events` are those of the first entry, where it is an action that the deal has taken.

    While a plan with `events` is not written, the deal on the table is ahead of what is kept: if writing fails, the
    table has to be read again.
    """

    entries: Sequence[log.AnyEntry]
    events: list[dict[str, Any]] | None = None


class Sender(NamedTuple):
    """Who sends: the hash of his token for this table, and the seat that this connection has."""

    key: str
    seat: int | None

    @property
    def who(self) -> str:
        return self.key[:12]


def decide(table: Table, command: p.Command, sender: Sender, now: int, bots: Collection[str]) -> Plan | int:
    """What a command comes to: a plan, or the version that already holds it when it is repeated. Raises Refuse.

    Not for `hint`, `move`, `claim` and `extend`: the actor has what they need.
    """
    known = known_command(table, command, sender)
    if known is not None:
        return known
    if isinstance(command, p.SetBot) and command.bot and command.bot not in bots:
        raise Refuse("ui.room.no_bot", name=clean(command.bot))
    return _DECIDE[type(command)](table, command, sender, now)


def known_command(table: Table, command: p.Command, sender: Sender) -> int | None:
    """The version that already holds a command, or None where it is new. Raises Refuse where nothing new can be done."""
    known = table.done.get(sender.who, {}).get(command.id)
    if known is None:
        if table.status == "closed":
            raise Refuse("ui.room.closed")
        if command.v > table.v:
            raise Refuse("ui.connection.stale")
    return known


def _join(table: Table, command: p.Join, sender: Sender, now: int) -> Plan:
    _before_start(table)
    if table.seat_of(sender.key) is not None:
        raise Refuse("ui.room.seated")
    name = clean(command.name)
    if not name:
        raise Refuse("ui.room.name_needed")
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if not free:
        raise Refuse("ui.room.full")
    seat = command.seat if command.seat is not None else free[0]
    _there(table, seat)
    if seat not in free:
        raise Refuse("ui.room.taken")
    entry = log.Joined(at=now, who=sender.who, id=command.id, seat=seat, name=name, key=sender.key)
    return Plan([entry])


def _leave(table: Table, command: p.Leave, sender: Sender, now: int) -> Plan:
    seat = _own(sender)
    kind = log.Left if table.status == "lobby" else log.Away
    return Plan([kind(at=now, who=sender.who, id=command.id, seat=seat)])


def _remove(table: Table, command: p.Remove, sender: Sender, now: int) -> Plan:
    _host(table, sender)
    _before_start(table)
    _fresh(command.v, table.seats_v)
    _there(table, command.seat)
    if not table.seats[command.seat].person or command.seat == sender.seat:
        raise Refuse("ui.room.not_now")
    return Plan([log.Removed(at=now, who=sender.who, id=command.id, seat=command.seat)])


def _set_bot(table: Table, command: p.SetBot, sender: Sender, now: int) -> Plan:
    _host(table, sender)
    _before_start(table)
    _fresh(command.v, table.seats_v)
    _there(table, command.seat)
    if table.seats[command.seat].person:
        raise Refuse("ui.room.taken")
    bot = command.bot or ""
    return Plan([log.Botted(at=now, who=sender.who, id=command.id, seat=command.seat, bot=bot)])


def _start(table: Table, command: p.Start, sender: Sender, now: int) -> Plan:
    _host(table, sender)
    _before_start(table)
    _fresh(command.v, table.seats_v)
    filled: list[log.AnyEntry] = [
        log.Botted(at=now, seat=number, bot=table.options.bot)
        for number, seat in enumerate(table.seats)
        if seat.free
    ]
    committed = committing(table, now)
    committed.who, committed.id = sender.who, command.id
    return Plan([*filled, committed])


def _act(table: Table, command: p.Act, sender: Sender, now: int) -> Plan:
    seat = _own(sender)
    turn = table.to_act
    if turn is None:
        raise Refuse("refusal.over")
    if turn != seat:
        raise Refuse("refusal.turn", player=table.seats[turn].name, seat=turn)
    _fresh(command.v, table.deal_v)
    return acting(table, seat, command.action, now, who=sender.who, id=command.id)


def _again(table: Table, command: p.Again, sender: Sender, now: int) -> Plan:
    seat = _own(sender)
    if table.status != "between":
        raise Refuse("ui.room.not_now")
    _fresh(command.v, table.deal_v)
    return Plan([log.Ready(at=now, who=sender.who, id=command.id, seat=seat)])


def _agree(table: Table, command: p.Agree, sender: Sender, now: int) -> Plan:
    seat = _own(sender)
    if not table.options.hints:
        raise Refuse("ui.room.no_hints")
    return Plan([log.Agreed(at=now, who=sender.who, id=command.id, seat=seat, hints=command.hints)])


def claiming(table: Table, command: p.Claim, seat: int, sender: Sender, now: int) -> Plan:
    """The plan for a code that the actor has found to stand for a seat. Raises Refuse."""
    if table.seat_of(sender.key) is not None:
        raise Refuse("ui.room.seated")
    return Plan([log.Moved(at=now, who=sender.who, id=command.id, seat=seat, key=sender.key)])


def _close(table: Table, command: p.Close, sender: Sender, now: int) -> Plan:
    _host(table, sender)
    return Plan([log.Closed(at=now, who=sender.who, id=command.id, why="host")])


def acting(table: Table, seat: int, action: str, now: int, by: str = "", who: str = "", id: str = "") -> Plan:  # noqa: A002
    """The plan of an action of the seat that is to act; the deal has taken it. Raises Refuse with the rule's reason."""
    try:
        events = table.deal.act(action)
    except IllegalAction as error:
        raise Refuse(error.key, error.clause, **worded(error)) from error
    return Plan([log.Acted(at=now, who=who, id=id, seat=seat, action=action.strip(), by=by)], events)


def committing(table: Table, now: int) -> log.Committed:
    """The entry that begins the next deal; with dealer and trumps by lot where it begins a match."""
    entry = log.Committed(at=now, secret=fair.new_secret())
    if table.match is None or table.match.over:
        # The lots of a new match are drawn as for any other match; its pack is not used.
        drawn = Match(rules=table.options.rules, seats=len(table.seats))
        entry.dealer, entry.trumps = drawn.deal.dealer, drawn.trumps
    return entry


def worded(error: HousuError) -> dict[str, Any]:
    """An error's data as JSON: text in three languages where it is a declaration's, else as it is."""
    return {name: plain(value) for name, value in error.data.items() if name != "clause"}


def plain(value: Any) -> Any:
    """A piece of an error's data as JSON."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if hasattr(value, "say"):
        return {language: value.say(language) for language in ("en", "fi", "ru")}
    return str(value)


def _own(sender: Sender) -> int:
    if sender.seat is None:
        raise Refuse("ui.room.not_yours")
    return sender.seat


def _host(table: Table, sender: Sender) -> None:
    if sender.seat is None or sender.seat != table.host:
        raise Refuse("ui.room.not_yours")


def _there(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise Refuse("ui.room.not_now")


def _before_start(table: Table) -> None:
    if table.status != "lobby":
        raise Refuse("ui.room.started")


def _fresh(seen: int, changed: int) -> None:
    """What is asked must be about what is there: nothing that matters to it has happened since."""
    if seen < changed:
        raise Refuse("ui.connection.stale")


_DECIDE: dict[type, Callable[[Table, Any, Sender, int], Plan]] = {
    p.Join: _join,
    p.Leave: _leave,
    p.Remove: _remove,
    p.SetBot: _set_bot,
    p.Start: _start,
    p.Act: _act,
    p.Again: _again,
    p.Agree: _agree,
    p.Close: _close,
}
