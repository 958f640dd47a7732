"""The keeper's policy for Zalupa: keep trumps and high cards for beating, say otboi when the table is long or the next
player strong, lead what the next player cannot beat, by what everybody has seen.

As `keeper_paskahousu`: each action's value is a sum of weighted terms, with a set of weights for each number of players
still in. Only what the seat to act may know is read.
"""

from __future__ import annotations

from typing import Any

from housu.bots.mind import CERTAIN, chance
from housu.kernel.sets import bit_length, count
from housu.kernel.zalupa import BEAT, FIRST, LEAD, OTBOI, SEATS, TAKE, beating

APART = frozenset({"keeper", "action_value", "look"})  # large: compiled once, not into each caller

# Where a phase's weights begin: one a rank from the nine up, for cards that are not the own trump and for those that are.
PRICE = 0  # for the card laid
LEADING = 12  # for leading it
TAKEN = 24  # for each card taken with the table
BEATEN = 36  # if the next player can beat the lead
BEATEN_LAST = 37  # the same, if he goes out by it
STUCK_SIZE = 38  # for each card he must take if he can't
STUCK_WORTH = 39  # for what they are worth
HIS_TRUMP = 40  # for leading the next player's trump
SAYING_OTBOI = 41  # for otboi
OTBOI_SIZE = 42  # for each card that goes by it
OTBOI_WORTH = 43  # for what they are worth
OTBOI_NEXT = 44  # for each card in the next player's hand
GOING_ON = 45  # without otboi, if the own next lead can't be beaten
TAKING = 46  # for taking
TAKE_SIZE = 47  # for each card taken
PHASE = 48
PHASES = 3

TERMS = {
    "price": (PRICE, 12),
    "leading": (LEADING, 12),
    "taken": (TAKEN, 12),
    "beaten": (BEATEN, 1),
    "beaten_last": (BEATEN_LAST, 1),
    "stuck_size": (STUCK_SIZE, 1),
    "stuck_worth": (STUCK_WORTH, 1),
    "his_trump": (HIS_TRUMP, 1),
    "otboi": (SAYING_OTBOI, 1),
    "otboi_size": (OTBOI_SIZE, 1),
    "otboi_worth": (OTBOI_WORTH, 1),
    "otboi_next": (OTBOI_NEXT, 1),
    "going_on": (GOING_ON, 1),
    "taking": (TAKING, 1),
    "take_size": (TAKE_SIZE, 1),
}

GOES_OUT = 1 << 40  # more than any sum of terms
NOTHING = -(1 << 40)
PACK = (1 << 48) - (1 << 24)


def keeper(rules: Any, s: Any, mind: Any) -> int:
    """The action of the seat to act."""
    cards = s.hands[s.to_act] if s.phase == LEAD else beating(rules, s)
    if cards == 0:
        return TAKE
    look(s, mind)
    best = TAKE
    most = NOTHING
    while cards:
        card = bit_length(cards & -cards) - 1
        cards &= cards - 1
        if s.phase == LEAD:
            value = lead_value(rules, s, mind, card)
            if value > most:
                most = value
                best = card - FIRST
        else:
            value = beat_value(rules, s, mind, card)
            if value > most:
                most = value
                best = card - FIRST
            value = otboi_value(s, mind, card)
            if value > most:
                most = value
                best = OTBOI + card - FIRST
    if s.phase == BEAT and rules.may_take and take_value(s, mind) > most:
        best = TAKE
    return best


def action_value(rules: Any, s: Any, mind: Any, action: int) -> int:
    """The value of a legal action; of those open, `keeper` takes the first with the highest, TAKE last."""
    look(s, mind)
    if action == TAKE:
        return take_value(s, mind)
    if s.phase == LEAD:
        return lead_value(rules, s, mind, FIRST + action)
    if action >= OTBOI:
        return otboi_value(s, mind, FIRST + action - OTBOI)
    return beat_value(rules, s, mind, FIRST + action)


# --- what the seat to act sees ---


