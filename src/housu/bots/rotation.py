"""What deals between bots have in common, whoever plays them: who sits where, and when a deal is cut off."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 20_000  # actions a deal, where a rule set knows no stalemate


def rotations(seats: int, others: Sequence[int]) -> list[list[int]]:
    """Line-ups, each a player a seat: player 0 in each seat in turn, the others taking turns in the rest after him."""
    return [
        [0 if seat == at else others[(seat - at - 1) % seats % len(others)] for seat in range(seats)]
        for at in range(seats)
    ]
