"""W-wing: two cells with the same two digits, joined by the last two places of one of them.

Look for two cells that do not see each other but have the same two candidates, say 1 and 2. Then
look for a house in which the 2 has only two places left, one seen by the first of your cells, the
other by the second: a *strong link* on 2::

    12  .   .  | .   1?  .  | .  .  .   r1c1 and r5c5 hold only 1 and 2
    .   .   .  | .   .   .  | .  .  .
    .   .   .  | .   .   .  | .  .  .
    -----------+------------+---------
    .   .   .  | .   .   .  | .  .  .
    1?  .   .  | .   12  .  | .  .  .   r1c5 and r5c1 see both of them
    .   .   .  | .   .   .  | .  .  .
    -----------+------------+---------
    2   -   -  | -   2   -  | -  -  -   row 7 has its 2 in r7c1 or r7c5

One of the two places is 2. If it is r7c1, then r1c1 is 1; if it is r7c5, then r5c5 is 1. So one
of your two cells is 1, and a cell that sees both cannot be 1.

The step is written as a chain, ``1- r1c1 -2- r7c1 =2= r7c5 -2- r5c5 -1``: -2- means that the two
cells beside it are not both 2, =2= that one of them is, and a cell with a digit on either side,
such as 1- r1c1 -2-, is one of the two. Described at https://www.sudokuwiki.org/W_Wing_Strategy and
https://hodoku.sourceforge.net/en/tech_wings.php.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Step, names, strategy
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.cells import bivalue_cells
from sudoku_plugins.strategies.analysis.chains import alternating
from sudoku_plugins.strategies.analysis.effects import first_of_each_effect
from sudoku_plugins.strategies.analysis.places import houses_holding, strong_links

EXAMPLE = "9.8.1.362163..27452.4..6981.8652.419.491..25.512...83.697....238312...74425.7..98"
"""3 and 7 in r3c4 and r4c6; the 3 of row 9 is in r9c4 or r9c6."""


@strategy("W-Wing", score=150, level="hard", example=EXAMPLE, sizes=None, family="wings")
def w_wing(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that two cells share where both are seen, if a strong link joins them."""
    return first_of_each_effect(_steps(grid))


def _steps(grid: Grid) -> Iterator[Step]:
    for pincers in twins(grid):
        first, second = pincers
        seen = grid.layout.peer_masks[first] & grid.layout.peer_masks[second]
        for digit, other in permutations(sorted(grid.candidates(first))):
            lost = seen & grid.boards[digit]
            bridge = next(bridges(grid, pincers, other), None) if lost else None
            if bridge:
                yield _step(grid, pincers, digit, other, bridge, lost)


def twins(grid: Grid) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of cells that have the same two candidates and do not see each other."""
    alike: dict[int, list[Cell]] = {}
    for cell in grid.layout.cells_in(bivalue_cells(grid.boards)):
        alike.setdefault(grid.masks[cell], []).append(cell)
    for cells in alike.values():
        for first, second in combinations(cells, 2):
            if not grid.layout.peer_masks[first] >> second & 1:
                yield first, second


class Bridge(NamedTuple):
    """A strong link between a cell that the first pincer sees and one that the second sees."""

    house: House
    near: Cell
    far: Cell


def bridges(grid: Grid, pincers: tuple[Cell, Cell], digit: int) -> Iterator[Bridge]:
    """Yield the strong links on `digit` that join the `pincers`."""
    first, second = (grid.layout.peer_masks[cell] for cell in pincers)
    held = houses_holding(digit, grid)
    for house, start, end in strong_links(grid.boards[digit], grid.layout, held):
        for near, far in ((start, end), (end, start)):
            if first >> near & 1 and second >> far & 1:
                yield Bridge(house, near, far)


def _step(
    grid: Grid, pincers: tuple[Cell, Cell], digit: int, other: int, bridge: Bridge, lost: int
) -> Step:
    house, near, far = bridge
    first, second = pincers
    ends = [(first, digit), (first, other), (near, other)]
    ends += [(far, other), (second, other), (second, digit)]
    links = alternating([(Candidate(*end),) for end in ends])
    told, linked = symbol(digit), symbol(other)
    return Step(
        eliminations=[Candidate(cell, digit) for cell in grid.layout.cells_in(lost)],
        because={
            "pincer": [
                Candidate(cell, each) for cell in pincers for each in sorted((digit, other))
            ],
            "link": [Candidate(near, other), Candidate(far, other)],
        },
        houses=[house],
        links=links,
        pattern=chain_text(links, grid.layout),
        reason=f"in {house} the {linked} is in {near} or {far}: if in {near}, {first} is {told}; "
        f"if in {far}, {second} is; so no cell that sees both {names(pincers)} can be {told}",
    )
