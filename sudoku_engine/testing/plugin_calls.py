"""Calls a plugin on a board under watch, and keeps all that comes of it."""

from __future__ import annotations

import io
import itertools
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import shown
from sudoku_engine.isolation.board_snapshot import BoardSnapshot
from sudoku_engine.isolation.time_limits import NO_LAST_RESORT, LastResort, PluginTimeout, Watchdog
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.solving.guard import nonsense, objection, trimmed

MOST_STEPS = 10_000
"""How many steps one call may give: more would be a loop without an end."""

PATIENCE = 20.0
"""Seconds after which a check of a slow plugin ends: what it was tried on must do."""

MOST_REPEATS = 200
"""How often one call may give the same step."""

MOST_OUTPUT = 100_000
"""How many characters one call may print."""

KEPT_OUTPUT = 400
"""How much of what is printed is kept."""

WATCHDOG = "watchdog"
"""What our own thread is called."""

KEPT_FRAMES = 20
"""How much of the way to an error is kept: that of a recursion is long, and holds much memory."""

Result = TypeVar("Result")


class NotAllowed(BaseException):
    """Raised in a plugin that does what none may; no ``except Exception`` of its own holds it."""


class Unfit(Exception):
    """There is no use in more calls: `why`, on which board, at which line (0 where unknown).

    `is_late`: because one took too long.
    """

    def __init__(self, why: str, grid: Grid | None, line: int, is_late: bool = False) -> None:
        super().__init__(why, grid, line, is_late)
        self.is_late = is_late
        self.why = why
        self.grid = grid
        self.line = line


class TooMuchOutput(BaseException):
    """Raised in a plugin that prints without an end; no ``except Exception`` holds it."""


class Output(io.TextIOBase):
    """Takes what a plugin prints: counts it, keeps the beginning, stops what does not end."""

    def __init__(self) -> None:
        self.count = 0
        self.kept = ""
        self._limit = MOST_OUTPUT

    def write(self, text: str) -> int:
        """Takes `text`."""
        self.count += len(text)
        if len(self.kept) < KEPT_OUTPUT:
            self.kept = (self.kept + text)[:KEPT_OUTPUT]
        if self.count > self._limit:
            raise TooMuchOutput
        return len(text)

    def next_call(self) -> None:
        """Another call begins, which may print as much as any."""
        self._limit = self.count + MOST_OUTPUT


@dataclass(frozen=True)
class Trial:
    """What came of one call of a strategy on `grid`.

    `steps`: all that it gave, whatever that is, with the `lines` of its file where it gave them;
    `why` it is no answer at all, empty where it is one, then `line`; `error`: what it raised;
    `changed`: what of the board it changed.
    """

    grid: Grid
    steps: tuple[Any, ...] = ()
    lines: tuple[int, ...] = ()
    why: str = ""
    line: int = 0
    error: BaseException | None = None
    changed: str = ""

    @property
    def true_steps(self) -> list[Step]:
        """Those of the steps that are steps."""
        return [step for step in self.steps if isinstance(step, Step)]


