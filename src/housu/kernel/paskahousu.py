"""Paskahousu: what an action does (clauses P10–P28 of the rules), and random play.

The other parts of the game stand in `paskahousu_state`, `paskahousu_dealing` and `paskahousu_choices`; all is to be had
from here.

Plain functions over records of whole numbers: `rules` has the layout `paskahousu_tables.TABLES`, `s` is a deal in
progress with the layout STATE. They run as they are and, unchanged, compiled (`kernel.compiled`). Nothing here knows
house rules by name; what differs between tables is read from `rules`.

An action is one number, the same in every rule set: `8 * kind + n - 1` plays n cards of a kind (after drawing: takes
up a drawn card of that kind), then PICK_UP, DRAW, four BLIND, PASS and STOP.
"""

from __future__ import annotations

from typing import Any

from housu.kernel.paskahousu_choices import (
    before_play,
    can_blind,
    chosen,
    drawn_set,
    face_up_set,
    known_first,
    legal,
    legal_apart,
    list_plays,
    lone,
    lowest,
    may_go,
    plays,
    source,
    takeable,
)
from housu.kernel.paskahousu_dealing import (
    deal_hands,
    deal_table,
    draw_card,
    find_starter,
    leadable,
    opening_cards,
    opening_rank,
    start,
)
from housu.kernel.paskahousu_state import (
    ACTIONS,
    AFTER_DRAW,
    BLIND,
    DICE,
    DRAW,
    DUTY,
    NO_CARD,
    NOBODY,
    OPENING,
    OVER,
    PASS,
    PICK_UP,
    POSITIONS,
    SEATS,
    STATE,
    STOP,
    TURN,
    Dice,
    Rules,
    State,
)
from housu.kernel.sets import bit_length, count, nth
from housu.rules.paskahousu_tables import BELOWS, BY_FOUR, BY_LEAD, EMPTY, NOT, TABLES, TOPS

__all__ = [
    "ACTIONS", "AFTER_DRAW", "APART", "BLIND", "DICE", "DRAW", "DUTY", "NOBODY",
    "NO_CARD", "OPENING", "OVER", "PASS", "PICK_UP", "POSITIONS", "SEATS", "STATE",
    "STOP", "TABLES", "TURN", "Dice", "Rules", "State", "apply", "before_play", "below",
    "can_blind", "chosen", "clear_pile", "deal_hands", "deal_table", "draw_and_try", "draw_card", "draw_up",
    "drawn_set", "empty_table", "end_turn", "face_up_set", "find_starter", "from_face_up", "give", "go_out",
    "keep_with_pile", "known_first", "lay", "lay_both", "leadable", "legal", "legal_apart", "list_plays",
    "lone", "look_at_pile", "lowest", "may_go", "next_turn", "note_nines", "opening_cards", "opening_rank",
    "pass_turn", "pick_up", "play", "play_blind", "playout", "plays", "random_action", "random_deals",
    "shuffle", "source", "stalemate", "start", "take_back", "take_pile", "takeable", "try_card",
]  # fmt: skip

# Large or rare: compiled once and called, while all others are inlined into those that call them.
APART = frozenset({
    "shuffle", "playout", "random_deals", "from_face_up", "lay_both", "take_back", "look_at_pile",
    "play_blind", "pass_turn", "go_out", "stalemate",
})  # fmt: skip


# --- what an action does ---


def apply(rules: Any, s: Any, action: int) -> None:
    """Does a legal action with the cards that `chosen` names. An action that isn't legal damages the state."""
    if action < PICK_UP:
        first, second = chosen(rules, s, action)
        play(rules, s, first, second, action)
    elif action == PICK_UP:
        pick_up(rules, s)
    elif action == DRAW:
        draw_and_try(rules, s)
    elif action == PASS:
        pass_turn(rules, s)
    elif action == STOP:
        s.phase = TURN
        s.cleared = NOT
        next_turn(s)
    else:
        play_blind(rules, s, action - BLIND)


