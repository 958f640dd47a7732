"""Reads and plays the rulebook: hand-made positions, named by the clauses and house rules that they show.

A case is a line that is not indented, `P17 singles=twos: only one two at a time`, and indented lines. The first ones
set up the position: a field of a snapshot and its value (seats are divided by `/`), or `deck`, `seats`, `dealer` and
so on for a deal from the start, where `deck` is completed with the cards it leaves out, in order. Then, in any number:

    legal 7 77 pickup        the legal actions by rank alone (Zalupa: the cards), as many as are written
    refuse 5c P12, draw      these are refused, by that clause where one is named
    blocked 5c P12           what the view of who is to act says of his other cards
    do 7c                    an action
    event cleared by=ten     an event with these fields, which the last action caused
    now pile 6d 7c           a field of the snapshot
    count hands 3 4          how many cards it holds, by seat
    first stock 5h 5s        the cards it begins with
    view 1 hands ?? / 7c     a field of somebody's view (`-`: a spectator's)
    error RulesError         the start itself is refused
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import housu
from housu.text import languages
from tests.support.cases import by_rank
from tests.support.conformance import CARDS, refusal_of

FOLDER = Path(__file__).parents[1] / "rulebook"
STEPS = ("legal", "refuse", "blocked", "do", "event", "now", "count", "first", "view", "error")
BY_SEAT = ("hands", "seen", "face_up", "face_down", "aside")
NUMBERS = ("seats", "dealer", "to_act", "idle", "played", "passes", "forced", "loser", "led_by")
TRUTHS = ("opening", "stalemate")
START = ("rules", "seats", "dealer", "deck", "trumps", "aside")
TAG = re.compile(r"[PZ]\d+[ab]?|\w+=[\w-]+")


@dataclass
class Case:
    """One position of the rulebook, what it shows, and the lines to check."""

    place: str
    tags: tuple[str, ...]
    title: str
    setup: dict[str, str] = field(default_factory=dict)
    steps: list[tuple[str, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{' '.join(self.tags)}: {self.title}"

    @property
    def clauses(self) -> list[str]:
        return [tag for tag in self.tags if "=" not in tag]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The (option, value) pairs that the case shows."""
        return [(option, value) for option, _, value in (tag.partition("=") for tag in self.tags) if value]


def read() -> list[Case]:
    """All cases of all files."""
    return [case for file in sorted(FOLDER.glob("*.txt")) for case in read_file(file)]


def read_file(file: Path) -> Iterator[Case]:
    case: Case | None = None
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        place = f"{file.name}:{number}"
        if not line.startswith(" "):
            if case:
                yield case
            tags, _, title = line.partition(": ")
            assert title, f"{place}: no title"
            assert all(TAG.fullmatch(tag) for tag in tags.split()), (
                f"{place}: {tags} are no clauses and choices"
            )
            rules = "zalupa" if file.stem.startswith("zalupa") else "pagat"
            case = Case(place, tuple(tags.split()), title, {"rules": rules})
            continue
        assert case, place
        word, _, value = line.strip().partition(" ")
        if word in STEPS:
            case.steps.append((word, value.strip()))
        else:
            assert not case.steps, f"{place}: {word} is no step"
            case.setup[word] = value.strip()
    if case:
        yield case


def value_of(name: str, text: str) -> Any:
    """A field of a snapshot as it is written in the rulebook."""
    if name in BY_SEAT:
        return [" ".join(part.split()) for part in text.split("/")]
    if text == "none":
        return None
    if name == "went_out":
        return [int(seat) for seat in text.split()]
    return int(text) if name in NUMBERS else text == "true" if name in TRUTHS else text


def begin(case: Case, rules: str, speed: str) -> housu.Deal:
    """The deal of a case, under its rules or others."""
    fields = {name: value_of(name, text) for name, text in case.setup.items()}
    fields["rules"] = rules
    if "hands" in fields:
        return housu.Deal.from_snapshot(fields, speed=speed)
    assert fields.keys() <= {*START}, case.place
    if "deck" in fields:
        fields["deck"] = completed(fields)
    return housu.Deal.start(**fields, speed=speed)


def completed(fields: dict[str, Any]) -> str:
    """A whole pack that begins with the cards of the case, without those that are set aside."""
    cards = (
        [card for card in CARDS if card[0] in "9TJQKA"] if fields["rules"].startswith("zalupa") else [*CARDS]
    )
    rest = Counter(cards * (2 if fields["rules"].startswith("two-packs") else 1))
    first = fields["deck"].split()
    return " ".join(
        [*first, *(rest - Counter(first) - Counter(" ".join(fields.get("aside", "")).split())).elements()]
    )


