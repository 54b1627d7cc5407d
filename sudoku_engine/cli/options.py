"""Options that commands share, each declared once; most of them come from the schema."""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any, Literal, cast, get_args, get_origin

import click
from click.core import ParameterSource

from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.cli.params import (
    FileName,
    FiniteRange,
    Input,
    NamedChoice,
    OutputFile,
    ParamType,
    ScoreRange,
    Seed,
    WholeRange,
    Word,
)
from sudoku_engine.cli.program import debug_option, invocation, message
from sudoku_engine.config.schema import (
    COMPONENT_FLAGS,
    SCHEMA,
    USUAL_FILE,
    WITHOUT,
    Flag,
    Override,
)
from sudoku_engine.errors import SudokuError
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
"""The part of a step that each value of ``--show`` reveals, in addition to those before it."""

MOST_JOBS = 256
"""The most processes; more only slow each other down."""


Values = Callable[[], Iterable[str]]
"""Finds the possible values of an option, which plugins may bring, only when they are needed."""


class ListingOption(click.Option):
    """An option whose help lists its `values`, each with its meaning if that is known."""

    def __init__(
        self, *arguments: Any, values: Values, meanings: Mapping[str, str] = NOTHING, **more: Any
    ) -> None:
        words = Word(lambda: [value.partition(" ")[0] for value in values()])
        super().__init__(*arguments, **{"type": words, **more})
        self._values = values
        self._meanings = meanings
        self._about = (self.help or "").rstrip(".")
        if isinstance(self.type, NamedChoice):
            self.metavar = self.metavar or str(self.name).upper()

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help, and look for the values only now."""
        meanings = self._meanings
        values = [
            f"{each} ({meanings[each]})" if each in meanings else each for each in self._values()
        ]
        self.help = f"{self._about}: {', '.join(values)}." if values else f"{self._about}."
        return super().get_help_record(ctx)


class StrategyOption(click.Option):
    """An option that names a strategy, or a family: far too many to list."""

    def __init__(self, *arguments: Any, help: str, **more: Any) -> None:
        families = ", ".join(FAMILY_NAMES)
        values = f"an id or a name, as `plugins list` shows them, or a family: {families}"
        whole = f"{help.rstrip('.')}: {values}."
        super().__init__(*arguments, **{"type": STRATEGY, "help": whole, **more})


def ids(*kinds: str) -> list[str]:
    """Return the ids of the bundled and the installed components of `kinds`, and the families."""
    from sudoku_engine.plugins.registry import Registry

    registry = Registry()
    registry.load()
    found = [each for kind in kinds for each in registry.ids(kind)]
    return found + [*FAMILY_NAMES] * ("strategy" in kinds)


def values_of(kind: str, option: str) -> Iterable[str]:
    """Return the values that components of a `kind` take for an `option`, if these are few."""
    from sudoku_engine.plugins.registry import Registry

    registry = Registry()
    registry.load()
    options = [each.known_options.get(option) for each in registry.of_kind(kind)]
    return dict.fromkeys(word for each in options if each for word in _words_in(each.type))


def _words_in(kind: Any) -> Iterator[str]:
    """Yield the words that a type allows, if it allows only some."""
    if get_origin(kind) is Literal:
        yield from map(str, get_args(kind))
    else:
        yield from chain.from_iterable(map(_words_in, get_args(kind)))


STRATEGY = Word(partial(ids, "strategy"))
"""The type of a parameter that names strategies or families."""

STRATEGY_OR_RULE = Word(partial(ids, "strategy", "rule"))


json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


def choice_option(
    *names: str,
    values: Collection[str],
    help: str,
    meanings: Mapping[str, str] = NOTHING,
    **more: Any,
) -> Decorator:
    """Return an option with a choice of `values`, which its help lists, with their `meanings`."""
    own: dict[str, Any] = {"values": lambda: values, "meanings": meanings, "help": help}
    own |= {"type": NamedChoice(values), "show_default": "default" in more}
    return click.option(*names, cls=ListingOption, **{**own, **more})


def file_option(*names: str, help: str, metavar: str = "FILE") -> Decorator:
    """Return an option that takes the name of a file, or of a folder if `metavar` says so."""
    return click.option(*names, type=FileName(), metavar=metavar, help=help)


def strategy_option(name: str, help: str) -> Decorator:
    """Return an option, to be repeated, that takes a strategy or a family."""
    return click.option(name, cls=StrategyOption, multiple=True, metavar="ID", help=help)


without_option = strategy_option(
    "--without", "Only puzzles whose solution does not use this (repeatable)"
)
score_option = click.option(
    "--score",
    "scores",
    type=ScoreRange(),
    multiple=True,
    metavar="A-B",
    help="Only puzzles with a score from A to B, such as 600-900, 600- (repeatable).",
)


def output_option(*endings: str, what: str = "", needs_ending: bool = False) -> Decorator:
    """Return the option ``--output``, for files with these `endings`."""
    file = OutputFile(endings, needs_ending)
    known = ", ".join(f".{each}" for each in file.endings)
    about = f"; {what}" if what else ""
    whole = f"Write results to FILE, completely or not at all ({known}){about}."
    return click.option(
        "-o", "--output", type=file, metavar="FILE", help=whole, callback=_configured_output
    )


def _configured_output(ctx: click.Context, option: click.Parameter, given: str | None) -> Any:
    """Return the file `given`, or that of the configuration if the command writes such files."""
    file = invocation().parameters.get("config_file")
    if file is None or ctx.get_parameter_source("output") is not ParameterSource.DEFAULT:
        return given
    from sudoku_engine.config.config import read  # only here: help pages need it not

    with suppress(SudokuError):  # the command will report an error in the file
        if (entry := read(file).entries.get("output")) is not None:
            path = SCHEMA["output"].reader.read(entry.value, "output", cast(Any, None))
            return option.type.convert(str(path), option, ctx)
    return given


output_format_option = choice_option(
    "--output-format",
    values=FORMATS,
    meanings=FORMATS,
    metavar="FORMAT",
    help="Write boards only, in this format.",
)


def _number_option(
    name: str, type: ParamType, default: float | None, metavar: str, help: str
) -> Decorator:
    about: dict[str, Any] = {"default": default, "show_default": default is not None}
    return click.option(name, type=type, metavar=metavar, help=help, **about)


def timeout_option(default: float, help: str) -> Decorator:
    """Return the option ``--timeout``, the time limit of plugins."""
    limits = FiniteRange(0, MOST_SECONDS, min_open=True)
    return _number_option("--timeout", limits, default, "SECONDS", help)


def count_option(default: int, help: str) -> Decorator:
    """Return the option ``--count``."""
    return _number_option("--count", WholeRange(min=1), default, "N", help)


def jobs_option(help: str, default: int | None = None, most: int | None = MOST_JOBS) -> Decorator:
    """Return the option ``--jobs``."""
    return _number_option("--jobs", WholeRange(1, most), default, "N", help)


puzzle_jobs_option = jobs_option("Work in N processes; the output stays the same.", default=1)


def shared_option(*names: str, **attributes: Any) -> Decorator:
    """Return an option whose value goes to the `Invocation`, and not to the command."""
    return click.option(*names, expose_value=False, callback=_keep, **attributes)


def _keep(ctx: click.Context, option: click.Parameter, value: Any) -> None:
    invocation().parameters[str(option.name)] = value


def flag_option(flag: Flag, **attributes: Any) -> Decorator:
    """Return the option for a `flag`; `attributes` replace its own."""
    form: dict[str, Any] = {"metavar": flag.metavar} if flag.metavar else {"is_flag": True}
    if flag.values:
        form |= {"cls": ListingOption, "values": lambda: flag.values}
    elif flag.metavar.startswith("ID"):
        form["type"] = STRATEGY
    own = {"multiple": flag.is_repeatable, "help": flag.help, **form}
    return shared_option(flag.name, flag.parameter, **{**own, **attributes})


def schema_option(key: str, **attributes: Any) -> Decorator:
    """Return the option that sets `key` of the configuration."""
    flag, kind = SCHEMA[key].flag, SCHEMA[key].reader.kind
    assert flag is not None, f"no flag sets {key}"
    listing: dict[str, Any] = {}
    if flag.metavar and kind == "strategy":
        listing = {"cls": StrategyOption}
    elif flag.metavar and kind:
        listing = {"cls": ListingOption, "values": partial(ids, kind)}
    return flag_option(flag, **{**listing, **attributes})


ignore_unknown_option = schema_option("ignore_unknown")
language_option = schema_option("language")


def schema_options(*keys: str) -> Decorator:
    """Return a decorator that adds the options that set these `keys` of the configuration."""
    return _all(*map(schema_option, keys))


def component_options(kind: str, *names: str) -> Decorator:
    """Return a decorator that adds the options of components of `kind`: `names`, or all."""
    flags = [flag for flag in COMPONENT_FLAGS[kind] if not names or flag.parameter in names]
    options = [
        flag_option(flag, cls=ListingOption, values=partial(values_of, kind, flag.parameter))
        for flag in flags
    ]
    return _all(schema_option(kind), *options)


def _all(*options: Decorator) -> Decorator:
    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


inputs_argument: Decorator = _all(
    click.argument("inputs", type=Input(), metavar="[INPUT]...", nargs=-1), ignore_unknown_option
)
"""Adds the puzzles to work on."""

one_input_argument: Decorator = _all(
    click.argument("given", type=Input(), metavar="[INPUT]", required=False), ignore_unknown_option
)
"""Adds the one puzzle to work on."""

run_options: Decorator = schema_options(
    *("loop.mode", "loop.pencilmarks", "loop.max_steps", "loop.step_timeout", "loop.on_fault"),
    *("loop.guard", "fallback", "solver"),
)
"""Adds the options for solving a puzzle, except the strategies."""

words_options = schema_options("language", "cells")
"""Adds the options for texts about steps."""

engine_options: Decorator = _all(
    shared_option(
        *("-c", "--config", "config_file"),
        type=FileName(),
        metavar="FILE",
        default=lambda: USUAL_FILE if os.path.isfile(USUAL_FILE) else None,
        is_eager=True,
        help=f"Use this configuration (default: {USUAL_FILE}, if it exists).",
    ),
    shared_option(
        *("-p", "--plugin", "plugins"),
        type=FileName(),
        multiple=True,
        metavar="PATH",
        help="Load this file or folder of plugins (repeatable).",
    ),
    shared_option(
        *(WITHOUT, "without_plugins"),
        multiple=True,
        metavar="NAME",
        help="Leave out this plugin, or one of its components (repeatable).",
    ),
    schema_option("layout"),
    debug_option,
)
"""Adds the options of every command that loads plugins."""

NO_FALLBACK = {"fallback": Override("--no-fallback", "none")}
"""The override for commands that show steps: no search fills the rest."""


def seed_option(what: str, has_numbers: bool = False, **settings: Any) -> Decorator:
    """Return the option ``--seed``; the same `what` comes again with the same seed."""
    text = f"A word or number: the same {what} each time."
    return click.option("--seed", type=Seed(has_numbers), metavar="S", help=text, **settings)


def drawn_seed(what: str, is_shown: bool = False) -> str:
    """Return a new seed, short enough to be typed again; on a terminal it is shown."""
    import random

    seed = str(random.SystemRandom().randrange(10**8))
    if is_shown or sys.stderr.isatty():
        message(f"seed {seed}: --seed {seed} makes {what} again")
    return seed
