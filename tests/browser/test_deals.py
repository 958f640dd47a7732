"""Whole deals through the page against the real server: by tap alone and by keyboard alone, in Finnish and Russian."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Server, Visit
from tests.browser.playing import play_by_keyboard, play_by_tap, start_against_bots

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("rules", "locale", "tap"),
    [("pagat", "fi", True), ("pagat", "ru", False), ("zalupa", "ru", True), ("zalupa", "fi", False)],
)
def test_whole_deal(server: Server, visit: Visit, rules: str, locale: str, tap: bool) -> None:
    page: Any = visit(server.url, locale=locale, size=PHONE if tap else DESKTOP, reduced_motion="reduce")
    start_against_bots(page, rules, tap=tap)
    actions = play_by_tap(page) if tap else play_by_keyboard(page)
    assert actions >= 1
    panel = page.locator(".panel")
    panel.wait_for()
    assert page.locator("html").get_attribute("lang") == locale
    again = panel.locator("button.main")
    before = page.locator(".deal").inner_text()
    if tap:
        again.tap()
    else:
        assert page.evaluate("document.activeElement.closest('.panel') !== null"), (
            "the focus is lost after the deal"
        )
        again.press("Enter")
    page.wait_for_function("(before) => document.querySelector('.deal').innerText !== before", arg=before)
    page.wait_for_selector("#hand .card")
