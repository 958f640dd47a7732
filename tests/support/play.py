"""Deals among policies in the kernel, in either speed."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

from housu.bots.mind import MIND, new_mind
from housu.bots.policy import POLICIES
from housu.kernel.engine import engine
from housu.rules.ruleset import GAMES, RuleSet
from tests.support import strategies

NAMED = strategies.named_sets()
MOST = 5_000  # actions a deal


def random_rules(n: int, seed: int) -> list[str]:
    """Texts of random rule sets that some number of seats can play."""
    dice = random.Random(seed)
    found: list[str] = []
    while len(found) < n:
        rules = strategies.random_rules(dice, dice.choice([*GAMES.values(), GAMES["paskahousu"]]))
        if rules.seats_that_fit():
            found.append(rules.text)
    return found


def contest(rules: str, speed: str, packs: int = 3) -> list[list[int]]:
    """A row a deal among all policies: the place of each seat, whether it was a stalemate, how many actions it took."""
    rule_set = RuleSet.parse(rules)
    dice = random.Random(rules)
    seats = dice.choice(rule_set.seats_that_fit())
    numbers = rule_set.tables.numbers
    policies = [None, *POLICIES.values()]
    cards = [dice.sample(numbers["pack"][: numbers["pack_size"]], numbers["pack_size"]) for _ in range(packs)]
    lineups = [[dice.randrange(len(policies)) for _ in range(seats)] for _ in range(2)]
    rest = [
        lineups,
        cards,
        [dice.randrange(seats) for _ in cards],
        [dice.getrandbits(32) for _ in cards],
        [dice.sample(range(4), 4) for _ in cards],
    ]
    results = [[0] * (seats + 2) for _ in range(packs * len(lineups))]
    one = engine(rule_set.game.name, speed)
    module = import_module(f"housu.bots.table_{rule_set.game.name}")
    minds: Any = [
        policy.mind(one, rule_set, n) if policy else new_mind(one, n) for n, policy in enumerate(policies)
    ]
    if speed == "compiled":
        import numpy as np

        from housu.kernel.compiled import records, twin

        module = twin(module)
        room = records(MIND, len(minds))
        for n, mind in enumerate(minds):
            room[n] = mind
        minds = room
        rest = [np.array(part, np.int64) for part in rest]
        results = np.array(results)  # type: ignore[assignment]
    module.contest(one.rules(numbers), one.state(), minds, *rest, MOST, results)
    return [[int(number) for number in row] for row in results]
