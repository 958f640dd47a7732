"""The table on the whole screen, played through whole deals by keyboard alone and by mouse alone."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from housu.deal import Deal
from housu.match import Match
from housu.rules.ruleset import RuleSet
from housu.terminal.app import HousuApp
from housu.terminal.replay_screen import ReplayScreen
from housu.terminal.settings import Settings
from housu.terminal.setup import Setup
from housu.terminal.setup_screen import SetupScreen
from housu.terminal.table import Table, bot_names, seat_bots, seat_names
from housu.terminal.table_screen import NO_CARDS, TableScreen
from housu.terminal.text_screen import ChoiceScreen, TextScreen
from housu.terminal.typed import action_cards, is_word
from housu.terminal.widgets import Flow
from housu.text import languages, say

SIZES = ((40, 12), (80, 24), (120, 40))
MANY = "3c 3d 4c 4d 4h 5c 5d 5h 6c 6d 6h 7c 7d 7h 8c 8d 8h 9c 9d 9h Tc Td Jc Jd Qc Qd Kc Kd Ac 2c"


def make_table(
    rules: str = "pagat", seats: int | None = None, seed: int = 1, start: Deal | None = None
) -> Table:
    match = (
        Match(rules, seats, seed=seed, start=start, speed="plain")
        if start is None
        else Match(rules, start=start)
    )
    bots = seat_bots("greedy", match.seats, 0)
    return Table(match, seat_names(match.seats, 0, "Aino", "fi"), bots, 0)


def thirty_cards() -> Deal:
    """A position in which the person holds thirty cards."""
    return Deal.from_snapshot(
        {"rules": "pagat", "hands": [MANY, "3h 3s", "4s 5s"], "pile": "6s", "stock": "7s 8s 9s"}
    )


def in_app(
    table: Table, size: tuple[int, int], lang: str, use: Callable[[Pilot[int], TableScreen], Awaitable[None]]
) -> HousuApp:
    """Runs the application at a table, and what `use` does with it."""
    app = HousuApp(lambda _app: TableScreen(table), Settings(lang, "instant"))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, TableScreen)
            await use(pilot, screen)

    asyncio.run(run())
    return app


def screen_text(app: HousuApp) -> str:
    """Everything that stands on the screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def your_turn(pilot: Pilot[int], table: Table) -> None:
    """Waits for the bots."""
    while table.to_act is not None and not table.your_turn:
        await pilot.pause(0.001)
    await pilot.pause()


# --- two ways to do an action ---


async def with_keys(pilot: Pilot[int], screen: TableScreen, action: str) -> None:
    if action in NO_CARDS:
        await pilot.press(NO_CARDS[action][0])
        return
    hand = screen.hand
    for card in action_cards(action) or [action]:
        wanted = next(slot for slot in hand.slots if slot.action == card and slot.name not in hand.picked)
        steps = [slot.name for slot in hand.slots].index(wanted.name) - hand.index
        await pilot.press(*["right" if steps > 0 else "left"] * abs(steps), "space")
    await pilot.press("o" if action.endswith("!") else "enter")


async def with_mouse(pilot: Pilot[int], screen: TableScreen, action: str) -> None:
    if action in NO_CARDS:
        await click(pilot, screen.query_one("#keys", Flow), NO_CARDS[action][0])
        return
    hand = screen.hand
    for card in action_cards(action) or [action]:
        wanted = next(slot for slot in hand.slots if slot.action == card and slot.name not in hand.picked)
        await click(pilot, screen.query_one("#hand", Flow), wanted.name)
    await click(pilot, screen.query_one("#keys", Flow), "o" if action.endswith("!") else "enter")


async def click(pilot: Pilot[int], flow: Flow, name: str) -> None:
    places = dict(zip([piece.name for piece in flow.pieces], flow.places(flow.size.width), strict=True))
    row, column = places[name]
    assert await pilot.click(flow, offset=(column + 1, row)), f"{name} is not to be seen"
    await pilot.pause()


Way = Callable[[Pilot[int], TableScreen, str], Awaitable[None]]


def choice(table: Table, chance: random.Random) -> str:
    """What a bot would do, or now and then anything: that comes to an end soon, and tries everything."""
    return table.hint().action if chance.random() < 0.7 else chance.choice(table.view()["legal"])


