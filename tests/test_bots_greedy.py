"""The yardstick bots: greedy's definition move by move, its golden games, and what every bot must keep to."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import housu
from housu import bots
from housu.bots.policy import POLICIES, Policy
from housu.bots.world import any_state
from housu.errors import HousuError
from housu.kernel.engine import engine
from housu.rules.ruleset import RuleSet
from tests.support.hidden import permuted
from tests.support.play import NAMED, play_policies, random_rules

GOLDEN = Path(__file__).parent / "golden" / "greedy"


def choice(view_of: housu.Deal) -> str:
    return bots.make("greedy", 1).choose(view_of.view(view_of.to_act))


# name -> (snapshot, what greedy does)
CORNERS: dict[str, tuple[dict[str, Any], str]] = {
    "the lowest rank that may be played, all of it": ({"hands": ["8c 8d 9h", "3c"], "pile": "7s"}, "8c8d"),
    "a clearing play before a lower one": ({"hands": ["8c Td Th", "3c"], "pile": "7s"}, "TdTh"),
    "the lowest of two clearing plays": ({"hands": ["Td Ac Js", "3c"], "pile": "Jc Jd Jh"}, "Js"),
    "an ace clears a picture": ({"hands": ["Qd Ac", "3c"], "pile": "7h Jd"}, "Ac"),
    "the fourth equal card clears": ({"hands": ["8c 9d", "3c"], "pile": "8d 8h 8s"}, "8c"),
    "four at once clear": ({"hands": ["3c 5c 5d 5h 5s", "4c"]}, "5c5d5h5s"),
    "a lead that clears": (
        {"rules": "pagat+ace_ten_lead=clears", "hands": ["3c Td Th", "4c"]},
        "TdTh",
    ),
    "draws when nothing fits": ({"hands": ["3c", "4c"], "pile": "9h", "stock": "Kd"}, "draw"),
    "picks up when nothing fits and nothing is left": ({"hands": ["3c", "4c"], "pile": "9h"}, "pickup"),
    "plays rather than draws": ({"hands": ["9c 2c", "4c"], "pile": "9h", "stock": "Kd"}, "9c"),
    "one at a time where the table says so": (
        {"rules": "pagat+singles=twos", "hands": ["2c 2d", "4c"], "pile": "9h"},
        "2c",
    ),
    "the lowest position, before picking up": (
        {
            "rules": "poytapaska",
            "hands": ["", "4c"],
            "face_down": ["-- 5c 6c --", "7c -- -- --"],
            "face_up": ["", ""],
            "pile": "9h",
        },
        "blind2",
    ),
    "red twos are the lowest": ({"rules": "black", "hands": ["2h 3c", "4c"]}, "2h"),
    "red tens come after nines and before black tens": (
        {"rules": "black", "hands": ["Tc Th", "4c"], "pile": "Td"},
        "Tc",  # a black ten clears a red one
    ),
    "a red ten is led before a black one": ({"rules": "black", "hands": ["Tc Th Jc", "4c"]}, "Th"),
    "never swaps": (
        {
            "rules": "pagat+after_draw=swap",
            "hands": ["6d 8c", "4c"],
            "pile": "4d 7h",
            "stock": "Kd",
            "phase": "after_draw",
            "drawn": "6d",
            "played": 1,
        },
        "stop",
    ),
    "what must be picked up": (
        {"rules": "pagat+ace_ten_lead=pick_up", "hands": ["Tc 4c", "4d"], "pile": "Td", "forced": 1},
        "pickup",
    ),
    "passes": ({"rules": "pagat+lead_ban=tens_aces", "hands": ["Tc", "4d"]}, "pass"),
    "all the threes that may open": (
        {
            "rules": "pagat+opening=threes_in_turn",
            "hands": ["3c 3d 5d 6d 7d", "4d 4c 4h 5c 6c"],
            "dealer": 1,
            "opening": True,
            "stock": "9c",
        },
        "3c3d",
    ),
    "Zalupa: the lowest card that beats, always otboi": (
        {"rules": "zalupa", "hands": ["Th Ah 9c Kc", "9d", "Td", "Jd"], "pile": "Qc", "phase": "beat"},
        "Th!",  # hearts are this seat's trumps, and ranks count before suits
    ),
    "Zalupa: takes what it cannot beat": (
        {"rules": "zalupa", "hands": ["9c Kc", "9d", "Td", "Jd"], "pile": "Qs", "phase": "beat"},
        "take",
    ),
    "Zalupa: leads the lowest rank, clubs first": (
        {"rules": "zalupa", "hands": ["Jh Ts Tc Ac", "9d", "Td", "Jd"]},
        "Tc",
    ),
    "Zalupa: beats though it might take": (
        {
            "rules": "zalupa+must_beat=no",
            "hands": ["Ac 9c", "9d", "Td", "Jd"],
            "pile": "Qc",
            "phase": "beat",
        },
        "Ac!",
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_greedy_by_its_definition(corner: str) -> None:
    snapshot, wanted = CORNERS[corner]
    assert choice(housu.Deal.from_snapshot({"rules": "pagat", **snapshot})) == wanted


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.json")), ids=lambda file: file.stem)
def test_golden_games(file: Path) -> None:
    """Games that greedy played when it was made; if this fails, every comparison with it loses its meaning."""
    games = json.loads(file.read_text("utf-8"))
    assert len(games) >= 5
    for game in games:
        deal = housu.Deal.start(game["rules"], game["seats"], game["dealer"], seed=game["seed"])
        bot = bots.make("greedy", 0)
        while deal.to_act is not None:
            deal.act(bot.choose(deal.view(deal.to_act)))
        assert [text for _, text in deal.history] == game["actions"].split()


@pytest.mark.parametrize("policy", POLICIES.values(), ids=lambda policy: policy.name)
def test_both_speeds_play_alike(policy: Policy) -> None:
    for rules in (*NAMED, *random_rules(12, seed=3)):
        plain, compiled = (play_policies([policy], rules, 6, speed) for speed in ("plain", "compiled"))
        assert plain == compiled, rules
        assert any(plain)


@pytest.mark.parametrize("name", bots.names())
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


@pytest.mark.parametrize("name", bots.names())
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
            made_up = housu.Deal.from_snapshot(world_snapshot(rules, face_state))
            assert made_up.view(deal.to_act) == view


def world_snapshot(rules: str, state: object) -> dict[str, object]:
    from housu.bots.world import game_face
    from housu.view import EVERYTHING

    snapshot: dict[str, object] = game_face(rules).write(state, EVERYTHING)
    return snapshot


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


def test_plain_bots_load_no_numpy_for_one_view() -> None:
    assert engine("paskahousu", "plain").speed == "plain"
