"""Two colours for what is tied together: of two neighbours just one is true, so they alternate.

If of A and B just one is true, and of B and C just one, then A and C are both true or both false.
Coloring gives such things the same colour: all of colour 1 are true, or all of colour 2.

A *node* is a number, such as a cell or the number of a candidate; a set of nodes is an int with
bits, a *bond* ties two nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from sudoku_engine import Grid, House, Layout
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.masks import bits, mask_of
from sudoku_plugins.strategies.analysis.board_facts import houses_holding, strong_links


class Bond(NamedTuple):
    """Two nodes of which just one is true."""

    first: int
    second: int
    house: House | None = None
    """The house with just these two places, if the nodes are places."""


class Colouring(NamedTuple):
    """All nodes that are tied to each other, in two colours."""

    colours: tuple[int, int]
    """The nodes of colour 1 and of colour 2: all of one are true, all of the other false."""
    bonds: tuple[Bond, ...]
    """As many bonds as it takes, each from a coloured node to the next."""

    @property
    def houses(self) -> list[House]:
        """The houses of the bonds, each once."""
        return [*dict.fromkeys(bond.house for bond in self.bonds if bond.house)]


def colourings(bonds: Iterable[Bond]) -> list[Colouring]:
    """Return the colourings of all nodes that have `bonds`.

    What cannot be coloured, since its bonds contradict each other, is left out.

    >>> [colouring.colours for colouring in colourings([Bond(0, 1), Bond(1, 2), Bond(4, 5)])]
    [(5, 2), (16, 32)]
    """
    bonds_of: dict[int, list[Bond]] = {}
    for first, second, house in bonds:
        bonds_of.setdefault(first, []).append(Bond(first, second, house))
        bonds_of.setdefault(second, []).append(Bond(second, first, house))
    found = []
    colour_of: dict[int, int] = {}
    # From an end of a chain, so that a chain is walked from end to end.
    for start in sorted(bonds_of, key=lambda node: (len(bonds_of[node]), node)):
        if start not in colour_of:
            colouring = _coloured(start, bonds_of, colour_of)
            if not colouring.colours[0] & colouring.colours[1]:
                found.append(colouring)
    return found


def _coloured(start: int, bonds_of: dict[int, list[Bond]], colour_of: dict[int, int]) -> Colouring:
    """Colour all that is tied to `start`; what needs both colours gets both."""
    colours = [1 << start, 0]
    colour_of[start] = 0
    walked = []
    stack = bonds_of[start][::-1]
    while stack:
        bond = stack.pop()
        colour = 1 - colour_of[bond.first]
        if bond.second not in colour_of:
            colour_of[bond.second] = colour
            walked.append(bond)
            stack += bonds_of[bond.second][::-1]
        colours[colour] |= 1 << bond.second
    return Colouring((colours[0], colours[1]), tuple(walked))


def part_with(colouring: Colouring, needed: int) -> Colouring:
    """Return the least part of `colouring` that ties the `needed` nodes (a mask) to each other.

    >>> path = colourings([Bond(0, 1), Bond(1, 2), Bond(2, 3), Bond(3, 4)])[0]
    >>> part_with(path, 0b1010).colours == (0b100, 0b1010)
    True
    """
    bonds = list(colouring.bonds)
    while True:
        bonds_at = Counter(node for bond in bonds for node in bond[:2])
        loose = {
            node for node, number in bonds_at.items() if number == 1 and not needed >> node & 1
        }
        if not loose:
            break
        bonds = [bond for bond in bonds if loose.isdisjoint(bond[:2])]
    kept = mask_of(bonds_at)
    first, second = colouring.colours
    return Colouring((first & kept, second & kept), tuple(bonds))


def digit_colourings(digit: int, grid: Grid) -> tuple[Colouring, ...]:
    """Return the colourings of the places of `digit`; nodes are cells, bonds its strong links."""
    return _digit_colourings(grid.boards[digit], grid.layout, houses_holding(digit, grid))


@bounded_cache(lambda found: 600 + sum(300 + 120 * len(each.bonds) for each in found))
def _digit_colourings(board: int, layout: Layout, held: int) -> tuple[Colouring, ...]:
    links = strong_links(board, layout, held)
    return tuple(colourings(Bond(first, second, house) for house, first, second in links))


def seen_from(cells: int, layout: Layout) -> int:
    """Return the mask of all cells that see one of the `cells` or more.

    >>> seen_from(0b1, Layout.named("4x4")) == 0b1_0001_0011_1110
    True
    """
    seen = 0
    peers = layout.peer_masks
    for cell in bits(cells):
        seen |= peers[cell]
    return seen
