"""The tree of an information-set search: what was tried, how often it could have been, and how it went.

One tree serves all worlds. A node stands for what everybody saw happen; its value counts for the seat that chose the
way to it. Plain functions in the manner of the kernel, over rows of numbers as long as the tree may have nodes.
"""

from __future__ import annotations

import math
from typing import Any

from housu.bots.belief import roll

NONE = -1
WAY = 0  # what led here from the parent; of the root: how many nodes there are
FIRST, NEXT = 1, 2  # the first child, the next child of the parent
VISITS = 3
CHANCES = 4  # how often it could have been chosen
ROWS = 5


def clear(tree: Any, value: Any) -> None:
    """A tree of a root alone."""
    tree[WAY][0] = 1
    tree[FIRST][0] = NONE
    tree[NEXT][0] = NONE
    tree[VISITS][0] = 0
    tree[CHANCES][0] = 0
    value[0] = 0.0


def child(tree: Any, node: int, way: int) -> int:
    """The child that a way leads to, or NONE."""
    found = tree[FIRST][node]
    while found != NONE and tree[WAY][found] != way:
        found = tree[NEXT][found]
    return found


def grow(tree: Any, value: Any, node: int, way: int) -> int:
    """A new child."""
    made = tree[WAY][0]
    tree[WAY][0] = made + 1
    tree[WAY][made] = way
    tree[FIRST][made] = NONE
    tree[NEXT][made] = tree[FIRST][node]
    tree[VISITS][made] = 0
    tree[CHANCES][made] = 0
    value[made] = 0.0
    tree[FIRST][node] = made
    return made


def select(tree: Any, value: Any, node: int, ways: Any, n: int, mind: Any, curiosity: float) -> int:
    """The place of the way to try: the best by value and curiosity, or one never tried, at random.

    Counts, for every way open in this world, that it could have been chosen.
    """
    fresh = 0
    chosen = 0
    best = -1.0
    for place in range(n):
        found = child(tree, node, ways[place])
        if found == NONE or tree[VISITS][found] == 0:
            fresh += 1
            if roll(mind, fresh) == 0:
                chosen = place
            continue
        tree[CHANCES][found] += 1
        visits = tree[VISITS][found]
        promise = value[found] / visits + curiosity * math.sqrt(math.log(tree[CHANCES][found]) / visits)
        if fresh == 0 and promise > best:
            best = promise
            chosen = place
    return chosen
