"""Records: what is written is read back, and whatever is wrong with a file is named, with the rest kept."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import random
import re
import time
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import housu
from housu.pack import shuffled
from housu.record import DealRecord, Record, Replay, fair, model, writing
from housu.record.reading import from_data
from housu.record.replay import KEPT
from housu.record.verify import verify
from housu.rules.ruleset import GAMES, PASKAHOUSU, ZALUPA, RuleSet
from tests.support.strategies import random_rules

GOLDEN = Path(__file__).parent / "golden" / "records"
LANGUAGES = ("en", "fi", "ru")


def play(deal: housu.Deal, rng: random.Random, most: int = 10**9) -> None:
    """Random play to the end of a deal, or for so many actions; cards are named in any order."""
    while most and deal.to_act is not None:
        most -= 1
        text = str(rng.choice(deal.actions()))
        if len(text) > 2 and text[1] in "cdhs" and rng.random() < 0.5:
            cards = [text[at : at + 2] for at in range(0, len(text) - 1, 2)]
            text = " ".join(reversed(cards)) + text[2 * len(cards) :]
        deal.act(text)


def played_match(seed: int, deals: int = 3) -> housu.Match:
    """A random match: of any game, rules and seats, of a few deals, the last of them perhaps unfinished."""
    rng = random.Random(seed)
    rules = random_rules(rng, rng.choice([PASKAHOUSU, PASKAHOUSU, PASKAHOUSU, ZALUPA]))
    # Random play rarely finishes; most deals are kept short.
    turns = rng.choice(["15", "15", "40", "40", rules.picks["stalemate_after"]])
    rules = RuleSet.of(rules.game, rules.name, {**rules.changes, "stalemate_after": turns})
    seats = rng.choice(rules.seats_that_fit())
    match = housu.Match(rules, seats, seed=seed, dealer=rng.randrange(seats))
    if rng.random() < 0.2:
        play(match.deal, rng, rng.randrange(20))
        match = housu.Match(start=housu.Deal.from_snapshot(match.deal.snapshot()), seed=seed)
    for _ in range(rng.randrange(deals)):
        play(match.deal, rng)
        if match.over:
            return match
        match.next()
    play(match.deal, rng, rng.choice([0, 3, 10**9]))
    return match


@cache
def _whole(rules: str, deals: int, seats: int | None, seed: int) -> str:
    rng = random.Random(seed)
    match = housu.Match(rules, seats, seed=seed, dealer=1)
    play(match.deal, rng)
    for _ in range(deals - 1):
        match.next()
        play(match.deal, rng)
    return match.record([f"player {seat}" for seat in range(match.seats)]).dumps()


def whole(rules: str = "pagat", deals: int = 3, seats: int | None = 4, seed: int = 7) -> Record:
    """The record of a match of finished deals."""
    return Record.loads(_whole(rules, deals, seats, seed))


def check_round_trip(match: housu.Match) -> None:
    record = match.record(
        ["Väinö", 'say "#"\n', *["Аня\x07"] * (match.seats - 2)], date=dt.datetime.now(dt.UTC)
    )
    text = record.dumps()
    again = Record.loads(text)
    assert again == record
    assert again.dumps() == text
    resumed = housu.Match.from_record(again, seed=match.seed)
    assert resumed.deal.snapshot() == match.deal.snapshot()
    assert resumed.deal.events == match.deal.events
    assert (resumed.losses, resumed.letters, resumed.aside) == (match.losses, match.letters, match.aside)
    assert resumed.over == match.over


# --- round trips ---


@pytest.mark.parametrize("block", range(10))
def test_random_matches_round_trip(block: int) -> None:
    for seed in range(block * 30, block * 30 + 30):
        check_round_trip(played_match(seed))


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100))
def test_ten_thousand_random_matches_round_trip(block: int) -> None:
    for seed in range(1_000 + block * 100, 1_100 + block * 100):
        check_round_trip(played_match(seed, deals=5))


def test_the_sample_covers_what_there_is() -> None:
    """The random matches hold both games, unfinished deals, set-up positions, stalemates and long matches."""
    records = [played_match(seed).record() for seed in range(100)]
    deals = [deal for record in records for deal in record.deals]
    assert {record.game for record in records} == set(GAMES)
    assert any(not record.finished for record in records)
    assert any(deal.start for deal in deals)
    assert any(deal.result and deal.result.get("stalemate") for deal in deals)
    assert max(len(record.deals) for record in records) == 3
    assert {"draw", "pickup", "pass", "stop", "take"} <= {text for deal in deals for _, text in deal.actions}
    assert any(text.startswith("blind") for deal in deals for _, text in deal.actions)
    assert any(text.endswith("!") for deal in deals for _, text in deal.actions)


def test_a_whole_match_of_zalupa() -> None:
    rng = random.Random(3)
    match = housu.Match("zalupa", seed=3, dealer=2)
    while True:
        play(match.deal, rng)
        if match.over:
            break
        match.next()
    assert "залупа" in match.letters
    check_round_trip(match)
    record = match.record()
    replay = Replay(record, len(record.deals) - 1, len(record.deals[-1].actions))
    assert replay.letters == match.letters
    assert replay.losses == match.losses
    assert not replay.forward()


def test_cards_set_aside_in_a_position_stay_so_in_the_deals_after_it() -> None:
    start = housu.Deal.start("zalupa", seed=4, trumps="hcsd", aside=["9h Th", "", "9s", ""])
    match = housu.Match(start=housu.Deal.from_snapshot(start.snapshot()), seed=4)
    assert match.aside == ["9h Th", "", "9s", ""]
    for _ in range(3):
        play(match.deal, random.Random(1))
        match.next()
    assert match.aside[0].startswith("9h Th")
    assert len(" ".join(match.aside).split()) == 3 + sum(match.losses)
    check_round_trip(match)
    later = housu.Deal.start("zalupa", seed=5, trumps="hcsd", aside=["", "9c", "", ""])
    play(match.deal, random.Random(1))
    match.next(start=housu.Deal.from_snapshot(later.snapshot()))
    assert match.aside == ["", "9c", "", ""]
    check_round_trip(match)


def test_an_interrupted_match_goes_on_as_if_it_had_not_been() -> None:
    for rules in ("zalupa", "poytapaska+stalemate_after=40", "pagat+after_draw=continue+stalemate_after=40"):
        alone, stopped = housu.Match(rules, seed=11, dealer=0), housu.Match(rules, seed=11, dealer=0)
        dice, other_dice = random.Random(5), random.Random(5)
        for _ in range(3):
            for step in range(10**6):
                if alone.deal.to_act is None:
                    break
                alone.deal.act(str(dice.choice(alone.deal.actions())))
                stopped.deal.act(str(other_dice.choice(stopped.deal.actions())))
                if step % 19 == 3:
                    stopped = housu.Match.from_record(Record.loads(stopped.record().dumps()), seed=11)
            assert stopped.deal.snapshot() == alone.deal.snapshot()
            assert stopped.record() == alone.record()
            alone.next()
            stopped.next()


def test_the_end_of_a_match_is_kept() -> None:
    match = housu.Match("pagat", 3, seed=1, losses=2)
    play(match.deal, random.Random(1))
    again = housu.Match.from_record(Record.loads(match.record().dumps()))
    assert (again.most_losses, again.most_deals) == (2, None)
    wrong = match.record().dumps().replace("losses = 2", 'losses = "two"')
    with pytest.raises(housu.RecordError, match="at least 1"):
        Record.loads(wrong)


def test_a_continued_match_without_seed_gets_new_packs() -> None:
    match = housu.Match("pagat", 4, seed=1)
    play(match.deal, random.Random(1))
    decks = {housu.Match.from_record(match.record()).next().deck for _ in range(3)}
    assert len(decks) == 3
    assert match.next().deck not in decks


# --- the file ---


def test_the_layout_of_a_file() -> None:
    deck = housu.Deal.start("pagat", 2, seed=1).deck
    match = housu.Match("pagat", 2, dealer=1, deck=deck)
    text = match.record(
        ["Aino", "greedy"], ["", "greedy"], dt.datetime(2026, 11, 29, 18, tzinfo=dt.UTC)
    ).dumps()
    assert text == (
        'housu = 1\ngame = "paskahousu"\nrules = "pagat"\nseats = ["Aino", "greedy"]\nbots = ["", "greedy"]\n'
        f'date = 2026-11-29T18:00:00Z\nsoftware = "housu {housu.__version__}"\n\n'
        f'[[deal]]\ndealer = 1\ndeck = "{deck}"\nactions = """\n"""\n'
    )


def test_unknown_keys_and_comments_are_kept() -> None:
    record = whole(deals=1)
    record.extra = {
        "place": "Oulu",
        "o k": {"a": [1, 2.5, True, dt.date(2026, 1, 2), dt.time(3, 4)], "b": {}},
    }
    record.deals[0].extra = {"mood": 'bad \\ """ \t'}
    record.deals[0].comments = {-1: "before", 0: 'a "good" start \\', 2: "# two"}
    again = Record.loads(record.dumps())
    assert again.extra == record.extra
    assert again.deals[0].extra == record.deals[0].extra
    assert again.deals[0].comments == record.deals[0].comments
    assert again.dumps() == record.dumps()


