"""Endgames solved: what a position where nothing is hidden is worth, and what each action is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from housu.bots import endgame, endgame_hunt
from housu.deal import Deal
from housu.faces import paskahousu
from housu.kernel import paskahousu as kernel
from housu.kernel.engine import PLAIN, Engine, engine

DEEPEST = 60  # actions to a forced win that are looked for; the longest met at tables of keepers was 37
WIN, ENDLESS, LOSS = 1, 0, -1
_WORTHS = {
    endgame.FIRST_WINS: WIN,
    endgame.SECOND_WINS: LOSS,
}  # to the seat that `endgame` knows as the first


@dataclass(frozen=True)
class Choice:
    """What an action is worth to the seat that takes it, None where that is not known.

    `actions` counts those of both seats to the end of the deal, this one included; 0 where it is endless.
    """

    code: int
    worth: int | None
    actions: int


@dataclass(frozen=True)
class Solution:
    """What a position is worth to the seat to act, and what each legal action is; the best first.

    A win says in how many actions it can be forced, a loss how many it can be put off; where many cards are in play the
    number may be larger than need be, and an action of unknown worth as good. ENDLESS is a table that circles until
    P24 ends it, with no loser.
    """

    worth: int
    actions: int
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The choice that keeps the worth: the shortest win, or the longest loss."""
        return self.choices[0]


class Grid:
    """Rows of numbers, where there is no NumPy."""

    def __init__(self, rows: int, width: int) -> None:
        self.rows = [[0] * width for _ in range(rows)]

    def __getitem__(self, place: Any) -> Any:
        return self.rows[place[0]][place[1]] if isinstance(place, tuple) else self.rows[place]

    def __setitem__(self, place: tuple[int, int], number: int) -> None:
        self.rows[place[0]][place[1]] = number

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class Effort:
    """How much a solver may do: positions of a graph, nodes of a proof, rows of its table (a power of two).

    `hunted`: positions of a graph that grows towards a win, no more than those of a whole one. A hasty one doesn't go
    through the whole graph where many cards are in play: it hardly ever fits.
    """

    positions: int
    nodes: int
    table: int
    hunted: int = 0
    hasty: bool = False


QUICK = Effort(positions=600_000, nodes=50_000, table=1 << 16, hunted=150_000, hasty=True)
FULL = Effort(positions=600_000, nodes=200_000, table=1 << 18, hunted=600_000)
SLOW = Effort(positions=4_000, nodes=10_000, table=1 << 13, hunted=2_000)  # without compiled code
LONGEST = 150  # actions that a way down the growing graph may have
FEW_CARDS = 13  # up to so many in play the whole graph is small, and it tells endless positions too


def is_open(s: Any) -> bool:
    """Whether a state can be solved: two players in, no stock, no table cards, a turn to come (so all cards are known)."""
    return bool(
        s.alive == 2
        and s.left == 0
        and s.phase in (kernel.TURN, kernel.DUTY)
        and not any(s.laid[seat] for seat in range(s.seats))
    )


