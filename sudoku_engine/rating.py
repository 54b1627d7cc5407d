"""How hard a puzzle is for a person, on HoDoKu's scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sudoku_engine.events import Author, Outcome
from sudoku_engine.grid import Grid
from sudoku_engine.plugin import Plugin

BEYOND = "beyond"
"""The level of a puzzle that the strategies at hand do not solve."""


class Rating(NamedTuple):
    """How hard a puzzle is.

    `level`: one of `LEVELS`, or `BEYOND`; `score`: the sum of the scores of its steps, of those
    that were found where the level is `BEYOND`; `hardest`: the strategy with the highest score
    that was needed, None where there was no step; `counts`: how many steps of which
    strategies, by id, in the order of trial; `outcome`: how the run ended.
    """

    level: str
    score: int
    hardest: Author | None
    counts: Mapping[str, int]
    outcome: Outcome


class Rater:
    """What rates puzzles, by `strategies` in their order of trial."""

    def __init__(self, strategies: Sequence[Plugin]) -> None:
        self.strategies = tuple(strategies)

    def rate(self, grid: Grid) -> Rating:
        """How hard `grid` is."""
        raise NotImplementedError
