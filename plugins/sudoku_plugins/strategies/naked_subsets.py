"""Naked subsets: some cells with only as many digits together.

**Naked pair.** Look for two cells of a house that have the same two candidates, say 1 and 8.
If the first is 1 the second is 8, and the other way round. You do not know which, but the two
cells use up both digits, so no other cell of the house can hold them::

    before    178  9  5 | 3  1678  18 | 2  4  18
    after     7    9  5 | 3  67    18 | 2  4  18

**Naked triple, naked quad.** The same with three cells that hold only three digits together,
or four with four. Not every cell needs all of them: 12, 23 and 13 are a triple.

If the cells are in a second house as well (two cells of a row in one box), it loses their
digits too. Where clues let cells see each other, the cells need no common house: two cells a
knight's move apart use up their two digits for all that sees both of them. Described at
https://www.sudokuwiki.org/Naked_Candidates and
https://hodoku.sourceforge.net/en/tech_naked.php.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeVar

from sudoku_engine import Candidate, Cell, Grid, House, Step, say
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.masks import digits_of, mask_of
from sudoku_plugins.strategies.analysis import (
    EVERY_KIND,
    HouseKind,
    candidates_in,
    cells_of_few,
    lost,
    places_of,
)
from sudoku_plugins.strategies.analysis.almost_locked_sets import common_peers
from sudoku_plugins.strategies.families import subset_strategy

PAIR_EXAMPLE = "9613827453.2.479.67.4..9.32.379.5..4.95.34.7.146278359679453.2.423891567518726493"
"""1 and 8 in r3c7 and r7c7."""

TRIPLE_EXAMPLE = "435..9..1.1...4....7..15...192873...364952187587641923953428716748136592621597348"
"""2, 6 and 8 in r2c1, r2c5 and r2c7."""

QUAD_EXAMPLE = ".84..9172.91..4583..28.1469.6.1.89.5......6141..6..8.7....1.3.6.2648.791.1...62.8"
"""3, 5, 6 and 7 in r1c1, r2c1, r3c1 and r8c1."""


@subset_strategy("Naked Pair", score=60, level="medium", example=PAIR_EXAMPLE)
def naked_pair(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Eliminate the two digits of two cells from the rest of their house."""
    return naked_subsets(grid, 2, houses)


