"""Nice loop and AIC: chains of all digits, through cells and houses.

X-chains walk from house to house with one digit, XY-chains from cell to cell. Here both are mixed.
A link is **strong** if one of the two candidates must be true: the two last places of a digit in a
house (``=``), or the two last candidates of a cell. It is **weak** if not both can be true: two
places of a digit that see each other (``-``), or two candidates of a cell. A chain takes them by
turns and begins and ends with a strong link, an *alternating inference chain* (AIC)::

    4 in A === 4 in B --- 7 in B === 7 in C --- 7 in D === 2 in D

Suppose that A is not 4. Then B is 4 and so not 7, so C is 7, so D is not 7 and is 2. Whether A is 4
or not: A is 4 or D is 2, or both. What follows depends on the two ends:

**AIC type 1.** Both ends are the same digit: what sees both is not this digit.

**AIC type 2.** The ends are different digits in cells that see each other: the cell of the one
cannot be the digit of the other.

**Discontinuous nice loop.** If only one candidate is eliminated, people write the chain as a loop
from this candidate and back to it: if it were true, it would be false. Or the chain comes back to
the candidate where it began: if it were false, it would be true. So it is true, and the others of
its cell go.

**Continuous nice loop.** The two ends see each other, too, so that they are not both true. Then the
chain goes round without end: every second candidate is true, and the others are false. So of each
two that are joined by a weak link just one is true, and what sees both of these is false, all along
the loop.

A step is written as HoDoKu does: r1c2 =4= r1c8 means that one of them is 4, r1c8 -4- r5c8 that not
both are. A link inside a cell goes without saying: ``r1c8 -4- r5c8 -7- r5c2`` means that r5c8 is 4
or 7, ``r1c8 =4= r5c8 =7= r5c2`` that r5c8 is not both. Begin with candidates that have many strong
links, and look for short chains first. Described at
https://hodoku.sourceforge.net/en/tech_chains.php (Nice Loop/AIC) and
https://www.sudokuwiki.org/Alternating_Inference_Chains.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, strategy
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.analysis.links import LinkGraph, link_graph
from sudoku_plugins.strategies.chains.loops import BoardNetwork, chains_and_loops
from sudoku_plugins.strategies.chains.network import network

EXAMPLE = (
    ":0708:1:...8..9.6918..64..5.69...2...2.87........9..21.9..23..895614237.67..8.....179.6.."
    ":311 411 312 412 215 715 718 732 137 554 455 157 557 758 858 462 562 465 281:::"
)
"""An AIC of type 1: 1 in r1c8 or r4c7."""


@strategy("Nice Loop/AIC", score=280, level="unfair", example=EXAMPLE, sizes=None, family="chains")
def nice_loop(grid: Grid, *, max_links: int = 20) -> Iterator[Step]:
    """Eliminate what a chain of strong and weak links contradicts.

    max_links: chains have at most as many links, those inside their cells included.
    """
    return chains_and_loops(
        _network(link_graph(grid)), max_links, lambda _board, _path: True, set()
    )


def _network(graph: LinkGraph) -> BoardNetwork:
    nodes = list(bits(graph.linked))
    number_of = {node: number for number, node in enumerate(nodes)}
    net = network(
        graph.candidates,
        graph.weak,
        [1 << node for node in nodes],
        [[number_of[other] for other in bits(graph.strong[node])] for node in nodes],
        len(graph.layout.cells),
    )
    return BoardNetwork(graph, net, lambda one, other: graph.strong_house(nodes[one], nodes[other]))
