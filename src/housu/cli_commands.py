"""The commands and their options. What --help says of them comes from the catalogues (`cli.help.…`)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from housu.errors import HousuError, shown
from housu.text import has, languages, say

if TYPE_CHECKING:
    from housu.terminal.console import Console
    from housu.terminal.settings import Settings
    from housu.terminal.table import Table

USUAL_RULES = "pagat"
HEADINGS = ("usage", "options", "arguments", "commands")


@dataclass
class Caller:
    """Where a command speaks, and in what language; Typer hands it to every command as the context's object."""

    console: Console
    lang: str


def option(metavar: str, *names: str) -> Any:
    """An option that takes a value, called after its parameter unless it is named."""
    return typer.Option(*names, metavar=metavar, show_default=False)


Rules = Annotated[str, typer.Argument(metavar="RULES", show_default=False)]
RuleSets = Annotated[list[str] | None, typer.Argument(metavar="RULES", show_default=False)]
WholeSheet = Annotated[bool, typer.Option("--sheet", show_default=False)]
Difference = Annotated[bool, typer.Option("--diff", show_default=False)]
Lang = Annotated[str | None, option("LANG")]
Plain = Annotated[bool, typer.Option("--plain", show_default=False)]
Seats = Annotated[int | None, option("N")]
Seat = Annotated[int | None, option("N")]
Bots = Annotated[str, option("BOTS")]
Seed = Annotated[int | None, option("N")]
Dealer = Annotated[int | None, option("N")]
Deals = Annotated[int | None, option("N")]
Losses = Annotated[int | None, option("N")]
Pace = Annotated[str, option("PACE")]
Ascii = Annotated[bool, typer.Option("--ascii", show_default=False)]
Name = Annotated[str, option("NAME")]
Resume = Annotated[Path | None, option("FILE", "--continue")]

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
Deal = Annotated[int, option("N")]
Step = Annotated[int, option("N")]
View = Annotated[int | None, option("SEAT")]

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def command_in(lang: str) -> Any:
    """The command line as Typer reads it, with its help in a language."""
    command: Any = typer.main.get_command(app)
    command.help = say("cli.help.app", lang)
    for name, part in {"": command, **command.commands}.items():
        if name:
            part.help = part.short_help = say(
                f"cli.help.{name}", lang
            )  # the list of commands cuts off long ones
        for parameter in part.params:
            key = f"cli.help.opt_{parameter.name.removesuffix('_only')}"
            own = f"cli.help.{name}_{parameter.name}"
            if has(key):
                parameter.help = say(own if has(own) else key, lang)
        part.get_help_option(typer.Context(part)).help = say("cli.help.flag", lang)
        part.context_class = _context_with(_headings(lang))
    return command


def _context_with(headings: dict[str, str]) -> Any:
    """A context whose help has its headings in a language."""
    formatter: Any = typer.Context.formatter_class

    class Help(formatter):  # type: ignore[misc]  # Typer has no public name for it
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, f"{headings['Usage']}: " if prefix is None else prefix)

        def write_heading(self, heading: str) -> None:
            super().write_heading(headings.get(heading, heading))

        def write_dl(self, rows: Any, *args: Any, **kwargs: Any) -> None:
            told = [(name, about.replace("[required]", headings["[required]"])) for name, about in rows]
            super().write_dl(told, *args, **kwargs)

    return type("Context", (typer.Context,), {"formatter_class": Help})


def _headings(lang: str) -> dict[str, str]:
    """What Typer writes itself into a help, in a language."""
    words = {name.capitalize(): say(f"cli.heading.{name}", lang) for name in HEADINGS}
    return {**words, "[required]": f"[{say('cli.heading.required', lang)}]"}


def stated(**options: Any) -> dict[str, Any]:
    """The options that were given; the others keep the value they usually have."""
    return {name: value for name, value in options.items() if value is not None}


def alone(option: str, **others: Any) -> None:
    """Raises HousuError where anything is given that says nothing beside this option."""
    for name, value in stated(**others).items():
        if value != "":
            other = "RULES" if name == "rules" else f"--{name}"
            raise HousuError("cli.error.together", one=other, other=option)


def check_language(lang: str | None) -> None:
    """Raises HousuError where there is no such language."""
    if lang is not None and lang not in languages:
        raise HousuError("cli.error.language", lang=shown(lang), langs=", ".join(languages))


