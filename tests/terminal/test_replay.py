"""Stepping through records, line by line and on the whole screen."""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from housu.cli import main
from housu.match import Match
from housu.record import Record, Replay
from housu.terminal.app import HousuApp
from housu.terminal.replay_screen import ReplayScreen
from housu.terminal.replay_text import Sight, happened, position, seat_lines
from housu.terminal.settings import Settings
from housu.terminal.table import Table, seat_bots, seat_names
from housu.terminal.table_screen import TableScreen
from housu.terminal.widgets import Flow
from housu.terminal.wording import turn_sentence
from housu.text import face, languages, say

Stepping = Callable[..., tuple[int, str, str]]


def played(deals: int = 2, rules: str = "pagat") -> Table:
    """A match that bots have played."""
    match = Match(rules, seed=6, deals=deals if rules != "zalupa" else None)
    table = Table(
        match, seat_names(match.seats, None, "", "fi"), seat_bots("greedy", match.seats, None), None
    )
    while True:
        while table.to_act is not None:
            table.bot_acts(table.think())
        if match.over or table.deal_number == deals:
            return table
        table.next_deal()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return played().save(tmp_path / "match.housu")


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Stepping:
    """`housu replay` with lines typed."""

    def run(path: Path, *typed: str, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
        lines = iter(typed)

        def ask(prompt: str = "") -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", ask)
        with pytest.raises(SystemExit) as left:
            main(["replay", str(path), "--lang", "en", *options])
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return run


def test_steps_forwards_back_and_to_any_place(saved: Path, replay: Stepping) -> None:
    record = Record.load(saved)
    last = len(record.deals[0].actions)
    status, out, err = replay(
        saved, "", "", "b", str(last), "", "deal 1", "9999", "deal 9", "b", "dance", "?", "q"
    )
    assert (status, err) == (0, "")
    steps = [line for line in out.splitlines() if line.startswith("Deal ") and "step" in line]
    places = [line.split(",")[0] + "," + line.split(",")[1].split(" of ")[0] for line in steps]
    assert places == [
        "Deal 1, step 0",
        "Deal 1, step 1",
        "Deal 1, step 2",
        "Deal 1, step 1",
        f"Deal 1, step {last}",
        "Deal 2, step 0",
        "Deal 1, step 0",
        "Deal 1, step 0",
    ]
    assert say("ui.input.unknown", "en", text="dance") in out


def test_open_cards_or_a_seats_view(saved: Path, replay: Stepping) -> None:
    hands = Replay(Record.load(saved)).snapshot()["hands"]
    _, out, _ = replay(saved)
    for hand in hands:
        assert " ".join(face(card, "en") for card in hand.split()) in out
    _, out, _ = replay(saved, "view 7", options=("--view", "1"))
    assert " ".join(face(card, "en") for card in hands[1].split()) in out
    assert " ".join(face(card, "en") for card in hands[2].split()) not in out
    assert say("cli.error.seat", "en", seat=7, high=3) in out


def test_places_named_on_the_command_line(saved: Path, replay: Stepping) -> None:
    _, out, _ = replay(saved, options=("--deal", "2", "--step", "3"))
    assert out.startswith("Deal 2, step 3 of")
    status, _, err = replay(saved, options=("--deal", "7"))
    assert status == 2
    assert err.count("\n") == 1


def test_what_is_good_in_a_broken_file_is_shown(saved: Path, replay: Stepping) -> None:
    text = saved.read_text("utf-8")
    broken = saved.with_name("broken.housu")
    at = text.rindex("actions")
    first = text.index("\n", at) + 1
    end = text.index("\n", first)
    broken.write_text(text[:first] + "0 7h7h7h7h7h" + text[end:], "utf-8")
    status, out, err = replay(broken)
    assert status == 2
    assert err.startswith("housu: ")
    assert err.count("\n") == 1
    assert "Deal 1, step 0" in out
    empty = saved.with_name("empty.housu")
    empty.write_text("", "utf-8")
    status, out, err = replay(empty)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize("lang", languages)
def test_every_step_of_a_match_can_be_told(lang: str) -> None:
    table = played(rules="zalupa", deals=2)
    record = Record.of(table.match, table.names, table.bots)
    sight = Sight(Replay(record), record.seats, None)
    told = []
    while sight.replay.forward():
        before, last = happened(sight, lang)
        assert last
        told.append((position(sight, lang), tuple(seat_lines(sight, lang)), before, last))
        sight.next_viewer()
    assert len(told) == sum(len(deal.actions) for deal in record.deals) + len(record.deals) - 1


def test_the_deal_that_is_being_played_shows_no_more_than_you_may_know() -> None:
    match = Match("pagat", seed=1)
    table = Table(match, seat_names(4, 0, "Aino", "fi"), seat_bots("", 4, 0), 0)
    sight = ReplayScreen.of_table(table).sight
    for _ in range(6):
        view = sight.view()
        assert view["hands"][0] == match.deal.view(0)["hands"][0]
        assert all(set(hand.split()) == {"??"} for hand in view["hands"][1:])
        assert set(view["stock"].split()) == {"??"}
        sight.next_viewer()


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
def test_on_the_whole_screen(size: tuple[int, int], lang: str) -> None:
    table = played()
    record = Record.of(table.match, table.names, table.bots)
    sight = Sight(Replay(record), record.seats, None)
    app = HousuApp(lambda _app: ReplayScreen(sight), Settings(lang, "instant"))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.press("right", "right", "left")
            assert sight.replay.done == 1
            await pilot.press("end", "right")
            assert (sight.replay.deal_number, sight.replay.done) == (1, 0)
            await pilot.press("1", "2", "backspace", "0", "enter")
            assert sight.replay.done == 10
            await pilot.press("9", "9", "9", "enter")
            await pilot.pause()
            screen: Any = app.screen
            assert screen.message
            assert screen.message.split()[0] in text(app)
            await pilot.press("v")
            assert sight.seat == 0
            await by_mouse(pilot, "left")
            assert sight.replay.done == 9
            await by_mouse(pilot, "home")
            assert sight.replay.done == 0
            await pilot.pause()
            assert position(sight, lang).split(",")[0] in text(app)
            await by_mouse(pilot, "escape")

    asyncio.run(run())
    assert app.return_value == 0


def text(app: HousuApp) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def by_mouse(pilot: Pilot[int], name: str) -> None:
    flow = pilot.app.screen.query_one("#keys", Flow)
    places = dict(zip([piece.name for piece in flow.pieces], flow.places(flow.size.width), strict=True))
    row, column = places[name]
    assert await pilot.click(flow, offset=(column + 1, row))
    await pilot.pause()


def test_your_own_deeds_are_told_to_you() -> None:
    match = Match("pagat", seed=1)
    table = Table(match, seat_names(4, 0, "Aino", "fi"), seat_bots("", 4, 0), 0)
    table.act("3c3d")
    sight = ReplayScreen.of_table(table).sight
    sight.replay.forward()
    assert happened(sight, "fi")[1][0].startswith("Löit")
    sight.live = None
    sight.look(2)
    told = happened(sight, "fi")[1]
    assert told[0].startswith("Löit")
    assert "8♦" not in " ".join(told)


def test_from_the_table_and_back() -> None:
    match = Match("pagat", seed=1)
    table = Table(match, seat_names(4, 0, "Aino", "fi"), seat_bots("", 4, 0), 0)
    app = HousuApp(lambda _app: TableScreen(table), Settings("en", "instant"))

    async def run() -> None:
        async with app.run_test() as pilot:
            await pilot.press("enter")
            while not table.your_turn:
                await pilot.pause(0.001)
            await pilot.press("y", "left", "left", "right")
            assert isinstance(app.screen, ReplayScreen)
            await pilot.press("escape")
            assert isinstance(app.screen, TableScreen)

    asyncio.run(run())


@pytest.mark.parametrize(("rules", "word"), [("zalupa", "Кон"), ("pagat", "Раздача")])
def test_russian_has_the_game_s_word_for_a_deal(rules: str, word: str) -> None:
    match = Match(rules=rules, seats=4, seed=1)
    sight = Sight(Replay(match.record()), list("абвг"), None)
    assert position(sight, "ru").startswith(f"{word} 1")
    assert turn_sentence({"game": match.rules.game.name, "to_act": None, "seat": 0}, "абвг", "ru").startswith(
        word
    )
