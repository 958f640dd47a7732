"""Learns to beat `greedy` at Paskahousu, on one CPU, in a few minutes, with NumPy alone.

    python -m examples.train.train              # writes model.npz, curve.csv and, with Matplotlib, curve.png

The learner sits at a table of `pagat` for four with three greedy bots (`housu.envs.SeatBatch`) and improves by proximal
policy optimisation: it plays a while, then makes likelier what went better than it expected, a little at a time.
Illegal actions are masked, so it never has to learn what is legal.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from examples.train.model import Adam, Floats, Network, chances, scales
from housu.envs import SeatBatch

HERE = Path(__file__).resolve().parent


class Learner:
    """A network and what it takes to train it at one table."""

    def __init__(self, rules: str, seats: int, n: int, turns: int, seed: int) -> None:
        self.batch = SeatBatch(rules, seats, n, seed, opponents="greedy")
        self.scale = scales(self.batch.layout)
        self.network = Network(self.batch.layout.size, self.batch.actions, seed=seed)
        self.adam = Adam(self.network.weights)
        self.dice = np.random.default_rng(seed)
        self.turns = turns

    def see(self) -> Floats:
        return np.asarray(self.batch.observation * self.scale, np.float32)

    def play(self) -> tuple[dict[str, NDArray[Any]], float]:
        """Some turns in every deal: what was seen, done and expected, and how much better it went than expected."""
        batch, n, turns = self.batch, self.batch.n, self.turns
        seen = np.zeros((turns, n, batch.layout.size), np.int8)
        masks = np.zeros((turns, n, batch.actions), np.bool_)
        actions = np.zeros((turns, n), np.int64)
        chance, value, reward = (np.zeros((turns + 1, n), np.float32) for _ in range(3))
        done = np.zeros((turns, n), np.bool_)
        for t in range(turns):
            seen[t], masks[t] = batch.observation, batch.mask
            likings, value[t], _ = self.network.forward(self.see())
            likely = chances(likings, batch.mask)
            actions[t] = (likely.cumsum(axis=1) < self.dice.random((n, 1)) * 0.999999).sum(axis=1)
            chance[t] = likely[np.arange(n), actions[t]]
            batch.step(actions[t])
            reward[t], done[t] = batch.reward, batch.done
        value[turns] = self.network.forward(self.see())[1]
        better = np.zeros((turns + 1, n), np.float32)
        for t in reversed(range(turns)):
            goes_on = ~done[t]
            surprise = reward[t] + value[t + 1] * goes_on - value[t]
            better[t] = surprise + 0.95 * better[t + 1] * goes_on
        rows = {
            "seen": seen, "mask": masks, "action": actions, "chance": chance[:-1], "better": better[:-1],
            "target": better[:-1] + value[:-1],
        }  # fmt: skip
        paid = float(reward.sum() / max(1, done.sum()))
        return {name: array.reshape(turns * n, *array.shape[2:]) for name, array in rows.items()}, paid

    def learn(self, rows: dict[str, NDArray[Any]], rate: float, spread: float) -> None:
        """Two passes over what was played, in parts."""
        total = len(rows["action"])
        for _ in range(2):
            for part in np.array_split(self.dice.permutation(total), max(1, total // 4096)):
                self.improve({name: array[part] for name, array in rows.items()}, rate, spread)

    def improve(self, rows: dict[str, NDArray[Any]], rate: float, spread: float) -> None:
        """One step: actions that went better than expected become likelier, but by a fifth at most (PPO)."""
        n = len(rows["action"])
        likings, value, inner = self.network.forward(np.asarray(rows["seen"] * self.scale, np.float32))
        likely = chances(likings, rows["mask"])
        at = np.arange(n), rows["action"]
        ratio = likely[at] / rows["chance"]
        better = rows["better"]
        better = (better - better.mean()) / (better.std() + 1e-6)
        counts = np.where(better > 0, ratio < 1.2, ratio > 0.8)
        push = -(better * ratio * counts)[:, None] * -likely
        push[at] += -(better * ratio * counts)
        logs = np.log(likely + 1e-9)
        evenness = -(likely * logs).sum(axis=1, keepdims=True)
        push += spread * likely * (logs + evenness)
        slopes = self.network.backward(
            inner, (push / n).astype(np.float32), ((value - rows["target"]) / n).astype(np.float32)
        )
        self.adam.step(self.network.weights, slopes, rate)


def compare(network: Network, rules: str, seats: int, packs: int, seed: int) -> tuple[float, float]:
    """The network's share of lost deals against greedy bots in mirrored deals, and half its 95 % interval.

    Each pack is played once with the network in each seat; equal players lose one deal in `seats`.
    """
    batch = SeatBatch(rules, seats, packs * seats, seed, opponents="greedy", mirrored=True)
    scale = scales(batch.layout)
    lost = np.full(batch.n, np.nan)
    while np.isnan(lost).any():
        likings, _, _ = network.forward(np.asarray(batch.observation * scale, np.float32))
        batch.step(np.where(batch.mask, likings, -np.inf).argmax(axis=1))
        first = batch.done & np.isnan(lost)
        gain = 1 / (seats - 1)
        lost[first] = (gain - batch.reward[first]) / (1 + gain)
    shares = lost.reshape(packs, seats).mean(axis=1)
    return float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(packs))


def main() -> None:
    parser = argparse.ArgumentParser(description="learns to beat greedy")
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packs", type=int, default=2000, help="packs of the final comparison")
    parser.add_argument("--to", type=Path, default=HERE, help="where model.npz and the curve go")
    chosen = parser.parse_args()
    learner = Learner(chosen.rules, chosen.seats, n=512, turns=32, seed=chosen.seed)
    start, n, last = time.monotonic(), 0, 0.0
    curve: list[tuple[float, int, float]] = []
    limit = 60 * chosen.minutes
    while (spent := time.monotonic() - start) < limit:
        rows, paid = learner.play()
        left = 1 - spent / limit
        learner.learn(rows, 1e-3 * (0.05 + left), 0.01 * left)
        n += len(rows["action"])
        if spent - last > limit / 40 or not curve:
            last = spent
            share, _ = compare(learner.network, chosen.rules, chosen.seats, 200, 10**6)
            curve.append((spent / 60, n, share))
            print(
                f"{spent:5.0f} s  {n:9,} turns  paid {paid:+.3f}  loses {share:.3f} of mirrored deals",
                flush=True,
            )
    chosen.to.mkdir(parents=True, exist_ok=True)
    learner.network.save(chosen.to / "model.npz", rules=chosen.rules, seats=chosen.seats)
    network = Network.load(chosen.to / "model.npz")
    share, half = compare(network, chosen.rules, chosen.seats, chosen.packs, 2 * 10**6)
    print(
        f"loses {share:.4f} ± {half:.4f} of {chosen.packs * chosen.seats} mirrored deals against greedy; "
        f"equal players lose {1 / chosen.seats:.4f}"
    )
    (chosen.to / "curve.csv").write_text(
        "minutes,turns,loss_share\n" + "".join(f"{m:.3f},{turns},{share:.4f}\n" for m, turns, share in curve),
        "utf-8",
    )
    draw(curve, 1 / chosen.seats, chosen.to / "curve.png")


def draw(curve: list[tuple[float, int, float]], equal: float, path: Path) -> None:
    """The share of lost deals over time as a picture, where there is Matplotlib."""
    try:
        import matplotlib as mpl
    except ImportError:
        print("no picture of the curve: Matplotlib is not installed")
        return
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    axes.plot([minutes for minutes, _, _ in curve], [share for _, _, share in curve], color="#1f5f8b")
    axes.axhline(equal, color="#888888", linestyle="--", label="as good as greedy")
    axes.set(xlabel="minutes", ylabel="share of mirrored deals lost", ylim=(0, None))
    axes.legend()
    figure.savefig(path, dpi=110)
    plt.close(figure)


if __name__ == "__main__":
    main()