def play_deals(table: Table, size: tuple[int, int], lang: str, way: Way, deals: int = 1) -> None:
    """Plays deals from beginning to end in one way."""
    chance = random.Random(4)

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        for number in range(deals):
            await your_turn(pilot, table)
            while table.your_turn:
                before = len(table.match.deal.history)
                await way(pilot, screen, choice(table, chance))
                assert len(table.match.deal.history) > before, screen.message
                await your_turn(pilot, table)
            assert table.match.deal.outcome is not None
            assert say("ui.score.title", lang) in "\n".join(screen.told)
            if number + 1 < deals:
                await (
                    pilot.press("enter")
                    if way is with_keys
                    else click(pilot, screen.query_one("#keys", Flow), "enter")
                )
                await pilot.pause()
                assert table.deal_number == number + 2

    in_app(table, size, lang, use)


@pytest.mark.parametrize("way", [with_keys, with_mouse])
@pytest.mark.parametrize(
    ("rules", "seats", "seed", "size", "lang"),
    [
        ("poytapaska-3", 5, 5, SIZES[0], "fi"),
        ("black+after_draw=continue", 5, 4, SIZES[1], "en"),
        ("zalupa", 4, 1, SIZES[2], "ru"),
    ],
)
def test_whole_deals(rules: str, seats: int, seed: int, size: tuple[int, int], lang: str, way: Way) -> None:
    """Deals that are not long; the long ones are in the soak below."""
    play_deals(make_table(rules, seats, seed), size, lang, way)


@pytest.mark.soak
@pytest.mark.parametrize("way", [with_keys, with_mouse])
@pytest.mark.parametrize(
    "rules", ["pagat", "poytapaska", "poytapaska-shithead", "ruotsalainen", "black", "zalupa"]
)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", languages)
def test_whole_deals_everywhere(rules: str, size: tuple[int, int], lang: str, way: Way) -> None:
    play_deals(make_table(rules, seed=3), size, lang, way, deals=2)


@pytest.mark.parametrize("way", [with_keys, with_mouse])
@pytest.mark.parametrize(("size", "lang"), list(zip(SIZES, ("ru", "fi", "en"), strict=True)))
def test_thirty_cards(size: tuple[int, int], lang: str, way: Way) -> None:
    """All can be seen, picked and played."""
    table = make_table(start=thirty_cards())

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        shown = screen_text(screen.app)
        for card in MANY.split():
            assert screen.app.settings.face(card) in shown, card
        await way(pilot, screen, "8c8d8h")
        assert table.match.deal.history[0] == (0, "8c8d8h")
        await your_turn(pilot, table)
        await way(pilot, screen, "2c")
        assert "2c" not in table.match.deal.snapshot()["hands"][0]

    in_app(table, size, lang, use)


@pytest.mark.parametrize("lang", languages)
def test_a_refusal_is_explained_and_changes_nothing(lang: str) -> None:
    table = make_table(start=thirty_cards())
    before = table.match.deal.snapshot()

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await with_keys(pilot, screen, "3c3d")
        refusal = table.refusal("3c3d")
        assert refusal is not None
        assert screen.message == refusal.say(lang)
        assert " ".join(screen.message.split()) in " ".join(screen_text(screen.app).split())
        assert table.match.deal.snapshot() == before
        assert len(screen.hand.picked) == 2, "what was picked stays picked"
        await pilot.press("escape")
        assert not screen.hand.picked

    in_app(table, (80, 24), lang, use)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("start", [None, thirty_cards()])
def test_a_hint_says_what_was_considered_and_why(
    size: tuple[int, int], lang: str, start: Deal | None
) -> None:
    """Where there is room beside the table, elsewhere on a screen of its own; all of it can be read."""
    table = make_table(seed=3, start=start)

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await your_turn(pilot, table)
        advice = table.hint()
        await pilot.press("h")
        await pilot.pause()
        own = isinstance(screen.app.screen, TextScreen)
        shown = [screen_text(screen.app)]
        if own:
            await pilot.press("end")
            await pilot.pause()
            shown.append(screen_text(screen.app))
        words = " ".join(" ".join(shown).split())
        for part in (advice.say(lang), advice.weighed(lang)[0], advice.weighed(lang)[-1]):
            assert " ".join(part.split()) in words, part
        if own:
            await pilot.press("escape")
            await pilot.pause()
        assert advice.say(lang) in screen.message or own
        assert say("ui.key.menu", lang) in screen_text(screen.app)
        for card in table.view()["hands"][0].split():
            assert screen.app.settings.face(card) in screen_text(screen.app)

    in_app(table, size, lang, use)


def test_marks_do_not_need_colour() -> None:
    table = make_table(start=thirty_cards())

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await pilot.press("8", "end")
        shown = screen_text(screen.app)
        assert "[8♣][8♦][8♥]" in shown
        assert "+9♣" in shown
        assert " 3♣" in shown
        assert "+3♣" not in shown

    in_app(table, (80, 24), "en", use)


