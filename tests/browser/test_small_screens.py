"""What has to be seen and reached on the smallest screens, upright and sideways."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Server, Visit
from tests.browser.playing import my_moment, play_by_tap, start_against_bots, still_table
from tests.browser.test_page import BOXES

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 640, "height": 360}

# Draws a table with as much on it as can be: long names, face-up cards, a card that everybody has seen, a full pile;
# and in the hand so many cards. With `bare` nobody has cards on the table, or such that others know.
FULL = """async ([game, count, held, bare]) => {
  const { parts, renderTable } = await import(JSON.parse(document.getElementById("first").textContent).static + "table.js");
  const each = (make) => Array.from({ length: count }, (_, seat) => make(seat));
  const seats = each((seat) => ({ name: `Maria-Aleksandra ${seat}`, bot: "keeper", here: true }));
  const zalupa = game === "zalupa";
  const hand = [..."JA3456789TKQ2"].flatMap((rank) => [..."hdcs"].map((suit) => rank + suit)).slice(0, held).join(" ");
  const view = { game, rules: zalupa ? "zalupa" : "poytapaska", seats: count, dealer: 1, to_act: 0, phase: zalupa ? "beat" : "turn",
    hands: each((seat) => (seat ? (bare ? "?? ?? ?? ??" : "Th ?? ?? ??") : held ? hand : "3c 5d 7s Jh Ad")), pile: "4c 4h 4d 7c Th", stock: zalupa ? "" : "?? ".repeat(47).trim(),
    out: "As Ah 2c 2d", went_out: [], loser: null, stalemate: false, seen: each((seat) => (seat && !bare ? "Th" : "")),
    legal: zalupa ? ["Jh", "Jh!", "take"] : ["Jh", "Ad", "pickup", "draw"], blocked: { "3c": "P12", "5d": "P12", "7s": "P12" },
    ...(zalupa ? { trumps: "cdhs" } : bare ? {} : { face_up: each(() => "Tc Td Ts Qh"), face_down: each(() => "?? ?? ?? ??") }) };
  renderTable({ v: 1, table: { id: "x", status: "playing", game, rules: view.rules, seats, hints: true, letters: zalupa ? each(() => "ЗАЛУП") : null },
    you: 0, view, clock: null, spectators: 0, selected: new Set(), sending: false, stale: false });
  parts.last.textContent = "Maria-Aleksandra 2 plays the ten of hearts. ".repeat(3);
}"""
# Which of the things that lie on the table are over one another, or over its edge.
OVERLAPS = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const seats = document.querySelector(".seats").getBoundingClientRect();
  const boxes = [".fan", ".caption", ".stock .card", ".stock p", ".last"].map((name) => [name, document.querySelector(`.felt ${name}`)])
    .filter(([, one]) => one.offsetParent && getComputedStyle(one).visibility !== "hidden").map(([name, one]) => [name, one.getBoundingClientRect()]);
  const found = boxes.filter(([, box]) => box.top < felt.top - 1 || box.bottom > felt.bottom + 1 || box.top < seats.bottom - 3).map(([name]) => name);
  for (const [one, a] of boxes)
    for (const [other, b] of boxes)
      if (one < other && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) found.push(`${one} ${other}`);
  return found;
}"""
# The known cards in the seats' tiles that are not wholly within their tile.
CUT = """() => [...document.querySelectorAll(".seat .facts .cards-text span")].filter((one) => {
  const box = one.getBoundingClientRect();
  const facts = one.closest(".facts").getBoundingClientRect();
  const tile = one.closest(".seat").getBoundingClientRect();
  return box.right > facts.right + 1 || box.bottom > facts.bottom + 1 || box.bottom > tile.bottom;
}).map((one) => one.textContent)"""


@pytest.fixture
def drawn(server: Server, visit: Visit) -> Any:
    """Makes a page that shows a table with much on it, and hears nothing more from the server."""

    def make(game: str, seats: int, locale: str, size: dict[str, int]) -> Any:
        page = visit(server.url, locale=locale, size=size, reduced_motion="reduce")
        still_table(page, tap=size is PHONE)
        page.evaluate(FULL, [game, seats])
        return page

    return make


@pytest.mark.parametrize("locale", ["fi", "ru"])
@pytest.mark.parametrize(
    ("game", "seats"), [("zalupa", 4), ("paskahousu", 4), ("paskahousu", 7), ("paskahousu", 10)]
)
@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, DESKTOP], ids=["upright", "sideways", "desktop"])
def test_nothing_lies_over_anything_else(
    drawn: Any, game: str, seats: int, locale: str, size: dict[str, int]
) -> None:
    """The actions can be pressed, what lies on the table stays apart, and cards that are public are seen whole."""
    page = drawn(game, seats, locale, size)
    bar = [one.text_content() for one in page.locator(".bar button").all()]
    assert len(bar) == 3
    reached = {box["name"]: box["reached"] for box in page.evaluate(BOXES)}
    assert all(reached[name] for name in bar), reached
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(CUT) == []
    assert page.locator(".seat").first.locator(".cards-text span").count() == (1 if game == "zalupa" else 5)


@pytest.mark.parametrize(("game", "seats"), [("zalupa", 4), ("paskahousu", 7)])
@pytest.mark.parametrize("size", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_larger_text_has_room(drawn: Any, game: str, seats: int, size: dict[str, int]) -> None:
    page = drawn(game, seats, "ru", size)
    page.evaluate("document.documentElement.style.fontSize = '125%'")
    assert all(
        box["reached"] for box in page.evaluate(BOXES) if box["name"] in page.locator(".bar").inner_text()
    )
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(CUT) == []


def test_the_end_of_a_deal_is_seen_whole(server: Server, visit: Visit) -> None:
    """The headline is in sight though the button below it has the focus; and who went out is no list of all."""
    page = visit(server.url, reduced_motion="reduce")
    start_against_bots(page, "pagat")
    play_by_tap(page)
    panel = page.locator(".panel")
    panel.locator("button.main").wait_for()
    assert (
        page.evaluate(
            """() => { const panel = document.querySelector(".panel").getBoundingClientRect();
          const inside = (one) => { const box = one.getBoundingClientRect(); return box.top >= panel.top && box.bottom <= panel.bottom; };
          return [...document.querySelectorAll(".panel h2, .panel button, .panel a")].filter((one) => !inside(one)).map((one) => one.textContent); }"""
        )
        == []
    )
    order = panel.locator("p", has_text="Out in this order").inner_text()
    assert len(order.split(",")) == 3


def test_escape_closes_the_log(server: Server, visit: Visit) -> None:
    """As it closes every dialog; what was chosen stays chosen."""
    page = visit(server.url, reduced_motion="reduce")
    start_against_bots(page, "pagat")
    my_moment(page)
    page.keyboard.press("l")
    page.locator(".log.open").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".log.open").count() == 0
    assert page.evaluate("document.activeElement.id") == "log"
