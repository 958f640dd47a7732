"""The keeper's weights: tuned ones from `keeper.json`, and what tuning starts from."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from housu.bots import keeper_paskahousu as paskahousu
from housu.bots import keeper_zalupa as zalupa
from housu.rules.ruleset import RuleSet

FILE = Path(__file__).with_name("keeper.json")
FROZEN = Path(__file__).with_name("keeper1.json")


@cache
def _stored(file: Path) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return stored


def weights(rules: RuleSet, file: Path = FILE) -> list[int]:
    """The weights for a rule set: its own, those of the named set it is written from, of the game's first, or guesses."""
    stored = _stored(file)
    for name in (rules.text, rules.name, rules.game.named_sets[0].name):
        if name in stored:
            return list(stored[name]["weights"])
    return guess_zalupa() if rules.game.name == "zalupa" else guess_paskahousu()


def guess_paskahousu() -> list[int]:
    """Weights by hand, from the tactics of the source."""
    k = paskahousu
    total: list[int] = []
    for phase in range(k.PHASES):
        w = [0] * k.PHASE
        stock = phase < 2
        for kind in range(13):
            low = kind < 7
            w[k.PRICE + kind] = 600 - 40 * kind if low else (-700, 150, 120, 80, -600, -900)[kind - 7]
            if not stock:
                w[k.PRICE + kind] = 700 - 25 * kind if low else (-100, 300, 280, 250, 0, -200)[kind - 7]
            w[k.TAKE + kind] = -500 + 25 * kind if low else (600, -150, -100, 0, 600, 900)[kind - 7]
            w[k.LEAD + kind] = 200 if low else 0
        for red, like in ((13, 8), (14, 10), (15, 0)):
            for first in (k.PRICE, k.LEAD, k.TAKE):
                w[first + red] = w[first + like]
        w[k.CLEAR], w[k.FOLLOW], w[k.MORE], w[k.SPLIT] = 500, -200, 50, -100
        w[k.PICKING], w[k.DRAWING], w[k.DRAW_FITS], w[k.DRAW_FAILS] = -300, -100, 200, 1000
        w[k.IDLE] = -500
        total += w
    return total


def guess_zalupa() -> list[int]:
    """Weights by hand: lay low cards first and trumps last, lead what is not beaten."""
    k = zalupa
    total: list[int] = []
    for _ in range(k.PHASES):
        w = [0] * k.PHASE
        for rank in range(6):
            w[k.PRICE + rank] = 500 - 100 * rank
            w[k.PRICE + 6 + rank] = -300 - 100 * rank
            w[k.TAKEN + rank] = -500 + 100 * rank
            w[k.TAKEN + 6 + rank] = 200 + 100 * rank
        w[k.BEATEN], w[k.STUCK_SIZE], w[k.SAYING_OTBOI], w[k.OTBOI_SIZE] = -300, 100, 200, 50
        w[k.GOING_ON], w[k.TAKING] = 300, -500
        total += w
    return total
