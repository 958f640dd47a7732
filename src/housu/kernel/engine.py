"""The engine of a game in one of its two speeds, chosen by what the caller needs."""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from housu.errors import HousuError, shown
from housu.kernel.record import fill

PLAIN, COMPILED = "plain", "compiled"


@dataclass(frozen=True)
class Engine:
    """The functions of a kernel module, plain or compiled, and records that fit them."""

    module: Any
    speed: str
    plain: ModuleType

    def state(self) -> Any:
        """A zeroed state."""
        if self.speed == PLAIN:
            return self.plain.State()
        from housu.kernel.compiled import record

        return record(self.plain.STATE)

    def rules(self, numbers: Any) -> Any:
        """The record of compiled rules (the `numbers` of a rule set's tables)."""
        if self.speed == PLAIN:
            return fill(self.plain.Rules(), numbers)
        from housu.kernel.compiled import record

        return record(self.plain.TABLES, numbers)

    def actions(self) -> Any:
        """Room for the legal actions of a state."""
        if self.speed == PLAIN:
            return [0] * self.plain.ACTIONS
        import numpy as np

        return np.zeros(self.plain.ACTIONS, np.int64)

    def dice(self, word: int) -> Any:
        """A generator for playouts; equal words give equal play."""
        if self.speed == PLAIN:
            dice = self.plain.Dice()
        else:
            from housu.kernel.compiled import record

            dice = record(self.plain.DICE)
        dice.word = word & 0xFFFFFFFF
        return dice


@cache
def engine(game: str, speed: str | None = None) -> Engine:
    """The engine of `paskahousu` or `zalupa`, `plain` (the default, or what HOUSU_ENGINE says) or `compiled`.

    Raises HousuError for another speed, or where what the compiled engine needs is not installed.
    """
    chosen = speed or os.environ.get("HOUSU_ENGINE") or PLAIN
    if chosen not in (PLAIN, COMPILED):
        raise HousuError("error.engine.speed", speed=shown(chosen), speeds=[PLAIN, COMPILED])
    if chosen == COMPILED and find_spec("numba") is None:
        raise HousuError("error.engine.missing", package="numba")
    plain = importlib.import_module(f"housu.kernel.{game}")
    if chosen == PLAIN:
        return Engine(plain, PLAIN, plain)
    from housu.kernel.compiled import twin

    return Engine(twin(plain), COMPILED, plain)
