"""Paskahousu: what the seat to act may do (clauses P10–P17, P25–P28 of the rules); see `kernel.paskahousu`."""

from __future__ import annotations

from typing import Any

from housu.kernel.paskahousu_dealing import opening_cards
from housu.kernel.paskahousu_state import (
    AFTER_DRAW,
    BLIND,
    DRAW,
    DUTY,
    NO_CARD,
    OVER,
    PASS,
    PICK_UP,
    POSITIONS,
    STOP,
    TURN,
)
from housu.kernel.sets import bit_length, count, take, take_known
from housu.rules.paskahousu_tables import AFTER_STOCK, EMPTY

# Large or rare: compiled once and called, while all others are inlined into those that call them.
APART = frozenset({
    "legal", "legal_apart", "list_plays", "lone", "face_up_set", "drawn_set", "takeable",
    "before_play", "can_blind", "known_first",
})  # fmt: skip


def face_up_set(s: Any, seat: int) -> tuple[int, int]:
    """The face-up cards of a seat as a set."""
    first = 0
    second = 0
    for place in range(POSITIONS * seat, POSITIONS * seat + POSITIONS):
        card = s.face_up[place]
        if card >= 64:
            second |= 1 << (card - 64)
        elif card >= 0:
            first |= 1 << card
    return first, second


def source(s: Any) -> tuple[int, int]:
    """The cards the seat to act plays from: the hand, or without hand and stock the face-up cards (P28)."""
    seat = s.to_act
    if s.held[seat] or s.left:
        return s.hands[seat], s.hands2[seat]
    return face_up_set(s, seat)


def may_go(rules: Any, s: Any) -> int:
    """The cards of a pack that may go on the pile now, or be led (P11–P16, P27)."""
    top = s.top
    if top == EMPTY and s.left == 0:
        top = AFTER_STOCK
    return rules.may_go[s.nines_gone + top]


def lone(rules: Any, cards: int) -> int:
    """Of cards that go alone (P17), the lowest of each kind."""
    kept = 0
    while cards:
        lowest_card = cards & -cards
        kept |= lowest_card
        cards &= ~rules.cards_of[rules.kind_of[bit_length(lowest_card) - 1]]
    return kept


def plays(rules: Any, s: Any) -> tuple[int, int]:
    """The plays open in an ordinary turn as a set: the n-th card of a kind stands for playing n of them."""
    seat = s.to_act
    top = s.top
    if top == EMPTY and s.left == 0:
        top = AFTER_STOCK
    mask = rules.may_go[s.nines_gone + top]
    if s.held[seat]:
        first = s.hands[seat] & mask
        second = s.hands2[seat] & mask
    else:
        first, second = source(s)
        first &= mask
        second &= mask
    alone = (first | second) & rules.single
    if alone:
        # Of both packs together: which of two equal cards is of which pack must not show in the order of the actions.
        kept = lone(rules, alone)
        return first & ~alone | first & kept, second & ~alone | second & kept & ~first
    return first, second


def drawn_set(s: Any) -> tuple[int, int]:
    """The cards just drawn; they still lie behind the stock."""
    first = 0
    second = 0
    for place in range(s.left, s.left + s.drawn):
        card = s.stock[place]
        if card >= 64:
            second |= 1 << (card - 64)
        else:
            first |= 1 << card
    return first, second


def before_play(rules: Any, s: Any) -> int:
    """The kind that was on top before the play that a drawn card may replace (P26), or EMPTY."""
    if s.height == s.played:
        return EMPTY
    return rules.kind_of[s.table[s.gone + s.height - s.played - 1] & 63]


def takeable(rules: Any, s: Any) -> tuple[int, int]:
    """The drawn cards that may be played now (P26)."""
    first, second = drawn_set(s)
    if rules.swap:
        if s.opened:
            return 0, 0
        top = before_play(rules, s)
        if top == EMPTY and s.left == 0:
            top = AFTER_STOCK
        mask = rules.may_go[s.nines_gone + top]
    else:
        mask = may_go(rules, s)
    return first & mask, second & mask


