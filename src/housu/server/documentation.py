"""Writes `docs/protocol.md` from the structs of the protocol: `python -m housu.server.documentation > docs/protocol.md`."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from housu.server import protocol, protocol_advice, protocol_http

PREFACE = """\
# The protocol of the tables

<!-- Written by `python -m housu.server.documentation`; change it there and in src/housu/server/protocol.py. -->

How a browser or a program talks to a Housu server: HTTP to find, open and look back at tables, one WebSocket for each
table that is open on a screen. What is said here is enough to write a client. Cards, actions, views, events, records
and rule sets are written as in [formats.md](formats.md).

All addresses are below the server's path (`/`, or where a proxy puts it: `--path`). Bodies are JSON in UTF-8.

## Who a player is

A player is whoever knows a secret, the token. A browser gets it as the cookie `housu` (HttpOnly) with its first page
and need not care. A program asks `POST api/player` for one, sends it as `Authorization: Bearer TOKEN` over HTTP, and
in `hello` over the WebSocket. A token is never part of an address, and the server keeps only a hash of it for each
table.

Requests that change something, and WebSockets, are refused (403) when they come from another site's page (`Origin`), as is everything under a name the server does not have.

## HTTP

| request | what it does | answer |
|---|---|---|
| `GET .` | the lobby's page | HTML |
| `GET t/TABLE` | the table's page, with the first view in it; also the invitation (it holds no seat) | HTML |
| `GET t/TABLE/replay?match=N` | the page that replays the finished deals of a match (the last one, unless named); `#DEAL.STEP` names a moment | HTML |
| `POST api/player` | a new player, for programs | `{"token": "…"}` |
| `POST api/tables` | open a table; the body is below | 201 `{"table": "…"}` |
| `GET api/tables` | public tables that wait for players | list of `ListedTable` |
| `GET api/tables/TABLE` | the table as a spectator, or with a token the seat, sees it | `state`, as over the WebSocket |
| `GET api/tables/TABLE/record` | the record of the last match that has a finished deal, finished deals only; `?match=N`: another | `*.housu`, TOML |
| `GET api/tables/TABLE/replay?match=N&deal=K&seat=S` | the same deals, one of them ready to be shown (the last one, unless named), as a seat saw it (all cards open, unless named) | `Replay`, below |
| `GET api/rules` | games, named sets and house rules, from their declarations | catalogue, below |
| `GET api/rules/check?rules=TEXT` | reads a rule set | `{"rules": canonical, "game": …, "seats": [numbers that fit], "picks": {option: value}}`, or 400 |
| `GET api/rules/sheet?rules=TEXT&lang=fi` | the rule sheet, in words | `{"title": …, "sections": [{"title", "paragraphs": [{"sentences": [{"text", "settled"}], "clauses", "source", "rows"}]}], …}` |
| `GET api/texts/LANG` | all texts of a language (`en`, `fi`, `ru`), as `housu.text` has them | JSON |
| `GET api/bots` | the bots that can be chosen, and which is the usual one | `{"bots": ["greedy", …], "usual": "greedy"}` |
| `GET static/VERSION/FILE` | the page's own files; also `say.js`, `texts/LANG.json`, `rules.json` and, in one language, `rules/LANG.json` | kept by the browser for ever |
| `GET healthz` | 200 `{"ok": true}`, or 503 while it cannot write | JSON |
| `GET metrics` | Prometheus | text |

Errors have a 4xx or 5xx status and a body `{"key": …, "data": {…}}`: a text of the catalogue.

The catalogue of rules:

```
{"games": [{"name": "paskahousu", "title": {en, fi, ru}, "seats": [2, …, 10],
   "sets": [{"name": "pagat", "title": {en, fi, ru}, "aliases": […], "changes": {option: value}, "seats": [numbers that fit]}],
   "options": [{"name": "decks", "clause": "P1", "source": "E, R5", "label": {en, fi, ru}, "default": "1",
       "choices": [{"value": "1", "words": {en, fi, ru}}],            either these, or
       "number": {"low": 0, "high": 1000000, "words": {en, fi, ru}}}],
   "conflicts": [{"one": ["option", ["value", …]], "other": […], "besides": […] or null, "why": {en, fi, ru}}]}]}
```

