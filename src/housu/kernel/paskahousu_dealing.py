"""Paskahousu: the cards are dealt and somebody starts (clauses P4–P9 of the rules); see `kernel.paskahousu`."""

from __future__ import annotations

from typing import Any

from housu.kernel.paskahousu_state import NO_CARD, NOBODY, OPENING, POSITIONS, SEATS, TURN
from housu.kernel.sets import count
from housu.rules.paskahousu_tables import AFTER_STOCK, EMPTY, NOT

# Large or rare: compiled once and called, while all others are inlined into those that call them.
APART = frozenset({
    "start", "deal_hands", "deal_table", "find_starter", "opening_rank", "leadable", "opening_cards",
})  # fmt: skip


def start(rules: Any, s: Any, seats: int, dealer: int) -> None:
    """Deals the pack that lies in `s.stock` (top card last) and finds who starts."""
    s.seats = seats
    s.dealer = dealer
    s.left = rules.pack_size
    s.phase = TURN
    s.gone = 0
    s.height = 0
    s.top = EMPTY
    s.rank = -1
    s.run = 0
    s.nines_gone = 0
    s.idle = 0
    s.passes = 0
    s.forced = NOBODY
    s.drawn = 0
    s.played = 0
    s.opened = 0
    s.cleared = NOT
    s.loser = NOBODY
    s.stalemate = 0
    s.alive = seats
    s.playing = (1 << seats) - 1
    s.pile = 0
    s.pile2 = 0
    s.out = 0
    s.out2 = 0
    for seat in range(SEATS):
        s.hands[seat] = 0
        s.hands2[seat] = 0
        s.seen[seat] = 0
        s.seen2[seat] = 0
        s.held[seat] = 0
        s.laid[seat] = 0
        s.places[seat] = rules.table_cards
    for place in range(POSITIONS * SEATS):
        s.face_up[place] = NO_CARD
        s.face_down[place] = NO_CARD
    deal_hands(rules, s)
    deal_table(rules, s)
    find_starter(rules, s)


def deal_hands(rules: Any, s: Any) -> None:
    """Packets to each seat in turn from the dealer's left (P4)."""
    if rules.whole_pack:
        seat = s.dealer
        while s.left > 0:
            seat = (seat + 1) % s.seats
            draw_card(s, seat)
        return
    for packet in range(3):
        for place in range(1, s.seats + 1):
            for _ in range(rules.packets[packet]):
                draw_card(s, (s.dealer + place) % s.seats)


def draw_card(s: Any, seat: int) -> None:
    s.left -= 1
    card = s.stock[s.left]
    if card >= 64:
        s.hands2[seat] |= 1 << (card - 64)
    else:
        s.hands[seat] |= 1 << card
    s.held[seat] += 1


def deal_table(rules: Any, s: Any) -> None:
    """Table cards one at a time, face down first (P5)."""
    for position in range(rules.table_cards):
        for place in range(1, s.seats + 1):
            seat = (s.dealer + place) % s.seats
            s.left -= 1
            s.face_down[POSITIONS * seat + position] = s.stock[s.left]
            s.laid[seat] += 1
    for position in range(rules.table_cards):
        for place in range(1, s.seats + 1):
            seat = (s.dealer + place) % s.seats
            s.left -= 1
            s.face_up[POSITIONS * seat + position] = s.stock[s.left]
            s.laid[seat] += 1


def find_starter(rules: Any, s: Any) -> None:
    """Who plays first, and whether as an opening (P7–P9) or an ordinary turn."""
    rank = opening_rank(rules, s)
    s.to_act = (s.dealer + 1) % s.seats
    if rank < 0:
        s.phase = TURN
        return
    s.phase = OPENING
    most = 0
    for place in range(1, s.seats + 1):
        seat = (s.dealer + place) % s.seats
        first, second = leadable(rules, s, seat, rank)
        held = count(first) + count(second)
        if held > most:
            most = held
            s.to_act = seat
            if rules.any_threes:
                return


def opening_rank(rules: Any, s: Any) -> int:
    """The lowest rank that somebody holds and may lead, or -1; threes alone where they open in turn (P9)."""
    for rank in range(1 if rules.any_threes else 13):
        for seat in range(s.seats):
            first, second = leadable(rules, s, seat, rank)
            if first | second:
                return rank
    return -1


def leadable(rules: Any, s: Any, seat: int, rank: int) -> tuple[int, int]:
    """A seat's cards of a printed rank that may be led: others don't count in the search for the starter (P8)."""
    mask = (15 << 4 * rank) & rules.may_go[s.nines_gone + (EMPTY if s.left > 0 else AFTER_STOCK)]
    return s.hands[seat] & mask, s.hands2[seat] & mask


def opening_cards(rules: Any, s: Any) -> tuple[int, int]:
    """The cards that gave the right to start: the red ones of two kinds, if there are any (P8)."""
    first, second = leadable(rules, s, s.to_act, opening_rank(rules, s))
    red = rules.red_first
    if (first | second) & red:
        return first & red, second & red
    return first, second
