"""The process in which somebody's own bot thinks: `python -m housu.bots.guest_worker module:Class [seed]`.

Reads questions `{"view", "events"}`, one a line, and writes `{"action"}` or `{"error"}`; first of all `{}` when it is ready.
It ends as soon as nobody asks any more, even in the middle of a thought. What the bot prints goes nowhere. Modules are
looked for in the folder that the command was started in, too.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import random
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any


def load(name: str) -> Callable[[dict[str, Any], Any], object]:
    """The bot as a function of view and events."""
    module, _, maker = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    choose = getattr(importlib.import_module(module), maker)().choose
    if len(inspect.signature(choose).parameters) > 1:
        return choose
    return lambda view, _: choose(view)


def _hear(questions: SimpleQueue[str]) -> None:
    """Takes questions in; when there can be no more, whoever asked is gone, and so is this process."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def main(arguments: list[str]) -> None:
    """Answers until there are no more questions."""
    name, seed = (*arguments, "")[:2]
    # What a bot writes, by whatever way, must not be taken for an answer.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def say(reply: dict[str, Any]) -> None:
        out.write(json.dumps(reply) + "\n")
        out.flush()

    random.seed(int(seed) if seed else None)
    try:
        choose = load(name)
    except Exception as error:  # noqa: BLE001 - whatever it is, who named the bot is told
        say({"error": f"{type(error).__name__}: {error}"})
        return
    say({})
    questions: SimpleQueue[str] = SimpleQueue()
    Thread(target=_hear, args=(questions,), daemon=True).start()
    while True:
        line = questions.get()
        question = json.loads(line)
        try:
            action = choose(question["view"], question["events"])
            reply = {"action": action if isinstance(action, str) else repr(action)}
        except Exception as error:  # noqa: BLE001 - the table plays on
            reply = {"error": f"{type(error).__name__}: {error}"}
        say(reply)


if __name__ == "__main__":
    main(sys.argv[1:])