def play(rules: Any, s: Any, first: int, second: int, action: int) -> None:
    """Plays cards of one kind from hand or from the face-up cards (P10.1, P28), or a drawn one (P26)."""
    seat = s.to_act
    kind = action >> 3
    n = (action & 7) + 1
    drew = 0
    progress = 0
    opened = 0
    replaces = 0
    if s.phase != TURN:
        if s.phase == AFTER_DRAW:
            progress = 1  # the turn a choice belongs to had a card drawn (P24)
            replaces = rules.swap
            if replaces:
                take_back(rules, s)
        else:
            opened = 1
    if s.held[seat] or s.left:
        s.hands[seat] &= ~first
        s.seen[seat] &= ~first
        s.held[seat] -= n
        if second:
            s.hands2[seat] &= ~second
            s.seen2[seat] &= ~second
        why = lay(rules, s, first, second, kind, n)
        if s.left and not replaces:
            drew = draw_up(rules, s, seat)
    else:
        from_face_up(s, seat, first, second, n)
        why = lay(rules, s, first, second, kind, n)
    if drew:
        progress = 1
        if why == NOT and (rules.swap or rules.go_on):
            s.drawn = drew
            s.played = n
            s.opened = opened
            first, second = takeable(rules, s)
            if first | second:
                s.idle = 0
                s.passes = 0
                s.phase = AFTER_DRAW
                return
    end_turn(rules, s, progress, why)


def from_face_up(s: Any, seat: int, first: int, second: int, n: int) -> None:
    for place in range(POSITIONS * seat, POSITIONS * seat + POSITIONS):
        card = s.face_up[place]
        if card >= 0 and (second >> (card - 64) & 1 if card >= 64 else first >> card & 1):
            s.face_up[place] = NO_CARD
    s.laid[seat] -= n


def lay(rules: Any, s: Any, first: int, second: int, kind: int, n: int) -> int:
    """Cards of one kind go onto the pile, which may clear it (P19, P25). Returns why, or NOT."""
    at = s.gone + s.height
    if second:
        s.pile2 |= second
        lay_both(s, first, second, at)
    else:
        cards = first
        while cards:
            s.table[at] = bit_length(cards & -cards) - 1
            cards &= cards - 1
            at += 1
    s.pile |= first
    s.height += n
    below = s.top
    rank = rules.rank_of[kind]
    run = n
    if rank == s.rank:
        run += s.run
    why = rules.clears[kind * BELOWS + below]
    if run >= rules.run_clears[kind] and (why == NOT or why == BY_LEAD):
        why = BY_FOUR
    s.cleared = why
    if why != NOT:
        clear_pile(rules, s)
        return why
    s.top = kind
    s.rank = rank
    s.run = run
    if below == EMPTY and rules.must_pick_up[kind]:
        s.forced = s.to_act
    return NOT


def lay_both(s: Any, first: int, second: int, at: int) -> None:
    """Cards of two packs go onto the table from place `at` on, lowest first."""
    both = first | second
    while both:
        bit = both & -both
        both ^= bit
        if first & bit:
            s.table[at] = bit_length(bit) - 1
            at += 1
        if second & bit:
            s.table[at] = 63 + bit_length(bit)
            at += 1


def clear_pile(rules: Any, s: Any) -> None:
    """The pile is set aside out of the game (P19)."""
    s.gone += s.height
    s.out |= s.pile
    s.out2 |= s.pile2
    empty_table(s)
    note_nines(rules, s)


def note_nines(rules: Any, s: Any) -> None:
    """Once all nines are set aside, other cards may go on an eight, where the rules say so."""
    if rules.nines & ~s.out == 0 and (rules.decks == 1 or rules.nines & ~s.out2 == 0):
        s.nines_gone = TOPS


def empty_table(s: Any) -> None:
    s.pile = 0
    s.pile2 = 0
    s.height = 0
    s.top = EMPTY
    s.rank = -1
    s.run = 0
    s.forced = NOBODY


