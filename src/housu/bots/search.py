"""The bot that searches: worlds it may be in, a tree over all of them, and the solver where nothing is hidden."""

from __future__ import annotations

import importlib
import importlib.util
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import SystemRandom
from typing import Any

from housu.bots import solve
from housu.bots.belief import BELIEF, FACTS, Belief
from housu.bots.bot import Bot, Events, View
from housu.bots.facts import Fact, PaskahousuListener, ZalupaListener
from housu.bots.mind import new_mind
from housu.bots.policy import POLICIES, Policy
from housu.bots.solve import ENDLESS, LOSS, QUICK, SLOW, WIN, Solution, Solver, is_open
from housu.bots.tree import FIRST, NEXT, NONE, ROWS, VISITS, WAY, clear
from housu.bots.world import any_state, codes, game_face
from housu.cards import members
from housu.deal import Deal
from housu.kernel.engine import COMPILED, PLAIN, engine
from housu.kernel.record import fill
from housu.rules.ruleset import GAMES

# Playouts a decision: about 20, 100 and 1,000 ms on one core, the mean of the tables that `bench.bots` times.
LEVELS = {"easy": 3_000, "medium": 15_000, "hard": 100_000}
# Searches with the playouts they once had, to measure others by: how many, and by which policy.
YARDSTICKS = {"search1": (10_000, "keeper1")}
AT_ONCE = {PLAIN: 4, COMPILED: 1_000}  # playouts between two looks at the watch
CURIOSITY = 0.7
DEEPEST = 512  # the longest way down the tree that is kept
WORTH = {WIN: 1.0, ENDLESS: 0.5, LOSS: 0.0}


# Cards that lie before a seat for all to see, or that it has set aside.
_OPEN: dict[str, Callable[[Any, Any, int], list[int]]] = {
    "paskahousu": lambda face, s, seat: face.face_up(s, seat),
    "zalupa": lambda _, s, seat: list(members(int(s.aside[seat]))),
}


@dataclass(frozen=True)
class Candidate:
    """An action that was considered: what it seems to be worth, 0 (loses) to 1, and how many playouts say so.

    `playouts` is 0 where the solver has worked the worth out; `actions` is then in how many a win or loss is forced.
    """

    code: int
    worth: float
    playouts: int
    actions: int = 0


class Searcher:
    """Searches for one seat at a time, in one speed, with buffers of its own."""

    def __init__(self, game: str, speed: str, word: int, iterations: int, policy: Policy) -> None:
        self.game = game
        self.policy = policy
        self.engine = engine(game, speed)
        self.iterations = iterations
        code: Any = importlib.import_module(f"housu.bots.search_{game}")
        if speed == PLAIN:
            self.code = code
            self.belief = Belief()
        else:
            from housu.kernel.compiled import record, twin

            self.code = twin(code)
            self.belief = record(BELIEF)
        self._word = word
        self._state = self.engine.state()
        self._minds: dict[str, Any] = {}
        self._solver = (
            Solver(self.engine, SLOW if speed == PLAIN else QUICK) if game == "paskahousu" else None
        )
        nodes = 4 * iterations + 1_000
        self._tree, self._value, self._path, self._actors = self._room(nodes)

    def _room(self, nodes: int) -> tuple[Any, Any, Any, Any]:
        if self.engine.speed == PLAIN:
            return [[0] * nodes for _ in range(ROWS)], [0.0] * nodes, [0] * DEEPEST, [0] * DEEPEST
        import numpy as np

        rows = np.zeros((ROWS, nodes), np.int64)
        return rows, np.zeros(nodes), np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)

    def consider(
        self,
        face: Any,
        root: Any,
        seat: int,
        facts: list[Fact],
        exact: bool = True,
        seconds: float | None = None,
    ) -> list[Candidate]:
        """The legal actions of a state as `seat` sees it, the best first. Only what the seat may know is read.

        Without `exact` the solver isn't asked. The playouts end after `seconds`, if any.
        """
        if exact and self._solver is not None and is_open(root):
            found = self._solver.solve(face.record, root)
            if found is not None:
                return _solved(found)
        self._believe(face, root, seat, facts)
        clear(self._tree, self._value)
        until = math.inf if seconds is None else time.monotonic() + seconds
        at_once = self.iterations if seconds is None else AT_ONCE[self.engine.speed]
        for done in range(0, self.iterations, at_once):
            self.code.search(
                face.record, root, self._state, self.belief, self._mind(face), self._tree, self._value, self._path,
                self._actors, min(at_once, self.iterations - done), CURIOSITY,
            )  # fmt: skip
            if time.monotonic() > until:
                break
        return self._candidates()

    def worth_after(self, face: Any, root: Any, code: int) -> float | None:
        """What an action is worth where nothing is hidden, by what comes after it; None where that is not known."""
        if self._solver is None or not is_open(root):
            return None
        worth = self._solver.after(face.record, root, code).worth
        return None if worth is None else WORTH[worth]

    def _mind(self, face: Any) -> Any:
        key = face.rules.text
        if key not in self._minds:
            self._minds[key] = new_mind(self.engine, self._word, self.policy.weights_for(face.rules))
        return self._minds[key]

    def _believe(self, face: Any, s: Any, seat: int, facts: list[Fact]) -> None:
        """The pool is every card of the pack that the seat can't place."""
        known = set(self._placed(face, s, seat))
        pool = [card for card in face.pack if card not in known]
        need = [
            0 if other == seat or other >= s.seats else int(s.held[other]) - len(face.seen(s, other))
            for other in range(BELIEF["need"])
        ]
        told = [fact for fact in facts if fact.seat != seat and fact.least > 0][-FACTS:]
        fill(
            self.belief,
            {
                "seat": seat,
                "pool": pool,
                "unplaced": len(pool),
                "need": need,
                "facts": len(told),
                "fact_seat": [fact.seat for fact in told],
                "fact_mask": [fact.mask for fact in told],
                "fact_least": [min(fact.least, need[fact.seat]) for fact in told],
            },
        )

    @staticmethod
    def _placed(face: Any, s: Any, seat: int) -> list[int]:
        out, pile = face.table(s)
        placed = [*out, *pile, *face.hand(s, seat)]
        for other in range(int(s.seats)):
            placed += face.seen(s, other)
            placed += _OPEN[face.rules.game.name](face, s, other)
        return placed

    def _candidates(self) -> list[Candidate]:
        found = []
        node = int(self._tree[FIRST][0])
        while node != NONE:
            visits = int(self._tree[VISITS][node])
            found.append(
                Candidate(int(self._tree[WAY][node]), float(self._value[node]) / max(1, visits), visits)
            )
            node = int(self._tree[NEXT][node])
        return sorted(found, key=lambda candidate: (-candidate.playouts, candidate.code))


