"""Whatever is given as rule set, action, snapshot, pack, trumps or cards set aside: only the documented errors."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import housu
from housu.rules.ruleset import GAMES, RuleSet
from housu.text import languages
from tests.support import conformance as must
from tests.support.strategies import SPEEDS, Table, named_sets, tables

ALPHABET = "23456789TJQKA10cdhs!? -pagtzlu+=_\x00Щé\n"
TEXTS = st.one_of(st.text(ALPHABET, max_size=60), st.text(max_size=40))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def only(errors: tuple[type[housu.HousuError], ...], work: Callable[[], Any]) -> Any:
    """The result of some work, or the error of the documented kinds that it raised, with what it says checked."""
    try:
        return work()
    except errors as raised:
        error = raised
    said = [error.say(language) for language in languages]
    assert all(sentence.strip() and "\n" not in sentence for sentence in said)
    assert len(set(said)) == len(said)
    assert str(error) == said[0]
    return error


def usable(deal: housu.Deal, rng: random.Random) -> None:
    """A deal that was accepted can be looked at and played for a while."""
    pack = must.pack_of(deal)
    for _ in range(12):
        seen = must.observables(deal)
        must.check_end(deal, seen["snapshot"])
        json.dumps(seen["views"])
        must.check_blocked(deal)
        assert must.observables(housu.Deal.from_snapshot(seen["snapshot"])) == seen
        if deal.to_act is None:
            return
        deal.act(str(rng.choice(deal.actions())))
    assert pack


WORDS = [
    *named_sets(),
    *(
        f"{rule.name}={value}"
        for game in GAMES.values()
        for rule in game.house_rules
        for value in rule.values
    ),
]


@settings(max_examples=300)
@given(text=TEXTS | st.lists(st.sampled_from(WORDS) | TEXTS, max_size=5).map("+".join))
def test_any_rule_set(text: str) -> None:
    rules = only((housu.RulesError,), lambda: RuleSet.parse(text))
    if isinstance(rules, RuleSet):
        assert RuleSet.parse(rules.text) == rules


@pytest.mark.parametrize("speed", SPEEDS)
@settings(max_examples=60)
@given(
    table=tables(),
    texts=st.lists(
        TEXTS | st.lists(st.sampled_from([*must.CARDS, *must.WORDS]), max_size=4).map("".join),
        min_size=10,
        max_size=20,
    ),
)
def test_any_action(table: Table, texts: list[str], speed: str) -> None:
    """Illegal ones change nothing, and one that is accepted is one of the legal kinds."""
    deal = table.deal(speed)
    rng = table.rng()
    for text in texts:
        before, kinds = deal.snapshot(), deal.actions()
        if isinstance(only((housu.IllegalAction,), lambda text=text: deal.act(text)), housu.IllegalAction):  # type: ignore[misc]
            assert deal.snapshot() == before
            assert deal.actions() == kinds
            if kinds:
                deal.act(rng.choice(kinds))


def mutated(snapshot: dict[str, Any], rng: random.Random, junk: Any) -> dict[str, Any]:
    """A snapshot with one to three things wrong, or only different."""
    s: dict[str, Any] = json.loads(json.dumps(snapshot))
    for _ in range(rng.randint(1, 3)):
        name = rng.choice([*s, "cards", "drawn"])
        value = s.get(name)
        kind = rng.randrange(7)
        if kind == 0:
            s.pop(name, None)
        elif kind == 1:
            s[name] = junk
        elif kind == 2 and isinstance(value, list) and value:
            value[rng.randrange(len(value))] = rng.choice((junk, "", "7h", "--", 0))
        elif kind == 3 and isinstance(value, str):
            words = [*value.split(), rng.choice(must.CARDS)]
            rng.shuffle(words)
            s[name] = " ".join(words[: rng.randint(0, len(words))])
        elif kind == 4 and isinstance(value, int):
            s[name] = value + rng.choice((-1, 1, 10**6, 10**30))
        elif kind == 5 and isinstance(s.get("hands"), list) and len(s["hands"]) > 1:
            one, other = rng.sample(range(len(s["hands"])), 2)
            s["hands"][one], s["hands"][other] = s["hands"][other], s["hands"][one]
        else:
            s[name] = s.get(rng.choice([*s]))
    return s


@settings(max_examples=250)
@given(table=tables(), seed=st.integers(0, 2**20), junk=JSON)
def test_any_snapshot(table: Table, seed: int, junk: Any) -> None:
    deal = table.deal()
    rng = random.Random(seed)
    for _ in range(rng.randrange(60)):
        if deal.to_act is not None:
            deal.act(rng.choice(deal.actions()))
    snapshot = mutated(deal.snapshot(), rng, junk)
    found = only((housu.RulesError, housu.PositionError), lambda: housu.Deal.from_snapshot(snapshot))
    if isinstance(found, housu.PositionError):
        assert found.field
    if isinstance(found, housu.Deal):
        usable(found, rng)


@settings(max_examples=150)
@given(
    snapshot=JSON
    | st.dictionaries(st.sampled_from(["rules", "game", "hands", "seats", "phase"]) | TEXTS, JSON, max_size=5)
)
def test_any_json_as_snapshot(snapshot: Any) -> None:
    only((housu.RulesError, housu.PositionError), lambda: housu.Deal.from_snapshot(snapshot))


@settings(max_examples=200)
@given(
    rules=st.sampled_from(["pagat", "two-packs", "zalupa"]) | JSON,
    given=st.dictionaries(
        st.sampled_from(["seats", "dealer", "seed", "deck", "trumps", "aside"]), JSON, max_size=4
    ),
)
def test_any_start(rules: Any, given: dict[str, Any]) -> None:
    found = only((housu.RulesError, housu.PositionError), lambda: housu.Deal.start(rules, **given))
    if isinstance(found, housu.Deal):
        usable(found, random.Random(1))


@pytest.mark.parametrize(
    "given",
    [
        {"deck": "3c 3d"},
        {"deck": " ".join([*must.CARDS, "3c"])},
        {"deck": " ".join([*must.CARDS[1:], "2s"])},
        {"deck": "x"},
        {"deck": 7},
        {"dealer": 4, "seats": 4},
        {"dealer": -1},
        {"dealer": True},
        {"seed": "7"},
        {"seed": 1.5},
        {"aside": ["3c", "", "", ""]},
        {"rules": "zalupa", "aside": ["3c", "", "", ""]},
        {"rules": "zalupa", "aside": ["9c", "9c", "", ""]},
        {"rules": "zalupa", "aside": ["9c"]},
        {"rules": "zalupa", "aside": "9c"},
        {"rules": "zalupa", "aside": ["9h Th Jh Qh Kh Ah", "", "", ""]},
        {"rules": "zalupa", "deck": " ".join(must.CARDS)},
    ],
    ids=str,
)
def test_wrong_start_says_which_field(given: dict[str, Any]) -> None:
    with pytest.raises(housu.PositionError) as error:
        housu.Deal.start(**{"rules": "pagat", **given})
    assert error.value.field in given


WRONG_POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "turns that would have ended the deal": ({"idle": 200}, "idle"),
    "the same in Zalupa": ({"rules": "zalupa", "hands": ["9h", "9c", "9s", "9d"], "idle": 200}, "idle"),
    "a stalemate that came too late": (
        {"phase": "over", "stalemate": True, "idle": 201},
        "idle",
    ),
    "a card twice": ({"pile": "3c"}, "pile"),
    "a card that is none": ({"pile": "1c"}, "pile"),
    "a hidden card": ({"stock": "??"}, "stock"),
    "a card that is not in the hand": ({"seen": ["", "3c"]}, "seen"),
    "seats that do not fit the hands": ({"seats": 3}, "hands"),
    "a seat that does not exist": ({"to_act": 2}, "to_act"),
    "a seat that is out": ({"hands": ["3c", "4c", ""], "went_out": [2], "to_act": 2}, "to_act"),
    "out with cards": ({"went_out": [0]}, "went_out"),
    "in without cards": ({"hands": ["3c", ""]}, "went_out"),
    "one alone": ({"hands": ["3c", ""], "went_out": [1]}, "phase"),
    "a loser in play": ({"loser": 0}, "loser"),
    "over without a loser": ({"phase": "over"}, "loser"),
    "over with a loser who is not the last": ({"phase": "over", "loser": 0}, "loser"),
    "a phase that is none": ({"phase": "lead"}, "phase"),
    "a choice without cards drawn": ({"phase": "after_draw"}, "drawn"),
    "cards drawn without a choice": ({"drawn": "3c"}, "drawn"),
    "a duty without tens": ({"forced": 1}, "pile"),
    "an opening on a pile": ({"opening": True, "pile": "5c"}, "pile"),
    "an opening by another": ({"opening": True, "to_act": 1}, "to_act"),
    "table cards without the rule": ({"face_up": ["5c", ""]}, "face_up"),
    "too many table cards": ({"rules": "poytapaska-3", "face_down": ["5c 5d 5h 5s", ""]}, "face_down"),
    "a field that is none": ({"discard": ""}, "discard"),
    "a text for a list": ({"hands": "3c 4c"}, "hands"),
    "too many passes": ({"passes": 3}, "passes"),
}


@pytest.mark.parametrize("fault", WRONG_POSITIONS)
def test_wrong_position_says_which_field(fault: str) -> None:
    changes, field = WRONG_POSITIONS[fault]
    base: dict[str, Any] = {"rules": "pagat", "hands": ["3c", "4c"]}
    assert housu.Deal.from_snapshot(base).to_act == 0
    with pytest.raises(housu.PositionError) as error:
        housu.Deal.from_snapshot({**base, **changes})
    assert error.value.field == field


@pytest.mark.parametrize("trumps", ["", "hcs", "hhsd", "hcsdx", "cccc", 4])
def test_wrong_trumps(trumps: Any) -> None:
    with pytest.raises(housu.RulesError):
        housu.Deal.start("zalupa", trumps=trumps)
    with pytest.raises(housu.RulesError):
        housu.Deal.start("pagat", trumps="hcsd")
