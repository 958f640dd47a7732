"""Zalupa: state, legal actions, and what an action does (clauses Z3–Z10b, Z13 of the rules).

Plain functions over records of whole numbers, as in `kernel.paskahousu`: `rules` has the layout `rules.zalupa.TABLES`,
`s` is a deal in progress with the layout STATE.

An action is one number, the same in every rule set: lead or beat with a card (0 to 23, the cards from the nine of
clubs up), beat with it and say otboi (OTBOI more), or TAKE.
"""

from __future__ import annotations

from typing import Any

from housu.kernel.record import record_type
from housu.kernel.sets import bit_length, count, nth
from housu.rules.zalupa import TABLES

SEATS = 4
FIRST = 24  # the nine of clubs, the lowest card of the pack
CARDS = 24
OTBOI, TAKE = 24, 48
ACTIONS = 49
LEAD, BEAT, OVER = range(3)
NOBODY = -1

STATE = {
    "seats": 0,
    "dealer": 0,
    "to_act": 0,
    "phase": 0,
    "trumps": SEATS,  # the suit of each seat (Z2)
    "aside": SEATS,  # cards laid aside before the deal, as sets (Z11)
    "lowest_trump": SEATS,  # the card each seat was given in the exchange, or had (Z4)
    "hands": SEATS,
    "seen": SEATS,  # cards of a hand that everybody has seen (Z0)
    "held": SEATS,
    "stock": CARDS,  # the pack to deal from, top card last
    "left": 0,
    "table": CARDS,  # cards gone by otboi, then those on the table, in the order they were laid
    "gone": 0,
    "height": 0,
    "pile": 0,
    "top": 0,  # the card to be beaten, in phase BEAT
    "led_by": 0,
    "playing": 0,
    "alive": 0,
    "went_out": SEATS,
    "idle": 0,  # Z13
    "loser": 0,
    "stalemate": 0,
}

# Large or rare: compiled once and called, while all others are inlined into those that call them.
APART = frozenset({"start", "deal_hands", "exchange", "shuffle", "legal", "take", "playout", "random_deals"})

Rules = record_type("Rules", TABLES)
State = record_type("State", STATE)


# --- dealing (Z3–Z5) ---


def start(rules: Any, s: Any, dealer: int) -> None:
    """A whole deal up to the first lead; `s.trumps` and `s.aside` are set, and the pack lies in `s.stock`."""
    deal_hands(rules, s, dealer)
    exchange(s)


def deal_hands(rules: Any, s: Any, dealer: int) -> None:
    """Deals `s.left` cards of `s.stock`, the top card last, one at a time from the dealer's left (Z3)."""
    s.seats = SEATS
    s.dealer = dealer
    s.to_act = dealer
    s.phase = LEAD
    s.gone = 0
    s.height = 0
    s.pile = 0
    s.top = 0
    s.led_by = NOBODY
    s.idle = 0
    s.loser = NOBODY
    s.stalemate = 0
    s.alive = SEATS
    s.playing = (1 << SEATS) - 1
    for seat in range(SEATS):
        s.hands[seat] = 0
        s.seen[seat] = 0
        s.held[seat] = 0
    seat = dealer
    while s.left > 0:
        seat = (seat + 1) & 3
        s.left -= 1
        s.hands[seat] |= 1 << s.stock[s.left]
        s.held[seat] += 1


def exchange(s: Any) -> None:
    """Each seat's lowest trump still in play goes to it, from whoever holds it, all at once (Z4)."""
    for seat in range(SEATS):
        card = lowest_trump(s, seat)
        s.lowest_trump[seat] = card
        for giver in range(SEATS):
            if giver != seat and s.hands[giver] >> card & 1:
                s.hands[giver] &= ~(1 << card)
                s.held[giver] -= 1
                s.hands[seat] |= 1 << card
                s.seen[seat] |= 1 << card
                s.held[seat] += 1


def lowest_trump(s: Any, seat: int) -> int:
    """The lowest card of a seat's suit that is not set aside."""
    card = FIRST + s.trumps[seat]
    aside = s.aside[0] | s.aside[1] | s.aside[2] | s.aside[3]
    while aside >> card & 1:
        card += 4
    return card


# --- what may be done (Z5–Z10) ---


def beating(rules: Any, s: Any) -> int:
    """The cards of the seat to act that beat the card led (Z6)."""
    seat = s.to_act
    return s.hands[seat] & rules.beats[64 * s.trumps[seat] + s.top]


def legal(rules: Any, s: Any, actions: Any) -> int:
    """Writes the legal actions into `actions` (room for ACTIONS) and returns how many there are; 0 when it is over."""
    n = 0
    if s.phase == LEAD:
        cards = s.hands[s.to_act]
        while cards:
            actions[n] = bit_length(cards & -cards) - 1 - FIRST
            cards &= cards - 1
            n += 1
        return n
    if s.phase == OVER:
        return 0
    cards = beating(rules, s)
    while cards:
        card = bit_length(cards & -cards) - 1 - FIRST
        cards &= cards - 1
        actions[n] = card
        actions[n + 1] = OTBOI + card
        n += 2
    if n == 0 or rules.may_take:
        actions[n] = TAKE
        n += 1
    return n


# --- what an action does ---


