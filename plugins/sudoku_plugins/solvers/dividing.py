"""All solutions, by a method that can only find one solution.

A method that answers "here is one solution" or "there is no solution" can find a second one too:
forbid the first, and call it again. But then the list of forbidden solutions grows with every
solution, and so do the memory and the time of each call. Dividing the board keeps both
small:

1. Find a solution that differs from the known one. If there is none, this board is done.
2. Otherwise the two differ in some cell; the known one has, say, 7 there. Divide the board:
   *with* 7 in this cell, and *without* 7 among its candidates. Every solution is in exactly one
   of the two, and for each we know one already. Go on with both in the same way.

So no call forbids more than one solution. A board with s solutions needs s calls that return a
solution, and at most s that return nothing (one for a board without solutions). The memory is a
stack of boards still to do, at most one for each candidate. K. G. Murty ranked assignments in this
way, best first ("An algorithm for ranking all the assignments in order
of increasing cost", Operations Research 16, 1968).
"""

from collections.abc import Iterator
from typing import Protocol

from sudoku_engine import Candidate, Grid, Step
from sudoku_plugins.solvers import refuse_clues


class Find(Protocol):
    """A function that finds one solution."""

    def __call__(self, grid: Grid, known: Grid | None) -> Grid | None:
        """Return a solution of `grid` other than the `known` one, or None."""
        ...


def each_solution(grid: Grid, find: Find) -> Iterator[Grid]:
    """Yield the solutions of `grid`, each as soon as `find` has found it."""
    refuse_clues(grid)
    first = find(grid, None)
    if first is None:
        return
    yield first
    parts = [(grid, first)]
    while parts:
        part, known = parts.pop()
        other = find(part, known)
        if other is None:
            continue
        yield other
        candidate = _difference(known, other)
        parts.append((part.apply(Step(eliminations=[candidate])), other))
        parts.append((part.apply(Step(placements=[candidate])), known))


def _difference(known: Grid, other: Grid) -> Candidate:
    return next(
        Candidate(cell, digit)
        for cell, digit in enumerate(known.digits)
        if digit != other.digits[cell]
    )
