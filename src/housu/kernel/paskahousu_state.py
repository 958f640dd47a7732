"""Paskahousu: what a deal in progress is, as a record of whole numbers, and the numbers of phases and actions."""

from __future__ import annotations

from housu.kernel.record import record_type
from housu.rules.paskahousu_tables import TABLES

SEATS = 10  # at most
POSITIONS = 4  # of table cards, at most
TURN, OPENING, DUTY, AFTER_DRAW, OVER = range(5)  # phases: DUTY is a pile that must be picked up (P25)
PICK_UP, DRAW, BLIND, PASS, STOP = 128, 129, 130, 134, 135
ACTIONS = 136
NO_CARD = -1
NOBODY = -1

# A set of cards is two words, a field and its namesake with a 2, which is the second pack's and else empty. What every
# action reads stands close together.
STATE = {
    "seats": 0,
    "dealer": 0,
    "to_act": 0,
    "phase": 0,
    "left": 0,
    "gone": 0,  # how many are set aside
    "height": 0,  # how many are in the pile
    "pile": 0,
    "pile2": 0,
    "out": 0,
    "out2": 0,
    "top": 0,  # kind on top of the pile, or EMPTY
    "rank": 0,  # its printed rank, or -1
    "run": 0,  # how many cards of that rank lie together on top
    "nines_gone": 0,  # TOPS when the second half of `may_go` counts, else 0
    "playing": 0,  # a bit for each seat still in
    "alive": 0,  # how many they are
    "idle": 0,  # P24
    "passes": 0,  # P24, P27: passes one after the other
    "forced": 0,  # the seat that led what must be picked up, or NOBODY
    "drawn": 0,  # in AFTER_DRAW: how many cards the seat just drew
    "played": 0,  # in AFTER_DRAW: how many cards the play laid
    "opened": 0,  # in AFTER_DRAW: whether that was the opening play
    "cleared": 0,  # why the last action cleared the pile (P19, P25), or NOT
    "loser": 0,
    "stalemate": 0,
    "hands": SEATS,
    "seen": SEATS,  # cards of a hand that everybody has seen (P0)
    "held": SEATS,  # how many cards are in a hand
    "laid": SEATS,  # how many cards lie before a seat, face up and face down
    "went_out": SEATS,  # seats in the order in which they went out
    "hands2": SEATS,
    "seen2": SEATS,
    "places": SEATS,  # how many positions a seat has face-down cards at, empty ones too
    "face_up": POSITIONS * SEATS,  # cards or NO_CARD
    "face_down": POSITIONS * SEATS,
    "stock": 104,  # the top card is stock[left - 1]; cards drawn stay behind it
    "table": 104,  # cards set aside, then the pile, in the order they were laid
}

Rules = record_type("Rules", TABLES)
State = record_type("State", STATE)

DICE = {"word": 0, "actions": ACTIONS}  # a generator for playouts, and room for the legal actions
Dice = record_type("Dice", DICE)
