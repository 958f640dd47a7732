"""Hidden cards: whatever a viewer cannot know may be otherwise, and nothing that he is shown changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings

import housu
from housu.cards import cards_text
from housu.kernel import paskahousu as kernel
from housu.rules.ruleset import RuleSet
from housu.view import Hand, Sight
from tests.support import worlds
from tests.support.strategies import Table, named_sets, tables


def look(table: Table, moments: int, steps: int) -> int:
    """Compares worlds at moments of a deal, for seats and spectators in turn; how many steps were compared."""
    deal = table.deal()
    rng = table.rng()
    viewers = [*range(table.seats), None, deal.to_act]
    compared = 0
    for moment in range(moments):
        if deal.to_act is None:
            break
        viewer = deal.to_act if moment % 2 else viewers[moment // 2 % len(viewers)]
        compared += worlds.compare(deal, viewer, rng, steps)
        for _ in range(rng.randrange(6)):
            if deal.to_act is not None:
                deal.act(rng.choice(deal.actions()))
    return compared


@pytest.mark.parametrize("name", named_sets())
def test_named_sets(name: str) -> None:
    fit = RuleSet.parse(name).seats_that_fit()
    compared = sum(look(Table(name, seats, 0, seats), 10, 3) for seats in {fit[len(fit) // 3], fit[-1]})
    assert compared > 10, "hardly anything was compared"


@settings(max_examples=25)
@given(table=tables())
def test_random_rules(table: Table) -> None:
    look(table, 6, 3)


@pytest.mark.soak
@settings(max_examples=400)
@given(table=tables())
def test_random_rules_for_long(table: Table) -> None:
    look(table, 60, 8)


def leaking_hands(self: Sight, hands: Sequence[Hand]) -> list[str]:
    """A view that shows the highest card of each hand."""
    owned = [hand.owner for hand in hands]
    if self.everything:
        return owned
    return [" ".join([*held[-1:], *["??"] * (len(held) - 1)]) for held in map(str.split, owned)]


def ordering_stock(self: Sight, cards: Any, n: int) -> str:
    """A view that tells whether the next card is red."""
    if self.everything:
        return cards_text(cards[:n][::-1])
    return " ".join("?!" if card & 3 in (1, 2) else "??" for card in cards[:n])


def knowing_legal(rules: Any, s: Any, actions: Any, legal: Any = kernel.legal) -> int:
    """Legal actions that offer to draw only what will fit."""
    n: int = legal(rules, s, actions)
    at = list(actions[:n]).index(kernel.DRAW) if kernel.DRAW in actions[:n] else -1
    if at >= 0 and not kernel.may_go(rules, s) >> (s.stock[s.left - 1] & 63) & 1:
        del actions[at]
        actions.append(0)
        return n - 1
    return n


def seen(check: Callable[[Table], object], seed: int) -> bool:
    """Whether a check fails with that seed."""
    try:
        check(Table("pagat", 3, 0, seed))
    except AssertionError:
        return True
    return False


LEAKS = {
    "a card of a hand": (Sight, "hands", leaking_hands),
    "the colour of the stock": (Sight, "stock", ordering_stock),
    "a draw that will fit": (kernel, "legal", knowing_legal),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_planted_leak_is_seen(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*LEAKS[leak])
    assert any(seen(lambda table: look(table, 24, 3), seed) for seed in range(12))


def test_event_that_tells_too_much_is_seen() -> None:
    """Events that show everybody what was drawn."""

    def open_drawing(events: Any, seat: int | None) -> Any:
        return events

    def compare(table: Table) -> None:
        for viewer in (None, 0, 1, 2):
            worlds.compare(table.deal(), viewer, table.rng(), 6, project=open_drawing)

    assert any(seen(compare, seed) for seed in range(12))


ZONES = {
    "hands": {"owner": True, "others": False},
    "stock": {"owner": False, "others": False},
    "face_up": {"owner": True, "others": True},
    "face_down": {"owner": False, "others": False},
    "pile": {"owner": True, "others": True},
    "out": {"owner": True, "others": True},
}


@pytest.mark.parametrize("zone", ZONES)
def test_who_sees_what(zone: str) -> None:
    """Each zone by itself, so that a zone declared public by mistake is seen."""
    position = {
        "rules": "poytapaska-3",
        "hands": ["3c 3d", "4c 4d"],
        "face_up": ["5c", "5d"],
        "face_down": ["6c -- 6d", "7c 7d"],
        "pile": "8c 8d",
        "stock": "9c 9d",
        "out": "Tc Td",
    }
    deal = housu.Deal.from_snapshot(position)
    whole = deal.snapshot()[zone]
    for viewer, who in ((0, "owner"), (1, "others"), (None, "others")):
        part = deal.view(viewer)[zone]
        mine = (whole[0], part[0]) if isinstance(whole, list) else (whole, part)
        assert (mine[0] == mine[1]) == ZONES[zone][who], (viewer, mine)
        assert len(mine[0].split()) == len(mine[1].split())
        if not ZONES[zone][who]:
            assert set(mine[1].split()) <= {"??", "--"}


def test_errors_about_hidden_cards_are_no_oracle() -> None:
    """Naming a card that lies face down before you says the same as naming one that does not."""
    position = {"rules": "poytapaska-3", "hands": ["", "4h"], "face_down": ["5c 9c", ""], "pile": "8d"}
    deal = housu.Deal.from_snapshot(position)
    said = {}
    for card in ("5c", "9c", "9d"):
        with pytest.raises(housu.IllegalAction) as refusal:
            deal.act(card)
        said[card] = (
            refusal.value.clause,
            refusal.value.say("en").replace("clubs", "S").replace("diamonds", "S"),
        )
    assert said["9c"] == said["9d"]
    assert said["5c"][0] == said["9d"][0]
