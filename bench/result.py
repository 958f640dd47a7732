"""What a bench found: fields for programs, rows for people, and how a bench is run from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Result:
    """`fields` go into the JSON object; `rows` are (what, asked, measured); `notes` say what could not be measured."""

    title: str
    fields: dict[str, Any] = field(default_factory=dict)
    rows: list[tuple[str, str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, name: str, value: float, what: str, asked: str, form: str = "{:.2f}") -> None:
        """One measured figure, under `name` for programs and as a row for people."""
        self.fields[name] = value
        self.rows.append((what, asked, form.format(value)))

    def table(self) -> str:
        """The rows in columns below the title, and the notes."""
        rows = [("", "asked", "measured"), *self.rows]
        wide, middle, last = (max(len(row[column]) for row in rows) for column in range(3))
        lines = [f"{what:<{wide}}  {asked:>{middle}}  {measured:>{last}}" for what, asked, measured in rows]
        return "\n".join([self.title, *lines, *self.notes])


def main(benches: dict[str, Callable[[], Result]], arguments: Sequence[str] | None = None) -> int:
    """Runs benches one after another and prints tables, or one JSON object: that of the bench, or of each by name."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures how fast Housu is.")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    chosen = parser.parse_args(arguments)
    found = {}
    for name, measure in benches.items():
        result = measure()
        found[name] = result.fields | ({"notes": result.notes} if result.notes else {})
        if not chosen.json:
            print(result.table(), end="\n\n", flush=True)
    if chosen.json:
        json.dump(found if len(found) != 1 else next(iter(found.values())), sys.stdout)
        print()
    return 0
