"""Why an action is refused: the clause and its sentence. Asked only after the kernel has said no."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from housu.cards import ACE, JACK, RANKS, TEN, TEXTS, TWO, cards_text, members
from housu.errors import IllegalAction, shown
from housu.kernel import paskahousu as kernel
from housu.rules.paskahousu_tables import AFTER_STOCK, EMPTY

if TYPE_CHECKING:
    from housu.faces.paskahousu import Face

POSITIONS = kernel.POSITIONS
HOW_MANY_TO_NAME = 8


class Reasons:
    """The reasons of one rule set; reads the tables' clauses and a state, and says nothing the seat can't know."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.refusals = face.tables.refusals

    def no_action(self, s: Any, text: str, codes: list[int]) -> IllegalAction:
        """The text names no action; some that could be taken are named."""
        moment = self.face.moment(s)
        options = [moment.text(code) for code in codes[:HOW_MANY_TO_NAME]]
        return IllegalAction("refusal.no_action", "P10", text=shown(text), options=options)

    # --- what is not a play ---

    def not_now(self, s: Any, code: int, codes: list[int]) -> IllegalAction:
        """Picking up, drawing, passing, stopping or turning a table card, where that can't be done."""
        if code == kernel.STOP:
            return IllegalAction("refusal.P26.stop", "P26")
        if s.phase != kernel.TURN:
            return self._other_duty(s)
        if code == kernel.PICK_UP:
            return IllegalAction("refusal.P10.pick_up", "P10")
        if code == kernel.DRAW:
            return IllegalAction("refusal.P10.stuck" if s.left else "refusal.P10.draw", "P10")
        if code == kernel.PASS:
            return IllegalAction("refusal.P27.pass", "P27")
        return self._no_blind(s, code - kernel.BLIND, codes)

    def _other_duty(self, s: Any) -> IllegalAction:
        """In a phase that leaves little choice, what has to be done instead."""
        if s.phase == kernel.DUTY:
            return IllegalAction("refusal.P25", "P25")
        if s.phase == kernel.AFTER_DRAW:
            first, second = self.face.kernel.takeable(self.face.record, s)
            cards = [TEXTS[card & 63] for card in members(int(first), int(second))]
            return IllegalAction("refusal.P26", "P26", cards=cards)
        if self.face.record.any_threes:
            return IllegalAction("refusal.P9", "P9")
        first, second = self.face.kernel.opening_cards(self.face.record, s)
        cards = [TEXTS[card & 63] for card in members(int(first), int(second))]
        if (int(first) | int(second)) & int(self.face.record.single):
            cards = cards[:1]
        return IllegalAction("refusal.P8", "P8", cards=cards)

    def _no_blind(self, s: Any, position: int, codes: list[int]) -> IllegalAction:
        seat = int(s.to_act)
        if not self.face.record.table_cards:
            return IllegalAction("refusal.P28.none", "P28")
        if s.held[seat]:
            return IllegalAction("refusal.P28.hand", "P28")
        if s.left:
            return IllegalAction("refusal.P28.stock", "P28")
        positions = [
            code - kernel.BLIND + 1 for code in codes if kernel.BLIND <= code < kernel.BLIND + POSITIONS
        ]
        if not positions:
            return IllegalAction("refusal.P28.face_up", "P28")
        return IllegalAction("refusal.P28.position", "P28", position=position + 1, positions=positions)

    # --- plays ---

    def find_play(self, s: Any, numbers: list[int]) -> tuple[int, list[int]]:
        """The play that cards (0 to 51) name, as its number and the very cards, those everybody has seen first."""
        seat = int(s.to_act)
        choosing = s.phase == kernel.AFTER_DRAW
        first, second = self.face.kernel.source(s)
        pool = self.face.drawn(s) if choosing else list(members(int(first), int(second)))
        seen = set(self.face.seen(s, seat))
        pool.sort(key=lambda card: (card not in seen, card))
        cards = []
        for number in numbers:
            card = next((card for card in pool if card & 63 == number), None)
            if card is None:
                raise self._not_held(s, number, numbers)
            pool.remove(card)
            cards.append(card)
        kinds = {int(self.face.record.kind_of[card & 63]) for card in cards}
        if len({(card & 63) >> 2 for card in cards}) > 1:
            raise IllegalAction("refusal.not_one_rank", "P10")
        if len(kinds) > 1:
            raise IllegalAction("refusal.P30.mixed", "P30", rank=RANKS[(cards[0] & 63) >> 2])
        return 8 * kinds.pop() + len(cards) - 1, cards

    def _not_held(self, s: Any, number: int, numbers: list[int]) -> IllegalAction:
        text = TEXTS[number]
        seat = int(s.to_act)
        if s.phase == kernel.AFTER_DRAW:
            return self._other_duty(s)
        face_up = [card & 63 for card in self.face.face_up(s, seat)]
        first, second = self.face.kernel.source(s)
        held = [card & 63 for card in members(int(first), int(second))]
        if number in face_up and number not in held:
            return IllegalAction("refusal.P28.hand" if s.held[seat] else "refusal.P28.stock", "P28")
        if not held and not face_up and s.laid[seat]:
            places = self.face.face_down(s, seat)
            positions = [place + 1 for place, card in enumerate(places) if card >= 0]
            return IllegalAction("refusal.P28.blind", "P28", positions=positions)
        if number in held and numbers.count(number) > 1:
            return IllegalAction("refusal.card_twice", "P10", card=text)
        return IllegalAction("refusal.not_held", "P10", card=text)

    def refused_play(self, s: Any, code: int, cards: list[int]) -> IllegalAction:
        """A play of cards that the seat holds, but may not lay."""
        kind = code >> 3
        if s.phase == kernel.AFTER_DRAW and len(cards) > 1:
            return IllegalAction("refusal.P26.one", "P26")
        if s.phase in (kernel.DUTY, kernel.OPENING):
            return self._other_duty(s)
        clause = self._table_clause(s, kind)
        if clause is None:
            if s.phase == kernel.AFTER_DRAW:
                return self._other_duty(s)
            return IllegalAction("refusal.P17", "P17", rank=RANKS[(cards[0] & 63) >> 2])
        return self._by_clause(s, clause, kind, TEXTS[cards[0] & 63])

    def clauses(self, s: Any, cards: Iterable[int], drawn: Collection[int]) -> dict[str, str]:
        """For each of some cards of the hand (0 to 51) that can't be played now, the clause that keeps it back."""
        same = ""
        if s.phase == kernel.DUTY:
            same = "P25"
        elif s.phase == kernel.OPENING:
            same = "P9" if self.face.record.any_threes else "P8"
        if same:
            return {TEXTS[card]: same for card in cards}
        refusals, top = self._in_force(s), self._top(s)
        kind_of = self.face.record.kind_of
        choosing = s.phase == kernel.AFTER_DRAW
        return {
            TEXTS[card]: "P26"
            if choosing and card not in drawn
            else refusals.get((int(kind_of[card]), top)) or "P26"
            for card in cards
        }

    def _top(self, s: Any) -> int:
        """The kind that a play is judged by: the top of the pile, or, for a swap, what lay under the play."""
        top = int(s.top)
        if s.phase == kernel.AFTER_DRAW and self.face.record.swap:
            top = int(self.face.kernel.before_play(self.face.record, s))
        return AFTER_STOCK if top == EMPTY and not s.left else top

    def _table_clause(self, s: Any, kind: int) -> str | None:
        return self._in_force(s).get((kind, self._top(s)))

    def _in_force(self, s: Any) -> dict[tuple[int, int], str]:
        """The clause of each pair of kind and top that may not be, now that the nines are out or are not."""
        found: dict[tuple[int, int], str] = self.refusals[bool(s.nines_gone)]
        return found

    def _top_card(self, s: Any) -> str:
        back = int(s.played) if s.phase == kernel.AFTER_DRAW and self.face.record.swap else 0
        return cards_text([int(s.table[int(s.gone) + int(s.height) - back - 1])])

    def _by_clause(self, s: Any, clause: str, kind: int, card: str) -> IllegalAction:
        """The most exact sentence that holds under these rules."""
        top = self._top(s)
        if clause == "P27":
            ends = (kind, AFTER_STOCK) not in self.refusals[0]
            return IllegalAction("refusal.P27.stock" if ends else "refusal.P27", "P27", card=card)
        key = f"refusal.{clause}"
        numbers = self.face.tables.numbers
        only_its_like = numbers["may_go"][int(s.nines_gone) + top] == numbers["cards_of"][top]
        if clause == "P13" and (kind, top) not in self.refusals[1]:
            key = "refusal.P13.nines"
        elif clause == "P15" and kind == TWO:
            key = "refusal.P15.two"
        elif clause == "P15" and only_its_like:
            key = "refusal.P15.on_two"
        elif clause == "P16" and only_its_like and top in (TEN, ACE):
            key = "refusal.P16.ten" if top == TEN else "refusal.P16.ace"
        data = {"rank": self._too_low_for_pictures(s)} if key == "refusal.P13" else {}
        return IllegalAction(key, clause, card=card, top=self._top_card(s), **data)

    def _too_low_for_pictures(self, s: Any) -> str:
        """The highest rank that no picture goes on, which changes in a deal where `eights_when_nines_gone`."""
        in_force = self._in_force(s)
        return RANKS[max(top for top in range(len(RANKS)) if in_force.get((JACK, top)) == "P13")]
