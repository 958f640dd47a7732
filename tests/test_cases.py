"""The cases that lie beside the repository, or wherever HOUSU_CASES says, in both speeds."""

from __future__ import annotations

import pytest

from tests.support import cases

ALL = dict(cases.all_cases())
here = pytest.mark.skipif(
    not ALL, reason="there are no case files beside the repository, and HOUSU_CASES names none"
)


@here
@pytest.mark.parametrize("speed", ["plain", "compiled"])
@pytest.mark.parametrize("name", ALL or ["none"])
def test_case(name: str, speed: str) -> None:
    faults = cases.check(ALL[name], speed)
    assert not faults, "\n".join([str(ALL[name]["start"]), *faults])


POSITION = {"snapshot": {"rules": "pagat", "hands": ["3c 7d Ah", "4h"], "pile": "6d"}}
WRONG: dict[str, tuple[cases.Case, str]] = {
    "a legal action too many": ({"start": POSITION, "legal": ["7", "pickup", "A"]}, "missing ['A']"),
    "a legal action missing": ({"start": POSITION, "legal": ["7"]}, "too many ['pickup']"),
    "what is not refused": ({"start": POSITION, "illegal": ["7d"]}, "7d is not refused"),
    "another hand": (
        {"start": POSITION, "actions": ["7d"], "expect": {"hands": ["Ah 3d", "4h"]}},
        "hands is",
    ),
    "another error": (
        {"start": {"rules": "pagat+x=1"}, "refused": True, "error": "PositionError"},
        "RulesError",
    ),
    "no error": ({"start": POSITION, "refused": True}, "is not refused"),
    "another count": ({"start": POSITION, "counts": [2, 3]}, "{'7d': 1, 'pickup': 1}"),
    "another number of actions": ({"start": POSITION, "legal_counts": [3], "actions": []}, "7d pickup"),
    "another end": (
        {"start": POSITION, "legal_counts": [2, 1], "actions": ["7d"], "final": {"pile": "6d"}},
        "pile is '6d 7d'",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_case_is_seen(wrong: str) -> None:
    case, sign = WRONG[wrong]
    assert sign in " ".join(cases.check(case, "plain"))
