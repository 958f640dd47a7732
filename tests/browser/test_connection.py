"""Lost networks, restarts, reloads and second windows in the middle of a deal; friends at one table."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Server, Visit
from tests.browser.playing import (
    PLAYABLE,
    SETTLED,
    act_by_tap,
    choose_and_play,
    moved_on,
    my_moment,
    start_against_bots,
    version,
)

pytestmark = pytest.mark.browser

POSITION = """() => [
  [...document.querySelectorAll("#hand .card")].map((one) => one.dataset.key),
  [...document.querySelectorAll(".seats .aloud, .pile .aloud")].map((one) => one.textContent),
  document.querySelector(".stock p")?.textContent, document.querySelector(".status").textContent,
]"""


def position(page: Any) -> Any:
    """What the page shows of the deal."""
    return page.evaluate(POSITION)


def opened(page: Any, **table: Any) -> str:
    """Opens a table from the page, as its form does; returns its address."""
    address = page.evaluate(
        """async (table) => {
          const answer = await fetch("api/tables", { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify(table) });
          return `t/${(await answer.json()).table}`;
        }""",
        table,
    )
    return str(address)


def test_reload_shows_the_same(server: Server, visit: Visit) -> None:
    page = visit(server.url)
    start_against_bots(page, "pagat")
    assert my_moment(page) == "turn"
    before = position(page)
    page.reload()
    page.wait_for_selector("#hand .card")
    assert my_moment(page) == "turn"
    assert position(page) == before


def test_lost_network(server: Server, visit: Visit) -> None:
    """A play made while the line is dead is not lost and not doubled: it is done when the network is back."""
    page = visit(server.url, quiet=False)
    start_against_bots(page, "pagat")
    assert my_moment(page) == "turn"
    hand = page.locator("#hand .card").count()
    page.context.set_offline(True)
    page.locator(".banner:not([hidden])").wait_for()
    before = version(page)
    choose_and_play(page)
    time.sleep(0.5)
    assert version(page) == before, "shown before the server said so"
    assert page.locator("#hand .card").count() == hand
    page.context.set_offline(False)
    moved_on(page, before)
    page.locator(".banner").wait_for(state="hidden")
    assert my_moment(page) in ("turn", "over")


def test_silent_line(server: Server, visit: Visit) -> None:
    """A line that is dead without having been closed is noticed by the missing answer, and the play arrives."""
    page = visit(server.url)
    page.add_init_script(
        """const Real = WebSocket;
        window.WebSocket = class extends Real {
          constructor(...all) { super(...all); window.lines = (window.lines ?? 0) + 1; }
          send(text) { if (!window.dead || window.lines > 1) super.send(text); }
        };"""
    )
    start_against_bots(page, "pagat")
    assert my_moment(page) == "turn"
    page.evaluate("window.dead = true")
    before = version(page)
    choose_and_play(page)
    moved_on(page, before)
    assert page.evaluate("window.lines") == 2


def test_server_restart(own_server: Server, visit: Visit) -> None:
    """The server is killed and started again: the page finds back by itself, to the same position, and plays on."""
    page = visit(own_server.url, quiet=False)
    start_against_bots(page, "zalupa")
    assert my_moment(page) == "turn"
    before = position(page)
    own_server.stop(signal.SIGKILL)
    page.locator(".banner:not([hidden])").wait_for()
    own_server.start()
    page.locator(".banner").wait_for(state="hidden", timeout=20_000)
    assert position(page) == before
    act_by_tap(page)


def test_second_window(server: Server, visit: Visit) -> None:
    """The newer window has the seat; the older says so, does not fight for it, and can take it back."""
    first = visit(server.url, size=DESKTOP)
    start_against_bots(first, "pagat", tap=False)
    assert my_moment(first) == "turn"
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("#hand .card")
    first.locator(".banner:not([hidden])").wait_for()
    first.locator(PLAYABLE).first.click()
    if first.locator(PLAYABLE).first.get_attribute("aria-pressed") != "true":
        first.locator(PLAYABLE).first.click()
    first.locator(".bar [data-deed=play]").click()
    first.locator("#note.on", has_text="This seat is open in another window.").wait_for()
    assert "Sending" not in first.locator(".status").inner_text()
    first.locator("#menu").click()
    first.get_by_role("button", name="Settings").click()
    first.locator("dialog select").first.select_option("fi")
    first.locator(".banner", has_text="Tämä paikka on auki toisessa ikkunassa.").wait_for()
    first.keyboard.press("Escape")
    time.sleep(1)
    assert second.locator(".banner:not([hidden])").count() == 0
    first.locator(".banner button").click()
    second.locator(".banner:not([hidden])").wait_for()
    first.locator(".banner").wait_for(state="hidden")
    assert my_moment(first) == "turn"


def test_restart_word(server: Server, visit: Visit) -> None:
    """Close code 1012 means: come back soon. The page does, and says so meanwhile."""
    page = visit(server.url)
    lines: list[Any] = []
    page.route_web_socket("**/ws", lambda line: lines.append((line, line.connect_to_server())))
    start_against_bots(page, "pagat")
    my_moment(page)
    lines[0][0].close(code=1012)
    deadline = time.monotonic() + 10
    while len(lines) < 2 and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert len(lines) >= 2
    page.locator(".banner").wait_for(state="hidden")


def test_two_people_and_two_bots(server: Server, visit: Visit) -> None:
    """The host opens a table, a friend comes by the link, both play to the end and see the same public things."""
    host = visit(server.url)
    address = opened(host, name="Aino", rules="zalupa", seats=4)
    host.goto(server.url + address)
    assert host.locator(".invite input").input_value() == server.url + address
    assert host.locator(".qr").count() == 1
    friend = visit(server.url + address, locale="fi")
    friend.locator("#name").fill("<b>Väinö</b>")
    friend.locator(".places button").first.click()
    host.locator(".places .who", has_text="<b>Väinö</b>").wait_for()
    watcher = visit(server.url + address, locale="ru", size=PHONE)
    host.locator(".panel button.main").tap()
    for page in (host, friend, watcher):
        page.wait_for_selector(".seats button", state="visible")
    assert watcher.locator("#hand .card").count() == 0
    people = (host, friend)
    while all(page.locator("#app").get_attribute("data-status") == "playing" for page in people):
        for page in people:
            if page.evaluate(SETTLED) == "turn":
                before = version(page)
                choose_and_play(page)
                moved_on(page, before)
        host.wait_for_timeout(20)
    for page in people:
        page.locator(".panel h2").wait_for()
    ends = [page.locator(".out").inner_text().split()[-2:] for page in (host, friend, watcher)]
    assert len({tuple(word for word in end if word.isdigit()) for end in ends}) == 1, ends
    again = host.locator(".panel button.main")
    again.tap()
    friend.locator(".panel .soft", has_text="Valmiina jatkamaan: 1/2.").wait_for()
    assert friend.locator("#live p").last.inner_text() == "Aino on valmis jatkamaan."
    host.locator("#live p", has_text="Ready to go on: 1 of 2.").wait_for(state="attached")
    assert again.get_attribute("aria-disabled") == "true"
    assert again.evaluate("(button) => button === document.activeElement")
    friend.locator(".panel button.main").tap()
    host.wait_for_selector(".panel", state="hidden")
    friend.wait_for_selector("#hand .card")


def test_a_seat_goes_to_another_device_before_the_start(server: Server, visit: Visit) -> None:
    """By a code, however it is typed; the old device says so and keeps no dialog open; the new one is the host."""
    old = visit(server.url)
    address = opened(old, name="Aino", rules="pagat", seats=2)
    old.goto(server.url + address)
    old.locator("#menu").tap()
    old.get_by_role("button", name="Take this seat to another device").tap()
    code = old.locator(".code").inner_text()
    new = visit(server.url + address, locale="fi", size=PHONE)
    new.locator("#menu").tap()
    new.get_by_role("button", name="Minulla on koodi").tap()
    new.get_by_role("textbox", name="Koodi").fill(f" {code[:4]} {code[4:]} ".upper())
    new.keyboard.press("Enter")
    old.locator(".banner:not([hidden])", has_text="This seat is now on another device.").wait_for()
    assert old.locator("dialog").count() == 0
    new.locator(".panel button.main").wait_for()
    new.locator("#menu").tap()
    new.get_by_role("button", name="Tilanne").tap()
    new.locator("dialog li", has_text="Aino: ei häviöitä").wait_for()


def test_who_is_removed_and_who_finds_the_table_closed_is_told(server: Server, visit: Visit) -> None:
    """Before the start. A closed table shows the way back, and a clock that is not one's own offers nothing."""
    host = visit(server.url)
    address = opened(host, name="Aino", rules="pagat", seats=2)
    other = opened(host, name="Aino", rules="pagat", seats=2, clock=300, start=True)
    host.goto(server.url + address)
    guest = visit(server.url + address, locale="fi", size=PHONE)
    guest.locator("#name").fill("Ilmari")
    guest.locator(".places button").first.tap()
    host.get_by_role("button", name="Remove from the table").tap()
    guest.locator("#note.on", has_text="Isäntä poisti sinut pöydästä.").wait_for()
    assert guest.locator("#live p", has_text="Isäntä poisti sinut pöydästä.").count() == 1
    host.locator("#live p", has_text="Ilmari leaves the table.").wait_for(state="attached")
    guest.locator(".places button").first.wait_for()
    host.locator("#menu").tap()
    host.get_by_role("button", name="Close the table").tap()
    host.get_by_role("button", name="Close the table").tap()
    guest.locator(".panel h2", has_text="Pöytä on suljettu.").wait_for()
    assert guest.locator("#live p").last.inner_text() == "Pöytä on suljettu."
    assert guest.locator(".deal").inner_text() == ""
    guest.locator(".panel a", has_text="Pöydät").tap()
    guest.wait_for_selector("[data-play]")
    host.goto(server.url + other)
    host.locator(".clock", has_text="+").wait_for()
    guest.goto(server.url + other)
    guest.locator(".clock:disabled").wait_for()
    assert "+" not in guest.locator(".clock").inner_text()


