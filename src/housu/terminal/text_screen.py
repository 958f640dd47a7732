"""Screens of text, of choices, and of one question, over the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from housu.terminal.widgets import Flow, key_pieces, letter, painted_lines

if TYPE_CHECKING:
    from housu.terminal.app import HousuApp

LEAVE = ("escape", "q", "enter")


class TextScreen(Screen[None]):
    """A text to scroll through, and back."""

    DEFAULT_CSS = """
    TextScreen { layout: vertical; }
    TextScreen > VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    TextScreen > .title { text-style: bold; background: $panel; height: auto; }
    TextScreen > Flow { background: $panel; }
    """
    app: HousuApp

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.title_text = title
        self.lines = lines

    def compose(self) -> ComposeResult:
        settings = self.app.settings
        yield Static(settings.shown(self.title_text), classes="title", markup=False)
        with VerticalScroll():
            yield Static(painted_lines(self.lines, settings))
        yield Flow(id="keys")

    def on_mount(self) -> None:
        self.query_one(Flow).show(key_pieces([("escape", "Esc", self.app.settings.say("ui.key.back"))]))
        self.query_one(VerticalScroll).focus()

    def on_key(self, event: events.Key) -> None:
        if event.key in LEAVE or letter(event) in LEAVE:
            event.stop()
            self.dismiss()

    def on_flow_clicked(self) -> None:
        self.dismiss()


class ChoiceScreen(Screen[None]):
    """A list to choose from: each line does something. `choices` are asked for again after each, for they may change."""

    DEFAULT_CSS = """
    ChoiceScreen { layout: vertical; }
    ChoiceScreen > .title { text-style: bold; background: $panel; height: auto; }
    ChoiceScreen > OptionList { height: 1fr; padding: 0; scrollbar-size-vertical: 1; }
    ChoiceScreen > OptionList, ChoiceScreen > OptionList:focus { border: none; }
    ChoiceScreen > Flow { background: $panel; }
    """
    app: HousuApp

    def __init__(
        self, title: Callable[[], str], choices: Callable[[], Sequence[tuple[str, Callable[[], None]]]]
    ) -> None:
        super().__init__()
        self.title_text = title
        self.choices = choices

    def compose(self) -> ComposeResult:
        yield Static(classes="title", markup=False)
        yield OptionList(markup=False)
        yield Flow(id="keys")

    def on_mount(self) -> None:
        self.fill()
        self.query_one(OptionList).focus()

    def fill(self) -> None:
        """Shows the choices as they are now."""
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        self.query_one(".title", Static).update(self.title_text())
        options.set_options(Option(self.app.settings.shown(words)) for words, _ in self.choices())
        options.highlighted = at
        self.query_one(Flow).show(key_pieces([("escape", "Esc", self.app.settings.say("ui.key.back"))]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.choices()[event.option_index][1]()
        if self.is_current:
            self.fill()

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape" or letter(event) in ("q", "m"):
            event.stop()
            self.dismiss()

    def on_flow_clicked(self) -> None:
        self.dismiss()


class QuestionScreen(Screen[str]):
    """One line to fill in; empty or Esc is no answer."""

    DEFAULT_CSS = """
    QuestionScreen { layout: vertical; }
    QuestionScreen > .title { text-style: bold; background: $panel; height: auto; }
    QuestionScreen > Flow { background: $panel; dock: bottom; }
    """
    app: HousuApp

    def __init__(self, question: str, suggestion: str) -> None:
        super().__init__()
        self.question = question
        self.suggestion = suggestion

    def compose(self) -> ComposeResult:
        yield Static(self.app.settings.shown(self.question), classes="title", markup=False)
        yield Input(self.suggestion)
        yield Flow(id="keys")

    def on_mount(self) -> None:
        say = self.app.settings.say
        keys = [("enter", "Enter", say("ui.action.ok")), ("escape", "Esc", say("ui.key.back"))]
        self.query_one(Flow).show(key_pieces(keys))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.dismiss("")

    def on_flow_clicked(self, event: Flow.Clicked) -> None:
        self.dismiss(self.query_one(Input).value.strip() if event.name == "enter" else "")
