"""The command line as people meet it: lists, errors in one sentence, odd locales, closed pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from housu import cli_advice, cli_services  # noqa: F401 - their commands join the others
from housu.cli import main
from housu.match import Match
from housu.rules.ruleset import GAMES, NAMED_SETS, RuleSet
from housu.text import languages, pick_language, say


def run(*arguments: str, typed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    return subprocess.run(
        (sys.executable, "-m", "housu", *arguments),
        input=typed,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
    )


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, output and complaints of a command run here."""
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


@pytest.mark.parametrize("lang", languages)
def test_the_list_of_commands_cuts_nothing_off(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{lang}_XX.UTF-8")
    status, out, _ = told(capsys, "--help")
    assert status == 0
    assert "..." not in out.split("\n\n")[-1]
    assert say("cli.help.solve", lang).split()[-1] in out


@pytest.mark.parametrize("lang", languages)
def test_rules_lists_everything(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "rules", "--lang", lang)
    assert status == 0
    for game in GAMES.values():
        for rule in game.house_rules:
            assert f"  {rule.name}: " in out
            assert rule.label.say(lang) in out
            assert all(value in out for value in rule.values)
    assert all(name in out for name in NAMED_SETS)


@pytest.mark.parametrize("lang", languages)
def test_rules_of_one_table_say_what_differs(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "rules", "pagat+singles=twos", "--lang", lang)
    assert status == 0
    differs, same = out.split(say("cli.rules.same", lang))
    singles = RuleSet.parse("pagat").game.options["singles"]
    assert singles.words("twos").say(lang) in differs
    assert singles.words("none").say(lang) in differs
    for rule in RuleSet.parse("pagat").game.house_rules:
        assert (f"{rule.name}=" in same) == (rule.name != "singles")
        source = rule.source.replace("ours", say("ui.form.ours", lang))
        assert say("cli.rules.where", lang, clause=rule.clause, source=source) in out
    assert lang == "en" or "ours" not in out


@pytest.mark.parametrize("lang", languages)
def test_sheets_and_differences(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    from housu.rules.sheet import difference, sheet

    _, out, _ = told(capsys, "rules", "black", "--sheet", "--lang", lang)
    assert out.split() == sheet("black", lang).text(80).split()
    _, out, _ = told(capsys, "rules", "--diff", "pagat", "russian", "--lang", lang)
    assert out.split() == difference("pagat", "russian", lang).text(80).split()


# What is wrong, and a part of what must be said about it in each language.
WRONG = {
    "rules nosuch": ("pagat", "pagat", "pagat"),
    "rules pagat+x": ("option=value", "sääntö=arvo", "правило=значение"),
    "rules pagat+singles=3": ("none, twos", "none, twos", "none, twos"),
    "rules pagat+singles=twos+singles=none": ("twice", "kahdesti", "дважды"),
    "rules pagat+lead_ban=tens_aces+ace_ten_lead=clears": ("lead_ban=tens_aces",) * 3,
    "rules --diff pagat": ("two rule sets", "kahta", "два набора"),
    "rules --diff pagat nosuch": ("poytapaska",) * 3,
    "rules pagat russian": ("too much", "liikaa", "лишнее"),
    "replay": ("FILE", "FILE", "FILE"),
    "replay nowhere.housu": ("nowhere.housu",) * 3,
    "play --continue nowhere.housu": ("nowhere.housu",) * 3,
    "play --seats x": ("--seats must be", "--seats", "--seats"),
    "play --seats 99": ("2 to 10", "2–10", "2 до 10"),
    "play --seats": ("--seats needs", "--seats", "--seats"),
    "play poytapaska --seats 9": ("13", "13", "13"),
    "play --seat 9": ("0 to 3", "0–3", "0 до 3"),
    "play --dealer 4": ("0 to 3", "0–3", "0 до 3"),
    "play --seed 1.5": ("whole number", "kokonaisluku", "целого числа"),
    "play --bots foo": ("random", "random", "random"),
    "play --bots greedy,random": ("2 bots", "2 bottia", "2 бота"),
    "play --pace quick": ("instant", "instant", "instant"),
    "play --deals 0": ("at least 1", "1", "1"),
    "play zalupa --seats 3": ("4 players", "4", "4"),
    "play zalupa --deals 3": ("six letters", "kuusi", "шесть"),
    "play --plain=3": ("takes no value", "ei anneta arvoa", "без значения"),
    "play pagat pagat": ("too much", "liikaa", "лишнее"),
    "play --nope": ("--help", "--help", "--help"),
    "arena greedy nosuch": ("greedy",) * 3,
    "arena greedy": ("OTHERS",) * 3,
    "arena greedy greedy --seats 77": ("2 to 10", "2–10", "2 до 10"),
    "arena greedy greedy --workers 0": ("from 1 to", "kokonaisluku 1–", "числа от 1 до"),
    "arena greedy greedy --workers 9999999999999999999999": ("from 1 to", "kokonaisluku 1–", "числа от 1 до"),
    "arena greedy greedy --ray --workers 2": (
        "--workers and --ray",
        "--workers ja --ray",
        "--workers и --ray",
    ),
    "arena greedy greedy --deals 0": ("1 to 1000000", "1–1000000", "1 до 1000000"),
    "arena greedy greedy --deals 100000000000": ("1 to 1000000", "1–1000000", "1 до 1000000"),
    "arena greedy greedy --csv nowhere/at/all.csv": (
        "cannot be written",
        "ei voi kirjoittaa",
        "записать файл",
    ),
    "arena greedy greedy --parquet nowhere/a.pq": ("cannot be written", "ei voi kirjoittaa", "записать файл"),
    "review nowhere.housu --playouts 0": ("1 to 1000000", "1–1000000", "1 до 1000000"),
    "review nowhere.housu --playouts 100000000000": ("1 to 1000000", "1–1000000", "1 до 1000000"),
    "solve nowhere.json --deal 1": ("--deal is for records", "--deal on tallenteita", "--deal — только"),
    "solve nowhere.json --step 0": ("--step is for records", "--step on tallenteita", "--step — только"),
    "rules --diff --sheet pagat russian": ("--sheet and --diff", "--sheet ja --diff", "--sheet и --diff"),
    "verify nowhere.housu": ("nowhere.housu",) * 3,
    "serve --port x": ("--port must", "--port", "--port"),
    "dance": ("play", "play", "play"),
}


@pytest.mark.parametrize("line", WRONG)
@pytest.mark.parametrize("lang", languages)
def test_wrong_command_lines_get_one_sentence(
    line: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *rest = line.split()
    status, out, err = told(capsys, command, "--lang", lang, *rest)
    assert status == 2
    assert not out
    assert err.startswith("housu: ")
    assert err.count("\n") == 1
    assert WRONG[line][languages.index(lang)] in err


def test_what_a_continued_match_already_has_is_not_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Every option of `play` is of use with --continue, or is refused with it."""
    from housu.cli_commands import command_in

    of_use = {"plain", "seat", "bots", "pace", "ascii_only", "lang", "resume"}
    asked = {one.name: one.opts[-1] for one in command_in("en").commands["play"].params}
    assert of_use < set(asked)
    for name in set(asked) - of_use:
        given = ("pagat",) if name == "rules" else (asked[name], "0")
        status, _, err = told(capsys, "play", "--continue", "nowhere.housu", *given, "--lang", "en")
        named = "RULES" if name == "rules" else asked[name]
        assert (status, err) == (
            2,
            f"housu: {say('cli.error.together', 'en', one=named, other='--continue')}\n",
        )


@pytest.mark.parametrize("first", [("--lang", "fi"), ("--lang=fi",)])
def test_the_language_before_a_command_is_none(
    first: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    _, _, err = told(capsys, *first, "plya")
    assert "”plya”" in err
    _, _, err = told(capsys, *first, "rules", "pagat", "russian", "black")
    assert "”fi”" not in err


def test_what_speaks_unasked_speaks_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = []

    def follow(*_: object) -> int:
        heard.append(pick_language(os.environ))
        return 0

    monkeypatch.setattr("housu.cli._follow", follow)
    for lang in languages:
        told(capsys, "rules", "--lang", lang)
    assert heard == list(languages)
    assert "HOUSU_LANG" not in os.environ


def test_nothing_in_a_record_steers_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = Match("pagat", 2, seed=1)
    match.deal.act(match.deal.actions()[0])
    record = match.record(["\x1b[31mA", "B\u202e\x07"])
    path = tmp_path / "\x1b[32m.housu"
    record.save(path)
    record.save(tmp_path / "a.housu")
    for line in (("review", str(tmp_path / "a.housu"), "--playouts", "4"), ("verify", f"{path}\x1b[0m")):
        _, out, err = told(capsys, *line)
        assert out + err
        assert not set(out + err) & set("\x1b\x07\u202e")
    assert record.players == ["[31mA", "B"]


@pytest.mark.parametrize("lang", languages)
def test_what_cannot_be_solved_is_told_why(
    lang: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    over = {"rules": "pagat", "hands": ["", "4h"], "went_out": [0], "loser": 1, "phase": "over"}
    wrong = {
        "game": Match("zalupa", seed=1).deal.snapshot(),
        "over": {**over, "to_act": None, "out": ""},
        "not": {"rules": "pagat", "hands": ["4h", "5h"], "stock": "6h"},
    }
    for why, snapshot in wrong.items():
        path.write_text(json.dumps(snapshot), "utf-8")
        status, _, err = told(capsys, "solve", str(path), "--lang", lang)
        assert (status, err) == (2, f"housu: {say(f'cli.solve.{why}', lang)}\n")
    for nonsense in ("[" * 100_000, "nonsense", ""):
        path.write_text(nonsense, "utf-8")
        status, _, err = told(capsys, "solve", str(path), "--lang", lang)
        assert (status, err) == (2, f"housu: {say('cli.solve.no_json', lang, path=str(path))}\n")


def test_unknown_language(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = told(capsys, "rules", "--lang", "sv")
    assert (status, err) == (2, "housu: There is no language “sv”. There are: en, fi, ru.\n")


@pytest.mark.parametrize("lang", languages)
def test_help_is_in_the_language(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "play", "--help", "--lang", lang)
    assert status == 0
    words = " ".join(out.split())
    for option in ("plain", "seats", "seat", "bots", "seed", "dealer", "deals", "losses", "pace", "lang"):
        assert f"--{option} " in words
        assert say(f"cli.help.opt_{option}", lang) in words


@pytest.mark.parametrize("lang", languages)
def test_everything_has_its_help_in_the_language(lang: str) -> None:
    from housu.cli_commands import command_in

    command = command_in(lang)
    helps = {part.help for part in command.commands.values()}
    assert len(helps) == len(command.commands)
    english = {part.help for part in command_in("en").commands.values()}
    assert lang == "en" or not helps & english
    for part in command_in(lang).commands.values():
        for parameter in part.params:
            assert parameter.help, f"{part.name} {parameter.name}"


def test_a_record_is_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = Match("pagat", seed=1)
    for key in ("open_fits", "fits"):
        match.record().save(tmp_path / "a.housu")
        status, out, _ = told(capsys, "verify", str(tmp_path / "a.housu"), "--lang", "fi")
        assert (status, out) == (0, say(f"cli.verify.{key}", "fi", deal=1) + "\n")
        while match.deal.to_act is not None:
            match.deal.act(match.deal.actions()[0])


# Runs command lines, a list each, where nothing can be imported but what `make play` installs.
SMALLEST = """
import re, sys
from importlib.machinery import PathFinder
from importlib.metadata import packages_distributions
from housu.cli import main

class Smallest(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in gone else super().find_spec(name, path, target)

def plain(name):
    return re.sub("[-_.]+", "-", name).lower()

wanted = set(re.findall("^([^ =]+)==", open("requirements/play.txt").read(), re.M)) | {"housu"}
gone = {top for top, of in packages_distributions().items() if not wanted & set(map(plain, of))}
sys.meta_path[sys.meta_path.index(PathFinder)] = Smallest
for line in map(str.split, sys.argv[1:]):
    try:
        main([*line, "--lang", "en"])
    except SystemExit as left:
        print("left", left.code, *line, flush=True)
"""


def test_every_command_speaks_where_parts_are_missing(tmp_path: Path) -> None:
    from housu.cli_commands import command_in

    record = tmp_path / "a.housu"
    match = Match("pagat", 2, seed=1)
    match.deal.act(match.deal.actions()[0])
    match.record().save(record)
    lines = {
        "rules": 0, "play --plain": 0, "watch --deals 1 --seats 2": 0, f"replay {record}": 0, f"verify {record}": 0,
        f"solve {record}": 2, f"review {record} --playouts 1": 0, "serve": 2, f"backup {record} {tmp_path / 'b'}": 2,
        f"arena keeper greedy --deals 1 --parquet {tmp_path / 'c'}": 2, "arena greedy greedy --ray": 2,
    }  # fmt: skip
    assert {line.split()[0] for line in lines} == set(command_in("en").commands)
    done = subprocess.run(
        (sys.executable, "-c", SMALLEST, *lines),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        text=True,
    )
    assert "Traceback" not in done.stderr, done.stderr
    for line, status in lines.items():
        assert f"left {status} {line}\n" in done.stdout, done.stdout + done.stderr
    parts = [line.partition("pip install ")[2] for line in done.stderr.splitlines() if "pip install" in line]
    assert parts == ['"housu[server]"'] * 2 + ['"housu[lab]"', '"housu[cluster]"']


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize(
    "line", ["--lang {} --help", "--help --lang {}", "--lang={}", "--lang {} replay --help"]
)
def test_help_has_its_headings_in_the_language(
    lang: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = told(capsys, *line.format(lang).split())
    assert (status, err) == (0, "")
    words = ["usage", "options", *(["arguments", "required"] if "replay" in line else ["commands"])]
    for word in words:
        assert say(f"cli.heading.{word}", lang) in out
        assert lang == "en" or say(f"cli.heading.{word}", "en") not in out


@pytest.mark.parametrize("lang", languages)
def test_the_language_may_stand_before_the_command(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--lang", lang, "rules", "black") == told(capsys, "rules", "black", "--lang", lang)
    assert told(capsys, "--lang", "sv", "rules")[0] == 2


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys)
    assert status == 0
    assert "play" in out
    assert "rules" in out


@pytest.mark.parametrize(
    ("encoding", "lang", "expected"),
    [
        ("ascii", "fi", "Sinulle jaettiin"),
        ("ascii", "ru", "can't show"),
        ("cp1251", "ru", "Вам сдали 3c 3d"),
        ("cp1252", "fi", "Kätesi"),
        ("latin-1", "en", "dealt 3c 3d"),
        ("utf-8", "ru", "Вам сдали 3♣ 3♦"),
    ],
)
def test_odd_encodings(encoding: str, lang: str, expected: str) -> None:
    done = run(
        "play", "--plain", "--seed", "1", "--lang", lang, typed=b"1\nxyz\xff\n", PYTHONIOENCODING=encoding
    )
    said = done.stdout.decode(encoding)
    assert done.returncode == 0
    assert not done.stderr
    if expected != "Kätesi":
        assert expected in said
    assert said.count("?") < 60, "signs are written in another way, not lost"


def test_the_c_locale_plays() -> None:
    done = run("play", "--plain", "--seed", "1", LC_ALL="C", LANG="C")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Goodbye" in done.stdout


def test_a_closed_pipe_is_the_end() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    for command in (["rules"], ["play", "--plain"], ["watch", "--deals", "3"]):
        done = subprocess.run(
            (sys.executable, "-m", "housu", *command),
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b""), command
    os.close(writing)


def test_a_game_starts_light() -> None:
    """Neither Rich nor NumPy nor the full table is loaded for the plain game, and nothing is compiled."""
    program = (
        "import sys; from housu.cli import main\n"
        "try: main(['play', '--plain', '--seed', '1'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    done = subprocess.run(
        (sys.executable, "-c", program), stdin=subprocess.DEVNULL, capture_output=True, check=True, text=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"rich", "numpy", "numba", "textual", "asyncio"}
    assert "housu.deal" in loaded


def test_where_a_result_is_to_be_written_is_looked_at_first(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """An hour of play is not lost for a slip in a path; what stood there stays until there is something to write."""
    there, new = tmp_path / "there.csv", tmp_path / "new.csv"
    there.write_text("precious", "utf-8")
    for file in (there, new):
        status, _, _ = told(capsys, "arena", "greedy", "nosuch", "--csv", str(file))
        assert status == 2
    assert there.read_text("utf-8") == "precious"
    assert not new.exists()
    status, _, err = told(capsys, "arena", "greedy", "nosuch", "--csv", str(tmp_path), "--lang", "en")
    assert status == 2
    assert "cannot be written" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_the_table_is_told_even_if_its_file_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = told(
        capsys, "arena", "greedy", "random", "--deals", "4", "--csv", "/dev/full", "--lang", "en"
    )
    assert status == 2
    assert "seed 1" in out
    assert "/dev/full cannot be written" in err.splitlines()[-1]
