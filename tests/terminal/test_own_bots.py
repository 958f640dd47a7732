"""Somebody's own bots at tables of the terminal: named as in the arena, replaced when they fail, told of once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from housu.errors import HousuError
from housu.match import Match
from housu.terminal.app import HousuApp
from housu.terminal.console import Console
from housu.terminal.plain import PlainGame
from housu.terminal.settings import Settings
from housu.terminal.setup import Setup
from housu.terminal.table import Table, bot_names, seat_bots, seat_names
from housu.terminal.table_screen import TableScreen
from housu.text import languages
from tests.support import guests

HERE = guests.__name__


def make_table(bots: str, you: int | None = None) -> Table:
    match = Match("pagat", 3, seed=1, dealer=0, speed="plain")
    return Table(match, seat_names(3, you, "Aino", "en"), seat_bots(bots, 3, you), you)


def test_they_keep_their_case_and_sit_beside_others() -> None:
    assert seat_bots(f"{HERE}:Last, Keeper", 3, 0) == ["", f"{HERE}:Last", "keeper"]
    with pytest.raises(HousuError, match="does not start"):
        make_table(f"{HERE}:last")


@pytest.mark.parametrize("lang", languages)
def test_one_that_fails_is_replaced_and_told_of_once(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    PlainGame(make_table("greedy"), Console(), lang).play()
    wanted = capsys.readouterr().out.splitlines()[1:]
    PlainGame(make_table(f"{HERE}:Raises"), Console(), lang).play()
    said = capsys.readouterr().out.splitlines()[1:]
    failures = [line for line in said if HERE in line]
    assert len(failures) == 1
    assert "KeyError: 'plan'" in failures[0]
    assert [line for line in said if line not in failures] == wanted


def test_it_is_told_on_the_whole_screen_too() -> None:
    table = make_table(f"{HERE}:Nonsense", 0)

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        for _ in range(200):
            await pilot.pause(0.02)
            if table.your_turn or table.to_act is None:
                break
        assert sum("castle" in line for line in screen.told) == 1

    async def run() -> None:
        app = HousuApp(lambda _app: TableScreen(table), Settings("en", "instant"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screen = app.table_screen
            assert screen is not None
            await use(pilot, screen)

    asyncio.run(run())


def test_the_form_keeps_them_among_its_choices() -> None:
    own = f"{HERE}:Last"
    setup = Setup(Settings("en"), make_table(own, 0))
    seen = set()
    for _ in range(len(bot_names()) + 1):
        seen.add(setup.bots[1])
        setup.change("bot 1", 1)
    assert seen == {*bot_names(), own}
    assert setup.bots[1] == own


def test_a_record_starts_no_code_of_others(tmp_path: Path) -> None:
    """Records come from anywhere: only the command line names a module."""
    saved = make_table(f"{HERE}:Last", 0).save(tmp_path / "a.housu")
    assert Table.open(saved, None, "").bots == ["", "keeper", "keeper"]
    assert Table.open(saved, None, f"{HERE}:Last").bots == ["", f"{HERE}:Last", f"{HERE}:Last"]
