"""Random rule sets and deals, derived from the declarations: a new house rule is tried here by itself."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

import housu
from housu.rules.declaration import HouseRule
from housu.rules.ruleset import GAMES, Game, RuleSet

NAMED = sorted({(game.name, named.name) for game in GAMES.values() for named in game.named_sets})
SPEEDS = ("plain", "compiled")


def named_sets() -> list[str]:
    """The names of all named rule sets."""
    return [name for _, name in NAMED]


def value_of(rule: HouseRule, rng: random.Random) -> str:
    """A value; numbers are small, so that the bound is met in a short deal, or the default."""
    if rule.number:
        return rng.choice((rule.default, str(rng.randint(1, 30)), str(rng.randint(30, 300))))
    return rng.choice(rule.values)


def random_rules(rng: random.Random, game: Game) -> RuleSet:
    """A named set with some options at random; of two that contradict each other the first goes back to a default."""
    named = rng.choice(game.named_sets)
    base = {rule.name: named.changes.get(rule.name, rule.default) for rule in game.house_rules}
    picks = dict(base)
    for rule in rng.sample(game.house_rules, rng.randint(1, len(game.house_rules))):
        picks[rule.name] = value_of(rule, rng)
    while any(conflict.holds(picks) for conflict in game.conflicts):
        for conflict in game.conflicts:
            if conflict.holds(picks):
                option = rng.choice([conflict.one[0], conflict.other[0]])
                picks[option] = value_of(game.options[option], rng)
    changes = {option: value for option, value in picks.items() if value != base[option]}
    return RuleSet.of(game, named.name, changes)


@dataclass(frozen=True)
class Table:
    """What a deal is started with; `str` is what to give `Deal.start` to see it again."""

    rules: str
    seats: int
    dealer: int
    seed: int

    def deal(self, speed: str = "plain") -> housu.Deal:
        return housu.Deal.start(**self.__dict__, speed=speed)

    def rng(self) -> random.Random:
        """A generator for play at this table."""
        return random.Random(self.seed)


def random_table(rng: random.Random, game: str | None = None) -> Table:
    """A deal of random rules, of either game or the one named."""
    chosen = GAMES[game] if game else rng.choice([*GAMES.values(), GAMES["paskahousu"]])
    rules = random_rules(rng, chosen)
    while not rules.seats_that_fit():
        rules = random_rules(rng, chosen)
    seats = rng.choice(rules.seats_that_fit())
    return Table(rules.text, seats, rng.randrange(seats), rng.randrange(2**32))


def rule_sets(game: str | None = None) -> st.SearchStrategy[RuleSet]:
    """Valid rule sets of either game, or of the one named."""
    games = [GAMES[game]] if game else list(GAMES.values())
    return st.builds(random_rules, st.randoms(use_true_random=False), st.sampled_from(games))


def tables(game: str | None = None) -> st.SearchStrategy[Table]:
    """Deals of random rules."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_table(random.Random(seed), game))


def every_table(seed: int = 0) -> list[Any]:
    """A deal of each named set with each number of seats."""
    return [
        Table(name, seats, (seed + seats) % seats, 1000 * seed + seats)
        for name in named_sets()
        for seats in RuleSet.parse(name).seats_that_fit()
    ]
