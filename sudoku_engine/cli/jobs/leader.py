"""The first process: it reads puzzles, gives them out, and has the results in order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Generic, TypeVar

from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.inputs import found_in, show_progress
from sudoku_engine.cli.jobs.arrivals import Arrivals
from sudoku_engine.cli.jobs.work import Work
from sudoku_engine.errors import FormatError
from sudoku_engine.formats import Entry

if TYPE_CHECKING:
    from sudoku_engine.cli.jobs.worker import Answer, Answers

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK_SECONDS = 0.1
"""How long work on one chunk should last: far longer than sending it, and a short wait."""

MOST_PUZZLES = 256
"""The largest number of puzzles in a chunk."""

WINDOW = 4
"""The number of chunks for each process that may begin before the first of them is done."""


def puzzle_results(
    inputs: Sequence[str], context: CommandContext, work: Work[Result], jobs: int
) -> Iterator[tuple[Entry, Result]]:
    """Yield the puzzles of `inputs`, or of the configuration, with the results of `work`.

    Puzzles that cannot be read are reported; all else is as for `results`.
    """
    for found, result in results(found_in(inputs, context), context, work, jobs):
        if isinstance(found, FormatError):
            context.report(found)
        else:
            assert isinstance(found, Entry)
            assert result is not None
            yield found, result


def results(
    items: Iterator[Item], context: CommandContext, work: Work[Result], jobs: int
) -> Generator[tuple[Item, Result | None], None, None]:
    """Yield the `items` in order, each puzzle with the result of `work`, any other with None.

    With several `jobs` other processes do the work; the results are those that this one would find.
    It is shown how far the work is.
    """
    function = work.function(context)
    if jobs == 1:
        for item in items:
            yield item, _result_here(item, context, function)
    else:
        with closing(_Leader(items, context, work, function).results(jobs)) as coming:
            yield from coming
    context.progress.stop()


def _result_here(
    item: object, context: CommandContext, function: Callable[[Grid], Result]
) -> Result | None:
    if not isinstance(item, Entry):
        return None
    show_progress(item, context)
    return function(item.grid)


class _Leader(Generic[Item, Result]):
    """Gives out the puzzles among the `items`; `function` does the `work` in this process."""

    def __init__(
        self,
        items: Iterator[Item],
        context: CommandContext,
        work: Work[Result],
        function: Callable[[Grid], Result],
    ) -> None:
        self._context = context
        self._work = work
        self._function = function
        self._arrivals = Arrivals(items, lambda item: isinstance(item, Entry))
        self._size = 1
        """The number of puzzles for the next chunk."""

    def results(self, jobs: int) -> Generator[tuple[Item, Result | None], None, None]:
        """Yield everything in order with its result, from `jobs` processes as long as possible."""
        with closing(self._arrivals):
            try:
                yield from self._results_of_others(jobs)
            finally:
                self._arrivals.end_chunks()
            while (item := self._arrivals.first()) is not None:
                self._arrivals.finish()
                yield item, _result_here(item, self._context, self._function)

    def _results_of_others(self, jobs: int) -> Iterator[tuple[Item, Result | None]]:
        """Yield the results of other processes, until one of them loses a plugin."""
        # Only here: they take a while to load.
        from sudoku_engine.cli.jobs.worker import Instead, Plugins, worker
        from sudoku_engine.guests.process_pool import results_in_order

        supervisor = self._context.supervisor
        plugins = None if supervisor is None else Plugins.of(self._context)
        given = [self._work, self._context.config, plugins]
        # It starts no process before there is a puzzle.
        with closing(results_in_order(jobs, self._chunks(), worker, given, WINDOW)) as coming:
            answers = self._answers(coming)
            while (item := self._arrivals.first()) is not None:
                result = None
                if isinstance(item, Entry):
                    show_progress(item, self._context)
                    sent, printed = next(answers)
                    if sent is Instead.REPEAT_ALL:
                        return
                    _print(printed)
                    result = self._function(item.grid) if sent is Instead.REPEAT else sent
                self._arrivals.finish()
                yield item, result
                if supervisor is not None and plugins != Plugins.of(self._context):
                    return  # a plugin was lost here, such as a reporter

    def _answers(self, coming: Iterator[Answers]) -> Iterator[Answer]:
        """Yield the answers that are `coming`, one by one."""
        for answers, seconds in coming:
            self._adapt_size(seconds / len(answers))
            yield from answers

    def _chunks(self) -> Iterator[list[Grid]]:
        """Yield the boards of what has arrived, chunk by chunk."""
        while chunk := self._arrivals.chunk(self._size):
            yield [item.grid for item in chunk if isinstance(item, Entry)]

    def _adapt_size(self, seconds: float) -> None:
        """Choose the size of the next chunk; `seconds`: what a puzzle took in the last one."""
        fitting = int(CHUNK_SECONDS / seconds) if seconds else MOST_PUZZLES
        self._size = max(1, min(fitting, 2 * self._size, MOST_PUZZLES))


def _print(text: bytes) -> None:
    """Print what a plugin has printed in another process."""
    if text:
        sys.stderr.write(text.decode(errors="backslashreplace"))
