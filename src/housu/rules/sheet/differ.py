"""How two tables differ: the sentences that only one of their sheets has, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from housu.rules.ruleset import RuleSet
from housu.rules.sheet.model import Paragraph, Sheet, wrapped
from housu.rules.sheet.writer import Writer


@dataclass(frozen=True)
class Change:
    """What one paragraph says at one table only (`one`), and at the other only (`other`)."""

    section: str
    name: str
    clauses: tuple[str, ...]
    one: tuple[str, ...]
    other: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """How two tables differ. `changes` are in the order of the sheet, empty where they play the same."""

    one: str
    other: str
    title: str
    nothing: str
    changes: tuple[Change, ...]

    def text(self, width: int = 80) -> str:
        """Plain text, wrapped to so many columns."""
        lines = wrapped(self.title, width)
        for section, changes in self._sections():
            lines += ["", *wrapped(section.upper(), width)]
            for change in changes:
                lines += wrapped(f"[{', '.join(change.clauses)}]", width)
                for rules, said in ((self.one, change.one), (self.other, change.other)):
                    if len(said) > 1:
                        lines += wrapped(f"{rules}:", width, "  ")
                        lines += [line for piece in said for line in wrapped(piece, width, "    ")]
                    else:
                        lines += wrapped(f"{rules}: {' '.join(said) or self.nothing}", width, "  ")
        return "\n".join(lines) + "\n"

    def markdown(self) -> str:
        """Markdown: a table a section."""
        parts = [f"# {self.title}"]
        for section, changes in self._sections():
            rows = [f"| | {self.one} | {self.other} |", "|---|---|---|"]
            for change in changes:
                cells = (" ".join(said) or self.nothing for said in (change.one, change.other))
                rows.append(f"| {', '.join(change.clauses)} | {' | '.join(cells)} |".replace("*", "\\*"))
            parts += [f"## {section}", "\n".join(rows)]
        return "\n\n".join(parts) + "\n"

    def data(self) -> dict[str, Any]:
        """The difference as what `json` can write."""
        return {
            "one": self.one,
            "other": self.other,
            "title": self.title,
            "changes": [
                {
                    "section": change.section,
                    "name": change.name,
                    "clauses": list(change.clauses),
                    "one": list(change.one),
                    "other": list(change.other),
                }
                for change in self.changes
            ],
        }

    def _sections(self) -> Iterator[tuple[str, list[Change]]]:
        for section in dict.fromkeys(change.section for change in self.changes):
            yield section, [change for change in self.changes if change.section == section]


def difference(one: Sheet, other: Sheet, rules: RuleSet, other_rules: RuleSet) -> Difference:
    """The difference of two sheets in one language."""
    writer = Writer(rules, one.lang, None)
    changes: tuple[Change, ...] = ()
    key = "diff.games"
    if rules.game.name == other_rules.game.name:
        changes = tuple(_changes(one, other))
        key = "diff.title" if changes else "diff.none"
    title = writer.say(key, one=one.rules, other=other.rules).text
    return Difference(one.rules, other.rules, title, writer.say("diff.nothing").text, changes)


def _changes(one: Sheet, other: Sheet) -> Iterator[Change]:
    for section, name in _names(one, other):
        mine, theirs = _find(one, section, name), _find(other, section, name)
        said, heard = (paragraph.statements() if paragraph else [] for paragraph in (mine, theirs))
        only = tuple(line for line in said if line not in heard)
        only_other = tuple(line for line in heard if line not in said)
        if only or only_other:
            found = mine or theirs
            assert found is not None
            title = next(
                part.title for sheet in (one, other) for part in sheet.sections if part.name == section
            )
            yield Change(title, name, found.clauses, only, only_other)


def _names(one: Sheet, other: Sheet) -> list[tuple[str, str]]:
    """Section and paragraph names of both, in the order of the sheet: what only the other has comes where it has it."""
    names = [(section.name, paragraph.name) for section in one.sections for paragraph in section.paragraphs]
    at = 0
    for section in other.sections:
        for paragraph in section.paragraphs:
            name = (section.name, paragraph.name)
            if name in names:
                at = names.index(name) + 1
            else:
                names.insert(at, name)
                at += 1
    return names


def _find(sheet: Sheet, section: str, name: str) -> Paragraph | None:
    for part in sheet.sections:
        if part.name == section:
            return next((paragraph for paragraph in part.paragraphs if paragraph.name == name), None)
    return None
