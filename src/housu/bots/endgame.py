"""Exact play in Paskahousu where nothing is hidden any more: two players in, no stock, no table cards.

Plain functions in the manner of the kernel, which says what is legal and what happens; compiled they solve most
endgames well under a second. One of the two can force the other to lose, or neither can: then the cards circle until
the no-progress rule ends the deal (P24).

Two methods. `prove` looks for a forced win within so many actions, one action more each time, with a table of what is
known. `explore` and `judge` work backwards over the whole graph of positions that can arise, so they also show that
nobody can win. Both count actions of either seat.
"""

from __future__ import annotations

from typing import Any

from housu.kernel.paskahousu import OVER, apply, legal
from housu.kernel.sets import count, rank_counts
from housu.rules.paskahousu_tables import BELOWS, NOT

CELLS = 25  # numbers that a position is kept in
KEY = 6  # numbers that tell positions apart, whatever the suits
UNKNOWN, FIRST_WINS, SECOND_WINS, NOBODY_LOSES = range(4)  # what a position is worth to the two seats
PROBES = 8
NOTHING = -1

_ONES = 0x1111111111111


def save(s: Any, cells: Any, row: int, a: int, b: int) -> None:
    """Keeps what play between seats a and b can change in a row of cells."""
    cells[row, 0] = s.to_act
    cells[row, 1] = s.phase
    cells[row, 2] = s.hands[a]
    cells[row, 3] = s.hands2[a]
    cells[row, 4] = s.hands[b]
    cells[row, 5] = s.hands2[b]
    cells[row, 6] = s.held[a]
    cells[row, 7] = s.held[b]
    cells[row, 8] = s.gone
    cells[row, 9] = s.height
    cells[row, 10] = s.pile
    cells[row, 11] = s.pile2
    cells[row, 12] = s.out
    cells[row, 13] = s.out2
    cells[row, 14] = s.top
    cells[row, 15] = s.rank
    cells[row, 16] = s.run
    cells[row, 17] = s.nines_gone
    cells[row, 18] = s.playing
    cells[row, 19] = s.alive
    cells[row, 20] = s.idle
    cells[row, 21] = s.passes
    cells[row, 22] = s.forced
    cells[row, 23] = s.loser
    cells[row, 24] = s.stalemate


def load(s: Any, cells: Any, row: int, a: int, b: int) -> None:
    """Brings back a position that `save` kept. The order of the cards on the table is not kept: nothing asks for it."""
    s.to_act = cells[row, 0]
    s.phase = cells[row, 1]
    s.hands[a] = cells[row, 2]
    s.hands2[a] = cells[row, 3]
    s.hands[b] = cells[row, 4]
    s.hands2[b] = cells[row, 5]
    s.held[a] = cells[row, 6]
    s.held[b] = cells[row, 7]
    s.gone = cells[row, 8]
    s.height = cells[row, 9]
    s.pile = cells[row, 10]
    s.pile2 = cells[row, 11]
    s.out = cells[row, 12]
    s.out2 = cells[row, 13]
    s.top = cells[row, 14]
    s.rank = cells[row, 15]
    s.run = cells[row, 16]
    s.nines_gone = cells[row, 17]
    s.playing = cells[row, 18]
    s.alive = cells[row, 19]
    s.idle = cells[row, 20]
    s.passes = cells[row, 21]
    s.forced = cells[row, 22]
    s.loser = cells[row, 23]
    s.stalemate = cells[row, 24]


def reds(rules: Any, first: int, second: int) -> int:
    """Twelve bits: how many red tens, aces and twos there are, where they are kinds of their own (P30)."""
    counts = rank_counts(first & rules.red_first) + rank_counts(second & rules.red_first)
    return (counts >> 28 & 15) | (counts >> 44 & 15) << 4 | (counts >> 48 & 15) << 8


