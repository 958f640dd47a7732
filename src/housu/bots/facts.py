"""What others' actions tell of their hidden cards (P0, Z0): facts read from the events that a seat is sent.

A fact says that of the cards in a hand that nobody has seen, at least so many are among certain ones: none that could
have been played, after a player who had to be stuck has drawn or has passed (P10, P27); none that beats, after one who
must beat has taken (Z8); few threes, before a seat that started with more of them (P7, P9); one that fitted, after a
choice that opened and was declined, and none after one that didn't open (P26). A fact weakens with each hidden card
played that may have been one of those it counted, and so never says too much.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from housu.cards import ALL_CARDS, TEXTS, parse_card
from housu.kernel import paskahousu as kernel
from housu.rules.paskahousu_tables import EMPTY
from housu.rules.ruleset import RuleSet

Event = Mapping[str, Any]
_NUMBERS = {text: number for number, text in enumerate(TEXTS)}


@dataclass
class Fact:
    """Of a seat's unseen cards at least `least` are in `mask`, a set of cards of one pack."""

    seat: int
    mask: int
    least: int


class Listener:
    """What all games have in common: who holds how many cards that nobody has seen, and what is known of them."""

    def __init__(self, seats: int) -> None:
        self.unseen = [0] * seats
        self.seen: list[list[str]] = [[] for _ in range(seats)]
        self.facts: list[Fact] = []

    def follow(self, events: Sequence[Event]) -> None:
        """All events of a deal in order."""
        for event in events:
            self._hear(event)

    def _hear(self, event: Event) -> None:
        raise NotImplementedError

    def learn(self, seat: int, mask: int, least: int) -> None:
        """Notes a fact, unless it says nothing."""
        if least > 0 and mask != ALL_CARDS:
            self.facts.append(Fact(seat, mask, least))

    def none_of(self, seat: int, mask: int) -> None:
        """No unseen card of that hand is in the mask."""
        self.learn(seat, ALL_CARDS & ~mask, self.unseen[seat])

    def leaves(self, seat: int, card: str) -> None:
        """A card goes out of a hand, seen by everybody."""
        if card in self.seen[seat]:
            self.seen[seat].remove(card)
            return
        self.unseen[seat] -= 1
        for fact in self.facts:
            if fact.seat == seat and fact.mask >> _NUMBERS[card] & 1:
                fact.least -= 1
        self.facts = [fact for fact in self.facts if fact.least > 0]

    def enters(self, seat: int, cards: Iterable[str]) -> None:
        """Cards go into a hand, seen by everybody."""
        self.seen[seat] += cards


