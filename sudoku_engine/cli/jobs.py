"""Any number of puzzles for several workers (``--jobs``), with the output of one process.

A command describes the task for a puzzle in a `Work`. `puzzle_results` or `results` then yield each
puzzle with its result, in order. A plugin distributes the puzzles to several workers.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sudoku_engine.api.events import Event, Faulted, Stepped
from sudoku_engine.board.grid import Grid
from sudoku_engine.bundled import needs
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.inputs import found_in, show_progress
from sudoku_engine.engine import Engine
from sudoku_engine.errors import FormatError, UsageError
from sudoku_engine.formats import Entry
from sudoku_engine.plugins.component import FailedElsewhere
from sudoku_engine.plugins.hooks import hook

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_EVENTS = 20_000
"""The most events that are sent; a search may have any number."""


class NotSent(Exception):
    """A result that should not come from a worker: the first process finds it anew."""


@dataclass(frozen=True)
class Work(Generic[Result]):
    """A task for each puzzle, which can go to another process."""

    prepare: Callable[..., Callable[[Grid], Result]]
    """``prepare(engine, *arguments)`` returns the function from a board to its result."""
    arguments: Sequence[Any] = ()
    """The arguments that it depends on besides the configuration."""
    packed: Callable[[Result], Any] | None = None
    """``packed(result)`` is sent in place of the result, and used like it; raises NotSent."""
    is_foreign: bool = False
    """Whether a person's code takes part in it."""

    def function(self, engine: Engine) -> Callable[[Grid], Result]:
        """Return the function from a board to its result, with the plugins of `engine`."""
        return self.prepare(engine, *self.arguments)


def puzzle_results(
    inputs: Sequence[str], context: CommandContext, work: Work[Result], jobs: int
) -> Iterator[tuple[Entry, Result]]:
    """Yield the puzzles of `inputs`, or of the configuration, with the results of `work`."""
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
    """Yield the `items` in order, each puzzle with the result of `work`, other items with None.

    With several `jobs`, workers find the results, which are the same as in this process. The
    progress is shown.
    """
    if jobs == 1:
        function = work.function(context)
        for item in items:
            yield item, result_here(item, context, function)
    else:
        shared = hook("sudoku_jobs")(items=items, context=context, work=work, jobs=jobs)
        if shared is None:
            raise UsageError(needs("work in several processes", "sudoku_jobs"), "--jobs")
        with closing(shared):
            yield from shared
    context.progress.stop()


def result_here(
    item: object, context: CommandContext, function: Callable[[Grid], Result]
) -> Result | None:
    """Return the result of an `item` in this process; None if it is no puzzle."""
    if not isinstance(item, Entry):
        return None
    show_progress(item, context)
    return function(item.grid)


def packed(events: Iterable[Event]) -> list[Event]:
    """Return all `events` of a run to be sent; raises NotSent if there are too many."""
    found = []
    for event in events:
        found.append(event)
        if len(found) > MOST_EVENTS:
            raise NotSent
    check_errors(found)
    return found


def packed_without_steps(events: Iterable[Event]) -> list[Event]:
    """Return the result of `packed`, without the steps."""
    return [event for event in packed(events) if not isinstance(event, Stepped)]


def check_errors(faults: Iterable[object]) -> None:
    """Raise NotSent if the error in one of the `faults` cannot be sent."""
    errors = [fault.error for fault in faults if isinstance(fault, Faulted)]
    if not all(error is None or isinstance(error, FailedElsewhere) for error in errors):
        raise NotSent
