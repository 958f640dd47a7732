"""The page as it is sent: its HTML, its size, its modules run under Node, and its words held to Python's."""

from __future__ import annotations

import gzip
import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import housu
from housu.text import all_keys, languages, tell
from housu.web import lean
from housu.web.page import CRITICAL, STYLES, embedded, page

files = pytest.importorskip("housu.server.files")

WEB = Path(str(housu.__file__)).parent / "web"
MODULES = sorted(WEB.glob("*.js"))
FIRST: dict[str, Any] = {
    "kind": "table",
    "base": "/",
    "static": "/static/0123456789ab/",
    "lang": "fi",
    "protocol": 1,
    "table": "abc",
    "state": None,
}
node = pytest.mark.skipif(shutil.which("node") is None, reason="no Node here (Debian: apt install nodejs)")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's files as they are served, in a folder in which Node can run them."""
    folder = tmp_path_factory.mktemp("served")
    for name in files.Files().names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files.Files().get(name).plain)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def run(served: Path, program: str, data: object = None) -> Any:
    """What a module says: `program` sees `data` and returns something that JSON can write."""
    text = f"""
        globalThis.window = {{ innerWidth: 360, innerHeight: 640, addEventListener() {{}} }};
        globalThis.document = {{ documentElement: {{}} }};
        const {{ readFile }} = await import("node:fs/promises");
        globalThis.fetch = async (name) => ({{ ok: true, json: async () => JSON.parse(await readFile(name, "utf8")) }});
        const words = await import("./words.js");
        await words.use("en", "./");
        const data = JSON.parse(await new Response(process.stdin).text());
        const result = await (async () => {{ {program} }})();
        console.log(JSON.stringify(result));"""
    done = subprocess.run(
        ("node", "--input-type=module", "-e", text),
        cwd=served,
        input=json.dumps(data),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# The HTML


def test_nothing_in_the_data_ends_its_script() -> None:
    nasty = '</script><script>alert(1)</script><!-- \u2028 " \\'
    html = page({**FIRST, "state": {"name": nasty}}, "abc")
    assert html.lower().count("<script") == 2
    assert "<!--" not in html.split("<body>")[1]
    text = re.search(r'<script type="application/json" id="first">(.*?)</script>', html, re.DOTALL)
    assert text
    assert json.loads(text[1])["state"]["name"] == nasty
    assert "<" not in embedded(nasty)


def test_what_is_inline_has_the_nonce() -> None:
    html = page(FIRST, 'non"ce')
    inline = re.findall(r"<(script|style)\b([^>]*)>", html)
    assert len(inline) == 3
    for name, attributes in inline:
        assert 'nonce="non&quot;ce"' in attributes or 'type="application/json"' in attributes, name
    assert not re.search(r"<[^>]+\son\w+=", html.split("<body>")[1])
    assert not re.search(r"<[^>]+\sstyle=", html)
    for path in MODULES:
        assert not re.search(
            r"""["']style["']\s*[,:]|innerHTML|insertAdjacentHTML|\beval\(""", path.read_text("utf-8")
        ), path.name


def test_nothing_comes_from_elsewhere() -> None:
    sources = [path.read_text("utf-8") for path in (*MODULES, *WEB.glob("*.css"))]
    addresses = {
        hit
        for text in [*sources, page(FIRST, "x")]
        for hit in re.findall(r"(?:https?:)?//[\w.]+\.\w+[^\s'\"]*", text)
    }
    assert addresses <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("lang", languages)
def test_everything_is_small(lang: str) -> None:
    """All that one person's browser can ever load, in his language: at most 60 KiB, compressed."""
    sent = files.Files()
    names = [
        name
        for name in sent.names
        if (name.endswith(".js") and name != "start.js")
        or name in (f"texts/{lang}.json", f"rules/{lang}.json")
    ]
    size = sum(len(sent.get(name).gzipped) for name in names)
    size += len(gzip.compress(page({**FIRST, "lang": lang}, "n" * 22).encode(), 9))
    assert size <= 60 * 1024, size


def imported(name: str) -> set[str]:
    """The modules that a module needs before it can run, itself included."""
    path = WEB / name if (WEB / name).exists() else WEB.parent / "text" / name
    found = {name}
    for other in re.findall(r'^import [^;]*?"\./([\w-]+\.js)";', path.read_text("utf-8"), re.MULTILINE):
        found |= imported(other)
    return found


@pytest.mark.parametrize(
    ("kind", "entry"), [("table", "table.js"), ("lobby", "lobby.js"), ("replay", "replay.js")]
)
def test_what_the_first_view_waits_for_is_asked_for_at_once(kind: str, entry: str) -> None:
    html = page({**FIRST, "kind": kind}, "x")
    assert imported(entry) | {"words.js", "say.js"} == set(CRITICAL[kind])
    for name in CRITICAL[kind]:
        assert f'<link rel="modulepreload" href="/static/0123456789ab/{name}">' in html
    for name in STYLES:
        assert lean.style((WEB / name).read_text("utf-8"))[:200] in html


def test_a_table_takes_two_round_trips() -> None:
    """One for the page and one for its modules and words: as many files as a browser fetches side by side.

    What is needed after that is asked for together, too.
    """
    assert len(CRITICAL["table"]) + 1 <= 6
    later = re.search(r'^const LATER = "(.+?)"', (WEB / "table.js").read_text("utf-8"), re.MULTILINE)
    assert later
    assert {f"{name}.js" for name in later[1].split()} == imported("live.js") - set(CRITICAL["table"])


# What is left out


def test_leaving_out_is_safe() -> None:
    """The sources have no comment's sign within quotes, and no quotes over several lines: see `lean.code`."""
    for path in (*MODULES, WEB.parent / "text" / "say.js"):
        text = path.read_text("utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            bare = re.sub(r"/\*.*?\*/|//.*$", "", line)
            assert bare.count("`") % 2 == 0, f"{path.name}:{number} a template over several lines"
        quoted = re.findall(r'"(?:[^"\\\n]|\\.)*"', text)
        assert not [quote for quote in quoted if "/*" in quote], path.name
    assert lean.code("// a\n  /** b */\n  x; // goes\n\n/* c\n d */ y;\n") == "x;\ny;\n"
    for path in WEB.glob("*.css"):
        quoted = re.findall(r'"[^"\n]*"', path.read_text("utf-8"))
        assert not [quote for quote in quoted if set(quote) & set("{};:,")], path.name
    assert lean.style("a :is(b, c) { d: e f; }\n") == "a :is(b,c){d:e f}\n"
    assert lean.code('x = "a // stays"; // "too"\n') == 'x = "a // stays"; // "too"\n'


@pytest.mark.parametrize("lang", languages)
def test_cards_have_the_names_that_texts_use(lang: str) -> None:
    """All of these, and no others."""
    whole = json.loads((WEB.parent / "text" / f"{lang}.json").read_text("utf-8"))
    sent = lean.texts(whole)
    used = {case.lower() for text in sent["texts"].values() for case in re.findall(r":(\w+)\*?\}", text)}
    for item, names in whole["names"].items():
        assert sent["names"][item] == {case: name for case, name in names.items() if case in used}


@node
def test_modules_are_well_formed(served: Path) -> None:
    program = """
        import vm from "node:vm";
        import { readFileSync } from "node:fs";
        for (const name of process.argv.slice(1)) new vm.SourceTextModule(readFileSync(name, "utf8"), { identifier: name });"""
    names = [path.name for path in served.glob("*.js")]
    command = ("node", "--experimental-vm-modules", "--input-type=module", "-e", program, *names)
    done = subprocess.run(command, cwd=served, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(names) > 20


def test_every_text_that_a_page_says_is_sent() -> None:
    keys = set(all_keys())
    sent = {key for key in keys if lean.said(key)}
    asked: set[str] = set()
    for path in MODULES:
        text = path.read_text("utf-8")
        asked |= set(re.findall(r'"((?:ui|name|event|refusal)\.[\w.]+)"', text))
        for start in re.findall(r"`((?:ui|name|event|refusal|blocked)\.[\w.]*)\$\{", text):
            assert any(key.startswith(start) for key in sent), (path.name, start)
    assert asked
    assert asked <= sent, asked - sent
    # What servers refuse with is a text of the page's too.
    server = "".join(path.read_text("utf-8") for path in (WEB.parent / "server").glob("*.py"))
    assert set(re.findall(r'"((?:ui|refusal)\.[\w.]+\w)"', server)) & keys <= sent


# Words


def _told(rules: str, seed: int) -> Iterator[tuple[dict[str, Any], int | None]]:
    deal = housu.Deal.start(rules=rules, seed=seed)
    lot = random.Random(seed)
    while deal.to_act is not None and len(deal.events) < 200:
        deal.act(lot.choice(deal.actions()))
    for event in deal.events:
        you = lot.choice([None, *range(deal.seats)])
        yield housu.project([event], you)[0], you


@node
@pytest.mark.parametrize("lang", languages)
def test_events_are_told_as_python_tells_them(served: Path, lang: str) -> None:
    names = ["Aino", "Väinö", "<b>", "Ilmari"]
    cases = [
        (event, you, game)
        for rules, game in (
            ("pagat", "paskahousu"),
            ("poytapaska-3+after_draw=swap", "paskahousu"),
            ("zalupa", "zalupa"),
        )
        for seed in range(4)
        for event, you in _told(rules, seed)
    ]
    assert len({event["event"] for event, _, _ in cases}) >= 10
    program = """
        await words.use(data.lang, "./");
        return data.cases.map(([event, you, game]) => words.tell(event, data.names, you, game));"""
    said = run(served, program, {"lang": lang, "cases": cases, "names": names})
    assert said == [tell(event, lang, names, you, game) for event, you, game in cases]


# The table's state


@node
def test_a_missing_version_is_noticed(served: Path) -> None:
    """A gap asks for everything anew; a repeated version changes nothing; a state replaces everything."""
    table = {
        "id": "t",
        "status": "playing",
        "game": "paskahousu",
        "rules": "pagat",
        "seats": [{"name": "a"}, {"name": "b"}],
    }
    program = """
        const { Store } = await import("./store.js");
        const store = new Store({ t: "state", v: 5, table: data, you: 0 });
        const event = { event: "passed", seat: 1 };
        const next = store.receive({ t: "update", v: 6, what: "acted", events: [event], view: { pile: "7h" } });
        const again = store.receive({ t: "update", v: 6, what: "acted", events: [event], view: { pile: "8h" } });
        const gap = store.receive({ t: "update", v: 8, what: "acted", events: [], view: { pile: "9h" } });
        const pile = store.screen.view.pile;
        const missed = store.receive({ t: "state", v: 9, table: data, you: 0, missed: [{ v: 9, what: "acted", events: [event] }] });
        return { next: next.length, again: again.length, gap, pile, missed: missed[0].events.length, v: store.screen.v };"""
    assert run(served, program, table) == {
        "next": 1,
        "again": 0,
        "gap": None,
        "pile": "7h",
        "missed": 1,
        "v": 9,
    }


@node
def test_choosing_follows_the_legal_actions(served: Path) -> None:
    """Cards of a rank are chosen together as far as the legal actions go, and all at once where they allow no fewer."""
    program = """
        const { items, pressed, action } = await import("./hand.js");
        return data.map(([legal, blocked, hand, presses]) => {
          const screen = { you: 0, view: { hands: [hand], legal, blocked }, selected: new Set() };
          for (const key of presses) {
            const list = items(screen, "rank");
            screen.selected = pressed(screen, list, list.find((item) => item.key === key));
          }
          return action(items(screen, "rank"), screen.selected);
        });"""
    hand = "3d 3s 7c 7h 7s"
    cases = [
        [["3d3s"], {"7c": "P8"}, hand, ["3d#0"]],
        [["7c", "7c7h", "7c7h7s", "3d"], {}, hand, ["7h#0", "7s#0"]],
        [["7c", "3d"], {}, hand, ["7h#0", "7s#0"]],
        [["7c", "7c7h", "3d"], {}, hand, ["7h#0", "3s#0"]],
        [["7c", "7c7h", "3d"], {}, hand, ["7h#0", "7s#0", "7h#0"]],
        [["7h", "7h7h"], {}, "7h 7h 8c", ["7h#0", "7h#1"]],
    ]
    assert run(served, program, cases) == ["3d3s", "7h7s", "7s", "3s", "7s", "7h7h"]


# The QR code


CHECKS = (10, 16, 26, 18, 24, 16, 18, 22, 22, 26)
BLOCKS = (1, 1, 1, 2, 2, 4, 4, 4, 5, 5)
WORDS = (26, 44, 70, 100, 134, 172, 196, 242, 292, 346)
ALIGN = ((), (6, 18), (6, 22), (6, 26), (6, 30), (6, 34), (6, 22, 38), (6, 24, 42), (6, 26, 46), (6, 28, 50))


def read_qr(dark: list[list[bool]]) -> bytes:
    """What a QR code of error correction M says; fails where a frame, a format or a block is not as it must be."""
    size = len(dark)
    version = (size - 17) // 4
    format_bits = sum(dark[y][8] << n for n, y in enumerate((0, 1, 2, 3, 4, 5, 7, 8)))
    format_bits |= sum(dark[8][x] << n for n, x in enumerate((7, 5, 4, 3, 2, 1, 0), 8))
    second = sum(dark[8][size - 1 - n] << n for n in range(8)) | sum(
        dark[size - 15 + n][8] << n for n in range(8, 15)
    )
    assert format_bits == second
    format_bits ^= 0x5412
    rest = format_bits
    for bit in range(14, 9, -1):
        rest ^= (0x537 << (bit - 10)) * (rest >> bit & 1)
    assert rest == 0
    assert format_bits >> 13 == 0, "error correction M"
    mask = (
        lambda x, y: (x + y) % 2 == 0,
        lambda x, y: y % 2 == 0,  # noqa: ARG005
        lambda x, y: x % 3 == 0,  # noqa: ARG005
        lambda x, y: (x + y) % 3 == 0,
        lambda x, y: (x // 3 + y // 2) % 2 == 0,
        lambda x, y: x * y % 2 + x * y % 3 == 0,
        lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
        lambda x, y: ((x + y) % 2 + x * y % 3) % 2 == 0,
    )[format_bits >> 10 & 7]
    fixed = {(x, y) for x in range(size) for y in range(size) if x == 6 or y == 6}
    fixed |= {(x, y) for x in range(9) for y in range(9)}
    fixed |= {(x, y) for x in range(size - 8, size) for y in range(9)}
    fixed |= {(y, x) for x in range(size - 8, size) for y in range(9)}
    ends = {(6, 6), (6, size - 7), (size - 7, 6)}
    for x in ALIGN[version - 1]:
        for y in ALIGN[version - 1]:
            if (x, y) not in ends:
                assert dark[y][x]
                assert not dark[y][x + 1]
                assert dark[y][x + 2]
                fixed |= {(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)}
    if version >= 7:
        fixed |= {(x, y) for x in range(size - 11, size - 8) for y in range(6)}
        fixed |= {(y, x) for x in range(size - 11, size - 8) for y in range(6)}
    bits = []
    for column, right in enumerate([*range(size - 1, 6, -2), 5, 3, 1]):
        for step in range(size):
            y = size - 1 - step if column % 2 == 0 else step
            bits += [dark[y][x] ^ mask(x, y) for x in (right, right - 1) if (x, y) not in fixed]
    words = [
        sum(bit << (7 - n) for n, bit in enumerate(bits[at : at + 8]))
        for at in range(0, WORDS[version - 1] * 8, 8)
    ]
    return _frame(_blocks(words, version), version)


def _blocks(words: list[int], version: int) -> list[int]:
    count, checks = BLOCKS[version - 1], CHECKS[version - 1]
    long = len(words) % count
    short = len(words) // count - checks
    blocks: list[list[int]] = [[] for _ in range(count)]
    at = 0
    for n in range(short + 1):
        for number, block in enumerate(blocks):
            if n < short or number >= count - long:
                block.append(words[at])
                at += 1
    data = [word for block in blocks for word in block]
    for _ in range(checks):
        for block in blocks:
            block.append(words[at])
            at += 1
    for block in blocks:
        for power in range(checks):
            root, value = 1, 0
            for _ in range(power):
                root = root << 1 ^ (0x11D if root & 128 else 0)
            for word in block:
                value = _times(value, root) ^ word
            assert value == 0, "a block whose checks do not fit"
    return data


def _times(x: int, y: int) -> int:
    product = 0
    while y:
        product ^= x * (y & 1)
        x = x << 1 ^ (0x11D if x & 128 else 0)
        y >>= 1
    return product


def _frame(data: list[int], version: int) -> bytes:
    whole = int.from_bytes(bytes(data), "big")
    left = len(data) * 8
    assert whole >> (left - 4) == 4, "byte mode"
    length_bits = 8 if version < 10 else 16
    length = whole >> (left - 4 - length_bits) & ((1 << length_bits) - 1)
    return (whole >> (left - 4 - length_bits - 8 * length) & ((1 << 8 * length) - 1)).to_bytes(length, "big")


@node
def test_qr_codes_can_be_read(served: Path) -> None:
    """All versions, by a reader of its own: frame, format, masks, blocks and their checks."""
    address = "https://käärme.example/housu/t/"
    texts = [address + "x" * n for n in (0, 10, 20, 30, 50, 70, 90, 110, 130, 170)] + [
        "h",
        "http://a.b/t/0123456789ab",
    ]
    program = 'const { matrix } = await import("./qr.js"); return data.map(matrix);'
    codes = run(served, program, texts)
    assert [read_qr(code).decode() for code in codes] == texts
    assert len({len(code) for code in codes}) >= 8
    refused = 'const { matrix } = await import("./qr.js"); try { matrix("x".repeat(214)); } catch (error) { return error.name; }'
    assert run(served, refused) == "RangeError"
