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
    """How hard a puzzle is.

    `level`: one of `LEVELS`, or `BEYOND`; `score`: the sum of the scores of its steps, of those
    that were found where the level is `BEYOND`; `hardest`: the strategy with the highest score
    that was needed, None where there was no step; `counts`: how many steps of which
    strategies, by id, in the order of trial; `outcome`: how the run ended, `why` says more of it;
    `n_open`: the cells that it left open; `faults`: what strategies did wrong on the way.
    """

    level: str
    score: int
    hardest: Author | None
    counts: Mapping[str, int]
    outcome: Outcome
    why: str = ""
    n_open: int = 0
    faults: tuple[Fault, ...] = ()


class Puzzle(NamedTuple):
    """What a generator made.

    `givens` is the puzzle, `solution` a board that solves it, `made` says in words how it was
    made. `is_unique`: whether that solution is the only one, None where that is not known; the
    engine proves it before it hands a puzzle out. `rating`: how hard it is, where the generator
    asked.
    """

    givens: Grid
    solution: Grid
    made: str = ""
    is_unique: bool | None = True
    rating: Rating | None = None
