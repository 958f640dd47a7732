"""Names as they are kept and shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from housu.names import LONGEST, clean


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Aino", "Aino"),
        ("  Väinö \t\n Ö  ", "Väinö Ö"),
        ("Вася 😀", "Вася 😀"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\u202eevil\u2066x\u2069", "evilx"),
        ("a\u200bb\ufeffc\u00ad", "abc"),
        ("line\u2028break\u2029", "line break"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a" * 100, "a" * LONGEST),
        ("a" + "\u0301" * 50, "\u00e1\u0301\u0301"),
        ("e\u0301", "é"),
        ("", ""),
        (" \u3000 ", ""),
        ("\u200d\u200c", ""),
        ("\u3164", ""),
        ("\u0301", ""),
    ],
)
def test_names(given_name, kept):
    assert clean(given_name) == kept


@given(st.text(max_size=200))
def test_a_clean_name_is_short_one_line_and_steers_nothing(text):
    name = clean(text)
    assert len(name) <= LONGEST
    assert clean(name) == name
    assert name == name.strip()
    for c in name:
        assert c.isprintable() or c in "\u200c\u200d"
        assert unicodedata.bidirectional(c) not in {
            "LRE",
            "RLE",
            "LRO",
            "RLO",
            "PDF",
            "LRI",
            "RLI",
            "FSI",
            "PDI",
        }
