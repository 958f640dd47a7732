"""Playing a record through: what doesn't fit is named, and what was good before it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from housu.deal import Deal
from housu.errors import HousuError, PositionError, RecordError, shown
from housu.match import Match
from housu.record import fair
from housu.record.model import DealRecord, Record, check_of, result_of
from housu.record.writing import value_text
from housu.rules.ruleset import RuleSet

HOW_MANY_TO_NAME = 8


def verify(record: Record) -> None:
    """Plays a record through. Raises RecordError at the first thing that doesn't fit."""
    course = Course(record)
    for deal in record.deals:
        course.add(deal)


def resume(record: Record, seed: int | None = None, speed: str | None = None) -> Match:
    """The match of a record at the point it had come to; its later packs come from `seed`. Raises RecordError."""
    course = Course(record, speed, seed)
    for deal in record.deals:
        course.add(deal)
    if course.match is None:
        raise RecordError("error.record.no_deals")
    return course.match


class Course:
    """The deals of a record, played one after another; `match` is the match they make (None before the first).

    Whatever passes from deal to deal (dealer, letters, set-aside cards, the end of the match) is the match's to know.
    """

    def __init__(self, record: Record, speed: str | None = None, seed: int | None = None) -> None:
        self.good = replace(record, deals=[])
        self.match: Match | None = None
        self._speed = speed
        self._seed = seed
        try:
            self.rules = RuleSet.parse(record.rules)
        except HousuError as error:
            raise RecordError("error.record.field", field="rules", reason=error) from None

    def add(self, deal: DealRecord, fault: RecordError | None = None) -> None:
        """Plays one more deal and believes it, or raises RecordError; `fault` is what reading its actions stopped at."""
        number = len(self.good.deals) + 1
        try:
            live = self._open(deal, number)
            self._play(live, deal, number, fault)
        except RecordError as error:
            error.read = self.good
            raise
        self.good.deals.append(deal)

    # --- opening a deal ---

    def open(self, deal: DealRecord) -> Deal:
        """The deal at its start, as the match that goes before it has it. Raises HousuError."""
        record = self.good
        if deal.start is not None:
            made = Deal.from_snapshot({"rules": record.rules, **deal.start}, speed=self._speed)
            self._check_position(made)
            if self.match is None:
                self.match = Match(start=made, seed=self._seed, speed=self._speed, **self._ends())
                return made
            return self.match.next(start=made)
        if self.match is not None:
            return self.match.next(deck=deal.deck)
        self.match = Match(
            self.rules,
            len(record.seats),
            seed=self._seed,
            dealer=deal.dealer,
            trumps=record.trumps,
            deck=deal.deck,
            speed=self._speed,
            **self._ends(),
        )
        return self.match.deal

    def _ends(self) -> Mapping[str, Any]:
        return {name: self.good.ends.get(name) for name in ("deals", "losses")}

    def _check_position(self, deal: Deal) -> None:
        """A position must be of this table: its rules, seats and trumps."""
        record = self.good
        if deal.rules != self.rules:
            raise PositionError(
                "error.position.value", "rules", value=deal.rules.text, values=[self.rules.text]
            )
        if deal.seats != len(record.seats):
            raise PositionError("error.position.seats", "hands", n=deal.seats, seats=len(record.seats))
        trumps = deal.snapshot().get("trumps")
        if trumps != record.trumps:
            raise PositionError(
                "error.position.value", "trumps", value=shown(trumps), values=[shown(record.trumps)]
            )

    def _open(self, deal: DealRecord, number: int) -> Deal:
        match = self.match
        if match is not None:
            if match.deal.to_act is not None:
                raise RecordError("error.record.unfinished", deal=number - 1)
            if match.over:
                raise RecordError("error.record.after_match", deal=number)
        try:
            live = self.open(deal)
        except PositionError as error:
            key = "error.record.pack" if error.field == "deck" else "error.record.deal"
            raise RecordError(key, deal=number, reason=error) from None
        except HousuError as error:
            raise RecordError("error.record.deal", deal=number, reason=error) from None
        if live.dealer != deal.dealer:
            raise RecordError("error.record.dealer", deal=number, seat=deal.dealer, turn=live.dealer)
        if deal.fair is not None and not self._is_fair(deal, live):
            raise RecordError("error.record.fair", deal=number)
        return live

    def _is_fair(self, deal: DealRecord, live: Deal) -> bool:
        if deal.fair is None or live.deck is None:
            return False
        pack = self.rules.pack_texts(gone=" ".join(live.snapshot().get("aside", [])).split())
        bots = [bool(bot) for bot in self.good.bots or [""] * live.seats]
        return fair.holds(deal.fair, pack, live.deck, bots)

    # --- playing it ---

    def _play(self, live: Deal, deal: DealRecord, number: int, fault: RecordError | None) -> None:
        for done, (seat, text) in enumerate(deal.actions):
            try:
                _act(live, number, done + 1, seat, text)
            except RecordError:
                self._keep(live, deal, done)
                raise
        try:
            if fault is not None:
                raise fault
            _compare(live, deal, number)
        except RecordError:
            self._keep(live, deal, len(deal.actions))
            raise

    def _keep(self, live: Deal, deal: DealRecord, done: int) -> None:
        """The good part of a deal that something was wrong with: its first actions, and the result they lead to."""
        comments = {action: comment for action, comment in deal.comments.items() if action < done}
        result = result_of(live)
        part = replace(deal, actions=deal.actions[:done], comments=comments, result=result, check=None)
        self.good.deals.append(part)


def _act(live: Deal, number: int, action: int, seat: int, text: str) -> None:
    if live.to_act is None:
        raise RecordError("error.record.after_end", deal=number, action=action)
    if seat != live.to_act:
        raise RecordError("error.record.seat", deal=number, action=action, seat=seat, turn=live.to_act)
    try:
        live.act(text)
    except HousuError as error:
        options = [str(option) for option in live.actions()][:HOW_MANY_TO_NAME]
        raise RecordError(
            "error.record.action", deal=number, action=action, text=shown(text), reason=error, options=options
        ) from None


def _compare(live: Deal, deal: DealRecord, number: int) -> None:
    """Whether the deal ended as the record says."""
    result = result_of(live)
    if result is None:
        if deal.result is None and deal.check is None:
            return
        raise RecordError("error.record.not_over", deal=number, n=len(deal.actions), turn=live.to_act)
    if deal.result is None:
        raise RecordError("error.record.no_result", deal=number, expected=value_text(result))
    if _ending(deal.result) != _ending(result):
        found = shown(value_text(deal.result))
        raise RecordError("error.record.result", deal=number, found=found, expected=value_text(result))
    if deal.check is not None and deal.check != (check := check_of(live)):
        raise RecordError("error.record.check", deal=number, found=shown(deal.check), expected=check)


def _ending(result: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """What a result says; as text, since in Python 1 and true are equal."""
    return repr(result.get("loser")), repr(result.get("order")), repr(result.get("stalemate", False))
