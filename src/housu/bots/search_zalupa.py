"""The search over the functions of Zalupa."""

from __future__ import annotations

from typing import Any

from housu.bots import search_loop
from housu.bots.belief_zalupa import copy_state, deal_anew
from housu.bots.keeper_zalupa import keeper
from housu.kernel.bind import bind
from housu.kernel.zalupa import OVER, apply, legal, random_action

__all__ = ["OVER", "apply", "copy_state", "deal_anew", "keeper", "legal", "random_action"]


def turned_kind(rules: Any, s: Any, action: int) -> int:  # noqa: ARG001 - as in the other game
    """No action turns up a card."""
    return -1


bind(search_loop, globals())
