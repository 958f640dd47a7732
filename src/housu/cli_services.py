"""The commands for those who run tables for others, and for those who compare bots."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from housu.cli_commands import (
    Caller,
    Deals,
    Lang,
    RecordFile,
    Seats,
    Seed,
    app,
    check_language,
    option,
    progress,
    stated,
)
from housu.errors import HousuError
from housu.text import say

Host = Annotated[str | None, option("HOST")]
Port = Annotated[int | None, option("PORT")]
Database = Annotated[str | None, option("ADDRESS")]
Offered = Annotated[list[str] | None, option("BOT", "--bot")]
PathInAddress = Annotated[str | None, option("PATH")]
Source = Annotated[str, typer.Argument(metavar="ADDRESS", show_default=False)]
Target = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
First = Annotated[str, typer.Argument(metavar="BOT", show_default=False)]
Others = Annotated[list[str], typer.Argument(metavar="OTHERS", show_default=False)]
TableRules = Annotated[str, option("RULES", "--rules")]
Json = Annotated[bool, typer.Option("--json", show_default=False)]
Csv = Annotated[Path | None, option("FILE")]
Parquet = Annotated[Path | None, option("FILE")]
Workers = Annotated[int | None, option("N")]
OnRay = Annotated[bool, typer.Option("--ray", show_default=False)]


@contextlib.contextmanager
def part(extra: str) -> Iterator[None]:
    """Says which extra to install where what is done within needs a package that isn't there."""
    try:
        yield
    except ImportError as error:
        extra = "cluster" if error.name == "ray" else extra
        raise HousuError("cli.error.part", name=error.name or "", extra=extra) from None


@app.command()
def serve(
    context: typer.Context,
    host: Host = None,
    port: Port = None,
    database: Database = None,
    bot: Offered = None,
    path: PathInAddress = None,
    lang: Lang = None,
) -> None:
    check_language(lang)
    with part("server"):
        from housu.server import main

    caller: Caller = context.obj
    say_where = caller.console.say
    raise typer.Exit(main.serve(host, port, database, bot, path, lang=caller.lang, say=say_where))


@app.command()
def backup(context: typer.Context, database: Source, target: Target, lang: Lang = None) -> None:
    check_language(lang)
    with part("server"):
        from housu.server import main

    caller: Caller = context.obj
    main.backup(database, target)
    caller.console.say(say("ui.input.saved", caller.lang, path=target))


@app.command()
def verify(context: typer.Context, file: RecordFile, lang: Lang = None) -> None:
    from housu.record import Record

    check_language(lang)
    caller: Caller = context.obj
    for number, deal in enumerate(Record.load(file).deals, 1):
        key = {True: "fair", False: "secret", None: "fits"}[deal.proven]
        if deal.result is None and deal.proven is not False:
            key = f"open_{key}"
        caller.console.say(say(f"cli.verify.{key}", caller.lang, deal=number))


@app.command()
def arena(
    context: typer.Context,
    first: First,
    others: Others,
    table: TableRules = "pagat",
    seats: Seats = None,
    deals: Deals = None,
    seed: Seed = None,
    json: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    workers: Workers = None,
    ray: OnRay = False,
    lang: Lang = None,
) -> None:
    check_language(lang)
    caller: Caller = context.obj
    with part("lab"):
        from housu.bots import arena as place
        from housu.bots.arena_result import cannot_write, check_file
        from housu.bots.executors import executor

        if parquet is not None:
            import polars as pl  # noqa: F401 - a part that is missing is told before anything is played
        for file in filter(None, (csv, parquet)):
            check_file(file)
        result = place.run(
            first,
            others,
            rules=table,
            seats=seats,
            executor=executor(workers, ray),
            progress=progress(),
            **stated(deals=deals, seed=seed),
        )
    caller.console.say(result.json() if json else result.table(caller.lang))
    for wanted, write in ((csv, result.write_csv), (parquet, result.write_parquet)):
        if wanted is not None:
            try:
                write(wanted)
            except OSError as error:
                raise cannot_write(wanted, error) from None
