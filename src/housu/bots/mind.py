"""What a policy has of its own while it plays: dice, weights, and room to think in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from housu.kernel.engine import PLAIN, Engine
from housu.kernel.record import fill, record_type

WEIGHTS = 400  # at most, of any policy

# One layout for both games, so that every policy has the same signature, `policy(rules, s, mind) -> action`.
# `word` and `actions` are what the kernel's dice have.
MIND = {
    "word": 0,
    "actions": 136,
    "weights": WEIGHTS,
}

Mind = record_type("Mind", MIND)


def new_mind(engine: Engine, word: int = 0, weights: Sequence[int] = ()) -> Any:
    """A mind for the engine's speed; equal words give equal dice."""
    if engine.speed == PLAIN:
        mind = Mind()
    else:
        from housu.kernel.compiled import record

        mind = record(MIND)
    return fill(mind, {"word": word & 0xFFFFFFFF, "weights": list(weights)})