def write_key(rules: Any, s: Any, keys: Any, row: int, a: int, b: int, idle: int) -> None:
    """What tells a position from others: kinds in each place, not suits. `idle` is the count of P24 where it matters."""
    keys[row, 0] = rank_counts(s.hands[a]) + rank_counts(s.hands2[a])
    keys[row, 1] = rank_counts(s.hands[b]) + rank_counts(s.hands2[b])
    keys[row, 2] = rank_counts(s.pile) + rank_counts(s.pile2)
    keys[row, 3] = (
        reds(rules, s.hands[a], s.hands2[a])
        | reds(rules, s.hands[b], s.hands2[b]) << 12
        | reds(rules, s.pile, s.pile2) << 24
    )
    keys[row, 4] = s.top | s.run << 5 | s.to_act << 9 | s.phase << 13 | (s.forced + 1) << 16 | s.passes << 20
    keys[row, 5] = idle


def hash_key(keys: Any, row: int) -> int:
    """A number from 0 to 2^31 - 1. Multiplications stay below 2^63, where whole numbers are exact."""
    h = 0
    for i in range(KEY):
        word = keys[row, i]
        h = ((h ^ (word & 0x7FFFFFFF)) * 48271) & 0x7FFFFFFF
        h = ((h ^ (word >> 31)) * 69621) & 0x7FFFFFFF
        h ^= h >> 15
    return h & 0x7FFFFFFF


def same_key(keys: Any, row: int, others: Any, other: int) -> bool:
    """Whether two rows hold the same key."""
    for i in range(KEY):  # noqa: SIM110 - what is compiled has no generators
        if keys[row, i] != others[other, i]:
            return False
    return True


# --- proving a win, one action deeper each time ---


def prove(
    rules: Any,
    s: Any,
    cells: Any,
    keys: Any,
    actions: Any,
    marks: Any,
    history: Any,
    table: Any,
    known: Any,
    winner: int,
    loser: int,
    deepest: int,
    nodes: int,
) -> int:
    """Within how many actions `winner` can force `loser` to lose; 0: not within `deepest`; -1: unknown after so many nodes.

    `s` is left as it was. `cells`, `keys`, `actions` and `marks` have a row for each of `deepest + 1` levels; `history`
    has one for each side, of a number for each action; `table` and `known` have a power of two of rows. These three are
    zeroed before the first use for this winner.
    """
    left = nodes
    clearing = clearing_ranks(rules)
    for depth in range(deepest + 1):
        left, won = within(
            rules, s, cells, keys, actions, marks, history, table, known, winner, loser, clearing, depth, left
        )
        if won:
            return depth
        if left <= 0:
            return -1
    return 0


def within(
    rules: Any,
    s: Any,
    cells: Any,
    keys: Any,
    actions: Any,
    marks: Any,
    history: Any,
    table: Any,
    known: Any,
    winner: int,
    loser: int,
    clearing: int,
    depth: int,
    left: int,
) -> tuple[int, int]:
    """How many nodes are left (0: too few) and whether `winner` wins within `depth` actions, 1 or 0.

    One action that wins is enough where the winner is to act; where the loser is, every action must. A row of `marks`
    holds how many actions there are and which is tried next.
    """
    level = 0
    while True:
        save(s, cells, level, winner, loser)
        value = enter(
            rules,
            s,
            keys,
            actions,
            marks,
            history,
            table,
            known,
            winner,
            loser,
            clearing,
            level,
            depth - level,
        )
        left -= 1
        if left <= 0:
            load(s, cells, 0, winner, loser)
            return 0, 0
        while value >= 0:  # this node is settled: so may those above it be
            if level == 0:
                load(s, cells, 0, winner, loser)
                return left, value
            level -= 1
            settled = value == (1 if cells[level, 0] == winner else 0)
            if settled or marks[level, 1] == marks[level, 0]:
                action = NOTHING
                if settled:
                    action = actions[level, marks[level, 1] - 1]
                    history[1 if cells[level, 0] == winner else 0, action] += 1 + depth - level
                remember(keys, table, known, level, depth - level, value, action)
            else:
                load(s, cells, level, winner, loser)
                value = -1
        apply(rules, s, actions[level, marks[level, 1]])
        marks[level, 1] += 1
        level += 1


