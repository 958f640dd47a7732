"""What the declarations say about rule sets and house rules, as lines."""

from __future__ import annotations

from housu.rules.declaration import HouseRule
from housu.rules.ruleset import GAMES, RuleSet
from housu.text import say


def overview(lang: str) -> list[str]:
    """Every named set and every house rule with its values."""
    told = [say("cli.rules.sets", lang)]
    for game in GAMES.values():
        for named in game.named_sets:
            names = ", ".join((named.name, *named.aliases))
            told.append(f"  {names}: {named.title.say(lang)}")
    for game in GAMES.values():
        told += ["", say("cli.rules.house_rules", lang, game=game.title.say(lang))]
        for rule in game.house_rules:
            told.append(f"  {rule.name}: {_values(rule, lang)}")
            told.append(f"      {rule.label.say(lang)} ({where(rule, lang)})")
    told += ["", say("cli.rules.sources", lang), say("cli.rules.how", lang, example="pagat+singles=twos")]
    return told


def _values(rule: HouseRule, lang: str) -> str:
    if rule.number is None:
        return ", ".join(rule.values)
    return say(
        "cli.rules.number", lang, default=rule.default, low=rule.number.low, high=f"{rule.number.high}"
    )


def where(rule: HouseRule, lang: str) -> str:
    """The clause of a house rule, and its source."""
    source = rule.source.replace("ours", say("ui.form.ours", lang))
    return say("cli.rules.where", lang, clause=rule.clause, source=source)


def table_rules(rules: RuleSet, lang: str) -> list[str]:
    """What a table of these rules plays: where it differs from the base game, and the rest."""
    game = rules.game
    told = [f"{game.title.say(lang)}: {rules.named.title.say(lang)}"]
    told.append(say("cli.rules.written", lang, rules=rules.text))
    fit = rules.seats_that_fit()
    key = "cli.rules.seats" if len(fit) > 1 else "cli.rules.seats_exact"
    told.append(say(key, lang, low=fit[0], high=fit[-1]))
    changed = [rule for rule in game.house_rules if rules.picks[rule.name] != rule.default]
    if not changed:
        told.append(say("cli.rules.base", lang, game=game.title.say(lang)))
    else:
        told += ["", say("cli.rules.differs", lang)]
        for rule in changed:
            told += _sentence(rules, rule, lang)
            usual = _words(rule, rule.default, lang)
            told.append(f"      ({say('cli.rules.instead', lang, words=usual)})")
    told += ["", say("cli.rules.same", lang) if changed else say("ui.form.title", lang) + ":"]
    for rule in game.house_rules:
        if rule not in changed:
            told += _sentence(rules, rule, lang)
    told += ["", say("cli.rules.sources", lang)]
    return told


def _words(rule: HouseRule, value: str, lang: str) -> str:
    words = rule.words(value).say(lang)
    return f"{value}. {words}" if rule.number else words


def _sentence(rules: RuleSet, rule: HouseRule, lang: str) -> list[str]:
    value = rules.picks[rule.name]
    return [
        f"  {rule.name}={value}: {rule.words(value).say(lang)}",
        f"      {where(rule, lang)}",
    ]


def sheet(rules: RuleSet, lang: str, seats: int | None = None, width: int = 80) -> list[str]:
    """The complete rules of a table."""
    from housu.rules.sheet import sheet as made

    return made(rules, lang, seats).text(width).splitlines()


def difference(one: str, other: str, lang: str, width: int = 80) -> list[str]:
    """How two tables differ."""
    from housu.rules.sheet import difference as made

    return made(one, other, lang).text(width).splitlines()
