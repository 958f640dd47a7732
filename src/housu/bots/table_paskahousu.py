"""Whole deals of Paskahousu among policies, played in the kernel."""

from __future__ import annotations

from typing import Any

from housu.bots.belief_paskahousu import copy_state
from housu.bots.greedy_paskahousu import greedy
from housu.bots.keeper_paskahousu import keeper
from housu.kernel.paskahousu import OVER, apply, random_action, start

RANDOM, GREEDY, KEEPER = range(3)
APART = frozenset(
    {"play_on", "play_deal", "contest", "playouts"}
)  # large: compiled once, not into each caller


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
    rules: Any, s: Any, minds: Any, lineup: Any, pack: Any, seats: int, dealer: int, word: int, most: int
) -> int:
    """Deals a pack (top card last) and plays it out; the minds' dice start from `word`. Returns the number of actions."""
    for place in range(rules.pack_size):
        s.stock[place] = pack[place]
    start(rules, s, seats, dealer)
    for seat in range(seats):
        minds[lineup[seat]].word = (word + 40503 * seat) & 0xFFFFFFFF
    return play_on(rules, s, minds, lineup, most)


def place(s: Any, seat: int) -> int:
    """The place a seat took, from 1; those who never went out share the last one."""
    for n in range(s.seats - s.alive):
        if s.went_out[n] == seat:
            return n + 1
    return s.seats


def contest(
    rules: Any,
    s: Any,
    minds: Any,
    lineups: Any,
    packs: Any,
    dealers: Any,
    words: Any,
    most: int,
    results: Any,
) -> int:
    """Plays every pack once with each lineup.

    `results[deal]` gets the place of each seat, then whether it was a stalemate and how many actions it took; the deals
    of a pack stand together. Returns the number of actions of all.
    """
    seats = len(lineups[0])
    deal = 0
    total = 0
    for p in range(len(packs)):
        for lineup in lineups:
            n = play_deal(rules, s, minds, lineup, packs[p], seats, dealers[p], words[p], most)
            for seat in range(seats):
                results[deal][seat] = place(s, seat)
            results[deal][seats] = s.stalemate
            results[deal][seats + 1] = n
            deal += 1
            total += n
    return total


def playouts(rules: Any, states: Any, s: Any, minds: Any, lineup: Any, times: int, most: int) -> int:
    """Plays each position out so many times, in the room of `s`; returns the number of actions. For measuring speed."""
    total = 0
    for n in range(len(states)):
        for _ in range(times):
            copy_state(s, states[n])
            total += play_on(rules, s, minds, lineup, most)
    return total
