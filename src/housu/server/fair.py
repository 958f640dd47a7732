"""Fair deals: the server commits to its part of the shuffle before it knows the players' parts.

Before a deal the server draws a secret of 32 bytes and publishes its SHA-256. Then every seat sends a nonce of 32
bytes, or none. The pack is the documented shuffle (`housu.pack`) with the key

    SHA-256(secret ‖ length of nonce 0 ‖ nonce 0 ‖ length of nonce 1 ‖ nonce 1 ‖ …)

in which each length is one byte. When the deal is over the secret is published with the nonces, and everybody can
repeat the shuffle. The server could not choose the cards, for it did not know the nonces when it committed itself; a
player could not, for he did not know the secret.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from housu.cards import card_text
from housu.pack import shuffled
from housu.rules.ruleset import RuleSet


def new_secret() -> str:
    """A secret from the operating system's generator, 64 hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published before the deal: the SHA-256 of the secret's 32 bytes, as hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def key(secret: str, nonces: Sequence[str]) -> bytes:
    """The 32-byte key of the shuffle, from the secret and the nonces in the order of the seats ("" for none)."""
    parts = [bytes.fromhex(secret)]
    for nonce in nonces:
        raw = bytes.fromhex(nonce)
        parts += [bytes([len(raw)]), raw]
    return hashlib.sha256(b"".join(parts)).digest()


def deck(pack: Sequence[str], secret: str, nonces: Sequence[str]) -> str:
    """The shuffled pack, top first: `pack` is the unshuffled one, as card texts."""
    return " ".join(shuffled(pack, key(secret, nonces)))


def first_pack(rules: str) -> list[str]:
    """The unshuffled pack of a rule set before anything is set aside, as card texts."""
    numbers = RuleSet.parse(rules).tables.numbers
    return [card_text(card) for card in numbers["pack"][: numbers["pack_size"]]]
