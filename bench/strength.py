"""How strong the bots are: the contests of `docs/bots.md`, played and written there by `python -m bench.strength`.

Takes hours where search plays. What is done is kept in `build/strength.json`, so a stopped run goes on; delete the file to
begin anew.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from bench.bots import machine
from housu.bots import arena
from housu.bots.executors import executor

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "bots.md"
KEPT = ROOT / "build" / "strength.json"
BEGIN, END = "<!-- strength: made by python -m bench.strength -->", "<!-- end of strength -->"
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
    def key(self) -> str:
        """What names its result among those kept."""
        return " ".join(map(str, self))


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
    Contest("medium", "keeper", "ruotsalainen", 4, 300),
    Contest("medium", "keeper", "zalupa", 4, 300),
    Contest("medium", "keeper", "black", 4, 300),
    Contest("medium", "search1", deals=300),
    Contest("hard", "keeper1", deals=60),
    Contest("medium", "keeper", "two-packs", 6, 90),
    Contest("medium", "keeper", "poytapaska", 3, 150),
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
        progress=lambda done, total: print(f"\r{contest.key}: {done}/{total}", end="", file=sys.stderr),
        deadline=60,
    )
    one = result.standings()[0]
    loss = f"{100 * one.loss:.2f} ({100 * one.low:.2f}–{100 * one.high:.2f})"
    return [
        contest.first,
        contest.other,
        f"`{contest.rules}`",
        str(contest.seats),
        f"{len(result.rows):,}",
        "–" if contest.first == contest.other else loss,
        f"{100 / contest.seats:.1f}",
        f"{100 * result.stalemates:.2f}",
        f"{result.turns:.0f}",
    ]


def strength(contests: tuple[Contest, ...], workers: int) -> str:
    """The table, with what it was made on, when, and from which seed; what was kept is not played again."""
    kept: dict[str, Any] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    KEPT.parent.mkdir(exist_ok=True)
    for contest in contests:
        if contest.key not in kept:
            kept[contest.key] = play(contest, workers)
            KEPT.write_text(json.dumps(kept, indent=1), "utf-8")
            print("\r" + " | ".join(kept[contest.key]), file=sys.stderr, flush=True)
    return "\n".join(
        [
            f"Made on {datetime.now(UTC).date()} with seed {SEED} on {machine()}.",
            "",
            "| bot | others | rules | seats | deals | loses % (95 %) | fair % | stalemates % | turns |",
            "|" + 9 * "---|",
            *(f"| {' | '.join(kept[contest.key])} |" for contest in contests),
        ]
    )


def write(table: str) -> None:
    """Puts the table into the document between its marks."""
    text = DOCUMENT.read_text("utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    DOCUMENT.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", "utf-8")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    write(strength(POLICIES + SEARCH, parser.parse_args().workers))


if __name__ == "__main__":
    main()
