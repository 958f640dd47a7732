"""What docs/formats.md says is so: its examples run, and its tables name what the engine writes, no more and no less."""

from __future__ import annotations

import doctest
import inspect
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import housu

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "formats.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
HANDS = {"paskahousu": ["3c 4d", "5h"], "zalupa": ["9c", "9d", "9h", "9s"]}
# Together these bring about every event.
TABLES = (
    "pagat",
    "poytapaska",
    "black+after_draw=continue",
    "pagat+after_draw=swap",
    "pagat+ace_ten_lead=clears",
    "zalupa",
)


def section(title: str) -> str:
    """The text below a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text, without their heads."""
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in re.findall(r"^\|.*\|$", text, re.MULTILINE)
    ]
    return [
        row for row, after in zip(lines, [*lines[1:], [""]], strict=True) if "---" not in row[0] + after[0]
    ]


def code(cell: str) -> list[str]:
    """What a cell holds in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def failures(blocks: list[str]) -> tuple[str, int]:
    """What the examples print that isn't what stands there, and how many examples there are."""
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "formats.md", None, None)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    return "".join(said), len(test.examples)


def test_examples() -> None:
    said, examples = failures(BLOCKS)
    assert not said, said
    assert examples == PAGE.count(">>> ") > 12


def test_a_wrong_example_is_seen() -> None:
    assert "Expected" in failures([*BLOCKS, ">>> deal.to_act\n17\n"])[0]


@pytest.mark.parametrize("game", HANDS)
def test_snapshot_fields(game: str) -> None:
    snapshot = housu.Deal.from_snapshot({"game": game, "hands": HANDS[game]}).snapshot()
    fields = {
        code(name)[0]: default
        for name, whose, default, _ in rows(section("Snapshots"))
        if whose.lower() in ("", game)
    }
    assert snapshot.keys() == fields.keys()
    checked = 0
    for name, default in fields.items():
        if default == "none":
            value: Any = [""] * len(HANDS[game])
        else:
            literals = re.findall(r'`(\d+|"\w*"|\[\]|null|false)`', default)
            if not literals:
                continue
            value = json.loads(literals[-1 if game == "zalupa" else 0])
        assert snapshot[name] == value, name
        checked += 1
    assert checked == len(fields) - 4  # game, rules, seats and hands follow from what is there


def test_views_add_three_fields() -> None:
    deal = housu.Deal.start("pagat", seed=1)
    added = deal.view(deal.to_act).keys() - deal.snapshot().keys()
    assert added == {"seat", "legal", "blocked"} <= set(code(section("Views")))


def events_played() -> dict[str, dict[str, set[Any]]]:
    """Each event of many deals with its fields, and the values these had."""
    found: dict[str, dict[str, set[Any]]] = {}
    for rules in TABLES:
        for seed in range(20):
            deal, dice = housu.Deal.start(rules, seed=seed), random.Random(seed)
            while deal.to_act is not None:
                deal.act(dice.choice(deal.actions()))
            for event in deal.events:
                fields = found.setdefault(event["event"], {name: set() for name in event})
                assert fields.keys() == event.keys()
                for name, value in event.items():
                    fields[name].add(value if isinstance(value, str) else None)
    # A position with nothing to lead, which random play seldom comes to.
    deal = housu.Deal.from_snapshot(
        {"rules": "pagat+lead_ban=tens_aces_pictures+lead_ban_lasts=always", "hands": ["Tc", "3c"]}
    )
    [passed] = deal.act("pass")
    return found | {"passed": {name: set() for name in passed}}


def test_events() -> None:
    played = events_played()
    told = {code(name)[0]: fields for name, fields, _ in rows(section("Events"))}
    assert told.keys() == played.keys()
    for event, cell in told.items():
        outside = re.sub(r"\([^)]*\)", "", cell).split(";")[0]
        assert {"event", *re.findall(r"`(\w+)`", outside)} == played[event].keys(), event
        for name, inside in re.findall(r"`(\w+)` \(([^)]*)\)", cell):
            if values := set(code(inside)):
                assert values == played[event][name], (event, name)


def test_who_is_shown_what() -> None:
    hidden = {code(name)[0] for name, _, shown in rows(section("Events")) if shown != "all"}
    seen: set[str] = set()
    for rules in TABLES:
        deal, dice = housu.Deal.start(rules, seed=1), random.Random(1)
        while deal.to_act is not None:
            deal.act(dice.choice(deal.actions()))
        seen |= {
            event["event"] for event in housu.project(deal.events, None) if "??" in event.get("cards", "")
        }
    assert seen == hidden


def interface() -> list[str]:
    return [name for cell, _ in rows(section("Python")) for name in code(cell)]


@pytest.mark.parametrize("call", interface())
def test_python_interface(call: str) -> None:
    """Each name is there, and a call has just the parameters and defaults that are shown."""
    match = housu.Match("zalupa", seed=1)
    objects = {
        "deal": match.deal,
        "match": match,
        "record": match.record(),
        **{name: getattr(housu, name) for name in housu.__all__},
    }
    path, bracket, shown = call.partition("(")
    first, *rest = path.split(".")
    thing = objects[first]
    for name in rest:
        thing = getattr(thing, name)
    if bracket:
        plain = [
            parameter.name
            if parameter.default is parameter.empty
            else f"{parameter.name}={json.dumps(parameter.default).replace('null', 'None')}"
            for parameter in inspect.signature(thing).parameters.values()
        ]
        assert ", ".join(plain) == shown.rstrip(")")


def test_every_public_name_is_told() -> None:
    told = {re.split(r"[.(]", name)[0] for name in interface()}
    assert set(housu.__all__) - told == {"HousuError"}  # which the text tells
