"""``solve``: strategies until nothing changes, then a search where they got stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from sudoku_engine.api.events import Event
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.frontends import KEY, chosen_frontend, show_runs
from sudoku_engine.cli.inputs import Found, found_in
from sudoku_engine.cli.options import (
    component_options,
    engine_options,
    inputs_argument,
    output_format_option,
    schema_options,
)
from sudoku_engine.cli.params import ALL, FileName, WholeRange, WordOr
from sudoku_engine.cli.program import invocation
from sudoku_engine.cli.progress import SolutionSummary
from sudoku_engine.cli.reporting import Reporters
from sudoku_engine.errors import FormatError, SudokuError, UsageError
from sudoku_engine.formats import Entry
from sudoku_engine.solving.search_run import search_events

if TYPE_CHECKING:
    from sudoku_engine.cli.film_recorder import FilmRecorder

Item = TypeVar("Item")

Events = Callable[[Grid], Iterator[Event]]
Listener = Callable[[Run, Event], None]

NO_LIMIT = 0
"""What ``--solutions all`` means as a number."""


@click.command()
@inputs_argument
@schema_options("strategies", "solver")
@click.option(
    "--solutions",
    type=WordOr(ALL, NO_LIMIT, WholeRange(min=1), "a number from 1, or 'all'"),
    metavar="K",
    help="Find the first K solutions by search, or 'all'.",
)
@schema_options(
    "reporters",
    "loop.mode",
    "loop.pencilmarks",
    "loop.max_steps",
    "loop.step_timeout",
    "loop.on_fault",
    "loop.guard",
    "fallback",
)
@output_format_option
@click.option("-q", "--quiet", is_flag=True, help="Print only answers, one line a puzzle.")
@click.option("-v", "--verbose", is_flag=True, help="Print reasons and candidates too.")
@component_options(KEY)
@click.option(
    "-o",
    "--output",
    type=FileName(),
    metavar="FILE",
    help="Write results to FILE, completely or not at all; to a .gif or .svg, a film of the steps.",
)
@engine_options
def solve(
    inputs: tuple[str, ...],
    solutions: int | None,
    output_format: str | None,
    quiet: bool,
    verbose: bool,
    output: str | None,
) -> int:
    """Solve puzzles by strategies, simplest first, until nothing changes.

    INPUT is a file, a puzzle written out, or - for standard input. Where the strategies get
    stuck, a search fills the rest, and the report says so.

    \b
    Examples:
      sudoku-engine solve examples/puzzles.txt
      sudoku-engine solve -q - < examples/puzzles.txt
      sudoku-engine solve --strategy full_house --no-fallback examples/puzzle.txt
      sudoku-engine solve --frontend turtle examples/puzzle.txt
      sudoku-engine solve -o steps.svg examples/puzzle.txt
    """
    only_boards = quiet or output_format is not None
    film = _film(output)
    with command_context(None if film else output, output_format) as context:
        # Without a front end, size and theme are those of the film.
        ignored = ("size", "theme") if film and context.config.frontend is None else ()
        frontend = chosen_frontend(context, ignored=ignored)
        is_watched = not only_boards or frontend is not None
        events = _events(context, solutions, is_watched, has_film=film is not None)
        reporters = Reporters(
            context,
            [context.registry.find("reporter", "line")] if only_boards else context.reporters(),
            verbose=verbose or None,
            solutions=solutions is not None or None,
            format=output_format,
        )
        listeners = [*([film.event] if film else []), reporters.event]
        summary = SolutionSummary()
        if output_format == "fss":
            listeners.append(summary.event)
        show_runs(context, frontend, _runs(inputs, context, reporters, listeners, events))
        if output_format == "fss":
            summary.total()
        if film:
            film.write()
    return context.status


def _film(output: str | None) -> FilmRecorder | None:
    """Return a recorder of the run, if `output` is a file of pictures."""
    if output is None or not output.lower().endswith((".gif", ".svg", ".png")):
        return None
    from sudoku_engine.cli.film_recorder import FilmRecorder  # pictures take a while to load

    given = invocation().parameters
    return FilmRecorder(output, given["size"], given["theme"])


def _events(
    context: CommandContext, solutions: int | None, is_watched: bool, has_film: bool
) -> Events:
    """Return the function that solves boards: the loop, or a search if an option requests it."""
    if context.parameters["solver"] is None and solutions is None:
        return partial(context.loop().events, is_watched=is_watched or has_film)
    if context.parameters["strategy"]:
        raise UsageError("a search (--solver, --solutions) uses no --strategy: choose one")
    limit = 1 if solutions is None else solutions or None
    return partial(search_events, solver=context.solver(), limit=limit, is_watched=is_watched)


def _runs(
    inputs: Sequence[str],
    context: CommandContext,
    reporters: Reporters,
    listeners: Sequence[Listener],
    events: Events,
) -> Iterator[Run]:
    """Yield one run for each puzzle, made on demand."""
    index = 0
    items = _with_events(found_in(inputs, context), events)
    if "-" not in inputs:  # someone who types a puzzle waits for its answer
        items = _one_ahead(items)
    for entry, happening in items:
        if isinstance(entry, FormatError):
            reporters.error(entry)
            continue
        index += 1
        yield Run(
            entry.grid,
            happening,
            index=index,
            source=entry.source,
            has_marks=entry.has_marks,
            out=context.out,
            listeners=listeners,
        )


def _with_events(
    found: Found, events: Events
) -> Iterator[tuple[Entry | FormatError, Iterator[Event]]]:
    """Yield what was `found`, each puzzle with what will happen on it."""
    for entry in found:
        yield entry, iter(()) if isinstance(entry, FormatError) else events(entry.grid)


def _one_ahead(items: Iterator[Item]) -> Iterator[Item]:
    """Yield the `items`, each when the next one is known; an error comes after all before it."""
    waiting: list[Item] = []
    try:
        for item in items:
            waiting.append(item)
            if len(waiting) > 1:
                yield waiting.pop(0)
    except SudokuError:
        yield from waiting
        raise
    yield from waiting
