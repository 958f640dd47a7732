"""Many deals at once in which one seat learns and bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from housu.bots.mind import MIND, mind_numbers
from housu.bots.policy import POLICIES, RANDOM
from housu.envs import seat_paskahousu, seat_zalupa
from housu.envs.batch import Batch, flat
from housu.kernel.compiled import dtype, twin
from housu.kernel.record import fill
from housu.rules.ruleset import RuleSet

OPPONENTS = ("random", *POLICIES)
_LOOPS = {"paskahousu": seat_paskahousu, "zalupa": seat_zalupa}


class SeatBatch(Batch):
    """n deals of one rule set; each step is one action of the learner and all that the others do until its next turn.

    As `Batch`, but `to_act[i]` is the learner's seat, which moves on by one from deal to deal, and `reward[i]`, float32,
    is what the step paid the learner alone. A deal is done for the learner when it goes out. `opponents` is the name of
    the bot that plays all other seats, one of OPPONENTS. `chair` keeps the learner in one seat. With `mirrored` each pack lies at as many places as there are
    seats, the learner in each seat once: so luck in the cards weighs less in comparisons.
    """

    def __init__(
        self,
        rules: str | RuleSet = "pagat",
        seats: int | None = None,
        n: int = 1,
        seed: int | None = None,
        threads: int = 1,
        opponents: str = "greedy",
        mirrored: bool = False,
        chair: int | None = None,
        redeal: bool = True,
    ) -> None:
        if opponents not in OPPONENTS:
            raise ValueError(f"opponents are one of {', '.join(OPPONENTS)}, not {opponents!r}")
        self.opponents = opponents
        self.mirrored = mirrored
        self.chair = chair
        super().__init__(rules, seats, n, seed, threads, redeal)

    def _room(self, threads: int) -> None:
        super()._room(threads)
        self.reward = np.zeros(self.n, np.float32)
        self._words = np.zeros(self.n, np.int64)  # where the bots' dice stand, a deal each
        self._learner = np.zeros(self.n, np.int64)
        self._turns = twin(_LOOPS[self.game])
        self._minds = []
        for _ in self._chunks:
            minds = np.zeros(1, dtype(MIND)).view(np.recarray)
            fill(minds[0], self._mind())
            self._minds.append(flat(minds.view(np.ndarray)))

    def _mind(self) -> dict[str, Any]:
        if self.opponents == "random":
            return mind_numbers(policy=RANDOM)
        policy = POLICIES[self.opponents]
        return mind_numbers(0, policy.weights_for(self.rules), policy.number)

    def _deal(self) -> None:
        self._words[:] = (self.seed + 0x9E3779B9 * (np.arange(self.n) + 1)) & 0xFFFFFFFF
        self.reward[:] = 0
        self.done[:] = False
        self._each(lambda part, first, last: self._turns.deal_seats(*self._at_table(part), first, last))
        self.to_act[:] = self._learner

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Does the learner's action in every deal, then the others'. Raises IllegalAction as `Batch.step` does."""
        chosen = self._checked(actions)
        self._each(
            lambda part, first, last: self._turns.step_seats(
                *self._at_table(part), chosen, self.reward, self.done, self.redeal, first, last
            )
        )
        self.to_act[:] = self._learner

    def _at_table(self, part: int) -> tuple[Any, ...]:
        return (
            self._tables, self._states, self._minds[part], self.seats, self._seed,
            self.seats if self.mirrored else 1, -1 if self.chair is None else self.chair, self.deals, self._words, self._learner, self._rooms[part], self._view, self._legal,
        )  # fmt: skip

    def save(self) -> dict[str, Any]:
        return super().save() | {"opponents": self.opponents, "mirrored": self.mirrored, "chair": self.chair}

    def _kept(self) -> list[NDArray[Any]]:
        return [*super()._kept(), self._words, self._learner]
