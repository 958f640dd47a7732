"""The greedy policy for Zalupa: a yardstick that will not change.

Beat with the lowest card that beats, and always say otboi; take where nothing beats; lead the lowest card. Lower is the
card of the lower rank, whatever is trump; of equal ranks, clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

from typing import Any

from housu.kernel.sets import bit_length
from housu.kernel.zalupa import FIRST, LEAD, OTBOI, TAKE, beating


def greedy(rules: Any, s: Any, mind: Any) -> int:  # noqa: ARG001 - every policy has a mind
    """The action of the seat to act; reads only what that seat knows."""
    if s.phase == LEAD:
        return lowest(s.hands[s.to_act])
    cards = beating(rules, s)
    if cards:
        return OTBOI + lowest(cards)
    return TAKE


def lowest(cards: int) -> int:
    """The action that plays the lowest card of a set."""
    return bit_length(cards & -cards) - 1 - FIRST
