"""The loop of the search, the same for both games: many worlds, one tree, playouts by the keeper.

Information-set Monte Carlo tree search with the eyes of one seat (Cowling, Powley and Whitehouse, 2012): each iteration
deals the hidden cards anew (`housu.bots.belief`), goes down the tree by the ways open in that world, adds a node, and
plays on to the end. Every seat's choices are in the tree, and each seeks what is best for itself. `kernel.bind` gives
these functions the rules and the keeper of a game.
"""

from __future__ import annotations

from typing import Any, cast

from housu.bots.belief import roll
from housu.bots.tree import NONE, VISITS, WAY, child, grow, select

# The functions and numbers of a game, which `kernel.bind` puts in place of these names.
apply = copy_state = deal_anew = keeper = legal = random_action = turned_kind = cast("Any", None)
OVER = 0

WHIM = 64  # a playout leaves the keeper's way once in so many actions
LONGEST = 400  # actions of a playout
TURNED = 1_000  # on the way to a node that tells which kind of card was turned
APART = frozenset(
    {"search", "play_on", "act", "advise", "choose"}
)  # large: compiled once, not into each caller


def act(rules: Any, s: Any, action: int) -> None:
    """Does an action; a function of its own, so that it is compiled once."""
    apply(rules, s, action)


def advise(rules: Any, s: Any, mind: Any) -> int:
    """What the keeper would do; a function of its own, so that it is compiled once."""
    return keeper(rules, s, mind)


def play_on(rules: Any, s: Any, mind: Any) -> None:
    """Plays on by the keeper, now and then at random."""
    n = 0
    while s.phase != OVER and n < LONGEST:
        action = random_action(rules, s, mind) if roll(mind, WHIM) == 0 else advise(rules, s, mind)
        act(rules, s, action)
        n += 1


def points(s: Any, seat: int) -> float:
    """1 for a seat that hasn't lost; a stalemate, or a playout that didn't end, is a loss shared by those still in."""
    if not s.playing >> seat & 1:
        return 1.0
    if s.loser == seat:
        return 0.0
    return 1.0 - 1.0 / s.alive


def choose(rules: Any, s: Any, mind: Any, tree: Any, value: Any, node: int, n: int, curiosity: float) -> int:
    """The action to try at a node in this world: at first the keeper's, later what the tree says."""
    if n == 1:
        return mind.actions[0]
    if tree[VISITS][node] == 0:
        return advise(rules, s, mind)
    return mind.actions[select(tree, value, node, mind.actions, n, mind, curiosity)]


def search(
    rules: Any,
    root: Any,
    s: Any,
    belief: Any,
    mind: Any,
    tree: Any,
    value: Any,
    path: Any,
    actors: Any,
    iterations: int,
    curiosity: float,
) -> None:
    """Grows the tree from `root`, which is left as it was, by so many playouts. `s` is room for one world.

    `path` and `actors` have room for the longest way down; a tree that is full grows no more, but goes on counting.
    """
    full = len(value) - 4
    for _ in range(iterations):
        copy_state(s, root)
        deal_anew(s, belief, mind)
        node = 0
        depth = 0
        fresh = 0
        while s.phase != OVER and not fresh and depth + 2 < len(path) and tree[WAY][0] < full:
            n = legal(rules, s, mind.actions)
            action = choose(rules, s, mind, tree, value, node, n, curiosity)
            turned = turned_kind(rules, s, action)
            found = child(tree, node, action)
            if found == NONE:
                found = grow(tree, value, node, action)
                fresh = 1 if n > 1 else 0
            path[depth] = found
            actors[depth] = s.to_act
            depth += 1
            node = found
            if turned != NONE:
                found = child(tree, node, TURNED + turned)
                if found == NONE:
                    found = grow(tree, value, node, TURNED + turned)
                path[depth] = found
                actors[depth] = s.to_act
                depth += 1
                node = found
            act(rules, s, action)
        play_on(rules, s, mind)
        for step in range(depth):
            tree[VISITS][path[step]] += 1
            value[path[step]] += points(s, actors[step])
        tree[VISITS][0] += 1