@app.callback(invoke_without_command=True)
def housu(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", show_default=False)] = False,
    lang: Lang = None,
) -> None:
    check_language(lang)
    if version:
        from housu import __version__

        context.obj.console.say(f"housu {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        context.obj.console.say(context.get_help())


@app.command()
def rules(
    context: typer.Context,
    rules: RuleSets = None,
    sheet: WholeSheet = False,
    diff: Difference = False,
    lang: Lang = None,
) -> None:
    from housu.rules.ruleset import RuleSet
    from housu.terminal import rules_text

    check_language(lang)
    caller: Caller = context.obj
    named = rules or []
    if diff:
        alone("--diff", sheet=sheet or None)
    if diff and len(named) != 2:
        raise HousuError("cli.error.two_sets")
    if len(named) > (2 if diff else 1):
        raise HousuError("cli.error.extra", text=shown(named[-1]))
    if diff:
        told = rules_text.difference(named[0], named[1], caller.lang)
    elif sheet:
        told = rules_text.sheet(RuleSet.parse(named[0] if named else USUAL_RULES), caller.lang)
    elif named:
        told = rules_text.table_rules(RuleSet.parse(named[0]), caller.lang)
    else:
        told = rules_text.overview(caller.lang)
    for line in told:
        caller.console.say(line)


@app.command()
def play(
    context: typer.Context,
    rules: Rules = "",
    plain: Plain = False,
    seats: Seats = None,
    seat: Seat = None,
    bots: Bots = "",
    seed: Seed = None,
    dealer: Dealer = None,
    deals: Deals = None,
    losses: Losses = None,
    name: Name = "",
    pace: Pace = "",
    resume: Resume = None,
    ascii_only: Ascii = False,
    lang: Lang = None,
) -> None:
    check_language(lang)
    caller: Caller = context.obj
    full = _full_screen(plain, caller)
    pace = _pace(pace, "normal" if full else "instant")
    if resume is not None:
        from housu.terminal.table import Table

        alone(
            "--continue",
            rules=rules,
            seats=seats,
            seed=seed,
            dealer=dealer,
            deals=deals,
            losses=losses,
            name=name,
        )
        table = Table.open(resume, seat, bots)
    else:
        table = _new_table(
            rules, seats, 0 if seat is None else seat, bots, seed, dealer, deals, losses, name, caller.lang
        )
    if full:
        from housu.terminal.app import run_table

        raise typer.Exit(run_table(table, _settings(caller, pace, ascii_only)))
    caller.console.letters = ascii_only
    _play_plain(table, caller, pace)


@app.command()
def watch(
    context: typer.Context,
    rules: Rules = "",
    seats: Seats = None,
    bots: Bots = "",
    seed: Seed = None,
    dealer: Dealer = None,
    deals: Deals = None,
    losses: Losses = None,
    pace: Pace = "",
    lang: Lang = None,
) -> None:
    check_language(lang)
    caller: Caller = context.obj
    pace = _pace(pace, "normal" if caller.console.interactive else "instant")
    table = _new_table(rules, seats, None, bots, seed, dealer, deals, losses, "", caller.lang)
    _play_plain(table, caller, pace)


@app.command()
def replay(
    context: typer.Context,
    file: RecordFile,
    deal: Deal = 1,
    step: Step = 0,
    view: View = None,
    plain: Plain = False,
    ascii_only: Ascii = False,
    lang: Lang = None,
) -> None:
    from housu.errors import RecordError
    from housu.record import Record, Replay
    from housu.terminal.replay_text import Sight
    from housu.terminal.table import check_seat

    check_language(lang)
    caller: Caller = context.obj
    trouble = ""
    try:
        record = Record.load(file)
    except RecordError as error:
        if error.read is None or not error.read.deals:
            raise
        record = error.read
        trouble = error.say(caller.lang)
    place = Replay(record, deal - 1, step)
    sight = Sight(place, record.players, None)
    if view is not None:
        check_seat(view, len(record.seats))
        sight.look(view)
    if _full_screen(plain, caller):
        from housu.terminal.app import run_replay

        raise typer.Exit(run_replay(sight, _settings(caller, "instant", ascii_only), trouble))
    from housu.terminal.replay_plain import PlainReplay

    if trouble:
        caller.console.complain(trouble)
    caller.console.letters = ascii_only
    PlainReplay(sight, caller.console, caller.lang).run()
    if trouble:
        raise typer.Exit(2)


def _full_screen(plain: bool, caller: Caller) -> bool:
    """Whether the whole screen is to be used; a sentence where that needs a part that isn't installed."""
    if plain or not caller.console.interactive:
        return False
    if find_spec("textual") is None:
        caller.console.say(say("cli.note.no_screen", caller.lang))
        return False
    return True


def _pace(wanted: str, usual: str) -> str:
    from housu.terminal.plain import PACES

    if wanted and wanted not in PACES:
        raise HousuError("cli.error.pace", pace=shown(wanted), paces=", ".join(PACES))
    return wanted or usual


def _new_table(
    rules: str,
    seats: int | None,
    you: int | None,
    bots: str,
    seed: int | None,
    dealer: int | None,
    deals: int | None,
    losses: int | None,
    name: str,
    lang: str,
) -> Table:
    from housu.match import Match
    from housu.rules.ruleset import RuleSet
    from housu.terminal.table import Table, check_seat, seat_bots, seat_names

    rule_set = RuleSet.parse(rules or USUAL_RULES)
    match = Match(rule_set, seats, seed, dealer, deals=deals, losses=losses, speed="plain")
    if you is not None:
        check_seat(you, match.seats)
    names = seat_names(match.seats, you, shown(name.strip()) or say("ui.names.you", lang), lang)
    return Table(match, names, seat_bots(bots, match.seats, you), you)


def _play_plain(table: Table, caller: Caller, pace: str) -> None:
    from housu.terminal.plain import PlainGame

    PlainGame(table, caller.console, caller.lang, pace).play()


def _settings(caller: Caller, pace: str, ascii_only: bool) -> Settings:
    from housu.terminal.console import shows_suits
    from housu.terminal.settings import Settings

    return Settings(caller.lang, pace, letters=ascii_only or not shows_suits(sys.stdout))


def progress() -> Callable[[int, int], None] | None:
    """Tells how much is done, on a terminal; elsewhere nothing does."""

    def tell(done: int, of: int) -> None:
        print(f"\r{done}/{of}", end="\n" if done >= of else "", file=sys.stderr, flush=True)

    return tell if sys.stderr.isatty() else None
