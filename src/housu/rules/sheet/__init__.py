"""Rule sheets: a complete set of rules of exactly one table, in three languages, and how two tables differ.

    sheet(rules, lang="en", seats=None) -> Sheet        sheet("pagat+singles=twos", "fi").text(width=80)
    difference(rules, other, lang="en") -> Difference   difference("pagat", "russian").text(width=80)

`Sheet` and `Difference` have `text(width)`, `markdown()` and `data()` (what `json` can write, for the browser). House
rules are worked into the sentences: each paragraph says what it says at this table, read off the compiled tables, with
the clauses that refusals cite and the sources it rests on.
"""

from __future__ import annotations

from housu.rules.ruleset import RuleSet
from housu.rules.sheet import paskahousu, zalupa
from housu.rules.sheet.differ import Difference
from housu.rules.sheet.differ import difference as _difference
from housu.rules.sheet.model import Paragraph, Section, Sentence, Sheet
from housu.rules.sheet.writer import Writer

__all__ = ["Difference", "Paragraph", "Section", "Sentence", "Sheet", "difference", "sheet"]

_SECTIONS = {"paskahousu": paskahousu.sections, "zalupa": zalupa.sections}


def sheet(rules: str | RuleSet, lang: str = "en", seats: int | None = None) -> Sheet:
    """The rule sheet of a table in `en`, `fi` or `ru`; with `seats` also what the number of players settles.

    Raises RulesError for a rule set that isn't one, and for seats that don't fit.
    """
    rule_set = RuleSet.parse(rules)
    if seats is not None:
        rule_set.check_seats(seats)
    writer = Writer(rule_set, lang, seats)
    body = _SECTIONS[rule_set.game.name](writer)
    return Sheet(
        rules=rule_set.text,
        lang=lang,
        title=writer.say("title", title=rule_set.named.title.say(lang)).text,
        written=writer.say("written", rules=rule_set.text).text,
        sections=(*body, *_without_effect(writer, body)),
        sources=writer.sources(),
        sources_title=writer.title("sources"),
    )


def difference(rules: str | RuleSet, other: str | RuleSet, lang: str = "en") -> Difference:
    """How two tables differ, sentence by sentence. Raises RulesError."""
    return _difference(sheet(rules, lang), sheet(other, lang), RuleSet.parse(rules), RuleSet.parse(other))


def _without_effect(writer: Writer, body: tuple[Section, ...]) -> tuple[Section, ...]:
    """Choices that make no difference at this table, such as when to try the stock where there is none."""
    paragraphs = [
        writer.paragraph(option, (rule.clause,), rule.source, writer.house(option))
        for option, rule in writer.rules.game.options.items()
        if _idle(writer, option, body)
    ]
    return (Section("idle", writer.title("idle"), tuple(paragraphs)),) if paragraphs else ()


def _idle(writer: Writer, option: str, body: tuple[Section, ...]) -> bool:
    rules = writer.rules
    default = rules.game.options[option].default
    if rules.picks[option] == default:
        return False
    if any(
        writer.house(option) in paragraph.sentences for section in body for paragraph in section.paragraphs
    ):
        return False
    picks = {**rules.picks, option: default}
    if any(conflict.holds(picks) for conflict in rules.game.conflicts):
        return False
    usual = Writer(RuleSet.of(rules.game, rules.name, picks), writer.lang, writer.seats)
    return _SECTIONS[rules.game.name](usual) == body
