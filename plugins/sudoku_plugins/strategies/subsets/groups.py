"""Tight groups, the common core of naked and hidden subsets.

Take some sets. A few of them form a *tight group* if together they have only as many members
as there are sets: three sets with three members, say.

* Each cell of a house is a set of digits, its candidates. A tight group: k cells for k
  digits, a *naked* subset. The cells use these digits up.
* Each digit is a set of cells, its places in the house. A tight group: k digits for k
  cells, a *hidden* subset. The digits use these cells up.

So the two techniques are one, seen from two sides, and are found by one function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from sudoku_engine.board.bounded_cache import bounded_cache


class Group(NamedTuple):
    """Some sets that together have the same number of members as there are sets."""

    members: tuple[int, ...]
    """The numbers of the sets."""
    union: int
    """Their union, as bits."""


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
