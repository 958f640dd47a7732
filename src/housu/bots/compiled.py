"""Many deals among policies at compiled speed: packs, line-ups and results as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from housu.bots.mind import MIND, mind_numbers
from housu.bots.rotation import MOST
from housu.cards import SUITS
from housu.kernel.compiled import records, twin
from housu.kernel.engine import COMPILED, engine
from housu.kernel.record import fill
from housu.rules.ruleset import RuleSet


class Packs(NamedTuple):
    """What deals are dealt from: packs (a row each, top card last), dealers, words for the dice; trumps, read in Zalupa."""

    cards: Any
    dealers: Any
    words: Any
    trumps: Any


class Tables:
    """Tables of one rule set and number of seats, at which minds sit."""

    def __init__(self, rules: str | RuleSet, seats: int, minds: int) -> None:
        rule_set = RuleSet.parse(rules)
        rule_set.check_seats(seats)
        self.rules = rule_set
        self.seats = seats
        kernel = engine(rule_set.game.name, COMPILED)
        self._rules = kernel.rules(rule_set.tables.numbers)
        self._state = kernel.state()
        self._minds = records(MIND, minds)
        self._play = _table(rule_set.game.name).contest

    def sit(self, place: int, policy: int, weights: Sequence[int] = ()) -> None:
        """Who plays as mind number `place`."""
        fill(self._minds[place], mind_numbers(0, weights, policy))

    def play(self, packs: Packs, lineups: Sequence[Sequence[int]]) -> Any:
        """Plays every pack with every line-up (minds by seat).

        Returns a row a deal, those of a pack together: the place of each seat from 1, those who stayed in sharing the
        last; whether it was a stalemate; how many actions it took.
        """
        results = np.zeros((len(packs.cards) * len(lineups), self.seats + 2), np.int64)
        self._play(self._rules, self._state, self._minds, np.array(lineups), *packs, MOST, results)
        return results


def _table(game: str) -> Any:
    from importlib import import_module

    return twin(import_module(f"housu.bots.table_{game}"))


def losses(results: Any, seats: int) -> tuple[Any, Any]:
    """What each seat lost in each deal: 1 for the loser, a shared loss in a stalemate; and which were stalemates."""
    stale = results[:, seats] > 0
    last = results[:, :seats] == seats
    return last / np.maximum(1, last.sum(axis=1, keepdims=True)), stale


def random_packs(rules: RuleSet, seats: int, n: int, seed: Sequence[int]) -> Packs:
    """Random packs, for tuning; results that others must be able to repeat come from `arena`."""
    dice = np.random.default_rng(seed)
    cards = dice.permuted(np.tile(np.array(rules.pack, np.int64), (n, 1)), axis=1)
    suits = dice.permuted(np.tile(np.arange(len(SUITS)), (n, 1)), axis=1)
    return Packs(cards, np.arange(n) % seats, dice.integers(0, 2**32, n), suits)
