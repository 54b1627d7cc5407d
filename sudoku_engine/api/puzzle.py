"""A puzzle as a generator makes it, and how hard it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Union

from sudoku_engine.api.events import Author, Faulted, Outcome, Rejected
from sudoku_engine.board.grid import Grid

BEYOND = "beyond"
"""The level of a puzzle that the strategies at hand do not solve."""

Fault = Union[Faulted, Rejected]


class Rating(NamedTuple):
    """How hard a puzzle is."""

    level: str
    """One of `LEVELS`, or `BEYOND`."""
    score: float
    """The sum of the scores of the steps, of those that were found if the level is `BEYOND`."""
    hardest: Author | None
    """The strategy with the highest score that was needed, None if there was no step."""
    counts: Mapping[str, int]
    """How many steps each strategy found, by id, in the order of trial."""
    outcome: Outcome
    """How the run ended."""
    why: str = ""
    """More about the outcome, in words."""
    n_open: int = 0
    """How many cells the run left open."""
    faults: tuple[Fault, ...] = ()
    """What strategies did wrong on the way."""


class Puzzle(NamedTuple):
    """A puzzle that a generator made."""

    givens: Grid
    """The puzzle."""
    solution: Grid
    """A board that solves it."""
    made: str = ""
    """How it was made, in words."""
    is_unique: bool | None = True
    """Whether that solution is the only one, None if unknown; the engine proves what is claimed."""
    rating: Rating | None = None
    """How hard it is, if the generator found out."""
