"""What happens beside the deal and is not kept: nonces on their way, phrases, codes for another device, hints, clocks."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any

from housu.server import protocol as p
from housu.server.protocol_advice import Advice
from housu.server.rooms import Table
from housu.server.rooms_commands import Plan, Refuse, Sender, claiming
from housu.server.rooms_time import Timing

CODE_SECONDS = 300.0
SAYS = 5
"""So many phrases may a player say in ten seconds."""


class Asides:
    """What a table knows for the moment only."""

    __slots__ = ("codes", "hint", "said")

    def __init__(self) -> None:
        self.codes: dict[str, tuple[int, float]] = {}
        self.said: dict[int, deque[float]] = {}
        self.hint: tuple[int, int | None, asyncio.Task[Advice | None]] | None = None

    def nonce(self, table: Table, number: int | None, message: p.Nonce) -> None:
        """Takes a player's part of the shuffle; the first one counts."""
        if number is None or table.status != "shuffling" or message.deal != table.deals:
            return
        seat = table.seats[number]
        if seat.nonce is None:
            seat.nonce = message.nonce

    def may_say(self, seat: int | None, message: p.Say, now: float) -> bool:
        """Whether a phrase is passed on."""
        if seat is None or message.phrase not in p.PHRASES:
            return False
        said = self.said.setdefault(seat, deque())
        while said and now - said[0] > 10:
            said.popleft()
        if len(said) >= SAYS:
            return False
        said.append(now)
        return True

    def extend(self, timing: Timing, seat: int | None, now: float) -> p.Clock:
        """Extends the clock. Raises Refuse."""
        if seat is None:
            raise Refuse("ui.room.not_yours")
        clock = timing.extend(now)
        if clock is None:
            raise Refuse("ui.room.not_now")
        return clock

    def code(self, table: Table, seat: int | None, now: float) -> str:
        """A new code for a seat; the one before is worthless from now on. Raises Refuse."""
        if seat is None or table.status == "closed":
            raise Refuse("ui.room.not_yours")
        code = new_code()
        self.used(seat)
        self.codes[code] = seat, now + CODE_SECONDS
        return code

    def used(self, seat: int) -> None:
        """The code for a seat is good no longer."""
        self.codes = {code: of for code, of in self.codes.items() if of[0] != seat}

    def claim(self, table: Table, command: p.Claim, sender: Sender, now: float, at: int) -> Plan:
        """The plan for a code. Raises Refuse."""
        seat, until = self.codes.get("".join(command.code.split()).lower(), (None, 0.0))
        if seat is None or until < now:
            raise Refuse("ui.room.bad_code")
        return claiming(table, command, seat, sender, at)

    def hint_view(self, table: Table, seat: int | None) -> dict[str, Any]:
        """What the bot is shown that gives a hint: what the player sees. Raises Refuse."""
        if not table.hints:
            raise Refuse("ui.room.hints_wait" if table.options.hints else "ui.room.no_hints")
        view = table.view(seat) if seat is not None and table.to_act == seat else None
        if view is None:
            raise Refuse("ui.room.not_now")
        return view


def new_code() -> str:
    """A code that a person can type on another device: 8 letters and digits, none of which look alike."""
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(8))
