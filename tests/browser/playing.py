"""What a person does at a table, done through the page alone: by tap, by keyboard, or by what a screen reader has."""

from __future__ import annotations

import re
from typing import Any

PLAYABLE = "#hand .card:not([aria-disabled])"
SETTLED = """() => {
  const app = document.querySelector("#app.table");
  if (!app) return "";
  if (["between", "closed"].includes(app.dataset.status)) return "over";
  const bar = [...document.querySelectorAll(".bar button")];
  const free = bar.some((button) => !button.hasAttribute("aria-disabled"));
  return document.querySelector(".status.yours") && (free || document.querySelector("#hand .card:not([aria-disabled])")) ? "turn" : "";
}"""
VERSION = "() => document.querySelector('#app').dataset.v"


def start_against_bots(page: Any, rules: str, *, tap: bool = True) -> None:
    """From the lobby to the table with one press."""
    button = page.locator(f'[data-play="{rules}"]')
    if tap:
        button.tap()
    else:
        button.focus()
        page.keyboard.press("Enter")
    page.wait_for_selector("#app.table")


def silent(_: object) -> None:
    """An answer that never comes."""


def still_table(page: Any, *, tap: bool = True) -> None:
    """A table against bots at which nothing more happens, for a test to draw on."""
    start_against_bots(page, "pagat", tap=tap)
    page.wait_for_selector("#hand .card")
    page.route_web_socket("**/ws", silent)
    page.reload()
    page.wait_for_selector("#hand .card")


def my_moment(page: Any) -> str:
    """Waits until it is the player's turn, or the deal is over: "turn" or "over"."""
    return str(page.wait_for_function(SETTLED, timeout=30_000, polling=30).json_value())


def version(page: Any) -> str:
    return str(page.evaluate(VERSION))


def moved_on(page: Any, before: str) -> None:
    """Waits until the table has taken the action."""
    page.wait_for_function(
        "(before) => document.querySelector('#app').dataset.v !== before",
        arg=before,
        timeout=10_000,
        polling=20,
    )


def choose_and_play(page: Any) -> None:
    """Plays the first card that may be played, else does the first other thing that can be done; all by tap."""
    cards = page.locator(PLAYABLE)
    if cards.count():
        if cards.first.get_attribute("aria-pressed") != "true":
            cards.first.tap()
        page.locator('.bar [data-deed="play"]:not([aria-disabled])').tap()
    else:
        page.locator(".bar button:not([aria-disabled])").first.tap()


def act_by_tap(page: Any) -> None:
    """One action, and the wait until the table has taken it."""
    before = version(page)
    choose_and_play(page)
    moved_on(page, before)


def play_by_tap(page: Any) -> int:
    """Plays the deal to its end with taps alone; returns the number of actions."""
    done = 0
    while my_moment(page) == "turn":
        act_by_tap(page)
        done += 1
    return done


def play_by_keyboard(page: Any) -> int:
    """Plays the deal to its end with the keyboard alone; returns the number of actions."""
    done = 0
    while my_moment(page) == "turn":
        before = version(page)
        cards = page.locator("#hand .card")
        free = [at for at in range(cards.count()) if cards.nth(at).get_attribute("aria-disabled") is None]
        if free:
            page.keyboard.press("c")
            page.keyboard.press("Home")
            for _ in range(free[0]):
                page.keyboard.press("ArrowRight")
            if page.evaluate("document.activeElement.getAttribute('aria-pressed')") != "true":
                page.keyboard.press("Space")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(letter(page))
        moved_on(page, before)
        done += 1
    return done


def letter(page: Any) -> str:
    """The letter of an action that can be done now."""
    deeds = page.locator(".bar button:not([aria-disabled])").evaluate_all(
        "list => list.map(one => one.dataset.deed)"
    )
    return next(
        key
        for deed, key in (("pickup", "p"), ("take", "p"), ("draw", "d"), ("pass", "s"), ("stop", "s"))
        if deed in deeds
    )


def numbers(text: str) -> list[int]:
    """The whole numbers in a text."""
    return [int(number) for number in re.findall(r"\d+", text)]
