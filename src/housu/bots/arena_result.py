"""What an arena found out: loss shares with intervals that respect the mirroring, places, stalemates, ratings, files."""

from __future__ import annotations

import csv
import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from housu.errors import HousuError
from housu.text import say

Z = 1.959964  # deviations, of a 95 % interval
RATED = 5_000  # deals that ratings are made from


class Row(NamedTuple):
    """One deal. `places` are by seat, from 1; in a stalemate those still in share the last."""

    pack: int
    rotation: int
    dealer: int
    places: tuple[int, ...]
    stalemate: bool
    actions: int


@dataclass(frozen=True)
class Standing:
    """What one bot did. `loss` is its share of losses in a decided deal, a seat; from `low` to `high` with 95 %.

    The interval is Wilson's for as many independent deals as the spread between packs is worth: the deals of one pack
    are not independent. `place` is the mean place. `mu` and `sigma` are openskill's, where it is installed. `seconds` is
    the time of an action; among policies alone, of any action at the table.
    """

    bot: str
    loss: float
    low: float
    high: float
    place: float
    seconds: float
    mu: float | None = None
    sigma: float | None = None
    faults: Mapping[str, int] | None = None
    reports: Sequence[str] = ()


class Result:
    """All deals of a contest, and what follows from them."""

    def __init__(
        self, players: tuple[str, ...], rules: str, seats: int, seed: int, lineups: list[list[int]]
    ) -> None:
        self.players = players
        self.rules = rules
        self.seats = seats
        self.seed = seed
        self.lineups = lineups
        self.rows: list[Row] = []
        self._actions: Counter[str] = Counter()
        self._seconds: Counter[str] = Counter()
        self._faults: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._reports: defaultdict[str, list[str]] = defaultdict(list)

    def add(
        self,
        rows: Sequence[Row],
        actions: Mapping[str, int],
        seconds: Mapping[str, float],
        faults: Mapping[str, Mapping[str, int]],
        reports: Mapping[str, Sequence[str]],
    ) -> None:
        """Takes in the deals of one chunk, in the order of the chunks."""
        self.rows += rows
        self._actions.update(actions)
        self._seconds.update(seconds)
        for bot, counts in faults.items():
            self._faults[bot].update(counts)
        for bot, lines in reports.items():
            known = {line.partition(":")[0] for line in self._reports[bot]}
            self._reports[bot] += [line for line in lines if line.partition(":")[0] not in known]

    @property
    def names(self) -> list[str]:
        """The bots, the named one first, each once."""
        return list(dict.fromkeys(self.players))

    @property
    def stalemates(self) -> float:
        """The share of deals without a loser."""
        return sum(row.stalemate for row in self.rows) / len(self.rows)

    @property
    def turns(self) -> float:
        """Actions a deal."""
        return sum(row.actions for row in self.rows) / len(self.rows)

    def standings(self) -> list[Standing]:
        """One for each bot, the named one first."""
        ratings = self._ratings()
        return [self._standing(name, ratings.get(name)) for name in self.names]

    def _seats_of(self, name: str, rotation: int) -> list[int]:
        return [seat for seat, player in enumerate(self.lineups[rotation]) if self.players[player] == name]

    def _standing(self, name: str, rating: tuple[float, float] | None) -> Standing:
        lost: Counter[int] = Counter()
        decided: Counter[int] = Counter()
        places: list[int] = []
        for row in self.rows:
            seats = self._seats_of(name, row.rotation)
            places += [row.places[seat] for seat in seats]
            if not row.stalemate:
                decided[row.pack] += len(seats)
                lost[row.pack] += sum(row.places[seat] == self.seats for seat in seats)
        loss, low, high = share(list(decided.values()), [lost[pack] for pack in decided])
        return Standing(
            name,
            loss,
            low,
            high,
            sum(places) / len(places),
            self._seconds[name] / max(1, self._actions[name]),
            mu=rating[0] if rating else None,
            sigma=rating[1] if rating else None,
            faults=dict(self._faults[name]) or None,
            reports=tuple(self._reports[name]),
        )

    def _ratings(self) -> dict[str, tuple[float, float]]:
        """Openskill's mean and deviation a bot, from the first deals in order; none where it is not installed."""
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            return {}
        if len(self.names) < 2:
            return {}
        model = PlackettLuce(tau=0.0)  # bots don't change, so every deal counts alike
        ratings = {name: model.rating() for name in self.names}
        for row in self.rows[:RATED]:
            sat = [self.players[player] for player in self.lineups[row.rotation]]
            rated = model.rate([[ratings[name]] for name in sat], ranks=list(row.places))
            for name in self.names:
                own = [team[0] for team, player in zip(rated, sat, strict=True) if player == name]
                ratings[name] = model.rating(
                    mu=sum(one.mu for one in own) / len(own), sigma=sum(one.sigma for one in own) / len(own)
                )
        return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}

    # --- as text and files ---

    def json(self) -> str:
        """Everything but the single deals, as JSON."""
        document = {
            "rules": self.rules,
            "seats": self.seats,
            "deals": len(self.rows),
            "packs": len({row.pack for row in self.rows}),
            "seed": self.seed,
            "stalemates": self.stalemates,
            "turns": self.turns,
            "bots": [
                {key: value for key, value in standing.__dict__.items() if value not in (None, ())}
                for standing in self.standings()
            ],
        }
        return json.dumps(document, indent=2)

    def table(self, language: str = "en") -> str:
        """The standings as a table of text."""
        titles = [
            say(f"arena.{key}", language) for key in ("bot", "loss", "interval", "place", "rating", "time")
        ]
        lines = [titles] + [
            [
                one.bot,
                f"{100 * one.loss:.2f} %",
                f"{100 * one.low:.2f}–{100 * one.high:.2f} %",
                f"{one.place:.2f}",
                "–" if one.mu is None else f"{one.mu:.1f} ± {one.sigma:.1f}",
                _time(one.seconds),
            ]
            for one in self.standings()
        ]
        widths = [max(len(line[column]) for line in lines) for column in range(len(titles))]
        text = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        ]
        text.append(
            say(
                "arena.summary",
                language,
                deals=len(self.rows),
                packs=len({row.pack for row in self.rows}),
                rules=self.rules,
                seats=self.seats,
                seed=self.seed,
                fair=f"{100 / self.seats:.1f} %",
                stalemates=f"{100 * self.stalemates:.2f} %",
            )
        )
        for one in self.standings():
            for kind, n in (one.faults or {}).items():
                what = next(line for line in one.reports if line.startswith(kind + ":"))
                text.append(say("arena.fault", language, bot=one.bot, n=n, what=what))
        return "\n".join(text)

    def columns(self) -> dict[str, list[Any]]:
        """A value a deal by column: the pack, the rotation, who sat where, what place he took."""
        names = [[self.players[player] for player in self.lineups[row.rotation]] for row in self.rows]
        return {
            "pack": [row.pack for row in self.rows],
            "rotation": [row.rotation for row in self.rows],
            "dealer": [row.dealer for row in self.rows],
            "stalemate": [row.stalemate for row in self.rows],
            "actions": [row.actions for row in self.rows],
            **{f"bot_{seat}": [line[seat] for line in names] for seat in range(self.seats)},
            **{f"place_{seat}": [row.places[seat] for row in self.rows] for seat in range(self.seats)},
        }

    def write_csv(self, path: str | Path) -> None:
        """A line a deal."""
        columns = self.columns()
        with Path(path).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))

    def write_parquet(self, path: str | Path) -> None:
        """A row a deal; needs the extra `lab`."""
        import polars as pl

        with Path(path).open("wb") as file:
            pl.DataFrame(self.columns()).write_parquet(file)


