"""Advice on wrong steps of techniques whose cells lie in one house, such as subsets."""

from __future__ import annotations

from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.testing.advice.claim import Claim, Rule, also, is_or_are, places


def _shares_no_house(claim: Claim) -> str:
    if not claim.is_plain or claim.shared_houses():
        return ""
    return f"{names(claim.cells)} are in no house together: they must be in the same one"


def has_too_many_digits(claim: Claim) -> str:
    """Find cells that hold more digits together than they are."""
    grid, cells = claim.grid, claim.cells
    if len(cells) < 2 or claim.step.placements or claim.step.links:
        return ""
    is_hidden = all(cell in cells for cell, _ in claim.step.eliminations)
    if is_hidden or len(claim.digits) == 1 or not claim.shared_houses():
        return ""
    held = {digit for cell in cells for digit in grid.candidates(cell)}
    if len(held) <= len(cells):
        return ""
    return (
        f"{names(cells)} hold {listed(sorted(held))}: {len(cells)} cells must hold "
        f"just {len(cells)} digits together"
    )


def _names_more_cells(claim: Claim) -> str:
    """Find a hidden subset with more cells than digits."""
    cells, digits = claim.cells, claim.digits
    own = {cell for cell, _ in claim.step.eliminations}
    if not (claim.is_plain and own <= {*cells} and 1 < len(digits) < len(cells)):
        return ""
    held = listed(sorted(digits))
    return (
        f"you name {len(cells)} cells, and {held} fill only {len(digits)} of them: the digits of a "
        "hidden subset must have just as many cells as they are"
    )


def _has_other_places(claim: Claim) -> str:
    """Find another place for a digit that the named cells of a house are to hold."""
    is_hidden = all(cell in claim.cells for cell, _ in claim.step.eliminations)
    if len(claim.cells) < 2 or claim.step.placements or claim.step.links:
        return ""
    if not (is_hidden or len(claim.digits) == 1):
        return ""
    known = {*claim.cells, *(cell for cell, _ in claim.step.eliminations)}
    for house in claim.shared_houses():
        for digit in sorted(claim.digits):
            others = places(claim.grid, house, digit, known)
            if others and house in (claim.step.houses or (house,)):
                return also(house, digit, others)
    return ""


def _eliminates_out_of_sight(claim: Claim) -> str:
    if not claim.is_plain_elimination or claim.only_digit:
        return ""
    seen = {cell for house in claim.shared_houses() for cell in house.cells}
    cells = claim.grid.layout.cells
    outside = sorted({cells[cell] for cell, _ in claim.step.eliminations if cell not in seen})
    if not outside:
        return ""
    return (
        f"{names(outside)} {is_or_are(outside)} in no house with "
        f"{names(claim.cells)}: eliminate only in the house that holds them all"
    )


def is_no_single(claim: Claim) -> str:
    """Find a digit that is placed and can go elsewhere, too."""
    if len(claim.step.placements) != 1 or claim.step.eliminations:
        return ""
    cell, digit = claim.step.placements[0]
    if claim.grid.candidates(cell) == {digit}:
        return ""
    elsewhere = {}
    for house in claim.grid.layout.houses_of(cell):
        others = places(claim.grid, house, digit, (cell,))
        if not others:
            return ""
        elsewhere[house] = f"in {house} to {names(others[:2])}"
    told = [words for house, words in elsewhere.items() if house in claim.step.houses]
    if told:
        return f"the {symbol(digit)} can also go {listed(told)}"
    more = listed(sorted(claim.grid.candidates(cell) - {digit}), "or")
    where = listed(list(elsewhere.values()))
    here = claim.grid.layout.cells[cell]
    return f"{here} can also be {more}, and the {symbol(digit)} can also go {where}"


HOUSE_RULES: tuple[Rule, ...] = (
    _shares_no_house,
    _names_more_cells,
    has_too_many_digits,
    _has_other_places,
    _eliminates_out_of_sight,
    is_no_single,
)
"""More rules for techniques whose cells lie in one house."""
