"""The declarations: each house rule is alive, complete and named in three languages; rule sets as text both ways."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import housu
from housu.rules.declaration import Conflict, HouseRule, Number
from housu.rules.ruleset import GAMES, PASKAHOUSU, ZALUPA, Game, RuleSet
from housu.text import languages
from tests.support.strategies import NAMED, Table, random_rules, random_table, rule_sets

RULES = [(game, rule) for game in GAMES.values() for rule in game.house_rules]
CONFLICTS = [(game, conflict) for game in GAMES.values() for conflict in game.conflicts]

# The names and values that records, links and people's notes hold: they may be added to, never changed.
PROMISED = {
    "paskahousu": {
        "decks": "1 2",
        "deal": "2-2-1 2-1-2 1-1-1 2-2-2 all",
        "table_cards": "0 3 4",
        "opening": "most_threes threes_in_turn",
        "pictures_above": "6 7 8 9",
        "eights_when_nines_gone": "no yes",
        "singles": "none twos pictures_aces_twos",
        "ace_ten_lead": "stays pick_up pick_up_replay clears",
        "lead_ban": "none tens_aces tens_aces_pictures",
        "lead_ban_lasts": "always stock",
        "four_clears": "yes not_twos no",
        "black_specials": "no yes tens_aces",
        "after_draw": "none swap continue",
        "ace_clears": "yes no",
        "ten_on_anything": "no yes",
        "high_on_lower": "no yes",
        "anything_on_two": "no yes",
        "draw_when": "any stuck",
        "two_on_ten_ace": "no yes",
        "stalemate_after": "200",
    },
    "zalupa": {
        "beat_suit": "same any",
        "must_beat": "yes no",
        "after_take": "next leader",
        "stalemate_after": "200",
    },
}
# What each name has always stood for, beside the defaults.
PROMISED_SETS: dict[str, dict[str, str]] = {
    "pagat": {},
    "russian": {"deal": "2-1-2"},
    "poytapaska": {"table_cards": "4"},
    "spanish": {"table_cards": "4"},
    "poytapaska-3": {"deal": "1-1-1", "table_cards": "3"},
    "poytapaska-shithead": {
        "deal": "1-1-1",
        "table_cards": "3",
        "ace_clears": "no",
        "ten_on_anything": "yes",
        "high_on_lower": "yes",
        "anything_on_two": "yes",
    },
    "ruotsalainen": {"deal": "all"},
    "swedish": {"deal": "all"},
    "two-packs": {"decks": "2", "four_clears": "no"},
    "black": {"black_specials": "yes"},
    "zalupa": {},
}


def test_names_and_values_stay() -> None:
    for game in GAMES.values():
        found = {rule.name: " ".join(rule.values) for rule in game.house_rules}
        assert list(found) == list(PROMISED[game.name])
        assert found == PROMISED[game.name]


@pytest.mark.parametrize("name", PROMISED_SETS)
def test_named_sets_stay(name: str) -> None:
    rules = RuleSet.parse(name)
    assert rules.picks == {
        rule.name: PROMISED_SETS[name].get(rule.name, rule.default) for rule in rules.game.house_rules
    }


def test_no_named_set_is_forgotten() -> None:
    names = {
        name for game in GAMES.values() for named in game.named_sets for name in (named.name, *named.aliases)
    }
    assert names == PROMISED_SETS.keys()
    assert len(NAMED) == len({RuleSet.parse(name).key for name in names})


@pytest.mark.parametrize(("game", "rule"), RULES, ids=lambda value: value.name)
def test_declaration(game: Game, rule: HouseRule) -> None:
    """Values are read back, all of them set the same fields of the meaning, and the default is the meaning's own."""
    assert all(rule.read(value) == value for value in rule.values)
    assert rule.read(rule.default) == rule.default
    for unknown in ("", " ", "x", rule.default + " ", rule.default.upper() + "!", "-1", "1e3", "٣"):
        assert rule.read(unknown) is None, unknown
    plain = vars(game.meaning())
    fields = [set(rule.settings(value)) for value in rule.values]
    assert all(each == fields[0] for each in fields)
    assert rule.settings(rule.default).items() <= plain.items()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_field_is_set_by_one_rule(game: Game) -> None:
    names = [name for rule in game.house_rules for name in rule.settings(rule.default)]
    assert sorted(names) == sorted(vars(game.meaning()))


