"""Messages on standard error while boards go elsewhere: results, times, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TextIO

from sudoku_engine.api.events import Ended, Event
from sudoku_engine.api.run import Run
from sudoku_engine.board.words import counted
from sudoku_engine.cli.program import message
from sudoku_engine.tasks.verification import n_solutions

FEW = 5
"""The largest number of puzzles that needs no progress bar."""


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


@contextmanager
def bar(total: int, out: TextIO) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each of `total` puzzles; it moves a bar on standard error.

    There is a bar only on a terminal, for more than a few puzzles, and if these do not go to the
    terminal too.
    """
    if total <= FEW or not sys.stderr.isatty() or out.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda: None
        return
    from rich.console import Console  # only here: it takes a while to load
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Shown

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    console = Console(file=sys.stderr, highlight=False, markup=False)
    with Shown(*columns, console=console, transient=True) as shown:
        task = shown.add_task("", total=total, speed="")

        def advance() -> None:
            shown.update(task, advance=1, speed=_speed(shown.tasks[0].speed))

        yield advance


def _speed(per_second: float | None) -> str:
    """Return the number of puzzles a second, or of seconds a puzzle, in words."""
    if not per_second:
        return ""
    return f"{per_second:.1f}/s" if per_second >= 1 else f"{1 / per_second:.1f} s each"
