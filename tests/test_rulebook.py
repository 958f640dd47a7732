"""The rulebook: every clause and every value of every house rule shown by positions, played in both speeds."""

from __future__ import annotations

import re

import pytest

import housu
from housu.rules.ruleset import GAMES, RuleSet
from tests.support import rulebook
from tests.support.strategies import SPEEDS

CASES = rulebook.read()
CLAUSES = [*(f"P{n}" for n in range(31)), *(f"Z{n}" for n in range(14)), "Z10a", "Z10b"]
CHOICES = [
    (game.name, rule.name, value)
    for game in GAMES.values()
    for rule in game.house_rules
    for value in (*rule.values, *(("0",) if rule.number else ()))
]


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: rulebook.Case, speed: str) -> None:
    faults = rulebook.play(case, case.setup["rules"], speed)
    assert not faults, "\n".join([case.place, *faults])


@pytest.mark.parametrize("case", [case for case in CASES if case.choices], ids=str)
def test_case_has_the_values_it_names(case: rulebook.Case) -> None:
    picks = RuleSet.parse(case.setup["rules"]).picks
    for option, value in case.choices:
        assert picks[option] == value, case.place


def shown_in_python() -> set[str]:
    """Clauses that speak of more than one deal, shown by tests of this file."""
    return {clause for name in globals() for clause in re.findall(r"(?<=_)[PZ]\d+", name)}


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_case(clause: str) -> None:
    assert clause in shown_in_python() or any(clause in case.clauses for case in CASES)


@pytest.mark.parametrize(("game", "option", "value"), CHOICES)
def test_every_choice_has_a_case_of_its_own(game: str, option: str, value: str) -> None:
    """And one that comes out differently under each other value of the option."""
    own = [case for case in CASES if (option, value) in case.choices]
    own = [case for case in own if RuleSet.parse(case.setup["rules"]).game.name == game]
    assert own
    for other in GAMES[game].options[option].values:
        if other != value:
            assert any(fails_with(case, option, other) for case in own), f"no case tells it from {other}"


def fails_with(case: rulebook.Case, option: str, value: str) -> bool:
    """Whether the case does not hold when that option has another value (which its other rules allow)."""
    rules = RuleSet.parse(case.setup["rules"])
    try:
        changed = RuleSet.of(rules.game, rules.name, {**rules.picks, option: value})
    except housu.RulesError:
        return True
    try:
        return bool(rulebook.play(case, changed.text, "plain"))
    except (housu.HousuError, KeyError):
        return True


def test_P3_the_deal_passes_clockwise_after_a_stalemate_too() -> None:  # noqa: N802 - named after the clause
    match = housu.Match(rules="pagat+stalemate_after=1", seats=3, seed=1, dealer=2)
    assert match.deal.dealer == 2
    for dealer in (0, 1, 2):
        finish(match.deal)
        match.next()
        assert match.deal.dealer == dealer


def test_Z11_the_loser_lays_his_lowest_trump_aside_gets_a_letter_and_deals() -> None:  # noqa: N802
    match = housu.Match(rules="zalupa", seed=3, dealer=1, trumps="hcsd")
    finish(match.deal)
    outcome = match.deal.outcome
    assert outcome is not None
    assert outcome.loser is not None
    letters = ["", "", "", ""]
    letters[outcome.loser] = "з"
    assert match.letters == letters
    match.next()
    assert match.deal.dealer == outcome.loser
    aside = ["", "", "", ""]
    aside[outcome.loser] = "9" + "hcsd"[outcome.loser]
    assert match.deal.snapshot()["aside"] == aside


def test_Z12_the_match_ends_with_the_fifth_lost_deal_of_a_player() -> None:  # noqa: N802
    match = housu.Match(rules="zalupa", seed=5, dealer=0)
    finish(match.deal)
    while not match.over:
        assert max(match.losses) < 5
        match.next()
        finish(match.deal)
    assert max(match.losses) == 5
    assert match.letters[match.losses.index(5)] == "залупа"


def test_Z2_trumps_stay_for_the_whole_match() -> None:  # noqa: N802
    match = housu.Match(rules="zalupa", seed=9)
    trumps = match.deal.snapshot()["trumps"]
    assert sorted(trumps) == sorted("cdhs")
    for _ in range(3):
        finish(match.deal)
        match.next()
        assert match.deal.snapshot()["trumps"] == trumps


def finish(deal: housu.Deal) -> None:
    """Plays the first legal action until the deal is over."""
    while deal.to_act is not None:
        deal.act(deal.actions()[0])
