"""Packs for learners: a pack for each (seed, place in the batch, number of the deal), the same on every machine.

People's packs come from the operating system or from SHA-256 (`housu.pack`); millions of deals a second need a
generator that the compiler can keep in registers. This is sfc32: four words of 32 bits, a b c d, and each number is

    n = a + b + d;  d = d + 1;  a = b ^ b >> 9;  b = c + (c << 3);  c = rotate(c, 21) + n        (all modulo 2^32)

`lot` starts it with a = seed mod 2^32, b = seed >> 32, c = place, d = number of the deal, and throws away twenty.
`shuffle` takes the dealer from the first number, n * seats >> 32, and the pack by exchanging, for i from the last card
down to 1, the cards i and n * (i + 1) >> 32. The last card is the top.
"""

from __future__ import annotations

from typing import Any

WORD = 0xFFFFFFFF


def next_words(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int, int]:
    """A number of 32 bits, and the four words after it."""
    n = (a + b + d) & WORD
    rotated = (c << 21 | c >> 11) & WORD
    return n, b ^ b >> 9, (c + (c << 3)) & WORD, (rotated + n) & WORD, (d + 1) & WORD


def lot(seed: int, place: int, number: int) -> tuple[int, int, int, int]:
    """The generator of one deal."""
    a = seed & WORD
    b = seed >> 32 & WORD
    c = place & WORD
    d = number & WORD
    for _ in range(20):
        _, a, b, c, d = next_words(a, b, c, d)
    return a, b, c, d


def shuffle(
    stock: Any, pack: Any, size: int, seats: int, words: tuple[int, int, int, int]
) -> tuple[int, tuple[int, int, int, int]]:
    """A pack in random order into `stock`, and a dealer; with what is left of the generator."""
    a, b, c, d = words
    n, a, b, c, d = next_words(a, b, c, d)
    dealer = n * seats >> 32
    for i in range(size):
        stock[i] = pack[i]
    for i in range(size - 1, 0, -1):
        n, a, b, c, d = next_words(a, b, c, d)
        j = n * (i + 1) >> 32
        card = stock[i]
        stock[i] = stock[j]
        stock[j] = card
    return dealer, (a, b, c, d)
