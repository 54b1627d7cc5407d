"""``solve``: strategies until nothing changes, then a search where they got stuck."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar, Union

import click

from sudoku_engine.api.events import Event
from sudoku_engine.api.protocols import Film
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.cli import frontends, options
from sudoku_engine.cli.context import CommandContext, command_context, ids_named, names_of
from sudoku_engine.cli.inputs import found_in, found_in_bulk, show_progress, show_progress_at
from sudoku_engine.cli.params import (
    ALL,
    BOARDS,
    JSON,
    WholeRange,
    WordOr,
    ending,
    format_of,
    is_json,
)
from sudoku_engine.cli.program import NO, invocation, program
from sudoku_engine.cli.reporting import BoardsBefore, Reporters, SolutionSummary
from sudoku_engine.engine import Engine
from sudoku_engine.errors import FormatError, SudokuError, UsageError
from sudoku_engine.formats import FORMATS, Entry
from sudoku_engine.formats.blocks import plain_lines
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.run_state import events_before

if TYPE_CHECKING:
    from sudoku_engine.formats.blocks import Settled

Item = TypeVar("Item")

Events = Callable[[Grid], Iterator[Event]]
Items = Iterator[tuple["Entry | FormatError | Settled", Union[Iterable[Event], None]]]
Listener = Callable[[Run, Event], None]

LINES = ("line", "sdm")
"""The formats of boards with one line a board and only its digits."""

MOST_COUNTED = 1000
"""The number of puzzles that are read ahead to count them, for a front end."""

NO_LIMIT = 0

SECTIONS = {
    "Most used": (
        *("verbose", "quiet", "output", "as_json", "strategy", "solver", "solutions"),
        *("frontend", "plugins", "language"),
    ),
    "How strategies run": (
        *("until", "mode", "pencilmarks", "max_steps", "timeout"),
        *("on_fault", "no_guard", "no_fallback"),
    ),
    "What is written": ("reporter", "output_format", "cells"),
    "In a window or a film": ("delay", "size", "theme", "title", "scales"),
}
"""By heading of the help, the parameters below it."""


@program.command(sections=SECTIONS)
@options.inputs_argument
@options.schema_option("strategies")
@click.option(
    "--until",
    type=options.STRATEGY,
    multiple=True,
    metavar="ID",
    help="Stop before the first step of this strategy or family (repeatable), and write the board "
    "with its candidates, as a line of HoDoKu's library or as --output-format says.",
)
@options.run_options
@click.option(
    "--solutions",
    type=WordOr(ALL, NO_LIMIT, WholeRange(min=1), "a number from 1, or 'all'"),
    metavar="K",
    help="Find the first K solutions by search, or 'all'.",
)
@options.schema_option("reporters")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Write a JSON object for each puzzle, with its steps; --reporter jsonl: for each event.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print only answers, one line a puzzle.")
@click.option("-v", "--verbose", is_flag=True, help="Print reasons and candidates too.")
@options.output_format_option
@options.puzzle_jobs_option
@options.output_option(
    *JSON,
    *BOARDS,
    *frontends.FILMS,
    frontends.REPLAY,
    what="a .html is a film of the steps to play in a browser, a .gif a moving picture of them; a "
    ".svg or .png is a sheet with a picture of each",
)
@options.component_options(frontends.KEY)
@click.option("--title", metavar="TEXT", help="The title of a film to play in a browser.")
@click.option(
    "--scale",
    "scales",
    default="",
    metavar="NAME,…",
    help="Rate each puzzle for a film to play in a browser, on the scales of `rate --scale`.",
)
@options.words_options
@options.engine_options
def solve(**given: Any) -> int:
    """Solve puzzles by strategies, simplest first, until nothing changes.

    INPUT is a file, a line of it (FILE:LINE), a puzzle written out, or - for standard input. If the
    strategies get stuck, a search fills the rest, and the report says so.

    \b
    Examples:
      sudoku-engine solve puzzles.txt
      sudoku-engine solve -q - < puzzles.txt
      sudoku-engine solve --strategy full_house --no-fallback puzzles.txt:1
      sudoku-engine solve --frontend turtle puzzles.txt:1
      sudoku-engine solve --until naked_pair puzzles.txt
      sudoku-engine solve -o replay.html puzzles.txt
      sudoku-engine solve -o steps.svg puzzles.txt:5
    """
    wishes = Wishes(**given)
    film_only = {"--title": (wishes.title, "a title"), "--scale": (wishes.scales, "ratings")}
    for option, (given_text, what) in film_only.items():
        if given_text and not frontends.is_replay(wishes.output):
            raise UsageError(f"only a film for browsers has {what}: write -o film.html", option)
    form = wishes.form
    target = None if wishes.is_film else frontends.file_of_results(wishes.output)
    changes = options.NO_FALLBACK if wishes.until else None
    with command_context(target, form, changes) as context:
        parameters = invocation().parameters
        film = frontends.film_in(str(wishes.output), parameters) if wishes.is_film else None
        is_replay = frontends.is_replay(wishes.output)
        of_film = film.OPTIONS if film else frontends.OPTIONS if is_replay else ()
        frontend = frontends.chosen_frontend(context, of_film=of_film, otherwise=" or -o steps.gif")
        if wishes.jobs > 1 and (film or frontend):
            what = "a front end" if frontend else "a film"
            raise UsageError(f"{what} shows one puzzle after another: leave out --jobs", "--jobs")
        writing = _Writing(wishes, context, film, frontend)
        items, count = _items(wishes, context, writing)
        runs = _runs(items, count, context, writing)
        frontends.show_runs(context, frontend, runs)
        if film:
            film.write(partial(context.progress.over, thing="picture"))
    return context.status


@dataclass(eq=False, repr=False)
class Wishes:
    """The options of the command that do not set the configuration."""

    inputs: Sequence[str]
    until: Sequence[str]
    solutions: int | None
    as_json: bool
    quiet: bool
    verbose: bool
    output_format: str | None
    jobs: int
    output: str | None
    title: str | None
    scales: str

    @property
    def is_film(self) -> bool:
        """Whether the runs go into a file of pictures."""
        return self.output is not None and ending(self.output) in frontends.FILMS

    @property
    def has_boards_before(self) -> bool:
        """Whether only the boards on which runs end early are written."""
        return bool(self.until) and self.form in FORMATS

    @cached_property
    def form(self) -> str | None:
        """The form of the output: JSON, a format of boards, or None for the output of reporters."""
        has_reporter = bool(invocation().parameters["reporter"])
        wishes = {
            "--json": self.as_json,
            "--reporter": has_reporter,
            "--output-format": self.output_format is not None,
            "--quiet": self.quiet,
        }
        given = [option for option, is_given in wishes.items() if is_given]
        if len(given) > 1 and self.as_json:
            raise UsageError(f"{given[0]} and {given[1]} both say what to write: choose one")
        if given:
            form = "line" if self.quiet else None
            form = "json" if self.as_json else self.output_format or form
        else:
            form = ending(self.output) if is_json(self.output) else format_of(self.output)
        if self.until and form is None and not (self.verbose or has_reporter):
            return "hodoku"
        return form


class _Writing:
    def __init__(
        self,
        wishes: Wishes,
        context: CommandContext,
        film: Film | None,
        frontend: Component | None,
    ) -> None:
        form, chosen = wishes.form, []
        if not wishes.has_boards_before:
            find = context.registry.find
            name = form if form in JSON else "line"
            chosen = context.reporters() if form is None else [find("reporter", name)]
        self.reporters = Reporters(
            context,
            frontends.with_replay(chosen, wishes.output, context, wishes.title),
            verbose=wishes.verbose or None,
            solutions=wishes.solutions is not None or None,
            format=form,
        )
        self.listeners: list[Listener] = [*([film.event] if film else []), self.reporters.event]
        if wishes.has_boards_before:
            self.listeners.append(BoardsBefore(context, wishes.until, str(form)).event)
        if form == "fss":
            summary = SolutionSummary()
            self.listeners.append(summary.event)
            context.at_end.append(summary.total)
        is_seen = bool(film or frontends.is_replay(wishes.output) or frontend)
        self.is_watched = form not in FORMATS or is_seen
        """Whether every step of a search matters."""
        self.is_brief = not self.is_watched and all(each.is_bundled for each in chosen)
        """Whether only a line a board matters, which needs no run."""
        self.is_counted = frontend is not None
        """Whether the number of puzzles must be known in advance."""
        names = names_of(wishes.scales)
        self.rated_on = context.rated_on(names, has_points=True) if names else lambda _: ()


def _items(wishes: Wishes, context: CommandContext, writing: _Writing) -> tuple[Items, int | None]:
    """Return the puzzles with their future events, and their number if it is needed."""
    is_search = context.parameters["solver"] is not None
    is_line = writing.is_brief and wishes.form in LINES
    if is_line and is_search and wishes.solutions is None:
        found = found_in_bulk(wishes.inputs, context, context.solver(), 0, 1, wishes.jobs)
    else:
        found = found_in(wishes.inputs, context)
    count: int | None = None
    is_typed = "-" in wishes.inputs  # a person who types a puzzle waits for its answer
    if writing.is_counted and not is_typed:
        ahead = list(islice(found, MOST_COUNTED))
        if len(ahead) < MOST_COUNTED:
            count = sum(isinstance(entry, Entry) for entry in ahead)
        found = chain(ahead, found)
    if is_search or wishes.solutions is not None:
        given = {"strategy": context.parameters["strategy"], "until": wishes.until}
        for option, value in given.items():
            if value:
                raise UsageError(f"a search (--solver, --solutions) uses no --{option}: choose one")
    arguments = (wishes.until, wishes.solutions, is_search, writing.is_watched)
    if wishes.jobs > 1:
        if is_search or wishes.solutions is not None:
            parts = [context.solver()]
        else:
            loop = context.loop()
            parts = [*loop.strategies, *([loop.fallback] if loop.fallback else [])]
        from sudoku_engine.cli.jobs import Work, packed, packed_without_steps, results

        is_foreign = not all(each.is_bundled for each in parts)
        sent = packed_without_steps if writing.is_brief else packed
        work = Work(_events, arguments, sent, is_foreign)
        return results(found, context, work, wishes.jobs), count
    events = _events(context, *arguments)
    items: Items = (
        (entry, events(entry.grid) if isinstance(entry, Entry) else None) for entry in found
    )
    if context.supervisor and not is_typed:  # a guest begins while this run is shown
        items = _one_ahead(items)
    return _shown(items, context), count


def _events(
    engine: Engine, until: Sequence[str], solutions: int | None, is_search: bool, is_watched: bool
) -> Events:
    """Return the function that solves boards: the loop, or a search if an option requests it."""
    if is_search or solutions is not None:
        from sudoku_engine.solving.search_run import search_events

        limit = 1 if solutions is None else solutions or None
        return partial(search_events, solver=engine.solver(), limit=limit, is_watched=is_watched)
    loop = engine.loop()
    if not until:
        return partial(loop.events, is_watched=is_watched)
    ids = frozenset().union(*ids_named(until, engine.registry.strategies_named, "--until"))
    if ids.isdisjoint(each.id for each in loop.strategies):
        why = f"{' and '.join(until)} takes no part in the run: name it with --strategy, too"
        raise UsageError(why, "--until")
    return lambda grid: events_before(loop.events(grid), ids)


def _runs(
    items: Items, count: int | None, context: CommandContext, writing: _Writing
) -> Iterator[Run]:
    """Yield one run for each puzzle, made on demand; `count`: their number, if it is known."""
    index = 0
    for entry, happening in items:
        if isinstance(entry, FormatError):
            writing.reporters.error(entry)
            continue
        if not isinstance(entry, Entry):
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
            name=entry.name,
            ratings=[(each.scale, each.with_steps) for each in writing.rated_on(entry.grid)],
            out=context.out,
            listeners=writing.listeners,
        )


def _shown(items: Items, context: CommandContext) -> Items:
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
