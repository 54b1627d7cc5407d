"""What the best work of a class can do: solve the puzzles that our own technique solves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sudoku_engine.api.record import grid_of, grid_record
from sudoku_engine.plugins.component import Component, by_default
from sudoku_engine.tasks.rating import Rater
from sudoku_engine.testing.kit import bundled_kit


def open_after_simpler(puzzles: Sequence[Any], technique: str) -> list[Any]:
    """Return the `puzzles`, data for JSON, as they are when simpler strategies find nothing more.

    Those that these solve are left out. So this is done once, and not for each file of a class.
    """
    rater, simpler, _ = _rater(technique)
    rests = ((rater.after(grid_of(grid), simpler), solution) for grid, solution in puzzles)
    return [(grid_record(rest), solution) for rest, solution in rests if not rest.is_solved]


def solved_by_ours(puzzles: Sequence[Any], technique: str) -> int:
    """Return how many of the `puzzles`, data for JSON, are solved by `technique`, not without it.

    Simpler strategies help, which is what a pupil's file is measured by as well.
    """
    rater, simpler, component = _rater(technique)
    return sum(
        rater.after(grid_of(grid), [*simpler, component]).is_solved
        for grid, _ in open_after_simpler(puzzles, technique)
    )


def _rater(technique: str) -> tuple[Rater, list[Component], Component]:
    """Return a rater, the strategies simpler than a `technique`, and the technique."""
    ours = bundled_kit().ours
    (component,) = (each for each in ours if each.id == technique)
    rater = Rater(by_default(ours))
    return rater, [each for each in rater.strategies if each.score < component.score], component
