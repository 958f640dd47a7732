"""Policies as bots: a plain or compiled function over the kernel's records, and the bot that asks it about a view."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import SystemRandom
from typing import Any

from housu.bots.bot import Bot, Events, View
from housu.bots.mind import GREEDY, KEEPER, KEEPER_1, RANDOM, new_mind
from housu.bots.weights import FILE, FROZEN, weights
from housu.bots.world import any_state, codes, game_face
from housu.kernel.engine import PLAIN, Engine
from housu.rules.ruleset import RuleSet

__all__ = ["GREEDY", "KEEPER", "POLICIES", "RANDOM", "Policy", "PolicyBot", "PolicyFunction"]

# A policy reads only what the seat to act may know: its own hand, public zones, cards everybody has seen, and counts.
PolicyFunction = Callable[[Any, Any, Any], int]


@dataclass(frozen=True)
class Policy:
    """A way to play both games: `policy(rules, s, mind) -> action code`, in a kernel-like module a game."""

    name: str
    function: str  # of the module `housu.bots.<function>_<game>`
    number: int
    weights: Path | None = None  # a file of `housu.bots.weights`

    def plain_module(self, game: str) -> Any:
        """The module of a game, as it is written."""
        return importlib.import_module(f"housu.bots.{self.function}_{game}")

    def on(self, engine: Engine, game: str) -> PolicyFunction:
        """The function that fits an engine."""
        return _function(self, engine.speed, game)

    def weights_for(self, rules: RuleSet) -> list[int]:
        """Its weights under a rule set; none where it weighs nothing."""
        return weights(rules, self.weights) if self.weights else []

    def mind(self, engine: Engine, rules: RuleSet, word: int = 0) -> Any:
        """A mind for it under a rule set."""
        return new_mind(engine, word, self.weights_for(rules), self.number)


@cache
def _function(policy: Policy, speed: str, game: str) -> PolicyFunction:
    module = policy.plain_module(game)
    if speed != PLAIN:
        from housu.kernel.compiled import twin

        module = twin(module)
    function: PolicyFunction = getattr(module, policy.function)
    return function


POLICIES = {
    policy.name: policy
    for policy in (
        Policy("greedy", "greedy", GREEDY),
        Policy("keeper1", "keeper", KEEPER_1, FROZEN),  # as it was when it first reached its bar: a yardstick
        Policy("keeper", "keeper", KEEPER, FILE),
    )
}


class PolicyBot(Bot):
    """A policy that sits at a table: it is shown a state in which everything it must not know is made up."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self.policy = POLICIES[name]
        self._word = SystemRandom().getrandbits(32) if seed is None else seed & 0xFFFFFFFF
        self._minds: dict[str, Any] = {}

    def choose(self, view: View, events: Events | None = None) -> str:  # noqa: ARG002
        """What the policy would do."""
        face = game_face(view["rules"])
        s = any_state(view)
        game = face.rules.game.name
        key = face.rules.text
        if key not in self._minds:
            self._minds[key] = self.policy.mind(face.engine, face.rules, self._word)
        code = self.policy.on(face.engine, game)(face.record, s, self._minds[key])
        return codes(view)[int(code)]
