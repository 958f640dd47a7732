"""Deals played by policies in the kernel, in either speed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from housu.bots.policy import Policy
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


def play_policies(policies: Sequence[Policy], rules: str, deals: int, speed: str) -> list[list[int]]:
    """The action codes of some deals among the policies, which take the seats in turn."""
    rule_set = RuleSet.parse(rules)
    game = rule_set.game.name
    one = engine(game, speed)
    numbers = one.rules(rule_set.tables.numbers)
    played = []
    for k in range(deals):
        seats = rule_set.seats_that_fit()[k % len(rule_set.seats_that_fit())]
        s = one.state()
        mind = [policy.mind(one, rule_set, 1000 * k + n) for n, policy in enumerate(policies)]
        dice = one.dice(k)
        if game == "zalupa":
            for seat in range(4):
                s.trumps[seat] = (seat + k) % 4
            one.module.shuffle(numbers, s, dice)
            one.module.start(numbers, s, k % seats)
        else:
            one.module.shuffle(numbers, s, dice)
            one.module.start(numbers, s, seats, k % seats)
        actions: list[int] = []
        while s.phase != one.plain.OVER and len(actions) < MOST:
            n = s.to_act % len(policies)
            actions.append(int(policies[n].on(one, game)(numbers, s, mind[n])))
            one.module.apply(numbers, s, actions[-1])
        played.append(actions)
    return played
