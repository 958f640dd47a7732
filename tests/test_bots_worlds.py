"""The worlds that search plays in: each is a position that the viewer may be in, by all that is public and was told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import housu
from housu.bots.belief import broken_fact
from housu.bots.policy import POLICIES
from housu.bots.search import Searcher, facts_of
from housu.bots.world import any_state, codes, game_face
from housu.cards import TEXTS
from housu.view import EVERYTHING
from tests.support.hidden import permuted
from tests.support.strategies import random_table

NUMBERS = {text: number for number, text in enumerate(TEXTS)}


def moments(seed: int, n: int) -> Iterator[tuple[housu.Deal, random.Random]]:
    """Random moments of deals under random rules; half of the deals are among keepers, which come further."""
    dice = random.Random(seed)
    while n:
        table = random_table(dice)
        deal = table.deal()
        keeper = housu.bots.make("keeper", dice.getrandbits(32)) if dice.random() < 0.5 else None
        often = dice.choice((0.02, 0.1, 0.5))
        for _ in range(300):
            if deal.to_act is None or not n:
                break
            if dice.random() < often:
                yield deal, dice
                n -= 1
            if keeper is None or dice.random() < 0.2:
                deal.act(dice.choice(deal.actions()))
            else:
                deal.act(keeper.choose(deal.view(deal.to_act)))


def worlds(view: dict[str, Any], events: list[dict[str, Any]], word: int, n: int) -> list[dict[str, Any]]:
    """Snapshots of so many worlds that search would look at, with these dice."""
    face = game_face(view["rules"])
    game = face.rules.game.name
    belief = import_module(f"housu.bots.belief_{game}")
    searcher = Searcher(game, "plain", word, 1, POLICIES["keeper"])
    root, world = any_state(view), searcher.engine.state()
    searcher._believe(face, root, view["to_act"], facts_of(view, events))
    found = []
    for _ in range(n):
        belief.copy_state(world, root)
        belief.deal_anew(world, searcher.belief, searcher._mind(face))
        assert broken_fact(searcher.belief) < 0
        found.append(face.write(world, EVERYTHING))
    return found


def alike(view: dict[str, Any]) -> dict[str, Any]:
    """A view with its actions by the kernel's numbers: of two equal cards, a text names the one that lies first."""
    return view | {"legal": sorted(codes(view))}


def check(deal: housu.Deal, dice: random.Random) -> tuple[int, int]:
    """Raises where a world is none; how many facts there were, and how many worlds that are not the truth."""
    seat = deal.to_act
    assert seat is not None
    view, events = deal.view(seat), housu.project(deal.events, seat)
    word = dice.getrandbits(32)
    found = worlds(view, events, word, 3)
    facts = [fact for fact in facts_of(view, events) if fact.seat != seat]
    for world in found:
        # A position that can be, with the pack whole, and the same in all that the viewer sees.
        assert alike(housu.Deal.from_snapshot(world).view(seat)) == alike(view)
        for fact in facts:
            hidden = Counter(world["hands"][fact.seat].split()) - Counter(world["seen"][fact.seat].split())
            assert sum(n for card, n in hidden.items() if fact.mask >> NUMBERS[card] & 1) >= fact.least
    other = permuted(deal, seat, dice)
    assert worlds(other.view(seat), events, word, 3) == found
    return len(facts), sum(world != deal.snapshot() for world in found)


def check_many(seed: int, n: int) -> None:
    told = others = 0
    for deal, dice in moments(seed, n):
        facts, different = check(deal, dice)
        told += facts > 0
        others += different
    assert told > n // 20
    assert others > n


def test_worlds_are_what_the_viewer_may_be_in() -> None:
    """No card is lost or moved that he sees, all that was told holds, and the truth doesn't shine through."""
    check_many(1, 150)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 8))
def test_worlds_of_thousands_of_moments(seed: int) -> None:
    check_many(seed, 1_000)


# --- what an action told is so in every world: there, too, it would have been legal ---

TELLING = {
    "pagat+draw_when=stuck": "draw",
    "pagat+lead_ban=tens_aces_pictures+draw_when=stuck": "pass",
    "zalupa": "take",
    "zalupa+beat_suit=any": "take",
}


def exchanged(snapshot: dict[str, Any], seat: int, hidden: Counter[str]) -> dict[str, Any]:
    """The snapshot with these as the cards of a seat that nobody has seen; what it had lies where they lay."""
    true = Counter(snapshot["hands"][seat].split()) - Counter(snapshot["seen"][seat].split())
    out, into = list((true - hidden).elements()), list((hidden - true).elements())
    places = dict(zip(out + into, into + out, strict=True))

    def moved(text: str) -> str:
        return " ".join(places.get(word, word) for word in text.split())

    return snapshot | {
        "hands": [moved(text) for text in snapshot["hands"]],
        "stock": moved(snapshot["stock"]),
    }


@pytest.mark.parametrize("rules", TELLING)
def test_what_only_a_stuck_player_does_is_believed(rules: str) -> None:
    dice = random.Random(rules)
    word, looked, changed = TELLING[rules], 0, 0
    for seed in range(14):
        deal = housu.Deal.start(rules, seed=seed)
        while deal.to_act is not None:
            seat, before = deal.to_act, deal.snapshot()
            action = dice.choice(deal.actions())
            deal.act(action)
            if str(action) != word or deal.to_act in (None, seat):
                continue
            view, events = deal.view(deal.to_act), housu.project(deal.events, deal.to_act)
            for world in worlds(view, events, dice.getrandbits(32), 3):
                hidden = Counter(world["hands"][seat].split()) - Counter(world["seen"][seat].split())
                as_told = housu.Deal.from_snapshot(exchanged(before, seat, hidden))
                assert word in map(str, as_told.actions()), (deal.history, world)
                changed += as_told.snapshot() != before
                looked += 1
    assert looked > 20
    assert changed > 10


def playable(deal: housu.Deal) -> int:
    """The cards that the seat to act may play, as bits."""
    texts = [str(action)[:2] for action in deal.actions()]
    return sum({1 << NUMBERS[text] for text in texts if text in NUMBERS})


@pytest.mark.parametrize("rules", ["pagat+after_draw=swap", "pagat+after_draw=continue"])
def test_a_choice_declined_and_one_that_did_not_open_are_believed(rules: str) -> None:
    """P26: who stops had drawn a card that fitted; who was not asked had drawn none."""
    dice = random.Random(rules)
    declined = shut = 0
    for seed in range(15):
        deal = housu.Deal.start(rules, seed=seed)
        while deal.to_act is not None:
            seat, known, fits = deal.to_act, len(deal.events), playable(deal)
            action = dice.choice(deal.actions())
            deal.act(action)
            events = {event["event"]: event for event in deal.events[known:]}
            if deal.to_act in (None, seat) or not {"drew", "stopped"} & events.keys():
                continue
            told = facts_of(deal.view(deal.to_act), housu.project(deal.events, deal.to_act))
            facts = [fact for fact in told if fact.seat == seat]
            if "stopped" in events:
                declined += any(fact.least == 1 for fact in facts)
            elif deal.snapshot()["phase"] == "turn":
                drew = len(events["drew"]["cards"].split())
                if "swap" not in rules:
                    fits = playable(deal)
                shut += any(fact.least == drew and fits and not fact.mask & fits for fact in facts)
    assert declined > 5
    assert shut > 5
