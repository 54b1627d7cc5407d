"""Sessions on small boards."""

from collections.abc import Iterator

from sudoku_engine import Candidate, Grid, LoopSettings, Run, Step, Strategy, strategy
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Loop
from sudoku_plugins.session.workbench import Session
from tests.support.boards import board

MANUAL = LoopSettings(pencilmarks="manual")


def small(drawing: str = "." * 16) -> Grid:
    """Return the 4x4 board drawn in a test, or an empty one."""
    return board(drawing)


def watching(grid: Grid, strategies: list[Component]) -> Session:
    """Return a session over the run of the loop on `grid`."""
    return Session(grid, run=Run(grid, Loop(strategies).events(grid)), strategies=strategies)


def of(strategy: Strategy) -> Component:
    return Component.of("strategy", strategy)


@strategy("Broken", score=1, level="easy")
def broken(grid: Grid) -> Iterator[Step]:
    """Divides by zero."""
    yield Step([Candidate(0, 1 // 0)])
