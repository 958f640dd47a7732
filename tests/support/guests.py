"""Bots as people might write them, good and bad; they run in processes of their own."""

# ruff: noqa: ARG002 - what is shown to a bad bot is lost on it

from __future__ import annotations

import os
import random
import time
from typing import Any


class Last:
    """The last legal action, whatever it is."""

    def choose(self, view: dict[str, Any]) -> str:
        return str(view["legal"][-1])


class Listening:
    """Takes the events too, and answers only if they are there."""

    def choose(self, view: dict[str, Any], events: list[dict[str, Any]]) -> str:
        assert events[0]["event"] == "dealt"
        return str(random.choice(view["legal"]))


class Talkative:
    """Prints, which must not be taken for an answer."""

    def choose(self, view: dict[str, Any]) -> str:
        print('{"action": "nonsense"}')
        return str(view["legal"][0])


class Scribbling:
    """Writes past Python, as a library in C would."""

    def choose(self, view: dict[str, Any]) -> str:
        os.write(1, b"scribble\n")
        return str(view["legal"][0])


class Nonsense:
    def choose(self, view: dict[str, Any]) -> str:
        return "castle"


class Nothing:
    def choose(self, view: dict[str, Any]) -> None:
        return None


class Raises:
    def choose(self, view: dict[str, Any]) -> str:
        raise KeyError("plan")


class Late:
    def choose(self, view: dict[str, Any]) -> str:
        while True:
            time.sleep(0.01)


class Ends:
    def choose(self, view: dict[str, Any]) -> str:
        os._exit(3)


class Unfinished:
    def __init__(self) -> None:
        raise NotImplementedError("not yet")
