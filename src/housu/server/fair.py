"""Fair deals on the server's side: the secret, and the pack that comes of it. The proof itself is `housu.record.fair`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from housu.pack import shuffled
from housu.record.fair import commitment, key

__all__ = ["commitment", "deck", "new_secret"]


def new_secret() -> str:
    """A secret from the operating system's generator, 64 hexadecimal digits."""
    return secrets.token_hex(32)


def deck(pack: Sequence[str], secret: str, nonces: Sequence[str]) -> str:
    """The shuffled pack, top first: `pack` is the unshuffled one, as card texts."""
    return " ".join(shuffled(pack, key(secret, nonces)))
