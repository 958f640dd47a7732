"""The form for another game, on the whole screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from housu.errors import HousuError
from housu.terminal.setup import Setup
from housu.terminal.table import Table
from housu.terminal.text_screen import TextScreen
from housu.terminal.widgets import Flow, key_pieces, letter

if TYPE_CHECKING:
    from housu.terminal.app import HousuApp


class SetupScreen(Screen[None]):
    """Rows to change with the arrows, Enter or a click; below, what the row means or what is wrong."""

    DEFAULT_CSS = """
    SetupScreen { layout: vertical; overflow: hidden; }
    SetupScreen > .title { text-style: bold; background: $panel; height: auto; }
    SetupScreen > OptionList { height: 1fr; padding: 0; scrollbar-size-vertical: 1; }
    SetupScreen > OptionList, SetupScreen > OptionList:focus { border: none; }
    SetupScreen > #about { height: auto; max-height: 40%; }
    SetupScreen > #about.-problem { text-style: bold; color: $warning; }
    SetupScreen > Flow { background: $panel; }
    """
    app: HousuApp

    def __init__(self, table: Table | None) -> None:
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        yield Static(classes="title", markup=False)
        yield OptionList(markup=False)
        yield Static(id="about", markup=False)
        yield Flow(id="keys")

    def on_mount(self) -> None:
        self.setup = Setup(self.app.settings, self._table)
        self.fill()
        self.query_one(OptionList).focus()

    @property
    def row(self) -> str:
        """The name of the row that is chosen."""
        rows = self.setup.rows()
        return rows[min(self.query_one(OptionList).highlighted or 0, len(rows) - 1)].name

    def fill(self) -> None:
        """Shows the form as it stands, the same row chosen as before."""
        options = self.query_one(OptionList)
        rows = self.setup.rows()
        name = self.row if options.option_count else rows[0].name
        say = self.app.settings.say
        self.query_one(".title", Static).update(say("ui.action.new_game"))
        options.set_options(Option(self.app.settings.shown(row.words)) for row in rows)
        options.highlighted = next((at for at, row in enumerate(rows) if row.name == name), 0)
        keys = [
            ("change", "Enter", say("ui.key.change")),
            ("start", "s", say("ui.key.start")),
            ("rules", "r", say("ui.action.rules")),
            ("escape", "Esc", say("ui.key.back")),
        ]
        self.query_one(Flow).show(key_pieces(keys))
        self.explain()

    def explain(self) -> None:
        """What the chosen row means; what is wrong comes first."""
        about = self.query_one("#about", Static)
        problem = self.setup.problem()
        about.set_class(bool(problem), "-problem")
        about.update(self.app.settings.shown(f"! {problem}" if problem else self.setup.about(self.row)))

    def on_option_list_option_highlighted(self) -> None:
        self.explain()

    def on_option_list_option_selected(self) -> None:
        self._do("change")

    def on_flow_clicked(self, event: Flow.Clicked) -> None:
        self._do(event.name)

    def _do(self, what: str) -> None:
        if what == "escape":
            self.dismiss()
        elif what == "start" or (what == "change" and self.row == "start"):
            self._start()
        elif what == "rules":
            self._rules()
        else:
            self.change(1)

    def change(self, step: int) -> None:
        """Changes the chosen row."""
        row = self.row
        self.setup.change(row, step)
        self.fill()
        if row == "language":
            self.app.language_changed()

    def _start(self) -> None:
        if self.setup.problem():
            return
        if self._table is not None and self._table.begun:
            self.app.ask_to_leave_game(self._sit_down)
        else:
            self._sit_down()

    def _sit_down(self) -> None:
        try:
            table = self.setup.make()
        except HousuError as error:  # somebody's own bot that starts no more
            self.app.notify(error.say(self.app.settings.lang), severity="error")
            return
        self.app.play_at(table)

    def _rules(self) -> None:
        from housu.terminal.rules_text import sheet

        try:
            rules = self.setup.rules()
        except HousuError:
            return  # the contradiction is on the screen already
        lines = sheet(rules, self.app.settings.lang, width=self.app.size.width - 2)
        self.app.push_screen(TextScreen(rules.text, lines))

    def on_key(self, event: events.Key) -> None:
        done = True
        sign = letter(event)
        if event.key in ("left", "right"):
            self.change(1 if event.key == "right" else -1)
        elif event.key == "escape":
            self.dismiss()
        elif sign == "s":
            self._start()
        elif sign == "r":
            self._rules()
        elif sign.isdecimal() or event.key == "backspace":
            self.setup.type(self.row, sign if sign.isdecimal() else "")
            self.fill()
        else:
            done = False
        if done:
            event.stop()
            event.prevent_default()
