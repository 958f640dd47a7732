"""Rule sheets: complete, true to the engine, different where the rules are, in three languages."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import housu
from housu import text
from housu.rules.ruleset import GAMES, PASKAHOUSU, ZALUPA, Game, RuleSet
from housu.rules.sheet import Sheet, difference, sheet
from housu.rules.sheet.writer import texts
from housu.text.grammar import TextError, fields
from tests.support.strategies import named_sets, random_rules

LANGUAGES = ("en", "fi", "ru")
NUMBERS = (0, 1, 2, 5, 11, 21, 22)

# The paragraph in which each house rule has its say.
OWN = {
    "decks": "pack",
    "deal": "hands",
    "table_cards": "table_cards",
    "opening": "opening",
    "pictures_above": "pictures",
    "eights_when_nines_gone": "pictures",
    "singles": "play",
    "ace_ten_lead": "led",
    "lead_ban": "may_lead",
    "lead_ban_lasts": "may_lead",
    "four_clears": "clear_four",
    "black_specials": "special",
    "after_draw": "after_draw",
    "ace_clears": "clear_ace",
    "ten_on_anything": "ten",
    "high_on_lower": "pictures",
    "anything_on_two": "two",
    "draw_when": "draw",
    "two_on_ten_ace": "two",
    "stalemate_after": "stalemate",
    "beat_suit": "beat",
    "must_beat": "take",
    "after_take": "after_take",
}


def values(game: Game, option: str) -> list[str]:
    rule = game.options[option]
    return ["0", "1", "2", "21", "200", "1000000"] if rule.number else list(rule.values)


def changed(rules: RuleSet, option: str) -> Iterator[RuleSet]:
    """The rule set with every other value of one option that goes with the rest."""
    for value in values(rules.game, option):
        picks = {**rules.picks, option: value}
        if value != rules.picks[option] and not any(
            conflict.holds(picks) for conflict in rules.game.conflicts
        ):
            yield RuleSet.of(rules.game, rules.name, picks)


def says(rules: RuleSet | str, lang: str) -> tuple[tuple[str, ...], ...]:
    """All that a sheet says of the rules: not how they are written."""
    return tuple(tuple(paragraph.statements()) for paragraph in cached_sheet(str(rules), lang).paragraphs())


@cache
def cached_sheet(rules: str, lang: str) -> Sheet:
    return sheet(rules, lang)


def compiled(rules: RuleSet) -> str:
    """What rules compile to, to be compared."""
    return repr((rules.game.name, rules.tables.numbers, getattr(rules.tables, "refusals", None)))


# --- different rules, different sheets ---


def check_apart(sets: list[RuleSet], lang: str) -> None:
    seen: dict[Any, RuleSet] = {}
    for rules in sets:
        other = seen.setdefault(says(rules, lang), rules)
        assert compiled(other) == compiled(rules), f"{other} and {rules} have one sheet in {lang}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_single_changes_of_all_sets_have_sheets_of_their_own(lang: str) -> None:
    sets = []
    for name in named_sets():
        rules = RuleSet.parse(name)
        sets += [rules, *(one for option in rules.game.options for one in changed(rules, option))]
    assert len(sets) > 250
    check_apart(sets, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_random_sets_have_sheets_of_their_own(lang: str) -> None:
    rng = random.Random(7)
    sets = [random_rules(rng, rng.choice([PASKAHOUSU] * 4 + [ZALUPA])) for _ in range(60)]
    neighbours = [
        one
        for rules in sets[:15]
        for option in rng.sample(list(rules.game.options), 3)
        for one in changed(rules, option)
    ]
    check_apart([*sets, *neighbours], lang)


@pytest.mark.soak
@pytest.mark.parametrize("lang", LANGUAGES)
def test_many_random_sets_have_sheets_of_their_own(lang: str) -> None:
    rng = random.Random(8)
    sets = [random_rules(rng, rng.choice([PASKAHOUSU] * 4 + [ZALUPA])) for _ in range(1_500)]
    neighbours = [one for rules in sets for option in rules.game.options for one in changed(rules, option)]
    check_apart([*sets, *neighbours], lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", named_sets())
def test_an_option_changes_its_own_sentence(name: str, lang: str) -> None:
    rules = RuleSet.parse(name)
    for option in rules.game.options:
        for other in changed(rules, option):
            told = {change.name for change in difference(rules, other, lang).changes}
            assert told & {OWN[option], option}, (
                f"{name} with {option}={other.picks[option]} changes only {told}"
            )


def test_every_house_rule_has_its_paragraph() -> None:
    assert OWN.keys() == {option for game in GAMES.values() for option in game.options}
    for game in GAMES.values():
        names = {paragraph.name for paragraph in cached_sheet(game.named_sets[0].name, "en").paragraphs()}
        assert {OWN[option] for option in game.options} <= names


def test_a_choice_without_effect_is_told_as_such() -> None:
    told = cached_sheet("ruotsalainen+draw_when=stuck", "en")
    idle = next(section for section in told.sections if section.name == "idle")
    assert [paragraph.name for paragraph in idle.paragraphs] == ["draw_when"]
    assert all(section.name != "idle" for section in cached_sheet("pagat+draw_when=stuck", "en").sections)


# --- complete ---


def cited(rules: str, seats: int, seed: int) -> set[str]:
    """The clauses that refusals and blocked cards cite in a random deal, whatever is tried."""
    rng = random.Random(seed)
    deal = housu.Deal.start(rules, seats, seed=seed)
    words = ["pickup", "draw", "blind1", "blind4", "pass", "stop", "take", "nonsense"]
    cards = [rank + suit for rank in "3456789TJQKA2" for suit in "cdhs"]
    tried = [
        *words,
        *cards,
        *(card + "!" for card in cards),
        *(2 * card for card in cards),
        "7c7d",
        "TcTd",
        "3c4c",
        "2c2d2h",
    ]
    found = set()
    while True:
        for attempt in [*rng.sample(words, 4), *rng.sample(tried, 8)]:
            try:
                deal.copy().act(attempt)
            except housu.IllegalAction as error:
                found.add(error.clause)
        if deal.to_act is None:
            return found
        found |= set(deal.view(deal.to_act)["blocked"].values())
        deal.act(rng.choice(deal.actions()))


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("pagat", 3),
        ("pagat+after_draw=continue+ace_ten_lead=pick_up+opening=threes_in_turn", 3),
        ("ruotsalainen+lead_ban=tens_aces_pictures+singles=pictures_aces_twos", 4),
        ("poytapaska-shithead+after_draw=swap+black_specials=yes", 2),
        ("black+draw_when=stuck+pictures_above=8+eights_when_nines_gone=yes", 4),
        ("zalupa", 4),
        ("zalupa+must_beat=no+beat_suit=any", 4),
    ],
)
def test_every_clause_that_a_refusal_cites_stands_in_the_sheet(rules: str, seats: int) -> None:
    found: set[str] = set()
    for seed in range(2):
        found |= cited(rules + "+stalemate_after=60", seats, seed)
    assert len(found) >= (4 if rules.startswith("zalupa") else 7)
    for lang in LANGUAGES:
        assert found <= cached_sheet(rules, lang).clauses


def clauses_in_code() -> set[str]:
    """Every clause that the engine can name in a refusal."""
    from pathlib import Path

    folder = Path(housu.__file__).parent
    code = "\n".join(
        path.read_text("utf-8")
        for path in [
            *folder.glob("faces/*.py"),
            folder / "rules" / "paskahousu_tables.py",
            folder / "rules" / "zalupa.py",
        ]
    )
    return set(re.findall(r"""["']([PZ]\d+[ab]?)["']""", code))


@pytest.mark.parametrize("name", named_sets())
def test_every_clause_that_the_engine_names_stands_in_the_sheet(name: str) -> None:
    rules = RuleSet.parse(name)
    letter = "Z" if rules.game is ZALUPA else "P"
    clauses = {clause for clause in clauses_in_code() if clause.startswith(letter)}
    assert len(clauses) > 5
    # What only some rules can cite: the two ways to start.
    clauses -= {"P9"} if rules.picks.get("opening") == "most_threes" else {"P8"}
    told = {
        clause.rstrip("ab") if clause not in clauses else clause
        for clause in cached_sheet(name, "en").clauses
    }
    assert clauses <= told


@pytest.mark.parametrize("name", named_sets())
def test_every_clause_of_the_rules_is_told(name: str) -> None:
    """All but those that speak of what this table doesn't have."""
    clauses = cached_sheet(name, "fi").clauses
    if name == "zalupa":
        assert clauses == {*(f"Z{n}" for n in range(14))} - {"Z10"} | {"Z10", "Z10a", "Z10b"}
        return
    numbers = RuleSet.parse(name).tables.numbers
    missing = {"P9"}
    missing |= {"P6", "P18"} if numbers["whole_pack"] else set()
    missing |= set() if numbers["table_cards"] else {"P29"}
    assert {f"P{n}" for n in range(31)} - clauses == missing


# --- true to the engine ---


def faces_of(kind: str) -> list[str]:
    """The cards that an entry of the table stands for: `10` all four tens, `10♦♥` the red ones."""
    rank = re.sub("[♣♦♥♠]", "", kind).replace("10", "T")
    suits = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
    named = [suits[sign] for sign in kind if sign in suits] or list("cdhs")
    return [rank + suit for suit in named]


@pytest.mark.parametrize("seed", range(12))
def test_the_table_says_what_the_engine_allows(seed: int) -> None:
    """For every card on top, the cards that the sheet lists are those that can be played on it."""
    rng = random.Random(seed)
    rules = random_rules(rng, PASKAHOUSU) if seed else RuleSet.parse("pagat")
    paragraph = next(paragraph for paragraph in sheet(rules, "en").paragraphs() if paragraph.name == "may_go")
    pack = [rank + suit for rank in "3456789TJQKA2" for suit in "cdhs"]
    checked = 0
    for label, listed in paragraph.rows:
        nines_gone = label.endswith("all nines set aside")
        empty = label.startswith("on the empty table")
        fits = {card for kind in listed.split() for card in faces_of(kind)}
        for top in [""] if empty else faces_of(label.split()[1].rstrip(",")):
            nines = [card for card in pack if card[0] == "9"] if nines_gone else []
            without = (empty and "without" in label) or rules.tables.numbers["whole_pack"]
            stock = "" if without else next(card for card in pack if card not in {top, *nines})
            free = [card for card in pack if card not in {top, stock, *nines}]
            hand, other = free[:-1], free[-1]
            out = nines * (2 if rules.tables.numbers["decks"] == 2 else 1)
            deal = housu.Deal.from_snapshot(
                {
                    "rules": str(rules),
                    "hands": [" ".join(hand), other],
                    "pile": top,
                    "stock": stock,
                    "out": " ".join(out),
                }
            )
            legal = {str(action)[:2] for action in deal.actions()} & set(hand)
            kinds = {
                kind: set(faces_of(kind))
                for kind in " ".join(row for _, row in paragraph.rows).split()
                if kind[0] != "n"
            }
            for cards in kinds.values():
                if held := cards & set(hand):
                    assert bool(legal & cards) == bool(held <= fits), (str(rules), label, cards)
                    checked += 1
    assert checked > 100


@pytest.mark.parametrize(
    ("rules", "name", "said"),
    [
        ("pagat", "on_ten_and_ace", "On a ten only a ten may go. On an ace only an ace may go."),
        (
            "pagat+high_on_lower=yes+two_on_ten_ace=yes",
            "on_ten_and_ace",
            "On a ten only a ten, a picture, an ace or a two may go. On an ace only an ace or a two may go.",
        ),
        ("pagat+ten_on_anything=yes", "on_ten_and_ace", "On an ace only an ace or a ten may go."),
        ("pagat+ten_on_anything=yes", "two", "On a two only a two or a ten may go."),
        ("pagat+anything_on_two=yes", "two", "Any card may go on a two, and a ten put on it clears."),
        ("pagat+anything_on_two=yes", "pictures", "An ace goes only on a picture, an ace or a two."),
        ("black", "pictures", "An ace goes only on a picture, a red ace or an ace."),
        ("black+anything_on_two=yes", "special", "a red two may go on a black two"),
        ("black", "special", "A red card never goes on a black one of its rank"),
        ("pagat", "clear_ten", "Tens played on a lower card clear the pile."),
        ("pagat+anything_on_two=yes", "clear_ten", "Tens played on a lower card or on a two clear the pile."),
        ("pagat+ten_on_anything=yes", "clear_ten", "Tens played on any card but a ten clear the pile."),
        ("black", "clear_ten", "So does a black ten on a red one."),
        ("pagat+ace_ten_lead=pick_up+ace_clears=no", "led", "Aces led to the empty table stay there."),
        ("pagat+ace_ten_lead=pick_up", "led", "Tens or aces led to the empty table must be picked up"),
        ("pagat+ace_ten_lead=pick_up_replay", "led", "If he is out already, the next player still in leads"),
        ("two-packs+four_clears=yes", "clear_four", "With two packs that means four or more."),
        ("pagat+singles=twos", "first_play", "Of cards that go one at a time he plays a single one."),
        ("pagat+lead_ban=tens_aces", "pass", "he passes"),
        ("pagat+lead_ban=tens_aces+lead_ban_lasts=stock", "pass", "Nobody ever passes."),
        ("pagat+lead_ban=tens_aces", "stalemate", "every player still in has passed"),
        ("pagat+deal=2-2-2", "draw_up", "fewer than six cards in hand after playing draws up to six"),
        ("pagat+stalemate_after=0", "stalemate", "There is no limit on turns without progress"),
        ("pagat+after_draw=continue+ace_ten_lead=pick_up", "after_draw", "the duty stays"),
        ("zalupa+beat_suit=any", "beat", "queen of clubs is beaten by K♣ K♦ K♠ A♣ A♦ A♠ 9♥"),
        ("zalupa+must_beat=no", "take", "may take the cards all the same"),
        (
            "zalupa+after_take=leader",
            "after_take",
            "If he is out already, the next player still in after him leads",
        ),
    ],
)
def test_sentences_that_depend_on_several_rules(rules: str, name: str, said: str) -> None:
    paragraph = next(
        paragraph for paragraph in cached_sheet(rules, "en").paragraphs() if paragraph.name == name
    )
    assert said in paragraph.text


def test_where_tens_and_aces_may_never_be_led_nothing_is_said_of_leading_them() -> None:
    names = [paragraph.name for paragraph in cached_sheet("pagat+lead_ban=tens_aces", "en").paragraphs()]
    assert "led" not in names
    assert "led" in [paragraph.name for paragraph in cached_sheet("pagat", "en").paragraphs()]


def test_a_sheet_for_so_many_players() -> None:
    stock = [
        next(
            paragraph for paragraph in sheet("pagat", "en", seats).paragraphs() if paragraph.name == "stock"
        ).text
        for seats in (4, 10)
    ]
    assert "With four players that is 32 cards." in stock[0]
    assert "With ten players that is 2 cards." in stock[1]
    assert "no card is left" in sheet("poytapaska", "en", 4).text(1000)
    assert "players that is" not in sheet("pagat", "en").text(1000)
    with pytest.raises(housu.RulesError):
        sheet("pagat", "en", 11)


# --- languages ---


@pytest.mark.parametrize("key", texts())
def test_every_text_stands_in_three_languages_with_the_same_fields(key: str) -> None:
    forms = texts()[key]
    assert set(forms) - {"fi.gen"} == set(LANGUAGES)
    named = {lang: {name for name, _, _ in fields(template)} - {"red"} for lang, template in forms.items()}
    assert len({frozenset(names) for names in named.values()}) == 1
    for lang, template in forms.items():
        assert template.strip() or key.startswith("lead.more.")
        for _, _, plurals in fields(template):
            assert len(plurals) in (0, 3 if lang == "ru" else 2)


def test_no_text_is_left_over() -> None:
    """Every sentence is used by some table."""
    sets = [RuleSet.parse(name) for name in named_sets()]
    sets += [
        one
        for rules in sets[:2] + sets[-1:]
        for option in rules.game.options
        for one in changed(rules, option)
    ]
    sets += map(
        RuleSet.parse,
        (
            "pagat+pictures_above=8+eights_when_nines_gone=yes",
            "pagat+ace_clears=no+ace_ten_lead=pick_up",
            "pagat+ace_clears=no+ace_ten_lead=pick_up_replay",
            "pagat+ace_clears=no+ace_ten_lead=clears",
            "black+black_specials=tens_aces+anything_on_two=yes+stalemate_after=0",
            "black+anything_on_two=yes+decks=2",
            "poytapaska+lead_ban=tens_aces+after_draw=swap",
            "pagat+lead_ban=tens_aces+lead_ban_lasts=stock+deal=2-1-2+ten_on_anything=yes",
            "pagat+after_draw=continue+ace_ten_lead=pick_up+anything_on_two=yes",
            "ruotsalainen+lead_ban=tens_aces+singles=twos+draw_when=stuck",
            "zalupa+after_take=leader",
        ),
    )
    said = [cached_sheet(str(rules), "fi").text(10**6) for rules in sets]
    said.append(sheet("pagat", "fi", 3).text(10**6))
    said.append(sheet("poytapaska", "fi", 4).text(10**6))
    said += [
        difference(*pair, "fi").text(10**6)
        for pair in (("pagat", "pagat"), ("pagat", "zalupa"), ("pagat", "black"))
    ]
    everything = " ".join(" ".join(page.split()) for page in said)
    unused = []
    for key, forms in texts().items():
        start, *rest = forms["fi"].split("{")
        pieces = [start, *(piece.partition("}")[2] for piece in rest)]
        longest = " ".join(max(pieces, key=len).split())
        if longest not in everything and longest.upper() not in everything:
            unused.append(key)
    assert unused == []


@pytest.mark.parametrize(
    ("key", "lang", "told"),
    [
        ("players.here", "en", ["no players", "one player", "two players", "five players", "11 players", "21 players", "22 players"]),
        ("players.here", "fi", ["nolla pelaajaa", "yksi pelaaja", "kaksi pelaajaa", "viisi pelaajaa", "11 pelaajaa", "21 pelaajaa", "22 pelaajaa"]),
        ("players.here", "ru", ["0 игроков", "1 игрок", "2 игрока", "5 игроков", "11 игроков", "21 игрок", "22 игрока"]),
        ("end.stalemate", "en", ["0 turns", "one turn", "2 turns", "5 turns", "11 turns", "21 turns", "22 turns"]),
        ("end.stalemate", "fi", ["0 peräkkäistä vuoroa", "yksi vuoro", "2 peräkkäistä vuoroa", "5 peräkkäistä vuoroa", "11 peräkkäistä vuoroa", "21 peräkkäistä vuoroa", "22 peräkkäistä vuoroa"]),
        ("end.stalemate", "ru", ["0 ходов", "1 ход ", "2 хода", "5 ходов", "11 ходов", "21 ход ", "22 хода"]),
        ("z.stalemate", "en", ["0 leads", "one lead", "2 leads", "5 leads", "11 leads", "21 leads", "22 leads"]),
        ("z.stalemate", "fi", ["0 peräkkäistä aloitusta", "yksi aloitus", "2 peräkkäistä aloitusta", "5 peräkkäistä aloitusta", "11 peräkkäistä aloitusta", "21 peräkkäistä aloitusta", "22 peräkkäistä aloitusta"]),
        ("z.stalemate", "ru", ["0 ходов", "1 ход ", "2 хода", "5 ходов", "11 ходов", "21 ход ", "22 хода"]),
        ("z.pack", "ru", ["0 карт:", "1 карта", "2 карты", "5 карт:", "11 карт:", "21 карта", "22 карты"]),
        ("turn.draw_up", "ru", ["0 карт,", "1 карта", "2 карты", "5 карт,", "11 карт,", "21 карта", "22 карты"]),
        ("turn.draw_up", "fi", ["nolla korttia", "yksi kortti", "kaksi korttia", "viisi korttia", "11 korttia", "21 korttia", "22 korttia"]),
        ("deal.stock_here", "ru", ["0 карт.", "1 карта", "2 карты", "5 карт.", "11 карт.", "21 карта", "22 карты"]),
    ],
)  # fmt: skip
def test_plurals(key: str, lang: str, told: list[str]) -> None:
    for number, form in zip(NUMBERS, told, strict=True):
        said = text.render(texts()[key][lang], lang, n=number, seats=4, order="9 10")
        assert form in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_take_the_case_of_their_sentence(lang: str) -> None:
    rules = "black+high_on_lower=no"
    said = next(p.text for p in cached_sheet(rules, lang).paragraphs() if p.name == "pictures")
    assert {
        "en": "An ace goes only on a picture, a red ace or an ace.",
        "fi": "Ässä käy vain kuvakortin, punaisen ässän tai ässän päälle.",
        "ru": "Туза кладут только на картинку, красного туза или туза.",
    }[lang] in said


@pytest.mark.parametrize("name", named_sets())
def test_the_sheet_is_the_same_in_every_language(name: str) -> None:
    """The same paragraphs with the same clauses and as many sentences; settled points are settled everywhere."""

    def shape(lang: str) -> Any:
        return [
            (p.name, p.clauses, len(p.rows), [sentence.settled for sentence in p.sentences])
            for p in cached_sheet(name, lang).paragraphs()
        ]

    assert shape("en") == shape("fi") == shape("ru")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_left_untold(lang: str) -> None:
    rng = random.Random(5)
    for _ in range(40):
        rules = random_rules(rng, rng.choice([PASKAHOUSU, ZALUPA]))
        for said in (says(rules, lang), cached_sheet(str(rules), lang).sources):
            for line in said:
                for piece in [line] if isinstance(line, str) else line:
                    assert not re.search(r"[{}|#]|None|  |\.\.|\*\*", piece), piece
                    assert piece[0].isupper() or ":" in piece


def test_settled_points_say_so() -> None:
    for name in named_sets():
        told = cached_sheet(name, "en")
        settled = [s.text for p in told.paragraphs() for s in p.sentences if s.settled]
        assert len(settled) >= 5
        for line in settled:
            assert line + "*" in " ".join(told.text(10**6).split())
        assert any(source.startswith("*") for source in told.sources)


# --- layout ---


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [30, 40, 80, 120])
def test_lines_are_as_wide_as_asked(width: int, lang: str) -> None:
    for rules in ("black+lead_ban=tens_aces+lead_ban_lasts=stock", "zalupa"):
        lines = sheet(rules, lang).text(width).split("\n")
        assert max(map(len, lines)) <= width
        assert max(map(len, lines)) > width - 12
    assert max(map(len, difference("pagat", "poytapaska-shithead", lang).text(width).split("\n"))) <= width


