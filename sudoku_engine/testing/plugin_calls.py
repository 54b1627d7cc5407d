"""Call a plugin under watch, and record the result."""

from __future__ import annotations

import itertools
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief, counted
from sudoku_engine.plugins.board_snapshot import BoardSnapshot
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.plugins.refusals import NotAllowed
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_engine.solving.guard import malformed
from sudoku_engine.testing.findings import NotChecked
from sudoku_engine.testing.plugin_output import MOST_OUTPUT, Output, TooMuchOutput

MOST_STEPS = 10_000
"""The number of steps that one call may return: more count as an endless loop."""

PATIENCE = 20.0
"""Seconds after which a check of a slow solver or checker ends, and says so."""

MOST_SECONDS = 140.0
"""Seconds after which a plugin is not called any more, so that its checks come to an end."""

MOST_REPEATS = 200
"""How often one call may return the same step."""

WATCHDOG = "watchdog"
"""The name of the thread that watches the calls."""

KEPT_FRAMES = 20
"""The number of frames of an error that are kept: a recursion has many, which use much memory."""

Result = TypeVar("Result")


class Unusable(Exception):
    """The plugin is not called again."""

    def __init__(self, why: str, grid: Grid | None, line: int, is_late: bool = False) -> None:
        """Store `why`, the board and the line of the last call; `is_late`: it took too long."""
        super().__init__(why, grid, line, is_late)
        self.why = why
        self.grid = grid
        self.line = line
        self.is_late = is_late


def part_done(number: int, of: int, thing: str, done: str = "tried") -> str:
    """Return in words that something was done with only some things.

    >>> part_done(40, 551, "board")
    '40 of 551 boards tried'
    """
    return f"{number} of {counted(of, thing)} {done}"


def lateness(limit: float) -> str:
    """Return in words that a call has taken longer than `limit` seconds."""
    return f"it does not come back within {limit:g} s"


@dataclass(frozen=True)
class StrategyAnswer:
    """The result of one call of a strategy."""

    grid: Grid
    """The board on which it was called."""

    given: tuple[Any, ...] = ()
    """Everything that it returned, even if it is not a step."""

    lines: tuple[int, ...] = ()
    """The line of its file that yielded each of them."""

    why: str = ""
    """What is wrong with the answer as a whole; empty if it is a list of things."""

    line: int = 0
    """The line of its file that is to blame."""

    error: BaseException | None = None
    """The error that it raised."""

    changed: str = ""
    """The part of the board that it changed."""

    @property
    def steps(self) -> list[Step]:
        """The steps among `given`."""
        return [step for step in self.given if isinstance(step, Step)]

    def steps_with_lines(self) -> Iterator[tuple[Step, int]]:
        """Yield the steps among `given`, each with its line."""
        for step, line in zip(self.given, self.lines):
            if isinstance(step, Step):
                yield step, line


