"""What a game shows of itself to `Deal`: the two faces have these methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from housu.action import Moment
from housu.errors import IllegalAction
from housu.faces.outcome import Outcome
from housu.rules.ruleset import RuleSet
from housu.view import Sight

State = Any  # a record of the kernel, plain or compiled
Event = dict[str, Any]


class Face(Protocol):
    """One game under one rule set, in one speed. A state is a kernel record; a face keeps none."""

    rules: RuleSet

    def start(
        self,
        seats: int,
        dealer: int,
        deck: str | None,
        key: bytes,
        trumps: str | None,
        aside: Sequence[str] | None,
    ) -> tuple[State, list[Event], list[int]]:
        """Deals from `deck` (the whole pack, top first) or from the pack that `key` shuffles.

        Returns the state, the events of the dealing, and the pack. Raises RulesError and PositionError.
        """
        ...

    def read(self, snapshot: Any) -> State:
        """The state that a snapshot describes. Raises PositionError where it can't be."""
        ...

    def write(self, s: State, sight: Sight) -> dict[str, Any]:
        """The snapshot of a state as `sight` may see it."""
        ...

    def views(self, s: State, seats: Sequence[int | None]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """A state as seats, or a spectator (None), may see it: what is the same for all, and the other fields of each."""
        ...

    def codes(self, s: State) -> list[int]:
        """The legal actions by number; none when the deal is over."""
        ...

    def moment(self, s: State) -> Moment:
        """What naming the actions of this state needs."""
        ...

    def name(self, code: int, facts: Any) -> str:
        """The text of an action of a moment with these `facts`."""
        ...

    def attempt(self, s: State, text: str, codes: list[int]) -> tuple[int, list[int] | None]:
        """The action that a text names, and the cards in the order written. Raises IllegalAction."""
        ...

    def perform(self, s: State, code: int, cards: list[int] | None) -> list[Event]:
        """Does a legal action and tells what happened."""
        ...

    def over(self) -> IllegalAction:
        """Why nothing can be done any more."""
        ...

    def is_over(self, s: State) -> bool:
        """Whether the deal is over."""
        ...

    def outcome(self, s: State) -> Outcome:
        """How a deal that is over ended."""
        ...

    def blocked(self, s: State, codes: list[int]) -> dict[str, str]:
        """For each card of the hand to act that can't be played now, the clause that keeps it back."""
        ...

    def laid_aside(self, s: State, seat: int) -> int | None:
        """The card that a seat lays aside for later deals when it loses this one (Z11), if the game has that."""
        ...
