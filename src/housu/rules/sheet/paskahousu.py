"""The rule sheet of Paskahousu, section by section, read off the compiled tables (P0–P30)."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from housu.cards import ACE, ALL_CARDS, EIGHT, JACK, KING, TEN, TWO
from housu.rules.paskahousu_tables import AFTER_STOCK, BY_ACE, BY_LEAD, BY_TEN, EMPTY, NEVER, NO_CARD, Kind
from housu.rules.sheet.model import Paragraph, Section, Sentence
from housu.rules.sheet.writer import Writer

USUAL_MOST = 5  # players of one pack; from six on two packs are advised (P2)


def sections(writer: Writer) -> tuple[Section, ...]:
    """All sections of the sheet."""
    page = _Page(writer)
    parts = (
        page.aim(),
        page.cards(),
        page.players(),
        page.deal(),
        page.start(),
        page.turn(),
        page.lead(),
        page.on(),
        page.clear(),
        page.after(),
        page.table(),
        page.end(),
        page.seen(),
    )
    return tuple(part for part in parts if part.paragraphs)


class _Page:
    """The sections, and the facts of the tables that they turn on."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.tables = writer.rules.tables
        self.n = self.tables.numbers
        self.kinds: list[Kind] = sorted(self.tables.kinds, key=lambda kind: kind.order)
        self.reds = [kind for kind in self.kinds if kind.red]
        self.whole_pack = bool(self.n["whole_pack"])
        self.table_cards = int(self.n["table_cards"])

    # --- facts ---

    def fits(self, kind: Kind, top: int, nines_gone: bool = False) -> bool:
        return bool(self.tables.fits(kind.number, top, nines_gone))

    def fitting(self, top: int, nines_gone: bool = False) -> list[Kind]:
        return [kind for kind in self.kinds if self.fits(kind, top, nines_gone)]

    def clears(self, kind: int, below: int) -> int:
        return int(self.tables.clears(kind, below))

    @cached_property
    def banned(self) -> bool:
        """Whether some cards may not be led at some time."""
        return any(not self.fits(kind, top) for kind in self.kinds for top in (EMPTY, AFTER_STOCK))

    @cached_property
    def banned_at_the_start(self) -> bool:
        top = AFTER_STOCK if self.whole_pack else EMPTY
        return any(not self.fits(kind, top) for kind in self.kinds)

    @cached_property
    def can_pass(self) -> bool:
        """Whether a player can have nothing that he may lead when the stock is empty (P27)."""
        return any(not self.fits(kind, AFTER_STOCK) for kind in self.kinds)

    @cached_property
    def led_away(self) -> str | None:
        """What becomes of tens and aces that are led, if they don't stay (P25)."""
        if any(self.n["must_pick_up"]):
            return "again" if self.n["leads_again"] else "pick_up"
        return "clears" if self.clears(TEN, EMPTY) == BY_LEAD else None

    @cached_property
    def led_tens_alone(self) -> bool:
        """Whether P25 speaks of tens and not of aces."""
        return not self.n["must_pick_up"][ACE] and self.clears(ACE, EMPTY) != BY_LEAD

    # --- words ---

    def p(self, name: str, clauses: str, source: str, *sentences: Sentence | None) -> Paragraph:
        return self.w.paragraph(name, clauses.split(), source, *sentences)

    def say(self, key: str, **data: Any) -> Sentence:
        return self.w.say(key, **data)

    def settled(self, key: str, **data: Any) -> Sentence:
        return self.w.say(key, settled=True, **data)

    def house(self, option: str) -> Sentence:
        return self.w.house(option)

    def face(self, kind: Kind) -> str:
        """A kind in short: its rank, with the suits of its colour where colours differ."""
        rank = self.w.rank_face(kind.rank)
        if kind.red:
            return rank + "♦♥"
        return rank + "♣♠" if any(red.rank == kind.rank for red in self.reds) else rank

    def faces(self, kinds: list[Kind]) -> str:
        return " ".join(map(self.face, kinds))

    def names(self, kinds: list[Kind], gen: bool = False) -> list[str]:
        """Kinds as sentences name them, the three pictures as one; `gen`: for a Finnish "päälle"."""
        said = []
        for kind in kinds:
            if kind.picture:
                key = "kind.picture"
            elif kind.red:
                key = "kind.red"
            else:
                key = ""
            if key:
                word = self.w.variant(key, gen, rank=kind.rank)
            else:
                word = self.w.rank_name(
                    kind.rank, {"en": "ind", "ru": "acc"}.get(self.w.lang, "gen" if gen else "nom")
                )
            if word not in said:
                said.append(word)
        return said

    # --- sections ---

    def aim(self) -> Section:
        return self.w.section("aim", self.p("aim", "P23", "E, R", self.say("aim"), self.say("aim.loser")))

    def cards(self) -> Section:
        order = ", ".join(self.face(kind) for kind in self.kinds)
        colour = self.say("order.suits")
        if self.reds:
            ranks = self.w.joined(
                [self.w.rank_name(red.rank, "pl") for red in sorted(self.reds, key=lambda k: k.rank)], "and"
            )
            colour = self.say("order.colour", ranks=ranks)
        return self.w.section(
            "cards",
            self.p("pack", "P1", "E, R", self.house("decks")),
            self.p(
                "order", "P1 P30", "E, R", self.say("order", order=order), colour, self.say("order.pictures")
            ),
            self.p("special", "P1 P30", "E, R6", self.house("black_specials"), *self._colours()),
        )

    def _colours(self) -> list[Sentence]:
        if not self.reds:
            return []
        all_three = len(self.reds) == 3
        two = next((kind for kind in self.reds if kind.rank == TWO), None)
        # anything_on_two: the one place where a red card goes on a black one of its rank.
        but_two = two is not None and self.fits(two, TWO)
        return [
            self.settled("black.words.all" if all_three else "black.words.tens_aces"),
            self.settled("black.red_ace"),
            self.settled("black.never_but_two" if but_two else "black.never"),
            self.settled("black.apart"),
        ]

    def players(self) -> Section:
        fit = self.w.rules.seats_that_fit()
        usual = not self.table_cards and fit and fit[-1] >= USUAL_MOST
        return self.w.section(
            "players",
            self.p(
                "players",
                "P2 P29" if self.table_cards else "P2",
                "E, R",
                self.say("players.table") if self.table_cards else None,
                self.say("players" if usual else "players.range", low=fit[0], high=fit[-1]) if fit else None,
                self.say("players.packs") if self.n["decks"] == 1 and fit and fit[-1] > USUAL_MOST else None,
                self.say("players.here", n=self.w.seats) if self.w.seats else None,
            ),
            self.p("dealer", "P2 P3", "E, R", self.say("players.clockwise"), self.say("players.dealer")),
        )

    def deal(self) -> Section:
        return self.w.section(
            "deal",
            self.p(
                "hands",
                "P4",
                "E, R",
                self.house("deal"),
                self.say("deal.order_whole" if self.whole_pack else "deal.order"),
                self.say("deal.uneven") if self.whole_pack else None,
            ),
            self.p(
                "table_cards",
                "P5 P28",
                "E, R8",
                self.house("table_cards"),
                self.settled("deal.table") if self.table_cards else None,
            ),
            None
            if self.whole_pack
            else self.p("stock", "P6", "E, R", self.say("deal.stock"), self._stock_here()),
        )

    def _stock_here(self) -> Sentence | None:
        if not self.w.seats:
            return None
        left = self.n["pack_size"] - self.w.seats * (self.n["hand_size"] + 2 * self.table_cards)
        if left == 0:
            return self.say("deal.no_stock_here", seats=self.w.seats)
        return self.say("deal.stock_here", seats=self.w.seats, n=left)

    def start(self) -> Section:
        if self.n["any_threes"]:
            rest = [self.say("start.threes_only"), self.say("start.no_three")]
            return self.w.section("start", self.p("opening", "P9", "E", self.house("opening"), *rest))
        return self.w.section(
            "start",
            self.p(
                "opening",
                "P7",
                "E, R",
                self.house("opening"),
                self.say("start.tie"),
                self.settled("start.hand") if self.table_cards else None,
            ),
            self.p(
                "first_play",
                "P8",
                "E, R",
                self.say("start.exact"),
                self.settled("start.single") if self.n["single"] else None,
                self.settled("start.ban") if self.banned_at_the_start else None,
                self.settled("start.red") if self.reds else None,
            ),
        )

    def turn(self) -> Section:
        return self.w.section(
            "turn",
            self.p("one_of", "P10", "E, R", self.say("turn.one_of")),
            self.p("play", "P10 P17", "E, R", self.say("turn.play"), self.house("singles")),
            self.p("pick_up", "P10", "E, R", self.say("turn.pick_up")),
            self._draw(),
            self._draw_up(),
            self.p(
                "pass",
                "P27",
                "E",
                self.say("turn.pass" if self.can_pass else "turn.no_pass"),
                self.settled("turn.pass_blind") if self.can_pass and self.table_cards else None,
            ),
        )

    def _draw(self) -> Paragraph:
        if self.whole_pack:
            return self.p("draw", "P10", "E, R", self.say("turn.no_stock"))
        return self.p(
            "draw",
            "P10",
            "E, R, W",
            self.say("turn.draw"),
            self.house("draw_when"),
            self.settled("turn.draw_empty"),
            self.settled("turn.draw_ban") if self.banned else None,
        )

    def _draw_up(self) -> Paragraph | None:
        if self.whole_pack:
            return None
        size = self.n["hand_size"]
        return self.p(
            "draw_up", "P18", "E, R", self.say("turn.draw_up", n=size), self.say("turn.draw_up_not")
        )

    def lead(self) -> Section:
        return self.w.section(
            "lead",
            self.p("may_lead", "P11 P27", "E, R4", self.house("lead_ban"), *self._ban()),
            self._led(),
        )

    def _ban(self) -> list[Sentence]:
        if not self.banned:
            return []
        more = ""
        if self.table_cards:
            more += self.say("lead.more.blind").text
        if self.n["swap"]:
            more += self.say("lead.more.swap").text
        said = [self.house("lead_ban_lasts")]
        if not self.whole_pack:
            said.append(self.say("lead.more", more=more))
        if not self.can_pass:
            said.append(self.say("lead.when"))
        return said

    def _led(self) -> Paragraph | None:
        """What becomes of tens and aces that are led (P21, P25)."""
        if not self.led_away:
            may = any(self.n["may_go"][top] & self.n["cards_of"][TEN] for top in (EMPTY, AFTER_STOCK))
            return (
                self.p("led", "P21 P25", "E, R3", self.say("lead.stays.both"), self._four_tens())
                if may
                else None
            )
        said = [self.say(f"lead.{self.led_away}.tens") if self.led_tens_alone else self.house("ace_ten_lead")]
        if self.led_away != "clears":
            said.append(self.say("lead.duty"))
        if self.led_away == "again":
            said.append(self.settled("lead.leader_out"))
        four = self._four_tens() if self.led_away != "clears" else None
        aces = self.say("lead.aces_stay") if self.led_tens_alone else None
        return self.p("led", "P21 P25", "E, R3", *said, four, aces)

    def _four_tens(self) -> Sentence | None:
        return self.say("lead.four") if self.n["run_clears"][TEN] != NEVER else None

    # --- what goes on what ---

    def on(self) -> Section:
        return self.w.section(
            "on",
            self.p("higher", "P12", "E, R", self.say("on.higher")),
            self._pictures_and_aces(),
            self.p(
                "on_ten_and_ace",
                "P16",
                "E, R",
                self.say("on.ten", cards=self.w.joined(self.names(self._on(TEN)))),
                self.say("on.on_ace", cards=self.w.joined(self.names(self._on(ACE)))),
            ),
            self.p("ten", "P12", "E", self.house("ten_on_anything")),
            self.p("two", "P15", "E, R, W", self.house("two_on_ten_ace"), self._on_two()),
            self.w.paragraph(
                "may_go",
                ("P11", "P12", "P13", "P14", "P15", "P16"),
                "E, R",
                self.say("on.table"),
                rows=self._rows(),
            ),
        )

    def _on(self, top: int) -> list[Kind]:
        """What may go on a special card, its like first."""
        return sorted(self.fitting(top), key=lambda kind: kind.number != top)

    def _on_two(self) -> Sentence:
        if self.n["may_go"][TWO] == ALL_CARDS:
            return self.house("anything_on_two")
        return self.say("on.two", cards=self.w.joined(self.names(self._on(TWO))))

    def _pictures_and_aces(self) -> Paragraph:
        low = next(kind for kind in self.kinds if not kind.red)
        jack = next(kind for kind in self.kinds if kind.rank == JACK)
        if self.fits(jack, low.number):  # high_on_lower: nothing is too low for them
            return self.p("pictures", "P13 P14", "E", self.house("high_on_lower"))
        ace = next(kind for kind in self.kinds if kind.ace)
        tops = [kind for kind in self.kinds if self.fits(ace, kind.number)]
        return self.p(
            "pictures",
            "P13 P14",
            "E, R1",
            self.house("pictures_above"),
            self.house("eights_when_nines_gone") if self.n["nines"] != NO_CARD else None,
            self.say("on.ace", tops=self.w.joined(self.names(tops, gen=True))),
        )

    def _rows(self) -> list[tuple[str, str]]:
        rows = []
        for top in self.kinds:
            rows.append((self.say("on.row", top=self.face(top)).text, self.faces(self.fitting(top.number))))
            if self.n["nines"] != NO_CARD and top.rank == EIGHT:
                later = self.faces(self.fitting(top.number, nines_gone=True))
                rows.append((self.say("on.row_nines", top=self.face(top)).text, later))
        if self.banned and not self.whole_pack:
            rows.append((self.say("on.row_empty").text, self.faces(self.fitting(EMPTY))))
        if self.can_pass != self.banned or (self.banned and self.whole_pack):
            rows.append((self.say("on.row_after_stock").text, self.faces(self.fitting(AFTER_STOCK))))
        return rows

    # --- clearing, drawing, the end ---

    def clear(self) -> Section:
        again = "clear.again_no_stock" if self.whole_pack else "clear.again"
        return self.w.section(
            "clear",
            self.p(
                "clear_ten",
                "P19",
                "E, R",
                self._ten_clears(),
                self.say("clear.black_ten") if self.reds else None,
            ),
            self.p(
                "clear_ace",
                "P19",
                "E, R",
                self.house("ace_clears"),
                self.settled("clear.red_ace") if self.reds and self.clears(ACE, KING) == BY_ACE else None,
            ),
            self.p("clear_four", "P19", "E, R5, W", self.house("four_clears"), *self._four()),
            self.p("cleared", "P19 P20", "E, R", self.say("clear.out"), self.say(again)),
        )

    def _ten_clears(self) -> Sentence:
        below = [
            kind
            for kind in self.kinds
            if self.fits(self._ten, kind.number) and self.clears(TEN, kind.number) == BY_TEN
        ]
        higher = [kind for kind in below if kind.order > self._ten.order]
        if not higher:
            return self.say("clear.ten.lower")
        return self.say("clear.ten.two" if all(kind.rank == TWO for kind in higher) else "clear.ten.any")

    @cached_property
    def _ten(self) -> Kind:
        return next(kind for kind in self.kinds if kind.ten)

    def _four(self) -> list[Sentence]:
        if all(run == NEVER for run in self.n["run_clears"]):
            return []
        said = [self.say("clear.runs")]
        if self.n["decks"] > 1:
            said.append(self.say("clear.runs_two_packs"))
        return said

    def after(self) -> Section:
        said = [self.say("after.never") if self.whole_pack else self.house("after_draw")]
        if self.n["swap"]:
            said += [self.settled("after.swap"), self.settled("after.swap_once")]
        if self.n["go_on"]:
            said.append(self.say("after.continue"))
            if any(self.n["must_pick_up"]):
                said.append(self.settled("after.continue_duty"))
        if self.n["swap"] or self.n["go_on"]:
            said += [self.say("after.stop"), self.settled("after.public")]
        return self.w.section("after", self.p("after_draw", "P26 P0", "E, R7", *said))

    def table(self) -> Section:
        """Empty, and left out, where there are no table cards."""
        if not self.table_cards:
            return self.w.section("table")
        return self.w.section(
            "table",
            self.p(
                "table_play",
                "P28",
                "E, R8",
                self.say("table.order"),
                self.say("table.blind"),
                self.say("table.back"),
                self.settled("table.positions"),
            ),
        )

    def end(self) -> Section:
        return self.w.section(
            "end",
            self.p(
                "out",
                "P22",
                "E, R",
                self.say("end.out_no_stock" if self.whole_pack else "end.out"),
                self.say("end.out_table") if self.table_cards else None,
                self.say("end.out_turn"),
            ),
            self.p("loser", "P23", "E, R", self.say("end.loser")),
            self.p("stalemate", "P24 P27" if self.can_pass else "P24", "ours", *self._stalemate()),
        )

    def _stalemate(self) -> list[Sentence]:
        said = [self.settled("end.no_stalemate")]
        if self.n["stalemate_after"]:
            said = [self.settled("end.stalemate", n=self.n["stalemate_after"]), self.settled("end.turns")]
        if self.can_pass:
            said.append(self.settled("end.all_pass"))
        return said

    def seen(self) -> Section:
        stock = "_no_stock" if self.whole_pack else ""
        return self.w.section(
            "seen",
            self.p(
                "seen",
                "P0",
                "ours",
                self.settled("seen.no_stock" if stock else "seen"),
                self.settled("seen.memory"),
                self.settled(f"seen.hidden{stock}"),
                self.settled("seen.table") if self.table_cards else None,
            ),
        )
