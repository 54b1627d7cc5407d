"""XY-chain: a walk through cells that have just two candidates each.

Begin in a cell with two candidates, say 1 and 2, and suppose that it is not 1. Then it is 2. Go to
a cell in sight that has 2 and one other candidate, say 3: it is not 2, so it is 3. Go on like this
until a cell becomes 1::

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

With three cells this is an XY-wing. To find a long one, take two cells with a common candidate, and
some other cell with this candidate that sees both. Then look for a way from the one to the other.

A step is written as a chain, ``1- r1c1 -2- r1c5 -3- r6c5 -4- r6c8 -1``: -2- means that the two
cells beside it are not both 2, and each cell is one of the digits on its two sides. Described at
https://hodoku.sourceforge.net/en/tech_chains.php (XY-Chain) and
https://www.sudokuwiki.org/XY_Chains.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sudoku_engine import Candidate, Grid, Step, strategy
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.analysis.cells import bivalue_cells
from sudoku_plugins.strategies.analysis.effects import first_of_each_effect
from sudoku_plugins.strategies.chains.network import Ends, Search, network
from sudoku_plugins.strategies.chains.steps import Chain, chain_step, either_end

EXAMPLE = (
    ":0702:1:...246...2.67.8....47.35.26465827913172359468398461752.8.6.23..6.4..328.723584691"
    ":117 519 122 529 975:::"
)
"""From 1 in r8c2 through r8c9 and r1c9 to 1 in r1c3."""


@strategy("XY-Chain", score=260, level="unfair", example=EXAMPLE, sizes=None, family="chains")
def xy_chain(grid: Grid, *, max_links: int = 20) -> Iterator[Step]:
    """Eliminate a digit from what sees both ends of a chain of cells with two candidates.

    max_links: chains have at most as many links, those inside their cells included.
    """
    return first_of_each_effect(_steps(grid, max_links))


def _steps(grid: Grid, max_links: int) -> Iterator[Step]:
    layout = grid.layout
    n_cells = len(layout.cells)
    nodes: list[Candidate] = []
    number_of = {}
    weak = {}
    candidates = 0
    bivalue = bivalue_cells(grid.boards)
    for index, board in enumerate(grid.boards[1:]):
        candidates |= board << index * n_cells
        for cell in bits(board):
            weak[index * n_cells + cell] = layout.peer_masks[cell] << index * n_cells
        for cell in bits(board & bivalue):
            number_of[cell, index] = len(nodes)
            nodes.append(Candidate(layout.cells[cell], index + 1))
    if len(nodes) < 6:
        return
    other_of = {}
    for cell in bits(bivalue):
        one, other = (number_of[cell, index] for index in bits(grid.masks[cell]))
        other_of[one], other_of[other] = other, one
    net = network(
        candidates,
        weak,
        [1 << (digit - 1) * n_cells + cell for cell, digit in nodes],
        [[other_of[number]] for number in range(len(nodes))],
        n_cells,
    )
    search = Search(net)
    for layer in search.layers(max_links):
        for ends in sorted(layer):
            if ends.layer > 1 and ends.eliminated and ends.start != ends.end:
                for path in islice(search.paths(ends), 1):
                    yield _step(grid, ends, [nodes[number] for number in path])


def _step(grid: Grid, ends: Ends, path: list[Candidate]) -> Step:
    n_cells = len(grid.layout.cells)
    eliminations = [
        Candidate(grid.layout.cells[node % n_cells], path[0].digit)
        for node in bits(ends.eliminated)
    ]
    chain = Chain([(each,) for each in path], [None] * (len(path) // 2))
    return chain_step(chain, eliminations, either_end(chain, eliminations), grid.layout)
