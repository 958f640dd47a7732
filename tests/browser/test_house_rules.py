"""What the page says where house rules change what an action means, or what lies on the table."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.browser.conftest import Server, Visit
from tests.browser.playing import PLAYABLE, act_by_tap, moved_on, my_moment, play_by_tap, version

pytestmark = pytest.mark.browser

OPEN = """async (rules) => {
  const answer = await fetch("api/tables", { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Aino", rules, seats: 3, start: true }) });
  return (await answer.json()).table;
}"""
DEALS = 5


def at_table(server: Server, visit: Visit, rules: str, locale: str) -> Any:
    """The page of a table of these rules against bots."""
    page = visit(server.url, locale=locale, reduced_motion="reduce")
    page.goto(f"{server.url}t/{page.evaluate(OPEN, rules)}")
    page.wait_for_selector("#hand .card")
    return page


def after_drawing(page: Any) -> None:
    """Plays until a card was drawn that may be played at once."""
    for _ in range(DEALS):
        while my_moment(page) == "turn":
            if page.locator(".bar [data-deed=stop]").count():
                return
            act_by_tap(page)
        page.locator(".panel button.main").tap()
        page.wait_for_function("() => document.querySelector('#app').dataset.status === 'playing'")
    raise AssertionError("no card that fits was drawn")


@pytest.mark.parametrize(
    ("locale", "status", "button", "aloud", "hint"),
    [
        ("en", "take your play back", "Swap in", "instead", "instead"),
        ("fi", "lyömäsi takaisin", "Lyö tilalle", "Lyö sen tilalle", "lyö sen tilalle"),
        ("ru", "вернуть сыгранное на руку", "Положить взамен", "вместо неё", "вместо неё"),
    ],
)
def test_a_card_that_replaces_the_play(
    server: Server, visit: Visit, locale: str, status: str, button: str, aloud: str, hint: str
) -> None:
    """P26 `swap`: the line above the hand, the button and the hint say that the play goes back to the hand."""
    page = at_table(server, visit, "pagat+after_draw=swap", locale)
    after_drawing(page)
    assert status in page.locator(".status").inner_text()
    play = page.locator(".bar [data-deed=play]")
    assert play.inner_text() == button
    held = page.locator("#hand .card").count()
    page.locator("#hint").tap()
    page.locator("dialog[open]").wait_for()
    chosen = page.locator("#hand [aria-pressed=true]").count()  # the hint may be to stop
    assert not chosen or hint in page.locator("dialog[open]").inner_text()
    page.keyboard.press("Escape")
    if not chosen:
        page.locator(PLAYABLE).first.tap()
    assert play.inner_text().startswith(button)
    assert aloud in play.locator(".aloud").text_content()
    before = version(page)
    play.tap()
    moved_on(page, before)
    page.wait_for_function("(held) => document.querySelectorAll('#hand .card').length >= held", arg=held)


def test_a_card_that_goes_on_top_of_the_play(server: Server, visit: Visit) -> None:
    """P26 `continue`: it is played as any other."""
    page = at_table(server, visit, "pagat+after_draw=continue", "en")
    after_drawing(page)
    assert page.locator(".status").inner_text().endswith("play it or stop.")
    assert page.locator(".bar [data-deed=play]").inner_text() in ("Play", "Lead")


@pytest.mark.parametrize(
    ("locale", "up", "down"), [("en", "Face up:", "Face down:"), ("fi", "Avoimet:", "Suljetut:")]
)
def test_face_down_cards_of_a_replay_are_told_apart(
    server: Server, visit: Visit, locale: str, up: str, down: str
) -> None:
    """Pöytäpaska: where all cards are shown, each seat's face-down cards have a label; where there are none, there is none."""
    page = at_table(server, visit, "poytapaska", locale)
    play_by_tap(page)
    page.locator('.panel a[href*="/replay"]').tap()
    page.wait_for_selector(".replay .places")
    page.locator("[data-control=first]").tap()
    first = json.loads(page.locator("#first").text_content())["replay"]["steps"][0]["view"]
    facts = page.locator(".place .facts").all_inner_texts()
    for seat, told in enumerate(facts):
        open_cards, hidden = told.removeprefix(up).split(down)
        assert len(open_cards.split()) == len(first["face_up"][seat].split())
        assert len(hidden.split()) == len(first["face_down"][seat].split()), "every card is named"
    page.locator("select").nth(1).select_option("0")
    page.wait_for_selector(".place .card.down")
    assert re.search(rf"{down} \d", page.locator(".place .facts").nth(1).inner_text())
    page.locator("select").nth(1).select_option("")
    page.locator("[data-control=last]").tap()
    gone = [not set(cards.split()) - {"--"} for cards in at_end(page)["face_down"]]
    assert any(gone)
    assert [down not in told for told in page.locator(".place .facts").all_inner_texts()] == gone


def at_end(page: Any) -> dict[str, Any]:
    """The view with which the replay ends."""
    return dict(json.loads(page.locator("#first").text_content())["replay"]["steps"][-1]["view"])