def test_a_file_written_by_hand_is_read() -> None:
    text = (GOLDEN / "by-hand.housu").read_text("utf-8")
    record = Record.loads(text)
    assert record.deals[0].actions[1] == (1, "7h")
    assert record.deals[0].comments == {-1: "the story so far", 0: "any comment", 1: "own line"}
    assert Record.loads(text.replace("\n", "\r\n")) == record


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.housu")), ids=lambda path: path.stem)
def test_golden_files_are_read_for_ever(path: Path) -> None:
    record = Record.load(path)
    if path.stem != "by-hand":
        assert record.dumps() == path.read_text("utf-8")


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text()
    | st.dates()
    | st.times()
    | st.datetimes(timezones=st.just(dt.UTC) | st.none()),
    lambda inner: st.lists(inner.filter(lambda value: value is not None)) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=60)
@given(st.dictionaries(st.text(), values, max_size=5))
def test_every_value_is_written_so_that_toml_reads_it(data: dict[str, Any]) -> None:
    def without_none(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without_none(inner) for key, inner in value.items() if inner is not None}
        return [without_none(inner) for inner in value] if isinstance(value, list) else value

    text = "\n".join(writing._pairs((key, value) for key, value in data.items() if value is not None))
    assert tomllib.loads(text) == without_none(data)


