"""The tables of docs/environments.md are those of the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from housu.envs.documentation import filled, tables

PAGE = Path(__file__).resolve().parents[1] / "docs" / "environments.md"


def test_tables_are_fresh():
    text = PAGE.read_text("utf-8")
    assert filled(text) == text, f"run: python -m housu.envs.documentation {PAGE.name}"


def test_a_page_without_a_table_is_noticed():
    with pytest.raises(ValueError, match="fields paskahousu"):
        filled("nothing")
    assert len(tables()) == 4
