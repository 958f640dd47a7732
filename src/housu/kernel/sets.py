"""Sets of cards as bits of an int: the few operations the engine is built from."""

from __future__ import annotations

count = int.bit_count
bit_length = int.bit_length  # of a single bit: the number of its card, plus one


def rank_counts(cards: int) -> int:
    """How many cards of each rank are in a set of one pack, four bits a rank."""
    pairs = cards - (cards >> 1 & 0x5555555555555)
    return (pairs & 0x3333333333333) + (pairs >> 2 & 0x3333333333333)


def nth(cards: int, n: int) -> int:
    """The card with n others below it, as a set of one."""
    while n:
        cards &= cards - 1
        n -= 1
    return cards & -cards


def take(cards: int, n: int) -> int:
    """The n lowest cards of a set, or all of it where it has fewer."""
    rest = cards
    while n and rest:
        rest &= rest - 1
        n -= 1
    return cards ^ rest


def take_known(cards: int, known: int, n: int) -> int:
    """n cards of a set: the lowest of those in `known`, then the lowest of the others."""
    if count(cards) == n:
        return cards
    first = take(cards & known, n)
    return first | take(cards & ~first, n - count(first))
