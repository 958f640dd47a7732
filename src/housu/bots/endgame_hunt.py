"""A forced win hunted where it seems nearest: a graph of positions that grows at its most promising leaf.

This is proof-number search for both seats at once. What is won spreads backwards over all edges, as in `endgame.judge`,
so a circle never counts as a win. Positions are taken without their count of P24: a win stands where it comes sooner.
How soon is a number of actions that is enough, not always the least.
"""

from __future__ import annotations

from typing import Any

from housu.bots.endgame import (
    FIRST_WINS,
    NOBODY_LOSES,
    SECOND_WINS,
    UNKNOWN,
    hash_key,
    load,
    look_up,
    save,
    write_key,
)
from housu.kernel.paskahousu import OVER, apply, legal
from housu.kernel.sets import bit_length, count

# What is kept of a position. OPEN: how many actions are not known to lose; FIRST and SIZE: its edges, none before it has
# grown; MOVER: 0 or 1, the seat to act; ON_PATH: whether the way down leads through it; BACK: the last edge to it. From
# PROOF on for each seat: how far away a proof that it wins seems, and a refutation.
WORTH, DISTANCE, OPEN, FIRST, SIZE, MOVER, ON_PATH, BACK, PROOF = range(9)
FIELDS = PROOF + 4
CHILD, PARENT, NEXT = range(3)  # of an edge; NEXT is another edge to the same child, or NOTHING
NOTHING = -1
FAR = 1 << 20
CIRCLE = 10  # so much farther seems a proof for each answer that leads back to the way down
SWEEPS = 8


def hunt(
    rules: Any,
    s: Any,
    cells: Any,
    keys: Any,
    index: Any,
    nodes: Any,
    edges: Any,
    path: Any,
    queue: Any,
    actions: Any,
    grown: Any,
    a: int,
    b: int,
    most: int,
) -> None:
    """Writes what `s` is worth to the seats a and b, if that shows, into the first row of `nodes`, and its children.

    `most` positions at most are looked at; `grown` has room for two numbers: how many positions and edges there are. `s`
    comes back as `load` brings positions back.
    """
    idle = s.idle
    for place in range(len(index)):
        index[place] = NOTHING
    write_key(rules, s, keys, 0, a, b, 0)
    index[hash_key(keys, 0) & (len(index) - 1)] = 0
    found(rules, s, cells, nodes, 0, a, b)
    grown[0] = 1
    grown[1] = 0
    path[0] = 0
    nodes[0, ON_PATH] = 1
    level = 0
    goal = 0
    for _ in range(most):
        if level == 0:
            goal = 0 if nodes[0, PROOF] <= nodes[0, PROOF + 2] else 1
        i = path[level]
        child = i
        while nodes[i, SIZE] > 0 and child != NOTHING and level < len(path) - 1:
            child = pick(nodes, edges, i, goal)
            if child != NOTHING:
                level += 1
                path[level] = child
                nodes[child, ON_PATH] = 1
                i = child
        leaf = nodes[i, SIZE] == 0
        if leaf:
            if not grow(rules, s, cells, keys, index, nodes, edges, actions, grown, i, a, b, most):
                break
            settle(nodes, edges, queue, i)
        changed = weigh(nodes, edges, i)
        while level > 0 and (changed or not leaf):  # from a blind alley all the way up
            nodes[path[level], ON_PATH] = 0
            level -= 1
            changed = weigh(nodes, edges, path[level])
        if nodes[0, WORTH] != UNKNOWN:
            break
    shorten(nodes, edges, grown[0])
    load(s, cells, 0, a, b)
    s.idle = idle


def found(rules: Any, s: Any, cells: Any, nodes: Any, i: int, a: int, b: int) -> None:
    """Keeps a new position."""
    s.idle = 0
    save(s, cells, i, a, b)
    worth = UNKNOWN
    if s.phase == OVER:
        worth = NOBODY_LOSES
        if s.loser >= 0:
            worth = FIRST_WINS if s.loser == b else SECOND_WINS
    nodes[i, WORTH] = worth
    nodes[i, DISTANCE] = 0
    nodes[i, SIZE] = 0
    nodes[i, MOVER] = 0 if s.to_act == a else 1
    nodes[i, ON_PATH] = 0
    nodes[i, BACK] = NOTHING
    first = burden(rules, s, a, b)
    second = burden(rules, s, b, a)
    nodes[i, PROOF] = first
    nodes[i, PROOF + 1] = second
    nodes[i, PROOF + 2] = second
    nodes[i, PROOF + 3] = first


def burden(rules: Any, s: Any, seat: int, other: int) -> int:
    """How hard a hand seems to be rid of: a kind costs an action, and more where the other seat can go on it."""
    cards = s.hands[seat] | s.hands2[seat]
    others = s.hands[other] | s.hands2[other]
    cost = 1
    while cards:
        kind = rules.kind_of[bit_length(cards & -cards) - 1]
        cards &= ~rules.cards_of[kind]
        cost += 1
        answers = rules.may_go[s.nines_gone + kind] & others
        if answers:
            cost += 6 + 4 * count(answers)
    return cost


def grow(
    rules: Any,
    s: Any,
    cells: Any,
    keys: Any,
    index: Any,
    nodes: Any,
    edges: Any,
    actions: Any,
    grown: Any,
    i: int,
    a: int,
    b: int,
    most: int,
) -> bool:
    """Adds the positions that i's actions lead to, in their order; False where there is no room."""
    n = grown[0]
    e = grown[1]
    load(s, cells, i, a, b)
    size = legal(rules, s, actions)
    if e + size > len(edges) or n + size > most:
        return False
    nodes[i, FIRST] = e
    nodes[i, SIZE] = size
    nodes[i, OPEN] = size
    for choice in range(size):
        load(s, cells, i, a, b)
        apply(rules, s, actions[choice])
        write_key(rules, s, keys, n, a, b, 0)
        place = look_up(keys, n, index)
        if index[place] < 0:
            index[place] = n
            found(rules, s, cells, nodes, n, a, b)
            n += 1
        edges[e, CHILD] = index[place]
        edges[e, PARENT] = i
        e += 1
    grown[0] = n
    grown[1] = e
    return True


