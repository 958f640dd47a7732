"""The solver of endgames: how many of the positions that tables of keepers come to it solves, and how fast.

A deal's position is the one in which nothing is hidden for the first time (`housu.bots.solve.is_open`).
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple

from bench.bots import machine
from bench.result import Result, main
from housu.bots.policy import POLICIES
from housu.bots.solve import FEW_CARDS, FULL, QUICK, Solver, is_open
from housu.faces.paskahousu import Face
from housu.kernel.engine import COMPILED, engine
from housu.rules.ruleset import RuleSet

SEED = 1
SECONDS = 1.0
DEALS = 150  # at each table
TABLES = (
    ("pagat", 2), ("pagat", 3), ("pagat", 4), ("russian", 4), ("black", 4), ("ruotsalainen", 4), ("two-packs", 6),
    ("poytapaska", 3),
)  # fmt: skip
MOST = 5_000  # actions a deal
EFFORTS = {"search": QUICK, "housu solve": FULL}


class Position(NamedTuple):
    """A position and what it came from: rule set, number of the deal, cards in play."""

    rules: str
    deal: int
    face: Any
    state: Any
    cards: int


class Table:
    """A table of keepers, compiled."""

    def __init__(self, rules: str, seats: int) -> None:
        self.rules = rules
        rule_set = RuleSet.parse(rules)
        self.face = Face(rule_set, engine("paskahousu", COMPILED))
        self.seats = seats
        keeper = POLICIES["keeper"]
        self.decide = keeper.on(self.face.engine, "paskahousu")
        self.mind = keeper.mind(self.face.engine, rule_set)
        numbers = rule_set.tables.numbers
        self.pack = [int(card) for card in numbers["pack"][: numbers["pack_size"]]]

    def deal(self, seed: int) -> Iterator[Any]:
        """The state before each action of a deal: one record, which the next action changes."""
        kernel, rules = self.face.kernel, self.face.record
        s = self.face.engine.state()
        dice = random.Random(f"{self.rules} {self.seats} {seed}")
        for place, card in enumerate(dice.sample(self.pack, len(self.pack))):
            s.stock[place] = card
        kernel.start(rules, s, self.seats, seed % self.seats)
        self.mind.word = dice.getrandbits(32)
        for _ in range(MOST):
            if self.face.is_over(s):
                return
            yield s
            kernel.apply(rules, s, self.decide(rules, s, self.mind))

    def position(self, seed: int) -> Position | None:
        """Where a deal is open for the first time, or None where it never is."""
        for s in self.deal(seed):
            if is_open(s):
                players = [seat for seat in range(self.seats) if s.playing >> seat & 1]
                cards = int(s.height) + sum(int(s.held[seat]) for seat in players)
                return Position(self.rules, seed, self.face, s.copy(), cards)
        return None


def measure(deals: int = DEALS) -> Result:
    """Seconds are of processor time on one core."""
    result = Result(f"Solver on {machine()}")
    positions: dict[tuple[str, int], list[Position]] = {}
    for rules, seats in TABLES:
        table = Table(rules, seats)
        found = [table.position(SEED * deals + n) for n in range(deals)]
        positions[rules, seats] = [position for position in found if position is not None]
    sizes = [position.cards for rows in positions.values() for position in rows]
    result.add("positions", len(sizes), "positions", "", "{:,}")
    result.add("median_cards", median(sizes), "cards in play, median", "", "{:.0f}")
    for effort_name, effort in EFFORTS.items():
        solver = Solver(engine("paskahousu", COMPILED), effort)
        solver.solve(positions["pagat", 4][0].face.record, positions["pagat", 4][0].state)
        timed = {key: [(p.cards, *seconds(solver, p)) for p in rows] for key, rows in positions.items()}
        name = effort_name.replace(" ", "_")
        everything = [row for rows in timed.values() for row in rows]
        few = [row for row in everything if row[0] <= FEW_CARDS]
        result.add(f"{name}_few", share(few), f"{effort_name}: % of ≤ {FEW_CARDS} cards", "100", "{:.1f}")
        result.add(f"{name}_all", share(everything), f"{effort_name}: % of all", "≥ 85", "{:.1f}")
        for (rules, seats), rows in timed.items():
            key = f"{name}_{rules.replace('-', '_')}_{seats}"
            result.add(key, share(rows), f"  {rules}, {seats} seats, of {len(rows)}", "≥ 85", "{:.1f}")
        slowest = max(row[2] for row in few)
        result.add(f"{name}_slowest", slowest, f"  slowest of ≤ {FEW_CARDS} cards, s", f"< {SECONDS:.0f}")
        result.add(
            f"{name}_median_ms", 1_000 * median(row[2] for row in everything), "  median, ms", "", "{:.1f}"
        )
        result.add(f"{name}_longest", max(row[2] for row in everything), "  longest, s", "")
    return result


def seconds(solver: Solver, position: Position) -> tuple[bool, float]:
    """Whether a position was solved, and how long that took."""
    begin = time.process_time()
    found = solver.solve(position.face.record, position.state)
    return found is not None, time.process_time() - begin


def share(rows: list[tuple[int, bool, float]]) -> float:
    """Of all so many per cent were solved in time."""
    return 100 * sum(solved and took < SECONDS for _, solved, took in rows) / len(rows)


if __name__ == "__main__":
    sys.exit(main({"solver": measure}))
