"""Faults that somebody met who tried to break the product: each is held here so that it stays away."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import housu
import housu.cards
from housu.errors import IllegalAction
from housu.kernel.engine import engine
from housu.terminal.wording import seat_sentence

SET_UP = "import os, sys; from housu.cli import main; "


def run(before: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, after the statements `before`; `{closed}` streams are None as after `<&-`."""
    program = f"{SET_UP}{before}; main(sys.argv[1:])"
    return subprocess.run(
        (sys.executable, "-c", program, *arguments),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_streams_closed_before_the_start_are_no_fault(stream: str) -> None:
    done = run(f"sys.{stream} = None", "play", "--plain", "--seed", "3", "--pace", "instant")
    assert (done.returncode, done.stderr) == (0, "")
    assert ("Paskahousu, pagat" in done.stdout) == (stream != "stdout")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is a file of Linux")
@pytest.mark.parametrize("command", ["rules", "play --plain --seed 3"])
def test_a_full_disk_is_told_in_one_sentence(command: str) -> None:
    done = run("sys.stdout = open('/dev/full', 'w')", *command.split())
    assert done.returncode == 2
    assert done.stderr.startswith("housu: The output cannot be written: ")
    assert done.stderr.count("\n") == 1


def test_an_input_that_cannot_be_read_has_ended(tmp_path: Path) -> None:
    done = run(f"os.dup2(os.open({str(tmp_path)!r}, os.O_RDONLY), 0)", "play", "--plain", "--pace", "instant")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The input has ended. Goodbye!\n")


def test_saving_where_nothing_can_be_written_says_so(tmp_path: Path) -> None:
    record = housu.Match(seed=1).record()
    with pytest.raises(housu.RecordError, match=r"cannot be written"):
        record.save(tmp_path / "nowhere" / "match.housu")
    with pytest.raises(housu.RecordError, match=r"cannot be read"):
        housu.Record.load(tmp_path / "nowhere" / "match.housu")


@pytest.mark.parametrize("seed", ["7", 1.0, True, b"x", [0]])
def test_a_seed_is_a_whole_number_in_matches_too(seed: Any) -> None:
    for start in (housu.Deal.start, housu.Match):
        with pytest.raises(housu.PositionError, match="seed must be a whole number"):
            start(seed=seed)


def test_a_seed_too_long_for_python_to_write_is_refused() -> None:
    for start in (housu.Deal.start, housu.Match):
        with pytest.raises(housu.PositionError, match="at most 1000 digits"):
            start(seed=10**5000)
        assert start(seed=10**999) is not None


def test_numbers_too_long_to_write_are_refused_as_others_are() -> None:
    with pytest.raises(housu.RulesError, match="2 to 10 players"):
        housu.Deal.start(seats=10**5000)
    with pytest.raises(housu.PositionError, match="there is no seat"):
        housu.Deal.start(dealer=10**5000)


def test_trumps_are_written_in_one_way() -> None:
    match = housu.Match("zalupa", trumps="HCSD", seed=1)
    assert match.trumps == "hcsd"
    assert 'trumps = "hcsd"' in match.record().dumps()


TWO = {"rules": "pagat", "hands": ["3c 4c", "5c 6c"]}
CHOICE = {"rules": "pagat+after_draw=swap", "hands": ["4c 5c", "7c"], "phase": "after_draw", "drawn": "5c"}
FORCED = {"rules": "pagat+ace_ten_lead=pick_up", "hands": ["3d", "4c"], "pile": "Tc"}


@pytest.mark.parametrize(
    ("snapshot", "field", "sentence"),
    [
        ({**TWO, "passes": 2}, "passes", "passes must be 0 … 1."),
        ({**TWO, "seats": "2"}, "seats", "seats must be 2 … 10."),
        ({**TWO, "hands": ["3c"]}, "hands", "hands: there is one entry, but there should be 2 to 10."),
        ({**TWO, "game": 5}, "game", "game: “5” is not possible; one of paskahousu or zalupa is."),
        ({**CHOICE, "pile": "3c 4d", "played": 2}, "played", "Phase “after_draw” needs played."),
        ({**CHOICE, "pile": "3c 4d"}, "played", "Phase “after_draw” needs played."),
        ({**FORCED, "forced": 0}, "forced", "forced does not belong to phase “turn”."),
        ({"rules": "zalupa", "hands": ["9c", "9d", "9h", "9s"], "seats": 3}, "seats", "seats must be 4."),
        (
            {**TWO, "phase": "over", "loser": 0},
            "loser",
            "loser: seat 0 cannot be the loser; the loser is the only one who still has cards.",
        ),
    ],
)
def test_positions_that_cannot_be_say_what_would_be_right(
    snapshot: dict[str, object], field: str, sentence: str
) -> None:
    with pytest.raises(housu.PositionError) as caught:
        housu.Deal.from_snapshot(snapshot)
    assert (caught.value.field, str(caught.value)) == (field, sentence)


def test_null_stands_for_an_absent_field_everywhere() -> None:
    nothing = dict.fromkeys(("game", "phase", "pile", "to_act", "went_out", "loser", "seats", "drawn"))
    assert housu.Deal.from_snapshot({**TWO, **nothing}).snapshot() == housu.Deal.from_snapshot(TWO).snapshot()
    assert housu.Deal.from_snapshot({**FORCED, "forced": 1}).to_act == 0


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: 3 cards, known: 9♠, trump: hearts"),
        ("fi", "A: 3 korttia, tiedossa: 9♠, valtti: hertta"),
        ("ru", "A: 3 карты, известно: 9♠, козырь: черви"),
    ],
)
def test_what_is_told_of_a_seat_is_one_sentence(lang: str, line: str) -> None:
    deal = housu.Deal.from_snapshot(
        {"rules": "zalupa", "hands": ["9s 9h Th", "9c", "Qs", "9d"], "seen": ["9s", "", "", ""], "to_act": 1}
    )
    assert seat_sentence(deal.view(1), 0, ("A", "B", "C", "D"), lang) == line


