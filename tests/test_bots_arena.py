"""The arena: the same table on any number of workers, fair rotation, honest intervals, and the bars it must show."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from housu.bots import arena
from housu.bots.arena_result import Result, share
from housu.bots.executors import Here, Processes, Ray
from housu.errors import HousuError
from housu.text import languages
from tests.support import guests


@pytest.mark.parametrize("rules", ["pagat", "black", "poytapaska", "zalupa"])
def test_the_kernel_and_the_tables_play_the_same_deals(rules: str) -> None:
    """Policies that read the state play as the bots that are shown a view: they know no more."""
    contest = arena.Contest("keeper", ("greedy", "keeper1"), rules, 3 if rules == "poytapaska" else 4, 2, 5)
    assert arena._in_kernel(contest, range(2)).rows == arena._at_tables(contest, range(2)).rows


def test_a_seed_gives_the_same_table_on_any_number_of_workers() -> None:
    def table(executor: Here | Processes) -> dict[str, object]:
        result = arena.run("keeper", ["greedy", "random"], deals=1100, seed=3, executor=executor)
        document = json.loads(result.json())
        for bot in document["bots"]:
            del bot["seconds"]
        return {**document, "rows": result.rows}

    one, two = table(Here()), table(Processes(2))
    assert one == two
    assert one["deals"] == 1100


def test_tables_of_any_bots_do_not_depend_on_the_chunks_before() -> None:
    contest = arena.Contest("random", (f"{guests.__name__}:Last",), "pagat", 3, 4, 6)
    both = arena._at_tables(contest, range(2)).rows + arena._at_tables(contest, range(2, 4)).rows
    result = arena.run("random", [f"{guests.__name__}:Last"], seats=3, deals=12, seed=6)
    assert result.rows == both


def test_other_seeds_give_other_deals() -> None:
    one, other = (arena.run("greedy", ["random"], deals=8, seed=seed).rows for seed in (1, 2))
    assert one != other


def double(number: int) -> int:
    return 2 * number


def dies_once(chunk: tuple[int, str]) -> int:
    number, mark = chunk
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os._exit(9)
    return 2 * number


def test_results_come_in_order() -> None:
    assert list(Processes(2).map(double, range(30))) == list(map(double, range(30)))


def test_what_a_dead_worker_had_in_hand_is_done_again(tmp_path: Path) -> None:
    mark = str(tmp_path / "died")
    chunks = [(n, mark) for n in range(12)]
    assert list(Processes(2).map(dies_once, chunks)) == [2 * n for n in range(12)]
    assert Path(mark).exists()


def killed_once(packs: range, work: Callable[[Any], Any], mark: str) -> Any:
    """Does the work; but who first gets packs that aren't the first is killed, as a machine that is lost would be."""
    if packs.start and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return work(packs)


