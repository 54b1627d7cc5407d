"""Fish with boxes among their houses: Franken and mutant fish.

Put the digit in one cell and look at what is left of its places. If some base houses,
with no place in common, have theirs in too few cover houses, one less than there are base houses,
the cell cannot hold the digit: whatever of the base it sees is a fin. These covers and a
house of the cell are the cover of the fish.

To find them, covers are taken one at a time: each must hold the first open place of a base house
that the covers so far have touched. So what is not connected is never tried, and a fish is
not found for the cell if a smaller one inside it does the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sudoku_engine import House, Layout
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits, union
from sudoku_plugins.strategies.fish.catch import (
    MOST_ENDOFINS,
    Catch,
    best,
    catch_of,
    cover_with,
)

Houses = int
"""A set of houses, bit by number."""

Places = tuple[Houses, int]
"""A house, as its bit, and the mask of its places."""


class Found(NamedTuple):
    """The fish of one kind and size on one digit's board."""

    finless: tuple[Catch, ...]
    finned: tuple[Catch, ...]


class Sides(NamedTuple):
    """What may be base and what may be cover."""

    base: Houses
    cover: Houses


def _houses_of(layout: Layout, *kinds: str) -> Houses:
    return union(1 << i for i, house in enumerate(layout.houses) if house.kind in kinds)


@per_layout
def franken_sides(layout: Layout) -> tuple[Sides, ...]:
    """Return rows and boxes against columns and boxes, and the other way round."""
    rows, columns = _houses_of(layout, "row", "box"), _houses_of(layout, "column", "box")
    return Sides(rows, columns), Sides(columns, rows)


@bounded_cache(lambda found: 300 + 1500 * (len(found.finless) + len(found.finned)))
def franken(board: int, false: int, layout: Layout, size: int, closed: Houses) -> Found:
    """Return the Franken fish of `size` houses on one digit's `board`.

    `closed` houses are no base. At least one house is a box.
    """
    boxes = _houses_of(layout, "box")
    covers: dict[Houses, set[Houses]] = {}
    for sides in franken_sides(layout):
        for base, cover in _fish(board, false, layout, size, sides, closed):
            if (base | cover) & boxes:
                covers.setdefault(base, set()).add(cover)
    return _sorted_out(board, layout, covers)


@bounded_cache(lambda found: 300 + 1500 * (len(found.finless) + len(found.finned)))
def mutant(board: int, false: int, layout: Layout, size: int, closed: Houses) -> Found:
    """Return the fish of `size` houses that are neither basic nor Franken."""
    every = (1 << len(layout.houses)) - 1
    covers: dict[Houses, set[Houses]] = {}
    for base, cover in _fish(board, false, layout, size, Sides(every, every), closed):
        if all(base & ~side.base or cover & ~side.cover for side in franken_sides(layout)):
            covers.setdefault(base, set()).add(cover)
    return _sorted_out(board, layout, covers)


def _sorted_out(board: int, layout: Layout, covers: dict[Houses, set[Houses]]) -> Found:
    """Return the eliminations of each base with all its covers, those without fins alone."""
    finless: list[Catch] = []
    finned: list[Catch] = []
    for base, choices in covers.items():
        houses = _named(base, layout)
        places = endofins = 0
        for house in houses:
            endofins |= places & house.mask
            places |= board & house.mask
        if endofins.bit_count() > MOST_ENDOFINS:
            continue
        found = [
            cover
            for choice in sorted(choices)
            if (cover := cover_with(_named(choice, layout), board, layout, places, endofins))
        ]
        with_fins = [cover for cover in found if cover.fins or endofins]
        without = [cover for cover in found if not (cover.fins or endofins)]
        for kind, kept in ((finless, without), (finned, with_fins)):
            if kept:
                kind.append(catch_of(houses, places, endofins, kept))
    known = {catch.eliminated for catch in finless}
    return Found(
        best(finless), tuple([each for each in best(finned) if each.eliminated not in known])
    )


def _named(houses: Houses, layout: Layout) -> tuple[House, ...]:
    return tuple([layout.houses[number] for number in bits(houses)])


