"""A process in which bots think for the server: a view in on one line, an action or advice out on the next.

Started by `bot_pool` as `python -m housu.server.bot_worker`. It knows nothing but the views it is asked about.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def answer(line: bytes, made: dict[str, Any]) -> dict[str, Any]:
    """The reply to one request `{"bot": name, "view": view, "events": events, "why": bool}`: an action, or advice.

    Bots are made once, in `made`.
    """
    from housu import bots

    request = json.loads(line)
    name = request["bot"]
    if name not in made:
        made[name] = bots.make(name)
    view, events = request["view"], request.get("events")
    if not request.get("why"):
        return {"action": str(made[name].choose(view, events))}
    from housu.bots.advice import advise

    advice = advise(made[name], view, events)
    return {
        "action": advice.action,
        "considered": [{"action": one.action, "value": one.value} for one in advice.considered],
        "key": advice.key,
        "data": advice.data,
        "shares": advice.shares,
    }


def main() -> None:
    """Answers requests until there are no more."""
    made: dict[str, Any] = {}
    # What a bot prints must not be taken for an answer.
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin.buffer:
        try:
            reply = answer(line, made)
        except Exception as error:  # noqa: BLE001 - whatever it is, the server plays on with another bot
            reply = {"error": type(error).__name__}
        out.write(json.dumps(reply) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
