"""Deals in several threads at once: a server plays in one and replays in another, and they share a face."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from housu import Deal


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as Python can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def play(rules: str, seed: int) -> list[list[str]]:
    """The legal actions of each moment of a deal."""
    deal = Deal.start(rules, seats=4, seed=seed, speed="plain")
    told: list[list[str]] = []
    while deal.to_act is not None and len(told) < 150:
        legal = [str(action) for action in deal.actions()]
        told.append(legal)
        deal.act(legal[len(told) % len(legal)])
    return told


@pytest.mark.parametrize("rules", ["pagat", "poytapaska", "zalupa"])
def test_deals_in_other_threads_change_nothing(rules: str, restless: None) -> None:
    alone = [play(rules, seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seed: play(rules, seed), range(8))) == alone
