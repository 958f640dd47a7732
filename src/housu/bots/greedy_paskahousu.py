"""The greedy policy for Paskahousu: a yardstick that will not change.

A clearing play if there is one, of the lowest kind that has one; else the lowest kind that may be played; always all
cards of the kind that may go together. Else draw; else pick up. What the definition leaves open:

- Kinds are ordered as the rule set orders the cards (P1, P30: red twos, 3 to 9, red tens, black tens, J, Q, K, red aces,
  black aces, black twos).
- A play clears when the tables say so, for whatever reason: ten, ace, four equal, or a lead that clears.
- The opening (P8, P9) is all the cards that may open; a duty (P25) and a pass (P27) are done.
- After drawing (P26) it stops: neither swaps nor continues.
- A face-down card (P28) is tried before the pile is picked up, that of the lowest position.
"""

from __future__ import annotations

from typing import Any

from housu.kernel.paskahousu import (
    AFTER_DRAW,
    BLIND,
    DRAW,
    DUTY,
    NO_CARD,
    OPENING,
    PASS,
    PICK_UP,
    POSITIONS,
    STOP,
    can_blind,
    legal,
    plays,
)
from housu.kernel.sets import bit_length, count
from housu.rules.paskahousu_tables import BELOWS, NOT

# The place of each kind from low to high (P1, P30).
ORDER = (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 8, 13, 0)
CLEARING = 100  # more than any place
APART = frozenset({"greedy"})  # large: compiled once, not into each caller


def greedy(rules: Any, s: Any, mind: Any) -> int:
    """The action of the seat to act; reads only what that seat knows."""
    if s.phase == DUTY:
        return PICK_UP
    if s.phase == AFTER_DRAW:
        return STOP
    if s.phase == OPENING:
        return mind.actions[legal(rules, s, mind.actions) - 1]
    first, second = plays(rules, s)
    if first | second:
        return best_play(rules, s, first, second)
    if s.left:
        return DRAW
    if can_blind(s):
        return BLIND + lowest_position(s)
    if s.height:
        return PICK_UP
    return PASS


def best_play(rules: Any, s: Any, first: int, second: int) -> int:
    """All cards of the lowest kind that clears, or else of the lowest kind."""
    best = 0
    best_place = 2 * CLEARING
    both = first | second
    while both:
        kind = rules.kind_of[bit_length(both & -both) - 1]
        cards = rules.cards_of[kind]
        both &= ~cards
        n = count(first & cards) + count(second & cards)
        place = ORDER[kind]
        if not clears(rules, s, kind, n):
            place += CLEARING
        if place < best_place:
            best_place = place
            best = 8 * kind + n - 1
    return best


def clears(rules: Any, s: Any, kind: int, n: int) -> int:
    """Whether n cards of a kind would clear the pile, or be cleared when led (P19, P25)."""
    if rules.clears[kind * BELOWS + s.top] != NOT:
        return 1
    run = n
    if rules.rank_of[kind] == s.rank:
        run += s.run
    return 1 if run >= rules.run_clears[kind] else 0


def lowest_position(s: Any) -> int:
    """The first position at which the seat to act has a face-down card."""
    position = 0
    while s.face_down[POSITIONS * s.to_act + position] == NO_CARD:
        position += 1
    return position
