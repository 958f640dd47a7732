"""The engine: random play against C, in threads, as plain Python, through `Deal`; and how long it takes to start."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from statistics import median
from threading import Thread

from bench.reference import NoReferenceError, Reference
from bench.result import Result, main
from housu import Deal, RulesError
from housu.kernel.engine import COMPILED, PLAIN, engine
from housu.rules.ruleset import PASKAHOUSU, RuleSet

SEATS = 4
MOST = 2_000  # actions a deal, as in the C program
LIKE_C = "pagat+stalemate_after=0"  # the C program has no no-progress rule (P24)
OTHER_SETS = ("poytapaska", "two-packs", "zalupa")
RANDOM_SEED = 7
ROUNDS = 5


@dataclass(frozen=True)
class Played:
    """Random play: how many actions, deals, and seconds of processor time."""

    actions: int
    deals: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.actions / self.seconds


class Player:
    """Random play under one rule set in one speed, with the rules given at run time."""

    def __init__(self, rules: str, speed: str = COMPILED) -> None:
        rule_set = RuleSet.parse(rules)
        made = engine(rule_set.game.name, speed)
        self._module = made.module
        self._records = made.rules(rule_set.tables.numbers), made.state(), made.dice(1)
        self.play(1)

    def play(self, deals: int) -> Played:
        """So many deals more."""
        begin = time.process_time()
        actions = self._module.random_deals(*self._records, SEATS, deals, MOST)
        return Played(int(actions), deals, time.process_time() - begin)


def random_rules(seed: int) -> str:
    """A valid set of house rules drawn by lot, with every option given."""
    draw = random.Random(seed)
    while True:
        picks = {rule.name: draw.choice(rule.values) for rule in PASKAHOUSU.house_rules if rule.values}
        text = "+".join(("pagat", *(f"{name}={value}" for name, value in picks.items())))
        try:
            rules = RuleSet.parse(text)
            rules.check_seats(SEATS)
        except RulesError:
            continue
        return rules.written


def against_c(
    reference: Reference, player: Player, deals: int, rounds: int = ROUNDS
) -> tuple[float, list[Played]]:
    """Actions per second over those of C: the median of alternating rounds, and the rounds."""
    ratios, played = [], []
    for _ in range(rounds):
        yardstick = reference.run(deals)
        played.append(player.play(deals))
        ratios.append(played[-1].rate / yardstick.rate)
    return median(ratios), played


def two_threads(deals: int = 20_000, rounds: int = ROUNDS) -> float:
    """How much more two threads do than one in the same time; the best of some rounds, since a busy machine hides it."""
    players = [Player(LIKE_C) for _ in range(2)]

    def seconds(busy: list[Player]) -> float:
        threads = [Thread(target=player.play, args=(deals,)) for player in busy]
        begin = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - begin

    return max(2 * seconds(players[:1]) / seconds(players) for _ in range(rounds))


def plain_rate(deals: int = 200, rounds: int = ROUNDS) -> float:
    """Actions per second of the engine as plain Python; the best of some rounds."""
    player = Player(LIKE_C, PLAIN)
    return max(player.play(deals).rate for _ in range(rounds))


def deal_rate(deals: int = 60, rounds: int = ROUNDS) -> float:
    """Actions per second of `deal.act(random.choice(deal.actions()))`; the best of some rounds."""
    best = 0.0
    for _ in range(rounds):
        games = [Deal.start("pagat", SEATS, seed=seed) for seed in range(deals)]
        actions = 0
        begin = time.process_time()
        for deal in games:
            while legal := deal.actions():
                deal.act(random.choice(legal))
                actions += 1
        best = max(best, actions / (time.process_time() - begin))
    return best


def seconds_of(program: str, **environment: str) -> float:
    """Seconds that a program takes by its own watch in a fresh process, from its first line on."""
    watched = f"import time\nbegin = time.perf_counter()\n{program}\nprint(time.perf_counter() - begin)"
    done = subprocess.run(
        (sys.executable, "-c", watched), env=os.environ | environment, capture_output=True, check=True
    )
    return float(done.stdout.split()[-1])


PLAY_BOTH = """
from housu.kernel.engine import engine
from housu.rules.ruleset import RuleSet
for rules in "pagat", "zalupa":
    rules = RuleSet.parse(rules)
    made = engine(rules.game.name, "compiled")
    made.module.random_deals(made.rules(rules.tables.numbers), made.state(), made.dice(1), 4, 1, 100)
"""


def starts(result: Result) -> None:
    """Import, and the compiled engine of both games for the first time and after."""
    result.add(
        "import_seconds",
        min(seconds_of("import housu") for _ in range(ROUNDS)),
        "import housu, s",
        "≤ 0.1",
        "{:.3f}",
    )
    with tempfile.TemporaryDirectory() as home:
        # Python keeps its own bytecode too, as it does unless it is told not to.
        place = {"XDG_CACHE_HOME": home, "NUMBA_CACHE_DIR": "", "PYTHONPYCACHEPREFIX": home}
        place["PYTHONDONTWRITEBYTECODE"] = ""
        result.add(
            "compile_seconds", seconds_of(PLAY_BOTH, **place), "compiling both games, s", "≤ 25", "{:.1f}"
        )
        again = min(seconds_of(PLAY_BOTH, **place) for _ in range(3))
    result.add("cached_seconds", again, "the same from the cache, s", "≤ 1")


def ratios(result: Result, deals: int = 40_000) -> None:
    """Random play of several rule sets over that of `pagat` in C."""
    try:
        reference = Reference()
    except NoReferenceError as missing:
        result.notes.append(str(missing))
        result.add("actions_per_second", Player(LIKE_C).play(deals).rate, "pagat, actions/s", "", "{:,.0f}")
        return
    ratio, played = against_c(reference, Player(LIKE_C), deals)
    result.add("ratio", ratio, "pagat to C", "≥ 0.60")
    mean = sum(one.actions for one in played) / sum(one.deals for one in played)
    in_c = reference.run(ROUNDS * deals, seed=2).mean_length
    result.fields |= {"mean_length": mean, "c_mean_length": in_c}
    result.rows.append(("actions a deal", f"{in_c:.1f} ± 1 %", f"{mean:.1f}"))
    lot = random_rules(RANDOM_SEED)
    for rules in (*OTHER_SETS, lot):
        label = "random rules" if rules == lot else rules
        found, _ = against_c(reference, Player(rules), deals // 4)
        result.add(f"{label.replace('-', '_').replace(' ', '_')}_ratio", found, f"{label} to C", "≥ 0.25")
    result.fields["random_rules"] = lot
    result.notes.append(f"The random rules are {lot}.")


def measure() -> Result:
    """Everything; a minute or two."""
    result = Result("The engine")
    ratios(result)
    result.add("threads", two_threads(), "two threads to one", "≥ 1.80")
    result.add("plain_actions_per_second", plain_rate(), "plain engine, actions/s", "≥ 400,000", "{:,.0f}")
    result.add("deal_actions_per_second", deal_rate(), "Deal, actions/s", "≥ 100,000", "{:,.0f}")
    starts(result)
    return result


if __name__ == "__main__":
    sys.exit(main({"kernel": measure}))
