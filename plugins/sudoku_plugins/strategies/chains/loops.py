"""What a chain of candidates is called, what it eliminates, and the step that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from sudoku_engine import Candidate, Link, Step, listed
from sudoku_engine.board.masks import bits, mask_of
from sudoku_plugins.strategies.analysis.almost_locked_sets import AlmostLockedSet
from sudoku_plugins.strategies.analysis.effects import lost, rank
from sudoku_plugins.strategies.analysis.links import LinkGraph
from sudoku_plugins.strategies.analysis.nodes import candidates
from sudoku_plugins.strategies.chains.network import Ends, Network, Search
from sudoku_plugins.strategies.chains.steps import Chain, Proof, chain_step, either_end, holds

MOST_PATHS = 200
"""As many chains with the same ends are tried."""


class BoardNetwork(NamedTuple):
    """The network of a board's candidates."""

    graph: LinkGraph
    net: Network
    proof_of: Callable[[int, int], Proof]
    """What makes the link between two nodes strong."""

    def chain(self, path: Sequence[int]) -> Chain:
        """Return the chain through the nodes of `path`."""
        nodes = [tuple(candidates(self.net.members[number], self.graph.layout)) for number in path]
        return Chain(nodes, [self.proof_of(*ends) for ends in zip(path[::2], path[1::2])])

    def staying(self, one: int, other: int) -> int:
        """Return what sees all of another digit of the almost locked set that links two nodes."""
        proof = self.proof_of(one, other)
        if not isinstance(proof, AlmostLockedSet):
            return 0
        n_cells = len(self.graph.layout.cells)
        ends = {(self.net.members[node].bit_length() - 1) // n_cells + 1 for node in (one, other)}
        seen = [
            end.seen << (end.digit - 1) * n_cells for end in proof.ends if end.digit not in ends
        ]
        return reduce(or_, seen, 0) & self.graph.candidates

    def apart(self, ends: Ends, eliminated: int) -> int:
        """Return the cell that loses something, if it is only one and beside the chain."""
        n_cells = len(self.graph.layout.cells)
        lost = {node % n_cells for node in bits(eliminated)}
        cells = self.net.cells
        return (mask_of(lost) if len(lost) == 1 else 0) & ~cells[ends.start] & ~cells[ends.end]


class _Found(NamedTuple):
    """A chain that eliminates something."""

    links: int
    eliminated: int
    path: Sequence[int] | Ends
    """Its nodes, or its ends until the step is made."""
    write: Callable[[BoardNetwork, Chain, Sequence[Candidate]], Step]


Wanted = Callable[[BoardNetwork, Sequence[int]], bool]
"""Whether the chain with a path is of the kind that is looked for."""


def chains_and_loops(
    board: BoardNetwork, max_links: int, is_wanted: Wanted, done: set[int]
) -> Iterator[Step]:
    """Yield the steps of all chains, loops included; each effect once, by its shortest chain.

    `is_wanted`: whether a chain is of the kind that is looked for. `done`: the effects that there
    were; it grows.
    """
    search = Search(board.net)
    found: list[_Found] = []
    has_begun = False  # before the first elimination there is no loop that has one
    for layer, ends in enumerate(search.layers(max_links)):
        # One link alone is a matter of locked candidates.
        has_begun = has_begun or bool(ends)
        if layer and has_begun:
            found += _chains(board, ends)
            found += _rings(board, search, layer, is_wanted)
    n_cells = len(board.graph.layout.cells)
    ready = sorted(
        (each for each in found if each.links <= max_links),
        key=lambda each: (rank(each.eliminated, n_cells), each.links),
    )
    yield from _steps(board, search, ready, is_wanted, done)


def _steps(
    board: BoardNetwork,
    search: Search,
    ready: Iterable[_Found],
    is_wanted: Wanted,
    done: set[int],
) -> Iterator[Step]:
    """Yield the steps of the `ready` chains, if there is one that visits no cell twice."""
    for _, eliminated, path, write in ready:
        if eliminated not in done:
            if isinstance(path, Ends):
                paths = islice(search.paths(path, board.apart(path, eliminated)), MOST_PATHS)
                path = next((each for each in paths if is_wanted(board, each)), ())
            if path:
                done.add(eliminated)
                yield write(board, board.chain(path), candidates(eliminated, board.graph.layout))


def _chains(board: BoardNetwork, found: Iterable[Ends]) -> Iterator[_Found]:
    """Yield the chains with the ends that are `found`, and what the ends alone eliminate.

    If the ends see each other, the chain is a loop too, which eliminates as much or more; then it
    comes behind the loop.
    """
    members, weak = board.net.members, board.graph.weak
    for ends in found:
        start, end, layer, eliminated = ends
        cell = weak.in_cell(members[start].bit_length() - 1)
        if start == end:
            if members[start].bit_count() == 1:
                eliminated &= cell
            if eliminated:
                yield _Found(2 * layer + 1, eliminated, ends, _verity)
            continue
        is_loop = end in board.net.weak[start]
        if eliminated.bit_count() > 1 and members[end] & ~cell:
            yield _Found(2 * layer + 1 + is_loop, eliminated, ends, _aic)
        elif eliminated and not is_loop:
            yield _Found(2 * layer + 3, eliminated, ends, _discontinuous)


def _rings(board: BoardNetwork, search: Search, layer: int, is_wanted: Wanted) -> Iterator[_Found]:
    """Yield the continuous loops that are new in a `layer`."""
    for ends in search.closing(layer):
        for path in islice(search.paths(ends), MOST_PATHS):
            if (eliminated := _beside(board, path)) and is_wanted(board, path):
                yield _Found(2 * layer + 2, eliminated, path, _continuous)


def _beside(board: BoardNetwork, path: Sequence[int]) -> int:
    """Return what a continuous loop eliminates: what sees both ends of a weak link.

    So do the digits that stay in an almost locked set. The cells of the loop itself lose only what
    a link inside the cell eliminates there.
    """
    net, weak = board.net, board.graph.weak
    in_cells = beside = 0
    for i in range(1, len(path), 2):
        one, other = path[i], path[(i + 1) % len(path)]
        if both := net.seen[one] & net.seen[other]:
            if net.cells[one] and net.cells[one] == net.cells[other]:
                in_cells |= both
            else:
                beside |= both
        beside |= board.staying(path[i - 1], one)
    if beside:
        for number in path:
            for node in bits(net.members[number]):
                beside &= ~weak.in_cell(node)
    return in_cells | beside


def _aic(board: BoardNetwork, chain: Chain, eliminations: Sequence[Candidate]) -> Step:
    kind = 1 if chain.nodes[0][0].digit == chain.nodes[-1][0].digit else 2
    reason = f"AIC type {kind}: {either_end(chain, eliminations)}"
    return chain_step(chain, eliminations, reason, board.graph.layout)


def _discontinuous(board: BoardNetwork, chain: Chain, eliminations: Sequence[Candidate]) -> Step:
    target = tuple(eliminations)
    links = [
        Link(target, chain.nodes[0], False),
        *chain.links,
        Link(chain.nodes[-1], target, False),
    ]
    reason = f"discontinuous nice loop: {either_end(chain, eliminations)}"
    return chain_step(chain, eliminations, reason, board.graph.layout, links)


def _verity(board: BoardNetwork, chain: Chain, eliminations: Sequence[Candidate]) -> Step:
    start = chain.nodes[0]
    reason = (
        f"discontinuous nice loop: {chain.told}, which it was supposed not to be; so "
        f"{holds(start)} in any case, and {lost(eliminations)}"
    )
    return chain_step(chain, eliminations, reason, board.graph.layout)


def _continuous(board: BoardNetwork, chain: Chain, eliminations: Sequence[Candidate]) -> Step:
    starts = [number for number, proof in enumerate(chain.proofs) if proof]
    chain = chain.turned(min(starts, key=lambda number: chain.nodes[2 * number], default=0))
    start, end = chain.nodes[0], chain.nodes[-1]
    reason = (
        f"continuous nice loop: {chain.told}; and if {holds(end)}, {holds(start, False)}: the "
        "chain goes round without end, so just one end of each weak link is true, and what sees "
        f"both ends is false: {lost(eliminations)}"
    )
    if chain.sets:
        sets = listed(chain.sets.values())
        reason += f"; the digits of {sets} by which the chain neither comes nor goes stay in "
        reason += "it" if len(chain.sets) == 1 else "each"
    return chain_step(
        chain, eliminations, reason, board.graph.layout, [*chain.links, Link(end, start, False)]
    )
