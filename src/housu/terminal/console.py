"""Lines out and lines in, whatever the terminal can show."""

from __future__ import annotations

import os
import sys
import unicodedata
from pathlib import Path
from typing import TextIO

from housu.errors import HousuError

SUITS = str.maketrans("♣♦♥♠", "cdhs")
# What to write where a sign can't be shown.
PLAIN = str.maketrans(
    {
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "’": "'",
        "…": "...",
        "–": "-",
        "—": "-",
        "−": "-",
        "×": "x",
        "·": "*",
        "←": "<",
        "→": ">",
    }
)
KEPT = "\n\t\u200c\u200d"  # two that join signs into one
SAMPLES = {"en": "", "fi": "", "ru": "яЖ"}


def can_show(text: str, stream: TextIO) -> bool:
    """Whether a stream's encoding has all the signs of a text."""
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shows_suits(stream: TextIO) -> bool:
    """Whether the suits can be shown as symbols; else they are letters."""
    return can_show("♣♦♥♠", stream)


def fitting_language(lang: str, stream: TextIO) -> str:
    """The language, or English where its letters can't be shown."""
    return lang if can_show(SAMPLES[lang], stream) else "en"


def showable(text: str, stream: TextIO) -> str:
    """The text in signs that the stream can show: suits as letters, plain quotes, ä as a. Nothing steers the terminal."""
    text = "".join(sign if sign.isprintable() or sign in KEPT else "?" for sign in text)
    if can_show(text, stream):
        return text
    text = text.translate(SUITS)
    if can_show(text, stream):
        return text
    shown = []
    for sign in text:
        if can_show(sign, stream):
            shown.append(sign)
            continue
        plain = unicodedata.normalize("NFKD", sign.translate(PLAIN))
        shown.append("".join(part if can_show(part, stream) else "" for part in plain) or "?")
    return "".join(shown)


class OutputClosed(Exception):  # noqa: N818 - `housu rules | head` is no error
    """Nobody reads any more."""


class Console:
    """The terminal, or a pipe, as lines. `ask` raises EOFError where the input has ended."""

    def __init__(self) -> None:
        open_missing_streams()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self.letters = False  # suits as letters, no signs beyond the keyboard
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()

    def say(self, text: str = "") -> None:
        """Writes a line, seen at once. Raises OutputClosed where nobody reads any more, HousuError where there's no room."""
        try:
            print(self._shown(text), flush=True)
        except BrokenPipeError:
            raise OutputClosed from None
        except OSError as error:
            drop_output(sys.stdout)  # else what could not be written is tried once more on leaving
            raise HousuError("cli.error.output", reason=error.strerror or "") from None

    def _shown(self, text: str) -> str:
        return showable(text.translate(SUITS).translate(PLAIN) if self.letters else text, sys.stdout)

    def complain(self, text: str) -> None:
        """Writes a line where errors go."""
        print(f"housu: {showable(text, sys.stderr)}", file=sys.stderr, flush=True)

    def ask(self, prompt: str) -> str:
        """A line of input, without what can't be printed."""
        try:
            line = input(self._shown(prompt) + " ")
        except BrokenPipeError:
            raise OutputClosed from None
        except OSError:  # an input that can't be read, such as a folder, has ended before it began
            raise EOFError from None
        if not self.interactive:
            self.say()
        return "".join(sign if sign.isprintable() else " " for sign in line)


def open_missing_streams() -> None:
    """Python has None for a stream that was closed before it started (`<&-`): an input that has ended, outputs unread."""
    nothing = Path(os.devnull)
    sys.stdin = sys.stdin or nothing.open(encoding="utf-8")
    sys.stdout = sys.stdout or nothing.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nothing.open("w", encoding="utf-8")


def drop_output(*streams: TextIO) -> None:
    """What is still to be written goes nowhere, so that leaving makes no noise; without streams named, of both."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in streams or (sys.stdout, sys.stderr):
        try:
            os.dup2(nothing, stream.fileno())
        except (OSError, ValueError):
            continue
