"""The game of levels: a board with a share of open cells, and how often a search fills each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sudoku_engine.api.events import Event, Found, Started, TakenBack, Tried
from sudoku_engine.api.protocols import Puzzle
from sudoku_engine.api.run import Run, Tally
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.layout_record import layout_record
from sudoku_engine.board.text_board import Rules, board, clue_list
from sudoku_engine.board.words import symbol
from sudoku_engine.plugins.component import Component
from sudoku_plugins.generators.generation import CheckedGenerator


class Level(NamedTuple):
    """The difficulty of a game; `coefficient` is the share of open cells."""

    number: int
    name: str
    coefficient: float


LEVELS = (Level(1, "easy", 0.2), Level(2, "medium", 0.4), Level(3, "hard", 0.6))

LEVELS_IN_WORDS = "1 easy, 2 medium, 3 hard"


def level_called(word: str) -> Level | None:
    """Return the level with the number or name `word`, or None.

    >>> level_called("Hard")
    Level(number=3, name='hard', coefficient=0.6)
    """
    wanted = word.strip().lower()
    for level in LEVELS:
        if wanted in (str(level.number), level.name):
            return level
    return None


class Filling:
    """The board of a search at this moment.

    `digits` by cell, 0 for an open cell; `cell` was filled or emptied last, None before the first
    move.
    """

    def __init__(self, grid: Grid) -> None:
        self.digits = list(grid.digits)
        self.cell: int | None = None

    def event(self, run: Run, event: Event) -> None:
        """Note `event` of `run`."""
        if isinstance(event, (Tried, TakenBack)):
            self.cell = event.cell
            self.digits[event.cell] = event.digit if isinstance(event, Tried) else 0
        elif isinstance(event, (Started, Found)):
            self.digits = list(event.grid.digits)


class CellFills(NamedTuple):
    """An open cell of a puzzle, after a search."""

    row: int
    """Its row, from 1."""
    column: int
    """Its column, from 1."""
    digit: int | None
    """The digit that it has now, None for a blank."""
    fills: int
    """The number of times that a digit was put into it."""


def cell_fills(puzzle: Grid, digits: Sequence[int], fills: Sequence[int]) -> list[CellFills]:
    """Return a row for every open cell of `puzzle`; `digits` and `fills` are by cell.

    >>> puzzle = Grid.parse("..34 3412 2143 4321")
    >>> cell_fills(puzzle, [1, 2] + [0] * 14, [2, 1] + [0] * 14)[0]
    CellFills(row=1, column=1, digit=1, fills=2)
    """
    n = puzzle.layout.n
    return [
        CellFills(cell // n + 1, cell % n + 1, digits[cell] or None, fills[cell])
        for cell in puzzle.open_cells
    ]


COLUMNS = ("row", "column", "digit", "times filled")
"""The columns of `Game.rows`."""

UNIQUE = {
    True: "It has one solution; the search stops when it has found it.",
    False: "It has more than one solution; the search stops at the first.",
    None: "Whether it has more than one solution would take too long to find out.",
}
"""The words about the number of solutions of a puzzle."""


class Game(NamedTuple):
    """One game.

    level: its difficulty; None if `coefficient` was given instead. coefficient: the share of cells
    that are open. seed: the seed of the puzzle. puzzle: the board. solver: the id of the solver
    that fills it.
    """

    level: Level | None
    coefficient: float
    seed: int | str
    puzzle: Puzzle
    solver: str

    def introduction(self, lines: Rules) -> Iterator[str]:
        """Yield a description of the game: level, seed and puzzle."""
        grid = self.puzzle.givens
        level = f"Level {self.level.number}, {self.level.name}: " if self.level else ""
        yield (
            f"{level}{grid.n_open} of {len(grid.digits)} cells are open "
            f"(coefficient {self.coefficient:g}, seed {self.seed})"
        )
        yield from clue_list(grid.layout)
        yield board(grid.layout, list(grid.line), lines)
        yield UNIQUE[self.puzzle.is_unique]

    def rows(self, run: Run, filling: Filling) -> list[tuple[object, ...]]:
        """Return a row for each open cell, by `COLUMNS`, with how often `run` filled it."""
        signs = run.grid.layout.signs
        return [
            (cell.row, cell.column, symbol(cell.digit, signs) if cell.digit else None, cell.fills)
            for cell in self._cells(run, filling)
        ]

    def record(self, run: Run, filling: Filling) -> dict[str, Any]:
        """Return the game and the `run` of its search as data."""
        ended, counts = run.ended, search_counts(run)
        is_solved = ended is not None and ended.outcome == "solved"
        return {
            "level": self.level.number if self.level else None,
            "coefficient": self.coefficient,
            "seed": self.seed,
            **layout_record(self.puzzle.givens.layout),
            "puzzle": self.puzzle.givens.line,
            "solution": ended.grid.line if ended and is_solved else None,
            "unique": self.puzzle.is_unique,
            "solver": self.solver,
            "moves": counts.moves,
            "backtracks": counts.backtracks,
            "seconds": round(ended.seconds, 6) if ended else None,
            "cells": [cell._asdict() for cell in self._cells(run, filling)],
        }

    def _cells(self, run: Run, filling: Filling) -> list[CellFills]:
        return cell_fills(self.puzzle.givens, filling.digits, search_counts(run).fills)


def random_board(
    generator: Component, layout: Layout, coefficient: float, seed: int | str
) -> Puzzle:
    """Return the board of `seed` with this share of open cells."""
    filled = generator.with_options({"coefficient": coefficient})
    return CheckedGenerator(filled, layout, str(seed)).make(0)


def search_counts(run: Run) -> Tally:
    """Return the counts of `run`; zeros if there was nothing to count."""
    return run.tally or Tally(len(run.grid.digits))
