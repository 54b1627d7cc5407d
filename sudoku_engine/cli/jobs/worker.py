"""The work in the other processes: each loads the plugins, and takes chunks of puzzles."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from enum import Enum, auto
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any, NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.jobs.work import Work
from sudoku_engine.config.config import Config
from sudoku_engine.engine import Engine

STANDARD_ERROR = 2
"""The number of the open file."""


class Instead(Enum):
    """What to do in place of a result."""

    REPEAT = auto()
    """Do this puzzle in the first process."""
    REPEAT_ALL = auto()
    """Do this puzzle, and all after it, in the first process: a plugin was lost here."""


class Answer(NamedTuple):
    """What comes back for a puzzle."""

    sent: Any
    """The packed result, or what to do `Instead`."""
    printed: bytes = b""
    """What plugins printed."""


class Answers(NamedTuple):
    """What comes back for a chunk."""

    answers: list[Answer]
    seconds: float
    """The time that it took."""


class Plugins(NamedTuple):
    """Which plugins a process has; processes in which they are the same find the same."""

    components: tuple[tuple[str, str], ...]
    """The kinds and ids of all."""
    lost: frozenset[Any]
    """Those that take no further part."""

    @staticmethod
    def of(engine: Engine) -> Plugins:
        """Return the plugins that are in use now."""
        assert engine.supervisor is not None  # of a person's plugins alone
        components = [each for plugin in engine.registry.plugins for each in plugin.components]
        found = tuple([(each.kind, each.id) for each in components])
        return Plugins(found, engine.supervisor.lost)


class Worker:
    """What one process does: `work` on boards, with the plugins of a configuration.

    plugins: those of the first process, if any are a person's.
    """

    def __init__(self, work: Work[Any], config: Config, plugins: Plugins | None) -> None:
        self._work = work
        self._known = plugins
        self._output = None if plugins is None else _Output()
        # Its guests end with this process.
        self._engine = Engine.of(config)
        if self._output:
            self._output.new()  # it was printed in the first process, too
        self._function = work.function(self._engine)

    def __call__(self, boards: Sequence[Grid]) -> Answers:
        """Return the answers for `boards`."""
        begun = perf_counter()
        answers = list(map(self._answer, boards))
        return Answers(answers, perf_counter() - begun)

    def _answer(self, board: Grid) -> Answer:
        try:
            sent = self._work.packed(self._function(board))
        except Exception:  # an error of the puzzle, or of ours, is the same in the first process
            sent = Instead.REPEAT
        if self._engine.supervisor and Plugins.of(self._engine) != self._known:
            sent = Instead.REPEAT_ALL
        return Answer(sent, self._output.new() if self._output else b"")


def worker(
    work: Work[Any], config: Config, plugins: Plugins | None
) -> Callable[[Sequence[Grid]], Answers]:
    """Return the worker of this process; one that cannot work leaves all to the first process."""
    try:
        return Worker(work, config, plugins)
    except Exception:
        return _left


def _left(boards: Sequence[Grid]) -> Answers:
    return Answers([Answer(Instead.REPEAT_ALL) for _ in boards], 0.0)


class _Output:
    """What this process, and those that it starts from now on, write to standard error."""

    def __init__(self) -> None:
        self._file = TemporaryFile(buffering=0)  # noqa: SIM115 (as long as the process)
        self._length = 0
        os.dup2(self._file.fileno(), STANDARD_ERROR)

    def new(self) -> bytes:
        """Return what has come since the last call."""
        sys.stderr.flush()
        size = os.fstat(self._file.fileno()).st_size - self._length
        if not size:
            return b""
        if hasattr(os, "pread"):  # it does not move the place where others write
            data = os.pread(self._file.fileno(), size, self._length)
        else:
            self._file.seek(self._length)
            data = self._file.read(size)
        self._length += len(data)
        return data