@pytest.mark.parametrize(
    ("rule", "number"),
    [pytest.param(rule, rule.number, id=f"{game.name}-{rule.name}") for game, rule in RULES if rule.number],
)
def test_numbers_have_bounds(rule: HouseRule, number: Number) -> None:
    low, high = number.low, number.high
    assert (low, high) == (0, 1_000_000)
    assert rule.read("007") == "7"
    assert [rule.read(str(n)) for n in (low, high, high + 1)] == [str(low), str(high), None]


@pytest.mark.parametrize("language", languages)
def test_sentences_differ(language: str) -> None:
    """Nobody is told the same of two values, nor of two house rules of one game."""
    for game in GAMES.values():
        said = [rule.words(value).say(language) for rule in game.house_rules for value in rule.values]
        labels = [rule.label.say(language) for rule in game.house_rules]
        why = [conflict.why.say(language) for conflict in game.conflicts]
        for sentences in (said, labels, why):
            assert all(sentence.strip() == sentence != "" for sentence in sentences)
            assert len(set(sentences)) == len(sentences)
        assert all(sentence.endswith(".") for sentence in said)


@pytest.mark.parametrize(("game", "rule"), RULES, ids=lambda value: value.name)
def test_languages_differ(game: Game, rule: HouseRule) -> None:
    for words in (rule.label, *(rule.words(value) for value in rule.values)):
        assert len({words.say(language) for language in languages}) == 3
    assert rule.source
    assert rule.clause[0] in "PZ"


# --- tables ---


def tables_of(game: Game, picks: Mapping[str, str]) -> dict[str, Any] | None:
    """What some picks compile to, or None where they contradict each other."""
    try:
        numbers: dict[str, Any] = RuleSet.of(game, game.named_sets[0].name, picks).tables.numbers
    except housu.RulesError:
        return None
    return numbers


def companions(game: Game) -> Iterator[dict[str, str]]:
    """Nothing, then every single choice, in which another may show its effect."""
    yield {}
    for rule in game.house_rules:
        for value in rule.values:
            yield {rule.name: value}


@pytest.mark.parametrize(("game", "rule"), RULES, ids=lambda value: value.name)
def test_choices_compile_differently(game: Game, rule: HouseRule) -> None:
    for one, other in itertools.combinations([*rule.values, *(("0",) if rule.number else ())], 2):
        for beside in companions(game):
            first, second = (tables_of(game, {**beside, rule.name: value}) for value in (one, other))
            if first and second and first != second:
                break
        else:
            pytest.fail(f"{rule.name}: {one} and {other} are the same game")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_field_of_the_meaning_is_read(game: Game) -> None:
    """In one rule set or another: what a table leaves open is not asked for."""
    read: set[str] = set()

    class Spy(game.meaning):  # type: ignore[name-defined, misc]
        def __getattribute__(self, name: str) -> Any:
            read.add(name)
            return super().__getattribute__(name)

    for rule in game.house_rules:
        for value in rule.values:
            game.tables(Spy(**rule.settings(value)))
    assert vars(game.meaning()).keys() <= read


class RecordSpy:
    """Compiled rules that remember which of their fields were read."""

    def __init__(self, record: Any) -> None:
        self.__dict__.update(record=record, read=set())

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.record, name)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_table_is_read_in_play(game: Game) -> None:
    """By the kernel itself, dealing, playing at random and shuffling included."""
    read: set[str] = set()
    rng = random.Random(1)
    nines = Table("pagat+pictures_above=8+eights_when_nines_gone=yes", 4, 0, 0)
    for n in range(80):
        table = nines if n % 2 and game is PASKAHOUSU else random_table(rng, game.name)
        deal = table.deal()
        face: Any = deal._face
        spy = RecordSpy(face.record)
        dice = face.engine.dice(rng.randrange(2**32))
        face.kernel.shuffle(spy, deal._state, dice)
        if game is PASKAHOUSU:
            face.kernel.start(spy, deal._state, deal.seats, 0)
        else:
            face.kernel.start(spy, deal._state, 0)
        face.kernel.playout(spy, deal._state, dice, 200)
        read |= spy.read
    assert read == game.layout.keys()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_tables_have_the_shape_of_their_layout(game: Game) -> None:
    rng = random.Random(2)
    for _ in range(60):
        numbers = random_rules(rng, game).tables.numbers
        assert numbers.keys() == game.layout.keys()
        for name, size in game.layout.items():
            found = len(numbers[name]) if isinstance(numbers[name], list) else 0
            assert found == size, name
            values = numbers[name] if size else [numbers[name]]
            assert all(type(value) is int and abs(value) < 2**63 for value in values), name


