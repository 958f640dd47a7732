"""A process in which bots think for the server: a view in on one line, an action out on the next.

Started by `bot_pool` as `python -m housu.server.bot_worker`. It knows nothing but the views it is asked about.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def answer(line: bytes, made: dict[str, Any]) -> str:
    """The action for one request `{"bot": name, "view": view, "events": events}`; bots are made once, in `made`."""
    from housu import bots

    request = json.loads(line)
    name = request["bot"]
    if name not in made:
        made[name] = bots.make(name)
    return str(made[name].choose(request["view"], request.get("events")))


def main() -> None:
    """Answers requests until there are no more."""
    made: dict[str, Any] = {}
    # What a bot prints must not be taken for an answer.
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin.buffer:
        try:
            reply = {"action": answer(line, made)}
        except Exception as error:  # noqa: BLE001 - whatever it is, the server plays on with another bot
            reply = {"error": type(error).__name__}
        out.write(json.dumps(reply) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
