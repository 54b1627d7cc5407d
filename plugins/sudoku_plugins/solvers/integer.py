"""Integer: the linear system with whole numbers, solved exactly.

`linear_system` writes a sudoku as ``A x = b``, where an unknown is 1 if a certain digit is in a
certain cell. If every unknown must be a whole number, the solutions of the system
are exactly those of the sudoku. A linear program with this condition is a *(mixed)
integer linear program*, and solvers for these plan crews, trucks and timetables
everywhere. One is HiGHS (https://highs.dev), a part of scipy. It works like this:

1. *Presolve*: do all that follows at once, and remove it from the matrix. A naked or a hidden
   single is just a sum with one unknown left.
2. *Relax*: forget "whole numbers" and solve the linear program that is left. No solution:
   the sudoku has no solution either. No fractions: done.
3. *Cut*: otherwise add a sum that is right for every whole solution but not for this fraction.
4. *Branch*: if that does not help, choose an unknown that is a fraction, and try it as 0
   and as 1: a search with guesses, like the others, with a linear program at every step.

To find a further solution, cut off the known one with a row that says "agree with it in at most
n² - 1 cells". If nothing is left, it was the only one. To keep such rows few,
`dividing` divides the board for the next one.

Described by A. Bartlett, T. Chartier, A. Langville and T. Rankin, "An integer programming model
for the Sudoku problem", Journal of Online Mathematics and its Applications 8 (2008).

It is exact, but slow compared to a search that knows sudoku: each call passes on, reduces and
factorises a matrix of real numbers, about 5 ms for 9x9 (40 % of it in
scipy), even if singles solve the puzzle. Branching costs far more, since every guess is
a linear program again: the hardest 9x9 puzzles take 100 times as long. With n³ unknowns, 16x16
takes 4 times as long and 25x25 10 times with half of the board given.

HiGHS works in the same way with any number of threads (which scipy does not let us choose), so the
same puzzle has the same solutions in the same order.
"""

from collections.abc import Iterator

from sudoku_engine import Grid
from sudoku_engine.errors import GaveUp, needed
from sudoku_plugins.solvers.dividing import each_solution
from sudoku_plugins.solvers.linear_system import filled, interruptibly, linear_system, solution_row

_OPTIMAL, _INFEASIBLE = 0, 2


class Integer:
    """Solves the linear system in whole numbers with HiGHS."""

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