def test_one_thing_at_most_may_be_done_with_a_card_just_drawn() -> None:
    """Replace the play or go on with it, never both (P26): the engine asks for one, then the other."""
    for value in PASKAHOUSU.options["after_draw"].values:
        numbers = RuleSet.of(PASKAHOUSU, "pagat", {"after_draw": value}).tables.numbers
        assert (numbers["swap"], numbers["go_on"]) == (int(value == "swap"), int(value == "continue"))


# --- contradictions ---

CONTRADICTIONS = (
    ("eights_when_nines_gone=yes", "pictures_above=6"),
    ("eights_when_nines_gone=yes", "pictures_above=7"),
    ("eights_when_nines_gone=yes", "pictures_above=9"),
    ("high_on_lower=yes", "pictures_above=7"),
    ("high_on_lower=yes", "pictures_above=8"),
    ("high_on_lower=yes", "pictures_above=9"),
    *(
        (f"lead_ban={ban}", f"ace_ten_lead={lead}")
        for ban in ("tens_aces", "tens_aces_pictures")
        for lead in ("pick_up", "pick_up_replay", "clears")
    ),
    ("lead_ban_lasts=stock", "lead_ban=none"),
    ("deal=all", "table_cards=3"),
    ("deal=all", "table_cards=4"),
    ("deal=all", "after_draw=swap"),
    ("deal=all", "after_draw=continue"),
)
GO_TOGETHER = (
    "pagat+pictures_above=8+eights_when_nines_gone=yes",
    "pagat+high_on_lower=yes+pictures_above=6",
    "pagat+lead_ban=tens_aces+lead_ban_lasts=stock+ace_ten_lead=clears",
    "pagat+lead_ban=tens_aces_pictures+lead_ban_lasts=stock+ace_ten_lead=pick_up",
    "pagat+lead_ban=tens_aces+ace_ten_lead=stays",
    "ruotsalainen+lead_ban=tens_aces",
    "ruotsalainen+decks=2+black_specials=yes",
    "pagat+deal=2-2-2+table_cards=4+after_draw=swap",
    "zalupa+beat_suit=any+must_beat=no+after_take=leader+stalemate_after=0",
)


@pytest.mark.parametrize("pair", CONTRADICTIONS, ids="+".join)
def test_contradictions_of_the_rules_are_refused(pair: tuple[str, str]) -> None:
    """In either order, with a message that names both in each language."""
    for one, other in (pair, pair[::-1]):
        with pytest.raises(housu.RulesError) as error:
            RuleSet.parse(f"pagat+{one}+{other}")
        for language in languages:
            assert one in error.value.say(language)
            assert other in error.value.say(language)


def test_the_whole_pack_and_a_ban_that_ends_with_the_stock() -> None:
    with pytest.raises(
        housu.RulesError, match=r"deal=all.*lead_ban_lasts=stock|lead_ban_lasts=stock.*deal=all"
    ):
        RuleSet.parse("ruotsalainen+lead_ban=tens_aces+lead_ban_lasts=stock")


@pytest.mark.parametrize("text", GO_TOGETHER)
def test_what_goes_together_is_taken(text: str) -> None:
    assert RuleSet.parse(text).seats_that_fit()


@pytest.mark.parametrize(("game", "conflict"), CONFLICTS)
def test_conflicts_name_real_choices_and_say_why(game: Game, conflict: Conflict) -> None:
    """Every declared contradiction can be met, and then both sides and the reason are named."""
    sides = [side for side in (conflict.one, conflict.other, conflict.besides) if side]
    for option, values in sides:
        assert set(values) <= set(game.options[option].values)
    for values in itertools.product(*(side[1] for side in sides)):
        picks = dict(zip((side[0] for side in sides), values, strict=True))
        for beside in companions(game):
            with pytest.raises(housu.RulesError) as error:
                RuleSet.of(game, game.named_sets[0].name, {**beside, **picks})
            if error.value.data["why"] == conflict.why:
                break
        else:
            pytest.fail(f"{picks} is never refused for that reason")
        for language in languages:
            said = error.value.say(language)
            assert conflict.why.say(language) in said
            assert all(f"{option}={picks[option]}" in said for option, _ in sides[:2])


