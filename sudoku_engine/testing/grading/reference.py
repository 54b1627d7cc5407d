"""What the best work of a class can do: solve the puzzles that our own technique solves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sudoku_engine.api.record import grid_of, grid_record
from sudoku_engine.plugins.component import by_default
from sudoku_engine.solving.rating import Rater
from sudoku_engine.testing.kit import bundled_kit


def open_after_simpler(puzzles: Sequence[Any], technique: str) -> list[Any]:
    """Return the `puzzles`, data for JSON, as they are when simpler strategies find nothing more.

    Those that these solve are left out. The others say whether the `technique` solves them with
    their help. So this is done once, and not for each file of a class.
    """
    ours = bundled_kit().ours
    (component,) = (each for each in ours if each.id == technique)
    rater = Rater(by_default(ours))
    simpler = [each for each in rater.strategies if each.score < component.score]
    rests = ((rater.after(grid_of(grid), simpler), solution) for grid, solution in puzzles)
    return [
        (grid_record(rest), solution, rater.after(rest, [*simpler, component]).is_solved)
        for rest, solution in rests
        if not rest.is_solved
    ]