def play(case: Case, rules: str, speed: str) -> list[str]:
    """What does not come out as the case says, in order; it stops where it cannot go on."""
    if case.steps[0][0] == "error":
        return refused(case, rules, speed)
    deal = begin(case, rules, speed)
    events = list(deal.events)
    faults: list[str] = []
    for word, value in case.steps:
        if word == "do":
            refusal = refusal_of(deal, value)
            if refusal:
                return [*faults, f"{value} is refused: {refusal}"]
            events = deal.act(value)
        else:
            faults += CHECKS[word](deal, value, events)
    return faults


def refused(case: Case, rules: str, speed: str) -> list[str]:
    try:
        begin(case, rules, speed)
    except housu.HousuError as error:
        right = type(error).__name__ == case.steps[0][1] and all(
            error.say(language) for language in languages
        )
        return [] if right else [f"{type(error).__name__}: {error}"]
    return ["the start is not refused"]


def check_legal(deal: housu.Deal, value: str, _: Any) -> list[str]:
    found = Counter(by_rank(str(action), deal) for action in deal.actions())
    return [] if found == Counter(value.split()) else [f"legal are {sorted(found.elements())}, not {value}"]


def pairs(value: str) -> list[tuple[str, str]]:
    return [(text, clause) for text, _, clause in (part.strip().partition(" ") for part in value.split(","))]


def check_refuse(deal: housu.Deal, value: str, _: Any) -> list[str]:
    faults = []
    for text, clause in pairs(value):
        refusal = refusal_of(deal, text)
        if refusal is None:
            faults.append(f"{text} is not refused")
        elif clause and refusal.clause != clause:
            faults.append(f"{text} is refused by {refusal.clause}, not {clause}")
    return faults


def check_blocked(deal: housu.Deal, value: str, _: Any) -> list[str]:
    found = deal.view(deal.to_act)["blocked"]
    return [] if found == dict(pairs(value)) else [f"blocked are {found}, not {value}"]


def check_event(_: housu.Deal, value: str, events: list[dict[str, Any]]) -> list[str]:
    name, *parts = value.split()
    wanted = {"event": name, **dict(part.split("=") for part in parts)}
    for event in events:
        told = {key: str(content).replace(" ", "") for key, content in event.items()}
        if all(told.get(key) == content for key, content in wanted.items()):
            return []
    return [f"no event {wanted} in {events}"]


def check_now(deal: housu.Deal, value: str, _: Any) -> list[str]:
    return agrees("the position", deal.snapshot(), value)


def check_view(deal: housu.Deal, value: str, _: Any) -> list[str]:
    viewer, _, rest = value.partition(" ")
    return agrees(f"the view of {viewer}", deal.view(None if viewer == "-" else int(viewer)), rest)


def agrees(what: str, shown: dict[str, Any], value: str) -> list[str]:
    name, _, text = value.partition(" ")
    found, wanted = shown[name], value_of(name, text.strip())
    if name == "hands":
        found, wanted = ([sorted(hand.split()) for hand in hands] for hands in (found, wanted))
    return [] if found == wanted else [f"{name} in {what} is {shown[name]!r}, not {text}"]


def check_count(deal: housu.Deal, value: str, _: Any) -> list[str]:
    name, *numbers = value.split()
    zone = deal.snapshot()[name]
    found = [str(len(text.split())) for text in (zone if name in BY_SEAT else [zone])]
    return [] if found == numbers else [f"{name} holds {found} cards, not {numbers}"]


def check_first(deal: housu.Deal, value: str, _: Any) -> list[str]:
    name, _, cards = value.partition(" ")
    found = deal.snapshot()[name]
    return [] if found.startswith(cards) else [f"{name} begins with {found[: len(cards)]}, not {cards}"]


CHECKS = {
    "legal": check_legal,
    "refuse": check_refuse,
    "blocked": check_blocked,
    "event": check_event,
    "now": check_now,
    "count": check_count,
    "first": check_first,
    "view": check_view,
}


def main() -> int:
    """Plays the whole rulebook in plain Python: the quickest look at a changed engine. Exit status 1 if a case fails."""
    faults = [(case, play(case, case.setup["rules"], "plain")) for case in read()]
    for case, found in faults:
        if found:
            print(case.place, case, *found, sep="\n    ")
    return int(any(found for _, found in faults))


if __name__ == "__main__":
    sys.exit(main())