`Replay` shows everything, for the deals are over:

```
{"rules", "game", "seats": [names], "bots": [names or ""], "trumps", "matches": how many matches there are, "match": N,
 "deals": [{"dealer", "actions": how many, "result", "fair": {"commitment", "secret", "nonces"},
            "losses": [after this deal], "letters": […]}, …],
 "deal": K, "steps": [{"seat": null, "action": "", "events": […], "view": a snapshot}, one more for each action …]}
```

## The WebSocket

`ws` below the server's path (`ws://host/ws`), text frames, one JSON object each, `t` names its kind, unknown fields
are not accepted. At most %(bytes)d bytes a message; more than 15 messages a second are read later. The order of a client's life:

1. Connect and send `hello` with `protocol: %(protocol)d`, within ten seconds. The answer is `state`.
2. Commands (those with an `id`) are answered with `done` or `refused`; the `update` that a command causes comes before
   its `done`. What is `done` is on the server's disk, and only then is anybody told of it. One without an answer after a lost
   connection is sent again **with the same id**: it is done once, however often it arrives. (The server remembers
   the last 32 ids of each player at the table, over restarts too.)
3. Everything that happens at the table is an `update` with the next version, for players and spectators alike; what
   one may not know is `??` in it. A client that sees a gap sends `sync`.
4. After a lost connection: `hello` with `seen`; `state` brings the whole view, and in `missed` what happened meanwhile
   where the server still has it.
5. One seat is open in one place at a time. The newest connection takes it over, and the older one gets `bye` with
   `other_tab` and close code 4003.

A deal begins with `update` `what: "committed"`: `table.fair.commitment` is the SHA-256 of the server's secret. Every
seat then sends its `nonce`; the pack is shuffled from the SHA-256 of the secret and the nonces in the order of the
seats (below), and `update` `what: "dealt"` follows. After `over`, `table.fair` has secret and nonces. When a deal is
over, players say `again`.

The pack is `housu.pack`'s documented shuffle with the seed SHA-256(secret ‖ nonce of seat 0 ‖ nonce of seat 1 ‖ …),
where the secret is 32 bytes and each nonce is 32 bytes or nothing, each nonce preceded by its length as one byte.
`housu verify FILE` checks it for a record. What it shows: the server had chosen its secret before it knew your nonce,
so it could not choose the cards alone (as long as your nonce was random, and your own client sent it), nor could another
player. What it does not show: that the server's owner does not look at the cards, or tell them to anybody; or that he is not
in league with the player whose nonce came last, who could then have tried many.

## The page

`housu.web.page.page(first, nonce)` makes the HTML of every page; the server calls it with what the page needs to be
drawn without waiting for anything more. `first` is a dict:

| field | |
|---|---|
| `kind` | `lobby`, `table`, `replay`, or `missing` (no such table, or with `table`: none of its deals is over; sent with 404) |
| `base` | the server's path, with a slash at the end: `/`, `/cards/` |
| `static` | `base` + `static/VERSION/`: where the page's files are |
| `lang` | `en`, `fi` or `ru`: the cookie `lang` that the page may set, else what the browser prefers |
| `protocol` | the protocol's version, for `hello` |
| `table` | the table's id, or null |
| `state` | the `state` message for this viewer, as a dict, or null |
| `tables` | for the lobby: the list of `ListedTable` |
| `replay` | for `replay`: the `Replay` |
| `bots` | as `GET api/bots` |

