"""A table: seats, the match that is played, and what each viewer may know of it. It knows no web, no disk, no clock.

A table is what its entries (`rooms_log`) make it: `apply` is the only thing that changes what is kept, and replaying
the same entries gives the same table. Every question about the rules goes to `housu.Match` and `housu.Deal`; every card
that leaves goes through `Deal.view` or `housu.project`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from housu import Deal, Match, RuleSet, project
from housu.server import fair
from housu.server import protocol as p
from housu.server import rooms_log as log
from housu.view import public

RING = 64
"""So many of the last versions can be caught up with; who has missed more gets the whole view."""

REMEMBERED = 32
"""So many of the last commands of each player are known again when they are repeated."""

EVENTS_AT_ONCE = 60
"""`state` tells at most so many of the last events of the deal."""

SEAT_CHANGES = {"joined", "left", "removed", "bot", "moved"}


@dataclass
class Seat:
    """A seat and who sits there. `here`, the times and `nonce` are of the moment and not kept."""

    name: str = ""
    key: str = ""
    bot: str = ""
    away: bool = False
    ready: bool = False
    hints: bool = False
    here: bool = False
    came_at: float = 0.0
    gone_at: float = 0.0
    nonce: str | None = None

    @property
    def free(self) -> bool:
        return not self.key and not self.bot

    @property
    def person(self) -> bool:
        return bool(self.key)

    def come(self, now: float) -> None:
        """Its player is at the table from now on."""
        self.here, self.came_at = True, now

    def go(self, now: float) -> None:
        """He is not."""
        self.here, self.gone_at = False, now

    def carry_over(self, old: Seat) -> None:
        """Takes over what is of the moment from this seat as it was before the table was read anew."""
        if self.key == old.key:
            self.here, self.nonce = old.here, old.nonce
            self.came_at, self.gone_at = old.came_at, old.gone_at


class Happened(NamedTuple):
    """One version of a table, as `project` needs it to be shown to somebody."""

    v: int
    what: str
    seat: int | None
    by: str
    events: list[dict[str, Any]]
    table_changed: bool


@dataclass
class Shuffle:
    """A deal's fair shuffle: committed to, and perhaps dealt."""

    secret: str
    dealer: int | None
    trumps: str | None
    nonces: list[str] | None = None


