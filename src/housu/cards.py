"""Cards as numbers, and their text.

A card is `64 * pack + 4 * rank + suit`: ranks 0 to 12 are 3 4 5 6 7 8 9 T J Q K A 2 (P1), suits 0 to 3 are c d h s,
and pack is 0, or 1 for the second of two packs. So a set of cards of one pack is an int of 52 bits, and the cards of
the second pack have a word of their own (`docs/architecture.md`). Text never tells the packs apart: the two sevens
of hearts are interchangeable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

RANKS = "3456789TJQKA2"
SUITS = "cdhs"
SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE, TWO = range(4, 13)
SIX = 3

PACK = 52
SECOND_PACK = 64
ALL_CARDS = (1 << PACK) - 1

TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_NUMBERS = {text.lower(): number for number, text in enumerate(TEXTS)}
_NUMBERS.update({"10" + suit: _NUMBERS["t" + suit] for suit in SUITS})


def card_text(card: int) -> str:
    """`Th` for the ten of hearts, of whichever pack."""
    return TEXTS[card & 63]


def cards_text(cards: Iterable[int]) -> str:
    """Card texts with spaces between, in the order given."""
    return " ".join([TEXTS[card & 63] for card in cards])


def parse_card(text: str) -> int | None:
    """The card 0 to 51 that `text` names (`Th`, `10h`; letter case doesn't matter), or None."""
    return _NUMBERS.get(text.lower())


def split_cards(text: str) -> list[int] | None:
    """The cards (0 to 51) in a text with or without spaces, `7h7s` or `7h 7s`; None if anything else is in it."""
    letters = "".join(text.split()).lower()
    cards = []
    at = 0
    while at < len(letters):
        size = 3 if letters.startswith("10", at) else 2
        card = _NUMBERS.get(letters[at : at + size])
        if card is None:
            return None
        cards.append(card)
        at += size
    return cards


def members(first: int, second: int = 0) -> Iterator[int]:
    """The cards of a set, one word a pack, low to high; equal cards of two packs side by side."""
    both = first | second
    while both:
        bit = both & -both
        card = bit.bit_length() - 1
        if first & bit:
            yield card
        if second & bit:
            yield card + SECOND_PACK
        both ^= bit


@lru_cache(maxsize=1 << 13)
def members_of(first: int, second: int = 0) -> tuple[int, ...]:
    """The `members` of a set, remembered."""
    return tuple(members(first, second))


def set_text(first: int, second: int = 0) -> str:
    """The `cards_text` of the `members` of a set."""
    return cards_text(members(first, second))


def rank_of(card: int) -> int:
    return (card & 63) >> 2


def suit_of(card: int) -> int:
    return card & 3


def is_red(card: int) -> bool:
    """Diamonds and hearts are red."""
    return suit_of(card) in (1, 2)
