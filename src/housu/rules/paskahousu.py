"""The house rules of Paskahousu (rules, sections 7 and 8). Everything that shows or checks one derives from here."""

from __future__ import annotations

from housu.cards import ACE, EIGHT, JACK, KING, NINE, QUEEN, RANKS, SEVEN, SIX, TEN, TWO
from housu.rules.declaration import Choice, Conflict, HouseRule, NamedSet, Number, Words

PICTURES = (JACK, QUEEN, KING)


def _switch(field: str, no: Words, yes: Words) -> tuple[Choice, ...]:
    return Choice("no", {field: False}, no), Choice("yes", {field: True}, yes)


HOUSE_RULES = (
    HouseRule(
        "decks",
        "P1",
        "E, R5",
        Words("packs of cards", "pakkojen määrä", "число колод"),
        (
            Choice(
                "1",
                {"decks": 1},
                Words(
                    "One pack of 52 cards is used.",
                    "Pelataan yhdellä 52 kortin pakalla.",
                    "Играют одной колодой в 52 карты.",
                ),
            ),
            Choice(
                "2",
                {"decks": 2},
                Words(
                    "Two packs are shuffled together, 104 cards.",
                    "Kaksi pakkaa sekoitetaan yhteen, 104 korttia.",
                    "Две колоды тасуют вместе, всего 104 карты.",
                ),
            ),
        ),
    ),
    HouseRule(
        "deal",
        "P4",
        "E, R, R9",
        Words("dealing", "jakotapa", "раздача"),
        (
            Choice(
                "2-2-1",
                {"packets": (2, 2, 1), "whole_pack": False},
                Words(
                    "Everybody is dealt two cards, two cards and one card, five in all.",
                    "Jokaiselle jaetaan kaksi, kaksi ja yksi kortti, yhteensä viisi.",
                    "Каждому сдают по две, по две и по одной карте, всего пять.",
                ),
            ),
            Choice(
                "2-1-2",
                {"packets": (2, 1, 2), "whole_pack": False},
                Words(
                    "Everybody is dealt two cards, one card and two cards, five in all.",
                    "Jokaiselle jaetaan kaksi, yksi ja kaksi korttia, yhteensä viisi.",
                    "Каждому сдают по две, по одной и по две карты, всего пять.",
                ),
            ),
            Choice(
                "1-1-1",
                {"packets": (1, 1, 1), "whole_pack": False},
                Words(
                    "Everybody is dealt three cards, one at a time.",
                    "Jokaiselle jaetaan kolme korttia, yksi kerrallaan.",
                    "Каждому сдают по три карты, по одной за раз.",
                ),
            ),
            Choice(
                "2-2-2",
                {"packets": (2, 2, 2), "whole_pack": False},
                Words(
                    "Everybody is dealt six cards, two at a time.",
                    "Jokaiselle jaetaan kuusi korttia, kaksi kerrallaan.",
                    "Каждому сдают по шесть карт, по две за раз.",
                ),
            ),
            Choice(
                "all",
                {"packets": (), "whole_pack": True},
                Words(
                    "The whole pack is dealt out, one card at a time; there is no stock.",
                    "Koko pakka jaetaan loppuun, kortti kerrallaan; nostopakkaa ei ole.",
                    "Сдают всю колоду по одной карте; брать потом неоткуда.",
                ),
            ),
        ),
    ),
    HouseRule(
        "table_cards",
        "P5",
        "E, R8",
        Words("table cards", "pöytäkortit", "карты на столе"),
        (
            Choice(
                "0",
                {"table_cards": 0},
                Words(
                    "Nobody has cards on the table before him.",
                    "Kenelläkään ei ole pöytäkortteja.",
                    "Карт на столе перед игроками нет.",
                ),
            ),
            Choice(
                "3",
                {"table_cards": 3},
                Words(
                    "Everybody also gets three face-down and three face-up cards on the table.",
                    "Jokainen saa lisäksi kolme suljettua ja kolme avointa pöytäkorttia.",
                    "Каждый получает ещё три закрытые и три открытые карты на стол.",
                ),
            ),
            Choice(
                "4",
                {"table_cards": 4},
                Words(
                    "Everybody also gets four face-down and four face-up cards on the table.",
                    "Jokainen saa lisäksi neljä suljettua ja neljä avointa pöytäkorttia.",
                    "Каждый получает ещё четыре закрытые и четыре открытые карты на стол.",
                ),
            ),
        ),
    ),
    HouseRule(
        "opening",
        "P7",
        "E, R",
        Words("who starts", "aloittaja", "первый ход"),
        (
            Choice(
                "most_threes",
                {"any_threes": False},
                Words(
                    "Whoever holds the most threes starts, and plays all of them; without threes the fours count, and so on.",
                    "Se aloittaa, jolla on eniten kolmosia, ja lyö ne kaikki; jos kolmosia ei ole, katsotaan neloset ja niin edelleen.",
                    "Начинает тот, у кого больше всего троек, и кладёт их все; если троек нет, смотрят четвёрки и так далее.",
                ),
            ),
            Choice(
                "threes_in_turn",
                {"any_threes": True},
                Words(
                    "The first player from the dealer's left who holds a three starts with one or more threes.",
                    "Jakajan vasemmalta lukien ensimmäinen, jolla on kolmonen, aloittaa yhdellä tai useammalla kolmosella.",
                    "Начинает первый слева от сдатчика, у кого есть тройка: одной или несколькими тройками.",
                ),
            ),
        ),
    ),
    HouseRule(
        "pictures_above",
        "P13",
        "E, R1",
        Words("pictures need a card above", "kuvakortin alla oltava yli", "картинки кладут на карты старше"),
        tuple(
            Choice(
                str(number),
                {"pictures_above": rank},
                Words(
                    f"A jack, queen or king needs a top card higher than {'a' if number != 8 else 'an'} {word}.",
                    f"Jätkän, rouvan tai kuninkaan saa lyödä vain {fi} suuremman kortin päälle.",
                    f"Валета, даму и короля кладут только на карту старше {ru}.",
                ),
            )
            for number, rank, word, fi, ru in (
                (6, SIX, "six", "kutosta", "шестёрки"),
                (7, SEVEN, "seven", "seiskaa", "семёрки"),
                (8, EIGHT, "eight", "kasia", "восьмёрки"),
                (9, NINE, "nine", "ysiä", "девятки"),
            )
        ),
    ),
    HouseRule(
        "eights_when_nines_gone",
        "P13",
        "E",
        Words(
            "eights when the nines are gone",
            "kasi kelpaa, kun ysit ovat poissa",
            "восьмёрки, когда девятки вышли",
        ),
        _switch(
            "eights_when_nines_gone",
            Words(
                "That stays so to the end of the deal.",
                "Raja pysyy samana jaon loppuun asti.",
                "Так остаётся до конца раздачи.",
            ),
            Words(
                "Once all nines are set aside, pictures may go on an eight too.",
                "Kun kaikki ysit ovat poissa pelistä, kuvakortin saa lyödä myös kasin päälle.",
                "Когда все девятки вышли из игры, картинки можно класть и на восьмёрку.",
            ),
        ),
    ),
    HouseRule(
        "singles",
        "P17",
        "E, R2",
        Words("cards that go one at a time", "yksitellen lyötävät kortit", "карты, которые кладут по одной"),
        (
            Choice(
                "none",
                {"single_ranks": ()},
                Words(
                    "Equal cards of any rank may be played together.",
                    "Samanarvoisia kortteja saa lyödä yhdessä kuinka monta tahansa.",
                    "Одинаковые карты любого значения можно класть вместе.",
                ),
            ),
            Choice(
                "twos",
                {"single_ranks": (TWO,)},
                Words(
                    "Twos are played one at a time.",
                    "Kakkoset lyödään yksitellen.",
                    "Двойки кладут только по одной.",
                ),
            ),
            Choice(
                "pictures_aces_twos",
                {"single_ranks": (*PICTURES, ACE, TWO)},
                Words(
                    "Pictures, aces and twos are played one at a time.",
                    "Kuvakortit, ässät ja kakkoset lyödään yksitellen.",
                    "Картинки, тузы и двойки кладут только по одной.",
                ),
            ),
        ),
    ),
    HouseRule(
        "ace_ten_lead",
        "P25",
        "E, R3",
        Words("tens and aces led", "kymppi tai ässä tyhjään pöytään", "десятка или туз на пустой стол"),
        (
            Choice(
                "stays",
                {"lead_of_tens_and_aces": "stays"},
                Words(
                    "Tens or aces led to the empty table stay, and only their like may go on them.",
                    "Tyhjään pöytään lyöty kymppi tai ässä jää pöytään, ja sen päälle käy vain samanlainen.",
                    "Десятка или туз, с которых зашли на пустой стол, остаются; на них кладут только такие же.",
                ),
            ),
            Choice(
                "pick_up",
                {"lead_of_tens_and_aces": "pick_up"},
                Words(
                    "Tens or aces led to the empty table must be picked up by the next player, and the player after him leads.",
                    "Tyhjään pöytään lyödyt kympit tai ässät on seuraavan nostettava, ja häntä seuraava aloittaa.",
                    "Десятки или тузы, с которых зашли на пустой стол, обязан забрать следующий игрок; ходит игрок после него.",
                ),
            ),
            Choice(
                "pick_up_replay",
                {"lead_of_tens_and_aces": "pick_up_replay"},
                Words(
                    "Tens or aces led to the empty table must be picked up by the next player, and whoever led them leads again.",
                    "Tyhjään pöytään lyödyt kympit tai ässät on seuraavan nostettava, ja niiden lyöjä aloittaa uudelleen.",
                    "Десятки или тузы, с которых зашли на пустой стол, обязан забрать следующий игрок; тот, кто зашёл, ходит снова.",
                ),
            ),
            Choice(
                "clears",
                {"lead_of_tens_and_aces": "clears"},
                Words(
                    "Tens or aces led to the empty table are set aside at once, and the same player leads again.",
                    "Tyhjään pöytään lyödyt kympit tai ässät kaatuvat heti, ja sama pelaaja aloittaa uudelleen.",
                    "Десятки или тузы, с которых зашли на пустой стол, сразу уходят из игры, и тот же игрок ходит снова.",
                ),
            ),
        ),
    ),
    HouseRule(
        "lead_ban",
        "P27",
        "E, R4",
        Words("cards that may not be led", "kielletyt aloituskortit", "с чего нельзя заходить"),
        (
            Choice(
                "none",
                {"may_not_lead": ()},
                Words(
                    "Any card or equal set may be led to the empty table.",
                    "Tyhjään pöytään saa lyödä minkä tahansa kortin tai samanarvoiset kortit.",
                    "На пустой стол можно зайти с любой карты или с нескольких одинаковых.",
                ),
            ),
            Choice(
                "tens_aces",
                {"may_not_lead": (TEN, ACE)},
                Words(
                    "Tens and aces may not be led to the empty table.",
                    "Kymppiä tai ässää ei saa lyödä tyhjään pöytään.",
                    "С десятки и с туза на пустой стол заходить нельзя.",
                ),
            ),
            Choice(
                "tens_aces_pictures",
                {"may_not_lead": (TEN, ACE, *PICTURES)},
                Words(
                    "Tens, aces and pictures may not be led to the empty table.",
                    "Kymppiä, ässää tai kuvakorttia ei saa lyödä tyhjään pöytään.",
                    "С десятки, туза и картинки на пустой стол заходить нельзя.",
                ),
            ),
        ),
    ),
    HouseRule(
        "lead_ban_lasts",
        "P27",
        "E",
        Words("the ban lasts", "kiellon kesto", "запрет действует"),
        (
            Choice(
                "always",
                {"ban_without_stock": True},
                Words(
                    "What may be led doesn't change when the stock runs out.",
                    "Pakan loppuminen ei muuta sitä, millä saa aloittaa.",
                    "Когда колода кончится, право захода не меняется.",
                ),
            ),
            Choice(
                "stock",
                {"ban_without_stock": False},
                Words(
                    "The ban holds only while there is a stock.",
                    "Kielto on voimassa vain niin kauan kuin pakassa on kortteja.",
                    "Запрет действует, только пока есть колода.",
                ),
            ),
        ),
    ),
    HouseRule(
        "four_clears",
        "P19",
        "E, R5, W",  # W for not_twos
        Words("four equal cards clear", "neljä samaa kaataa", "четыре одинаковые убирают стопку"),
        (
            Choice(
                "yes",
                {"four_clear_not": ()},
                Words(
                    "Four equal cards on top clear the pile.",
                    "Neljä samanarvoista päällimmäisenä kaataa pinon.",
                    "Четыре одинаковые карты сверху убирают стопку.",
                ),
            ),
            Choice(
                "not_twos",
                {"four_clear_not": (TWO,)},
                Words(
                    "Four equal cards on top clear the pile, but four twos don't.",
                    "Neljä samanarvoista päällimmäisenä kaataa pinon, mutta neljä kakkosta ei.",
                    "Четыре одинаковые карты сверху убирают стопку, но четыре двойки остаются.",
                ),
            ),
            Choice(
                "no",
                {"four_clear_not": tuple(range(len(RANKS)))},
                Words(
                    "Four equal cards don't clear the pile.",
                    "Neljä samanarvoista ei kaada pinoa.",
                    "Четыре одинаковые карты стопку не убирают.",
                ),
            ),
        ),
    ),
    HouseRule(
        "black_specials",
        "P30",
        "E, R6",  # R6 for tens_aces
        Words("only black cards are special", "vain mustat ovat erikoiskortteja", "особые только чёрные"),
        (
            Choice(
                "no",
                {"two_kinds_of": ()},
                Words(
                    "Tens, aces and twos of every suit are special.",
                    "Kaikkien maiden kympit, ässät ja kakkoset ovat erikoiskortteja.",
                    "Десятки, тузы и двойки всех мастей особые.",
                ),
            ),
            Choice(
                "yes",
                {"two_kinds_of": (TEN, ACE, TWO)},
                Words(
                    "Only black tens, aces and twos are special; red tens and aces are ordinary cards, red twos the lowest of all.",
                    "Vain mustat kympit, ässät ja kakkoset ovat erikoiskortteja; punaiset kympit ja ässät ovat tavallisia kortteja, punaiset kakkoset kaikkein pienimpiä.",
                    "Особые только чёрные десятки, тузы и двойки; красные десятки и тузы — обычные карты, красные двойки младше всех.",
                ),
            ),
            Choice(
                "tens_aces",
                {"two_kinds_of": (TEN, ACE)},
                Words(
                    "Only black tens and aces are special; red ones are ordinary cards, and all twos stay the highest.",
                    "Vain mustat kympit ja ässät ovat erikoiskortteja; punaiset ovat tavallisia kortteja, ja kaikki kakkoset ovat yhä suurimpia.",
                    "Особые только чёрные десятки и тузы; красные — обычные карты, а двойки все остаются старшими.",
                ),
            ),
        ),
    ),
    HouseRule(
        "after_draw",
        "P26",
        "E, R7",
        Words("playing a card just drawn", "juuri nostetun lyöminen", "ход только что взятой картой"),
        (
            Choice(
                "none",
                {"swap": False, "go_on": False},
                Words(
                    "Cards drawn after a play wait for the next turn.",
                    "Lyönnin jälkeen nostetut kortit odottavat seuraavaa vuoroa.",
                    "Карты, взятые после хода, ждут следующего хода.",
                ),
            ),
            Choice(
                "swap",
                {"swap": True, "go_on": False},
                Words(
                    "A card just drawn that could have been played may replace the cards just played.",
                    "Juuri nostetun kortin, joka olisi käynyt, saa vaihtaa äsken lyötyjen tilalle.",
                    "Только что взятой картой, если она подошла бы, можно заменить сыгранные карты.",
                ),
            ),
            Choice(
                "continue",
                {"swap": False, "go_on": True},
                Words(
                    "A card just drawn that fits may be played at once, alone, and so on with the next card drawn.",
                    "Juuri nostetun sopivan kortin saa lyödä heti yksinään, ja samoin seuraavaksi nostetun.",
                    "Только что взятую карту, если она подходит, можно сразу положить, одну, и так далее со следующей взятой.",
                ),
            ),
        ),
    ),
    HouseRule(
        "ace_clears",
        "P19",
        "E",
        Words("an ace on a picture clears", "ässä kuvan päällä kaataa", "туз на картинке убирает стопку"),
        (
            Choice(
                "yes",
                {"aces_clear": True},
                Words(
                    "Aces played on a picture clear the pile.",
                    "Ässä kuvakortin päälle kaataa pinon.",
                    "Туз, положенный на картинку, убирает стопку.",
                ),
            ),
            Choice(
                "no",
                {"aces_clear": False},
                Words(
                    "Aces don't clear the pile.",
                    "Ässä ei kaada pinoa.",
                    "Туз стопку не убирает.",
                ),
            ),
        ),
    ),
    HouseRule(
        "ten_on_anything",
        "P12",
        "E",
        Words("a ten goes on anything", "kymppi käy mihin vain", "десятка на что угодно"),
        _switch(
            "ten_on_anything",
            Words(
                "A ten needs an equal or lower top card.",
                "Kympin saa lyödä vain yhtä suuren tai pienemmän kortin päälle.",
                "Десятку кладут только на равную или младшую карту.",
            ),
            Words(
                "A ten may go on any card, and clears it unless that is a ten.",
                "Kympin saa lyödä minkä tahansa kortin päälle, ja pino kaatuu, ellei alla ole kymppi.",
                "Десятку можно класть на любую карту, и стопка уходит, если под ней не десятка.",
            ),
        ),
    ),
    HouseRule(
        "high_on_lower",
        "P13",
        "E",
        Words(
            "pictures and aces on any lower card",
            "kuvat ja ässät pienempien päälle",
            "картинки и тузы на любую младшую",
        ),
        _switch(
            "high_on_lower",
            Words(
                "An ace needs a picture or an ace under it.",
                "Ässän saa lyödä vain kuvakortin tai ässän päälle.",
                "Туза кладут только на картинку или на туза.",
            ),
            Words(
                "Pictures and aces go on any equal or lower card, tens too.",
                "Kuvakortit ja ässät käyvät minkä tahansa yhtä suuren tai pienemmän päälle, kympinkin.",
                "Картинки и тузы кладут на любую равную или младшую карту, на десятку тоже.",
            ),
        ),
    ),
    HouseRule(
        "anything_on_two",
        "P15",
        "E",
        Words("anything goes on a two", "kakkosen päälle käy mikä vain", "на двойку что угодно"),
        _switch(
            "anything_on_two",
            Words(
                "On a two only a two may go.",
                "Kakkosen päälle käy vain kakkonen.",
                "На двойку кладут только двойку.",
            ),
            Words(
                "Any card may go on a two, and a ten put on it clears.",
                "Kakkosen päälle käy mikä tahansa kortti, ja siihen lyöty kymppi kaataa pinon.",
                "На двойку можно класть любую карту, а десятка на двойке убирает стопку.",
            ),
        ),
    ),
    HouseRule(
        "draw_when",
        "P10",
        "W",
        Words("trying a card from the stock", "pakasta kokeilu", "проба карты из колоды"),
        (
            Choice(
                "any",
                {"draw_when_stuck": False},
                Words(
                    "Anybody may try the top card of the stock instead of playing.",
                    "Lyömisen sijasta saa aina kokeilla pakan päällimmäistä korttia.",
                    "Вместо хода всегда можно попробовать верхнюю карту колоды.",
                ),
            ),
            Choice(
                "stuck",
                {"draw_when_stuck": True},
                Words(
                    "Only a player with nothing he may play may try the top card of the stock.",
                    "Pakan päällimmäistä saa kokeilla vain, jos mikään oma kortti ei käy.",
                    "Пробовать верхнюю карту колоды может только тот, кому нечем ходить.",
                ),
            ),
        ),
    ),
    HouseRule(
        "two_on_ten_ace",
        "P15",
        "W",
        Words("a two on tens and aces", "kakkonen kympin ja ässän päälle", "двойка на десятку и туза"),
        _switch(
            "two_on_ten_and_ace",
            Words(
                "A two goes on any card but a ten or an ace.",
                "Kakkonen käy kaiken muun paitsi kympin ja ässän päälle.",
                "Двойку кладут на любую карту, кроме десятки и туза.",
            ),
            Words(
                "A two goes on any card, tens and aces too.",
                "Kakkonen käy minkä tahansa päälle, myös kympin ja ässän.",
                "Двойку кладут на любую карту, на десятку и туза тоже.",
            ),
        ),
    ),
    HouseRule(
        "stalemate_after",
        "P24",
        "ours",
        Words("turns to a stalemate", "vuoroja pattiin", "ходов до ничьей"),
        number=Number(
            "stalemate_after",
            0,
            1_000_000,
            Words(
                "So many turns in a row without a card drawn, a pile cleared or anybody going out end the deal without a loser; 0: never.",
                "Näin monta peräkkäistä vuoroa ilman nostoa pakasta, kaatoa tai pois pääsyä päättää jaon ilman häviäjää; 0: ei koskaan.",
                "Столько ходов подряд без взятия из колоды, без ухода стопки и без выхода игроков завершают раздачу без проигравшего; 0 — никогда.",
            ),
        ),
        default_number=200,
    ),
)

