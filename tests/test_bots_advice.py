"""Why a bot chose: the reason names what separates the choice from the runner-up, and taking that out changes the order."""

from __future__ import annotations

import random

import pytest

import housu
from housu.bots import make, search
from housu.bots.advice import _Scales, action_name, advise
from housu.bots.policy import POLICIES, PolicyBot
from housu.bots.search import SearchBot
from housu.bots.world import any_state, codes, game_face
from housu.text import all_keys, languages
from tests.support import worlds


def turns(rules, seed, n):
    """Views of seats to act with a choice, at random moments, with the events that seat was sent."""
    chance = random.Random(seed)
    while n:
        deal = housu.Deal.start(rules, seed=chance.getrandbits(32))
        while deal.to_act is not None and n:
            view = deal.view(deal.to_act)
            if len(view["legal"]) > 1 and chance.random() < 0.15:
                yield view, housu.project(deal.events, deal.to_act)
                n -= 1
            deal.act(chance.choice(deal.actions()))


def values_without(view, terms):
    """What the keeper thinks of each action when some terms of its evaluation weigh nothing."""
    face = game_face(view["rules"])
    keeper = POLICIES["keeper"]
    module = keeper.plain_module(face.rules.game.name)
    mind = keeper.mind(face.engine, face.rules)
    for term in terms:
        first, n = module.TERMS[term]
        for phase in range(module.PHASES):
            for weight in range(first, first + n):
                mind.weights[module.PHASE * phase + weight] = 0
    return {
        text: module.action_value(face.record, any_state(view), mind, code)
        for code, text in codes(view).items()
    }


@pytest.mark.parametrize("rules", ["pagat", "black", "poytapaska", "pagat+after_draw=continue", "zalupa"])
def test_without_the_terms_named_the_order_changes(rules):
    keeper = PolicyBot("keeper", seed=1)
    named = 0
    for view, events in turns(rules, 7, 30):
        advice = advise(keeper, view, events)
        assert advice.action == keeper.choose(view, events)
        assert sorted(c.action for c in advice.considered) == sorted(view["legal"])
        values = [c.value or 0.0 for c in advice.considered]
        if advice.key == "reason.circle":  # anything, to leave a deal that goes in circles
            assert view["idle"] > 40
            continue
        assert values[0] == max(values)
        if advice.terms:
            named += 1
            best, other = advice.action, advice.considered[1].action
            whole, rest = values_without(view, ()), values_without(view, advice.terms)
            assert whole[best] >= whole[other]
            assert rest[best] < rest[other]
    assert named > 8  # blind positions, for one, are alike


@pytest.mark.parametrize("name", ["random", "greedy", "keeper"])
@pytest.mark.parametrize("rules", ["pagat", "zalupa"])
def test_every_bot_says_why_in_every_language(name, rules):
    for view, events in turns(rules, 3, 10):
        sentences = {advise(make(name, seed=1), view, events).say(lang) for lang in languages}
        assert len(sentences) == len(languages)


def test_search_tells_its_trials_and_the_solver_what_is_forced(monkeypatch):
    monkeypatch.setattr(search, "best_speed", lambda: "plain")
    bot = SearchBot("easy", seed=1, iterations=6)
    view, events = next(turns("pagat", 5, 1))
    advice = advise(bot, view, events)
    assert advice.key in ("reason.playouts", "reason.playouts_terms")
    assert str(advice.data["p"]) in advice.say("ru")
    deal = housu.Deal.from_snapshot({"rules": "pagat", "hands": ["Kc 3c", "4h 5h 6h"], "pile": ""})
    advice = advise(bot, deal.view(0))
    assert (advice.key, advice.data["n"]) == ("reason.win", 3)
    assert "3" in advice.say("en")


@pytest.mark.parametrize("rules", ["pagat", "zalupa"])
def test_search_names_the_terms_that_the_evaluation_agrees_on(monkeypatch, rules):
    monkeypatch.setattr(search, "best_speed", lambda: "plain")
    bot = SearchBot("easy", seed=1, iterations=12)
    keys = []
    for view, events in turns(rules, 11, 12):
        advice = advise(bot, view, events)
        keys.append(advice.key)
        if not advice.key.startswith("reason.playouts"):
            continue
        scales = _Scales(PolicyBot("keeper"), view)
        code = {text: number for number, text in scales.texts.items()}
        best, other = code[advice.action], code[advice.considered[1].action]
        assert bool(advice.terms) == (advice.key == "reason.playouts_terms")
        if advice.terms:
            assert scales.lead(best, other) >= 0 > scales.lead(best, other, advice.terms)
            assert all(reason in all_keys() for reason in advice.data["terms"])
        elif scales.lead(best, other) >= 0:
            assert scales.deciding(best, other) == ()
    assert "reason.playouts_terms" in keys


def test_actions_are_named():
    assert action_name("7h7s", "en") == "7♥ 7♠"
    assert action_name("Kh!", "ru") == "К♥ и отбой"
    assert action_name("blind2", "fi") == "kortin 2 kääntö"
    assert len({action_name(word, "en") for word in ("pickup", "draw", "pass", "stop", "take")}) == 5


def test_each_value_is_told_with_its_action(monkeypatch):
    keeper = make("keeper", seed=1)
    view, events = next(turns("zalupa", 5, 1))
    advice = advise(keeper, view, events)
    assert len(advice.weighed("fi")) == len(view["legal"])
    for text, one in zip(advice.weighed("ru"), advice.considered, strict=True):
        assert text == f"{action_name(one.action, 'ru')}: {one.value:.0f}".replace("-", "−")
    assert advise(make("greedy", seed=1), view, events).weighed("en") == []
    monkeypatch.setattr(search, "best_speed", lambda: "plain")
    advice = advise(SearchBot("easy", seed=1, iterations=6), view, events)
    assert all(text.endswith(" %") for text in advice.weighed("en"))
    assert round(100 * (advice.considered[0].value or 0)) == advice.data["p"]


def shown(deal, viewer, attempts):
    """All that a hint says to a viewer whose turn it is."""
    if viewer is None or viewer != deal.to_act:
        return {}
    advice = advise(make("keeper", seed=1), deal.view(viewer))
    said = [line for lang in languages for line in (advice.say(lang), *advice.weighed(lang))]
    return {"advice": advice, "said": said}


@pytest.mark.parametrize("rules", ["pagat", "black", "poytapaska", "pagat+after_draw=swap", "zalupa"])
def test_hidden_cards_change_nothing_in_a_hint(rules):
    chance = random.Random(2)
    compared = 0
    for seed in range(4):
        deal = housu.Deal.start(rules, seed=seed)
        for _ in range(40):
            if deal.to_act is None:
                break
            if chance.random() < 0.4:
                compared += worlds.compare(deal, deal.to_act, chance, 2, show=shown)
            deal.act(chance.choice(deal.actions()))
    assert compared > 20


def test_a_hint_that_looks_at_hidden_cards_is_found():
    def peeping(deal, viewer, attempts):
        return {**shown(deal, viewer, attempts), "next": deal.snapshot()["stock"]}

    deal = housu.Deal.start("pagat", seed=1)
    with pytest.raises(AssertionError):
        worlds.compare(deal, deal.to_act, random.Random(1), 2, show=peeping)
