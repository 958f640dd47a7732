"""Whole deals of Zalupa among policies: the loops of `bots.table_loop` over its functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from housu.bots import table_loop
from housu.bots.belief_zalupa import copy_state
from housu.bots.greedy_zalupa import greedy
from housu.bots.keeper_zalupa import keeper
from housu.kernel.bind import bind
from housu.kernel.zalupa import OVER, apply, random_action, start

__all__ = ["OVER", "apply", "copy_state", "decide", "greedy", "keeper", "random_action"]

APART = table_loop.APART
decide: Callable[[Any, Any, Any], int]  # of the loop, for `envs`


def deal_pack(rules: Any, s: Any, seats: int, dealer: int, trumps: Any) -> None:
    """Deals the pack that lies in `s.stock`; nobody has laid cards aside (Z11)."""
    s.left = rules.pack_size
    for seat in range(seats):
        s.trumps[seat] = trumps[seat]
        s.aside[seat] = 0
    start(rules, s, dealer)


bind(table_loop, globals())
