"""Gymnasium: one seat learns, bots play the others.

    import gymnasium, housu.envs.gymnasium
    env = gymnasium.make("housu/Paskahousu-v1", rules="pagat", seats=4, opponents="greedy")

What the seat observes is a dict of `observation` and `action_mask`. By Gymnasium's custom any action of the space must
do: an illegal one ends the deal with a reward of -1, and `info["refusal"]` says why; `illegal="raise"` raises instead.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from housu.envs.batch import VERSION
from housu.envs.seats import SeatBatch
from housu.errors import IllegalAction

ENTRY = "housu.envs.gymnasium:SeatEnv"


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a table. A step is its action and all that the others do until it acts again, is out, or it is over.

    `seat` keeps it in one seat; without, it moves on by one from deal to deal. The reward is the seat's own. An episode
    is a deal, for the learner to its end or until it goes out.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        rules: str = "pagat",
        seats: int | None = None,
        opponents: str = "greedy",
        seat: int | None = None,
        illegal: str = "end",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in {"end", "raise"}:
            raise ValueError('illegal is "end" or "raise"')
        self.batch = SeatBatch(rules, seats, 1, 0, opponents=opponents, chair=seat, redeal=False)
        self.illegal = illegal
        self.render_mode = render_mode
        self._dealt = False
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 127, (self.batch.layout.size,), np.int8),
                "action_mask": spaces.Box(0, 1, (self.batch.actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.batch.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal 0 of the seed; without a seed the next deal of the last one, at first one of its own."""
        super().reset(seed=seed, options=options)
        if seed is not None or not self._dealt:
            self.batch.reset(seed)
        else:
            self.batch.next_deal()
        self._dealt = True
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The seat's action. An illegal one ends the deal, or raises IllegalAction."""
        try:
            self.batch.step(np.array([action]))
        except IllegalAction as refusal:
            if self.illegal == "raise":
                raise
            return self._seen(), -1.0, True, False, {"refusal": str(refusal), "clause": refusal.clause}
        return self._seen(), float(self.batch.reward[0]), bool(self.batch.done[0]), False, {}

    def _seen(self) -> dict[str, Any]:
        return {
            "observation": self.batch.observation[0].copy(),
            "action_mask": self.batch.mask[0].astype(np.int8),
        }

    def render(self) -> str | None:
        """What the seat may know, in words."""
        return None if self.render_mode is None else str(self.batch.describe(0, int(self.batch.to_act[0])))


def register() -> None:
    """Makes the names known to `gymnasium.make`; done when this module is imported."""
    for game, rules in (("Paskahousu", "pagat"), ("Zalupa", "zalupa")):
        name = f"housu/{game}-v{VERSION}"
        if name not in gymnasium.registry:
            gymnasium.register(name, ENTRY, kwargs={"rules": rules})


register()
