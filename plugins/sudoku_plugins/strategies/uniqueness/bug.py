"""BUG: bivalue universal grave, a board on which every open cell has two candidates left.

Suppose that every open cell has just two candidates, and that each digit is a candidate of just
two cells of each house that still needs it. Take any solution of such a board and fill each cell
with its *other* candidate instead: every house still has each digit once. So there are two
solutions, or none; a puzzle with one solution never comes to such a board. When yours is almost
there, one of the candidates too many, the *extras*, must be true.

**BUG + 1.** A single cell has a third candidate. Look for the digit that is there three times in
the row, the column and the box of this cell: without it the board would be a grave, so it is true::

    17  5  2 | 9  18  178 | 4  3  6   7 and 8 are there twice, but 1 three
                                      times: 178 is 1

**BUG + n.** Several extras, in one cell or in some. Find them as above: without them each open cell
has two candidates, and each digit is there twice in each house. One of the extras is true, so

* a candidate that contradicts every extra can be eliminated: if all extras are 5, the 5 of a cell
  that sees all of their cells;
* the extras of one house act as *one* cell with only these candidates: look for a naked subset
  of it and other cells of the house;
* if two cells of a house have all the extras, and some other digit of the house can go only in
  these two, then one of them holds it and the other an extra: both lose what else they have.

Look for it late, when at most eight open cells have more than two candidates. Works on any layout.
Described at https://www.sudokuwiki.org/BUG and https://hodoku.sourceforge.net/en/tech_ur.php.
"""

from collections.abc import Iterator
from itertools import combinations

from sudoku_engine import Cell, Grid, Step, say
from sudoku_engine.board.masks import bits
from sudoku_engine.board.notation import candidate_texts
from sudoku_plugins.strategies.analysis import bivalue_cells, candidates_in
from sudoku_plugins.strategies.families import uniqueness_strategy
from sudoku_plugins.strategies.uniqueness import (
    Deadly,
    by_one_cell,
    by_strong_link,
    by_subset,
    none_of,
    smallest_by_effect,
)

PLUS_1_EXAMPLE = "..7936128182475936..68217456..3874522756143898..259671...798264.2.563817768142593"
"""3 in r7c2 => r7c2<>1, r7c2<>5."""
PLUS_N_EXAMPLE = "852941637139627485476538219923874561684153..2715269843.417...2....412...2..3..1.4"
"""7,9 in r8c78,r9c8 => r8c8<>9."""

MOST_CELLS = 8
"""The number of cells with more than two candidates from which on nobody looks for a grave."""


@uniqueness_strategy("Bivalue Universal Grave + 1", score=100, level="hard", example=PLUS_1_EXAMPLE)
def bug_plus_1(grid: Grid) -> Iterator[Step]:
    """Eliminate all but the one extra candidate that keeps the board from being a grave."""
    for grave in _graves(grid):
        if grave.extra_digits.bit_count() == len(grave.extras) == 1:
            yield from by_one_cell(grid, grave)


@uniqueness_strategy("Bivalue Universal Grave + n", score=120, level="hard", example=PLUS_N_EXAMPLE)
def bug_plus_n(grid: Grid) -> Iterator[Step]:
    """Eliminate what contradicts each of the extra candidates of which one must be true."""
    return smallest_by_effect(
        step
        for grave in _graves(grid)
        if sum(extra.bit_count() for extra in grave.extras.values()) > 1
        for rule in (_by_conflict, by_subset, by_strong_link)
        for step in rule(grid, grave)
    )


def _graves(grid: Grid) -> Iterator[Deadly]:
    """Yield the ways to see the board as a grave with extras in a few cells."""
    large = grid.boards[0] & ~bivalue_cells(grid.boards)
    if not 0 < large.bit_count() <= MOST_CELLS or grid.singles or grid.has_empty_cell:
        return
    surplus = _surplus(grid) if grid.layout.has_only_houses else None
    if surplus is not None:
        for extras in _choices(grid, grid.layout.cells_in(large), surplus):
            yield Deadly(tuple(grid.open_cells), extras, 0)


Surplus = dict[tuple[int, int], int]
"""By the number of a house and digit, how many places there are beyond two, if any."""


def _surplus(grid: Grid) -> Surplus | None:
    """Return the surplus of the board; None if a digit has only one place or is there already."""
    surplus = {}
    by_hand = grid.marks == "manual"
    for digit in grid.open_digits:
        board = grid.boards[digit]
        for number, house in enumerate(grid.layout.houses):
            places = (board & house.mask).bit_count()
            if places == 1 or (by_hand and places and grid.holds(digit, house)):
                return None
            if places > 2:
                surplus[number, digit] = places - 2
    return surplus


def _choices(grid: Grid, cells: list[Cell], surplus: Surplus) -> Iterator[dict[Cell, int]]:
    """Yield the extras of `cells`, all but two candidates of each, that use up the `surplus`."""
    if not cells:
        if max(surplus.values(), default=0) <= 0:
            yield {}
        return
    cell, *others = cells
    houses = grid.layout.house_numbers[cell]
    free = [
        digit
        for digit in sorted(grid.candidates(cell))
        if all(surplus.get((number, digit), 0) > 0 for number in houses)
    ]
    for extras in combinations(free, len(grid.candidates(cell)) - 2):
        left = dict(surplus)
        for digit in extras:
            for number in houses:
                left[number, digit] -= 1
        mask = sum(1 << digit - 1 for digit in extras)
        for choice in _choices(grid, others, left):
            yield {cell: mask, **choice}


def _by_conflict(grid: Grid, grave: Deadly) -> Iterator[Step]:
    extras = [
        each for cell, mask in grave.extras.items() for each in candidates_in(grid, [cell], mask)
    ]
    left = list(grid.boards)
    for cell, digit in extras:
        for other in grid.layout.digits:
            left[other] &= grid.layout.peer_masks[cell] if other == digit else 1 << cell
    eliminations = [
        (cell, 1 << digit - 1) for digit in grid.layout.digits for cell in bits(left[digit])
    ]
    named = candidate_texts(extras, "=", grid.layout)
    ruled_out = [
        say("{digit} in {place}", digit=digit, place=grid.layout.cells_in(left[digit]))
        for digit in grid.layout.digits
        if left[digit]
    ]
    reason = say(
        "if {none} were true,| {threat};| so one of them is true,| and each of them rules out "
        "{ruled_out}",
        none=none_of(named),
        threat=grave.threat,
        ruled_out=ruled_out,
    )
    yield from grave.step(grid, eliminations, grave.houses(grid), reason)
