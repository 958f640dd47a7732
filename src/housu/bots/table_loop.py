"""Whole deals among policies, played in the kernel; the same loops for both games.

`kernel.bind` gives these functions the rules and the policies of a game (`table_paskahousu`, `table_zalupa`).
"""

from __future__ import annotations

from typing import Any, cast

from housu.bots.mind import GREEDY, KEEPER

# The functions and numbers of a game, which `kernel.bind` puts in place of these names.
apply = copy_state = deal_pack = greedy = keeper = random_action = cast("Any", None)
OVER = 0

# Large: compiled once, not into each caller.
APART = frozenset({"play_on", "play_deal", "contest", "playouts"})


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
    for place in range(rules.pack_size):
        s.stock[place] = pack[place]
    deal_pack(rules, s, len(lineup), dealer, trumps)
    for seat in range(len(lineup)):
        minds[lineup[seat]].word = (word + 40503 * seat) & 0xFFFFFFFF
    return play_on(rules, s, minds, lineup, most)


def place(s: Any, seat: int, seats: int) -> int:
    """The place a seat took, from 1; those who never went out share the last one."""
    for n in range(seats - s.alive):
        if s.went_out[n] == seat:
            return n + 1
    return seats


def contest(
    rules: Any, s: Any, minds: Any, lineups: Any, packs: Any, dealers: Any, words: Any, trumps: Any, most: int,
    results: Any,
) -> int:  # fmt: skip
    """Plays every pack once with each lineup; `trumps[pack]` is a suit a seat, which only Zalupa reads.

    `results[deal]` gets the place of each seat, then whether it was a stalemate and how many actions it took; the deals
    of a pack stand together. Returns the number of actions of all.
    """
    seats = len(lineups[0])
    deal = 0
    total = 0
    for p in range(len(packs)):
        for lineup in lineups:
            n = play_deal(rules, s, minds, lineup, packs[p], trumps[p], dealers[p], words[p], most)
            for seat in range(seats):
                results[deal][seat] = place(s, seat, seats)
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
