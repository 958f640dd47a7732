"""Hidden cards exchanged among the places that a seat cannot see into."""

from __future__ import annotations

import random

import housu
from housu.errors import PositionError
from housu.view import EMPTY_PLACE

TRIES = 20


def permuted(deal: housu.Deal, seat: int | None, dice: random.Random) -> housu.Deal:
    """A deal that the seat cannot tell from this one: all that it does not see is shuffled among its places.

    Before the opening the hidden hands may not hold just anything; what does not fit is shuffled again.
    """
    view = deal.view(seat)
    snapshot = deal.snapshot()
    hidden = [
        (field, place)
        for field in ("hands", "stock", "face_down")
        for place, (shown, true) in enumerate(zip(_texts(view, field), _texts(snapshot, field), strict=True))
        if "??" in shown
    ]
    for _ in range(TRIES):
        made = {name: list(value) if isinstance(value, list) else value for name, value in snapshot.items()}
        pool = [
            card
            for field, place in hidden
            for card in _unknown(_texts(view, field)[place], _texts(snapshot, field)[place])
        ]
        dice.shuffle(pool)
        for field, place in hidden:
            words = [pool.pop() if word == "??" else word for word in _texts(view, field)[place].split()]
            if isinstance(made[field], str):
                made[field] = " ".join(words)
            else:
                made[field][place] = " ".join(words)
        try:
            other = housu.Deal.from_snapshot(made)
        except PositionError:
            continue
        if other.view(seat) == view:
            return other
    return deal


def _texts(snapshot: dict[str, object], field: str) -> list[str]:
    value = snapshot.get(field, [])
    return [value] if isinstance(value, str) else list(value)  # type: ignore[call-overload]


def _unknown(shown: str, true: str) -> list[str]:
    """The cards of a place that the viewer does not know."""
    left = [word for word in true.split() if word != EMPTY_PLACE]
    for word in shown.split():
        if word in left:
            left.remove(word)
    return left
