"""The catalogues: the same keys and fields everywhere, plural and case forms, names of cards, and say.js."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest

from housu import text
from housu.text.grammar import fields

RANKS = "3456789TJQKA2"
PACK = [rank + suit for rank in RANKS for suit in "cdhs"]
CASES = {"en": {"nom", "def"}, "fi": {"nom", "acc", "gen", "par", "ade"}, "ru": {"nom", "gen", "acc", "ins"}}
FILES = Path(text.__file__).parent

# A value for every field that any text has, so that each text can be rendered as it will be seen.
SAMPLES: dict[str, object] = {
    "cards": ["7h", "7s"],
    "card": "5d",
    "top": "As",
    "rank": "6",
    "suit": "h",
    "positions": [1, 3],
    "options": ["pickup", "draw"],
    "values": ["yes", "no"],
    "names": ["pagat", "black"],
    "players": ["Aino", "Аня"],
}


def is_number(key: str, field: str) -> bool:
    templates = [text.catalogue(lang).texts[key] for lang in text.languages]
    return any(name == field and forms for template in templates for name, _, forms in fields(template))


def sample(key: str, number: int = 5) -> dict[str, object]:
    return {
        field: SAMPLES.get(field, number if is_number(key, field) else f"<{field}>")
        for field in text.fields(key)
    }


@pytest.mark.parametrize("lang", text.languages)
def test_same_keys_and_fields(lang: str) -> None:
    assert list(text.catalogue(lang).texts) == text.all_keys()
    for key, template in text.catalogue(lang).texts.items():
        assert sorted({name for name, _, _ in fields(template)}) == text.fields(key), key


@pytest.mark.parametrize("lang", text.languages)
def test_templates_are_well_formed(lang: str) -> None:
    forms_needed = 3 if lang == "ru" else 2
    known = {"", "and", "or", "face"} | CASES[lang] | {"ind", "pl", "plpar", "plgen"}
    for key, template in text.catalogue(lang).texts.items():
        assert template.count("{") == template.count("}"), key
        assert template, key
        assert template == " ".join(template.split()), key
        for name, spec, forms in fields(template):
            assert name.isidentifier(), key
            assert spec.rstrip("*").lower() in known, key
            assert len(forms) in (0, forms_needed), key
            assert all(forms), key
            assert not (forms and spec), key


@pytest.mark.parametrize("lang", text.languages)
def test_every_text_renders(lang: str) -> None:
    for key in text.all_keys():
        for number in (0, 1, 2, 5, 11, 21, 22):
            said = text.say(key, lang, **sample(key, number))
            assert said, key
            assert not set("{}|#") & set(said), said


@pytest.mark.parametrize("lang", text.languages)
def test_each_key_stands_once_in_the_file(lang: str) -> None:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len({key for key, _ in pairs}) == len(pairs)
        return dict(pairs)

    json.loads((FILES / f"{lang}.json").read_text(encoding="utf-8"), object_pairs_hook=unique)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["no cards", "one card", "two cards", "five cards", "11 cards", "21 cards", "22 cards"]),
        (
            "fi",
            [
                "nolla korttia",
                "yhden kortin",
                "kaksi korttia",
                "viisi korttia",
                "11 korttia",
                "21 korttia",
                "22 korttia",
            ],
        ),
        ("ru", ["0 карт", "1 карту", "2 карты", "5 карт", "11 карт", "21 карту", "22 карты"]),
    ],
)
def test_plurals(lang: str, told: list[str]) -> None:
    for number, form in zip((0, 1, 2, 5, 11, 21, 22), told, strict=True):
        assert text.say("event.picked_up", lang, player="Aino", n=number).endswith(f" {form}.")


@pytest.mark.parametrize("lang", text.languages)
def test_names_of_cards(lang: str) -> None:
    names, sets = text.catalogue(lang).names, text.catalogue(lang).sets
    assert set(names) == {*PACK, "??", *RANKS, *"cdhs"}
    for case in CASES[lang]:
        told = [names[card][case] for card in [*PACK, "??"]]
        assert all(told)
        assert len(set(told)) == 53
        assert text.catalogue(lang).hidden[case]
    assert all(set(names[card]) == CASES[lang] for card in [*PACK, "??"])
    assert set(sets) == set(RANKS)
    for case in CASES[lang]:
        told = [name for rank in RANKS for name in sets[rank][case]]
        assert all(told)
        assert len(set(told)) == 13 * 7


@pytest.mark.parametrize(
    ("lang", "template", "cards", "told"),
    [
        ("en", "{cards:def}", "7h", "the seven of hearts"),
        ("en", "{cards:def*}", ["7h", "7s"], "two sevens"),
        (
            "en",
            "{cards:def}",
            ["7h", "As", "6d"],
            "the seven of hearts, the ace of spades and the six of diamonds",
        ),
        ("en", "{cards:def}", ["??"], "a card"),
        ("en", "{cards:def}", ["7h", "??", "??"], "the seven of hearts and two cards"),
        ("en", "{cards:def}", [], "no cards"),
        ("en", "{cards:face}", ["Th", "As", "??"], "10♥ A♠ ??"),
        ("fi", "löi {cards:acc}", "5d", "löi ruutuvitosen"),
        ("fi", "{cards:nom}", "As", "pataässä"),
        ("fi", "{cards:nom}", "Th", "herttakymppi"),
        ("fi", "{cards:par}", "Kc", "ristikuningasta"),
        ("fi", "{cards:ade}", "Kc", "ristikuninkaalla"),
        ("fi", "{cards:acc*}", ["7h", "7s"], "kaksi seiskaa"),
        ("fi", "{cards:ade*}", ["Ah", "As", "Ac"], "kolmella ässällä"),
        ("fi", "{cards:acc}", ["??"] * 7, "seitsemän korttia"),
        ("ru", "положить {cards:acc}", "5d", "положить пятёрку бубен"),
        ("ru", "{cards:nom}", "As", "туз пик"),
        ("ru", "{cards:acc}", "Jc", "валета треф"),
        ("ru", "{cards:ins}", "Kh", "королём червей"),
        ("ru", "{cards:acc*}", ["7h", "7s"], "две семёрки"),
        ("ru", "{cards:acc*}", ["Ah", "As"], "двух тузов"),
        ("ru", "{cards:nom*}", ["Ah", "As"], "два туза"),
        ("ru", "{cards:acc*}", ["2h"] * 5, "пять двоек"),
        ("ru", "{cards:acc}", ["??"] * 22, "22 карты"),
        ("ru", "{cards:face}", ["Jh", "Qd", "Ks", "Ac", "Tc"], "В♥ Д♦ К♠ Т♣ 10♣"),
    ],
)
def test_cards_in_sentences(lang: str, template: str, cards: object, told: str) -> None:
    assert text.render(template, lang, cards=cards) == told


def test_capitals_and_lists() -> None:
    assert text.render("{card:Nom} – {rank:Plpar}", "fi", card="As", rank="2") == "Pataässä – Kakkosia"
    assert text.render("{x:or}; {x:and}; {x}", "ru", x=["a", 2, "c"]) == "a, 2 или c; a, 2 и c; a, 2, c"
    assert text.render("{x:or}", "en", x=["a"]) == "a"


def test_data_is_never_read_as_a_template() -> None:
    assert text.say("event.passed", "en", player="{n|#} {card:def}") == "{n|#} {card:def} passed."


def test_errors_name_what_is_wrong() -> None:
    with pytest.raises(text.TextError, match=r"no text 'event.pased'; nearest is 'event.passed'"):
        text.say("event.pased", "en")
    with pytest.raises(text.TextError, match="no language 'sv'"):
        text.say("event.passed", "sv")
    with pytest.raises(text.TextError, match="field 'player' is missing"):
        text.say("event.passed", "en")
    with pytest.raises(text.TextError, match="'1x' has no name"):
        text.say("refusal.not_held", "ru", card="1x")
    with pytest.raises(text.TextError, match="whole number"):
        text.say("event.picked_up", "fi", player="Aino", n="seitsemän")
    assert issubclass(text.TextError, LookupError)


def events() -> Iterator[dict[str, object]]:
    for to in ("hand", "face_down"):
        yield {"event": "dealt", "seat": 1, "cards": ["??"], "to": to}
    yield {"event": "dealt", "seat": 1, "cards": ["7h", "As"], "to": "face_up"}
    yield {"event": "exchanged", "seat": 1, "card": "9h", "to": 2}
    for place, lead in product(("hand", "stock", "face_up", "face_down"), (False, True)):
        yield {"event": "played", "seat": 1, "cards": ["7h"], "from": place, "lead": lead}
    for place, fits in product(("stock", "face_down"), (False, True)):
        yield {"event": "turned", "seat": 1, "card": "9h", "from": place, "fits": fits}
    for by in ("ten", "ace", "four", "lead"):
        yield {"event": "cleared", "seat": 1, "cards": ["9h"], "by": by}
    for kind in ("led", "beat"):
        yield {"event": kind, "seat": 1, "card": "9h"}
    for kind in ("otboi", "took", "replaced", "picked_up"):
        yield {"event": kind, "seat": 1, "cards": ["9h", "Th"]}
    yield {"event": "drew", "seat": 1, "cards": ["??", "??"]}
    for kind in ("passed", "stopped", "went_out"):
        yield {"event": kind, "seat": 1}
    yield {"event": "over", "loser": 1, "order": [2, 0], "stalemate": False}


@pytest.mark.parametrize("lang", text.languages)
def test_every_event_is_told_to_others_and_to_you(lang: str) -> None:
    names = ["Aino", "Zoë", "Аня"]
    used = set()
    for event, game, you in product(events(), ("paskahousu", "zalupa"), (None, 0, 1, 2)):
        key, data = text.event_message(event, names, you, game)
        used.add(key)
        said = text.say(key, lang, **data)
        assert said == text.tell(event, lang, names, you, game)
        assert ("Zoë" in said) == (you != 1)
        assert json.loads(json.dumps(data)) == data
    over: dict[str, object] = {"event": "over", "loser": None, "order": [], "stalemate": True}
    used.add(text.event_message(over, names, 1)[0])
    assert used == {key for key in text.all_keys() if key.startswith("event.")}


def test_events_may_name_seats_that_are_you_only_by_number() -> None:
    # Seat 0 is falsy, and a spectator is nobody, not seat 0.
    event = {"event": "passed", "seat": 0}
    assert text.tell(event, "en", ["A", "B"], 0) == "You passed."
    assert text.tell(event, "en", ["A", "B"], None) == "A passed."


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fi_FI.UTF-8"}, "fi"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "ru-RU"}, "ru"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "sv_FI"}, "en"),
        ({"LANG": "fi_FI", "LC_ALL": "ru_RU.KOI8-R"}, "ru"),
        ({"LANG": "fi_FI", "LC_ALL": ""}, "fi"),
        ({"LANG": "fi_FI", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LC_ALL": "C", "LANG": "fi_FI"}, "en"),
        ({"HOUSU_LANG": "ru", "LC_ALL": "fi_FI"}, "ru"),
    ],
)
def test_pick_language(environ: dict[str, str], lang: str) -> None:
    assert text.pick_language(environ) == lang


def test_faces() -> None:
    assert text.faces(["Ts", "Jh", "??"], "en") == "10♠ J♥ ??"
    assert text.faces(["Ts", "Jh", "As"], "ru") == "10♠ В♥ Т♠"
    assert text.faces(["Ts", "Jh"], "fi", letters=True) == "10s Jh"
    assert [text.face(sign, "ru") for sign in "TQAh"] == ["10", "Д", "Т", "♥"]


@pytest.mark.parametrize("lang", text.languages)
@pytest.mark.parametrize("letters", [False, True])
def test_a_face_is_read_back(lang: str, letters: bool) -> None:
    for card in PACK:
        assert text.read_cards(text.face(card, lang, letters)) == [card]
    assert text.read_cards(text.faces(PACK, lang, letters)) == PACK


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("7h7s", ["7h", "7s"]),
        ("7H, 7S", ["7h", "7s"]),
        ("10h 10", ["Th", "T"]),
        ("1010", ["T", "T"]),
        ("th", ["Th"]),
        ("Тh", ["Ah"]),
        ("тч", ["Ah"]),
        ("тт", ["A", "A"]),
        ("тк кт дп вб", ["Ac", "Kc", "Qs", "Jd"]),
        ("9т9с", ["9c", "9c"]),
        ("10♥\ufe0f", ["Th"]),
        ("77", ["7", "7"]),
        ("", None),
        ("1h", None),
        ("hello", None),
        ("7x", None),
        ("h7", None),
        ("ß", None),
        ("\x00", None),
    ],
)
def test_read_cards(typed: str, cards: list[str] | None) -> None:
    assert text.read_cards(typed) == cards


@pytest.mark.parametrize(
    ("typed", "lang", "game", "action"),
    [
        ("7h 7s", "en", "paskahousu", "7h7s"),
        ("10♥", "fi", "paskahousu", "Th"),
        ("PICKUP", "ru", "paskahousu", "pickup"),
        ("забрать", "ru", "paskahousu", "pickup"),
        ("забрать", "ru", "zalupa", "take"),
        ("nosta", "fi", "paskahousu", "pickup"),
        ("nosta", "fi", "zalupa", "take"),
        ("blind2", "en", "paskahousu", "blind2"),
        ("Sokko 02", "fi", "paskahousu", "blind2"),
        ("blind" + "9" * 5000, "en", "paskahousu", "blind" + "9" * 5000),
        ("blind", "en", "paskahousu", None),
        ("blind0", "en", "paskahousu", None),
        ("Kh!", "en", "zalupa", "Kh!"),
        ("Кч отбой", "ru", "zalupa", "Kh!"),
        ("otboi", "en", "zalupa", None),
        ("take", "en", "paskahousu", None),
        ("pass", "en", "paskahousu", "pass"),
        ("pass3", "en", "paskahousu", None),
        ("!", "en", "zalupa", None),
        ("", "ru", "paskahousu", None),
        ("77", "en", "paskahousu", "77"),
    ],
)
def test_read_action(typed: str, lang: str, game: str, action: str | None) -> None:
    assert text.read_action(typed, lang, game) == action


@pytest.mark.parametrize(
    ("typed", "lang", "command"),
    [
        ("?", "fi", "help"),
        (" Vihje ", "fi", "hint"),
        ("СЧЁТ", "ru", "score"),
        ("quit", "ru", "quit"),
        ("7h", "en", None),
    ],
)
def test_read_command(typed: str, lang: str, command: str | None) -> None:
    assert text.read_command(typed, lang) == command


@pytest.mark.parametrize("lang", text.languages)
@pytest.mark.parametrize("game", ["paskahousu", "zalupa"])
def test_no_word_can_mean_two_things(lang: str, game: str) -> None:
    known = text.catalogue(lang).words
    assert set(known) == set(text.catalogue("en").words)
    for name, words in known.items():
        for word in (name, *words):
            assert text.read_cards(word) is None
            command, action = text.read_command(word, lang), text.read_action(word, lang, game)
            assert command is None or action is None
            assert command in (None, name)


def test_import_reads_no_catalogue_and_little_else() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules); import text;"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(sorted(new - {'text', '__future__', 'functools', 'collections', 'types'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(FILES.parent)], capture_output=True, text=True, check=True
    )
    heavy = {"json", "re", "pathlib", "typing", "importlib", "difflib", "dataclasses", "housu"}
    assert not heavy & set(json.loads(done.stdout.replace("'", '"'))), done.stdout


NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("lang", text.languages)
def test_the_browser_says_the_same(lang: str) -> None:
    asked = [(key, sample(key, number)) for key in text.all_keys() for number in (0, 1, 2, 5, 11, 21, 22)]
    for cards in (["7h"], ["7h", "7s"], ["7h", "As"], ["??", "7h"], ["??"] * 21, [], ["2h"] * 8):
        asked += [("event.drew.you", {"cards": cards}), ("event.replaced", {"cards": cards, "player": "{n}"})]
    script = (
        'import { say } from "./say.js"; import { readFileSync } from "node:fs";'
        'const [catalogue, asked] = JSON.parse(readFileSync(0, "utf8"));'
        "console.log(JSON.stringify(asked.map(([key, data]) => say(catalogue, key, data))))"
    )
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", script],
        input=json.dumps([json.loads((FILES / f"{lang}.json").read_text(encoding="utf-8")), asked]),
        capture_output=True,
        encoding="utf-8",
        cwd=FILES,
        check=True,
    )
    assert json.loads(done.stdout) == [text.say(key, lang, **data) for key, data in asked]


def test_texts_that_the_code_names_exist() -> None:
    known = set(text.all_keys())
    parts = {key[:at] for key in known for at, sign in enumerate(key) if sign == "."}
    named = re.compile(r"""["']((?:blocked|cli|error|event|name|refusal|ui)\.[A-Za-z0-9_.-]+)["']""")
    for path in sorted(FILES.parent.rglob("*")):
        if path.suffix in (".py", ".js") and path.name != "say.js":
            for key in named.findall(path.read_text(encoding="utf-8")):
                assert key in known or key.rstrip(".") in parts, f"{path.name} names {key}"


def unsaid(code: str, keys: Iterable[str]) -> list[str]:
    """The keys that no code names, whole or as a text with places to fill in.

    What fills a place is one part of a key, or the rest of one; where it is a game, only the games fit.
    """

    def place(found: re.Match[str]) -> str:
        if "game" in found[0]:
            return "(paskahousu|zalupa)"
        return r"[\w-]+" if found.string[found.start() - 1] == "." else r"[\w.-]*"

    named = set(re.findall(r"""["'`]([a-z]+\.(?:[\w.-]|\$?\{[^{}]*\})+)["'`]""", code))
    said = re.compile("|".join(re.sub(r"\$?\{[^{}]*\}", place, name) for name in named))
    ends = ("", ".you", "_zalupa")  # which `event_message` and `ofDeal` put behind any key
    return [key for key in keys if not any(said.fullmatch(key.removesuffix(end)) for end in ends)]


def test_no_text_is_kept_that_nobody_says() -> None:
    """All but those of events, which have a test of their own."""
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in FILES.parent.rglob("*")
        if path.suffix in (".py", ".js") and path.name != "lean.py"  # it names texts to leave them out
    )
    keys = [key for key in text.all_keys() if not key.startswith("event.")]
    assert unsaid(code, keys) == []
    for silent in ("name.match", "error.rules.dealer", "refusal.P26.kind", "reason.zalupa.a.b", "ui.nothing"):
        assert unsaid(code, [silent]) == [silent]
