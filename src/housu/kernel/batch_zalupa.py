"""The loops of `kernel.batch` over the functions of Zalupa; made to be compiled."""

from __future__ import annotations

from housu.kernel import batch, zalupa
from housu.kernel.bind import bind
from housu.kernel.compiled import dtype
from housu.kernel.observe_zalupa import new_deal, observe, write_legal
from housu.kernel.zalupa import OVER, apply, random_action
from housu.rules.zalupa import TABLES

__all__ = ["DICE", "OVER", "RULES", "STATES", "apply", "new_deal", "observe", "random_action", "write_legal"]

RULES = dtype(TABLES)
STATES = dtype(zalupa.STATE)
DICE = dtype(zalupa.DICE)

bind(batch, globals())