`nonce` must be the `nonce` attribute of every inline `<script>` and `<style>`; `style` attributes and inline event
handlers are refused by the policy (`default-src 'none'; script-src 'self' 'nonce-…'; style-src 'self' 'nonce-…';
img-src 'self' data:; connect-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self';
frame-ancestors 'none'`). Data goes into `<script type="application/json">`, every `<` of it written as `\\u003c`. All files in
`src/housu/web/` but Python's are served below `static/VERSION/`, compressed; besides them `say.js`,
`texts/en.json`, `texts/fi.json`, `texts/ru.json`, `rules.json` (the catalogue) and `rules/LANG.json` (in one language).
"""


def name_of(kind: type[Any]) -> str:
    """The `t` of a message, or the name of another struct."""
    config = kind.__struct_config__
    return str(config.tag) if config.tag else kind.__name__


def type_text(schema: dict[str, Any]) -> str:
    """A JSON schema as a reader wants it: `string`, `number`, `list of seatinfo`, `… or null`."""
    if "$ref" in schema:
        return f"`{schema['$ref'].split('/')[-1]}`"
    if "anyOf" in schema:
        return " or ".join(type_text(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " · ".join(f'"{value}"' for value in schema["enum"])
    kind = str(schema.get("type", "any"))
    if kind == "array":
        return f"list of {type_text(schema['items'])}" if schema.get("items") else "list"
    words = {"integer": "number", "boolean": "true or false"}.get(kind, kind)
    bounds = [
        f"{word} {schema[key]}"
        for key, word in (
            ("minLength", "at least"),
            ("maxLength", "at most"),
            ("minimum", "from"),
            ("maximum", "to"),
        )
        if schema.get(key)
    ]
    return f"{words} ({', '.join(bounds)})" if bounds else words


def struct_lines(kind: type[Any]) -> Iterator[str]:
    """The section of one struct."""
    schema, parts = msgspec.json.schema_components([kind], ref_template="{name}")
    fields = parts[kind.__name__]["properties"]
    required = set(parts[kind.__name__].get("required", ()))
    del schema
    yield f"### `{name_of(kind)}`"
    yield ""
    yield inspect.cleandoc(kind.__doc__ or "")
    yield ""
    rows = [(name, field) for name, field in fields.items() if name != "t"]
    if not rows:
        yield "It has no other fields."
        yield ""
        return
    yield "| field | type | |"
    yield "|---|---|---|"
    for name, field in rows:
        about = describe(field)
        if name not in required:
            about = f"{about}; " if about else ""
            about += f"may be left out: {msgspec.json.encode(field.get('default')).decode()}"
        yield f"| `{name}` | {type_text(field).replace('|', chr(92) + '|')} | {about} |"
    yield ""


def describe(field: dict[str, Any]) -> str:
    """The description of a field, wherever the schema puts it."""
    if "description" in field and "$ref" not in field:
        return str(field["description"])
    for part in field.get("anyOf", ()):
        if "description" in part:
            return str(part["description"])
    return ""


def document() -> str:
    """The whole text of docs/protocol.md."""
    lines = [PREFACE % {"bytes": protocol.MESSAGE_BYTES, "protocol": protocol.PROTOCOL}]
    lines += ["## What a client sends", ""]
    for kind in get_args(protocol.ClientMessage):
        lines += struct_lines(kind)
    lines += ["## What the server sends", ""]
    for kind in (
        *get_args(protocol.ServerMessage),
        protocol.TableInfo,
        protocol.SeatInfo,
        protocol.Fair,
        protocol.Clock,
        protocol.Missed,
        protocol_advice.Advice,
        protocol_advice.Considered,
    ):
        lines += struct_lines(kind)
    lines += ["## Bodies over HTTP", ""]
    for kind in (protocol_http.NewTable, protocol_http.ListedTable, protocol_http.Problem):
        lines += struct_lines(kind)
    lines += ["## Refusals", "", "| key | when |", "|---|---|"]
    lines += [f"| `{key}` | {why} |" for key, why in protocol.REFUSALS.items()]
    lines += ["", "## Close codes", "", "| code | why, and what to do |", "|---|---|"]
    lines += [f"| {code} | {why} |" for code, why in protocol.CLOSE_CODES.items()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


if __name__ == "__main__":
    sys.stdout.write(document())
