"""Options that commands share, each declared once; most of them come from the schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from sudoku_engine.cli.help_pages import ListingOption
from sudoku_engine.cli.output_files import OutputFile
from sudoku_engine.cli.params import FileName, FiniteRange, NamedChoice, WholeRange
from sudoku_engine.cli.program import debug_option, invocation
from sudoku_engine.config.command_line import Flag, Override
from sudoku_engine.config.schema import COMPONENT_FLAGS, SCHEMA
from sudoku_engine.formats import FORMATS
from sudoku_engine.solving.settings import MOST_SECONDS

Decorator = Callable[[Any], Any]

NOTHING: Mapping[str, str] = {}

STAGES_IN_WORDS = {
    "where": "to look",
    "what": "to look for",
    "why": "it is true",
    "change": "what it changes",
}
"""What the values of ``--show`` reveal of a step, each with all before it."""

MOST_JOBS = 256
"""The largest number of processes; more only slow each other down."""

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


def choice_option(
    *names: str,
    values: Iterable[str],
    help: str,
    meanings: Mapping[str, str] = NOTHING,
    **more: Any,
) -> Decorator:
    """Return an option with a choice of `values`, which its help lists, with their `meanings`."""
    values = tuple(values)
    shown = [f"{name} ({meanings[name]})" if name in meanings else name for name in values]
    attributes: dict[str, Any] = {"show_default": "default" in more, "values": shown, **more}
    return click.option(
        *names, cls=ListingOption, type=NamedChoice(values), help=help, **attributes
    )


def strategy_option(name: str, help: str) -> Decorator:
    """Return an option, to be repeated, that takes a strategy or a family."""
    return click.option(
        name, cls=ListingOption, kind="strategy", multiple=True, metavar="ID", help=help
    )


def output_option(*endings: str, what: str = "", needs_ending: bool = False) -> Decorator:
    """Return the option ``--output``, for files with these `endings`.

    `what`: what goes into files of other endings than ``.txt``, in words for the help.
    """
    file = OutputFile(endings, needs_ending)
    known = ", ".join(f".{each}" for each in file.endings)
    about = f"; {what}" if what else ""
    whole = f"Write results to FILE, completely or not at all ({known}){about}."
    return click.option("-o", "--output", type=file, metavar="FILE", help=whole)


output_format_option = choice_option(
    "--output-format",
    values=FORMATS,
    meanings=FORMATS,
    metavar="FORMAT",
    help="Write boards only, in this format.",
)
inputs_argument = click.argument("inputs", metavar="[INPUT]...", nargs=-1)
solvers_option = click.option(
    "--solver",
    "solvers",
    cls=ListingOption,
    kind="solver",
    multiple=True,
    metavar="ID",
    help="Use only this solver (repeatable).",
)
against_option = click.option(
    "--against", metavar="ID", help="Compare with this technique, by its id, on many boards."
)

strict_option = click.option(
    "--strict", is_flag=True, help="Demand every check: what is only advice counts as a fault."
)


def timeout_option(default: float, help: str) -> Decorator:
    """Return the option ``--timeout``: how long plugins may take."""
    return click.option(
        "--timeout",
        type=FiniteRange(0, MOST_SECONDS, min_open=True),
        default=default,
        show_default=True,
        metavar="SECONDS",
        help=help,
    )


call_timeout_option = timeout_option(5.0, "Stop a call that takes longer.")


def count_option(default: int, help: str) -> Decorator:
    """Return the option ``--count``."""
    return click.option(
        "--count",
        type=WholeRange(min=1),
        default=default,
        show_default=True,
        metavar="N",
        help=help,
    )


def jobs_option(help: str, default: int | None = None, most: int | None = MOST_JOBS) -> Decorator:
    """Return the option ``--jobs``."""
    return click.option(
        "--jobs",
        type=WholeRange(1, most),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=help,
    )


puzzle_jobs_option = jobs_option("Work in N processes; the output stays the same.", default=1)


def shared_option(*names: str, **attributes: Any) -> Decorator:
    """Return an option whose value goes to the `Invocation`, and not to the command."""
    return click.option(*names, expose_value=False, callback=_keep, **attributes)


def _keep(ctx: click.Context, option: click.Parameter, value: Any) -> None:
    invocation().parameters[str(option.name)] = value


def flag_option(flag: Flag, **attributes: Any) -> Decorator:
    """Return the option for a `flag`; `attributes` replace its own."""
    form: dict[str, Any] = {"metavar": flag.metavar} if flag.metavar else {"is_flag": True}
    if flag.values or "kind" in attributes:
        form |= {"cls": ListingOption, "values": flag.values}
    own = {"multiple": flag.is_repeatable, "help": flag.help, **form}
    return shared_option(flag.name, **{**own, **attributes})


def schema_option(key: str, **attributes: Any) -> Decorator:
    """Return the option that sets `key` of the configuration."""
    flag, kind = SCHEMA[key].flag, SCHEMA[key].reader.kind
    assert flag is not None, f"no flag sets {key}"
    listing = {"kind": kind} if kind and flag.metavar else {}
    return flag_option(flag, **{**listing, **attributes})


def schema_options(*keys: str) -> Decorator:
    """Return a decorator that adds the options that set these `keys` of the configuration."""
    return _all(*map(schema_option, keys))


def component_options(kind: str, *names: str) -> Decorator:
    """Return a decorator that adds the options of components of `kind`: `names`, or all.

    The option that names the component itself comes first.
    """
    flags = [flag for flag in COMPONENT_FLAGS[kind] if not names or flag.parameter in names]
    return _all(schema_option(kind), *map(flag_option, flags))


def _all(*options: Decorator) -> Decorator:
    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


run_options: Decorator = schema_options(
    "loop.mode",
    "loop.pencilmarks",
    "loop.max_steps",
    "loop.step_timeout",
    "loop.on_fault",
    "loop.guard",
    "fallback",
    "solver",
)
"""Adds the options of how a puzzle is solved, but for the strategies."""

engine_options: Decorator = _all(
    shared_option(
        "-c",
        "--config",
        "config_file",
        type=FileName(),
        metavar="FILE",
        help="Use this configuration.",
    ),
    shared_option(
        "-p",
        "--plugin",
        "plugins",
        type=FileName(),
        multiple=True,
        metavar="PATH",
        help="Load this file or folder of plugins (repeatable).",
    ),
    schema_option("layout"),
    debug_option,
)
"""Adds the options of every command that loads plugins."""

NO_FALLBACK = {"fallback": Override("--no-fallback", "none")}
"""The override for commands that show steps: no search fills the rest."""