def _fish(
    board: int, false: int, layout: Layout, size: int, sides: Sides, closed: Houses
) -> Iterator[tuple[Houses, Houses]]:
    """Yield the bases and covers that eliminate some cell; a fish may come several times."""
    is_mutant = sides.base == sides.cover
    if board.bit_count() > _MOST_PLACES.get((is_mutant, size), len(layout.cells)):
        return
    own = _own_houses(layout)
    usable = Sides(sides.base & ~closed, sides.cover)
    most = _most_left(size, layout, is_mutant)
    for cell in bits(false):
        rest = board & ~layout.peer_masks[cell] & ~(1 << cell)
        bases = _what_is_left(rest, usable.base & ~own[cell], layout, most)
        covers = _what_is_left(rest, sides.cover & ~own[cell], layout, layout.n)
        for base, cover in sealed(bases, covers, size - 1):
            for number in bits(own[cell] & sides.cover):
                yield base, cover | 1 << number


def _what_is_left(rest: int, houses: Houses, layout: Layout, most: int) -> list[Places]:
    """Return the `houses` that have places in `rest`, but no more than `most`."""
    return [
        (house, places)
        for house, mask in _masks_of(houses, layout)
        if (places := rest & mask) and places.bit_count() <= most
    ]


@bounded_cache(lambda found: 300 + 150 * len(found))
def _masks_of(houses: Houses, layout: Layout) -> tuple[Places, ...]:
    """Return `houses`, each with all its cells."""
    return tuple([(1 << number, layout.houses[number].mask) for number in bits(houses)])


_MOST_PLACES = {(False, 6): 40, (False, 7): 40, (True, 5): 30, (True, 6): 27, (True, 7): 26}
"""By kind (mutant?) and size, how many places a digit may have so that a search is not too long."""


def _most_left(size: int, layout: Layout, is_mutant: bool) -> int:
    """Return how many places a base house may have left, so that the search does not take long."""
    if layout.n > 9 and size > 2:
        return 3
    if is_mutant and size > 5:
        return 10 - size
    return layout.n


@per_layout
def _own_houses(layout: Layout) -> tuple[Houses, ...]:
    """Return by cell the houses that hold it."""
    return tuple([union(1 << i for i in numbers) for numbers in layout.house_numbers])


def sealed(
    bases: Sequence[Places], covers: Sequence[Places], size: int
) -> Iterator[tuple[Houses, Houses]]:
    """Yield `size` covers, and one base more whose places they hold, none of them twice.

    No part of the covers does so by itself. So one can add a cover at a time, always one for the
    first place not yet held of a base that is held in part: if no such base were left,
    either the covers so far or the others would be such a part.
    """
    through: dict[int, list[Places]] = {}
    for house, places in covers:
        for place in bits(places):
            through.setdefault(1 << place, []).append((house, places))
    grown: dict[Houses, int] = {0: 0}
    for missing in range(size, 0, -1):
        level: dict[Houses, int] = {}
        for chosen, held in grown.items():
            for _, places in bases:
                rest = places & ~held
                if rest and (rest != places or not chosen):
                    for house, more in through.get(rest & -rest, ()):
                        if missing > 1 or not rest & ~more:
                            level[chosen | house] = held | more
        grown = level
    masks = dict(covers)
    for chosen, held in grown.items():
        inside = [each for each in bases if not (each[1] & ~held or each[0] & chosen)]
        if len(inside) > size:
            for base in _disjoint(inside, size + 1):
                places_of_base = [places for house, places in inside if house & base]
                if _is_whole(places_of_base, [masks[1 << number] for number in bits(chosen)]):
                    yield base, chosen


def _is_whole(bases: Sequence[int], covers: Sequence[int]) -> bool:
    """Return whether no part of the `covers` holds more of the `bases` than it has houses."""
    parts = [(0, 0)]
    for cover in covers:
        parts += [(count + 1, held | cover) for count, held in parts]
    return not any(
        sum([not places & ~held for places in bases]) > count for count, held in parts[:-1]
    )


def _disjoint(bases: Sequence[Places], count: int) -> list[Houses]:
    """Return the choices of `count` of the `bases` that have no place in common."""
    grown = [(0, 0)]
    for number, (house, places) in enumerate(bases):
        still = len(bases) - number - 1
        grown += [
            (chosen | house, used | places)
            for chosen, used in grown
            if not used & places and chosen.bit_count() < count
        ]
        grown = [each for each in grown if each[0].bit_count() + still >= count]
    return [chosen for chosen, _ in grown]