_NOT_STAYS = ("pick_up", "pick_up_replay", "clears")

CONFLICTS = (
    Conflict(
        ("eights_when_nines_gone", ("yes",)),
        ("pictures_above", ("6", "7", "9")),
        Words(
            "An eight can stand in for the nines only where pictures need a card above eight.",
            "Kasi voi korvata ysit vain, kun kuvakortti vaatii kasia suuremman kortin.",
            "Восьмёрка заменяет девятки, только если картинкам нужна карта старше восьмёрки.",
        ),
    ),
    Conflict(
        ("high_on_lower", ("yes",)),
        ("pictures_above", ("7", "8", "9")),
        Words(
            "Pictures that go on any lower card need no limit.",
            "Mille tahansa pienemmälle käyvät kuvakortit eivät tarvitse rajaa.",
            "Картинкам, которые кладут на любую младшую карту, предел не нужен.",
        ),
    ),
    Conflict(
        ("lead_ban", ("tens_aces", "tens_aces_pictures")),
        ("ace_ten_lead", _NOT_STAYS),
        Words(
            "Tens and aces that may never be led need no rule for when they are.",
            "Jos kympillä ja ässällä ei saa koskaan aloittaa, niiden aloitukselle ei tarvita sääntöä.",
            "Если с десяток и тузов никогда не заходят, правило для такого захода не нужно.",
        ),
        besides=("lead_ban_lasts", ("always",)),
    ),
    Conflict(
        ("lead_ban_lasts", ("stock",)),
        ("lead_ban", ("none",)),
        Words(
            "There is no ban that could end with the stock.",
            "Ei ole kieltoa, joka voisi päättyä pakan loppuessa.",
            "Нет запрета, который мог бы кончиться вместе с колодой.",
        ),
    ),
    Conflict(
        ("deal", ("all",)),
        ("table_cards", ("3", "4")),
        Words(
            "When the whole pack is dealt into the hands, no cards are left for the table.",
            "Kun koko pakka jaetaan käteen, pöydälle ei jää kortteja.",
            "Если вся колода сдана на руки, на стол класть нечего.",
        ),
    ),
    Conflict(
        ("deal", ("all",)),
        ("after_draw", ("swap", "continue")),
        Words(
            "When the whole pack is dealt, nobody ever draws.",
            "Kun koko pakka jaetaan, kukaan ei nosta pakasta.",
            "Если сдана вся колода, никто ничего не берёт.",
        ),
    ),
    Conflict(
        ("deal", ("all",)),
        ("lead_ban_lasts", ("stock",)),
        Words(
            "When the whole pack is dealt, there is no stock.",
            "Kun koko pakka jaetaan, nostopakkaa ei ole.",
            "Если сдана вся колода, брать неоткуда.",
        ),
    ),
)

