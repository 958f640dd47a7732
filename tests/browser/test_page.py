"""What people expect of the page: room on a phone, reasons, rules in a form, languages, hints, phrases, replay."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from housu import Record
from housu.client import Client
from tests.browser.conftest import DESKTOP, Server, Visit
from tests.browser.playing import (
    PLAYABLE,
    act_by_tap,
    moved_on,
    my_moment,
    play_by_tap,
    start_against_bots,
    still_table,
    version,
)

pytestmark = pytest.mark.browser

# Draws a table with a hand of so many cards, a third of them not playable, as no deal of five cards would show it.
MANY = """async (count) => {
  const { renderTable } = await import(JSON.parse(document.getElementById("first").textContent).static + "table.js");
  const pack = [..."3456789TJQKA2"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  const hand = pack.slice(0, count);
  const seats = ["Aino", "Väinö", "greedy", "Ilmari"].map((name) => ({ name, here: true }));
  const view = { game: "paskahousu", rules: "pagat", seats: 4, dealer: 1, to_act: 0, phase: "turn",
    hands: [hand.join(" "), "7h Td ?? ?? ??", "?? ??", "?? ?? ??"], face_up: ["", "", "", ""], face_down: ["", "", "", ""],
    pile: pack.slice(40, 46).join(" "), stock: "?? ?? ??", out: "As Ah", went_out: [], loser: null, stalemate: false,
    seen: ["", "7h Td", "", ""], legal: [...hand.filter((_, at) => at % 3), "pickup", "draw"],
    blocked: Object.fromEntries(hand.filter((_, at) => at % 3 === 0).map((card) => [card, "P12"])) };
  renderTable({ v: 1, table: { id: "x", status: "playing", game: "paskahousu", rules: "pagat", seats, hints: true },
    you: 0, view, clock: null, spectators: 0, selected: new Set(), sending: false, stale: false });
}"""
BOXES = """() => [...document.querySelectorAll("#app button, #app a.button")].filter((one) => one.offsetParent).map((one) => {
  const box = one.getBoundingClientRect();
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return { name: one.textContent, width: box.width, height: box.height, reached: one.contains(middle) };
})"""


@pytest.mark.parametrize("locale", ["en", "fi", "ru"])
def test_thirty_cards_on_a_phone(server: Server, visit: Visit, locale: str) -> None:
    """Everything can be pressed where it is, with a finger, and the page does not scroll."""
    page = visit(server.url, locale=locale, reduced_motion="reduce")
    still_table(page)
    page.evaluate(MANY, 30)
    boxes = page.evaluate(BOXES)
    assert len([box for box in boxes if box["name"]]) > 36
    for box in boxes:
        assert box["width"] >= 44, box
        assert box["height"] >= 44, box
        assert box["reached"], box
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        360,
        640,
    ]
    faces = page.locator("#hand .rank").all_text_contents()
    assert faces[-1] == "10"


def test_first_view_needs_nothing_more(server: Server, visit: Visit) -> None:
    """With the page, six files side by side and no socket, the table is there; that is two round trips."""
    page = visit(server.url)
    start_against_bots(page, "pagat")
    page.wait_for_selector("#hand .card")
    page.add_init_script(
        """new PerformanceObserver((list) => {
          for (const mark of list.getEntriesByName("first-view"))
            window.needed = performance.getEntriesByType("resource").filter((one) => one.startTime < mark.startTime)
              .map((one) => one.name.split("/").at(-1));
        }).observe({ entryTypes: ["mark"] });"""
    )
    page.reload()
    needed = page.wait_for_function("() => window.needed").json_value()
    assert {"en.json", "say.js", "words.js", "draw.js", "hand.js", "table.js"} == {
        name for name in needed if name.endswith((".js", ".json"))
    }


def test_two_taps_from_the_first_visit(server: Server, visit: Visit) -> None:
    page = visit(server.url, locale="fi")
    page.locator("[data-play=pagat]").tap()
    assert my_moment(page) == "turn"
    assert page.title() == "Sinun vuorosi! – Paskahousu"
    icon = page.locator("#icon").get_attribute("href")
    page.locator(PLAYABLE).first.tap()
    page.locator(".bar [data-deed=play]").tap()
    page.wait_for_function(
        "() => document.title === 'Paskahousu – Housu' || document.querySelector('.status.yours')"
    )
    assert icon
    assert "d9640a" in icon


def test_a_card_that_may_not_be_played_says_why(server: Server, visit: Visit) -> None:
    page = visit(server.url, reduced_motion="reduce")
    start_against_bots(page, "pagat")
    page.wait_for_selector("#hand .card")
    while my_moment(page) == "turn":
        if page.locator("#hand .card[aria-disabled]").count():
            break
        act_by_tap(page)
    card = page.locator("#hand .card[aria-disabled]").first
    assert ": not playable now. " in card.inner_text()
    reason = card.inner_text().split("not playable now. ")[1]
    card.tap(force=True)
    assert page.locator("#note.on").inner_text() == reason
    assert card.get_attribute("aria-pressed") == "false"


def test_drag_plays_a_card(server: Server, visit: Visit) -> None:
    page = visit(server.url, size=DESKTOP, reduced_motion="reduce")
    start_against_bots(page, "zalupa", tap=False)
    page.wait_for_load_state("networkidle")
    for _ in range(
        3
    ):  # bots may move the table under the mouse: then the card goes back, and is pulled again
        while my_moment(page) == "turn" and not page.locator(PLAYABLE).count():
            page.locator(".bar button:not([aria-disabled])").first.click()
            page.wait_for_timeout(100)
        before = version(page)
        page.locator(PLAYABLE).first.hover()
        page.mouse.down()
        felt = page.locator(".felt").bounding_box()
        page.mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2, steps=6)
        page.mouse.up()
        page.wait_for_timeout(1_500)
        if version(page) != before:
            return
    moved_on(page, before)


def test_motion_does_not_keep_anybody_waiting(server: Server, visit: Visit) -> None:
    """While cards still glide, the next card can be chosen."""
    page = visit(server.url)
    page.evaluate("localStorage.setItem('housu.settings', JSON.stringify({ motion: 'slow' }))")
    start_against_bots(page, "pagat")
    my_moment(page)
    before = version(page)
    page.locator(PLAYABLE).first.tap()
    page.locator(".bar [data-deed=play]").tap()
    moved_on(page, before)
    moving = page.evaluate(
        """() => { const moving = document.getAnimations().length; const card = document.querySelector("#hand .card:not([aria-disabled])");
          card?.click(); return [moving, card ? card.getAttribute("aria-pressed") : "true"]; }"""
    )
    assert moving[0] > 0
    assert moving[1] == "true"


def test_another_language_at_the_table(server: Server, visit: Visit) -> None:
    """Settings, language: everything is said in it at once, without a reload, and on the next pages too."""
    page = visit(server.url)
    start_against_bots(page, "pagat")
    my_moment(page)
    page.evaluate("window.same = true")
    page.locator("#menu").tap()
    page.get_by_role("button", name="Settings").tap()
    page.locator("dialog select").first.select_option("ru")
    page.get_by_role("heading", name="Настройки").wait_for()
    page.get_by_label("Масти четырёх цветов").check()
    page.keyboard.press("Escape")
    assert page.locator(".bar [data-deed=play]").inner_text().startswith(("Положить", "Ходить", "Зайти"))
    assert page.evaluate("window.same") is True
    assert page.locator("html").get_attribute("data-suits") == "four"
    visible = page.locator("#app").inner_text()
    assert not re.search(r"\b(Pile|Stock|Deal|cards?|Play)\b", visible), visible
    page.reload()
    page.wait_for_selector("#hand .card")
    assert page.locator("html").get_attribute("lang") == "ru"
    assert page.locator("html").get_attribute("data-suits") == "four"


def test_form_of_house_rules(server: Server, visit: Visit) -> None:
    """Every house rule is in the form; what can't go together is explained, in place, and no such table is opened."""
    page = visit(server.url)
    page.locator("button.big").last.tap()
    page.locator("dialog details summary").tap()
    rules = page.locator(".rule")
    assert rules.count() == 20
    bans = rules.filter(has_text="P27").first.locator("select")
    bans.select_option("tens_aces")
    leads = rules.filter(has_text="P25").first
    leads.locator("select").select_option("pick_up")
    assert "Not together with “" in leads.locator(".bad").inner_text()
    page.locator("dialog form button.main").tap()
    assert page.locator("dialog form > .bad").inner_text()
    assert page.locator(".places").count() == 0
    leads.locator("select").select_option("stays")
    assert leads.locator(".bad").inner_text() == ""
    assert page.locator("dialog form > .soft").inner_text() == "pagat+lead_ban=tens_aces"
    page.get_by_label("Open to everybody").check()
    page.wait_for_function("() => document.querySelector('dialog form > .bad').textContent === ''")
    page.locator("dialog form button.main").tap()
    page.wait_for_selector(".places li")
    assert "One change from Paskahousu" in page.locator(".panel").inner_text()
    assert "pagat+" not in page.locator(".panel").inner_text()
    page.get_by_role("button", name="Rules").first.tap()
    page.locator(".sheet", has_text="Tens and aces may not be led").wait_for()
    assert "One change from Paskahousu" in page.locator("dialog").inner_text()
    page.keyboard.press("Escape")
    guest = visit(server.url, locale="fi")
    guest.locator(".tables a").first.wait_for()
    assert "Pelaaj" in guest.locator(".tables a").first.inner_text()
    guest.locator("button.big").last.tap()
    guest.locator("dialog details summary").tap()
    assert "Lähde: oma)" in guest.locator(".rule").filter(has_text="P24").inner_text()
    values = guest.locator(".rule option").evaluate_all(
        "(list) => list.map((one) => [one.value, one.textContent])"
    )
    assert ["most_threes", "se, jolla on eniten kolmosia"] in values
    assert not [value for value, shown in values if value == shown and value.strip("0123456789-")]


def test_a_lobby_without_a_network(server: Server, visit: Visit) -> None:
    """Whatever is pressed says so, in the player's language, and is there when the network is."""
    page = visit(server.url, locale="fi", quiet=False)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.context.set_offline(True)
    for button in ("[data-play=pagat]", "button.big >> nth=-1", "nav [lang=ru]"):
        page.evaluate("document.getElementById('note')?.remove()")
        page.locator(button).tap()
        page.locator("#note.on", has_text="Yhteyttä ei saada.").wait_for()
        assert "Yhteyttä ei saada." in page.locator("#live p").last.inner_text()
    page.locator(".game button").nth(1).tap()
    page.locator("dialog", has_text="Yhteyttä ei saada.").wait_for()
    page.keyboard.press("Escape")
    page.context.set_offline(False)
    page.locator("nav [lang=ru]").tap()
    page.wait_for_function("() => document.documentElement.lang === 'ru'")
    assert faults == []


def test_a_form_that_is_sent_at_once(server: Server, visit: Visit) -> None:
    """The table opens when the server has said for how many its rules are: not before, and not for nobody."""
    page = visit(server.url)
    waiting: list[Any] = []
    page.route("**/api/rules/check*", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    page.locator("button.big").last.tap()
    form = page.locator("dialog form")
    length = form.locator("label", has_text="Length of the match")
    length.wait_for()
    form.locator("summary").tap()
    number = form.locator(".rule").filter(has_text="P24").first.locator("input")
    usual = number.input_value()
    number.fill("")
    number.blur()
    assert number.input_value() == usual, "nothing written is no number"
    length.locator("select").select_option("losses 1")
    form.locator("select").first.select_option("zalupa")
    assert length.is_hidden(), "a match of Zalupa ends with its letters"
    form.locator("button.main").tap()
    page.wait_for_timeout(200)
    assert form.locator("> .bad").inner_text() == ""
    assert page.locator(".places").count() == 0
    for request in waiting:
        request.continue_()
    page.wait_for_selector(".places li")
    assert page.locator(".places li").count() == 4


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en", "is a whole number from"), ("fi", "arvo on kokonaisluku väliltä"), ("ru", "целое число от")],
)
def test_a_number_that_cannot_be(server: Server, visit: Visit, locale: str, said: str) -> None:
    """Is told in words, with the rule's name as it stands in the form; the server is not asked, and nothing opened."""
    page = visit(server.url, locale=locale)
    page.locator("button.big").last.tap()
    page.locator("dialog details summary").tap()
    rule = page.locator(".rule").filter(has_text="P24").first
    rule.locator("input").fill("-5")
    rule.locator("input").blur()
    bad = rule.locator(".bad").inner_text()
    assert said in bad
    assert "_" not in bad
    page.locator("dialog form button.main").tap()
    assert page.locator("dialog form > .bad").inner_text() == bad
    assert page.locator(".places").count() == 0
    rule.locator("input").fill("50")
    rule.locator("input").blur()
    assert rule.locator(".bad").inner_text() == ""


def test_hint_and_phrases(server: Server, visit: Visit) -> None:
    page = visit(server.url, reduced_motion="reduce")
    start_against_bots(page, "pagat")
    while my_moment(page) == "turn" and page.locator("#hint").is_hidden():
        act_by_tap(page)
    page.locator("#hint").tap()
    hint = page.locator("dialog[open]")
    hint.get_by_text("Hint:").first.wait_for()
    said = hint.inner_text()
    assert "Best:" in said or "goes round in circles" in said
    assert "higher is better" in said
    assert page.locator("#hand [aria-pressed=true]").count() or "pick" in said or "stock" in said
    page.keyboard.press("Escape")
    page.locator("#phrases").tap()
    page.get_by_role("button", name="Good luck!").tap()
    page.locator(".bubble", has_text="Good luck!").wait_for(state="attached")


def test_replay_link_and_record(server: Server, visit: Visit) -> None:
    """A finished deal is replayed from its first step to its last; a link names a moment; the record is a record."""
    page = visit(server.url, reduced_motion="reduce")
    start_against_bots(page, "zalupa")
    my_moment(page)
    page.locator("#menu").tap()
    page.locator("dialog nav").wait_for()
    assert page.locator('dialog a[href$="/replay"]').count() == 0, "nothing is finished"
    page.keyboard.press("Escape")
    play_by_tap(page)
    page.locator("#menu").tap()
    page.locator('dialog a[href$="/replay"]').wait_for()
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.locator(".panel a[download]").tap()
    record = Record.loads(download.value.path().read_text("utf-8"))
    assert record.deals[0].result is not None
    page.locator('.panel a[href*="/replay"]').tap()
    page.wait_for_selector(".replay .places")
    steps = int(page.locator("input[type=range]").get_attribute("max"))
    assert steps == len(record.deals[0].actions)
    hands = page.locator(".place h2").all_inner_texts()
    for _ in range(3):
        page.locator("[data-control=next]").tap()
    assert page.locator(".place h2").all_inner_texts() != hands
    assert page.url.endswith("?match=0#1.3")
    third = page.locator(".said").inner_text()
    other = visit(page.url)
    other.wait_for_selector(".replay .places")
    assert other.locator(".said").inner_text() == third
    page.locator("[data-control=last]").tap()
    assert "over" in page.locator(".said").inner_text()
    page.locator("[data-control=first]").tap()
    page.locator("select").nth(1).select_option("0")
    page.wait_for_selector(".place .card.down")
    assert page.locator(".place").first.locator(".card.down").count() == 0
    assert page.locator(".place").nth(1).locator(".card.down").count() > 0


def test_matches_of_a_table_are_replayed_each_under_its_own_link(server: Server, visit: Visit) -> None:
    """After a rematch the links to the match before hold, and both can be chosen."""

    async def two_matches() -> str:
        async with Client(server.url) as client:
            table = await client.open(name="A", rules="pagat+stalemate_after=1", seats=2, bots=1, deals=1)
            async with client.at(table) as place:
                await place.start()
                for match in range(2):
                    while (view := await place.my_turn()) is not None:
                        await place.act(view["legal"][0])
                    if not match:
                        await place.again()
                        await place.until(lambda: place.table["status"] == "playing")
            return table

    with ThreadPoolExecutor(1) as pool:  # Playwright's loop runs in this thread
        table = pool.submit(asyncio.run, two_matches()).result()
    page = visit(f"{server.url}t/{table}/replay")
    matches = page.locator(".replay select").first
    matches.wait_for()
    assert matches.locator("option").all_inner_texts() == ["Match 1", "Match 2"]
    page.wait_for_url("**?match=1#1.0")
    matches.select_option("0")
    page.wait_for_url("**?match=0#1.0")
    page.locator("[data-control=next]").tap()
    other = visit(page.url)
    other.wait_for_selector(".replay .places")
    assert other.url.endswith("?match=0#1.1")
    assert other.locator(".replay select").first.input_value() == "0"


def test_replay_begins_with_who_dealt(server: Server, visit: Visit) -> None:
    """Where the cards were only dealt, the one who dealt them is named, not the next one."""
    page = visit(server.url, reduced_motion="reduce")
    table = page.evaluate(
        """async () => {
          const answer = await fetch("api/tables", { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ name: "Aino", rules: "poytapaska", seats: 2, start: true }) });
          return (await answer.json()).table;
        }"""
    )
    page.goto(server.url.rstrip("/") + f"/t/{table}")
    page.wait_for_selector("#hand .card")
    play_by_tap(page)
    page.locator('.panel a[href*="/replay"]').tap()
    page.wait_for_selector(".replay .places")
    assert page.locator(".said").inner_text().startswith("Dealer: ")


@pytest.mark.parametrize(
    ("locale", "none", "gone"),
    [
        ("en", "No deal of this table is over yet.", "There is no such table."),
        ("fi", "Yksikään tämän pöydän jako ei ole vielä päättynyt.", "Pöytää ei löydy."),
        ("ru", "За этим столом ещё ничего не доиграно.", "Такого стола нет."),
    ],
)
def test_a_replay_that_is_not_there_yet(
    server: Server, visit: Visit, locale: str, none: str, gone: str
) -> None:
    """Where the first deal is being played that is said, with the way to the table; of no table that there is none."""
    page = visit(server.url, locale=locale, quiet=False)
    start_against_bots(page, "zalupa")
    my_moment(page)
    table = page.url
    page.goto(f"{table}/replay")
    assert page.locator("h2").inner_text() == none
    page.locator("main a.main").tap()
    page.wait_for_selector("#hand .card")
    assert page.url == table
    page.goto(f"{table}x/replay")
    assert page.locator("h2").inner_text().startswith(gone)


def test_a_deal_of_zalupa_has_its_own_word(server: Server, visit: Visit) -> None:
    """In Russian it is a кон, wherever one looks, and no раздача."""
    page = visit(server.url, locale="ru", reduced_motion="reduce")
    start_against_bots(page, "zalupa")
    my_moment(page)
    assert page.locator(".deal").inner_text() == "Кон 1"
    play_by_tap(page)
    page.locator(".panel button.main").wait_for()
    assert "Кон окончен" in page.locator("#app").inner_text()
    assert "аздач" not in page.locator("#app").inner_text()
    page.locator('.panel a[href*="/replay"]').tap()
    page.wait_for_selector(".replay .places")
    assert "аздач" not in page.locator("#app").inner_text()


def test_fair_deal_is_checked(server: Server, visit: Visit) -> None:
    """After the deal the page checks what was revealed, its own part of the shuffle included; a reload loses nothing."""
    page = visit(server.url, reduced_motion="reduce")
    start_against_bots(page, "zalupa")
    play_by_tap(page)

    def verdict() -> list[str]:
        page.locator("#menu").tap()
        page.get_by_role("button", name="Fair deal").tap()
        shown = page.locator("dialog .good, dialog .bad")
        shown.first.wait_for()
        names = [str(name) for name in shown.evaluate_all("list => list.map((one) => one.className)")]
        page.keyboard.press("Escape")
        return names

    assert verdict() == ["good", "good"]
    page.evaluate(
        """() => { const key = Object.keys(sessionStorage).find((name) => name.startsWith("housu.nonce."));
          sessionStorage.setItem(key, sessionStorage.getItem(key).replace(/[0-9a-f]{8}"/, '00000000"')); }"""
    )
    page.reload()
    page.locator(".panel button.main").wait_for()
    assert verdict() == ["good", "bad"]
    page.locator(".panel button.main").tap()
    page.wait_for_function("() => document.querySelector('.deal').innerText === 'Deal 2'")


def test_spectator_sees_only_what_is_public(server: Server, visit: Visit) -> None:
    player = visit(server.url)
    start_against_bots(player, "pagat")
    my_moment(player)
    own = player.locator("#hand .card").evaluate_all("list => list.map((one) => one.dataset.key.slice(0, 2))")
    frames: list[str] = []
    watcher = visit("about:blank")
    watcher.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(str(frame))))
    watcher.goto(player.url)
    watcher.wait_for_selector(".seats button")
    watcher.wait_for_function("() => document.querySelector('#app').dataset.v")
    first = json.loads(watcher.locator("#first").text_content())
    assert first["state"]["view"]["hands"][0] == " ".join(["??"] * len(own))
    assert watcher.locator("#hand .card, .bar button").count() == 0
    assert watcher.locator("#phrases").is_hidden()
