"""The consequences of one candidate along the links of a board, link by link.

A candidate that is true makes all false that it sees, by weak links; one that is false makes its
partners true, by strong links. Here all links are those of the board as it stands, so what follows
from a candidate follows along a single **chain**. And a chain can be read backwards: if "A is true"
leads to "B is false", then "B is true" leads to "A is false".
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from sudoku_engine import Branch, House, Link
from sudoku_engine.board.masks import bits, union
from sudoku_engine.board.say import Said
from sudoku_plugins.strategies.analysis.links import LinkGraph
from sudoku_plugins.strategies.chains.loops import holds

Claim = tuple[int, bool]
"""A candidate or a group, by number, and whether it is true."""


class Chain(NamedTuple):
    """Claims, each of which follows from the one before."""

    claims: tuple[Claim, ...]

    @property
    def length(self) -> int:
        """The number of its links."""
        return len(self.claims) - 1

    def backwards(self) -> Chain:
        """Return the chain that says the same, read from its end."""
        return Chain(tuple((node, not is_true) for node, is_true in reversed(self.claims)))


class Closure(NamedTuple):
    """All that follows from a claim; candidates are masks."""

    on: int
    """What is true."""
    off: int
    """What is false."""


def closures(graph: LinkGraph) -> dict[Claim, Closure]:
    """Return the consequences of each candidate and of its contrary, where links lead on."""
    weak, strong, linked = graph.weak, graph.strong, graph.linked
    # The true claims and, shifted, the false ones: one `or` takes over both.
    shift = len(strong)
    next_on = {}
    leads = {}
    for node in bits(linked):
        on = union([strong[off] for off in bits(weak[node] & linked)])
        next_on[node] = [*bits(on & ~(1 << node))]
        leads[node] = on | 1 << node | (weak[node] & graph.candidates) << shift
    # Until nothing new: the consequences of a candidate follow from everything that leads to it.
    order = [*leads]
    is_changed = True
    while is_changed:
        is_changed = False
        order.reverse()
        for node in order:
            both = before = leads[node]
            for other in next_on[node]:
                both |= leads[other]
            if both != before:
                leads[node] = both
                is_changed = True
    if_false = {node: union([leads[on] for on in bits(strong[node])]) for node in bits(linked)}
    every = (1 << shift) - 1
    found = {}
    for node in bits(graph.nodes):
        if node in leads:
            both = leads[node]
        else:  # so nothing leads to it
            both = 1 << node | (weak[node] & graph.candidates) << shift
            for off in bits(weak[node] & linked):
                both |= if_false[off]
        found[node, True] = Closure(both & every, both >> shift)
    for node, both in if_false.items():
        found[node, False] = Closure(both & every, both >> shift | 1 << node)
    return found


class Layers:
    """All that follows from a claim, by the number of links that it takes."""

    def __init__(self, start: Claim, graph: LinkGraph) -> None:
        """Follow `start` along the links of `graph`."""
        self._graph = graph
        self._start = start
        node, is_true = start
        new = 1 << node if is_true else graph.strong[node]
        reached = 0
        self.off = 0 if is_true else 1 << node
        """The candidates that are false."""
        self._layers: list[int] = []
        """The candidates that are true after 0, 2, 4 … links; one more if the start is false."""
        self._eliminated: list[int] = []
        """The candidates that they make false, one link later."""
        gone = 0
        while new:
            self._layers.append(new)
            reached |= new
            off = 0
            for on in bits(new):
                off |= graph.weak[on]
            off &= graph.nodes & ~gone
            gone |= off
            self._eliminated.append(off)
            self.off |= off
            new = 0
            for node in bits(off & graph.linked):
                new |= graph.strong[node]
            new &= ~reached

    def conflict(self) -> tuple[int, int] | None:
        """Return the length of the shortest chains to a candidate and its contrary, and which.

        None if nothing that follows from the start contradicts it. Of equal ones take those of
        which neither is long.
        """
        found = [
            (2 * (i + j) + 1, abs(2 * (i - j) - 1), _lowest(both))
            for i, on in enumerate(self._layers)
            for j, off in enumerate(self._eliminated)
            if (both := on & off & self._graph.candidates)
        ]
        if not found:
            return None
        length, _, node = min(found)
        return length, node

    def length_to_all(self, eliminated: int) -> int:
        """Return the number of links of the shortest chains to all that is `eliminated`."""
        length = eliminated.bit_count()
        for off in self._eliminated:
            eliminated &= ~off
            if not eliminated:
                break
            length += 2 * eliminated.bit_count()
        return length

    def chain_to(self, end: Claim) -> Chain:
        """Return a shortest chain to `end`, to which one leads."""
        if end == self._start:
            return Chain((end,))
        graph, layers = self._graph, self._layers
        node, is_true = end
        claims = [end]
        by = 1 << node if is_true else graph.weak[node]
        number = next(i for i, layer in enumerate(layers) if layer & by)
        if not is_true:
            node = _lowest(layers[number] & by)
            claims.append((node, True))
        while number:
            number -= 1
            # Back over a strong link to what is false, then over a weak one to what is true.
            off = next(off for off in bits(graph.strong[node]) if graph.weak[off] & layers[number])
            node = _lowest(graph.weak[off] & layers[number])
            claims += [(off, False), (node, True)]
        if not self._start[1]:
            claims.append(self._start)
        return Chain(tuple(reversed(claims)))


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def told(claim: Claim, graph: LinkGraph) -> Said:
    """Return `claim` in words."""
    return holds(graph.members(claim[0]), claim[1])


def chain_branch(title: Said, chain: Chain, graph: LinkGraph) -> Branch:
    """Return the case that follows `chain`."""
    on = [each for node, is_true in chain.claims if is_true for each in graph.members(node)]
    off = [each for node, is_true in chain.claims if not is_true for each in graph.members(node)]
    named = {"on": on, "off": off}
    links = [
        Link(graph.members(node), graph.members(other), strong=not is_true)
        for (node, is_true), (other, _) in pairwise(chain.claims)
    ]
    return Branch(title, {role: group for role, group in named.items() if group}, links)


def chain_houses(chain: Chain, graph: LinkGraph) -> list[House]:
    """Return the houses of the strong links of `chain`."""
    found = [
        graph.strong_house(node, other)
        for (node, is_true), (other, _) in pairwise(chain.claims)
        if not is_true
    ]
    return [house for house in found if house]
