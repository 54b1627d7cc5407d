"""What commands share: their options, their plugins and configuration, their output and status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from io import TextIOWrapper
from typing import Any, TextIO, TypeVar, cast

import click

from sudoku_engine.atomic_file import discard_all, whole_file
from sudoku_engine.cli.plugin_output import Prints
from sudoku_engine.cli.program import BAD, DONE, complain, debug_option, trace
from sudoku_engine.config.config import Chosen, Config, Override, read
from sudoku_engine.errors import SudokuError, place, shown_path
from sudoku_engine.isolation.supervised_program import (
    HANGS,
    CrashTimer,
    is_supervised,
    run_supervised,
)
from sudoku_engine.isolation.time_limits import NO_LAST_RESORT, HasFile, LastResort
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.loading import has_installed_plugins
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_engine.tasks.rating import Rater

Function = TypeVar("Function", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
output_option = click.option(
    "-o", "--output", metavar="FILE", help="Write results to FILE, whole or not at all."
)


def engine_options(command: Function) -> Function:
    """Adds the options of every command that runs anything; `job` takes their values."""
    for option in (
        debug_option,
        click.option("--layout", metavar="NAME", help="The board: 6x6, '{boxes: 2x3}', …"),
        click.option(
            "-p",
            "--plugin",
            "plugins",
            multiple=True,
            metavar="PATH",
            help="Load this file or folder of plugins (repeatable).",
        ),
        click.option("-c", "--config", "config_file", metavar="FILE", help="The configuration."),
    ):
        command = option(command)
    return command


@dataclass
class Job:
    """One command at work: its plugins and configuration, its output, its exit status."""

    registry: Registry
    config: Config
    out: TextIO
    status: int = DONE
    last_resort: LastResort = NO_LAST_RESORT

    def worst(self, status: int) -> None:
        """Takes `status` into account: of several the worst counts."""
        self.status = max(self.status, status)

    def complain(self, error: SudokuError) -> None:
        """Tells of bad input or a bad plugin; the job goes on."""
        trace(error)
        complain(str(error))
        self.worst(BAD)

    def component(self, kind: str, chosen: Chosen) -> Component:
        """The plugin that the configuration has `chosen`, with its options."""
        return self.registry.find(kind, chosen.id).with_options(chosen.options)

    def strategies(self) -> list[Component]:
        """The strategies of the configuration, in their order of trial."""
        if self.config.strategies is None:
            return self.registry.loop_strategies(self.config.loop.pencilmarks)
        return [self.component("strategy", chosen) for chosen in self.config.strategies]

    def loop(self) -> Loop:
        """The loop as the configuration wants it."""
        chosen = self.config.fallback
        fallback = self.component("solver", chosen) if chosen else None
        return Loop(self.strategies(), self.config.loop, fallback, self.last_resort)

    def rater(self) -> Rater:
        """What rates puzzles by the strategies of the configuration."""
        every = self.registry.loop_strategies("manual")
        strategies = every if self.config.strategies is None else self.strategies()
        return Rater(strategies, self.config.loop, self.last_resort)

    def solver(self) -> Component:
        """The solver of the configuration."""
        if self.config.solver is None:
            raise SudokuError("no solver: name one with --solver")
        return self.component("solver", self.config.solver)


@contextmanager
def job(
    config_file: str | None = None,
    plugins: Sequence[str] = (),
    layout: str | None = None,
    overrides: Mapping[str, Override | None] | None = None,
    output: str | None = None,
    newline: str | None = None,
) -> Iterator[Job]:
    """A job with its plugins loaded and its configuration checked.

    `overrides` are values from the command line by key of the configuration, None for those
    that were not given. What plugins print in the block goes to standard error. Plugins that
    fail are told, and count where a person asked for them. Raises SudokuError.
    """
    given = dict(overrides or {}, layout=override("--layout", layout))
    results = sys.stdout
    draft = read(config_file, plugins)
    leave_to_supervised(draft.plugins, output)
    with redirect_stdout(cast(TextIO, Prints(sys.stderr))):
        last_resort = ProgramEnd()
        registry = Registry(last_resort=last_resort)
        registry.load(draft.plugins, draft.disable)
        for problem in registry.problems:
            trace(problem)
            complain(str(problem))
        for notice in registry.notices:
            complain(f"notice: {notice}")
        config = draft.checked(
            registry,
            {key: value for key, value in given.items() if value is not None},
            is_partial=registry.has_failed,
        )
        for notice in config.notices:
            complain(notice)
        status = BAD if registry.has_failed else DONE
        if output is None:
            yield Job(registry, config, _with_line_ends(results, newline), status, last_resort)
        else:
            with whole_file(output, newline) as stream:
                task = Job(registry, config, stream, status, last_resort)
                yield task
                if task.status == BAD and not stream.tell():
                    raise click.exceptions.Exit(BAD)  # so that an older file stays


def leave_to_supervised(plugins: Sequence[str], output: str | None = None) -> None:
    """Where `plugins` of a person's take part, the work is done in a process that is looked after.

    Raises Exit when that has ended. Nothing may have been told before, since it tells all.
    """
    if not is_supervised() and (plugins or has_installed_plugins()):
        arguments = click.get_current_context().find_root().obj
        raise click.exceptions.Exit(run_supervised(arguments, plugins, output))


def _with_line_ends(stream: TextIO, newline: str | None) -> TextIO:
    """`stream`, which from now on writes line ends as `newline` says; None changes nothing."""
    if newline is not None and isinstance(stream, TextIOWrapper):
        stream.reconfigure(newline=newline)
    return stream


class ProgramEnd(CrashTimer):
    """End the program where nothing less stops a plugin."""

    def hung(self, subject: HasFile, line: int) -> None:
        """End the program, and name the `line` at which the plugin hangs."""
        complain(f"{place(shown_path(subject.file), line)}: {HANGS}")
        for stream in (sys.__stdout__, sys.__stderr__):
            if stream is not None:
                stream.flush()
        discard_all()
        os._exit(BAD)


def override(option: str, value: str | Sequence[str] | None) -> Override | None:
    """What `option` says in place of the configuration; None where it was not given."""
    return None if value is None or value == () else Override(option, value)
