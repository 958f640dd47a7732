"""Worlds of Zalupa: unknown cards into the other hands (`housu.bots.belief`)."""

from __future__ import annotations

from typing import Any

from housu.bots.belief import arrange
from housu.kernel.zalupa import SEATS


def deal_anew(s: Any, belief: Any, mind: Any) -> None:
    """Makes of a state that the seat sees one of the worlds it may be."""
    arrange(belief, mind)
    at = 0
    for seat in range(SEATS):
        if seat == belief.seat:
            continue
        hand = s.seen[seat]
        for place in range(at, at + belief.need[seat]):
            hand |= 1 << belief.pool[place]
        at += belief.need[seat]
        s.hands[seat] = hand


def copy_state(s: Any, other: Any) -> None:
    """Makes `s` the same position as `other`."""
    s.seats = other.seats
    s.dealer = other.dealer
    s.to_act = other.to_act
    s.phase = other.phase
    for seat in range(SEATS):
        s.trumps[seat] = other.trumps[seat]
        s.aside[seat] = other.aside[seat]
        s.lowest_trump[seat] = other.lowest_trump[seat]
        s.hands[seat] = other.hands[seat]
        s.seen[seat] = other.seen[seat]
        s.held[seat] = other.held[seat]
        s.went_out[seat] = other.went_out[seat]
    for place in range(other.gone + other.height):
        s.table[place] = other.table[place]
    s.left = other.left
    s.gone = other.gone
    s.height = other.height
    s.pile = other.pile
    s.top = other.top
    s.led_by = other.led_by
    s.playing = other.playing
    s.alive = other.alive
    s.idle = other.idle
    s.loser = other.loser
    s.stalemate = other.stalemate
