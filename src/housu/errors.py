"""What Housu raises. Every error is a key and data, put into words only when someone asks in a language."""

from __future__ import annotations

from typing import Any


def shown(value: object) -> str:
    """Anything as a short printable text for a message."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # a number too long for Python to write, a list in itself
        text = type(value).__name__
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return clean if len(clean) <= 40 else clean[:39] + "…"


class HousuError(ValueError):
    """Something Housu can't accept. `key` and `data` name a message of `housu.text`; nothing has changed.

    `say(language)` is the sentence in that language; `str(error)` is the English one.
    """

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key = key
        self.data = data

    def say(self, language: str = "en") -> str:
        """The sentence in `language`: what was wrong and what would be right."""
        from housu.text import say

        def worded(value: Any) -> Any:
            return value.say(language) if hasattr(value, "say") else value

        return say(self.key, language, **{name: worded(value) for name, value in self.data.items()})

    def __str__(self) -> str:
        return self.say()

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.key, self.__dict__)


def _rebuild(kind: type[HousuError], key: str, state: dict[str, Any]) -> HousuError:
    error = kind.__new__(kind, key)
    ValueError.__init__(error, key)
    error.__dict__.update(state)
    return error


class RulesError(HousuError):
    """A rule set that isn't one: an unknown name, option or value, a contradiction, seats that don't fit."""


class PositionError(HousuError):
    """A position or pack that can't be. `field` names the part of the snapshot that is wrong."""

    def __init__(self, key: str, field: str, **data: Any) -> None:
        super().__init__(key, field=field, **data)
        self.field = field


class IllegalAction(HousuError):  # noqa: N818 - the public name promised to users
    """An action the rules refuse. `clause` is the clause it breaks, such as "P13"; the deal is as before."""

    def __init__(self, key: str, clause: str, **data: Any) -> None:
        super().__init__(key, clause=clause, **data)
        self.clause = clause


class RecordError(HousuError):
    """A record that can't be believed, or read. `read` is the `housu.Record` of what was good before the fault, or None."""

    def __init__(self, key: str, read: Any = None, **data: Any) -> None:
        super().__init__(key, **data)
        self.read = read
