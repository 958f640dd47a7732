"""Actions as people name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from housu.cards import card_text, split_cards


class Action:
    """A legal action of one moment of a deal. `str(action)` is its text; it equals another of the same text, or that text.

    `code` is its number in the kernel. The cards of a play are named only when someone asks.
    """

    __slots__ = ("_moment", "_text", "code")

    def __init__(self, code: int, moment: Moment, text: str | None = None) -> None:
        self.code = code
        self._moment = moment
        self._text = text

    def __str__(self) -> str:
        if self._text is None:
            self._text = self._moment.text(self.code)
        return self._text

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Action | str):
            return str(self) == str(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def belongs_to(self, moment: object) -> bool:
        """Whether this is one of the legal actions of that moment."""
        return self._moment is moment


class Moment:
    """What is needed to name the actions of one moment later on: a function from code to text, and what it reads."""

    __slots__ = ("_name", "facts")

    def __init__(self, name: Callable[[int, Any], str], facts: Any) -> None:
        self._name = name
        self.facts = facts

    def text(self, code: int) -> str:
        """The text of an action."""
        return self._name(code, self.facts)


def written(text: str) -> str:
    """The text of an action as it is always written (docs/formats.md, Actions), however it was typed."""
    word = "".join(text.split())
    cards = split_cards(word.rstrip("!"))
    return "".join(map(card_text, cards)) + "!" * word.endswith("!") if cards else word.lower()