def test_half_a_surrogate_pair_in_a_name_does_no_harm(tmp_path: Path) -> None:
    record = whole(deals=1)
    record.seats[0] = "\ud83d"
    record.save(tmp_path / "a.housu")
    assert Record.load(tmp_path / "a.housu").seats[0] == "?"


def test_saving_replaces_the_file_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.housu"
    old, new = whole(deals=1), whole(deals=2)
    old.save(path)
    path.chmod(0o640)

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", fail)
        with pytest.raises(housu.RecordError, match=r"a\.housu.*No space left"):
            new.save(path)
    assert Record.load(path) == old
    new.save(path)
    assert Record.load(path) == new
    assert path.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in tmp_path.iterdir()] == ["a.housu"]


def test_a_link_to_a_file_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.housu"
    link.symlink_to(tmp_path / "real" / "a.housu")
    whole(deals=1).save(link)
    assert link.is_symlink()
    assert Record.load(tmp_path / "real" / "a.housu") == Record.load(link)


@pytest.mark.parametrize("path", ["missing.housu", ".", "a\0b", "x" * 300])
def test_files_that_cannot_be_read(path: str, tmp_path: Path) -> None:
    with pytest.raises(housu.RecordError) as caught:
        Record.load(tmp_path / path)
    assert caught.value.key == "error.record.file"
    assert all(caught.value.say(language) for language in LANGUAGES)


# --- damage ---

LINE = re.compile(r"^(\d+) (\S+)$", re.MULTILINE)


def actions_of(text: str) -> list[re.Match[str]]:
    return list(LINE.finditer(text))


def with_action(text: str, number: int, line: str) -> str:
    """The text with another line in the place of an action (from 0, over all deals)."""
    action = actions_of(text)[number]
    return text[: action.start()] + line + text[action.end() :]


def error_of(read: Callable[[Any], Record], data: Any) -> housu.RecordError | None:
    try:
        read(data)
    except housu.RecordError as error:
        return error
    return None


def refused(text: str, key: str) -> housu.RecordError:
    """The error of a text, which must have one sentence in every language and a good part that holds by itself."""
    with pytest.raises(housu.RecordError) as caught:
        Record.loads(text)
    error = caught.value
    assert error.key == key, error
    for language in LANGUAGES:
        said = error.say(language)
        assert "\n" not in said
        assert len(said) < 500
    if error.read is not None:
        verify(error.read)
        if error.read.deals:
            assert Record.loads(error.read.dumps()) == error.read
    return error


def kept(error: housu.RecordError) -> tuple[int, int]:
    """How many deals are kept, and how many actions of the last."""
    assert error.read is not None
    return len(error.read.deals), len(error.read.deals[-1].actions) if error.read.deals else 0


TEXT = whole().dumps()
FIRST = len(whole().deals[0].actions)  # how many actions the first deal has
SECOND = len(whole().deals[1].actions)


def test_cut_in_the_middle_of_an_action() -> None:
    at = actions_of(TEXT)[FIRST + 9]
    error = refused(TEXT[: at.end() - 1], "error.record.cut")
    assert kept(error) == (2, 9)
    assert error.data["line"] == TEXT.count("\n", 0, at.end()) + 1


