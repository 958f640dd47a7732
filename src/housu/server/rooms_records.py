"""From the entries of a table to the records of its matches, and to what the replay page shows. Finished deals only."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from housu.record import Record, Replay
from housu.server import fair
from housu.server import rooms_log as log
from housu.server.rooms import Table


def records(bodies: Sequence[bytes]) -> list[Record]:
    """A record for each match of which a deal is over. A deal that goes on is left out, and its secret with it.

    Only where the table is closed is the deal included that was under way: it is revealed, and cannot go on.
    """
    table = Table("")
    found = []
    for body in bodies:
        entry = log.read(body)
        if isinstance(entry, log.Committed) and entry.dealer is not None and table.match is not None:
            found.append(_record(table))
        table.apply(entry)
    if table.match is not None:
        found.append(_record(table))
    return [record for record in found if record.deals]


def _record(table: Table) -> Record:
    assert table.match is not None
    record = Record.of(
        table.match,
        names=[seat.name for seat in table.seats],
        bots=[seat.bot for seat in table.seats],
        date=dt.datetime.fromtimestamp(table.options.at // 1000, dt.UTC),
    )
    for deal, shuffle in zip(record.deals, table.shuffles, strict=True):
        deal.fair = {
            "commitment": fair.commitment(shuffle.secret),
            "secret": shuffle.secret,
            "nonces": list(shuffle.nonces or ()),
        }
    if not record.finished and table.status != "closed":
        record.deals.pop()
    return record


def replay(record: Record, deal: int, seat: int | None = None) -> dict[str, Any]:
    """A record as the replay page wants it: all deals, and of one of them every step, as a seat saw it or all cards open.

    Raises RecordError where there is no such deal.
    """
    there = Replay(record, deal)
    losses, letters = [], []
    for number, kept in enumerate(record.deals):
        there.go(number, len(kept.actions))
        losses.append(there.losses)
        letters.append(there.letters)
    steps = []
    for done in range(there.actions(deal) + 1):
        there.go(deal, done)
        actor, action = there.last or (None, "")
        steps.append(
            {
                "seat": actor,
                "action": action,
                "events": there.events(seat, everything=seat is None),
                "view": there.snapshot() if seat is None else there.view(seat),
            }
        )
    return {
        "rules": record.rules,
        "game": record.game,
        "seats": record.seats,
        "bots": record.bots,
        "trumps": record.trumps,
        "deal": deal,
        "deals": [
            {
                "dealer": kept.dealer,
                "actions": len(kept.actions),
                "result": kept.result,
                "fair": kept.fair,
                "losses": losses[number],
                "letters": letters[number],
            }
            for number, kept in enumerate(record.deals)
        ],
        "steps": steps,
    }
