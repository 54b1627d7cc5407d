"""Advice on wrong steps of almost locked sets, each of which is named in a role of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from sudoku_engine.board.layout import Cell
from sudoku_engine.board.words import counted, listed, names, symbol
from sudoku_engine.testing.advice.claim import Claim

SETS = "als "
"""How the roles of the sets begin."""


def advice_on_locked_sets(claim: Claim) -> str:
    """Return what is wrong with almost locked sets, empty if that is unknown.

    A set is known by its role, ``als A``, ``als B``, …
    """
    sets = [claim.with_role(role) for role in claim.step.because if role.startswith(SETS)]
    rules = (*(_is_no_set(claim, cells) for cells in sets), *_of_links(claim, sets))
    return next(filter(None, rules), "")


def _is_no_set(claim: Claim, cells: Sequence[Cell]) -> str:
    """Say why `cells` are no almost locked set, empty if they are one."""
    grid = claim.grid
    if not grid.layout.houses_with(cells):
        return f"{names(cells)} are in no house together: a set lies in one row, column or box"
    for cell in cells:
        if more := grid.candidates(cell) - claim.named_in(cell):
            return f"{cell} can also be {listed(sorted(more))}: name all digits of a set"
    digits = _digits(claim, cells)
    if len(digits) == len(cells) + 1:
        return ""
    return (
        f"{names(cells)} can be {listed(sorted(digits))}: an almost locked set of "
        f"{counted(len(cells), 'cell')} has just {len(cells) + 1} digits"
    )


def _digits(claim: Claim, cells: Sequence[Cell]) -> set[int]:
    return {digit for cell in cells for digit in claim.grid.candidates(cell)}


def _places(claim: Claim, cells: Sequence[Cell], digit: int) -> list[Cell]:
    return [cell for cell in cells if digit in claim.grid.candidates(cell)]


def _of_links(claim: Claim, sets: Sequence[Sequence[Cell]]) -> Iterator[str]:
    """Yield why sets are not linked, and what the eliminated cell does not see; or empty texts."""
    if claim.target is None or not 1 < len(sets) == len(claim.step.because):
        return  # with a stem, or a pair that is tried, sets make no chain
    target, gone = claim.target
    for one, other in pairwise(sets):
        yield _why_not_linked(claim, one, other, gone)
    for cells in (sets[0], sets[-1]):
        places = _places(claim, cells, gone)
        if not places:
            yield f"{names(cells)} cannot be {symbol(gone)}, so nothing says that one must be"
        elif unseen := claim.out_of_sight(target, places):
            yield (
                f"{target} does not see {names(unseen)}: eliminate the {symbol(gone)} only where "
                "all its places in both sets are seen"
            )


def _why_not_linked(claim: Claim, one: Sequence[Cell], other: Sequence[Cell], gone: int) -> str:
    """Say why two sets have no restricted common besides the digit that is `gone`."""
    both = sorted(_digits(claim, one) & _digits(claim, other) - {gone})
    if not both:
        return f"{names(one)} have no digit but {symbol(gone)} in common with {names(other)}"
    apart = [
        [
            pair
            for pair in product(_places(claim, one, digit), _places(claim, other, digit))
            if not claim.see(*pair)
        ]
        for digit in both
    ]
    if not all(apart):
        return ""
    near, far = apart[0][0]
    who = f"{near} is in both sets" if near == far else f"{near} does not see {far}"
    return (
        f"{who}, so both sets can have the {symbol(both[0])}: a common digit is restricted only "
        "if all its cells in one set see all those in the other"
    )