def test_equal_cards_are_chosen_at_once_and_the_choice_survives_changes() -> None:
    table = make_table(start=thirty_cards())

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await pilot.press("7")
        picked = list(screen.hand.picked)
        assert picked == ["7c", "7d", "7h"]
        cursor = screen.hand.cursor
        await pilot.press("t")
        await pilot.resize_terminal(50, 15)
        screen.show()
        assert (screen.hand.picked, screen.hand.cursor) == (picked, cursor)
        await pilot.press("enter")
        assert table.match.deal.history[0] == (0, "7c7d7h")

    in_app(table, (80, 24), "en", use)


def test_own_order() -> None:
    table = make_table(start=thirty_cards())

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        names = [slot.name for slot in screen.hand.slots]
        await pilot.press("shift+right", "shift+right")
        assert [slot.name for slot in screen.hand.slots] == [names[1], names[2], names[0], *names[3:]]
        assert screen.app.settings.sort == "own"
        await pilot.press("t")
        assert [slot.name for slot in screen.hand.slots] == names

    in_app(table, (80, 24), "en", use)


def test_cyrillic_keys_do_the_same() -> None:
    table = make_table(start=thirty_cards())

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await pilot.press("ф")
        assert screen.hand.picked == ["3c", "3d"]
        await pilot.press("з")
        assert table.match.deal.history[0] == (0, "pickup")

    in_app(table, (80, 24), "ru", use)


@pytest.mark.parametrize("lang", languages)
def test_a_small_window_says_what_it_needs(lang: str) -> None:
    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        assert "12" in screen_text(screen.app)
        assert "3♣" not in screen_text(screen.app)
        await pilot.resize_terminal(80, 24)
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        assert say("ui.turn.lead", lang) not in screen_text(screen.app)
        assert say("ui.input.small_screen", lang, width=40, height=12).split()[0] in screen_text(screen.app)
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert say("ui.key.menu", lang) in screen_text(screen.app)
        assert "3♣" in screen_text(screen.app)

    in_app(make_table(), (39, 11), lang, use)


def test_letters_mode_needs_no_signs_beyond_the_keyboard() -> None:
    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        screen.app.settings.letters = True
        screen.app.next_sort()
        await pilot.pause()
        for key in ("?", "m", "r", "n"):
            assert screen_text(screen.app).isascii(), screen_text(screen.app)
            await pilot.press(key)
            await pilot.pause()
            assert screen_text(screen.app).isascii(), screen_text(screen.app)
            await pilot.press("escape")

    in_app(make_table(), (80, 24), "en", use)


def test_the_log_tells_everything_and_nothing_hidden() -> None:
    table = make_table(seed=2)

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await your_turn(pilot, table)
        for _ in range(3):
            await with_keys(pilot, screen, table.view()["legal"][0])
            await your_turn(pilot, table)
        told = "\n".join(screen.told)
        from housu.terminal.wording import event_sentences

        assert told.endswith("\n".join(event_sentences(table.events(), table.names, "en", 0, "paskahousu")))
        assert screen.new_from > 1

    in_app(table, (80, 24), "en", use)


@pytest.mark.parametrize("size", SIZES)
def test_menu_and_its_screens(size: tuple[int, int]) -> None:
    table = make_table()

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        app = screen.app
        opened: dict[str, type] = {"m": ChoiceScreen, "?": TextScreen, "r": TextScreen, "l": TextScreen}
        opened |= {"n": SetupScreen, "y": ReplayScreen, "q": ChoiceScreen}
        for key, kind in opened.items():
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, kind)
            await pilot.press("escape")
            assert app.screen == screen
        await pilot.press("m", *["down"] * 7, "enter")
        await pilot.pause()
        assert app.settings.lang == "fi"
        await pilot.press("escape")
        await pilot.pause()
        assert say("ui.key.menu", "fi") in screen_text(app)
        assert say("ui.turn.lead", "fi") in screen_text(app)

    in_app(table, size, "en", use)


@pytest.mark.parametrize(("key", "status"), [("ctrl+c", 130), ("ctrl+q", 0)])
def test_leaving_at_once(key: str, status: int) -> None:
    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await pilot.press(key)

    assert in_app(make_table(), (80, 24), "en", use).return_value == status


def test_quit_asks_first() -> None:
    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await pilot.press("q", "down", "down", "enter")
        await pilot.pause()
        assert screen.app.screen is screen
        await pilot.press("q", "enter")

    assert in_app(make_table(), (80, 24), "en", use).return_value == 0


# --- setting up ---


