"""Records: matches as text files, written, read, verified by playing them again, and stepped through.

A record is rules, packs and actions (`docs/architecture.md`, principle 6). The file is TOML, `*.housu`. What is read
is played through the rules before it is believed; the first thing that doesn't fit is named, and what was good before
it is kept (`RecordError.read`).
"""

from __future__ import annotations

from housu.record.model import DealRecord, Record
from housu.record.replay import Replay

__all__ = ["DealRecord", "Record", "Replay"]
