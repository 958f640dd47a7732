"""Whole deals of Paskahousu among policies: the loops of `bots.table_loop` over its functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from housu.bots import table_loop
from housu.bots.belief_paskahousu import copy_state
from housu.bots.greedy_paskahousu import greedy
from housu.bots.keeper_paskahousu import keeper
from housu.kernel.bind import bind
from housu.kernel.paskahousu import OVER, apply, random_action, start

__all__ = ["OVER", "apply", "copy_state", "decide", "greedy", "keeper", "random_action"]

APART = table_loop.APART
decide: Callable[[Any, Any, Any], int]  # of the loop, for `envs`


def deal_pack(rules: Any, s: Any, seats: int, dealer: int, trumps: Any) -> None:  # noqa: ARG001 - the other game's
    """Deals the pack that lies in `s.stock`."""
    start(rules, s, seats, dealer)


bind(table_loop, globals())
