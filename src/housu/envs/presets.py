"""What an environment plays: a rule set with its seats, or a preset with a short pack for checking algorithms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from housu.cards import cards_text, split_cards
from housu.errors import RulesError
from housu.rules.ruleset import RuleSet


@dataclass(frozen=True)
class Setting:
    """The rules, the number of seats, and the numbers that the kernel reads."""

    name: str
    rules: RuleSet
    seats: int
    pack: tuple[int, ...]
    numbers: Mapping[str, Any]

    @property
    def game(self) -> str:
        return self.rules.game.name


@dataclass(frozen=True)
class Preset:
    """A rule set played with part of the pack, by so many seats."""

    rules: str
    seats: int
    pack: str


PRESETS = {
    # Two seats of three cards and a stock of one: few enough positions to be solved exactly, and still something of
    # everything, a card unknown, one that clears, a pile to pick up.
    "tiny": Preset("pagat+deal=1-1-1+stalemate_after=3", 2, "7c 7d 9c Tc Jc Kc Ac"),
}


def setting(rules: str | RuleSet = "pagat", seats: int | None = None) -> Setting:
    """The rules and seats of an environment: a rule set's text, or a preset's name. Raises RulesError.

    Rules by which a deal need never end (`stalemate_after=0`) are refused.
    """
    name = rules if isinstance(rules, str) else rules.written
    preset = PRESETS.get(name)
    rule_set = RuleSet.parse(preset.rules if preset else rules)
    numbers = dict(rule_set.tables.numbers)
    if preset:
        if seats not in (None, preset.seats):
            raise RulesError("error.rules.seats_exact", rules=name, low=preset.seats, seats=str(seats))
        seats = preset.seats
        pack = split_cards(preset.pack) or []
        numbers |= {"pack": pack, "pack_size": len(pack)}
    else:
        if seats is None:
            seats = rule_set.usual_seats
        rule_set.check_seats(seats)
    if not numbers["stalemate_after"]:
        raise RulesError("error.rules.stalemate_off", option="stalemate_after")
    return Setting(name, rule_set, seats, tuple(numbers["pack"][: numbers["pack_size"]]), numbers)


def pack_text(cards: Any) -> str:
    """A pack as text, from the cards of a kernel's stock, whose last card is the top."""
    return cards_text([int(card) for card in reversed(cards)])
