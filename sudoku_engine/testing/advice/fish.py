"""Advice on wrong fish: a digit whose places in some houses lie in as many other houses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine.board.layout import Cell, House
from sudoku_engine.board.step import COVER
from sudoku_engine.board.words import listed, symbol
from sudoku_engine.testing.advice.claim import Claim, also, places

FIN = "fin"

MOST_TOLD = 4
"""The number of houses of a cover that advice names."""


class Fish(NamedTuple):
    """The houses of a fish."""

    base: Sequence[House]
    cover: Sequence[House]


def advice_on_fish(claim: Claim) -> str:
    """Return what is wrong with a fish, empty if that is unknown."""
    digit, target = claim.only_digit, claim.target
    if not digit or target is None or len(claim.cells) < 3:
        return ""
    fish = _fish(claim)
    if fish is None:
        return ""
    return (
        _of_filled_base(claim, fish, digit)
        or _of_places(claim, fish, digit, target.cell)
        or _of_houses(fish, digit, target.cell)
    )


def _fish(claim: Claim) -> Fish | None:
    """Return the houses that the step names, or else the lines of its cells."""
    roles = claim.step.house_roles
    if "base" in roles and COVER in roles:
        return Fish(roles["base"], roles[COVER])
    layout = claim.grid.layout
    fins = claim.with_role(FIN)
    body = [cell for cell in claim.cells if cell not in fins]
    rows, columns = (
        [line for line in lines if any(cell in line.cells for cell in body)]
        for lines in (layout.rows, layout.columns)
    )
    named = [house for house in claim.step.houses if house.kind in ("row", "column")]
    ways = [Fish(rows, columns), Fish(columns, rows)]
    for fish in ways:
        if named and all(house in fish.base for house in named):
            return fish
    targets = [cell for cell, _ in claim.step.eliminations]
    for fish in ways:
        if all(any(cell in line.cells for line in fish.cover) for cell in targets):
            return fish
    return ways[0] if len(rows) == len(columns) else None


def _of_places(claim: Claim, fish: Fish, digit: int, target: Cell) -> str:
    """Find a place of the base that no cover holds and that the wrong elimination does not see."""
    covered = {cell for house in fish.cover for cell in house.cells}
    for house in fish.base:
        outside = places(claim.grid, house, digit, covered)
        if unseen := claim.out_of_sight(target, [cell for cell in outside if cell != target]):
            lie = "lies" if len(unseen) == 1 else "lie"
            them = "it" if len(unseen) == 1 else "them"
            return (
                f"{also(house, digit, unseen)}, which {lie} outside {_told(fish.cover)}, and "
                f"{target} does not see {them}"
            )
    return ""


def _of_filled_base(claim: Claim, fish: Fish, digit: int) -> str:
    """Find a house of the base that has the digit already, and so no place for it."""
    for house in fish.base if len(fish.base) == len(fish.cover) else ():
        if there := [cell for cell in house.cells if claim.grid.digits[cell] == digit]:
            left = len(fish.base) - 1
            return (
                f"{house} has its {symbol(digit)} already, in {there[0]}, so no more than {left} "
                f"houses are left to fill {_told(fish.cover)}"
            )
    return ""


def _told(cover: Sequence[House]) -> str:
    return listed(cover) if len(cover) <= MOST_TOLD else "the houses across"


def _of_houses(fish: Fish, digit: int, target: Cell) -> str:
    base, cover = fish
    if len(base) != len(cover):
        kinds = {house.kind for house in cover}
        of_kind = f"{kinds.pop()}s" if len(kinds) == 1 and "box" not in kinds else "houses"
        return (
            f"the {symbol(digit)} of {listed(base)} lies in {len(cover)} {of_kind}: it must lie in "
            f"just {len(base)}"
        )
    if not any(target in house.cells for house in cover):
        return (
            f"{target} is in none of {listed(cover)}: a fish eliminates only in the houses that "
            "cover it"
        )
    return ""


def looks_like_a_fish(claim: Claim) -> bool:
    """Return whether the cells, each of one digit, lie in as many rows as columns."""
    layout = claim.grid.layout
    rows, columns = (
        sum(any(cell in line.cells for cell in claim.cells) for line in lines)
        for lines in (layout.rows, layout.columns)
    )
    return rows == columns
