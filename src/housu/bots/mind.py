"""What a policy has of its own while it plays: dice, weights, and room to think in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from housu.kernel.engine import PLAIN, Engine
from housu.kernel.record import fill, record_type

WEIGHTS = 288  # at most, of any policy
CERTAIN = 1024  # a chance of one
POWERS = 672  # 64 a halving; chances of less than 1/1024 don't matter

RANDOM, GREEDY, KEEPER, KEEPER_1 = range(4)  # the policies

# One layout for both games, so that every policy has the same signature, `policy(rules, s, mind) -> action`.
# `word` and `actions` are what the kernel's dice have; from `base` on a policy notes down what it sees at a turn.
MIND = {
    "word": 0,
    "actions": 136,
    "policy": 0,  # which one: RANDOM, …
    "weights": WEIGHTS,
    "logs": 105,  # n -> log2 n! in units of 1/1024
    "powers": POWERS,  # n -> 2 to the power of -n/64, in units of 1/1024
    "base": 0,  # the first weight that counts in this part of the deal
    "next": 0,  # the seat that acts after this one
    "unseen": 0,  # cards that the seat to act cannot place
    "unseen2": 0,
    "unknown": 0,  # how many they are
    "known": 0,  # cards that the next seat can play from and everybody knows
    "known2": 0,
    "hidden": 0,  # how many others it can play from
    "worth": 0,  # what picking up the pile is worth for its cards
    "small": 0,  # small cards in the hand
    "twos": 0,  # how many more twos the seat before is known to hold
}

Mind = record_type("Mind", MIND)


def new_mind(engine: Engine, word: int = 0, weights: Sequence[int] = (), policy: int = 0) -> Any:
    """A mind for the engine's speed; equal words give equal dice."""
    if engine.speed == PLAIN:
        mind = Mind()
    else:
        from housu.kernel.compiled import record

        mind = record(MIND)
    return fill(mind, mind_numbers(word, weights, policy))


def mind_numbers(word: int = 0, weights: Sequence[int] = (), policy: int = 0) -> dict[str, Any]:
    """What a new mind holds, field by field."""
    logs, powers = _tables()
    return {
        "word": word & 0xFFFFFFFF,
        "weights": list(weights),
        "policy": policy,
        "logs": logs,
        "powers": powers,
    }


@cache
def _tables() -> tuple[list[int], list[int]]:
    logs = [round(math.lgamma(n + 1) / math.log(2) * 1024) for n in range(MIND["logs"])]
    powers = [round(CERTAIN * 2 ** (-n / 64)) for n in range(POWERS)]
    return logs, powers


def chance(mind: Any, cards: int, fitting: int, n: int) -> int:
    """The chance, of CERTAIN, that among n of so many unknown cards there is one that fits."""
    if fitting == 0 or n == 0:
        return 0
    if n > cards - fitting:
        return CERTAIN
    logs = mind.logs
    halvings = logs[cards] - logs[cards - n] - logs[cards - fitting] + logs[cards - fitting - n]
    at = halvings >> 4
    if at >= POWERS:
        return CERTAIN
    return CERTAIN - mind.powers[at]
