"""Almost locked sets that are linked by restricted commons, alone or in chains.

Two sets have a *restricted common*, a digit x, if every cell of one that can be x sees every cell
of the other that can be x. So x cannot be in both: one of them lacks it and needs all its other
digits. Sets may overlap, but not in cells that can be x.

A set lacks only one of its digits. If a first set lacks some digit z, it has its x; so the
next lacks x and has its y, and so on, to the last set, which has its z too. So in a chain of sets
z is in the first set or in the last, and is eliminated where all its places in both are seen. The
digits by which the chain comes and leaves must differ in each set; so must those and z in the first
and the last one.

Sets and their ends (a digit, and its places in a set) are numbers here; sets of them are ints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from sudoku_engine import Grid, Layout
from sudoku_engine.board.masks import bits, mask_of
from sudoku_plugins.strategies.analysis.almost_locked_sets import (
    AlmostLockedSet,
    End,
    almost_locked_sets,
)
from sudoku_plugins.strategies.analysis.effects import rank


def linked_sets(grid: Grid) -> LinkedSets:
    """Return the almost locked sets of a board, and how they are linked."""
    return _linked(almost_locked_sets(grid), grid.boards, grid.layout)


@dataclass(frozen=True, eq=False)
class LinkedSets:
    """The almost locked sets of a board, and how their ends are linked.

    A set of candidates is an int with bit ``(digit - 1) * cells + cell``.
    """

    sets: tuple[AlmostLockedSet, ...]
    near: list[int]
    """By set, the candidates that see all places of their digit in the set."""
    of_digit: list[int]
    """By digit, its candidates in all cells."""
    ends: list[End]
    """The ends that see another one. Sets with a digit in the same cells share an end."""
    holders: list[list[int]]
    """By end, the sets that have it."""
    commons: list[int]
    """By end, the ends with its digit that it sees: if it is true, each of them is false."""

    @property
    def n_cells(self) -> int:
        """The number of cells of the board."""
        return self.of_digit[1].bit_count()

    @cached_property
    def partners(self) -> list[int]:
        """By end, the other ends of its sets: if it is false, each of them is true."""
        ends_of = [0] * len(self.sets)
        for number, holders in enumerate(self.holders):
            for holder in holders:
                ends_of[holder] |= 1 << number
        return [
            reduce(or_, [ends_of[holder] for holder in holders]) & ~(1 << number)
            for number, holders in enumerate(self.holders)
        ]

    @cached_property
    def following(self) -> list[int]:
        """By end, the commons of its partners: if it is false, each of them is false too."""
        commons = self.commons
        return [
            reduce(or_, [commons[other] for other in bits(partners)], 0)
            for partners in self.partners
        ]


@lru_cache(maxsize=2)
def _linked(
    sets: tuple[AlmostLockedSet, ...], boards: tuple[int, ...], layout: Layout
) -> LinkedSets:
    shifts = [len(layout.cells) * (digit - 1) for digit in range(layout.n + 1)]
    holders: list[dict[End, int]] = [{} for _ in boards]  # by digit
    near = []
    for number, found in enumerate(sets):
        candidates = 0
        bit = 1 << number
        for end in found.ends:
            digit, _, seen = end
            if seen := seen & boards[digit]:
                candidates |= seen << shifts[digit]
                of_digit = holders[digit]
                of_digit[end] = of_digit.get(end, 0) | bit
        near.append(candidates)
    commons_of: dict[End, list[End]] = {}
    for ends, board in zip(holders, boards):
        known: dict[int, list[End]] = {}
        for end in ends:
            seen = end[2] & board
            others = known.get(seen)
            if others is None:
                unseen = ~seen
                others = known[seen] = [other for other in ends if not other[1] & unseen]
            if others:
                commons_of[end] = others
    numbers = {end: number for number, end in enumerate(commons_of)}
    return LinkedSets(
        sets,
        near,
        [0, *(layout.all_cells << shift for shift in shifts[1:])],
        [*commons_of],
        [[*bits(holders[end[0]][end])] for end in commons_of],
        [mask_of([numbers[other] for other in others]) for others in commons_of.values()],
    )


class Chain(NamedTuple):
    """Sets of which each is linked with the next, and what follows."""

    sets: list[AlmostLockedSet]
    joints: list[tuple[End, End]]
    """How each set is linked with the next; two sets may be linked in two ways."""
    eliminated: int
    """The candidates that it eliminates."""

    @property
    def is_double(self) -> bool:
        """Whether it is two sets that are linked in two ways."""
        return len(self.joints) == len(self.sets)


def pairs(linked: LinkedSets) -> Iterator[Chain]:
    """Yield the pairs of sets with one or two restricted commons, in the order of `rank`.

    There is one for each effect, that with the fewest cells.
    """
    sets, ends, holders, near = linked.sets, linked.ends, linked.holders, linked.near
    commons, of_digit = linked.commons, linked.of_digit
    # Numbers in place of tuples: there are thousands of pairs, and few of them are of use.
    n_sets, n_ends, n_cells = len(sets), len(ends), linked.n_cells
    joint_of: dict[int, int] = {}
    more: dict[int, int] = {}
    for start, common in enumerate(commons):
        for stop in bits(common):
            joint = start * n_ends + stop
            for first in holders[start]:
                for last in holders[stop]:
                    if first < last:
                        pair = first * n_sets + last
                        if joint_of.setdefault(pair, joint) != joint:
                            more[pair] = joint
    found = []
    for pair, joint in joint_of.items():
        first, last = divmod(pair, n_sets)
        shared = of_digit[ends[joint // n_ends][0]]
        eliminated = near[first] & near[last] & ~shared
        if pair in more:
            shared |= of_digit[ends[more[pair] // n_ends][0]]
            eliminated = near[first] & near[last] & shared | (near[first] | near[last]) & ~shared
        if eliminated:
            joints = [divmod(each, n_ends) for each in (joint, more.get(pair, joint))]
            size = sets[first].size + sets[last].size
            found.append((rank(eliminated, n_cells), size, first, last, joints, eliminated))
    effects = set()
    for *_, first, last, joints, eliminated in sorted(found):
        if eliminated not in effects:
            effects.add(eliminated)
            where = [(ends[start], ends[stop]) for start, stop in dict.fromkeys(joints)]
            yield Chain([sets[first], sets[last]], where, eliminated)


def chains(linked: LinkedSets, shortest: int, longest: int) -> Iterator[Chain]:
    """Yield the chains of `shortest` to `longest` sets, the shortest first, then by `rank`.

    There is one for each effect, and none that eliminates only what a shorter one does.
    """
    commons = linked.commons
    # By the first of them: the ends that are false from the first, second, … link on.
    layers = {common: [common] for common in commons}
    told: list[int] = []
    for length in range(2, longest + 1):
        if length >= shortest:
            effects = dict.fromkeys(told)
            complete = [*_complete(linked, layers)]
            complete.sort(key=lambda found: (rank(found[-1], linked.n_cells), found))
            for found in complete:
                *_, start, _, eliminated = found
                if eliminated not in effects and all(eliminated & ~other for other in told):
                    effects[eliminated] = None
                    yield _chain(linked, layers[commons[start]], found)
            told = [*effects]
        reached = 0
        for passed in layers.values():
            new = reduce(or_, [linked.following[end] for end in bits(passed[-1])], 0)
            passed.append(new & ~reduce(or_, passed))
            reached |= passed[-1]
        if not reached:
            return


def _complete(
    linked: LinkedSets, layers: Mapping[int, list[int]]
) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Yield the first and last sets of chains that eliminate something, of two directions one.

    Each is: the cells of both, the sets, the ends by which the chain leaves the one and comes to
    the other, what is eliminated. The chains are as long as the `layers`.
    """
    sets, ends, holders, near = linked.sets, linked.ends, linked.holders, linked.near
    commons, of_digit = linked.commons, linked.of_digit
    near_end = [
        reduce(or_, [near[holder] for holder in of_end]) & ~of_digit[end[0]]
        for end, of_end in zip(ends, holders)
    ]
    for start, common in enumerate(commons):
        for stop in bits(layers[common][-1]):
            if not near_end[start] & near_end[stop]:
                continue
            others = ~(of_digit[ends[start][0]] | of_digit[ends[stop][0]])
            for first, last in product(holders[start], holders[stop]):
                eliminated = near[first] & near[last] & others
                if first < last and eliminated:
                    size = sets[first].size + sets[last].size
                    yield size, first, last, start, stop, eliminated


def _chain(
    linked: LinkedSets,
    passed: Sequence[int],
    found: tuple[int, int, int, int, int, int],
) -> Chain:
    """Return a chain of which the ends are known, and the layers it has `passed`.

    Of the sets between them choose small ones.
    """
    sets, ends, holders = linked.sets, linked.ends, linked.holders
    _, first, last, start, stop, eliminated = found
    way, joints = [last], [stop]
    for layer in reversed(passed[:-1]):
        _, number, came, left = min(
            (sets[number].size, number, came, left)
            for came in bits(layer)
            if linked.following[came] >> stop & 1
            for left in bits(linked.partners[came] & linked.commons[stop])
            for number in holders[came]
            if number in holders[left]
        )
        way.append(number)
        joints += [left, came]
        stop = came
    joints.append(start)
    joints.reverse()
    return Chain(
        [sets[number] for number in (first, *reversed(way))],
        [(ends[one], ends[other]) for one, other in zip(joints[::2], joints[1::2])],
        eliminated,
    )
