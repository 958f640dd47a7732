"""A match at one terminal: who sits where, and what the person has not been told yet.

Everything that is shown comes from here as views and projected events; what the person may not know never leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from housu.errors import HousuError, IllegalAction
from housu.view import project

if TYPE_CHECKING:
    from housu.bots.advice import Advice
    from housu.bots.bot import Bot
    from housu.match import Match

USUAL_BOT = "keeper"
THINKING = 2.0  # seconds that a bot may search
# Who gives hints: the strongest first of those that answer at once.
ADVISERS = ("keeper", "greedy")


def bot_names() -> list[str]:
    """The bots that can sit at a table here."""
    from housu.bots import names

    return list(names())


def seat_bots(wanted: str, seats: int, you: int | None) -> list[str]:
    """The bot of each seat, "" for the person's, from one name for all or one a seat with commas between.

    Somebody's own bot is named `module:Class`. Raises HousuError where there is no such bot, or not one for each.
    """
    from housu.bots import is_own

    named = [name.strip() for name in wanted.split(",")] if wanted.strip() else [USUAL_BOT]
    chosen = [name if is_own(name) else name.lower() for name in named]
    known = bot_names()
    for name in chosen:
        if name not in known and not is_own(name):
            from housu.errors import shown

            raise HousuError("cli.error.bot", bot=shown(name), bots=", ".join(known))
    free = [seat for seat in range(seats) if seat != you]
    if len(chosen) == 1:
        chosen *= len(free)
    if len(chosen) != len(free):
        raise HousuError("cli.error.bots_number", n=len(chosen), seats=len(free))
    bots = [""] * seats
    for seat, name in zip(free, chosen, strict=True):
        bots[seat] = name
    return bots


def seat_names(seats: int, you: int | None, name: str, lang: str) -> list[str]:
    """A name for each seat: the person's own, and people's names for the bots."""
    from housu.text import say

    others = iter(other for other in say("ui.names.bots", lang).split() if other != name)
    return [name if seat == you else next(others) for seat in range(seats)]


class Table:
    """A match, and who sits at it. `you` is the person's seat, or None where bots play alone.

    `names` and `bots` have an entry a seat; `bots` has "" where the person sits.
    """

    def __init__(self, match: Match, names: Sequence[str], bots: Sequence[str], you: int | None) -> None:
        from housu.bots.guest import Guest, player

        self.match = match
        self.names = list(names)
        self.bots = list(bots)
        self.you = you
        self._players: list[Bot | None] = [player(name, seconds=THINKING) if name else None for name in bots]
        self._own = [one for one in self._players if isinstance(one, Guest)]
        self._failed: set[str] = set()
        self._told = 0

    @property
    def game(self) -> str:
        """`paskahousu` or `zalupa`."""
        return self.match.rules.game.name

    @property
    def deal_number(self) -> int:
        """The current deal, counted from 1."""
        return len(self.match.played) + 1

    @property
    def to_act(self) -> int | None:
        """The seat that decides, or None when the deal is over."""
        return self.match.deal.to_act

    @property
    def begun(self) -> bool:
        """Whether the person would lose something by leaving: a match that goes on and in which he has acted."""
        match = self.match
        return not match.over and (
            bool(match.played) or any(seat == self.you for seat, _ in match.deal.history)
        )

    @property
    def your_turn(self) -> bool:
        return self.you is not None and self.to_act == self.you

    def view(self) -> dict[str, Any]:
        """The deal as the person may see it."""
        return self.match.deal.view(self.you)

    def events(self) -> list[dict[str, Any]]:
        """All events of the deal, as the person may see them."""
        return project(self.match.deal.events, self.you)

    def news(self) -> list[dict[str, Any]]:
        """The events that have not been told yet; now they have."""
        events = project(self.match.deal.events[self._told :], self.you)
        self._told = len(self.match.deal.events)
        return events

    def tell_again(self) -> None:
        """All events of the deal count as news once more."""
        self._told = 0

    def act(self, action: str) -> None:
        """The person's action. Raises IllegalAction."""
        self.match.deal.act(action)

    def refusal(self, action: str) -> IllegalAction | None:
        """Why the person may not do that now, or None where he may. Nothing happens."""
        try:
            self.match.deal.copy().act(action)
        except IllegalAction as refusal:
            return refusal
        return None

    def think(self) -> str:
        """The action that the bot to act chooses, from its own view. Nothing has happened yet."""
        seat = self.to_act
        assert seat is not None
        player = self._players[seat]
        assert player is not None
        deal = self.match.deal
        return str(player.choose(deal.view(seat), project(deal.events, seat)))

    def bot_acts(self, action: str) -> None:
        """Does what a bot chose; the first legal action, should that not be one."""
        deal = self.match.deal
        try:
            deal.act(action)
        except IllegalAction:
            deal.act(deal.actions()[0])

    def failures(self, lang: str) -> list[str]:
        """What went wrong with somebody's own bots and has not been told yet; the same is told once."""
        told = [error.say(lang) for bot in self._own for error in bot.news]
        for bot in self._own:
            bot.news.clear()
        new = [line for line in dict.fromkeys(told) if line not in self._failed]
        self._failed.update(new)
        return new

    def hint(self) -> Advice:
        """What a bot would do in the person's place, and why. Raises HousuError where no bot here can say.

        It sees what the person sees. Nobody else need agree: only bots sit at the other seats.
        """
        from housu.bots import make
        from housu.bots.advice import advise

        known = bot_names()
        adviser = next((name for name in ADVISERS if name in known), None)
        if adviser is None:
            raise HousuError("ui.hint.none")
        return advise(make(adviser), self.view(), self.events())

    def next_deal(self) -> None:
        """Deals anew. Raises HousuError where the match is over."""
        self.match.next()
        self._told = 0

    def usual_path(self) -> Path:
        """A name for the record, after the game and the time."""
        import datetime as dt

        return Path(f"{self.game}-{dt.datetime.now(dt.UTC):%Y%m%d-%H%M%S}.housu")

    def save(self, path: Path | None = None) -> Path:
        """Writes the match so far to a file, one named after the time unless `path` says where. Raises HousuError."""
        import datetime as dt

        path = path or self.usual_path()
        if not path.suffix:
            path = path.with_suffix(".housu")
        now = dt.datetime.now(dt.UTC).replace(microsecond=0)
        self.match.record(self._lasting_names(), self.bots, now).save(path)
        return path

    def _lasting_names(self) -> list[str]:
        """The names for a record: who is "you" at the table is a player to those who read it."""
        from housu.text import languages, say

        yours = {say("ui.names.you", lang): lang for lang in languages}
        return [
            say("name.player", yours[name]).capitalize() if seat == self.you and name in yours else name
            for seat, name in enumerate(self.names)
        ]

    @classmethod
    def open(cls, path: Path, seat: int | None, bots: str) -> Table:
        """The match in a file, to go on with: you take `seat`, or the first one that no bot sat in. Raises HousuError."""
        from housu.match import Match
        from housu.record import Record

        record = Record.load(path)
        match = Match.from_record(record, speed="plain")
        sat = [*record.bots, *[""] * (match.seats - len(record.bots))]
        if seat is None:
            seat = next((place for place, bot in enumerate(sat) if not bot), 0)
        check_seat(seat, match.seats)
        players = seat_bots(bots, match.seats, seat)
        known = bot_names()
        if not bots:
            # The bots that sat there go on; the usual one takes the seats of other people.
            players = [
                "" if place == seat else bot if bot in known else players[place]
                for place, bot in enumerate(sat)
            ]
        return cls(match, record.players, players, seat)


def check_seat(seat: int, seats: int) -> None:
    """Raises HousuError where there is no such seat."""
    if not 0 <= seat < seats:
        raise HousuError("cli.error.seat", seat=seat, high=seats - 1)
