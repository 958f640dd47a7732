"""The loops of `envs.seat_loops` over the functions of Zalupa; made to be compiled."""

from __future__ import annotations

from housu.bots.mind import MIND
from housu.bots.table_zalupa import decide
from housu.envs import seat_loops
from housu.kernel.bind import bind
from housu.kernel.compiled import dtype
from housu.kernel.observe_zalupa import LEGAL_WORDS, new_deal, observe, write_legal
from housu.kernel.zalupa import OVER, STATE, apply
from housu.rules.zalupa import TABLES

APART = seat_loops.APART
RULES = dtype(TABLES)
STATES = dtype(STATE)
MINDS = dtype(MIND)

__all__ = [
    "LEGAL_WORDS",
    "MINDS",
    "OVER",
    "RULES",
    "STATES",
    "apply",
    "decide",
    "new_deal",
    "observe",
    "write_legal",
]

bind(seat_loops, globals())