@pytest.mark.parametrize("share", [0.05, 0.2, 0.33, 0.5, 0.77, 0.95, 0.999])
def test_cut_anywhere(share: float) -> None:
    text = TEXT[: int(len(TEXT) * share)]
    with pytest.raises(housu.RecordError) as caught:
        Record.loads(text)
    ends = [match.start() for match in re.finditer(r"^check = .*$", TEXT, re.MULTILINE)]
    complete = sum(end < len(text) for end in ends)
    assert (complete, share) in {(0, 0.05), (0, 0.2), (0, 0.33), (1, 0.5), (2, 0.77), (2, 0.95), (3, 0.999)}
    if complete:
        assert caught.value.read is not None
        assert len(caught.value.read.deals) >= complete


def test_cut_before_the_result() -> None:
    error = refused(TEXT[: TEXT.rindex("result =")], "error.record.no_result")
    assert kept(error)[0] == 3
    assert str(whole().deals[2].result["loser"]) in str(error)  # type: ignore[index]


def test_lines_in_another_order() -> None:
    lines = TEXT.split("\n")
    at = TEXT.count("\n", 0, actions_of(TEXT)[5].start())
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    error = refused("\n".join(lines), "error.record.seat")
    assert kept(error) == (1, 5)
    assert (error.data["deal"], error.data["action"]) == (1, 6)


def test_deals_in_another_order() -> None:
    head, one, two, three = TEXT.split("\n[[deal]]")
    text = f"{head}\n[[deal]]{one}\n[[deal]]{three}\n[[deal]]{two}"
    assert kept(refused(text, "error.record.dealer")) == (1, FIRST)


def test_a_card_of_the_pack_changed() -> None:
    deck = whole().deals[1].deck
    assert deck is not None
    error = refused(TEXT.replace(deck, deck[3:5] + deck[2:]), "error.record.pack")
    assert "Deal 2" in str(error)
    assert kept(error) == (1, FIRST)
    assert refused(TEXT.replace(deck, deck[:-3]), "error.record.pack").data["deal"] == 2
    assert refused(TEXT.replace(deck, "Xx" + deck[2:]), "error.record.pack").data["deal"] == 2


def test_two_cards_of_the_pack_exchanged() -> None:
    """A pack that could be, but isn't the one: some action or the check can't fit any more."""
    record = whole(deals=1)
    assert record.deals[0].deck is not None
    cards = record.deals[0].deck.split()
    harmless = 0
    for at in range(51):
        other = [*cards[:at], cards[at + 1], cards[at], *cards[at + 2 :]]
        record.deals[0].deck = " ".join(other)
        error = error_of(Record.loads, record.dumps())
        if error is None:  # one player got both, and it makes no difference
            harmless += 1
        else:
            kinds = ("action", "seat", "check", "result")
            assert error.key in {f"error.record.{kind}" for kind in kinds}
    assert harmless <= 20


def test_a_card_of_an_action_changed() -> None:
    at = next(n for n, action in enumerate(actions_of(TEXT)) if n > 10 and action[2][-1] in "cdhs")
    seat, card = actions_of(TEXT)[at].groups()
    other = "2c" if card != "2c" else "3c"
    error = refused(with_action(TEXT, at, f"{seat} {other}"), "error.record.action")
    assert kept(error) == (1, at)
    assert other in str(error)
    assert card in str(error)  # what was possible is named


def test_an_illegal_action_inserted() -> None:
    seat = actions_of(TEXT)[7][1]
    error = refused(with_action(TEXT, 7, f"{seat} pass\n{actions_of(TEXT)[7][0]}"), "error.record.action")
    assert kept(error) == (1, 7)
    assert "pass" in str(error)
    assert isinstance(error.data["reason"], housu.IllegalAction)
    assert error.data["reason"].clause == "P27"


def test_a_legal_action_of_another_seat_inserted() -> None:
    seat = int(actions_of(TEXT)[7][1])
    error = refused(
        with_action(TEXT, 7, f"{(seat + 1) % 4} pickup\n{actions_of(TEXT)[7][0]}"), "error.record.seat"
    )
    assert (error.data["seat"], error.data["turn"]) == ((seat + 1) % 4, seat)


def test_actions_after_the_end() -> None:
    text = with_action(TEXT, FIRST - 1, actions_of(TEXT)[FIRST - 1][0] + "\n0 pickup")
    error = refused(text, "error.record.after_end")
    assert kept(error) == (1, FIRST)
    assert error.data["action"] == FIRST + 1


@pytest.mark.parametrize(
    "line", ["pickup", "0", "0pickup x", "x pickup", "-1 pickup", "999 pickup", "٣ pickup"]
)
def test_a_line_that_is_no_action(line: str) -> None:
    error = refused(with_action(TEXT, 4, line), "error.record.line")
    assert kept(error) == (1, 4)
    assert error.data["action"] == 5


