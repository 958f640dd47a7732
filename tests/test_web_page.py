"""The page as it is sent: its HTML, its size, its modules run under Node, and its words held to Python's."""

from __future__ import annotations

import gzip
import hashlib
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
from housu.rules.ruleset import NAMED_SETS, RuleSet
from housu.rules.sheet import sheet
from housu.text import all_keys, languages, tell
from housu.web import lean
from housu.web.page import CRITICAL, STYLES, embedded, page
from tests.support.qr import read_qr

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


@node
@pytest.mark.parametrize("lang", languages)
def test_cards_have_the_names_that_texts_use(served: Path, lang: str) -> None:
    """All of these, and no others: ranks and suits by themselves are said in few cases."""
    whole = json.loads((WEB.parent / "text" / f"{lang}.json").read_text("utf-8"))
    sent = lean.texts(whole)
    program = 'await words.use(data, "./"); return words.catalogueNow().names;'
    made = run(served, program, lang)
    asked = [found for text in sent["texts"].values() for found in re.findall(r"\{(\w+):(\w+)\*?\}", text)]
    assert made.keys() == whole["names"].keys()
    for item, names in whole["names"].items():
        kinds = {"card", "cards", "top"} if len(item) == 2 else {"suit"} if item in "cdhs" else {"rank"}
        used = {case.lower() for name, case in asked if name in kinds}
        assert made[item] == {case: name for case, name in names.items() if case in used}


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


@node
@pytest.mark.parametrize("lang", languages)
def test_rule_sets_have_their_declared_names(served: Path, lang: str) -> None:
    """At the table, in the lobby and in the form they are called what the rule sheet calls them."""
    program = """
        await words.use(data.lang, "./");
        const { rulesName } = await import("./table.js");
        return data.rules.map(rulesName);"""
    sheets = {name: sheet(RuleSet.parse(name), lang).title for name in NAMED_SETS}
    names = [named.name for _, named in NAMED_SETS.values()]
    changed = [f"{name}+stalemate_after=30" for name in names]
    said = run(served, program, {"lang": lang, "rules": [*names, *changed, "newer"]})
    assert said[: len(names)] == [named.title.say(lang) for _, named in NAMED_SETS.values()]
    assert all(said[at] in sheets[name] for at, name in enumerate(names))
    assert said[len(names) :] == [*(f"{name} +1" for name in said[: len(names)]), "newer"]


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


LINE = """
    document.addEventListener = () => {};
    globalThis.WebSocket = class { static OPEN = 1; readyState = 1; close() {} send() {} };
    const { Connection } = await import("./connection.js");
    const said = [];
    const line = new Connection({ url: "", table: "t", protocol: 1, seen: () => null, heard() {}, changed: (status) => said.push(status) });
    line.later = () => {};
    const closes = (code) => { line.connect(); line.closed(code); };
"""


@node
def test_a_restart_is_told_until_the_line_is_back(served: Path) -> None:
    """The first tries fail while the server is away: that is no lost network."""
    program = """
        for (const code of [1012, 1006, 1006]) closes(code);
        line.connect();
        line.hear({ t: "state" });
        closes(1006);
        line.drop();
        return said;"""
    assert run(served, LINE + program) == ["restart", "open", "lost"]


@node
def test_a_line_that_has_ended_refuses_what_is_asked(served: Path) -> None:
    """What waits for an answer, and what is asked after that: nothing stays on its way for ever."""
    program = """
        const waiting = line.command("act", { v: 1 });
        closes(4003);
        const answers = await Promise.all([waiting, line.command("act", { v: 1 })]);
        line.drop();
        return [said, answers.map(({ t, key }) => [t, words.reason({ key })])];"""
    refusal = ["refused", "This seat is open in another window."]
    assert run(served, LINE + program) == [["other_tab"], [refusal, refusal]]


