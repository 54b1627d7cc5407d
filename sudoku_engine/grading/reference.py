"""What the best work of a class can do: solve the puzzles that our own technique solves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sudoku_engine.api.record import grid_of
from sudoku_engine.plugins.component import by_default
from sudoku_engine.tasks.rating import Rater
from sudoku_engine.testing.kit import bundled_kit


def solved_by_ours(puzzles: Sequence[Any], technique: str) -> int:
    """Return how many of the `puzzles`, data for JSON, are solved by `technique`, not without it.

    Simpler strategies help, which is what a pupil's file is measured by as well.
    """
    ours = bundled_kit().ours
    (component,) = (each for each in ours if each.id == technique)
    rater = Rater(by_default(ours))
    simpler = [each for each in rater.strategies if each.score < component.score]
    rests = (rater.after(grid_of(grid), simpler) for grid, _ in puzzles)
    return sum(
        rater.after(rest, [*simpler, component]).is_solved for rest in rests if not rest.is_solved
    )
