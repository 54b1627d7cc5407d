"""The game of levels: how much of a board is open, and how often a search fills each open cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine.api.events import Event, Found, Started, TakenBack, Tried
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid


class Level(NamedTuple):
    """How hard a game is: `coefficient` is the share of cells that are left open."""

    number: int
    name: str
    coefficient: float


LEVELS = (Level(1, "easy", 0.2), Level(2, "medium", 0.4), Level(3, "hard", 0.6))

LEVELS_IN_WORDS = "1 easy, 2 medium, 3 hard"


def level_called(word: str) -> Level | None:
    """The level with the number or name `word`, None where there is none.

    >>> level_called("Hard")
    Level(number=3, name='hard', coefficient=0.6)
    """
    wanted = word.strip().lower()
    for level in LEVELS:
        if wanted in (str(level.number), level.name):
            return level
    return None


class Filling:
    """The board of a search as it stands at this moment.

    `digits` by cell, 0 for an open one; `cell` is the one that was filled or emptied last, None
    before the first.
    """

    def __init__(self, grid: Grid) -> None:
        self.digits = list(grid.digits)
        self.cell: int | None = None

    def event(self, run: Run, event: Event) -> None:
        """Takes `event` of `run` into account."""
        if isinstance(event, (Tried, TakenBack)):
            self.cell = event.cell
            self.digits[event.cell] = event.digit if isinstance(event, Tried) else 0
        elif isinstance(event, (Started, Found)):
            self.digits = list(event.grid.digits)


class CellFills(NamedTuple):
    """An open cell of a puzzle: the `digit` that it has now, None for none, and how often filled.

    `row` and `column` count from 1.
    """

    row: int
    column: int
    digit: int | None
    fills: int


def cell_fills(puzzle: Grid, digits: Sequence[int], fills: Sequence[int]) -> list[CellFills]:
    """A line for every open cell of `puzzle`; `digits` and `fills` by cell.

    >>> puzzle = Grid.parse("..34 3412 2143 4321")
    >>> cell_fills(puzzle, [1, 2] + [0] * 14, [2, 1] + [0] * 14)[0]
    CellFills(row=1, column=1, digit=1, fills=2)
    """
    n = puzzle.layout.n
    return [
        CellFills(cell // n + 1, cell % n + 1, digits[cell] or None, fills[cell])
        for cell in puzzle.open_cells
    ]
