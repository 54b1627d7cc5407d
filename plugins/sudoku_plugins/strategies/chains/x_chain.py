"""X-chain: strong and weak links of one digit, in turn.

The two last places of a digit in a house are joined by a *strong link*: if the digit is not in the
one, it is in the other. Two places that see each other are joined by a *weak link*: they do not
both hold the digit. Begin at a place A with a strong link, then take a weak one, then a strong one,
and so on, with a strong link at the end::

    A === B --- C === D --- E === F        === one of the two is true
                                           --- at most one is true

What if A does not hold the digit? Then B does, so C does not, so D does, so E does not, so F does.
So A or F holds the digit, or both. A cell that sees both of them cannot hold it::

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

A chain of three links is a skyscraper, a 2-string kite or a turbot fish. Look at one digit, mark
its strong links, and see which of them can be joined.

A step is written as a chain: A =6= B means that A or B is 6, and B -6- C that they are not both 6.
Described at https://hodoku.sourceforge.net/en/tech_chains.php (X-Chain) and
https://www.sudokuwiki.org/X_Cycles.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Step
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_plugins.strategies import chain_strategy
from sudoku_plugins.strategies.analysis.board_facts import (
    first_of_each_effect,
    houses_holding,
    strong_links,
)
from sudoku_plugins.strategies.analysis.templates import false_places
from sudoku_plugins.strategies.chains.loops import Chain, chain_step, either_end
from sudoku_plugins.strategies.chains.network import Search, network

EXAMPLE = (
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


@chain_strategy("X-Chain", score=260, level="unfair", example=EXAMPLE)
def x_chain(grid: Grid, *, max_links: int = 20) -> Iterator[Step]:
    """Eliminate a digit from what sees both ends of a chain of its places.

    max_links: chains have at most as many links.
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
