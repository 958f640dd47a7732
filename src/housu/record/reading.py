"""From a text to a record: TOML, then its shape, then played through deal by deal."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from housu.action import written
from housu.errors import HousuError, RecordError, shown
from housu.record.model import MOST_ACTIONS, MOST_BYTES, MOST_DEALS, DealRecord, Record
from housu.record.verify import Course
from housu.record.writing import VERSION
from housu.rules.ruleset import RuleSet

_AT = re.compile(r"at line (\d+), column (\d+)")
_SEAT = re.compile(r"[0-9]{1,2}")
_DEAL = "[[deal]]"
_OPEN = '"""'
# Python's parser takes a time that grows with the square of the parts of a dotted key.
_MOST_DOTS = 500


def read(text: str) -> Record:
    """The record in a text. Raises RecordError."""
    if len(text) > MOST_BYTES:
        raise RecordError("error.record.large", limit=MOST_BYTES // 2**20)
    if not text.strip():
        raise RecordError("error.record.empty")
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        raise RecordError("error.record.nested")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _not_toml(text, error) from None
    return from_data(data)


def from_data(data: Mapping[str, Any]) -> Record:
    """The record in what TOML was read to. Raises RecordError."""
    fields = _Fields(data)
    record = _header(fields)
    course = Course(record)
    raws = fields.tables("deal")
    if not raws:
        raise _kept(RecordError("error.record.no_deals"), course.good)
    if len(raws) > MOST_DEALS:
        raise _kept(RecordError("error.record.many_deals", limit=MOST_DEALS), course.good)
    room = MOST_ACTIONS
    for number, raw in enumerate(raws, 1):
        try:
            deal, fault = _deal(_Fields(raw), number, room)
        except RecordError as error:
            if error.key in _OF_A_DEAL:
                error = RecordError("error.record.deal", deal=number, reason=error)
            raise _kept(error, course.good) from None
        room -= len(deal.actions)
        course.add(deal, fault)
    return course.good


def _kept(error: RecordError, good: Record) -> RecordError:
    error.read = good
    return error


# --- TOML that is none ---


def _not_toml(text: str, error: Exception) -> RecordError:
    """Where a text stops being TOML, with as much as can be read before that."""
    lines = text.split("\n")
    place = _AT.search(str(error))
    if isinstance(error, RecursionError):
        wrong, last = RecordError("error.record.nested"), 0
    elif place:
        last = int(place[1])
        wrong = RecordError("error.record.toml", line=last, column=int(place[2]))
    elif "end of document" in str(error):
        last = len(lines)
        wrong = RecordError("error.record.cut", line=last)
    else:  # a number or date that Python can't hold
        wrong, last = RecordError("error.record.syntax", reason=shown(str(error))), 0
    wrong.read = _salvage(lines[:last])
    return wrong


def _salvage(lines: list[str]) -> Record | None:
    """The record in the lines before a fault: with the actions it broke off in, or else the deals before."""
    starts = [number for number, line in enumerate(lines) if line.strip() == _DEAL]
    before = lines[: starts[-1]] if starts else lines
    for candidate in ([*lines[:-1], _OPEN], lines[:-1], before):
        try:
            data = tomllib.loads("\n".join(candidate))
        except (ValueError, RecursionError):
            continue
        try:
            return from_data(data)
        except RecordError as error:
            good: Record | None = error.read
            return good
    return None


# --- its shape ---


class _Fields:
    """The fields of a table by name; what nobody has asked for is left over at the end."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.rest = dict(data)

    def need(self, name: str) -> Any:
        if name not in self.rest:
            raise RecordError("error.record.missing", field=name)
        return self.rest.pop(name)

    def number(self, name: str) -> int:
        value = self.need(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise RecordError("error.record.type", field=name, expected="0, 1, …")
        return value

    def text(self, name: str) -> str:
        value = self.need(name)
        if not isinstance(value, str):
            raise RecordError("error.record.type", field=name, expected='"…"')
        return value

    def maybe_text(self, name: str) -> str | None:
        return self.text(name) if name in self.rest else None

    def texts(self, name: str) -> list[str]:
        value = self.need(name)
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise RecordError("error.record.type", field=name, expected='["…", "…"]')
        return value

    def table(self, name: str) -> dict[str, Any] | None:
        value = self.rest.pop(name, None)
        if value is not None and not isinstance(value, dict):
            raise RecordError("error.record.type", field=name, expected="{ … }")
        return value

    def tables(self, name: str) -> list[dict[str, Any]]:
        value = self.rest.pop(name, [])
        if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
            raise RecordError("error.record.type", field=name, expected=_DEAL)
        return value


def _header(fields: _Fields) -> Record:
    version = fields.number("housu")
    if version != VERSION:
        raise RecordError("error.record.version", version=shown(version), known=VERSION)
    game = fields.maybe_text("game")
    written = fields.text("rules")
    try:
        rules = RuleSet.parse(written)
    except HousuError as error:
        raise RecordError("error.record.field", field="rules", reason=error) from None
    if game is not None and game != rules.game.name:
        raise RecordError("error.record.game", game=shown(game), rules=rules.text, expected=rules.game.name)
    seats = fields.texts("seats")
    try:
        rules.check_seats(len(seats))
    except HousuError as error:
        raise RecordError("error.record.field", field="seats", reason=error) from None
    bots = fields.texts("bots") if "bots" in fields.rest else []
    if bots and len(bots) != len(seats):
        raise RecordError("error.record.bots", n=len(bots), seats=len(seats))
    trumps = fields.text("trumps") if "trumps" in fields.rest or rules.game.name == "zalupa" else None
    date = fields.rest.pop("date", None)
    if date is not None and not isinstance(date, dt.datetime | dt.date):
        raise RecordError("error.record.type", field="date", expected="2026-11-29T18:00:00Z")
    return Record(
        rules=rules.written,
        seats=seats,
        bots=bots,
        trumps=trumps,
        date=date,
        software=fields.maybe_text("software"),
        ends=fields.table("ends") or {},
        extra={name: value for name, value in fields.rest.items() if name != "deal"},
    )


# Errors of a deal's fields, which say which deal only when they are wrapped.
_OF_A_DEAL = {"error.record.missing", "error.record.type"}


def _deal(fields: _Fields, number: int, room: int) -> tuple[DealRecord, RecordError | None]:
    """A deal as it is written, and what stopped the reading of its actions, if anything did."""
    start = fields.table("start")
    deck = fields.maybe_text("deck")
    if (start is None) == (deck is None):
        raise RecordError("error.record.deck_or_start", deal=number)
    dealer = fields.number("dealer") if start is None or "dealer" in fields.rest else start.get("dealer", 0)
    actions, comments, fault = _actions(fields.maybe_text("actions") or "", number, room)
    return (
        DealRecord(
            dealer=dealer,
            deck=deck,
            start=start,
            actions=actions,
            comments=comments,
            result=fields.table("result"),
            check=fields.maybe_text("check"),
            fair=fields.table("fair"),
            extra=fields.rest,
        ),
        fault,
    )


def _actions(
    text: str, number: int, room: int
) -> tuple[list[tuple[int, str]], dict[int, str], RecordError | None]:
    """Lines of seat and action, the comments beside them, and the first line that is neither."""
    actions: list[tuple[int, str]] = []
    beside: dict[int, list[str]] = {}
    for line in text.split("\n"):
        said, _, comment = line.partition("#")
        if comment.strip():
            beside.setdefault(len(actions) if said.strip() else len(actions) - 1, []).append(comment.strip())
        words = said.split()
        if not words:
            continue
        fault = None
        if len(words) < 2 or not _SEAT.fullmatch(words[0]):
            fault = RecordError(
                "error.record.line", deal=number, action=len(actions) + 1, text=shown(said.strip())
            )
        elif len(actions) == room:
            fault = RecordError("error.record.many", limit=MOST_ACTIONS)
        if fault is not None:
            beside.pop(len(actions), None)
            return actions, _joined(beside), fault
        actions.append((int(words[0]), written("".join(words[1:]))))
    return actions, _joined(beside), None


def _joined(comments: Mapping[int, list[str]]) -> dict[int, str]:
    return {number: " ".join(lines) for number, lines in comments.items()}
