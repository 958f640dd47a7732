"""Zalupa over the kernel: snapshots, action texts, events and reasons. What is legal and what happens, the kernel decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from housu.action import Moment
from housu.cards import SUITS, TEXTS, cards_text, members_of, split_cards
from housu.errors import IllegalAction, PositionError, RulesError, shown
from housu.faces.outcome import Outcome
from housu.kernel import zalupa as kernel
from housu.kernel.engine import Engine
from housu.pack import shuffled
from housu.position import Fields, some_of, whole_pack
from housu.rules.ruleset import RuleSet
from housu.rules.zalupa import CARDS
from housu.view import Hand, Sight, hand_texts, sight_of

SEATS = kernel.SEATS
FIELDS = (
    "game", "rules", "seats", "dealer", "to_act", "phase", "hands", "pile", "stock", "out", "went_out", "idle",
    "loser", "stalemate", "trumps", "aside", "led_by", "seen",
)  # fmt: skip
PHASES = ("lead", "beat", "over")
DEFAULT_TRUMPS = "hcsd"


def read_trumps(text: object) -> list[int]:
    """Four different suits, one a seat, as numbers. Raises RulesError."""
    if not isinstance(text, str) or sorted(text.lower()) != sorted(SUITS):
        raise RulesError("error.rules.trumps", trumps=shown(text), example=DEFAULT_TRUMPS)
    return [SUITS.index(suit) for suit in text.lower()]


class Face:
    """Deals of Zalupa under one rule set, in one speed. A state is a kernel record; nothing here keeps one."""

    def __init__(self, rules: RuleSet, engine: Engine) -> None:
        self.rules = rules
        self.engine = engine
        self.kernel = engine.module
        self.tables = rules.tables
        self.record = engine.rules(self.tables.numbers)
        self.pack = list(CARDS)

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
        """Deals from `deck` or from the pack that `key` shuffles, without the cards set aside (Z3, Z4)."""
        suits = read_trumps(DEFAULT_TRUMPS if trumps is None else trumps)
        fields = Fields({"aside": aside}, ("aside",), self.pack)
        laid = [fields.cards("aside", text) for text in fields.texts("aside", seats)]
        gone = {card for cards in laid for card in cards}
        for suit in suits:
            if all(card in gone for card in self.pack if card & 3 == suit):
                raise PositionError("error.position.no_trump_left", "aside", suit=SUITS[suit])
        pack = [card for card in self.pack if card not in gone]
        cards = shuffled(pack, key) if deck is None else whole_pack(pack, deck)
        return *self._deal(dealer, cards, suits, laid), cards

    def _deal(
        self, dealer: int, deck: Sequence[int], trumps: Sequence[int], aside: Sequence[Sequence[int]]
    ) -> tuple[Any, list[dict[str, Any]]]:
        s = self.engine.state()
        for place, card in enumerate(reversed(deck)):
            s.stock[place] = card
        s.left = len(deck)
        for seat in range(SEATS):
            s.trumps[seat] = trumps[seat]
            s.aside[seat] = _set(aside[seat])
        self.kernel.deal_hands(self.record, s, dealer)
        before = [self.hand(s, seat) for seat in range(SEATS)]
        self.kernel.exchange(s)
        order = [(dealer + place) % SEATS for place in range(1, SEATS + 1)]
        events: list[dict[str, Any]] = [
            {"event": "dealt", "seat": seat, "to": "hand", "cards": cards_text(before[seat])}
            for seat in order
        ]
        events += [
            {"event": "exchanged", "seat": giver, "card": TEXTS[card], "to": to}
            for giver in order
            for to in order
            if giver != to
            for card in sorted(set(self.hand(s, to)) & set(before[giver]))
        ]
        return s, events

    # --- zones ---

    def hand(self, s: Any, seat: int) -> tuple[int, ...]:
        return members_of(int(s.hands[seat]))

    def seen(self, s: Any, seat: int) -> tuple[int, ...]:
        return members_of(int(s.seen[seat]))

    def table(self, s: Any) -> tuple[list[int], list[int]]:
        """The cards gone by otboi and those on the table, in the order they were laid."""
        gone, height = int(s.gone), int(s.height)
        return [int(card) for card in s.table[:gone]], [int(card) for card in s.table[gone : gone + height]]

    # --- snapshots ---

    def write(self, s: Any, sight: Sight) -> dict[str, Any]:
        """The snapshot of a state as `sight` may see it."""
        hands = self._hands(s)
        return self._zones(s, hands) | {"hands": sight.hands(hands)}

    def views(self, s: Any, seats: Sequence[int | None]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """A state as several may see it: what is the same for all, and the other fields of each."""
        hands = self._hands(s)
        return self._zones(s, hands), [{"hands": sight_of(seat).hands(hands)} for seat in seats]

    def _zones(self, s: Any, hands: Sequence[Hand]) -> dict[str, Any]:
        out, pile = self.table(s)
        over = self.is_over(s)
        return {
            "game": self.rules.game.name,
            "rules": self.rules.written,
            "seats": SEATS,
            "dealer": int(s.dealer),
            "to_act": None if over else int(s.to_act),
            "phase": PHASES[int(s.phase)],
            "pile": cards_text(pile),
            "stock": "",
            "out": cards_text(out),
            "went_out": self.order(s),
            "idle": int(s.idle),
            "loser": int(s.loser) if s.loser >= 0 else None,
            "stalemate": bool(s.stalemate),
            "trumps": "".join(SUITS[int(suit)] for suit in s.trumps),
            "aside": [cards_text(members_of(int(cards))) for cards in s.aside],
            "led_by": int(s.led_by) if s.phase == kernel.BEAT else None,
            "seen": [hand.seen for hand in hands],
        }

    def _hands(self, s: Any) -> list[Hand]:
        return list(map(hand_texts, s.hands, s.seen))

    def order(self, s: Any) -> list[int]:
        """Seats in the order in which they went out."""
        return [int(seat) for seat in s.went_out[: SEATS - int(s.alive)]]

    def read(self, snapshot: Any) -> Any:
        """The state that a snapshot describes. Raises PositionError where it can't be."""
        fields = Fields(snapshot, FIELDS, self.pack)
        hands = fields.texts("hands", None)
        fields.number("seats", SEATS, SEATS, SEATS)
        if len(hands) != SEATS:
            raise PositionError("error.position.seats", "hands", n=len(hands), seats=SEATS)
        s = self.engine.state()
        s.seats = SEATS
        s.dealer = fields.seat("dealer", SEATS, 0)
        trumps = read_trumps(fields.snapshot["trumps"] if "trumps" in fields else DEFAULT_TRUMPS)
        for seat in range(SEATS):
            s.trumps[seat] = trumps[seat]
            cards = fields.cards("hands", hands[seat])
            s.hands[seat] = _set(cards)
            s.held[seat] = len(cards)
        for seat, text in enumerate(fields.texts("seen", SEATS)):
            s.seen[seat] = _set(some_of("seen", text, self.hand(s, seat)))
        for seat, text in enumerate(fields.texts("aside", SEATS)):
            s.aside[seat] = _set(fields.cards("aside", text))
        if fields.text("stock").strip():
            raise PositionError(
                "error.position.card_count", "stock", n=len(fields.text("stock").split()), needed=0
            )
        out = fields.cards("out", fields.text("out"))
        pile = fields.cards("pile", fields.text("pile"))
        for place, card in enumerate([*out, *pile]):
            s.table[place] = card
        s.gone, s.height = len(out), len(pile)
        s.pile = _set(pile)
        s.idle = fields.idle(int(self.record.stalemate_after))
        self._read_course(s, fields, pile)
        return s

    def _read_course(self, s: Any, fields: Fields, pile: list[int]) -> None:
        phase = fields.word("phase", "lead", PHASES)
        s.phase = PHASES.index(phase)
        went_out = fields.seat_list("went_out", SEATS)
        for place, seat in enumerate(went_out):
            s.went_out[place] = seat
            if s.held[seat]:
                raise PositionError("error.position.went_out", "went_out", seat=seat)
        s.playing = (1 << SEATS) - 1 - sum(1 << seat for seat in went_out)
        s.alive = SEATS - len(went_out)
        for seat in range(SEATS):
            if seat not in went_out and not s.held[seat]:
                raise PositionError("error.position.without_cards", "went_out", seat=seat)
        loser = fields.seat("loser", SEATS, None)
        s.loser = kernel.NOBODY if loser is None else loser
        s.stalemate = int(fields.truth("stalemate"))
        s.led_by = kernel.NOBODY
        for seat in range(SEATS):
            s.lowest_trump[seat] = self.kernel.lowest_trump(s, seat)
        if phase == "over":
            if (loser is None) != bool(s.stalemate):
                raise PositionError("error.position.phase", "loser", phase="over")
            if loser is not None and (s.alive != 1 or not s.playing >> loser & 1):
                raise PositionError("error.position.loser", "loser", seat=loser)
            fields.seat("to_act", SEATS, None)
            if "led_by" in fields:
                raise PositionError("error.position.not_now", "led_by", phase=phase)
            return
        for name, wrong in (("loser", "loser" in fields), ("stalemate", fields.truth("stalemate"))):
            if wrong:
                raise PositionError("error.position.not_now", name, phase=phase)
        if s.alive < 2:
            raise PositionError("error.position.over", "phase", phase=phase)
        s.to_act = fields.seat("to_act", SEATS, 0)
        if not s.playing >> s.to_act & 1:
            raise PositionError("error.position.nothing_to_act", "to_act", seat=int(s.to_act))
        if phase == "lead":
            if fields.snapshot.get("led_by") is not None:
                raise PositionError("error.position.not_now", "led_by", phase=phase)
            return
        if not pile:
            raise PositionError("error.position.phase", "pile", phase=phase)
        s.top = pile[-1]
        before = next(seat for n in range(1, 5) if s.playing >> (seat := (int(s.to_act) - n) % SEATS) & 1)
        led_by = fields.seat("led_by", SEATS, before)
        if led_by == s.to_act:
            raise PositionError("error.position.nothing_to_act", "led_by", seat=led_by)
        s.led_by = led_by

    # --- actions ---

    def codes(self, s: Any) -> list[int]:
        """The legal actions by number."""
        found = self.engine.actions()  # its own: faces serve several threads
        return [int(code) for code in found[: self.kernel.legal(self.record, s, found)]]

    def moment(self, s: Any) -> Moment:
        """What naming the actions of this state needs."""
        return Moment(self.name, None)

    def name(self, code: int, facts: None = None) -> str:
        """The text of an action; it is the same at every moment."""
        if code == kernel.TAKE:
            return "take"
        return TEXTS[kernel.FIRST + code % kernel.OTBOI] + ("!" if code >= kernel.OTBOI else "")

    def attempt(self, s: Any, text: str, codes: list[int]) -> tuple[int, None]:
        """The number of the action that a text names. Raises IllegalAction with the clause it breaks."""
        word = "".join(text.split()).lower()
        if word == "take":
            if kernel.TAKE in codes:
                return kernel.TAKE, None
            raise self._no_take(s, codes)
        otboi = word.endswith("!")
        numbers = split_cards(word[:-1] if otboi else word)
        if not numbers:
            options = [self.name(code) for code in codes[:8]]
            raise IllegalAction("refusal.no_action", "Z6", text=shown(text), options=options)
        if len(numbers) > 1:
            raise IllegalAction("refusal.Z6.one", "Z6")
        card = numbers[0]
        if not s.hands[int(s.to_act)] >> card & 1:
            raise IllegalAction("refusal.not_held", "Z6", card=TEXTS[card])
        if otboi and s.phase == kernel.LEAD:
            raise IllegalAction("refusal.Z10", "Z10")
        code = card - kernel.FIRST + (kernel.OTBOI if otboi else 0)
        if code not in codes:
            top = int(s.top)
            own = top & 3 == s.trumps[int(s.to_act)]
            raise IllegalAction(
                "refusal.Z6.trump" if own else "refusal.Z6", "Z6", card=TEXTS[card], top=TEXTS[top]
            )
        return code, None

    def _no_take(self, s: Any, codes: list[int]) -> IllegalAction:
        if s.phase == kernel.LEAD:
            return IllegalAction("refusal.Z7" if s.height else "refusal.Z5", "Z7" if s.height else "Z5")
        cards = [self.name(code) for code in codes if code < kernel.OTBOI]
        return IllegalAction("refusal.Z8", "Z8", top=TEXTS[int(s.top)], cards=cards)

    def over(self) -> IllegalAction:
        """Nothing can be done any more."""
        return IllegalAction("refusal.over", "Z10b")

    def perform(self, s: Any, code: int, cards: list[int] | None) -> list[dict[str, Any]]:
        """Does a legal action and tells what happened."""
        seat = int(s.to_act)
        leads = s.phase == kernel.LEAD
        out, pile = self.table(s)
        alive = int(s.alive)
        self.kernel.apply(self.record, s, code)
        events: list[dict[str, Any]] = []
        if code == kernel.TAKE:
            events.append({"event": "took", "seat": seat, "cards": cards_text(pile)})
        else:
            card = TEXTS[kernel.FIRST + code % kernel.OTBOI]
            events.append({"event": "led" if leads else "beat", "seat": seat, "card": card})
            if code >= kernel.OTBOI:
                gone = self.table(s)[0][len(out) :]
                events.append({"event": "otboi", "seat": seat, "cards": cards_text(gone)})
        if s.alive < alive:
            events.append({"event": "went_out", "seat": seat})
        if self.is_over(s):
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

    def blocked(self, s: Any, codes: list[int]) -> dict[str, str]:
        """For each card of the hand to act that can't be played now, the clause that keeps it back."""
        playable = {kernel.FIRST + code for code in codes if code < kernel.OTBOI}
        return {TEXTS[card]: "Z6" for card in self.hand(s, int(s.to_act)) if card not in playable}

    def laid_aside(self, s: Any, seat: int) -> int:
        """The lowest trump the seat had in this deal (Z11)."""
        return int(s.lowest_trump[seat])


def _set(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)
