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
from housu.view import EVERYTHING


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


def endgames(rules, seed, most):
    """Random endgames of two seats with at most so many cards in play: the compiled face, and a state of it.

    Half are of four ranks, so that four of a kind come together.
    """
    chance = random.Random(seed)
    face = Face(housu.RuleSet.parse(rules), engine("paskahousu", "compiled"))
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
