"""How strong the bots are: the contests of `docs/bots.md`, played and written there by `python -m bench.strength`.

Takes hours where search plays. Rows that stand in the document with enough deals are not played again, unless `--again`
names their first bot; each row is written when it is done, so a stopped run goes on.
"""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bench.bots import machine
from housu.bots import arena
from housu.bots.executors import executor

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- strength: made by python -m bench.strength -->", "<!-- end of strength -->"
HEAD = (
    "bot",
    "others",
    "rules",
    "seats",
    "deals",
    "loses % (95 %)",
    "fair %",
    "stalemates %",
    "turns",
    "made",
)
SEED = 1
LEARNER = "examples.train.bot:Learned"


class Contest(NamedTuple):
    """One bot in one seat against another in all the rest, for at least so many deals."""

    first: str
    other: str
    rules: str = "pagat"
    seats: int = 4
    deals: int = 20_000

    @property
    def key(self) -> tuple[str, ...]:
        """The first cells of its row."""
        return self.first, self.other, f"`{self.rules}`", str(self.seats)


OTHER_SETS = (
    ("russian", 4), ("black", 4), ("poytapaska", 3), ("poytapaska-3", 3), ("poytapaska-shithead", 3),
    ("ruotsalainen", 4), ("two-packs", 6), ("zalupa", 4),
)  # fmt: skip

POLICIES = (
    Contest("greedy", "random"),
    Contest("random", "greedy"),
    Contest("keeper", "greedy", deals=40_000),
    Contest("keeper", "greedy", seats=2),
    Contest("keeper", "greedy", seats=3),
    Contest("keeper", "greedy", seats=6),
    Contest("greedy", "keeper"),
    Contest("keeper", "keeper1"),
    Contest("keeper", "keeper"),
    *(
        Contest(first, other, rules, seats, 4_000)
        for rules, seats in OTHER_SETS
        for first, other in (("greedy", "random"), ("keeper", "greedy"), ("keeper", "keeper"))
    ),
)

SEARCH = (
    Contest("easy", "keeper1", deals=2_000),
    Contest("medium", "keeper1", deals=452),
    Contest("medium", LEARNER, deals=452),
    Contest("medium", "keeper", "ruotsalainen", 4, 1_200),
    Contest("medium", "keeper", "zalupa", 4, 1_200),
    Contest("medium", "keeper", "black", 4, 1_200),
    Contest("medium", "search1", deals=300),
    Contest("hard", "keeper1", deals=60),
    Contest("medium", "keeper", "two-packs", 6, 1_800),
    Contest("medium", "keeper", "poytapaska", 3, 900),
)


def play(contest: Contest, workers: int) -> list[str]:
    """The cells of a contest's row."""
    result = arena.run(
        contest.first,
        [contest.other],
        contest.rules,
        contest.seats,
        contest.deals,
        SEED,
        executor(workers),
        progress=lambda done, total: print(f"\r{contest}: {done}/{total}", end="", file=sys.stderr),
        deadline=60,
    )
    one = result.standings()[0]
    loss = f"{100 * one.loss:.2f} ({100 * one.low:.2f}–{100 * one.high:.2f})"
    return [
        *contest.key,
        f"{len(result.rows):,}",
        "–" if contest.first == contest.other else loss,
        f"{100 / contest.seats:.1f}",
        f"{100 * result.stalemates:.2f}",
        f"{result.turns:.0f}",
        str(datetime.now(UTC).date()),
    ]


def written() -> dict[tuple[str, ...], list[str]]:
    """The rows of the document by their first cells."""
    table = DOCUMENT.read_text("utf-8").split(BEGIN)[1].split(END)[0]
    rows = [
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.splitlines() if "|" in line
    ]
    return {tuple(row[:4]): row for row in rows[2:]}


def strength(contests: tuple[Contest, ...], again: set[str], workers: int) -> None:
    """Plays what the document lacks, and writes each row when it is there."""
    known = written()
    for contest in contests:
        row = known.get(contest.key)
        if row is None or contest.first in again or int(row[4].replace(",", "")) < contest.deals:
            known[contest.key] = play(contest, workers)
            print("\r" + " | ".join(known[contest.key]), file=sys.stderr, flush=True)
            write([known[each.key] for each in contests if each.key in known])


def write(rows: list[list[str]]) -> None:
    """Puts the table into the document between its marks."""
    text = DOCUMENT.read_text("utf-8")
    before, rest = text.split(BEGIN)
    table = [
        f"With seed {SEED}, on {machine()}.",
        "",
        f"| {' | '.join(HEAD)} |",
        "|" + len(HEAD) * "---|",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    DOCUMENT.write_text("\n".join([before + BEGIN, *table, END]) + rest.split(END)[1], "utf-8")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--again", action="append", default=[], metavar="BOT", help="play its contests anew")
    wanted = parser.parse_args()
    strength(POLICIES + SEARCH, set(wanted.again), wanted.workers)


if __name__ == "__main__":
    main()
