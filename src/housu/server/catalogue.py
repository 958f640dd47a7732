"""Games, named rule sets and house rules as JSON, from their declarations: what the form, the sheet and clients read."""

from __future__ import annotations

from functools import cache
from typing import Any

from housu.rules.declaration import Conflict, HouseRule, Words
from housu.rules.ruleset import GAMES, Game, RuleSet
from housu.rules.sheet import sheet as written_sheet

LANGUAGES = ("en", "fi", "ru")


@cache
def catalogue() -> dict[str, Any]:
    """The whole catalogue; its shape is in docs/protocol.md."""
    return {"games": [_game(game) for game in GAMES.values()]}


def check(text: str) -> dict[str, Any]:
    """What a rule set's text means. Raises RulesError."""
    rules = RuleSet.parse(text)
    return {
        "rules": rules.text,
        "game": rules.game.name,
        "seats": list(rules.seats_that_fit()),
        "picks": dict(rules.picks),
    }


def sheet(text: str, language: str) -> dict[str, Any]:
    """The complete rules of a table in words (`housu.rules.sheet`). Raises RulesError."""
    return written_sheet(RuleSet.parse(text), language).data()


def _game(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": _words(game.title),
        "seats": list(game.seats),
        "sets": [
            {
                "name": named.name,
                "title": _words(named.title),
                "aliases": list(named.aliases),
                "changes": dict(named.changes),
                "seats": list(RuleSet.parse(named.name).seats_that_fit()),
            }
            for named in game.named_sets
        ],
        "options": [_option(rule) for rule in game.house_rules],
        "conflicts": [_conflict(conflict) for conflict in game.conflicts],
    }


def _option(rule: HouseRule) -> dict[str, Any]:
    option: dict[str, Any] = {
        "name": rule.name,
        "clause": rule.clause,
        "source": rule.source,
        "label": _words(rule.label),
        "default": rule.default,
    }
    if rule.number:
        option["number"] = {
            "low": rule.number.low,
            "high": rule.number.high,
            "words": _words(rule.number.words),
        }
    else:
        option["choices"] = [
            {"value": choice.value, "words": _words(choice.words)} for choice in rule.choices
        ]
    return option


def _conflict(conflict: Conflict) -> dict[str, Any]:
    def side(pair: tuple[str, tuple[str, ...]] | None) -> list[Any] | None:
        return None if pair is None else [pair[0], list(pair[1])]

    return {
        "one": side(conflict.one),
        "other": side(conflict.other),
        "besides": side(conflict.besides),
        "why": _words(conflict.why),
    }


def _words(words: Words) -> dict[str, str]:
    return {language: words.say(language) for language in LANGUAGES}
