"""Bots in processes: slow, dead and mad ones are replaced, and the table never waits long."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from housu import Deal
from housu import bots as housu_bots
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
bots.make = lambda name, seed=None, seconds=None: known("random") if name in ("greedy", "random") else Mad(name)
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
    bots = bot_worker.Bots()
    view = a_view()
    reply = bot_worker.answer(json.dumps({"bot": "random", "view": view}).encode(), bots)
    assert reply["action"] in view["legal"]
    assert set(bots.made) == {"random"}


def test_a_search_at_a_table_keeps_to_its_time_whether_compiled_or_not(monkeypatch):
    """While searching is being compiled, which takes half a minute, the worker searches plain; then it doesn't."""
    compiling = threading.Event()
    monkeypatch.setattr(bot_worker, "warm", lambda: compiling.wait(60))
    monkeypatch.setattr(bot_worker, "best_speed", lambda: "compiled")
    bots = bot_worker.Bots()
    hard: Any = bots.named("hard")
    view = a_view()
    begin = time.monotonic()
    assert hard.speed == "plain"
    assert (
        bot_worker.answer(json.dumps({"bot": "hard", "view": view}).encode(), bots)["action"] in view["legal"]
    )
    assert time.monotonic() - begin < 4 * bot_worker.SECONDS  # and would take minutes for all its playouts
    compiling.set()
    assert bots._warming is not None
    bots._warming.join(60)
    hard = bots.named("hard")
    assert hard.speed == "compiled"


WARMED = """
import gc, housu
from housu import bots
from housu.bots import search
from numba.core.dispatcher import Dispatcher

def compiled():
    return {(one.py_func.__name__, str(way)) for one in gc.get_objects() if isinstance(one, Dispatcher)
            for way in one.signatures}

search.warm()
before = compiled()
for rules in ("pagat", "zalupa"):
    bot, keeper = bots.make("easy", 1), bots.make("keeper", 1)
    for seed in range(3):
        deal = housu.Deal.start(rules, 2 if rules == "pagat" else 4, seed=seed)
        while deal.to_act is not None:
            seat = deal.to_act
            view, events = deal.view(seat), housu.project(deal.events, seat)
            deal.act((bot if seat == 0 else keeper).choose(view, events))
print(len(before), sorted(name for name, _ in compiled() - before))
"""


def test_all_that_searching_needs_is_made_warm():
    """Nothing is left to be compiled, or loaded, when a deal of either game comes to its first decision or its last."""
    pytest.importorskip("numba")
    told = subprocess.run(  # a process in which nothing was used before
        [sys.executable, "-c", WARMED], capture_output=True, text=True, timeout=300, check=True
    ).stdout.split(maxsplit=1)
    assert int(told[0]) > 5
    assert told[1].strip() == "[]"


@run
async def test_the_hosts_own_bots_play_and_are_replaced_when_they_fail():
    good, bad = "tests.support.guests:Last", "tests.support.guests:Raises"
    metrics = Metrics()
    pool = BotPool(metrics, good, workers=1, deadline=30.0, names=(good, bad))
    view = a_view()
    try:
        assert await pool.choose(good, view, []) == view["legal"][-1]
        assert metrics.counters["bot_faults"] == 0
        assert await pool.choose(bad, view, []) == housu_bots.make("greedy").choose(view)
        assert metrics.counters["bot_faults"] == 1
        advice = await pool.advise(view, [])
        assert advice is not None
        assert advice.key, "hints come from a bot that has reasons"
    finally:
        await pool.aclose()


@run
async def test_no_code_is_started_that_the_host_does_not_name():
    """The bot of a table that was kept may have been offered once."""
    metrics = Metrics()
    pool = BotPool(metrics, "keeper", workers=1, deadline=30.0)
    view = a_view()
    try:
        assert await pool.choose("tests.support.guests:Last", view, []) == housu_bots.make("greedy").choose(
            view
        )
        assert metrics.counters["bot_faults"] == 0
    finally:
        await pool.aclose()
