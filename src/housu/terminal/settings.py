"""How one person likes to see the table."""

from __future__ import annotations

import re
from dataclasses import dataclass

from housu.terminal.console import PLAIN, SUITS
from housu.text import face, say

SORTS = ("rank", "suit", "own")
# Told apart by people who see red and green alike, and by the symbol in any case.
FOUR_COLOURS = {"♣": "#00b07c", "♦": "#56b4e9", "♥": "#ff6d3a", "♠": ""}
TWO_COLOURS = {"♣": "", "♦": "#ff6d3a", "♥": "#ff6d3a", "♠": ""}
CARD = re.compile(r"(?:10|[2-9JQKAВДКТ])?([♣♦♥♠])")


@dataclass
class Settings:
    """Language, pace and looks. `letters`: suits as letters, and no signs beyond the keyboard."""

    lang: str
    pace: str = "normal"
    letters: bool = False
    four_colours: bool = True
    sort: str = "rank"
    bell: bool = False

    def shown(self, text: str) -> str:
        """A text in the signs that are wanted."""
        return text.translate(SUITS).translate(PLAIN) if self.letters else text

    def say(self, key: str, **data: object) -> str:
        """A sentence in the person's language."""
        return self.shown(say(key, self.lang, **data))

    def face(self, card: str) -> str:
        """The short text of a card."""
        return face(card, self.lang, self.letters)


def suit_style(symbol: str, four_colours: bool) -> str:
    """The colour of a suit symbol, "" for that of the text."""
    return (FOUR_COLOURS if four_colours else TWO_COLOURS)[symbol]
