"""Everything Housu says, in English, Finnish and Russian.

The rest of Housu speaks in keys and data (``"refusal.P12"`` with a card and the top card); this package
turns them into sentences at the last moment. Each language is one JSON file, served to browsers as it is;
``say.js`` beside them is the browser's ``say``. The format of the messages is described in ``grammar``.

To add a text, add the key with the same fields to all three files. ``event.*`` sentences about a seat have a
``.you`` variant for the reader's own seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from .cards import faces, read_action, read_cards, read_command
from .events import event_message
from .grammar import Catalogue, TextError
from .grammar import face as _face
from .grammar import fields as _fields
from .grammar import render as _render

__all__ = [
    "Catalogue",
    "TextError",
    "all_keys",
    "catalogue",
    "event_message",
    "face",
    "faces",
    "fields",
    "has",
    "languages",
    "pick_language",
    "read_action",
    "read_cards",
    "read_command",
    "render",
    "say",
    "tell",
]

languages = ("en", "fi", "ru")


@cache
def catalogue(lang: str) -> Catalogue:
    """All text of a language; read from its file the first time. Raises ``TextError`` for an unknown language."""
    if lang not in languages:
        raise TextError(f"no language {lang!r}; there are {', '.join(languages)}")
    # Imported here: programs that print nothing, and tables of people waiting for theirs, need not pay for it.
    import json
    from pathlib import Path

    return Catalogue(**json.loads(Path(__file__).with_name(f"{lang}.json").read_text(encoding="utf-8")))


def say(key: str, lang: str, /, **data: object) -> str:
    """The sentence for a key in a language (``"en"``, ``"fi"`` or ``"ru"``), its fields filled with ``data``.

    Cards are given as texts (``"7h"``), ranks and suits as their letter, several cards as a list, players by
    name, numbers as ``int``. Data that the sentence does not use is ignored. Raises ``TextError`` (a
    ``LookupError``) for an unknown key or language, a missing field, or a value that has no name.
    """
    return _render(_template(key, lang), catalogue(lang), data)


def tell(
    event: Mapping[str, object],
    lang: str,
    names: Sequence[str],
    you: int | None = None,
    game: str = "paskahousu",
) -> str:
    """The sentence for an event as a dict (docs/formats.md, Events), as the seat ``you`` reads it (None: a spectator)."""
    key, data = event_message(event, names, you, game)
    return say(key, lang, **data)


def render(template: str, lang: str, /, **data: object) -> str:
    """A template that stands elsewhere (the sentence of a house rule), filled in as ``say`` does."""
    return _render(template, catalogue(lang), data)


def face(card: str, lang: str, letters: bool = False) -> str:
    """The short text of a card: ``face("Ts", "en")`` is ``10♠``, ``face("As", "ru")`` is ``Т♠``.

    With ``letters`` the suit is a letter (``10s``), for screens that cannot show the symbols.
    """
    return _face(card, catalogue(lang), letters)


def has(key: str) -> bool:
    """Whether there is a text with this key."""
    return key in catalogue("en").texts


def all_keys() -> list[str]:
    """All keys, in the order of the file; the same in every language."""
    return list(catalogue("en").texts)


def fields(key: str) -> list[str]:
    """The names of the data that a text needs, sorted."""
    return sorted({name for name, _, _ in _fields(_template(key, "en"))})


def pick_language(environ: Mapping[str, str]) -> str:
    """The language asked for by HOUSU_LANG, LC_ALL, LC_MESSAGES or LANG (the first one set); English if none fits."""
    for variable in ("HOUSU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environ.get(variable):
            code = wanted.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            return code if code in languages else "en"
    return "en"


def _template(key: str, lang: str) -> str:
    texts = catalogue(lang).texts
    if key in texts:
        return texts[key]
    from difflib import get_close_matches

    near = get_close_matches(key, texts, 1)
    raise TextError(f"no text {key!r}" + (f"; nearest is {near[0]!r}" if near else ""))
