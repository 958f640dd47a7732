"""Reading the fields of a snapshot: each reader says which field is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from housu.cards import cards_text, parse_card
from housu.errors import PositionError, shown


class Fields:
    """A snapshot's fields by name, with their defaults; remembers which cards have been named."""

    def __init__(self, snapshot: object, names: Iterable[str], pack: Sequence[int]) -> None:
        if not isinstance(snapshot, Mapping):
            raise PositionError("error.position.type", "snapshot", expected="{…}")
        for name in snapshot:
            if name not in tuple(names):
                raise PositionError("error.position.unknown_field", shown(name))
        self.snapshot = snapshot
        self._free: dict[int, list[int]] = {}
        for card in pack:
            self._free.setdefault(card & 63, []).append(card)

    def __contains__(self, name: str) -> bool:
        return self.snapshot.get(name) is not None

    def number(self, name: str, default: int, low: int = 0, high: int = 10**9) -> int:
        """A whole number within bounds."""
        value = self.snapshot.get(name)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise PositionError(
                "error.position.type", name, expected=f"{low} … {high}" if low < high else str(low)
            )
        return value

    def idle(self, bound: int) -> int:
        """Turns without progress: fewer than `bound` (0: any number) as long as the deal goes on (P24, Z13)."""
        over = self.snapshot.get("phase") == "over"
        return self.number("idle", 0, high=bound - (not over) if bound else 10**9)

    def truth(self, name: str) -> bool:
        """true or false; absent is false."""
        value = self.snapshot.get(name)
        if value is None:
            return False
        if not isinstance(value, bool):
            raise PositionError("error.position.type", name, expected="true / false")
        return value

    def word(self, name: str, default: str, values: Sequence[str]) -> str:
        """One of a few words."""
        value = self.snapshot.get(name)
        if value is None:
            return default
        if value not in values:
            named = [word for word in values if word]
            raise PositionError("error.position.value", name, value=shown(value), values=named)
        return str(value)

    def seat(self, name: str, seats: int, default: int | None) -> int | None:
        """A seat, or None where it is absent or null and there is no default."""
        value = self.snapshot.get(name)
        if value is None:
            return default
        check_seat(name, value, seats)
        return int(value)

    def seat_list(self, name: str, seats: int) -> list[int]:
        """Different seats in order."""
        value = self.snapshot.get(name)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            raise PositionError("error.position.type", name, expected="[0, 1, …]")
        for seat in value:
            check_seat(name, seat, seats)
        if len(set(value)) != len(value):
            raise PositionError("error.position.type", name, expected="[0, 1, …]")
        return list(value)

    def text(self, name: str) -> str:
        """A text; absent is empty."""
        value = self.snapshot.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise PositionError("error.position.type", name, expected='"3c 4d …"')
        return value

    def texts(self, name: str, seats: int | None) -> list[str]:
        """A text a seat; absent is empty ones."""
        value = self.snapshot.get(name)
        if value is None:
            if seats is None:
                raise PositionError("error.position.missing", name)
            return [""] * seats
        if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
            raise PositionError("error.position.type", name, expected='["3c 4d …", …]')
        if seats is not None and len(value) != seats:
            raise PositionError("error.position.seats", name, n=len(value), seats=seats)
        return list(value)

    def cards(self, name: str, text: str) -> list[int]:
        """Cards of the pack, in order, each no more often than the pack has it over all fields read this way."""
        taken = []
        for card in card_numbers(name, text):
            copies = self._free.get(card)
            if copies is None:
                raise PositionError("error.position.not_in_pack", name, card=cards_text([card]))
            if not copies:
                raise PositionError("error.position.card_twice", name, card=cards_text([card]))
            taken.append(copies.pop(0))
        return taken

    def unnamed(self) -> list[int]:
        """The cards of the pack that no field has named so far: they are out of the deal."""
        return [card for copies in self._free.values() for card in copies]


def card_numbers(name: str, text: str) -> list[int]:
    """The cards (0 to 51) of a text with spaces between."""
    numbers = []
    for word in text.split():
        card = parse_card(word)
        if card is None:
            if word == "??":
                raise PositionError("error.position.hidden", name)
            raise PositionError("error.position.no_card", name, text=shown(word))
        numbers.append(card)
    return numbers


def some_of(name: str, text: str, cards: Iterable[int]) -> list[int]:
    """Cards named again that must be among those given, such as the cards of a hand that everybody has seen."""
    left = sorted(cards)
    found = []
    for number in card_numbers(name, text):
        card = next((card for card in left if card & 63 == number), None)
        if card is None:
            raise PositionError("error.position.not_there", name, card=cards_text([number]))
        left.remove(card)
        found.append(card)
    return found


def whole_pack(pack: Sequence[int], deck: object) -> list[int]:
    """The cards of a deck text, top first, which must be the whole pack, each card once."""
    if not isinstance(deck, str):
        raise PositionError("error.position.type", "deck", expected='"3c 4d …"')
    fields = Fields({}, (), pack)
    cards = fields.cards("deck", deck)
    missing = set(pack) - set(cards)
    if missing:
        raise PositionError(
            "error.position.cards_missing", "deck", cards=[cards_text([c]) for c in sorted(missing)]
        )
    return cards


def check_seat(name: str, seat: object, seats: int) -> None:
    """Raises PositionError where there is no such seat."""
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
        raise PositionError("error.position.no_seat", name, seat=shown(seat), high=seats - 1)


MOST_DIGITS = 1000  # more than anybody writes, and fewer than Python refuses to write


def check_seed(seed: object) -> None:
    """Raises PositionError where a seed is no whole number; None stands for none."""
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise PositionError("error.position.seed", "seed")
    if isinstance(seed, int) and abs(seed) >= 10**MOST_DIGITS:
        raise PositionError("error.position.seed_digits", "seed", n=MOST_DIGITS)
