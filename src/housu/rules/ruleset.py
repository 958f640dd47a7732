"""Rule sets: a game, a named set, and the house rules that differ from it, read from text and written back."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any

from housu.cards import card_text
from housu.errors import RulesError, shown
from housu.rules import paskahousu, paskahousu_tables, zalupa
from housu.rules.declaration import Conflict, HouseRule, NamedSet, Words


@dataclass(frozen=True)
class Game:
    """One of the two games: its declarations and what they compile to."""

    name: str
    title: Words
    house_rules: tuple[HouseRule, ...]
    conflicts: tuple[Conflict, ...]
    named_sets: tuple[NamedSet, ...]
    meaning: Callable[..., Any]
    tables: Callable[[Any], Any]
    layout: Mapping[str, int]
    seats: tuple[int, ...]

    @property
    def options(self) -> dict[str, HouseRule]:
        """The house rules by name, in the order of the option table."""
        return {rule.name: rule for rule in self.house_rules}


def _game(name: str, title: Words, rules: ModuleType, tables: ModuleType, seats: tuple[int, ...]) -> Game:
    return Game(
        name,
        title,
        rules.HOUSE_RULES,
        rules.CONFLICTS,
        rules.NAMED_SETS,
        tables.Meaning,
        tables.Tables,
        tables.TABLES,
        seats,
    )


PASKAHOUSU = _game(
    "paskahousu",
    Words("Paskahousu", "Paskahousu", "Paskahousu"),
    paskahousu,
    paskahousu_tables,
    tuple(range(2, 11)),
)
ZALUPA = _game("zalupa", Words("Zalupa", "Zalupa", "Залупа"), zalupa, zalupa, (zalupa.SEATS,))
GAMES = {game.name: game for game in (PASKAHOUSU, ZALUPA)}
NAMED_SETS = {
    name: (game, named)
    for game in GAMES.values()
    for named in game.named_sets
    for name in (named.name, *named.aliases)
}


@dataclass(frozen=True)
class RuleSet:
    """A complete choice of house rules. Two are equal when they play the same, whatever they are called."""

    game: Game = field(compare=False)
    named: NamedSet = field(compare=False)
    picks: Mapping[str, str] = field(compare=False)
    written: str = field(compare=False)
    key: tuple[str, ...] = field(repr=False)

    @classmethod
    def parse(cls, text: str | RuleSet) -> RuleSet:
        """The rule set that a text such as `pagat+singles=twos` names. Raises RulesError: what is wrong, what is right."""
        return text if isinstance(text, RuleSet) else _parse(text if isinstance(text, str) else repr(text))

    @classmethod
    def of(cls, game: Game, name: str, changes: Mapping[str, str], written: str | None = None) -> RuleSet:
        """The named set with some options changed; every value must be one of its option's."""
        named = NAMED_SETS[name][1]
        picks = {
            rule.name: changes.get(rule.name, named.changes.get(rule.name, rule.default))
            for rule in game.house_rules
        }
        for conflict in game.conflicts:
            if conflict.holds(picks):
                raise _contradiction(conflict, picks)
        made = cls(game, named, picks, "", (game.name, *picks.values()))
        object.__setattr__(made, "written", written if written is not None else made.text)
        return made

    @property
    def name(self) -> str:
        return self.named.name

    @property
    def changes(self) -> dict[str, str]:
        """The options that differ from the named set, in the order of the option table."""
        base = self.named.changes
        return {
            rule.name: self.picks[rule.name]
            for rule in self.game.house_rules
            if self.picks[rule.name] != base.get(rule.name, rule.default)
        }

    @property
    def text(self) -> str:
        """The canonical text: the named set and what differs from it."""
        return "+".join([self.name, *(f"{option}={value}" for option, value in self.changes.items())])

    def __str__(self) -> str:
        return self.text

    @cached_property
    def tables(self) -> Any:
        """The compiled tables of these rules (`paskahousu_tables.Tables` or `zalupa.Tables`)."""
        return _tables(self.key)

    @property
    def hand_size(self) -> int:
        """How many cards a seat is dealt into the hand; 0 where the whole pack is dealt."""
        numbers = self.tables.numbers
        return 0 if numbers.get("whole_pack") else int(numbers.get("hand_size", 0))

    @property
    def swaps(self) -> bool:
        """Whether a card just drawn that is played replaces the play (P26)."""
        return bool(self.tables.numbers.get("swap"))

    @property
    def pack(self) -> list[int]:
        """The cards of the unshuffled pack."""
        numbers = self.tables.numbers
        return list(numbers["pack"][: numbers["pack_size"]])

    def pack_texts(self, gone: Container[str] = ()) -> list[str]:
        """The unshuffled pack as card texts, without the cards that are `gone`."""
        return [text for text in map(card_text, self.pack) if text not in gone]

    def seats_that_fit(self) -> tuple[int, ...]:
        """The numbers of seats for which the dealt cards fit the pack (P2)."""
        numbers = self.tables.numbers
        each = self.hand_size + 2 * int(numbers.get("table_cards", 0))
        return tuple(n for n in self.game.seats if n * each <= numbers["pack_size"])

    @property
    def usual_seats(self) -> int:
        """How many seats a table has when nobody says: four, or as many as fit."""
        fit = self.seats_that_fit()
        return 4 if 4 in fit else fit[-1]

    def check_seats(self, seats: int) -> None:
        """Raises RulesError, with the numbers, where so many seats can't play these rules."""
        if not isinstance(seats, int) or isinstance(seats, bool) or seats not in self.game.seats:
            low, high = self.game.seats[0], self.game.seats[-1]
            key = "error.rules.seats_range" if low < high else "error.rules.seats_exact"
            raise RulesError(
                key,
                rules=self.text,
                seats=shown(seats) if type(seats) is int else f"“{shown(seats)}”",
                low=low,
                high=high,
            )
        fit = self.seats_that_fit()
        if seats not in fit:
            numbers = self.tables.numbers
            each = self.hand_size + 2 * numbers["table_cards"]
            raise RulesError(
                "error.rules.seats_fit",
                rules=self.text,
                seats=seats,
                each=each,
                need=seats * each,
                pack=numbers["pack_size"],
                most=fit[-1] if fit else 0,
            )


