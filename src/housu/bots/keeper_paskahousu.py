"""The keeper's policy for Paskahousu: the tactics of the English source, weighed.

Every action open is given a value, a sum of terms, and the highest is played. A term is a weight times what it looks at,
so that setting its weights to zero takes it out and changes nothing else. There are four sets of weights: for a large
stock, a small one, none, and for the last two players.

Values are whole numbers, so that both speeds and all machines choose alike. Only what the seat to act may know is read:
its hand, what lies open, the cards everybody has seen, and counts.
"""

from __future__ import annotations

from typing import Any

from housu.bots.greedy_paskahousu import clears, greedy, lowest_position
from housu.bots.mind import CERTAIN, KEEPER, chance
from housu.kernel.paskahousu import (
    AFTER_DRAW,
    BLIND,
    DRAW,
    DUTY,
    OPENING,
    PASS,
    PICK_UP,
    STOP,
    before_play,
    can_blind,
    face_up_set,
    legal,
    opening_cards,
    plays,
    takeable,
)
from housu.kernel.sets import bit_length, count
from housu.rules.paskahousu_tables import BELOWS, EMPTY

# Where a phase's weights begin: one a kind for the first three, then single ones.
PRICE = 0  # for each card laid
LEAD = 16  # for leading the kind
TAKE = 32  # for each card of a pile picked up
CLEAR = 48  # for clearing the pile
CLEAR_SIZE = 49  # for each card cleared away
CLEAR_WORTH = 50  # for what picking up those cards would be worth
CLEAR_SMALL = 51  # for each small card in hand, when leading again
FOLLOW = 52  # if the next player can follow
FOLLOW_LAST = 53  # the same, if he may go out by it
STUCK_SIZE = 54  # for each card he must pick up if he can't
LEFT_WORTH = 55  # for what the pile left to him is worth
MORE = 56  # for each card beyond the first
SPLIT = 57  # for each card of the kind kept back
TWOS = 58  # for laying twos where the player before holds more
PICKING = 59  # for picking up
PICK_SIZE = 60  # for each card picked up
PICK_SMALL = 61  # for each small card in hand
DRAWING = 62  # for drawing, or for trying a face-down card
DRAW_FITS = 63  # if the card fits
DRAW_FAILS = 64  # for what the pile is worth if it doesn't
IDLE = 65  # for picking up or holding back when the deal has gone in circles
STOPPING = 66  # for leaving a drawn card in hand
PHASE = 68
PHASES = 4

TERMS = {
    "price": (PRICE, 16),
    "lead": (LEAD, 16),
    "take": (TAKE, 16),
    "clear": (CLEAR, 1),
    "clear_size": (CLEAR_SIZE, 1),
    "clear_worth": (CLEAR_WORTH, 1),
    "clear_small": (CLEAR_SMALL, 1),
    "follow": (FOLLOW, 1),
    "follow_last": (FOLLOW_LAST, 1),
    "stuck_size": (STUCK_SIZE, 1),
    "left_worth": (LEFT_WORTH, 1),
    "more": (MORE, 1),
    "split": (SPLIT, 1),
    "twos": (TWOS, 1),
    "picking": (PICKING, 1),
    "pick_size": (PICK_SIZE, 1),
    "pick_small": (PICK_SMALL, 1),
    "drawing": (DRAWING, 1),
    "draw_fits": (DRAW_FITS, 1),
    "draw_fails": (DRAW_FAILS, 1),
    "idle": (IDLE, 1),
    "stopping": (STOPPING, 1),
}

GOES_OUT = 1 << 40  # more than any sum of terms
NOTHING = -(1 << 40)
SMALL = 0xFFF  # threes, fours and fives
TWO = 12
STOCK_A_SEAT = 3  # cards of the stock for each seat still in that make it a large one
CIRCLES = 40  # idle turns (P24) after which a deal seems to go in circles
STUBBORN = 16  # then the last seat, and after so many idle turns all the others, are greedy: two who weigh alike go on
CHANGE = 7  # and of the weighing ones' turns one in so many is spent on whatever comes
APART = frozenset(
    {"keeper", "action_value", "look", "best_play", "after_draw", "opening"}
)  # large: compiled once, not into each caller


