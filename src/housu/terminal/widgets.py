"""What the screens are made of: pieces of text that wrap and can be clicked, and coloured sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from housu.cards import SUITS
from housu.terminal.settings import CARD, Settings, suit_style

# The same keys on a keyboard with Cyrillic letters, by place.
CYRILLIC = dict(zip("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.", strict=True))


def letter(event: events.Key) -> str:
    """The Latin small letter or sign of a key, whatever the keyboard's layout; "" for a key without one."""
    sign = (event.character or "").lower()
    return CYRILLIC.get(sign, sign)


def painted(text: str, settings: Settings) -> Content:
    """A sentence with its cards in the colours of their suits."""
    return _painted(text, settings.four_colours)


@lru_cache(maxsize=1024)
def _painted(text: str, four_colours: bool) -> Content:
    content = Content(text)
    for match in CARD.finditer(text):
        style = suit_style(match[1], four_colours)
        if style:
            content = content.stylize(style, match.start(), match.end())
    return content


def painted_lines(lines: Iterable[str], settings: Settings) -> Content:
    """Several sentences, one under another."""
    return Content("\n").join([painted(settings.shown(line), settings) for line in lines])


def card_style(card: str, settings: Settings) -> str:
    """The colour of a card."""
    suit = card[-1:]
    return suit_style("♣♦♥♠"[SUITS.index(suit)], settings.four_colours) if suit and suit in SUITS else ""


@dataclass(frozen=True)
class Piece:
    """A piece of text that stays whole when the line wraps; a click on it sends `name`."""

    name: str
    text: str
    style: str = ""


class Flow(Widget, can_focus=False):
    """Pieces one after another, wrapped to the width."""

    DEFAULT_CSS = "Flow { height: auto; width: 1fr; }"

    class Clicked(Message):
        """A piece was clicked."""

        def __init__(self, flow: Flow, name: str, times: int) -> None:
            super().__init__()
            self.flow = flow
            self.name = name
            self.times = times

        @property
        def control(self) -> Flow:
            return self.flow

    def __init__(self, gap: int = 1, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.gap = gap
        self.pieces: Sequence[Piece] = ()

    def show(self, pieces: Sequence[Piece]) -> None:
        """Shows other pieces."""
        if list(pieces) != list(self.pieces):
            self.pieces = tuple(pieces)
            self.refresh(layout=True)

    def places(self, width: int) -> list[tuple[int, int]]:
        """Row and column of each piece."""
        places = []
        row = column = 0
        for piece in self.pieces:
            size = Content(piece.text).cell_length
            if column and column + size > width:
                row, column = row + 1, 0
            places.append((row, column))
            column += size + self.gap
        return places

    def row_of(self, name: str) -> int:
        """The row in which a piece stands."""
        for piece, (row, _) in zip(self.pieces, self.places(self.size.width), strict=True):
            if piece.name == name:
                return row
        return 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual asks so
        return max((row for row, _ in self.places(width)), default=-1) + 1

    def render(self) -> Content:
        parts: list[Any] = []
        at_row = at_column = 0
        for piece, (row, column) in zip(self.pieces, self.places(self.size.width), strict=True):
            if row > at_row:
                parts.append("\n" * (row - at_row))
                at_row, at_column = row, 0
            parts += [" " * (column - at_column), (piece.text, piece.style)]
            at_column = column + Content(piece.text).cell_length
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        for piece, (row, column) in zip(self.pieces, self.places(self.size.width), strict=True):
            if row == event.y and column <= event.x < column + Content(piece.text).cell_length:
                self.post_message(self.Clicked(self, piece.name, event.chain))
                return


class Words(Static):
    """Sentences; drawn anew only when they have changed."""

    DEFAULT_CSS = "Words { height: auto; } Words.-empty { display: none; }"

    def __init__(self, **arguments: Any) -> None:
        super().__init__(markup=False, **arguments)
        self._words = Content()

    def show(self, words: Content | str) -> None:
        """Shows other sentences; none at all take no room."""
        content = Content(words) if isinstance(words, str) else words
        if not content.is_same(self._words):
            self._words = content
            self.update(content)
        self.set_class(not content.plain, "-empty")


def key_pieces(keys: Iterable[tuple[str, str, str]]) -> list[Piece]:
    """The bar of keys: name, key and what it does."""
    return [Piece(name, f"[{key}] {words}", "bold") for name, key, words in keys]
