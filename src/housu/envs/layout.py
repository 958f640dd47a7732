"""What each number of an observation and of a mask means, and the way back from numbers to cards.

The kernel writes these numbers (`kernel.observe_paskahousu`, `kernel.observe_zalupa`); this is their description, from
which the documents are made and which the tests hold against the views of `Deal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from housu.cards import RANKS, SUITS, TEXTS
from housu.kernel import observe_paskahousu, observe_zalupa, paskahousu, zalupa

COUNTS, ONE_HOT, NUMBERS = "counts", "one-hot", "numbers"
# A count of equal cards is what it is; a set of cards is counts that are 0 or 1.

KIND_NAMES = (*RANKS, "red T", "red A", "red 2")
# The even kinds come first: the kernel writes them with half the work.
KIND_ORDER = (*KIND_NAMES[::2], *KIND_NAMES[1::2])
CARD_NAMES = TEXTS[zalupa.FIRST : zalupa.FIRST + zalupa.CARDS]
TOPS = (*KIND_NAMES, "empty table")
PHASES = {
    "paskahousu": ("turn", "opening", "must pick up", "after draw", "over"),
    "zalupa": ("lead", "beat", "over"),
}


@dataclass(frozen=True)
class Field:
    """Some numbers of an observation side by side: `names` says what each of them is about, `form` how to read them."""

    name: str
    form: str
    names: tuple[str, ...]
    what: str
    start: int = 0

    @property
    def stop(self) -> int:
        return self.start + len(self.names)

    def read(self, observation: Sequence[int]) -> Any:
        """Cards as a list of names, a one-hot as the name or None, a number as a number, several as a dict."""
        numbers = [int(number) for number in observation[self.start : self.stop]]
        if self.form == COUNTS:
            return [name for name, number in zip(self.names, numbers, strict=True) for _ in range(number)]
        if self.form == ONE_HOT:
            return next((name for name, number in zip(self.names, numbers, strict=True) if number), None)
        return numbers[0] if len(numbers) == 1 else dict(zip(self.names, numbers, strict=True))


@dataclass(frozen=True)
class Layout:
    """An observation for so many seats: the fields of the table, and one block of fields a seat, the viewer's first."""

    game: str
    seats: int
    table: tuple[Field, ...]
    blocks: tuple[tuple[Field, ...], ...]
    actions: int

    @property
    def size(self) -> int:
        return self.blocks[-1][-1].stop

    def read(self, observation: Sequence[int]) -> dict[str, Any]:
        """All fields by name, and under `seats` those of each seat by its place from the viewer, clockwise."""
        if len(observation) != self.size:
            raise ValueError(
                f"an observation of {self.game} for {self.seats} seats has {self.size} numbers, not {len(observation)}"
            )
        found = {field.name: field.read(observation) for field in self.table}
        found["seats"] = [{field.name: field.read(observation) for field in block} for block in self.blocks]
        return found


def _number(name: str, what: str) -> Field:
    return Field(name, NUMBERS, (name,), what)


def _kinds(name: str, what: str) -> Field:
    return Field(name, COUNTS, KIND_ORDER, what)


def _cards(name: str, what: str) -> Field:
    return Field(name, COUNTS, CARD_NAMES, what)


