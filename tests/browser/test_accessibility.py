"""For people who use the keyboard, a screen reader, or have other needs: axe finds nothing, and a listener knows all."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Server, Visit
from tests.browser.listener import Listener
from tests.browser.playing import moved_on, my_moment, play_by_tap, start_against_bots, version

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, put into a folder of its own: it is no part of the product, nor of its environment."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm here, which axe-core comes with")
    folder = tmp_path_factory.mktemp("axe")
    command = (npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), "axe-core@4")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=90)
    source = folder / "node_modules/axe-core/axe.min.js"
    if done.returncode or not source.is_file():
        pytest.skip("axe-core can't be fetched here: " + done.stderr.strip().splitlines()[-1][:200])
    return source.read_text("utf-8")


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Any, axe: str) -> list[str]:
    """What axe finds wrong with the page as it is now."""
    page.evaluate(axe)
    found = page.evaluate("(tags) => axe.run({ runOnly: { type: 'tag', values: tags } })", RULES)
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


@pytest.mark.parametrize(("locale", "scheme", "size"), [("fi", "light", PHONE), ("ru", "dark", DESKTOP)])
def test_axe_finds_nothing(
    server: Server, visit: Visit, axe: str, locale: str, scheme: str, size: dict[str, int]
) -> None:
    # A page of its own policy would refuse axe: it is put in as if the page had brought it.
    page = visit(
        server.url, locale=locale, size=size, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce"
    )
    page.wait_for_selector("[data-play]")
    assert violations(page, axe) == []
    page.locator("button.big").last.click()
    page.locator("dialog details summary").click()
    assert violations(page, axe) == []
    page.keyboard.press("Escape")
    start_against_bots(page, "pagat", tap=size is PHONE)
    my_moment(page)
    assert violations(page, axe) == []
    openers = ["#menu", ".seat", ".tool#phrases", *(["#hint"] if page.locator("#hint").is_visible() else [])]
    for opener in openers:
        page.locator(opener).first.click()
        page.wait_for_selector("dialog[open]")
        assert violations(page, axe) == [], opener
        page.keyboard.press("Escape")


def test_axe_finds_nothing_in_room_result_and_replay(finished: Any, axe: str) -> None:
    page = finished
    page.locator(".panel").wait_for()
    assert violations(page, axe) == []
    page.locator('.panel a[href*="/replay"]').click()
    page.wait_for_selector(".replay .places")
    assert violations(page, axe) == []


@pytest.fixture
def finished(server: Server, visit: Visit) -> Any:
    """A table whose deal is over, as somebody sees it who has seen the room first."""
    page = visit(server.url, bypass_csp=True, reduced_motion="reduce")
    table = page.evaluate(
        """async () => {
          const answer = await fetch("api/tables", { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ name: "Väinö", rules: "zalupa", seats: 4 }) });
          return (await answer.json()).table;
        }"""
    )
    page.goto(server.url.rstrip("/") + f"/t/{table}")
    page.wait_for_selector(".places li")
    page.locator(".panel button.main").click()
    play_by_tap(page)
    return page


@pytest.mark.parametrize("rules", ["pagat", "zalupa"])
def test_played_by_ear(server: Server, visit: Visit, rules: str) -> None:
    """A deal played from names of buttons and the live region alone; the listener knows what everybody may know."""
    page = visit(server.url, size=DESKTOP, reduced_motion="reduce")
    start_against_bots(page, rules, tap=False)
    page.wait_for_selector("#hand .card")
    listener = Listener(page)
    while my_moment(page) == "turn":
        before = version(page)
        listener.hear()
        listener.act()
        page.wait_for_function(
            "(before) => document.querySelector('#app').dataset.v !== before", arg=before, polling=20
        )
    listener.hear()
    listener.check(page)


CHOOSE_WITHOUT_FOCUS = """() => {
    const card = document.querySelector("#hand .card:not([aria-disabled])");
    if (card && card.getAttribute("aria-pressed") !== "true") card.click();
}"""
ACT_WITHOUT_FOCUS = """() => {
    const can = "[data-deed]:not([aria-disabled])";
    (document.querySelector(`.bar [data-deed=play]${can}`) ?? document.querySelector(`.bar ${can}`)).click();
}"""


def test_focus_stays_where_it_is(server: Server, visit: Visit) -> None:
    """While others play, the focus stays on the card it is on, and the choice of cards stays too."""
    page = visit(server.url, size=DESKTOP)
    start_against_bots(page, "pagat", tap=False)
    my_moment(page)
    page.keyboard.press("c")
    page.keyboard.press("End")
    last = page.evaluate("(window.held = document.activeElement).dataset.key")
    before = int(version(page))
    # A play that clears the pile, or a lucky draw, leaves the turn with the player: he acts until others have.
    while my_moment(page) == "turn" and int(now := version(page)) <= before + 2:
        page.evaluate(CHOOSE_WITHOUT_FOCUS)
        page.evaluate(ACT_WITHOUT_FOCUS)
        moved_on(page, now)
    there = page.evaluate("(key) => document.querySelector(`[data-key='${key}']`) !== null", last)
    if there:
        assert page.evaluate("document.activeElement === window.held"), "another element than before"
    else:
        assert "card" in page.evaluate("document.activeElement.className")


def test_nothing_moves_for_those_who_want_no_motion(server: Server, visit: Visit) -> None:
    page = visit(server.url, reduced_motion="reduce")
    start_against_bots(page, "pagat")
    page.evaluate(
        "() => { window.moves = 0; const was = Element.prototype.animate;"
        "Element.prototype.animate = function (...all) { window.moves++; return was.apply(this, all); } }"
    )
    my_moment(page)
    page.locator("#hand .card:not([aria-disabled])").first.tap()
    before = version(page)
    page.locator(".bar [data-deed=play]").tap()
    page.wait_for_function("(v) => document.querySelector('#app').dataset.v !== v", arg=before)
    assert page.evaluate("window.moves") == 0
