"""One seat that learns against bots, and the learner that is shipped as an example."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import housu
import housu.view
from examples.train.bot import Learned
from examples.train.model import Network
from examples.train.train import compare
from housu.bots.policy import POLICIES
from housu.envs import Batch, SeatBatch
from housu.kernel.engine import engine

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "train"


@pytest.mark.parametrize("rules", ["pagat", "zalupa"])
def test_the_others_play_what_their_bot_plays(rules):
    """Between two turns of the learner the bots do, turn by turn, what greedy does in the same deal."""
    table = SeatBatch(rules, 4, 3, 5, opponents="greedy", redeal=False)
    greedy = POLICIES["greedy"]
    alone = Batch(rules, 4, 3, 5, redeal=False)
    plain = engine(alone.game)
    ended = 0
    states: list[Any] = [alone._face.read(alone.snapshot(i)) for i in range(3)]
    record, mind = alone._face.record, greedy.mind(plain, alone.rules)
    over = plain.module.OVER

    def others(i: int) -> None:
        s, seat = states[i], int(table.to_act[i])
        while s.phase != over and s.to_act != seat and s.playing >> seat & 1:
            plain.module.apply(record, s, greedy.on(plain, alone.game)(record, s, mind))

    for i in range(3):
        others(i)
    dice = random.Random(1)
    for _ in range(60):
        for i, s in enumerate(states):
            assert table.snapshot(i) == alone._face.write(s, housu.view.EVERYTHING)
        if table.done.any():
            ended += 1
            table.next_deal()
            alone.next_deal()
            states = [alone._face.read(alone.snapshot(i)) for i in range(3)]
            for i in range(3):
                others(i)
            continue
        chosen = [int(dice.choice(np.flatnonzero(mask))) for mask in table.mask]
        table.step(chosen)
        for i, action in enumerate(chosen):
            plain.module.apply(record, states[i], action)
            others(i)
            seat = int(table.to_act[i])
            out = not states[i].playing >> seat & 1
            assert table.done[i] == (out or states[i].phase == over)
            if states[i].loser == seat:
                assert table.reward[i] == -1
            elif out:
                assert table.reward[i] == pytest.approx(1 / 3)
    assert ended


def test_mirrored_deals():
    """Each pack with the learner in each seat once."""
    table = SeatBatch("pagat", 4, 12, 9, mirrored=True)
    for pack in range(3):
        places = range(4 * pack, 4 * pack + 4)
        assert len({table.pack(i) for i in places}) == 1
        assert {int(table.to_act[i]) for i in places} == {0, 1, 2, 3}
    assert len({table.pack(i) for i in range(12)}) == 3


def test_the_shipped_learner_beats_greedy():
    """It loses far less than its share of mirrored deals, and its file is small."""
    path = EXAMPLE / "model.npz"
    assert path.stat().st_size < 300_000
    share, half = compare(Network.load(path), "pagat", 4, packs=150, seed=77)
    assert share + half < 0.25


def test_the_learner_sees_in_a_view_what_it_saw_in_training():
    learned = Learned()
    batch = Batch("pagat", 4, 1, 3)
    for _ in range(60):
        view = batch.deal(0).view(int(batch.to_act[0]))
        assert (learned.observation(view) == batch.observation[0]).all()
        assert learned.choose(view) in view["legal"]
        batch.step(batch.choose())
    other = housu.Deal.start("zalupa", seed=1)
    assert learned.choose(other.view(other.to_act)) in [str(action) for action in other.actions()]
