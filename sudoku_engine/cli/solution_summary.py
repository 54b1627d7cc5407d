"""Report the solutions that `solve` writes as boards only: how many, and in what time."""

from __future__ import annotations

from time import perf_counter

from sudoku_engine.api.events import Ended, Event
from sudoku_engine.api.run import Run
from sudoku_engine.board.words import counted
from sudoku_engine.cli.program import message
from sudoku_engine.solving.verification import n_solutions


class SolutionSummary:
    """Report how many solutions each puzzle has, and at the end how long all of them took."""

    def __init__(self) -> None:
        self.puzzles = 0
        self.begun = perf_counter()

    def event(self, run: Run, event: Event) -> None:
        """Report a run that is over."""
        if isinstance(event, Ended):
            self.puzzles += 1
            message(f"{run.source}: {n_solutions(run.grid, event)}")

    def total(self) -> None:
        """Report the number of puzzles, and how long they took."""
        seconds = perf_counter() - self.begun
        message(f"{counted(self.puzzles, 'puzzle')} in {seconds:.3f} s")
