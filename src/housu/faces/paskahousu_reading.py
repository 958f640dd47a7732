"""Reading a snapshot of Paskahousu: the state that it describes, or which of its fields is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from housu.errors import PositionError
from housu.kernel import paskahousu as kernel
from housu.position import Fields, some_of

if TYPE_CHECKING:
    from housu.faces.paskahousu import Face

FIELDS = (
    "game", "rules", "seats", "dealer", "to_act", "phase", "hands", "face_up", "face_down", "pile", "stock", "out",
    "went_out", "idle", "loser", "stalemate", "opening", "forced", "drawn", "played", "passes", "seen",
)  # fmt: skip
PHASES = ("turn", "after_draw", "over")
POSITIONS = kernel.POSITIONS


class Reading:
    """One snapshot being read under a face's rules."""

    def __init__(self, face: Face, snapshot: Any) -> None:
        self.face = face
        self.snapshot = snapshot

    def state(self) -> Any:
        """The state that the snapshot describes. Raises PositionError where it can't be."""
        fields = Fields(self.snapshot, FIELDS, self.face.pack)
        hands = fields.texts("hands", None)
        seats = len(hands)
        possible = self.face.rules.game.seats
        named = fields.number("seats", seats, possible[0], possible[-1])
        if seats not in possible:
            raise PositionError(
                "error.position.entries", "hands", n=seats, low=possible[0], high=possible[-1]
            )
        if named != seats:
            raise PositionError("error.position.seats", "hands", n=seats, seats=named)
        s = self.face.engine.state()
        s.seats = seats
        s.dealer = fields.seat("dealer", seats, 0)
        self._read_hands(s, fields, hands)
        self._read_table(s, fields)
        self._read_course(s, fields)
        phase = fields.word("phase", "turn", PHASES)
        self._read_pile(s, fields)
        if phase == "over":
            self._read_end(s, fields)
        else:
            self._read_turn(s, fields, phase)
        return s

    def _read_hands(self, s: Any, fields: Fields, hands: list[str]) -> None:
        for seat, text in enumerate(hands):
            cards = fields.cards("hands", text)
            s.hands[seat], s.hands2[seat] = set_of(cards)
            s.held[seat] = len(cards)
        for seat, text in enumerate(fields.texts("seen", len(hands))):
            s.seen[seat], s.seen2[seat] = set_of(some_of("seen", text, self.face.hand(s, seat)))

    def _read_table(self, s: Any, fields: Fields) -> None:
        for place in range(POSITIONS * kernel.SEATS):
            s.face_up[place] = s.face_down[place] = kernel.NO_CARD
        most = int(self.face.record.table_cards)
        for seat, text in enumerate(fields.texts("face_up", s.seats)):
            cards = fields.cards("face_up", text)
            if len(cards) > most:
                raise PositionError("error.position.card_count", "face_up", n=len(cards), needed=most)
            for place, card in enumerate(cards):
                s.face_up[POSITIONS * seat + place] = card
            s.laid[seat] += len(cards)
        for seat, text in enumerate(fields.texts("face_down", s.seats)):
            words = text.split()
            if len(words) > most:
                raise PositionError("error.position.card_count", "face_down", n=len(words), needed=most)
            s.places[seat] = len(words)
            for place, word in enumerate(words):
                if word != "--":
                    [s.face_down[POSITIONS * seat + place]] = fields.cards("face_down", word)
                    s.laid[seat] += 1

    def _read_course(self, s: Any, fields: Fields) -> None:
        """The stock, the counters, and who is still in."""
        stock = fields.cards("stock", fields.text("stock"))
        for place, card in enumerate(reversed(stock)):
            s.stock[place] = card
        s.left = len(stock)
        s.idle = fields.idle(int(self.face.record.stalemate_after))
        s.passes = fields.number("passes", 0, high=int(s.seats))
        went_out = fields.seat_list("went_out", s.seats)
        for place, seat in enumerate(went_out):
            s.went_out[place] = seat
            if s.held[seat] or s.laid[seat]:
                raise PositionError("error.position.went_out", "went_out", seat=seat)
        s.playing = (1 << int(s.seats)) - 1 - sum(1 << seat for seat in went_out)
        s.alive = int(s.seats) - len(went_out)
        for seat in range(int(s.seats)):
            if seat not in went_out and not (s.held[seat] or s.laid[seat] or s.left):
                raise PositionError("error.position.without_cards", "went_out", seat=seat)

    def _read_pile(self, s: Any, fields: Fields) -> None:
        out = fields.cards("out", fields.text("out"))
        pile = fields.cards("pile", fields.text("pile"))
        for place, card in enumerate([*out, *pile]):
            s.table[place] = card
        s.gone, s.height = len(out), len(pile)
        unnamed, unnamed2 = set_of(fields.unnamed())
        nines = int(self.face.record.nines)
        s.out, s.out2 = set_of(out)
        s.out |= unnamed & nines  # they are out of the deal too, and nothing but the nines asks
        s.out2 |= unnamed2 & nines
        s.pile, s.pile2 = set_of(pile)
        self.face.kernel.look_at_pile(self.face.record, s)

    def _read_end(self, s: Any, fields: Fields) -> None:
        s.phase = kernel.OVER
        fields.seat("to_act", s.seats, None)
        self._none_of(("drawn", "opening", "played"), fields, "over")
        self._read_forced(s, fields)
        loser = fields.seat("loser", s.seats, None)
        s.stalemate = int(fields.truth("stalemate"))
        s.loser = kernel.NOBODY if loser is None else loser
        if (loser is None) != bool(s.stalemate):
            raise PositionError("error.position.phase", "loser", phase="over")
        if loser is not None and (s.alive != 1 or not s.playing >> loser & 1):
            raise PositionError("error.position.loser", "loser", seat=loser)

    def _read_turn(self, s: Any, fields: Fields, phase: str) -> None:
        s.loser = kernel.NOBODY
        for name, wrong in (("loser", "loser" in fields), ("stalemate", fields.truth("stalemate"))):
            if wrong:
                raise PositionError("error.position.not_now", name, phase=phase)
        if s.alive < 2:
            raise PositionError("error.position.over", "phase", phase=phase)
        s.to_act = fields.seat("to_act", s.seats, 0)
        if not s.playing >> s.to_act & 1:
            raise PositionError("error.position.nothing_to_act", "to_act", seat=int(s.to_act))
        s.phase = kernel.TURN
        fields.number("passes", 0, high=int(s.alive) - 1)  # when all have passed the deal is over (P24)
        self._read_forced(s, fields)
        if phase == "after_draw":
            self._read_choice(s, fields)
            return
        if s.forced == s.to_act:
            raise PositionError("error.position.not_now", "forced", phase=phase)
        self._none_of(("drawn", "played"), fields, phase)
        if fields.truth("opening"):
            self._read_opening(s)
        elif s.forced != kernel.NOBODY:
            s.phase = kernel.DUTY

    @staticmethod
    def _none_of(names: Iterable[str], fields: Fields, phase: str) -> None:
        for name in names:
            if fields.snapshot.get(name):
                raise PositionError("error.position.not_now", name, phase=phase)

    def _read_forced(self, s: Any, fields: Fields) -> None:
        """Who led what must be picked up (P25); it still lies there when the deal has ended with that lead."""
        forced = fields.seat("forced", s.seats, None)
        s.forced = kernel.NOBODY if forced is None else forced
        if forced is not None and not (s.height and self.face.record.must_pick_up[self._bottom_kind(s)]):
            raise PositionError("error.position.phase", "pile", phase="forced")

    def _bottom_kind(self, s: Any) -> int:
        return int(self.face.record.kind_of[int(s.table[int(s.gone)]) & 63])

    def _read_opening(self, s: Any) -> None:
        """The first play is still to come: an empty table, and the seat that has the right to start (P7–P9)."""
        if s.height:
            raise PositionError("error.position.not_now", "pile", phase="opening")
        named = int(s.to_act)
        self.face.kernel.find_starter(self.face.record, s)
        if s.phase != kernel.OPENING or s.to_act != named:
            raise PositionError("error.position.starter", "to_act", seat=int(s.to_act))

    def _read_choice(self, s: Any, fields: Fields) -> None:
        """Phase after_draw needs cards drawn that the seat holds, one of which may be played now (P26)."""
        seat = int(s.to_act)
        # Nobody else has seen what was drawn.
        unseen = set(self.face.hand(s, seat)) - set(self.face.seen(s, seat))
        drawn = some_of("drawn", fields.text("drawn"), unseen)
        played = fields.number("played", 0, high=int(s.height))
        if fields.truth("opening") or not drawn:
            raise PositionError("error.position.phase", "drawn", phase="after_draw")
        laid = s.table[int(s.gone) + int(s.height) - played : int(s.gone) + int(s.height)]
        if len({int(self.face.record.kind_of[int(card) & 63]) for card in laid}) != 1:
            raise PositionError("error.position.phase", "played", phase="after_draw")
        for place, card in enumerate(reversed(drawn)):
            s.stock[int(s.left) + place] = card
        s.drawn, s.played = len(drawn), played
        s.phase = kernel.AFTER_DRAW
        first, second = self.face.kernel.takeable(self.face.record, s)
        if not (self.face.record.swap or self.face.record.go_on) or not first | second:
            raise PositionError("error.position.phase", "drawn", phase="after_draw")


def set_of(cards: Iterable[int]) -> tuple[int, int]:
    """A set of cards as its two words."""
    first = second = 0
    for card in cards:
        if card >= 64:
            second |= 1 << (card - 64)
        else:
            first |= 1 << card
    return first, second
