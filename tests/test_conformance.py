"""What must hold of every deal: all named sets with all numbers of seats, and random rules, in both speeds."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import housu
from housu.rules.ruleset import RuleSet
from tests.support import conformance as must
from tests.support.listener import Listener
from tests.support.strategies import SPEEDS, Table, every_table, named_sets, random_table, tables

LONG = 1_200  # actions after which a deal without end is left
EVERY = every_table()
NAMED = [table for table in EVERY if table.seats == min(4, RuleSet.parse(table.rules).seats_that_fit()[-1])]


def listeners_of(deal: housu.Deal) -> dict[int | None, Listener]:
    """Somebody at each seat, and a spectator, who have heard the dealing as they may."""
    pack = sum(must.pack_of(deal).values())
    found: dict[int | None, Listener] = {
        seat: Listener(deal.seats, pack) for seat in (*range(deal.seats), None)
    }
    for seat, listener in found.items():
        listener.hear(housu.project(deal.events, seat))
        assert not listener.disagreements(deal.view(seat))
    return found


def walk(table: Table, speed: str, thorough: float = 0.1, steps: int = LONG) -> housu.Deal:
    """Plays a deal at random with the cheap checks at each step, and the dear ones at a part of the steps."""
    deal = table.deal(speed)
    rng = table.rng()
    pack = must.pack_of(deal)
    ears = listeners_of(deal)
    progress = Progress(deal)
    snapshot = deal.snapshot()
    for _ in range(steps):
        must.check_cards(snapshot, pack)
        must.check_end(deal, snapshot)
        if deal.to_act is None:
            break
        if rng.random() < thorough:
            must.check_actions(deal, rng)
            must.check_blocked(deal)
            must.check_refusals(deal, [*must.NONSENSE, *must.WORDS, *rng.sample(must.CARDS, 12)])
            must.check_copies(deal, rng)
            must.check_snapshot(deal, speed, 8, rng)
        history = len(deal.events)
        action = rng.choice(deal.actions())
        events = deal.act(action if rng.random() < 0.5 else str(action))
        assert deal.events[history:] == events
        snapshot = deal.snapshot()
        progress.count(deal, snapshot, events, str(action))
        for seat, ear in ears.items():
            ear.hear(housu.project(events, seat))
        seat = rng.choice([*ears])
        assert not ears[seat].disagreements(deal.view(seat)), (seat, events)
    must.check_snapshot(deal, speed, 0, rng)
    return deal


class Progress:
    """The no-progress rules (P24, Z13), counted by events alone."""

    def __init__(self, deal: housu.Deal) -> None:
        self.bound = int(deal.rules.picks["stalemate_after"])
        self.idle = 0
        self.passes = 0
        self.choosing = False

    def count(self, deal: housu.Deal, s: must.Snapshot, events: list[dict[str, Any]], action: str) -> None:
        """One action more; the deal must be a stalemate exactly when the rule says so."""
        kinds = {event["event"] for event in events}
        alive = deal.seats - len(s["went_out"])
        if deal.rules.game.name == "zalupa":
            progress = bool(kinds & {"otboi", "went_out"})
        else:
            tried = any(event["event"] == "turned" and event["from"] == "stock" for event in events)
            progress = self.choosing or tried or bool(kinds & {"drew", "cleared", "went_out"})
        self.passes = self.passes + 1 if action == "pass" else 0
        self.idle = 0 if progress else self.idle + 1
        assert s["idle"] == self.idle
        due = bool(self.bound) and self.idle >= self.bound
        stale = due or self.passes >= alive
        assert stale == (deal.outcome is not None and deal.outcome.stalemate)
        self.choosing = s["phase"] == "after_draw"


@pytest.mark.parametrize("table", EVERY, ids=lambda table: f"{table.rules}-{table.seats}")
def test_named_sets(table: Table) -> None:
    deal = walk(table, "plain", thorough=0.02)
    assert deal.to_act is None, "the deal has not ended"


@pytest.mark.parametrize("table", NAMED, ids=lambda table: table.rules)
def test_named_sets_compiled(table: Table) -> None:
    assert walk(table, "compiled", thorough=0.02).to_act is None


@pytest.mark.parametrize("speed", SPEEDS)
@settings(max_examples=30)
@given(table=tables())
def test_random_rules(table: Table, speed: str) -> None:
    walk(table, speed, thorough=0.05, steps=150)


@pytest.mark.soak
@pytest.mark.parametrize("speed", SPEEDS)
@settings(max_examples=400)
@given(table=tables())
def test_random_rules_for_long(table: Table, speed: str) -> None:
    walk(table, speed, thorough=0.1, steps=20_000)


@settings(max_examples=40)
@given(table=tables())
def test_both_speeds_agree(table: Table) -> None:
    plain, compiled = table.deal("plain"), table.deal("compiled")
    rng = table.rng()
    for _ in range(100):
        assert must.observables(plain) == must.observables(compiled)
        if plain.to_act is None:
            return
        text = str(rng.choice(plain.actions()))
        assert plain.act(text) == compiled.act(text)


@settings(max_examples=40)
@given(table=tables())
def test_same_seed_same_deal(table: Table) -> None:
    deals = [table.deal() for _ in range(2)]
    assert must.observables(deals[0]) == must.observables(deals[1])
    assert deals[0].events == deals[1].events
    other = Table(table.rules, table.seats, table.dealer, table.seed + 1).deal()
    assert other.snapshot() != deals[0].snapshot()


def test_packs_without_a_seed_differ() -> None:
    """And each card comes to each place: 40 packs, whose top cards are not always the same few."""
    packs = [housu.Deal.start("ruotsalainen", seats=2).snapshot()["hands"] for _ in range(40)]
    assert len({str(pack) for pack in packs}) == 40


def test_dealing_shuffles_evenly() -> None:
    """The first card of 2,000 seeds: each of 52 comes 38 times, give or take what chance allows (6 deviations)."""
    first: Counter[str] = Counter()
    for seed in range(2_000):
        first[housu.Deal.start("pagat", seats=2, seed=seed).snapshot()["stock"].split()[0]] += 1
    assert len(first) == 52
    assert all(5 <= n <= 80 for n in first.values())


@pytest.mark.parametrize("name", named_sets())
def test_refusals_everywhere(name: str) -> None:
    """Every card and word that is no legal action is refused in order, at each step of a deal."""
    table = next(table for table in NAMED if table.rules == name)
    deal = table.deal()
    rng = table.rng()
    for _ in range(15):
        if deal.to_act is None:
            return
        must.check_blocked(deal)
        must.check_refusals(deal, [*must.CARDS, *must.NONSENSE, *must.WORDS])
        deal.act(rng.choice(deal.actions()))


@pytest.mark.parametrize("table", NAMED, ids=lambda table: table.rules)
def test_position_is_a_deal(table: Table) -> None:
    """From any moment of a deal the same end is reached, by way of a snapshot and without."""
    deal = table.deal()
    rng = table.rng()
    for step in range(240):
        if step % 80 == 0:
            must.check_snapshot(deal, "compiled" if step else "plain", LONG, random.Random(step))
        if deal.to_act is not None:
            deal.act(rng.choice(deal.actions()))


LAST_ACTIONS = {
    "tens led that nobody is left to pick up": (
        {"rules": "pagat+ace_ten_lead=pick_up", "hands": ["Tc", "4d"]},
        "Tc",
    ),
    "tens led when the turns without progress are over": (
        {"rules": "pagat+ace_ten_lead=pick_up+stalemate_after=1", "hands": ["Tc 3c", "4d"]},
        "Tc",
    ),
    "the last pass": ({"rules": "pagat+lead_ban=tens_aces", "hands": ["Tc", "Td"], "passes": 1}, "pass"),
    "the last card clears": ({"rules": "pagat", "hands": ["Tc", "4d"], "pile": "3c"}, "Tc"),
    "a lead unbeaten": ({"rules": "zalupa", "hands": ["9h", "9c", "", ""], "went_out": [2, 3]}, "9h"),
}


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("last", LAST_ACTIONS)
def test_the_end_is_a_position_too(last: str, speed: str) -> None:
    position, action = LAST_ACTIONS[last]
    deal = housu.Deal.from_snapshot(position, speed=speed)
    deal.act(action)
    assert deal.to_act is None
    must.check_end(deal, deal.snapshot())
    must.check_snapshot(deal, speed, 0, random.Random(0))


SWITCHES = {
    "bounds checks": {"NUMBA_BOUNDSCHECK": "1"},
    "no Numba": {"NUMBA_DISABLE_JIT": "1"},
}


@pytest.mark.timeout(400)
@pytest.mark.parametrize("switch", SWITCHES)
def test_compiled_with(switch: str, tmp_path: Path) -> None:
    """The compiled engine goes through random deals with its bounds checked, and with Numba switched off."""
    program = "from tests import test_conformance as t; t.walk_for_switches()"
    environment = {**os.environ, **SWITCHES[switch], "NUMBA_CACHE_DIR": str(tmp_path)}
    command = (sys.executable, "-W", "error", "-c", program)
    done = subprocess.run(
        command, env=environment, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "done"


def walk_for_switches() -> None:
    """Deals of each named set and a few random ones, compiled and plain step for step; run in a process of its own."""
    rng = random.Random(3)
    for table in [*NAMED, *(random_table(rng) for _ in range(30))]:
        plain, compiled = table.deal("plain"), table.deal("compiled")
        for _ in range(150):
            if plain.to_act is None:
                break
            action = str(rng.choice(plain.actions()))
            assert plain.act(action) == compiled.act(action)
        assert must.observables(plain) == must.observables(compiled)
    print("done")
