"""What of the sources browsers need not be sent: comments, indentation, and texts that no page ever says.

It is no minifier: code stays as it was written, and a browser's debugger shows readable code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_BLOCKS = re.compile(r"/\*.*?\*/ ?", re.DOTALL)
_LINES = re.compile(r"^\s*//.*$", re.MULTILINE)
_SETS = re.compile(r":(\w+)\*\}")
_NAMES = re.compile(r":(\w+)\*?\}")
_REST = re.compile(r"""[ \t]+// [^"'`\n]*$""", re.MULTILINE)
_SIGNS = re.compile(r" *([{};]) *|([:,]) +")
_SPACE = re.compile(r"^\s+", re.MULTILINE)

ON_A_PAGE = ("blocked.", "error.rules.", "event.", "name.", "reason.", "refusal.", "ui.")
"""Groups of texts that pages say, or servers send to them."""

ELSEWHERE = (
    "ui.form.contradiction", "ui.form.length", "ui.form.seats_fit", "ui.form.sits", "ui.form.start", "ui.form.your_seat",
    "ui.help.blind", "ui.help.cards", "ui.help.commands", "ui.help.draw", "ui.help.key_actions", "ui.help.key_equal",
    "ui.help.key_more",
    "ui.help.key_mouse", "ui.help.key_order", "ui.help.marks", "ui.help.number", "ui.help.otboi", "ui.help.pass",
    "ui.help.pick_up", "ui.help.ranks", "ui.help.stop", "ui.help.take", "ui.help.title",
    "ui.input.", "ui.key", "ui.names", "ui.prompt.action", "ui.prompt.file", "ui.prompt.next_deal", "ui.prompt.quit",
    "ui.replay.comment", "ui.replay.hand", "ui.replay.prompt", "ui.replay.seen_by",
    "ui.score.aside", "ui.score.letter.", "ui.score.next_dealer", "ui.score.tied_nobody", "ui.settings.bell", "ui.settings.letters",
    "ui.settings.on", "ui.settings.sort_own", "ui.settings.sort_rank", "ui.settings.sort_suit", "ui.start",
    "ui.table.cards", "ui.table.pile_cards", "ui.table.idle", "ui.table.pile_top",
    "error.rules.trumps", "error.rules.no_trumps",
    "ui.action.beat_otboi", "ui.action.help", "ui.action.new_game", "ui.action.quit", "ui.action.save_record",
    "ui.page.script_needed", "ui.replay.next_deal",
    "ui.replay.previous_deal", "ui.settings.pace_instant",
    "ui.bot.", "ui.prompt.new_game", "ui.table.your_hand_cards", "ui.table.your_hand_empty",
)  # fmt: skip
"""Beginnings of those among them that only the command line and the terminal say."""

ONLY_ELSEWHERE = ("ui.replay.open", "ui.score.letter")
"""More of these, with which others begin that pages say."""


def code(source: str) -> str:
    """A module or style sheet without comments, indentation and empty lines.

    The sources keep to what makes this safe: no text in quotes holds a comment's sign, and none goes over several
    lines; `tests/test_web_page.py` holds that. A comment behind code goes when no quote follows, so that it is in none.
    """
    return _SPACE.sub("", _REST.sub("", _LINES.sub("", _BLOCKS.sub("", source))))


def style(source: str) -> str:
    """A style sheet, also without the spaces around its signs; no text in quotes holds one of them."""
    return _SIGNS.sub(r"\1\2", code(source)).replace(";}", "}")


def sent(path: Path) -> str:
    """A module or a style sheet as browsers get it."""
    return (style if path.suffix == ".css" else code)(path.read_text("utf-8"))


def said(key: str) -> bool:
    """Whether a page may say the text."""
    return key.startswith(ON_A_PAGE) and not key.startswith(ELSEWHERE) and key not in ONLY_ELSEWHERE


def texts(catalogue: Mapping[str, Any]) -> dict[str, Any]:
    """A catalogue with what pages say: of the names for cards, one or several, only the cases that some text uses."""
    kept = {key: text for key, text in catalogue["texts"].items() if said(key)}

    def used(part: str, spec: re.Pattern[str]) -> dict[str, Any]:
        cases = {case.lower() for text in kept.values() for case in spec.findall(text)}
        return {
            item: {case: names for case, names in forms.items() if case in cases}
            for item, forms in catalogue[part].items()
        }

    rest = {name: part for name, part in catalogue.items() if name != "words"}
    return {**rest, "names": used("names", _NAMES), "sets": used("sets", _SETS), "texts": kept}


def in_one_language(value: Any, language: str) -> Any:
    """The same JSON, with only one of the languages wherever words stand in all of them."""
    if isinstance(value, Mapping):
        if language in value and "en" in value:
            return {language: value[language]}
        return {name: in_one_language(part, language) for name, part in value.items()}
    if isinstance(value, list):
        return [in_one_language(part, language) for part in value]
    return value