def keeper(rules: Any, s: Any, mind: Any) -> int:
    """The action of the seat to act."""
    if s.phase == DUTY:
        return PICK_UP
    look(rules, s, mind)
    if s.phase == AFTER_DRAW:
        return after_draw(rules, s, mind)
    if s.phase == OPENING:
        return opening(rules, s, mind)
    if s.idle > CIRCLES and mind.policy == KEEPER:  # not KEEPER_1, which stays as it was
        last = 1 if s.to_act > mind.next else 0
        if (s.idle // STUBBORN + last) % 2:
            return greedy(rules, s, mind)
        if s.idle % CHANGE == 0:
            return mind.actions[s.idle * s.idle // CHANGE % legal(rules, s, mind.actions)]
    first, second = plays(rules, s)
    best, most = best_play(rules, s, mind, first, second)
    if s.height:
        value = pick_up_value(s, mind)
        if value > most:
            most = value
            best = PICK_UP
    if s.left:
        if best == PASS or not rules.draw_when_stuck or first | second == 0:
            value = try_value(rules, s, mind)
            if value > most:
                best = DRAW
    elif can_blind(s):
        value = try_value(rules, s, mind)
        if value > most:
            best = BLIND + lowest_position(s)
    return best


def action_value(rules: Any, s: Any, mind: Any, action: int) -> int:
    """The value of a legal action; of those open, `keeper` takes the first with the highest."""
    look(rules, s, mind)
    if action < PICK_UP:
        kind = action >> 3
        n = (action & 7) + 1
        if s.phase == AFTER_DRAW:
            return instead_value(rules, s, mind, kind)
        if s.phase == OPENING:
            first, second = opening_cards(rules, s)
        else:
            first, second = plays(rules, s)
        cards = rules.cards_of[kind]
        held = count(first & cards) + count(second & cards)
        return play_value(rules, s, mind, kind, n, held, follow(rules, mind, kind))
    if action == PICK_UP:
        return pick_up_value(s, mind)
    if action == STOP:
        return mind.weights[mind.base + STOPPING]
    if action == PASS:
        return NOTHING
    return try_value(rules, s, mind)


# --- what the seat to act sees ---


def look(rules: Any, s: Any, mind: Any) -> None:
    """Notes down what all the actions of a turn are valued by."""
    seat = s.to_act
    if s.left > STOCK_A_SEAT * s.alive:
        mind.base = 0
    elif s.left:
        mind.base = PHASE
    elif s.alive > 2:
        mind.base = 2 * PHASE
    else:
        mind.base = 3 * PHASE
    before = seat
    placed = s.out | s.pile | s.hands[seat]
    placed2 = s.out2 | s.pile2 | s.hands2[seat]
    after = NOTHING
    for n in range(1, s.seats):
        other = seat + n
        if other >= s.seats:
            other -= s.seats
        placed |= s.seen[other]
        placed2 |= s.seen2[other]
        if s.playing >> other & 1:
            before = other
            if after == NOTHING:
                after = other
    if rules.table_cards:
        for other in range(s.seats):
            first, second = face_up_set(s, other)
            placed |= first
            placed2 |= second
    mind.next = after
    pack = (1 << 52) - 1
    mind.unseen = pack & ~placed
    mind.unknown = count(mind.unseen)
    if rules.decks == 2:
        mind.unseen2 = pack & ~placed2
        mind.unknown += count(mind.unseen2)
    look_at_next(s, mind, after)
    mind.worth = pile_worth(rules, s, mind)
    mind.small = count(s.hands[seat] & SMALL) + count(s.hands2[seat] & SMALL)
    twos = rules.cards_of[TWO]
    mind.twos = (
        count(s.seen[before] & twos)
        + count(s.seen2[before] & twos)
        - count(s.hands[seat] & twos)
        - count(s.hands2[seat] & twos)
    )


def look_at_next(s: Any, mind: Any, after: int) -> None:
    """What the next player can play from: known cards, and how many others (P28)."""
    if s.held[after] or s.left:
        mind.known = s.seen[after]
        mind.known2 = s.seen2[after]
        mind.hidden = s.held[after] - count(s.seen[after]) - count(s.seen2[after])
        return
    mind.known, mind.known2 = face_up_set(s, after)
    mind.hidden = 0 if mind.known | mind.known2 else 1


def pile_worth(rules: Any, s: Any, mind: Any) -> int:
    """What the cards of the pile are worth to who picks them up."""
    worth = 0
    both = s.pile | s.pile2
    while both:
        kind = rules.kind_of[bit_length(both & -both) - 1]
        cards = rules.cards_of[kind]
        both &= ~cards
        worth += mind.weights[mind.base + TAKE + kind] * (count(s.pile & cards) + count(s.pile2 & cards))
    return worth


def follow(rules: Any, mind: Any, kind: int) -> int:
    """The chance, of CERTAIN, that the next player holds a card that may go on that kind."""
    fits = rules.may_go[kind]
    if mind.known & fits or mind.known2 & fits:
        return CERTAIN
    fitting = count(mind.unseen & fits) + count(mind.unseen2 & fits)
    return chance(mind, mind.unknown, fitting, mind.hidden)


# --- what the actions are worth ---


def best_play(rules: Any, s: Any, mind: Any, first: int, second: int) -> tuple[int, int]:
    """The best play of those that a set stands for, and its value; PASS where there is none."""
    best = PASS
    most = NOTHING
    both = first | second
    while both:
        kind = rules.kind_of[bit_length(both & -both) - 1]
        cards = rules.cards_of[kind]
        both &= ~cards
        held = count(first & cards) + count(second & cards)
        follows = follow(rules, mind, kind)
        for n in range(1, held + 1):
            value = play_value(rules, s, mind, kind, n, held, follows)
            if value > most:
                most = value
                best = 8 * kind + n - 1
    return best, most


def play_value(rules: Any, s: Any, mind: Any, kind: int, n: int, held: int, follows: int) -> int:
    """The value of playing n of the cards of a kind that are held, where the next player follows with that chance."""
    seat = s.to_act
    if s.left == 0 and s.held[seat] + s.laid[seat] == n:
        return GOES_OUT
    w = mind.weights
    base = mind.base
    value = w[base + PRICE + kind] * n + w[base + MORE] * (n - 1) + w[base + SPLIT] * (held - n)
    if s.top == EMPTY:
        value += w[base + LEAD + kind]
    if kind == TWO and mind.twos > 0:
        value += w[base + TWOS]
    if clears(rules, s, kind, n):
        return (
            value
            + w[base + CLEAR]
            + w[base + CLEAR_SIZE] * s.height
            + (w[base + CLEAR_WORTH] * mind.worth >> 10)
            + w[base + CLEAR_SMALL] * mind.small
        )
    value += (w[base + FOLLOW] * follows + w[base + STUCK_SIZE] * (CERTAIN - follows) * (s.height + n)) >> 10
    if s.left == 0 and s.held[mind.next] + s.laid[mind.next] <= 2:
        value += w[base + FOLLOW_LAST] * follows >> 10
    left = mind.worth + w[base + TAKE + kind] * n
    return value + (w[base + LEFT_WORTH] * left >> 10)


def pick_up_value(s: Any, mind: Any) -> int:
    """The value of picking up the pile."""
    w = mind.weights
    base = mind.base
    value = w[base + PICKING] + w[base + PICK_SIZE] * s.height + w[base + PICK_SMALL] * mind.small
    if s.idle > CIRCLES:
        value += w[base + IDLE]
    return value + mind.worth


def try_value(rules: Any, s: Any, mind: Any) -> int:
    """The value of turning a card, of the stock or face down."""
    w = mind.weights
    base = mind.base
    top = s.top
    fits = rules.may_go[top]
    fitting = count(mind.unseen & fits) + count(mind.unseen2 & fits)
    lucky = CERTAIN * fitting // mind.unknown
    return (
        w[base + DRAWING]
        + (w[base + DRAW_FITS] * lucky >> 10)
        + (w[base + DRAW_FAILS] * (mind.worth * (CERTAIN - lucky) >> 10) >> 10)
    )


# --- choices that are not an ordinary turn's ---


def opening(rules: Any, s: Any, mind: Any) -> int:
    """How many of the cards that may open (P8: all of them; P9: as many as it likes)."""
    first, second = opening_cards(rules, s)
    if rules.any_threes:
        best, _ = best_play(rules, s, mind, first, second)
        return best
    kind = rules.kind_of[bit_length((first | second) & -(first | second)) - 1]
    n = count(first) + count(second)
    if rules.single & rules.cards_of[kind]:
        n = 1
    return 8 * kind + n - 1


def after_draw(rules: Any, s: Any, mind: Any) -> int:
    """A drawn card in place of the play or after it, or stop (P26)."""
    first, second = takeable(rules, s)
    best = STOP
    most = mind.weights[mind.base + STOPPING]
    both = first | second
    while both:
        kind = rules.kind_of[bit_length(both & -both) - 1]
        both &= ~rules.cards_of[kind]
        value = instead_value(rules, s, mind, kind)
        if value > most:
            most = value
            best = 8 * kind
    return best


def instead_value(rules: Any, s: Any, mind: Any, kind: int) -> int:
    """What a drawn card laid now changes: on top of the play (`continue`), or in its place (`swap`)."""
    w = mind.weights
    base = mind.base
    follows = follow(rules, mind, kind)
    if not rules.swap:
        return play_value(rules, s, mind, kind, 1, 1, follows)
    played = s.top
    below = before_play(rules, s)
    value = w[base + PRICE + kind] - w[base + PRICE + played] * s.played - w[base + MORE] * (s.played - 1)
    if rules.clears[kind * BELOWS + below]:
        value += w[base + CLEAR] + w[base + CLEAR_SMALL] * mind.small
    else:
        value += w[base + FOLLOW] * follows >> 10
    return value - (w[base + FOLLOW] * follow(rules, mind, played) >> 10)
