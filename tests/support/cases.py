"""Reads and checks case files: `{name, clauses, start, actions, legal, illegal, expect}`, walks and perft counts.

The format is the public one (docs/formats.md, Cases). A checker returns the faults it finds as sentences, so
that a whole file can be looked at in one run.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import housu
from housu.text import languages

SHARED = Path(__file__).parents[2].parent / "shared" / "cases"
MORE = "HOUSU_CASES"  # more files or folders of cases, as in PATH

ALWAYS_FULL_TEXT = ("draw", "pickup", "pass", "stop", "take")

Case = Mapping[str, Any]


def case_files() -> list[Path]:
    """The shared case files and those that the environment variable HOUSU_CASES names."""
    places = [SHARED, *map(Path, filter(None, os.environ.get(MORE, "").split(os.pathsep)))]
    return [
        file for place in places for file in (sorted(place.glob("*.json")) if place.is_dir() else [place])
    ]


def all_cases() -> Iterator[tuple[str, Case]]:
    """Every case with a name that no other has."""
    for file in case_files():
        if file.exists():
            for case in json.loads(file.read_text("utf-8")):
                yield f"{file.stem}:{case['name']}", case


def check(case: Case, speed: str | None) -> list[str]:
    """What is wrong when the case is played in that speed; empty when all is right."""
    if "counts" in case:
        return check_perft(case, speed)
    if "legal_counts" in case:
        return check_walk(case, speed)
    if "refused" in case:
        return check_refused(case, speed)
    return check_play(case, speed)


def start(case: Case, speed: str | None) -> housu.Deal:
    begin = case["start"]
    if "snapshot" in begin:
        return housu.Deal.from_snapshot(begin["snapshot"], speed=speed)
    return housu.Deal.start(**begin, speed=speed)


def check_refused(case: Case, speed: str | None) -> list[str]:
    """The start itself must raise, the error that is named, with a sentence in every language."""
    try:
        start(case, speed)
    except housu.HousuError as error:
        wanted = case.get("error", type(error).__name__)
        if type(error).__name__ != wanted:
            return [f"raises {type(error).__name__}, not {wanted}: {error}"]
        return [f"says nothing in {language}" for language in languages if not error.say(language).strip()]
    return ["is not refused"]


def check_play(case: Case, speed: str | None) -> list[str]:
    deal = start(case, speed)
    for action in case.get("actions", ()):
        deal.act(action)
    faults = []
    if "legal" in case:
        found = Counter(by_rank(str(action), deal) for action in deal.actions())
        wanted: Counter[str] = Counter(case["legal"])
        if found != wanted:
            faults.append(
                f"too many {sorted((found - wanted).elements())}, missing {sorted((wanted - found).elements())}"
            )
    before = deal.snapshot()
    for action in case.get("illegal", ()):
        try:
            deal.copy().act(action)
        except housu.IllegalAction as refusal:
            faults += [
                f"{action} has no reason in {one}" for one in languages if not refusal.say(one).strip()
            ]
        else:
            faults.append(f"{action} is not refused")
    return faults + differences(before, case.get("expect", {}))


def by_rank(text: str, deal: housu.Deal) -> str:
    """An action as case files write it: ranks alone, but in Zalupa with suits."""
    if deal.rules.game.name == "zalupa" or text in ALWAYS_FULL_TEXT or text.startswith("blind"):
        return text
    return text[::2]


def differences(snapshot: Mapping[str, Any], expected: Mapping[str, Any]) -> list[str]:
    """Where a snapshot does not agree with the part of one that is expected; the order within hands is free."""

    def comparable(field: str, value: Any) -> Any:
        return [sorted(text.split()) for text in value] if field == "hands" else value

    return [
        f"{field} is {snapshot[field]!r}, not {value!r}"
        for field, value in expected.items()
        if comparable(field, snapshot[field]) != comparable(field, value)
    ]


def check_walk(case: Case, speed: str | None) -> list[str]:
    """A whole deal: the number of legal actions before each action and after the last, and the final snapshot."""
    deal = start(case, speed)
    for place, wanted in enumerate(case["legal_counts"]):
        found = len(deal.actions())
        if found != wanted:
            texts = " ".join(map(str, deal.actions()))
            return [f"{found} legal actions before action {place}, not {wanted}: {texts}"]
        if place < len(case["actions"]):
            deal.act(case["actions"][place])
    return differences(deal.snapshot(), case["final"])


def check_perft(case: Case, speed: str | None) -> list[str]:
    """`counts[k]` sequences of k + 1 actions; where a count differs, how it splits over the first actions."""
    deal = start(case, speed)
    for k, wanted in enumerate(case["counts"]):
        found = perft(deal, k + 1)
        if found != wanted:
            parts = {str(action): perft(after(deal, action), k) for action in deal.actions()}
            return [f"{found} sequences of {k + 1} actions, not {wanted}: {parts}"]
    return []


def perft(deal: housu.Deal, depth: int) -> int:
    """How many different sequences of so many legal actions there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(deal.actions())
    return sum(perft(after(deal, action), depth - 1) for action in deal.actions())


def after(deal: housu.Deal, action: object) -> housu.Deal:
    """A copy of the deal with that action done."""
    copy = deal.copy()
    copy.act(str(action))
    return copy
