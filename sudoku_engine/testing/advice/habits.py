"""What the false placements of a strategy have in common, on all boards that it was tried on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import names, symbol
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.plugin_calls import StrategyAnswer

Seen = Iterable[tuple[Position, StrategyAnswer]]
"""Boards, each with what a strategy finds there."""

ENOUGH = 4
"""The number of false placements that make a habit."""

MOST_SEEN = 150
"""The number of boards to look at."""


class FalsePlacement(NamedTuple):
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
    """Return the mistake that all false placements on the boards of `seen` share, or nothing.

    Only for a false `step` on `grid` that places something.
    """
    if not step.placements:
        return ""
    seen = list(islice(seen, MOST_SEEN))
    slips = list(_false_placements(seen))
    if len(slips) < ENOUGH:
        return ""
    crowded, kind = _crowded(step, grid, seen), _house_left_out(step, grid, slips)
    twice = sum(bool(slip.conflicts) for slip in slips)
    digit = symbol(slips[0].right)
    every = f"in all {len(slips)} false steps that it finds"
    rules = (
        (crowded, f"{every}, {crowded}"),
        (
            all(slip.digit + 1 == slip.right for slip in slips),
            f"{every} the right digit is the next one: digits count from 1",
        ),
        (
            all(slip.digit - 1 == slip.right for slip in slips),
            f"{every} the right digit is one less: digits count from 1, so add nothing to them",
        ),
        (
            kind,
            f"in all {twice} steps that place a digit twice, the {kind} holds it already, and "
            f"never another house: do you look at the {kind}, all of it?",
        ),
        (
            len({slip.right for slip in slips}) == 1,
            f"{every} the solution has {digit} in the cell: do your loops leave out the {digit}?",
        ),
    )
    return next((sentence for holds, sentence in rules if holds), "")


def _house_left_out(step: Step, grid: Grid, slips: Sequence[FalsePlacement]) -> str:
    """Return the only kind of house that holds the digits already; empty if there are others."""
    here = [FalsePlacement(grid, grid.layout.cells[cell], d, 0) for cell, d in step.placements]
    conflicts = [found for slip in slips if (found := slip.conflicts)]
    kinds = set().union(*conflicts, *(each.conflicts for each in here))
    return kinds.pop() if len(kinds) == 1 and len(conflicts) >= ENOUGH else ""


MOST_OPEN = 3
"""The number of open cells in a house that may be taken for one."""


def _crowded(step: Step, grid: Grid, seen: Seen) -> str:
    """Say that a full house has more open cells; empty if the strategy looks for something else.

    It looks for a full house if it is right whenever its house has one open cell.
    """
    counts: dict[bool, set[int]] = {True: set(), False: set()}
    for position, answer in seen:
        for each in answer.steps:
            if len(each.houses) != 1 or len(each.placements) != 1 or each.eliminations:
                return ""
            cell, digit = each.placements[0]
            is_right = 0 <= cell < len(position.solution) and position.solution[cell] == digit
            counts[is_right].add(len(_open_cells(each, position.grid)))
    here = _open_cells(step, grid)
    is_full_house = 1 in counts[True] and max(counts[True] | counts[False]) <= MOST_OPEN
    if not is_full_house or 1 in counts[False] or len(here) < 2:
        return ""
    house = step.houses[0]
    return f"more than one cell of the house is open, here {names(here)} of {house}"


def _open_cells(step: Step, grid: Grid) -> list[Cell]:
    return [cell for house in step.houses for cell in house.cells if not grid.digits[cell]]


def _false_placements(seen: Seen) -> Iterator[FalsePlacement]:
    for position, answer in seen:
        grid = position.grid
        for step in answer.steps:
            for cell, digit in step.placements:
                if not 0 <= cell < len(grid.digits) or grid.digits[cell]:
                    continue
                right = position.solution[cell]
                if digit != right and isinstance(digit, int):
                    yield FalsePlacement(grid, grid.layout.cells[cell], digit, right)