def list_plays(rules: Any, first: int, second: int, actions: Any, one_each: int) -> int:
    """Writes the plays that a set stands for, lowest kind first; `one_each`: only one card of each kind at a time."""
    n = 0
    both = first | second
    while both:
        kind = rules.kind_of[bit_length(both & -both) - 1]
        cards = rules.cards_of[kind]
        both &= ~cards
        action = 8 * kind
        last = action
        if not one_each:
            last += count(first & cards) - 1
            if second:
                last += count(second & cards)
        while action <= last:
            actions[n] = action
            n += 1
            action += 1
    return n


def can_blind(s: Any) -> int:
    """Whether the seat to act plays its face-down cards now (P28)."""
    seat = s.to_act
    if s.held[seat] > 0 or s.left > 0 or s.laid[seat] == 0:
        return 0
    first, second = face_up_set(s, seat)
    return 1 if first | second == 0 else 0


def legal(rules: Any, s: Any, actions: Any) -> int:
    """Writes the legal actions into `actions` (room for ACTIONS) and returns how many there are; 0 when it is over."""
    if s.phase != TURN:
        return legal_apart(rules, s, actions)
    first, second = plays(rules, s)
    n = list_plays(rules, first, second, actions, 0)
    may_draw = s.left > 0 and (n == 0 or not rules.draw_when_stuck)
    if s.height > 0:
        actions[n] = PICK_UP
        n += 1
    if may_draw:
        actions[n] = DRAW
        n += 1
    if s.laid[s.to_act] and can_blind(s):
        for position in range(POSITIONS):
            if s.face_down[POSITIONS * s.to_act + position] != NO_CARD:
                actions[n] = BLIND + position
                n += 1
    if n == 0:
        actions[0] = PASS
        n = 1
    return n


def legal_apart(rules: Any, s: Any, actions: Any) -> int:
    """The legal actions outside ordinary turns: openings, choices, duties; none when it is over."""
    if s.phase == OVER:
        return 0
    if s.phase == DUTY:
        actions[0] = PICK_UP
        return 1
    if s.phase == AFTER_DRAW:
        first, second = takeable(rules, s)
        n = list_plays(rules, first, second, actions, 1)
        actions[n] = STOP
        return n + 1
    first, second = opening_cards(rules, s)
    if (first | second) & rules.single:
        return list_plays(rules, first, second, actions, 1)
    n = list_plays(rules, first, second, actions, 0)
    if rules.any_threes:
        return n
    actions[0] = actions[n - 1]
    return 1


def chosen(rules: Any, s: Any, action: int) -> tuple[int, int]:
    """The cards that a play lays where suits make no difference: those everybody has seen, then the lowest."""
    kind = rules.cards_of[action >> 3]
    n = (action & 7) + 1
    seat = s.to_act
    if s.phase == AFTER_DRAW:
        first, second = drawn_set(s)
    elif s.held[seat]:
        first = s.hands[seat]
        second = s.hands2[seat]
    else:
        first, second = source(s)
    first &= kind
    second &= kind
    if second:
        return known_first(first, second, s.seen[seat], s.seen2[seat], n)
    return take_known(first, s.seen[seat], n), 0


def known_first(first: int, second: int, seen: int, seen2: int, n: int) -> tuple[int, int]:
    """n cards of a set: the lowest that everybody has seen, then the lowest of the others."""
    if not second:
        return take_known(first, seen, n), 0
    one, two = lowest(first & seen, second & seen2, n)
    n -= count(one) + count(two)
    more, more2 = lowest(first & ~one, second & ~two, n)
    return one | more, two | more2


def lowest(first: int, second: int, n: int) -> tuple[int, int]:
    """The n lowest cards of a set, of whichever pack, or all of it where it has fewer."""
    if not second:
        return take(first, n), 0
    one = 0
    two = 0
    both = first | second
    while n > 0 and both:
        bit = both & -both
        both ^= bit
        if first & bit:
            one |= bit
            n -= 1
        if second & bit and n > 0:
            two |= bit
            n -= 1
    return one, two