class PaskahousuListener(Listener):
    """Follows a deal of Paskahousu from its first event."""

    def __init__(self, rules: RuleSet, seats: int, dealer: int) -> None:
        super().__init__(seats)
        self.numbers = rules.tables.numbers
        self.record = kernel.Rules()
        for name in ("kind_of", "nines", "decks", "may_go"):
            setattr(self.record, name, self.numbers[name])
        self.state = kernel.State()  # as much of it as says what may go where
        self.order = [(dealer + place) % seats for place in range(1, seats + 1)]
        self.stock = int(self.numbers["pack_size"])
        self.pile: list[str] = []
        self.started = False
        self.opened = False  # the deal began with an opening (P8, P9), not an ordinary turn
        self.plays = 0
        self.under_play = 0  # what might have gone where the last play went
        self.judged: tuple[int, int, int] | None = (
            None  # seat, cards drawn, those that fit: a choice may have opened
        )

    def _fitting(self, pile: Sequence[str]) -> int:
        """The cards that may go on a pile now."""
        s = self.state
        s.left = self.stock
        s.top = self.record.kind_of[_NUMBERS[pile[-1]]] if pile else EMPTY
        return int(kernel.may_go(self.record, s))

    def _set_aside(self, cards: Iterable[str]) -> None:
        s = self.state
        for card in cards:
            bit = 1 << _NUMBERS[card]
            if s.out & bit:
                s.out2 |= bit
            s.out |= bit
        kernel.note_nines(self.record, s)

    def _hear(self, event: Event) -> None:
        kind, seat = event["event"], event.get("seat")
        cards = str(event.get("cards", "")).split()
        if kind == "dealt":
            self.stock -= len(cards)
            if event["to"] == "hand":
                self.unseen[event["seat"]] += len(cards)
            return
        if not self.started:
            self.started = True
            self._hear_start(event)
        self._hear_choice(event)
        if seat is None:
            return
        if kind == "played":
            self._hear_play(event, seat, cards)
        elif kind == "turned" and event["from"] == "stock":
            if self.numbers["draw_when_stuck"]:
                self.none_of(seat, self._fitting(self.pile))
            self.stock -= 1
        elif kind == "cleared":
            self._set_aside(self.pile)
            self.pile = []
            self.judged = None
        elif kind == "drew":
            self.stock -= len(cards)
            self.unseen[seat] += len(cards)
            self._expect_choice(seat, len(cards))
        elif kind == "replaced":
            self.pile = self.pile[: len(self.pile) - len(cards)]
            self.enters(seat, cards)
        elif kind == "picked_up":
            self.pile = []
            self.enters(seat, cards)
        elif kind == "passed":
            self.none_of(seat, self._fitting([]))

    def _hear_play(self, event: Event, seat: int, cards: list[str]) -> None:
        if event["from"] == "hand":
            for card in cards:
                self.leaves(seat, card)
        self.plays += 1
        if self.numbers["swap"]:
            self.under_play = self._fitting(self.pile)
        self.pile = [*self.pile, *cards]

    def _expect_choice(self, seat: int, drew: int) -> None:
        """After a play that drew: which drawn cards would open a choice (P26)."""
        if not self.pile or (self.numbers["swap"] and self.plays == 1 and self.opened):
            return
        if self.numbers["swap"]:
            self.judged = (seat, drew, self.under_play)
        elif self.numbers["go_on"]:
            self.judged = (seat, drew, self._fitting(self.pile))

    def _hear_choice(self, event: Event) -> None:
        """The event after such a play tells whether the choice opened, and whether it was declined."""
        if self.judged is None or event["event"] in ("went_out", "over"):
            return
        seat, _, fitting = self.judged
        if event["event"] == "stopped":
            self.learn(seat, fitting, 1)
        else:
            self.hear_turn(event.get("seat"))
        self.judged = None

    def hear_turn(self, to_act: int | None) -> None:
        """It is another's turn after such a play, so no choice opened."""
        if self.judged is not None and self.judged[0] != to_act:
            seat, drew, fitting = self.judged
            self.judged = None
            self.learn(seat, ALL_CARDS & ~fitting, drew)

    def _hear_start(self, event: Event) -> None:
        """The first action of the deal tells who had the right to it (P7–P9)."""
        starter = event["seat"]
        card = str(event.get("cards", "")).split()[:1]
        leadable = self._fitting([])
        ranks = [15 << 4 * rank & leadable for rank in range(13)]
        rank = parse_card(card[0]) if event["event"] == "played" and card else None
        if self.numbers["any_threes"]:
            if rank is None or rank >> 2:
                self._nobody_has(ranks[0])
            else:
                self.opened = True
                for seat in self.order[: self.order.index(starter)]:
                    self.none_of(seat, ranks[0])
            return
        if rank is None or not leadable >> rank & 1:
            self._nobody_has(leadable)
            return
        self.opened = True
        rank >>= 2
        self._nobody_has(sum(ranks[:rank]))
        shown = str(event["cards"]).split()
        if self.numbers["single"] & ranks[rank] or self.numbers["red_first"] & 15 << 4 * rank:
            return  # he may have had more than he showed
        self._fewer_than(starter, len(shown), ranks[rank])

    def hear_right(self, starter: int, hand: str, opens: bool) -> None:
        """Who has the right to start (P7–P9) tells as much before anybody has acted; `hand` is the starter's own."""
        if self.started:
            return
        leadable = self._fitting([])
        if not opens:
            self._nobody_has(15 & leadable if self.numbers["any_threes"] else leadable)
        elif self.numbers["any_threes"]:
            for seat in self.order[: self.order.index(starter)]:
                self.none_of(seat, 15 & leadable)
        else:
            held = [card for card in map(_NUMBERS.__getitem__, hand.split()) if leadable >> card & 1]
            rank = min(held) >> 2
            self._nobody_has(leadable & ((1 << 4 * rank) - 1))
            most = sum(card >> 2 == rank for card in held)
            self._fewer_than(starter, most, 15 << 4 * rank & leadable)

    def _fewer_than(self, starter: int, most: int, mask: int) -> None:
        """Those before the starter have fewer of these cards than he, the others no more (P7)."""
        for place, seat in enumerate(self.order):
            if seat != starter:
                fewer = place < self.order.index(starter)
                self.learn(seat, ALL_CARDS & ~mask, self.unseen[seat] - most + fewer)

    def _nobody_has(self, mask: int) -> None:
        for seat in self.order:
            self.none_of(seat, mask)


class ZalupaListener(Listener):
    """Follows a deal of Zalupa from its first event."""

    def __init__(self, rules: RuleSet, trumps: str, lowest: Sequence[int]) -> None:
        super().__init__(4)
        self.numbers = rules.tables.numbers
        self.trumps = ["cdhs".index(suit) for suit in trumps]
        self.lowest = lowest  # the lowest trump still in play of each seat (Z4)
        self.top: str | None = None
        self.started = False

    def _hear(self, event: Event) -> None:
        kind = event["event"]
        seat: Any = event.get("seat")
        if kind == "dealt":
            self.unseen[seat] += len(str(event["cards"]).split())
        elif kind == "exchanged":
            self.unseen[seat] -= 1
            self.enters(event["to"], [event["card"]])
        elif not self.started:
            self.started = True
            for holder, card in enumerate(self.lowest):
                if TEXTS[card] not in self.seen[holder]:
                    self.learn(holder, 1 << card, 1)
        if kind in ("led", "beat"):
            self.leaves(seat, event["card"])
            self.top = event["card"] if kind == "led" else None
        elif kind == "took":
            if self.top is not None and not self.numbers["may_take"]:
                self.none_of(seat, self.numbers["beats"][64 * self.trumps[seat] + _NUMBERS[self.top]])
            self.enters(seat, str(event["cards"]).split())
            self.top = None
