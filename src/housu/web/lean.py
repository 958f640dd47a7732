"""What of the sources browsers need not be sent: comments, indentation, and texts that no page ever says.

It is no minifier: code stays as it was written, and a browser's debugger shows readable code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from housu.rules.ruleset import NAMED_SETS

SUITS = "cdhs"
HIDDEN = "??"

_BLOCKS = re.compile(r"/\*.*?\*/ ?", re.DOTALL)
_LINES = re.compile(r"^\s*//.*$", re.MULTILINE)
_SETS = re.compile(r"\{(\w+):(\w+)\*\}")
_NAMES = re.compile(r"\{(\w+):(\w+)\*?\}")
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
    "ui.score.aside", "ui.score.letter.", "ui.score.next_dealer", "ui.settings.bell", "ui.settings.letters",
    "ui.settings.on", "ui.settings.sort_own", "ui.settings.sort_rank", "ui.settings.sort_suit", "ui.start",
    "ui.table.cards", "ui.table.pile_cards", "ui.table.idle",
    "error.rules.end", "error.rules.no_trumps", "error.rules.not_a_change", "error.rules.other_game", "error.rules.trumps",
    "error.rules.twice", "error.rules.unknown_name", "error.rules.unknown_option", "error.rules.unknown_value",
    "error.rules.zalupa_end",
    "ui.action.beat_otboi", "ui.action.help", "ui.action.new_game", "ui.action.quit", "ui.action.save_record",
    "ui.page.script_needed", "ui.replay.next_deal",
    "ui.replay.previous_deal", "ui.settings.pace_instant",
    "ui.prompt.new_game", "ui.table.your_hand_cards", "ui.table.your_hand_empty",
)  # fmt: skip
"""Beginnings of those among them that only the command line and the terminal say, or that refuse what no page asks for:
its form names only rules and lengths that there are."""

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
    """A catalogue with what pages say: of the names for cards, ranks and suits only the cases that some text uses for each.

    Cards have patterns instead of names (`words.js` makes the names of them), and rule sets have their names from their
    declarations.
    """
    kept = {key: text for key, text in catalogue["texts"].items() if said(key)}

    def used(part: str, spec: re.Pattern[str]) -> dict[str, Any]:
        cases: dict[str, set[str]] = {}
        for text in kept.values():
            for name, case in spec.findall(text):
                cases.setdefault(name if name in ("rank", "suit") else "cards", set()).add(case.lower())

        def kind(item: str) -> str:
            return "cards" if part == "sets" or len(item) == 2 else "suit" if item in SUITS else "rank"

        return {
            item: {case: names for case, names in forms.items() if case in cases.get(kind(item), ())}
            for item, forms in catalogue[part].items()
        }

    rest = {name: part for name, part in catalogue.items() if name != "words"}
    rules = {named.name: named.title.say(catalogue["language"]) for _, named in NAMED_SETS.values()}
    names = used("names", _NAMES)
    patterns, suits = _patterns(catalogue["names"])
    return {
        **rest,
        "names": {item: forms for item, forms in names.items() if item == HIDDEN or len(item) == 1},
        "cards": {
            rank: {case: forms[case] for case in names[rank + SUITS[0]]} for rank, forms in patterns.items()
        },
        "suits": suits,
        "sets": used("sets", _SETS),
        "texts": kept,
        "rules": rules,
    }


def _patterns(names: Mapping[str, Mapping[str, str]]) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """The names of cards by rank and case, with `*` where the suit's word stands; and that word of each suit."""
    ranks = [item for item in names if len(item) == 1 and item not in SUITS]
    for case in names[SUITS[0]]:
        words = {suit: names[suit][case] for suit in SUITS}
        made = {
            rank: {
                form: {names[rank + suit][form].replace(word, "*") for suit, word in words.items()}
                for form in names[rank + SUITS[0]]
            }
            for rank in ranks
        }
        if all(len(one) == 1 and "*" in min(one) for forms in made.values() for one in forms.values()):
            return {
                rank: {form: min(one) for form, one in forms.items()} for rank, forms in made.items()
            }, words
    raise ValueError("the names of cards are not made of a rank and a suit")


_UNREAD = {"aliases", "seats", "title"}


def in_one_language(value: Any, language: str) -> Any:
    """The declarations as the form reads them, with only one of the languages wherever words stand in all of them.

    The rule sets' names stand with the texts, and which seats fit the server says.
    """
    if isinstance(value, Mapping):
        if language in value and "en" in value:
            return {language: value[language]}
        return {name: in_one_language(part, language) for name, part in value.items() if name not in _UNREAD}
    if isinstance(value, list):
        return [in_one_language(part, language) for part in value]
    return value