NAMED_SETS = (
    NamedSet("pagat", {}, Words("Paskahousu", "Paskahousu", "Paskahousu")),
    NamedSet(
        "russian",
        {"deal": "2-1-2"},
        Words("Paskahousu, Russian deal", "Paskahousu, venäläinen jako", "Paskahousu, русская раздача"),
    ),
    NamedSet(
        "poytapaska",
        {"table_cards": "4"},
        Words("Pöytäpaska", "Pöytäpaska", "Pöytäpaska"),
        ("spanish",),
    ),
    NamedSet(
        "poytapaska-3",
        {"deal": "1-1-1", "table_cards": "3"},
        Words("Pöytäpaska with three cards", "Kolmen kortin pöytäpaska", "Pöytäpaska по три карты"),
    ),
    NamedSet(
        "poytapaska-shithead",
        {
            "deal": "1-1-1",
            "table_cards": "3",
            "ace_clears": "no",
            "ten_on_anything": "yes",
            "high_on_lower": "yes",
            "anything_on_two": "yes",
        },
        Words("Pöytäpaska like Shithead", "Pöytäpaska Shitheadin tapaan", "Pöytäpaska в духе Shithead"),
    ),
    NamedSet(
        "ruotsalainen",
        {"deal": "all"},
        Words("Ruotsalainen paskahousu", "Ruotsalainen paskahousu", "Ruotsalainen paskahousu"),
        ("swedish",),
    ),
    NamedSet(
        "two-packs",
        {"decks": "2", "four_clears": "no"},
        Words("Paskahousu with two packs", "Kahden pakan paskahousu", "Paskahousu в две колоды"),
    ),
    NamedSet(
        "black",
        {"black_specials": "yes"},
        Words(
            "Paskahousu with black specials",
            "Paskahousu mustin erikoiskortein",
            "Paskahousu с чёрными особыми картами",
        ),
    ),
)
