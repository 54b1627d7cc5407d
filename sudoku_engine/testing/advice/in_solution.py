"""Advice from the solution: what becomes there of the reason that a wrong step names.

What a step names are claims: a cell is one of these digits, a house has its digit in one of its
named cells, one end of a strong link is true, not both ends of a weak link are. If a step is false,
one of its claims is false in the solution, or all are true and the conclusion does not follow from
them. This holds for every technique, so nothing need be known of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sudoku_engine.board.candidates import Candidates
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House
from sudoku_engine.board.step import Link
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.solving.reasons import confining_houses
from sudoku_engine.testing.advice.claim import Claim, its_places, places

MOST_TOLD = 6
"""The number of cells of which advice says what the solution has there."""


def false_claim(claim: Claim, has_whole_cells: bool = True) -> Iterator[str]:
    """Yield the claims of a wrong step that are false in the solution.

    `has_whole_cells`: whether a cell of which it names several digits can be nothing else.
    """
    solution = claim.solution
    if solution is None or claim.target is None:
        return
    for link in claim.step.all_links:
        yield _false_link(claim, link, solution)
    yield from _false_houses(claim, solution)
    yield from _outside(claim, solution)
    if has_whole_cells:
        yield from _false_cells(claim, solution)
    yield from _unlinked(claim)


def _is_true(group: Candidates, solution: Grid) -> bool:
    return any(solution.digits[cell] == digit for cell, digit in group)


def _false_link(claim: Claim, link: Link, solution: Grid) -> str:
    """Say why a `link` does not hold, if its ends in the `solution` show it."""
    start, end, is_strong = link
    ends = [_is_true(start, solution), _is_true(end, solution)]
    if any(ends) if is_strong else not all(ends):
        return ""
    both = [*start, *end]
    cells = sorted({claim.grid.layout.cells[cell] for cell, _ in both})
    digits = {digit for _, digit in both}
    if len(digits) > 1 and len(cells) > 1:
        layout = claim.grid.layout
        what = listed([f"{symbol(digit)} in {layout.cells[cell]}" for cell, digit in both])
        truth = "none of these is true" if is_strong else "all these are true"
        return f"you link {what}, but in the solution {truth}"
    if len(cells) == 1:
        held = symbol(solution.digits[cells[0]])
        return (
            f"you take {listed(sorted(digits))} in {cells[0]} for a strong link, but it can also "
            f"be {held}, and the solution has {held} there"
        )
    (digit,) = digits
    what = f"you take the {symbol(digit)} of {names(cells)} for a"
    if not is_strong:
        return f"{what} weak link, but they share no house, and in the solution both are true"
    houses = claim.grid.layout.houses_with(cells)
    if not houses:
        return f"{what} strong link, but they share no house, and in the solution neither is true"
    house = min(houses, key=lambda each: len(places(claim.grid, each, digit)))
    return f"{what} strong link, but {_its_places(claim.grid, house, digit, solution)}"


def _its_places(grid: Grid, house: House, digit: int, solution: Grid) -> str:
    """Say how many places `digit` has in `house`, and which is the right one."""
    right = next(cell for cell in house.cells if solution.digits[cell] == digit)
    if grid.digits[right]:
        return f"{house} has its {symbol(digit)} already, in {right}"
    told = its_places(house, digit, places(grid, house, digit))
    return f"{told}, and the solution has it in {right}"


def _false_houses(claim: Claim, solution: Grid) -> Iterator[str]:
    """Yield why a digit is not confined to the named cells of a house."""
    for house in _confining_houses(claim):
        for digit in sorted(claim.digits):
            held = [cell for cell in _confined(claim, digit) if cell in house.cells]
            named = [cell for cell in claim.holders(digit) if cell in house.cells]
            if held and not any(solution.digits[cell] == digit for cell in named):
                told = _its_places(claim.grid, house, digit, solution)
                yield f"{told}: you name only {names(named)}"


def _confining_houses(claim: Claim) -> Sequence[House]:
    """Return the houses in which a step says where its digits can go.

    If it names none, it means the one that holds all its cells, as far as anybody can know.
    """
    if claim.step.houses:
        return _base(claim) or confining_houses(claim.step)
    shared = claim.shared_houses() if claim.is_plain else []
    return shared if len(shared) == 1 else []


def _base(claim: Claim) -> list[House]:
    """Return those of several named houses that hold all named cells, if others do not.

    As of pointing: a box with all places, and the line that they should be in.
    """
    if not claim.is_plain or not claim.only_digit:
        return []
    return [house for house in claim.step.houses if {*claim.cells} <= {*house.cells}]


def _outside(claim: Claim, solution: Grid) -> Iterator[str]:
    """Yield which named cell lies outside of the house in which a step eliminates."""
    target = claim.target
    base = _base(claim)
    if not base or target is None or target.cell in base[0].cells:
        return
    for house in claim.step.houses:
        right = [cell for cell in claim.cells if solution.digits[cell] == target.digit]
        if target.cell in house.cells and right and right[0] not in house.cells:
            yield (
                f"{right[0]} is not in {house}: in the solution the {symbol(target.digit)} of "
                f"{base[0]} is there, so {house} has its {symbol(target.digit)} elsewhere"
            )


def _confined(claim: Claim, digit: int) -> list[Cell]:
    """Return the cells of which a step says that `digit` must be in one of them.

    Cells of which it names several digits say what they are, and not where the digits are, unless
    it eliminates from them.
    """
    own = {cell for cell, _ in claim.step.eliminations}
    is_hidden = claim.is_plain and own <= {*claim.cells}
    return [cell for cell in claim.holders(digit) if len(claim.named_in(cell)) == 1 or is_hidden]


def _false_cells(claim: Claim, solution: Grid) -> Iterator[str]:
    """Yield why a cell need not be one of the digits that are named in it."""
    assert claim.target is not None
    if {cell for cell, _ in claim.step.eliminations} & {*claim.cells}:
        return
    for cell in claim.cells:
        named, held = claim.named_in(cell), solution.digits[cell]
        if len(named) > 1 and held not in named:
            yield (
                f"you name only {listed(sorted(named))} in {cell}, but it can also be "
                f"{symbol(held)}, and the solution has {symbol(held)} there"
            )


def _unlinked(claim: Claim) -> Iterator[str]:
    """Yield where two weak links of a chain follow each other, and where it has a weak end."""
    links, changed = claim.step.links, {*claim.changes}
    cells = claim.grid.layout.cells
    for one, other in pairwise(links):
        if one.end == other.start and not one.strong and not other.strong:
            where = names({cells[cell] for cell, _ in one.end})
            yield (
                f"two weak links follow each other at {where}: if it is wrong, nothing follows for "
                "the next, so weak and strong links must alternate"
            )
    if len(links) < 2 or changed & {*links[0].start, *links[-1].end}:
        return  # a loop has no ends
    ends = ((links[0], links[0].start, "begins"), (links[-1], links[-1].end, "ends"))
    for link, end, way in ends:
        if not link.strong:
            where = names({cells[cell] for cell, _ in end})
            yield (
                f"the chain {way} with a weak link, at {where}: it must begin and end with a "
                "strong one, else both of its ends can be wrong"
            )


def in_the_solution(claim: Claim) -> Iterator[str]:
    """Yield the digits of the named cells in the solution, and what follows from them.

    It is true of every wrong step, and shows a case that the strategy forgets.
    """
    target = claim.target
    if claim.solution is None or target is None:
        return
    if not claim.cells:
        yield (
            "the step rests on nothing: give because=[Candidate(cell, digit), ...], then the "
            "advice can say what is wrong with it"
        )
    digit, solution = symbol(target.digit), claim.solution
    others = [cell for cell in claim.cells if cell != target.cell]
    holders = [cell for cell in claim.holders(target.digit) if cell != target.cell]
    right = [cell for cell in holders if solution.digit(cell) == target.digit]
    if not others:
        return
    if claim.only_digit or len(others) > MOST_TOLD:
        if not right:
            where = f"not in {others[0]}" if len(others) == 1 else f"in {_none_of(others)}"
            yield f"in the solution the {digit} is {where}"
        none_of_them = "neither" if len(right) == 2 else "none of them"
        seen = "does not see it" if len(right) == 1 else f"sees {none_of_them}"
        yield f"in the solution the {digit} is in {names(right)}, and {target.cell} {seen}"
    told = f"in the solution {listed([f'{c} is {symbol(solution.digit(c))}' for c in others])}"
    near = [cell for cell in holders if claim.see(target.cell, cell)]
    if right and not near:
        yield f"{told}: {target.cell} does not see {names(right)}, so it can be {digit} too"
    if right:
        which = "which sees it" if len(near) == 1 else "which sees them"
        yield f"{told}: {_no(near, digit)}, so {target.cell}, {which}, can be {digit}"
    if target.digit not in claim.digits and target.cell not in claim.cells:
        about = listed(sorted(claim.digits))
        yield f"{told}; you eliminate {digit}, and what you name is only about {about}"
    if not holders:
        yield told
    yield f"{told}: {_no(holders, digit)}, so {target.cell} can be it"


def _no(cells: Sequence[Cell], digit: str) -> str:
    return f"{cells[0]} is not {digit}" if len(cells) == 1 else f"{_none_of(cells)} is {digit}"


def _none_of(cells: Sequence[Cell]) -> str:
    none, last = ("neither", "nor") if len(cells) == 2 else ("none of", "and")
    return f"{none} {listed(cells, last)}"
