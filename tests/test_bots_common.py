"""What every bot keeps to: legal actions, nothing hidden, equal seeds, both speeds."""

from __future__ import annotations

import random

import pytest

import housu
from housu import bots
from housu.bots.policy import POLICIES
from housu.bots.world import any_state, game_face
from housu.errors import HousuError
from housu.rules.ruleset import RuleSet
from housu.view import EVERYTHING
from tests.support.hidden import permuted
from tests.support.play import NAMED, contest, random_rules

QUICK = [name for name in bots.names() if name == "random" or name in POLICIES]


@pytest.mark.parametrize("game", ["paskahousu", "zalupa"])
def test_both_speeds_play_alike(game: str) -> None:
    """Whole deals among all policies under many rule sets end the same, after as many actions."""
    for rules in (*NAMED, *random_rules(24, seed=3)):
        if RuleSet.parse(rules).game.name == game:
            plain, compiled = (contest(rules, speed) for speed in ("plain", "compiled"))
            assert plain == compiled, rules
            assert all(deal[-1] > 0 for deal in plain)


@pytest.mark.parametrize("name", QUICK)
def test_a_bot_sees_only_what_it_may(name: str) -> None:
    """Hidden cards permuted, the view is the same, and so must be the choice."""
    dice = random.Random(name)
    permutations = 0
    for rules in (*NAMED, *random_rules(20, seed=4)):
        rule_set = RuleSet.parse(rules)
        seats = dice.choice(rule_set.seats_that_fit())
        deal = housu.Deal.start(rules, seats, seed=5)
        for _ in range(25):
            if deal.to_act is None:
                break
            seat = deal.to_act
            view = deal.view(seat)
            if dice.random() < 0.3:
                other = permuted(deal, seat, dice)
                permutations += other.snapshot() != deal.snapshot()
                assert other.view(seat) == view
                word = dice.getrandbits(32)
                assert bots.make(name, word).choose(view) == bots.make(name, word).choose(other.view(seat))
            deal.act(dice.choice(view["legal"]))
    assert permutations > 100


@pytest.mark.parametrize("name", QUICK)
def test_a_bot_always_finds_a_legal_action(name: str) -> None:
    for rules in (*NAMED, *random_rules(20, seed=6)):
        rule_set = RuleSet.parse(rules)
        seats = rule_set.seats_that_fit()[-1]
        deal = housu.Deal.start(rules, seats, seed=7)
        bot = bots.make(name, 8)
        for _ in range(60):
            if deal.to_act is None:
                break
            view = deal.view(deal.to_act)
            chosen = bot.choose(view)
            assert chosen in view["legal"]
            deal.act(chosen)


def test_the_made_up_state_agrees_with_the_view() -> None:
    """All that is not hidden is as in the view; the opening, which depends on hidden hands, too."""
    for rules in (*NAMED, *random_rules(30, seed=9)):
        rule_set = RuleSet.parse(rules)
        for seats in {rule_set.seats_that_fit()[0], rule_set.seats_that_fit()[-1]}:
            deal = housu.Deal.start(rules, seats, seed=10)
            view = deal.view(deal.to_act)
            face_state = any_state(view)
            assert face_state.to_act == deal.to_act
            made_up = housu.Deal.from_snapshot(game_face(rules).write(face_state, EVERYTHING))
            assert made_up.view(deal.to_act) == view


def test_equal_seeds_choose_alike_and_others_do_not() -> None:
    view = housu.Deal.start("pagat", 4, seed=1).view(None)
    view = {**view, "legal": [str(n) for n in range(1000)]}
    one, same, other = (bots.make("random", seed).choose(view) for seed in (1, 1, 2))
    assert one == same != other


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(HousuError, match=r"“gredy”.*random.*greedy"):
        bots.make("gredy")
    for language in ("fi", "ru"):
        assert "gredy" in HousuError("error.bots.unknown", name="gredy", names=["random"]).say(language)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["greedy", "keeper"])
def test_no_illegal_action_and_no_deal_without_end(name: str) -> None:
    """All named sets and 200 random ones, every bot of a table the same, through views."""
    for n, rules in enumerate((*NAMED, *random_rules(200, seed=12))):
        rule_set = RuleSet.parse(rules)
        seats = rule_set.seats_that_fit()[n % len(rule_set.seats_that_fit())]
        deal = housu.Deal.start(rules, seats, n % seats, seed=n)
        bot = bots.make(name, n)
        for _ in range(4_000):
            if deal.to_act is None:
                break
            view = deal.view(deal.to_act)
            chosen = bot.choose(view)
            assert chosen in view["legal"]
            deal.act(chosen)
        else:
            assert rule_set.tables.numbers["stalemate_after"] == 0, rules
