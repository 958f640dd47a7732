"""The learner as a bot: `housu play --bots examples.train.bot:Learned`, from the folder of the checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from examples.train.model import Network, scales
from housu.bots.world import any_state, codes, game_face
from housu.envs.layout import layout
from housu.kernel import observe_paskahousu

MODEL = Path(__file__).resolve().parent / "model.npz"


class Learned:
    """Plays Paskahousu for four as `train.py` learned it; with other seats or in Zalupa it plays what comes first.

    It sees a view and makes of it the very observation it was trained on, which holds nothing that a view does not.
    """

    def __init__(self, path: Path = MODEL) -> None:
        self.network = Network.load(path)
        self.layout = layout("paskahousu", 4)
        self.scale = scales(self.layout)

    def choose(self, view: dict[str, Any]) -> str:
        """The text of the action that it likes best."""
        if view["game"] != "paskahousu" or view["seats"] != self.layout.seats:
            return str(view["legal"][0])
        likings, _, _ = self.network.forward(self.observation(view)[None] * self.scale)
        legal = codes(view)
        return legal[max(legal, key=lambda code: float(likings[0, code]))]

    def observation(self, view: dict[str, Any]) -> Any:
        """The numbers of `housu.envs` for the viewer."""
        words = np.zeros((1, self.layout.size // 8), np.int64)
        observe_paskahousu.observe(game_face(view["rules"]).record, any_state(view), view["seat"], words, 0)
        return words.view(np.int8)[0]