# --- text ---


@settings(max_examples=150)
@given(rules=rule_sets(), seed=st.integers(0, 1000))
def test_text_both_ways(rules: RuleSet, seed: int) -> None:
    again = RuleSet.parse(rules.text)
    assert again == rules
    assert again.text == rules.text
    assert again.tables.numbers == rules.tables.numbers
    assert hash(again) == hash(rules)
    changes = list(rules.changes.items())
    order = list(rules.game.options)
    assert [option for option, _ in changes] == sorted(rules.changes, key=order.index)
    random.Random(seed).shuffle(changes)
    mixed = " + ".join([rules.name, *(f"{option} = {value}" for option, value in changes)])
    assert RuleSet.parse(f" {mixed} ").text == rules.text


def test_canonical_text_leaves_out_what_does_not_differ() -> None:
    assert RuleSet.parse("spanish+table_cards=4+decks=1").text == "poytapaska"
    assert RuleSet.parse("pagat+decks=2+singles=twos").text == "pagat+decks=2+singles=twos"
    assert RuleSet.parse("pagat+singles=twos+decks=2").text == "pagat+decks=2+singles=twos"
    assert RuleSet.parse("poytapaska+table_cards=0") == RuleSet.parse("pagat")
    assert RuleSet.parse("poytapaska+table_cards=0").text == "poytapaska+table_cards=0"
    assert RuleSet.parse("zalupa+stalemate_after=0200").text == "zalupa"
    assert RuleSet.parse("pagat") != RuleSet.parse("zalupa")


WRONG = (
    "",
    " ",
    "+",
    "pagat+",
    "pagat++decks=2",
    "pagat+decks",
    "pagat+decks=",
    "pagat+decks=3",
    "pagat+decks=2=2",
    "pagat+=2",
    "pagat+Decks=2",
    "Pagat",
    "shithead",
    "pagat+decks=2+decks=2",
    "pagat+decks=1+decks=2",
    "pagat+beat_suit=any",
    "zalupa+decks=2",
    "zalupa+stalemate_after=1000001",
    "pagat+stalemate_after=-1",
    "pagat+stalemate_after=١",
    "pagat+stalemate_after=1e3",
    "pagat+stalemate_after=" + "9" * 50,
    "pagat,decks=2",
    "pagat decks=2",
    "пагат",
    "pagat+\x00=1",
)


@pytest.mark.parametrize("text", WRONG)
def test_wrong_text_says_what_would_be_right(text: str) -> None:
    with pytest.raises(housu.RulesError) as error:
        RuleSet.parse(text)
    assert len({error.value.say(language) for language in languages}) == 3


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("pagatt", "pagat"),
        ("pagat+deck=2", "decks"),
        ("pagat+decks=3", "1, 2"),
        ("pagat+decks=2+decks=2", "decks"),
        ("zalupa+stalemate_after=x", "1000000"),
        ("zalupa+decks=2", "Paskahousu"),
    ],
)
def test_errors_name_what_is_right(text: str, named: str) -> None:
    with pytest.raises(housu.RulesError) as error:
        RuleSet.parse(text)
    for language in languages:
        assert named in error.value.say(language).replace("\N{NO-BREAK SPACE}", "")


# --- seats (P2) ---

FIT = {
    "pagat": range(2, 11),
    "pagat+deal=2-2-2": range(2, 9),
    "two-packs+deal=2-2-2": range(2, 11),
    "poytapaska": range(2, 5),
    "poytapaska-3": range(2, 6),
    "poytapaska+decks=2": range(2, 9),
    "ruotsalainen": range(2, 11),
    "zalupa": (4,),
}


@pytest.mark.parametrize("text", FIT)
def test_seats_that_fit(text: str) -> None:
    rules = RuleSet.parse(text)
    assert rules.seats_that_fit() == tuple(FIT[text])
    for seats in range(-1, 13):
        if seats in FIT[text]:
            assert housu.Deal.start(text, seats=seats, seed=1).seats == seats
        else:
            with pytest.raises(housu.RulesError):
                housu.Deal.start(text, seats=seats, seed=1)


@pytest.mark.parametrize("seats", [True, "4", 4.0, None])
def test_seats_are_a_whole_number(seats: Any) -> None:
    for game in (PASKAHOUSU, ZALUPA):
        with pytest.raises(housu.RulesError):
            RuleSet.parse(game.named_sets[0].name).check_seats(seats)