def apply(rules: Any, s: Any, action: int) -> None:
    """Does a legal action. One that isn't legal damages the state."""
    if action == TAKE:
        take(rules, s)
    elif s.phase == LEAD:
        lead(rules, s, FIRST + action)
    elif action >= OTBOI:
        beat(rules, s, FIRST + action - OTBOI, 1)
    else:
        beat(rules, s, FIRST + action, 0)


def lay(s: Any, seat: int, card: int) -> None:
    bit = 1 << card
    s.hands[seat] &= ~bit
    s.seen[seat] &= ~bit
    s.held[seat] -= 1
    s.table[s.gone + s.height] = card
    s.height += 1
    s.pile |= bit


def lead(rules: Any, s: Any, card: int) -> None:
    """Who leads his last card is out at once, and the next player must still beat it (Z7, Z10a)."""
    seat = s.to_act
    lay(s, seat, card)
    s.top = card
    s.led_by = seat
    s.phase = BEAT
    next_seat(s)
    count_action(rules, s, seat, 0)


def beat(rules: Any, s: Any, card: int, otboi: int) -> None:
    """The beater leads next; after otboi, or when he is out, the next player does (Z7, Z10, Z10a)."""
    seat = s.to_act
    lay(s, seat, card)
    s.phase = LEAD
    if otboi:
        s.gone += s.height
        s.height = 0
        s.pile = 0
    if otboi or s.held[seat] == 0:
        next_seat(s)
    count_action(rules, s, seat, otboi)


def take(rules: Any, s: Any) -> None:
    """All cards on the table go into the taker's hand, seen by everybody (Z8), and somebody leads anew (Z9)."""
    seat = s.to_act
    s.hands[seat] |= s.pile
    s.seen[seat] |= s.pile
    s.held[seat] += s.height
    s.height = 0
    s.pile = 0
    s.phase = LEAD
    if rules.leader_again:
        s.to_act = s.led_by
        if not s.playing >> s.led_by & 1:
            next_seat(s)
            if s.to_act == seat:
                next_seat(s)
    else:
        next_seat(s)
    count_action(rules, s, seat, 0)


def count_action(rules: Any, s: Any, seat: int, otboi: int) -> None:
    """Going out, the end of the deal (Z10a, Z10b), and the no-progress rule (Z13)."""
    if otboi:
        s.idle = 0
    else:
        s.idle += 1
    if s.held[seat] == 0:
        s.went_out[SEATS - s.alive] = seat
        s.playing &= ~(1 << seat)
        s.alive -= 1
        s.idle = 0
        if s.alive == 1:
            s.loser = bit_length(s.playing) - 1
            s.phase = OVER
    elif s.idle == rules.stalemate_after and not otboi:
        s.phase = OVER
        s.stalemate = 1


def next_seat(s: Any) -> None:
    """To the next seat clockwise that is still in."""
    seat = (s.to_act + 1) & 3
    while not s.playing >> seat & 1:
        seat = (seat + 1) & 3
    s.to_act = seat


# --- random play ---

DICE = {"word": 0, "actions": ACTIONS}
Dice = record_type("Dice", DICE)


def random_action(rules: Any, s: Any, dice: Any) -> int:
    """A legal action, each as likely as any other."""
    if s.phase == LEAD:
        cards = s.hands[s.to_act]
        return bit_length(nth(cards, below(dice, count(cards)))) - 1 - FIRST
    cards = beating(rules, s)
    n = 2 * count(cards)
    if n == 0:
        return TAKE
    pick = below(dice, n + rules.may_take)
    if pick == n:
        return TAKE
    return bit_length(nth(cards, pick >> 1)) - 1 - FIRST + OTBOI * (pick & 1)


def below(dice: Any, n: int) -> int:
    """A number from 0 to n - 1, of a 32-bit linear congruential generator: quick, and enough for playouts."""
    word = (dice.word * 1664525 + 1013904223) & 0xFFFFFFFF
    dice.word = word
    return word * n >> 32


def shuffle(rules: Any, s: Any, dice: Any) -> None:
    """The cards that are not set aside, in random order, into `s.stock`."""
    aside = s.aside[0] | s.aside[1] | s.aside[2] | s.aside[3]
    n = 0
    for i in range(rules.pack_size):
        card = rules.pack[i]
        if not aside >> card & 1:
            s.stock[n] = card
            n += 1
    s.left = n
    for i in range(n - 1, 0, -1):
        j = below(dice, i + 1)
        card = s.stock[i]
        s.stock[i] = s.stock[j]
        s.stock[j] = card


def playout(rules: Any, s: Any, dice: Any, most: int) -> int:
    """Random play to the end, or for `most` actions. Returns how many actions it took."""
    n = 0
    while s.phase != OVER and n < most:
        apply(rules, s, random_action(rules, s, dice))
        n += 1
    return n


def random_deals(rules: Any, s: Any, dice: Any, seats: int, deals: int, most: int) -> int:
    """Deals in random play one after another, each for `most` actions at most. Returns how many actions it took.

    Seat 0 has clubs for trump, and so on; nothing is set aside.
    """
    n = 0
    for deal in range(deals):
        for seat in range(seats):
            s.trumps[seat] = seat
            s.aside[seat] = 0
        shuffle(rules, s, dice)
        start(rules, s, deal % seats)
        n += playout(rules, s, dice, most)
    return n
