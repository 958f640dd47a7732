"""Somebody's own bot: asked in its own process, replaced for an action when it fails, and told of."""

from __future__ import annotations

import time

import pytest

import housu
from housu import bots
from housu.bots.guest import ENDED, ILLEGAL, LATE, RAISED, Guest
from housu.errors import HousuError
from housu.text import languages
from tests.support import guests

HERE = guests.__name__


@pytest.fixture(name="view")
def some_view() -> dict[str, object]:
    deal = housu.Deal.start("pagat", 3, seed=4)
    deal.act(deal.actions()[0])
    return deal.view(deal.to_act)


def test_a_guest_chooses(view: dict[str, object]) -> None:
    guest = Guest(f"{HERE}:Last")
    assert guest.choose(view) == view["legal"][-1]  # type: ignore[index]
    assert not guest.faults


def test_a_guest_may_hear_the_events_and_its_dice_are_seeded() -> None:
    deal = housu.Deal.start("pagat", 3, seed=4)
    deal.act(deal.actions()[0])
    view, events = deal.view(deal.to_act), housu.project(deal.events, deal.to_act)

    def choices(seed: int) -> list[str]:
        guest = Guest(f"{HERE}:Listening", seed)
        found = [guest.choose(view, events) for _ in range(12)]
        assert not guest.faults
        return found

    assert choices(1) == choices(1) != choices(2)


@pytest.mark.parametrize("kind", ["Talkative", "Scribbling"])
def test_what_it_prints_is_no_answer(kind: str, view: dict[str, object]) -> None:
    guest = Guest(f"{HERE}:{kind}")
    assert guest.choose(view) == view["legal"][0]  # type: ignore[index]
    assert not guest.faults


@pytest.mark.parametrize(
    ("kind", "fault", "what"),
    [
        ("Nonsense", ILLEGAL, "castle"),
        ("Nothing", ILLEGAL, "None"),
        ("Raises", RAISED, "KeyError: 'plan'"),
        ("Late", LATE, "0.2 s"),
        ("Ends", ENDED, "ended"),
    ],
)
def test_one_that_fails_is_replaced_and_reported(
    kind: str, fault: str, what: str, view: dict[str, object]
) -> None:
    guest = Guest(f"{HERE}:{kind}", deadline=0.2 if kind == "Late" else 10)
    wanted = bots.make("greedy").choose(view)
    assert [guest.choose(view) for _ in range(2)] == [wanted, wanted]
    assert dict(guest.faults) == {fault: 2}
    assert len(guest.reports) == 1
    assert guest.reports[0].startswith(fault)
    assert what in guest.reports[0]


def test_a_late_one_is_killed_at_its_deadline(view: dict[str, object]) -> None:
    guest = Guest(f"{HERE}:Late", deadline=0.1)
    process = guest._started()._process
    start = time.monotonic()
    guest.choose(view)
    assert time.monotonic() - start < 30
    assert process.poll() is not None
    assert guest._process is None


def test_one_whose_table_is_gone_does_not_stay(view: dict[str, object]) -> None:
    """A server that is killed can't end the processes it has started, and a bot may never have done thinking."""
    guest = Guest(f"{HERE}:Late")
    process = guest._started()
    with pytest.raises(TimeoutError):
        process.ask({"view": view, "events": None}, 0.2)
    assert process._process.stdin is not None
    process._process.stdin.close()
    assert process._process.wait(20) == 0


@pytest.mark.parametrize("kind", ["Nonsense", "Raises", "Late", "Ends"])
def test_a_failure_is_a_sentence_in_each_language(kind: str, view: dict[str, object]) -> None:
    guest = Guest(f"{HERE}:{kind}", deadline=0.2 if kind == "Late" else 10)
    guest.choose(view)
    guest.choose(view)
    (news,) = guest.news
    said = {news.say(lang) for lang in languages}
    assert len(said) == len(languages)
    assert all(guest.name in line and "greedy" in line and "\n" not in line for line in said)


def test_one_that_starts_no_more_is_replaced(
    view: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(f"{HERE}:Ends", deadline=10)
    guest.choose(view)
    monkeypatch.setattr(guest, "name", f"{HERE}:Missing")
    assert guest.choose(view) == bots.make("greedy").choose(view)
    assert dict(guest.faults) == {ENDED: 2}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (f"{HERE}:Unfinished", "NotImplementedError: not yet"),
        (f"{HERE}:Missing", "Missing"),
        ("no_such_module:Bot", "no_such_module"),
        ("housu:", "AttributeError"),
    ],
)
def test_one_that_does_not_start_is_refused(name: str, why: str) -> None:
    with pytest.raises(HousuError, match=why) as refused:
        Guest(name)
    for language in ("fi", "ru"):
        assert name in refused.value.say(language)


def test_make_never_imports_what_it_is_told() -> None:
    """Names come over the network: only the arena's user may name a module."""
    with pytest.raises(HousuError, match="There is no bot"):
        bots.make(f"{HERE}:Last")
