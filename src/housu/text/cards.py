"""Cards and actions as people write them: faces for the screen, and what is typed read back.

People see ranks in the way of their language and may type them in either: Latin ``J Q K A T`` or Russian
``В Д К Т``, where the Russian ``Т`` is the ace (туз) and the Latin ``T`` the ten. Suits are ``c d h s``, the
symbols, or the Russian initials ``ч б п`` and ``т`` or ``к`` (трефы, крести).
"""

from __future__ import annotations

from collections.abc import Iterable

_RANKS = {
    **{rank: rank for rank in "3456789TJQKA2"},
    "В": "J",
    "Д": "Q",
    "К": "K",
    "Т": "A",
    # A Cyrillic letter that only looks like a Latin one.
    "А": "A",
}
_SUITS = {
    **{suit: suit for suit in "cdhs"},
    **dict(zip("♣♦♥♠♧♢♡♤", "cdhscdhs", strict=True)),
    **dict(zip("тбчп", "cdhs", strict=True)),
    "к": "c",
    "с": "c",  # the Cyrillic letter on the key of the Latin c
}
_ACTIONS = {"paskahousu": ("pickup", "draw", "blind", "pass", "stop"), "zalupa": ("take", "otboi")}
_IGNORED = " ,.;\t\u00a0\ufe0e\ufe0f"


def faces(cards: Iterable[str], lang: str, letters: bool = False) -> str:
    """The short texts of several cards, with spaces between."""
    from . import face

    return " ".join(face(card, lang, letters) for card in cards)


def read_cards(text: str) -> list[str] | None:
    """The cards a person wrote: ``"7h 7s"``, ``"10♥"``, ``"Тч"`` as ``["7h", "7s"]``, ``["Th"]``, ``["Ah"]``.

    A rank without a suit stays a rank alone (``"77"`` is ``["7", "7"]``). A letter written twice is the same
    rank twice, so ``"тт"`` are two aces and ``"тк"`` is the ace of clubs. None if the text is no list of cards.
    """
    letters = [sign for sign in text if sign not in _IGNORED]
    cards: list[str] = []
    at = 0
    while at < len(letters):
        written = letters[at]
        if written == "1" and letters[at + 1 : at + 2] == ["0"]:
            rank, at = "T", at + 2
        elif written.upper() in _RANKS:
            rank, at = _RANKS[written.upper()], at + 1
        else:
            return None
        after = letters[at].lower() if at < len(letters) else ""
        # The Russian к and т are ranks and suits; doubled they are ranks, for «тт» is how one writes a pair.
        if after in _SUITS and after != written.lower():
            cards.append(rank + _SUITS[after])
            at += 1
        else:
            cards.append(rank)
    return cards or None


def read_action(text: str, lang: str, game: str = "paskahousu") -> str | None:
    """What a person typed, as the text of an action: ``"10♥!"`` as ``"Th!"``, ``"забрать"`` as ``"pickup"``.

    The words of the person's language and the words of the formats are both understood, ``blind`` with its
    position after it. Cards without a suit stay so (``"77"``), for the caller to find in the hand. None if it
    is nothing of the kind. It does not look at the deal: what it returns may still be refused.
    """
    from . import catalogue

    # One word may mean different actions in the two games (забрать: the pile here, the table there).
    known = catalogue(lang).words
    words = {word: action for action in _ACTIONS[game] for word in (action, *known[action])}
    plain = " ".join(text.split()).lower()
    word = plain.rstrip("0123456789")
    number = plain[len(word) :].lstrip("0")
    action = words.get(word.strip())
    if action == "blind":
        return f"blind{number}" if number else None
    if action not in (None, "otboi") and word == plain:
        return action
    said = plain.rstrip("! ")
    otboi = said != plain
    for saying in (word for word, action in words.items() if action == "otboi"):
        if said.endswith(saying):
            said, otboi = said.removesuffix(saying), True
            break
    cards = read_cards(said)
    return None if cards is None else "".join(cards) + ("!" if otboi else "")


def read_command(text: str, lang: str) -> str | None:
    """What a person typed, as a command that is no action: ``help``, ``hint``, ``rules``, ``score``, … or None."""
    from . import catalogue

    plain = " ".join(text.split()).lower()
    actions = {action for known in _ACTIONS.values() for action in known}
    for command, words in catalogue(lang).words.items():
        if command not in actions and plain in (command, *words):
            return command
    return None
