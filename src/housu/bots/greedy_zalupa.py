"""The greedy policy for Zalupa: a yardstick that will not change.

Beat with the lowest card that beats, and never say otboi; take where nothing beats; lead the lowest card. Lower is the
card of the lower rank, whatever is trump; of equal ranks, clubs, diamonds, hearts, spades. Saying otboi
each time loses to `random` (52 % of 4,000 deals): it gives the lead away.
"""

from __future__ import annotations

from typing import Any

from housu.kernel.sets import bit_length
from housu.kernel.zalupa import FIRST, LEAD, TAKE, beating


def greedy(rules: Any, s: Any, mind: Any) -> int:  # noqa: ARG001 - every policy has a mind
    """The action of the seat to act; reads only what that seat knows."""
    if s.phase == LEAD:
        return lowest(s.hands[s.to_act])
    cards = beating(rules, s)
    if cards:
        return lowest(cards)
    return TAKE


def lowest(cards: int) -> int:
    """The action that plays the lowest card of a set."""
    return bit_length(cards & -cards) - 1 - FIRST
