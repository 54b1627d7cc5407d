"""Advice on wrong unique rectangles: four cells that could swap two digits."""

from __future__ import annotations

from sudoku_engine.board.layout import Cell
from sudoku_engine.board.words import counted, listed, names, symbol
from sudoku_engine.testing.advice.claim import Claim, is_or_are, its_places, places

CORNERS = 4

MOST_WIDE = 5
"""The number of cells with three candidates that a board may have to be taken for a grave."""


def corners(claim: Claim) -> list[Cell]:
    """Return the cells of the rectangle: those that are named, and else the one that loses."""
    named = {*claim.cells}
    if len(named) == CORNERS - 1:
        named |= {claim.grid.layout.cells[cell] for cell, _ in claim.step.eliminations}
    return sorted(named) if len(named) == CORNERS else []


def is_rectangle(claim: Claim, cells: list[Cell]) -> bool:
    """Return whether `cells` are the corners where two rows cross two columns."""
    layout = claim.grid.layout
    return len(cells) == CORNERS and all(
        len([line for line in lines if any(cell in line.cells for cell in cells)]) == 2
        for lines in (layout.rows, layout.columns)
    )


def advice_on_rectangle(claim: Claim) -> str:
    """Return what is wrong with a unique rectangle, empty if that is unknown."""
    if claim.step.placements:
        return _of_grave(claim)
    cells = corners(claim)
    if not cells:
        return ""
    if not is_rectangle(claim, cells):
        return f"{names(cells)} are no rectangle: take two rows, two columns and their four corners"
    boxes = [b for b in claim.grid.layout.boxes if any(cell in b.cells for cell in cells)]
    if len(boxes) != 2:
        return (
            f"{names(cells)} lie in {counted(len(boxes), 'box', 'boxes')}: the corners must lie in "
            "exactly two, else the two digits cannot change places"
        )
    return _of_digits(claim, cells)


def _of_grave(claim: Claim) -> str:
    """Say why a board is no BUG + 1, empty if that is unknown."""
    grid = claim.grid
    cell, digit = claim.step.placements[0]
    wide = [each for each in grid.open_cells if len(grid.candidates(each)) > 2]
    if len(claim.step.placements) > 1 or cell not in wide or {*claim.cells} - {*wide}:
        return ""
    if len(wide) > MOST_WIDE:
        return ""
    if len(wide) > 1:
        return f"{names(wide)} have more than two candidates: a BUG + 1 has just one such cell"
    if alone := [each for each in grid.open_cells if len(grid.candidates(each)) < 2]:
        return (
            f"{alone[0]} has one candidate: in a BUG + 1 one cell has three candidates, and each "
            "other open cell has just two"
        )
    for house in grid.layout.houses_of(cell):
        if len(found := places(grid, house, digit)) != 3:
            return (
                f"{its_places(house, digit, found)}: the digit of a BUG + 1 has three in the row, "
                "in the column and in the box of its cell"
            )
    return ""


def _of_digits(claim: Claim, cells: list[Cell]) -> str:
    grid = claim.grid
    if len(claim.digits) != 2:
        return _of_extra(claim, cells)
    pair = claim.digits
    if given := [cell for cell in cells if grid.is_given(cell)]:
        return (
            f"{names(given)} {is_or_are(given)} given: the puzzle says what is there, so digits "
            "cannot change places"
        )
    if any(grid.digits[cell] for cell in cells):
        return ""
    for cell in cells:
        if lacking := pair - grid.candidates(cell):
            return (
                f"{cell} cannot be {listed(sorted(lacking))}: all four corners must be able to be "
                f"{listed(sorted(pair))}"
            )
    if why := _of_effect(claim, cells, pair):
        return why
    wide = [cell for cell in cells if grid.candidates(cell) - pair]
    losing = [cell for cell, digit in claim.step.eliminations if digit in pair and cell in cells]
    is_hidden = len(losing) == 1 and losing[0] in claim.cells
    if len({*losing}) == 1 and not is_hidden and len(wide) > 1:
        return (
            f"{names(wide)} can all be something else than {listed(sorted(pair))}: a corner loses "
            "both digits only if it is the only one with others"
        )
    return ""


def _of_extra(claim: Claim, cells: list[Cell]) -> str:
    """Say why a digit besides the pair need not be in one of the corners that have others."""
    pair = frozenset.intersection(*(frozenset(claim.grid.candidates(cell)) for cell in cells))
    target = claim.target
    if len(pair) != 2 or target is None or target.digit in pair or target.cell in cells:
        return ""
    extra, digit = {target.digit}, symbol(target.digit)
    wide = [cell for cell in cells if claim.grid.candidates(cell) - pair]
    for cell in wide:
        if more := claim.grid.candidates(cell) - pair - extra:
            return (
                f"{cell} can also be {listed(sorted(more))}, and that breaks the rectangle, too: "
                f"nobody knows whether the {digit} is in a corner"
            )
    if unseen := claim.out_of_sight(target.cell, wide):
        return (
            f"{target.cell} does not see {names(unseen)}: eliminate the {digit} only from cells "
            f"that see all corners with a {digit}"
        )
    return ""


def _of_effect(claim: Claim, cells: list[Cell], pair: frozenset[int]) -> str:
    """Say why a false elimination does not follow from a rectangle of the digits of the `pair`."""
    target = claim.target
    gone = {cell for cell, digit in claim.step.eliminations if digit in pair}
    losing = [cell for cell in cells if cell in gone]
    if target is None or target.cell not in cells:
        return ""
    if target.digit not in pair:
        return (
            f"{symbol(target.digit)} is the way out of the two solutions: a corner loses "
            f"{listed(sorted(pair))}, or the cells that see its other digits lose those"
        )
    if len(losing) != 2:
        return ""
    (stays,) = pair - {target.digit}
    houses = claim.grid.layout.houses_with(losing)
    more = [places(claim.grid, house, stays, losing) for house in houses]
    if not houses or not all(more):
        return ""
    told = its_places(houses[0], stays, sorted([*losing, *more[0]]))
    return (
        f"{told}: two corners lose one digit of the pair only if the other one has no "
        "place in a house but these two"
    )
