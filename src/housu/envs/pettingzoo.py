"""PettingZoo: a table of seats that act in turn (AEC). `env(rules=…, seats=…)` is the wrapped environment.

An agent is a seat, `seat_0` and so on. What it observes is a dict of `observation` and `action_mask`, as PettingZoo's
own card games have it, or, with `mask="info"`, the numbers alone, and the mask stands in the agent's info. A seat that goes out is paid at once and is terminated; the turn order is the engine's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from housu.envs.batch import VERSION, Batch
from housu.envs.presets import setting

METADATA = {"render_modes": ["human", "ansi"], "is_parallelizable": False, "render_fps": 1}


def env(
    rules: str = "pagat",
    seats: int | None = None,
    render_mode: str | None = None,
    mask: str = "observation",
) -> AECEnv[str, Any, int]:
    """The environment as PettingZoo wraps its own: an illegal action ends the deal and costs the seat 1."""
    table: AECEnv[str, Any, int] = raw_env(rules, seats, render_mode, mask)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


class raw_env(AECEnv[str, Any, int], EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """The bare environment: an illegal action raises IllegalAction (the reason, the clause) and changes nothing."""

    metadata = METADATA

    def __init__(
        self,
        rules: str = "pagat",
        seats: int | None = None,
        render_mode: str | None = None,
        mask: str = "observation",
    ) -> None:
        EzPickle.__init__(self, rules, seats, render_mode, mask)
        if mask not in {"observation", "info"}:
            raise ValueError('mask is "observation" or "info"')
        super().__init__()
        chosen = setting(rules, seats)
        self.metadata = METADATA | {"name": f"housu_{chosen.game}_v{VERSION}"}
        self.render_mode = render_mode
        self.rules, self.seats = rules, chosen.seats
        self.batch: Batch | None = None
        self.possible_agents = [f"seat_{seat}" for seat in range(chosen.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._layout = Batch(rules, seats, 1, 0, redeal=False).layout
        most = 127
        self._mask_in_info = mask == "info"
        self._no_action = np.zeros(self._layout.actions, np.int8)
        numbers = spaces.Box(0, most, (self._layout.size,), np.int8)
        both: dict[str, spaces.Space[Any]] = {
            "observation": numbers,
            "action_mask": spaces.Box(0, 1, (self._layout.actions,), np.int8),
        }
        self._observation_space = numbers if self._mask_in_info else spaces.Dict(both)
        self._action_space = {agent: spaces.Discrete(self._layout.actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, most, (self._layout.size * chosen.seats,), np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002 - the same for all
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deals deal 0 of the seed; without a seed the next deal of the last one, at first one of its own."""
        if self.batch is None:
            self.batch = Batch(self.rules, self.seats, 1, seed, redeal=False)
        elif seed is not None:
            self.batch.reset(seed)
        else:
            self.batch.next_deal()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[int(self.batch.to_act[0])]
        if self._mask_in_info:
            self._tell_masks()

    def observe(self, agent: str) -> Any:
        """What a seat may know, whether or not it is its turn; its mask is empty when it is not."""
        assert self.batch is not None, "reset comes first"
        seat = self._seat[agent]
        mine = seat == self.batch.to_act[0]
        numbers = self.batch.observation[0].copy() if mine else self.batch.observe(0, seat)
        if self._mask_in_info:
            return numbers
        return {"observation": numbers, "action_mask": self._mask() if mine else self._no_action.copy()}

    def _mask(self) -> Any:
        assert self.batch is not None
        return self.batch.mask[0].astype(np.int8)

    def _tell_masks(self) -> None:
        for agent in self.agents:
            self.infos[agent]["action_mask"] = self._no_action
        if self.agent_selection in self.infos:
            self.infos[self.agent_selection]["action_mask"] = self._mask()

    def state(self) -> Any:
        """Everything: what each seat may know, one after the other."""
        assert self.batch is not None, "reset comes first"
        return np.concatenate([self.batch.observe(0, seat) for seat in range(self.seats)])

    def step(self, action: int | None) -> None:
        """The action of `agent_selection`; None for a seat that is out. Raises IllegalAction."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.batch is not None, "reset comes first"
        self.batch.step(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        over = bool(self.batch.done[0])
        paid = self.batch.reward[0].tolist()
        for each in self.agents:
            self.rewards[each] = paid[self._seat[each]]
            self.terminations[each] = over or self.rewards[each] > 0
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[int(self.batch.to_act[0])]
        if self._mask_in_info:
            self._tell_masks()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The deal as a spectator sees it, as text ("ansi") or printed ("human")."""
        if self.render_mode is None or self.batch is None:
            return None
        view = self.batch.deal(0).view(None)
        text = f"{view['pile'] or '-'} | " + " | ".join(
            f"{'*' if seat == view['to_act'] else ''}{seat}: {len(hand.split())}"
            for seat, hand in enumerate(view["hands"])
        )
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        self.batch = None
