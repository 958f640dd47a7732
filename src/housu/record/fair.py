"""The proof of a fair deal: that a pack is the one that was committed to before anybody could know it.

Before a deal the server publishes the SHA-256 of a secret of 32 bytes; then every seat sends a nonce, or nothing. The
pack is the documented shuffle (`housu.pack`) with the key

    SHA-256(secret ‖ length of nonce 0 ‖ nonce 0 ‖ length of nonce 1 ‖ nonce 1 ‖ …)

in which each length is one byte. All are written as hexadecimal digits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from housu.pack import shuffled


def commitment(secret: str) -> str:
    """What is published before the deal."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def key(secret: str, nonces: Sequence[str]) -> bytes:
    """The 32-byte key of the shuffle; `nonces` in the order of the seats, "" for none."""
    parts = [bytes.fromhex(secret)]
    for nonce in nonces:
        raw = bytes.fromhex(nonce)
        parts += [bytes([len(raw)]), raw]
    return hashlib.sha256(b"".join(parts)).digest()


NONCE_DIGITS = 64


def holds(fair: Mapping[str, Any], pack: Sequence[str], deck: str, bots: Sequence[bool]) -> bool:
    """Whether `deck` is what was committed to; `pack` is the unshuffled one, `bots` says which seats are bots'.

    A bot has no nonce: one that the server chose for it could be chosen until the pack suits somebody. Where the secret
    has not been published yet there is nothing to check, and it holds.
    """
    secret = fair.get("secret")
    if secret is None:
        return isinstance(fair.get("commitment"), str)
    nonces = fair.get("nonces")
    if not isinstance(secret, str) or not isinstance(nonces, list) or len(nonces) != len(bots):
        return False
    for nonce, bot in zip(nonces, bots, strict=True):
        if nonce != "" and (bot or not isinstance(nonce, str) or len(nonce) != NONCE_DIGITS):
            return False
    try:
        promised, order = commitment(secret), shuffled(pack, key(secret, nonces))
    except (TypeError, ValueError):  # not hexadecimal digits, or a nonce of more than 255 bytes
        return False
    return promised == fair.get("commitment") and order == deck.split()