def draw_up(rules: Any, s: Any, seat: int) -> int:
    """Draws up to the hand size, as far as the stock goes (P18). Returns how many cards were drawn."""
    n = 0
    while s.left and s.held[seat] < rules.hand_size:
        draw_card(s, seat)
        n += 1
    return n


def take_back(rules: Any, s: Any) -> None:
    """The cards just played go back to hand, as a drawn one replaces them (P26); everybody has seen them."""
    seat = s.to_act
    first = 0
    second = 0
    for place in range(s.gone + s.height - s.played, s.gone + s.height):
        card = s.table[place]
        if card >= 64:
            second |= 1 << (card - 64)
        else:
            first |= 1 << card
    s.height -= s.played
    s.held[seat] += s.played
    s.pile &= ~first
    s.pile2 &= ~second
    give(s, seat, first, second)
    s.forced = NOBODY
    look_at_pile(rules, s)


def look_at_pile(rules: Any, s: Any) -> None:
    """Finds anew what lies on top of the pile, how many equal cards lie together there, and whether the nines are gone."""
    note_nines(rules, s)
    s.top = EMPTY
    s.rank = -1
    s.run = 0
    if s.height == 0:
        return
    at = s.gone + s.height - 1
    s.top = rules.kind_of[s.table[at] & 63]
    s.rank = rules.rank_of[s.top]
    while at >= s.gone and rules.rank_of[rules.kind_of[s.table[at] & 63]] == s.rank:
        s.run += 1
        at -= 1


def give(s: Any, seat: int, first: int, second: int) -> None:
    """Cards that everybody has seen go into a hand (P0)."""
    s.hands[seat] |= first
    s.seen[seat] |= first
    if second:
        s.hands2[seat] |= second
        s.seen2[seat] |= second


def take_pile(s: Any, seat: int) -> None:
    """The whole pile goes into a hand."""
    give(s, seat, s.pile, s.pile2)
    s.held[seat] += s.height
    empty_table(s)


def pick_up(rules: Any, s: Any) -> None:
    """The seat to act picks up the pile (P10.2), perhaps because it must (P25)."""
    leader = s.forced
    take_pile(s, s.to_act)
    s.cleared = NOT
    end_turn(rules, s, 0, NOT)
    if leader != NOBODY and rules.leads_again and s.phase != OVER:
        s.to_act = leader
        if not s.playing >> leader & 1:
            next_turn(s)


def keep_with_pile(s: Any, card: int) -> None:
    """A turned card that may not be played goes to hand with the pile (P10.3, P28)."""
    seat = s.to_act
    if card >= 64:
        give(s, seat, 0, 1 << (card - 64))
    else:
        give(s, seat, 1 << card, 0)
    s.held[seat] += 1
    take_pile(s, seat)


def try_card(rules: Any, s: Any, card: int) -> int:
    """A turned card is played, alone, or else goes to hand with the pile. Returns why it cleared, or NOT."""
    s.cleared = NOT
    if not may_go(rules, s) >> (card & 63) & 1:
        keep_with_pile(s, card)
        return NOT
    kind = rules.kind_of[card & 63]
    if card >= 64:
        return lay(rules, s, 0, 1 << (card - 64), kind, 1)
    return lay(rules, s, 1 << card, 0, kind, 1)


def draw_and_try(rules: Any, s: Any) -> None:
    """P10.3: the card turned is stock no more when it is laid (P27)."""
    s.left -= 1
    end_turn(rules, s, 1, try_card(rules, s, s.stock[s.left]))


def play_blind(rules: Any, s: Any, position: int) -> None:
    """Turns a face-down card (P28); one that fails is no card drawn (P24)."""
    place = POSITIONS * s.to_act + position
    card = s.face_down[place]
    s.face_down[place] = NO_CARD
    s.laid[s.to_act] -= 1
    end_turn(rules, s, 0, try_card(rules, s, card))


def pass_turn(rules: Any, s: Any) -> None:
    """P27; when every player still in has passed, the deal is a stalemate (P24)."""
    passes = s.passes + 1
    end_turn(rules, s, 0, NOT)
    s.passes = passes
    s.cleared = NOT
    if passes >= s.alive and s.phase != OVER:
        s.phase = OVER
        s.stalemate = 1