def pick(nodes: Any, edges: Any, i: int, goal: int) -> int:
    """The position after i that seems to settle it soonest, or NOTHING where all are settled or lead back."""
    column = PROOF + 2 * goal + (0 if nodes[i, MOVER] == goal else 1)
    least = FAR + 1
    best = NOTHING
    for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, SIZE]):
        child = edges[e, CHILD]
        if nodes[child, WORTH] == UNKNOWN and not nodes[child, ON_PATH] and nodes[child, column] < least:
            least = nodes[child, column]
            best = child
    return best


def weigh(nodes: Any, edges: Any, i: int) -> bool:
    """Judges anew how far proofs and refutations of a position seem; whether anything has changed.

    One action is enough for the mover's proof and the other's refutation. The other two take all actions; these share
    much, so the farthest counts, and one for each of the rest.
    """
    if nodes[i, WORTH] != UNKNOWN:
        return True
    own = PROOF + 2 * nodes[i, MOVER]
    other = PROOF + 2 - 2 * nodes[i, MOVER]
    own_proof = FAR
    own_refutation = 0
    other_proof = 0
    other_refutation = FAR
    circles = 0
    n = 0
    for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, SIZE]):
        child = edges[e, CHILD]
        if nodes[child, WORTH] == NOBODY_LOSES:
            circles = FAR
        elif nodes[child, WORTH] == UNKNOWN and nodes[child, ON_PATH]:
            circles += CIRCLE
        elif nodes[child, WORTH] == UNKNOWN:
            n += 1
            own_proof = min(own_proof, nodes[child, own])
            own_refutation = max(own_refutation, nodes[child, own + 1])
            other_proof = max(other_proof, nodes[child, other])
            other_refutation = min(other_refutation, nodes[child, other + 1])
    own_refutation += n - 1
    other_proof += circles + n - 1
    if n == 0:  # a blind alley, on this way down
        own_proof = 2 * nodes[i, own] + 8
        other_proof = 2 * nodes[i, other] + 8
        own_refutation = 1
        other_refutation = 1
    own_proof = min(FAR, own_proof)
    own_refutation = min(FAR, own_refutation)
    other_proof = min(FAR, other_proof)
    same = (
        nodes[i, own] == own_proof
        and nodes[i, own + 1] == own_refutation
        and nodes[i, other] == other_proof
        and nodes[i, other + 1] == other_refutation
    )
    nodes[i, own] = own_proof
    nodes[i, own + 1] = own_refutation
    nodes[i, other] = other_proof
    nodes[i, other + 1] = other_refutation
    return not same


def settle(nodes: Any, edges: Any, queue: Any, i: int) -> None:
    """Links a position to those after it; where they settle it, settles all before it that this decides."""
    wins = FIRST_WINS if nodes[i, MOVER] == 0 else SECOND_WINS
    for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, SIZE]):
        child = edges[e, CHILD]
        if nodes[child, WORTH] == UNKNOWN:
            edges[e, NEXT] = nodes[child, BACK]
            nodes[child, BACK] = e
        elif nodes[child, WORTH] == wins:
            nodes[i, WORTH] = wins
        elif nodes[child, WORTH] != NOBODY_LOSES:
            nodes[i, OPEN] -= 1
    if nodes[i, OPEN] == 0:
        nodes[i, WORTH] = SECOND_WINS if nodes[i, MOVER] == 0 else FIRST_WINS
    if nodes[i, WORTH] == UNKNOWN:
        return
    queue[0] = i
    at = 0
    end = 1
    while at < end:
        won = queue[at]
        at += 1
        nodes[won, DISTANCE] = reach(nodes, edges, won)
        e = nodes[won, BACK]
        while e != NOTHING:
            parent = edges[e, PARENT]
            e = edges[e, NEXT]
            if nodes[parent, WORTH] != UNKNOWN:
                continue
            nodes[parent, OPEN] -= 1
            wins = FIRST_WINS if nodes[parent, MOVER] == 0 else SECOND_WINS
            if nodes[won, WORTH] == wins or nodes[parent, OPEN] == 0:
                nodes[parent, WORTH] = nodes[won, WORTH]
                queue[end] = parent
                end += 1


def reach(nodes: Any, edges: Any, i: int) -> int:
    """In how many actions the deal can be over: the shortest win known, or the longest loss."""
    wins = nodes[i, WORTH] == (FIRST_WINS if nodes[i, MOVER] == 0 else SECOND_WINS)
    best = FAR if wins else 0
    for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, SIZE]):
        child = edges[e, CHILD]
        if nodes[child, WORTH] == nodes[i, WORTH]:
            best = min(best, nodes[child, DISTANCE]) if wins else max(best, nodes[child, DISTANCE])
    return best + 1


def shorten(nodes: Any, edges: Any, n: int) -> None:
    """Wins found later may be shorter than those that settled a position."""
    for _ in range(SWEEPS):
        changed = False
        for i in range(n - 1, -1, -1):
            if (
                nodes[i, SIZE] > 0
                and nodes[i, WORTH] != UNKNOWN
                and reach(nodes, edges, i) < nodes[i, DISTANCE]
            ):
                nodes[i, DISTANCE] = reach(nodes, edges, i)
                changed = True
        if not changed:
            return
