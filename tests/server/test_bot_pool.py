"""Bots in processes: slow, dead and mad ones are replaced, and the table never waits long."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from housu import Deal
from housu.server import bot_worker
from housu.server.bot_pool import BotPool
from housu.server.metrics import Metrics
from housu.text import fields, has
from tests.server.harness import run

MAD = """
import sys
from housu import bots
class Mad:
    def __init__(self, name): self.name = name
    def choose(self, view, events=None):
        if self.name == "slow":
            import time; time.sleep(60)
        if self.name == "dead":
            import os; os._exit(1)
        if self.name == "loud":
            print("{\\"action\\": \\"9z\\"}")
            return view["legal"][-1]
        if self.name == "long":
            return "x" * 3_000_000
        if self.name == "wrong":
            return "9z"
        raise RuntimeError("bug")
known = bots.make
bots.make = lambda name, seed=None: known("random") if name in ("greedy", "random") else Mad(name)
from housu.server import bot_worker
bot_worker.main()
"""


@pytest.fixture
def mad(tmp_path, monkeypatch):
    """Workers in which some bots are mad."""
    script = tmp_path / "mad.py"
    script.write_text(MAD, "utf-8")
    monkeypatch.setattr("housu.server.bot_pool.COMMAND", (str(script),))


def a_view():
    """A view with a choice."""
    for seed in range(100):
        deal = Deal.start(seats=4, seed=seed)
        while deal.to_act is not None:
            view = deal.view(deal.to_act)
            if len(view["legal"]) > 2:
                return view
            deal.act(view["legal"][0])
    raise AssertionError


@run
async def test_a_bot_answers_with_a_legal_action():
    pool = BotPool(Metrics(), workers=1)
    view = a_view()
    try:
        for name in pool.names[:2]:
            assert await pool.choose(name, view, []) in view["legal"]
        assert pool.counts.counters["bot_faults"] == 0  # type: ignore[attr-defined]
    finally:
        await pool.aclose()


@pytest.mark.parametrize(("bot", "faults"), [("slow", 1), ("dead", 1), ("bug", 1), ("long", 1), ("loud", 0)])
@run
async def test_a_mad_bot_is_replaced_for_this_action(mad, bot, faults):
    metrics = Metrics()
    pool = BotPool(metrics, workers=1, deadline=4.0 if bot != "slow" else 2.0, names=("greedy", bot))
    view = a_view()
    try:
        await pool.warm()
        began = time.monotonic()
        assert await pool.choose(bot, view, []) in view["legal"]
        assert time.monotonic() - began < 10
        assert metrics.counters["bot_faults"] == faults
    finally:
        await pool.aclose()


@run
async def test_advice_names_every_action_with_its_value_and_the_reason():
    view = a_view()
    for usual in ("greedy", "keeper"):
        pool = BotPool(Metrics(), usual, workers=1, deadline=30.0)
        try:
            advice = await pool.advise(view, [])
            assert advice is not None
            assert sorted(one.action for one in advice.considered) == sorted(view["legal"])
            assert advice.considered[0].action == advice.action
            assert None not in [one.value for one in advice.considered]
            assert has(advice.key)
            assert set(fields(advice.key)) <= set(advice.data)
        finally:
            await pool.aclose()


@pytest.mark.parametrize("bot", ["slow", "dead", "bug", "long", "wrong"])
@run
async def test_a_mad_adviser_is_replaced(mad, bot):
    metrics = Metrics()
    pool = BotPool(metrics, bot, workers=1, deadline=4.0 if bot != "slow" else 2.0, names=("greedy", bot))
    view = a_view()
    try:
        await pool.warm()
        began = time.monotonic()
        advice = await pool.advise(view, [])
        assert advice is not None
        assert advice.action in view["legal"]
        assert time.monotonic() - began < 10
        assert metrics.counters["bot_faults"] == 2, "the keeper is mad here, too"
    finally:
        await pool.aclose()


@run
async def test_where_no_bot_works_there_is_no_advice(monkeypatch):
    monkeypatch.setattr("housu.server.bot_pool.COMMAND", ("-c", "raise SystemExit(1)"))
    pool = BotPool(Metrics(), workers=1)
    assert await pool.advise(a_view(), []) is None
    await pool.aclose()


@run
async def test_where_no_bot_works_the_first_legal_action_is_taken(monkeypatch):
    monkeypatch.setattr("housu.server.bot_pool.COMMAND", ("-c", "raise SystemExit(1)"))
    pool = BotPool(Metrics(), workers=1)
    view = a_view()
    assert await pool.choose("greedy", view, []) == view["legal"][0]
    await pool.aclose()


@run
async def test_a_cancelled_question_does_not_become_the_next_ones_answer():
    pool = BotPool(Metrics(), workers=1)
    view = a_view()
    try:
        await pool.warm()
        asking = asyncio.create_task(pool.choose("greedy", view, []))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert await pool.choose("greedy", view, []) in view["legal"]
    finally:
        await pool.aclose()


def test_the_worker_itself():
    made: dict[str, object] = {}
    view = a_view()
    reply = bot_worker.answer(json.dumps({"bot": "random", "view": view}).encode(), made)
    assert reply["action"] in view["legal"]
    assert set(made) == {"random"}
