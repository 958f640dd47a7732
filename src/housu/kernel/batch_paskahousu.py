"""The loops of `kernel.batch` over the functions of Paskahousu; made to be compiled."""

from __future__ import annotations

from housu.kernel import batch, paskahousu
from housu.kernel.bind import bind
from housu.kernel.compiled import dtype
from housu.kernel.observe_paskahousu import new_deal, observe, write_legal
from housu.kernel.paskahousu import OVER, apply, random_action
from housu.rules.paskahousu_tables import TABLES

__all__ = ["DICE", "OVER", "RULES", "STATES", "apply", "new_deal", "observe", "random_action", "write_legal"]

RULES = dtype(TABLES)
STATES = dtype(paskahousu.STATE)
DICE = dtype(paskahousu.DICE)

bind(batch, globals())
