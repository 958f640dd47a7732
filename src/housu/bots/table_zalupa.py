"""Whole deals of Zalupa among policies, played in the kernel."""

from __future__ import annotations

from typing import Any

from housu.bots.greedy_zalupa import greedy
from housu.bots.keeper_zalupa import keeper
from housu.kernel.zalupa import OVER, SEATS, apply, random_action, start

APART = frozenset({"play_on", "play_deal", "contest"})
RANDOM, GREEDY, KEEPER = range(3)


def decide(rules: Any, s: Any, mind: Any) -> int:
    """What the policy of that mind does."""
    if mind.policy >= KEEPER:
        return keeper(rules, s, mind)
    if mind.policy == GREEDY:
        return greedy(rules, s, mind)
    return random_action(rules, s, mind)


def play_on(rules: Any, s: Any, minds: Any, lineup: Any, most: int) -> int:
    """Plays to the end, or for `most` actions; `lineup[seat]` says which mind plays. Returns how many actions it took."""
    n = 0
    while s.phase != OVER and n < most:
        apply(rules, s, decide(rules, s, minds[lineup[s.to_act]]))
        n += 1
    return n


def play_deal(
    rules: Any, s: Any, minds: Any, lineup: Any, pack: Any, trumps: Any, dealer: int, word: int, most: int
) -> int:
    """Deals a pack (top card last) and plays it out; the minds' dice start from `word`. Returns the number of actions."""
    for n in range(rules.pack_size):
        s.stock[n] = pack[n]
    s.left = rules.pack_size
    for seat in range(SEATS):
        s.trumps[seat] = trumps[seat]
        s.aside[seat] = 0
        minds[lineup[seat]].word = (word + 40503 * seat) & 0xFFFFFFFF
    start(rules, s, dealer)
    return play_on(rules, s, minds, lineup, most)


def place(s: Any, seat: int) -> int:
    """The place a seat took, from 1; those who never went out share the last one."""
    for n in range(SEATS - s.alive):
        if s.went_out[n] == seat:
            return n + 1
    return SEATS


def contest(
    rules: Any, s: Any, minds: Any, lineups: Any, packs: Any, dealers: Any, words: Any, trumps: Any, most: int,
    results: Any,
) -> int:  # fmt: skip
    """Plays every pack once with each lineup; as `table_paskahousu.contest`, and `trumps[pack]` is a suit a seat."""
    deal = 0
    total = 0
    for p in range(len(packs)):
        for lineup in lineups:
            n = play_deal(rules, s, minds, lineup, packs[p], trumps[p], dealers[p], words[p], most)
            for seat in range(SEATS):
                results[deal][seat] = place(s, seat)
            results[deal][SEATS] = s.stalemate
            results[deal][SEATS + 1] = n
            deal += 1
            total += n
    return total