def test_nonsense_as_an_action() -> None:
    seat = actions_of(TEXT)[4][1]
    for text in ("hello", "??", "7h7h7h7h7h7h7h7h7h", "blind9", "!", "💩"):
        assert kept(refused(with_action(TEXT, 4, f"{seat} {text}"), "error.record.action")) == (1, 4)


def test_wrong_results() -> None:
    record = whole()
    good = record.deals[1].result
    assert good is not None
    loser = good["loser"]
    for wrong in (
        {**good, "loser": (loser + 1) % 4},
        {**good, "order": list(reversed(good["order"]))},
        {**good, "order": good["order"][:-1]},
        {"stalemate": True, "order": []},
        {**good, "stalemate": True},
        {**good, "loser": str(loser)},
        {**good, "loser": bool(loser)},
        {},
    ):
        record.deals[1].result = wrong
        error = refused(record.dumps(), "error.record.result")
        assert kept(error) == (2, SECOND)
        assert f"loser = {loser}" in str(error)
    record.deals[1].result = {**good, "note": "kept"}
    assert Record.loads(record.dumps()) == record


def test_a_wrong_check() -> None:
    check = whole().deals[1].check
    assert check is not None
    error = refused(TEXT.replace(check, "0" * 16), "error.record.check")
    assert kept(error) == (2, SECOND)
    assert check in str(error)
    assert Record.loads(re.sub(r"check = .*\n", "", TEXT)).deals[0].check is None


def test_the_check_is_what_the_format_says() -> None:
    deal = housu.Deal.start("pagat", 2, seed=1)
    play(deal, random.Random(1))
    text = json.dumps(deal.snapshot(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert DealRecord.of(deal).check == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_a_result_before_the_end() -> None:
    record = whole(deals=1)
    record.deals[0].actions.pop()
    error = refused(record.dumps(), "error.record.not_over")
    assert kept(error) == (1, FIRST - 1)


def test_an_unfinished_deal_with_others_after_it() -> None:
    record = whole()
    record.deals[0] = DealRecord(
        record.deals[0].dealer, record.deals[0].deck, actions=record.deals[0].actions[:5]
    )
    assert kept(refused(record.dumps(), "error.record.unfinished")) == (1, 5)


def test_deals_after_the_end_of_the_match() -> None:
    text = TEXT.replace('software = "', 'ends = { deals = 2 }\nsoftware = "')
    assert kept(refused(text, "error.record.after_match"))[0] == 2


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("housu = 1", "housu = 2", "error.record.version"),
        ("housu = 1", "housu = 99999999999999999999999999", "error.record.version"),
        ("housu = 1\n", "", "error.record.missing"),
        ("housu = 1", "housu = true", "error.record.type"),
        ("housu = 1", 'housu = "1"', "error.record.type"),
        ('game = "paskahousu"', 'game = "zalupa"', "error.record.game"),
        ('game = "paskahousu"', "game = 1", "error.record.type"),
        ('rules = "pagat"', 'rules = "pogat"', "error.record.field"),
        ('rules = "pagat"', 'rules = "pagat+singles=threes"', "error.record.field"),
        ('rules = "pagat"', 'rules = "black"', "error.record.action"),
        ('rules = "pagat"\n', "", "error.record.missing"),
        (', "player 3"', "", "error.record.seat"),
        ('"player 3"', "3", "error.record.type"),
        ('seats = ["player 0", ', "seats = 4 # ", "error.record.type"),
        ("software = ", "bots = []\nbots = ", "error.record.toml"),
        ("software = ", 'bots = ["x"]\nsoftware = ', "error.record.bots"),
        ("software = ", 'trumps = "hcsd"\nsoftware = ', "error.record.deal"),
        ("software = ", "date = 5\nsoftware = ", "error.record.type"),
        ("dealer = 1\n", "", "error.record.deal"),
        ("dealer = 1", "dealer = 4", "error.record.deal"),
        ("dealer = 1", 'dealer = "x"', "error.record.deal"),
        ("dealer = 1", "dealer = 2", "error.record.action"),
        ("deck = ", "neck = ", "error.record.deck_or_start"),
        ("[[deal]]", "[deal]", "error.record.toml"),
        ('actions = """', "actions = 3 #", "error.record.toml"),
        ('actions = """', 'actions = 3\nrest = """', "error.record.deal"),
        ("[[deal]]", "[[", "error.record.toml"),
        ("housu = 1", "housu = 1\nx = " + "[" * 100_000, "error.record.nested"),
        ("housu = 1", "housu = 1\nx = " + "9" * 10_000, "error.record.syntax"),
        ("result = ", "result = 3 #", "error.record.deal"),
    ],
)
def test_damaged_fields(old: str, new: str, key: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new) if old == "[[deal]]" and new == "[deal]" else TEXT.replace(old, new, 1)
    with pytest.raises(housu.RecordError) as caught:
        Record.loads(text)
    if key == "error.record.nested":  # newer Pythons say it themselves
        assert caught.value.key in {key, "error.record.toml", "error.record.syntax"}
    elif (old == 'rules = "pagat"' and new == 'rules = "black"') or new == "dealer = 2":
        assert caught.value.key in {key, "error.record.seat", "error.record.check"}
    else:
        assert caught.value.key == key, caught.value
    assert all(caught.value.say(language) for language in LANGUAGES)


