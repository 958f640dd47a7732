"""What one seat may know of a deal of Zalupa, and its legal actions, as words for learners (`kernel.observe`).

`housu.envs.layout` describes the numbers one by one. Suits matter here, so each of the 24 cards has a number of its
own. Everything comes from the seat's own hand and from what everybody has seen (Z0).
"""

from __future__ import annotations

from typing import Any

from housu.kernel.chance import lot, shuffle
from housu.kernel.observe import place_from, spread_bits, turns_left
from housu.kernel.zalupa import BEAT, FIRST, LEAD, NOBODY, OVER, SEATS, beating, start

TABLE_WORDS = 13
SEAT_WORDS = 7
LEGAL_WORDS = 7
_ALL = 0xFFFFFF


def new_deal(rules: Any, s: Any, seats: int, seed: int, place: int, number: int) -> None:
    """A first deal of a match that depends on the three numbers alone: dealer and trumps by lot (Z2), nothing aside."""
    words = lot(seed, place, number)
    dealer, words = shuffle(s.stock, rules.pack, rules.pack_size, seats, words)
    for seat in range(SEATS):
        s.aside[seat] = 0
        s.lowest_trump[seat] = seat
    shuffle(s.trumps, s.lowest_trump, SEATS, seats, words)
    s.left = rules.pack_size
    start(rules, s, dealer)


def write_cards(cards: int, words: Any, row: int, at: int) -> None:
    """Twenty-four numbers: 1 for each card of the set, from the nine of clubs up."""
    bits = cards >> FIRST
    words[row, at] = spread_bits(bits)
    words[row, at + 1] = spread_bits(bits >> 8)
    words[row, at + 2] = spread_bits(bits >> 16)


def gone(s: Any) -> int:
    """The cards gone by otboi: those that are nowhere else."""
    cards = _ALL << FIRST & ~s.pile
    for seat in range(SEATS):
        cards &= ~(s.hands[seat] | s.aside[seat])
    return cards


def observe(rules: Any, s: Any, viewer: int, words: Any, row: int) -> None:
    """Writes what a seat may know (TABLE_WORDS, and SEAT_WORDS a seat)."""
    write_cards(s.hands[viewer], words, row, 0)
    write_cards(s.pile, words, row, 3)
    write_cards(gone(s), words, row, 6)
    write_cards(1 << s.top if s.phase == BEAT else 0, words, row, 9)
    words[row, 12] = (
        1 << 8 * s.phase
        | s.height << 24
        | s.gone << 32
        | turns_left(rules.stalemate_after, s.idle) << 40
        | place_from(s.dealer, viewer, SEATS) << 48
    )
    write_seats(s, viewer, words, row, TABLE_WORDS)


def write_seats(s: Any, viewer: int, words: Any, row: int, at: int) -> None:
    """A block a seat: hand size, place among those out, turn, lead, trump; cards seen in the hand; cards laid aside."""
    for place in range(SEATS):
        seat = viewer + place & 3
        block = at + SEAT_WORDS * place
        words[row, block] = s.held[seat] | 1 << 8 * (4 + s.trumps[seat])
        write_cards(s.seen[seat], words, row, block + 1)
        write_cards(s.aside[seat], words, row, block + 4)
    for n in range(SEATS - s.alive):
        words[row, at + SEAT_WORDS * place_from(s.went_out[n], viewer, SEATS)] |= (n + 1) << 8
    if s.phase != OVER:
        words[row, at + SEAT_WORDS * place_from(s.to_act, viewer, SEATS)] |= 1 << 16
    if s.phase == BEAT and s.led_by != NOBODY:
        words[row, at + SEAT_WORDS * place_from(s.led_by, viewer, SEATS)] |= 1 << 24


def write_legal(rules: Any, s: Any, words: Any, row: int, room: Any) -> None:
    """Writes 1 for each legal action and 0 for the others, LEGAL_WORDS."""
    cards = 0
    if s.phase == LEAD:
        cards = s.hands[s.to_act]
    elif s.phase == BEAT:
        cards = beating(rules, s)
    write_cards(cards, words, row, 0)
    write_cards(cards if s.phase == BEAT else 0, words, row, 3)
    words[row, 6] = 1 if s.phase == BEAT and (cards == 0 or rules.may_take) else 0
