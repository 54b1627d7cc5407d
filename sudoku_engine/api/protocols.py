"""What the engine asks of a solver, a generator, a checker, a reporter and a front end.

Each has an `id`, by which the configuration and the command line name it, and a `name` for
people. Options of a plugin are keyword-only parameters of its one method below.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol, TextIO, runtime_checkable

from sudoku_engine.api.events import Event
from sudoku_engine.api.puzzle import Puzzle
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.transform.transformation import Transformation


class Named(Protocol):
    """What has an id and a name."""

    @property
    def id(self) -> str:
        """The name in configurations and on the command line."""
        ...

    @property
    def name(self) -> str:
        """The name for people."""
        ...


@runtime_checkable
class Solver(Named, Protocol):
    """A program that searches; it may be a `CountingSolver` and a `WatchableSolver` too."""

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """The solutions of `grid`, one after another; raises GaveUp when it cannot say."""
        ...


@runtime_checkable
class CountingSolver(Protocol):
    """A solver that counts solutions faster than it makes them."""

    def count(self, grid: Grid, limit: int) -> int:
        """Return the number of solutions of `grid`, or `limit` if there are more."""
        ...


@runtime_checkable
class WatchableSolver(Protocol):
    """A solver whose search can be watched."""

    @property
    def search(self) -> Callable[..., Iterator[Event]]:
        """``search(grid, **options)`` yields `Tried`, `TakenBack` and `Found` events."""
        ...


@runtime_checkable
class Generator(Named, Protocol):
    """What makes puzzles.

    An option called `rater` is set by the engine: a `rating.Rater` with the strategies of the
    configuration, for generators that want to know how hard a puzzle is.
    """

    def generate(self, rng: random.Random, layout: Layout) -> Puzzle:
        """A puzzle on a board of `layout`; raises GaveUp where none is found.

        All chance comes from `rng`, by `sudoku_engine.randomness`, so that a seed means the same
        on every Python.
        """
        ...


class Verdict(NamedTuple):
    """What a checker says of two boards.

    `similar`: True with a `transformation` that turns the first into the second, False where
    there is none, None where the checker does not know; `why` says it in words.
    """

    similar: bool | None
    transformation: Transformation | None = None
    why: str = ""


@runtime_checkable
class Checker(Named, Protocol):
    """What tells whether one board is a transformation of another."""

    def find(self, source: Grid, target: Grid) -> Verdict:
        """The verdict on whether `source` can be turned into `target`.

        The engine applies every transformation and compares before it believes it.
        """
        ...


@runtime_checkable
class Reporter(Named, Protocol):
    """What writes runs down; it is told of every event as it happens."""

    def event(self, run: Run, event: Event) -> None:
        """Writes of `event` what it wants to, to ``run.out``."""
        ...


@runtime_checkable
class ErrorReporter(Protocol):
    """A reporter that also reports puzzles that cannot be read."""

    def error(self, error: FormatError, out: TextIO) -> None:
        """Report `error` to `out`."""
        ...


@runtime_checkable
class BoardFrontEnd(Protocol):
    """A front end in which a person can work on a board."""

    @property
    def work(self) -> Callable[..., None]:
        """``work(session, **options)`` opens the board of a `Session`."""
        ...


@runtime_checkable
class FrontEnd(Named, Protocol):
    """What shows runs, at its own pace; it may be a `BoardFrontEnd` too."""

    def present(self, runs: Iterable[Run]) -> None:
        """Shows `runs`, to the last event that a person wants to see."""
        ...
