"""The HTML of every page: styles, data and a first start in one answer, so that one round trip shows the table.

What a browser needs to draw the first view is asked for at once, side by side (`CRITICAL`); the rest is loaded when
the first view stands. Nothing comes from outside the server, and nothing inline runs without the nonce.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from housu.text import say
from housu.web import lean

HERE = Path(__file__).parent

STYLES = ("base.css", "table.css", "forms.css")

_LOBBY = (
    "say.js",
    "words.js",
    "draw.js",
    "settings.js",
    "hand.js",
    "table.js",
    "speak.js",
    "sheet.js",
    "rules-form.js",
    "lobby.js",
)
CRITICAL = {
    "lobby": _LOBBY,
    "missing": _LOBBY,
    "table": ("say.js", "words.js", "draw.js", "hand.js", "table.js"),
    "replay": (
        "say.js",
        "words.js",
        "draw.js",
        "settings.js",
        "sheet.js",
        "hand.js",
        "table.js",
        "replay.js",
    ),
}
"""The modules that the first view of each kind of page waits for; a table's are few enough to be fetched side by side."""

ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
    "%3Crect x='5' y='2' width='22' height='28' rx='4' fill='%231f6b4c'/%3E"
    "%3Cpath d='M16 8c5 5 8 7 8 11a4 4 0 0 1-7 3l1 4h-4l1-4a4 4 0 0 1-7-3c0-4 3-6 8-11z' fill='%23fff'/%3E%3C/svg%3E"
)


@cache
def _file(name: str) -> str:
    return lean.sent(HERE / name)


def embedded(data: object) -> str:
    """Data as JSON that may stand inside a script element: nothing in it can end the element or open a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def page(first: Mapping[str, Any], nonce: str) -> str:
    """The HTML of a page.

    `first` is what the page needs to be drawn at once (docs/protocol.md, The page); `nonce` is the one that the
    answer's Content-Security-Policy names. Raises KeyError for a kind of page that there is not.
    """
    lang, static = first["lang"], html.escape(first["static"])
    preloads = "\n".join(
        f'<link rel="modulepreload" href="{static}{module}">' for module in CRITICAL[first["kind"]]
    )
    sign = html.escape(nonce)
    return f"""<!doctype html>
<html lang="{html.escape(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="same-origin">
<meta name="robots" content="noindex">
<title>Housu</title>
<link id="icon" rel="icon" href="{ICON}">
<link rel="preload" as="fetch" crossorigin href="{static}texts/{html.escape(lang)}.json">
{preloads}
<style nonce="{sign}">
{"".join(_file(name) for name in STYLES)}
</style>
</head>
<body>
<div id="app"><p class="loading">{html.escape(say("ui.page.loading", lang))}</p></div>
<noscript><p class="loading">{html.escape(say("ui.page.script_needed", lang))}</p></noscript>
<script type="application/json" id="first">{embedded(dict(first))}</script>
<script nonce="{sign}">
{_file("start.js")}
</script>
</body>
</html>
"""
