"""Looking back: what was given away is found, by what the seat could know, and told in three languages."""

from __future__ import annotations

import io
import json

import pytest

from housu.bots import review, search, solve
from housu.deal import Deal
from housu.record import DealRecord, Record
from housu.terminal.table import Table
from housu.text import languages


@pytest.fixture
def record(monkeypatch):
    """A set-up endgame in which seat 0 throws a won position away: it should lead the king (`test_solver`)."""
    monkeypatch.setattr(search, "best_speed", lambda: "plain")
    match = Record.loads(
        f"""housu = 1
game = "paskahousu"
rules = "pagat"
seats = ["Aino", "Väinö"]
[[deal]]
actions = '''
0 3c
1 4h
0 pickup
'''
[deal.start]
hands = {json.dumps(["Kc 3c", "4h 5h 6h"])}
"""
    )
    assert len(match.deals[0].actions) == 3
    return match


def test_the_slip_is_found(record):
    slips = review.review(record, iterations=4)
    worst = slips[0]
    assert (worst.deal, worst.action, worst.seat, worst.played, worst.better) == (1, 1, 0, "3c", "Kc")
    assert worst.cost == 1.0


@pytest.mark.parametrize(("worth", "kept"), [(solve.WIN, 1), (solve.LOSS, 2)])
def test_an_action_of_unknown_worth_loses_only_where_every_one_does(worth, kept):
    choices = (solve.Choice(1, worth, 3), solve.Choice(2, None, 0))
    found = search._solved(solve.Solution(worth, 3, choices))
    assert [candidate.worth for candidate in found] == kept * [search.WORTH[worth]]


@pytest.mark.parametrize(("hand", "played", "cost"), [("Kc Qd", "Kc", 0), ("Kc Qd 3c", "Kc", 1.0)])
def test_an_action_that_the_solver_left_open_is_looked_at(record, monkeypatch, hand, played, cost):
    """It may stop at the first action that wins: the one that was played is judged by what comes after it."""
    whole = solve.Solver.solve

    def first_alone(solver, rules, s):
        found = whole(solver, rules, s)
        assert found
        best, *rest = found.choices
        unknown = [solve.Choice(choice.code, None, 0) for choice in rest]
        return solve.Solution(found.worth, found.actions, (best, *unknown))

    monkeypatch.setattr(solve.Solver, "solve", first_alone)
    record.deals[0].actions = [(0, played)]
    record.deals[0].start["hands"][0] = hand
    slips = review.review(record, iterations=4)
    assert [slip.cost for slip in slips] == ([cost] if cost else [])


@pytest.mark.parametrize(
    ("rules", "start", "typed", "means"),
    [
        ("pagat", {"hands": ["Th 3c Kh", "4h 5h 6h"]}, "10H", "Th"),
        ("pagat", {"hands": ["Th Td Kh", "4h 5h 6h"]}, "td 10h", "TdTh"),
        ("pagat", {"hands": ["3c Kh", "4h 5h 6h"], "pile": "Ad"}, "PickUp", "pickup"),
        (
            "zalupa",
            {
                "hands": ["Th Kh", "9c", "Tc", "9d"],
                "trumps": "cdhs",
                "pile": "9h",
                "led_by": 3,
                "phase": "beat",
            },
            "10h!",
            "Th!",
        ),
    ],
)
def test_actions_may_be_spelt_as_people_type_them(rules, start, typed, means, monkeypatch):
    """What is read is written in one way, so that whoever looks at it knows it again."""
    monkeypatch.setattr(search, "best_speed", lambda: "plain")
    deal = Deal.from_snapshot({"rules": rules, **start})
    deal.act(typed)
    assert deal.history == [(0, means)]
    typed_in = DealRecord(deal.dealer, start=deal.position, actions=[(0, typed)])
    match = Record(
        deal.rules.written, ["Aino"] * deal.seats, [typed_in], trumps=deal.snapshot().get("trumps")
    )
    read = Record.loads(match.dumps())
    assert read.deals[0].actions == deal.history
    assert all(slip.played == means for slip in review.review(read, iterations=1))


@pytest.mark.parametrize("lang", languages)
def test_it_is_told(record, lang):
    lines = review.told(review.review(record, iterations=4), record.seats, lang)
    assert "Aino" in lines[0]
    assert "100" in lines[1]
    assert any("Väinö" in line for line in lines)
    points = {"en": "100 percentage points", "fi": "100 prosenttiyksikköä", "ru": "100 процентных пунктов"}
    assert points[lang] in lines[1], "a difference of shares is no share of its own"


@pytest.mark.parametrize(
    ("cost", "words"), [(0.014, "one percentage point higher"), (0.004, "nothing better")]
)
def test_little_is_told_as_little(cost, words):
    lines = review.told([review.Slip(1, 1, 0, "3c", "Kc", cost)], ["Aino"], "en")
    assert words in lines[-1]


def test_seats_of_one_name_are_told_apart(record, tmp_path, monkeypatch, capsys):
    """A record of the web calls each bot after its kind."""
    from housu.cli import main

    record.seats = ["keeper", "keeper"]
    record.save(tmp_path / "web.housu")
    for command in ("review --playouts 4", "replay --plain --step 1"):
        words = command.split()
        monkeypatch.setattr("sys.stdin", io.StringIO())
        monkeypatch.setattr("sys.argv", ["housu", words[0], str(tmp_path / "web.housu"), *words[1:]])
        with pytest.raises(SystemExit):
            main()
        said = capsys.readouterr().out
        assert "keeper 1:" in said
        assert "keeper 2:" in said
    assert Table.open(tmp_path / "web.housu", 0, "").names == ["keeper 1", "keeper 2"]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["A", "B"], ["A", "B"]),
        (["A", "keeper", "keeper"], ["A", "keeper 2", "keeper 3"]),
        (["keeper 1", "keeper", "keeper"], ["keeper 1", "keeper 2", "keeper 3"]),
        (["x 1", "x", "x", "x 1"], ["x 1 1", "x 2", "x 3", "x 1 4"]),
        (["", ""], ["1", "2"]),
    ],
)
def test_names_are_numbered_only_where_they_stand_twice(names, shown):
    assert Record("pagat", names).players == shown


def test_commands(record, tmp_path, monkeypatch, capsys):
    """`housu solve` and `housu review` on files, and what they refuse."""
    from housu.cli import main

    position = tmp_path / "position.json"
    position.write_text(json.dumps({"rules": "pagat", "hands": ["Kc 3c", "4h 5h 6h"]}), "utf-8")
    saved = tmp_path / "match.housu"
    record.save(saved)

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["housu", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        return stopped.value.code or 0, capsys.readouterr()

    status, output = run("solve", position, "--lang", "en")
    assert status == 0
    assert output.out.splitlines()[0].startswith("K♣: wins by force, 3 actions")
    status, output = run("solve", position, "--json")
    assert json.loads(output.out)["worth"] == 1
    status, output = run("review", saved, "--playouts", "4", "--lang", "en")
    assert status == 0
    assert "3♣; better K♣" in output.out
    position.write_text("nonsense", "utf-8")
    status, output = run("solve", position, "--lang", "en")
    assert status == 2
    assert "no JSON" in output.err
    position.write_text(json.dumps({"rules": "pagat", "hands": ["Kc", "4h", "5c"], "stock": "6c"}), "utf-8")
    status, output = run("solve", position, "--lang", "en")
    assert status == 2
    assert "can't be solved" in output.err
