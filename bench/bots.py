"""The bots: how fast the keeper decides and plays out, and how long each level of search takes for a decision."""

from __future__ import annotations

import platform
import sys
import time
from itertools import count
from pathlib import Path
from statistics import fmean, median

from bench.reference import NoReferenceError, Reference
from bench.result import Result, main
from housu import Deal, bots, project

SEATS = 4
ROUNDS = 5
SEED = 1
LEVEL_TABLES = (("pagat", 4), ("zalupa", 4), ("two-packs", 6), ("poytapaska", 3))
DECISIONS = {"easy": 40, "medium": 40, "hard": 8}  # of each table
ASKED_MS = {"easy": "about 20", "medium": "about 100", "hard": "about 1,000"}
LIKE_C = "pagat+stalemate_after=0"  # of the C program; its random play is the measure of the machine


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
            self._table.play_deal(
                self._rules, middle, self._minds, self._lineup, self._packs.cards[n], self._packs.trumps[n], dealer, 1,
                half,
            )  # fmt: skip
        self.play_out()

    def decide(self) -> float:
        """Decisions a second over whole deals, what they do to the deal included."""
        begin = time.process_time()
        actions = self._table.contest(
            self._rules, self._state, self._minds, self._lineups, *self._packs, 2_000, self._results
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
    level_times(result)
    if rates:
        ratios = [one / rate for one, rate in zip(decisions, rates, strict=True)]
        result.add("keeper_to_c", median(ratios), "keeper decisions to random actions in C", "", "{:.3f}")
        result.add("c_actions", median(rates), "random actions a second in C", "", "{:,.0f}")
    return result


def level_times(result: Result) -> None:
    """Milliseconds of processor time that a decision takes at each level: the mean over tables of keepers."""
    for level, decisions in DECISIONS.items():
        means = [fmean(decision_times(level, rules, seats, decisions)) for rules, seats in LEVEL_TABLES]
        result.add(f"{level}_ms", fmean(means), f"{level}, ms a decision", ASKED_MS[level], "{:,.0f}")
        for (rules, _), mean in zip(LEVEL_TABLES, means, strict=True):
            result.add(f"{level}_{rules.replace('-', '_')}_ms", mean, f"  of {rules}", "", "{:,.0f}")


def decision_times(level: str, rules: str, seats: int, decisions: int) -> list[float]:
    """How long a searching bot at seat 0 takes, in milliseconds, wherever it has a choice."""
    thinker, keeper = bots.make(level, SEED), bots.make("keeper", SEED)
    times: list[float] = []
    for seed in count(SEED):
        deal = Deal.start(rules, seats, seed=seed)
        while deal.to_act is not None:
            seat = deal.to_act
            view, events = deal.view(seat), project(deal.events, seat)
            action = keeper.choose(view, events)
            if seat == 0 and len(view["legal"]) > 1:
                begin = time.process_time()
                thinker.choose(view, events)
                times.append(1_000 * (time.process_time() - begin))
            deal.act(action)
        if seed == SEED:
            times.clear()  # of the deal in which all was compiled or loaded
        elif len(times) >= decisions:
            break
    return times


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


if __name__ == "__main__":
    sys.exit(main({"bots": measure}))
