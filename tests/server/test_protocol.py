"""The protocol: its document is fresh and complete, what comes in is decoded strictly, and a stranger can play by it."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housu.server import protocol as p
from housu.server.documentation import document
from housu.text import has
from tests.server.harness import serving

ROOT = Path(__file__).parents[2]


def test_the_document_is_fresh():
    assert (ROOT / "docs/protocol.md").read_text("utf-8") == document(), (
        "python -m housu.server.documentation > docs/protocol.md"
    )


def test_every_message_is_explained():
    text = document()
    for kind in (*p.ClientMessage.__args__, *p.ServerMessage.__args__):
        assert f"### `{kind.__struct_config__.tag}`" in text
        assert kind.__doc__
    for name in msgspec.json.schema_components([p.State])[1]["TableInfo"]["properties"]:
        assert f"| `{name}` |" in text


def test_refusals_have_texts():
    for key in p.REFUSALS:
        assert "…" in key or has(key), key
    for phrase in p.PHRASES:
        assert has(f"ui.reaction.{phrase}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"t":"unknown"}',
        '{"t":"act"}',
        '{"t":"act","id":"","v":0,"action":"3c"}',
        '{"t":"act","id":"x","v":-1,"action":"3c"}',
        '{"t":"act","id":"x","v":1.5,"action":"3c"}',
        '{"t":"act","id":"x","v":"1","action":"3c"}',
        '{"t":"act","id":"x","v":1,"action":3}',
        '{"t":"act","id":"x","v":1,"action":"3c","seat":2}',
        '{"t":"act","id":"' + "x" * 41 + '","v":1,"action":"3c"}',
        '{"t":"nonce","deal":0,"nonce":"AB"}',
        '{"t":"nonce","deal":0,"nonce":"' + "ab" * 33 + '"}',
        '{"t":"hello","protocol":1,"table":"x","token":"short"}',
        '{"t":"remove","id":"x","v":1,"seat":99}',
        '{"t":"state","v":1}',
        "[" * 5000,
        '{"t":"say","phrase":' + "9" * 3000 + "}",
    ],
)
def test_what_is_no_message_is_refused(text):
    with pytest.raises((msgspec.DecodeError, RecursionError)):
        p.decode(text)


@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_no_text_breaks_the_decoder(text):
    with contextlib.suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        p.decode(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=50),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    ),
    st.sampled_from([kind.__struct_config__.tag for kind in p.ClientMessage.__args__]),
)
def test_no_message_breaks_the_decoder(value, tag):
    fields = {**value, "t": tag} if isinstance(value, dict) else {"t": tag, "id": value, "v": value}
    try:
        decoded = p.decode(json.dumps(fields))
    except (msgspec.MsgspecError, UnicodeError):
        return
    assert p.decode(p.encode(decoded)) == decoded


@pytest.mark.parametrize("rules", ["pagat", "zalupa"])
@pytest.mark.skipif(shutil.which("node") is None, reason="no Node here")
def test_a_client_written_from_the_document_alone_plays_a_deal(rules, tmp_path):
    """Node, no packages: opens a table with bots, plays a deal, is thrown off in the middle and comes back."""
    with serving(database=f"sqlite:///{tmp_path}/t.db") as server:
        done = subprocess.run(
            ["node", str(Path(__file__).with_name("node_client.mjs")), server.url, rules],
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["status"] == "between"
    assert result["fair"]
    assert result["reconnects"] == 1
    assert result["gaps"] == 0
    assert "[[deal]]" in result["record"]
