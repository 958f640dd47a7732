"""What a record holds, in memory, and the way to a file and back."""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import json
import os
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from housu.deal import Deal
from housu.errors import RecordError
from housu.names import clean
from housu.record import writing
from housu.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from housu.match import Match

# What is read at most, so that no file can keep a reader busy for long; the longest match of people is far below.
MOST_BYTES = 8 * 2**20
MOST_DEALS = 2_000
MOST_ACTIONS = 200_000


@dataclass
class DealRecord:
    """One deal of a record: from a whole pack (`deck`, top card first) or a position that was set up (`start`).

    `actions` are (seat, text) in order. `comments` are what the file says beside them, by the number of the action
    from 0 (-1: before the first). `result` is `{loser, order}` or `{stalemate, order}` and None while the deal is
    unfinished; `check` vouches for the final position (`check_of`). `fair` is the proof of a fair deal.
    """

    dealer: int
    deck: str | None = None
    start: dict[str, Any] | None = None
    actions: list[tuple[int, str]] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    result: dict[str, Any] | None = None
    check: str | None = None
    fair: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, deal: Deal) -> DealRecord:
        """The record of a deal, in progress or over."""
        over = deal.to_act is None
        return cls(
            dealer=deal.dealer,
            deck=deal.deck,
            start=_without_nothing(deal.position),
            actions=deal.history,
            result=result_of(deal),
            check=check_of(deal) if over else None,
        )

    @property
    def proven(self) -> bool | None:
        """Whether its pack is shown to be the one committed to: None where it claims nothing, False before its secret is told."""
        return None if self.fair is None else "secret" in self.fair


@dataclass
class Record:
    """A match as rules, packs and actions.

    `seats` are the players' names, any text, one a seat; `bots` the bot in each seat, "" for people. `ends` says when
    the match ends, as `{deals = n}` or `{losses = n}`, where that was agreed. `extra` holds keys of other programs, which
    are written back as they were, as those of each deal are.
    """

    rules: str
    seats: list[str]
    deals: list[DealRecord] = field(default_factory=list)
    bots: list[str] = field(default_factory=list)
    trumps: str | None = None
    date: dt.datetime | dt.date | None = None
    software: str | None = None
    ends: dict[str, int] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """`paskahousu` or `zalupa`."""
        return RuleSet.parse(self.rules).game.name

    @property
    def players(self) -> list[str]:
        """The names as they are shown, clean, each seat's another: who shares his name is told apart by his seat, from 1, as on the page."""
        names = [clean(name) for name in self.seats]
        number = Counter(names)
        taken = {name for name, n in number.items() if n == 1}
        shown = []
        for seat, name in enumerate(names, 1):
            free = (f"{name} {n}".lstrip() for n in count(seat))
            shown.append(name if number[name] == 1 else next(other for other in free if other not in taken))
            taken.add(shown[-1])
        return shown

    @property
    def finished(self) -> bool:
        """Whether the last deal is over, and with it the match or as much of it as was played."""
        return bool(self.deals) and self.deals[-1].result is not None

    @classmethod
    def of(
        cls,
        match: Match,
        names: Sequence[str] | None = None,
        bots: Sequence[str] | None = None,
        date: dt.datetime | None = None,
    ) -> Record:
        """The record of a match so far. Without `names` the players are called after their seats."""
        from housu import __version__

        ends = {"deals": match.most_deals, "losses": match.most_losses}
        return cls(
            rules=match.rules.written,
            seats=list(names) if names is not None else [f"seat {seat}" for seat in range(match.seats)],
            deals=[DealRecord.of(deal) for deal in (*match.played, match.deal)],
            bots=list(bots) if bots is not None else [],
            trumps=match.trumps,
            date=date,
            software=f"housu {__version__}",
            ends={name: number for name, number in ends.items() if number is not None},
        )

    def dumps(self) -> str:
        """The record as TOML."""
        return writing.dump(self)

    @classmethod
    def loads(cls, text: str) -> Record:
        """The record in a text, played through. Raises RecordError: where, what, and what was expected there."""
        from housu.record.reading import read

        return read(text)

    def verify(self) -> None:
        """Plays everything through. Raises RecordError at the first thing that doesn't fit."""
        from housu.record.verify import verify

        verify(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, whole or not at all: an old one stays until the new one is safely on the disk."""
        target = Path(path)
        data = self.dumps().encode("utf-8")
        if len(data) > MOST_BYTES:
            raise RecordError("error.record.large", limit=MOST_BYTES // 2**20)
        with _file_errors(target, "error.record.file_out"):
            target = target.resolve()
            replace_file(target, data)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """The record in a file, played through. Raises RecordError."""
        source = Path(path)
        with _file_errors(source), source.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise RecordError("error.record.large", limit=MOST_BYTES // 2**20)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise RecordError("error.record.not_utf8", line=line, byte=error.start + 1) from None
        return cls.loads(text)


@contextlib.contextmanager
def _file_errors(path: Path, key: str = "error.record.file") -> Any:
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        raise RecordError(key, path=str(path), reason=reason) from None


def replace_file(target: Path, data: bytes) -> None:
    """Puts a new file in the place of another in one step, by way of one beside it. Raises OSError."""
    beside = target.with_name(f".{target.name[:80]}.{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            beside.chmod(target.stat().st_mode & 0o777)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    if os.name == "posix":  # the new name is on the disk only with its folder
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _without_nothing(position: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A position without the fields that are null, which TOML doesn't have and which mean the same as absent ones."""
    return (
        None if position is None else {name: value for name, value in position.items() if value is not None}
    )


def result_of(deal: Deal) -> dict[str, Any] | None:
    """The result of a deal as a record has it, or None while it goes on."""
    outcome = deal.outcome
    if outcome is None:
        return None
    if outcome.stalemate:
        return {"stalemate": True, "order": list(outcome.order)}
    return {"loser": outcome.loser, "order": list(outcome.order)}


def check_of(deal: Deal) -> str:
    """The check of a final position: the first 16 hex digits of SHA-256 over its snapshot as canonical JSON.

    Canonical: keys sorted, no spaces, UTF-8.
    """
    return _digest(deal.snapshot())


def _digest(snapshot: Mapping[str, Any]) -> str:
    text = json.dumps(snapshot, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]
