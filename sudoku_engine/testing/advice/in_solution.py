"""Advice from the solution: what becomes there of the reason that a wrong step names.

What a step names are claims: a cell is one of these digits, a house has its digit in one of its
named cells, one end of a strong link is true, not both ends of a weak link are. If a step is false,
one of its claims is false in the solution, or all are true and the conclusion does not follow from
them. This holds for every technique, so nothing need be known of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House
from sudoku_engine.board.step import Link
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.solving.reasons import confining_houses
from sudoku_engine.testing.advice.claim import Claim, Solution, Target, its_places, places

MOST_TOLD = 6
"""The number of cells of which advice says what the solution has there."""


def false_claim(claim: Claim, has_whole_cells: bool = True) -> Iterator[str]:
    """Yield the claims of a wrong step that are false in the solution.

    `has_whole_cells`: whether a cell of which it names several digits can be nothing else.
    """
    solution, target = claim.solution, claim.target
    if solution is None or target is None:
        return
    for link in claim.step.all_links:
        yield _false_link(claim, link, solution)
    yield from _false_houses(claim, solution)
    yield from _outside(claim, target, solution)
    losing = {cell for cell, _ in claim.step.eliminations}
    for cell in claim.cells if has_whole_cells and losing.isdisjoint(claim.cells) else ():
        named, held = claim.named_in(cell), solution[cell]
        if len(named) > 1 and held not in named:
            yield (
                f"you name only {listed(named)} in {cell}, but it can also be "
                f"{symbol(held)}, and the solution has {symbol(held)} there"
            )
    yield from _unlinked(claim)


def _false_link(claim: Claim, link: Link, solution: Solution) -> str:
    """Say why a `link` does not hold, if its ends in the `solution` show it."""
    layout, both = claim.grid.layout, [*link.start, *link.end]
    ends = [
        any(solution[cell] == digit for cell, digit in group) for group in (link.start, link.end)
    ]
    if any(ends) if link.strong else not all(ends):
        return ""
    cells = sorted({layout.cells[cell] for cell, _ in both})
    digits = {digit for _, digit in both}
    if len(digits) > 1 and len(cells) > 1:
        what = listed([f"{symbol(digit)} in {layout.cells[cell]}" for cell, digit in both])
        truth = "none of these is true" if link.strong else "all these are true"
        return f"you link {what}, but in the solution {truth}"
    if len(cells) == 1:
        held = symbol(solution[cells[0]])
        return (
            f"you take {listed(digits)} in {cells[0]} for a strong link, but it can also "
            f"be {held}, and the solution has {held} there"
        )
    (digit,) = digits
    what = f"you take the {symbol(digit)} of {names(cells)} for a"
    if not link.strong:
        return f"{what} weak link, but they share no house, and in the solution both are true"
    houses = layout.houses_with(cells)
    if not houses:
        return f"{what} strong link, but they share no house, and in the solution neither is true"
    house = min(houses, key=lambda each: len(places(claim.grid, each, digit)))
    return f"{what} strong link, but {_its_places(claim.grid, house, digit, solution)}"


def _its_places(grid: Grid, house: House, digit: int, solution: Solution) -> str:
    """Say how many places `digit` has in `house`, and which is the right one."""
    right = next(cell for cell in house.cells if solution[cell] == digit)
    if grid.digits[right]:
        return f"{house} has its {symbol(digit)} already, in {right}"
    told = its_places(house, digit, places(grid, house, digit))
    return f"{told}, and the solution has it in {right}"


def _false_houses(claim: Claim, solution: Solution) -> Iterator[str]:
    """Yield why a digit is not confined to the named cells of a house.

    Cells of which a step names several digits say what they are, and not where the digits are,
    unless it eliminates from them.
    """
    houses: Sequence[House] = _base(claim) or confining_houses(claim.step)
    if not claim.step.houses:  # it means the one that holds all its cells, if it is clear which
        shared = claim.shared_houses() if claim.is_plain else []
        houses = shared if len(shared) == 1 else []
    is_hidden = claim.is_plain and claim.is_hidden
    for house in houses:
        for digit in sorted(claim.digits):
            named = [cell for cell in claim.holders(digit) if cell in house.cells]
            is_confined = any(is_hidden or len(claim.named_in(cell)) == 1 for cell in named)
            if is_confined and not any(solution[cell] == digit for cell in named):
                told = _its_places(claim.grid, house, digit, solution)
                yield f"{told}: you name only {names(named)}"


def _base(claim: Claim) -> list[House]:
    """Return those of several named houses that hold all named cells, if others do not.

    As of pointing: a box with all places, and the line that they should be in.
    """
    if not claim.is_plain or not claim.only_digit:
        return []
    return [house for house in claim.step.houses if {*claim.cells} <= {*house.cells}]


def _outside(claim: Claim, target: Target, solution: Solution) -> Iterator[str]:
    """Yield which named cell lies outside of the house in which a step eliminates."""
    base = _base(claim)
    if not base or target.cell in base[0].cells:
        return
    right = [cell for cell in claim.cells if solution[cell] == target.digit]
    for house in claim.step.houses if right else ():
        if target.cell in house.cells and right[0] not in house.cells:
            yield (
                f"{right[0]} is not in {house}: in the solution the {symbol(target.digit)} of "
                f"{base[0]} is there, so {house} has its {symbol(target.digit)} elsewhere"
            )


def _unlinked(claim: Claim) -> Iterator[str]:
    """Yield where two weak links of a chain follow each other, and where it has a weak end."""
    links, cells = claim.step.links, claim.grid.layout.cells
    for one, other in pairwise(links):
        if one.end == other.start and not one.strong and not other.strong:
            yield (
                f"two weak links follow each other at {names({cells[c] for c, _ in one.end})}: if "
                "it is wrong, nothing follows for the next, so weak and strong links must alternate"
            )
    if len(links) < 2 or {*claim.changes} & {*links[0].start, *links[-1].end}:
        return  # a loop has no ends
    for link, end, way in (links[0], links[0].start, "begins"), (links[-1], links[-1].end, "ends"):
        if not link.strong:
            yield (
                f"the chain {way} with a weak link, at {names({cells[c] for c, _ in end})}: it "
                "must begin and end with a strong one, else both of its ends can be wrong"
            )


def in_the_solution(claim: Claim) -> Iterator[str]:
    """Yield the digits of the named cells in the solution, and what follows from them.

    It is true of every wrong step, and shows a case that the strategy forgets.
    """
    solution, target = claim.solution, claim.target
    if solution is None or target is None:
        return
    if not claim.cells:
        yield (
            "the step rests on nothing: give because=[Candidate(cell, digit), ...], then the "
            "advice can say what is wrong with it"
        )
    digit = symbol(target.digit)
    others = [cell for cell in claim.cells if cell != target.cell]
    holders = [cell for cell in claim.holders(target.digit) if cell != target.cell]
    right = [cell for cell in holders if solution[cell] == target.digit]
    if not others:
        return
    if claim.only_digit or len(others) > MOST_TOLD:
        if not right:
            where = f"not in {others[0]}" if len(others) == 1 else f"in {_none_of(others)}"
            yield f"in the solution the {digit} is {where}"
        none_of_them = "neither" if len(right) == 2 else "none of them"
        seen = "does not see it" if len(right) == 1 else f"sees {none_of_them}"
        yield f"in the solution the {digit} is in {names(right)}, and {target.cell} {seen}"
    told = f"in the solution {listed([f'{c} is {symbol(solution[c])}' for c in others])}"
    near = [cell for cell in holders if claim.see(target.cell, cell)]
    if right and not near:
        yield f"{told}: {target.cell} does not see {names(right)}, so it can be {digit} too"
    if right:
        which = "which sees it" if len(near) == 1 else "which sees them"
        yield f"{told}: {_no(near, digit)}, so {target.cell}, {which}, can be {digit}"
    if target.digit not in claim.digits and target.cell not in claim.cells:
        about = listed(claim.digits)
        yield f"{told}; you eliminate {digit}, and what you name is only about {about}"
    if not holders:
        yield told
    yield f"{told}: {_no(holders, digit)}, so {target.cell} can be it"


def _no(cells: Sequence[Cell], digit: str) -> str:
    return f"{cells[0]} is not {digit}" if len(cells) == 1 else f"{_none_of(cells)} is {digit}"


def _none_of(cells: Sequence[Cell]) -> str:
    none, last = ("neither", "nor") if len(cells) == 2 else ("none of", "and")
    return f"{none} {listed(cells, last)}"
