"""Advice on wrong unique rectangles: four cells that could swap two digits."""

from __future__ import annotations

from sudoku_engine.board.layout import Cell
from sudoku_engine.board.words import counted, listed, names, symbol
from sudoku_engine.testing.advice.claim import Claim, is_or_are, its_places, places

CORNERS = 4


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


def _of_digits(claim: Claim, cells: list[Cell]) -> str:
    grid = claim.grid
    if len(claim.digits) != 2:
        return ""
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
