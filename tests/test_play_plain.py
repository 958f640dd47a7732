"""The plain game, driven through its lines: whole matches, reasons, commands, and any nonsense."""

from __future__ import annotations

import builtins
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from housu.deal import Deal
from housu.errors import HousuError
from housu.match import Match
from housu.rules.ruleset import NAMED_SETS
from housu.terminal.console import Console
from housu.terminal.plain import PlainGame
from housu.terminal.table import Table, seat_bots, seat_names
from housu.terminal.typed import find_action, lines, own_cards
from housu.text import languages, say

MOST_LINES_TYPED = 4000


Play = Callable[..., str]
Person = Callable[[Table, int], Iterator[str]]


def make_table(
    rules: str = "pagat", you: int | None = 0, seed: int = 1, bots: str = "", deals: int | None = None
) -> Table:
    made = Match(rules, seed=seed, deals=deals)
    names = seat_names(made.seats, you, "Aino", "en")
    return Table(made, names, seat_bots(bots, made.seats, you), you)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays a table with lines typed by a generator, and returns all that was said."""

    def played(table: Table, typed: Iterator[str], lang: str = "en") -> str:
        def ask(prompt: str = "") -> str:
            print(prompt, end="")
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", ask)
        PlainGame(table, Console(), lang).play()
        return capsys.readouterr().out

    return played


def by_number(table: Table, seed: int) -> Iterator[str]:
    """A person who chooses any line of the list."""
    chance = random.Random(seed)
    for _ in range(MOST_LINES_TYPED):
        yield str(chance.choice(lines(table.view())).number) if table.your_turn else ""


def by_card(table: Table, seed: int) -> Iterator[str]:
    """A person who writes the action out."""
    chance = random.Random(seed)
    for _ in range(MOST_LINES_TYPED):
        yield chance.choice(table.view()["legal"]) if table.your_turn else ""


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("person", [by_number, by_card])
@pytest.mark.parametrize("rules", ["pagat", "poytapaska", "black+after_draw=swap", "ruotsalainen", "zalupa"])
def test_whole_matches(rules: str, person: Person, lang: str, play: Play) -> None:
    table = make_table(rules, deals=None if rules == "zalupa" else 2)
    said = play(table, person(table, 5), lang)
    assert table.match.over
    assert say("ui.input.end", lang) not in said
    assert say("ui.score.title", lang) in said


@pytest.mark.parametrize("rules", [name for name in NAMED_SETS if name not in ("spanish", "swedish")])
def test_bots_alone(rules: str, play: Play) -> None:
    table = make_table(rules, you=None, bots="greedy")
    said = play(table, iter(()))
    assert table.match.deal.outcome is not None
    assert "You" not in said


def test_nothing_hidden_is_said(play: Play) -> None:
    """The same game with the cards that nobody can see in another order reads the same until one of them is seen."""
    deck = (make_table().match.deal.deck or "").split()
    table = make_table()
    first = play(table, iter(["hint", "log"]))
    head = 20  # four hands of five
    for shift in range(1, 4):
        shifted = " ".join([*deck[:head], *deck[head + shift :], *deck[head : head + shift]])
        other = Match("pagat", deck=shifted, dealer=table.match.deal.dealer)
        again = Table(other, table.names, table.bots, 0)
        assert other.deal.to_act == 0
        assert play(again, iter(["hint", "log"])) == first


@pytest.mark.parametrize("lang", languages)
def test_any_line_gets_an_answer(lang: str, play: Play) -> None:
    chance = random.Random(3)
    words = [
        "7h",
        "77",
        "Тч",
        "10♥",
        "p",
        "d",
        "b2",
        "stop",
        "pass",
        "?",
        "hint",
        "rules",
        "score",
        "log",
        "",
        "-1",
    ]
    words += [
        "999999999999999999999",
        "٣",
        "²",
        "\x00",
        "\ud800",
        "🂡",
        "7h" * 60,
        "save /no/such/folder/x",
        "b",
        "!",
    ]
    words += [
        "blind99",
        "Kh!",
        "otboi",
        "отбой",
        "{n}",
        "a b c",
        "K!",
        "тт",
        "ставлю",
        "1e3",
        "0",
        "00",
        "3 3 3 3 3",
    ]

    def typed() -> Iterator[str]:
        for number in range(400):
            if number % 5:
                yield chance.choice(words)
            else:
                yield "".join(chance.choice("37TJQKA2chds10♥!бчп ?") for _ in range(chance.randrange(6)))

    for rules in ("pagat", "poytapaska-3", "zalupa"):
        said = play(make_table(rules, seed=2), typed(), lang)
        assert say("ui.input.end", lang) in said or say("ui.score.title", lang) in said


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("rules", ["pagat", "zalupa"])
def test_a_hint_says_what_was_considered_and_why(lang: str, rules: str, play: Play) -> None:
    advised = make_table(rules, seed=3)
    while not advised.your_turn:
        advised.bot_acts(advised.think())
    advice = advised.hint()
    said = play(make_table(rules, seed=3), iter(["hint"]), lang)
    assert advice.say(lang) in said
    assert advice.weighed(lang)
    assert "; ".join(advice.weighed(lang)) in said


def test_refusals_say_why_in_the_language(play: Play) -> None:
    deal = Deal.from_snapshot(
        {"rules": "pagat", "hands": ["3c 3d 9h Ac", "4c 4d", "5c", "6c"], "pile": "5h", "stock": "7c"}
    )
    view = deal.view(0)
    assert find_action("3", view, "en") == "3c"
    assert find_action("9", view, "en") == "9h"
    assert find_action("33", view, "en") == "3c3d"
    for lang, words in (("en", "too low"), ("fi", "liian pieni"), ("ru", "младшая карта")):
        table = make_table()
        table.match.deal = deal.copy()
        assert words in play(table, iter(["3"]), lang), lang


def test_numbers_never_mean_two_things() -> None:
    view = Deal.from_snapshot(
        {"rules": "pagat", "hands": ["2c 3c 4c 5c 6c 6d 6h 7c", "8c"], "stock": "9c"}
    ).view(0)
    numbered = lines(view)
    assert [line.action for line in numbered] == view["legal"]
    held = {card[0] for card in own_cards(view)}
    assert not held & {str(line.number) for line in numbered}
    for line in numbered:
        assert find_action(str(line.number), view, "en") == line.action
    assert find_action("6", view, "en") == "6c"
    assert find_action("666", view, "en") == "6c6d6h"


@pytest.mark.parametrize(
    ("typed", "lang", "action"),
    [
        ("10", "en", "Th"),
        ("Th", "en", "Th"),
        ("10♥", "fi", "Th"),
        ("10ч", "ru", "Th"),
        ("Т", "ru", "As"),
        ("т п", "ru", "As"),
        ("k", "en", "Kd"),
        ("К", "ru", "Kd"),
        ("nosta", "fi", "pickup"),
        ("забрать", "ru", "pickup"),
        ("p", "en", "pickup"),
        ("kokeile", "fi", "draw"),
        ("bananas", "en", None),
    ],
)
def test_words_and_cards_in_three_languages(typed: str, lang: str, action: str | None) -> None:
    view = Deal.from_snapshot(
        {"rules": "pagat", "hands": ["Th Kd As", "3c"], "pile": "9h", "stock": "4c"}
    ).view(0)
    assert find_action(typed, view, lang) == action


@pytest.mark.parametrize("typed", ["0000000012", "1111111111", "1" * 5000])
def test_a_long_number_is_no_line(typed: str) -> None:
    """It is read whole: a line is not named by the first of its digits."""
    view = Deal.from_snapshot({"rules": "pagat", "hands": ["Th Kd As", "3c"], "pile": "3h"}).view(0)
    with pytest.raises(HousuError) as refused:
        find_action(typed, view, "en")
    assert refused.value.key == "ui.input.no_line"


def test_zalupa_asks_which_suit(play: Play) -> None:
    table = make_table("zalupa")
    table.match.deal = Deal.from_snapshot(
        {"rules": "zalupa", "hands": ["Kh Ks 9d", "Ac", "Td", "Jd"], "trumps": "hcsd"}
    )
    said = play(table, iter(["K"]))
    assert say("ui.input.which", "en", text="K", options=["K♥", "K♠"]) in said
    assert find_action("Ks", table.view(), "en") == "Ks"


def test_interrupt_and_end_leave_cleanly() -> None:
    command = (sys.executable, "-m", "housu", "play", "--plain", "--seed", "1", "--lang", "en")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert any(line.startswith("  1: ") for line in iter(process.stdout.readline, ""))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert say("ui.input.interrupted", "en") in out
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert say("ui.input.end", "en") in done.stdout


def test_a_record_does_not_call_its_player_you(tmp_path: Path) -> None:
    table = make_table()
    table.names[0] = say("ui.names.you", "fi")
    assert Table.open(table.save(tmp_path / "a.housu"), None, "").names[0] == "Pelaaja"


def test_a_stalemate_is_announced(play: Play) -> None:
    table = make_table("pagat+stalemate_after=10")
    snapshot = table.match.deal.snapshot()
    for idle, announced in ((4, False), (5, True)):
        table.match.deal = Deal.from_snapshot({**snapshot, "idle": idle})
        said = play(table, iter(()))
        assert (say("ui.table.idle", "en", n=idle, limit=10) in said) == announced


def test_saved_and_continued(tmp_path, play: Play) -> None:
    table = make_table("zalupa", seed=4)
    path = tmp_path / "evening"
    said = play(table, iter(["1", f"save {path}"]))
    saved = path.with_suffix(".housu")
    assert str(saved) in said
    again = Table.open(saved, None, "")
    assert again.you == table.you
    assert (again.names, again.bots) == (table.names, table.bots)
    assert again.match.deal.snapshot() == table.match.deal.snapshot()
    assert again.news() == table.events(), "what had happened is told"
