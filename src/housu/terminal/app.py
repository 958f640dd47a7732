"""The full terminal: one application, with the table as its first screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from housu.errors import HousuError
from housu.terminal import wording
from housu.terminal.hand import PICKED, PLAYABLE
from housu.terminal.plain import PACES
from housu.terminal.settings import SORTS, Settings
from housu.terminal.table import Table
from housu.terminal.table_screen import TableScreen
from housu.terminal.text_screen import ChoiceScreen, QuestionScreen, TextScreen
from housu.text import catalogue, languages

if TYPE_CHECKING:
    from housu.terminal.replay_text import Sight

KEY_HELP = ("move", "select", "equal", "play", "actions", "escape", "order", "more", "mouse")


class HousuApp(App[int]):
    """Shows a table (or another first screen). Its result is the exit status."""

    ENABLE_COMMAND_PALETTE = False
    # Scroll bars are drawn with signs that such a terminal may not have.
    CSS = ".-letters * { scrollbar-size: 0 0; }"
    BINDINGS: ClassVar = [
        Binding("ctrl+c", "leave(130)", priority=True, show=False),
        Binding("ctrl+q", "leave(0)", priority=True, show=False),
    ]

    def __init__(self, first: Callable[[HousuApp], Screen[None]], settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self._first = first

    def on_mount(self) -> None:
        self.set_class(self.settings.letters, "-letters")
        self.push_screen(self._first(self))

    def action_leave(self, status: int) -> None:
        """Leaves at once; the terminal is as it was before."""
        self.exit(status)

    @property
    def table_screen(self) -> TableScreen | None:
        """The table that is being played, if one is."""
        return next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)

    def command(self, key: str) -> None:
        """What the letters do that are no actions."""
        commands: dict[str, Callable[[], None]] = {
            "m": self.open_menu,
            "q": self.ask_to_quit,
            "?": self.open_help,
            "f1": self.open_help,
            "r": self.open_rules,
            "l": self.open_log,
            "n": self.open_setup,
            "f2": self.open_setup,
            "y": self.open_replay,
            "t": self.next_sort,
        }
        if key in commands:
            commands[key]()

    # --- texts ---

    def open_help(self) -> None:
        """The keys, and how cards are marked."""
        say = self.settings.say
        lines = [say(f"ui.help.key_{part}") for part in KEY_HELP]
        lines.append(say("ui.help.marks", playable=PLAYABLE, selected="".join(PICKED)))
        self.push_screen(TextScreen(say("ui.help.keys"), lines))

    def open_rules(self) -> None:
        """The rules of this table."""
        from housu.terminal.rules_text import sheet

        table = self.table_screen
        if table is not None:
            match = table.table.match
            lines = sheet(match.rules, self.settings.lang, match.seats, self.size.width - 2)
            self.push_screen(TextScreen(match.rules.text, lines))

    def open_log(self) -> None:
        """Everything that happened in this deal."""
        table = self.table_screen
        if table is not None:
            self.push_screen(TextScreen(self.settings.say("ui.table.log"), table.told))

    def open_score(self) -> None:
        table = self.table_screen
        if table is not None:
            title, *lines = wording.score_sentences(table.table, self.settings.lang)
            self.push_screen(TextScreen(title, lines))

    # --- the menu ---

    def open_menu(self) -> None:
        """Everything there is to do and to set."""
        self.push_screen(ChoiceScreen(lambda: self.settings.say("ui.key.menu"), self._menu))

    def _menu(self) -> list[tuple[str, Callable[[], None]]]:
        settings = self.settings
        say = settings.say

        def switch(words: str, on: bool) -> str:
            return f"{say(words)}: {say('ui.settings.on' if on else 'ui.settings.off')}"

        return [
            (say("ui.action.new_game"), self.open_setup),
            (say("ui.action.rules"), self.open_rules),
            (say("ui.score.title"), self.open_score),
            (say("ui.table.log"), self.open_log),
            (say("ui.action.help"), self.open_help),
            (say("ui.action.replay"), self.open_replay),
            (say("ui.action.save_record"), self.ask_to_save),
            (f"{say('ui.settings.language')}: {catalogue(settings.lang).title}", self.next_language),
            (f"{say('ui.settings.pace')}: {say(f'ui.settings.pace_{settings.pace}')}", self.next_pace),
            (f"{say('ui.settings.sort')}: {say(f'ui.settings.sort_{settings.sort}')}", self.next_sort),
            (switch("ui.settings.four_colours", settings.four_colours), lambda: self._switch("four_colours")),
            (switch("ui.settings.letters", settings.letters), lambda: self._switch("letters")),
            (switch("ui.settings.bell", settings.bell), lambda: self._switch("bell")),
            (say("ui.action.quit"), self.ask_to_quit),
        ]

    def _switch(self, name: str) -> None:
        setattr(self.settings, name, not getattr(self.settings, name))
        self._changed()

    def next_language(self) -> None:
        """The next of the languages."""
        self.settings.lang = _after(self.settings.lang, languages)
        self._changed(words=True)

    def next_pace(self) -> None:
        self.settings.pace = _after(self.settings.pace, tuple(PACES))
        self._changed()

    def next_sort(self) -> None:
        self.settings.sort = _after(self.settings.sort, SORTS)
        self._changed()

    def _changed(self, words: bool = False) -> None:
        self.set_class(self.settings.letters, "-letters")
        table = self.table_screen
        if table is not None:
            table.retell() if words else table.show()

    # --- other screens ---

    def play_at(self, table: Table) -> None:
        """Leaves every other screen and sits down at a table."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(TableScreen(table))

    def open_setup(self) -> None:
        """Sets up another game."""
        from housu.terminal.setup_screen import SetupScreen

        table = self.table_screen
        self.push_screen(SetupScreen(table.table if table else None))

    def open_replay(self) -> None:
        """The deals of this match so far, step by step; those of the one still being played only as you saw it."""
        from housu.terminal.replay_screen import ReplayScreen

        table = self.table_screen
        if table is not None:
            self.push_screen(ReplayScreen.of_table(table.table))

    def leave_replay(self, replay: Screen[None]) -> None:
        """Back to the table, or out where the replay was all there was to see."""
        if self.table_screen is None:
            self.exit(0)
        else:
            replay.dismiss()

    def language_changed(self) -> None:
        """Tells the table anew."""
        self._changed(words=True)

    def ask_to_save(self) -> None:
        """Asks for a file and writes the match to it."""
        table = self.table_screen
        if table is None:
            return

        def save(name: str | None) -> None:
            if name:
                try:
                    path = table.table.save(Path(name))
                    table.message = self.settings.say("ui.input.saved", path=path)
                except HousuError as error:
                    table.message = error.say(self.settings.lang)
                self.back_to_table()

        self.push_screen(
            QuestionScreen(self.settings.say("ui.prompt.file"), str(table.table.usual_path())), save
        )

    def back_to_table(self) -> None:
        """Closes what lies over the table."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, TableScreen):
            self.pop_screen()
        if isinstance(self.screen, TableScreen):
            self.screen.show()

    def ask_to_quit(self) -> None:
        """Asks, and leaves."""
        self._ask_to_leave("ui.prompt.quit", lambda: self.exit(0))

    def ask_to_leave_game(self, leave: Callable[[], None]) -> None:
        """Asks before a game that is being played is given up for another."""
        self._ask_to_leave("ui.prompt.new_game", leave)

    def _ask_to_leave(self, question: str, leave: Callable[[], None]) -> None:
        say = self.settings.say
        self.push_screen(
            ChoiceScreen(
                lambda: say(question),
                lambda: [
                    (say("ui.action.yes"), leave),
                    (say("ui.action.save_record"), self.ask_to_save),
                    (say("ui.action.no"), self.back_to_table),
                ],
            )
        )


def _after(value: str, values: tuple[str, ...]) -> str:
    """The value that comes next, round the end."""
    return values[(values.index(value) + 1) % len(values)]


def run_replay(sight: Sight, settings: Settings, message: str) -> int:
    """Steps through a record on the whole screen; the exit status."""
    from housu.terminal.replay_screen import ReplayScreen

    return HousuApp(lambda _app: ReplayScreen(sight, message), settings).run() or 0


def run_table(table: Table, settings: Settings) -> int:
    """Plays at a table on the whole screen; the exit status."""
    return HousuApp(lambda _app: TableScreen(table), settings).run() or 0
