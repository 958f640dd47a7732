"""What a seat can't place, put at random where it may be: the ground of the worlds that search plays in.

A belief holds the cards whose place a seat can't tell, how many of them each hand has, and facts that the others'
actions told (`housu.bots.facts`). Plain functions in the manner of the kernel. The pool's first cards are those in the
hands, seat by seat; the rest lie face down, in the stock or out of the deal.
"""

from __future__ import annotations

from typing import Any

from housu.kernel.record import record_type

SEATS = 10
FACTS = 32
TRIES = 100
APART = frozenset({"arrange", "mend"})  # large: compiled once, not into each caller

BELIEF = {
    "seat": 0,  # whose belief it is
    "pool": 104,  # cards whose place it can't tell
    "unplaced": 0,  # how many they are
    "need": SEATS,  # how many of them are in each hand
    "facts": 0,
    "fact_seat": FACTS,  # of the unknown cards in this hand …
    "fact_mask": FACTS,  # … at least so many are among these cards of a pack
    "fact_least": FACTS,
}

Belief = record_type("Belief", BELIEF)


def roll(mind: Any, n: int) -> int:
    """A number from 0 to n - 1 from the dice of a mind."""
    mind.word = (mind.word * 1664525 + 1013904223) & 0xFFFFFFFF
    return mind.word * n >> 32


def arrange(belief: Any, mind: Any) -> None:
    """Puts the pool in a random order that agrees with all facts, each such order as likely as any other.

    Where none is found in so many tries, the facts are mended one by one, which favours some orders.
    """
    for _ in range(TRIES):
        for last in range(belief.unplaced - 1, 0, -1):
            exchange(belief, last, roll(mind, last + 1))
        if broken_fact(belief) < 0:
            return
    mend(belief, mind)


def exchange(belief: Any, one: int, other: int) -> None:
    """Two cards of the pool change places."""
    card = belief.pool[one]
    belief.pool[one] = belief.pool[other]
    belief.pool[other] = card


def first_of(belief: Any, seat: int) -> int:
    """Where the unknown cards of a hand begin in the pool."""
    at = 0
    for other in range(seat):
        at += belief.need[other]
    return at


def broken_fact(belief: Any) -> int:
    """The first fact that the order of the pool breaks, or -1."""
    for fact in range(belief.facts):
        seat = belief.fact_seat[fact]
        at = first_of(belief, seat)
        found = 0
        for place in range(at, at + belief.need[seat]):
            found += belief.fact_mask[fact] >> (belief.pool[place] & 63) & 1
        if found < belief.fact_least[fact]:
            return fact
    return -1


def mend(belief: Any, mind: Any) -> None:
    """Exchanges cards of hands that break a fact for cards that help, until all facts hold (or for long enough)."""
    for _ in range(TRIES * TRIES):
        fact = broken_fact(belief)
        if fact < 0:
            return
        seat = belief.fact_seat[fact]
        here = first_of(belief, seat) + roll(mind, belief.need[seat])
        there = roll(mind, belief.unplaced)
        wanted = belief.fact_mask[fact]
        if not wanted >> (belief.pool[here] & 63) & 1 and wanted >> (belief.pool[there] & 63) & 1:
            exchange(belief, here, there)
