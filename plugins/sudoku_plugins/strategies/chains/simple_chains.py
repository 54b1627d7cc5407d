"""Chains of one digit, and through cells with two candidates: X-chains, remote pairs, XY-chains."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Link, Step
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.masks import bits, digits_of
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.say import Said, say
from sudoku_plugins.strategies.analysis import (
    bivalue_cells,
    false_places,
    first_of_each_effect,
    houses_holding,
    places_of,
    strong_links,
)
from sudoku_plugins.strategies.analysis.links import Bond, Colouring, colourings, in_cell, seen_from
from sudoku_plugins.strategies.analysis.truths import candidate, candidates, open_candidates
from sudoku_plugins.strategies.chains import Search, network
from sudoku_plugins.strategies.chains.loops import Chain, chain_step, either_end
from sudoku_plugins.strategies.families import chain_strategy

X_CHAIN_EXAMPLE = (
    ":0701:8:.3.6....4..4.596....6.47..2....1546....468...64...3..5.......4696..3421747...6.8."
    ":113 213 813 117 517 124 824 329 537 751 157 263 763 963 767 967 174 274 275 377 393 593:::"
)
"""8 in column 5, row 8 and row 6."""


class CellChain(NamedTuple):
    """A chain of places of one digit."""

    cells: tuple[Cell, ...]
    houses: tuple[House, ...]
    """The houses of its strong links."""
    eliminated: int
    """The mask of the cells that see both ends."""


@chain_strategy("X-Chain", score=260, level="unfair", example=X_CHAIN_EXAMPLE)
def x_chain(grid: Grid, *, max_links: int = 20) -> Iterator[Step]:
    """Eliminate a digit from what sees both ends of a chain of its places.

    max_links: chains have at most as many links.

    The two last places of a digit in a house are joined by a *strong link*: if the digit is not in
    the one, it is in the other. Two places that see each other are joined by a *weak link*: they do
    not both hold the digit. Begin at a place A with a strong link, then take a weak one, then a
    strong one, and so on, with a strong link at the end::

        A === B --- C === D --- E === F        === one of the two is true
                                               --- at most one is true

    What if A does not hold the digit? Then B does, so C does not, so D does, so E does not, so F
    does. So A or F holds the digit, or both. A cell that sees both of them cannot hold it::

        . * . | . . . | . . .     row 2 has the digit only at A and B,
        A . . | . . . | . B .     box 6 only at C and D,
        . * . | . . . | . . .     row 8 only at E and F
        ------+-------+------
        . . . | . . . | . C .     B sees C in column 8, D sees E in column 7
        . . . | . . . | D . .
        . . . | . . . | . . .     each * sees A and F: it loses the digit
        ------+-------+------
        * . . | . . . | . . .
        . F . | . . . | E . .
        * . . | . . . | . . .

    A chain of three links is a skyscraper, a 2-string kite or a turbot fish. Look at one digit,
    mark its strong links, and see which of them can be joined.

    A step is written as a chain: A =6= B means that A or B is 6, and B -6- C that they are not both
    6. Described at https://hodoku.sourceforge.net/en/tech_chains.php (X-Chain) and
    https://www.sudokuwiki.org/X_Cycles.
    """
    found = [
        (len(chain.cells), digit, chain)
        for digit in grid.open_digits
        for places in [(grid.boards[digit], grid.layout, houses_holding(digit, grid))]
        if false_places(*places)
        for chain in x_chains(*places, max_links)
    ]
    found.sort(key=lambda each: each[0])
    return first_of_each_effect(_step(grid, digit, chain) for _, digit, chain in found)


@bounded_cache(lambda chains: 300 + sum(200 + 16 * len(chain.cells) for chain in chains))
def x_chains(board: int, layout: Layout, held: int, max_links: int) -> tuple[CellChain, ...]:
    """Return the shortest chain for each two ends, of those that eliminate something."""
    house_of: dict[tuple[int, int], House] = {}
    for house, first, second in strong_links(board, layout, held):
        house_of.setdefault((first, second), house)
        house_of.setdefault((second, first), house)
    partners: dict[int, list[int]] = {}
    for start, end in house_of:
        partners.setdefault(start, []).append(end)
    cells = sorted(partners)
    number_of = {cell: number for number, cell in enumerate(cells)}
    net = network(
        board,
        dict(enumerate(layout.peer_masks)),
        [1 << cell for cell in cells],
        [[number_of[end] for end in partners[cell]] for cell in cells],
        len(layout.cells),
    )
    search = Search(net)
    chains = []
    for layer in search.layers(max_links):
        for ends in layer:
            if ends.layer and ends.eliminated and ends.start != ends.end:
                for numbers in islice(search.paths(ends), 1):
                    path = tuple([layout.cells[cells[number]] for number in numbers])
                    houses = tuple([house_of[pair] for pair in zip(path[::2], path[1::2])])
                    chains.append(CellChain(path, houses, ends.eliminated))
    return tuple(chains)


def _step(grid: Grid, digit: int, found: CellChain) -> Step:
    chain = Chain([(Candidate(cell, digit),) for cell in found.cells], found.houses)
    eliminations = [Candidate(cell, digit) for cell in grid.layout.cells_in(found.eliminated)]
    return chain_step(chain, eliminations, either_end(chain, eliminations), grid.layout)


REMOTE_PAIR_EXAMPLE = (
    ".27514.63..69725.11.58362.75627891347.1453.26..42617.5473198652619325478258647319"
)
"""8 and 9 in r1c17 and r5c27."""


@chain_strategy("Remote Pair", score=110, level="hard", example=REMOTE_PAIR_EXAMPLE)
def remote_pair(grid: Grid) -> Iterator[Step]:
    """Eliminate two digits around a chain of cells that have no others.

    Two cells with the same two candidates that see each other are a naked pair: one of them is the
    one digit, one the other. Look for more such cells, each in sight of the one before. Along the
    chain the digits alternate: if the first cell is 1, the second is 2, the third 1 and the fourth
    2. You do not know which way round, but the first and the fourth cell are never the same::

        12 --- 12           --- see each other
                |
                12 --- 12   the first and the last are 1 and 2, or 2 and 1
         *                  a cell that sees both of them can be neither

    The same is true of all cells of the chain that are an odd number of links apart. A chain has at
    least four cells: with two it would be a naked pair, and three end as they began. If it
    branches, its cells get two colours, and a cell that sees a cell of each colour, three links or
    more apart, loses both digits.

    A step is written as a chain, ``1- r1c1 -2- r1c5 -1- r6c5 -2- r6c8 -1``: r1c1 and r1c5 are not
    both 2, r1c5 and r6c5 not both 1, and so on. Described at
    https://hodoku.sourceforge.net/en/tech_chains.php (Remote Pair) and
    https://www.sudokuwiki.org/Remote_Pairs.
    """
    cells_of: dict[int, list[Cell]] = {}
    for cell in grid.layout.cells_in(bivalue_cells(grid.boards)):
        cells_of.setdefault(grid.masks[cell], []).append(cell)
    for pair, cells in cells_of.items():
        if len(cells) > 3:
            bonds = (
                Bond(one, other, next(iter(grid.layout.houses_with((one, other))), None))
                for one, other in combinations(cells, 2)
                if grid.layout.peer_masks[one] >> other & 1
            )
            for chain in colourings(bonds):
                yield from _remote_pairs(chain, pair, grid)


def _remote_pairs(chain: Colouring, pair: int, grid: Grid) -> Iterator[Step]:
    eliminations = _eliminations(chain, pair, grid)
    if eliminations:
        chain = _without_needless_ends(chain, pair, grid)
        layout = grid.layout
        digits = sorted(digits_of[pair])
        cells = [layout.cells_in(colour) for colour in chain.colours]
        links = _links(chain, digits, layout)
        low, high = digits
        losing = {cell for cell, _ in eliminations}
        gone = say(
            "{cells} sees both digits,| so it is neither"
            if len(losing) == 1
            else "{cells} see both digits,| so they are neither",
            cells=sorted(losing),
        )
        yield Step(
            eliminations=eliminations,
            because={
                "colour 1": _candidates(zip(cells, digits)),
                "colour 2": _candidates(zip(cells, reversed(digits))),
            },
            houses=chain.houses,
            links=links,
            pattern=chain_text(links, layout),
            reason=say(
                "{low} and {high} alternate along the chain:| {first} {low} and {second} {high}, "
                "or the other way round;| {gone}",
                low=low,
                high=high,
                links=links,
                first=_all_are(cells[0]),
                second=_all_are(cells[1]),
                gone=gone,
            ),
        )


def _all_are(cells: Sequence[Cell]) -> Said:
    return say("{cells} are both" if len(cells) == 2 else "{cells} are all", cells=cells)


def _candidates(groups: Iterable[tuple[Iterable[Cell], int]]) -> list[Candidate]:
    return [Candidate(cell, digit) for cells, digit in groups for cell in cells]


def _eliminations(chain: Colouring, pair: int, grid: Grid) -> list[Candidate]:
    """Return the losses of cells that see two cells of unlike colour, three or more links apart.

    What sees two neighbours is a matter of naked pairs.
    """
    layout = grid.layout
    losing = 0
    first, second = chain.colours
    for cell in bits(first):
        apart = second & ~layout.peer_masks[cell]
        losing |= layout.peer_masks[cell] & seen_from(apart, layout)
    losing &= ~(first | second)
    return places_of(grid, pair, losing)


def _without_needless_ends(chain: Colouring, pair: int, grid: Grid) -> Colouring:
    """Return the part of `chain` that has the same effect, with no end that could be left out."""
    wanted = _eliminations(chain, pair, grid)
    bonds_at = Counter(cell for bond in chain.bonds for cell in bond[:2])
    for bond in chain.bonds:
        for end in bond[:2]:
            if bonds_at[end] == 1:
                first, second = (colour & ~(1 << end) for colour in chain.colours)
                rest = tuple(other for other in chain.bonds if other is not bond)
                shorter = Colouring((first, second), rest)
                if _eliminations(shorter, pair, grid) == wanted:
                    return _without_needless_ends(shorter, pair, grid)
    return colourings(chain.bonds)[0]  # walks from an end again


def _links(chain: Colouring, digits: Sequence[int], layout: Layout) -> list[Link]:
    """Return the chain: in each cell from one digit to the other, then with that to the next."""

    def node(cell: int, is_end: bool) -> tuple[Candidate]:
        is_high = is_end ^ bool(chain.colours[1] >> cell & 1)
        return (Candidate(layout.cells[cell], digits[is_high]),)

    links = []
    left = {bond.first for bond in chain.bonds}
    for start, end, _ in chain.bonds:
        links.append(Link(node(start, False), node(start, True), True))
        links.append(Link(node(start, True), node(end, False), False))
        if end not in left:
            links.append(Link(node(end, False), node(end, True), True))
    return links


XY_CHAIN_EXAMPLE = (
    ":0702:1:...246...2.67.8....47.35.26465827913172359468398461752.8.6.23..6.4..328.723584691"
    ":117 519 122 529 975:::"
)
"""From 1 in r8c2 through r8c9 and r1c9 to 1 in r1c3."""


@chain_strategy("XY-Chain", score=260, level="unfair", example=XY_CHAIN_EXAMPLE)
def xy_chain(grid: Grid, *, max_links: int = 20) -> Iterator[Step]:
    """Eliminate a digit from what sees both ends of a chain of cells with two candidates.

    max_links: chains have at most as many links, those inside their cells included.

    Begin in a cell with two candidates, say 1 and 2, and suppose that it is not 1. Then it is 2. Go
    to a cell in sight that has 2 and one other candidate, say 3: it is not 2, so it is 3. Go on
    like this until a cell becomes 1::

        12  --- 23 --- 34 --- 14          each cell sees the one before

        not 1:  2,     3,     4,     1

    If the first cell is not 1, the last one is. So one of the two is 1 in any case, and a cell that
    sees both cannot be 1::

        12 .  .  | .  23 .  | .  *  .     r1c1 is 1 or r6c8 is 1:
        .  .  .  | .  .  .  | .  .  .     each * sees both of them
        .  .  .  | .  .  .  | .  .  .
        ---------+----------+---------
        .  .  .  | .  .  .  | .  .  .
        .  .  .  | .  .  .  | .  .  .
        *  .  .  | .  34 .  | .  14 .

    With three cells this is an XY-wing. To find a long one, take two cells with a common candidate,
    and some other cell with this candidate that sees both. Then look for a way from the one to the
    other.

    A step is written as a chain, ``1- r1c1 -2- r1c5 -3- r6c5 -4- r6c8 -1``: -2- means that the two
    cells beside it are not both 2, and each cell is one of the digits on its two sides. Described
    at https://hodoku.sourceforge.net/en/tech_chains.php (XY-Chain) and
    https://www.sudokuwiki.org/XY_Chains.
    """
    return first_of_each_effect(_xy_chains(grid, max_links))


def _xy_chains(grid: Grid, max_links: int) -> Iterator[Step]:
    layout, n_cells = grid.layout, len(grid.layout.cells)
    every = open_candidates(grid)
    bivalue = bivalue_cells(grid.boards)
    nodes = [node for node in bits(every) if bivalue >> node % n_cells & 1]
    if len(nodes) < 6:
        return
    number_of = {node: number for number, node in enumerate(nodes)}
    others = [in_cell(node, layout) & every & ~(1 << node) for node in nodes]
    net = network(
        every,
        {node: layout.weak_links[node] & ~in_cell(node, layout) for node in bits(every)},
        [1 << node for node in nodes],
        [[number_of[other.bit_length() - 1]] for other in others],
        n_cells,
    )
    search = Search(net)
    for layer in search.layers(max_links):
        for ends in sorted(layer):
            if ends.layer > 1 and ends.eliminated and ends.start != ends.end:
                for path in islice(search.paths(ends), 1):
                    gone = candidates(ends.eliminated, layout)
                    chain = Chain(
                        [(candidate(nodes[each], layout),) for each in path],
                        [None] * (len(path) // 2),
                    )
                    yield chain_step(chain, gone, either_end(chain, gone), layout)
