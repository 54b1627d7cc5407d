"""Smallest reason: the step that follows from the fewest truths, whether or not it has a name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from sudoku_engine import GaveUp, Grid, PuzzleError, Step
from sudoku_plugins.strategies import forcing_strategy

EXAMPLE = "2..8394518..5417264516279831.538624.342.1586.68.4.231552...41.89182536747.41.85.2"
"""If r1c3 is 6, row 7 has 6 only in r7c5; then columns 3 and 5 both need 7 in row 6."""

BUDGET = 100_000
"""The choices that are tried for a step: about a second."""


@forcing_strategy("Smallest Reason", score=1000, level="extreme", example=EXAMPLE, by_default=False)
def smallest_reason(grid: Grid) -> Iterator[Step]:
    """Find the fewest truths from which something new follows.

    A truth is as plain as can be: a cell has a digit, a house has a place for a digit, a clue
    holds. Suppose that a candidate is true, and look at what it excludes. If a few truths cannot
    all hold any more, the candidate is false::

        if r1c3 is 6: r7c5 is 6 (row 7); r6c3 is 7 (column 3);
        then column 5 has no place left for 7; so r1c3 is not 6

    A hidden single needs one truth, a naked pair two, as does an X-wing; a chain needs one for each
    strong link. The step with the fewest is often the simplest for people, too: how hard a
    deduction is depends on how many truths one has to keep in mind at once (Lee, Goodwin,
    Johnson-Laird, "The psychological puzzle of sudoku", 2008). Such steps are computed here, not
    searched for by hand; B. Bogaerts, E. Gamba and T. Guns describe that in "A framework for
    step-wise explaining how to solve constraint satisfaction problems" (2021).
    """
    from sudoku_engine import why  # a plugin brings it

    with suppress(PuzzleError, GaveUp):  # a mistake; large clues
        found = why(grid, budget=BUDGET)
        if found.step is not None:
            yield found.step.step