@node
@pytest.mark.parametrize(
    ("game", "view", "said"),
    [
        ("zalupa", {"phase": "lead", "pile": "9h Th", "legal": ["Kd", "As"]}, "Your turn."),
        ("paskahousu", {"phase": "turn", "pile": "", "legal": ["3c"]}, "Your turn: the table is empty."),
        (
            "paskahousu",
            {"phase": "after_draw", "pile": "4c", "legal": ["7h", "stop"]},
            "You drew a card that fits: play it or stop.",
        ),
    ],
)
def test_who_plays_on_hears_that_it_is_his_turn_again(
    served: Path, game: str, view: dict[str, Any], said: str
) -> None:
    """What comes of an action is told before its answer is there: not that it is still being sent."""
    table = {"id": "t", "status": "playing", "game": game, "rules": "pagat", "seats": [{"name": "a"}] * 2}
    program = """
        const { Store } = await import("./store.js");
        const { status } = await import("./table.js");
        const store = new Store({ t: "state", v: 5, table: data.table, you: 0 });
        store.screen.sending = true;
        store.receive({ t: "update", v: 6, what: "acted", seat: 1, events: [] });
        const before = status(store.screen);
        store.receive({ t: "update", v: 7, what: "acted", seat: 0, events: [], view: data.view });
        return [before, status(store.screen)];"""
    data = {"table": table, "view": {"to_act": 0, **view}}
    assert run(served, program, data) == ["Sending…", said]


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


@node
@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("en", ["Aino", "Easy 2", "Easy 3", "mine", "Seat 5", "Kalle"]),
        ("fi", ["Aino", "Helppo 2", "Helppo 3", "mine", "Paikka 5", "Kalle"]),
        ("ru", ["Aino", "Лёгкий 2", "Лёгкий 3", "mine", "Место 5", "Kalle"]),
    ],
)
def test_bots_have_names_in_words(served: Path, lang: str, names: list[str]) -> None:
    """Those of this package; a host's own bot keeps its name, as does one with a person's."""
    program = """
        await words.use(data.lang, "./");
        const { names } = await import("./table.js");
        return names({ seats: data.seats });"""
    bots = [("Aino", ""), ("easy", "easy"), ("easy", "easy"), ("mine", "mine"), ("", ""), ("Kalle", "easy")]
    seats = [{"name": name, "bot": bot} for name, bot in bots]
    assert run(served, program, {"lang": lang, "seats": seats}) == names


@node
def test_who_has_lost_a_match(served: Path) -> None:
    """Whoever has lost most deals; nobody where every deal was a stalemate."""
    program = """
        const { matchOutcome } = await import("./panel.js");
        const seats = [{ name: "Anna" }, { name: "Pekka" }, { name: "Aino" }];
        return data.map((losses) => matchOutcome({ screen: { you: 2, table: { game: "paskahousu", seats, losses } } }));"""
    assert run(served, program, [[0, 0, 0], [1, 0, 1], [1, 0, 0], [0, 0, 1]]) == [
        "The match is over; nobody lost a deal.",
        "The match is over; most deals lost: Anna and Aino.",
        "The match is over: Anna lost it.",
        "The match is over: you lost it.",
    ]


@node
def test_what_is_known_of_a_fair_deal(served: Path) -> None:
    """The secret is one thing; whether the player's own part counts is another, and that may be missing or unknown."""
    program = """
        const { check, sendNonce } = await import("./fair.js");
        let mine = "";
        const connection = { say(message) { mine = message.nonce; } };
        sendNonce({ id: "t", connection, screen: { you: 1, table: { status: "shuffling", deal: 3 } } });
        const fair = (nonces, rest) => ({ secret: data.secret, commitment: data.commitment, nonces, ...rest });
        return Promise.all([
          check(fair(["", mine]), 3, 1), check(fair(["ab", ""]), 3, 1), check(fair([mine, "ab"]), 3, 1),
          check(fair(["", mine]), 4, 1), check(fair(["", ""]), 4, 1), check(fair(["", ""]), 3, null),
          check(fair(["", mine], { secret: "00" }), 3, 1), check({ commitment: data.commitment }, 3, 1),
        ]);"""
    secret = bytes(range(32))
    data = {"secret": secret.hex(), "commitment": hashlib.sha256(secret).hexdigest()}
    assert run(served, program, data) == [
        ["revealed_ok", "part_in"],
        ["revealed_ok", "part_missing"],
        ["revealed_ok", "part_other"],
        ["revealed_ok", "part_unknown"],
        ["revealed_ok", "part_missing"],
        ["revealed_ok"],
        ["bad"],
        [],
    ]


# The QR code


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