def test_the_other_game_as_rules() -> None:
    error = refused(
        TEXT.replace('game = "paskahousu"\nrules = "pagat"', 'rules = "zalupa"'), "error.record.missing"
    )
    assert error.data["field"] == "trumps"


def test_empty_files(tmp_path: Path) -> None:
    assert refused("", "error.record.empty").read is None
    refused(" \n\t\n", "error.record.empty")
    error = refused(TEXT[: TEXT.index("[[deal]]")], "error.record.no_deals")
    assert error.read is not None
    assert error.read.seats == whole().seats
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(housu.RecordError, match="nothing in the record"):
        Record.load(tmp_path / "a")


def test_text_that_is_not_utf8(tmp_path: Path) -> None:
    data = TEXT.encode().replace(b"player 2", b"p\xe4\xe4")
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(housu.RecordError, match=r"line 4 \(byte \d+\) is not UTF-8"):
        Record.load(tmp_path / "a")
    (tmp_path / "b").write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert Record.load(tmp_path / "b") == whole()


def test_a_huge_file(tmp_path: Path) -> None:
    with (tmp_path / "a").open("wb") as file:
        file.truncate(10**10)  # takes no room on the disk, and must take none in memory
    with pytest.raises(housu.RecordError, match="at most 8 MiB"):
        Record.load(tmp_path / "a")
    refused("#" * (model.MOST_BYTES + 1), "error.record.large")
    record = whole(deals=1)
    record.extra["x"] = "x" * model.MOST_BYTES
    with pytest.raises(housu.RecordError, match="at most 8 MiB"):
        record.save(tmp_path / "b")


def test_too_many_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("housu.record.reading.MOST_ACTIONS", FIRST + 3)
    assert kept(refused(TEXT, "error.record.many")) == (2, 3)


def test_too_many_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("housu.record.reading.MOST_DEALS", 2)
    assert kept(refused(TEXT, "error.record.many_deals")) == (0, 0)


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 400_000 + " = 1",
        "x = " + "{a." * 100_000,
        "\n".join("[" + "a." * 400 + f"a{n}]" for n in range(400)),
        "[[deal]]\ndeck = ''\ndealer = 0\nactions = '''\n" + "# a\n" * 300_000 + "'''",
        "[[deal]]\n" * 100_000,
        "x = [" + "[" * 500_000,
        "x = " + "1" * 400_000,
        "# " + "." * 1_000_000,
    ],
    ids=["dots", "tables", "headings", "comments", "deals", "lists", "digits", "comment"],
)
def test_no_small_file_keeps_the_reader_busy(text: str) -> None:
    header = 'housu = 1\nrules = "pagat"\nseats = ["a", "b"]\n'
    started = time.process_time()
    assert error_of(Record.loads, header + text) is not None
    assert time.process_time() - started < 8


def test_start_and_deck_together() -> None:
    record = whole(deals=1)
    record.deals[0].start = housu.Deal.start("pagat", 4, seed=1).snapshot()
    refused(record.dumps(), "error.record.deck_or_start")


def test_damaged_positions() -> None:
    deal = housu.Deal.start("pagat", 3, seed=1)
    play(deal, random.Random(1), 10)
    record = housu.Match(start=housu.Deal.from_snapshot(deal.snapshot())).record()
    start = dict(record.deals[0].start or {})
    for changes in (
        {"rules": "black"},
        {"hands": ["3c", "3d"]},
        {"hands": 3},
        {"stock": "Zz"},
        {"hands": ["3c", "3c", ""]},
    ):
        record.deals[0].start = {**start, **changes}
        assert kept(refused(record.dumps(), "error.record.deal")) == (0, 0)
    record.deals[0].start = {**start, "dealer": 1}
    assert refused(record.dumps(), "error.record.dealer").data["turn"] == 1
    record.deals[0].start = start
    assert Record.loads(record.dumps()) == record


