"""Puzzles made here, or by several workers."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sudoku_engine.api.events import Faulted
from sudoku_engine.api.protocols import Puzzle
from sudoku_engine.board.layout import Layout
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.program import message, print_traceback
from sudoku_engine.cli.reporting import fault_line
from sudoku_engine.config.config import Config
from sudoku_engine.engine import Engine
from sudoku_engine.errors import PluginError, SudokuError
from sudoku_engine.solving.bulk_search import can_settle, minimal_lines
from sudoku_engine.solving.generation import PATIENCE, CheckedGenerator, puzzle_rng
from sudoku_engine.solving.rating import EVERYTHING, NotRated, RatingFilter

LARGEST_PORTION = 64
"""The most puzzles that a worker gets at a time."""

IN_BULK = 512
"""The number of puzzles that the compiled search makes before they are written."""

AHEAD = 32
"""The number of portions for each worker that may begin before the first of them is done."""


@dataclass(frozen=True)
class GenerationTask:
    """What to make; it can go to another process."""

    config: Config
    """Names plugins and strategies."""
    generator: str
    """The id of the generator."""
    options: dict[str, Any]
    seed: str
    """What the puzzles are drawn from."""
    count: int
    wanted: RatingFilter
    """What the rating of each puzzle must be like."""
    rules: tuple[str, ...]
    """The rules of which each board has clues."""
    rule_clues: int | None
    """How many clues of each; None: as many as look well."""
    minimal_clues: bool
    """Whether clues that are not needed go."""
    is_rated: bool
    """Whether each puzzle gets its rating."""
    has_lines: bool
    """Whether nothing but the lines of the puzzles is wanted."""
    is_debugging: bool
    """Whether tracebacks are shown."""


class Attempt(NamedTuple):
    """The result of making one puzzle."""

    puzzle: Puzzle | None
    error: SudokuError | None
    """Why there is no puzzle."""
    faults: tuple[str, ...]
    """The faults of strategies that came to light, in words."""
    lines: str = ""
    """The lines of many puzzles, in place of one."""
    n_puzzles: int = 1


class PuzzleMaker:
    """Carries out a `task`, with the plugins of an `engine`, one puzzle after another."""

    def __init__(self, task: GenerationTask, engine: Engine) -> None:
        self.task = task
        self.late_problems: list[str] = []
        self.rater = engine.rater()
        self.supervisor = engine.supervisor
        found = engine.registry.find("generator", task.generator)
        self.generator = found.with_options(task.options)
        self.maker = CheckedGenerator(
            self.generator,
            task.config.layout or Layout.named(),
            task.seed,
            self.rater,
            PATIENCE * task.config.loop.step_timeout,
            task.wanted,
            task.rules,
            task.rule_clues,
            task.minimal_clues,
        )

    def __call__(self, number: int) -> Attempt:
        """Return the attempt at puzzle `number`, which counts from 0."""
        known = len(self.rater.faults)
        puzzle = error = None
        try:
            puzzle = self.maker.make(number)
            if self.task.is_rated and puzzle.is_unique and puzzle.rating is None:
                with suppress(NotRated):
                    rating = self.rater.rate(puzzle.givens)
                    puzzle = puzzle._replace(rating=rating._replace(faults=()))
        except SudokuError as problem:
            print_traceback(problem, self.task.is_debugging)
            error = problem
        faults = self.rater.faults[known:]
        for fault in faults:
            cause = fault.error if isinstance(fault, Faulted) else None
            print_traceback(cause, self.task.is_debugging)
        late, self.late_problems[:] = self.late_problems[:], []
        return Attempt(puzzle, error, (*map(fault_line, faults), *late))


def puzzle_maker(task: GenerationTask, is_foreign: bool) -> PuzzleMaker:
    """Return the maker of puzzles for `task` of a worker, with the plugins that it needs."""
    engine = Engine.of(task.config if is_foreign else replace(task.config, plugins=()))
    maker = PuzzleMaker(task, engine)
    if engine.supervisor is not None:
        engine.supervisor.report = lambda error: maker.late_problems.append(str(error))
    return maker


def attempts(
    task: GenerationTask, jobs: int, context: CommandContext
) -> Generator[Attempt, None, None]:
    """Yield the attempt at each puzzle, in order."""
    jobs = min(jobs, task.count)
    if _is_for_bulk(task, context):
        yield from _attempts_in_bulk(task, jobs)
        return
    here = PuzzleMaker(task, context)
    if jobs == 1:
        here.rater.tried = context.progress.count_try
        yield from map(here, range(task.count))
        return
    # Only here: they take a while to load.
    from sudoku_engine.guests.distribution import GuestThreads, Workers, distribute
    from sudoku_engine.guests.process_pool import ProcessDied, Processes

    workers: Workers
    if not here.generator.is_bundled:
        workers = GuestThreads(jobs, puzzle_maker, [task, True], AHEAD)
    else:
        parts = [*here.rater.strategies, *here.rater.by_name]
        is_foreign = bool(task.rules) or any(not each.is_bundled for each in parts)
        workers = Processes(jobs, puzzle_maker, [task, is_foreign], AHEAD)
    try:
        numbers = range(task.count)
        with closing(distribute(numbers, workers, most=LARGEST_PORTION)) as coming:
            for _, attempt in coming:
                yield attempt
    except ProcessDied as error:
        yield Attempt(None, error, ())


def _is_for_bulk(task: GenerationTask, context: CommandContext) -> bool:
    found = context.registry.find("generator", task.generator).with_options(task.options)
    is_simple = task.has_lines and task.wanted == EVERYTHING and not task.rules
    if not is_simple or not can_settle(found, task.config.layout):
        return False
    from sudoku_engine.search import compiled

    with suppress(Exception):  # such as: no numba that works; the generator itself says so
        compiled.prepare(lambda line: message(f"notice: {line}"))
        return True
    return False


def _attempts_in_bulk(task: GenerationTask, jobs: int) -> Iterator[Attempt]:
    for start in range(0, task.count, IN_BULK):
        numbers = range(start, min(start + IN_BULK, task.count))
        try:
            lines = minimal_lines([puzzle_rng(task.seed, number) for number in numbers], jobs)
        except PluginError as error:
            yield Attempt(None, error, ())
            return
        yield Attempt(None, None, (), lines, len(numbers))
