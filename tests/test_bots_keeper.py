"""The keeper: it plays what its values say, each term can be taken out, and the tactics of the source show."""

from __future__ import annotations

from typing import Any

import pytest

import housu
from housu import bots
from housu.bots import keeper_paskahousu, keeper_zalupa, mind
from housu.bots.policy import POLICIES
from housu.bots.weights import guess_paskahousu, weights
from housu.bots.world import any_state, codes, game_face
from housu.rules.ruleset import RuleSet
from housu.text import all_keys
from tests.support.play import NAMED, random_rules

MODULES: dict[str, Any] = {"paskahousu": keeper_paskahousu, "zalupa": keeper_zalupa}


def valued(view: Any, thoughts: Any) -> dict[str, int]:
    """The value of each legal action."""
    face = game_face(view["rules"])
    module = MODULES[face.rules.game.name]
    return {
        text: module.action_value(face.record, any_state(view), thoughts, code)
        for code, text in codes(view).items()
    }


def thoughts_for(rules: RuleSet) -> Any:
    return POLICIES["keeper"].mind(game_face(rules.written).engine, rules)


def without(thoughts: Any, module: Any, term: str) -> Any:
    """The same mind with a term's weights at zero in every phase."""
    changed = mind.Mind()
    for field in mind.MIND:
        value = getattr(thoughts, field)
        setattr(changed, field, value[:] if isinstance(value, list) else value)
    first, n = module.TERMS[term]
    for phase in range(module.PHASES):
        for at in range(first, first + n):
            changed.weights[phase * module.PHASE + at] = 0
    return changed


def moments(rules: str, seed: int) -> Any:
    """The views of a deal among keepers."""
    rule_set = RuleSet.parse(rules)
    deal = housu.Deal.start(rules, rule_set.usual_seats, seed=seed)
    bot = bots.make("keeper", seed)
    for _ in range(120):
        if deal.to_act is None:
            return
        view = deal.view(deal.to_act)
        yield view
        deal.act(bot.choose(view))


@pytest.mark.parametrize("rules", [*NAMED, *random_rules(8, seed=21)])
def test_it_plays_the_action_of_the_highest_value(rules: str) -> None:
    bot = bots.make("keeper", 1)
    thoughts = thoughts_for(RuleSet.parse(rules))
    chosen = 0
    for view in moments(rules, 2):
        if len(view["legal"]) > 1 and view["idle"] <= keeper_paskahousu.CIRCLES:
            values = valued(view, thoughts)
            assert values[bot.choose(view)] == max(values.values())
            chosen += 1
    assert chosen > 5


@pytest.mark.parametrize("game", ["pagat", "zalupa"])
def test_a_term_taken_out_changes_values_by_what_it_weighed(game: str) -> None:
    """Every term is read; and what it adds is in proportion to its weights."""
    rule_set = RuleSet.parse(game)
    module = MODULES[rule_set.game.name]
    thoughts = thoughts_for(rule_set)
    views = [view for seed in range(4) for view in moments(game, seed) if len(view["legal"]) > 1]
    if game == "zalupa":
        views += [view for view in moments("zalupa+must_beat=no", 5) if len(view["legal"]) > 1]
    else:
        views += [v for v in moments("pagat+after_draw=continue", 5) if v["phase"] == "after_draw"]
        idle = [{**view, "idle": 60} for view in views[:40]]
        views += idle
    for term in module.TERMS:
        if all(w == 0 for w in term_weights(thoughts, module, term)):
            continue
        other = without(thoughts, module, term)
        assert any(valued(view, thoughts) != valued(view, other) for view in views), term


def term_weights(thoughts: Any, module: Any, term: str) -> list[int]:
    first, n = module.TERMS[term]
    return [
        thoughts.weights[phase * module.PHASE + at]
        for phase in range(module.PHASES)
        for at in range(first, first + n)
    ]


def test_terms_cover_all_weights_once() -> None:
    for module in MODULES.values():
        places = [at for first, n in module.TERMS.values() for at in range(first, first + n)]
        assert len(places) == len(set(places)) <= module.PHASE
        assert module.PHASE * module.PHASES <= mind.WEIGHTS


def test_every_term_can_be_named() -> None:
    for game, module in MODULES.items():
        named = {key for key in all_keys() if key.startswith(f"reason.{game}.")}
        assert named == {f"reason.{game}.{term}" for term in module.TERMS}


def test_the_last_cards_are_always_laid() -> None:
    """Going out is never losing, so no weights may stand against it."""
    view = housu.Deal.from_snapshot(
        {"rules": "pagat", "hands": ["2c 2d", "3c 4c", "5c 6d"], "pile": "7c 7d Jc"}
    ).view(0)
    assert bots.make("keeper", 1).choose(view) == "2c2d"


def test_a_chance_is_that_of_drawing_without_replacement() -> None:
    from math import comb

    thoughts = mind.new_mind(game_face("pagat").engine)
    for cards in (1, 5, 24, 52, 104):
        for fitting in range(0, cards + 1, max(1, cards // 7)):
            for n in range(0, cards + 1, max(1, cards // 5)):
                exact = 1 - comb(cards - fitting, n) / comb(cards, n)
                assert mind.chance(thoughts, cards, fitting, n) / mind.CERTAIN == pytest.approx(
                    exact, abs=0.02
                )


def test_every_rule_set_has_weights() -> None:
    for rules in (*NAMED, "pagat+singles=twos", "zalupa+must_beat=no"):
        rule_set = RuleSet.parse(rules)
        found = weights(rule_set)
        module = MODULES[rule_set.game.name]
        assert len(found) == module.PHASE * module.PHASES
        assert any(found)
    assert weights(RuleSet.parse("pagat+singles=twos")) == weights(RuleSet.parse("pagat"))


def test_tuning_repeats_itself_and_finds_a_way_down() -> None:
    """From weights that want the wrong things, a few steps lose less; the same seed takes the same steps."""
    from housu.bots.tune import Tuner

    wrong = [-weight // 8 for weight in guess_paskahousu()]

    def after(steps: int) -> Tuner:
        tuner = Tuner("pagat", 4, 5, wrong, 12, 60.0)
        for _ in range(steps):
            tuner.step(40.0)
        return tuner

    tuner, again, blank = after(10), after(10), after(0)
    assert tuner.weights == again.weights
    packs = blank.packs(99)
    blank.tables.sit(2, blank.keeper, wrong)
    assert blank.cost(tuner.weights, packs) < blank.cost(wrong, packs) - 0.05
