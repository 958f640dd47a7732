"""Names as they may be kept and shown: short, one line, nothing that steers a screen or the direction of writing."""

from __future__ import annotations

import unicodedata

LONGEST = 40

# Format characters (Cf) turn the direction of writing, join, or are not seen at all; these two join emoji and letters.
_JOINERS = {"\u200c", "\u200d"}
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters with no shape of their own, which are names without a name in them.
_BLANK = {"\u115f", "\u1160", "\u3164", "\uffa0", "\u2800"}


def clean(name: str) -> str:
    """The name without control, escape, bidi and unassigned characters, spaces made single, at most 40 characters.

    Empty where nothing visible is left. Cleaning a clean name changes nothing.
    """
    composed = unicodedata.normalize("NFC", name)
    kept = [
        " " if c.isspace() else c
        for c in composed
        if c.isspace() or ((unicodedata.category(c) not in _REFUSED or c in _JOINERS) and c not in _BLANK)
    ]
    # A pile of accents on one letter would reach over the neighbouring lines.
    text = " ".join(_few_marks(kept).split())[:LONGEST].strip()
    return text if any(unicodedata.category(c)[0] in "LNPS" for c in text) else ""


def _few_marks(characters: list[str]) -> str:
    out: list[str] = []
    marks = 0
    for c in characters:
        marks = marks + 1 if unicodedata.category(c)[0] == "M" else 0
        if marks <= 2:
            out.append(c)
    return "".join(out)
