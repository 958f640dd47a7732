"""What a bot is: a name, and an answer to a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

View = Mapping[str, Any]
Events = Sequence[Mapping[str, Any]]


class Bot(ABC):
    """A player that sees what a seat sees and nothing else."""

    name: str

    seconds: float | None = None
    """how long it may think, at people's tables; None: until it is done, so that equal seeds choose the same"""

    @abstractmethod
    def choose(self, view: View, events: Events | None = None) -> str:
        """One of `view["legal"]`, for the seat whose turn it is (`Deal.view(deal.to_act)`).

        `events` are all of the deal's so far, as that seat may see them (`housu.project(deal.events, seat)`): what others
        did tells what they hold. A bot plays without them too, knowing less.
        """
