"""Random play of the kernels, which playouts, bots and benchmarks rest on: fair, and the same in both speeds."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from housu.kernel import paskahousu, zalupa
from housu.rules.paskahousu_tables import EMPTY
from housu.rules.ruleset import GAMES
from tests.support.strategies import SPEEDS, Table, random_table

ROLLS = 60  # for each legal action
LEFT_BEHIND = {"stock", "table", "went_out"}  # lists that hold old cards behind those that count
TABLES = [
    Table("pagat", 4, 0, 1),
    Table("two-packs+draw_when=stuck", 3, 0, 2),
    Table("poytapaska+singles=twos", 2, 1, 3),
    Table("pagat+lead_ban=tens_aces_pictures+after_draw=continue", 2, 0, 4),
    Table("zalupa", 4, 0, 5),
    Table("zalupa+must_beat=no", 4, 2, 6),
    Table("black+ace_ten_lead=pick_up_replay+after_draw=swap", 5, 2, 7),
]


def started(table: Table, speed: str, state: Any = None) -> tuple[Any, Any, Any]:
    """A face, a shuffled and dealt state (a used one, if given), and the dice that shuffled it."""
    deal = table.deal(speed)
    face: Any = deal._face
    dice = face.engine.dice(table.seed)
    s = deal._state if state is None else state
    face.kernel.shuffle(face.record, s, dice)
    places = (deal.seats, table.dealer) if deal.rules.game.name == "paskahousu" else (table.dealer,)
    face.kernel.start(face.record, s, *places)
    return face, s, dice


def whole(face: Any, s: Any) -> Any:
    from housu.view import EVERYTHING

    return face.write(s, EVERYTHING)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.rules)
def test_each_legal_action_is_as_likely(table: Table) -> None:
    """Counted at moments of a deal; six deviations are allowed."""
    face, s, dice = started(table, "plain")
    for moment in range(60):
        codes = face.codes(s)
        if not codes:
            break
        if moment % 3 == 0:
            rolls = ROLLS * len(codes)
            found = Counter(face.kernel.random_action(face.record, s, dice) for _ in range(rolls))
            assert set(found) == set(codes)
            assert all(abs(n - ROLLS) <= 6 * ROLLS**0.5 for n in found.values()), found
        action = face.kernel.random_action(face.record, s, dice)
        assert action in codes
        face.kernel.apply(face.record, s, action)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.rules)
def test_random_actions_are_legal_to_the_end(table: Table) -> None:
    """Where hands are empty too, and cards on the table are turned."""
    face, s, dice = started(table, "plain")
    kinds = set()
    while codes := face.codes(s):
        action = face.kernel.random_action(face.record, s, dice)
        assert action in codes
        kinds.add(action)
        face.kernel.apply(face.record, s, action)
    if face.rules.name == "poytapaska":
        assert kinds & set(range(paskahousu.BLIND, paskahousu.PASS)), "no card on the table was turned"


@pytest.mark.parametrize("rules", ["pagat+stalemate_after=50", "zalupa+must_beat=no+stalemate_after=12"])
def test_a_stalemate_is_told_by_a_one(rules: str) -> None:
    told = set()
    for seed in range(20):
        face, s, dice = started(Table(rules, 4, 0, seed), "plain")
        face.kernel.playout(face.record, s, dice, 10_000)
        told.add(s.stalemate)
    assert told == {0, 1}


@pytest.mark.parametrize("kernel", [paskahousu, zalupa], ids=["paskahousu", "zalupa"])
def test_dice_are_the_known_generator(kernel: Any) -> None:
    """The first numbers of the generator of `Numerical Recipes` (ranqd1), from 0."""
    dice = kernel.Dice()
    dice.word = 0
    thrown = []
    for _ in range(5):
        kernel.below(dice, 6)
        thrown.append(f"{dice.word:08X}")
    assert thrown == ["3C6EF35F", "47502932", "D1CCF6E9", "AAF95334", "6252E503"]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.rules)
def test_a_state_can_be_used_again(table: Table) -> None:
    """A deal dealt into a record that has seen another one is the same as in a new record, to its end."""
    face, fresh, dice = started(table, "plain")
    used = fresh.copy()
    face.kernel.playout(face.record, used, face.engine.dice(99), 10_000)
    _, used, again = started(table, "plain", used)
    assert dice.word == again.word
    for name in face.engine.plain.STATE.keys() - LEFT_BEHIND:
        assert getattr(fresh, name) == getattr(used, name), name
    for _ in range(4):
        assert whole(face, fresh) == whole(face, used)
        for s, its in ((fresh, dice), (used, again)):
            face.kernel.playout(face.record, s, its, 50)


@pytest.mark.parametrize(
    "table", [t for t in TABLES if not t.rules.startswith("zalupa")], ids=lambda t: t.rules
)
def test_what_is_counted_agrees_with_the_cards(table: Table) -> None:
    """Each field of a state that could be told from others says what they say, at every step."""
    face, s, dice = started(table, "plain")
    kind_of, rank_of = face.record.kind_of, face.record.rank_of
    for _ in range(300):
        pile = [int(card) for card in s.table[s.gone : s.gone + s.height]]
        ranks = [rank_of[kind_of[card & 63]] for card in pile]
        same = [len(list(group)) for _, group in itertools.groupby(ranks)][-1:]
        on_top = (kind_of[pile[-1] & 63], ranks[-1], *same) if pile else (EMPTY, -1, 0)
        assert (s.top, s.rank, s.run) == on_top
        assert (s.pile, s.pile2) == words(pile)
        assert (s.out, s.out2) == words(s.table[: s.gone])
        assert s.alive == s.playing.bit_count()
        assert {s.opened, s.stalemate} <= {0, 1}
        for seat in range(s.seats):
            places = range(4 * seat, 4 * seat + 4)
            assert s.held[seat] == s.hands[seat].bit_count() + s.hands2[seat].bit_count()
            assert s.laid[seat] == sum(
                (s.face_up[place] >= 0) + (s.face_down[place] >= 0) for place in places
            )
            assert s.seen[seat] & ~s.hands[seat] == s.seen2[seat] & ~s.hands2[seat] == 0
        if not face.codes(s):
            break
        face.kernel.apply(face.record, s, face.kernel.random_action(face.record, s, dice))


def words(cards: list[int]) -> tuple[int, int]:
    """A set of cards as the bits of two words, one a pack."""
    return sum(1 << card for card in cards if card < 64), sum(1 << card - 64 for card in cards if card >= 64)


def test_a_playout_ends_and_counts_its_actions() -> None:
    for table in TABLES:
        face, s, dice = started(table, "plain")
        again, other = s.copy(), face.engine.dice(0)
        other.word = dice.word
        assert face.kernel.playout(face.record, s, dice, 7) == 7
        n = face.kernel.playout(face.record, s, dice, 100_000)
        assert face.is_over(s)
        assert 0 < n < 100_000
        assert face.kernel.playout(face.record, again, other, 100_000) == n + 7
        assert whole(face, again) == whole(face, s)
        assert face.kernel.playout(face.record, s, dice, 5) == 0


@pytest.mark.parametrize("table", [TABLES[0], TABLES[4]], ids=lambda table: table.rules)
def test_deals_in_a_row_are_playouts_in_a_row(table: Table) -> None:
    """Shuffled and dealt anew each time, by one seat after the other, each cut off where it is told to."""
    deal = table.deal()
    face: Any = deal._face
    kernel, in_zalupa = face.kernel, table.rules == "zalupa"
    for most in (30, 1_000):
        one, other = deal._state.copy(), deal._state.copy()
        dice, its = face.engine.dice(3), face.engine.dice(3)
        wanted = 0
        for dealer in (0, 1, 2, 3, 0, 1):
            if in_zalupa:
                one.trumps[:] = [0, 1, 2, 3]
                one.aside[:] = [0] * 4
            kernel.shuffle(face.record, one, dice)
            kernel.start(face.record, one, *((dealer,) if in_zalupa else (4, dealer)))
            wanted += kernel.playout(face.record, one, dice, most)
        if in_zalupa:
            other.aside[1] = 1 << face.pack[0]
        assert kernel.random_deals(face.record, other, its, 4, 6, most) == wanted
        assert whole(face, one) == whole(face, other)
        assert dice.word == its.word


@pytest.mark.parametrize("game", GAMES)
def test_shuffling_is_fair(game: str) -> None:
    """Each card is on top as often as any other, and at the bottom, give or take six deviations."""
    table = next(table for table in TABLES if table.rules.startswith("zalupa") == (game == "zalupa"))
    deal = table.deal()
    face: Any = deal._face
    dice = face.engine.dice(5)
    size = len(face.pack)
    ends: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for _ in range(40 * size):
        face.kernel.shuffle(face.record, deal._state, dice)
        pack = list(deal._state.stock[:size])
        assert sorted(pack) == sorted(face.pack)
        ends[0][pack[0]] += 1
        ends[1][pack[-1]] += 1
    for counts in ends:
        assert len(counts) == size
        assert all(abs(n - 40) <= 6 * 40**0.5 for n in counts.values())


@pytest.mark.parametrize("seat", range(4))
def test_cards_set_aside_are_not_shuffled_in(seat: int) -> None:
    deal = Table("zalupa", 4, 0, 1).deal()
    face: Any = deal._face
    s = deal._state
    s.aside[seat] = 1 << face.pack[3]
    face.kernel.shuffle(face.record, s, face.engine.dice(3))
    assert s.left == 23
    assert sorted(s.stock[:23]) == [card for card in face.pack if card != face.pack[3]]


def test_both_speeds_play_the_same_playouts() -> None:
    rng = random.Random(8)
    for table in [*TABLES, *(random_table(rng) for _ in range(30))]:
        ends = []
        for speed in SPEEDS:
            face, s, dice = started(table, speed)
            ends.append((face.kernel.playout(face.record, s, dice, 3_000), int(dice.word), whole(face, s)))
        assert ends[0] == ends[1]
