"""Stepping through a record, forwards and back, to any action, as any seat saw it or with open cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from housu.deal import Deal
from housu.errors import RecordError
from housu.record.model import DealRecord, Record
from housu.record.verify import Course
from housu.rules.zalupa import LETTERS
from housu.view import project

KEPT = 32  # a position is kept for every so many actions, so that a step back plays no more than that again


class Replay:
    """A place in a record: `deal_number` (from 0) and `done`, how many of its actions have been done.

    Places are numbers, never found by what they look like. The record must be one that was read, or verified.
    """

    def __init__(self, record: Record, deal: int = 0, done: int = 0) -> None:
        if not record.deals:
            raise RecordError("error.record.no_deals")
        self.record = record
        self._course = Course(record)
        self._starts: list[Deal] = []
        self._positions: list[Deal] = []  # of the deal looked at, every KEPT actions
        self._events: list[list[dict[str, Any]]] = []  # of its dealing, then of each action played so far
        self._loaded = -1
        self.deal_number = 0
        self.done = 0
        self.go(deal, done)

    # --- where ---

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.record.deals)

    def actions(self, deal: int | None = None) -> int:
        """How many actions a deal has, the one looked at unless another is named."""
        return len(self._record(deal).actions)

    def _record(self, deal: int | None = None) -> DealRecord:
        return self.record.deals[self.deal_number if deal is None else deal]

    def go(self, deal: int, done: int) -> None:
        """Goes to the place after `done` actions of a deal (both from 0). Raises RecordError where there is none."""
        if not 0 <= deal < self.deals:
            raise RecordError("error.record.no_deal", deal=deal + 1, deals=self.deals)
        if not 0 <= done <= self.actions(deal):
            raise RecordError(
                "error.record.no_action", deal=deal + 1, action=done, actions=self.actions(deal)
            )
        self._load(deal)
        at = min(done // KEPT, len(self._positions) - 1)
        self._now = self._positions[at].copy()
        played = at * KEPT
        actions = self._record(deal).actions
        while played < done:
            events = self._now.act(actions[played][1])
            played += 1
            self._now.events = []
            if len(self._events) == played:
                self._events.append(events)
            if played == len(self._positions) * KEPT:
                self._positions.append(self._now.copy())
        self.deal_number, self.done = deal, done

    def forward(self) -> bool:
        """One action on, or from the end of a deal to the start of the next; False at the end of the record."""
        if self.done < self.actions():
            self.go(self.deal_number, self.done + 1)
        elif self.deal_number + 1 < self.deals:
            self.go(self.deal_number + 1, 0)
        else:
            return False
        return True

    def back(self) -> bool:
        """One action back, or from the start of a deal to the end of the one before; False at the very start."""
        if self.done:
            self.go(self.deal_number, self.done - 1)
        elif self.deal_number:
            self.go(self.deal_number - 1, self.actions(self.deal_number - 1))
        else:
            return False
        return True

    def _load(self, deal: int) -> None:
        """Makes ready the start of a deal; those before it are played, since what they lead to is part of it."""
        while len(self._starts) <= deal:
            if self._starts:
                live = self._course.match.deal if self._course.match else self._starts[-1]
                for _, text in self.record.deals[len(self._starts) - 1].actions:
                    live.act(text)
            self._starts.append(self._course.open(self.record.deals[len(self._starts)]).copy())
        if self._loaded != deal:
            first = self._starts[deal].copy()
            self._events = [first.events]
            first.events = []
            self._positions = [first]
            self._loaded = deal

    # --- what is there ---

    def snapshot(self) -> dict[str, Any]:
        """Everything, with open cards."""
        return self._now.snapshot()

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), could know."""
        return self._now.view(seat)

    def deal(self) -> Deal:
        """The deal at this place, one's own to play on."""
        deal = self._now.copy()
        deal.events = [dict(event) for event in self.log()]
        return deal

    def log(self) -> list[dict[str, Any]]:
        """All events of the deal up to this place, with open cards (`housu.project` hides them)."""
        return [event for events in self._events[: self.done + 1] for event in events]

    def events(self, seat: int | None = None, everything: bool = False) -> list[dict[str, Any]]:
        """What the last step brought, the dealing included, as a seat or a spectator could see it, or `everything`."""
        last = self._events[self.done]
        return [dict(event) for event in last] if everything else project(last, seat)

    @property
    def last(self) -> tuple[int, str] | None:
        """The seat and the text of the action that led here; None at the start of a deal."""
        return self._record().actions[self.done - 1] if self.done else None

    @property
    def next(self) -> tuple[int, str] | None:
        """The seat and the text of the action that comes next; None at the end of a deal."""
        return self._record().actions[self.done] if self.done < self.actions() else None

    @property
    def comment(self) -> str:
        """What the record says beside the last action, or before the first one."""
        return self._record().comments.get(self.done - 1, "")

    @property
    def losses(self) -> list[int]:
        """Deals lost so far, a number a seat."""
        lost = [0] * len(self.record.seats)
        for loser in self._losers():
            lost[loser] += 1
        return lost

    @property
    def letters(self) -> list[str]:
        """Zalupa: the letters of each seat so far; in Paskahousu none."""
        if self.record.game != "zalupa":
            return [""] * len(self.record.seats)
        return ["".join(LETTERS[:lost]) for lost in self.losses]

    def _losers(self) -> Iterable[int]:
        for deal in self.record.deals[: self.deal_number]:
            if deal.result and deal.result.get("loser") is not None:
                yield deal.result["loser"]
        outcome = self._now.outcome
        if outcome is not None and outcome.loser is not None:
            yield outcome.loser