def test_people_get_hints_when_all_of_them_agree(server: Server, visit: Visit) -> None:
    host = visit(server.url)
    address = opened(host, name="Aino", rules="pagat", seats=2)
    host.goto(server.url + address)
    friend = visit(server.url + address, locale="fi", size=PHONE)
    friend.locator("#name").fill("Ilmari")
    friend.locator(".places button").first.tap()
    host.locator(".places .who", has_text="Ilmari").wait_for()
    host.locator(".panel button.main").tap()
    people = (host, friend)
    for page in people:
        page.wait_for_selector("#hand .card")
        assert page.locator("#hint").is_hidden()
    host.locator("#menu").tap()
    host.get_by_role("button", name="Agree to hints").tap()
    friend.locator("#note.on", has_text="Aino sallii vihjeet").wait_for()
    assert all(page.locator("#hint").is_hidden() for page in people)
    friend.locator("#menu").tap()
    friend.get_by_role("button", name="Salli vihjeet").tap()
    host.locator("#note.on", has_text="Ilmari agrees").wait_for()
    while not any(page.locator("#hint").is_visible() for page in people):
        page = next(page for page in people if page.evaluate(SETTLED) == "turn")
        before = version(page)
        choose_and_play(page)
        for other in people:
            moved_on(other, before)
    friend.locator("#menu").tap()
    friend.get_by_role("button", name="Pelaa ilman vihjeitä").tap()
    host.locator("#note.on", has_text="Ilmari plays without").wait_for()
    assert all(page.locator("#hint").is_hidden() for page in people)


