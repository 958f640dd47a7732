"""Environments for learning: many deals at once (`Batch`), PettingZoo, Gymnasium and OpenSpiel (`docs/environments.md`)."""

from __future__ import annotations

from housu.envs.batch import Batch
from housu.envs.layout import Field, Layout, describe, layout
from housu.envs.presets import setting
from housu.envs.seats import SeatBatch

__all__ = ["Batch", "Field", "Layout", "SeatBatch", "describe", "layout", "setting"]
