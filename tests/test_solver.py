"""The solver of endgames: small ones worked out by hand, two methods against each other, and P24."""

from __future__ import annotations

import random

import pytest

import housu
from housu.bots import endgame
from housu.bots.solve import ENDLESS, LOSS, WIN, Effort, Grid, Solver, solve
from housu.cards import TEXTS
from housu.faces.paskahousu import Face
from housu.kernel.engine import engine
from housu.rules.ruleset import GAMES
from housu.view import EVERYTHING
from tests.support.strategies import random_rules


def position(hands, pile="", rules="pagat", **fields):
    return housu.Deal.from_snapshot({"rules": rules, "hands": hands, "pile": pile, **fields})


def solved(deal, speed=None):
    found = solve(deal, speed)
    assert found is not None
    return found


# Hands, pile, what it is worth to seat 0, in how many actions, and the best action; worked out by hand.
BY_HAND = [
    ("last card goes out", ["9c", "Kh 3h"], "8c", WIN, 1, "9c"),
    ("clear, then go out", ["Tc 3c", "Kh 4h"], "8c", WIN, 2, "Tc"),
    ("the pile must be taken, and the other goes out", ["3c 4c", "Kh"], "8d", LOSS, 2, "pickup"),
    ("lead what the other cannot follow", ["Kc 3c", "4h 5h 6h"], "", WIN, 3, "Kc"),
]


@pytest.mark.parametrize(
    ("why", "hands", "pile", "worth", "actions", "best"), BY_HAND, ids=[c[0] for c in BY_HAND]
)
@pytest.mark.parametrize("speed", ["plain", "compiled"])
def test_by_hand(why, hands, pile, worth, actions, best, speed):
    found = solved(position(hands, pile), speed)
    assert (found["worth"], found["actions"], found["choices"][0]["action"]) == (worth, actions, best)


def test_a_table_that_circles_is_endless():
    """Neither can force anything, and when both keep what they have, the no-progress rule ends the deal (P24)."""
    deal = position(["4c 7d", "2d 7c Kc"], rules="pagat+stalemate_after=40")
    while deal.to_act is not None:
        found = solved(deal, "plain")
        assert found["worth"] == ENDLESS
        assert found["actions"] == 0
        deal.act(found["choices"][0]["action"])
    assert deal.outcome.stalemate


def test_what_is_hidden_is_not_solved():
    assert solve(position(["9c", "Kh 3h"], "8c", stock="4d")) is None
    assert solve(position(["9c", "Kh 3h", "5c"], "8c")) is None
    blind = {"face_down": ["4d", ""], "rules": "poytapaska"}
    assert solve(housu.Deal.from_snapshot({"hands": ["9c", "Kh 3h"], "pile": "8c", **blind})) is None
    assert solve(housu.Deal.start("zalupa", seed=1)) is None


def endgames(rules, seed, most, speed="compiled"):
    """Random endgames of two seats with at most so many cards in play: the face, and a state of it.

    Half are of four ranks, so that four of a kind come together.
    """
    chance = random.Random(seed)
    face = Face(housu.RuleSet.parse(rules), engine("paskahousu", speed))
    while True:
        ranks = chance.sample(range(13), chance.choice((4, 13)))
        of_ranks = [text for card, text in enumerate(TEXTS) if card >> 2 in ranks]
        cards = chance.sample(of_ranks, chance.randint(4, most))
        mine, theirs = sorted(chance.sample(range(1, len(cards)), 2))
        hands = [" ".join(cards[:mine]), " ".join(cards[mine:theirs])]
        pile = chance.choice(("", " ".join(cards[theirs:])))
        yield face, face.read({"rules": rules, "hands": hands, "pile": pile})


@pytest.mark.parametrize(
    "rules", ["pagat", "black", "ruotsalainen+ace_ten_lead=pick_up", "pagat+stalemate_after=6"]
)
def test_proof_and_whole_graph_agree(rules):
    """What one method finds, the other confirms, for the position and for each action."""
    solver = Solver(engine("paskahousu", "compiled"), Effort(positions=60_000, nodes=200_000, table=1 << 16))
    compared = 0
    for (face, state), _ in zip(endgames(rules, 3, 10), range(40), strict=False):
        mover = int(state.to_act)
        other = 1 - mover
        graph = solver.whole_graph(face.record, state, mover, other)
        proof = solver._proof(face.record, state, mover, other)
        if graph is None or proof is None:
            continue
        compared += 1
        assert (graph.worth, graph.actions) == (proof.worth, proof.actions)
        exact = {choice.code: (choice.worth, choice.actions) for choice in graph.choices}
        for choice in proof.choices:
            assert choice.worth is None or exact[choice.code] == (choice.worth, choice.actions)
    assert compared >= 15


# What hunting for a win does is the same under all rules, so many are tried; seeds are of random rule sets.
HUNTED = [
    "pagat", "black", "two-packs", "ruotsalainen+ace_ten_lead=pick_up", "pagat+ace_ten_lead=pick_up_replay",
    "pagat+lead_ban=tens_aces", "pagat+stalemate_after=6", "pagat+stalemate_after=1", *range(12),
]  # fmt: skip


