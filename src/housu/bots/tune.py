"""Tunes the keeper's weights: evolution strategies, antithetic pairs on mirrored packs.

    python -m housu.bots.tune pagat --seats 4 --minutes 5 --seed 1

A step tries the weights with many small random changes, and with the opposite of each, over the same packs with the
tuned seat rotated; half of the deals against greedy, half against the weights so far. What loses less pulls the weights its
way (Adam). Writes `keeper.json` beside this module: the weights, and the command and date that made them.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from housu.bots.rotation import rotations
from housu.bots.weights import FILE, weights
from housu.rules.ruleset import RuleSet

PAIRS = 16
PACKS = 48  # a pair, unless told otherwise
WIDTH = 60.0  # of the changes, unless told otherwise
RATE = 14.0  # of the steps at first, unless told otherwise; it falls to a quarter
STALEMATE = 0.5  # what a stalemate costs each who is still in, besides his share of the loss
MOMENTUM, SPREAD = 0.9, 0.98


class Tuner:
    """The weights so far and how they change."""

    def __init__(
        self, rules: str, seats: int, seed: int, weights: Sequence[int], packs: int, width: float
    ) -> None:
        from housu.bots import compiled
        from housu.bots.policy import GREEDY, KEEPER

        self.compiled = compiled
        self.seats = seats
        self.tables = compiled.Tables(rules, seats, 3)
        self.tables.sit(1, GREEDY)
        self.keeper = KEEPER
        self.seed = seed
        self.packs_a_pair = packs
        self.width = width
        self.dice = random.Random(seed)
        self.weights = [float(w) for w in weights]
        self.pull = [0.0] * len(weights)
        self.spread = [0.0] * len(weights)
        self.steps = 0

    def cost(self, weights: Sequence[float], packs: Any) -> float:
        """What the weights lose over these packs, stalemates counted too."""
        self.tables.sit(0, self.keeper, [round(w) for w in weights])
        total = 0.0
        for other in (1, 2):
            results = self.tables.play(packs, rotations(self.seats, (other,)))
            lost, stale = self.compiled.losses(results, self.seats)
            own = lost[range(len(lost)), list(range(self.seats)) * (len(lost) // self.seats)]
            total += float((own + STALEMATE * ((own > 0) & stale)).mean())
        return total / 2

    def packs(self, pair: int) -> Any:
        """Fresh packs for one pair."""
        return self.compiled.random_packs(
            self.tables.rules, self.seats, self.packs_a_pair, (self.seed, self.steps, pair)
        )

    def step(self, rate: float) -> None:
        """One step of the weights."""
        self.tables.sit(2, self.keeper, [round(w) for w in self.weights])
        slope = [0.0] * len(self.weights)
        for pair in range(PAIRS):
            packs = self.packs(pair)
            change = [self.dice.gauss(0, 1) for _ in self.weights]
            better, worse = (
                self.cost(
                    [w + sign * self.width * c for w, c in zip(self.weights, change, strict=True)], packs
                )
                for sign in (1, -1)
            )
            for at, c in enumerate(change):
                slope[at] += (better - worse) * c
        self.steps += 1
        for at, g in enumerate(slope):
            self.pull[at] += (1 - MOMENTUM) * (g - self.pull[at])
            self.spread[at] += (1 - SPREAD) * (g * g - self.spread[at])
            pull = self.pull[at] / (1 - MOMENTUM**self.steps)
            spread = self.spread[at] / (1 - SPREAD**self.steps)
            self.weights[at] -= rate * pull / (spread**0.5 + 1e-9)


def tune(asked: argparse.Namespace, rules: RuleSet, seats: int) -> tuple[list[int], int]:
    """Tuned weights, and after how many steps; the time is processor time."""
    tuner = Tuner(rules.text, seats, asked.seed, weights(rules, asked.file), asked.packs, asked.width)
    tuner.step(0.0)  # what is compiled now is not counted
    start = time.process_time()
    while (used := (time.process_time() - start) / (60 * asked.minutes)) < 1:
        tuner.step(asked.rate * (1 - 0.75 * used))
        if tuner.steps % 20 == 0:
            print(f"{tuner.steps} steps, {used:.0%}", flush=True)
    return [round(w) for w in tuner.weights], tuner.steps


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m housu.bots.tune", description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packs", type=int, default=PACKS)
    parser.add_argument("--width", type=float, default=WIDTH)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--file", type=Path, default=FILE)
    asked = parser.parse_args(arguments)
    rule_set = RuleSet.parse(asked.rules)
    seats = asked.seats or rule_set.usual_seats
    weights, steps = tune(asked, rule_set, seats)
    command = " ".join(
        [
            f"python -m housu.bots.tune {rule_set.text} --seats {seats}",
            *(f"--{name} {getattr(asked, name):g}" for name in ("minutes", "seed", "packs", "width", "rate")),
        ]
    )
    stored = json.loads(asked.file.read_text("utf-8")) if asked.file.exists() else {}
    stored[rule_set.text] = {
        "made_by": command,
        "date": datetime.now(UTC).date().isoformat(),
        "steps": steps,
        "weights": weights,
    }
    asked.file.write_text(json.dumps(stored, indent=1).replace(",\n   ", ", ") + "\n", "utf-8")
    print(f"{rule_set.text}: {steps} steps, written to {asked.file.name}")


if __name__ == "__main__":
    main()
