"""Environments for learning: batches against C, and against other libraries' games at random.

What other libraries need is installed by pip into an environment of its own beside the checkout's others; where that
can't be done, a sentence says so. Their side is played by `peers.py`, which lies outside the repository.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from bench.reference import SOURCE, NoReferenceError, Reference
from bench.result import Result, main
from housu.envs import Batch

N = 1024
ROUNDS = 7
SECONDS = 3.0
PEERS = SOURCE.with_name("peers.py")
PLACE = Path(__file__).resolve().parents[1] / ".venv-peers"
# library of peers.py, its game, what must be installed, our figure, and how many times faster ours is asked to be
GAMES = (
    ("pgx", "leduc_holdem/1024", "jax pgx", "random", 2.0),
    ("pgx", "sparrow_mahjong/1024", "jax pgx", "random", 4.0),
    ("pgx", "kuhn_poker/1024", "jax pgx", "random", 0.0),
    ("openspiel_obs", "crazy_eights", "open_spiel", "random", 4.0),
    ("rlcard", "uno", "rlcard", "random", 4.0),
    ("pettingzoo", "texas_holdem_no_limit_v6", "pettingzoo[classic]", "pettingzoo", 2.0),
)


class Stepper:
    """A batch of `pagat` for four, and the seconds that stepping it takes with actions chosen beforehand."""

    def __init__(self) -> None:
        self.batch = Batch("pagat", 4, N, 1)
        for _ in range(300):
            self.batch.step(self.batch.choose())

    def step(self, steps: int) -> tuple[float, float]:
        """Actions per second of processor time: stepping alone, and with choosing at random."""
        batch, stepping = self.batch, 0.0
        begin = time.process_time()
        for _ in range(steps):
            chosen = batch.choose()
            now = time.process_time()
            batch.step(chosen)
            stepping += time.process_time() - now
        both = time.process_time() - begin
        return N * steps / stepping, N * steps / both


def random_table(seconds: float = SECONDS) -> float:
    """Actions per second of the wrapped PettingZoo environment, played as `peers.py` plays the others'."""
    from housu.envs.pettingzoo import env

    table = env("pagat", 4)

    def one() -> int:
        table.reset()
        steps = 0
        for _ in table.agent_iter():
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            table.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        return steps

    one()
    steps, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        steps += one()
    return steps / spent


def python_with(packages: str) -> tuple[str, str]:
    """A Python that has these packages, and why there is none."""
    program = PLACE / "bin" / "python"
    if not program.exists():
        venv.create(PLACE, with_pip=True)
    command = (str(program), "-m", "pip", "install", "-q", *packages.split())
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (str(program), "") if done.returncode == 0 else ("", f"{packages} could not be installed")


def peer_rates(library: str, packages: str) -> tuple[dict[str, float], str]:
    """Steps per second of a library's games, by name, and why there are none."""
    if not PEERS.is_file():
        return {}, f"{PEERS.name} is not beside the checkout"
    python, why = python_with(packages)
    if why:
        return {}, why
    command = (python, str(PEERS), library, str(SECONDS))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    rates = {}
    for line in done.stdout.splitlines():
        found = json.loads(line)
        if "steps_per_s" in found:
            rates[f"{found['lib']}:{found['game']}"] = found["steps_per_s"]
    return rates, "" if rates else f"{library} gave no figures"


def against_c(result: Result, stepper: Stepper) -> None:
    """Stepping over the C program's random play, in alternating rounds."""
    try:
        reference = Reference()
    except NoReferenceError as missing:
        result.notes.append(str(missing))
        return
    found = []
    for _ in range(ROUNDS):
        yardstick = reference.run(20_000)
        found.append(stepper.step(600)[0] / yardstick.rate)
    result.add("stepping_ratio", median(found), f"stepping, n = {N}, to C", "≥ 0.20")


def against_peers(result: Result, stepper: Stepper) -> None:
    """Random play over that of other libraries, each measured right after ours."""
    seen: dict[str, dict[str, float]] = {}
    ours: dict[tuple[str, str], float] = {}
    figures: dict[str, Callable[[], float]] = {
        "random": lambda: median(stepper.step(300)[1] for _ in range(ROUNDS)),
        "pettingzoo": random_table,
    }
    for library, game, packages, figure, asked in GAMES:
        started = library.partition("_")[0]
        if started not in seen:
            seen[started], why = peer_rates(started, packages)
            if why:
                result.notes.append(f"Not measured against {started}: {why}.")
        rate = seen[started].get(f"{library}:{game}")
        if rate is None:
            if seen[started]:
                result.notes.append(f"Not measured: {started} has no {game} here.")
            continue
        if (started, figure) not in ours:
            ours[started, figure] = figures[figure]()
        name = f"{library}_{game.partition('/')[0]}"
        label = f"{'PettingZoo wrapper' if figure == 'pettingzoo' else 'random play'} to {library} {game}"
        result.add(name, ours[started, figure] / rate, label, f"≥ {asked:.0f}" if asked else "", "{:.1f}")


def measure() -> Result:
    """Everything; five minutes, most of them for the others."""
    result = Result("Environments for learning (pagat, 4 seats, int8 observation and mask, one thread)")
    stepper = Stepper()
    against_c(result, stepper)
    alone, both = stepper.step(600)
    result.add("steps_per_second", alone, "stepping, actions/s", "", "{:,.0f}")
    result.add("random_steps_per_second", both, "with random legal actions, actions/s", "", "{:,.0f}")
    result.add("pettingzoo_steps_per_second", random_table(), "PettingZoo wrapper, actions/s", "", "{:,.0f}")
    against_peers(result, stepper)
    return result


if __name__ == "__main__":
    sys.exit(main({"envs": measure}))
