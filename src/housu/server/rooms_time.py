"""What happens at a table by itself as time goes by: bots, absence, clocks, the end of gathering nonces.

Still without a clock of its own: the caller says what time it is (seconds of a steady clock), and asks when to come back.
Where nobody is at the table nothing happens, so that bots do not play on for themselves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from housu.server import protocol as p
from housu.server import rooms_log as log
from housu.server.rooms import Seat, Table
from housu.server.rooms_commands import Plan, committing

EXTENSIONS = 3


@dataclass(frozen=True)
class Pace:
    """How long things take, in seconds."""

    bot: float = 0.9
    """a bot acts so long after what happened before it"""
    nonces: float = 2.0
    """the server waits so long for the players' nonces"""
    grace: float = 45.0
    """who has been gone so long when it is his turn is played for by a bot"""
    back: float = 10.0
    """who has been gone for less between two deals is waited for: he may be reading the page anew"""
    lobby: float = 120.0
    """who has been gone so long before the start loses his seat, if others are there"""


@dataclass(frozen=True)
class BotTurn:
    """A bot is to choose for a seat: the seat's own, or one `by` away or clock."""

    seat: int
    by: str


class Timing:
    """The times of one table: when it was last changed, whose clock runs until when."""

    __slots__ = ("changed", "clock_from", "extended", "table", "waiting", "woken")

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.changed = now
        self.clock_from = now
        self.woken = now
        """since when somebody has been at the table without a break: until then nobody could do anything"""
        self.extended = 0
        self.waiting = False
        """a bot is thinking; the answer restarts time"""

    def happened(self, what: str, now: float) -> None:
        """Something has changed the table."""
        self.changed = now
        if what in ("acted", "dealt"):
            self.clock_from = now
            self.extended = 0

    def clock(self, now: float) -> p.Clock | None:
        """The clock of the seat that is to act, where there are clocks."""
        seat = self.table.to_act if self.table.options.clock else None
        if seat is None or not self.table.seats[seat].person:
            return None
        return p.Clock(seat, max(0, round((self._ends - now) * 1000)), self.extended)

    @property
    def _ends(self) -> float:
        """When the time for an action is over: never, where there are no clocks."""
        seconds = self.table.options.clock
        return self.clock_from + seconds * (1 + self.extended) if seconds else math.inf

    def extend(self, now: float) -> p.Clock | None:
        """Gives the seat that is to act its time once more; None where that can't be."""
        if self.clock(now) is None or self.extended >= EXTENSIONS:
            return None
        self.extended += 1
        return self.clock(now)

    def due(self, pace: Pace, watched: bool) -> tuple[float, Plan | BotTurn] | None:
        """What happens next by itself if nobody does anything, and when; `watched`: somebody is at the table."""
        table = self.table
        if not watched or self.waiting:
            return None
        at = 0  # the actor writes the real time
        match table.status:
            case "lobby":
                return self._lobby(pace, at)
            case "shuffling":
                return self._shuffling(pace, at)
            case "playing":
                return self._playing(pace, at)
            case "between":
                return self._between(pace, at)
        return None

    def _lobby(self, pace: Pace, at: int) -> tuple[float, Plan] | None:
        seats = self.table.seats
        gone = [
            (seat.gone_at + pace.lobby, number)
            for number, seat in enumerate(seats)
            if seat.person and not seat.here
        ]
        if not gone or not any(seat.here for seat in seats):
            return None
        when, number = min(gone)
        return when, Plan([log.Left(at=at, seat=number)])

    def _shuffling(self, pace: Pace, at: int) -> tuple[float, Plan]:
        seats = self.table.seats
        begun = max(self.changed, self.woken)
        waits = [
            max(begun, seat.came_at) + pace.nonces if seat.here else seat.gone_at + pace.back
            for seat in seats
            if seat.nonce is None and (seat.here or _may_be_back(seat))
        ]
        # Nobody can hold the deal up by coming and going.
        when = min(max([self.changed, *waits]), begun + pace.nonces + pace.back)
        return when, Plan([log.Dealt(at=at, nonces=[seat.nonce or "" for seat in seats])])

    def _playing(self, pace: Pace, at: int) -> tuple[float, Plan | BotTurn] | None:
        number = self.table.to_act
        assert number is not None
        seat = self.table.seats[number]
        if not seat.person:
            return self.changed + pace.bot, BotTurn(number, "bot")
        if seat.away:
            return self.changed + pace.bot, BotTurn(number, "away")
        if not seat.here and seat.gone_at + pace.grace < self._ends:
            return seat.gone_at + pace.grace, Plan([log.Away(at=at, seat=number)])
        return (self._ends, BotTurn(number, "clock")) if self._ends < math.inf else None

    def _between(self, pace: Pace, at: int) -> tuple[float, Plan] | None:
        seats = self.table.seats
        people = [seat for seat in seats if seat.here]
        if not people or not all(seat.ready for seat in people):
            return None
        waits = [seat.gone_at + pace.back for seat in seats if not seat.ready and _may_be_back(seat)]
        return max([self.changed, *waits]), Plan([committing(self.table, at)])


def _may_be_back(seat: Seat) -> bool:
    return seat.person and not seat.here and not seat.away
