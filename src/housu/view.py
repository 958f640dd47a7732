"""Who may see what. Hidden cards are taken away here and nowhere else (P0, Z0; docs/architecture.md, principle 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from housu.cards import cards_text, set_text

HIDDEN = "??"
EMPTY_PLACE = "--"


@lru_cache(maxsize=256)
def hidden(n: int) -> str:
    """The text of n cards of which only the number is known."""
    return " ".join([HIDDEN] * n)


class Hand(NamedTuple):
    """A hand as its owner sees it, as the others do, and what of it everybody has seen."""

    owner: str
    others: str
    seen: str


# Most hands are the same from one action to the next, and a server has thousands.
@lru_cache(maxsize=1 << 13)
def hand_texts(cards: int, seen: int, cards2: int = 0, seen2: int = 0) -> Hand:
    """A hand, of which everybody has seen some cards: both as sets, those of the second pack apart; of any integers."""
    cards, seen, cards2, seen2 = int(cards), int(seen), int(cards2), int(seen2)
    unknown = hidden((cards ^ seen).bit_count() + (cards2 ^ seen2).bit_count())
    known = set_text(seen, seen2)
    return Hand(
        set_text(cards, cards2), f"{known} {unknown}" if known and unknown else known or unknown, known
    )


@dataclass(frozen=True)
class Sight:
    """What one viewer sees of each zone: a seat, a spectator (None), or `everything`."""

    seat: int | None = None
    everything: bool = False

    def hands(self, hands: Sequence[Hand]) -> list[str]:
        """All hands, from seat 0: each owner sees his own; the others see what everybody has seen go into it, and how
        many more cards there are.
        """
        if self.everything:
            return [hand.owner for hand in hands]
        shown = [hand.others for hand in hands]
        if self.seat is not None:
            shown[self.seat] = hands[self.seat].owner
        return shown

    def stock(self, cards: Sequence[int], n: int) -> str:
        """Nobody sees the stock: the first n cards, of which the last is on top."""
        return cards_text([int(card) for card in cards[:n]][::-1]) if self.everything else hidden(n)

    def face_down(self, places: Sequence[int]) -> str:
        """Nobody sees face-down cards, but everybody which places are empty: a negative number there."""
        return " ".join(
            [
                EMPTY_PLACE if card < 0 else cards_text([card]) if self.everything else HIDDEN
                for card in places
            ]
        )

    def drawn(self, seat: int, cards: Sequence[int]) -> str:
        """Only who drew cards sees them."""
        return cards_text(cards) if self.everything or self.seat == seat else hidden(len(cards))


EVERYTHING = Sight(everything=True)
SPECTATOR = Sight()
_OF_SEAT = tuple(Sight(seat) for seat in range(10))


def sight_of(seat: int | None) -> Sight:
    """The sight of a seat, or of a spectator (None)."""
    return SPECTATOR if seat is None else _OF_SEAT[seat]


# What an event tells beyond who and what: the events whose cards not everybody may see.
_OWNER, _NOBODY = "owner", "nobody"


def _audience(event: Mapping[str, Any]) -> str | None:
    if event["event"] == "drew":
        return _OWNER
    if event["event"] == "dealt":
        return {"hand": _OWNER, "face_down": _NOBODY, "face_up": None}[event["to"]]
    return None


def public(events: Iterable[Mapping[str, Any]]) -> bool:
    """Whether everybody may see all of these events as they are."""
    return all(_audience(event) is None for event in events)


def project(events: Iterable[Mapping[str, Any]], seat: int | None) -> list[dict[str, Any]]:
    """The events as a seat, or a spectator (None), may see them: `??` for hidden cards, and nothing dropped."""
    shown = []
    for event in events:
        audience = _audience(event)
        copy = dict(event)
        if "order" in copy:
            # The one list in events: nobody's event may change with another's.
            copy["order"] = copy["order"][:]
        if audience == _NOBODY or (audience == _OWNER and event["seat"] != seat):
            copy["cards"] = hidden(len(event["cards"].split()))
        shown.append(copy)
    return shown
