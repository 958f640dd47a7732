"""Many deals at once: one action each, and what learners need written into flat arrays.

The loops are the same for both games; `kernel.bind` gives them the functions of one (`kernel.batch_paskahousu`,
`kernel.batch_zalupa`). All that they are given is
flat NumPy arrays of numbers, which a compiled function takes from Python in a tenth of the time of a record; inside,
rules and states are seen as records. A deal that is over is dealt anew in the same step, from a pack that depends only
on the seed, the place in the batch and the number of the deal there.
"""

from __future__ import annotations

from typing import Any, cast

from housu.kernel.pay import share_of_first, share_of_last

# The functions and numbers of a game, which `kernel.bind` puts in place of these names.
apply = random_action = new_deal = observe = write_legal = RULES = STATES = DICE = cast("Any", None)
OVER = 0


def deal_all(
    raw_rules: Any, raw_states: Any, seats: int, seed: int, deals: Any, room: Any, view: Any, mask: Any, to_act: Any,
    first: int, last: int,
) -> None:  # fmt: skip
    """Deals the packs numbered in `deals` to the places from `first` up to `last`, and shows them."""
    rules = raw_rules.view(RULES)[0]
    states = raw_states.view(STATES)
    for i in range(first, last):
        s = states[i]
        new_deal(rules, s, seats, seed, i, deals[i])
        show(rules, s, i, room, view, mask, to_act)


def observe_one(raw_rules: Any, raw_states: Any, i: int, seat: int, view: Any) -> None:
    """What any seat may know of one deal, into the first row of `view`."""
    observe(raw_rules.view(RULES)[0], raw_states.view(STATES)[i], seat, view, 0)


def step_all(
    raw_rules: Any, raw_states: Any, seats: int, seed: int, deals: Any, room: Any, view: Any, mask: Any, to_act: Any,
    actions: Any, reward: Any, done: Any, redeal: int, first: int, last: int,
) -> None:  # fmt: skip
    """Does a legal action at each place from `first` up to `last`, pays, deals anew (or not) where it is over, and shows."""
    rules = raw_rules.view(RULES)[0]
    states = raw_states.view(STATES)
    for i in range(first, last):
        s = states[i]
        alive = s.alive
        seat = s.to_act
        apply(rules, s, actions[i])
        pay(s, seats, seat, alive, reward, i)
        done[i] = 0
        if s.phase == OVER:
            done[i] = 1
            if redeal:
                deals[i] += 1
                new_deal(rules, s, seats, seed, i, deals[i])
        show(rules, s, i, room, view, mask, to_act)


def show(rules: Any, s: Any, i: int, room: Any, view: Any, mask: Any, to_act: Any) -> None:
    """What the seat to act at one place may know and do."""
    to_act[i] = s.to_act
    observe(rules, s, s.to_act, view, i)
    write_legal(rules, s, mask, i, room)


def pay(s: Any, seats: int, actor: int, alive: int, reward: Any, row: int) -> None:
    """What each seat is paid for one action: who goes out is paid at once, the others when the deal ends."""
    for seat in range(seats):
        reward[row, seat] = 0.0
    if s.alive < alive:
        reward[row, actor] = share_of_first(seats)
    if s.phase == OVER:
        last = share_of_last(s.alive, seats)
        for seat in range(seats):
            if s.playing >> seat & 1:
                reward[row, seat] = last


def first_illegal(mask: Any, actions: Any, codes: int) -> int:
    """The first place whose action its mask, now one byte an action, doesn't allow; -1 where there is none."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= codes or not mask[i, action]:
            return i
    return -1


def choose_all(raw_rules: Any, raw_states: Any, raw_dice: Any, actions: Any, first: int, last: int) -> None:
    """A legal action for each place, each as likely as any other."""
    rules = raw_rules.view(RULES)[0]
    states = raw_states.view(STATES)
    dice = raw_dice.view(DICE)[0]
    for i in range(first, last):
        actions[i] = random_action(rules, states[i], dice)
