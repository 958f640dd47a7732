"""A small network in NumPy: what the learner sees goes in, how much it likes each action and what it expects come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from housu.envs.layout import COUNTS, ONE_HOT, Layout

Floats = NDArray[np.float32]
NEVER = np.float32(-1e9)


def scales(layout: Layout) -> Floats:
    """What to multiply each number of an observation by, so that all are about as large."""
    found = np.ones(layout.size, np.float32)
    for field in [*layout.table, *(field for block in layout.blocks for field in block)]:
        large = {"stock": 26, "height": 13, "gone": 26, "turns_left": 127, "held": 5}.get(field.name, 1)
        found[field.start : field.stop] = {COUNTS: 0.5, ONE_HOT: 1.0}.get(field.form, 1.0 / large)
    return found


class Network:
    """Two hidden layers, shared by the policy and the value."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128, seed: int = 0) -> None:
        dice = np.random.default_rng(seed)
        sizes = [(inputs, hidden), (hidden, hidden), (hidden, actions + 1)]
        self.weights: list[Floats] = []
        for i, (rows, columns) in enumerate(sizes):
            spread = 0.01 if i == 2 else np.sqrt(2 / rows)
            self.weights += [
                (dice.standard_normal((rows, columns)) * spread).astype(np.float32),
                np.zeros(columns, np.float32),
            ]

    def forward(self, x: Floats) -> tuple[Floats, Floats, tuple[Floats, ...]]:
        """(likings of the actions, expectation, what `backward` needs) for a row a position."""
        w1, b1, w2, b2, w3, b3 = self.weights
        h1 = np.maximum(x @ w1 + b1, 0)
        h2 = np.maximum(h1 @ w2 + b2, 0)
        out = h2 @ w3 + b3
        return out[:, :-1], out[:, -1], (x, h1, h2)

    def backward(self, seen: tuple[Floats, ...], likings: Floats, value: Floats) -> list[Floats]:
        """The slopes of the weights, from those of the likings and of the expectation."""
        x, h1, h2 = seen
        _, _, w2, _, w3, _ = self.weights
        out = np.concatenate([likings, value[:, None]], axis=1)
        d2 = (out @ w3.T) * (h2 > 0)
        d1 = (d2 @ w2.T) * (h1 > 0)
        return [x.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ out, out.sum(0)]

    def save(self, path: Path, **facts: Any) -> None:
        """Writes the weights at half precision, which is enough to play."""
        halves: dict[str, Any] = {f"w{i}": weight.astype(np.float16) for i, weight in enumerate(self.weights)}
        np.savez_compressed(path, **halves, **facts)

    @classmethod
    def load(cls, path: Path) -> Network:
        """A network as `save` wrote it."""
        with np.load(path) as stored:
            found = cls.__new__(cls)
            found.weights = [stored[f"w{i}"].astype(np.float32) for i in range(6)]
        return found


def chances(likings: Floats, mask: NDArray[np.bool_]) -> Floats:
    """The chance of each action; none for what isn't legal."""
    legal = np.where(mask, likings, NEVER)
    weights = np.exp(legal - legal.max(axis=1, keepdims=True)) * mask
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


class Adam:
    """The usual way to follow slopes downhill."""

    def __init__(self, weights: list[Floats]) -> None:
        self.means = [np.zeros_like(weight) for weight in weights]
        self.squares = [np.zeros_like(weight) for weight in weights]
        self.steps = 0

    def step(self, weights: list[Floats], slopes: list[Floats], rate: float) -> None:
        """Changes the weights in place, by slopes no longer than one half together."""
        length = float(np.sqrt(sum(float((slope**2).sum()) for slope in slopes)))
        shrink = min(1.0, 0.5 / (length + 1e-8))
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, slope, mean, square in zip(weights, slopes, self.means, self.squares, strict=True):
            mean[...] += 0.1 * (slope * shrink - mean)
            square[...] += 0.001 * ((slope * shrink) ** 2 - square)
            weight[...] -= rate * mean / (np.sqrt(square) + 1e-6)
