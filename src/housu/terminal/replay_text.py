"""A place in a record in words: who holds what, and what happened, for one viewer or with open cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from housu.record import Replay
from housu.terminal import wording
from housu.text import say
from housu.view import project


class Sight:
    """A replay and from where it is looked at: a seat, or `everything` (open cards).

    `live` is the deal that is still being played, if one is: of it nobody is shown more than `you` may know.
    """

    def __init__(
        self,
        replay: Replay,
        names: Sequence[str],
        you: int | None,
        live: int | None = None,
        everything: bool = True,
    ) -> None:
        self.replay = replay
        self.names = names
        self.you = you
        self.live = live
        self._seat = you
        self._everything = everything

    @property
    def everything(self) -> bool:
        """Whether all cards are open."""
        return self._everything and self.replay.deal_number != self.live

    @property
    def seat(self) -> int | None:
        """The viewer's seat, where the cards are not open."""
        if self.everything:
            return None
        return self.you if self.replay.deal_number == self.live else self._seat

    def look(self, seat: int | None) -> None:
        """Looks from a seat, or, with None, with open cards."""
        self._everything = seat is None
        self._seat = seat if seat is not None else self.you

    def next_viewer(self) -> None:
        """Open cards, then seat after seat."""
        if self._everything:
            self.look(0)
        elif self._seat is None or self._seat + 1 >= len(self.names):
            self.look(None)
        else:
            self.look(self._seat + 1)

    def view(self) -> dict[str, Any]:
        """The position as it is looked at."""
        if self.everything:
            return {**self.replay.snapshot(), "seat": None}
        return self.replay.view(self.seat)

    def events(self, log: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Events as they are looked at."""
        return list(log) if self.everything else project(log, self.seat)


def position(sight: Sight, lang: str) -> str:
    """Where the replay stands and from where it is looked at."""
    replay = sight.replay
    where = say(
        "ui.replay.position_zalupa" if replay.record.game == "zalupa" else "ui.replay.position",
        lang,
        deal=replay.deal_number + 1,
        step=replay.done,
        steps=replay.actions(),
    )
    if sight.everything or sight.seat is None:
        return f"{where}, {say('ui.replay.open', lang)}" if sight.everything else where
    return f"{where}, {say('ui.replay.seen_by', lang, player=sight.names[sight.seat])}"


def seat_lines(sight: Sight, lang: str) -> list[str]:
    """What each seat holds, and the middle of the table."""
    view = sight.view()
    lines = []
    for seat, name in enumerate(sight.names):
        mark = ">" if seat == view["to_act"] else " "
        if seat in view["went_out"]:
            lines.append(
                f"{mark}{name}: {say('ui.table.place', lang, place=view['went_out'].index(seat) + 1)}"
            )
            continue
        hand = view["hands"][seat].split()
        known = [card for card in hand if card != "??"]
        hidden = len(hand) - len(known)
        held = say("ui.replay.hand", lang, player=name, cards=known) if known else f"{name}:"
        if hidden:
            held += f" {say('ui.table.cards', lang, n=hidden)}" if not known else f" + {hidden}"
        lines.append(mark + ", ".join([held.strip(), *wording.own_table_sentences(view, seat, lang)]))
    pile = view["pile"].split()
    stock = len(view["stock"].split())
    middle = [say("ui.table.stock", lang, n=stock)] if view["game"] != "zalupa" else []
    middle.append(say("ui.table.pile_cards", lang, cards=pile) if pile else say("ui.table.pile_empty", lang))
    return [*lines, ". ".join(middle)]


def happened(sight: Sight, lang: str) -> tuple[list[str], list[str]]:
    """What happened in the deal before the last step, and in it."""
    replay = sight.replay
    log = replay.log()
    last = len(replay.events(everything=True))
    game = replay.record.game

    def told(events: Sequence[dict[str, Any]]) -> list[str]:
        return wording.event_sentences(sight.events(events), sight.names, lang, sight.you, game)

    step = told(log[len(log) - last :])
    comment = replay.comment
    if comment:
        step.append(say("ui.replay.comment", lang, text=comment))
    return told(log[: len(log) - last]), step
