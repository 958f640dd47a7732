"""What one seat may know of a deal of Paskahousu, and its legal actions, as words for learners (`kernel.observe`).

`housu.envs.layout` describes the numbers one by one. Cards are counted by kind, since suits change nothing else (P1,
P30). Everything comes from the seat's own hand and from what everybody has seen (P0): other hands and the stock are
read for their size alone, face-down cards for their places.
"""

from __future__ import annotations

from typing import Any

from housu.kernel.chance import lot, shuffle
from housu.kernel.observe import ONES, even, first_ones, place_from, turns_left
from housu.kernel.paskahousu import (
    AFTER_DRAW,
    DRAW,
    NO_CARD,
    NOBODY,
    OVER,
    PICK_UP,
    POSITIONS,
    TURN,
    before_play,
    can_blind,
    drawn_set,
    face_up_set,
    legal,
    plays,
    start,
)
from housu.kernel.sets import count, rank_counts
from housu.rules.paskahousu_tables import EMPTY, RED_TEN

# Words of an observation: the table, then one block a seat, the viewer first, then clockwise.
TABLE_WORDS = 14
SEAT_WORDS = 5
LEGAL_WORDS = 17
_PHASES_AT = EMPTY + 1  # the phases follow the kinds on top


def new_deal(rules: Any, s: Any, seats: int, seed: int, place: int, number: int) -> None:
    """Deals a pack that depends on the three numbers alone, by a dealer drawn by lot (P3)."""
    words = lot(seed, place, number)
    dealer, words = shuffle(s.stock, rules.pack, rules.pack_size, seats, words)
    start(rules, s, seats, dealer)


def kind_counts(rules: Any, first: int, second: int) -> int:
    """How many cards of each kind are in a set, four bits a kind; two packs have at most eight of one."""
    red = rules.red_first
    counts = rank_counts(first & ~red)
    if second:
        counts += rank_counts(second & ~red)
    if (first | second) & red:
        for kind in range(RED_TEN, RED_TEN + 3):
            cards = rules.cards_of[kind]
            counts |= (count(first & cards) + count(second & cards)) << 4 * kind
    return counts


def write_kinds(rules: Any, first: int, second: int, words: Any, row: int, at: int) -> None:
    """Sixteen numbers: how many cards of each kind are in a set, the even kinds first, which saves half the work."""
    counts = kind_counts(rules, first, second)
    words[row, at] = even(counts)
    words[row, at + 1] = even(counts >> 4)


def observe(rules: Any, s: Any, viewer: int, words: Any, row: int) -> None:
    """Writes what a seat may know (TABLE_WORDS, and SEAT_WORDS a seat)."""
    write_kinds(rules, s.hands[viewer], s.hands2[viewer], words, row, 0)
    write_drawn(rules, s, viewer, words, row, 2)
    write_kinds(rules, s.pile, s.pile2, words, row, 4)
    write_kinds(rules, s.out, s.out2, words, row, 6)
    write_course(rules, s, viewer, words, row, 8)
    write_seats(rules, s, viewer, words, row, TABLE_WORDS)


def write_drawn(rules: Any, s: Any, viewer: int, words: Any, row: int, at: int) -> None:
    """The cards just drawn, which only who drew them sees (P26)."""
    words[row, at] = 0
    words[row, at + 1] = 0
    if s.phase == AFTER_DRAW and viewer == s.to_act:
        first, second = drawn_set(s)
        write_kinds(rules, first, second, words, row, at)


def write_course(rules: Any, s: Any, viewer: int, words: Any, row: int, at: int) -> None:
    """What lies on top, the phase, the dealer; what lay there before a play that may be replaced; the counters."""
    drawn = 0
    played = 0
    below = -1
    if s.phase == AFTER_DRAW:
        drawn = s.drawn
        played = s.played
        if rules.swap:
            below = before_play(rules, s)
    words[row, at] = 0
    words[row, at + 1] = 0
    words[row, at + 2] = place_from(s.dealer, viewer, s.seats) << 48 | drawn << 56
    words[row, at + (s.top >> 3)] |= 1 << 8 * (s.top & 7)
    words[row, at + 2] |= 1 << 8 * (_PHASES_AT + s.phase - 16)
    words[row, at + 3] = 0
    words[row, at + 4] = 0
    words[row, at + 5] = (
        s.run << 8
        | s.left << 16
        | s.height << 24
        | s.gone << 32
        | turns_left(rules.stalemate_after, s.idle) << 40
        | s.passes << 48
        | played << 56
    )
    if below >= 0:
        words[row, at + 3 + (below >> 3)] |= 1 << 8 * (below & 7)


