"""Setting up a game: rows that can be changed, derived from the declarations, and what is wrong with the choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from housu.errors import HousuError
from housu.rules.declaration import HouseRule
from housu.rules.ruleset import NAMED_SETS, RuleSet
from housu.terminal.plain import PACES
from housu.terminal.rules_text import where
from housu.terminal.settings import Settings
from housu.terminal.table import USUAL_BOT, Table, bot_names, seat_names
from housu.text import catalogue, has, languages, render

# How long a match may be: (deals, losses).
LENGTHS: tuple[tuple[int | None, int | None], ...] = (
    (None, None), (1, None), (3, None), (5, None), (10, None), (None, 1), (None, 3), (None, 5),
)  # fmt: skip
NUMBERS = (0, 50, 100, 200, 500, 1000)
MOST_DIGITS = 7
SETS = tuple(dict.fromkeys(named.name for _, named in NAMED_SETS.values()))
RULE = "rule "  # before the name of a house rule, in the name of its row
BOT = "bot "
T = TypeVar("T")


@dataclass(frozen=True)
class Row:
    """A line of the form."""

    name: str
    words: str


class Setup:
    """What has been chosen so far. `problem` says what can't be, in a sentence; `make` gives the table."""

    def __init__(self, settings: Settings, table: Table | None = None) -> None:
        self.settings = settings
        match = table.match if table else None
        rules = match.rules if match else RuleSet.parse(SETS[0])
        self.set_name = rules.name
        self.picks = dict(rules.picks)
        self.seats = match.seats if match else rules.usual_seats
        self.you = table.you if table and table.you is not None else 0
        self.name = table.names[self.you] if table and table.you is not None else settings.say("ui.names.you")
        self.bots = [bot or USUAL_BOT for bot in table.bots] if table else []
        # Also those of somebody's own that sit here.
        self._choices = list(dict.fromkeys([*bot_names(), *self.bots]))
        self._fill_bots()
        length = (match.most_deals, match.most_losses) if match else LENGTHS[0]
        self.lengths = LENGTHS if length in LENGTHS else (length, *LENGTHS)
        self.length = length

    def _fill_bots(self) -> None:
        self.bots += [self.bots[-1] if self.bots else USUAL_BOT] * (self.seats - len(self.bots))

    @property
    def _base(self) -> RuleSet:
        return RuleSet.parse(self.set_name)

    def rules(self) -> RuleSet:
        """The rules chosen. Raises RulesError where they contradict each other."""
        return RuleSet.of(self._base.game, self.set_name, self.picks)

    def problem(self) -> str:
        """Why the game can't be started like this, or ""."""
        lang = self.settings.lang
        conflict = next((one for one in self._base.game.conflicts if one.holds(self.picks)), None)
        if conflict:
            one, other = (self._named(side[0]) for side in (conflict.one, conflict.other))
            return self.settings.say(
                "ui.form.contradiction", one=one, other=other, why=conflict.why.say(lang)
            )
        try:
            self.rules().check_seats(self.seats)
        except HousuError as error:
            return error.say(lang)
        return ""

    def make(self) -> Table:
        """The table. Raises HousuError where there is a problem."""
        from housu.match import Match

        rules = self.rules()
        deals, losses = (None, None) if rules.game.name == "zalupa" else self.length
        match = Match(rules, self.seats, deals=deals, losses=losses, speed="plain")
        names = seat_names(self.seats, self.you, self.name, self.settings.lang)
        bots = ["" if seat == self.you else self.bots[seat] for seat in range(self.seats)]
        return Table(match, names, bots, self.you)

    # --- rows ---

    def rows(self) -> list[Row]:
        """The form as it stands."""
        say, lang = self.settings.say, self.settings.lang
        game = self._base.game
        rows = [
            Row("start", say("ui.form.start")),
            Row("set", f"{say('ui.form.rule_set')}: {self._base.named.title.say(lang)} ({self.set_name})"),
        ]
        if len(game.seats) > 1:
            rows.append(Row("seats", f"{say('ui.form.seats')}: {self.seats}"))
        rows.append(Row("you", f"{say('ui.form.your_seat')}: {self.you}"))
        rows += [
            Row(f"{BOT}{seat}", f"{say('ui.form.sits', seat=seat)}: {self._bot(seat)}")
            for seat in range(self.seats)
            if seat != self.you
        ]
        if game.name != "zalupa":
            rows.append(Row("length", f"{say('ui.form.length')}: {self._length()}"))
        rows.append(Row("language", f"{say('ui.settings.language')}: {catalogue(lang).title}"))
        rows.append(
            Row("pace", f"{say('ui.settings.pace')}: {say(f'ui.settings.pace_{self.settings.pace}')}")
        )
        for rule in game.house_rules:
            usual = self._base.named.changes.get(rule.name, rule.default)
            mark = "" if self.picks[rule.name] == usual else "* "
            rows.append(Row(RULE + rule.name, mark + self._named(rule.name)))
        return rows

    def _named(self, option: str) -> str:
        """A house rule and its value, in words."""
        rule = self._base.game.options[option]
        label = rule.label.say(self.settings.lang)
        return f"{label[:1].upper()}{label[1:]}: {self._value(rule, self.picks[option])}"

    def _value(self, rule: HouseRule, value: str) -> str:
        """A value in words; numbers, and how many cards are dealt at a time, stay as they are."""
        keys = (f"ui.value.{rule.name}.{value}", f"ui.form.{value}")
        return next((self.settings.say(key) for key in keys if has(key)), value)

    def _bot(self, seat: int) -> str:
        """A bot in words, and the name by which it is known elsewhere."""
        name = self.bots[seat]
        words = self.settings.say(f"ui.bot.{name}") if has(f"ui.bot.{name}") else name
        return name if words == name else f"{words} ({name})"

    def _length(self) -> str:
        ends = [
            self.settings.say(key, n=number)
            for key, number in zip(
                ("ui.form.length_deals", "ui.form.length_losses"), self.length, strict=True
            )
            if number is not None
        ]
        return render(
            "{ends:or}", self.settings.lang, ends=ends or [self.settings.say("ui.form.length_open")]
        )

    def about(self, name: str) -> str:
        """What the chosen value of a row means, where that needs saying."""
        lang = self.settings.lang
        if name.startswith(RULE):
            rule = self._rule(name)
            words = rule.words(self.picks[rule.name]).say(lang)
            return f"{words} ({where(rule, lang)})"
        try:
            rules = self.rules()
        except HousuError:
            return ""
        if name == "seats":
            fit = rules.seats_that_fit()
            return self.settings.say("ui.form.seats_fit", low=fit[0], high=fit[-1])
        return rules.text

    def _rule(self, name: str) -> HouseRule:
        return self._base.game.options[name.removeprefix(RULE)]

    # --- changes ---

    def change(self, name: str, step: int) -> None:
        """The next value of a row (step 1), or the one before (-1)."""
        if name == "set":
            self.set_name = _step(self.set_name, SETS, step)
            self.picks = dict(self._base.picks)
            fit = self._base.seats_that_fit()
            self._sit(self.seats if self.seats in fit else self._base.usual_seats)
        elif name == "seats":
            self._sit(_step(self.seats, self._base.game.seats, step))
        elif name == "you":
            self.you = (self.you + step) % self.seats
        elif name.startswith(BOT):
            seat = int(name.removeprefix(BOT))
            self.bots[seat] = _step(self.bots[seat], self._choices, step)
        elif name == "length":
            self.length = _step(self.length, self.lengths, step)
        elif name == "language":
            self.settings.lang = _step(self.settings.lang, languages, step)
        elif name == "pace":
            self.settings.pace = _step(self.settings.pace, tuple(PACES), step)
        elif name.startswith(RULE):
            rule = self._rule(name)
            values = rule.values if rule.number is None else self._numbers(rule)
            self.picks[rule.name] = _step(self.picks[rule.name], values, step)

    def _numbers(self, rule: HouseRule) -> list[str]:
        now = int(self.picks[rule.name])
        return [str(number) for number in sorted({*NUMBERS, int(rule.default), now})]

    def type(self, name: str, sign: str) -> None:
        """A digit, or "" to take the last one back, typed on the row of a number."""
        if not name.startswith(RULE) or self._rule(name).number is None:
            return
        rule = self._rule(name)
        value = self.picks[rule.name]
        typed = (value + sign)[-MOST_DIGITS:] if sign else value[:-1]
        known = rule.read(typed.lstrip("0") or "0")
        if known is not None:
            self.picks[rule.name] = known

    def _sit(self, seats: int) -> None:
        self.seats = seats
        self.you = min(self.you, seats - 1)
        self._fill_bots()


def _step(value: T, values: Sequence[T], step: int) -> T:
    """The value so many steps on, round the ends."""
    at = values.index(value) if value in values else 0
    return values[(at + step) % len(values)]
