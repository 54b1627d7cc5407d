"""Puzzles made by one process, or by several."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

from sudoku_engine.api.events import Faulted
from sudoku_engine.api.protocols import Puzzle
from sudoku_engine.board.layout import Layout
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.program import print_traceback
from sudoku_engine.cli.reporting import fault_line
from sudoku_engine.config.config import Config
from sudoku_engine.engine import Engine
from sudoku_engine.errors import SudokuError
from sudoku_engine.solving.generation import CheckedGenerator
from sudoku_engine.solving.rating import NotRated

PORTION = 0.02
"""The seconds of work that another process gets at a time, about, if a puzzle takes less."""
LARGEST_PORTION = 64
"""The most puzzles that it gets."""

PATIENCE = 12
"""The time limit for a puzzle, as a multiple of ``step_timeout`` in the configuration."""


@dataclass(frozen=True)
class GenerationTask:
    """What to make; it can go to another process.

    config: the configuration, which names plugins and strategies.
    generator, options: the id of the generator, and its options.
    seed: what the puzzles are drawn from.
    count: the number of puzzles.
    is_rated: whether each puzzle gets its rating.
    is_debugging: whether tracebacks are shown.
    """

    config: Config
    generator: str
    options: dict[str, Any]
    seed: str
    count: int
    is_rated: bool
    is_debugging: bool


class Attempt(NamedTuple):
    """The result of making one puzzle.

    puzzle: the puzzle, or None.
    error: why there is none.
    faults: faults of strategies that came to light, in words.
    """

    puzzle: Puzzle | None
    error: SudokuError | None
    faults: tuple[str, ...]


class PuzzleMaker:
    """Carries out a `task`, with the plugins of an `engine`, one puzzle after another."""

    def __init__(self, task: GenerationTask, engine: Engine) -> None:
        self.task = task
        self.late_problems: list[str] = []
        self.rater = engine.rater()
        generator = engine.registry.find("generator", task.generator).with_options(task.options)
        self.maker = CheckedGenerator(
            generator,
            task.config.layout or Layout.named(),
            task.seed,
            self.rater,
            PATIENCE * task.config.loop.step_timeout,
        )

    def __call__(self, number: int) -> Attempt:
        """Return the attempt at puzzle `number`, which counts from 0."""
        known = len(self.rater.faults)
        puzzle = error = None
        try:
            puzzle = self._rated(self.maker.make(number))
        except SudokuError as problem:
            print_traceback(problem, self.task.is_debugging)
            error = problem
        faults = self.rater.faults[known:]
        for fault in faults:
            cause = fault.error if isinstance(fault, Faulted) else None
            print_traceback(cause, self.task.is_debugging)
        late, self.late_problems[:] = self.late_problems[:], []
        return Attempt(puzzle, error, (*map(fault_line, faults), *late))

    def _rated(self, puzzle: Puzzle) -> Puzzle:
        """Return `puzzle` with its rating, if that is wanted and possible."""
        if self.task.is_rated and puzzle.is_unique and puzzle.rating is None:
            with suppress(NotRated):
                rating = self.rater.rate(puzzle.givens)
                return puzzle._replace(rating=rating._replace(faults=()))
        return puzzle


def puzzle_maker(task: GenerationTask) -> PuzzleMaker:
    """Return the maker of puzzles for `task` in another process, with the plugins loaded there."""
    engine = Engine.of(task.config)  # its guests end with this process
    maker = PuzzleMaker(task, engine)
    if engine.supervisor is not None:
        engine.supervisor.report = lambda error: maker.late_problems.append(str(error))
    return maker


def portion_maker(task: GenerationTask) -> Callable[[range], Portion]:
    """Return what makes puzzles with the numbers of a range, in another process."""
    maker = puzzle_maker(task)

    def make(numbers: range) -> Portion:
        begun = perf_counter()
        return Portion([maker(number) for number in numbers], perf_counter() - begun)

    return make


class Portion(NamedTuple):
    """The attempts at several puzzles, and how long they took."""

    attempts: list[Attempt]
    seconds: float


class Portions:
    """The numbers of all puzzles, in ranges; to send each alone may take longer than to make it.

    Ranges are short until it is known how long a puzzle takes, and towards the end.
    """

    def __init__(self, count: int, jobs: int) -> None:
        self._count = count
        self._jobs = jobs
        self._seconds = 1.0

    def learn(self, seconds: float) -> None:
        """Take into account that a puzzle took so many `seconds`; a slow one counts for long."""
        self._seconds = max(seconds, 0.9 * self._seconds)

    def __iter__(self) -> Iterator[range]:
        start = 0
        while start < self._count:
            share = (self._count - start) // (4 * self._jobs)
            size = min(share, int(PORTION / self._seconds), LARGEST_PORTION)
            end = start + max(1, size)
            yield range(start, end)
            start = end


def attempts(
    task: GenerationTask, jobs: int, context: CommandContext
) -> Generator[Attempt, None, None]:
    """Yield the attempt at each puzzle, in order."""
    jobs = min(jobs, task.count)
    if jobs == 1:
        yield from map(PuzzleMaker(task, context), range(task.count))
        return
    # Only here: it takes a while to load.
    from sudoku_engine.guests.process_pool import ProcessDied, results_in_order

    portions = Portions(task.count, jobs)
    try:
        with closing(results_in_order(jobs, portions, portion_maker, [task])) as results:
            for made, seconds in results:
                portions.learn(seconds / len(made))
                yield from made
    except ProcessDied as error:
        yield Attempt(None, error, ())
