"""What a house rule is: one declaration, from which everything else derives (docs/architecture.md, principle 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Words:
    """A sentence in the three languages."""

    en: str
    fi: str
    ru: str

    def say(self, language: str) -> str:
        return str(getattr(self, language))


@dataclass(frozen=True)
class Choice:
    """One value of a house rule: what it sets in the game's `Meaning`, and the sentence players read."""

    value: str
    sets: Mapping[str, Any]
    words: Words


@dataclass(frozen=True)
class Number:
    """The values of a house rule that is a number: which field of the `Meaning` it sets, and its bounds."""

    sets: str
    low: int
    high: int
    words: Words


@dataclass(frozen=True)
class HouseRule:
    """A house rule: its name, clause, source and choices, the default first.

    `source` names where it comes from: E and R are the English and the Russian source, W wider hearsay (Wikipedia
    pages, older programs), Z the source of Zalupa; `ours` was settled here.
    """

    name: str
    clause: str
    source: str
    label: Words
    choices: tuple[Choice, ...] = ()
    number: Number | None = None
    default_number: int = 0

    @property
    def default(self) -> str:
        return str(self.default_number) if self.number else self.choices[0].value

    @property
    def values(self) -> tuple[str, ...]:
        """The values by name; for a number none but the default."""
        return (self.default,) if self.number else tuple(choice.value for choice in self.choices)

    def read(self, value: str) -> str | None:
        """The value as it is written canonically, or None if the rule has no such value."""
        if self.number is None:
            return value if value in self.values else None
        if not (value.isascii() and value.isdigit()) or len(value) > 12:
            return None
        number = int(value)
        return str(number) if self.number.low <= number <= self.number.high else None

    def settings(self, value: str) -> Mapping[str, Any]:
        """The fields of the `Meaning` that this value sets."""
        if self.number:
            return {self.number.sets: int(value)}
        return next(choice.sets for choice in self.choices if choice.value == value)

    def words(self, value: str) -> Words:
        """The sentence of this value."""
        if self.number:
            return self.number.words
        return next(choice.words for choice in self.choices if choice.value == value)


@dataclass(frozen=True)
class Conflict:
    """Two values, or kinds of value, that can't stand together, and why.

    `one` and `other` map an option to the values meant; both must hold, and `besides` too where it is given.
    """

    one: tuple[str, tuple[str, ...]]
    other: tuple[str, tuple[str, ...]]
    why: Words
    besides: tuple[str, tuple[str, ...]] | None = None

    def holds(self, picks: Mapping[str, str]) -> bool:
        sides = (self.one, self.other) if self.besides is None else (self.one, self.other, self.besides)
        return all(picks[option] in values for option, values in sides)


@dataclass(frozen=True)
class NamedSet:
    """A rule set with a name of its own, and other names it goes by."""

    name: str
    changes: Mapping[str, str]
    title: Words
    aliases: tuple[str, ...] = field(default=())