@subset_strategy("Naked Triple", score=80, level="medium", example=TRIPLE_EXAMPLE)
def naked_triple(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Eliminate the three digits of three cells from the rest of their house."""
    return naked_subsets(grid, 3, houses)


@subset_strategy("Naked Quad", score=120, level="hard", example=QUAD_EXAMPLE)
def naked_quad(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Eliminate the four digits of four cells from the rest of their house."""
    return naked_subsets(grid, 4, houses)


def naked_subsets(grid: Grid, size: int, kinds: Sequence[HouseKind]) -> Iterator[Step]:
    """Yield the steps of the naked subsets of `size` cells in the houses of the `kinds`."""
    few = cells_of_few(grid.boards, size)
    for house in grid.layout.houses_of_kinds(kinds):
        inside = few & house.mask
        if inside.bit_count() >= size:
            for cells, digits in naked_groups(grid, inside, size):
                shared = [other for other in grid.layout.houses_with(cells) if other.kind in kinds]
                if shared[0] is house:  # subsets in two houses are found twice
                    yield from naked_step(grid, cells, digits, shared)
    if grid.layout.groups and "extra" in kinds:
        yield from _across_houses(grid, few, size)


def _across_houses(grid: Grid, few: int, size: int) -> Iterator[Step]:
    """Yield the steps of the naked subsets of cells that see each other by clues as well."""
    layout = grid.layout
    grown: list[tuple[tuple[Cell, ...], int, int]] = [((), few, 0)]
    for _ in range(size):
        grown = [
            ((*cells, cell), common & layout.peer_masks[cell] & -(2 << cell), union)
            for cells, common, digits in grown
            for cell in layout.cells_in(common)
            if (union := digits | grid.masks[cell]).bit_count() <= size
        ]
    for cells, _, digits in grown:
        if digits.bit_count() < size or layout.houses_with(cells):
            continue
        eliminations = [
            Candidate(cell, digit)
            for digit in sorted(digits_of[digits])
            for cell in layout.cells_in(
                grid.boards[digit] & common_peers(grid.boards[digit] & mask_of(cells), layout)
            )
        ]
        if eliminations:
            yield Step(
                eliminations=eliminations,
                because=candidates_in(grid, cells),
                reason=say(
                    "{cells} see each other, hold only {digits}| and use them up for what sees "
                    "them;| so {lost}",
                    cells=cells,
                    digits=digits_of[digits],
                    lost=lost(eliminations),
                ),
            )


def naked_groups(grid: Grid, inside: int, size: int) -> Iterator[tuple[list[Cell], int]]:
    """Yield `size` of the cells `inside` (a mask) with only `size` digits, and these as a mask."""
    cells = grid.layout.cells_in(inside)
    for group in tight_groups(tuple([grid.masks[cell] for cell in cells]), size):
        yield [cells[number] for number in group.members], group.union


def losers(grid: Grid, cells: Sequence[Cell], digits: int, houses: Sequence[House]) -> list[House]:
    """Return the `houses` that lose some of the `digits` of `cells`."""
    places = reduce(or_, [grid.boards[digit] for digit in digits_of[digits]]) & ~mask_of(cells)
    return [house for house in houses if places & house.mask]


def naked_step(
    grid: Grid, cells: Sequence[Cell], digits: int, houses: Sequence[House]
) -> Iterator[Step]:
    """Yield the step that eliminates the `digits` of `cells` from the rest of `houses`, if any."""
    losing = losers(grid, cells, digits, houses)
    if not losing:
        return
    around = reduce(or_, [house.mask for house in losing]) & ~mask_of(cells)
    yield Step(
        eliminations=places_of(grid, digits, around),
        because=candidates_in(grid, cells),
        houses=losing,
        reason=say(
            "{cells} hold only {digits}| and use them up,| so no other cell of {houses} can hold "
            "them",
            cells=sorted(cells),
            digits=digits_of[digits],
            houses=losing,
        ),
    )


class Group(NamedTuple):
    """Some sets that together have the same number of members as there are sets.

    If the sets are the candidates of cells, it is a naked subset; if they are the places of digits,
    a hidden one: the two are one idea, seen from two sides.
    """

    members: tuple[int, ...]
    """The numbers of the sets."""
    union: int


@bounded_cache(lambda groups: 1000 + 200 * len(groups))
def tight_groups(sets: tuple[int, ...], size: int) -> tuple[Group, ...]:
    """Return the groups of `size` of the `sets` (ints of bits) with `size` bits together.

    Empty sets are left out. Groups grow one set at a time, and are dropped as soon as they have
    too many bits: even on a 25x25 board few ever grow to the full size.

    A group may contain a smaller one (a pair and one set more). Whether it does can depend on
    earlier eliminations, but the last board of a strategy must not: so such groups count. If the
    strategies run in their order, the smaller group is found long before.

    >>> tight_groups((0b011, 0b110, 0b000, 0b011), 2)
    (Group(members=(0, 3), union=3),)
    """
    usable = [each for each in enumerate(sets) if 0 < each[1].bit_count() <= size]
    if len(usable) < size:
        return ()
    return tuple([Group(*each) for each in groups_of(usable, size, size)])


Name = TypeVar("Name")


def groups_of(
    sets: Sequence[tuple[Name, int]], size: int, members: int, known: int = 0
) -> Iterator[tuple[tuple[Name, ...], int]]:
    """Yield the groups of `size` of the `sets` that have so many `members` with those `known`.

    A set is a name and its members, a group the names and the union.
    """
    grown: list[tuple[tuple[Name, ...], int, int]] = [((), known, 0)]
    for missing in range(size, 0, -1):
        last = len(sets) - missing + 1
        grown = [
            ((*names, sets[next_][0]), union, next_ + 1)
            for names, so_far, begin in grown
            for next_ in range(begin, last)
            if (union := so_far | sets[next_][1]).bit_count() <= members
        ]
    return ((names, union) for names, union, _ in grown if union.bit_count() == members)
