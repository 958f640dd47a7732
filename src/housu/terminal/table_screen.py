"""The table on the whole screen, from your seat."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen

from housu.errors import HousuError
from housu.terminal import wording
from housu.terminal.hand import Hand
from housu.terminal.plain import PACES
from housu.terminal.table import Table
from housu.terminal.text_screen import TextScreen
from housu.terminal.typed import action_cards
from housu.terminal.widgets import Flow, Piece, Words, key_pieces, letter, painted, painted_lines

if TYPE_CHECKING:
    from housu.terminal.app import HousuApp

SMALLEST = (40, 12)
ROOMY = (60, 18)  # from here on each of the others has a line of his own
MOST_HINT = 3  # a hint that takes more than this part of the rows has a screen of its own
MOST_TOLD = 60  # sentences on the screen; `l` shows all
TEN_KEYS = {"0": "T", "1": "T"}


class TableScreen(Screen[None]):
    """The others, the middle of the table, what happened, your cards, and the keys."""

    DEFAULT_CSS = """
    TableScreen { layout: vertical; overflow: hidden; }
    TableScreen > #seats { max-height: 40%; }
    TableScreen > #log { height: 1fr; scrollbar-size-vertical: 1; }
    TableScreen > #status { text-style: bold; }
    TableScreen > #hand-box { height: auto; max-height: 50%; scrollbar-size-vertical: 1; }
    TableScreen > #keys { background: $panel; }
    TableScreen > #small { display: none; height: 1fr; }
    TableScreen.-small > * { display: none; }
    TableScreen.-small > #small { display: block; }
    """
    app: HousuApp

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.hand = Hand()
        self.message = ""  # a reason, a hint: stays until the next key
        self.told: list[str] = []  # what happened in this deal, in sentences
        self.new_from = 0  # what has happened since the person acted
        self._looked = False  # whether the cursor has been moved: then its card's reason is of interest

    def compose(self) -> ComposeResult:
        yield Words(id="small")
        yield Flow(gap=2, id="seats")
        yield Words(id="middle")
        with VerticalScroll(id="log", can_focus=False):
            yield Words(id="told")
        yield Words(id="status")
        yield Words(id="own")
        with VerticalScroll(id="hand-box", can_focus=False):
            yield Flow(gap=0, id="hand")
        yield Flow(gap=1, id="keys")

    def on_mount(self) -> None:
        self._start_deal()

    # --- the course of the game ---

    def _start_deal(self) -> None:
        self._head()
        self._tell()
        self.carry_on()

    def _head(self) -> None:
        """Begins the log of a deal."""
        table, settings = self.table, self.app.settings
        dealer = settings.say("ui.table.dealer", player=table.names[table.match.deal.dealer])
        key = "ui.table.deal_zalupa" if table.match.is_zalupa else "ui.table.deal"
        self.told = [f"{settings.say(key, deal=table.deal_number)}. {dealer}."]
        self.new_from = 0

    def _tell(self) -> None:
        """Puts what has happened into sentences."""
        table, settings = self.table, self.app.settings
        self.told += wording.event_sentences(table.news(), table.names, settings.lang, table.you, table.game)
        if table.to_act is None:
            self.told += wording.deal_end_sentences(table, settings.lang)
            self.told += [line.strip() for line in wording.score_sentences(table, settings.lang)]
            if table.match.over:
                self.told.append(wording.match_end_sentence(table, settings.lang))

    def retell(self) -> None:
        """Tells the deal anew, in another language."""
        self.table.tell_again()
        self.message = ""
        self._head()
        self._tell()
        self.show()

    def carry_on(self) -> None:
        """Lets the bots play until the person is to act."""
        self.show()
        if self.table.to_act is not None and not self.table.your_turn:
            self.run_worker(self._bots(), exclusive=True, group="bots")

    async def _bots(self) -> None:
        table = self.table
        while table.to_act is not None and not table.your_turn:
            pause = PACES[self.app.settings.pace]
            action = await asyncio.to_thread(table.think)
            self.told += table.failures(self.app.settings.lang)
            if pause:
                await asyncio.sleep(pause)
            table.bot_acts(action)
            self._tell()
            if pause:
                self.show()
        self.show()
        if table.your_turn and self.app.settings.bell:
            self.app.bell()

    def act(self, action: str) -> None:
        """Does what the person wants, or says why not."""
        if not self.table.your_turn or not action:
            return
        try:
            before = len(self.told)
            self.table.act(action)
        except HousuError as refusal:
            self.message = refusal.say(self.app.settings.lang)
            self.show()
            return
        self.message = ""
        self._looked = False
        self.hand.picked = []
        self.new_from = before
        self._tell()
        self.carry_on()

    def next_deal(self) -> None:
        """On to the next deal, or to the menu after the last one."""
        if self.table.to_act is not None:
            return
        if self.table.match.over:
            self.app.open_setup()
            return
        self.table.next_deal()
        self.hand = Hand()
        self._start_deal()

    # --- what is shown ---

    def show(self) -> None:
        """Brings everything on the screen up to date; cursor and picked cards stay."""
        if not self.is_mounted:
            return
        width, height = self.app.size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        self.set_class(small, "-small")
        settings = self.app.settings
        if small:
            needed = settings.say("ui.input.small_screen", width=SMALLEST[0], height=SMALLEST[1])
            self.query_one("#small", Words).show(needed)
            return
        view = self.table.view()
        self.query_one("#seats", Flow).show(self._seats(view, width, height))
        self.query_one("#middle", Words).show(self._middle(view, width))
        self.query_one("#told", Words).show(self._log())
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)
        if view["seat"] is not None:
            self.hand.update(view, settings, lambda card: self.table.refusal(card) is None)
            self._show_hand(view)
        self.query_one("#status", Words).show(painted(settings.shown(self._status(view)), settings))
        self.query_one("#keys", Flow).show(key_pieces(self._keys(view, width)))

    def _log(self) -> Content:
        """The last that happened; what the person saw at his last turn is dimmer."""
        settings = self.app.settings
        told, new_from = self.told[-MOST_TOLD:], max(0, self.new_from - max(0, len(self.told) - MOST_TOLD))
        parts = [painted_lines(told[:new_from], settings).stylize("dim")] if new_from else []
        return Content("\n").join([*parts, painted_lines(told[new_from:], settings)])

    def _seats(self, view: dict[str, Any], width: int, height: int) -> list[Piece]:
        names, lang = self.table.names, self.app.settings.lang
        others = wording.clockwise(view)
        roomy = width >= ROOMY[0] and height >= ROOMY[1] and len(others) <= height // 4
        pieces = []
        for seat in others:
            mark = ">" if seat == view["to_act"] else " "
            if roomy:
                words = wording.seat_sentence(view, seat, names, lang)
                text = f"{mark} {words}".ljust(width)[:width]
            elif seat in view["went_out"]:
                text = f"{mark}{names[seat]} -"
            else:
                text = f"{mark}{names[seat]} {len(view['hands'][seat].split())}"
                if "trumps" in view:
                    text += " " + self.app.settings.face(view["trumps"][seat])
                elif view["face_up"][seat] or "?" in view["face_down"][seat]:
                    up, down = len(view["face_up"][seat].split()), view["face_down"][seat].count("??")
                    text += f"+{up}+{down}"
            style = "bold" if seat == view["to_act"] else "dim" if seat in view["went_out"] else ""
            pieces.append(Piece(f"seat{seat}", self.app.settings.shown(text), style))
        return pieces

    def _middle(self, view: dict[str, Any], width: int) -> Content:
        settings = self.app.settings
        pile = view["pile"].split()
        words = []
        if view["game"] != "zalupa":
            stock = len(view["stock"].split())
            words.append(
                settings.say("ui.table.stock", n=stock) if stock else settings.say("ui.table.stock_empty")
            )
        key = "ui.table.on_table" if view["game"] == "zalupa" else "ui.table.pile"
        words.append(settings.say(key, n=len(pile)) if pile else settings.say("ui.table.pile_empty"))
        line = "  ".join(words)
        if not pile:
            return painted(line, settings)
        faces = [settings.face(card) for card in pile]
        top = f"[{faces.pop()}]"
        room = width - len(top) - 1
        if room - len(line) - 3 > 4:
            room -= len(line) + 3
            joint = "  "
        else:
            joint = "\n"
        shown: list[str] = []
        for face in reversed(faces):
            if sum(map(len, shown)) + len(shown) + len(face) + 4 > room:
                shown.insert(0, "...")
                break
            shown.insert(0, face)
        return painted(line + joint + " ".join([*shown, top]), settings)

    def _show_hand(self, view: dict[str, Any]) -> None:
        settings = self.app.settings
        hand = self.query_one("#hand", Flow)
        hand.show(self.hand.pieces(settings, bool(self.table.your_turn)))
        row = hand.row_of(self.hand.cursor)
        box = self.query_one("#hand-box", VerticalScroll)
        self.call_after_refresh(box.scroll_to, y=max(0, row - box.size.height + 1), animate=False)
        parts = wording.own_table_sentences(view, view["seat"], settings.lang)
        self.query_one("#own", Words).show(painted(settings.shown(". ".join(parts)), settings))

    def _status(self, view: dict[str, Any]) -> str:
        if self.message:
            return self.message
        slot = self.hand.at_cursor
        if self._looked and self.table.your_turn and slot and not slot.playable:
            refusal = self.table.refusal(slot.action)
            if refusal is not None:
                return refusal.say(self.app.settings.lang)
        if self.table.match.over:
            return wording.match_end_sentence(self.table, self.app.settings.lang)
        turn = wording.turn_sentence(view, self.table.names, self.app.settings.lang)
        return f"{turn} {wording.idle_sentence(view, self.app.settings.lang)}".strip()

    def _keys(self, view: dict[str, Any], width: int) -> list[tuple[str, str, str]]:
        """The keys that do something now: name, key, and what it does."""
        say = self.app.settings.say
        keys = []
        legal = view.get("legal", ())
        beating = view["phase"] == "beat"
        if any(action not in NO_CARDS for action in legal):
            keys.append(("enter", "Enter", say("ui.key.beat" if beating else "ui.key.play")))
        if any(action.endswith("!") for action in legal):
            keys.append(("o", "o", say("ui.key.otboi")))
        for action, (key, words) in NO_CARDS.items():
            if action in legal:
                keys.append((key, key, say(words)))
        if any(len(action_cards(action)) > 1 for action in legal):
            keys.append(("a", "a", say("ui.key.equal")))
        if self.table.to_act is None:
            over = self.table.match.over
            keys.append(("enter", "Enter", say("ui.key.new_game" if over else "ui.key.next_deal")))
            keys.append(("y", "y", say("ui.key.replay")))
        elif legal:
            keys.append(("h", "h", say("ui.key.hint")))
        if width >= ROOMY[0]:
            keys.append(("?", "?", say("ui.key.help")))
        return [*keys, ("m", "m", say("ui.key.menu")), ("q", "q", say("ui.key.quit"))]

    # --- keys and mouse ---

    def on_resize(self) -> None:
        self.show()

    def on_flow_clicked(self, event: Flow.Clicked) -> None:
        if event.flow.id == "hand" and self.table.your_turn:
            self.message = ""
            self._looked = True
            if event.times > 1:
                self.hand.picked = self.hand.picked or [event.name]
                self.act(self.hand.action())
                return
            self.hand.pick(event.name)
            self.show()
        elif event.flow.id == "keys":
            self.press(event.name)

    def on_key(self, event: events.Key) -> None:
        name = event.key if event.key in MOVES or event.key in PLAIN_KEYS else letter(event)
        if name:
            event.stop()
            event.prevent_default()
            self.press(name)

    def press(self, name: str) -> None:
        """Does what a key, or a click on its name, asks for."""
        self.message = ""
        if name in {key for key, _ in NO_CARDS.values()}:
            self.act(self._word(name))
        elif name in MOVES:
            self._looked = True
            self.hand.move(MOVES[name])
        elif name in CARRIES:
            self.app.settings.sort = "own"
            self.hand.carry(CARRIES[name])
        elif name == "space":
            self._looked = True
            self.hand.pick(self.hand.cursor)
        elif name == "a" and self.hand.at_cursor:
            self.hand.pick_equal(self.hand.at_cursor.rank)
        elif name in "234567890" or name == "1":
            self.hand.pick_equal(TEN_KEYS.get(name, name))
        elif name == "enter":
            if self.table.to_act is None:
                self.next_deal()
            else:
                self.act(self.hand.action(self.table.view().get("legal", ())))
        elif name == "o":
            self.act(self.hand.action() + "!" if self.hand.slots else "")
        elif name == "escape":
            self.hand.picked = []
        elif name == "h":
            self._hint()
        elif name in ("pageup", "pagedown"):
            log = self.query_one("#log", VerticalScroll)
            log.scroll_page_up(animate=False) if name == "pageup" else log.scroll_page_down(animate=False)
            return
        else:
            self.app.command(name)
            return
        self.show()

    def _word(self, key: str) -> str:
        """The action without cards that a key stands for in this game."""
        zalupa = self.table.match.is_zalupa
        return next(
            word for word, (own, _) in NO_CARDS.items() if own == key and (word != "pickup" or not zalupa)
        )

    def _hint(self) -> None:
        if self.table.your_turn:
            view = self.table.view()
            lang = self.app.settings.lang
            try:
                advice = self.table.hint()
            except HousuError as error:
                self.message = error.say(lang)
                return
            hint, reason, *weighed = wording.hint_sentences(advice, view, lang)
            told = "\n".join([hint, reason, *weighed])
            width, height = self.app.size
            rows = sum(1 + len(line) // width for line in told.splitlines())
            if rows <= height // MOST_HINT:
                self.message = told
            else:
                self.message = hint
                self.app.push_screen(TextScreen(hint, [reason, "", *advice.weighed(lang)]))


# Actions without cards: their keys, and the words beside them.
NO_CARDS = {
    "pickup": ("p", "ui.key.pick_up"),
    "take": ("p", "ui.key.take"),
    "draw": ("d", "ui.key.draw"),
    "pass": ("x", "ui.key.pass"),
    "stop": ("s", "ui.key.stop"),
}
MOVES = {"left": -1, "right": 1, "up": -1, "down": 1}
CARRIES = {"shift+left": -1, "shift+right": 1}
PLAIN_KEYS = ("space", "enter", "escape", "pageup", "pagedown", "f1", "f2", *CARRIES)
