"""Franken fish: fish that have boxes among their rows and columns.

Know the fish of lines first (X-wing, swordfish, finned fish): so many rows share their digit
out among as many columns. The argument needs only that each of these houses holds the digit just
once, and boxes do so too. In a **Franken** fish boxes stand beside the rows as base, beside the
columns as cover, or both; or columns and rows change places::

    . - . | . - . | . . .
    . X . | . X . | . . .     base:   rows 2, 8 and 9
    . - . | . - . | . . .     cover:  columns 2 and 5, and box 9
    ------+-------+------
    . - . | . - . | . . .     three rows need the digit, and all their
    . - . | . - . | . . .     places X are in the three cover houses,
    . - . | . - . | . . .     which can hold it only once each: so it
    ------+-------+------     cannot be at any -
    . - . | . - . | - - -
    . X . | . . . | . X X     a Franken swordfish
    . . . | . X . | X . .

What counts is counting. Take some base houses, and as many cover houses. If all places of the base
are in the cover, and none is in two base houses, the cover houses have their digits in the base and
nowhere else. A place of the base that is in two cover houses cannot hold the digit either: it would
leave one base house without. (Fish with such a place are called cannibals.)

**Finned Franken** fish have places of the base outside the cover (*fins*), or in two
base houses (*endofins*). As with any fin, what would be eliminated must see all of them.

To find one, put the digit in a cell that you would like to be rid of, and cross out what it
sees: if three houses then have places in just two others, you have a swordfish. Franken swordfish
are rare; most of them can be told as a chain as well. A step is shown for a base with all covers
that serve; at most five fins and two endofins. Regions of a jigsaw are its boxes; diagonals take
part in mutant fish only. On boards of more than nine rows, a base house of a fish of three or more
may have at most three places left that the cell does not see; whales and leviathans are looked for
only while the digit has at most 40 places. Described at
https://hodoku.sourceforge.net/en/tech_fishc.php.
"""

from collections.abc import Iterator, Sequence

from sudoku_engine import Grid, House, Layout, Step
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits, union
from sudoku_plugins.strategies.fish import (
    MOST_ENDOFINS,
    Catch,
    best,
    by_size,
    catch_of,
    cover_with,
    fish_steps,
)

FRANKEN_EXAMPLES = (
    "1426578939....84.558..4.2.63....4.5.25...6.4.49.5.1.8.835472961714.6.528629815734",
    ":0000:x:9+78.6+2.+31.+15..8.+92.23+19...8+24..+8.91...+12..+8...+8...12.31..8...+2.+86+2.+1.37....6+2.+1+8.:"
    "437 651 355 356 661 491::",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "817365.....2...7......7..35..91....2278....6.1..6...8...3..6.5.4.....9.3.81......",
)
FINNED_FRANKEN_EXAMPLES = (
    "4.67.1....934286.77....6..437..45162.4.61.7.9.6...7.4.61..74..8..756.4.1..4189.76",
    ":0000:x:.24..3.67637...8..9.867.234.4293.6...63....2.8.9..6.4.485.....6371469582296...4..:"
    "514 115 524 125 225 525 526 129 541 546 149 155 556 159 559 565 569 174 177 178 194 794 894 "
    "195 196::",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "56.8..3.414..36.858...4.6......64...216.8.4394..9...6.3.46.1852651428..3....5.146",
)
"""From X-wing to leviathan."""


def franken_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Eliminate a digit from houses that share it out among as many others, with boxes."""
    return fish_steps(grid, size, lambda *places: mixed_fish(False, *places)[0])


def finned_franken_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Eliminate what a Franken fish would if it had no fins, as far as it sees all fins."""
    return fish_steps(grid, size, lambda *places: mixed_fish(False, *places)[1])


FRANKEN_FISH = by_size(
    franken_fish,
    "Franken",
    grades=[(300, "unfair"), (350, "unfair"), (370, "unfair"), *[(470, "extreme")] * 3],
    examples=FRANKEN_EXAMPLES,
    largest_by_default=3,
)
FINNED_FRANKEN_FISH = by_size(
    finned_franken_fish,
    "Finned Franken",
    grades=[(390, "unfair"), (410, "unfair"), (430, "unfair"), *[(470, "extreme")] * 3],
    examples=FINNED_FRANKEN_EXAMPLES,
    largest_by_default=3,
)


Houses = int
"""A set of houses, bit by number."""

Places = tuple[Houses, int]
"""A house, as its bit, and the mask of its places."""


Found = tuple[tuple[Catch, ...], tuple[Catch, ...]]
"""The fish of one kind and size on one digit's board: those without fins, and those with fins."""

Sides = tuple[Houses, Houses]
"""What may be base and what may be cover."""


def _houses_of(layout: Layout, *kinds: str) -> Houses:
    return union(1 << i for i, house in enumerate(layout.houses) if house.kind in kinds)


@bounded_cache(lambda found: 300 + 1500 * sum(map(len, found)))
def mixed_fish(
    is_mutant: bool, board: int, false: int, layout: Layout, size: int, closed: Houses
) -> Found:
    """Return the Franken fish of `size` houses on one digit's `board`, or the mutant ones.

    `closed` houses are no base. At least one house of a Franken fish is a box; its base is rows and
    boxes, its cover columns and boxes, or the other way round. All other mixtures are mutant.
    """
    rows, columns = _houses_of(layout, "row", "box"), _houses_of(layout, "column", "box")
    franken = (rows, columns), (columns, rows)
    every = (1 << len(layout.houses)) - 1
    boxes = rows & columns
    covers: dict[Houses, set[Houses]] = {}
    for sides in [(every, every)] if is_mutant else franken:
        for base, cover in _fish(board, false, layout, size, sides, closed):
            if (
                all(base & ~one or cover & ~other for one, other in franken)
                if is_mutant
                else (base | cover) & boxes
            ):
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
    return best(finless), tuple([each for each in best(finned) if each.eliminated not in known])


def _named(houses: Houses, layout: Layout) -> tuple[House, ...]:
    return tuple([layout.houses[number] for number in bits(houses)])


def _fish(
    board: int, false: int, layout: Layout, size: int, sides: Sides, closed: Houses
) -> Iterator[tuple[Houses, Houses]]:
    """Yield the bases and covers that eliminate some cell; a fish may come several times.

    Put the digit in one cell and look at what is left of its places. If some base houses, with no
    place in common, have theirs in too few cover houses, one less than there are base houses, the
    cell cannot hold the digit: whatever of the base it sees is a fin. These covers and a house of
    the cell are the cover of the fish.
    """
    is_mutant = sides[0] == sides[1]
    if board.bit_count() > _MOST_PLACES.get((is_mutant, size), len(layout.cells)):
        return
    own = _own_houses(layout)
    most = _most_left(size, layout, is_mutant)
    for cell in bits(false):
        rest = board & ~layout.peer_masks[cell] & ~(1 << cell)
        bases = _what_is_left(rest, sides[0] & ~closed & ~own[cell], layout, most)
        covers = _what_is_left(rest, sides[1] & ~own[cell], layout, layout.n)
        for base, cover in sealed(bases, covers, size - 1):
            for number in bits(own[cell] & sides[1]):
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
