"""How a deal ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """`loser` is a seat, or None in a stalemate; `order` are the seats in the order in which they went out."""

    loser: int | None
    order: list[int]
    stalemate: bool