class Caller:
    """Call a component, each call with a limit of time and output."""

    def __init__(self, component: Component, limit: float) -> None:
        """Prepare calls of `limit` seconds."""
        self.component = component
        self.limit = limit
        self.output = Output()
        self._time_limit = Watchdog(limit).time_limit()
        self.n_calls = 0
        """The number of calls so far."""
        self.left_out = ""
        """What the check under way left out, in words."""
        self._since = self._born = monotonic()
        self._most_calls = 0

    def call(
        self, work: Callable[..., Result], *given: Any, grid: Grid | None = None
    ) -> Result | Failure:
        """Return ``work(*given)``, or the failure of the plugin; raise Unusable or NotChecked."""
        if monotonic() - self._born > MOST_SECONDS:
            raise NotChecked(f"its calls have taken {MOST_SECONDS:g} s already")
        self.n_calls += 1
        self.output.begin_call()
        component = self.component
        try:
            with redirect_stdout(self.output), redirect_stderr(self.output):
                done = self._time_limit.call(component, component.guarded_call, work, *given)
        except PluginStopped as timeout:
            line = timeout.line or component.line
            raise Unusable(lateness(self.limit), grid, line, is_late=True) from None
        if isinstance(done, Failure) and isinstance(done.error, TooMuchOutput):
            why = f"it prints more than {MOST_OUTPUT} characters in one call"
            raise Unusable(why, grid, done.line)
        return done

    def begin_check(self) -> None:
        """Start the time of the next check."""
        self._since = monotonic()
        self.left_out = ""

    def in_time(self, items: Sequence[Result], thing: str) -> Iterator[Result]:
        """Yield the `items`, only the first of them if the check takes more than `PATIENCE`."""
        for number, item in enumerate(items, 1):
            yield item
            if monotonic() - self._since > PATIENCE and number < len(items):
                self.left_out = part_done(number, len(items), thing)
                return

    def within_calls(self, items: Sequence[Result], most: int, done: str) -> Iterator[Result]:
        """Yield boards, only the first of them if the check makes more than `most` calls.

        `done`: what happens to them, in a word.
        """
        self._most_calls = self.n_calls + most
        for number, item in enumerate(items):
            if not self.has_calls_left:
                self.left_out = part_done(number, len(items), "board", done)
                return
            yield item

    @property
    def has_calls_left(self) -> bool:
        """Whether the check under way may make one more call."""
        return self.n_calls < self._most_calls

    def answer(self, grid: Grid) -> StrategyAnswer:
        """Call the strategy on `grid`; raise Unusable if it cannot be called again."""
        before = BoardSnapshot(grid)
        threads = set(threading.enumerate())
        given: list[Any] = []
        lines: list[int] = []
        done = self.call(self.collect, grid, given, lines, grid=grid)
        failure = done if isinstance(done, Failure) else Failure(done, self.component.line)
        why, line, error = failure
        if error is not None:
            why = _raised(failure)
            _free_frames(error)
        changed = before.restore()
        if isinstance(error, MemoryError):
            raise Unusable(why, grid, line) from None
        if any(thread.name != WATCHDOG for thread in set(threading.enumerate()) - threads):
            raise Unusable("it starts a thread, which goes on after its call", grid, line)
        return StrategyAnswer(grid, tuple(given), tuple(lines), why, line, error, changed)

    def collect(self, grid: Grid, given: list[Any], lines: list[int]) -> str:
        """Fill `given` and `lines`; return what is wrong with the answer as a whole."""
        answer = self.component.call(grid)
        if answer is None:
            return ""
        if isinstance(answer, Step):
            return "it returns one Step and not a list of steps"
        if not isinstance(answer, Iterable) or isinstance(answer, (str, bytes, Mapping)):
            return f"it returns {brief(answer)}, which is not a list of steps"
        times: Counter[Step] = Counter()
        for step in itertools.islice(answer, MOST_STEPS):
            given.append(step)
            lines.append(self.component.line_of(answer))
            if isinstance(step, Step):
                malformed(step, grid)  # one that was changed by force raises its error here
                times[step] += 1
                if times[step] == MOST_REPEATS:
                    notation = short_notation(step, grid.layout)
                    return f"it repeats the same step: {notation}, {MOST_REPEATS} times"
        if len(given) == MOST_STEPS:
            return f"it finds {MOST_STEPS} steps on one board and does not come to an end"
        return ""


def _free_frames(error: BaseException) -> None:
    """Free the variables in the frames of `error`, and the frames deep in a recursion."""
    traceback.clear_frames(error.__traceback__)
    trace, frames = error.__traceback__, 0
    while trace is not None:
        trace, frames = trace.tb_next, frames + 1
    for _ in range(frames - KEPT_FRAMES):
        assert error.__traceback__ is not None
        error.__traceback__ = error.__traceback__.tb_next


def _raised(failure: Failure) -> str:
    error = failure.error
    if isinstance(error, NotAllowed):
        return str(error)
    if isinstance(error, MemoryError):
        return "it needs more memory than there is"
    if failure.why.startswith("it called"):
        return failure.why.replace("called", "calls", 1)
    return f"it raises {failure.why}"