class Solver:
    """Solves endgames of Paskahousu with buffers of its own; one at a time."""

    def __init__(self, on: Engine, effort: Effort | None = None) -> None:
        self.engine = on
        self.effort = effort or (SLOW if on.speed == PLAIN else FULL)
        self.code: Any = endgame
        self.hunting: Any = endgame_hunt
        if on.speed != PLAIN:
            from housu.kernel.compiled import twin

            self.code = twin(endgame)
            self.hunting = twin(endgame_hunt)
        self._levels = [
            self.grid(DEEPEST + 2, width) for width in (endgame.CELLS, endgame.KEY, kernel.ACTIONS, 2)
        ]
        self._graph: _Graph | None = None
        self._tables: list[tuple[Any, Any]] = []

    def grid(self, rows: int, width: int) -> Any:
        """Rows of zeros in the engine's kind."""
        if self.engine.speed == PLAIN:
            return Grid(rows, width)
        import numpy as np

        return np.zeros((rows, width), np.int64)

    def row(self, n: int) -> Any:
        """Zeros in the engine's kind."""
        if self.engine.speed == PLAIN:
            return [0] * n
        import numpy as np

        return np.zeros(n, np.int64)

    def solve(self, rules: Any, s: Any) -> Solution | None:
        """What a state is worth, or None where that takes more than the effort allows.

        `is_open(s)` must hold. The answer agrees with P24: a win is one that comes before a stalemate.
        """
        s, mover, other = _sides(s)
        if self.code.cards_in_play(s, mover, other) > FEW_CARDS:
            found = self._proof(rules, s, mover, other) or self._hunt(rules, s, mover, other)
            return found if found or self.effort.hasty else self.whole_graph(rules, s, mover, other)
        return (
            self.whole_graph(rules, s, mover, other)
            or self._proof(rules, s, mover, other)
            or self._hunt(rules, s, mover, other)
        )

    def after(self, rules: Any, s: Any, code: int) -> Choice:
        """What an action is worth by what comes after it, where `solve` has left it open."""
        child = s.copy()
        mover = int(s.to_act)
        self.engine.module.apply(rules, child, code)
        if child.phase == kernel.OVER:
            return Choice(code, ENDLESS if child.stalemate else LOSS if child.loser == mover else WIN, 1)
        found = self.solve(rules, child)
        if found is None:
            return Choice(code, None, 0)
        worth = found.worth if child.to_act == mover else -found.worth
        return Choice(code, worth, found.actions + 1 if worth else 0)

    def warm(self, rules: Any, s: Any) -> None:
        """Goes all the ways there are, so that none is compiled when it is needed."""
        self.solve(rules, s)
        self._proof(rules, *_sides(s))
        self._hunt(rules, *_sides(s))

    def whole_graph(self, rules: Any, s: Any, mover: int, other: int) -> Solution | None:
        """The solution by full backward analysis; positions differ by the count of P24 only where it could matter."""
        found = self._judged(rules, s, mover, other, 0)
        limit = int(rules.stalemate_after)
        if found is not None and limit and found.worth and int(s.idle) + found.actions >= limit:
            return self._judged(rules, s, mover, other, 1)
        return found

    def _room(self) -> _Graph:
        if self._graph is None:
            self._graph = _Graph(self, self.effort)
        return self._graph

    def _judged(self, rules: Any, s: Any, mover: int, other: int, count_idle: int) -> Solution | None:
        graph = self._room()
        n = self.code.explore(
            rules, s, graph.cells, graph.keys, graph.index, graph.first, graph.edges, self.engine.actions(),
            mover, other, count_idle,
        )  # fmt: skip
        if n < 0:
            return None
        self.code.judge(
            graph.cells, graph.first, graph.edges, n, graph.back_first, graph.back, graph.open_edges, graph.queue,
            graph.worth, graph.distance, mover, other,
        )  # fmt: skip
        choices = []
        for place, code in enumerate(self._codes(rules, s)):
            child = int(graph.edges[place])
            value = _WORTHS.get(int(graph.worth[child]), ENDLESS)
            choices.append(Choice(code, value, int(graph.distance[child]) + 1 if value else 0))
        return _solution(choices)

    def _hunt(self, rules: Any, s: Any, mover: int, other: int) -> Solution | None:
        """A forced win for either, looked for where it seems nearest. `s` comes back as `load` brings it."""
        if not self.effort.hunted:
            return None
        graph = self._room()
        nodes, edges = graph.nodes, graph.links
        self.hunting.hunt(
            rules, s, graph.cells, graph.keys, graph.index, nodes, edges, graph.path, graph.queue,
            self.engine.actions(), graph.grown, mover, other, len(nodes),
        )  # fmt: skip
        if int(nodes[0, endgame_hunt.WORTH]) not in _WORTHS:
            return None
        limit = int(rules.stalemate_after)
        first = int(nodes[0, endgame_hunt.FIRST])
        choices = []
        for place, code in enumerate(self._codes(rules, s)):
            child = int(edges[first + place, endgame_hunt.CHILD])
            worth = _WORTHS.get(int(nodes[child, endgame_hunt.WORTH]))
            actions = int(nodes[child, endgame_hunt.DISTANCE]) + 1 if worth else 0
            if limit and int(s.idle) + actions >= limit:
                worth, actions = None, 0  # P24 may come first
            choices.append(Choice(code, worth, actions))
        found = _solution(choices)
        sure = found.worth == WIN or all(choice.worth == LOSS for choice in choices)
        return found if sure else None

    def _codes(self, rules: Any, s: Any) -> list[int]:
        actions = self.engine.actions()
        n = self.engine.module.legal(rules, s, actions)
        return [int(code) for code in actions[:n]]

    def _proof(self, rules: Any, s: Any, mover: int, other: int) -> Solution | None:
        """A forced win for one of the two, looked for in turn, a little deeper each time."""
        limit = int(rules.stalemate_after)
        deepest = min(DEEPEST, limit - int(s.idle) - 1) if limit else DEEPEST
        tables = [
            (
                self.grid(2, kernel.STOP + 1),
                self.grid(self.effort.table, endgame.KEY),
                self.grid(self.effort.table, 3),
            )
            for _ in range(2)
        ]
        sides = [(mover, other, tables[0]), (other, mover, tables[1])]
        nodes = self.effort.nodes // 2
        for depth in range(2, deepest + 1, 2):
            for side in tuple(sides):
                winner, loser, table = side
                won = self.code.prove(rules, s, *self._levels, *table, winner, loser, depth, nodes)
                if won > 0:
                    return self._told(rules, s, won, winner, loser, table)
                if won < 0:
                    sides.remove(side)
        return None

    def _told(self, rules: Any, s: Any, won: int, winner: int, loser: int, tables: Any) -> Solution:
        """The choices of a position whose winner and number of actions are known."""
        wins = winner == int(s.to_act)
        choices = []
        for code in self._codes(rules, s):
            child = s.copy()
            self.engine.module.apply(rules, child, code)
            depth = self.code.prove(
                rules, child, *self._levels, *tables, winner, loser, won - 1, self.effort.nodes
            )
            at_once = child.phase == kernel.OVER and child.loser == loser
            if depth > 0 or at_once:
                choices.append(Choice(code, WIN if wins else LOSS, max(depth, 0) + 1))
            else:
                choices.append(Choice(code, None, 0))
        return _solution(choices)