class Unlucky(Ray):
    """A cluster that loses a worker in the middle."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self.mark = mark

    def map(self, work: Callable[[Any], Any], chunks: Sequence[Any]) -> Iterator[Any]:
        return super().map(partial(killed_once, work=work, mark=self.mark), chunks)


@pytest.mark.soak
def test_a_ray_cluster_that_loses_a_worker_gives_the_same_table(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    mark = str(tmp_path / "killed")
    try:
        here, there = (
            arena.run("keeper", ["greedy", "random"], deals=1800, seed=4, executor=one)
            for one in (Here(), Unlucky(mark))
        )
    finally:
        ray.shutdown()
    assert Path(mark).exists()
    assert here.rows == there.rows


def test_every_pack_is_played_with_the_named_bot_in_each_seat() -> None:
    contest = arena.Contest("a", ("b", "c"), "pagat", 5, 1, 1)
    lineups = contest.lineups
    assert [line.index(0) for line in lineups] == [0, 1, 2, 3, 4]
    assert lineups[1] == [2, 0, 1, 2, 1]
    for player in (1, 2):
        assert Counter(seat for line in lineups for seat, who in enumerate(line) if who == player) == Counter(
            dict.fromkeys(range(5), 2)
        )
    result = arena.run("greedy", ["random"], seats=5, deals=11, seed=1)
    assert [(row.pack, row.rotation) for row in result.rows] == [(p, r) for p in range(3) for r in range(5)]
    assert [row.dealer for row in result.rows] == [p % 5 for p in range(3) for r in range(5)]


# --- intervals ---


def test_mirrored_deals_are_not_taken_for_independent_ones() -> None:
    """Four deals of a pack that always end alike tell no more than one."""
    dice = random.Random(1)
    lost = [int(dice.random() < 0.3) for _ in range(400)]
    one = share([1] * 400, lost)
    four = share([4] * 400, [4 * n for n in lost])
    assert four == pytest.approx(one)
    spread = share([1] * 1600, [n for n in lost for _ in range(4)])
    assert spread[2] - spread[1] < 0.6 * (one[2] - one[1])


def test_rotation_narrows_the_interval() -> None:
    """Where each pack has the same winner in some seat, the rotation cancels the luck."""
    p, low, high = share([4] * 500, [1] * 500)
    assert p == 0.25
    assert high - low < 0.08


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    dice = random.Random(2)
    for truth in (0.03, 0.25):
        hits = 0
        for _ in range(400):
            packs = [dice.betavariate(10 * truth, 10 * (1 - truth)) for _ in range(150)]
            lost = [sum(dice.random() < chance for _ in range(4)) for chance in packs]
            _, low, high = share([4] * 150, lost)
            hits += low <= truth <= high
        assert 0.92 < hits / 400 < 0.99


def test_no_losses_are_no_certainty() -> None:
    p, low, high = share([4] * 500, [0] * 500)
    assert p == low == 0
    assert 0.002 < high < 0.01
    assert share([], []) == (0.0, 0.0, 1.0)


# --- what is written ---


def small() -> Result:
    return arena.run("greedy", ["random"], deals=200, seed=2)


def test_json_says_what_it_promises() -> None:
    document = json.loads(small().json())
    assert [bot["bot"] for bot in document["bots"]] == ["greedy", "random"]
    for bot in document["bots"]:
        assert 0 <= bot["low"] <= bot["loss"] <= bot["high"] <= 1
    assert document["bots"][0]["loss"] < document["bots"][1]["loss"]
    assert document["bots"][0]["place"] < 2.5 < document["bots"][1]["place"]
    assert (document["rules"], document["seats"], document["deals"], document["seed"]) == ("pagat", 4, 200, 2)


def test_ratings_follow_the_places() -> None:
    pytest.importorskip("openskill")
    greedy, chance = small().standings()
    assert greedy.mu is not None
    assert chance.mu is not None
    assert greedy.mu > chance.mu + 5


def test_files_hold_a_line_a_deal(tmp_path: Path) -> None:
    result = small()
    result.write_csv(tmp_path / "deals.csv")
    with (tmp_path / "deals.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 200
    for line, row in zip(lines, result.rows, strict=True):
        assert line[f"bot_{row.rotation}"] == "greedy"
        assert [int(line[f"place_{seat}"]) for seat in range(4)] == list(row.places)
    pl = pytest.importorskip("polars")
    result.write_parquet(tmp_path / "deals.parquet")
    assert pl.read_parquet(tmp_path / "deals.parquet").to_dict(as_series=False) == result.columns()


def test_the_table_names_faults_in_every_language() -> None:
    result = arena.run(f"{guests.__name__}:Nonsense", ["greedy"], seats=2, deals=2, seed=1)
    faults = result.standings()[0].faults
    assert faults is not None
    assert set(faults) == {"illegal"}
    for language in languages:
        table = result.table(language)
        assert "castle" in table
        assert str(faults["illegal"]) in table


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    arena.run("greedy", ["random"], deals=1200, progress=lambda done, total: told.append((done, total)))
    assert told == [(512, 1200), (1024, 1200), (1200, 1200)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": "gredy"},
        {"others": ["gredy"]},
        {"others": []},
        {"others": ["random"] * 4},
        {"deals": 0},
        {"rules": "pagatt"},
        {"seats": 11},
        {"rules": "zalupa", "seats": 3},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(HousuError) as refused:
        arena.run(**{"first": "greedy", "others": ["random"], "deals": 4, **wrong})  # type: ignore[arg-type]
    for language in languages:
        assert refused.value.say(language)


# --- the bars ---


def test_the_bars_of_the_quick_bots() -> None:
    greedy = arena.run("greedy", ["random"], deals=4000, seed=11).standings()[0]
    assert greedy.high <= 0.005
    keeper = arena.run("keeper1", ["greedy"], deals=40_000, seed=11).standings()[0]
    assert keeper.high <= 0.11
    equals = arena.run("keeper1", ["keeper1"], deals=20_000, seed=11)
    assert equals.stalemates <= 0.01


@pytest.mark.parametrize("rules", ["pagat", "black", "poytapaska", "poytapaska-shithead"])
def test_keepers_do_not_circle(rules: str) -> None:
    """Two who weigh alike take the same cards from each other for ever, unless one of them does otherwise for a while."""
    seats = 3 if "poytapaska" in rules else 4
    assert arena.run("keeper", ["keeper"], rules=rules, seats=seats, deals=2400, seed=12).stalemates <= 0.015
