"""What the engine asks of a solver, a generator, a checker, a reporter and a front end.

Each has an `id`, by which the configuration and the command line name it, and a `name` for
people. Options of a plugin are keyword-only parameters of its one method below.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol, runtime_checkable

from sudoku_engine.api.events import Event
from sudoku_engine.api.puzzle import Puzzle
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
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
    """A program that searches.

    It may also have `count(grid, limit)`, where it counts faster than by making solutions,
    and `search(grid)`, which yields `Tried`, `TakenBack` and `Found` events to be watched.
    """

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """The solutions of `grid`, one after another; raises GaveUp when it cannot say."""
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
class FrontEnd(Named, Protocol):
    """What shows runs; it draws their events forward at its own pace.

    It may also have `work(session)`, which opens the board of a `Session` for a person to work on;
    its keyword-only parameters are options too.
    """

    def present(self, runs: Iterable[Run]) -> None:
        """Shows `runs`, to the last event that a person wants to see."""
        ...
