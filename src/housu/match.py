"""A match: deals one after another, with what passes from one to the next (P3, Z2, Z11, Z12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from housu.deal import Deal
from housu.errors import HousuError, RulesError, shown
from housu.pack import deal_key, lot_key, shuffled, trumps_key
from housu.position import check_seat, check_seed
from housu.rules.ruleset import RuleSet
from housu.rules.zalupa import LETTERS

if TYPE_CHECKING:
    from datetime import datetime

    from housu.record import Record


class Match:
    """Deals in a row. `deal` is the one in progress or just over; `next()` deals anew.

    The first dealer is drawn by lot unless `dealer` names one, and so are Zalupa's trumps unless `trumps` does. With a
    `seed` the lots and the packs are the same for ever (`housu.pack`); without, they come from the operating system's
    generator. A match of Paskahousu ends after so many `deals`, or when a seat has lost so many (`losses`), or never;
    one of Zalupa when somebody has all six letters. `start` is a deal that was set up, in place of the first one dealt.
    """

    def __init__(
        self,
        rules: str | RuleSet = "pagat",
        seats: int | None = None,
        seed: int | None = None,
        dealer: int | None = None,
        trumps: str | None = None,
        deals: int | None = None,
        losses: int | None = None,
        deck: str | None = None,
        speed: str | None = None,
        start: Deal | None = None,
    ) -> None:
        if start is not None:
            rules, seats, dealer, trumps = (
                start.rules,
                start.seats,
                start.dealer,
                start.snapshot().get("trumps"),
            )
        self.rules = RuleSet.parse(rules)
        self.seats = self.rules.usual_seats if seats is None else seats
        self.rules.check_seats(self.seats)
        for end in (deals, losses):
            if end is not None and (not isinstance(end, int) or isinstance(end, bool) or end < 1):
                raise RulesError("error.rules.end", end=shown(end))
        if self.is_zalupa and (deals is not None or losses is not None):
            raise RulesError("error.rules.zalupa_end", rules=self.rules.text)
        check_seed(seed)
        self.seed = seed
        self.most_deals = deals
        self.most_losses = losses
        self.speed = speed
        if dealer is None:
            dealer = shuffled(range(self.seats), lot_key(seed))[0]
        check_seat("dealer", dealer, self.seats)
        if self.is_zalupa and trumps is None:
            drawn = shuffled("cdhs", trumps_key(seed))
            trumps = "".join(drawn[(seat - dealer - 1) % self.seats] for seat in range(self.seats))
        self.trumps = (
            trumps.lower() if isinstance(trumps, str) else trumps
        )  # letter case doesn't matter on input
        self.played: list[Deal] = []  # the deals that are over, without the current one
        self.aside = [""] * self.seats if start is None else _aside(start)
        self.deal = self._start(dealer, self.aside, deck, 0) if start is None else start

    @classmethod
    def from_record(cls, record: Record, seed: int | None = None, speed: str | None = None) -> Match:
        """The match that a record holds, at the point it had come to, to play on.

        The packs still to come are those of `seed`, as if it had never been interrupted, or new ones. Raises RecordError.
        """
        from housu.record.verify import resume

        return resume(record, seed, speed)

    @property
    def is_zalupa(self) -> bool:
        """Whether trumps, letters and set-aside cards pass from deal to deal."""
        return self.rules.game.name == "zalupa"

    def _start(self, dealer: int, aside: list[str], deck: str | None, k: int) -> Deal:
        if deck is None:
            deck = " ".join(shuffled(self._pack(aside), deal_key(self.seed, k)))
        return Deal.start(
            self.rules,
            self.seats,
            dealer,
            deck=deck,
            trumps=self.trumps,
            aside=aside if self.is_zalupa else None,
            speed=self.speed,
        )

    def _pack(self, aside: list[str]) -> list[str]:
        return self.rules.pack_texts(gone=" ".join(aside).split())

    def next_pack(self) -> list[str]:
        """The cards that the next deal is dealt from, unshuffled; Zalupa's without those set aside."""
        return self._pack(self._aside_after())

    @property
    def losses(self) -> list[int]:
        """Deals lost, a number a seat; a deal counts when it is over."""
        lost = [0] * self.seats
        for deal in (*self.played, self.deal):
            if deal.outcome is not None and deal.outcome.loser is not None:
                lost[deal.outcome.loser] += 1
        return lost

    @property
    def letters(self) -> list[str]:
        """Zalupa: the letters written down for each seat (Z11); in Paskahousu none."""
        if not self.is_zalupa:
            return [""] * self.seats
        return ["".join(LETTERS[:lost]) for lost in self.losses]

    @property
    def over(self) -> bool:
        """Whether the match has ended; never in the middle of a deal."""
        if self.deal.to_act is not None:
            return False
        worst = max(self.losses)
        if self.is_zalupa:
            return worst >= len(LETTERS)
        done = len(self.played) + 1
        return (self.most_deals is not None and done >= self.most_deals) or (
            self.most_losses is not None and worst >= self.most_losses
        )

    def next_dealer(self) -> int:
        """Who deals after this deal: the next seat clockwise (P3); in Zalupa the loser, or the same seat again (Z11, Z13)."""
        if not self.is_zalupa:
            return (self.deal.dealer + 1) % self.seats
        outcome = self.deal.outcome
        return self.deal.dealer if outcome is None or outcome.loser is None else outcome.loser

    def next(self, deck: str | None = None, start: Deal | None = None) -> Deal:
        """Deals anew once the deal is over, from `deck` or from the pack of this match. Raises HousuError before that.

        `start` is a deal that was set up, to go on with instead.
        """
        if self.deal.to_act is not None:
            raise HousuError("error.match.deal_not_over")
        if self.over:
            raise HousuError("error.match.over")
        aside = self._aside_after() if start is None else _aside(start)
        deal = self._start(self.next_dealer(), aside, deck, len(self.played) + 1) if start is None else start
        self.played.append(self.deal)
        self.aside = aside
        self.deal = deal
        return deal

    def _aside_after(self) -> list[str]:
        """The cards laid aside for the deal after the current one (Z11)."""
        aside = list(self.aside)
        outcome = self.deal.outcome
        if self.is_zalupa and outcome is not None and outcome.loser is not None:
            aside[outcome.loser] = " ".join(
                [*aside[outcome.loser].split(), self.deal.laid_aside(outcome.loser)]
            )
        return aside

    def record(
        self,
        names: Sequence[str] | None = None,
        bots: Sequence[str] | None = None,
        date: datetime | None = None,
    ) -> Record:
        """The match so far: `names` of the players and `bots` by seat ("" for people), and when it was played."""
        from housu.record import Record

        return Record.of(self, names, bots, date)


def _aside(deal: Deal) -> list[str]:
    """The cards that were set aside before a deal (Z11)."""
    return list(deal.snapshot().get("aside") or [""] * deal.seats)