def look(s: Any, mind: Any) -> None:
    """Notes down what all the actions of a turn are valued by."""
    seat = s.to_act
    mind.base = PHASE * (SEATS - s.alive)
    placed = s.pile | s.hands[seat]
    for n in range(s.gone):
        placed |= 1 << s.table[n]
    after = (seat + 1) & 3
    while not s.playing >> after & 1:
        after = (after + 1) & 3
    for other in range(SEATS):
        placed |= s.aside[other]
        if other != seat:
            placed |= s.seen[other]
    mind.next = after
    mind.unseen = PACK & ~placed
    mind.unknown = count(mind.unseen)
    mind.known = s.seen[after]
    mind.hidden = s.held[after] - count(s.seen[after])
    mind.worth = cards_worth(s, mind, s.pile)


def own(s: Any, card: int) -> int:
    """The place of a card among the weights: its rank from the nine up, own trumps after the others."""
    place = (card >> 2) - (FIRST >> 2)
    if card & 3 == s.trumps[s.to_act]:
        place += 6
    return place


def cards_worth(s: Any, mind: Any, cards: int) -> int:
    """What cards are worth to the seat to act if it takes them."""
    worth = 0
    while cards:
        card = bit_length(cards & -cards) - 1
        cards &= cards - 1
        worth += mind.weights[mind.base + TAKEN + own(s, card)]
    return worth


def beaten(rules: Any, s: Any, mind: Any, card: int) -> int:
    """The chance, of CERTAIN, that the next player can beat a card (Z6)."""
    fits = rules.beats[64 * s.trumps[mind.next] + card]
    if mind.known & fits:
        return CERTAIN
    return chance(mind, mind.unknown, count(mind.unseen & fits), mind.hidden)


# --- what the actions are worth ---


def lead_value(rules: Any, s: Any, mind: Any, card: int) -> int:
    """The value of leading a card; the last one takes the player out (Z10a)."""
    if s.held[s.to_act] == 1:
        return GOES_OUT
    w = mind.weights
    base = mind.base
    place = own(s, card)
    beats = beaten(rules, s, mind, card)
    stuck = CERTAIN - beats
    value = w[base + PRICE + place] + w[base + LEADING + place]
    if card & 3 == s.trumps[mind.next]:
        value += w[base + HIS_TRUMP]
    value += (w[base + BEATEN] * beats + w[base + STUCK_SIZE] * stuck * (s.height + 1)) >> 10
    value += w[base + STUCK_WORTH] * (mind.worth * stuck >> 10) >> 10
    if s.held[mind.next] == 1:
        value += w[base + BEATEN_LAST] * beats >> 10
    return value


def beat_value(rules: Any, s: Any, mind: Any, card: int) -> int:
    """The value of beating with a card and leading next."""
    seat = s.to_act
    if s.held[seat] == 1:
        return GOES_OUT
    w = mind.weights
    base = mind.base
    least = CERTAIN
    if w[base + GOING_ON]:
        cards = s.hands[seat] & ~(1 << card)
        while cards:
            other = bit_length(cards & -cards) - 1
            cards &= cards - 1
            beats = beaten(rules, s, mind, other)
            least = min(least, beats)
    return w[base + PRICE + own(s, card)] + (w[base + GOING_ON] * (CERTAIN - least) >> 10)


def otboi_value(s: Any, mind: Any, card: int) -> int:
    """The value of beating with a card and saying otboi: all cards go, and the next player leads."""
    if s.held[s.to_act] == 1:
        return GOES_OUT
    w = mind.weights
    base = mind.base
    worth = mind.worth + w[base + TAKEN + own(s, card)]
    return (
        w[base + PRICE + own(s, card)]
        + w[base + SAYING_OTBOI]
        + w[base + OTBOI_SIZE] * (s.height + 1)
        + (w[base + OTBOI_WORTH] * worth >> 10)
        + w[base + OTBOI_NEXT] * s.held[mind.next]
    )


def take_value(s: Any, mind: Any) -> int:
    """The value of taking the table."""
    w = mind.weights
    base = mind.base
    return w[base + TAKING] + w[base + TAKE_SIZE] * s.height + mind.worth
