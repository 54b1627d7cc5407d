"""Puzzles made by a generator, and ratings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Union

from sudoku_engine.api.events import Author, Faulted, Outcome, Rejected
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted

BEYOND = "beyond"
"""The level of a puzzle that the chosen strategies do not solve."""

Fault = Union[Faulted, Rejected]


class Rating(NamedTuple):
    """The rating of a puzzle: how hard it is."""

    level: str
    """One of `LEVELS`, or `BEYOND`."""
    score: float
    """The sum of the scores of the steps; if the level is `BEYOND`, of those found."""
    hardest: Author | None
    """The strategy with the highest score in the run, None without a step."""
    counts: Mapping[str, int]
    """How many steps each strategy found, by id, in the order in which they are tried."""
    outcome: Outcome
    """How the run ended."""
    why: str = ""
    """More about the outcome, in words."""
    n_open: int = 0
    """The number of cells still open."""
    faults: tuple[Fault, ...] = ()
    """The faults of strategies in the run."""

    def __str__(self) -> str:
        """Return the rating in one line: ``medium  score 262  hardest: Locked Candidates``."""
        hardest = self.hardest.name if self.hardest else "none"
        if self.level != BEYOND:
            return f"{self.level}  score {self.score}  hardest: {hardest}"
        cells = f"{counted(self.n_open, 'cell')} open"
        ended = " ".join(filter(None, [self.outcome, self.why, "with", cells]))
        return f"{self.level}  score over {self.score}  {ended}, hardest so far: {hardest}"

    def __repr__(self) -> str:
        return f"<Rating {self}>"


class Puzzle(NamedTuple):
    """A puzzle made by a generator."""

    givens: Grid
    """The puzzle."""
    solution: Grid
    """A board that solves it."""
    made: str = ""
    """How it was made, in words."""
    is_unique: bool | None = True
    """Whether that solution is the only one, None if unknown; the engine checks a claim."""
    rating: Rating | None = None
    """The rating, if the generator made one."""
