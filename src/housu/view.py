"""Who may see what. Hidden cards are taken away here and nowhere else (P0, Z0; design, principle 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from housu.cards import cards_text, members_of

HIDDEN = "??"
EMPTY_PLACE = "--"


@lru_cache(maxsize=256)
def hidden(n: int) -> str:
    """The text of n cards of which only the number is known."""
    return " ".join([HIDDEN] * n)


# Most hands are the same from one action to the next, and a server has thousands.
@lru_cache(maxsize=1 << 13)
def _hand_texts(cards: int, seen: int, cards2: int, seen2: int) -> tuple[str, str]:
    """A hand as its owner sees it, and as the others do: what everybody has seen go into it, and how many more there are."""
    known = members_of(seen, seen2)
    unknown = hidden(cards.bit_count() + cards2.bit_count() - len(known))
    return cards_text(members_of(cards, cards2)), " ".join(filter(None, (cards_text(known), unknown)))


@dataclass(frozen=True)
class Sight:
    """What one viewer sees of each zone: a seat, a spectator (None), or `everything`."""

    seat: int | None = None
    everything: bool = False

    def hand(self, seat: int, cards: int, seen: int, cards2: int = 0, seen2: int = 0) -> str:
        """A hand, and of it the cards that everybody has seen, as sets (those of the second pack apart)."""
        owner, others = _hand_texts(cards, seen, cards2, seen2)
        return owner if self.everything or self.seat == seat else others

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


def unshared(view: dict[str, Any], lists: Iterable[str]) -> dict[str, Any]:
    """A copy of a view, these fields too, for nobody's view may change with another's."""
    copy = view.copy()
    for name in lists:
        copy[name] = copy[name][:]
    return copy


# What an event tells beyond who and what: the events whose cards not everybody may see.
_OWNER, _NOBODY = "owner", "nobody"


def _audience(event: Mapping[str, Any]) -> str | None:
    if event["event"] == "drew":
        return _OWNER
    if event["event"] == "dealt":
        return {"hand": _OWNER, "face_down": _NOBODY, "face_up": None}[event["to"]]
    return None


def project(events: Iterable[Mapping[str, Any]], seat: int | None) -> list[dict[str, Any]]:
    """The events as a seat, or a spectator (None), may see them: `??` for hidden cards, and nothing dropped."""
    shown = []
    for event in events:
        audience = _audience(event)
        copy = {key: list(value) if isinstance(value, list) else value for key, value in event.items()}
        if audience == _NOBODY or (audience == _OWNER and event["seat"] != seat):
            copy["cards"] = hidden(len(event["cards"].split()))
        shown.append(copy)
    return shown