def test_records_write_actions_in_one_way_however_they_were_typed() -> None:
    typed = [
        ("pagat", ["Tc Td", "Kh"], " 10C td ", "TcTd"),
        ("zalupa", ["Td", "Ts", "Tc", "Kh Qh"], "kH", "Kh"),
    ]
    for rules, hands, text, written in typed:
        deal = housu.Deal.from_snapshot(
            {"rules": rules, "hands": hands, "to_act": 3 if len(hands) == 4 else 0}
        )
        deal.act(text)
        assert [action for _, action in deal.history] == [written]
    beaten = {
        "rules": "zalupa",
        "hands": ["9h", "Ah", "9c", "9d"],
        "pile": "Kh",
        "phase": "beat",
        "to_act": 1,
    }
    deal = housu.Deal.from_snapshot(beaten)
    deal.act("AH !")
    assert deal.history == [(1, "Ah!")]
    deal = housu.Deal.from_snapshot({**TWO, "pile": "9c"})
    deal.act("Pick Up")
    assert deal.history == [(0, "pickup")]


@pytest.mark.parametrize("lang", ["en", "fi", "ru"])
def test_an_engine_that_there_is_not_is_told_in_one_sentence(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(housu.HousuError) as refused:
        housu.Deal.start("pagat", speed="warp")
    assert "warp" in refused.value.say(lang)
    assert "compiled" in refused.value.say(lang)
    engine.cache_clear()
    monkeypatch.setenv("HOUSU_ENGINE", "warp")
    with pytest.raises(housu.HousuError):
        engine("zalupa")
    monkeypatch.setattr("housu.kernel.engine.find_spec", lambda _: None)
    with pytest.raises(housu.HousuError) as missing:
        engine("paskahousu", "compiled")
    assert "numba" in missing.value.say(lang)
    engine.cache_clear()


@pytest.mark.parametrize("after_draw", ["swap", "continue"])
def test_of_two_equal_cards_the_drawn_one_moves_after_a_snapshot_too(after_draw: str) -> None:
    """Everybody has seen one six of hearts go into the hand, nobody the other, which was drawn (P0, P26)."""
    deal = housu.Deal.from_snapshot(
        {
            "rules": f"two-packs+after_draw={after_draw}",
            "hands": ["6c 8c 8d 9c 6h", "5h"],
            "pile": "4d",
            "stock": "6h 3h",
            "seen": ["6h", ""],
        }
    )
    deal.act("6c")
    again = housu.Deal.from_snapshot(deal.snapshot())
    for one in (deal, again):
        one.act("6h")
    assert "6h" in deal.snapshot()["seen"][0]
    assert again.snapshot() == deal.snapshot()


def test_nines_named_nowhere_are_out_of_the_deal() -> None:
    """Cards not named anywhere are out of the deal, so an eight will do (P13, `eights_when_nines_gone`)."""
    rules = "pagat+pictures_above=8+eights_when_nines_gone=yes"
    start: dict[str, Any] = {"rules": rules, "hands": ["Jc 8c", "3h"], "pile": "8d"}
    assert "Jc" in housu.Deal.from_snapshot(start).actions()
    for field in ({"hands": ["Jc 8c", "9h"]}, {"stock": "9h"}, {"pile": "9h 8d"}):
        assert "Jc" not in housu.Deal.from_snapshot(start | field).actions()
    twice = start | {"rules": f"{rules}+decks=2"}
    assert "Jc" in housu.Deal.from_snapshot(twice).actions()
    assert "Jc" not in housu.Deal.from_snapshot(twice | {"stock": "9h"}).actions()


@pytest.mark.parametrize("stock", ["", "9h"])
@pytest.mark.parametrize(
    "rules",
    [f"pagat+pictures_above={rank}" for rank in "6789"]
    + ["pagat+pictures_above=8+eights_when_nines_gone=yes", "black"],
)
def test_what_a_refused_picture_is_told_holds(rules: str, stock: str) -> None:
    """Pictures go on no card up to the rank named, and on the next one, as the deal stands (P13)."""

    def refusal(top: str) -> IllegalAction | None:
        start = {"rules": rules, "hands": ["Jc 3c", "3h"], "pile": f"{top}d", "stock": stock}
        try:
            housu.Deal.from_snapshot(start).act("Jc")
        except IllegalAction as refused:
            return refused
        return None

    ranks = housu.cards.RANKS
    low = [refused for top in "34567" if (refused := refusal(top))]
    named = {refused.data["rank"] for refused in low}
    assert {refused.key for refused in low} == {"refusal.P13"}
    assert len(named) == 1
    highest = ranks.index(named.pop())
    assert all(refusal(top) for top in ranks[: highest + 1])
    above = refusal(ranks[highest + 1])
    assert above is None or above.key != "refusal.P13"


@pytest.mark.parametrize(
    ("rules", "field", "value"),
    [
        ("pagat", "to_act", 99),
        ("pagat", "drawn", "4h"),
        ("pagat", "opening", True),
        ("pagat", "played", 1),
        ("zalupa", "to_act", 99),
        ("zalupa", "led_by", 4),
    ],
)
def test_a_deal_that_is_over_has_no_leftovers(rules: str, field: str, value: Any) -> None:
    deal = housu.Deal.start(rules, 4, seed=1)
    while deal.to_act is not None:
        deal.act(deal.actions()[0])
    over = deal.snapshot()
    assert housu.Deal.from_snapshot(over).snapshot() == over
    with pytest.raises(housu.PositionError) as wrong:
        housu.Deal.from_snapshot(over | {field: value})
    assert wrong.value.field == field


@pytest.mark.parametrize("speed", ["plain", "compiled"])
def test_the_order_of_the_actions_does_not_tell_the_packs_apart(speed: str) -> None:
    rules = "two-packs+singles=pictures_aces_twos+black_specials=yes"
    hands = ["3c 6d 6h Js Qd Ac Ad 2c 2d 2h 2s 2s", "4h"]
    snapshot = {"rules": rules, "hands": hands, "face_up": ["", ""], "face_down": ["", ""]}
    deal = housu.Deal.from_snapshot(snapshot, speed=speed)
    expected = [str(action) for action in deal.actions()]
    for text in sorted(set(hands[0].split()) - {"2s"}):
        card = 1 << housu.cards.TEXTS.index(text)
        other = deal.copy()
        other._state.hands[0] &= ~card
        other._state.hands2[0] |= card
        assert [str(action) for action in other.actions()] == expected, text
