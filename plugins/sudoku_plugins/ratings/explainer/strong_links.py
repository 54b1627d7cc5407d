"""Chains of two to four strong links of one digit, whose ends may be groups.

If the places of a digit in a house lie in two groups, one of them holds the digit: this is a strong
link. A group lies in a line and a box. Two links are joined if a group of one and a group of the
other lie in one house; candidates that see the groups at both ends are removed. If these end groups
lie in one house too, the chain is a ring, and candidates that see any two joined groups are
removed.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_plugins.ratings.explainer.basics import (
    BOX,
    COLUMN,
    HOUSES,
    HOUSES_OF,
    MASKS,
    ROW,
    Hint,
    Marks,
    seen_by_all,
    spread,
)

BASES = {2: 40, 3: 54, 4: 58}
"""By number of links, the difficulty of the easiest chain."""


class Part(NamedTuple):
    """A strong link: the places of a digit in a house in two groups."""

    kind: int
    house: int
    """The mask of the house."""
    groups: tuple[int, int]
    is_grouped: bool


def strong_links(marks: Marks, number: int) -> Iterator[Hint]:
    """Find chains of this many strong links, the easiest first, then the largest effects."""
    found = [
        (link.difficulty, -link.out.bit_count(), link.suffix, link.kinds, digit, link)
        for digit, places in enumerate(marks.places)
        for link in _linked(places, number)
    ]
    for difficulty, _, suffix, _, digit, link in sorted(found, key=lambda each: each[:5]):
        name = f"{number} Strong Links{' in a Ring' if link.is_ring else ''} {suffix}"
        yield Hint(difficulty, name, spread(digit, link.out))


class Linked(NamedTuple):
    """A chain of strong links and its eliminations."""

    difficulty: int
    suffix: str
    """The number of grouped links, and the kinds of their houses."""
    kinds: tuple[int, ...]
    """The kinds of their houses, in the order in which they are tried."""
    is_ring: bool
    out: int
    """The cells that lose the digit."""


@bounded_cache(lambda found: 300 + 400 * len(found))
def _linked(places: int, number: int) -> tuple[Linked, ...]:
    """Return the chains of this number of strong links of a digit with these `places`."""
    parts = [
        turned
        for kind in (BOX, ROW, COLUMN)
        for index in range(9)
        for part in _parted(places, kind, index)
        for turned in (part, part._replace(groups=part.groups[::-1]))
    ]
    following = [
        [
            (number, house)
            for number, other in enumerate(parts)
            if not places & one.house & other.house
            and (house := _house_of(one.groups[1] | other.groups[0]))
        ]
        for one in parts
    ]
    found: list[Linked] = []

    def grow(chain: list[int], taken: int, shared: list[int]) -> None:
        if len(chain) == number:
            links = [parts[each] for each in chain]
            if links[0].house < links[-1].house:
                found.extend(_worth(links, shared, places))
            return
        for each, house in following[chain[-1]]:
            if not taken & places & parts[each].house:
                grow([*chain, each], taken | parts[each].house, [*shared, house])

    for first, part in enumerate(parts):
        grow([first], part.house, [])
    return tuple(found)


def _parted(places: int, kind: int, index: int) -> tuple[Part, ...]:
    """Return the ways to split the places of a digit in a house into two groups."""
    house = MASKS[kind][index]
    inside = places & house
    count = inside.bit_count()
    if count == 2:
        low = inside & -inside
        groups = low, inside ^ low
        if kind == BOX and _house_of(inside) != house:
            return ()  # the line has the same link
        return (Part(kind, house, groups, False),)
    if not 2 < count <= 6:
        return ()
    if kind != BOX:
        boxes = [inside & mask for mask in MASKS[BOX] if inside & mask]
        return (Part(kind, house, (boxes[0], boxes[1]), True),) if len(boxes) == 2 else ()
    return _parted_box(inside, house, index)


def _parted_box(inside: int, house: int, index: int) -> tuple[Part, ...]:
    """Return the ways to split the places of a box into a row and a column, or into two lines."""
    for heart in HOUSES[BOX][index]:
        row, column = HOUSES_OF[heart][ROW] & inside, HOUSES_OF[heart][COLUMN] & inside
        if row | column != inside:
            continue
        alone_row, alone_column = row & ~(1 << heart), column & ~(1 << heart)
        if not alone_row or not alone_column:
            return ()
        return _cross(house, alone_row, alone_column, inside & 1 << heart)
    if inside.bit_count() < 4:
        return ()
    for kind in (ROW, COLUMN):
        lines = [inside & mask for mask in MASKS[kind] if inside & mask]
        if len(lines) == 2:
            return (Part(BOX, house, (lines[0], lines[1]), True),)
    return ()


def _cross(house: int, row: int, column: int, middle: int) -> tuple[Part, ...]:
    """Return the ways to split the places in a row and a column, which share a cell.

    A single place is a group of its own, and the `middle` belongs to the other group.
    """
    ways = [(row, column | middle)] if not row & row - 1 else []
    ways += [(column, row | middle)] if not column & column - 1 else []
    ways = ways or [(row | middle, column | middle)]
    return tuple(Part(BOX, house, groups, True) for groups in ways)


def _house_of(cells: int) -> int:
    """Return a house that holds all `cells`: a column, a row or a box; 0 without one."""
    first = cells.bit_length() - 1
    for kind in (COLUMN, ROW, BOX):
        if not cells & ~HOUSES_OF[first][kind]:
            return HOUSES_OF[first][kind]
    return 0


def _worth(links: Sequence[Part], shared: Sequence[int], places: int) -> Iterator[Linked]:
    """Yield the chain of these links if it eliminates something."""
    own = 0
    for part in links:
        own |= part.house
    ends = links[0].groups[0] | links[-1].groups[1]
    out = places & seen_by_all(ends) & ~own
    is_ring = bool(_house_of(ends))
    if is_ring:
        for one, other in pairwise(links):
            out |= places & seen_by_all(one.groups[1] | other.groups[0]) & ~own
    else:
        for house in shared:
            out &= ~house
    if out:
        grouped = sum(part.is_grouped for part in links)
        kinds = [part.kind for part in links]
        suffix = _suffix(kinds)
        more = 3 if grouped else ("0" in suffix) + ("2" in suffix)
        difficulty = BASES[len(links)] + more
        tried = tuple(sorted(kinds, reverse=True))
        yield Linked(difficulty, f"{grouped}{suffix}", tried, is_ring, out)


def _suffix(kinds: Sequence[int]) -> str:
    """Return the kinds of houses as digits: the lowest number of all ways to read the chain."""
    swapped = {BOX: BOX, ROW: COLUMN, COLUMN: ROW}
    ways = [kinds, [swapped[kind] for kind in kinds]]
    return min("".join(map(str, way[::turn])) for way in ways for turn in (1, -1))
