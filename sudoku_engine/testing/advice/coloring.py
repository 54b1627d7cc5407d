"""Advice on wrong colouring: the places of a digit in two colours, one of which is true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from sudoku_engine.board.layout import Cell
from sudoku_engine.board.words import names, symbol
from sudoku_engine.testing.advice.claim import (
    Claim,
    is_or_are,
    its_places,
    partners,
    places,
)

COLOURS = ("colour 1", "colour 2")


def advice_on_coloring(claim: Claim) -> str:
    """Return what is wrong with simple colouring, empty if that is unknown."""
    digit = claim.only_digit
    is_multiple = bool(claim.step.branches) or not {*claim.step.because} <= {"cause", *COLOURS}
    if not digit or is_multiple or claim.target is None or len(claim.cells) < 2:
        return ""
    if not any(partners(claim, digit).values()):
        return ""  # only one of the colours is named
    if why := _is_not_joined(claim, digit):
        return why
    colours = _colours(claim, digit)
    return _clashes(claim, colours, digit) or _of_effect(claim, colours, digit)


def _joined(claim: Claim, pairs: Mapping[int, set[int]]) -> dict[int, int]:
    """Return the cells that pairs join to the first one, each with its colour, 0 or 1."""
    colours = {int(claim.cells[0]): 0}
    to_do = [int(claim.cells[0])]
    while to_do:
        cell = to_do.pop()
        for other in pairs[cell]:
            if other not in colours:
                colours[other] = 1 - colours[cell]
                to_do.append(other)
    return colours


def _is_not_joined(claim: Claim, digit: int) -> str:
    """Find a cell that no chain of pairs joins to the others."""
    colours = _joined(claim, partners(claim, digit))
    joined = [cell for cell in claim.cells if cell in colours]
    apart = [cell for cell in claim.cells if cell not in colours]
    if not apart:
        return ""
    for one in apart:
        for other in joined:
            for house in claim.grid.layout.houses_with((one, other)):
                found = places(claim.grid, house, digit)
                return (
                    f"{its_places(house, digit, found)}: only the last two places of a house get "
                    f"opposite colours, so nothing joins {one} to {other}"
                )
    return (
        f"{names(apart)} {is_or_are(apart)} not joined to {names(joined)}: "
        f"colours go on only from one to the other of the two last places for the {symbol(digit)} "
        "in a house"
    )


def _colours(claim: Claim, digit: int) -> list[list[Cell]]:
    """Return the cells of each colour: as the step says, or as the pairs demand."""
    told = [claim.with_role(role) for role in COLOURS]
    if all(told):
        return told
    joined = _joined(claim, partners(claim, digit))
    return [[cell for cell in claim.cells if joined[cell] == colour] for colour in (0, 1)]


def _clashes(claim: Claim, colours: Sequence[Sequence[Cell]], digit: int) -> str:
    """Find two cells of one colour that are joined as opposites."""
    pairs = partners(claim, digit)
    for colour in colours:
        for cell in colour:
            if same := [other for other in colour if other in pairs[cell]]:
                both = names([cell, same[0]])
                return f"{both} have the same colour, but just one of them is {symbol(digit)}"
    return ""


def _of_effect(claim: Claim, colours: Sequence[Sequence[Cell]], digit: int) -> str:
    assert claim.target is not None
    target = claim.target.cell
    for colour in colours:
        if target in colour:
            if claim.apart(colour) and not _any_see(claim, colour):
                return (
                    f"no two of {names(colour)} see each other: a whole colour is wrong only if "
                    f"two of its cells share a house{_of_other(claim, colours, colour)}"
                )
            return ""
    for colour in colours:
        if len(claim.out_of_sight(target, colour)) == len(colour):
            unseen = (
                f"does not see {colour[0]}" if len(colour) == 1 else f"sees none of {names(colour)}"
            )
            return (
                f"{target} {unseen}: a cell loses the {symbol(digit)} only if it "
                "sees a cell of each colour"
            )
    return ""


def _of_other(claim: Claim, colours: Sequence[Sequence[Cell]], colour: Sequence[Cell]) -> str:
    """Say that two cells of the other colour see each other, if they do."""
    for other in colours:
        for one, two in combinations(other, 2) if other is not colour else ():
            if claim.see(one, two):
                return f", as {names((one, two))} do, so their colour is the wrong one"
    return ""


def _any_see(claim: Claim, cells: Sequence[Cell]) -> bool:
    return any(claim.see(one, other) for one in cells for other in cells if one != other)