def test_a_position_with_other_trumps_than_the_match() -> None:
    start = housu.Deal.start("zalupa", seed=1, trumps="shdc").snapshot()
    text = housu.Match(start=housu.Deal.from_snapshot(start)).record().dumps()
    assert Record.loads(text).trumps == "shdc"
    refused(text.replace('trumps = "shdc"', 'trumps = "hcsd"', 1), "error.record.deal")


# --- fair deals ---


def fair_record(last: str = "02" * 32) -> Record:
    secret, nonces = "ab" * 32, ["01" * 32, "", last]
    pack = [rank + suit for rank in "3456789TJQKA2" for suit in "cdhs"]
    deck = " ".join(shuffled(pack, fair.key(secret, nonces)))
    match = housu.Match("pagat", 3, dealer=0, deck=deck)
    play(match.deal, random.Random(1))
    record = match.record()
    record.deals[0].fair = {"commitment": fair.commitment(secret), "secret": secret, "nonces": nonces}
    return record


def test_fair_deals_are_proved() -> None:
    record = fair_record()
    assert Record.loads(record.dumps()) == record


@pytest.mark.parametrize(
    "changes",
    [
        {"secret": "ac" * 32},
        {"secret": "no digits"},
        {"secret": 3},
        {"nonces": ["01" * 32, "", "03" * 32]},
        {"nonces": ["01" * 32, ""]},
        {"nonces": [1, 2, 3]},
        {"nonces": ["01" * 300, "", ""]},
        {"nonces": None},
        {"commitment": "00" * 32},
        {"commitment": None, "secret": None},
    ],
)
def test_unfair_deals_are_found(changes: dict[str, Any]) -> None:
    record = fair_record()
    assert record.deals[0].fair is not None
    record.deals[0].fair = {**record.deals[0].fair, **changes}
    assert kept(refused(record.dumps(), "error.record.fair")) == (0, 0)


def test_a_nonce_that_nobody_drew_by_lot_proves_nothing() -> None:
    """Whoever knows the rest could try short nonces, or those of a bot, until the pack suits somebody."""
    record = fair_record("02" * 32)
    for bots, held in ((["", "keeper", ""], True), (["", "", "keeper"], False)):
        record.bots = bots
        if held:
            assert Record.loads(record.dumps()) == record
        else:
            refused(record.dumps(), "error.record.fair")
    for nonce in ("02", "02" * 31, "02" * 33):
        refused(fair_record(nonce).dumps(), "error.record.fair")


# --- fuzz ---


def attempt(read: Callable[[Any], Record], data: Any) -> None:
    error = error_of(read, data)
    if error is not None:
        assert all(error.say(language) for language in LANGUAGES)
        if error.read is not None:
            verify(error.read)


@given(st.text())
@example("=")
def test_any_text_is_read_or_refused(text: str) -> None:
    attempt(Record.loads, text)


