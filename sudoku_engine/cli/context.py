"""The context of a command: configuration, plugins, output, exit status."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from io import BufferedReader, TextIOWrapper
from typing import Any, TextIO, cast

import click
from click.core import ParameterSource

from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.board.notation import lettered
from sudoku_engine.board.say import speaking
from sudoku_engine.bundled import LEFT_OUT
from sudoku_engine.cli.params import JSON, ending
from sudoku_engine.cli.program import (
    BAD,
    DONE,
    check_kept,
    files_written,
    invocation,
    message,
    print_traceback,
    unread_output_ignored,
)
from sudoku_engine.cli.progress import Progress, rewired, shown_progress
from sudoku_engine.config.config import Draft, Override, read
from sudoku_engine.config.schema import COMPONENT_FLAGS, USUAL_FILE, overrides
from sudoku_engine.engine import Engine
from sudoku_engine.errors import SudokuError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry


class CommandContext(Engine):
    """The context of a command: the engine, output and exit status."""

    def __init__(self, draft: Draft, parameters: Mapping[str, Any], progress: Progress) -> None:
        """Load the plugins that the `draft` of the configuration names."""
        self._load(draft.plugins, draft.disable)
        self.out: TextIO = sys.stdout
        self.status = DONE
        self.parameters = parameters
        """The values of the options that commands share, by their name in click."""
        self.command = click.get_current_context().command_path
        """The command as the user called it, for advice."""
        self.at_end: list[Callable[[], None]] = []
        """The functions to call when the command ends without an error."""
        self.progress = progress
        if self.supervisor is not None:
            self.supervisor.report = self.report

    @cached_property
    def standard_input(self) -> BufferedReader:
        """Standard input.

        It is separate from ``sys.stdin``, which Python closes at the end of the program, when a
        thread may still wait for it.
        """
        try:
            return open(sys.stdin.fileno(), "rb", closefd=False)
        except (OSError, ValueError):  # it is no file of the system
            return cast(BufferedReader, sys.stdin.buffer)

    def finish(self) -> None:
        """Call the functions that wait for the end of the command."""
        for call in self.at_end:
            call()

    def has_lettered_cells(self, output: str | None) -> bool:
        """Return whether cells are called A1 to J9 in the results: in text, but not in JSON."""
        forms = {each.id for each in self.config.reporters}
        is_json = click.get_current_context().params.get("as_json") or ending(output) in JSON
        return self.config.cells == "a1" and not (is_json or forms & {*JSON})

    def count_status(self, status: int) -> None:
        """Take `status` into account: the worst status counts."""
        self.status = max(self.status, status)

    def report(self, error: SudokuError) -> None:
        """Report bad input or a bad plugin; the command continues."""
        print_traceback(error)
        message(str(error))
        self.count_status(BAD)

    def reporters(self) -> list[Component]:
        """Return the reporters of the configuration."""
        return [self.component("reporter", chosen) for chosen in self.config.reporters]

    def check_part(self, name: str, option: str) -> None:
        """Raise UsageError if the strategy or family `name`, after an `option`, takes no part."""
        chosen = self.config.strategies
        known = {*self.registry.ids("strategy"), *FAMILY_NAMES}
        if chosen is None or self.registry.strategy_meant(name) not in known:
            return
        meant = {each.id for each in self.registry.strategies_named(name)}
        if meant.isdisjoint(each.id for each in chosen):
            why = f"{name} takes no part: the configuration names other strategies"
            raise UsageError(why, option)

    def component_overrides(self, kind: str) -> dict[str, Override]:
        """Return the options that the command line sets for the component of `kind`."""
        return {
            flag.parameter: found
            for flag in COMPONENT_FLAGS[kind]
            if (found := flag.override(self.parameters.get(flag.parameter))) is not None
        }


def ids_named(
    names: Sequence[str], find: Callable[[str], Sequence[Component]], option: str
) -> list[frozenset[str]]:
    """Return the ids of the strategies that each of `names` after an `option` means."""
    try:
        return [frozenset(each.id for each in find(name)) for name in names]
    except UsageError as error:
        raise UsageError(error.what, option) from error


def names_of(scales: str) -> list[str]:
    """Return the names that ``--scale`` lists, each once."""
    return list(dict.fromkeys(filter(None, map(str.strip, scales.split(",")))))


@contextmanager
def command_context(
    output: str | None = None,
    output_format: str | None = None,
    changes: Mapping[str, Override | None] | None = None,
    config_file: str | None = None,
) -> Iterator[CommandContext]:
    """Load the plugins, check the configuration, and return the context of a command.

    output: the file for results; None: standard output.
    output_format: the format of boards in it, which may have its own ends of lines.
    changes: overrides of the configuration in place of those on the command line, by key.
    config_file: the configuration, if not the one on the command line.

    A person's plugins run in other processes, and their prints go to standard error. Failed plugins
    are reported; the exit status is BAD only for requested plugins. Raises SudokuError.
    """
    parameters = invocation().parameters
    newline = "" if output_format == "fss" else None
    source = click.get_current_context().get_parameter_source("config_file")
    if config_file is None and source is ParameterSource.DEFAULT and parameters.get("config_file"):
        message(f"notice: the configuration is {USUAL_FILE} in this folder")
    _refuse_other_files(config_file or parameters.get("config_file"), parameters)
    draft = read(
        config_file or parameters.get("config_file"),
        parameters.get("plugins", ()),
        parameters.get("without_plugins", ()),
    )
    with shown_progress() as progress, CommandContext(draft, parameters, progress) as context:
        registry = context.registry
        _refuse_without_its_plugin(click.get_current_context())
        _report_plugins(registry, draft)
        given = {**overrides(parameters), **(changes or {})}
        context.config = draft.checked(
            registry,
            {key: value for key, value in given.items() if value is not None},
            is_partial=registry.has_failed,
        )
        if context.config.puzzles is not None:
            check_kept([str(context.config.puzzles)])
        for notice in context.config.notices:
            message(notice)
        if registry.has_failed:
            context.count_status(BAD)
        with speaking(context.config.language), _results(context, output, newline):
            if context.has_lettered_cells(output):
                plain = context.out
                context.out = rewired(plain, write=lambda text: plain.write(lettered(text)))
            yield context
            context.finish()


@contextmanager
def _results(context: CommandContext, output: str | None, newline: str | None) -> Iterator[None]:
    """Send the results of a command to the file `output`, or to standard output."""
    if output is None:
        context.out = context.progress.guarded(sys.stdout) if sys.stdout.isatty() else sys.stdout
        if newline is not None and isinstance(context.out, TextIOWrapper):
            context.out.reconfigure(newline=newline)
        if files_written():
            ignored = unread_output_ignored()  # the file is written even if nobody reads on
            out = context.out
            context.out = rewired(out, write=ignored(out.write), flush=ignored(out.flush))
        yield
        return
    from sudoku_engine.atomic_file import whole_file

    with whole_file(output, newline) as context.out:
        yield
        if context.status == BAD and not context.out.tell():
            raise click.exceptions.Exit(BAD)  # so that an older file stays


def _refuse_other_files(config_file: str | None, parameters: Mapping[str, Any]) -> None:
    """Raise UsageError for a puzzle as a plugin, a plugin as a configuration, and the like."""
    plugins = parameters.get("plugins", ())
    if config_file is None and not plugins:
        return
    from sudoku_engine.cli.other_files import no_file_of

    named = [("configuration", config_file)] if config_file is not None else []
    for wanted, path in [*named, *(("plugin", plugin) for plugin in plugins)]:
        if what := no_file_of(wanted, path):
            raise UsageError(what, path)


def _refuse_without_its_plugin(ctx: click.Context) -> None:
    """Raise UsageError if the configuration leaves out the plugin that brings the command."""
    for plugin in LEFT_OUT:
        if getattr(ctx.command.callback, "__module__", "").startswith(f"{plugin}."):
            raise UsageError(f"{ctx.command_path.partition(' ')[2]} needs the plugin {plugin}")


def _report_plugins(registry: Registry, draft: Draft) -> None:
    for problem in registry.problems:
        print_traceback(problem)
        is_there = os.path.exists(problem.source)
        place = None if is_there else draft.plugin_places.get(problem.source)
        message(str(place.error(str(problem)) if place else problem))
    for notice in registry.notices:
        message(f"notice: {notice}")
