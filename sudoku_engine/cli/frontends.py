"""The displays of runs: a front end, a replay, a film of pictures."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sudoku_engine.api.protocols import Film
from sudoku_engine.api.run import Run
from sudoku_engine.board.words import counted
from sudoku_engine.bundled import needs
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.params import ending
from sudoku_engine.cli.program import is_of_output, message
from sudoku_engine.config.schema import Override
from sudoku_engine.errors import NoWindow, PluginError, SudokuError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.hooks import hook
from sudoku_engine.plugins.options import Option, converted, unknown_option

KEY = "frontend"
"""The key of the configuration that names it."""


def chosen_frontend(
    context: CommandContext,
    method: str = "present",
    of_film: Collection[str] = (),
    otherwise: str = "",
) -> Component | None:
    """Return the front end of the configuration with the options of the command line, or None.

    `method` is its method that takes the options. Options `of_film` mean a film if there is no
    front end. `otherwise`: another use of the options, in words. Raises SudokuError.
    """
    given = context.component_overrides(KEY)
    chosen = context.config.frontend
    if chosen is None:
        for override in (given[name] for name in given if name not in of_film):
            what = f"{override.option} is for a front end{otherwise and ' or a film'}"
            raise UsageError(f"{what}: name one, {_known(context)}{otherwise}")
        return None
    context.progress.switch_off()
    component = context.registry.find(KEY, chosen.id)
    known = component.parameters_of(method).options
    if unknown := [name for name in given if name not in known]:
        raise UsageError(unknown_option(unknown[0], component.id, known))
    kept = {name: value for name, value in chosen.options.items() if name in known}
    return component.with_options({**kept, **_read(given, known)})


def _known(context: CommandContext, method: str = "present") -> str:
    """Return the option for a front end that has a `method`."""
    found = [each.id for each in context.registry.of_kind(KEY) if method in each.methods]
    return f"--frontend {' or '.join(found)}"


def _read(given: Mapping[str, Override], known: Mapping[str, Option]) -> dict[str, Any]:
    return {name: converted(each.parsed(), known[name].type, name) for name, each in given.items()}


def board_window(context: CommandContext, command: str) -> Component:
    """Return the front end of the configuration, which opens a board; raise SudokuError."""
    chosen = context.config.frontend
    if chosen is None:
        raise UsageError(f"{command} needs a front end: {_known(context, 'work')}")
    component = context.registry.find(KEY, chosen.id)
    if "work" not in component.methods:
        known = _known(context, "work")
        raise UsageError(f"front end {component.id!r} has no board to work on: {known} has")
    window = chosen_frontend(context, "work")
    assert window is not None
    return window


def show_runs(context: CommandContext, frontend: Component | None, runs: Iterable[Run]) -> None:
    """Make `frontend` show the `runs`; without a front end, they are only carried out.

    A run that was left before its end is reported. If no window can be opened and only the
    configuration names the front end, a notice says so and the runs are still carried out. Raises
    NoWindow if the command line names it, and PluginError if it fails.
    """
    if frontend is not None:
        shown: list[Run] = []

        def noted() -> Iterator[Run]:
            for run in runs:
                shown.append(run)
                yield run

        try:
            call_frontend(frontend, frontend.call, noted())
            _report_what_was_left(shown)
            return
        except NoWindow as error:
            if context.config.origins[KEY].startswith("--"):
                raise
            message(f"notice: {error}")
    for run in runs:
        run.drain()


def _report_what_was_left(shown: Sequence[Run]) -> None:
    for run in shown:
        if run.ended is None:
            when = "before the first step"
            if run.tally:
                moves = counted(run.tally.moves, "move", form=",")
                when = f"after {moves} of the search, before the end"
            elif run.reported:
                when = f"after step {run.reported}, before the end"
            message(f"{run.source or f'puzzle {run.index}'}: closed {when}")
    if shown and (rest := (shown[0].count or 0) - len(shown)) > 0:
        message(f"{counted(rest, 'more puzzle was', 'more puzzles were')} not shown")


def call_frontend(frontend: Component, method: Callable[..., None], *arguments: object) -> None:
    """Call a `method` of `frontend`; raises PluginError if it fails."""
    failure = frontend.guarded_call(method, *arguments)
    if failure is None:
        return
    if isinstance(failure.error, SudokuError) or is_of_output(failure.error):
        raise failure.error
    why = f"front end {frontend.id!r} failed: {failure.why}"
    raise PluginError(why, frontend.id, frontend.shown_file, failure.line) from failure.error


REPLAY = "html"
"""The reporter that writes replays, and the ending of their files."""

OPTIONS = ("delay", "theme")
"""The options of a front end on the command line that replays also have."""


def is_replay(output: str | None) -> bool:
    """Return whether the file `output` is to be a replay."""
    return ending(output) == REPLAY


def file_of_results(output: str | None) -> str | None:
    """Return the file `output` for results; None if that file is a replay."""
    return None if is_replay(output) else output


def with_replay(
    reporters: Sequence[Component],
    output: str | None,
    context: CommandContext,
    title: str | None = None,
) -> list[Component]:
    """Return `reporters` and, if the file `output` is a replay, the one that writes it.

    It takes the options of the command line unless they are for a front end, and the `title` of its
    page. A configured reporter of replays that names no file, or this file, writes it, with its
    options. Raises UsageError.
    """
    if output is None or not is_replay(output):
        return [*reporters]
    from pathlib import Path  # only here: it takes a while to load

    from sudoku_engine.atomic_file import check_folder

    check_folder(output)
    others = [each for each in reporters if not _writes(each, output)]
    same = [each for each in reporters if _writes(each, output)]
    reporter = same[0] if same else context.registry.find("reporter", REPLAY)
    options = {**reporter.options, "file": Path(output)}
    if title is not None:
        options["title"] = title
    if context.config.frontend is None:
        overrides = context.component_overrides(KEY)
        given = {name: overrides[name] for name in OPTIONS if name in overrides}
        options |= _read(given, reporter.known_options)
    return [*others, reporter.with_options(options)]


def _writes(reporter: Component, output: str) -> bool:
    file = reporter.options.get("file")
    return reporter.id == REPLAY and (
        file is None or os.path.realpath(file) == os.path.realpath(output)
    )


FILMS = ("gif", "svg", "png")
"""The endings of files of pictures."""


def film_in(path: str, parameters: Mapping[str, Any]) -> Film:
    """Return the film that goes into the file `path`; raises UsageError if no plugin makes it."""
    film: Film | None = hook("sudoku_film")(path=path, parameters=parameters)
    if film is None:
        raise UsageError(needs(f"a .{ending(path)} file", "sudoku_film"), path)
    return film
