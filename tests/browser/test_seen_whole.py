"""On a phone held upright: all cards of a hand are above the actions, and the replay says which rules were played."""

from __future__ import annotations

import pytest

from housu.rules.ruleset import NAMED_SETS
from housu.text import languages
from tests.browser.conftest import Server, Visit
from tests.browser.playing import play_by_tap, start_against_bots, still_table
from tests.browser.test_small_screens import FULL, OVERLAPS

pytestmark = pytest.mark.browser

# How far the lowest card of the hand reaches below what can be seen of it.
BELOW = """() => {
  const lowest = Math.max(...[...document.querySelectorAll("#hand .card")].map((one) => one.getBoundingClientRect().bottom));
  const edges = ["#hand", "main"].map((name) => document.querySelector(name).getBoundingClientRect().bottom);
  return lowest - Math.min(...edges, document.querySelector(".bar").getBoundingClientRect().top);
}"""
MOST = 32


@pytest.mark.parametrize("locale", ["en", "fi", "ru"])
def test_the_whole_hand_is_seen(server: Server, visit: Visit, locale: str) -> None:
    """With four seats, whatever stands above the hand."""
    page = visit(server.url, locale=locale, reduced_motion="reduce")
    still_table(page)
    hidden = {}
    for game in ("zalupa", "paskahousu"):
        for held in range(2, MOST + 1):
            page.evaluate(FULL, [game, 4, held])
            assert page.locator("#hand .card").count() == held
            assert page.locator(".bar button").count() == 3
            hidden[game, held] = page.evaluate(BELOW)
            assert page.evaluate(OVERLAPS) == []
    assert not {moment: below for moment, below in hidden.items() if below > 0.5}


# The seats whose number of cards is not in sight.
COUNTLESS = """() => [...document.querySelectorAll(".seat")].filter((one) =>
  one.querySelector(".count").getBoundingClientRect().bottom > one.parentElement.getBoundingClientRect().bottom).map((one) => one.dataset.seat)"""


def test_how_many_cards_ten_players_have_is_seen(server: Server, visit: Visit) -> None:
    """The more players there are, the less room a hand takes, as far as cards can be small."""
    page = visit(server.url, locale="ru", reduced_motion="reduce")
    still_table(page)
    for held in range(1, 15):
        page.evaluate(FULL, ["paskahousu", 10, held, True])
        assert page.locator("#hand .card").count() == held
        assert page.evaluate(COUNTLESS) == [], held
        assert page.evaluate(OVERLAPS) == [], held


# Of each seat's tile: its name, and whether the end of the name is in it.
NAMES_END = """() => [...document.querySelectorAll(".seat")].map((one) => {
  const name = one.querySelector(".name");
  return [name.textContent, name.lastElementChild.getBoundingClientRect().right <= one.getBoundingClientRect().right];
})"""


def test_who_shares_a_long_name_is_told_apart(server: Server, visit: Visit) -> None:
    """The number behind the name is in sight, however little there is of the name."""
    page = visit(server.url, reduced_motion="reduce")
    still_table(page)
    page.evaluate(
        """async () => {
          const { renderTable } = await import(JSON.parse(document.getElementById("first").textContent).static + "table.js");
          const seats = Array.from({ length: 4 }, () => ({ name: "Maximilian Featherstonehaugh", here: true }));
          const view = { game: "paskahousu", rules: "pagat", seats: 4, dealer: 1, to_act: 1, phase: "turn",
            hands: ["3c", "?? ??", "??", "??"], face_up: ["", "", "", ""], face_down: ["", "", "", ""], pile: "", stock: "",
            out: "", went_out: [], loser: null, stalemate: false, seen: ["", "", "", ""] };
          renderTable({ v: 1, table: { id: "x", status: "playing", game: "paskahousu", rules: "pagat", seats, hints: false },
            you: 0, view, clock: null, spectators: 0, selected: new Set(), sending: false, stale: false });
        }"""
    )
    assert page.evaluate(NAMES_END) == [[f"Maximilian Featherstonehaugh {n}", True] for n in (2, 3, 4)]


def test_the_title_of_a_replay_is_seen_whole(server: Server, visit: Visit) -> None:
    """Whatever the rules are called."""
    page = visit(server.url, locale="fi", reduced_motion="reduce")
    start_against_bots(page, "pagat")
    play_by_tap(page)
    page.locator('.panel a[href*="/replay"]').tap()
    page.wait_for_selector(".replay .places")
    title = page.locator("h1")
    for lang in languages:
        for name, (_, named) in NAMED_SETS.items():
            called = named.title.say(lang)
            title.evaluate("(title, text) => { title.textContent = text; }", f"{called} +3")
            assert title.evaluate("(title) => title.scrollWidth <= title.clientWidth"), (name, lang)
