"""Integer: the linear system with whole numbers, solved exactly.

`linear_system` writes a sudoku as ``A x = b``, where an unknown is 1 if a certain digit stands in a
certain cell. Demand that every unknown is a whole number, and the solutions of the system
are those of the sudoku, no more and no fewer. A linear program with this demand is a *(mixed)
integer linear program*, and solvers for these are used wherever crews, trucks or timetables
are planned. One is HiGHS (https://highs.dev), which scipy brings along. It works so:

1. *Presolve*: what follows at once is done and taken out of the matrix. A naked or a hidden
   single is nothing else than a sum with one unknown left.
2. *Relax*: forget "whole numbers" and solve the linear program that is left. No solution:
   the sudoku has none either. No fractions: done.
3. *Cut*: otherwise add a sum that every whole solution obeys and this fraction does not.
4. *Branch*: where that does not help, choose an unknown that is a fraction, and try it as 0
   and as 1: a search with guesses, as the others, with a linear program at every step.

A further solution is found by cutting off the known one: a row that says "agree with it in n² - 1
cells at most". If nothing is left, it was the only one. So that the rows do not pile up,
`dividing` divides the board for the next one.

Described by A. Bartlett, T. Chartier, A. Langville and T. Rankin, "An integer programming model
for the Sudoku problem", Journal of Online Mathematics and its Applications 8 (2008).

It is exact, but slow by nature beside a search that knows sudoku: for every question a matrix of
real numbers is handed over, reduced and factorised, some 5 ms for 9x9 (40 % of it on the way
through scipy), even where singles solve the puzzle. Branching costs far more, since every guess is
a linear program again: the hardest 9x9 puzzles take 100 times as long. With n³ unknowns, 16x16
takes 4 times as long and 25x25 10 times where half of the board is given.

HiGHS always takes the same way, however many threads it uses (scipy lets nobody choose), so the
same puzzle gives the same solutions in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid
from sudoku_engine.errors import GaveUp
from sudoku_plugins.solvers.dividing import each_solution
from sudoku_plugins.solvers.extras import needed
from sudoku_plugins.solvers.interrupting import interruptibly
from sudoku_plugins.solvers.linear_system import filled, linear_system, solution_row

_OPTIMAL, _INFEASIBLE = 0, 2


class Integer:
    """The linear system in whole numbers, by HiGHS."""

    id = "integer"
    name = "Integer program"

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """Return an iterator over the solutions of `grid`."""
        return each_solution(grid, self._find)

    def _find(self, grid: Grid, known: Grid | None) -> Grid | None:
        with needed("scipy", extra="linear", solver=self.id):
            from scipy.optimize import Bounds, LinearConstraint, milp
        system = linear_system(grid)
        constraints = [LinearConstraint(system.matrix, system.right, system.right)]
        if known:
            most = len(grid.digits) - 1
            constraints.append(LinearConstraint([solution_row(known)], 0, most))
        nothing_to_minimise = [0] * len(system.highest)
        result = interruptibly(
            lambda: milp(
                nothing_to_minimise,
                integrality=[1] * len(system.highest),
                bounds=Bounds(0, system.highest),
                constraints=constraints,
            )
        )
        if result.status == _INFEASIBLE:
            return None
        if result.status != _OPTIMAL:
            raise GaveUp(f"the integer program was not solved: {result.message}")
        solution, _ = filled(grid, result.x.tolist())
        if solution is None:
            raise GaveUp("the integer program was solved too inexactly")
        return solution


INTEGER = Integer()
