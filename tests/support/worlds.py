"""Two worlds that a viewer cannot tell apart: the same deal with the cards he does not know in other places."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import housu
from housu.text import languages
from tests.support.conformance import CARDS, NONSENSE, WORDS

TRIES = 60


def hidden_places(deal: housu.Deal, viewer: int | None) -> list[tuple[str, int, int]]:
    """Where the cards lie that the viewer may not know: field, seat and position among its words.

    Cards just drawn stay where they are: everybody knows that one of them could be played (P0).
    """
    s = deal.snapshot()
    fixed = s.get("drawn", "").split()
    places = [("stock", 0, place) for place in range(len(s["stock"].split()))]
    for seat, hand in enumerate(s["hands"]):
        known = s["seen"][seat].split() + (fixed if seat == deal.to_act else [])
        for place, card in enumerate(hand.split()):
            if card in known:
                known.remove(card)
            elif seat != viewer:
                places.append(("hands", seat, place))
    for seat, cards in enumerate(s.get("face_down", ())):
        places += [("face_down", seat, place) for place, card in enumerate(cards.split()) if card != "--"]
    return places


def another_world(deal: housu.Deal, viewer: int | None, rng: random.Random, keep: int) -> housu.Deal | None:
    """The deal with hidden cards exchanged, but for the first `keep` of the stock; None where there is no other.

    Worlds that what is public excludes (somebody else would have opened, P7) are no positions, and are not taken.
    """
    places = [place for place in hidden_places(deal, viewer) if place[0] != "stock" or place[2] >= keep]
    if len(places) < 2:
        return None
    for attempt in range(TRIES):
        s = deal.snapshot()
        words = {"stock": [s["stock"].split()], "hands": [hand.split() for hand in s["hands"]]}
        if "face_down" in s:
            words["face_down"] = [cards.split() for cards in s["face_down"]]
        chosen = places if attempt < TRIES // 2 else rng.sample(places, 2)
        cards = [words[field][seat][place] for field, seat, place in chosen]
        rng.shuffle(cards)
        for (field, seat, place), card in zip(chosen, cards, strict=True):
            words[field][seat][place] = card
        s["stock"] = " ".join(words["stock"][0])
        for field in ("hands", "face_down"):
            if field in words:
                s[field] = [" ".join(cards) for cards in words[field]]
        try:
            other = housu.Deal.from_snapshot(s)
        except housu.PositionError:
            continue
        if other.snapshot() != deal.snapshot():
            return other
    return None


def shown(deal: housu.Deal, viewer: int | None, attempts: bool) -> dict[str, Any]:
    """All that the viewer is shown now; with `attempts`, why what he could try is refused, in every language."""
    found: dict[str, Any] = {"view": deal.view(viewer), "to_act": deal.to_act, "outcome": deal.outcome}
    if viewer is not None and viewer == deal.to_act:
        found["actions"] = [str(action) for action in deal.actions()]
        if attempts:
            found["refusals"] = {text: reason(deal, text) for text in (*CARDS, *WORDS, *NONSENSE)}
    return found


def reason(deal: housu.Deal, text: str) -> tuple[str, ...] | None:
    try:
        deal.copy().act(text)
    except housu.IllegalAction as refusal:
        return (refusal.clause, *(refusal.say(language) for language in languages))
    return None


def told(events: list[dict[str, Any]], viewer: int | None, deal: housu.Deal) -> list[Any]:
    """What an action reveals to the viewer by the rules themselves, and what may thus differ between two worlds."""
    cards = [
        (event["event"], event.get("card", event.get("cards")))
        for event in events
        if event["event"] == "turned" or (event["event"] == "drew" and event["seat"] == viewer)
    ]
    return [*cards, deal.snapshot()["phase"] == "after_draw"]


def same_in_both(one: housu.Deal, other: housu.Deal, viewer: int | None) -> list[str]:
    """The actions possible in both worlds that reveal the same in both."""
    texts = []
    for action in one.actions():
        text = str(action)
        ahead = (one.copy(), other.copy())
        try:
            events = [deal.act(text) for deal in ahead]
        except housu.IllegalAction:
            continue
        if told(events[0], viewer, ahead[0]) == told(events[1], viewer, ahead[1]):
            texts.append(text)
    return texts


def compare(
    deal: housu.Deal,
    viewer: int | None,
    rng: random.Random,
    steps: int,
    show: Callable[..., dict[str, Any]] = shown,
    project: Callable[..., Any] = housu.project,
) -> int:
    """Plays the deal in two worlds. Raises AssertionError where the viewer can tell them apart; returns the steps."""
    one = housu.Deal.from_snapshot(deal.snapshot())
    other = another_world(deal, viewer, rng, rng.choice((0, 0, 6)))
    if other is None:
        return 0
    for step in range(steps):
        attempts = step == 0 and rng.random() < 0.2
        assert show(one, viewer, attempts) == show(other, viewer, attempts)
        texts = same_in_both(one, other, viewer)
        if not texts:
            return step
        text = rng.choice(texts)
        assert project(one.act(text), viewer) == project(other.act(text), viewer)
    assert show(one, viewer, False) == show(other, viewer, False)
    return steps
