"""Linear L1: the sparsest solution, relaxed to a linear program.

`linear_system` writes a sudoku as ``A x = b`` with n³ unknowns. Such a system has fewer equations
than unknowns, so infinitely many solutions, most of them in fractions: "a third of a 4 and two
thirds of a 7". How can we find the sudoku among them? Every cell must hold something, so at
least n² unknowns are not 0, and a solution in which exactly n² are not 0 is a sudoku. So look for
the *sparsest* solution, the one with the fewest unknowns that are not 0 (its "norm" ‖x‖₀).

Nobody knows how to do that fast. Instead, one usually looks for the solution whose
absolute values have the least *sum* (‖x‖₁). It is often the sparsest one too, and the problem is a
*linear program*: the time to solve these grows only moderately with
their size. Described by P. Babu, K. Pelckmans, P. Stoica and J. Li, "Linear systems, sparse
solutions, and Sudoku", IEEE Signal Processing Letters 17 (2010).

Now comes a surprise. No unknown may be negative, so ‖x‖₁ is the sum of all x; and
the cells' rows say that the unknowns of each cell add up to 1. So *every* x that obeys the rules
has ‖x‖₁ = n², and there is nothing to minimise: the program that solves it may return any
corner of the solutions. The system itself does the real work. Often the
rules allow no fractions at all, and then x is the only solution of the sudoku.

So there are three answers:

* all unknowns are 0 or 1: certainly a solution;
* no x obeys the rules: then no sudoku does, so there is certainly no solution;
* fractions: this proves nothing, and the solver gives up, with the number of such cells. It happens
  with about one in eight of the 17-clue puzzles, and with nearly all that are made to be hard.

And is it the only solution? As the L1 norm proves nothing, we can minimise another sum over the
same x: the number of cells in which x agrees with the solution found. If even the least is n², all
x that obey the rules are that solution: it is certainly the only one. If the optimum is another
solution, there are two. If it is in fractions, the answer is unknown, and the solver gives up. To
find more than two, divide the board, see `dividing`.

It is slow compared to a search: 9x9 takes about 5 ms for any puzzle, half of it to set up the
program. With n³ unknowns, 16x16 takes 4 times as long and 25x25 12 times with half of the board
given, and on empty boards, where nothing follows at once, 10 and 30 times more than that.
"""

from collections.abc import Iterator

from sudoku_engine import Grid
from sudoku_engine.errors import GaveUp, needed
from sudoku_plugins.solvers.dividing import each_solution
from sudoku_plugins.solvers.linear_system import (
    TOLERANCE,
    filled,
    interruptibly,
    linear_system,
    solution_row,
)

_OPTIMAL, _INFEASIBLE = 0, 2


class LinearL1:
    """Minimises L1 by a linear program; gives up if its optimum is not a sudoku."""

    id = "linear_l1"
    name = "Linear program (L1)"

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """Return the solutions of `grid`; raises GaveUp if the optimum is in fractions.

        That can happen at the first solution, or later, if it cannot find out whether
        there are more.
        """
        return each_solution(grid, self._find)

    def _find(self, grid: Grid, known: Grid | None) -> Grid | None:
        with needed("scipy", extra="linear", solver=self.id):
            from scipy.optimize import linprog
        system = linear_system(grid)
        weights = solution_row(known) if known else [1] * len(system.highest)
        result = interruptibly(
            lambda: linprog(
                weights,
                A_eq=system.matrix,
                b_eq=system.right,
                bounds=[(0, highest) for highest in system.highest],
                method="highs-ipm",
            )
        )
        if result.status == _INFEASIBLE and known is None:
            return None
        if result.status != _OPTIMAL:
            raise GaveUp(f"the linear program was not solved: {result.message}")
        if known and result.fun > len(grid.digits) - TOLERANCE:
            return None
        solution, fractional = filled(grid, result.x.tolist())
        if solution is None:
            what = "there may be more solutions: the next" if known else "the"
            raise GaveUp(
                f"{what} optimum is not a sudoku, with fractions in {fractional} of "
                f"{len(grid.digits)} cells"
            )
        return solution


LINEAR_L1 = LinearL1()