# --- the end of a turn (P20, P22–P24) ---


def end_turn(rules: Any, s: Any, progress: int, why: int) -> None:
    """Going out, the end of the deal, and whose turn it is; a pile cleared (`why`) is progress too (P24)."""
    seat = s.to_act
    s.phase = TURN
    s.passes = 0
    if s.held[seat] == 0 and s.left == 0 and s.laid[seat] == 0:
        go_out(s, seat)
        if s.phase != OVER:
            next_turn(s)
        return
    if progress or why != NOT:
        s.idle = 0
        if why != NOT:
            return
    else:
        s.idle += 1
        if s.idle == rules.stalemate_after:
            stalemate(s)
            return
    next_turn(s)


def go_out(s: Any, seat: int) -> None:
    """A player without cards is out; the last one with cards is the loser (P22, P23)."""
    s.went_out[s.seats - s.alive] = seat
    s.playing &= ~(1 << seat)
    s.alive -= 1
    s.idle = 0
    if s.alive == 1:
        s.loser = bit_length(s.playing) - 1
        s.phase = OVER


def stalemate(s: Any) -> None:
    """Nobody loses, and those still in share the last place (P24)."""
    s.phase = OVER
    s.stalemate = 1


def next_turn(s: Any) -> None:
    """The turn passes to the next seat clockwise that is still in."""
    seats = s.playing & (-2 << s.to_act) or s.playing  # those after him, else all from the first
    s.to_act = bit_length(seats & -seats) - 1
    if s.forced != NOBODY:
        s.phase = DUTY


# --- random play ---


def random_action(rules: Any, s: Any, dice: Any) -> int:
    """A legal action, each as likely as any other."""
    if s.phase != TURN or s.held[s.to_act] == 0:
        return dice.actions[below(dice, legal(rules, s, dice.actions))]
    first, second = plays(rules, s)
    here = count(first)
    n = here + count(second) if second else here
    every = n + (s.height > 0) + (s.left > 0 and (n == 0 or not rules.draw_when_stuck))
    if every == 0:
        return PASS
    pick = below(dice, every)
    if pick >= n:
        return PICK_UP if pick == n and s.height else DRAW
    if pick < here:
        bit = nth(first, pick)
        kind = rules.kind_of[bit_length(bit) - 1]
        return 8 * kind + count(first & rules.cards_of[kind] & (bit - 1))
    bit = nth(second, pick - here)
    kind = rules.kind_of[bit_length(bit) - 1]
    cards = rules.cards_of[kind]
    return 8 * kind + count(first & cards) + count(second & cards & (bit - 1))


def below(dice: Any, n: int) -> int:
    """A number from 0 to n - 1, of a 32-bit linear congruential generator: quick, and enough for playouts."""
    word = (dice.word * 1664525 + 1013904223) & 0xFFFFFFFF
    dice.word = word
    return word * n >> 32


def shuffle(rules: Any, s: Any, dice: Any) -> None:
    """A pack in random order into `s.stock`."""
    n = rules.pack_size
    for i in range(n):
        s.stock[i] = rules.pack[i]
    for i in range(n - 1, 0, -1):
        j = below(dice, i + 1)
        card = s.stock[i]
        s.stock[i] = s.stock[j]
        s.stock[j] = card


def playout(rules: Any, s: Any, dice: Any, most: int) -> int:
    """Random play to the end, or for `most` actions. Returns how many actions it took."""
    n = 0
    while n < most and s.phase != OVER:
        apply(rules, s, random_action(rules, s, dice))
        n += 1
    return n


def random_deals(rules: Any, s: Any, dice: Any, seats: int, deals: int, most: int) -> int:
    """Deals in random play one after another, each for `most` actions at most. Returns how many actions it took."""
    n = 0
    for deal in range(deals):
        shuffle(rules, s, dice)
        start(rules, s, seats, deal % seats)
        n += playout(rules, s, dice, most)
    return n
