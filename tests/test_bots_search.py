"""What search believes about hidden cards, and what it does with it."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

import housu
from housu.bots import search
from housu.bots.belief import BELIEF, Belief, arrange, broken_fact
from housu.bots.mind import new_mind
from housu.bots.search import SearchBot, facts_of
from housu.bots.world import game_face
from housu.kernel.engine import engine
from housu.kernel.record import fill

TOLD = (
    "pagat",
    "pagat+draw_when=stuck",
    "pagat+draw_when=stuck+decks=2",
    "pagat+after_draw=swap",
    "pagat+after_draw=continue+draw_when=stuck",
    "pagat+opening=threes_in_turn",
    "pagat+lead_ban=tens_aces_pictures+draw_when=stuck",
    "black+after_draw=continue",
    "pagat+singles=pictures_aces_twos+draw_when=stuck",
    "ruotsalainen+lead_ban=tens_aces",
    "poytapaska-shithead+draw_when=stuck",
    "zalupa",
    "zalupa+beat_suit=any",
)


def unseen(deal, seat):
    """The cards of a hand that not everybody has seen."""
    snapshot = deal.snapshot()
    return Counter(snapshot["hands"][seat].split()) - Counter(snapshot["seen"][seat].split())


@pytest.mark.parametrize("rules", TOLD)
def test_facts_are_true(rules):
    """At each moment of random deals, all that the events told holds of the hands as they are."""
    chance = random.Random(rules)
    told = 0
    for _ in range(6):
        deal = housu.Deal.start(rules, seed=chance.getrandbits(32), dealer=chance.randrange(4))
        while deal.to_act is not None:
            viewer = deal.to_act
            if chance.random() < 0.1:
                facts = facts_of(deal.view(viewer), housu.project(deal.events, viewer))
                for fact in facts:
                    held = unseen(deal, fact.seat)
                    counted = sum(n for card, n in held.items() if fact.mask >> TEXT[card] & 1)
                    assert counted >= fact.least, (deal.history, fact)
                told += sum(fact.seat != viewer for fact in facts)
            deal.act(chance.choice(deal.actions()))
    assert told


TEXT = {text: number for number, text in enumerate(housu.cards.TEXTS)}


def believe(pool, need, facts):
    belief = fill(
        Belief(),
        {
            "seat": 0,
            "pool": pool,
            "unplaced": len(pool),
            "need": need,
            "facts": len(facts),
            "fact_seat": [fact[0] for fact in facts],
            "fact_mask": [fact[1] for fact in facts],
            "fact_least": [fact[2] for fact in facts],
        },
    )
    return belief, new_mind(engine("paskahousu", "plain"), 12345)


@pytest.mark.parametrize(
    "facts",
    [
        [],
        [(1, 0b000111, 2)],
        [(1, 0b110000, 1), (2, 0b001111, 2)],
        [(1, 0b000001, 1)],
    ],
)
def test_every_world_is_as_likely(facts):
    """Counted against all worlds there are: chi-square below what chance passes once in ten thousand times."""
    pool = list(range(6))
    worlds = {
        (frozenset(one), frozenset(two))
        for one in itertools.combinations(pool, 2)
        for two in itertools.combinations(sorted(set(pool) - set(one)), 2)
        if all(sum(mask >> card & 1 for card in (one, two)[seat - 1]) >= least for seat, mask, least in facts)
    }
    belief, mind = believe(pool, [0, 2, 2] + [0] * (BELIEF["need"] - 3), facts)
    drawn: Counter[tuple[frozenset[int], frozenset[int]]] = Counter()
    times = 200 * len(worlds)
    for _ in range(times):
        arrange(belief, mind)
        drawn[frozenset(belief.pool[:2]), frozenset(belief.pool[2:4])] += 1
    assert set(drawn) == worlds
    expected = times / len(worlds)
    chi_square = sum((n - expected) ** 2 / expected for n in drawn.values())
    freedom = len(worlds) - 1
    # Wilson and Hilferty's approximation of the 99.99 % point.
    assert chi_square < freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3


def test_facts_that_hardly_hold_by_chance_hold_all_the_same():
    """Where random tries fail, cards are exchanged until all facts hold."""
    belief, mind = believe(list(range(40)), [0, 8, 8] + [0] * 7, [(1, 0xFF, 8), (2, 0xFF00, 7)])
    for _ in range(20):
        arrange(belief, mind)
        assert broken_fact(belief) == -1
        assert sorted(belief.pool[:40]) == list(range(40))


@pytest.fixture
def plain_search(monkeypatch):
    monkeypatch.setattr(search, "best_speed", lambda: "plain")
    return lambda: SearchBot("easy", seed=3, iterations=4)


@pytest.mark.parametrize("rules", ["pagat", "two-packs", "poytapaska", "black+after_draw=continue", "zalupa"])
def test_search_plays_whole_deals(rules, plain_search):
    """Plain, with few playouts: a legal action each time, for each seat, to the end."""
    bot = plain_search()
    chance = random.Random(1)
    deal = housu.Deal.start(rules, seed=11)
    while deal.to_act is not None:
        seat = deal.to_act
        view = deal.view(seat)
        action = (
            bot.choose(view, housu.project(deal.events, seat))
            if chance.random() < 0.08
            else view["legal"][-1]
        )
        assert action in view["legal"]
        deal.act(action)


def hidden_exchanged(deal, seat, chance):
    """The same position with what a seat can't know dealt anew."""
    face = game_face(deal.rules.text)
    snapshot = deal.snapshot()
    view = deal.view(seat)
    cards = [
        word
        for field in ("hands", "stock")
        for text, shown in zip(listed(snapshot[field]), listed(view[field]), strict=True)
        for word in Counter(text.split()) - Counter(shown.split())
    ]
    chance.shuffle(cards)
    assert face

    def refill(text):
        return " ".join(cards.pop() if word == "??" else word for word in text.split())

    return snapshot | {"hands": [refill(text) for text in view["hands"]], "stock": refill(view["stock"])}


def listed(value):
    return value if isinstance(value, list) else [value]


@pytest.mark.parametrize("rules", ["pagat", "black", "zalupa"])
def test_search_never_looks_at_hidden_cards(rules, plain_search):
    """With equal dice it considers the same, whatever the cards it can't see are."""
    chance = random.Random(5)
    deal = housu.Deal.start(rules, seed=21)
    for _ in range(12):
        if deal.to_act is None:
            break
        seat = deal.to_act
        if len(deal.view(seat)["legal"]) > 1 and not deal.view(seat).get("opening"):
            other = housu.Deal.from_snapshot(hidden_exchanged(deal, seat, chance))
            assert other.view(seat) == deal.view(seat)
            assert plain_search().consider(other.view(seat)) == plain_search().consider(deal.view(seat))
        deal.act(chance.choice(deal.actions()))


def test_the_solver_takes_over_where_nothing_is_hidden(plain_search):
    deal = housu.Deal.from_snapshot({"rules": "pagat", "hands": ["Kc 3c", "4h 5h 6h"], "pile": ""})
    [(action, candidate), *_] = plain_search().consider(deal.view(0))
    assert action == "Kc"
    assert candidate.playouts == 0
    assert candidate.worth == 1.0
