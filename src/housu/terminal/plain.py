"""The plain game: line by line, for any terminal, a screen reader or a pipe."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from housu.errors import HousuError
from housu.terminal import wording
from housu.terminal.console import Console
from housu.terminal.table import Table
from housu.terminal.typed import find_action, lines
from housu.text import read_command, say

# Seconds that a bot's action stays alone on the screen.
PACES = {"instant": 0.0, "fast": 0.25, "normal": 0.7, "slow": 1.8}
MOST_LINES = 10  # more actions than these are listed in one paragraph
HELP = {
    "paskahousu": ("cards", "ranks", "number", "pick_up", "draw", "blind", "pass", "stop", "commands"),
    "zalupa": ("one_card", "number", "take", "otboi", "commands"),
}


class Quit(Exception):  # noqa: N818 - leaving is no error
    """The person has had enough."""


class PlainGame:
    """A match told in lines. `play` returns when it is over or the person leaves."""

    def __init__(self, table: Table, console: Console, lang: str, pace: str = "instant") -> None:
        self.table = table
        self.console = console
        self.lang = lang
        self.pause = PACES[pace]

    def play(self) -> None:
        """The whole match, or as much of it as there is input for."""
        self._greet()
        try:
            while True:
                self._play_deal()
                self._end_deal()
                if self.table.match.over or not self._another():
                    return
                self.table.next_deal()
        except Quit:
            self._say("ui.input.goodbye")
        except EOFError:
            self._say("ui.input.end")

    def _say(self, key: str, **data: Any) -> None:
        self.console.say(say(key, self.lang, **data))

    def _lines(self, told: list[str]) -> None:
        for line in told:
            self.console.say(line)

    def _greet(self) -> None:
        match = self.table.match
        names = [
            f"{name} ({bot})" if bot else name
            for name, bot in zip(self.table.names, self.table.bots, strict=True)
        ]
        self._say(
            "ui.start.table",
            game=match.rules.game.title.say(self.lang),
            rules=match.rules.text,
            n=match.seats,
            players=", ".join(names),
        )
        if self.table.you is not None:
            self._say("ui.start.help")

    # --- a deal ---

    def _play_deal(self) -> None:
        table = self.table
        key = "ui.table.deal_zalupa" if table.match.is_zalupa else "ui.table.deal"
        dealer = say("ui.table.dealer", self.lang, player=table.names[table.match.deal.dealer])
        self.console.say()
        self.console.say(f"{say(key, self.lang, deal=table.deal_number)}. {dealer}.")
        self._tell_news()
        while table.to_act is not None:
            if table.your_turn:
                self._your_turn()
            else:
                action = table.think()
                self._lines(table.failures(self.lang))
                table.bot_acts(action)
                if self.pause:
                    time.sleep(self.pause)
            self._tell_news()

    def _tell_news(self) -> None:
        table = self.table
        self._lines(
            wording.event_sentences(table.news(), table.names, self.lang, table.you, table.game),
        )

    def _your_turn(self) -> None:
        view = self.table.view()
        self.console.say()
        self._lines(wording.table_sentences(view, self.table.names, self.lang))
        self.console.say(wording.hand_sentence(view, self.lang))
        self.console.say(wording.turn_sentence(view, self.table.names, self.lang))
        self._list_actions(view)
        while not self._done(self.console.ask(say("ui.prompt.action", self.lang)), view):
            pass

    def _list_actions(self, view: dict[str, Any]) -> None:
        listed = [
            f"{line.number}: {wording.action_sentence(line.action, view, self.lang)}" for line in lines(view)
        ]
        if len(listed) > MOST_LINES:
            self._say("ui.input.actions", options="; ".join(listed))
        else:
            self._lines(["  " + line for line in listed])

    def _done(self, typed: str, view: dict[str, Any]) -> bool:
        """Whether what was typed was an action, and is done. Anything else is answered."""
        if not typed.strip():
            self._say("ui.input.nothing")
            return False
        try:
            action = find_action(typed, view, self.lang)
            if action is not None:
                self.table.act(action)
                return True
            if not self._command(typed):
                from housu.errors import shown

                self._say("ui.input.unknown", text=shown(typed.strip()))
        except HousuError as refusal:
            self.console.say(refusal.say(self.lang))
        return False

    # --- commands ---

    def _command(self, typed: str) -> bool:
        """Does a command that is no action. Raises Quit."""
        command = read_command(typed, self.lang)
        name = ""
        if command is None:
            first, _, name = typed.strip().partition(" ")
            command = "save" if read_command(first, self.lang) == "save" else None
        if command == "quit":
            raise Quit
        if command == "help":
            self._help()
        elif command == "hint":
            self._hint()
        elif command == "rules":
            from housu.terminal.rules_text import sheet

            self._lines(sheet(self.table.match.rules, self.lang, self.table.match.seats))
        elif command == "score":
            self._lines(wording.score_sentences(self.table, self.lang))
        elif command == "log":
            events = self.table.events()
            self._lines(
                wording.event_sentences(events, self.table.names, self.lang, self.table.you, self.table.game)
            )
        elif command == "save":
            self._save(name.strip())
        return command is not None

    def _help(self) -> None:
        self._say("ui.help.title")
        for part in HELP[self.table.game]:
            self.console.say("  " + say(f"ui.help.{part}", self.lang))
        if self.table.your_turn:
            self._list_actions(self.table.view())

    def _hint(self) -> None:
        if not self.table.your_turn:
            return
        self._lines(wording.hint_sentences(self.table.hint(), self.table.view(), self.lang))

    def _save(self, name: str) -> None:
        path = self.table.save(Path(name) if name else None)
        self._say("ui.input.saved", path=path)

    # --- between deals ---

    def _end_deal(self) -> None:
        self._lines(wording.deal_end_sentences(self.table, self.lang))
        self._lines(wording.score_sentences(self.table, self.lang))
        if self.table.match.over:
            self.console.say(wording.match_end_sentence(self.table, self.lang))

    def _another(self) -> bool:
        """Waits for the person before the next deal; bots alone play on only where an end is set."""
        if self.table.you is None:
            match = self.table.match
            return match.is_zalupa or match.most_deals is not None or match.most_losses is not None
        next_dealer = self.table.match.next_dealer()
        self._say("ui.score.next_dealer", player=self.table.names[next_dealer])
        while True:
            typed = self.console.ask(say("ui.prompt.next_deal", self.lang))
            try:
                if not typed.strip() or not self._command(typed):
                    return True
            except HousuError as refusal:
                self.console.say(refusal.say(self.lang))
