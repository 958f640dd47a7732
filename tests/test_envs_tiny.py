"""The tiny preset is solved: counterfactual regret minimisation, and a bound on the error by exact best responses.

The tree is built from the kernel. Chance deals the hands as sets, since the order of a hand makes no difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

import pytest

from housu.envs import Batch
from housu.envs.presets import setting
from housu.kernel import paskahousu as kernel
from housu.kernel.engine import engine

ROUNDS = 100
CLOSE = 0.0005  # of a deal, which is won or lost by 1
VALUE = 3 / 35  # of a deal to its dealer


class Node:
    """A turn: whose, what the player knows there, and what may follow; or an end, with what seat 0 is paid."""

    __slots__ = ("after", "player", "told", "value")

    def __init__(self, player: int, told: Any, after: list[Node], value: float) -> None:
        self.player, self.told, self.after, self.value = player, told, after, value


def hand_kinds(s: Any, seat: int) -> tuple[int, ...]:
    return tuple(card >> 2 for card in range(52) if s.hands[seat] >> card & 1)


def grow(record: Any, s: Any, told: tuple[tuple[Any, ...], tuple[Any, ...]]) -> Node:
    """The tree below a state; `told[seat]` is what a seat has seen so far."""
    if s.phase == kernel.OVER:
        value = 0.0 if s.stalemate and s.alive == 2 else -1.0 if s.loser == 0 else 1.0
        return Node(-1, None, [], value)
    room = [0] * kernel.ACTIONS
    after = []
    for action in room[: kernel.legal(record, s, room)]:
        t = s.copy()
        seat, before = s.to_act, Counter(hand_kinds(s, s.to_act))
        turned = s.stock[s.left - 1] >> 2 if action == kernel.DRAW else None
        kernel.apply(record, t, action)
        public = (seat, action, turned)
        drew = tuple((Counter(hand_kinds(t, seat)) - before).elements()) if t.left < s.left else ()
        seen = tuple((*told[me], public, drew if me == seat else len(drew)) for me in range(2))
        after.append(grow(record, t, (seen[0], seen[1])))
    return Node(s.to_act, told[s.to_act], after, 0.0)


def roots(dealer: int) -> list[tuple[float, Node]]:
    """All ways to deal the tiny pack, with their chances, and the tree below each."""
    chosen, made = setting("tiny"), engine("paskahousu", "plain")
    record = made.rules(chosen.numbers)
    pack = list(chosen.pack)
    ways: dict[tuple[Any, ...], int] = defaultdict(int)
    example: dict[tuple[Any, ...], list[int]] = {}
    for one in combinations(pack, 3):
        for other in combinations([card for card in pack if card not in one], 3):
            stock = [card for card in pack if card not in one + other]
            way = tuple(tuple(sorted(card >> 2 for card in part)) for part in (one, other, stock))
            ways[way] += 1
            seats = (
                (one, other) if dealer == 1 else (other, one)
            )  # the first packet goes to the dealer's left
            example[way] = [card for pair in zip(*seats, strict=True) for card in pair] + stock
    total = sum(ways.values())
    found = []
    for way, n in ways.items():
        s = made.state()
        s.stock[: len(pack)] = example[way][::-1]
        kernel.start(record, s, 2, dealer)
        found.append((n / total, grow(record, s, ((hand_kinds(s, 0),), (hand_kinds(s, 1),)))))
    return found


class Solver:
    """Regret matching on every information set, the later rounds counting more (CFR+)."""

    def __init__(self, trees: list[tuple[float, Node]]) -> None:
        self.trees = trees
        self.regret: dict[Any, list[float]] = {}
        self.mean: dict[Any, list[float]] = {}

    def solve(self, rounds: int) -> None:
        for n in range(1, rounds + 1):
            for player in range(2):
                for chance, tree in self.trees:
                    self.walk(tree, player, 1.0, chance, n)

    def policy(self, node: Node) -> list[float]:
        regret = self.regret.setdefault((node.player, node.told), [0.0] * len(node.after))
        total = sum(regret)
        return [r / total for r in regret] if total else [1 / len(regret)] * len(regret)

    def walk(self, node: Node, player: int, mine: float, others: float, n: int) -> float:
        """What the node is worth to seat 0, changing the regrets of `player` on the way."""
        if not node.after:
            return node.value
        policy = self.policy(node)
        if node.player != player:
            return sum(
                p * self.walk(child, player, mine, others * p, n)
                for p, child in zip(policy, node.after, strict=True)
                if p or mine
            )
        worth = [
            self.walk(child, player, mine * p, others, n) for p, child in zip(policy, node.after, strict=True)
        ]
        value = sum(p * w for p, w in zip(policy, worth, strict=True))
        key = player, node.told
        regret, mean = self.regret[key], self.mean.setdefault(key, [0.0] * len(policy))
        sign = others if player == 0 else -others
        for a, w in enumerate(worth):
            regret[a] = max(0.0, regret[a] + sign * (w - value))
            mean[a] += n * mine * policy[a]
        return value

    def average(self, node: Node) -> list[float]:
        mean = self.mean.get((node.player, node.told), [])
        total = sum(mean)
        return [m / total for m in mean] if total else [1 / len(node.after)] * len(node.after)

    def best_response(self, player: int) -> float:
        """What `player` can be worth at best against the other's average policy, exactly; in seat 0's coin."""
        sets: dict[Any, list[tuple[float, Node]]] = defaultdict(list)

        def reach(node: Node, others: float) -> None:
            if not node.after:
                return
            if node.player == player:
                sets[node.told].append((others, node))
            policy = [1.0] * len(node.after) if node.player == player else self.average(node)
            for p, child in zip(policy, node.after, strict=True):
                reach(child, others * p)

        for chance, tree in self.trees:
            reach(tree, chance)
        sign = 1 if player == 0 else -1
        best: dict[Any, int] = {}

        def choice(told: Any) -> int:
            if told not in best:
                n = len(sets[told][0][1].after)
                worth = [sum(p * value(node.after[a]) for p, node in sets[told]) * sign for a in range(n)]
                best[told] = worth.index(max(worth))
            return best[told]

        def value(node: Node) -> float:
            if not node.after:
                return node.value
            if node.player == player:
                return value(node.after[choice(node.told)])
            return sum(p * value(child) for p, child in zip(self.average(node), node.after, strict=True))

        return sum(chance * value(tree) for chance, tree in self.trees)


@pytest.fixture(scope="module")
def solved() -> tuple[Solver, float, float]:
    """The game with seat 0 as dealer, and what it is worth to it: at least the first number, at most the second."""
    solver = Solver(roots(0))
    solver.solve(ROUNDS)
    return solver, solver.best_response(1), solver.best_response(0)


def test_the_value_is_known(solved):
    _, low, high = solved
    assert low <= high + 1e-9
    assert high - low < CLOSE
    assert low - 1e-9 <= VALUE <= high + 1e-9


def test_the_seats_are_alike(solved):
    """With the other seat as dealer the value is the same the other way round."""
    other = Solver(roots(1))
    other.solve(40)
    assert other.best_response(1) - 1e-9 <= -solved[2] + CLOSE
    assert other.best_response(0) + 1e-9 >= -solved[1] - CLOSE


def test_worse_players_lose_to_the_solution(solved):
    """Who picks evenly from the legal actions gives more away than the bound on the solution's error."""
    solver, _, high = solved
    even = Solver(solver.trees)
    assert even.best_response(0) > high + 0.1


def test_batch_plays_the_tree(solved):
    """The deals of the batch are walks in the same tree."""
    solver = solved[0]
    longest = 0

    def depth(node: Node) -> int:
        return 1 + max((depth(child) for child in node.after), default=-1)

    longest = max(depth(tree) for _, tree in solver.trees)
    batch, length = Batch("tiny", n=64, seed=1), 0
    turns = [0] * 64
    for _ in range(200):
        batch.step(batch.choose())
        for i in range(64):
            turns[i] += 1
            if batch.done[i]:
                length, turns[i] = max(length, turns[i]), 0
    assert 0 < length <= longest
