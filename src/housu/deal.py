"""A deal: one distribution of the cards and its play, as people and programs see it.

The kernel decides what is legal and what happens; the faces of the two games turn its numbers into text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from housu.action import Action, written
from housu.cards import TEXTS, cards_text
from housu.errors import PositionError
from housu.faces import paskahousu, zalupa
from housu.faces.face import Face
from housu.faces.outcome import Outcome
from housu.kernel.engine import Engine, engine
from housu.pack import deal_key
from housu.position import Fields, check_seat, check_seed
from housu.rules.ruleset import GAMES, RuleSet
from housu.view import EVERYTHING


@lru_cache(maxsize=64)
def _face(written: str, speed: str | None) -> Face:
    rules = RuleSet.parse(written)
    faces: dict[str, Callable[[RuleSet, Engine], Face]] = {
        "paskahousu": paskahousu.Face,
        "zalupa": zalupa.Face,
    }
    return faces[rules.game.name](rules, engine(rules.game.name, speed))


class Deal:
    """One deal in progress or over. Make one with `start` or `from_snapshot`; `act` changes it."""

    __slots__ = (
        "_acted",
        "_codes",
        "_face",
        "_moment",
        "_named",
        "_public",
        "_state",
        "deck",
        "events",
        "position",
    )

    def __init__(self, face: Face, state: Any, events: list[dict[str, Any]], deck: str | None = None) -> None:
        self._face = face
        self._state = state
        self.events = events
        self.deck = deck  # the whole pack, top card first; None where a position was set up
        self.position = None if deck is not None else self.snapshot()  # the position that was set up, or None
        # Seat, action by text or number, and what naming a number needs: no objects that the collector would follow.
        self._acted: list[tuple[int, str | int, Any]] = []
        self._codes: list[int] | None = None
        self._moment: Any = None
        self._named: dict[str, int] = {}  # legal actions whose texts were given in a view

    @classmethod
    def start(
        cls,
        rules: str | RuleSet = "pagat",
        seats: int | None = None,
        dealer: int = 0,
        seed: int | None = None,
        deck: str | None = None,
        trumps: str | None = None,
        aside: Sequence[str] | None = None,
        speed: str | None = None,
    ) -> Deal:
        """A new deal.

        The pack is `deck` (the whole pack, top card first), or that of deal 0 of `seed` (`housu.pack`), or, without
        either, one from the operating system's generator. `trumps` (a suit a seat, "hcsd") and `aside` (cards laid
        aside in earlier deals, a text a seat) are Zalupa's. `speed` is "plain" or "compiled". Raises RulesError and
        PositionError, and HousuError for a speed that there isn't.
        """
        rule_set = RuleSet.parse(rules)
        seats = rule_set.usual_seats if seats is None else seats
        rule_set.check_seats(seats)
        check_seat("dealer", dealer, seats)
        check_seed(seed)
        face = _face(rule_set.written, speed)
        state, events, cards = face.start(seats, dealer, deck, deal_key(seed, 0), trumps, aside)
        return cls(face, state, events, cards_text(cards))

    @classmethod
    def from_snapshot(cls, snapshot: Any, speed: str | None = None) -> Deal:
        """The deal in a position. Raises RulesError and PositionError where there can be no such position."""
        fields = Fields(snapshot, snapshot, ())
        game = fields.word("game", "", ("", *GAMES))
        written = fields.snapshot.get("rules")
        if written is None:
            if not game:
                raise PositionError("error.position.missing", "rules")
            written = GAMES[game].named_sets[0].name
        rules = RuleSet.parse(written)
        if game and game != rules.game.name:
            raise PositionError("error.position.value", "game", value=game, values=[rules.game.name])
        face = _face(rules.written, speed)
        return cls(face, face.read(snapshot), [])

    @property
    def rules(self) -> RuleSet:
        """The rule set it is played by."""
        return self._face.rules

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self._state.seats)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return int(self._state.dealer)

    @property
    def to_act(self) -> int | None:
        """The seat that decides, or None when the deal is over."""
        return None if self._face.is_over(self._state) else int(self._state.to_act)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        return self._face.outcome(self._state) if self._face.is_over(self._state) else None

    def actions(self) -> list[Action]:
        """The legal actions, one of each kind; empty only when the deal is over."""
        codes = self._legal()
        if self._moment is None:
            self._moment = self._face.moment(self._state)
        moment = self._moment
        return [Action(code, moment) for code in codes]

    def act(self, action: str | Action) -> list[dict[str, Any]]:
        """Does an action and returns the events it caused. Raises IllegalAction and leaves the deal as it was."""
        done: str | int
        cards: list[int] | None = None
        if isinstance(action, Action) and self._moment is not None and action.belongs_to(self._moment):
            code = done = action.code
            facts = self._moment.facts
        elif isinstance(action, str) and action in self._named:
            done, facts = action, None
            code = self._named[action]
        else:
            if self._face.is_over(self._state):
                raise self._face.over()
            done, facts = str(action), None
            code, cards = self._face.attempt(self._state, done, self._legal())
        self._acted.append((int(self._state.to_act), done, facts))
        self._codes = self._moment = None
        self._named = {}
        events = self._face.perform(self._state, code, cards)
        self.events += events
        return events

    def laid_aside(self, seat: int) -> str:
        """The card that a seat lays aside for later deals when it loses this one (Z11); in Paskahousu none."""
        card = self._face.laid_aside(self._state, seat)
        return "" if card is None else TEXTS[card]

    @property
    def history(self) -> list[tuple[int, str]]:
        """The actions so far: the seat and the text, which play the deal again from its pack or position."""
        return [
            (seat, written(done) if isinstance(done, str) else self._face.name(done, facts))
            for seat, done, facts in self._acted
        ]

    def _legal(self) -> list[int]:
        if self._codes is None:
            self._codes = self._face.codes(self._state)
        return self._codes

    def snapshot(self) -> dict[str, Any]:
        """Everything, as a dict that json can write (the fields are in docs/formats.md, Snapshots)."""
        return self._face.write(self._state, EVERYTHING)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), may know: the snapshot with `??` for hidden cards.

        On the viewer's turn with `legal`, the texts of his actions, and `blocked`, card to clause for the others.
        """
        if seat is not None:
            check_seat("seat", seat, self.seats)
        shared, (own,) = self.view_parts([seat])
        return shared | own

    def view_parts(self, seats: Sequence[int | None]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The views of several viewers of this moment: the part that all of them share, and the rest of each."""
        shared, rest = self._face.views(self._state, seats)
        actor = shared["to_act"]
        for seat, own in zip(seats, rest, strict=True):
            own["seat"] = seat
            if seat is not None and seat == actor:
                if not self._named:
                    facts = self._face.moment(self._state).facts
                    self._named = {self._face.name(code, facts): code for code in self._legal()}
                own["legal"] = list(self._named)
                own["blocked"] = self._face.blocked(self._state, self._legal())
        return shared, rest

    def copy(self) -> Deal:
        """An independent deal in the same position with the same events behind it."""
        copy = object.__new__(Deal)
        copy._face = self._face
        copy._state = self._state.copy()
        copy._codes = copy._moment = None
        copy._named = {}
        copy._acted = self._acted[:]
        copy.events = [dict(event) for event in self.events]
        copy.deck = self.deck
        copy.position = self.position
        return copy

    def __repr__(self) -> str:
        return (
            f"<Deal of {self.rules.text}, {self.seats} seats, {'over' if self.to_act is None else 'in play'}>"
        )
