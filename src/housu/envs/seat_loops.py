"""Many deals at once in which one seat learns and policies play the others, all in compiled code.

As in `kernel.batch`, the loops are the same for both games; `kernel.bind` gives them the functions of one
(`envs.seat_paskahousu`, `envs.seat_zalupa`).
"""

from __future__ import annotations

from typing import Any, cast

from housu.kernel.pay import share_of_first, share_of_last

# The functions and numbers of a game, which `kernel.bind` puts in place of these names.
apply = new_deal = observe = write_legal = decide = RULES = STATES = MINDS = cast("Any", None)
OVER = LEGAL_WORDS = 0
APART = frozenset({"play_others"})  # it is called from several places


def seat_of(place: int, number: int, seats: int, chair: int) -> int:
    """Where the learner sits: at its chair, or without one (-1) one seat further in each deal, so that none is favoured."""
    return chair if chair >= 0 else (place + number) % seats


def play_others(rules: Any, s: Any, mind: Any, seats: int, learner: int) -> float:
    """Lets the others act until the learner must, is out, or the deal is over. Returns what that pays the learner."""
    while s.phase != OVER and s.to_act != learner and s.playing >> learner & 1:
        apply(rules, s, decide(rules, s, mind))
    if s.phase == OVER and s.playing >> learner & 1:
        return share_of_last(s.alive, seats)
    return 0.0


def begin(
    rules: Any,
    s: Any,
    mind: Any,
    seats: int,
    seed: int,
    share: int,
    chair: int,
    deals: Any,
    learner: Any,
    i: int,
) -> None:
    """Deals until there is a deal in which the learner has to act; `share` places next to each other have the same pack."""
    while True:
        new_deal(rules, s, seats, seed, i // share, deals[i])
        learner[i] = seat_of(i, deals[i], seats, chair)
        play_others(rules, s, mind, seats, learner[i])
        if s.phase != OVER:
            return
        deals[i] += 1


def show(rules: Any, s: Any, learner: Any, i: int, room: Any, view: Any, mask: Any) -> None:
    """What the learner may know and do."""
    observe(rules, s, learner[i], view, i)
    if s.to_act == learner[i]:
        write_legal(rules, s, mask, i, room)
    else:
        for word in range(LEGAL_WORDS):
            mask[i, word] = 0


def deal_seats(
    raw_rules: Any, raw_states: Any, raw_mind: Any, seats: int, seed: int, share: int, chair: int, deals: Any,
    words: Any, learner: Any, room: Any, view: Any, mask: Any, first: int, last: int,
) -> None:  # fmt: skip
    """Deals the packs numbered in `deals` and lets the others act up to the learner's first turn."""
    rules = raw_rules.view(RULES)[0]
    states = raw_states.view(STATES)
    mind = raw_mind.view(MINDS)[0]
    for i in range(first, last):
        mind.word = words[i]
        begin(rules, states[i], mind, seats, seed, share, chair, deals, learner, i)
        words[i] = mind.word
        show(rules, states[i], learner, i, room, view, mask)


def step_seats(
    raw_rules: Any, raw_states: Any, raw_mind: Any, seats: int, seed: int, share: int, chair: int, deals: Any,
    words: Any, learner: Any, room: Any, view: Any, mask: Any, actions: Any, reward: Any, done: Any, redeal: int, first: int, last: int,
) -> None:  # fmt: skip
    """Does the learner's action in each deal, then the others', up to the learner's next turn; deals anew (or not) where it ends.

    For the learner a deal ends when it goes out, even if others play on: its place is known.
    """
    rules = raw_rules.view(RULES)[0]
    states = raw_states.view(STATES)
    mind = raw_mind.view(MINDS)[0]
    for i in range(first, last):
        s = states[i]
        seat = learner[i]
        mind.word = words[i]
        apply(rules, s, actions[i])
        reward[i] = play_others(rules, s, mind, seats, seat)
        done[i] = 0
        if not s.playing >> seat & 1:
            reward[i] = share_of_first(seats)
        if s.phase == OVER or not s.playing >> seat & 1:
            done[i] = 1
            if redeal:
                deals[i] += 1
                begin(rules, s, mind, seats, seed, share, chair, deals, learner, i)
        words[i] = mind.word
        show(rules, s, learner, i, room, view, mask)
