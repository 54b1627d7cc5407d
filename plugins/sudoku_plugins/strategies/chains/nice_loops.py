"""Nice loops and AICs: chains of all digits, whose nodes may be groups and sets, too."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import permutations
from operator import and_

from sudoku_engine import Grid, House, Layout, Step
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits, mask_of
from sudoku_plugins.strategies.analysis import bivalue_cells
from sudoku_plugins.strategies.analysis.almost_locked_sets import (
    AlmostLockedSet,
    almost_locked_sets,
)
from sudoku_plugins.strategies.analysis.links import LinkGraph, link_graph
from sudoku_plugins.strategies.chains import network
from sudoku_plugins.strategies.chains.loops import BoardNetwork, Proof, chains_and_loops
from sudoku_plugins.strategies.families import chain_strategy
from sudoku_plugins.strategies.locked_candidates import crossings

NICE_LOOP_EXAMPLE = (
    ":0708:1:...8..9.6918..64..5.69...2...2.87........9..21.9..23..895614237.67..8.....179.6.."
    ":311 411 312 412 215 715 718 732 137 554 455 157 557 758 858 462 562 465 281:::"
)
"""An AIC of type 1: 1 in r1c8 or r4c7."""


@chain_strategy("Nice Loop/AIC", score=280, level="unfair", example=NICE_LOOP_EXAMPLE)
def nice_loop(grid: Grid, *, max_links: int = 20) -> Iterator[Step]:
    """Eliminate what a chain of strong and weak links contradicts.

    max_links: chains have at most as many links, those inside their cells included.

    X-chains walk from house to house with one digit, XY-chains from cell to cell. Here both are
    mixed. A link is **strong** if one of the two candidates must be true: the two last places of a
    digit in a house (``=``), or the two last candidates of a cell. It is **weak** if not both can
    be true: two places of a digit that see each other (``-``), or two candidates of a cell. A chain
    takes them by turns and begins and ends with a strong link, an *alternating inference chain*
    (AIC)::

        4 in A === 4 in B --- 7 in B === 7 in C --- 7 in D === 2 in D

    Suppose that A is not 4. Then B is 4 and so not 7, so C is 7, so D is not 7 and is 2. Whether A
    is 4 or not: A is 4 or D is 2, or both. What follows depends on the two ends:

    **AIC type 1.** Both ends are the same digit: what sees both is not this digit.

    **AIC type 2.** The ends are different digits in cells that see each other: the cell of the one
    cannot be the digit of the other.

    **Discontinuous nice loop.** If only one candidate is eliminated, people write the chain as a
    loop from this candidate and back to it: if it were true, it would be false. Or the chain comes
    back to the candidate where it began: if it were false, it would be true. So it is true, and the
    others of its cell go.

    **Continuous nice loop.** The two ends see each other, too, so that they are not both true. Then
    the chain goes round without end: every second candidate is true, and the others are false. So
    of each two that are joined by a weak link just one is true, and what sees both of these is
    false, all along the loop.

    A step is written as HoDoKu does: r1c2 =4= r1c8 means that one of them is 4, r1c8 -4- r5c8 that
    not both are. A link inside a cell goes without saying: ``r1c8 -4- r5c8 -7- r5c2`` means that
    r5c8 is 4 or 7, ``r1c8 =4= r5c8 =7= r5c2`` that r5c8 is not both. Begin with candidates that
    have many strong links, and look for short chains first. Described at
    https://hodoku.sourceforge.net/en/tech_chains.php (Nice Loop/AIC) and
    https://www.sudokuwiki.org/Alternating_Inference_Chains.
    """
    return chains_and_loops(
        _network(link_graph(grid)), max_links, lambda _board, _path, _is_loop: True, set()
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


GROUPED_NICE_LOOP_EXAMPLE = (
    ":0711:1:29....3..758.43.26.3...2..5.1..8..52.7....68182...67...6....2..38...956..4265....:"
    "443 363 364 964 365 378 379:::"
)
"""1 in r1c6 or r3c1, through r79c6, r8c45 and r13c3."""


@chain_strategy(
    "Grouped Nice Loop/AIC",
    score=300,
    level="unfair",
    example=GROUPED_NICE_LOOP_EXAMPLE,
    by_default={"sets": False},
)
def grouped_nice_loop(grid: Grid, *, max_links: int = 20, sets: bool = True) -> Iterator[Step]:
    """Eliminate what a chain contradicts in which groups or almost locked sets take part.

    max_links: chains have at most as many links, those inside cells and sets included.
    sets: whether almost locked sets take part; in a run that names no strategies they do not, for
    they would leave nothing to the techniques of almost locked sets.

    A chain of strong and weak links, as in the nice loop. But two more things can be a part of it.

    **Groups.** The places of a digit in a box that lie in one line are one node: it is on if one of
    them is true, off if none is. If all places of the digit in a house are in two such nodes, these
    are joined by a strong link. A place that sees all of a group is joined to it by a weak link::

        4  4  .  | .  .  .  | .  .  4   the 4 is in the group r1c12 or in r1c9
        .  .  .  | .  .  .  | .  .  .
        -  -  -  | .  .  .  | .  .  .   if in r1c12, it is nowhere else in box 1

    **Almost locked sets.** These are cells of one house that have one digit more than there are
    cells. If such a set loses one of its digits, it holds all others: so its places of one digit
    and its places of another are joined by a strong link::

        12  .  .  | .  .  .       r1c1 and r2c2 with 1, 2 and 3: if no 1 is there,
        .  23  .  | .  .  .       3 is in r2c2 and 2 in r1c1
        .   .  .  | .  .  .

    What follows from a chain is the same as for a nice loop: an AIC of type 1 or 2, a discontinuous
    or a continuous nice loop. In a continuous one the digits of an almost locked set by which the
    chain neither comes nor leaves stay in the set, so other cells that see all their places lose
    them.

    A group is written with its cells, ``r1c12 =4= r1c9``; a link through an almost locked set with
    both digits, and the set behind the chain: ``r12c3 =4,7= r2c35; A=r12c3,r2c5 {1478}``. Chains
    without such sets come first; those of such sets alone, with one digit at both ends, are ALS
    chains. Described at
    https://hodoku.sourceforge.net/en/tech_chains.php (Grouped Nice Loop/AIC) and
    https://www.sudokuwiki.org/Grouped_X_Cycles.
    """
    graph = link_graph(grid)
    done: set[int] = set()
    links = _links(graph)
    yield from chains_and_loops(_grouped_network(graph, links), max_links, _has_a_group, done)
    if sets:
        _add_sets(links, grid)
        yield from chains_and_loops(_grouped_network(graph, links), max_links, _has_a_set, done)


Links = dict[tuple[int, int], Proof]
"""By two nodes, as masks of candidates: what says that one of them is on. Each both ways.