@dataclass
class Table:
    """One table. Made by `Table(id)` and `apply` of its entries, the first of which is `Opened`."""

    id: str
    v: int = 0
    options: log.Opened = field(default_factory=lambda: log.Opened(at=0, rules="pagat", seats=2))
    seats: list[Seat] = field(default_factory=list)
    host: int | None = None
    status: p.Status = "lobby"
    match: Match | None = None
    matches: int = 0
    deals: int = 0
    shuffle: Shuffle | None = None
    shuffles: list[Shuffle] = field(default_factory=list)
    ring: deque[Happened] = field(default_factory=lambda: deque(maxlen=RING))
    done: dict[str, dict[str, int]] = field(default_factory=dict)
    deal_v: int = 0
    seats_v: int = 0
    game: str = ""

    # What is kept

    def apply(self, entry: log.AnyEntry, events: list[dict[str, Any]] | None = None) -> Happened:
        """Takes an entry in and says what happened. `events` is what it caused, if the deal has already moved on."""
        self.v += 1
        if entry.id:
            known = self.done.setdefault(entry.who, {})
            known[entry.id] = self.v
            if len(known) > REMEMBERED:
                del known[next(iter(known))]
        before = self.status
        what = log.WHAT[type(entry)]
        by = ""
        match entry:
            case log.Acted(action=action, by=by):
                if events is None:
                    events = self.deal.act(action)
                self._after_action()
            case log.Dealt():
                events = self._deal(entry)
            case log.Opened():
                self._open(entry)
            case log.Committed():
                self._commit(entry)
            case log.Closed():
                self.status = "closed"
            case _:
                self._seat_change(entry)
        if what in ("acted", "dealt"):
            self.deal_v = self.v
        elif what in SEAT_CHANGES:
            self.seats_v = self.v
        elif what in ("committed", "closed"):
            self.deal_v = self.seats_v = self.v
        changed = what != "acted" or self.status != before
        happened = Happened(self.v, what, getattr(entry, "seat", None), by, events or [], changed)
        self.ring.append(happened)
        return happened

    def _open(self, entry: log.Opened) -> None:
        self.options = entry
        self.seats = [Seat() for _ in range(entry.seats)]
        self.game = RuleSet.parse(entry.rules).game.name

    def _seat_change(
        self,
        entry: log.Joined
        | log.Left
        | log.Removed
        | log.Botted
        | log.Away
        | log.Back
        | log.Ready
        | log.Agreed
        | log.Moved,
    ) -> None:
        number = entry.seat
        seat = self.seats[number]
        match entry:
            case log.Joined(name=name, key=key):
                self.seats[number] = Seat(name=name, key=key)
                if self.host is None:
                    self.host = number
            case log.Left() | log.Removed():
                self.seats[number] = Seat()
                self._pass_host(number)
            case log.Botted(bot=bot):
                self.seats[number] = Seat(name=bot, bot=bot)
            case log.Away():
                seat.away, seat.ready = True, False
                self._pass_host(number)
            case log.Back():
                seat.away = False
                if self.host is None or self.seats[self.host].away:
                    self.host = number
            case log.Ready():
                seat.ready = True
            case log.Agreed(hints=hints):
                seat.hints = hints
            case log.Moved(key=key):
                seat.key, seat.away = key, False

    def _pass_host(self, leaving: int) -> None:
        """The host's rights go to the next player who is there, else to any player, else to nobody."""
        if self.host != leaving:
            return
        n = len(self.seats)
        order = [(leaving + k) % n for k in range(1, n)]
        people = [seat for seat in order if self.seats[seat].person]
        present = [seat for seat in people if not self.seats[seat].away]
        stays = [leaving] if self.seats[leaving].person else []
        self.host = next(iter([*present, *stays, *people]), None)

    def _commit(self, entry: log.Committed) -> None:
        if entry.dealer is not None:
            self.matches += self.match is not None
            self.match = None
            self.shuffles = []
        if self.shuffle is not None:
            self.deals += 1
        self.shuffle = Shuffle(entry.secret, entry.dealer, entry.trumps)
        self.status = "shuffling"
        for seat in self.seats:
            seat.ready = False
            seat.nonce = None

    def _deal(self, entry: log.Dealt) -> list[dict[str, Any]]:
        shuffle = self.shuffle
        assert shuffle is not None
        shuffle.nonces = entry.nonces
        self.shuffles.append(shuffle)
        if self.match is None:
            pack = RuleSet.parse(self.options.rules).pack_texts()
            self.match = Match(
                rules=self.options.rules,
                seats=len(self.seats),
                dealer=shuffle.dealer,
                trumps=shuffle.trumps,
                deals=self.options.deals or None,
                losses=self.options.losses or None,
                deck=fair.deck(pack, shuffle.secret, entry.nonces),
            )
        else:
            self.match.next(deck=fair.deck(self.match.next_pack(), shuffle.secret, entry.nonces))
        self.status = "playing"
        self._after_action()
        return self.deal.events[:]  # what the deal adds later belongs to later versions

    def _after_action(self) -> None:
        if self.deal.to_act is None and self.status == "playing":
            self.status = "between"

    # What is asked

    @property
    def deal(self) -> Deal:
        """The deal on the table. Only where a match has begun."""
        assert self.match is not None
        return self.match.deal

    @property
    def to_act(self) -> int | None:
        """The seat that decides in the deal, or None where none is being played."""
        return self.deal.to_act if self.status == "playing" else None

    def seat_of(self, key: str | None) -> int | None:
        """The seat that a player owns."""
        if not key:
            return None
        return next((number for number, seat in enumerate(self.seats) if seat.key == key), None)

    @property
    def listed(self) -> bool:
        """Whether the table is to be on the list of those that wait for players."""
        return self.options.public and self.status == "lobby" and self.host is not None

    @property
    def hints(self) -> bool:
        """Whether hints are given: where one person plays, and where all who play each other agree."""
        people = [seat for seat in self.seats if seat.person]
        return self.options.hints and (len(people) < 2 or all(seat.hints for seat in people))

    # What a viewer may know

    def view(self, seat: int | None) -> dict[str, Any] | None:
        """The deal as a seat, or a spectator, may see it; None while no cards are dealt."""
        return self.deal.view(seat) if self.match is not None and self.status != "shuffling" else None

    def events(self, seat: int | None) -> list[dict[str, Any]]:
        """All events of the deal as a seat, or a spectator, may know them."""
        return project(self.deal.events, seat)

    def fair_info(self) -> p.Fair | None:
        """The deal's commitment, and once it is over what it was a commitment to."""
        shuffle = self.shuffle
        if shuffle is None:
            return None
        committed = fair.commitment(shuffle.secret)
        if self.status in ("between", "closed"):
            return p.Fair(committed, shuffle.secret, shuffle.nonces or [])
        return p.Fair(committed)

    def info(self) -> p.TableInfo:
        """The table as everybody may see it."""
        options = self.options
        match = self.match
        return p.TableInfo(
            id=self.id,
            status=self.status,
            game=self.game,
            rules=options.rules,
            seats=[
                p.SeatInfo(seat.name, seat.bot, seat.here, seat.away, seat.ready, seat.hints)
                for seat in self.seats
            ],
            host=self.host,
            public=options.public,
            hints=self.hints,
            ask_hints=options.hints and sum(seat.person for seat in self.seats) > 1,
            clock=options.clock,
            deals=options.deals,
            match_losses=options.losses,
            match=self.matches,
            deal=self.deals,
            losses=list(match.losses) if match is not None else [],
            letters=list(match.letters) if match is not None and self.game == "zalupa" else [],
            over=match is not None and match.over,
            fair=self.fair_info(),
            records=self.matches + (match is not None and (bool(match.played) or match.deal.to_act is None)),
            swaps=RuleSet.parse(options.rules).swaps,
        )

    def updates(
        self, happened: Happened, clock: p.Clock | None, viewers: Collection[int | None]
    ) -> dict[int | None, bytes]:
        """For each viewer, a seat or a spectator (None), the text that tells him the version that has just come about."""
        seats = list(viewers)
        table = self.info() if happened.table_changed else None

        def told(events: list[dict[str, Any]]) -> bytes:
            update = p.Update(
                v=happened.v,
                what=happened.what,  # type: ignore[arg-type]  # a key of What
                seat=happened.seat,
                by=happened.by,
                events=events,
                table=table,
                clock=clock,
            )
            return p.encode(update)

        if public(happened.events):
            updates = [told(happened.events)] * len(seats)
        else:
            updates = [told(project(happened.events, seat)) for seat in seats]
        shown = self.status != "shuffling" and (bool(happened.events) or happened.what == "closed")
        if self.match is not None and shown:
            shared, own = self.deal.view_parts(seats)
            updates = p.add_views(updates, shared, own)
        return dict(zip(seats, updates, strict=True))

    def state(self, seat: int | None, seen: int | None, spectators: int, clock: p.Clock | None) -> p.State:
        """Everything a viewer may know now, and what he has missed since version `seen`."""
        view = self.view(seat)
        return p.State(
            v=self.v,
            table=self.info(),
            you=seat,
            view=view,
            clock=clock,
            spectators=spectators,
            missed=self._missed(seat, seen),
            events=project(self.deal.events[-EVENTS_AT_ONCE:], seat) if view is not None else [],
        )

    def _missed(self, seat: int | None, seen: int | None) -> list[p.Missed] | None:
        if seen is None or seen > self.v or self.v - seen > len(self.ring):
            return None
        return [
            p.Missed(happened.v, happened.what, happened.seat, project(happened.events, seat))
            for happened in self.ring
            if happened.v > seen
        ]
