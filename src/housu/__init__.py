"""Housu: Paskahousu, with every house rule its sources name, and Zalupa."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from housu.errors import HousuError, IllegalAction, PositionError, RecordError, RulesError

if TYPE_CHECKING:
    from housu.deal import Deal as Deal
    from housu.match import Match as Match
    from housu.record import Record as Record
    from housu.record import Replay as Replay
    from housu.rules.ruleset import RuleSet as RuleSet
    from housu.view import project as project

__version__ = "0.1.0"
__all__ = [
    "Deal",
    "HousuError",
    "IllegalAction",
    "Match",
    "PositionError",
    "Record",
    "RecordError",
    "Replay",
    "RuleSet",
    "RulesError",
    "project",
]

# Loaded when first asked for, so that `import housu` costs next to nothing.
_LAZY = {
    "Deal": "housu.deal",
    "Match": "housu.match",
    "Record": "housu.record",
    "Replay": "housu.record",
    "RuleSet": "housu.rules.ruleset",
    "project": "housu.view",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'housu' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value