None for two candidates: the graph of the board has their link.
"""


def _links(graph: LinkGraph) -> Links:
    links: Links = {
        (1 << one, 1 << other): None
        for one in bits(graph.linked)
        for other in bits(graph.strong[one])
    }
    layout = graph.layout
    n_cells = len(layout.cells)
    for index in range(layout.n):
        board = graph.candidates >> index * n_cells & layout.all_cells
        for one, other, number in _grouped_links(board, layout, graph.held[index + 1]):
            ends = one << index * n_cells, other << index * n_cells
            links.setdefault(ends, layout.houses[number])
    return links


def grouped_graph(grid: Grid) -> LinkGraph:
    """Return the links of the candidates of `grid`, and of groups, which are nodes behind them."""
    graph = link_graph(grid)
    links = _links(graph)
    groups = sorted({mask for ends in links for mask in ends if mask & mask - 1})
    number_of = {mask: len(graph.strong) + i for i, mask in enumerate(groups)}
    number_of |= {1 << node: node for node in bits(graph.candidates)}
    strong = [*graph.strong, *[0] * len(groups)]
    for one, other in links:
        strong[number_of[one]] |= 1 << number_of[other]
    weak = {}
    for mask, node in number_of.items():
        seen = reduce(and_, [graph.weak[each] for each in bits(mask)])
        weak[node] = seen | mask_of([number_of[each] for each in groups if not each & ~seen])
    linked = mask_of([node for node, others in enumerate(strong) if others])
    return graph._replace(weak=weak, strong=strong, linked=linked, groups=groups)


@bounded_cache(lambda links: 300 + 250 * len(links))
def _grouped_links(board: int, layout: Layout, held: int) -> tuple[tuple[int, int, int], ...]:
    """Return the links of one digit's `board` with a group, and the number of their house.

    Two groups may share a cell: one of them is still on.
    """
    links = []
    for number, house in enumerate(layout.houses):
        places = board & house.mask
        if places & places - 1 and not held >> number & 1:
            groups = {
                group
                for mask in _groups(layout)[number]
                if (group := places & mask) & group - 1 and group != places
            }
            for group in groups:
                rest = places & ~group
                if not rest & rest - 1:
                    links += [(group, rest, number), (rest, group, number)]
                links += [(group, other, number) for other in groups if not rest & ~other]
    return tuple(sorted(links))


@per_layout
def _groups(layout: Layout) -> Sequence[Sequence[int]]:
    """Return by the number of a house the cells that it shares with others, two or more."""
    of_house: dict[int, list[int]] = {house.mask: [] for house in layout.houses}
    for crossing in crossings(layout):
        of_house[crossing.box.mask].append(crossing.common)
        of_house[crossing.line.mask].append(crossing.common)
    return [of_house[house.mask] for house in layout.houses]


def _add_sets(links: Links, grid: Grid) -> None:
    """Add the links between the digits of almost locked sets to `links`.

    If all cells of a set have two candidates, a chain walks through the cells one by one.
    """
    n_cells = len(grid.layout.cells)
    bivalue = bivalue_cells(grid.boards)
    for found in almost_locked_sets(grid):
        if found.cells & ~bivalue:
            nodes = [
                end.cells << (end.digit - 1) * n_cells
                for end in found.ends
                if end.seen & grid.boards[end.digit]
            ]
            for ends in permutations(nodes, 2):
                links.setdefault(ends, found)


def _grouped_network(graph: LinkGraph, links: Links) -> BoardNetwork:
    number_of: dict[int, int] = {}
    strong: list[list[int]] = []
    for one, other in links:
        for node in (one, other):
            if node not in number_of:
                number_of[node] = len(strong)
                strong.append([])
        strong[number_of[one]].append(number_of[other])
    nodes = list(number_of)
    net = network(graph.candidates, graph.weak, nodes, strong, len(graph.layout.cells))

    def proof_of(one: int, other: int) -> Proof:
        ends = nodes[one], nodes[other]
        return links[ends] or graph.strong_house(*[mask.bit_length() - 1 for mask in ends])

    return BoardNetwork(graph, net, proof_of)


def _has_a_group(board: BoardNetwork, path: Sequence[int], _is_loop: bool) -> bool:
    return any(board.net.members[number].bit_count() > 1 for number in path)


def _has_a_set(board: BoardNetwork, path: Sequence[int], is_loop: bool) -> bool:
    """Return whether a chain goes through an almost locked set, and has no other name.

    Of nothing but such sets (a cell with two candidates is one) are ALS-XZ, a loop through two,
    and ALS chains, with one digit at both ends.
    """
    proofs = [board.proof_of(*ends) for ends in zip(path[::2], path[1::2])]
    if not any(isinstance(proof, AlmostLockedSet) for proof in proofs):
        return False
    if any(isinstance(proof, House) for proof in proofs):
        return True
    return len(proofs) > 2 if is_loop else board.digit(path[0]) != board.digit(path[-1])
