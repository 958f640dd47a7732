"""The search over the functions of Paskahousu."""

from __future__ import annotations

from typing import Any

from housu.bots import search_loop
from housu.bots.belief_paskahousu import copy_state, deal_anew
from housu.bots.keeper_paskahousu import keeper
from housu.kernel.bind import bind
from housu.kernel.paskahousu import BLIND, DRAW, OVER, PASS, POSITIONS, apply, legal, random_action

__all__ = ["OVER", "apply", "copy_state", "deal_anew", "keeper", "legal", "random_action"]


def turned_kind(rules: Any, s: Any, action: int) -> int:
    """The kind of the card that an action turns up for all to see, or -1."""
    if action == DRAW:
        return rules.kind_of[s.stock[s.left - 1] & 63]
    if BLIND <= action < PASS:
        return rules.kind_of[s.face_down[POSITIONS * s.to_act + action - BLIND] & 63]
    return -1


bind(search_loop, globals())
