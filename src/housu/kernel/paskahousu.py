"""Paskahousu: state, legal actions, and what an action does (clauses P4–P28 of the rules).

Plain functions over records of whole numbers: `rules` has the layout `paskahousu_tables.TABLES`, `s` is a deal in
progress with the layout STATE. They run as they are and, unchanged, compiled (`kernel.compiled`). Nothing here knows
house rules by name; what differs between tables is read from `rules`.

An action is one number, the same in every rule set: `8 * kind + n - 1` plays n cards of a kind (after drawing: takes
up a drawn card of that kind), then PICK_UP, DRAW, four BLIND, PASS and STOP.
"""

from __future__ import annotations

from typing import Any

from housu.kernel.record import record_type
from housu.kernel.sets import bit_length, count, nth, take, take_known
from housu.rules.paskahousu_tables import AFTER_STOCK, BY_FOUR, BY_LEAD, EMPTY, NOT, TABLES

SEATS = 10  # at most
POSITIONS = 4  # of table cards, at most
TURN, OPENING, DUTY, AFTER_DRAW, OVER = range(5)  # phases: DUTY is a pile that must be picked up (P25)
PICK_UP, DRAW, BLIND, PASS, STOP = 128, 129, 130, 134, 135
ACTIONS = 136
NO_CARD = -1
NOBODY = -1

# A set of cards is two words, a field and its namesake with a 2, which is the second pack's and else empty.
STATE = {
    "seats": 0,
    "dealer": 0,
    "to_act": 0,
    "phase": 0,
    "hands": SEATS,
    "hands2": SEATS,
    "seen": SEATS,  # cards of a hand that everybody has seen (P0)
    "seen2": SEATS,
    "held": SEATS,  # how many cards are in a hand
    "places": SEATS,  # how many positions a seat has face-down cards at, empty ones too
    "laid": SEATS,  # how many cards lie before a seat, face up and face down
    "face_up": POSITIONS * SEATS,  # cards or NO_CARD
    "face_down": POSITIONS * SEATS,
    "stock": 104,  # the top card is stock[left - 1]; cards drawn stay behind it
    "left": 0,
    "table": 104,  # cards set aside, then the pile, in the order they were laid
    "gone": 0,  # how many are set aside
    "height": 0,  # how many are in the pile
    "pile": 0,
    "pile2": 0,
    "out": 0,
    "out2": 0,
    "top": 0,  # kind on top of the pile, or EMPTY
    "rank": 0,  # its printed rank, or -1
    "run": 0,  # how many cards of that rank lie together on top
    "nines_gone": 0,  # 18 when the second half of `may_go` counts, else 0
    "playing": 0,  # a bit for each seat still in
    "alive": 0,  # how many they are
    "went_out": SEATS,  # seats in the order in which they went out
    "idle": 0,  # P24
    "passes": 0,  # P24, P27: passes one after the other
    "forced": 0,  # the seat that led what must be picked up, or NOBODY
    "drawn": 0,  # in AFTER_DRAW: how many cards the seat just drew
    "played": 0,  # in AFTER_DRAW: how many cards the play laid
    "opened": 0,  # in AFTER_DRAW: whether that was the opening play
    "cleared": 0,  # why the last action cleared the pile (P19, P25), or NOT
    "loser": 0,
    "stalemate": 0,
}

# Large or rare: compiled once and called, while all others are inlined into those that call them.
APART = frozenset({
    "start", "shuffle", "playout", "random_deals", "deal_hands", "deal_table", "find_starter", "opening_rank",
    "leadable", "opening_cards", "legal", "legal_apart", "list_plays", "lone", "face_up_set", "drawn_set",
    "takeable", "before_play", "can_blind", "from_face_up", "lay_both", "take_back", "look_at_pile",
    "play_blind", "pass_turn", "go_out", "stalemate", "known_first",
})  # fmt: skip

Rules = record_type("Rules", TABLES)
State = record_type("State", STATE)


# --- dealing (P4–P9) ---


def start(rules: Any, s: Any, seats: int, dealer: int) -> None:
    """Deals the pack that lies in `s.stock` (top card last) and finds who starts."""
    s.seats = seats
    s.dealer = dealer
    s.left = rules.pack_size
    s.phase = TURN
    s.gone = 0
    s.height = 0
    s.top = EMPTY
    s.rank = -1
    s.run = 0
    s.nines_gone = 0
    s.idle = 0
    s.passes = 0
    s.forced = NOBODY
    s.drawn = 0
    s.played = 0
    s.opened = 0
    s.cleared = NOT
    s.loser = NOBODY
    s.stalemate = 0
    s.alive = seats
    s.playing = (1 << seats) - 1
    s.pile = 0
    s.pile2 = 0
    s.out = 0
    s.out2 = 0
    for seat in range(SEATS):
        s.hands[seat] = 0
        s.hands2[seat] = 0
        s.seen[seat] = 0
        s.seen2[seat] = 0
        s.held[seat] = 0
        s.laid[seat] = 0
        s.places[seat] = rules.table_cards
    for place in range(POSITIONS * SEATS):
        s.face_up[place] = NO_CARD
        s.face_down[place] = NO_CARD
    deal_hands(rules, s)
    deal_table(rules, s)
    find_starter(rules, s)


