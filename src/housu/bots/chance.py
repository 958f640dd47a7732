"""The bot that plays any legal action, each as likely as any other: what every other bot must beat."""

from __future__ import annotations

from random import Random

from housu.bots.bot import Bot, Events, View


class RandomBot(Bot):
    """Chooses by dice alone."""

    def __init__(self, name: str = "random", seed: int | None = None) -> None:
        self.name = name
        self._dice = Random(seed)

    def choose(self, view: View, events: Events | None = None) -> str:  # noqa: ARG002
        """Any of the legal actions."""
        return str(self._dice.choice(view["legal"]))
