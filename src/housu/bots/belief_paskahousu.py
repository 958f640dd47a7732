"""Worlds of Paskahousu: unknown cards into hands, face-down places and the stock (`housu.bots.belief`)."""

from __future__ import annotations

from typing import Any

from housu.bots.belief import arrange
from housu.kernel.paskahousu import NO_CARD, POSITIONS


def deal_anew(s: Any, belief: Any, mind: Any) -> None:
    """Makes of a state that the seat sees one of the worlds it may be."""
    arrange(belief, mind)
    at = 0
    for seat in range(s.seats):
        if seat == belief.seat:
            continue
        first = s.seen[seat]
        second = s.seen2[seat]
        for place in range(at, at + belief.need[seat]):
            card = belief.pool[place]
            if card >= 64:
                second |= 1 << (card - 64)
            else:
                first |= 1 << card
        at += belief.need[seat]
        s.hands[seat] = first
        s.hands2[seat] = second
    for place in range(POSITIONS * s.seats):
        if s.face_down[place] != NO_CARD:
            s.face_down[place] = belief.pool[at]
            at += 1
    for place in range(s.left):
        s.stock[place] = belief.pool[at]
        at += 1


def copy_state(s: Any, other: Any) -> None:
    """Makes `s` the same position as `other`."""
    s.seats = other.seats
    s.dealer = other.dealer
    s.to_act = other.to_act
    s.phase = other.phase
    for seat in range(other.seats):
        s.hands[seat] = other.hands[seat]
        s.hands2[seat] = other.hands2[seat]
        s.seen[seat] = other.seen[seat]
        s.seen2[seat] = other.seen2[seat]
        s.held[seat] = other.held[seat]
        s.laid[seat] = other.laid[seat]
        s.places[seat] = other.places[seat]
        s.went_out[seat] = other.went_out[seat]
    for place in range(POSITIONS * other.seats):
        s.face_up[place] = other.face_up[place]
        s.face_down[place] = other.face_down[place]
    for place in range(other.left + other.drawn):
        s.stock[place] = other.stock[place]
    for place in range(other.gone + other.height):
        s.table[place] = other.table[place]
    s.left = other.left
    s.gone = other.gone
    s.height = other.height
    s.pile = other.pile
    s.pile2 = other.pile2
    s.out = other.out
    s.out2 = other.out2
    s.top = other.top
    s.rank = other.rank
    s.run = other.run
    s.nines_gone = other.nines_gone
    s.playing = other.playing
    s.alive = other.alive
    s.idle = other.idle
    s.passes = other.passes
    s.forced = other.forced
    s.drawn = other.drawn
    s.played = other.played
    s.opened = other.opened
    s.cleared = other.cleared
    s.loser = other.loser
    s.stalemate = other.stalemate
