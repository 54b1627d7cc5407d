"""What the best work of a class can have: the puzzles that our own technique solves, all points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sudoku_engine.api.record import grid_of
from sudoku_engine.grading.results import FINDS_SOMETHING, Result
from sudoku_engine.grading.scheme import Scheme, Score
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


def most_points(results: Sequence[Result], rules: Scheme, solved: int | None) -> float:
    """Return the points for passing all checks of one of the `results` and solving all puzzles.

    These are `solved` puzzles, or all that simpler strategies leave open.
    """
    return max((_most(result, rules, solved) for result in results if result.id), default=0.0)


def _most(result: Result, rules: Scheme, solved: int | None) -> float:
    n_open = result.figures.n_open if result.figures else 0
    checks = {one.check: (one.is_must, True) for one in result.findings}
    part = float(solved is not None and FINDS_SOMETHING in checks)
    return rules.points(Score(checks, n_open if solved is None else solved, part=part))
