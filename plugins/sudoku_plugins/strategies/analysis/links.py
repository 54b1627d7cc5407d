"""The links between the candidates of a board: which are false if one is true, and true if false.

A *node* is the number of a candidate, ``(digit - 1) * cells + cell``: beyond the last cell
follow the candidates of the next digit. So a set of candidates is an int with bits.

A **weak** link: at most one of the two is true. So are all digits of a cell, a digit in all cells
that see each other, and what a clue forbids beside each other, such as 1 and 3 on the two sides of
a white dot. It depends on the layout only, which has them all (`Layout.weak_links`).

A **strong** link: at least one of the two is true. So are the two candidates of a cell that has no
others, and the two last places of a digit in a house.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Link
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.candidates import Candidates
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.say import Said, say
from sudoku_engine.board.variants import rule_book
from sudoku_plugins.strategies.analysis import bivalue_cells, houses_holding, strong_links
from sudoku_plugins.strategies.analysis.truths import candidate, candidates


def in_cell(node: int, layout: Layout) -> int:
    """Return the mask of all digits in the cell of `node`.

    >>> f"{in_cell(17, Layout.named('4x4')):b}".count("1")
    4
    """
    return layout.first_cell << node % len(layout.cells)


def sight(one: Cell, other: Cell, digit: int, layout: Layout) -> Said:
    """Return in words why not both cells hold `digit`: ``in row 3``, or the clue that says so.

    >>> layout = Layout.named("4x4")
    >>> sight(layout.cell("r1c1"), layout.cell("r2c2"), 1, layout)
    say('in box 1')
    """
    for house in layout.houses_with((one, other)):
        return say("in {house}", house=house)
    clues = rule_book().clues_between(Candidate(one, digit), Candidate(other, digit), layout)
    return say("by the clue {clue:name}", clue=str(clues[0]))


class LinkGraph(NamedTuple):
    """The candidates of a board, and their links."""

    layout: Layout
    candidates: int
    """The mask of all candidates of the board."""
    weak: Mapping[int, int]
    """By node, the mask of the candidates that are false if it is true, on the board or not."""
    strong: Sequence[int]
    """By node the mask of the candidates of which each is true if it is false."""
    linked: int
    """The mask of the nodes that have strong links."""
    held: Sequence[int]
    """By digit the houses that promise nothing, as `houses_holding` returns them."""
    groups: Sequence[int] = ()
    """The candidates of nodes beyond the last candidate: one of them is true if the node is."""

    @property
    def nodes(self) -> int:
        """The mask of all candidates and groups."""
        return self.candidates | (1 << len(self.groups)) - 1 << len(self.strong) - len(self.groups)

    def candidate(self, node: int) -> Candidate:
        """Return the candidate with the number `node`."""
        return candidate(node, self.layout)

    def members(self, node: int) -> Candidates:
        """Return the candidates of `node`, which may be a group."""
        group = node - len(self.strong) + len(self.groups)
        return tuple(candidates(1 << node if group < 0 else self.groups[group], self.layout))

    def strong_house(self, one: int, other: int) -> House | None:
        """Return the house that makes the link from `one` to `other` strong; None: their cell."""
        (cell, digit), *_ = ends_of = (*self.members(one), *self.members(other))
        if ends_of[-1].digit != digit:
            return None
        n_cells = len(self.layout.cells)
        board = self.candidates >> (digit - 1) * n_cells & self.layout.all_cells
        ends = mask_of({each.cell for each in ends_of})
        held = self.held[digit]
        return next(
            self.layout.houses[number]
            for number in self.layout.house_numbers[cell]
            if self.layout.houses[number].mask & board == ends and not held >> number & 1
        )


def link_graph(grid: Grid) -> LinkGraph:
    """Return the links of the candidates of `grid`."""
    if grid.marks == "manual":
        held = tuple(houses_holding(digit, grid) for digit in range(grid.layout.n + 1))
    else:
        held = (0,) * (grid.layout.n + 1)
    return _link_graph(grid.boards, grid.layout, held)


@bounded_cache(
    lambda graph: 2000 + 40 * len(graph.strong) + graph.linked.bit_count() * len(graph.strong) // 6
)
def _link_graph(boards: tuple[int, ...], layout: Layout, held: tuple[int, ...]) -> LinkGraph:
    n_cells = len(layout.cells)
    strong = [0] * (n_cells * layout.n)
    candidates = linked = 0
    bivalue = bivalue_cells(boards)
    first_in: dict[int, int] = {}
    for index, board in enumerate(boards[1:]):
        offset = index * n_cells
        candidates |= board << offset
        for _, first, second in strong_links(board, layout, held[index + 1]):
            strong[offset + first] |= 1 << offset + second
            strong[offset + second] |= 1 << offset + first
            linked |= 1 << offset + first | 1 << offset + second
        for cell in bits(board & bivalue):
            other = first_in.setdefault(cell, offset + cell)
            if other != offset + cell:
                strong[other] |= 1 << offset + cell
                strong[offset + cell] |= 1 << other
        linked |= (board & bivalue) << offset
    return LinkGraph(layout, candidates, layout.weak_links, strong, linked, held)


def alternating(nodes: Sequence[Candidates]) -> list[Link]:
    """Return the links of a chain through `nodes`: strong, weak, …, strong.

    >>> from sudoku_engine import Candidate
    >>> nodes = [(Candidate(cell, digit),) for cell, digit in ((0, 1), (0, 2), (8, 2), (8, 1))]
    >>> [link.strong for link in alternating(nodes)]
    [True, False, True]
    """
    return [
        Link(start, end, strong=number % 2 == 0)
        for number, (start, end) in enumerate(pairwise(nodes))
    ]


class Bond(NamedTuple):
    """Two nodes of which just one is true."""

    first: int
    second: int
    house: House | None = None
    """The house with just these two places, if the nodes are places."""


class Colouring(NamedTuple):
    """All nodes that are tied to each other, in two colours.

    If of A and B just one is true, and of B and C just one, then A and C are both true or both
    false: they get the same colour.
    """

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
