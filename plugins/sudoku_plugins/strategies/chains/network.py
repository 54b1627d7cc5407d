"""The chain engine: nodes with strong and weak links, and the shortest chains between them.

A *node* is a candidate, or several of one digit. It is **off** if all its candidates are false, and
**on** if one of them is true. A strong link leads from off to on, a weak one from on to off::

    start  ===  a  ---  b  ===  c  ---  d  ===  end  off, on, off, on, off, on

If the start is off, the end is on: so the start or the end is on, and what both of them see is
false. Such a chain begins and ends with a strong link, so it has an odd number of links.

All chains are found at once, by layers: what a node reaches in one layer more is what its
neighbours reach now. Nodes are numbered without gaps, and a set of nodes is an int with bits, so
that a layer is a few thousand ``or``. A chain is written down only if it eliminates something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from sudoku_engine.board.masks import bits, mask_of

MOST_STEPS = 10_000
"""As many links are tried to find the chains between two ends: far more than there are."""


class Network(NamedTuple):
    """Nodes and their links; all lists are by the number of a node."""

    members: Sequence[int]
    """The candidates of each node."""
    cells: Sequence[int]
    """The mask of the cell that a chain visits with this node; 0 if that is not just one."""
    strong: Sequence[Sequence[int]]
    """The nodes that are on if this one is off."""
    weak: Sequence[Sequence[int]]
    """The nodes that are off if this one is on."""
    seen: Sequence[int]
    """The candidates that are false if this one is on."""
    watchers: Sequence[tuple[Sequence[int], int]]
    """For each candidate that sees nodes: these, as numbers and as a mask."""


def network(
    candidates: int,
    weak: Mapping[int, int],
    members: Sequence[int],
    strong: Sequence[Sequence[int]],
    n_cells: int,
) -> Network:
    """Return the network of nodes with these `members` and `strong` links.

    `candidates`: those of the board, as a mask; `weak`: by candidate the mask of those that are
    false if it is true. Candidate number i is in cell i; beyond the `n_cells` cells of the board
    follow the candidates of the next digit.
    """
    number_of = {mask.bit_length() - 1: i for i, mask in enumerate(members) if _is_one(mask)}
    singles = mask_of(number_of)
    seen = [_seen(mask, weak) & candidates for mask in members]
    groups_of: dict[int, list[tuple[int, int]]] = {}
    for number, mask in enumerate(members):
        if not _is_one(mask):
            index = _digit(mask, n_cells)
            groups_of.setdefault(index, []).append((number, mask >> index * n_cells))
    every_cell = (1 << n_cells) - 1
    known: dict[tuple[int, int], list[int]] = {}  # many groups see the same

    def off(sees: int, index: int) -> list[int]:
        """Return the nodes all of whose candidates are in `sees`, groups only of one digit."""
        found = known.get((sees, index))
        if found is None:
            unseen = every_cell & ~(sees >> index * n_cells)
            groups = groups_of.get(index, ())
            found = [number_of[node] for node in bits(sees & singles)]
            found += [number for number, cells in groups if not cells & unseen]
            known[sees, index] = found
        return found

    links = [off(sees, _digit(mask, n_cells)) for mask, sees in zip(members, seen)]
    watchers = [links[number] for number in number_of.values()]
    for node in bits(reduce(or_, seen, 0) & ~singles):
        watchers.append(off(weak[node] & candidates, node // n_cells))
    return Network(
        members,
        [1 << (mask.bit_length() - 1) % n_cells if _is_one(mask) else 0 for mask in members],
        strong,
        links,
        seen,
        [(near, mask_of(near)) for near in watchers if near],
    )


def _is_one(mask: int) -> bool:
    return not mask & mask - 1


def _digit(mask: int, n_cells: int) -> int:
    return (mask.bit_length() - 1) // n_cells


def _seen(members: int, weak: Mapping[int, int]) -> int:
    return reduce(and_, [weak[node] for node in bits(members)])


class Ends(NamedTuple):
    """The ends of chains of the same length: if the start is off, the end is on."""

    start: int
    end: int
    layer: int
    """Chains have twice as many links as this, and one more."""
    eliminated: int
    """The candidates that see both ends."""


class Search:
    """The search for all chains of a network, layer by layer, with what it takes to write them."""

    def __init__(self, net: Network) -> None:
        """Make a search that has not begun."""
        self.net = net
        self._on: list[list[int]] = []
        """By layer and node: the nodes that are on if it is on."""
        self._off: list[list[int]] = []
        """By layer and node: the nodes that are on if it is off."""
        self._left = 0
        """How many more links of the chains between two ends are tried."""

    def layers(self, most_links: int) -> Iterator[list[Ends]]:
        """Yield the ends of all chains that eliminate something, for 1, 3, 5, … links.

        Ends that a shorter chain has too are left out. Start and end may be the same node, and
        they may see each other: then the chain is a loop.
        """
        net = self.net
        before = [0] * len(net.members)
        reached = [1 << node for node in range(len(net.members))]
        for layer in range((most_links + 1) // 2):
            self._on.append(reached)
            off = []
            for near in net.strong:
                mask = 0
                for node in near:
                    mask |= reached[node]
                off.append(mask)
            if off == before:
                return
            self._off.append(off)
            yield self._ends(layer, off, before)
            before = off
            reached = []
            for number, near in enumerate(net.weak):
                mask = 1 << number
                for node in near:
                    mask |= off[node]
                reached.append(mask)

    def _ends(self, layer: int, off: Sequence[int], before: Sequence[int]) -> list[Ends]:
        found: set[tuple[int, int]] = set()
        for near, seen in self.net.watchers:
            reached = 0
            for node in near:
                reached |= off[node]
            if reached & seen:
                for node in near:
                    # A chain is one backwards, too: each pair once.
                    new = (off[node] & ~before[node] & seen) >> node << node
                    if new:
                        found.update((node, end) for end in bits(new))
        seen_by = self.net.seen
        return [Ends(start, end, layer, seen_by[start] & seen_by[end]) for start, end in found]

    def closing(self, layer: int) -> Iterator[Ends]:
        """Yield the ends that see each other, of the chains that are new in a `layer`."""
        before = self._off[layer - 1]
        for start, reached in enumerate(self._off[layer]):
            new = (reached & ~before[start]) >> start << start
            if new:
                for end in self.net.weak[start]:
                    if new >> end & 1:
                        seen = self.net.seen[start] & self.net.seen[end]
                        yield Ends(start, end, layer, seen)

    def paths(self, ends: Ends, avoided: int = 0) -> Iterator[list[int]]:
        """Yield the nodes of each shortest chain with these `ends` that visits no cell twice.

        In the end it may come back to the cell where it began. `avoided`: a mask of cells that it
        must not visit in between.
        """
        self._left = MOST_STEPS
        return self._from_off([ends.start], ends, ends.layer, avoided)

    def _from_off(
        self, path: list[int], ends: Ends, layer: int, visited: int
    ) -> Iterator[list[int]]:
        self._left -= 1
        if self._left < 0:
            return
        on, cells = self._on[layer], self.net.cells
        here = cells[path[-1]]
        for node in self.net.strong[path[-1]]:
            if on[node] >> ends.end & 1:
                if layer == 0:
                    if not cells[node] & visited & ~here & ~cells[ends.start]:
                        yield [*path, node]
                elif not cells[node] & visited & ~here:
                    yield from self._from_on([*path, node], ends, layer, visited | here)

    def _from_on(
        self, path: list[int], ends: Ends, layer: int, visited: int
    ) -> Iterator[list[int]]:
        off, cells = self._off[layer - 1], self.net.cells
        here = cells[path[-1]]
        for node in self.net.weak[path[-1]]:
            if off[node] >> ends.end & 1 and not cells[node] & visited & ~here:
                yield from self._from_off([*path, node], ends, layer - 1, visited | here)