@pytest.mark.parametrize("rules", HUNTED)
def test_hunt_and_whole_graph_agree(rules):
    """What is found by hunting for a win is so, action by action, though it may take fewer actions."""
    if isinstance(rules, int):
        rules = random_rules(random.Random(rules), GAMES["paskahousu"]).text
    solver = Solver(
        engine("paskahousu", "compiled"),
        Effort(positions=60_000, nodes=1, table=1 << 6, hunted=20_000),
    )
    limited = 0
    compared = 0
    for (face, state), _ in zip(endgames(rules, 11, 10), range(60), strict=False):
        limited = int(0 < face.record.stalemate_after < 60)
        mover = int(state.to_act)
        hunted = solver._hunt(face.record, state.copy(), mover, 1 - mover)
        exact = solver._judged(face.record, state, mover, 1 - mover, limited)
        if exact is None or hunted is None:
            assert exact is None or exact.worth == ENDLESS or limited
            continue
        compared += 1
        assert hunted.worth == exact.worth
        assert hunted.actions >= exact.actions
        worths = {choice.code: (choice.worth, choice.actions) for choice in exact.choices}
        for choice in hunted.choices:
            if choice.worth is not None:
                worth, actions = worths[choice.code]
                assert choice.worth == worth
                assert choice.actions >= actions
    assert limited or compared >= 15


def test_hunt_plays_to_the_end():
    """A hand that only hunts for its win, anew each time, comes to it against the longest resistance."""
    solver = Solver(
        engine("paskahousu", "compiled"), Effort(positions=60_000, nodes=1, table=1 << 6, hunted=60_000)
    )
    ended = 0
    for (face, state), _ in zip(endgames("pagat", 13, 12), range(40), strict=False):
        found = solver._hunt(face.record, state.copy(), int(state.to_act), 1 - int(state.to_act))
        if found is None:
            continue
        mover = int(state.to_act)
        for _ in range(100):
            if face.is_over(state):
                break
            step = solver._hunt(face.record, state.copy(), int(state.to_act), 1 - int(state.to_act))
            assert step is not None
            face.kernel.apply(face.record, state, step.best.code)
        assert face.is_over(state)
        assert (face.outcome(state).loser == mover) == (found.worth == LOSS)
        ended += 1
    assert ended >= 20


def test_hunt_is_the_same_without_compiled_code():
    """Both speeds look at the same positions."""
    found = []
    for speed in ("plain", "compiled"):
        solver = Solver(engine("paskahousu", speed), Effort(positions=800, nodes=1, table=2, hunted=800))
        answers = []
        for (face, state), _ in zip(endgames("black", 17, 12, speed), range(6), strict=False):
            answers.append(solver._hunt(face.record, state.copy(), int(state.to_act), 1 - int(state.to_act)))
        found.append(answers)
    assert found[0] == found[1]
    assert any(found[0])


def test_best_play_ends_as_solved():
    """Both sides take the solver's choices: the deal ends after as many actions, with the loser foretold."""
    solver = Solver(engine("paskahousu", "compiled"), Effort(positions=60_000, nodes=200_000, table=1 << 16))
    for (face, state), _ in zip(endgames("pagat", 5, 9), range(20), strict=False):
        found = solver.solve(face.record, state)
        if found is None or found.worth == ENDLESS:
            continue
        mover = int(state.to_act)
        for left in range(found.actions, 0, -1):
            step = solver.solve(face.record, state)
            assert step is not None
            assert step.actions == left
            face.kernel.apply(face.record, state, step.best.code)
        assert face.is_over(state)
        assert (face.outcome(state).loser == mover) == (found.worth == LOSS)


def test_no_action_is_called_worse_because_nobody_looked():
    """Of four actions that win, the solver stops at the first: the others are worth what comes after them."""
    deal = housu.Deal.from_snapshot(
        {
            "rules": "pagat",
            "hands": ["6d 6s 9c 9h 9s Jc Jh Ks", "", "3s 4s 5c 5d 5h 6c 6h"],
            "pile": "Js",
            "idle": 9,
            "went_out": [1],
        }
    )
    found = solve(deal, "compiled")
    assert found
    assert [choice["worth"] for choice in found["choices"]] == [WIN] * len(deal.actions())
    for choice in found["choices"]:
        after = deal.copy()
        after.act(choice["action"])
        answer = solve(after, "compiled")
        assert answer
        assert answer["worth"] == (WIN if after.to_act == deal.to_act else LOSS)


def test_a_position_is_left_as_it_was():
    """Solved or given up for want of room, the state is the same afterwards."""
    solver = Solver(engine("paskahousu", "compiled"), Effort(positions=50, nodes=50, table=1 << 6))
    gave_up = 0
    for (face, state), _ in zip(endgames("pagat", 7, 12), range(20), strict=False):
        before = face.write(state, EVERYTHING)
        gave_up += solver.solve(face.record, state) is None
        assert face.write(state, EVERYTHING) == before
    assert gave_up


def test_the_no_progress_rule_bounds_a_win():
    """A win that would take longer than P24 allows is none: with one turn left before a stalemate only a quick one counts."""
    far = position(["Kc 3c", "4h 5h 6h"], "", "pagat+stalemate_after=4", idle=2)
    near = position(["Kc 3c", "4h 5h 6h"], "", "pagat+stalemate_after=4", idle=0)
    assert solved(near)["worth"] == WIN
    assert solved(far)["worth"] == ENDLESS


def test_red_and_black_are_told_apart():
    """Two positions with the same ranks but other colours are different ones where only black cards are special (P30)."""
    keys = Grid(2, endgame.KEY)
    for row, ten in enumerate(("Tc", "Td")):
        face = Face(housu.RuleSet.parse("black"), engine("paskahousu", "plain"))
        state = face.read({"rules": "black", "hands": [f"{ten} 3c", "4h"], "pile": ""})
        endgame.write_key(face.record, state, keys, row, 0, 1, 0)
    assert keys[0] != keys[1]
    assert keys[0][:3] == keys[1][:3]
