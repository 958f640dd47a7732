"""Whether search keeps what a solved endgame is worth: `python -m bench.worth`, some minutes.

Positions are those of keeper tables in which nothing is hidden and actions differ in worth: win, endless or loss. The
level plays them with the hand-over to the solver switched off, and with it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.bots import machine
from bench.result import Result, main
from bench.solver import Table
from housu import Deal
from housu.bots.search import SearchBot
from housu.bots.solve import Effort, Solver, is_open
from housu.kernel.engine import COMPILED, engine
from housu.view import EVERYTHING

POSITIONS = 600
LEVEL = "hard"
# How many of a hundred positions come from each table.
TABLES = (
    ("pagat", 4, 35), ("pagat", 3, 15), ("pagat", 2, 10), ("russian", 4, 10), ("black", 4, 10),
    ("ruotsalainen", 4, 10), ("two-packs", 6, 5), ("poytapaska", 3, 5),
)  # fmt: skip
A_DEAL = 2  # positions of one deal, at most
EFFORT = Effort(positions=300_000, nodes=300_000, table=1 << 18)


class Solved(NamedTuple):
    """A position and what each legal action (by the kernel's number) is worth to the seat to act."""

    rules: str
    snapshot: dict[str, Any]
    worths: dict[int, int]

    def keeps(self, code: int) -> bool:
        """Whether no action is worth more."""
        return self.worths[code] == max(self.worths.values())


def worths(solver: Solver, face: Any, s: Any) -> dict[int, int] | None:
    """What each action is worth, or None where it isn't known of all."""
    found = solver.solve(face.record, s)
    if found is None:
        return None
    known: dict[int, int] = {}
    for choice in found.choices:
        worth = solver.after(face.record, s, choice.code).worth if choice.worth is None else choice.worth
        if worth is None:
            return None
        known[choice.code] = worth
    return known


def solved(rules: str, seats: int, solver: Solver) -> Iterator[Solved]:
    """Positions of the table's deals, without end."""
    table = Table(rules, seats)
    seed = 0
    while True:
        seed += 1
        taken = 0
        for s in table.deal(seed):
            if not is_open(s) or taken == A_DEAL:
                continue
            known = worths(solver, table.face, s)
            if known is not None and len(set(known.values())) > 1:
                taken += 1
                yield Solved(rules, table.face.write(s, EVERYTHING), known)


def collect(n: int) -> list[Solved]:
    """About so many positions, of all tables."""
    solver = Solver(engine("paskahousu", COMPILED), EFFORT)
    found: list[Solved] = []
    for rules, seats, share in TABLES:
        found += [
            position
            for _, position in zip(range(-(-n * share // 100)), solved(rules, seats, solver), strict=False)
        ]
    return found


def played(position: Solved, bot: SearchBot) -> int:
    """The kernel's number of the action that a bot takes."""
    deal = Deal.from_snapshot(position.snapshot)
    return bot.consider(deal.view(deal.to_act))[0][1].code


def keeping(
    positions: list[Solved], level: str, exact: bool, tell: bool = False
) -> Counter[tuple[str, bool]]:
    """How many positions of each rule set, by whether the bot kept their worth."""
    counted: Counter[tuple[str, bool]] = Counter()
    bot = SearchBot(level, 1, exact=exact)
    for n, position in enumerate(positions):
        kept = position.keeps(code := played(position, bot))
        counted[position.rules, kept] += 1
        if tell and not kept:
            sys.stderr.write(f"{n}: {position.snapshot} {position.worths} {code}\n")
    return counted


def measure_worth(n: int = POSITIONS, level: str = LEVEL, tell: bool = False) -> Result:
    """The share of positions of which the level keeps the worth."""
    result = Result(f"Endgames on {machine()}")
    positions = collect(n)
    result.add("positions", len(positions), "solved positions", "≥ 500", "{:,}")
    for exact, name, asked in ((False, "search", "≥ 95"), (True, "hand_over", "100")):
        counted = keeping(positions, level, exact, tell)
        kept = sum(number for (_, right), number in counted.items() if right)
        what = f"{level} keeps their worth, {'with' if exact else 'without'} the solver, %"
        result.add(name, 100 * kept / len(positions), what, asked, "{:.1f}")
        for rules in dict.fromkeys(rules for rules, _, _ in TABLES):
            right, wrong = counted[rules, True], counted[rules, False]
            result.add(
                f"{name}_{rules}",
                100 * right / max(1, right + wrong),
                f"  {rules}, of {right + wrong}",
                "",
                "{:.1f}",
            )
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--level", default=LEVEL)
    parser.add_argument("--tell", action="store_true", help="every position whose worth was lost, to stderr")
    chosen = parser.parse_args()
    sys.exit(main({"worth": lambda: measure_worth(chosen.positions, chosen.level, chosen.tell)}, []))
