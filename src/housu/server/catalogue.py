"""Games, named rule sets and house rules as JSON, from their declarations: what the form, the sheet and clients read."""

from __future__ import annotations

from functools import cache
from typing import Any

from housu.rules.declaration import Conflict, HouseRule, Words
from housu.rules.ruleset import GAMES, Game, RuleSet

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
    """The rules as sentences, one for each house rule. Raises RulesError."""
    rules = RuleSet.parse(text)
    changed = rules.changes
    return {
        "rules": rules.text,
        "title": rules.named.title.say(language),
        "lines": [
            {
                "option": rule.name,
                "clause": rule.clause,
                "label": rule.label.say(language),
                "value": rules.picks[rule.name],
                "text": _sentence(rule, rules.picks[rule.name], language),
                "changed": rule.name in changed,
            }
            for rule in rules.game.house_rules
        ],
    }


def _sentence(rule: HouseRule, value: str, language: str) -> str:
    from housu.text import render

    number = {"n": int(value)} if rule.number else {}
    return render(rule.words(value).say(language), language, **number)


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
