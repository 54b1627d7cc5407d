"""What the false placements of a strategy have in common, on all boards that it was tried on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import symbol
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.plugin_calls import StrategyAnswer

Seen = Iterable[tuple[Position, StrategyAnswer]]
"""Boards, each with what a strategy finds there."""

ENOUGH = 4
"""The number of false placements that make a habit."""

MOST_SEEN = 150
"""The number of boards to look at."""


class Slip(NamedTuple):
    """A false placement."""

    grid: Grid
    cell: Cell
    digit: int
    right: int
    """The digit of the solution."""

    @property
    def conflicts(self) -> set[str]:
        """The kinds of the houses of the cell that hold the digit already."""
        return {
            house.kind
            for house in self.grid.layout.houses_of(self.cell)
            if any(self.grid.digits[cell] == self.digit for cell in house.cells)
        }


def habit_of(step: Step, grid: Grid, seen: Seen) -> str:
    """Return what the false placements on the boards of `seen` share; empty if nothing.

    Only for a false `step` on `grid` that places something.
    """
    if not step.placements:
        return ""
    slips = list(_slips(seen))
    if len(slips) < ENOUGH:
        return ""
    every = f"in all {len(slips)} false steps that it finds"
    if all(slip.digit + 1 == slip.right for slip in slips):
        return f"{every} the right digit is the next one: digits count from 1"
    conflicts = [found for slip in slips if (found := slip.conflicts)]
    cells = grid.layout.cells
    here = {
        kind
        for cell, digit in step.placements
        for kind in Slip(grid, cells[cell], digit, 0).conflicts
    }
    if len(conflicts) >= ENOUGH:
        for kind in conflicts[0]:
            if here <= {kind} and all(found == {kind} for found in conflicts):
                return (
                    f"in all {len(conflicts)} steps that place a digit twice, the {kind} holds it "
                    f"already, and never another house: how do you work out the cells of a {kind}?"
                )
    if len(rights := {slip.right for slip in slips}) == 1:
        digit = symbol(rights.pop())
        return f"{every} the solution has {digit} in the cell: do your loops leave out the {digit}?"
    return ""


def _slips(seen: Seen) -> Iterator[Slip]:
    for position, answer in islice(seen, MOST_SEEN):
        grid = position.grid
        for step in answer.steps:
            for cell, digit in step.placements:
                if not 0 <= cell < len(grid.digits) or grid.digits[cell]:
                    continue
                right = position.solution[cell]
                if digit != right and isinstance(digit, int):
                    yield Slip(grid, grid.layout.cells[cell], digit, right)