def write_seats(rules: Any, s: Any, viewer: int, words: Any, row: int, at: int) -> None:
    """A block a seat: hand size, place among those out, turn, duty, face-down places; cards seen; face-up cards."""
    if rules.table_cards or rules.red_first or rules.decks == 2:
        write_blocks(rules, s, viewer, words, row, at)
    else:
        write_short_blocks(s, viewer, words, row, at)
    for n in range(s.seats - s.alive):
        words[row, at + SEAT_WORDS * place_from(s.went_out[n], viewer, s.seats)] |= (n + 1) << 8
    if s.phase != OVER:
        words[row, at + SEAT_WORDS * place_from(s.to_act, viewer, s.seats)] |= 1 << 16
    if s.forced != NOBODY:
        words[row, at + SEAT_WORDS * place_from(s.forced, viewer, s.seats)] |= 1 << 24


def write_blocks(rules: Any, s: Any, viewer: int, words: Any, row: int, at: int) -> None:
    """The blocks under any rules."""
    seat = viewer
    for _ in range(s.seats):
        word = s.held[seat]
        for position in range(POSITIONS):
            if s.face_down[POSITIONS * seat + position] != NO_CARD:
                word |= 1 << 8 * (4 + position)
        words[row, at] = word
        write_kinds(rules, s.seen[seat], s.seen2[seat], words, row, at + 1)
        first, second = face_up_set(s, seat)
        write_kinds(rules, first, second, words, row, at + 3)
        at += SEAT_WORDS
        seat += 1
        if seat == s.seats:
            seat = 0


def write_short_blocks(s: Any, viewer: int, words: Any, row: int, at: int) -> None:
    """The blocks where there is one pack, no table cards and a kind is a rank, which most tables play."""
    seat = viewer
    for _ in range(s.seats):
        counts = rank_counts(s.seen[seat])
        words[row, at] = s.held[seat]
        words[row, at + 1] = even(counts)
        words[row, at + 2] = even(counts >> 4)
        words[row, at + 3] = 0
        words[row, at + 4] = 0
        at += SEAT_WORDS
        seat += 1
        if seat == s.seats:
            seat = 0


def write_legal(rules: Any, s: Any, words: Any, row: int, room: Any) -> None:
    """Writes 1 for each legal action and 0 for the others, LEGAL_WORDS; `room` has place for ACTIONS numbers."""
    if s.phase == TURN:
        first, second = plays(rules, s)
        counts = kind_counts(rules, first, second)
        for kind in range(RED_TEN + 3):
            words[row, kind] = first_ones(counts >> 4 * kind & 7)
        if second:
            mark_eights(counts, words, row)
        words[row, 16] = other_actions(rules, s, counts)
        return
    for word in range(LEGAL_WORDS):
        words[row, word] = 0
    for n in range(legal(rules, s, room)):
        action = room[n]
        words[row, action >> 3] |= 1 << 8 * (action & 7)


def mark_eights(counts: int, words: Any, row: int) -> None:
    """All eight cards of a kind in one hand, which the three bits read before can't say."""
    for kind in range(RED_TEN + 3):
        if counts >> 4 * kind & 8:
            words[row, kind] = 1 << 56 | ONES


def other_actions(rules: Any, s: Any, counts: int) -> int:
    """The word of the actions that play no card from hand: picking up, drawing, blind cards, passing (P10, P27, P28)."""
    word = 0
    if s.height > 0:
        word |= 1
    if s.left > 0:
        if counts == 0 or not rules.draw_when_stuck:
            word |= 1 << 8 * (DRAW - PICK_UP)
    elif can_blind(s):
        for position in range(POSITIONS):
            if s.face_down[POSITIONS * s.to_act + position] != NO_CARD:
                word |= 1 << 8 * (2 + position)
    if word == 0 and counts == 0:
        return 1 << 48
    return word
