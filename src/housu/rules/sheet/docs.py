"""Writes the rule sheets of all named sets into a folder: `python -m housu.rules.sheet.docs docs/rules`."""

from __future__ import annotations

import sys
from pathlib import Path

from housu import text
from housu.rules.ruleset import GAMES
from housu.rules.sheet import sheet

CONTENTS = "README.md"
_HEAD = """# Rule sheets

The rules of every named set, as `housu rules NAME --sheet` prints them. These files are made by
`python -m housu.rules.sheet.docs docs/rules`; change the declarations in `src/housu/rules` and not the files.
"""


def pages() -> dict[str, str]:
    """The files by name: a sheet for each named set and language, and their table of contents."""
    made = {}
    lines = [_HEAD, "| | " + " | ".join(text.catalogue(lang).title for lang in text.languages) + " |"]
    lines.append("|---" * (1 + len(text.languages)) + "|")
    for game in GAMES.values():
        for named in game.named_sets:
            links = []
            for lang in text.languages:
                file = f"{named.name}.{lang}.md"
                made[file] = sheet(named.name, lang).markdown()
                links.append(f"[{named.title.say(lang)}]({file})")
            lines.append(f"| `{named.name}` | {' | '.join(links)} |")
    made[CONTENTS] = "\n".join(lines) + "\n"
    return made


def write(folder: Path) -> None:
    """Makes the folder hold exactly these files."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for old in folder.glob("*.md"):
        if old.name not in made:
            old.unlink()
    for name, page in made.items():
        (folder / name).write_text(page, "utf-8")


if __name__ == "__main__":
    write(Path(*sys.argv[1:2]))
