"""From a record to its text. TOML has many ways to write the same; this is the one way a record is laid out.

Written here and not by a library: the actions stand one a line in a text of several lines with their comments, and
results in one line, which the libraries that write TOML either don't do or do only with a parsed document at hand.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from housu.record.model import DealRecord, Record

VERSION = 1
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def dump(record: Record) -> str:
    """The text of a record, ending in a line break."""
    lines = list(_pairs(_header(record)))
    for deal in record.deals:
        lines += ["", "[[deal]]", *_deal(deal)]
    return "\n".join(lines) + "\n"


def _header(record: Record) -> Iterator[tuple[str, Any]]:
    yield "housu", VERSION
    yield "game", record.game
    yield "rules", record.rules
    yield "seats", record.seats
    if any(record.bots):
        yield "bots", record.bots
    if record.trumps is not None:
        yield "trumps", record.trumps
    if record.date is not None:
        yield "date", record.date
    if record.software is not None:
        yield "software", record.software
    if record.ends:
        yield "ends", record.ends
    yield from record.extra.items()


def _deal(deal: DealRecord) -> Iterator[str]:
    yield from _pairs([("dealer", deal.dealer)])
    if deal.deck is not None:
        yield from _pairs([("deck", deal.deck)])
    yield 'actions = """'
    yield from _actions(deal)
    yield '"""'
    after = [("result", deal.result), ("check", deal.check), ("fair", deal.fair), *deal.extra.items()]
    yield from _pairs((key, value) for key, value in after if value is not None)
    if deal.start is not None:
        # A table ends only where the next begins, so this one comes last.
        yield ""
        yield "[deal.start]"
        yield from _pairs((key, value) for key, value in deal.start.items() if value is not None)


def _actions(deal: DealRecord) -> Iterator[str]:
    comments = {number: _line(comment) for number, comment in deal.comments.items()}
    if -1 in comments:
        yield f"# {comments[-1]}"
    for number, (seat, text) in enumerate(deal.actions):
        line = f"{seat} {_line(text)}"
        yield f"{line}  # {comments[number]}" if number in comments else line


def _line(text: str) -> str:
    """A text inside one of several lines."""
    return _escaped(" ".join(text.split()))


def _pairs(pairs: Iterable[tuple[str, Any]]) -> Iterator[str]:
    return (f"{_key(key)} = {value_text(value)}" for key, value in pairs)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else f'"{_escaped(name)}"'


def _escaped(text: str) -> str:
    # Half a surrogate pair has no place in UTF-8.
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(
        _ESCAPES.get(sign) or (sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}")
        for sign in whole
    )


def value_text(value: Any) -> str:
    """One value in one line: everything TOML has, tables as inline ones; entries that are None are left out."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{_escaped(value)}"'
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, Mapping):
        inside = ", ".join(_pairs((key, inner) for key, inner in value.items() if inner is not None))
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(value_text(inner) for inner in value)}]"
    raise TypeError(f"a record can't hold {value!r}")


def _float(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)
