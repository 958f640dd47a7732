"""A listener that knows a deal only by the events he is sent, and keeps the public counts by himself.

He knows the packs and what is written in docs/formats.md, but nothing of the engine: what he believes must be what the
views say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]


class Listener:
    """What can be told from projected events: zones, cards known in hands, turns without progress, who is out."""

    def __init__(self, seats: int, pack: int) -> None:
        self.held = [0] * seats
        self.seen: list[list[str]] = [[] for _ in range(seats)]
        self.face_up: list[list[str]] = [[] for _ in range(seats)]
        self.blind = [0] * seats
        self.pile: list[str] = []
        self.out: list[str] = []
        self.stock = pack
        self.went_out: list[int] = []
        self.over: Event | None = None
        self._chooser: int | None = None

    def hear(self, events: Sequence[Event]) -> None:
        """Takes in what one action, or the dealing, caused."""
        kinds = [event["event"] for event in events]
        for event in events:
            getattr(self, f"_{event['event']}")(event)
        laid_and_drew = "drew" in kinds and "cleared" not in kinds
        self._chooser = events[0]["seat"] if laid_and_drew else None

    def _dealt(self, event: Event) -> None:
        cards = event["cards"].split()
        self.stock -= len(cards)
        if event["to"] == "hand":
            self.held[event["seat"]] += len(cards)
        elif event["to"] == "face_up":
            self.face_up[event["seat"]] += cards
        else:
            self.blind[event["seat"]] += len(cards)

    def _exchanged(self, event: Event) -> None:
        self.held[event["seat"]] -= 1
        self._known(event["to"], [event["card"]])

    def _known(self, seat: int, cards: list[str]) -> None:
        self.held[seat] += len(cards)
        self.seen[seat] += cards

    def _leaves_hand(self, seat: int, cards: list[str]) -> None:
        self.held[seat] -= len(cards)
        for card in cards:
            # Of two packs, the card just drawn is another than its twin, which everybody has seen.
            if card in self.seen[seat] and self._chooser != seat:
                self.seen[seat].remove(card)

    def _played(self, event: Event) -> None:
        cards = event["cards"].split()
        if event["from"] == "hand":
            self._leaves_hand(event["seat"], cards)
        elif event["from"] == "face_up":
            for card in cards:
                self.face_up[event["seat"]].remove(card)
        assert event["lead"] == (not self.pile)
        self.pile += cards

    def _led(self, event: Event) -> None:
        self._leaves_hand(event["seat"], [event["card"]])
        self.pile.append(event["card"])

    _beat = _led

    def _turned(self, event: Event) -> None:
        if event["from"] == "stock":
            self.stock -= 1
        else:
            self.blind[event["seat"]] -= 1
        if not event["fits"]:
            # The card and the pile are told again as picked up.
            self.pile.append(event["card"])

    def _cleared(self, event: Event) -> None:
        assert event["cards"].split() == self.pile
        self.out += self.pile
        self.pile = []

    _otboi = _cleared

    def _drew(self, event: Event) -> None:
        n = len(event["cards"].split())
        self.stock -= n
        self.held[event["seat"]] += n

    def _replaced(self, event: Event) -> None:
        cards = event["cards"].split()
        assert self.pile[-len(cards) :] == cards
        del self.pile[-len(cards) :]
        self._known(event["seat"], cards)

    def _picked_up(self, event: Event) -> None:
        assert event["cards"].split() == self.pile
        self._known(event["seat"], self.pile)
        self.pile = []

    _took = _picked_up

    def _passed(self, event: Event) -> None:
        assert not self.pile
        assert event["seat"] not in self.went_out

    def _stopped(self, event: Event) -> None:
        assert self._chooser == event["seat"]

    def _went_out(self, event: Event) -> None:
        self.went_out.append(event["seat"])

    def _over(self, event: Event) -> None:
        self.over = event

    def disagreements(self, view: Mapping[str, Any]) -> list[str]:
        """Where a view says something else."""
        beliefs: dict[str, tuple[Any, Any]] = {
            "pile": (self.pile, view["pile"].split()),
            "out": (self.out, view["out"].split()),
            "stock": (self.stock, len(view["stock"].split())),
            "hands": (self.held, [len(text.split()) for text in view["hands"]]),
            "seen": ([sorted(cards) for cards in self.seen], [sorted(text.split()) for text in view["seen"]]),
            "went_out": (self.went_out, view["went_out"]),
            "over": (self.over is not None, view["to_act"] is None),
        }
        if "face_up" in view:
            beliefs["face_up"] = (
                [sorted(c) for c in self.face_up],
                [sorted(text.split()) for text in view["face_up"]],
            )
            beliefs["face_down"] = (self.blind, [text.split().count("??") for text in view["face_down"]])
        if self.over is not None:
            told = (self.over["loser"], self.over["order"], self.over["stalemate"])
            beliefs["outcome"] = (told, (view["loser"], view["went_out"], view["stalemate"]))
        return [
            f"{name}: heard {heard}, seen {seen}" for name, (heard, seen) in beliefs.items() if heard != seen
        ]
