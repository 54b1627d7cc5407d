"""Linked almost locked sets that share no cells, in HoDoKu's order.

Sets come by the number of their first house, then by their cells; pairs of sets by the first and
the second set. A wing is two linked pairs with one set in common. A chain goes on to later sets
only, and has at most six. A search that ends with the first chain, as in HoDoKu, tries few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain, product
from operator import or_
from typing import NamedTuple

from sudoku_engine import Grid, Layout
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.analysis.almost_locked_sets import (
    AlmostLockedSet,
    End,
    almost_locked_sets,
)

MOST_SETS = 6
"""The number of sets in the longest chains."""


class FoundSets(NamedTuple):
    """A chain of almost locked sets."""

    sets: list[int]
    """The masks of their cells."""
    joints: list[tuple[int, int]]
    """By joint, the digits by which the one set is left and the next is entered."""
    eliminated: int


class SetsApart(NamedTuple):
    """The almost locked sets of a board in order, and the digits that link two."""

    sets: Sequence[int]
    """The masks of their cells."""
    near: Sequence[int]
    """By set, the candidates that see all places of their digit in the set."""
    of_digit: Sequence[int]
    """By digit, its candidates in all cells."""
    joined: Sequence[dict[int, list[int]]]
    """By set, the restricted commons by the other set, in order."""

    def found(self, way: Sequence[int], digits: Sequence[int], eliminated: int) -> FoundSets:
        """Return the chain of the sets on a `way`, linked by `digits`."""
        return FoundSets(
            [self.sets[number] for number in way], [(each, each) for each in digits], eliminated
        )


def chains_apart(grid: Grid, shortest: int, longest: int) -> Iterator[FoundSets]:
    """Yield the chains of `shortest` to `longest` sets, at most six."""
    board = _in_order(almost_locked_sets(grid), grid.boards, grid.layout)
    if longest == 2:
        return _pairs(board)
    return _wings(board) if longest == 3 else _long_chains(board, shortest)


@lru_cache(maxsize=1)
def _in_order(
    every: tuple[AlmostLockedSet, ...], boards: tuple[int, ...], layout: Layout
) -> SetsApart:
    houses, n_cells = layout.houses, len(layout.cells)

    def place(cells: int) -> tuple[int, tuple[int, ...]]:
        house = next((i for i, each in enumerate(houses) if not cells & ~each.mask), len(houses))
        return house, tuple(bits(cells))

    sets = sorted(every, key=lambda each: place(each.cells))
    holders: dict[int, dict[End, list[int]]] = {}
    for number, found in enumerate(sets):
        for end in found.ends:
            holders.setdefault(end.digit, {}).setdefault(end, []).append(number)
    joined: list[dict[int, list[int]]] = [{} for _ in sets]
    for digit, ends in sorted(holders.items()):
        for end, ones in ends.items():
            unseen = ~end.seen
            near = [others for other, others in ends.items() if not other.cells & unseen]
            for one, other in product(ones, chain.from_iterable(near)):
                if not sets[one].cells & sets[other].cells:
                    joined[one].setdefault(other, []).append(digit)
    return SetsApart(
        [each.cells for each in sets],
        [
            sum((end.seen & boards[end.digit]) << n_cells * (end.digit - 1) for end in each.ends)
            for each in sets
        ],
        [0, *(layout.all_cells << n_cells * digit for digit in range(layout.n))],
        [{other: each[other][:2] for other in sorted(each)} for each in joined],
    )


def _pairs(board: SetsApart) -> Iterator[FoundSets]:
    sets, near, of_digit, joined = board
    n_cells = of_digit[1].bit_length()
    in_all = sum(1 << n_cells * digit for digit in range(len(of_digit) - 1))
    for first, others in enumerate(joined):
        for last, digits in others.items():
            shared = reduce(or_, [of_digit[digit] for digit in digits])
            eliminated = near[first] & near[last]
            if len(digits) == 1:
                eliminated &= ~shared
            else:
                loose = (near[first] | near[last]) & ~shared
                eliminated = eliminated & shared | loose & ~((sets[first] | sets[last]) * in_all)
            if eliminated and first < last:
                joint = digits[0], digits[-1]
                yield board.found((first, last), (), eliminated)._replace(joints=[joint])


def _wings(board: SetsApart) -> Iterator[FoundSets]:
    sets, near, of_digit, joined = board
    pairs = [(one, other) for one, others in enumerate(joined) for other in others if one < other]
    pairs_of: list[list[tuple[int, int]]] = [[] for _ in joined]
    for pair in pairs:
        for number in pair:
            pairs_of[number].append(pair)
    for pair in pairs:
        for other in sorted({*pairs_of[pair[0]], *pairs_of[pair[1]]}):
            if other <= pair:
                continue
            middle = pair[0] if pair[0] in other else pair[1]
            first, last = sum(pair) - middle, sum(other) - middle
            both = near[first] & near[last]
            if not both or sets[first] & sets[last]:
                continue
            for one in joined[middle][first]:
                for two in joined[middle][last]:
                    eliminated = both & ~of_digit[one] & ~of_digit[two]
                    if one != two and eliminated:
                        yield board.found((first, middle, last), (one, two), eliminated)


def _long_chains(board: SetsApart, shortest: int) -> Iterator[FoundSets]:
    _, near, of_digit, joined = board

    def on(way: tuple[int, ...], digits: tuple[int, ...]) -> Iterator[FoundSets]:
        for number, commons in joined[way[-1]].items():
            for digit in commons if number > way[-1] else ():
                if digits[-1:] == (digit,):
                    continue
                longer, left = (*way, number), (*digits, digit)
                eliminated = near[way[0]] & near[number] & ~of_digit[left[0]] & ~of_digit[digit]
                if eliminated and len(longer) >= shortest:
                    yield board.found(longer, left, eliminated)
                if len(longer) < MOST_SETS:
                    yield from on(longer, left)

    for start in range(len(joined)):
        yield from on((start,), ())
