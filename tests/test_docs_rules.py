"""The rule sheets in docs/rules are those that the declarations make."""

from __future__ import annotations

from pathlib import Path

from housu.rules.sheet import docs

FOLDER = Path(__file__).parent.parent / "docs" / "rules"


def test_the_sheets_are_fresh() -> None:
    """If this fails: `python -m housu.rules.sheet.docs docs/rules`."""
    there = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
    made = docs.pages()
    assert there.keys() == made.keys()
    assert [name for name in made if there[name] != made[name]] == []


def test_writing_mends_a_folder(tmp_path: Path) -> None:
    (tmp_path / "old.en.md").write_text("a set that is no more")
    (tmp_path / "pagat.en.md").write_text("stale")
    docs.write(tmp_path)
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == docs.pages()
