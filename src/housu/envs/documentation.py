"""The tables of `docs/environments.md`, made from the layout. `python -m housu.envs.documentation FILE` writes them in."""

from __future__ import annotations

import sys
from pathlib import Path

from housu.envs.layout import CARD_NAMES, KIND_ORDER, Field, action_name, layout

SEATS = 4


def fields_table(game: str) -> str:
    """The fields of an observation for four seats, and where those of one seat stand."""
    shape = layout(game, SEATS)
    block = shape.blocks[1][0].start - shape.blocks[0][0].start
    lines = ["| numbers | field | form | what |", "|---|---|---|---|"]
    lines += [_row(field, "") for field in shape.table]
    lines += [_row(field, "s + ", shape.blocks[0][0].start) for field in shape.blocks[0]]
    start = shape.blocks[0][0].start
    lines += ["", f"s = {start} + {block} · (places from the viewer, clockwise; 0 is the viewer itself)."]
    return "\n".join(lines)


def _row(field: Field, prefix: str, base: int = 0) -> str:
    first, last = field.start - base, field.stop - base - 1
    span = str(first) if first == last else f"{first}–{last}"
    names = {KIND_ORDER: "counts by kind", CARD_NAMES: "one a card"}.get(field.names)
    form = names if field.form == "counts" else field.form
    if field.form == "one-hot":
        form = "one-hot: " + (", ".join(field.names) if field.names != CARD_NAMES else "the cards")
    return f"| {prefix}{span} | `{field.name}` | {form} | {field.what} |"


def actions_table(game: str) -> str:
    """The numbers of the actions."""
    if game == "zalupa":
        rows = [
            ("0–23", "lead, or beat with, a card, from the nine of clubs up", action_name(game, 0)),
            ("24–47", "beat with a card and say otboi", action_name(game, 24)),
            ("48", "take the table", action_name(game, 48)),
        ]
    else:
        rows = [
            (
                "8 · kind + n − 1, below 128",
                "play n cards of a kind, or take up a drawn one",
                action_name(game, 33),
            ),
            *((str(code), what, action_name(game, code)) for code, what in _OTHERS.items()),
        ]
    lines = ["| number | action | as `describe` and OpenSpiel write it |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {number} | {what} | `{name}` |" for number, what, name in rows)])


_OTHERS = {
    128: "pick up the pile",
    129: "draw a card and try it",
    130: "play the face-down card at position 1, and so on to 133",
    134: "pass",
    135: "leave the cards just drawn",
}


def tables() -> dict[str, str]:
    """All tables by the name under which the document has them."""
    found = {f"fields {game}": fields_table(game) for game in ("paskahousu", "zalupa")}
    return found | {f"actions {game}": actions_table(game) for game in ("paskahousu", "zalupa")}


def filled(text: str) -> str:
    """A document with its tables written anew, between `<!-- name -->` and `<!-- end -->`."""
    for name, table in tables().items():
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition("\n<!-- end -->")
        if not mark or not end:
            raise ValueError(f"the document has no place for {name}")
        text = before + mark + table + end + after
    return text


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(filled(path.read_text("utf-8")), "utf-8")
