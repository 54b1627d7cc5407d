"""Why a digit does not fit in a cell: a house has it already, or a clue is broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku_engine.board.clue import Clue
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import tell, tell_name


def clash(grid: Grid, cell: int, digit: int) -> str | None:
    """Return the reason why `digit` does not fit in `cell`; None if it fits.

    >>> clash(Grid.parse("3... .... .... ...."), 1, 3)
    '3 is already in row 1 and box 1: r1c1'
    """
    return in_house(grid, cell, digit) or _against_clue(grid, cell, digit)


def in_house(grid: Grid, cell: int, digit: int) -> str | None:
    """Return the houses of `cell` that have `digit` already, in words; None if none has."""
    peers = grid.layout.peer_masks[cell] & grid.placed_boards()[digit]
    houses = [house for house in grid.layout.houses_of(cell) if house.mask & peers]
    if not houses:
        return None
    cells = grid.layout.cells_in(peers)
    return tell("{digit} is already in {houses}: {cells}", digit=digit, houses=houses, cells=cells)


def _against_clue(grid: Grid, cell: int, digit: int) -> str | None:
    digits = [*grid.digits[:cell], digit, *grid.digits[cell + 1 :]]
    for clue, cells in broken(grid.layout, digits):
        if cell in cells:
            others = [grid.layout.cells[each] for each in cells if digits[each] and each != cell]
            return tell(
                "{digit} in {cell} breaks the clue {clue} together with {others}"
                if others and not clue.cells
                else "{digit} in {cell} breaks the clue {clue}",
                digit=digit,
                cell=grid.layout.cells[cell],
                clue=tell_name(str(clue)),
                others=others,
            )
    return None


def broken(layout: Layout, digits: Sequence[int]) -> Iterator[tuple[Clue, tuple[int, ...]]]:
    """Yield the clues that `digits` break, 0 for none, each with the cells where they do."""
    masks = [1 << digit - 1 if digit else layout.all_digits for digit in digits]
    for clue in layout.clues:
        for part in clue.parts:
            if not part.allows(tuple([masks[cell] for cell in part.cells])):
                yield clue, part.cells
