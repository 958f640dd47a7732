"""A record line by line: for any terminal, a screen reader or a pipe."""

from __future__ import annotations

from housu.errors import HousuError, shown
from housu.terminal.console import Console
from housu.terminal.replay_text import Sight, happened, position, seat_lines
from housu.text import read_command, say


class PlainReplay:
    """Steps through a record as it is told. `run` returns when the person leaves or the input ends."""

    def __init__(self, sight: Sight, console: Console, lang: str) -> None:
        self.sight = sight
        self.console = console
        self.lang = lang

    def run(self) -> None:
        """Shows the place, asks where to go, and so on."""
        self._show(whole=True)
        try:
            while True:
                typed = self.console.ask(">").strip().lower()
                if typed in ("q", "quit") or read_command(typed, self.lang) == "quit":
                    break
                try:
                    self._follow(typed)
                except HousuError as error:
                    self.console.say(error.say(self.lang))
        except EOFError:
            pass
        self.console.say(say("ui.input.goodbye", self.lang))

    def _show(self, whole: bool = False) -> None:
        self.console.say(position(self.sight, self.lang) + ".")
        before, last = happened(self.sight, self.lang)
        for line in [*(before if whole else ()), *last, *seat_lines(self.sight, self.lang)]:
            self.console.say(line)
        if whole:
            self.console.say(say("ui.replay.prompt", self.lang))

    def _follow(self, typed: str) -> None:
        replay = self.sight.replay
        word, _, rest = typed.partition(" ")
        number = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 9 else None
        if typed == "":
            if not replay.forward():
                self.console.say(say("error.match.over", self.lang))
                return
        elif typed == "b":
            replay.back()
        elif typed.isascii() and typed.isdecimal() and len(typed) < 9:
            replay.go(replay.deal_number, int(typed))
        elif word == "deal" and number is not None:
            replay.go(number - 1, 0)
        elif word == "view" and number is not None:
            if number >= len(self.sight.names):
                raise HousuError("cli.error.seat", seat=number, high=len(self.sight.names) - 1)
            self.sight.look(number)
        elif typed == "open":
            self.sight.look(None)
        elif typed == "?" or read_command(typed, self.lang) == "help":
            self.console.say(say("ui.replay.prompt", self.lang))
            return
        else:
            self.console.say(say("ui.input.unknown", self.lang, text=shown(typed)))
            return
        self._show()
