"""Players: `make(name)` gives one that chooses from views; the arena (`housu.bots.arena`) says what each is worth."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from housu.errors import HousuError, shown

if TYPE_CHECKING:
    from housu.bots.bot import Bot as Bot

__all__ = ["Bot", "is_own", "make", "names"]

# By strength, weakest first: where each is made. A maker takes the name and a seed.
_MAKERS = {
    "random": "housu.bots.chance:RandomBot",
    "greedy": "housu.bots.policy:PolicyBot",
    "keeper1": "housu.bots.policy:PolicyBot",
    "keeper": "housu.bots.policy:PolicyBot",
    "search1": "housu.bots.search:SearchBot",
    "easy": "housu.bots.search:SearchBot",
    "medium": "housu.bots.search:SearchBot",
    "hard": "housu.bots.search:SearchBot",
}


_YARDSTICKS = {"keeper1", "search1"}  # kept as they were, to measure others by


def names(yardsticks: bool = False) -> tuple[str, ...]:
    """The names that `make` knows, weakest bot first; those that are only measures for others where asked for."""
    return tuple(name for name in _MAKERS if yardsticks or name not in _YARDSTICKS)


def is_own(name: str) -> bool:
    """Whether a name is `module:Class`, somebody's own bot (`housu.bots.guest`), and not one of this package."""
    return ":" in name


def make(name: str, seed: int | None = None, seconds: float | None = None) -> Bot:
    """A bot of that name, for any game, rule set and number of seats.

    Bots with equal seeds, given the same views, choose the same; without a seed the dice come from the operating
    system. With `seconds`, for people's tables, one that searches stops then, whatever its level. Raises HousuError where
    there is no such bot.
    """
    if name not in _MAKERS:
        raise HousuError("error.bots.unknown", name=shown(name), names=list(names()))
    module, maker = _MAKERS[name].split(":")
    bot: Bot = getattr(import_module(module), maker)(name, seed)
    bot.seconds = seconds
    return bot


def __getattr__(name: str) -> object:
    if name == "Bot":
        return import_module("housu.bots.bot").Bot
    raise AttributeError(f"module 'housu.bots' has no attribute {name!r}")