def deal_hands(rules: Any, s: Any) -> None:
    """Packets to each seat in turn from the dealer's left (P4)."""
    if rules.whole_pack:
        seat = s.dealer
        while s.left > 0:
            seat = (seat + 1) % s.seats
            draw_card(s, seat)
        return
    for packet in range(3):
        for place in range(1, s.seats + 1):
            for _ in range(rules.packets[packet]):
                draw_card(s, (s.dealer + place) % s.seats)


def deal_table(rules: Any, s: Any) -> None:
    """Table cards one at a time, face down first (P5)."""
    for position in range(rules.table_cards):
        for place in range(1, s.seats + 1):
            seat = (s.dealer + place) % s.seats
            s.left -= 1
            s.face_down[POSITIONS * seat + position] = s.stock[s.left]
            s.laid[seat] += 1
    for position in range(rules.table_cards):
        for place in range(1, s.seats + 1):
            seat = (s.dealer + place) % s.seats
            s.left -= 1
            s.face_up[POSITIONS * seat + position] = s.stock[s.left]
            s.laid[seat] += 1


def find_starter(rules: Any, s: Any) -> None:
    """Who plays first, and whether as an opening (P7–P9) or an ordinary turn."""
    rank = opening_rank(rules, s)
    s.to_act = (s.dealer + 1) % s.seats
    if rank < 0:
        s.phase = TURN
        return
    s.phase = OPENING
    most = 0
    for place in range(1, s.seats + 1):
        seat = (s.dealer + place) % s.seats
        first, second = leadable(rules, s, seat, rank)
        held = count(first) + count(second)
        if held > most:
            most = held
            s.to_act = seat
            if rules.any_threes:
                return


def opening_rank(rules: Any, s: Any) -> int:
    """The lowest rank that somebody holds and may lead, or -1; threes alone where they open in turn (P9)."""
    for rank in range(1 if rules.any_threes else 13):
        for seat in range(s.seats):
            first, second = leadable(rules, s, seat, rank)
            if first | second:
                return rank
    return -1


def leadable(rules: Any, s: Any, seat: int, rank: int) -> tuple[int, int]:
    """A seat's cards of a printed rank that may be led: others don't count in the search for the starter (P8)."""
    mask = (15 << 4 * rank) & rules.may_go[s.nines_gone + (EMPTY if s.left > 0 else AFTER_STOCK)]
    return s.hands[seat] & mask, s.hands2[seat] & mask


def opening_cards(rules: Any, s: Any) -> tuple[int, int]:
    """The cards that gave the right to start: the red ones of two kinds, if there are any (P8)."""
    first, second = leadable(rules, s, s.to_act, opening_rank(rules, s))
    red = rules.red_first
    if (first | second) & red:
        return first & red, second & red
    return first, second


# --- what may be done (P10–P17, P25–P28) ---


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


def lone(rules: Any, cards: int, others: int) -> int:
    """A set without all but the lowest card of each kind that goes alone (P17); none where `others` has the kind."""
    alone = cards & rules.single
    kept = cards & ~rules.single
    while alone:
        kind = rules.cards_of[rules.kind_of[bit_length(alone & -alone) - 1]]
        if not others & kind:
            kept |= alone & -alone
        alone &= ~kind
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
    if (first | second) & rules.single:
        return lone(rules, first, 0), lone(rules, second, first)
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
    if s.laid[s.to_act] > 0 and can_blind(s):
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
    why = rules.clears[kind * 17 + below]
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
        s.nines_gone = 18


def empty_table(s: Any) -> None:
    s.pile = 0
    s.pile2 = 0
    s.height = 0
    s.top = EMPTY
    s.rank = -1
    s.run = 0
    s.forced = NOBODY


def draw_card(s: Any, seat: int) -> None:
    s.left -= 1
    card = s.stock[s.left]
    if card >= 64:
        s.hands2[seat] |= 1 << (card - 64)
    else:
        s.hands[seat] |= 1 << card
    s.held[seat] += 1


def draw_up(rules: Any, s: Any, seat: int) -> int:
    """Draws up to the hand size, as far as the stock goes (P18). Returns how many cards were drawn."""
    n = rules.hand_size - s.held[seat]
    if n <= 0:
        return 0
    if n > s.left:
        n = s.left
    s.held[seat] += n
    for _ in range(n):
        s.left -= 1
        card = s.stock[s.left]
        if card >= 64:
            s.hands2[seat] |= 1 << (card - 64)
        else:
            s.hands[seat] |= 1 << card
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


DICE = {"word": 0, "actions": ACTIONS}
Dice = record_type("Dice", DICE)


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