def test_below_a_path(tmp_path: Path, visit: Visit) -> None:
    """Behind a proxy that gives the server a path of its own, everything is found below it."""
    server = Server(tmp_path, 0.01, "/cards/")
    server.start()
    try:
        page = visit(server.url)
        start_against_bots(page, "pagat")
        assert my_moment(page) == "turn"
        assert "/cards/t/" in page.url
        act_by_tap(page)
        page.reload()
        page.wait_for_selector("#hand .card")
        page.locator("#menu").tap()
        page.locator("dialog a", has_text="Tables").tap()
        page.wait_for_selector("[data-play]")
        assert page.url == server.url
    finally:
        server.stop(signal.SIGKILL)


def test_old_page_is_told_to_reload(server: Server, visit: Visit) -> None:
    """A server with another protocol says 4001: the page offers to be loaded anew, and does not try again by itself."""
    page = visit(server.url)
    lines: list[Any] = []

    def refuse(line: Any) -> None:
        lines.append(line)
        line.send(json.dumps({"t": "bye", "why": "reload"}))
        line.close(code=4001)

    page.route_web_socket("**/ws", refuse)
    page.locator("[data-play=pagat]").tap()
    page.locator(".banner:not([hidden])", has_text="reload").wait_for()
    page.wait_for_timeout(1500)
    assert len(lines) == 1
    page.locator(".banner button").tap()
    page.wait_for_function("() => document.querySelector('.banner')?.hidden === false")
    assert len(lines) == 2


def test_clock_and_closing(server: Server, visit: Visit) -> None:
    """The clock can be extended by whoever sits there; the host can close the table, and that is said."""
    page = visit(server.url)
    page.goto(server.url + opened(page, name="Aino", rules="pagat", seats=2, clock=300, start=True))
    assert my_moment(page) == "turn"
    clock = page.locator(".clock")
    assert clock.inner_text().startswith(("4:", "5:"))
    clock.tap()
    page.wait_for_function("() => /^(9|10):/.test(document.querySelector('.clock').innerText)")
    page.locator("#menu").tap()
    page.get_by_role("button", name="Close the table").tap()
    page.get_by_role("button", name="Close the table").tap()
    page.locator(".status", has_text="The table is closed").wait_for()