@given(
    st.lists(
        st.tuples(
            st.floats(0, 1),
            st.sampled_from(["cut", "double", "drop", "insert", "swap"]),
            st.text(max_size=3)
            | st.sampled_from(['"""', "\n", "[[deal]]", "pickup", "[", "= ", "1e9999", "2c "]),
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from([TEXT, whole("zalupa", 2).dumps(), whole("poytapaska+stalemate_after=40", 1, 2).dumps()]),
)
def test_damaged_records_are_read_or_refused(damage: list[tuple[float, str, str]], text: str) -> None:
    for where, how, what in damage:
        at = int(where * len(text))
        if how == "cut":
            text = text[:at]
        elif how == "double":
            text = text[:at] + text[max(0, at - 30) :]
        elif how == "drop":
            text = text[:at] + text[at + 1 + len(what) :]
        elif how == "insert":
            text = text[:at] + what + text[at:]
        else:
            text = text[:at] + text[at + 10 : at + 20] + text[at : at + 10] + text[at + 20 :]
    attempt(Record.loads, text)


shapes = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=3) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
NAMES = ["housu", "game", "rules", "seats", "bots", "date", "software", "trumps", "ends", "deal"]
DEAL_NAMES = ["dealer", "deck", "start", "actions", "result", "check", "fair"]


@given(st.data())
def test_wrong_shapes_are_refused(data: st.DataObject) -> None:
    """Any value in the place of any field."""
    read = tomllib.loads(data.draw(st.sampled_from([TEXT, whole("zalupa", 2).dumps()])))
    if data.draw(st.booleans()):
        read[data.draw(st.sampled_from(NAMES))] = data.draw(shapes)
    else:
        deal = data.draw(st.sampled_from(read["deal"]))
        deal[data.draw(st.sampled_from(DEAL_NAMES))] = data.draw(shapes)
    attempt(from_data, read)


# --- replay ---


def test_a_replay_goes_anywhere() -> None:
    record = whole("poytapaska+stalemate_after=40", 3, 3)
    replay = Replay(record)
    seen = {}
    while True:
        place = (replay.deal_number, replay.done)
        seen[place] = json.dumps(
            [replay.snapshot(), replay.view(1), replay.view(None), replay.events(2), replay.log()]
        )
        if not replay.forward():
            break
    assert len(seen) == sum(len(deal.actions) + 1 for deal in record.deals)
    assert place == (2, len(record.deals[2].actions))
    places = list(seen)
    backwards = [place]
    while replay.back():
        backwards.append((replay.deal_number, replay.done))
    assert backwards == places[::-1]
    rng = random.Random(1)
    for _ in range(60):
        place = rng.choice(places)
        (replay if rng.random() < 0.8 else (replay := Replay(record))).go(*place)
        now = [replay.snapshot(), replay.view(1), replay.view(None), replay.events(2), replay.log()]
        assert json.dumps(now) == seen[place]
        assert (replay.deal_number, replay.done) == place


def test_a_replay_shows_what_a_seat_could_know() -> None:
    record = whole("pagat", 1, 3)
    replay = Replay(record)
    deal = housu.Deal.start("pagat", 3, 1, deck=record.deals[0].deck)
    assert replay.events(0) == housu.project(deal.events, 0)
    assert replay.last is None
    for seat, text in record.deals[0].actions:
        assert replay.next == (seat, text)
        events = deal.act(text)
        assert replay.forward()
        assert replay.last == (seat, text)
        assert replay.view(2) == deal.view(2)
        assert replay.snapshot() == deal.snapshot()
        assert replay.events(1) == housu.project(events, 1)
        assert replay.events(everything=True) == events
        assert replay.log() == deal.events
    assert replay.next is None
    assert replay.deal().events == deal.events
    assert replay.losses == [int(seat == record.deals[0].result["loser"]) for seat in range(3)]  # type: ignore[index]


def test_a_deal_taken_from_a_replay_is_ones_own() -> None:
    replay = Replay(whole("pagat", 1, 3), 0, 3)
    before = replay.snapshot()
    play(replay.deal(), random.Random(2))
    replay.log().clear()
    replay.events(everything=True)[0].clear()
    assert replay.snapshot() == before
    assert all(replay.log())


def test_equal_actions_are_told_apart_by_their_place() -> None:
    record = whole("pagat", 1, 2)
    texts = [text for _, text in record.deals[0].actions]
    again = next(at for at, text in enumerate(texts) if text in texts[:at])
    replay = Replay(record, 0, again + 1)
    deal = housu.Deal.start("pagat", 2, 1, deck=record.deals[0].deck)
    for text in texts[: again + 1]:
        deal.act(text)
    assert replay.snapshot() == deal.snapshot()


def test_places_that_are_not_there() -> None:
    replay = Replay(whole(deals=1))
    for place in ((1, 0), (-1, 0), (0, -1), (0, FIRST + 1)):
        with pytest.raises(housu.RecordError):
            replay.go(*place)
    assert (replay.deal_number, replay.done) == (0, 0)
    with pytest.raises(housu.RecordError, match="no deal"):
        Replay(Record("pagat", ["a", "b"]))


def test_the_good_part_of_a_damaged_record_can_be_replayed_and_continued() -> None:
    seat = actions_of(TEXT)[FIRST + 5][1]
    error = refused(with_action(TEXT, FIRST + 5, f"{seat} pass"), "error.record.action")
    assert error.read is not None
    replay = Replay(error.read, 1, 5)
    match = housu.Match.from_record(error.read)
    assert match.deal.snapshot() == replay.snapshot()
    play(match.deal, random.Random(1))
    assert match.deal.outcome is not None


def test_a_long_deal_is_stepped_through_without_playing_it_all_again() -> None:
    match = housu.Match("pagat+stalemate_after=2000", 4, seed=2, dealer=0)
    play(match.deal, random.Random(4), 600)
    replay = Replay(match.record())
    assert replay.actions() > 400
    replay.go(0, replay.actions())
    acted = 0
    act = housu.Deal.act

    def counted(deal: housu.Deal, action: Any) -> list[dict[str, Any]]:
        nonlocal acted
        acted += 1
        return act(deal, action)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(housu.Deal, "act", counted)
        for _ in range(50):
            replay.back()
    assert acted <= 50 * KEPT
