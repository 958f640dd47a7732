"""The commands that say what was or would be best: solved endgames, and a look back at a record."""

from __future__ import annotations

import json as jsons
from pathlib import Path
from typing import Annotated, Any

import typer

from housu.cli_commands import Caller, Lang, RecordFile, app, check_language, option, progress, stated
from housu.errors import HousuError, shown
from housu.text import say

Position = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
Playouts = Annotated[int | None, option("N")]
LastDeal = Annotated[int | None, option("N")]
LastStep = Annotated[int | None, option("N")]
MOST_PLAYOUTS = 1_000_000  # a search keeps some hundred bytes of each
Json = Annotated[bool, typer.Option("--json", show_default=False)]


@app.command()
def solve(
    context: typer.Context,
    file: Position,
    deal: LastDeal = None,
    step: LastStep = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from housu.bots.advice import action_name
    from housu.bots.solve import solve as solved
    from housu.bots.solve import why_not

    check_language(lang)
    caller: Caller = context.obj
    position = _position(file, deal, step)
    reason = why_not(position)
    if reason is not None:
        raise HousuError(reason)
    found = solved(position)
    if found is None:
        raise HousuError("cli.solve.much")
    if json:
        caller.console.say(jsons.dumps(found))
        return
    for choice in found["choices"]:
        worth = {1: "win", 0: "endless", -1: "loss", None: "unknown"}[choice["worth"]]
        name = action_name(choice["action"], caller.lang)
        caller.console.say(say(f"cli.solve.{worth}", caller.lang, action=name, n=choice["actions"]))


def _position(file: Path, deal: int | None, step: int | None) -> Any:
    """The deal in a snapshot (JSON), or at a place of a record: after `step` actions of a deal, of the last one if of none."""
    from housu.deal import Deal as OneDeal
    from housu.record import Record, Replay

    if file.suffix != ".json":
        replay = Replay(Record.load(file))
        number = replay.deals - 1 if deal is None else deal - 1
        replay.go(number, step or 0)
        return replay.deal()
    for name in stated(deal=deal, step=step):
        raise HousuError("cli.solve.moment", option=f"--{name}")
    try:
        snapshot = jsons.loads(file.read_text("utf-8"))
    except OSError as error:
        raise HousuError("error.record.file", path=str(file), reason=error.strerror or "") from None
    except (ValueError, RecursionError):
        raise HousuError("cli.solve.no_json", path=str(file)) from None
    return OneDeal.from_snapshot(snapshot)


@app.command()
def review(context: typer.Context, file: RecordFile, playouts: Playouts = None, lang: Lang = None) -> None:
    from housu.bots import review as looking
    from housu.bots.search import LEVELS
    from housu.record import Record

    check_language(lang)
    caller: Caller = context.obj
    if playouts is not None and not 1 <= playouts <= MOST_PLAYOUTS:
        raise HousuError(
            "cli.error.range", option="--playouts", low=1, high=MOST_PLAYOUTS, value=shown(playouts)
        )
    record = Record.load(file)
    slips = looking.review(record, playouts or LEVELS["easy"], progress=progress())
    for line in looking.told(slips, record.players, caller.lang):
        caller.console.say(line)