def enter(
    rules: Any,
    s: Any,
    keys: Any,
    actions: Any,
    marks: Any,
    history: Any,
    table: Any,
    known: Any,
    winner: int,
    loser: int,
    clearing: int,
    level: int,
    depth: int,
) -> int:
    """1 or 0 where it is known at once whether the winner wins within `depth` actions, else -1 and the actions listed."""
    if s.phase == OVER:
        return 1 if s.loser == loser else 0
    if depth <= 0:
        return 0
    write_key(rules, s, keys, level, winner, loser, 0)
    if fewest(keys, level, clearing) + (s.to_act == loser) > depth:
        return 0
    row = find(keys, level, table, known)
    first = NOTHING
    if row >= 0:
        if 0 < known[row, 0] <= depth:
            return 1
        if known[row, 1] >= depth:
            return 0
        first = known[row, 2]
    n = legal(rules, s, actions[level])
    marks[level, 0] = n
    marks[level, 1] = 0
    sort(actions, level, n, history, 1 if s.to_act == winner else 0, first)
    return -1


def sort(actions: Any, level: int, n: int, history: Any, side: int, first: int) -> None:
    """Puts `first` (or NOTHING) first, then what has settled most positions where that side was to act."""
    for place in range(1, n):
        action = actions[level, place]
        at = place
        while at > 0:
            before = actions[level, at - 1]
            if before == first or (action != first and history[side, before] >= history[side, action]):
                break
            actions[level, at] = before
            at -= 1
        actions[level, at] = action


def clearing_ranks(rules: Any) -> int:
    """Four bits for each rank of which a card can clear a pile without others of its rank."""
    ranks = 0
    for card in range(52):
        kind = rules.kind_of[card]
        for below in range(BELOWS):
            if rules.clears[kind * BELOWS + below] != NOT:
                ranks |= 1 << 4 * (card >> 2)
    return ranks


def fewest(keys: Any, level: int, clearing: int) -> int:
    """A number of actions that the winner's cards take at least, where he is to act.

    Each rank takes one of his and, unless it may clear the pile, one of the loser's after it; none follows the last.
    """
    held = keys[level, 0]
    ranks = (held | held >> 1 | held >> 2 | held >> 3) & _ONES
    together = held + keys[level, 1] + keys[level, 2]
    four = (together >> 2 | together >> 3) & _ONES
    return 2 * count(ranks) - count(ranks & (clearing | four)) - 1


def find(keys: Any, level: int, table: Any, known: Any) -> int:
    """The row of the table that knows a position, or -1."""
    mask = len(table) - 1
    row = hash_key(keys, level) & mask
    for _ in range(PROBES):
        if known[row, 0] == 0 and known[row, 1] == 0:
            return -1
        if same_key(keys, level, table, row):
            return row
        row = (row + 1) & mask
    return -1


def remember(keys: Any, table: Any, known: Any, level: int, depth: int, value: int, action: int) -> None:
    """Notes that a position is won within `depth` actions, or isn't, and the action that showed it (or NOTHING).

    A full stretch of the table loses its last row.
    """
    mask = len(table) - 1
    row = hash_key(keys, level) & mask
    for probe in range(PROBES):
        fresh = known[row, 0] == 0 and known[row, 1] == 0
        if fresh or same_key(keys, level, table, row):
            break
        if probe < PROBES - 1:
            row = (row + 1) & mask
    if not same_key(keys, level, table, row):
        for i in range(KEY):
            table[row, i] = keys[level, i]
        known[row, 0] = 0
        known[row, 1] = 0
        known[row, 2] = NOTHING
    if action != NOTHING:
        known[row, 2] = action
    if value == 1:
        if known[row, 0] == 0 or depth < known[row, 0]:
            known[row, 0] = depth
    elif depth > known[row, 1]:
        known[row, 1] = depth


