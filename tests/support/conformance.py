"""What must hold of every deal under every rule set, whatever the rules say. Each check raises AssertionError."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import housu
from housu.text import languages

NONSENSE = ("", "7x", "3c4d", "blind9", "pickup draw", "10", "!", "Ah!!", "тройка", "draw2", "2c2c2c", "Kh!")
WORDS = ("pickup", "draw", "pass", "stop", "take", "blind1", "blind2", "blind3", "blind4")
Snapshot = dict[str, Any]
CARDS = tuple(rank + suit for rank in "3456789TJQKA2" for suit in "cdhs")


def observables(deal: housu.Deal) -> dict[str, Any]:
    """All that anybody can ask a deal, but for its history."""
    return {
        "snapshot": deal.snapshot(),
        "views": [deal.view(seat) for seat in (*range(deal.seats), None)],
        "actions": [str(action) for action in deal.actions()],
        "to_act": deal.to_act,
        "outcome": deal.outcome,
        "seats": (deal.seats, deal.dealer, deal.rules),
    }


def check_cards(s: Snapshot, pack: Counter[str]) -> None:
    """No card is lost, doubled or made up."""
    zones = [s["pile"], s["stock"], s["out"], *s["hands"]]
    for field in ("face_up", "face_down", "aside"):
        zones += s.get(field, ())
    assert Counter(" ".join(zones).replace("--", "").split()) == pack
    for hand, seen in zip(s["hands"], s["seen"], strict=True):
        assert not Counter(seen.split()) - Counter(hand.split())


def pack_of(deal: housu.Deal) -> Counter[str]:
    """All the cards of the deal's packs."""
    if deal.rules.game.name == "zalupa":
        return Counter(card for card in CARDS if card[0] in "9TJQKA")
    return Counter(CARDS * deal.rules.tables.numbers["decks"])


def check_end(deal: housu.Deal, s: Snapshot) -> None:
    """A deal is over exactly when nobody has a legal action, and then it has an outcome that its snapshot tells too."""
    over = deal.to_act is None
    assert over == (not deal.actions()) == (deal.outcome is not None) == (s["phase"] == "over")
    if deal.outcome is None:
        return
    assert (deal.outcome.loser, deal.outcome.order, deal.outcome.stalemate) == (
        s["loser"],
        s["went_out"],
        s["stalemate"],
    )
    assert (deal.outcome.loser is None) == deal.outcome.stalemate
    if deal.outcome.loser is not None:
        assert sorted([*deal.outcome.order, deal.outcome.loser]) == list(range(deal.seats))


def check_actions(deal: housu.Deal, rng: random.Random) -> None:
    """Each legal action is there once, and its text does the same, however it is spaced and in capitals or not."""
    actions = deal.actions()
    texts = [str(action) for action in actions]
    assert len(set(texts)) == len(texts)
    for action in actions:
        by_object, by_text = deal.copy(), deal.copy()
        other = by_object.actions()[actions.index(action)]
        assert by_object.act(other) == by_text.act(odd(str(action), rng))
        assert by_object.snapshot() == by_text.snapshot()


def odd(text: str, rng: random.Random) -> str:
    """A text with spaces put in and letters made large or small at random, and `10` for T now and then."""
    if rng.random() < 0.5 and text[0] in CARDS[28]:
        text = text.replace("T", "10")
    return "".join(rng.choice((c.upper(), c.lower())) + " " * (c != "1" and rng.random() < 0.3) for c in text)


def refusal_of(deal: housu.Deal, text: str) -> housu.IllegalAction | None:
    """Why an action is refused, or None if it is legal; it must change nothing then."""
    probe = deal.copy()
    try:
        probe.act(text)
    except housu.IllegalAction as refusal:
        assert probe.snapshot() == deal.snapshot(), text
        assert probe.events == deal.events, text
        return refusal
    return None


def check_refusals(deal: housu.Deal, texts: Sequence[str]) -> None:
    """What is refused is refused with a clause and a sentence of its own in each language, and changes nothing."""
    before = observables(deal)
    for text in texts:
        refusal = refusal_of(deal, text)
        if refusal:
            said = {refusal.say(language).strip() for language in languages}
            assert len(said - {""}) == len(languages)
            assert refusal.clause[0] in "PZ"
    assert observables(deal) == before


def check_blocked(deal: housu.Deal) -> None:
    """The view of who is to act names each card of his hand in `legal` or in `blocked`, there with its true clause."""
    if deal.to_act is None:
        return
    view = deal.view(deal.to_act)
    hand = set(view["hands"][deal.to_act].split())
    assert view["legal"] == [str(action) for action in deal.actions()]
    assert view["blocked"].keys() <= hand
    for card, clause in view["blocked"].items():
        refusal = refusal_of(deal, card)
        assert refusal, f"{card} is blocked by {clause}, but may be played"
        assert refusal.clause == clause, (card, clause, refusal.clause)
    for card in hand - view["blocked"].keys():
        assert playable(deal, card), card


def playable(deal: housu.Deal, card: str) -> bool:
    """Whether a card can be played, perhaps only with others of its rank, as in the opening (P8)."""
    held = deal.snapshot()["hands"][deal.to_act or 0].split()
    same = sorted(other for other in held if other[0] == card[0])
    same.remove(card)
    sets = [[*others] for n in range(len(same) + 1) for others in (same[:n], same[len(same) - n :])]
    sets.append([other for other in same if red(other) == red(card)])
    return any(refusal_of(deal, "".join([card, *others])) is None for others in sets)


def red(card: str) -> bool:
    return card[1] in "dh"


def check_snapshot(deal: housu.Deal, speed: str, steps: int, rng: random.Random) -> None:
    """The deal that a snapshot describes is the same now and, for so many steps, in future."""
    again = housu.Deal.from_snapshot(json.loads(json.dumps(deal.snapshot())), speed=speed)
    deal = deal.copy()
    assert observables(again) == observables(deal)
    for _ in range(steps):
        if deal.to_act is None:
            return
        text = str(rng.choice(deal.actions()))
        assert again.act(text) == deal.act(text)
        assert again.snapshot() == deal.snapshot()


def check_copies(deal: housu.Deal, rng: random.Random) -> None:
    """What happens to a copy does not happen to the original."""
    if deal.to_act is None:
        return
    before, events = observables(deal), [dict(event) for event in deal.events]
    copy = deal.copy()
    assert observables(copy) == before
    for _ in range(6):
        if copy.to_act is not None:
            copy.act(str(rng.choice(copy.actions())))
    assert observables(deal) == before
    assert deal.events == events
