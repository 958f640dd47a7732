"""The batch against `Deal`: the same deals, the same legal actions, what a seat may know and nothing else."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import housu
import housu.cards
from housu.envs import Batch, describe, layout
from housu.envs.layout import KIND_NAMES, action_name
from housu.kernel import observe_paskahousu, observe_zalupa
from housu.kernel.engine import engine
from housu.rules.ruleset import GAMES, PASKAHOUSU, RuleSet

SETS = [named.name for game in GAMES.values() for named in game.named_sets]


def random_rules(number: int) -> str:
    """A rule set of options drawn at random; contradictions are drawn again."""
    dice = random.Random(f"rules {number}")
    while True:
        changes = {
            rule.name: dice.choice(rule.values)
            for rule in PASKAHOUSU.house_rules
            if rule.name != "stalemate_after" and dice.random() < 0.4
        }
        try:
            return RuleSet.of(PASKAHOUSU, "pagat", changes).text
        except housu.RulesError:
            continue


def kinds(rules: RuleSet, text: str) -> Counter[str]:
    """The cards of a text by the names that observations have for them."""
    if rules.game.name == "zalupa":
        return Counter(text.split())
    kind_of = rules.tables.numbers["kind_of"]
    cards = [(housu.cards.parse_card(word) or 0) for word in text.split() if word not in {"??", "--"}]
    return Counter(KIND_NAMES[kind_of[card]] for card in cards)


def check_seen(rules: RuleSet, view: dict[str, Any], said: dict[str, Any]) -> None:
    """An observation in words says what the view of the seat says."""
    seats, me = view["seats"], view["seat"]
    order = [(me + place) % seats for place in range(seats)]
    assert Counter(said["hand"]) == kinds(rules, view["hands"][me])
    table = "table" if rules.game.name == "zalupa" else "pile"
    assert Counter(said[table]) == kinds(rules, view["pile"])
    assert Counter(said["out"]) == kinds(rules, view["out"])
    assert said["height"] == len(view["pile"].split())
    assert said["gone"] == len(view["out"].split())
    assert order[said["dealer"]] == view["dealer"]
    most = rules.tables.numbers["stalemate_after"]
    assert said["turns_left"] == min(127, most - view["idle"])
    for seat, block in zip(order, said["seats"], strict=True):
        assert block["held"] == len(view["hands"][seat].split())
        assert Counter(block["seen"]) == kinds(rules, view["seen"][seat])
        assert block["to_act"] == (seat == view["to_act"])
        out = view["went_out"]
        assert block["went_out"] == (out.index(seat) + 1 if seat in out else 0)
    if rules.game.name == "zalupa":
        assert said["phase"] == view["phase"]
        assert said["top"] == (view["pile"].split()[-1] if view["phase"] == "beat" else None)
        for seat, block in zip(order, said["seats"], strict=True):
            assert block["led"] == (seat == view["led_by"])
            assert block["trump"] == view["trumps"][seat]
            assert Counter(block["aside"]) == kinds(rules, view["aside"][seat])
        return
    phase = (
        "opening"
        if view["opening"]
        else {"turn": "turn", "after_draw": "after draw", "over": "over"}[view["phase"]]
    )
    forced = view["forced"]
    assert said["phase"] == ("must pick up" if forced is not None and phase == "turn" else phase)
    assert said["stock"] == len(view["stock"].split())
    assert said["drawn_count"] == len(view["drawn"].split())
    mine = view["drawn"] if view["to_act"] == me else ""
    assert Counter(said["drawn"]) == kinds(rules, mine)
    assert said["passes"] == view["passes"]
    assert said["played"] == view["played"]
    pile = view["pile"].split()
    top = next(iter(kinds(rules, pile[-1]))) if pile else "empty table"
    assert said["top"] == top
    run = 0
    while run < len(pile) and pile[-1 - run][0] == pile[-1][0]:
        run += 1
    assert said["run"] == run
    below = None
    if view["phase"] == "after_draw" and rules.tables.numbers["swap"]:
        under = pile[: len(pile) - view["played"]]
        below = next(iter(kinds(rules, under[-1]))) if under else "empty table"
    assert said["below"] == below
    for seat, block in zip(order, said["seats"], strict=True):
        assert block["led"] == (seat == forced)
        assert Counter(block["face_up"]) == kinds(rules, view["face_up"][seat])
        down = [int(word != "--") for word in view["face_down"][seat].split()]
        assert list(block["face_down"].values()) == down + [0] * (4 - len(down))


def follow(rules: str, seats: int | None, seed: int, steps: int, n: int = 2) -> int:
    """Plays a batch beside deals of the same packs, checking everything at every step. Returns the deals that ended."""
    batch = Batch(rules, seats, n, seed)
    deals = [housu.Deal.start(**batch.start(i)) for i in range(n)]
    ended = 0
    for step in range(steps):
        for i, deal in enumerate(deals):
            assert batch.to_act[i] == deal.to_act
            codes = sorted(action.code for action in deal.actions())
            assert np.flatnonzero(batch.mask[i]).tolist() == codes
            if step % 5 == 0:
                assert batch.snapshot(i) == deal.snapshot()
                check_seen(batch.rules, deal.view(deal.to_act), batch.describe(i))
                other = (int(batch.to_act[i]) + 1 + step) % batch.seats
                check_seen(batch.rules, deal.view(other), batch.describe(i, other))
        chosen = batch.choose().copy()
        batch.step(chosen)
        for i, deal in enumerate(deals):
            seat, out = deal.to_act, len(deal.view(None)["went_out"])
            deal.act(next(action for action in deal.actions() if action.code == chosen[i]))
            expected = np.zeros(batch.seats)
            gain = 1 / (batch.seats - 1)
            outcome = deal.outcome
            if len(deal.view(None)["went_out"]) > out:
                expected[seat] = gain
            assert batch.done[i] == (outcome is not None)
            if outcome:
                last = [seat for seat in range(batch.seats) if seat not in outcome.order]
                expected[last] = ((len(last) - 1) * gain - 1) / len(last)
                ended += 1
                deals[i] = housu.Deal.start(**batch.start(i))
            assert batch.reward[i] == pytest.approx(expected)
    return ended


@pytest.mark.parametrize("rules", SETS)
def test_named_sets_step_for_step(rules):
    fit = RuleSet.parse(rules).seats_that_fit()
    ended = sum(follow(rules, seats, 11 + seats, 400) for seats in {fit[0], fit[min(2, len(fit) - 1)]})
    assert ended or rules == "two-packs"  # at random they take longer


def test_random_option_sets_step_for_step():
    for number in range(12):
        rules = random_rules(number)
        follow(rules, RuleSet.parse(rules).seats_that_fit()[number % 3], number, 40, 1)


@pytest.mark.soak
def test_many_option_sets_step_for_step():
    for number in range(200):
        rules = random_rules(number)
        for seats in RuleSet.parse(rules).seats_that_fit():
            follow(rules, seats, number, 400, 1)


def permuted(snapshot: dict[str, Any], viewer: int, dice: random.Random) -> dict[str, Any]:
    """The snapshot with all cards that the viewer cannot know exchanged at random."""
    places: list[tuple[str, int, int]] = []
    words: dict[str, list[list[str]]] = {}
    words |= {
        name: [text.split() for text in snapshot[name]] for name in ("hands", "face_down") if name in snapshot
    }
    words["stock"] = [snapshot["stock"].split()]
    seen = [text.split() for text in snapshot["seen"]]
    for name, lists in words.items():
        for seat, cards in enumerate(lists):
            known = list(seen[seat]) if name == "hands" else []
            for at, card in enumerate(cards):
                if card in known:
                    known.remove(card)
                elif card != "--" and not (name == "hands" and seat == viewer):
                    places.append((name, seat, at))
    cards = [words[name][seat][at] for name, seat, at in places]
    dice.shuffle(cards)
    for (name, seat, at), card in zip(places, cards, strict=True):
        words[name][seat][at] = card
    changed = dict(snapshot)
    for name, lists in words.items():
        changed[name] = " ".join(lists[0]) if name == "stock" else [" ".join(cards) for cards in lists]
    return changed


@pytest.mark.parametrize(
    "rules", ["pagat", "poytapaska-3", "black+after_draw=swap", "two-packs+after_draw=continue", "zalupa"]
)
def test_observation_does_not_depend_on_hidden_cards(rules):
    batch = Batch(rules, None, 4, 3)
    face, dice = batch._face, random.Random(5)
    game = batch.game
    observe = {"paskahousu": observe_paskahousu, "zalupa": observe_zalupa}[game].observe
    changed = 0
    for step in range(120):
        batch.step(batch.choose())
        i = step % 4
        for viewer in range(batch.seats):
            snapshot = batch.snapshot(i)
            if snapshot["phase"] == "after_draw" and viewer != snapshot["to_act"]:
                continue  # the cards just drawn are named in two places; the permutation doesn't follow them
            other = permuted(snapshot, viewer, dice)
            try:
                state = face.read(other)
            except housu.PositionError:
                continue  # an opening that the permuted cards would give to another seat
            changed += other != snapshot
            words = np.zeros((1, batch.layout.size // 8), np.int64)
            observe(face.record, state, viewer, words, 0)
            assert (words.view(np.int8)[0] == batch.observe(i, viewer)).all()
    assert changed > 50


def test_equal_seeds_agree_and_do_not_disturb_each_other():
    one, other, stranger = (Batch("pagat", 4, 8, seed) for seed in (5, 5, 6))
    assert (one.observation == other.observation).all()
    assert [one.pack(i) for i in range(8)] != [stranger.pack(i) for i in range(8)]
    for _ in range(300):
        chosen = one.choose().copy()
        one.step(chosen)
        stranger.step(stranger.choose())
        other.step(chosen)
        assert (one.observation == other.observation).all()
        assert (one.reward == other.reward).all()
    assert one.deals.sum() > 3
    again = Batch("pagat", 4, 3, 5)
    one.reset(5)
    assert [one.pack(i) for i in range(3)] == [again.pack(i) for i in range(3)]


def test_packs_are_all_different_and_whole():
    batch = Batch("pagat", 4, 64, 2**63 + 9)
    packs = [batch.pack(i) for i in range(64)]
    batch.next_deal()
    packs += [batch.pack(i) for i in range(64)]
    assert len(set(packs)) == 128
    assert all(len(set(pack.split())) == 52 for pack in packs)
    tops = Counter(pack.split()[0] for pack in packs)
    assert len(tops) > 30
    assert len({int(state["dealer"]) for state in batch.states}) == 4


def test_the_documented_pack_stays_the_same():
    """The pack of seed 7, place 0, deal 0 by a second, plain reading of what `kernel.chance` documents."""
    a, b, c, d = 7, 0, 0, 0
    mask = 2**32 - 1

    def number() -> int:
        nonlocal a, b, c, d
        n = (a + b + d) % 2**32
        a, b, c, d = (
            b ^ (b >> 9),
            (c + 8 * c) % 2**32,
            (((c << 21) & mask) + (c >> 11) + n) % 2**32,
            (d + 1) % 2**32,
        )
        return n

    for _ in range(20):
        number()
    dealer = number() * 4 // 2**32
    cards = list(range(52))
    for i in range(51, 0, -1):
        j = number() * (i + 1) // 2**32
        cards[i], cards[j] = cards[j], cards[i]
    batch = Batch("pagat", 4, 1, 7)
    assert batch.pack(0) == housu.cards.cards_text(reversed(cards))
    assert batch.states[0]["dealer"] == dealer


@pytest.mark.parametrize("rules", ["pagat", "zalupa"])
def test_going_on_from_the_middle(rules):
    batch = Batch(rules, None, 5, 8)
    for _ in range(77):
        batch.step(batch.choose())
    copy = pickle.loads(pickle.dumps(batch))  # noqa: S301 - our own
    late = Batch(rules, None, 5, 1)
    late.restore(batch.save())
    for _ in range(200):
        chosen = batch.choose().copy()
        for same in (copy, late):
            assert (same.observation == batch.observation).all()
            assert (same.mask == batch.mask).all()
            assert (same.choose() == chosen).all()
            same.step(chosen)
        batch.step(chosen)
        assert (copy.reward == batch.reward).all()
        assert (late.done == batch.done).all()
    with pytest.raises(ValueError, match="other rules"):
        Batch(rules, None, 6, 1).restore(batch.save())


def test_threads_change_nothing():
    one, many = Batch("pagat", 4, 33, 4), Batch("pagat", 4, 33, 4, threads=3)
    for _ in range(150):
        chosen = one.choose().copy()
        one.step(chosen)
        many.step(chosen)
        assert (one.observation == many.observation).all()
        assert (one.mask == many.mask).all()
        assert (one.reward == many.reward).all()
    assert (many.mask[np.arange(33), many.choose()]).all()


def test_an_illegal_action_has_a_reason_and_changes_nothing():
    batch = Batch("pagat", 4, 3, 7)
    batch.step(batch.choose())
    chosen = batch.choose().copy()
    before = pickle.dumps(batch.save())
    chosen[1] = 135
    with pytest.raises(housu.IllegalAction) as caught:
        batch.step(chosen)
    assert caught.value.clause == "P26"
    for wrong in range(batch.actions):
        if not batch.mask[1, wrong]:
            chosen[1] = wrong
            with pytest.raises(housu.IllegalAction) as caught:
                batch.step(chosen)
            assert caught.value.clause.startswith("P")
    chosen[1] = 999
    with pytest.raises(housu.IllegalAction):
        batch.step(chosen)
    with pytest.raises(ValueError, match="one action for each"):
        batch.step([1])
    assert pickle.dumps(batch.save()) == before


def test_rules_that_may_never_end_are_refused():
    with pytest.raises(housu.RulesError, match="stalemate_after"):
        Batch("pagat+stalemate_after=0")
    with pytest.raises(housu.RulesError, match="tiny"):
        Batch("tiny", seats=3)
    with pytest.raises(housu.RulesError):
        Batch("pagat", seats=11)


def test_plain_and_compiled_show_the_same():
    batch = Batch("black+after_draw=swap+table_cards=3+deal=1-1-1", 3, 2, 9)
    plain = engine("paskahousu")
    room = plain.actions()
    for _ in range(150):
        batch.step(batch.choose())
        state = batch._face.read(batch.snapshot(0))
        view = np.zeros((1, batch.layout.size // 8), np.int64)
        legal = np.zeros((1, observe_paskahousu.LEGAL_WORDS), np.int64)
        observe_paskahousu.observe(batch._face.record, state, state.to_act, view, 0)
        observe_paskahousu.write_legal(batch._face.record, state, legal, 0, room)
        assert (view.view(np.int8)[0] == batch.observation[0]).all()
        assert (legal.view(np.bool_)[0] == batch.mask[0]).all()


def test_all_eight_of_a_kind_in_two_packs():
    """The eighth bit of a count, which one pack never sets."""
    hands = ["3c 3c 3d 3d 3h 3h 3s 3s 4c", "5c 6c"]
    deal = housu.Deal.from_snapshot({"rules": "two-packs", "hands": hands, "pile": "", "stock": ""})
    view = np.zeros((1, 24), np.int64)
    legal = np.zeros((1, 17), np.int64)
    face: Any = deal._face
    state = deal._state
    observe_paskahousu.observe(face.record, state, 0, view, 0)
    observe_paskahousu.write_legal(face.record, state, legal, 0, engine("paskahousu").actions())
    said = describe(view.view(np.int8)[0].tolist(), "paskahousu", 2)
    assert Counter(said["hand"]) == {"3": 8, "4": 1}
    assert np.flatnonzero(legal.view(np.int8)[0]).tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8]


def test_numbers_of_actions_have_names():
    assert [action_name("paskahousu", code) for code in (0, 33, 128, 129, 133, 134, 135)] == [
        "3", "7 7", "pickup", "draw", "blind4", "pass", "stop",
    ]  # fmt: skip
    assert [action_name("zalupa", code) for code in (0, 47, 48)] == ["9c", "As!", "take"]
    with pytest.raises(ValueError, match="272 numbers"):
        describe([0] * 5)
    assert {seats: layout("paskahousu", seats).size for seats in (2, 4, 10)} == {2: 192, 4: 272, 10: 512}
