"""The puzzles of one command for several processes, with the output of one process."""

import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from enum import Enum, auto
from tempfile import TemporaryFile
from typing import Any, TypeVar

from sudoku_engine import Engine, Grid
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.inputs import show_progress
from sudoku_engine.cli.jobs import Work, result_here
from sudoku_engine.config.config import Config
from sudoku_engine.formats import Entry
from sudoku_plugins.batch.distribution import Distribution, Processes

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_PUZZLES = 256

MOST_READ = 2000

AHEAD = 4
"""The number of portions for each worker that may begin before the first of them is done."""


def distributed(
    items: Iterator[Item], context: CommandContext, work: Work[Result], jobs: int
) -> Generator[tuple[Item, Result | None], None, None]:
    """Yield the `items` in order, each puzzle with the result of `work` that a worker found.

    No process is started before there is a puzzle.
    """

    def board_of(item: object) -> Grid | None:
        return item.grid if isinstance(item, Entry) else None

    plugins = _plugins_of(context) if work.is_foreign else None
    workers = Processes(jobs, PuzzleWorker, [work, context.config, plugins], AHEAD)
    coming = Distribution(items, workers, board_of, most=MOST_PUZZLES, ahead=MOST_READ)
    with closing(coming):
        yield from _results_of_others(coming, context, work.function(context))


def _results_of_others(
    coming: Distribution[Item], context: CommandContext, function: Callable[[Grid], Result]
) -> Iterator[tuple[Item, Result | None]]:
    """Yield the results of workers, until a worker loses a plugin; find the rest here."""
    plugins, is_alone = _plugins_of(context), False
    for item, answer in coming:
        if is_alone or not isinstance(item, Entry):
            yield item, result_here(item, context, function)
            continue
        show_progress(item, context)
        sent, printed = answer
        is_alone = sent is Instead.REPEAT_ALL
        if is_alone:
            coming.stop()
        else:
            sys.stderr.write(printed.decode(errors="backslashreplace"))
        yield item, function(item.grid) if isinstance(sent, Instead) else sent
        if not is_alone and plugins != _plugins_of(context):
            coming.stop()  # a plugin was lost here, such as a reporter
            is_alone = True


class Instead(Enum):
    """The action in place of a result."""

    REPEAT = auto()
    """Do this puzzle in the first process."""
    REPEAT_ALL = auto()
    """Do this puzzle, and all after it, in the first process: a plugin was lost here."""


Plugins = tuple[list[tuple[str, str]], frozenset[Any]]
"""The kinds and ids of all components of plugins, and of those that take no further part.

The same plugins give the same results.
"""


def _plugins_of(engine: Engine) -> Plugins | None:
    """Return the plugins that are in use now; None if there are only ours."""
    if engine.supervisor is None:
        return None
    components = [each for plugin in engine.registry.plugins for each in plugin.components]
    return [(each.kind, each.id) for each in components], engine.supervisor.lost


class PuzzleWorker:
    """A worker in another process, which does `work` on boards, with guests of its own.

    plugins: those of the first process; None if nothing but our code does the work.
    """

    def __init__(self, work: Work[Any], config: Config, plugins: Plugins | None) -> None:
        self._work = work
        self._known = plugins
        self._printed = _Printed()
        self._function: Callable[[Grid], Any] | None = None
        if plugins is None:
            config = replace(config, plugins=())
        try:
            self._engine = Engine.of(config, self._printed.file)
            self._printed.new()  # it was printed in the first process, too
            self._function = work.function(self._engine)
        except Exception:  # then the first process says what is wrong
            pass

    def __call__(self, board: Grid) -> tuple[Any, bytes]:
        """Return the packed result for a `board`, or what to do `Instead`, and what was printed.

        Without plugins all is left to the first process.
        """
        if self._function is None:
            return Instead.REPEAT_ALL, b""
        try:
            sent = self._function(board)
            if self._work.packed is not None:
                sent = self._work.packed(sent)
        except Exception:  # an error of the puzzle, or of ours, is the same in the first process
            sent = Instead.REPEAT
        if self._known is not None and _plugins_of(self._engine) != self._known:
            sent = Instead.REPEAT_ALL
        return sent, self._printed.new()


class _Printed:
    """The prints of the guests of a worker."""

    def __init__(self) -> None:
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
