"""Fair deals on the server's side: the secret, and the pack that comes of it. The proof itself is `housu.record.fair`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from housu.cards import card_text
from housu.pack import shuffled
from housu.record.fair import commitment, key
from housu.rules.ruleset import RuleSet

__all__ = ["commitment", "deck", "first_pack", "new_secret"]


def new_secret() -> str:
    """A secret from the operating system's generator, 64 hexadecimal digits."""
    return secrets.token_hex(32)


def deck(pack: Sequence[str], secret: str, nonces: Sequence[str]) -> str:
    """The shuffled pack, top first: `pack` is the unshuffled one, as card texts."""
    return " ".join(shuffled(pack, key(secret, nonces)))


def first_pack(rules: str) -> list[str]:
    """The unshuffled pack of a rule set before anything is set aside, as card texts."""
    numbers = RuleSet.parse(rules).tables.numbers
    return [card_text(card) for card in numbers["pack"][: numbers["pack_size"]]]
