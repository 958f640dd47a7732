"""The bots: how fast the keeper decides and plays out, and, with `--strength`, the table of `docs/bots.md`."""

from __future__ import annotations

import argparse
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from bench.reference import NoReferenceError, Reference
from bench.result import Result, main

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- strength: made by python -m bench.bots --strength -->", "<!-- end of strength -->"
SEATS = 4
ROUNDS = 5
SEED = 1
LIKE_C = "pagat+stalemate_after=0"  # of the C program; its random play is the measure of the machine

# (the bot measured, the others, rules, seats, deals)
CONTESTS = (
    ("greedy", "random", "pagat", 4, 20_000),
    ("random", "greedy", "pagat", 4, 20_000),
    ("keeper", "greedy", "pagat", 4, 40_000),
    ("keeper", "greedy", "pagat", 2, 20_000),
    ("keeper", "greedy", "pagat", 3, 20_000),
    ("keeper", "greedy", "pagat", 6, 20_000),
    ("greedy", "keeper", "pagat", 4, 20_000),
    ("keeper", "keeper1", "pagat", 4, 20_000),
    ("keeper", "keeper", "pagat", 4, 20_000),
    *(
        (bot, other, rules, seats, 4_000)
        for rules, seats in (
            ("russian", 4), ("black", 4), ("poytapaska", 3), ("poytapaska-3", 3), ("poytapaska-shithead", 3),
            ("ruotsalainen", 4), ("two-packs", 6), ("zalupa", 4),
        )
        for bot, other in (("greedy", "random"), ("keeper", "greedy"), ("keeper", "keeper"))
    ),
)  # fmt: skip


class Keepers:
    """Four keepers at a table of `pagat`, compiled."""

    def __init__(self) -> None:
        import numpy as np

        from housu.bots import table_paskahousu
        from housu.bots.compiled import random_packs
        from housu.bots.mind import MIND, mind_numbers
        from housu.bots.policy import POLICIES
        from housu.kernel import paskahousu as kernel
        from housu.kernel.compiled import records, twin
        from housu.kernel.engine import COMPILED, engine
        from housu.kernel.record import fill
        from housu.rules.ruleset import RuleSet

        rules = RuleSet.parse("pagat")
        made = engine("paskahousu", COMPILED)
        keeper = POLICIES["keeper"]
        self._table = twin(table_paskahousu)
        self._rules, self._state = made.rules(rules.tables.numbers), made.state()
        self._minds = records(MIND, 1)
        fill(self._minds[0], mind_numbers(1, keeper.weights_for(rules), keeper.number))
        self._lineup = np.zeros(SEATS, np.int64)
        self._lineups = np.zeros((1, SEATS), np.int64)
        self._packs = random_packs(rules, SEATS, 2_000, (SEED,))
        self._results = np.zeros((2_000, SEATS + 2), np.int64)
        self._middles = records(kernel.STATE, 200)
        self.decide()
        for n, middle in enumerate(self._middles):
            half = int(self._results[n, SEATS + 1]) // 2
            dealer = int(self._packs.dealers[n])
            table, cards = self._table, self._packs.cards[n]
            table.play_deal(self._rules, middle, self._minds, self._lineup, cards, SEATS, dealer, 1, half)
        self.play_out()

    def decide(self) -> float:
        """Decisions a second over whole deals, what they do to the deal included."""
        begin = time.process_time()
        actions = self._table.contest(
            self._rules, self._state, self._minds, self._lineups, *self._packs[:3], 2_000, self._results
        )
        return float(actions / (time.process_time() - begin))

    def play_out(self) -> float:
        """Playouts a second from the middle of deals."""
        begin = time.process_time()
        times = 50
        self._table.playouts(self._rules, self._middles, self._state, self._minds, self._lineup, times, 2_000)
        return len(self._middles) * times / (time.process_time() - begin)


def measure() -> Result:
    """Seconds are of processor time on one core; medians of rounds, the C program in turn with them."""
    result = Result(f"Bots on {machine()}")
    keepers = Keepers()
    try:
        reference: Reference | None = Reference()
    except NoReferenceError as why:
        reference = None
        result.notes.append(str(why))
    decisions, playouts, rates = [], [], []
    for _ in range(ROUNDS):
        if reference is not None:
            rates.append(reference.run(2_000).rate)
        decisions.append(keepers.decide())
        playouts.append(keepers.play_out())
    result.add("keeper_decisions", median(decisions), "keeper decisions a second", "3,000,000", "{:,.0f}")
    result.add("keeper_playouts", median(playouts), "keeper playouts a second", "200,000", "{:,.0f}")
    if rates:
        ratios = [one / rate for one, rate in zip(decisions, rates, strict=True)]
        result.add("keeper_to_c", median(ratios), "keeper decisions to random actions in C", "", "{:.3f}")
        result.add("c_actions", median(rates), "random actions a second in C", "", "{:,.0f}")
    return result


def machine() -> str:
    """What it was measured on."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip()
            for line in info.read_text("utf-8").splitlines()
            if line.startswith("model name")
        ]
        model = f"{names[0]}, {len(names)} cores" if names else model
    return f"{model}, Python {platform.python_version()}"


def strength() -> str:
    """The table of strengths, with what it was made on, when, and from which seed."""
    from housu.bots import arena

    lines = [
        f"Made on {datetime.now(UTC).date()} with seed {SEED} on {machine()}.",
        "",
        "| bot | others | rules | seats | deals | loses % (95 %) | fair % | stalemates % | turns |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for first, other, rules, seats, deals in CONTESTS:
        result = arena.run(first, [other], rules, seats, deals, SEED)
        one = result.standings()[0]
        loss: Any = f"{100 * one.loss:.2f} ({100 * one.low:.2f}–{100 * one.high:.2f})"
        if first == other:
            loss = "–"
        lines.append(
            f"| {first} | {other} | `{rules}` | {seats} | {len(result.rows):,} | {loss} | {100 / seats:.1f}"
            f" | {100 * result.stalemates:.2f} | {result.turns:.0f} |"
        )
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def write_strength() -> None:
    """Puts the table into the document between its marks."""
    text = DOCUMENT.read_text("utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    DOCUMENT.write_text(f"{before}{BEGIN}\n{strength()}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument(
        "--strength", action="store_true", help="measure strengths and write them into docs/bots.md"
    )
    parser.add_argument("--json", action="store_true", help="speeds as one JSON object")
    asked = parser.parse_args()
    if asked.strength:
        write_strength()
    else:
        main({"bots": measure}, ["--json"] if asked.json else [])
