"""What a chain of candidates is called, what it eliminates, and the step that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from sudoku_engine import Candidate, House, Link, Step
from sudoku_engine.board.masks import bits, mask_of
from sudoku_plugins.strategies.analysis.links import LinkGraph
from sudoku_plugins.strategies.chains.network import Ends, Network, Search
from sudoku_plugins.strategies.chains.steps import Chain, chain_step, either_end, holds, lost

MOST_RINGS = 200
"""As many continuous loops with the same ends are tried."""


class BoardNetwork(NamedTuple):
    """The network of a board's candidates."""

    graph: LinkGraph
    net: Network
    house_of: Callable[[int, int], House | None]
    """The house that makes the link between two nodes strong; None: their cell."""

    def chain(self, path: Sequence[int]) -> Chain:
        """Return the chain through the nodes of `path`."""
        nodes = [tuple(self.candidates(self.net.members[number])) for number in path]
        houses = [self.house_of(*path[i : i + 2]) for i in range(0, len(path), 2)]
        return Chain(nodes, houses)

    def apart(self, ends: Ends, eliminated: int) -> int:
        """Return the cell that loses something, if it is only one and beside the chain."""
        n_cells = len(self.graph.layout.cells)
        lost = {node % n_cells for node in bits(eliminated)}
        cells = self.net.cells
        return (mask_of(lost) if len(lost) == 1 else 0) & ~cells[ends.start] & ~cells[ends.end]

    def candidates(self, mask: int) -> list[Candidate]:
        """Return the candidates of a `mask`."""
        return [self.graph.candidate(node) for node in bits(mask)]


class _Found(NamedTuple):
    """A chain that eliminates something."""

    links: int
    eliminated: int
    path: Sequence[int] | Ends
    """Its nodes, or its ends until the step is made."""
    write: Callable[[BoardNetwork, Chain, Sequence[Candidate]], Step]

    @property
    def rank(self) -> tuple[int, int, int]:
        """Return the short ones first, then those that eliminate most; the same on every run."""
        return self.links, -self.eliminated.bit_count(), self.eliminated


def chains_and_loops(board: BoardNetwork, max_links: int) -> Iterator[Step]:
    """Yield the steps of all chains, loops included, the shortest first; each effect once."""
    search = Search(board.net)
    done: set[int] = set()
    waiting: list[_Found] = []
    for layer, ends in enumerate(search.layers(max_links)):
        # One link alone is a matter of locked candidates.
        if layer and (ends or waiting):
            waiting += _chains(board, ends)
            waiting += _rings(board, search, layer)
        longest = min(2 * layer + 2, max_links)
        yield from _steps(board, search, waiting, longest, done)
        waiting = [found for found in waiting if longest < found.links]
    yield from _steps(board, search, waiting, max_links, done)


def _steps(
    board: BoardNetwork, search: Search, waiting: Iterable[_Found], longest: int, done: set[int]
) -> Iterator[Step]:
    """Yield the steps of chains that have at most `longest` links, if the effect is not `done`."""
    ready = [found for found in waiting if found.links <= longest]
    for found in sorted(ready, key=lambda each: each.rank):
        _, eliminated, path, write = found
        if eliminated not in done:
            if isinstance(path, Ends):
                path = next(search.paths(path, board.apart(path, eliminated)), ())
            if not path:
                continue
            done.add(eliminated)
            yield write(board, board.chain(path), board.candidates(eliminated))


def _chains(board: BoardNetwork, found: Iterable[Ends]) -> Iterator[_Found]:
    """Yield the chains with the ends that are `found`, without continuous loops."""
    members = board.net.members
    for ends in found:
        start, end, layer, eliminated = ends
        if start == end:
            if members[start].bit_count() == 1:
                eliminated &= board.graph.weak.in_cell(members[start].bit_length() - 1)
            if eliminated:
                yield _Found(2 * layer + 1, eliminated, ends, _verity)
        elif eliminated and end not in board.net.weak[start]:
            if eliminated.bit_count() == 1:
                yield _Found(2 * layer + 3, eliminated, ends, _discontinuous)
            else:
                yield _Found(2 * layer + 1, eliminated, ends, _aic)


def _rings(board: BoardNetwork, search: Search, layer: int) -> Iterator[_Found]:
    """Yield the continuous loops that are new in a `layer`."""
    for ends in search.closing(layer):
        for path in islice(search.paths(ends), MOST_RINGS):
            if eliminated := _beside(board, path):
                yield _Found(2 * layer + 2, eliminated, path, _continuous)


def _beside(board: BoardNetwork, path: Sequence[int]) -> int:
    """Return the candidates that see both ends of a weak link of the loop `path`.

    The cells of the loop itself lose only what a link inside the cell eliminates there.
    """
    net, weak = board.net, board.graph.weak
    in_cells = 0
    beside = 0
    for i in range(1, len(path), 2):
        one, other = path[i], path[(i + 1) % len(path)]
        both = net.seen[one] & net.seen[other]
        if both:
            cell = weak.in_cell(net.members[one].bit_length() - 1)
            if net.members[other] & ~cell:
                beside |= both
            else:
                in_cells |= both
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
        f"discontinuous nice loop: {chain.told}, which it was said not to be; so "
        f"{holds(start)} in any case, {lost(eliminations)}"
    )
    return chain_step(chain, eliminations, reason, board.graph.layout)


def _continuous(board: BoardNetwork, chain: Chain, eliminations: Sequence[Candidate]) -> Step:
    starts = [number for number, house in enumerate(chain.houses) if house]
    chain = chain.turned(min(starts, key=lambda number: chain.nodes[2 * number], default=0))
    start, end = chain.nodes[0], chain.nodes[-1]
    reason = (
        f"continuous nice loop: {chain.told}; and if {holds(end)}, {holds(start, False)}: the "
        "chain goes round for ever, so of two candidates joined by a weak link just one is true, "
        f"and what sees both is not: {lost(eliminations)}"
    )
    return chain_step(
        chain, eliminations, reason, board.graph.layout, [*chain.links, Link(end, start, False)]
    )
