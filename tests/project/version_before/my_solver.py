"""My Solver: say here how it searches.

`explain my_solver` shows these lines. This one tries the candidates of the cell with the fewest.
"""

from sudoku_engine import Candidate, Grid, Step, hookimpl
from sudoku_engine.errors import GaveUp


class MySolver:
    """A search in the cell with the fewest candidates."""

    id = "my_solver"  # its name on the command line and in configurations
    name = "My Solver"  # its name for people

    def solutions(self, grid: Grid, *, most: int = 10_000):
        """The solutions of `grid`, one after another; none, where there is none.

        Where `most` boards were looked at, it gives up: no answer is better than a wrong one.
        What stands behind the * is an option: the configuration can set it.
        """
        waiting = [] if grid.contradiction() else [grid]
        for _ in range(most):
            if not waiting:
                return
            board = waiting.pop()
            if board.is_solved:
                yield board
                continue
            cell = min(board.open_cells, key=lambda cell: len(board.candidates(cell)))
            for digit in sorted(board.candidates(cell), reverse=True):
                # A board never changes: apply makes a new one.
                waiting.append(board.apply(Step(placements=[Candidate(cell, digit)])))
        if waiting:
            raise GaveUp(f"no answer after {most} boards")


@hookimpl
def sudoku_solvers():
    """What this file offers: objects, not classes."""
    return [MySolver()]


if __name__ == "__main__":  # running this file (F5 in IDLE) checks it
    from sudoku_engine.__main__ import run

    raise SystemExit(run(["plugins", "check", __file__]))
