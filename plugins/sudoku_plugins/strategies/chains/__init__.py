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

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from sudoku_engine.board.masks import bits, mask_of

MOST_STEPS = 10_000
"""As many links are tried to find the shortest chains between two ends: far more than there are."""
FEW_STEPS = 200
"""The same for longer ones, of each length."""
MOST_IN_LOOPS = 2_000
"""The same for all loops of a length."""


class Network(NamedTuple):
    """Nodes and their links; all lists are by the number of a node."""

    members: Sequence[int]
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
        self.net = net
        self._off: list[list[int]] = []
        """By layer and node: the nodes that are on if it is off."""
        self._weak = [mask_of(near) for near in net.weak]
        self._in_cell: dict[int, int] = {}
        """By the mask of a cell: its nodes."""
        for number, cell in enumerate(net.cells):
            if cell:
                self._in_cell[cell] = self._in_cell.get(cell, 0) | 1 << number
        self._mates = [self._in_cell[c] if c else 1 << i for i, c in enumerate(net.cells)]
        """By node: the nodes of its cell; a group has no cell, and is alone."""
        self._left = 0
        """How many more links are tried."""

    def layers(self, most_links: int) -> Iterator[list[Ends]]:
        """Yield the ends of all chains that eliminate something, for 1, 3, 5, … links.

        Ends that a shorter chain has too are left out. Start and end may be the same node, and
        they may see each other: then the chain is a loop.
        """
        net = self.net
        before = [0] * len(net.members)
        reached = [1 << node for node in range(len(net.members))]
        for layer in range((most_links + 1) // 2):
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
        seen = self.net.seen
        for start, reached in enumerate(self._off[layer]):
            new = (reached & ~before[start] & self._weak[start]) >> start << start
            for end in bits(new):
                yield Ends(start, end, layer, seen[start] & seen[end])

    def paths(self, ends: Ends, avoided: int = 0) -> Iterator[list[int]]:
        """Yield the nodes of each chain of this layer and with these `ends`: no cell comes twice.

        In the end it may come back to the cell where it began. `avoided`: the mask of a cell that
        it must not visit in between.
        """
        self._left = MOST_STEPS
        return self._between(ends, avoided)

    def longer(self, ends: Ends, avoided: int = 0) -> list[list[int]] | None:
        """Return what `paths` yields, all or nothing: None if that takes more than a few steps.

        It is tried from both ends, so that it does not matter how the nodes are numbered.
        """
        for way in (ends, ends._replace(start=ends.end, end=ends.start)):
            self._left = FEW_STEPS
            found = list(self._between(way, avoided))
            if self._left >= 0:
                return found
        return None

    def loops(self, layer: int) -> list[list[int]] | None:
        """Return the loops whose ends shorter chains may have, too; None: there are too many.

        At least one of their weak links eliminates something.
        """
        seen = self.net.seen
        found: list[list[int]] = []
        self._left = MOST_IN_LOOPS
        for start, reached in enumerate(self._reached(layer)):
            for end in bits(reached & self._weak[start]):
                if both := seen[start] & seen[end]:
                    found += self._between(Ends(start, end, layer, both), 0)
            if self._left < 0:
                return None
        return [path for path in found if path[0] < path[-1]]

    def _reached(self, layer: int) -> Sequence[int]:
        """Return by node the nodes that are on if it is off, by a chain of this layer or before."""
        return self._off[min(layer, len(self._off) - 1)]

    def _between(self, ends: Ends, avoided: int) -> Iterator[list[int]]:
        start, end, layer, _ = ends
        # A chain is one backwards, too: what the end reaches, reaches the end.
        reaching = [self._reached(each)[end] & ~(1 << end) for each in range(layer)]
        # If the start is in the cell of the end, the end stays free when the chain leaves it.
        kept = 1 << end if start == end or self._mates[start] >> end & 1 else 0
        free = (1 << len(self._mates)) - 1 & ~(self._in_cell.get(avoided, 0) | 1 << start) | kept
        return self._from([start], layer, end, reaching, free, kept)

    def _from(
        self, path: list[int], layer: int, end: int, reaching: Sequence[int], free: int, kept: int
    ) -> Iterator[list[int]]:
        """Yield the chains that begin with `path` and go on through nodes that are `free`."""
        self._left -= 1
        if self._left < 0:
            return
        here = path[-1]
        if layer == 0:
            if free >> end & 1 and end in self.net.strong[here]:
                yield [*path, end]
            return
        layer -= 1
        goal = reaching[layer] & free
        cell = self._mates[here]
        for on in self.net.strong[here]:
            near = self._weak[on] & goal
            if near and free >> on & 1 and on != end:
                left = free & ~(1 << on | (1 << here if cell >> on & 1 else cell)) | kept
                next_cell = self._mates[on]
                for off in bits(near & left):
                    rest = left if next_cell >> off & 1 else left & ~next_cell | kept
                    yield from self._from([*path, on, off], layer, end, reaching, rest, kept)
