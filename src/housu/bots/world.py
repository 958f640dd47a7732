"""Worlds: states in which everything that a seat doesn't know is made up, in keeping with what it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from housu.bots.bot import View
from housu.cards import TEXTS
from housu.faces import paskahousu, zalupa
from housu.kernel import zalupa as zalupa_kernel
from housu.kernel.engine import engine
from housu.rules.paskahousu_tables import AFTER_STOCK, EMPTY
from housu.rules.ruleset import RuleSet
from housu.view import HIDDEN

_FACES = {"paskahousu": paskahousu.Face, "zalupa": zalupa.Face}
_VIEW_ONLY = ("seat", "legal", "blocked")


@lru_cache(maxsize=64)
def game_face(written: str, speed: str = "plain") -> Any:
    """The face of the game under a rule set as written in views, with the kernel's engine and rules."""
    rules = RuleSet.parse(written)
    return _FACES[rules.game.name](rules, engine(rules.game.name, speed))


def unseen(view: View) -> list[str]:
    """The cards that the viewer cannot place, low to high: they lie at the places marked `??`, or out of the deal."""
    face = game_face(view["rules"])
    left = Counter(TEXTS[card & 63] for card in face.pack)
    for field in ("hands", "face_up", "face_down", "aside"):
        for text in view.get(field, ()):
            left.subtract(word for word in text.split() if word in left)
    for field in ("pile", "stock", "out"):
        left.subtract(word for word in view[field].split() if word in left)
    return sorted(left.elements(), key=TEXTS.index)


def any_state(view: View) -> Any:
    """A plain state that agrees with the view: the same one for every deal that gives this view."""
    face = game_face(view["rules"])
    snapshot = {name: value for name, value in view.items() if name not in _VIEW_ONLY}
    cards = unseen(view)
    places = sum(text.split().count(HIDDEN) for text in view["hands"])
    claims = _Claims(face, view) if view.get("opening") else None
    if claims:
        cards.sort(key=claims.strength)
    held, rest = cards[:places], iter(cards[places:])
    snapshot["hands"] = _fill_hands(view, held, claims)
    snapshot["stock"] = _fill(view["stock"], rest)
    if "face_down" in view:
        snapshot["face_down"] = [_fill(text, rest) for text in view["face_down"]]
    return face.read(snapshot)


def codes(view: View) -> dict[int, str]:
    """The legal actions of the view: the kernel's number and the text of each.

    The kernel might name a play by other cards of the same kind, where two packs lie in another order.
    """
    face = game_face(view["rules"])
    return {code_of(face, text): text for text in view["legal"]}


def code_of(face: Any, text: str) -> int:
    """The kernel's number of an action's text, whatever cards of a kind a play names."""
    if face.rules.game.name == "zalupa":
        if text == "take":
            return zalupa_kernel.TAKE
        otboi = zalupa_kernel.OTBOI if text.endswith("!") else 0
        return TEXTS.index(text[:2]) - zalupa_kernel.FIRST + otboi
    if text in paskahousu.CODES:
        return paskahousu.CODES[text]
    return 8 * int(face.record.kind_of[TEXTS.index(text[:2])]) + len(text) // 2 - 1


class _Claims:
    """What the search for the starter (P7-P9) says of the other hands, while the opening is still to come."""

    def __init__(self, face: Any, view: View) -> None:
        numbers = face.record
        may_lead = numbers.may_go[EMPTY if view["stock"] else AFTER_STOCK]
        self.rank = {text: card >> 2 for card, text in enumerate(TEXTS) if may_lead >> card & 1}
        starter = view["to_act"]
        mine = [self.rank[text] for text in view["hands"][starter].split() if text in self.rank]
        self.opening = min(mine)
        seats = len(view["hands"])
        before = [
            (seat - view["dealer"] - 1) % seats < (starter - view["dealer"] - 1) % seats
            for seat in range(seats)
        ]
        most = mine.count(self.opening)
        if numbers.any_threes:
            self.most = [0 if earlier else numbers.pack_size for earlier in before]
        else:
            self.most = [most - 1 if earlier else most for earlier in before]

    def strength(self, text: str) -> int:
        """Sorts cards: first those that claim nothing, last those that would claim the opening before the starter."""
        return -self.rank.get(text, len(TEXTS))

    def room(self, seat: int, hand: list[str], text: str) -> bool:
        """Whether that seat may hold this card too."""
        if self.rank.get(text) != self.opening:
            return True
        return sum(self.rank.get(word) == self.opening for word in hand) < self.most[seat]


def _fill_hands(view: View, cards: list[str], claims: _Claims | None) -> list[str]:
    """The hands with their `??` filled: the strongest claims first, each to the first hand that has room for it."""
    hands = [text.split() for text in view["hands"]]
    room = [hand.count(HIDDEN) for hand in hands]
    filled = [[word for word in hand if word != HIDDEN] for hand in hands]
    for text in reversed(cards):
        seat = next(
            seat
            for seat, hand in enumerate(filled)
            if room[seat] and (claims is None or claims.room(seat, hand, text))
        )
        room[seat] -= 1
        filled[seat].append(text)
    return [" ".join(hand) for hand in filled]


def _fill(text: str, cards: Iterator[str]) -> str:
    return " ".join(next(cards) if word == HIDDEN else word for word in text.split())
