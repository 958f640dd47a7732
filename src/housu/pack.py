"""Packs in random order: the documented shuffle.

The pack of deal k from a seed, and that of a fair deal, come from one algorithm over a 32-byte key, which another
language can repeat:

1. Words are read from blocks SHA-256(key ‖ n), n = 0, 1, … as 8 bytes big-endian; each block gives 8 big-endian words
   of 32 bits.
2. The cards lie in the order of the unshuffled pack (3c 3d 3h 3s 4c … 2s, then the second pack; Zalupa: 9c … As
   without the cards set aside). For i from the last place down to 1: read words until one is below
   2^32 - 2^32 mod (i + 1), and let j be that word mod (i + 1); exchange the cards at places i and j.
3. Place 0 is the top of the pack.

The key of deal k (from 0) from a whole number `seed` is SHA-256 of the UTF-8 text `housu pack 1 <seed> <k>`, both in
decimal. What is drawn by lot before a match is a shuffle too, with the key of `housu lot 1 <seed>`: of the seats, whose
first is the dealer; then, with that of `housu trumps 1 <seed>`, of the suits c d h s, drawn in turn from the seat
after the dealer.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def shuffled(cards: Sequence[T], key: bytes) -> list[T]:
    """The cards in the order that a 32-byte key gives, top first."""
    order = list(cards)
    words = _words(key)
    for i in range(len(order) - 1, 0, -1):
        limit = 2**32 - 2**32 % (i + 1)
        word = next(words)
        while word >= limit:
            word = next(words)
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _key(purpose: str, *numbers: int) -> bytes:
    return hashlib.sha256(" ".join([f"housu {purpose} 1", *map(str, numbers)]).encode()).digest()


def deal_key(seed: int | None, k: int) -> bytes:
    """The key of deal k of a seed; without a seed one from the operating system's generator, of this deal alone."""
    return secrets.token_bytes(32) if seed is None else _key("pack", seed, k)


def lot_key(seed: int | None) -> bytes:
    """The key of the lot for the first dealer."""
    return secrets.token_bytes(32) if seed is None else _key("lot", seed)


def trumps_key(seed: int | None) -> bytes:
    """The key of the lot for trumps (Z2)."""
    return secrets.token_bytes(32) if seed is None else _key("trumps", seed)
