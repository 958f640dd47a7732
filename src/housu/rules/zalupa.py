"""The house rules of Zalupa, and the tables they compile to (Z1–Z13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from housu.cards import NINE, PACK, SUITS, TWO, rank_of, suit_of
from housu.rules.declaration import Choice, HouseRule, NamedSet, Number, Words

SEATS = 4
LOWEST = NINE  # the pack runs from the nine to the ace (Z1)
CARDS = tuple(card for card in range(PACK) if LOWEST <= rank_of(card) < TWO)
LETTERS = ("з", "а", "л", "у", "па")  # Z11: one a lost deal, the fifth time two

# field: how many numbers it holds, 0 for a single one
TABLES = {
    "pack_size": 0,
    "pack": 24,  # the cards of the unshuffled pack
    "beats": 256,  # trump suit of the beater * 64 + card to beat -> cards that beat it (Z6)
    "may_take": 0,  # Z8: a player who can beat may take all the same
    "leader_again": 0,  # Z9 `leader`
    "stalemate_after": 0,  # Z13
}


@dataclass
class Meaning:
    """What the chosen house rules say."""

    any_suit: bool = False
    may_take: bool = False
    leader_again: bool = False
    stalemate_after: int = 200


def refusal(m: Meaning, card: int, top: int, trump: int) -> str | None:
    """The clause that keeps `card` from beating `top` where the beater's trump is `trump`, or None."""
    higher = rank_of(card) > rank_of(top)
    if suit_of(card) == suit_of(top):
        return None if higher else "Z6"
    if suit_of(top) == trump:
        return "Z6"
    return None if suit_of(card) == trump or (higher and m.any_suit) else "Z6"


class Tables:
    """The compiled rules: the numbers of TABLES by name."""

    def __init__(self, m: Meaning) -> None:
        beats = [0] * 256
        for trump in range(len(SUITS)):
            for top in CARDS:
                beats[64 * trump + top] = sum(
                    1 << card for card in CARDS if refusal(m, card, top, trump) is None
                )
        self.numbers: dict[str, Any] = {
            "pack_size": len(CARDS),
            "pack": list(CARDS),
            "beats": beats,
            "may_take": int(m.may_take),
            "leader_again": int(m.leader_again),
            "stalemate_after": m.stalemate_after,
        }


HOUSE_RULES = (
    HouseRule(
        "beat_suit",
        "Z6",
        "Z; ours",
        Words("what beats a card", "millä kortti voitetaan", "чем бить карту"),
        (
            Choice(
                "same",
                {"any_suit": False},
                Words(
                    "A card is beaten by a higher one of its suit, or by your own trump if it is none of yours.",
                    "Kortin voittaa saman maan suurempi kortti tai oma valtti, ellei kortti itse ole omaa valttiasi.",
                    "Карту бьют старшей той же масти или своим козырем, если она сама не вашего козыря.",
                ),
            ),
            Choice(
                "any",
                {"any_suit": True},
                Words(
                    "A card is beaten by a higher one of any suit, or by your own trump if it is none of yours.",
                    "Kortin voittaa minkä tahansa maan suurempi kortti tai oma valtti, ellei kortti itse ole omaa valttiasi.",
                    "Карту бьют старшей любой масти или своим козырем, если она сама не вашего козыря.",
                ),
            ),
        ),
    ),
    HouseRule(
        "must_beat",
        "Z8",
        "Z; ours",
        Words("who can beat must beat", "voittamispakko", "кто может бить, обязан"),
        (
            Choice(
                "yes",
                {"may_take": False},
                Words(
                    "Whoever can beat must beat; only who can't takes the cards.",
                    "Joka voi voittaa kortin, sen on voitettava; vain muuten nostetaan pöydän kortit.",
                    "Кто может отбить, обязан отбить; забирает только тот, кто не может.",
                ),
            ),
            Choice(
                "no",
                {"may_take": True},
                Words(
                    "Whoever can beat may take the cards all the same.",
                    "Pöydän kortit saa nostaa, vaikka voisi voittaakin.",
                    "Забрать карты можно, даже если есть чем отбить.",
                ),
            ),
        ),
    ),
    HouseRule(
        "after_take",
        "Z9",
        "ours",
        Words("who leads after a take", "kuka aloittaa noston jälkeen", "кто ходит, когда карты забрали"),
        (
            Choice(
                "next",
                {"leader_again": False},
                Words(
                    "After a take the player after the taker leads.",
                    "Noston jälkeen aloittaa nostajaa seuraava.",
                    "Когда карты забрали, ходит игрок после забравшего.",
                ),
            ),
            Choice(
                "leader",
                {"leader_again": True},
                Words(
                    "After a take the player whose card was not beaten leads again.",
                    "Noston jälkeen aloittaa uudelleen se, jonka korttia ei voitettu.",
                    "Когда карты забрали, снова ходит тот, чью карту не отбили.",
                ),
            ),
        ),
    ),
    HouseRule(
        "stalemate_after",
        "Z13",
        "ours",
        Words("actions to a stalemate", "tekoja pattiin", "ходов до ничьей"),
        number=Number(
            "stalemate_after",
            0,
            1_000_000,
            Words(
                "So many leads, beats and takes in a row without otboi or anybody going out end the deal without a loser; 0: never.",
                "Näin monta peräkkäistä lyöntiä ja nostoa ilman otboita tai pois pääsyä päättää jaon ilman häviäjää; 0: ei koskaan.",
                "Столько ходов подряд без отбоя и без выхода игроков завершают кон без проигравшего; 0 — никогда.",
            ),
        ),
        default_number=200,
    ),
)

CONFLICTS = ()

NAMED_SETS = (NamedSet("zalupa", {}, Words("Zalupa", "Zalupa", "Залупа")),)
