"""Bent sets: k cells that hold only k digits, in more than one house.

All digits of the set but one are *restricted*: the cells that hold such a digit see each other,
so only one of them can get it. The last digit is *loose*. k - 1 restricted digits fill at most
k - 1 cells, so at least one of the k cells gets the loose digit; whatever sees all the cells where
it may be cannot hold it::

    XY-wing (k = 3)                XYZ-wing (k = 3)
    12  .  . | .  13  .            123 3?  3? | .  13  .
    .   23 . | .  3?  .            .   23  .  | .  .   .

In the first, 1 and 2 are restricted and 3 is loose. If every digit were restricted, the cells
would be a naked subset. A set that contains a smaller one, of j cells with only j digits, does not
count: the smaller one says as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout
from sudoku_engine.board.masks import bits, digits_of, mask_of
from sudoku_engine.board.words import symbol


class BentSet(NamedTuple):
    """Cells with as many digits as there are cells, all restricted but one."""

    cells: int
    """The mask of the cells."""
    digits: int
    """The mask of the digits."""
    loose: int
    """The digit that one of the cells must get."""
    eliminated: int
    """The mask of the cells that lose the loose digit."""


@lru_cache(maxsize=8)
def bent_sets(
    masks: tuple[int, ...], boards: tuple[int, ...], layout: Layout, size: int
) -> tuple[BentSet, ...]:
    """Return the bent sets of `size` cells that eliminate something.

    Sets grow by one cell at a time that sees one of the others. A part of a set of j cells has more
    than j digits, at most `size`, and at most one of them is loose; few ever grow to the full size.
    """
    peers = layout.peer_masks
    few = mask_of(cell for cell, mask in enumerate(masks) if 1 < mask.bit_count() <= size)
    parts = {1 << cell: _Part(masks[cell], 0, peers[cell] & few) for cell in bits(few)}
    for fewest in (*range(3, size + 1), size):
        grown: dict[int, _Part] = {}
        for cells, (digits, loose, near) in parts.items():
            for cell in bits(near & ~cells):
                union = digits | masks[cell]
                if not fewest <= union.bit_count() <= size or cells | 1 << cell in grown:
                    continue
                now_loose = loose
                for other in bits(cells & ~peers[cell]):
                    now_loose |= masks[other] & masks[cell]
                if not now_loose & now_loose - 1:
                    grown[cells | 1 << cell] = _Part(union, now_loose, near | peers[cell] & few)
        parts = grown
    found = []
    for cells, (digits, loose, _) in parts.items():
        if loose:
            digit = loose.bit_length()
            eliminated = boards[digit]
            for cell in bits(boards[digit] & cells):
                eliminated &= peers[cell]
            if eliminated and not _contains_smaller([masks[cell] for cell in bits(cells)]):
                found.append(BentSet(cells, digits, digit, eliminated))
    return tuple(found)


class _Part(NamedTuple):
    """Some cells of what may become a bent set: their digits, those that are loose, their peers."""

    digits: int
    loose: int
    near: int


def _contains_smaller(masks: list[int]) -> bool:
    """Return whether some, not all, of the `masks` have no more digits than there are masks."""
    return any(
        reduce(or_, some).bit_count() <= length
        for length in range(2, len(masks))
        for some in combinations(masks, length)
    )


class Wing(NamedTuple):
    """A bent set with its cells apart, ready to be told."""

    pivots: list[Cell]
    """The other cells."""
    pincers: list[Cell]
    """The cells with the loose digit that do not see all others with it."""
    loose: int
    """The digit that one of the cells must get."""
    restricted: list[int]
    """The other digits."""
    eliminations: list[Candidate]
    """What it eliminates."""
    because: dict[str, list[Candidate]]
    """All candidates of the cells, by role."""
    houses: list[House]
    """For each restricted digit, the houses in which its cells see each other."""

    @property
    def cells(self) -> list[Cell]:
        """All cells of the set, in order."""
        return sorted(self.pivots + self.pincers)


def wings(grid: Grid, size: int, *, everywhere: bool | None = None) -> Iterator[Wing]:
    """Yield the bent sets of `size` cells, one for each effect.

    `everywhere`: only those whose loose digit is in all cells (True), or is not (False).
    """
    effects = set()
    for found in bent_sets(grid.masks, grid.boards, grid.layout, size):
        effect = found.loose, found.eliminated
        is_everywhere = not found.cells & ~grid.boards[found.loose]
        if effect not in effects and everywhere in (None, is_everywhere):
            effects.add(effect)
            yield _wing(grid, found)


def _wing(grid: Grid, found: BentSet) -> Wing:
    layout, loose = grid.layout, found.loose
    holders = grid.boards[loose] & found.cells
    roles: dict[str, list[Cell]] = {"pivot": [], "pincer": []}
    for cell in layout.cells_in(found.cells):
        apart = holders & ~layout.peer_masks[cell] & ~(1 << cell)
        roles["pincer" if apart and holders >> cell & 1 else "pivot"].append(cell)
    restricted = sorted(digits_of[found.digits] - {loose})
    return Wing(
        roles["pivot"],
        roles["pincer"],
        loose,
        restricted,
        eliminations=[Candidate(cell, loose) for cell in layout.cells_in(found.eliminated)],
        because={
            role: [
                Candidate(cell, each) for cell in cells for each in sorted(grid.candidates(cell))
            ]
            for role, cells in roles.items()
            if cells
        },
        houses=_joints(
            layout, [layout.cells_in(grid.boards[each] & found.cells) for each in restricted]
        ),
    )


def _joints(layout: Layout, groups: list[list[Cell]]) -> list[House]:
    """Return houses in which the cells of each group see each other, one or a few for each.

    Of several houses take one that holds most of the cells of all groups.
    """
    every = mask_of(cell for cells in groups for cell in cells)
    found = []
    for cells in groups:
        for pair in combinations(cells, 2):
            shared = layout.houses_with(cells) or layout.houses_with(pair)
            found.append(max(shared, key=lambda house: (house.mask & every).bit_count()))
    return list(dict.fromkeys(found))


def cases(wing: Wing, grid: Grid) -> str:
    """Return what the pincers are by what the pivot of a set of three cells is, in words."""
    (pivot,) = wing.pivots
    other = {min(grid.candidates(cell) - {wing.loose}): cell for cell in wing.pincers}
    return "; ".join(
        f"if {pivot} is {symbol(digit)}, {other[digit]} is {symbol(wing.loose)}"
        for digit in wing.restricted
    )
