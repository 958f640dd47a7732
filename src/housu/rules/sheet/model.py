"""What a rule sheet is, and how it is laid out as plain text, Markdown and data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

SETTLED = "*"  # behind a sentence that settles what the sources leave open


@dataclass(frozen=True)
class Sentence:
    """One or more sentences that belong together; `settled` ones are our own answer to an open question."""

    text: str
    settled: bool = False

    def __str__(self) -> str:
        return self.text + SETTLED if self.settled else self.text


@dataclass(frozen=True)
class Paragraph:
    """A paragraph with the clauses and the sources it rests on; `rows` are a small table below it (label, cards)."""

    name: str
    sentences: tuple[Sentence, ...]
    clauses: tuple[str, ...]
    source: str
    rows: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        return " ".join(map(str, self.sentences))

    @property
    def reference(self) -> str:
        """`P10, P17 · E, R`."""
        return f"{', '.join(self.clauses)} · {self.source}"

    def statements(self) -> list[str]:
        """Everything it says, piece by piece."""
        return [*map(str, self.sentences), *(f"{label}: {cards}" for label, cards in self.rows)]


@dataclass(frozen=True)
class Section:
    """Paragraphs under a heading. `name` is the same in every language."""

    name: str
    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Sheet:
    """The rules of one table in one language."""

    rules: str
    lang: str
    title: str
    written: str
    sections: tuple[Section, ...]
    sources: tuple[str, ...]
    sources_title: str

    def paragraphs(self) -> list[Paragraph]:
        """All paragraphs in order."""
        return [paragraph for section in self.sections for paragraph in section.paragraphs]

    @property
    def clauses(self) -> set[str]:
        """All clauses that are told."""
        return {clause for paragraph in self.paragraphs() for clause in paragraph.clauses}

    def text(self, width: int = 80) -> str:
        """Plain text, wrapped to so many columns."""
        lines = [*wrapped(self.title, width), *wrapped(self.written, width)]
        for section in self.sections:
            lines += ["", *wrapped(section.title.upper(), width)]
            for paragraph in section.paragraphs:
                lines += [
                    *wrapped(f"{paragraph.text} [{paragraph.reference}]", width),
                    *_rows(paragraph, width),
                ]
        lines += ["", *wrapped(self.sources_title.upper(), width)]
        for source in self.sources:
            lines += wrapped(source, width)
        return "\n".join(lines) + "\n"

    def markdown(self) -> str:
        """Markdown; nothing in it but headings, paragraphs and tables."""
        parts = [f"# {self.title}", self.written]
        for section in self.sections:
            parts.append(f"## {section.title}")
            for paragraph in section.paragraphs:
                parts.append(f"{_plain(paragraph.text)} <small>{paragraph.reference}</small>")
                if paragraph.rows:
                    parts.append(
                        "\n".join(["| | |", "|---|---|", *(f"| {a} | {b} |" for a, b in paragraph.rows)])
                    )
        parts += [f"## {self.sources_title}", "\n".join(f"- {_plain(source)}" for source in self.sources)]
        return "\n\n".join(parts) + "\n"

    def data(self) -> dict[str, Any]:
        """The sheet as what `json` can write: the same names in every language, the words in this one."""
        return {
            "rules": self.rules,
            "lang": self.lang,
            "title": self.title,
            "written": self.written,
            "sections": [
                {
                    "name": section.name,
                    "title": section.title,
                    "paragraphs": [
                        {
                            "name": paragraph.name,
                            "sentences": [
                                {"text": sentence.text, "settled": sentence.settled}
                                for sentence in paragraph.sentences
                            ],
                            "clauses": list(paragraph.clauses),
                            "source": paragraph.source,
                            "rows": [list(row) for row in paragraph.rows],
                        }
                        for paragraph in section.paragraphs
                    ],
                }
                for section in self.sections
            ],
            "sources": list(self.sources),
            "sources_title": self.sources_title,
        }


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most so many columns; a word longer than that is divided."""
    return textwrap.wrap(text, max(width, 10), initial_indent=indent, subsequent_indent=indent)


def _rows(paragraph: Paragraph, width: int) -> Iterator[str]:
    """The table below a paragraph: labels in one column where there is room, else a line each."""
    widest = max((len(label) for label, _ in paragraph.rows), default=0)
    for label, cards in paragraph.rows:
        if widest + 20 < width:
            lead = f"  {label:<{widest}}  "
            yield from textwrap.wrap(cards, width, initial_indent=lead, subsequent_indent=" " * len(lead))
        else:
            yield from wrapped(f"{label}: {cards}", width, "  ")


def _plain(text: str) -> str:
    """A text in which nothing is Markdown."""
    return text.replace("*", "\\*")
