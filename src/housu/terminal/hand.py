"""The person's cards on the screen: in which order they lie, which one the cursor is on, which are picked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from housu.cards import RANKS, SUITS
from housu.terminal.settings import Settings
from housu.terminal.typed import action_cards, own_cards
from housu.terminal.widgets import Piece, card_style

PLAYABLE, PICKED = "+", ("[", "]")


@dataclass(frozen=True)
class Slot:
    """A card that can be played, or the place of a face-down one (`blind2`). `name` tells two equal cards apart."""

    name: str
    action: str
    playable: bool

    @property
    def rank(self) -> str:
        return self.action[0]

    @property
    def is_blind(self) -> bool:
        return self.action.startswith("blind")


class Hand:
    """What can be picked and played. The cursor and the picked cards stay where they are while the game goes on."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self.cursor = ""
        self.picked: list[str] = []
        self._order: list[str] = []

    def update(self, view: Mapping[str, Any], settings: Settings, may_play: Callable[[str], bool]) -> None:
        """Looks at a new view. `may_play` is asked about cards that the view says nothing of."""
        legal: Sequence[str] = view.get("legal", ())
        cards = own_cards(view)
        if cards:
            slots = [
                Slot(f"{card}{copy}", card, bool(legal) and _playable(card, view, may_play))
                for card, copy in _with_copies(cards)
            ]
        else:
            places = view["face_down"][view["seat"]].split() if "face_down" in view else []
            slots = [
                Slot(f"blind{n}", f"blind{n}", f"blind{n}" in legal)
                for n, place in enumerate(places, 1)
                if place != "--"
            ]
        before = self.index
        self.slots = self._sorted(slots, settings.sort)
        names = [slot.name for slot in self.slots]
        self.picked = [name for name in self.picked if name in names]
        if self.cursor not in names:
            self.cursor = names[min(before, len(names) - 1)] if names else ""

    def _sorted(self, slots: list[Slot], sort: str) -> list[Slot]:
        if sort == "suit":
            slots = sorted(slots, key=lambda slot: (SUITS.find(slot.action[1]), RANKS.find(slot.rank)))
        if sort == "own":
            known = {name: at for at, name in enumerate(self._order)}
            slots = sorted(slots, key=lambda slot: known.get(slot.name, len(known)))
        self._order = [slot.name for slot in slots]
        return slots

    @property
    def index(self) -> int:
        """Where the cursor is."""
        return next((at for at, slot in enumerate(self.slots) if slot.name == self.cursor), 0)

    @property
    def at_cursor(self) -> Slot | None:
        return self.slots[self.index] if self.slots else None

    def move(self, steps: int) -> None:
        """Moves the cursor, round the ends."""
        if self.slots:
            self.cursor = self.slots[(self.index + steps) % len(self.slots)].name

    def carry(self, steps: int) -> None:
        """Moves the card at the cursor: the order becomes the person's own."""
        if self.slots:
            slot = self.slots.pop(self.index)
            at = (self._order.index(slot.name) + steps) % (len(self.slots) + 1)
            self.slots.insert(at, slot)
            self._order = [slot.name for slot in self.slots]

    def pick(self, name: str) -> None:
        """Picks a card or puts it back; cards of another rank that were picked are put back."""
        slot = next((slot for slot in self.slots if slot.name == name), None)
        if slot is None:
            return
        self.cursor = name
        if name in self.picked:
            self.picked.remove(name)
            return
        ranks = {other.name: other.rank for other in self.slots}
        same = [other for other in self.picked if ranks[other] == slot.rank and not slot.is_blind]
        self.picked = [*same, name]

    def pick_equal(self, rank: str) -> None:
        """Picks all cards of a rank that may be played (all of it, if none may), or puts them all back."""
        equal = [slot for slot in self.slots if slot.rank == rank and not slot.is_blind]
        names = [slot.name for slot in equal if slot.playable] or [slot.name for slot in equal]
        if names:
            self.cursor = names[0]
            self.picked = [] if self.picked == names else names

    def action(self, legal: Sequence[str] = ()) -> str:
        """The picked cards as an action, or the card at the cursor where none is picked; "" without cards.

        Where that card can go only together with others, in one way, they go with it.
        """
        actions = {slot.name: slot.action for slot in self.slots}
        if self.picked:
            return "".join(actions[name] for name in self.picked)
        slot = self.at_cursor
        if slot is None or slot.is_blind:
            return slot.action if slot else ""
        with_it = [action for action in legal if slot.action in action_cards(action)]
        return with_it[0].rstrip("!") if len(with_it) == 1 else slot.action

    def pieces(self, settings: Settings, active: bool) -> list[Piece]:
        """The cards as they are shown: what may be played and what is picked by marks, the cursor reversed."""
        pieces = []
        for slot in self.slots:
            face = f"?{slot.action[5:]}" if slot.is_blind else settings.face(slot.action)
            left, right = PICKED if slot.name in self.picked else (PLAYABLE if slot.playable else " ", " ")
            style = ["" if slot.is_blind else card_style(slot.action, settings)]
            style.append("bold" if slot.playable or slot.name in self.picked else "dim" if active else "")
            if active and slot.name == self.cursor:
                style.append("reverse")
            pieces.append(Piece(slot.name, f"{left}{face}{right}", " ".join(filter(None, style))))
        return pieces


def _with_copies(cards: Sequence[str]) -> list[tuple[str, str]]:
    """Each card with a mark that tells it from an equal one."""
    return [(card, "'" * cards[:at].count(card)) for at, card in enumerate(cards)]


def _playable(card: str, view: Mapping[str, Any], may_play: Callable[[str], bool]) -> bool:
    """Whether a card may be played now, alone or with others. The view says it of cards in hand."""
    if card in view["hands"][view["seat"]].split():
        return card not in view["blocked"]
    return may_play(card)