class _Graph:
    """Room for a graph of positions, kept from one endgame to the next."""

    def __init__(self, solver: Solver, effort: Effort) -> None:
        positions = effort.positions
        self.cells = solver.grid(positions, endgame.CELLS)
        self.keys = solver.grid(positions, endgame.KEY)
        self.index = solver.row(1 << (2 * positions - 1).bit_length())
        self.first, self.back_first = solver.row(positions + 1), solver.row(positions + 1)
        self.edges, self.back = solver.row(5 * positions), solver.row(5 * positions)
        self.open_edges, self.queue = solver.row(positions), solver.row(positions)
        self.worth, self.distance = solver.row(positions), solver.row(positions)
        hunted = min(effort.hunted, positions)
        self.nodes, self.links = solver.grid(hunted, endgame_hunt.FIELDS), solver.grid(2 * hunted, 3)
        self.path, self.grown = solver.row(LONGEST), solver.row(2)


def _sides(s: Any) -> tuple[Any, int, int]:
    """A copy of a state, since the kernel may write over the order of the cards on the table, and its two seats."""
    mover = int(s.to_act)
    return (
        s.copy(),
        mover,
        next(seat for seat in range(int(s.seats)) if seat != mover and s.playing >> seat & 1),
    )


def _solution(choices: list[Choice]) -> Solution:
    def rank(choice: Choice) -> tuple[int, int]:
        worth = LOSS - 1 if choice.worth is None else choice.worth
        return -worth, choice.actions if worth == WIN else -choice.actions

    ordered = tuple(sorted(choices, key=rank))
    best = ordered[0]
    return Solution(LOSS if best.worth is None else best.worth, best.actions, ordered)


@cache
def _solver(speed: str | None) -> Solver:
    return Solver(engine("paskahousu", speed))


def warm(speed: str) -> None:
    """Compiles, or loads, all that solving needs."""
    solver = Solver(engine("paskahousu", speed), SLOW)
    deal = Deal.from_snapshot({"rules": "pagat", "hands": ["4d 5c 9h", "3h Jc"], "pile": "6d"})
    face = paskahousu.Face(deal.rules, solver.engine)
    solver.warm(face.record, face.read(deal.snapshot()))


def why_not(deal: Deal) -> str | None:
    """The key of the sentence that says why a deal is nothing to solve; None where it may be solved."""
    if deal.rules.game.name != "paskahousu":
        return "cli.solve.game"
    if deal.to_act is None:
        return "cli.solve.over"
    face = paskahousu.Face(deal.rules, engine("paskahousu", PLAIN))
    return None if is_open(face.read(deal.snapshot())) else "cli.solve.not"


def solve(deal: Deal, speed: str | None = None) -> dict[str, Any] | None:
    """What a deal is worth to the seat to act, or None where something is hidden or it is too much work.

    `{"worth": 1 | 0 | -1, "actions": n, "choices": [{"action": text, "worth": …, "actions": …}, …]}`, the best first.
    """
    if why_not(deal) is not None:
        return None
    solver = _solver(speed)
    face = paskahousu.Face(deal.rules, solver.engine)
    s = face.read(deal.snapshot())
    found = solver.solve(face.record, s)
    if found is None:
        return None
    found = _solution(
        [
            choice if choice.worth is not None else solver.after(face.record, s, choice.code)
            for choice in found.choices
        ]
    )
    moment = face.moment(s)
    return {
        "worth": found.worth,
        "actions": found.actions,
        "choices": [
            {"action": moment.text(c.code), "worth": c.worth, "actions": c.actions} for c in found.choices
        ],
    }
