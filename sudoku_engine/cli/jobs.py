"""Any number of puzzles for several workers (``--jobs``), with the output of one process.

A command describes the task for a puzzle in a `Work`. `puzzle_results` or `results` then yield each
puzzle with its result, in order. Our own code works in other processes. A person's code runs in
guests anyway; so if it takes part, each worker is a guest of this process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from sudoku_engine.api.events import Event, Faulted, Stepped
from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.inputs import found_in, show_progress
from sudoku_engine.engine import Engine
from sudoku_engine.errors import FormatError
from sudoku_engine.formats import Entry
from sudoku_engine.plugins.component import FailedElsewhere

if TYPE_CHECKING:
    from sudoku_engine.config.config import Config
    from sudoku_engine.plugins.hooks import Keeper
    from sudoku_engine.processes.distribution import Distribution

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_PUZZLES = 256
"""The largest number of puzzles in a portion."""

MOST_READ = 2000
"""The number of puzzles that are read ahead."""

AHEAD = 4
"""The number of portions for each worker that may begin before the first of them is done."""

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
    """Yield the `items` in order, each puzzle with the result of `work`, other items with None.

    With several `jobs`, workers find the results, which are the same as in this process. The
    progress is shown.
    """
    function = work.function(context)
    if jobs == 1:
        for item in items:
            yield item, _result_here(item, context, function)
    else:
        with closing(_distribution(items, context, work, jobs)) as coming:
            yield from _results_of_others(coming, context, function)
    context.progress.stop()


def _result_here(
    item: object, context: CommandContext, function: Callable[[Grid], Result]
) -> Result | None:
    if not isinstance(item, Entry):
        return None
    show_progress(item, context)
    return function(item.grid)


def _distribution(
    items: Iterator[Item], context: CommandContext, work: Work[Result], jobs: int
) -> Distribution[Item]:
    """Return the `items` on their way to the workers; none is started before there is a puzzle."""
    # Only here: they take a while to load.
    from sudoku_engine.processes.distribution import Distribution, GuestThreads, Workers

    def board_of(item: object) -> Grid | None:
        return item.grid if isinstance(item, Entry) else None

    workers: Workers
    if work.is_foreign:
        own = [work, context.config, Plugins.of(context)]
        workers = GuestThreads(jobs, PuzzleWorker, own, AHEAD)
    else:
        from sudoku_engine.processes.process_pool import Processes

        workers = Processes(jobs, PuzzleWorker, [work, context.config, None], AHEAD)
    return Distribution(items, workers, board_of, most=MOST_PUZZLES, ahead=MOST_READ)


def _results_of_others(
    coming: Distribution[Item], context: CommandContext, function: Callable[[Grid], Result]
) -> Iterator[tuple[Item, Result | None]]:
    """Yield the results of workers, until a worker loses a plugin; find the rest here."""
    plugins, is_alone = Plugins.of(context), False
    for item, answer in coming:
        if is_alone or not isinstance(item, Entry):
            yield item, _result_here(item, context, function)
            continue
        show_progress(item, context)
        sent, printed = answer
        is_alone = sent is Instead.REPEAT_ALL
        if is_alone:
            coming.stop()
        else:
            sys.stderr.write(printed.decode(errors="backslashreplace"))
        yield item, function(item.grid) if isinstance(sent, Instead) else sent
        if not is_alone and plugins != Plugins.of(context):
            coming.stop()  # a plugin was lost here, such as a reporter
            is_alone = True


class Instead(Enum):
    """The action in place of a result."""

    REPEAT = auto()
    """Do this puzzle in the first process."""
    REPEAT_ALL = auto()
    """Do this puzzle, and all after it, in the first process: a plugin was lost here."""


class Answer(NamedTuple):
    """The answer of a worker for a puzzle."""

    sent: Any
    """The packed result, or what to do `Instead`."""
    printed: bytes = b""
    """The prints of plugins."""


class Plugins(NamedTuple):
    """The plugins of a process; the same plugins give the same results."""

    components: tuple[tuple[str, str], ...]
    """The kinds and ids of all."""
    lost: frozenset[Any]
    """The kinds and ids of those that take no further part."""

    @staticmethod
    def of(engine: Engine) -> Plugins | None:
        """Return the plugins that are in use now; None if there are only ours."""
        if engine.supervisor is None:
            return None
        components = [each for plugin in engine.registry.plugins for each in plugin.components]
        found = tuple([(each.kind, each.id) for each in components])
        return Plugins(found, engine.supervisor.lost)


class PuzzleWorker:
    """A worker, which does `work` on boards, in another process or with guests of its own.

    plugins: those of the first process; None if nothing but our code does the work.
    """

    def __init__(self, work: Work[Any], config: Config, plugins: Plugins | None) -> None:
        self._work = work
        self._known = plugins
        self._printed = _Printed()
        self.supervisor: Keeper | None = None
        self._function: Callable[[Grid], Any] | None = None
        if plugins is None:
            config = replace(config, plugins=())
        try:
            self._engine = Engine.of(config, self._printed.file)
            self.supervisor = self._engine.supervisor
            self._printed.new()  # it was printed in the first process, too
            self._function = work.function(self._engine)
        except Exception:  # then the first process says what is wrong
            pass

    def __call__(self, board: Grid) -> Answer:
        """Return the answer for a `board`; without plugins all is left to the first process."""
        if self._function is None:
            return Answer(Instead.REPEAT_ALL)
        try:
            sent = self._function(board)
            if self._work.packed is not None:
                sent = self._work.packed(sent)
        except Exception:  # an error of the puzzle, or of ours, is the same in the first process
            sent = Instead.REPEAT
        if self._known is not None and Plugins.of(self._engine) != self._known:
            sent = Instead.REPEAT_ALL
        return Answer(sent, self._printed.new())


class _Printed:
    """The prints of the guests of a worker."""

    def __init__(self) -> None:
        from tempfile import TemporaryFile

        self._stream = TemporaryFile(buffering=0)  # noqa: SIM115 (as long as the worker)
        self.file = self._stream.fileno()
        self._length = 0

    def new(self) -> bytes:
        """Return the text that has come since the last call."""
        size = os.fstat(self.file).st_size - self._length
        if not size:
            return b""
        if hasattr(os, "pread"):  # it does not move the place where others write
            data = os.pread(self.file, size, self._length)
        else:
            self._stream.seek(self._length)
            data = self._stream.read(size)
        self._length += len(data)
        return data


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
    for fault in faults:
        if isinstance(fault, Faulted) and not isinstance(
            fault.error, (FailedElsewhere, type(None))
        ):
            raise NotSent
