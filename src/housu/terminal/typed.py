"""What a person types, as a legal action: cards with or without suits, words, or the number of a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from housu.errors import HousuError, IllegalAction, shown
from housu.text import faces, read_action, read_cards

WORDS = ("pickup", "draw", "blind", "pass", "stop", "take")


def is_word(action: str) -> bool:
    """Whether an action is a word and not cards."""
    return action.startswith(WORDS)


def action_cards(action: str) -> list[str]:
    """The cards of an action: `7h7s` as 7h, 7s; `Kh!` as Kh; none for a word."""
    if is_word(action):
        return []
    cards = action.rstrip("!")
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def own_cards(view: Mapping[str, Any]) -> list[str]:
    """The cards that the viewer plays from now: his hand, or his face-up cards when it is their time."""
    seat = view["seat"]
    hand: list[str] = view["hands"][seat].split()
    face_up = view.get("face_up")
    if hand or view["stock"] or face_up is None:
        return hand
    up: list[str] = face_up[seat].split()
    return up


@dataclass(frozen=True)
class Line:
    """One line of the list of actions: its number and the action."""

    number: int
    action: str


def lines(view: Mapping[str, Any]) -> list[Line]:
    """The legal actions, numbered from 1.

    A number that would also be cards the viewer holds is left out, so that `7` is the seven if he has one.
    """
    held = {card[0] for card in own_cards(view)}
    numbered = []
    number = 0
    for action in view["legal"]:
        number += 1
        while _is_held(number, held):
            number += 1
        numbered.append(Line(number, action))
    return numbered


def _is_held(number: int, held: set[str]) -> bool:
    cards = read_cards(str(number))
    return cards is not None and all(card in held for card in cards)


def find_action(text: str, view: Mapping[str, Any], lang: str) -> str | None:
    """The action that a person means, for `Deal.act`, or None if it is nothing of the kind.

    It may still be refused. Raises HousuError where the text can mean several, or a line that is not there.
    """
    plain = "".join(text.split())
    if plain.isdecimal():
        number = int(plain) if len(plain) < 10 else -1
        if not _is_held(number, {card[0] for card in own_cards(view)}):
            for line in lines(view):
                if line.number == number:
                    return line.action
            if read_cards(plain) is None:
                numbers = [str(line.number) for line in lines(view)]
                raise HousuError("ui.input.no_line", n=shown(plain), options=", ".join(numbers))
    action = read_action(text, lang, view["game"])
    if action is None or is_word(action):
        return action
    otboi = action.endswith("!")
    cards = read_cards(action.rstrip("!"))
    assert cards is not None
    return _with_suits(cards, otboi, text, view, lang) + ("!" if otboi else "")


def _with_suits(cards: list[str], otboi: bool, text: str, view: Mapping[str, Any], lang: str) -> str:
    """Cards of which some may be ranks alone, each now one that the viewer holds."""
    if all(len(card) == 2 for card in cards):
        return "".join(cards)
    fitting = [
        action
        for action in view["legal"]
        if action.endswith("!") == otboi and _may_mean(cards, action_cards(action))
    ]
    if len(fitting) == 1:
        return str(fitting[0]).rstrip("!")
    if fitting:
        options = [faces(action_cards(action), lang) for action in fitting]
        raise HousuError("ui.input.which", text=shown(text.strip()), options=options)
    return "".join(_held(cards, view))


def _may_mean(cards: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether `cards`, some without suits, can be read as the cards `meant`."""
    if len(cards) != len(meant):
        return False
    left = list(meant)
    for card in sorted(cards, key=len, reverse=True):
        match = next((one for one in left if one.startswith(card)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _held(cards: Sequence[str], view: Mapping[str, Any]) -> list[str]:
    """The cards themselves, so that the rules can say why they may not be played."""
    seat = view["seat"]
    left = f"{view['hands'][seat]} {view['face_up'][seat] if 'face_up' in view else ''}".split()
    for card in cards:
        if card in left:
            left.remove(card)
    whole: list[str] = []
    for card in cards:
        if len(card) == 1:
            held = next((one for one in left if one[0] == card), None)
            if held is None:
                key = "refusal.card_twice" if any(one[0] == card for one in whole) else "refusal.not_held"
                raise IllegalAction(key, "P10" if view["game"] == "paskahousu" else "Z6", card=card)
            left.remove(held)
            whole.append(held)
        else:
            whole.append(card)
    return whole
