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
from functools import lru_cache, reduce
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


def linked_sets(grid: Grid) -> LinkedSets:
    """Return the almost locked sets of a board, and how they are linked."""
    return _linked(almost_locked_sets(grid), grid.boards, grid.layout)


class LinkedSets(NamedTuple):
    """The almost locked sets of a board, and how their ends are linked.

    A set of candidates is an int with bit ``(digit - 1) * cells + cell``.
    """

    sets: tuple[AlmostLockedSet, ...]
    ends: list[End]
    """The ends of all sets; sets with a digit in the same cells share an end."""
    holders: list[list[int]]
    """By end, the sets that have it."""
    partners: list[int]
    """By end, the other ends of its sets: if it is false, each of them is true."""
    commons: list[int]
    """By end, the ends with its digit that it sees: if it is true, each of them is false."""
    following: list[int]
    """By end, the commons of its partners: if it is false, each of them is false too."""
    near: list[int]
    """By set, the candidates that see all places of their digit in the set."""
    of_digit: list[int]
    """By digit, its candidates in all cells."""


@lru_cache(maxsize=2)
def _linked(
    sets: tuple[AlmostLockedSet, ...], boards: tuple[int, ...], layout: Layout
) -> LinkedSets:
    n_cells = len(layout.cells)
    near = []
    holders: dict[End, list[int]] = {}
    for number, found in enumerate(sets):
        seen = 0
        for end in found.ends:
            digit, _, peers = end
            seen |= (peers & boards[digit]) << (digit - 1) * n_cells
            holders.setdefault(end, []).append(number)
        near.append(seen)
    partners = []
    numbers = {end: number for number, end in enumerate(holders)}
    bit_of = [mask_of([numbers[end] for end in found.ends]) for found in sets]
    for number, of_sets in enumerate(holders.values()):
        partners.append(reduce(or_, [bit_of[each] for each in of_sets]) & ~(1 << number))
    commons = _commons([*holders], boards)
    return LinkedSets(
        sets,
        [*holders],
        [*holders.values()],
        partners,
        commons,
        [
            reduce(or_, [commons[other] for other in bits(each)], 0) if common else 0
            for each, common in zip(partners, commons)
        ],
        near,
        [0, *(layout.all_cells << digit * n_cells for digit in range(layout.n))],
    )


def _commons(ends: list[End], boards: tuple[int, ...]) -> list[int]:
    """Return for each of the `ends` the ends of its digit all of whose cells it sees."""
    of_digit = [0] * len(boards)
    holding: list[dict[int, int]] = [{} for _ in boards]  # by digit and cell
    for number, (digit, cells, _) in enumerate(ends):
        bit = 1 << number
        of_digit[digit] |= bit
        holds = holding[digit]
        while cells:
            cell = cells & -cells
            holds[cell] = holds.get(cell, 0) | bit
            cells ^= cell
    known: dict[tuple[int, int], int] = {}
    found = []
    for digit, _, seen in ends:
        unseen = boards[digit] & ~seen
        common = known.get((digit, unseen))
        if common is None:
            holds = holding[digit]
            out = 0
            rest = unseen
            while rest:
                cell = rest & -rest
                out |= holds.get(cell, 0)
                rest ^= cell
            common = known[digit, unseen] = of_digit[digit] & ~out
        found.append(common)
    return found


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
    """Yield the pairs of sets with one or two restricted commons, from the fewest cells on.

    There is one for each effect.
    """
    sets, ends, holders, _, commons, _, near, of_digit = linked
    joints_of: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for start, common in enumerate(commons):
        for stop in bits(common):
            for first, last in product(holders[start], holders[stop]):
                if first < last:
                    joints_of.setdefault((first, last), []).append((start, stop))
    found = []
    for (first, last), joints in joints_of.items():
        shared = reduce(or_, [of_digit[ends[start][0]] for start, _ in joints])
        eliminated = near[first] & near[last] & ~shared
        if len(joints) > 1:
            eliminated = near[first] & near[last] & shared | (near[first] | near[last]) & ~shared
        if eliminated:
            size = sets[first].size + sets[last].size
            found.append((size, first, last, joints, eliminated))
    effects = set()
    for _, first, last, joints, eliminated in sorted(found):
        if eliminated not in effects:
            effects.add(eliminated)
            # More than two contradict each other.
            where = [(ends[start], ends[stop]) for start, stop in joints[:2]]
            yield Chain([sets[first], sets[last]], where, eliminated)


def chains(linked: LinkedSets, shortest: int, longest: int) -> Iterator[Chain]:
    """Yield the chains of `shortest` to `longest` sets, the shortest first.

    There is one for each effect, and none that eliminates only what a shorter one does.
    """
    commons = linked.commons
    # By the first of them: the ends that are false from the first, second, … link on.
    layers = {common: [common] for common in commons if common}
    told: list[int] = []
    for length in range(2, longest + 1):
        if length >= shortest:
            effects = dict.fromkeys(told)
            for found in sorted(_complete(linked, layers)):
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
    sets, ends, holders, _, commons, _, near, of_digit = linked
    near_end = [
        reduce(or_, [near[each] for each in of_end]) & ~of_digit[end[0]] if common else 0
        for end, of_end, common in zip(ends, holders, commons)
    ]
    for start, common in enumerate(commons):
        if not common:
            continue
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
    sets, ends, holders, partners, commons, following, *_ = linked
    _, first, last, start, stop, eliminated = found
    way, joints = [last], [stop]
    for layer in reversed(passed[:-1]):
        _, number, came, left = min(
            (sets[number].size, number, came, left)
            for came in bits(layer)
            if following[came] >> stop & 1
            for left in bits(partners[came] & commons[stop])
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