def check_file(path: str | Path) -> None:
    """Raises HousuError where no file can be written there, so that nobody plays for nothing; leaves all as it was."""
    path = Path(path)
    new = not path.exists()
    if not (new or path.is_file() or path.is_dir()):
        return  # a pipe or a device, which would notice
    try:
        path.open("ab").close()
        if new:
            path.unlink()
    except OSError as error:
        raise cannot_write(path, error) from None


def cannot_write(path: str | Path, error: OSError) -> HousuError:
    """What is said of a file that could not be written."""
    return HousuError("error.record.file_out", path=str(path), reason=error.strerror or str(error))


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms" if seconds >= 0.0001 else f"{1e6 * seconds:.2g} µs"


def share(decided: Sequence[int], lost: Sequence[int]) -> tuple[float, float, float]:
    """A share of losses and its 95 % interval; one number a cluster (pack) of what was decided and what was lost.

    The variance is that of a ratio of sums over clusters; Wilson's interval is for the number of independent trials that
    would have it, at least one a cluster, so that no losses at all don't look like certainty.
    """
    trials = sum(decided)
    if not trials:
        return 0.0, 0.0, 1.0
    p = sum(lost) / trials
    n = len(decided)
    spread = sum((one - p * all_) ** 2 for one, all_ in zip(lost, decided, strict=True)) * n / max(1, n - 1)
    variance = spread / trials**2
    worth = p * (1 - p) / variance if variance > 0 else n
    worth = min(worth, trials)
    centre = (p + Z * Z / (2 * worth)) / (1 + Z * Z / worth)
    half = Z * math.sqrt(p * (1 - p) / worth + Z * Z / (4 * worth * worth)) / (1 + Z * Z / worth)
    return p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half))
