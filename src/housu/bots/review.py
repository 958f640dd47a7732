"""A look back at a record: where each seat gave most away, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from housu.bots.advice import action_name
from housu.bots.search import LEVELS, SearchBot
from housu.bots.world import code_of, game_face
from housu.record import Record, Replay
from housu.text import say
from housu.view import project

WORST = 3  # so many decisions a seat are shown


@dataclass(frozen=True)
class Slip:
    """A decision that gave something away: of the chance not to lose, `cost` (0 to 1); deals and actions from 1."""

    deal: int
    action: int
    seat: int
    played: str
    better: str
    cost: float


def review(
    record: Record,
    iterations: int = LEVELS["easy"],
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> list[Slip]:
    """Every decision that gave something away, the worst first, judged by what its seat could know then.

    `progress` is called with the actions looked at and the actions in all.
    """
    bot = SearchBot("easy", seed, iterations)
    replay = Replay(record)
    total = sum(replay.actions(deal) for deal in range(replay.deals))
    slips = []
    for looked, (deal, step) in enumerate(_places(replay)):
        if progress:
            progress(looked + 1, total)
        slip = _slip(replay, bot, deal, step)
        if slip:
            slips.append(slip)
    return sorted(slips, key=lambda slip: (-slip.cost, slip.deal, slip.action))


def _places(replay: Replay) -> Iterator[tuple[int, int]]:
    """Before each action of each deal."""
    for deal in range(replay.deals):
        for step in range(replay.actions(deal)):
            replay.go(deal, step)
            yield deal, step


def _slip(replay: Replay, bot: SearchBot, deal: int, step: int) -> Slip | None:
    """What the next action gave away, if anything."""
    upcoming = replay.next
    assert upcoming is not None
    seat, text = upcoming
    view = replay.view(seat)
    if len(view["legal"]) == 1:
        return None
    played = code_of(game_face(view["rules"]), text)
    considered = bot.consider(view, project(replay.log(), seat))
    worth = {candidate.code: candidate.worth for _, candidate in considered}
    better, best = considered[0]
    if played not in worth:  # the solver stopped at one that wins
        found = bot.worth_after(view, played)
        worth[played] = best.worth if found is None else found
    cost = best.worth - worth[played]
    return Slip(deal + 1, step + 1, seat, text, better, cost) if cost > 0 else None


def told(slips: list[Slip], seats: list[str], lang: str) -> list[str]:
    """The worst of each seat in words, seat by seat; `seats` are names that tell them apart (`Record.players`)."""
    lines = []
    for seat, name in enumerate(seats):
        worst = [slip for slip in slips if slip.seat == seat and round(100 * slip.cost)][:WORST]
        lines.append(say("review.seat" if worst else "review.none", lang, player=name))
        lines += [
            "  "
            + say(
                "review.slip",
                lang,
                deal=slip.deal,
                action=slip.action,
                played=action_name(slip.played, lang),
                better=action_name(slip.better, lang),
                cost=round(100 * slip.cost),
            )
            for slip in worst
        ]
    return lines
