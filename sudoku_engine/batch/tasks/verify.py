"""``batch verify``: the number of solutions of each puzzle."""

from __future__ import annotations

from sudoku_engine.batch.job import Job
from sudoku_engine.batch.tasks.task import Bulk, Row, raise_if_missing
from sudoku_engine.board.grid import Grid
from sudoku_engine.engine import Engine
from sudoku_engine.errors import SudokuError
from sudoku_engine.solving.bulk_search import can_settle
from sudoku_engine.solving.verification import SEVERAL, UNIQUE, Verification, verified


class Verify:
    """Counts solutions with the solver of the configuration."""

    def __init__(self, job: Job, engine: Engine) -> None:
        self.solver = engine.solver()
        self.components = [self.solver]
        is_bulk = can_settle(self.solver, job.config.layout)
        self.bulk = Bulk(2, _settled) if is_bulk else None

    def row(self, grid: Grid) -> Row:
        """Return the number of solutions of `grid`, and in words why that is not 1."""
        try:
            found = verified(grid, self.solver)
        except SudokuError as error:
            raise_if_missing(error)
            return Row((None,), error.what, is_error=True)
        return _row(found)


def _settled(count: int, solution: str) -> Row:
    return _row(UNIQUE if count == 1 else SEVERAL)


def _row(found: Verification) -> Row:
    if found.fault:
        return Row((None,), faults=(str(found.fault),))
    return Row((found.solutions,), "" if found.is_valid else found.words.removeprefix("invalid: "))