# --- the whole graph, judged backwards ---


def explore(
    rules: Any,
    s: Any,
    cells: Any,
    keys: Any,
    index: Any,
    first: Any,
    edges: Any,
    actions: Any,
    a: int,
    b: int,
    count_idle: int,
) -> int:
    """Numbers all positions that can arise from `s`, itself 0; returns how many, or -1 where there is no room.

    `first[i]` to `first[i + 1]` are the places in `edges` of the positions that i's actions lead to, in their order.
    `index` (a power of two) finds positions by key. With `count_idle` positions that differ in the
    count of P24 alone differ.
    """
    for place in range(len(index)):
        index[place] = -1
    save(s, cells, 0, a, b)
    write_key(rules, s, keys, 0, a, b, s.idle * count_idle)
    index[hash_key(keys, 0) & (len(index) - 1)] = 0
    n = 1
    e = 0
    i = 0
    while i < n:
        first[i] = e
        load(s, cells, i, a, b)
        size = legal(rules, s, actions)
        if e + size > len(edges) or n + size > len(cells):
            load(s, cells, 0, a, b)
            return -1
        for choice in range(size):
            load(s, cells, i, a, b)
            apply(rules, s, actions[choice])
            write_key(rules, s, keys, n, a, b, s.idle * count_idle)
            place = look_up(keys, n, index)
            if index[place] < 0:
                index[place] = n
                save(s, cells, n, a, b)
                n += 1
            edges[e] = index[place]
            e += 1
        i += 1
    first[n] = e
    load(s, cells, 0, a, b)
    return n


def look_up(keys: Any, row: int, index: Any) -> int:
    """The place of a position in the index, or the free place where it belongs."""
    mask = len(index) - 1
    place = hash_key(keys, row) & mask
    while index[place] >= 0 and not same_key(keys, row, keys, index[place]):
        place = (place + 1) & mask
    return place


def judge(
    cells: Any,
    first: Any,
    edges: Any,
    n: int,
    back_first: Any,
    back: Any,
    open_edges: Any,
    queue: Any,
    worth: Any,
    distance: Any,
    a: int,
    b: int,
) -> None:
    """Writes what each of n positions is `worth` to the seats a and b, and for a win its `distance` in actions.

    What is left UNKNOWN is endless: nobody can force anything. `back_first`, `back`, `open_edges` and `queue` are room
    to work in.
    """
    for i in range(n + 1):
        back_first[i] = 0
    for e in range(first[n]):
        back_first[edges[e]] += 1
    total = 0
    for i in range(n):
        total += back_first[i]
        back_first[i] = total
        open_edges[i] = first[i + 1] - first[i]
    back_first[n] = total
    for i in range(n - 1, -1, -1):
        for e in range(first[i], first[i + 1]):
            back_first[edges[e]] -= 1
            back[back_first[edges[e]]] = i
    end = 0
    for i in range(n):
        worth[i] = UNKNOWN
        distance[i] = 0
        if cells[i, 1] == OVER:
            worth[i] = NOBODY_LOSES
            if cells[i, 23] >= 0:
                worth[i] = FIRST_WINS if cells[i, 23] == b else SECOND_WINS
                queue[end] = i
                end += 1
    at = 0
    while at < end:
        won = queue[at]
        at += 1
        for e in range(back_first[won], back_first[won + 1]):
            i = back[e]
            if worth[i] != UNKNOWN:
                continue
            open_edges[i] -= 1
            mover_wins = FIRST_WINS if cells[i, 0] == a else SECOND_WINS
            if worth[won] == mover_wins or open_edges[i] == 0:
                worth[i] = worth[won]
                distance[i] = distance[won] + 1
                queue[end] = i
                end += 1


def cards_in_play(s: Any, a: int, b: int) -> int:
    """How many cards the two seats hold and the pile has."""
    return count(s.hands[a]) + count(s.hands2[a]) + count(s.hands[b]) + count(s.hands2[b]) + s.height
