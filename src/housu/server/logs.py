"""Logs: one line of JSON for each thing worth knowing. No cards, tokens or addresses go in, and no words of errors."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from pathlib import Path
from typing import TextIO


class JsonLines(logging.Formatter):
    """A record as one JSON object; of an error its kind and the places it went through.

    The words of an exception are left out: those of a failed lookup or a refused position may name hidden cards.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "text": clean(record.getMessage()),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = where(record.exc_info[1])
        return json.dumps(line, ensure_ascii=True)


def clean(text: str) -> str:
    """Text for one line of a log, whatever somebody has put into it."""
    return "".join(c if c.isprintable() else "?" for c in text)[:1000]


def where(error: BaseException) -> str:
    """The kind of an error and where it came about, without its words."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return " < ".join(
        [type(error).__name__, *(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames))]
    )


def set_up(level: str = "info", stream: TextIO | None = None) -> None:
    """Sends all logs to one place. uvicorn's own lines name addresses; only its warnings are kept."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("housu").setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
