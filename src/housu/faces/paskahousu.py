"""Paskahousu over the kernel: snapshots, action texts, events. What is legal and what happens, the kernel decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from housu.action import Moment
from housu.cards import ALL_CARDS, TEXTS, cards_text, members, members_of, split_cards
from housu.errors import IllegalAction, PositionError, RulesError
from housu.faces.outcome import Outcome
from housu.faces.paskahousu_reading import Reading, set_of
from housu.faces.paskahousu_reasons import Reasons
from housu.kernel import paskahousu as kernel
from housu.kernel.engine import PLAIN, Engine
from housu.pack import shuffled
from housu.position import whole_pack
from housu.rules.paskahousu_tables import NOT
from housu.rules.ruleset import RuleSet
from housu.view import SPECTATOR, Hand, Sight, hand_texts, sight_of

CLEARED_BY = ("", "ten", "ace", "four", "lead")
WORDS = {
    kernel.PICK_UP: "pickup",
    kernel.DRAW: "draw",
    kernel.PASS: "pass",
    kernel.STOP: "stop",
    **{kernel.BLIND + place: f"blind{place + 1}" for place in range(kernel.POSITIONS)},
}
CODES = {word: code for code, word in WORDS.items()}
POSITIONS = kernel.POSITIONS


class Face:
    """Deals of Paskahousu under one rule set, in one speed. A state is a kernel record; nothing here keeps one."""

    def __init__(self, rules: RuleSet, engine: Engine) -> None:
        self.rules = rules
        self.engine = engine
        self.kernel = engine.module
        self.tables = rules.tables
        self.record = engine.rules(self.tables.numbers)
        self._cards_of = self.tables.numbers["cards_of"]
        self.pack = rules.pack
        self.reasons = Reasons(self)
        self._plain = engine.speed == PLAIN

    # --- dealing ---

    def start(
        self,
        seats: int,
        dealer: int,
        deck: str | None,
        key: bytes,
        trumps: str | None,
        aside: Sequence[str] | None,
    ) -> tuple[Any, list[dict[str, Any]], list[int]]:
        """Deals from `deck` or from the pack that `key` shuffles (P4–P9). The game has no trumps."""
        if trumps is not None:
            raise RulesError("error.rules.no_trumps", game=self.rules.game.title)
        if aside is not None and any(aside):
            raise PositionError("error.position.unknown_field", "aside")
        cards = shuffled(self.pack, key) if deck is None else whole_pack(self.pack, deck)
        return *self._deal(seats, dealer, cards), cards

    def _deal(self, seats: int, dealer: int, deck: Sequence[int]) -> tuple[Any, list[dict[str, Any]]]:
        s = self.engine.state()
        for place, card in enumerate(reversed(deck)):
            s.stock[place] = card
        self.kernel.start(self.record, s, seats, dealer)
        order = [(dealer + place) % seats for place in range(1, seats + 1)]
        events = [_dealt(seat, "hand", self.hand(s, seat)) for seat in order]
        if self.record.table_cards:
            events += [_dealt(seat, "face_down", filter(_there, self.face_down(s, seat))) for seat in order]
            events += [_dealt(seat, "face_up", self.face_up(s, seat)) for seat in order]
        return s, events

    def over(self) -> IllegalAction:
        """Nothing can be done any more."""
        return IllegalAction("refusal.over", "P23")

    # --- zones ---

    def hand(self, s: Any, seat: int) -> tuple[int, ...]:
        return members_of(int(s.hands[seat]), int(s.hands2[seat]))

    def seen(self, s: Any, seat: int) -> tuple[int, ...]:
        return members_of(int(s.seen[seat]), int(s.seen2[seat]))

    def face_up(self, s: Any, seat: int) -> list[int]:
        """The face-up cards of a seat that are still there, as they were dealt."""
        at = POSITIONS * seat
        return [int(card) for card in s.face_up[at : at + POSITIONS] if card >= 0]

    def face_down(self, s: Any, seat: int) -> list[int]:
        """The face-down cards of a seat by position, NO_CARD for an empty one."""
        at = POSITIONS * seat
        return [int(card) for card in s.face_down[at : at + int(s.places[seat])]]

    def table(self, s: Any) -> tuple[list[int], list[int]]:
        """The cards set aside and those of the pile, in the order they were laid."""
        gone, height = int(s.gone), int(s.height)
        return [int(card) for card in s.table[:gone]], [int(card) for card in s.table[gone : gone + height]]

    def drawn(self, s: Any) -> list[int]:
        """The cards just drawn, in the order they were drawn; none outside phase after_draw."""
        if s.phase != kernel.AFTER_DRAW:
            return []
        left = int(s.left)
        return [int(card) for card in s.stock[left : left + int(s.drawn)]][::-1]

    # --- snapshots ---

    def write(self, s: Any, sight: Sight) -> dict[str, Any]:
        """The snapshot of a state as `sight` may see it."""
        hands = self._hands(s)
        return self._zones(s, sight, hands) | {
            "hands": sight.hands(hands),
            "drawn": self._drawn(s, sight),
        }

    def views(self, s: Any, seats: Sequence[int | None]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """A state as several may see it: what is the same for all, and the other fields of each."""
        hands = self._hands(s)
        own = [
            {"hands": sight.hands(hands), "drawn": self._drawn(s, sight)} for sight in map(sight_of, seats)
        ]
        return self._zones(s, SPECTATOR, hands), own

    def _drawn(self, s: Any, sight: Sight) -> str:
        return sight.drawn(int(s.to_act), self.drawn(s)) if s.phase == kernel.AFTER_DRAW else ""

    def _zones(self, s: Any, sight: Sight, hands: Sequence[Hand]) -> dict[str, Any]:
        seats = range(int(s.seats))
        gone, height = s.gone, s.height
        over = s.phase == kernel.OVER
        choosing = s.phase == kernel.AFTER_DRAW
        laid = self.record.table_cards
        nothing = [""] * len(seats)
        return {
            "game": self.rules.game.name,
            "rules": self.rules.written,
            "seats": int(s.seats),
            "dealer": int(s.dealer),
            "to_act": None if over else int(s.to_act),
            "phase": "over" if over else "after_draw" if choosing else "turn",
            "face_up": [cards_text(self.face_up(s, seat)) for seat in seats] if laid else nothing,
            "face_down": [sight.face_down(self.face_down(s, seat)) for seat in seats] if laid else nothing[:],
            "pile": cards_text(s.table[gone : gone + height]),
            "stock": sight.stock(s.stock, int(s.left)),
            "out": cards_text(s.table[:gone]),
            "went_out": self.order(s),
            "idle": int(s.idle),
            "loser": int(s.loser) if s.loser >= 0 else None,
            "stalemate": bool(s.stalemate),
            "opening": bool(s.phase == kernel.OPENING),
            "forced": int(s.forced) if s.forced >= 0 else None,
            "played": int(s.played) if choosing else 0,
            "passes": int(s.passes),
            "seen": [hand.seen for hand in hands],
        }

    def _hands(self, s: Any) -> list[Hand]:
        return list(map(hand_texts, s.hands[: int(s.seats)], s.seen, s.hands2, s.seen2))

    def order(self, s: Any) -> list[int]:
        """Seats in the order in which they went out."""
        return [int(seat) for seat in s.went_out[: int(s.seats) - int(s.alive)]]

    def read(self, snapshot: Any) -> Any:
        """The state that a snapshot describes. Raises PositionError where it can't be."""
        return Reading(self, snapshot).state()

    # --- actions ---

    def codes(self, s: Any) -> list[int]:
        """The legal actions by number."""
        found = self.engine.actions()  # its own: faces serve several threads
        found = found[: self.kernel.legal(self.record, s, found)]
        return found if self._plain else found.tolist()

    def moment(self, s: Any) -> Moment:
        """What naming the actions of this state needs."""
        if s.phase == kernel.AFTER_DRAW:
            first, second = self.kernel.drawn_set(s)
        else:
            first, second = self.kernel.source(s)
        seat = s.to_act
        return Moment(self.name, (int(first), int(second), int(s.seen[seat]), int(s.seen2[seat])))

    def name(self, code: int, facts: tuple[int, int, int, int]) -> str:
        """The text of an action: facts are the cards played from, of both packs, and those of them all have seen."""
        word = WORDS.get(code)
        if word:
            return word
        first, second, seen, seen2 = facts
        kind = self._cards_of[code >> 3]
        return _play(first & kind, second & kind, seen & kind, seen2 & kind, (code & 7) + 1)

    def attempt(self, s: Any, text: str, codes: list[int]) -> tuple[int, list[int] | None]:
        """The action that a text names: its number and, for a play, the cards in the order written.

        Raises IllegalAction with the clause it breaks.
        """
        word = "".join(text.split()).lower()
        code = CODES.get(word)
        if code is not None:
            if code not in codes:
                raise self.reasons.not_now(s, code, codes)
            return code, None
        numbers = split_cards(word)
        if not numbers:
            raise self.reasons.no_action(s, text, codes)
        code, cards = self.reasons.find_play(s, numbers)
        if code not in codes:
            raise self.reasons.refused_play(s, code, cards)
        return code, cards

    def perform(self, s: Any, code: int, cards: list[int] | None) -> list[dict[str, Any]]:
        """Does a legal action, a play with the cards named if any are, and tells what happened."""
        seat = int(s.to_act)
        before = _Before(s)
        if code < kernel.PICK_UP:
            return self._play(s, seat, before, code, cards)
        turned = -1
        origin = "stock"
        if code == kernel.DRAW:
            turned = int(s.stock[before.left - 1])
        elif kernel.BLIND <= code < kernel.BLIND + POSITIONS:
            turned = int(s.face_down[POSITIONS * seat + code - kernel.BLIND])
            origin = "face_down"
        pile = list(s.table[before.gone : before.gone + before.height])
        self.kernel.apply(self.record, s, code)
        if turned >= 0:
            return self._turned(s, seat, before, turned, origin, pile)
        if code == kernel.PICK_UP:
            events = [{"event": "picked_up", "seat": seat, "cards": cards_text(pile)}]
        else:
            events = [{"event": "passed" if code == kernel.PASS else "stopped", "seat": seat}]
        return self._ending(s, seat, before, events)

    def _play(
        self, s: Any, seat: int, before: _Before, code: int, cards: list[int] | None
    ) -> list[dict[str, Any]]:
        n = (code & 7) + 1
        events: list[dict[str, Any]] = []
        at = before.gone + before.height
        replaced = 0
        if s.phase == kernel.AFTER_DRAW and self.record.swap:
            replaced = int(s.played)
            back = cards_text(s.table[at - replaced : at])
            events.append({"event": "replaced", "seat": seat, "cards": back})
            at -= replaced
        origin = "hand" if s.held[seat] or s.left else "face_up"
        if cards is None:
            self.kernel.apply(self.record, s, code)
        else:
            self.kernel.play(self.record, s, *set_of(cards), code)
            for place, card in enumerate(cards):
                s.table[at + place] = card
        events.append(
            {
                "event": "played",
                "seat": seat,
                "cards": cards_text(s.table[at : at + n]),
                "from": origin,
                "lead": bool(before.height == replaced),
            }
        )
        return self._ending(s, seat, before, events)

    def _turned(
        self, s: Any, seat: int, before: _Before, card: int, origin: str, pile: list[int]
    ) -> list[dict[str, Any]]:
        fits = card not in members(int(s.hands[seat]), int(s.hands2[seat]))
        text = cards_text([card])
        events: list[dict[str, Any]] = [
            {"event": "turned", "seat": seat, "card": text, "from": origin, "fits": fits},
            {"event": "played", "seat": seat, "cards": text, "from": origin, "lead": not pile}
            if fits
            else {"event": "picked_up", "seat": seat, "cards": cards_text([*pile, card])},
        ]
        return self._ending(s, seat, before, events, drew=False)

    def _ending(
        self, s: Any, seat: int, before: _Before, events: list[dict[str, Any]], drew: bool = True
    ) -> list[dict[str, Any]]:
        """What a play may bring with it: a pile cleared, cards drawn, going out, the end."""
        if s.cleared != NOT:
            cleared = cards_text(s.table[before.gone : s.gone])
            events.append(
                {"event": "cleared", "seat": seat, "cards": cleared, "by": CLEARED_BY[int(s.cleared)]}
            )
        if drew and s.left < before.left:
            cards = cards_text(s.stock[s.left : before.left][::-1])
            events.append({"event": "drew", "seat": seat, "cards": cards})
        if s.alive < before.alive:
            events.append({"event": "went_out", "seat": seat})
        if s.phase == kernel.OVER:
            outcome = self.outcome(s)
            events.append(
                {
                    "event": "over",
                    "loser": outcome.loser,
                    "order": outcome.order,
                    "stalemate": outcome.stalemate,
                }
            )
        return events

    def outcome(self, s: Any) -> Outcome:
        """How a deal that is over ended."""
        return Outcome(int(s.loser) if s.loser >= 0 else None, self.order(s), bool(s.stalemate))

    def is_over(self, s: Any) -> bool:
        return bool(s.phase == kernel.OVER)

    def laid_aside(self, s: Any, seat: int) -> None:
        """Nothing passes from deal to deal."""

    def blocked(self, s: Any, codes: list[int]) -> dict[str, str]:
        """For each card of the hand to act that can't be played now, the clause that keeps it back."""
        drawn = {card & 63 for card in self.drawn(s)}  # a card is named by its text, whichever pack it is of
        kept = ALL_CARDS
        for code in codes:
            if code < kernel.PICK_UP:
                kept &= ~self._cards_of[code >> 3]
        if s.phase == kernel.AFTER_DRAW:
            kept |= ALL_CARDS & ~sum(1 << card for card in drawn)
        seat = s.to_act
        held = int(s.hands[seat]) | int(s.hands2[seat])
        return self.reasons.clauses(s, members(held & kept), drawn)


class _Before:
    """The counts of a state before an action, by which its events are told."""

    __slots__ = ("alive", "gone", "height", "left")

    def __init__(self, s: Any) -> None:
        self.gone = s.gone
        self.height = s.height
        self.left = s.left
        self.alive = s.alive


@lru_cache(maxsize=1 << 12)
def _play(first: int, second: int, seen: int, seen2: int, n: int) -> str:
    """The text of playing n of some cards of one kind, those first that all have seen."""
    one, two = kernel.known_first(first, second, seen, seen2, n)
    return "".join([TEXTS[card & 63] for card in members_of(one, two)])


def _there(card: int) -> bool:
    return card >= 0


def _dealt(seat: int, to: str, cards: Iterable[int]) -> dict[str, Any]:
    return {"event": "dealt", "seat": seat, "to": to, "cards": cards_text(cards)}
