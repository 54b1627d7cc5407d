"""``solve``: strategies until nothing changes, then a search where they got stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar, Union

import click

from sudoku_engine.api.events import Event
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.bulk_search import Bulk, found_in_bulk
from sudoku_engine.cli.context import CommandContext, command_context, ids_named
from sudoku_engine.cli.frontends import KEY, chosen_frontend, show_runs
from sudoku_engine.cli.help_pages import SectionedCommand
from sudoku_engine.cli.inputs import found_in, show_progress, show_progress_at
from sudoku_engine.cli.jobs import Work, results
from sudoku_engine.cli.jobs.packed_events import packed, packed_without_steps
from sudoku_engine.cli.options import (
    NO_FALLBACK,
    component_options,
    engine_options,
    inputs_argument,
    output_format_option,
    output_option,
    puzzle_jobs_option,
    run_options,
    schema_option,
)
from sudoku_engine.cli.output_files import BOARDS, JSON, ending, format_of, is_json
from sudoku_engine.cli.params import ALL, WholeRange, WordOr
from sudoku_engine.cli.program import NO, invocation
from sudoku_engine.cli.replay_file import OPTIONS, REPLAY, file_of_results, is_replay, with_replay
from sudoku_engine.cli.reporting import BoardsBefore, Reporters
from sudoku_engine.cli.solution_summary import SolutionSummary
from sudoku_engine.errors import FormatError, SudokuError, UsageError
from sudoku_engine.formats import FORMATS, Entry
from sudoku_engine.formats.blocks import plain_lines
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.bulk_search import Settled
from sudoku_engine.solving.early_end import events_before
from sudoku_engine.solving.search_run import search_events

if TYPE_CHECKING:
    from sudoku_engine.cli.film_recorder import FilmRecorder

Item = TypeVar("Item")

Events = Callable[[Grid], Iterator[Event]]
Items = Iterator[tuple[Union[Entry, FormatError, Settled], Union[Iterable[Event], None]]]
Listener = Callable[[Run, Event], None]

LINES = ("line", "sdm")
"""The formats of boards that are one line a board, with nothing but its digits."""

FILMS = ("gif", "svg", "png")
"""The endings of files of pictures."""

MOST_COUNTED = 1000
"""The number of puzzles that are read ahead to count them, for a front end."""

NO_LIMIT = 0
"""What ``--solutions all`` means as a number."""


SECTIONS = {
    "Strategies": (
        "strategy",
        "until",
        "mode",
        "pencilmarks",
        "max_steps",
        "timeout",
        "on_fault",
        "no_guard",
        "no_fallback",
    ),
    "A search instead": ("solver", "solutions"),
    "What is written": ("reporter", "as_json", "quiet", "verbose", "output_format", "output"),
    "In a window or a film": ("frontend", "delay", "size", "theme"),
}
"""By heading of the help, the parameters below it."""


@click.command(cls=SectionedCommand, sections=SECTIONS)
@inputs_argument
@schema_option("strategies")
@click.option(
    "--until",
    multiple=True,
    metavar="ID",
    help="Stop before the first step of this strategy or family (repeatable), and write the board "
    "with its candidates, as a line of HoDoKu's library or as --output-format says.",
)
@run_options
@click.option(
    "--solutions",
    type=WordOr(ALL, NO_LIMIT, WholeRange(min=1), "a number from 1, or 'all'"),
    metavar="K",
    help="Find the first K solutions by search, or 'all'.",
)
@schema_option("reporters")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Write a JSON object for each puzzle, with its steps; --reporter jsonl: for each event.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print only answers, one line a puzzle.")
@click.option("-v", "--verbose", is_flag=True, help="Print reasons and candidates too.")
@output_format_option
@puzzle_jobs_option
@output_option(
    *JSON,
    *BOARDS,
    *FILMS,
    REPLAY,
    what="a .html is a film of the steps to play in a browser, a .gif a moving picture of them; a "
    ".svg or .png is a sheet with a picture of each",
)
@component_options(KEY)
@engine_options
def solve(
    inputs: tuple[str, ...],
    until: tuple[str, ...],
    solutions: int | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
    output_format: str | None,
    jobs: int,
    output: str | None,
) -> int:
    """Solve puzzles by strategies, simplest first, until nothing changes.

    INPUT is a file, a line of it (FILE:LINE), a puzzle written out, or - for standard input.
    Where the strategies get stuck, a search fills the rest, and the report says so.

    \b
    Examples:
      sudoku-engine solve examples/puzzles.txt
      sudoku-engine solve -q - < examples/puzzles.txt
      sudoku-engine solve --strategy full_house --no-fallback examples/puzzle.txt
      sudoku-engine solve --frontend turtle examples/puzzle.txt
      sudoku-engine solve --until naked_pair examples/puzzles.txt
      sudoku-engine solve -o replay.html examples/puzzles.txt
      sudoku-engine solve -o steps.svg examples/puzzles.txt:5
    """
    form = _form(as_json, quiet, output_format, output)
    if until and form is None and not (verbose or invocation().parameters["reporter"]):
        form = "hodoku"
    film = _film(output)
    target = None if film else file_of_results(output)
    with command_context(target, form, NO_FALLBACK if until else None) as context:
        of_film = film.OPTIONS if film else OPTIONS if is_replay(output) else ()
        frontend = chosen_frontend(context, of_film=of_film, otherwise=" or -o steps.gif")
        if jobs > 1 and (film or frontend):
            what = "a front end" if frontend else "a film"
            raise UsageError(f"{what} shows one puzzle after another: leave out --jobs", "--jobs")
        is_watched = form not in FORMATS or bool(film or is_replay(output) or frontend)
        is_search = context.parameters["solver"] is not None
        has_boards_before = bool(until) and form in FORMATS
        chosen = [] if has_boards_before else _reporters(context, form)
        reporters = Reporters(
            context,
            with_replay(chosen, output, context),
            verbose=verbose or None,
            solutions=solutions is not None or None,
            format=form,
        )
        listeners = [*([film.event] if film else []), reporters.event]
        if has_boards_before:
            listeners.append(BoardsBefore(context, until, str(form)).event)
        summary = SolutionSummary()
        if form == "fss":
            listeners.append(summary.event)
        # What writes nothing but a line a board needs no run of the search.
        is_brief = not is_watched and all(each.is_bundled for each in chosen)
        if is_brief and form in LINES and is_search and solutions is None:
            found = found_in_bulk(inputs, context, context.solver(), 0, 1, jobs)
        else:
            found = found_in(inputs, context)
        count = None
        is_typed = "-" in inputs  # someone who types a puzzle waits for its answer
        if frontend is not None and not is_typed:
            found, count = _counted(found)
        arguments = [until, solutions, is_search, is_watched]
        work = Work(_events, arguments, packed_without_steps if is_brief else packed)
        items: Items
        if jobs > 1:
            coming = results(found, context, work, jobs)
            items = coming
        else:
            items = _with_events(found, work.function(context))
            if context.supervisor and not is_typed:  # a guest begins while this run is shown
                items = _one_ahead(items)
            items = _shown(items, context)
        runs = _runs(items, count, context, reporters, listeners)
        show_runs(context, frontend, runs)
        if form == "fss":
            summary.total()
        if film:
            film.write(context.progress)
    return context.status


def _form(as_json: bool, quiet: bool, output_format: str | None, output: str | None) -> str | None:
    """Return what is written: JSON, a format of boards, or None for what the reporters write."""
    wishes = {
        "--json": as_json,
        "--reporter": bool(invocation().parameters["reporter"]),
        "--output-format": output_format is not None,
        "--quiet": quiet,
    }
    given = [option for option, is_given in wishes.items() if is_given]
    if len(given) > 1 and as_json:
        raise UsageError(f"{given[0]} and {given[1]} both say what to write: choose one")
    if not given:
        return ending(output) if is_json(output) else format_of(output)
    return "json" if as_json else output_format or ("line" if quiet else None)


def _reporters(context: CommandContext, form: str | None) -> list[Component]:
    if form is None:
        return context.reporters()
    return [context.registry.find("reporter", form if form in JSON else "line")]


def _film(output: str | None) -> FilmRecorder | None:
    """Return a recorder of the run, if `output` is a file of pictures."""
    if output is None or ending(output) not in FILMS:
        return None
    from sudoku_engine.cli.film_recorder import FilmRecorder  # pictures take a while to load

    return FilmRecorder(output, invocation().parameters)


def _events(
    context: CommandContext,
    until: Sequence[str],
    solutions: int | None,
    is_search: bool,
    is_watched: bool,
) -> Events:
    """Return the function that solves boards: the loop, or a search if an option requests it."""
    if is_search or solutions is not None:
        given = context.parameters.get("strategy")
        for option, value in (("strategy", given), ("until", until)):
            if value:
                raise UsageError(f"a search (--solver, --solutions) uses no --{option}: choose one")
        limit = 1 if solutions is None else solutions or None
        return partial(search_events, solver=context.solver(), limit=limit, is_watched=is_watched)
    loop = context.loop()
    if not until:
        return partial(loop.events, is_watched=is_watched)
    ids = frozenset().union(*ids_named(until, context.registry.strategies_named, "--until"))
    if ids.isdisjoint(each.id for each in loop.strategies):
        why = f"{' and '.join(until)} takes no part in the run: name it with --strategy, too"
        raise UsageError(why, "--until")
    return lambda grid: events_before(loop.events(grid), ids)


def _counted(found: Bulk) -> tuple[Bulk, int | None]:
    """Return what is `found` and the number of its puzzles; None if there are very many."""
    ahead = list(islice(found, MOST_COUNTED))
    is_all = len(ahead) < MOST_COUNTED
    count = sum(isinstance(entry, Entry) for entry in ahead)
    return chain(ahead, found), count if is_all else None


def _runs(
    items: Items,
    count: int | None,
    context: CommandContext,
    reporters: Reporters,
    listeners: Sequence[Listener],
) -> Iterator[Run]:
    """Yield one run for each puzzle, made on demand; `count`: their number, if it is known."""
    index = 0
    for entry, happening in items:
        if isinstance(entry, FormatError):
            reporters.error(entry)
            continue
        if isinstance(entry, Settled):
            show_progress_at(entry.block.source_of(0), len(entry.counts), context)
            context.out.write("".join([f"{line}\n" for line in plain_lines(entry.solutions)]))
            context.out.flush()
            if 0 in entry.counts:
                context.count_status(NO)
            index += len(entry.counts)
            continue
        assert happening is not None
        index += 1
        yield Run(
            entry.grid,
            iter(happening),
            index=index,
            count=count,
            source=entry.source,
            has_marks=entry.has_marks,
            out=context.out,
            listeners=listeners,
        )


def _with_events(found: Bulk, events: Events) -> Items:
    """Yield what was `found`, each puzzle with what will happen on it."""
    for entry in found:
        yield entry, events(entry.grid) if isinstance(entry, Entry) else None


def _shown(items: Items, context: CommandContext) -> Items:
    """Yield the `items`, and show how far they are done."""
    for entry, happening in items:
        if isinstance(entry, Entry):
            show_progress(entry, context)
        yield entry, happening
    context.progress.stop()


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
