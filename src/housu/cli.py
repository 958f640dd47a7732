"""The command `housu`. Each command loads what it needs when it is called, so that each starts at once."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any

from housu.errors import HousuError, shown
from housu.terminal.console import Console, OutputClosed, drop_output, fitting_language
from housu.text import languages, pick_language, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WRONG = 2  # the exit status of a command line that can't be followed
INTERRUPTED = 130
CLOSED = 0  # nobody reads any more: that is how `housu rules | head` ends


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command line and exits: 0 done, 2 it can't be followed (one sentence says why), 130 interrupted."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    lang = _wanted_language(arguments)
    try:
        status = _run(arguments, lang)
        sys.stdout.flush()
    except (BrokenPipeError, OutputClosed):
        drop_output()
        status = CLOSED
    raise SystemExit(status)


def _run(arguments: list[str], lang: str) -> int:
    console = Console()
    if fitting_language(lang, sys.stdout) != lang:
        console.say(say("cli.note.english", "en"))
        lang = "en"
    try:
        with _speaking(lang):
            status = _follow(arguments, console, lang)
    except HousuError as error:
        console.complain(error.say(lang))
        return WRONG
    except KeyboardInterrupt:
        status = INTERRUPTED
    if status == INTERRUPTED:
        console.say()
        console.say(say("ui.input.interrupted", lang))
    return status


@contextlib.contextmanager
def _speaking(lang: str) -> Iterator[None]:
    """Tells the language to what speaks without being asked: the compiler, and processes of bots."""
    before = os.environ.get("HOUSU_LANG")
    os.environ["HOUSU_LANG"] = lang
    try:
        yield
    finally:
        del os.environ["HOUSU_LANG"]
        if before is not None:
            os.environ["HOUSU_LANG"] = before


def _wanted_language(arguments: Sequence[str]) -> str:
    """The language named on the command line, if there is one of that name, or that of the environment."""
    found = pick_language(os.environ)
    for at, word in enumerate(arguments):
        named = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and at + 1 < len(arguments):
            named = arguments[at + 1]
        if named in languages:
            found = named
    return found


def _follow(arguments: list[str], console: Console, lang: str) -> int:
    """Reads the command line with Typer and does what it says; what Typer can't read becomes one of our sentences."""
    import typer

    from housu import cli_advice, cli_services  # noqa: F401 - their commands join the others
    from housu.cli_commands import Caller, command_in

    usage_error: Any = typer.BadParameter.__mro__[1]  # Typer has no public name for it
    command = command_in(lang)
    try:
        result = command.main(arguments, prog_name="housu", standalone_mode=False, obj=Caller(console, lang))
    except usage_error as error:
        raise _misread(error, arguments, sorted(command.commands)) from None
    except typer.Abort:
        return INTERRUPTED  # so says Typer in some versions; in others it returns 130
    return result if isinstance(result, int) else 0


def _misread(error: Any, arguments: Sequence[str], names: Sequence[str]) -> HousuError:
    """Typer's complaint as one of ours."""
    kind = type(error).__name__
    parameter = getattr(error, "param", None)
    written = str(
        getattr(error, "option_name", None) or (parameter and (parameter.opts or [parameter.name])[-1])
    )
    if kind == "NoSuchOption":
        return HousuError("cli.error.option", option=shown(written))
    if kind == "BadOptionUsage":
        takes_none = "does not take" in str(error)
        return HousuError(
            "cli.error.no_value" if takes_none else "cli.error.needs_value", option=shown(written)
        )
    if kind == "MissingParameter":
        return HousuError("cli.error.missing", name=shown(getattr(parameter, "metavar", None) or written))
    if kind == "BadParameter":
        return HousuError(
            "cli.error.number", option=shown(written), value=shown(_value_of(written, arguments))
        )
    first = next(
        (
            word
            for before, word in zip(("", *arguments), arguments, strict=False)
            if not word.startswith("-") and before != "--lang"
        ),
        "",
    )
    if first not in names:
        return HousuError("cli.error.command", command=shown(first), commands=", ".join(names))
    if "unexpected extra" in str(error):
        return HousuError("cli.error.extra", text=shown(arguments[-1]))
    return HousuError("cli.error.usage")


def _value_of(option: str, arguments: Sequence[str]) -> str:
    """What the command line gives an option."""
    for at, word in enumerate(arguments):
        if word.startswith(option + "="):
            return word.removeprefix(option + "=")
        if word == option and at + 1 < len(arguments):
            return arguments[at + 1]
    return ""