def test_every_house_rule_is_in_the_form_and_a_contradiction_is_explained_at_once() -> None:
    table = make_table()

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await pilot.press("n")
        await pilot.pause()
        form: Any = screen.app.screen
        assert isinstance(form, SetupScreen)
        names = [row.name for row in form.setup.rows()]
        rules = RuleSet.parse("pagat").game.house_rules
        assert [name for name in names if name.startswith("rule ")] == [f"rule {rule.name}" for rule in rules]
        await pilot.press(*["down"] * names.index("rule eights_when_nines_gone"), "right")
        await pilot.pause()
        problem = form.setup.problem()
        assert "Pictures need a card above: 6" in problem
        assert problem.split()[0] in screen_text(screen.app)
        await pilot.press("s")
        assert screen.app.screen != screen, "it can't be started"
        await pilot.press("up", "right", "right")
        assert form.setup.picks["pictures_above"] == "8"
        assert not form.setup.problem()
        await pilot.press("s")
        await pilot.pause()
        new = screen.app.screen
        assert isinstance(new, TableScreen)
        assert new.table.match.rules.text == "pagat+pictures_above=8+eights_when_nines_gone=yes"

    in_app(table, (60, 20), "en", use)


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("rules", ["pagat", "zalupa"])
def test_values_in_the_form_are_words(lang: str, rules: str) -> None:
    """Every value of every house rule reads as words of the language, and another than its neighbours."""
    setup = Setup(Settings(lang), make_table(rules))
    for rule in RuleSet.parse(rules).game.house_rules:
        shown = set()
        for value in rule.values:
            setup.picks[rule.name] = value
            row = next(row for row in setup.rows() if row.name == f"rule {rule.name}")
            words = row.words.partition(": ")[2]
            assert words not in shown
            shown.add(words)
            assert words == value if rule.number or not value.strip("0123456789-") else "_" not in words
            assert lang != "ru" or not (words.isascii() and any(sign.isalpha() for sign in words)), words
            assert lang != "fi" or words.isdecimal() or "-" in value or words != value
    for bot in bot_names():
        setup.bots[1] = bot
        assert bot in next(row.words for row in setup.rows() if row.name == "bot 1")


@pytest.mark.parametrize("lang", languages)
def test_the_length_says_each_end_of_the_match(lang: str) -> None:
    match = Match("pagat", 2, seed=1, deals=3, losses=2)
    setup = Setup(Settings(lang), Table(match, ["a", "b"], ["", "greedy"], 0))
    for deals, losses in ((3, 2), (3, None), (None, 2)):
        setup.length = deals, losses
        words = next(row.words for row in setup.rows() if row.name == "length")
        said = [
            say("ui.form.length_deals", lang, n=3) in words,
            say("ui.form.length_losses", lang, n=2) in words,
        ]
        assert said == [deals is not None, losses is not None]


def test_a_game_that_is_being_played_is_not_dropped_unasked() -> None:
    table = make_table(start=thirty_cards())

    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        app = screen.app
        await with_keys(pilot, screen, "8c8d8h")
        await your_turn(pilot, table)
        await pilot.press("n", "enter")
        await pilot.pause()
        assert app.screen is not screen
        assert say("ui.prompt.new_game", "en") in screen_text(app)
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert app.screen is screen
        assert app.table_screen is screen
        await pilot.press("n", "s", "enter")
        await pilot.pause()
        new = app.screen
        assert isinstance(new, TableScreen)
        assert new is not screen
        assert not new.table.begun
        await pilot.press("n", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen), "nothing has been done at that table"
        assert app.screen is not new

    in_app(table, (80, 24), "en", use)


def test_the_form_by_mouse() -> None:
    async def use(pilot: Pilot[int], screen: TableScreen) -> None:
        await click(pilot, screen.query_one("#keys", Flow), "m")
        assert isinstance(screen.app.screen, ChoiceScreen)
        await pilot.click("OptionList", offset=(3, 0))
        await pilot.pause()
        form: Any = screen.app.screen
        await pilot.click("OptionList", offset=(3, 2))  # players
        await pilot.pause()
        assert form.setup.seats == 5
        await pilot.click("OptionList", offset=(3, 4))  # a bot
        await pilot.pause()
        assert form.setup.bots[1] != "greedy"
        await click(pilot, form.query_one("#keys", Flow), "start")
        new: Any = screen.app.screen
        assert isinstance(new, TableScreen)
        assert new.table.match.seats == 5
        assert new.table.bots[1] == form.setup.bots[1]

    in_app(make_table(), (80, 24), "en", use)


def test_words_are_the_same_in_every_way_to_read_an_action() -> None:
    assert all(is_word(action) for action in NO_CARDS)
