"""The arena: one bot in one seat, others in the rest, over packs that are played again with the seats rotated.

    from housu.bots import arena
    result = arena.run("keeper", ["greedy"], rules="pagat", seats=4, deals=2000, seed=1)
    print(result.table())

Pack k is that of deal k of the seed (`housu.pack`), dealt by seat k modulo the seats; in Zalupa the trumps of pack k are
the suits shuffled with the key of deal -1 - k. Each pack is played once with the named bot in each seat, so that no bot
is lucky in its cards or its place. Bots count iterations, never time, and each chunk of packs has new bots with seeds of
its own: a seed gives the same table on any number of workers. Tables of policies alone are played in the kernel.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from typing import Any

from housu.bots.arena_result import Result, Row
from housu.bots.bot import Bot
from housu.bots.executors import Executor, Here
from housu.bots.guest import DEADLINE, Guest, player
from housu.bots.mind import mind_numbers
from housu.bots.policy import POLICIES, RANDOM
from housu.bots.rotation import MOST, rotations
from housu.cards import SUITS, cards_text
from housu.deal import Deal
from housu.errors import HousuError, shown
from housu.pack import deal_key, shuffled
from housu.rules.ruleset import RuleSet
from housu.view import project

KERNEL_PACKS = (
    128  # packs a chunk; small enough for many workers, and fixed, since bots are made anew for each
)
TABLE_PACKS = 2
MOST_DEALS = 1_000_000  # all of them are kept in memory

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Contest:
    """Everything that a result depends on."""

    first: str
    others: tuple[str, ...]
    rules: str
    seats: int
    packs: int
    seed: int
    deadline: float = DEADLINE  # seconds an action, for bots named module:Class

    @property
    def players(self) -> tuple[str, ...]:
        """The bots as named: the first, then the others."""
        return (self.first, *self.others)

    @property
    def lineups(self) -> list[list[int]]:
        """For each rotation, which of the players sits in each seat; the others in turn after the first."""
        return rotations(self.seats, range(1, len(self.players)))

    @property
    def in_kernel(self) -> bool:
        """Whether all are policies, so that nobody needs a view."""
        return all(name == "random" or name in POLICIES for name in self.players)


@dataclass
class Part:
    """What a chunk of packs gave."""

    rows: list[Row]
    actions: Counter[str] = field(default_factory=Counter)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    faults: dict[str, Counter[str]] = field(default_factory=dict)
    reports: dict[str, list[str]] = field(default_factory=dict)


def run(
    first: str,
    others: Sequence[str],
    rules: str | RuleSet = "pagat",
    seats: int | None = None,
    deals: int = 2000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    deadline: float = DEADLINE,
) -> Result:
    """Plays at least so many deals, up to whole rotations of a pack, and says what each bot is worth.

    Bots are names that `housu.bots.make` knows, or `module:Class`, which think in processes of their own. `progress` is
    called with the deals done and the deals in all. Raises HousuError for bots, rules, seats or numbers that can't be.
    """
    rule_set = RuleSet.parse(rules)
    seats = rule_set.usual_seats if seats is None else seats
    rule_set.check_seats(seats)
    if not others or len(others) >= seats:
        raise HousuError("error.bots.others", n=len(others), most=seats - 1)
    if not 1 <= deals <= MOST_DEALS:
        raise HousuError("error.bots.deals", most=MOST_DEALS, deals=shown(deals))
    contest = Contest(first, tuple(others), rule_set.text, seats, -(-deals // seats), seed, deadline)
    for name in dict.fromkeys(contest.players):
        _close(player(name, 0, deadline))
    size = KERNEL_PACKS if contest.in_kernel else TABLE_PACKS
    chunks = [range(at, min(at + size, contest.packs)) for at in range(0, contest.packs, size)]
    result = Result(contest.players, rule_set.text, seats, seed, contest.lineups)
    total = contest.packs * seats
    for part in (executor or Here()).map(partial(play_packs, contest), chunks):
        result.add(part.rows, part.actions, part.seconds, part.faults, part.reports)
        if progress:
            progress(len(result.rows), total)
    return result


def play_packs(contest: Contest, packs: range) -> Part:
    """Plays some packs of a contest; a function of nothing else."""
    return _in_kernel(contest, packs) if contest.in_kernel else _at_tables(contest, packs)


@dataclass(frozen=True)
class _Pack:
    number: int
    cards: list[int]  # top first
    dealer: int
    trumps: list[int]
    word: int  # for the dice of policies


def _packs(contest: Contest, numbers: range) -> Iterator[_Pack]:
    pack = RuleSet.parse(contest.rules).pack
    for k in numbers:
        key = deal_key(contest.seed, k)
        trumps = shuffled(range(len(SUITS)), deal_key(contest.seed, -1 - k))
        yield _Pack(k, shuffled(pack, key), k % contest.seats, trumps, int.from_bytes(key[:4], "big"))


# --- policies alone: in the kernel ---


def _in_kernel(contest: Contest, numbers: range) -> Part:
    rule_set = RuleSet.parse(contest.rules)
    packs = list(_packs(contest, numbers))
    play = _compiled if find_spec("numba") else _plain
    play(contest, rule_set, [])  # what is compiled and loaded is not counted
    start = time.perf_counter()
    results = play(contest, rule_set, packs)
    spent = time.perf_counter() - start
    part = Part([])
    deals = [(pack, rotation) for pack in packs for rotation in range(contest.seats)]
    for (pack, rotation), numbers_of in zip(deals, results, strict=True):
        *places, stalemate, actions = map(int, numbers_of)
        part.rows.append(Row(pack.number, rotation, pack.dealer, tuple(places), bool(stalemate), actions))
        for name in set(contest.players):
            part.actions[name] += actions
    for name in set(contest.players):  # of the table's action: the kernel does not stop to look at its watch
        part.seconds[name] += spent
    return part


def _minds(contest: Contest, rule_set: RuleSet) -> list[tuple[int, list[int]]]:
    return [
        (RANDOM, []) if name == "random" else (POLICIES[name].number, POLICIES[name].weights_for(rule_set))
        for name in contest.players
    ]


def _compiled(contest: Contest, rule_set: RuleSet, packs: list[_Pack]) -> Any:
    import numpy as np

    from housu.bots.compiled import Packs, Tables

    tables = Tables(rule_set, contest.seats, len(contest.players))
    for place, (policy, weights) in enumerate(_minds(contest, rule_set)):
        tables.sit(place, policy, weights)
    rows = Packs(
        np.array([pack.cards[::-1] for pack in packs], np.int64).reshape(
            len(packs), rule_set.tables.numbers["pack_size"]
        ),
        np.array([pack.dealer for pack in packs], np.int64),
        np.array([pack.word for pack in packs], np.int64),
        np.array([pack.trumps for pack in packs], np.int64).reshape(-1, len(SUITS)),
    )
    return tables.play(rows, contest.lineups)


def _plain(contest: Contest, rule_set: RuleSet, packs: list[_Pack]) -> Any:
    from importlib import import_module

    from housu.bots.mind import Mind
    from housu.kernel.engine import PLAIN, engine
    from housu.kernel.record import fill

    game = rule_set.game.name
    kernel = engine(game, PLAIN)
    minds = [fill(Mind(), mind_numbers(0, weights, policy)) for policy, weights in _minds(contest, rule_set)]
    parts: list[Any] = [
        contest.lineups,
        [pack.cards[::-1] for pack in packs],
        [pack.dealer for pack in packs],
        [pack.word for pack in packs],
        [pack.trumps for pack in packs],
    ]
    results = [[0] * (contest.seats + 2) for _ in range(len(packs) * contest.seats)]
    table = import_module(f"housu.bots.table_{game}")
    table.contest(kernel.rules(rule_set.tables.numbers), kernel.state(), minds, *parts, MOST, results)
    return results


# --- anybody: at tables, each shown its view ---


def _close(bot: Bot) -> None:
    if isinstance(bot, Guest):
        bot.close()


def _at_tables(contest: Contest, numbers: range) -> Part:
    part = Part([])
    players = [
        player(name, contest.seed * 1_000_003 + numbers.start * 1_009 + place, contest.deadline)
        for place, name in enumerate(contest.players)
    ]
    for pack in _packs(contest, numbers):
        for rotation, lineup in enumerate(contest.lineups):
            deal = _deal(contest, pack)
            actions = 0
            while deal.to_act is not None and actions < MOST:
                _act(deal, players[lineup[deal.to_act]], part)
                actions += 1
            part.rows.append(
                Row(
                    pack.number,
                    rotation,
                    pack.dealer,
                    _places(deal),
                    deal.outcome is None or deal.outcome.stalemate,
                    actions,
                )
            )
    for bot in players:
        if isinstance(bot, Guest):
            part.faults.setdefault(bot.name, Counter()).update(bot.faults)
            part.reports.setdefault(bot.name, []).extend(bot.reports)
            bot.close()
    return part


def _deal(contest: Contest, pack: _Pack) -> Deal:
    trumps = "".join(SUITS[suit] for suit in pack.trumps)
    zalupa = RuleSet.parse(contest.rules).game.name == "zalupa"
    return Deal.start(
        contest.rules,
        contest.seats,
        pack.dealer,
        deck=cards_text(pack.cards),
        trumps=trumps if zalupa else None,
    )


def _act(deal: Deal, bot: Bot, part: Part) -> None:
    seat = deal.to_act
    assert seat is not None
    view = deal.view(seat)
    events = project(deal.events, seat)
    start = time.perf_counter()
    action = bot.choose(view, events)
    part.seconds[bot.name] += time.perf_counter() - start
    part.actions[bot.name] += 1
    deal.act(action)


def _places(deal: Deal) -> tuple[int, ...]:
    """The place of each seat from 1; those still in share the last."""
    order = deal.snapshot()["went_out"]
    return tuple(order.index(seat) + 1 if seat in order else deal.seats for seat in range(deal.seats))
