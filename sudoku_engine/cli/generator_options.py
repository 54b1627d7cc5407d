"""The generator that a command line asks for, with its options."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import click

from sudoku_engine.api.strategy import FAMILY_NAMES, LEVELS
from sudoku_engine.cli.context import Function, Job, override
from sudoku_engine.config.config import Chosen, Override
from sudoku_engine.errors import ConfigError, UsageError, near_name
from sudoku_engine.plugins.component import RATER, Component
from sudoku_engine.plugins.conversion import converted
from sudoku_engine.plugins.options import MISSING, options_of, takes_any_option, unknown_option

HELP = {
    "level": ("NAME", f"How hard a puzzle is to be: {', '.join(LEVELS)}."),
    "symmetry": ("NAME", "How the clues are laid out, such as rotational."),
    "clues": ("N", "How many clues a puzzle is to have."),
    "pattern": ("FILE", "A drawing of where the clues are to be."),
    "coefficient": ("X", "Which share of the cells is to be open, 0 to 1."),
    "needs": ("ID", "A strategy that a puzzle is to need."),
    "only": ("ID,…", "The strategies or families that are to be enough (repeatable)."),
}
"""By option of generators that has one of its own on the command line, its help."""

HOMES = {"level": "graded", "needs": "graded", "only": "graded", "coefficient": "random_fill"}
"""By option, the generator that it asks for where none is named."""

NAMES = ("level", "symmetry", "needs", "only")
"""The options whose values are names: small letters, with ``_`` between words."""


def generator_options(command: Function) -> Function:
    """Adds ``--generator`` and the options of generators; `generator_of` takes their values."""
    for name, (metavar, help_text) in reversed(HELP.items()):
        is_list = name == "only"
        command = click.option(f"--{name}", metavar=metavar, multiple=is_list, help=help_text)(
            command
        )
    return click.option("--generator", metavar="ID", help="What makes the puzzles.")(command)


def generator_override(name: str | None) -> Override | None:
    """What ``--generator`` says in place of the configuration: a name with options in YAML.

    A name alone is none: the options beside it are not known to the configuration.
    """
    return override("--generator", name) if name and name.lstrip().startswith("{") else None


def generator_of(
    job: Job, name: str | None, given: Mapping[str, str | Sequence[str] | None]
) -> Component:
    """The generator called `name`, or the one that the options `given` ask for, with these.

    Options that the configuration sets for it stay where the command line says nothing. Raises
    SudokuError.
    """
    overrides = {
        option: found
        for option, value in given.items()
        if (found := override(f"--{option}", value)) is not None
    }
    chosen = _chosen(job, None if generator_override(name) else name, overrides)
    component = job.registry.find("generator", chosen.id)
    options = dict(chosen.options)
    if RATER in options:
        raise UsageError(
            f"the option {RATER!r} of {component.id} is set by the engine: leave it out"
        )
    for option, found in overrides.items():
        options[option] = _value(job, component, option, found)
    for option, known in options_of(component.call).items():
        if known.default is MISSING and option not in (*options, RATER):
            how = f"--{option} …" if option in HELP else f"{{{component.id}: {{{option}: …}}}}"
            raise UsageError(f"{component.id} needs the option {option!r}: write {how}")
    return component.with_options(options)


def _chosen(job: Job, name: str | None, wanted: Collection[str]) -> Chosen:
    """The generator called `name`, or else the one for options that are `wanted`."""
    configured = job.config.generator
    if name is None:
        name = _default(job, wanted)
    if name is None:
        raise UsageError("no generator: name one with --generator")
    return configured if configured and configured.id == name else Chosen(name)


def _default(job: Job, wanted: Collection[str]) -> str | None:
    configured = job.config.generator
    if configured and job.config.origins["generator"] != "default":
        component = job.registry.find("generator", configured.id)
        if all(_has(component, option) for option in wanted):
            return configured.id
    homes = [home for option, home in HOMES.items() if option in wanted]
    return homes[0] if homes else configured.id if configured else None


def _value(job: Job, component: Component, option: str, given: Override) -> Any:
    """The value of an `option` of `component` as its annotation asks for it; raises SudokuError."""
    if not _has(component, option):
        raise UsageError(_lacking(job, component, option))
    known = options_of(component.call).get(option)
    kind = _unless_none(known.type) if known else Any
    texts = [given.value] if isinstance(given.value, str) else list(given.value)
    if option == "only":
        texts = [name for text in texts for name in text.split(",") if name.strip()]
        if not texts:
            raise ConfigError("name strategies, such as naked_single,naked_pair", given.option)
    if option in NAMES:
        names = _names(job, option) if get_origin(kind) is not Literal else ()
        texts = [_name(text, names, given.option, option) for text in texts]
    if option == "only" and get_origin(kind) is not Literal:
        texts = [each for name in texts for each in _ids_named(job, name)]
    value = texts if option == "only" else texts[0]
    return converted(Override(given.option, value).parsed(), kind, option)


def _unless_none(kind: Any) -> Any:
    """What an optional `kind` is where it is not None, which nobody writes after an option."""
    parts = [part for part in get_args(kind) if part is not NoneType]
    is_optional = get_origin(kind) in (Union, UnionType) and len(parts) == 1
    return parts[0] if is_optional else kind


def _names(job: Job, option: str) -> Sequence[str]:
    """The values that there are for an `option`; nothing where its generator must know."""
    if option == "level":
        return LEVELS
    families = FAMILY_NAMES if option == "only" else ()
    return [*job.registry.ids("strategy"), *families] if option in ("needs", "only") else ()


def _ids_named(job: Job, name: str) -> list[str]:
    """Return the ids that `name` stands for: itself, or the strategies of that family."""
    members = job.registry.strategies_named(name)
    return [name] if members[0].id == name else [each.id for each in members if not each.marks]


def _name(text: str, known: Sequence[str], source: str, option: str) -> str:
    """`text` as the name that it is meant for; raises ConfigError with the near one."""
    if text in known:
        return text
    name = re.sub(r"[\s_-]+", "_", text.strip().lower())
    if known and name not in known:
        what = option if option == "level" else "strategy"
        raise ConfigError(f"unknown {what} {text!r}: {near_name(name, known)}", source)
    return name


def _has(component: Component, option: str) -> bool:
    return option in options_of(component.call) or takes_any_option(component.call)


def _lacking(job: Job, component: Component, option: str) -> str:
    """The words for an `option` that `component` does not have: who has it."""
    others = [each.id for each in job.registry.of_kind("generator") if _has(each, option)]
    if not others:
        known = {name: each for name, each in options_of(component.call).items() if name != RATER}
        return unknown_option(option, component.id, known)
    have = "has" if len(others) == 1 else "have"
    return (
        f"{component.id} has no option {option!r}: {' and '.join(others)} {have}, "
        f"--generator {others[0]}"
    )
