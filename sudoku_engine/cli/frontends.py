"""Front ends that show runs: their options, and what happens if no window can be opened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from sudoku_engine.api.run import Run
from sudoku_engine.board.words import counted
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.program import is_of_output, message
from sudoku_engine.errors import NoWindow, PluginError, SudokuError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.conversion import converted
from sudoku_engine.plugins.options import unknown_option

KEY = "frontend"
"""The key of the configuration that names it."""


def chosen_frontend(
    context: CommandContext,
    method: str = "present",
    of_film: Collection[str] = (),
    otherwise: str = "",
) -> Component | None:
    """Return the front end of the configuration with the options of the command line, or None.

    `method` is the one of its methods that takes the options. Those `of_film` mean a film where
    there is no front end. `otherwise`: what else the options are for, in words. Raises SudokuError.
    """
    given = context.component_overrides(KEY)
    chosen = context.config.frontend
    if chosen is None:
        for override in (given[name] for name in given if name not in of_film):
            what = f"{override.option} is for a front end{otherwise and ' or a film'}"
            raise UsageError(f"{what}: name one, --frontend turtle{otherwise}")
        return None
    context.progress.switch_off()
    component = context.registry.find(KEY, chosen.id)
    known = component.parameters_of(method).options
    options = {name: value for name, value in chosen.options.items() if name in known}
    for name, override in given.items():
        if name not in known:
            raise UsageError(unknown_option(name, component.id, known))
        options[name] = converted(override.parsed(), known[name].type, name)
    return component.with_options(options)


def board_window(context: CommandContext, command: str) -> Component:
    """Return the front end of the configuration, which opens a board to work on.

    It has the options of the command line. Raises SudokuError, which names the `command`.
    """
    chosen = context.config.frontend
    if chosen is None:
        raise UsageError(f"{command} needs a front end: --frontend turtle")
    component = context.registry.find(KEY, chosen.id)
    if component.work is None:
        raise UsageError(
            f"front end {component.id!r} has no board to work on: --frontend turtle has"
        )
    window = chosen_frontend(context, "work")
    assert window is not None
    return window


def show_runs(context: CommandContext, frontend: Component | None, runs: Iterable[Run]) -> None:
    """Let `frontend` show the `runs`; without one they are only carried out.

    A run that was left before its end is reported. If no window can be opened and only the
    configuration names the front end, a notice says so and the runs are carried out all the same.
    Raises NoWindow if the command line names it, and PluginError if it fails.
    """
    if frontend is not None:
        shown: list[Run] = []
        try:
            call_frontend(frontend, frontend.call, _noted(runs, shown))
            _report_what_was_left(shown)
            return
        except NoWindow as error:
            if context.config.origins[KEY].startswith("--"):
                raise
            message(f"notice: {error}")
    for run in runs:
        run.drain()


def _noted(runs: Iterable[Run], shown: list[Run]) -> Iterator[Run]:
    """Yield the `runs`, and add each to those that were `shown`."""
    for run in runs:
        shown.append(run)
        yield run


def _report_what_was_left(shown: Sequence[Run]) -> None:
    """Report which runs were left before their end, and how many puzzles were not shown."""
    for run in shown:
        if run.ended is None:
            message(_where_left(run))
    if shown and (rest := (shown[0].count or 0) - len(shown)) > 0:
        message(f"{counted(rest, 'more puzzle was', 'more puzzles were')} not shown")


def _where_left(run: Run) -> str:
    if run.tally:
        when = f"after {counted(run.tally.moves, 'move', form=',')} of the search, before the end"
    elif run.reported:
        when = f"after step {run.reported}, before the end"
    else:
        when = "before the first step"
    return f"{run.source or f'puzzle {run.index}'}: closed {when}"


def call_frontend(frontend: Component, method: Callable[..., None], *arguments: object) -> None:
    """Call a `method` of `frontend`; raises PluginError if it fails."""
    failure = frontend.guarded_call(method, *arguments)
    if failure is None:
        return
    if isinstance(failure.error, SudokuError) or is_of_output(failure.error):
        raise failure.error
    why = f"front end {frontend.id!r} failed: {failure.why}"
    raise PluginError(why, frontend.id, frontend.shown_file, failure.line) from failure.error