def _contradiction(conflict: Conflict, picks: Mapping[str, str]) -> RulesError:
    one, other = conflict.one[0], conflict.other[0]
    return RulesError(
        "error.rules.contradiction",
        one=f"{one}={picks[one]}",
        other=f"{other}={picks[other]}",
        why=conflict.why,
    )


@lru_cache(maxsize=256)
def _parse(text: str) -> RuleSet:
    name, *parts = (part.strip() for part in text.strip().split("+"))
    if name not in NAMED_SETS:
        raise RulesError("error.rules.unknown_name", name=shown(name), names=", ".join(NAMED_SETS))
    game, named = NAMED_SETS[name]
    options = game.options
    changes: dict[str, str] = {}
    for part in parts:
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise RulesError("error.rules.not_a_change", change=shown(part))
        if option not in options:
            for other in GAMES.values():
                if option in other.options:
                    raise RulesError(
                        "error.rules.other_game", option=option, other=other.title, game=game.title
                    )
            raise RulesError(
                "error.rules.unknown_option",
                option=shown(option),
                game=game.title,
                options=", ".join(options),
            )
        if option in changes:
            raise RulesError("error.rules.twice", option=option)
        rule = options[option]
        known = rule.read(value)
        if known is None:
            if rule.number:
                raise RulesError(
                    "error.rules.not_a_number",
                    option=option,
                    value=shown(value),
                    low=rule.number.low,
                    high=rule.number.high,
                )
            raise RulesError(
                "error.rules.unknown_value", option=option, value=shown(value), values=", ".join(rule.values)
            )
        changes[option] = known
    return RuleSet.of(game, named.name, changes, text.strip())


@lru_cache(maxsize=512)
def _tables(key: tuple[str, ...]) -> Any:
    game = GAMES[key[0]]
    settings: dict[str, Any] = {}
    for rule, value in zip(game.house_rules, key[1:], strict=True):
        settings.update(rule.settings(value))
    return game.tables(game.meaning(**settings))
