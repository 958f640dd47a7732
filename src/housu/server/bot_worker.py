"""A process in which bots think for the server: a view in on one line, an action or advice out on the next.

Started by `bot_pool` as `python -m housu.server.bot_worker`. It knows nothing but the views it is asked about.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from threading import Thread
from typing import Any

from housu.bots.bot import Bot
from housu.bots.guest import Guest, player
from housu.bots.search import SearchBot, best_speed, warm
from housu.kernel.engine import PLAIN

SECONDS = 1.0  # that a bot may search; others wait meanwhile


class Bots:
    """The bots that have been asked for, made once each.

    Where Numba is installed, the first that searches has it compiled in a thread. Until that is done, which takes half a
    minute the first time, they search plain, and nobody waits.
    """

    def __init__(self, made: Mapping[str, Bot] | None = None) -> None:
        self.made: dict[str, Bot] = dict(made or {})
        self._warming: Thread | None = None
        self._warm = False

    def named(self, name: str) -> Bot:
        """The bot of that name."""
        bot = self.made.get(name)
        if bot is None:
            bot = self.made[name] = player(name, seconds=SECONDS)
        if isinstance(bot, SearchBot):
            bot.speed = self._speed()
        return bot

    def _speed(self) -> str:
        if self._warming is None and best_speed() != PLAIN:
            self._warming = Thread(target=self._warm_up, daemon=True)
            self._warming.start()
        return best_speed() if self._warm else PLAIN

    def _warm_up(self) -> None:
        warm()
        self._warm = True


def answer(line: bytes, bots: Bots) -> dict[str, Any]:
    """The reply to one request `{"bot": name, "view": view, "events": events, "why": bool}`: an action, or advice."""
    request = json.loads(line)
    bot = bots.named(request["bot"])
    view, events = request["view"], request.get("events")
    if not request.get("why"):
        action = str(bot.choose(view, events))
        return {"action": action, "fault": bot.failed} if isinstance(bot, Guest) else {"action": action}
    from housu.bots.advice import advise

    advice = advise(bot, view, events)
    return {
        "action": advice.action,
        "considered": [{"action": one.action, "value": one.value} for one in advice.considered],
        "key": advice.key,
        "data": advice.data,
        "shares": advice.shares,
    }


def main() -> None:
    """Answers requests until there are no more."""
    bots = Bots()
    # What a bot prints must not be taken for an answer.
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin.buffer:
        try:
            reply = answer(line, bots)
        except Exception as error:  # noqa: BLE001 - whatever it is, the server plays on with another bot
            reply = {"error": type(error).__name__}
        out.write(json.dumps(reply) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