def test_the_width_changes_no_word() -> None:
    told = sheet("black", "en")
    assert "".join(told.text(40).split()).replace(":", "") == "".join(told.text(200).split()).replace(":", "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_markdown_says_all_the_text_says(lang: str) -> None:
    told = cached_sheet("poytapaska", lang)
    page = told.markdown()
    for paragraph in told.paragraphs():
        for statement in paragraph.sentences:
            assert statement.text in page
        assert paragraph.reference in page
        for label, cards in paragraph.rows:
            assert f"| {label} | {cards} |" in page
    assert page.count("\n# ") == 0
    assert "*" not in page.replace("\\*", "")


def test_data_can_be_sent() -> None:
    told = cached_sheet("black", "ru")
    data = json.loads(json.dumps(told.data()))
    assert data == told.data()
    paragraphs = [p for section in data["sections"] for p in section["paragraphs"]]
    assert [p["name"] for p in paragraphs] == [p.name for p in told.paragraphs()]
    assert [s["text"] for p in paragraphs for s in p["sentences"]] == [
        s.text for p in told.paragraphs() for s in p.sentences
    ]


# --- how tables differ ---


def test_the_russian_deal_differs_in_the_deal() -> None:
    found = difference("pagat", "russian")
    assert [(change.name, change.clauses) for change in found.changes] == [("hands", ("P4",))]
    assert found.changes[0].one == ("Everybody is dealt two cards, two cards and one card, five in all.",)
    assert found.changes[0].other == ("Everybody is dealt two cards, one card and two cards, five in all.",)
    assert "russian: Everybody is dealt" in found.text()
    assert "| P4 | Everybody" in found.markdown()
    assert json.loads(json.dumps(found.data()))["changes"][0]["name"] == "hands"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_differences_are_the_same_from_both_sides(lang: str) -> None:
    rng = random.Random(2)
    for _ in range(10):
        one, other = random_rules(rng, PASKAHOUSU), random_rules(rng, PASKAHOUSU)
        there, back = difference(one, other, lang), difference(other, one, lang)
        pairs = {(change.name, change.one, change.other) for change in there.changes}
        assert pairs == {(change.name, change.other, change.one) for change in back.changes}


def test_equal_tables_do_not_differ() -> None:
    found = difference("swedish", "pagat+deal=all")
    assert found.changes == ()
    assert found.text() == "ruotsalainen and pagat+deal=all play the same.\n"


def test_different_games_are_not_compared() -> None:
    found = difference("pagat", "zalupa", "ru")
    assert found.changes == ()
    assert found.text() == "pagat и zalupa — разные игры.\n"


def test_what_only_one_table_has_comes_in_its_place() -> None:
    names = [change.name for change in difference("pagat", "poytapaska").changes]
    assert names == [change.name for change in difference("poytapaska", "pagat").changes]
    assert names.index("table_play") == names.index("out") - 1


def test_wrong_rules_and_languages() -> None:
    with pytest.raises(housu.RulesError):
        sheet("pogat")
    with pytest.raises(housu.RulesError):
        difference("pagat", "pogat")
    with pytest.raises(TextError):
        sheet("pagat", "sv")
