"""Observations as words: eight small numbers in each int64, written side by side as bytes.

A learner sees an array of int8. The kernel writes the same memory a word at a time, the first byte lowest, so eight
numbers cost one store. Each number stays below 128, so no word is ever negative. `words` is always an array of two
dimensions, a row for each deal, and `row` the deal meant.
"""

from __future__ import annotations

MOST = 127  # a byte holds no more; larger numbers are shown as this
ONES = 0x01010101010101  # a one in each of seven bytes


def even(counts: int) -> int:
    """Every other number of four bits, from the first, as bytes."""
    return counts & 0x0F0F0F0F0F0F0F0F


def spread_bits(bits: int) -> int:
    """The lowest eight bits as bytes of 0 and 1."""
    n = bits & 0xFF
    n = (n | n << 28) & 0x0000000F0000000F
    n = (n | n << 14) & 0x0003000300030003
    return (n | n << 7) & 0x0101010101010101


def first_ones(n: int) -> int:
    """A one in each of the first n bytes; n is 0 to 7."""
    return ONES >> 56 - 8 * n


def place_from(seat: int, viewer: int, seats: int) -> int:
    """How many places clockwise from the viewer a seat sits; 0 is the viewer."""
    place = seat - viewer
    return place + seats if place < 0 else place


def turns_left(most: int, idle: int) -> int:
    """How many turns without progress are left before a stalemate (P24, Z13), shown up to MOST."""
    left = most - idle
    return min(left, MOST)
