"""Greedy, the yardstick: its definition move by move; and golden games, its own and those of the frozen keeper."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import housu
from housu import bots

GOLDEN = Path(__file__).parent / "golden"
YARDSTICKS = ("greedy", "keeper1")


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
    "Zalupa: the lowest card that beats, never otboi": (
        {"rules": "zalupa", "hands": ["Th Ah 9c Kc", "9d", "Td", "Jd"], "pile": "Qc", "phase": "beat"},
        "Th",  # hearts are this seat's trumps, and ranks count before suits
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
        "Ac",
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_greedy_by_its_definition(corner: str) -> None:
    snapshot, wanted = CORNERS[corner]
    assert choice(housu.Deal.from_snapshot({"rules": "pagat", **snapshot})) == wanted


@pytest.mark.parametrize(
    "file",
    sorted([file for name in YARDSTICKS for file in (GOLDEN / name).glob("*.json")]),
    ids=lambda file: f"{file.parent.name}-{file.stem}",
)
def test_golden_games(file: Path) -> None:
    """Games that the yardsticks played when they were made; if this fails, comparisons with them lose their meaning."""
    games = json.loads(file.read_text("utf-8"))
    assert len(games) >= 5
    for game in games:
        deal = housu.Deal.start(game["rules"], game["seats"], game["dealer"], seed=game["seed"])
        bot = bots.make(file.parent.name, 0)
        while deal.to_act is not None:
            deal.act(bot.choose(deal.view(deal.to_act)))
        assert [text for _, text in deal.history] == game["actions"].split()