_PASKAHOUSU_TABLE = (
    _kinds("hand", "the viewer's cards, how many of each kind"),
    _kinds("drawn", "those of them just drawn, while the viewer may choose one (P26)"),
    _kinds("pile", "the pile"),
    _kinds("out", "cards set aside out of the game"),
    Field("top", ONE_HOT, TOPS, "the kind on top of the pile"),
    Field("phase", ONE_HOT, PHASES["paskahousu"], "what the seat to act may do"),
    _number("dealer", "places from the viewer to the dealer, clockwise"),
    _number("drawn_count", "how many cards the seat to act just drew (P26)"),
    Field("below", ONE_HOT, TOPS, "what lay on top before the play that may be replaced (P26 `swap`)"),
    _number("run", "equal cards together on top"),
    _number("stock", "cards in the stock"),
    _number("height", "cards in the pile"),
    _number("gone", "cards set aside"),
    _number("turns_left", "turns without progress left before a stalemate (P24), at most 127"),
    _number("passes", "passes one after the other (P27)"),
    _number("played", "cards in the play that may be replaced or continued (P26)"),
)
_PASKAHOUSU_SEAT = (
    _number("held", "cards in hand"),
    _number("went_out", "0 while the seat is in, 1 for who went out first, …"),
    _number("to_act", "1 for the seat to act"),
    _number("led", "1 for the seat whose lead must be picked up (P25)"),
    Field("face_down", NUMBERS, ("1", "2", "3", "4"), "1 for each position with a face-down card (P28)"),
    _kinds("seen", "cards of the hand that everybody has seen (P0)"),
    _kinds("face_up", "face-up cards (P5)"),
)
_ZALUPA_TABLE = (
    _cards("hand", "the viewer's cards"),
    _cards("table", "the cards on the table"),
    _cards("out", "cards gone by otboi"),
    Field("top", ONE_HOT, CARD_NAMES, "the card to beat"),
    Field("phase", ONE_HOT, PHASES["zalupa"], "what the seat to act may do"),
    _number("height", "cards on the table"),
    _number("gone", "cards gone by otboi"),
    _number("turns_left", "actions without progress left before a stalemate (Z13), at most 127"),
    _number("dealer", "places from the viewer to the dealer, clockwise"),
    _number("unused", "always 0"),
)
_ZALUPA_SEAT = (
    _number("held", "cards in hand"),
    _number("went_out", "0 while the seat is in, 1 for who went out first, …"),
    _number("to_act", "1 for the seat to act"),
    _number("led", "1 for the seat that led the card to beat"),
    Field("trump", ONE_HOT, tuple(SUITS), "the seat's own trump (Z2)"),
    _cards("seen", "cards of the hand that everybody has seen (Z0)"),
    _cards("aside", "cards laid aside in earlier deals (Z11); none in these environments"),
)
_FIELDS = {
    "paskahousu": (_PASKAHOUSU_TABLE, _PASKAHOUSU_SEAT, paskahousu.ACTIONS),
    "zalupa": (_ZALUPA_TABLE, _ZALUPA_SEAT, zalupa.ACTIONS),
}
MODULES = {"paskahousu": observe_paskahousu, "zalupa": observe_zalupa}


@cache
def layout(game: str, seats: int) -> Layout:
    """The layout of the observations of `paskahousu` or `zalupa` for so many seats."""
    table, block, actions = _FIELDS[game]
    at = 0

    def placed(fields: tuple[Field, ...]) -> tuple[Field, ...]:
        nonlocal at
        found = []
        for field in fields:
            found.append(Field(field.name, field.form, field.names, field.what, at))
            at = found[-1].stop
        return tuple(found)

    made = Layout(game, seats, placed(table), tuple(placed(block) for _ in range(seats)), actions)
    words = MODULES[game].TABLE_WORDS + MODULES[game].SEAT_WORDS * seats
    assert made.size == 8 * words, "the description and the kernel differ"
    return made


def describe(observation: Sequence[int], game: str = "paskahousu", seats: int = 4) -> dict[str, Any]:
    """An observation in words: cards by name, numbers by field, the seats from the viewer on, clockwise."""
    return layout(game, seats).read(observation)


def action_name(game: str, code: int) -> str:
    """What an action number means, without the suits that a deal would choose: `7 7`, `draw`, `Kh!`."""
    if game == "zalupa":
        if code == zalupa.TAKE:
            return "take"
        return CARD_NAMES[code % zalupa.OTBOI] + ("!" if code >= zalupa.OTBOI else "")
    if code < paskahousu.PICK_UP:
        return " ".join([KIND_NAMES[code >> 3]] * ((code & 7) + 1))
    names = {
        paskahousu.PICK_UP: "pickup",
        paskahousu.DRAW: "draw",
        paskahousu.PASS: "pass",
        paskahousu.STOP: "stop",
    }
    return names.get(code) or f"blind{code - paskahousu.BLIND + 1}"
