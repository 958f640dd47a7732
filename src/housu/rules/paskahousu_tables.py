"""Paskahousu: from what the house rules mean to the tables that the engine reads (P10–P30).

A **kind** is what matters about a card: its rank and, where only black tens, aces and twos are special (P30), its
colour. Kinds 0 to 12 are the ranks (there the black ones), 13 to 15 the red ten, ace and two. 16 stands for an empty
table. Every rule set uses the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from housu.cards import ACE, ALL_CARDS, JACK, KING, NINE, PACK, SIX, TEN, TWO, is_red, rank_of

RED_TEN, RED_ACE, RED_TWO = 13, 14, 15
KINDS = 16
EMPTY = 16  # in place of a kind: nothing lies on the table
TOPS = 18  # the kinds, then an empty table while there is a stock, then an empty table without
AFTER_STOCK = 17
BELOWS = 17  # what a card may be laid on: the kinds, then an empty table
RANK_OF_KIND = (*range(13), TEN, ACE, TWO, -1, -1)

NOT, BY_TEN, BY_ACE, BY_FOUR, BY_LEAD = range(5)  # why a pile is cleared (P19, P25)
NEVER = 1_000  # a run of equal cards that no pile reaches
NO_CARD = 1 << 62  # stands for a card that never is set aside

# field: how many numbers it holds, 0 for a single one
TABLES = {
    "decks": 0,  # P1
    "pack_size": 0,
    "pack": 104,  # the cards of the unshuffled pack
    "packets": 3,  # P4: cards to each seat, round by round
    "whole_pack": 0,  # P4 `all`: one card at a time until the pack is gone
    "hand_size": 0,  # P4, P18
    "table_cards": 0,  # P5
    "any_threes": 0,  # P9: whoever holds a three, in turn, rather than who holds most (P7)
    "kind_of": 64,  # card (of either pack) -> kind
    "cards_of": 16,  # kind -> the cards of one pack that are of it
    "rank_of": TOPS,  # kind -> printed rank; an empty table has none
    "may_go": 2 * TOPS,  # top -> the cards of one pack that may go on it; from TOPS on, with the nines gone
    "nines": 0,  # cards that must all be set aside before that second half counts; NO_CARD: it never does
    "single": 0,  # P17: cards that go one at a time
    "red_first": 0,  # P8: cards that lead before the black ones of their rank
    "clears": KINDS * BELOWS,  # kind * BELOWS + kind below -> why it clears (P19a, P19b, P25)
    "run_clears": TOPS,  # P19c: kind -> how many equal cards on top clear
    "must_pick_up": 16,  # P25: kinds that the next player must pick up when they are led
    "leads_again": 0,  # P25 `pick_up_replay`
    "draw_when_stuck": 0,  # P10.3 only for who has nothing he may play
    "swap": 0,  # P26
    "go_on": 0,  # P26 `continue`
    "stalemate_after": 0,  # P24
}


@dataclass
class Meaning:
    """What the chosen house rules say, one field a thing; the defaults are set by the declarations too."""

    decks: int = 1
    packets: tuple[int, ...] = (2, 2, 1)
    whole_pack: bool = False
    table_cards: int = 0
    any_threes: bool = False
    pictures_above: int = SIX
    eights_when_nines_gone: bool = False
    single_ranks: tuple[int, ...] = ()
    lead_of_tens_and_aces: str = "stays"
    may_not_lead: tuple[int, ...] = ()
    ban_without_stock: bool = True
    four_clear_not: tuple[int, ...] = ()
    two_kinds_of: tuple[int, ...] = ()
    swap: bool = False
    go_on: bool = False
    aces_clear: bool = True
    ten_on_anything: bool = False
    high_on_lower: bool = False
    anything_on_two: bool = False
    draw_when_stuck: bool = False
    two_on_ten_and_ace: bool = False
    stalemate_after: int = 200


@dataclass(frozen=True)
class Kind:
    """A kind of card under these rules: `special` is one of those that act as ten, ace or two (P30)."""

    number: int
    rank: int
    order: int
    special: bool

    @property
    def ten(self) -> bool:
        return self.special and self.rank == TEN

    @property
    def ace(self) -> bool:
        return self.special and self.rank == ACE

    @property
    def two(self) -> bool:
        return self.special and self.rank == TWO

    @property
    def picture(self) -> bool:
        return JACK <= self.rank <= KING

    @property
    def red(self) -> bool:
        """An ordinary red ten, ace or two beside special black ones."""
        return self.number >= RED_TEN


def kinds_of(m: Meaning) -> list[Kind]:
    """The kinds that these rules tell apart, in the order of P1 or P30."""
    kinds = [
        Kind(rank, rank, 2 * rank + (rank in m.two_kinds_of), rank in (TEN, ACE, TWO)) for rank in range(13)
    ]
    for number, rank in ((RED_TEN, TEN), (RED_ACE, ACE), (RED_TWO, TWO)):
        if rank in m.two_kinds_of:
            kinds.append(Kind(number, rank, -1 if rank == TWO else 2 * rank, False))
    return kinds


def refusal(m: Meaning, card: Kind, top: Kind, nines_gone: bool) -> str | None:
    """The clause that keeps `card` off `top`, or None where it may go."""
    if top.special and card.red and (card.rank == top.rank != TWO or (card.rank == ACE and top.ten)):
        return "P30"
    if top.two and m.anything_on_two:
        return None
    if card.two and m.two_on_ten_and_ace:
        return None
    if card.ten and m.ten_on_anything:
        return None
    if (card.picture or card.rank == ACE) and m.high_on_lower and card.order >= top.order:
        return None
    if top.ten or top.ace:
        return None if card.number == top.number else "P16"
    if top.two:
        return None if card.two else "P15"
    if card.two:
        return None
    if card.order < top.order:
        return "P12"
    if card.ace:
        return None if top.picture or top.rank == ACE else "P14"
    if card.picture or card.rank == ACE:
        enough = m.pictures_above - 1 if nines_gone and m.eights_when_nines_gone else m.pictures_above
        return None if top.order > 2 * enough else "P13"
    return None


def lead_refusal(m: Meaning, card: Kind, stock: bool) -> str | None:
    """The clause that keeps `card` from being led to an empty table, or None (P11, P27)."""
    if card.rank in m.may_not_lead and (card.special or card.picture) and (stock or m.ban_without_stock):
        return "P27"
    return None


def clearing(m: Meaning, card: Kind, below: Kind | None) -> int:
    """Why the pile falls when `card` goes on `below` (None: it is led), or NOT; four equal ones are counted in play."""
    if below is None:
        return BY_LEAD if m.lead_of_tens_and_aces == "clears" and locks(m, card) else NOT
    if card.ten and not below.ten:
        return BY_TEN
    if card.ace and below.picture and m.aces_clear:
        return BY_ACE
    return NOT


def locks(m: Meaning, card: Kind) -> bool:
    """Whether `ace_ten_lead` speaks of this kind (P25); without `ace_clears` it speaks of tens alone."""
    return card.ten or (card.ace and m.aces_clear)


class Tables:
    """The compiled rules: the numbers of TABLES by name, and for each refusal its clause."""

    def __init__(self, m: Meaning) -> None:
        self.kinds = kinds_of(m)
        self.kind_of = [self._kind(m, card) for card in range(PACK)]
        self.refusals = [self._refusals(m, nines_gone) for nines_gone in (False, True)]
        self.numbers = self._compile(m)

    @staticmethod
    def _kind(m: Meaning, card: int) -> int:
        rank = rank_of(card)
        if rank in m.two_kinds_of and is_red(card):
            return {TEN: RED_TEN, ACE: RED_ACE, TWO: RED_TWO}[rank]
        return rank

    def _refusals(self, m: Meaning, nines_gone: bool) -> dict[tuple[int, int], str]:
        """(kind, top) -> clause, for all that may not go there."""
        found = {}
        for card in self.kinds:
            for top in self.kinds:
                found[card.number, top.number] = refusal(m, card, top, nines_gone)
            found[card.number, EMPTY] = lead_refusal(m, card, stock=True)
            found[card.number, AFTER_STOCK] = lead_refusal(m, card, stock=False)
        return {pair: clause for pair, clause in found.items() if clause}

    def fits(self, kind: int, top: int, nines_gone: bool = False) -> bool:
        """Whether a kind may go on a top (a kind, EMPTY or AFTER_STOCK)."""
        return bool(self.numbers["may_go"][TOPS * nines_gone + top] & self.numbers["cards_of"][kind])

    def clears(self, kind: int, below: int) -> int:
        """Why a kind clears the pile when it is laid on a kind, or on EMPTY; or NOT."""
        return int(self.numbers["clears"][kind * BELOWS + below])

    def cards_of(self, kind: int) -> int:
        return sum(1 << card for card in range(PACK) if self.kind_of[card] == kind)

    def _may_go(self, refusals: dict[tuple[int, int], str]) -> list[int]:
        return [
            sum(self.cards_of(kind.number) for kind in self.kinds if (kind.number, top) not in refusals)
            for top in range(TOPS)
        ]

    def _compile(self, m: Meaning) -> dict[str, Any]:
        clears = [NOT] * (KINDS * BELOWS)
        for card in self.kinds:
            clears[card.number * BELOWS + EMPTY] = clearing(m, card, None)
            for below in self.kinds:
                clears[card.number * BELOWS + below.number] = clearing(m, card, below)
        picked_up = m.lead_of_tens_and_aces in ("pick_up", "pick_up_replay")
        led = {kind.number for kind in self.kinds if picked_up and locks(m, kind)}
        single = [
            kind.number
            for kind in self.kinds
            if kind.rank in m.single_ranks and (kind.special or kind.picture)
        ]
        pack = [64 * deck + card for deck in range(m.decks) for card in range(PACK)]
        return {
            "decks": m.decks,
            "pack_size": len(pack),
            "pack": pack + [0] * (104 - len(pack)),
            "packets": [*m.packets, 0, 0, 0][:3],
            "whole_pack": int(m.whole_pack),
            "hand_size": sum(m.packets),
            "table_cards": m.table_cards,
            "any_threes": int(m.any_threes),
            "kind_of": self.kind_of + [0] * (64 - PACK),
            "cards_of": [self.cards_of(kind) for kind in range(KINDS)],
            "rank_of": list(RANK_OF_KIND),
            "may_go": [*self._may_go(self.refusals[0]), *self._may_go(self.refusals[1])],
            "nines": self.cards_of(NINE) if m.eights_when_nines_gone else NO_CARD,
            "single": sum(self.cards_of(kind) for kind in single),
            "red_first": sum(self.cards_of(kind.number) for kind in self.kinds if kind.red),
            "clears": clears,
            "run_clears": [NEVER if rank < 0 or rank in m.four_clear_not else 4 for rank in RANK_OF_KIND],
            "must_pick_up": [int(kind in led) for kind in range(KINDS)],
            "leads_again": int(m.lead_of_tens_and_aces == "pick_up_replay"),
            "draw_when_stuck": int(m.draw_when_stuck),
            "swap": int(m.swap),
            "go_on": int(m.go_on),
            "stalemate_after": m.stalemate_after,
        }


assert ALL_CARDS < NO_CARD
