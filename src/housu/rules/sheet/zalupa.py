"""The rule sheet of Zalupa, section by section (Z0–Z13)."""

from __future__ import annotations

from typing import Any

from housu.cards import TEXTS, members
from housu.rules.sheet.model import Paragraph, Section, Sentence
from housu.rules.sheet.writer import Writer
from housu.rules.zalupa import CARDS, LETTERS

HEARTS = 2
EXAMPLE = TEXTS.index("Qc")  # a card to be beaten, neither lowest nor highest, and no heart


def sections(writer: Writer) -> tuple[Section, ...]:
    """All sections of the sheet."""
    n = writer.rules.tables.numbers
    say, house = writer.say, writer.house

    def settled(key: str, **data: Any) -> Sentence:
        return writer.say(key, settled=True, **data)

    def p(name: str, clauses: str, source: str, *sentences: Sentence | None) -> Paragraph:
        return writer.paragraph(name, clauses.split(), source, *sentences)

    order = " ".join(dict.fromkeys(writer.rank_face(card >> 2) for card in CARDS))
    higher_first = sorted(
        members(n["beats"][64 * HEARTS + EXAMPLE]), key=lambda card: (card & 3 == HEARTS, card)
    )
    beaten_by = [TEXTS[card] for card in higher_first]
    limit = n["stalemate_after"]
    return (
        writer.section("aim", p("aim", "Z1 Z12", "Z", say("z.aim"))),
        writer.section(
            "cards",
            p("pack", "Z1", "Z", say("z.pack", n=len(CARDS), order=order)),
            p("players", "Z1", "Z", say("z.players")),
        ),
        writer.section(
            "trumps", p("trumps", "Z2", "Z", say("z.trumps")), p("dealer", "Z2 Z11", "Z", say("z.dealer"))
        ),
        writer.section(
            "deal",
            p("hands", "Z3", "Z", say("z.deal"), say("z.deal_short")),
            p("exchange", "Z4", "Z", say("z.exchange"), settled("z.exchange_once"), say("z.exchange_sizes")),
        ),
        writer.section(
            "beat",
            p("first", "Z5", "Z", say("z.first")),
            p(
                "beat",
                "Z6",
                "Z, ours",
                say("z.must"),
                writer.settle(house("beat_suit")),
                say("z.trump"),
                say("z.example", top=TEXTS[EXAMPLE], cards=beaten_by),
            ),
            p("next", "Z7", "Z", say("z.next")),
            p("take", "Z8", "Z", say("z.take"), house("must_beat")),
            p(
                "after_take",
                "Z9",
                "ours",
                writer.settle(house("after_take")),
                settled("z.take_out") if n["leader_again"] else None,
            ),
            p("otboi", "Z10", "Z", say("z.otboi")),
        ),
        writer.section(
            "end",
            p("out", "Z10a", "Z, ours", say("z.out"), settled("z.out_beat")),
            p("loser", "Z10b", "Z, ours", settled("z.loser")),
            p(
                "stalemate",
                "Z13",
                "ours",
                settled("z.stalemate", n=limit) if limit else settled("end.no_stalemate"),
            ),
        ),
        writer.section(
            "letters",
            p("letters", "Z11", "Z", say("z.letters", letters=", ".join("".join(LETTERS)))),
            p("match", "Z12", "Z", say("z.match")),
        ),
        writer.section(
            "seen",
            p(
                "seen",
                "Z0",
                "ours",
                settled("z.seen"),
                settled("seen.memory"),
                settled("seen.hidden_no_stock"),
            ),
        ),
    )
