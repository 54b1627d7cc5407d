"""What is told on standard error while boards go into a file: each result, and the time."""

from __future__ import annotations

from time import perf_counter

from sudoku_engine.commands.program import complain
from sudoku_engine.events import Ended, Event
from sudoku_engine.run import Run
from sudoku_engine.verifying import n_solutions


class Progress:
    """Tells of each puzzle how many solutions it has, and at the end how long all of them took."""

    def __init__(self) -> None:
        self.puzzles = 0
        self.begun = perf_counter()

    def event(self, run: Run, event: Event) -> None:
        """Tells of a run that is over."""
        if isinstance(event, Ended):
            self.puzzles += 1
            complain(f"{run.source}: {n_solutions(run.grid, event)}")

    def total(self) -> None:
        """Tells how many puzzles there were, and how long they took."""
        plural = "" if self.puzzles == 1 else "s"
        seconds = perf_counter() - self.begun
        complain(f"{self.puzzles} puzzle{plural} in {seconds:.3f} s")