class SearchBot(Bot):
    """Plays by search; its level is how many playouts it makes for each decision."""

    def __init__(
        self, name: str, seed: int | None = None, iterations: int | None = None, exact: bool = True
    ) -> None:
        self.name = name
        usual, policy = YARDSTICKS[name] if name in YARDSTICKS else (LEVELS[name], "keeper")
        self.iterations = iterations or usual
        self._policy = POLICIES[policy]
        self.exact = exact
        self._word = SystemRandom().getrandbits(32) if seed is None else seed & 0xFFFFFFFF
        self.speed = best_speed()
        self._searchers: dict[tuple[str, str], Searcher] = {}

    def choose(self, view: View, events: Events | None = None) -> str:
        """What seems best; the only action at once."""
        if len(view["legal"]) == 1:
            return str(view["legal"][0])
        return self.consider(view, events)[0][0]

    def consider(self, view: View, events: Events | None = None) -> list[tuple[str, Candidate]]:
        """The legal actions that were looked at, the best first."""
        searcher, face, root = self._at(view)
        found = searcher.consider(
            face, root, view["to_act"], facts_of(view, events), self.exact, self.seconds
        )
        texts = codes(view)
        return [(texts[candidate.code], candidate) for candidate in found if candidate.code in texts]

    def worth_after(self, view: View, code: int) -> float | None:
        """What the solver says of an action, by its kernel number; None where it says nothing."""
        searcher, face, root = self._at(view)
        return searcher.worth_after(face, root, code)

    def _at(self, view: View) -> tuple[Searcher, Any, Any]:
        """A searcher of the game, the face of its rules, and a state that agrees with the view."""
        face = game_face(view["rules"], self.speed)
        key = face.rules.game.name, self.speed
        if key not in self._searchers:
            self._searchers[key] = Searcher(*key, self._word, self.iterations, self._policy)
        searcher = self._searchers[key]
        root = any_state(view)
        if self.speed != PLAIN:
            plain = root
            root = searcher.engine.state()
            fill(root, {name: getattr(plain, name) for name in type(plain).layout})
        return searcher, face, root


def _solved(found: Solution) -> list[Candidate]:
    """The choices of a solution. In a lost position every action loses; in a won one those of unknown worth are left out."""
    lost = found.worth == LOSS
    return [
        Candidate(choice.code, WORTH[LOSS if choice.worth is None else choice.worth], 0, choice.actions)
        for choice in found.choices
        if lost or choice.worth is not None
    ]


@cache
def best_speed() -> str:
    """Compiled where Numba is installed."""
    return COMPILED if importlib.util.find_spec("numba") else PLAIN


def warm() -> None:
    """Compiles, or loads, all that searching needs: in one game a middle and all ways to solve an end, and in the other."""
    bot = SearchBot("easy", seed=0, iterations=1)
    solve.warm(bot.speed)
    middle = {"rules": "pagat", "hands": ["4d 5c 9h", "3h Jc"], "pile": "6d", "stock": "8c"}
    for deal in (Deal.from_snapshot(middle), Deal.start("zalupa")):
        assert deal.to_act is not None
        bot.choose(deal.view(deal.to_act))


def facts_of(view: View, events: Events | None) -> list[Fact]:
    """What the events of a deal tell, where they begin with its dealing."""
    if not events or events[0]["event"] != "dealt":
        return []
    face = game_face(view["rules"])
    if face.rules.game is GAMES["paskahousu"]:
        listener = PaskahousuListener(face.rules, view["seats"], view["dealer"])
        listener.follow(events)
        listener.hear_turn(view["to_act"])
        if view["to_act"] is not None and view["to_act"] == view.get("seat"):
            listener.hear_right(view["to_act"], view["hands"][view["to_act"]], view["opening"])
        return listener.facts
    state = any_state(view)
    zalupa = ZalupaListener(face.rules, view["trumps"], [int(card) for card in state.lowest_trump])
    zalupa.follow(events)
    return zalupa.facts
