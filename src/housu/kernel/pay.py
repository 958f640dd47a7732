"""What a deal pays: the loser pays 1, which those who went out share."""

from __future__ import annotations


def share_of_first(seats: int) -> float:
    """What a seat is paid that went out."""
    return 1.0 / (seats - 1)


def share_of_last(alive: int, seats: int) -> float:
    """What each seat is paid that is still in at the end: the loser, or in a stalemate (P24, Z13) all that are left.

    They share the places they would have had: one loss, and a gain each for the rest of them.
    """
    return ((alive - 1) * share_of_first(seats) - 1.0) / alive
