"""A record on the whole screen: steps forwards and back, to any action, open or as a seat saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen

from housu.errors import HousuError
from housu.record import Record, Replay
from housu.terminal.replay_text import Sight, happened, position, seat_lines
from housu.terminal.settings import Settings
from housu.terminal.table import Table
from housu.terminal.widgets import Flow, Words, key_pieces, letter, painted, painted_lines

if TYPE_CHECKING:
    from housu.terminal.app import HousuApp

ROOMY = 70
STEPS = {"left": -1, "right": 1}
KEYS = ("home", "end", "pageup", "pagedown", "enter", "escape", "backspace", *STEPS)


class ReplayScreen(Screen[None]):
    """Where the record stands, who holds what, what happened so far, and the keys."""

    DEFAULT_CSS = """
    ReplayScreen { layout: vertical; overflow: hidden; }
    ReplayScreen > .title { text-style: bold; background: $panel; }
    ReplayScreen > #seats-box { height: auto; max-height: 50%; scrollbar-size-vertical: 1; }
    ReplayScreen > #log { height: 1fr; scrollbar-size-vertical: 1; }
    ReplayScreen > #message { text-style: bold; }
    ReplayScreen > Flow { background: $panel; }
    """
    app: HousuApp

    def __init__(self, sight: Sight, message: str = "") -> None:
        super().__init__()
        self.sight = sight
        self.message = message
        self.number = ""  # digits typed so far

    @classmethod
    def of_table(cls, table: Table) -> ReplayScreen:
        """The match at a table so far; a deal that is not over only as the person sees it."""
        record = Record.of(table.match, table.names, table.bots)
        live = len(record.deals) - 1 if table.to_act is not None else None
        return cls(
            Sight(
                Replay(record, len(record.deals) - 1), table.names, table.you, live, everything=live is None
            )
        )

    def compose(self) -> ComposeResult:
        yield Words(classes="title")
        with VerticalScroll(id="seats-box", can_focus=False):
            yield Words(id="seats")
        with VerticalScroll(id="log", can_focus=False):
            yield Words(id="told")
        yield Words(id="message")
        yield Flow(id="keys")

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        """Brings the screen up to date."""
        settings = self.app.settings
        sight = self.sight
        title = position(sight, settings.lang)
        if self.number:
            title += f" - {settings.say('ui.key.step')}: {self.number}_"
        self.query_one(".title", Words).show(painted(settings.shown(title), settings))
        self.query_one("#seats", Words).show(painted_lines(seat_lines(sight, settings.lang), settings))
        before, last = happened(sight, settings.lang)
        parts = [painted_lines(before, settings).stylize("dim")] if before else []
        self.query_one("#told", Words).show(Content("\n").join([*parts, painted_lines(last, settings)]))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)
        self.query_one("#message", Words).show(painted(settings.shown(self.message), settings))
        self.query_one("#keys", Flow).show(key_pieces(_keys(settings, self.app.size.width)))

    def on_resize(self) -> None:
        self.show()

    def on_flow_clicked(self, event: Flow.Clicked) -> None:
        self.press(event.name)

    def on_key(self, event: events.Key) -> None:
        name = event.key if event.key in KEYS else letter(event)
        if name:
            event.stop()
            event.prevent_default()
            self.press(name)

    def press(self, name: str) -> None:
        """Does what a key, or a click on its name, asks for."""
        replay = self.sight.replay
        self.message = ""
        if name in ("escape", "q"):
            self.app.leave_replay(self)
            return
        try:
            if name in STEPS:
                self._step(STEPS[name])
            elif name == "home":
                replay.go(replay.deal_number, 0)
            elif name == "end":
                replay.go(replay.deal_number, replay.actions())
            elif name in ("pageup", "pagedown"):
                replay.go(replay.deal_number + (1 if name == "pagedown" else -1), 0)
            elif name == "v":
                self.sight.next_viewer()
            elif name.isdecimal():
                self.number = (self.number + name)[-6:]
            elif name == "backspace":
                self.number = self.number[:-1]
            elif name == "enter":
                self._enter()
        except HousuError as error:
            self.message = error.say(self.app.settings.lang)
        self.show()

    def _step(self, step: int) -> None:
        replay = self.sight.replay
        replay.forward() if step > 0 else replay.back()

    def _enter(self) -> None:
        number, self.number = self.number, ""
        if number:
            self.sight.replay.go(self.sight.replay.deal_number, int(number))
        else:
            self._step(1)


def _keys(settings: Settings, width: int) -> list[tuple[str, str, str]]:
    say = settings.say
    left, right = ("<-", "->") if settings.letters else ("←", "→")
    keys: list[tuple[str, str, Any]] = [
        ("left", left, "ui.replay.previous"),
        ("right", right, "ui.replay.next"),
        ("home", "Home", "ui.replay.first"),
        ("end", "End", "ui.replay.last"),
        ("pageup", "PgUp", "ui.replay.previous_deal"),
        ("pagedown", "PgDn", "ui.replay.next_deal"),
    ]
    shown = [(name, key, say(words) if width >= ROOMY else "") for name, key, words in keys]
    return [
        *shown,
        ("v", "v", say("ui.key.view")),
        *([("enter", "0-9", say("ui.key.step"))] if width >= ROOMY else []),
        ("escape", "Esc", say("ui.key.back")),
    ]