class Caller:
    """Calls a `component`, each call `limit` seconds long at the most.

    `last_resort`: what to do about one that nothing can stop.
    """

    def __init__(
        self,
        component: Component,
        limit: float,
        last_resort: LastResort = NO_LAST_RESORT,
    ) -> None:
        self.component = component
        self.limit = limit
        self.output = Output()
        self._time_limit = Watchdog(limit, last_resort).time_limit()
        self._since = monotonic()

    def call(
        self, work: Callable[..., Result], *given: Any, grid: Grid | None = None
    ) -> Result | Failure:
        """Return ``work(*given)``, or the failure of the plugin; raise Unfit."""
        self.output.next_call()
        try:
            with redirect_stdout(self.output), redirect_stderr(self.output):
                done = self._time_limit.call(
                    self.component, self.component.guarded_call, work, *given
                )
        except PluginTimeout as timeout:
            why = f"it does not come back within {self.limit:g} s"
            raise Unfit(why, grid, timeout.line or self.component.line, is_late=True) from None
        if isinstance(done, Failure) and isinstance(done.error, TooMuchOutput):
            why = f"it prints more than {MOST_OUTPUT} characters in one call"
            raise Unfit(why, grid, done.line)
        return done

    def begin(self) -> None:
        """Another check begins, which may take `PATIENCE` seconds before it ends early."""
        self._since = monotonic()

    @property
    def is_late(self) -> bool:
        """Whether the check under way takes so long that it should end early."""
        return monotonic() - self._since > PATIENCE

    def in_time(self, items: Iterable[Result]) -> Iterator[Result]:
        """The `items`, or the first of them where the check takes too long."""
        for item in items:
            yield item
            if self.is_late:
                return

    def trial(self, grid: Grid) -> Trial:
        """What comes of a call of the strategy on `grid`; raises Unfit."""
        before = BoardSnapshot(grid)
        threads = set(threading.enumerate())
        steps: list[Any] = []
        lines: list[int] = []
        line, error = self.component.line, None
        gathered = self.call(self._gather, grid, steps, lines, grid=grid)
        if isinstance(gathered, Failure):
            why, line, error = _raised(gathered), gathered.line, gathered.error
            _let_go(gathered.error)
        else:
            why = gathered
        changed = before.restore()
        if isinstance(error, MemoryError):
            raise Unfit(why, grid, line) from None
        if any(thread.name != WATCHDOG for thread in set(threading.enumerate()) - threads):
            raise Unfit("it starts a thread, which goes on after its call", grid, line)
        return Trial(grid, tuple(steps), tuple(lines), why, line, error, changed)

    def _gather(self, grid: Grid, steps: list[Any], lines: list[int]) -> str:
        """Fills `steps` and `lines`; gives why what came is no list of steps."""
        given = self.component.call(grid)
        if given is None:
            return ""
        if isinstance(given, Step):
            return "it returns one Step and not a list of steps"
        if not isinstance(given, Iterable) or isinstance(given, (str, bytes, Mapping)):
            return f"it gives {shown(given)}, which is no list of steps"
        times: Counter[Step] = Counter()
        for step in itertools.islice(given, MOST_STEPS):
            steps.append(step)
            lines.append(self.component.line_of(given))
            if isinstance(step, Step):
                times[step] += 1
                if times[step] == MOST_REPEATS:
                    notation = step.notation(grid.layout)
                    many = f"{MOST_REPEATS} times {notation}"
                    return f"it gives the same step again and again: {many}"
        if len(steps) == MOST_STEPS:
            return f"it gives {MOST_STEPS} steps on one board and does not come to an end"
        return ""


def _let_go(error: BaseException | None) -> None:
    """Frees what the frames on the way to `error` hold, and those on the way into a recursion."""
    if error is None:
        return
    traceback.clear_frames(error.__traceback__)
    trace, steps = error.__traceback__, 0
    while trace is not None:
        trace, steps = trace.tb_next, steps + 1
    for _ in range(steps - KEPT_FRAMES):
        assert error.__traceback__ is not None
        error.__traceback__ = error.__traceback__.tb_next


def _raised(failure: Failure) -> str:
    error = failure.error
    if isinstance(error, NotAllowed):
        return str(error)
    if isinstance(error, MemoryError):
        return "it needs more memory than there is"
    if isinstance(error, SystemExit):
        return "it calls sys.exit"
    return f"it raises {failure.why}"


def at_rest(caller: Caller, grid: Grid, most: int = 400) -> Grid:
    """The board on which the strategy finds nothing more, all that it finds done at each call."""
    for _ in range(most):
        before = grid
        for step in caller.trial(grid).true_steps:
            left = None if nonsense(step, grid) else trimmed(step, grid)
            if left is not None and objection(left, grid, None) is None:
                grid = grid.apply(left)
        if grid is before:
            break
    return grid


def rest(caller: Caller, grid: Grid, most: int = 400) -> Iterator[tuple[Trial, Step]]:
    """Each trial with the step that is taken, until the strategy finds nothing on the board."""
    for _ in range(most):
        trial = caller.trial(grid)
        step = next(iter(trial.true_steps), None)
        if step is None:
            return
        yield trial, step
        grid = grid.apply(step)
