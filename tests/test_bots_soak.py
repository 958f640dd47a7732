"""What takes minutes to show of the bots (`make soak`): whole deals of search anywhere, and endgames kept."""

from __future__ import annotations

import pytest

import housu
from bench.solver import measure
from bench.worth import measure_worth
from housu.bots.search import SearchBot
from housu.rules.ruleset import RuleSet
from tests.support.play import NAMED, random_rules

PLAYOUTS = 30
MOST = 4_000  # actions of a deal
LISTENS = (
    200  # actions during which the bot is told what happened; reading all of it at each action takes long
)


@pytest.mark.soak
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("part", range(4))
def test_search_plays_any_rules_to_the_end(part: int) -> None:
    """All named sets and 200 random ones: no illegal action, no exception, no deal without end where P24 bounds it."""
    ended = 0
    for n, rules in enumerate((*NAMED, *random_rules(200, seed=13))):
        if n % 4 != part:
            continue
        rule_set = RuleSet.parse(rules)
        fitting = rule_set.seats_that_fit()
        deal = housu.Deal.start(rules, fitting[n % len(fitting)], 0, seed=n)
        bot = SearchBot("easy", n, PLAYOUTS)
        for _ in range(MOST):
            seat = deal.to_act
            if seat is None:
                ended += 1
                break
            view = deal.view(seat)
            events = housu.project(deal.events, seat) if len(deal.history) < LISTENS else None
            chosen = bot.choose(view, events)
            assert chosen in view["legal"], rules
            deal.act(chosen)
        else:
            assert rule_set.tables.numbers["stalemate_after"] == 0, rules
    assert ended > 45


@pytest.mark.soak
@pytest.mark.timeout(3_000)
def test_endgames_are_solved_within_a_second() -> None:
    """Those of few cards all, and nearly all that tables of keepers come to (`python -m bench.solver` tells each)."""
    found = measure(60).fields
    assert found["search_few"] == found["housu_solve_few"] == 100
    assert found["housu_solve_all"] >= 85
    assert found["housu_solve_pagat_3"] >= 85
    assert found["housu_solve_pagat_4"] >= 85


@pytest.mark.soak
@pytest.mark.timeout(3_000)
def test_hard_keeps_what_an_endgame_is_worth() -> None:
    found = measure_worth().fields
    assert found["positions"] >= 500
    assert found["search"] >= 95
    assert found["hand_over"] == 100
