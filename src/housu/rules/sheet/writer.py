"""Putting the sentences of a rule sheet together: from keys and declarations, in one language."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from housu import text
from housu.cards import ACE, RANKS
from housu.rules.ruleset import RuleSet
from housu.rules.sheet.model import Paragraph, Section, Sentence


@cache
def texts() -> dict[str, dict[str, str]]:
    """The sentences by key: a template in each language (the grammar of `housu.text`)."""
    read: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("texts.json").read_text("utf-8"))
    return read


class Writer:
    """Says things about one rule set in one language."""

    def __init__(self, rules: RuleSet, lang: str, seats: int | None) -> None:
        text.catalogue(lang)  # an unknown language is found here
        self.rules = rules
        self.lang = lang
        self.seats = seats

    def say(self, key: str, /, settled: bool = False, **data: Any) -> Sentence:
        """The sentence of a key; `settled` where it answers what the sources leave open."""
        return Sentence(text.render(texts()[key][self.lang], self.lang, **data), settled)

    def house(self, option: str) -> Sentence:
        """The sentence of a house rule's chosen value, from its declaration."""
        rule = self.rules.game.options[option]
        words = rule.words(self.rules.picks[option]).say(self.lang)
        return Sentence(
            text.render(words, self.lang, n=int(self.rules.picks[option])) if rule.number else words
        )

    def settle(self, sentence: Sentence) -> Sentence:
        """The sentence as one that answers what the sources leave open."""
        return replace(sentence, settled=True)

    def title(self, section: str) -> str:
        return self.say(f"section.{section}").text

    def section(self, name: str, *paragraphs: Paragraph | None) -> Section:
        """A section of the paragraphs that there are."""
        return Section(name, self.title(name), tuple(filter(None, paragraphs)))

    def paragraph(
        self,
        name: str,
        clauses: Sequence[str],
        source: str,
        *sentences: Sentence | None,
        rows: Sequence[tuple[str, str]] = (),
    ) -> Paragraph:
        """A paragraph of the sentences that there are."""
        told = source.replace("ours", texts()["source.name.ours"][self.lang])
        return Paragraph(name, tuple(filter(None, sentences)), tuple(clauses), told, tuple(rows))

    def sources(self) -> tuple[str, ...]:
        """What the short names of the sources mean."""
        names = ("E", "R", "W") if self.rules.game.name == "paskahousu" else ("Z",)
        keys = [*(f"source.{name}" for name in names), "source.ours", "source.settled", "source.clauses"]
        return tuple(self.say(key).text for key in keys)

    def variant(self, key: str, gen: bool, rank: int) -> str:
        """The name of a group of cards, in the case that a Finnish "päälle" needs where `gen` says so."""
        forms = texts()[key]
        template = forms.get(f"{self.lang}.gen", forms[self.lang]) if gen else forms[self.lang]
        return text.render(
            template, self.lang, rank=RANKS[rank], red="красного" if rank == ACE else "красную"
        )

    def joined(self, words: Sequence[str], conjunction: str = "or") -> str:
        """A list with "or" or "and" before the last."""
        return text.render("{words:%s}" % conjunction, self.lang, words=list(words))  # noqa: UP031

    def rank_face(self, rank: int) -> str:
        """The short text of a rank, `10`, or `В` in Russian."""
        return text.face(RANKS[rank], self.lang)

    def rank_name(self, rank: int, case: str) -> str:
        """The name of a rank in a case of the language."""
        return text.catalogue(self.lang).names[RANKS[rank]][case]
