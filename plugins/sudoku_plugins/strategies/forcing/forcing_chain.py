"""Forcing chain: chains that start from one supposition, or from all cases, and meet.

Suppose that a candidate is true. What it sees is false. In a cell with two candidates, or a house
with two places for a digit, the other one is true then, and so on, link by link. Unlike a forcing
net a chain needs nothing but the link before; all its links are on the board as it stands.

**Contradiction.** Two chains start from one supposition, and at the end of one a candidate is true,
at the end of the other it is false::

    r1c1=5 -> r1c4 is not 5 -> r1c4=2 -> r3c4 is not 2
    r1c1=5 -> r3c1 is not 5 -> r3c8=5 -> r3c8 is not 2 -> r3c4=2

Both cannot be, so r1c1 is not 5. In the same way a supposition may be that a candidate is
false: then it is true.

**Verity.** A chain starts from each candidate of a cell, or from each place of a digit in a
house. One of them is true. If all chains come to the same end, it is so in any case::

    r2c2=1 -> ... -> r7c7 is not 3
    r2c2=4 -> ... -> r7c7 is not 3
    r2c2=6 -> ... -> r7c7 is not 3

Look for candidates with many strong links around them, and mark what they make true and false in
two colours. The shortest chains come first; there is one step for each candidate that
goes or is placed. In the notation a ``;`` separates the chains. Described at
https://www.sudokuwiki.org/Digit_Forcing_Chains, https://www.sudokuwiki.org/Cell_Forcing_Chains,
https://www.sudokuwiki.org/Unit_Forcing_Chains and
https://hodoku.sourceforge.net/en/tech_last.php.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sudoku_engine import Branch, Candidate, Grid, House, Link, Step
from sudoku_engine.board.masks import bits, union
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.say import Said, say
from sudoku_plugins.strategies.analysis.links import LinkGraph, link_graph
from sudoku_plugins.strategies.analysis.truths import Truth, truths_of
from sudoku_plugins.strategies.chains.loops import holds
from sudoku_plugins.strategies.chains.nice_loops import grouped_graph
from sudoku_plugins.strategies.families import forcing_strategy

EXAMPLE = (
    ":0000:x:...17.63.71...6.2956........7.6..2..8.52.7..6..64.9....597.8......3.....6.7.....8:"
    "823 825 833 835 343 185:::"
)
"""3, 4 and 9 in r5c2: 1 in r4c5 is false in each case."""


@forcing_strategy("Forcing Chain", score=500, level="extreme", example=EXAMPLE)
def forcing_chain(grid: Grid, *, groups: bool = False) -> Iterator[Step]:
    """Follow links from a supposition to a contradiction, or from all cases to the same end.

    groups: whether groups take part, as in a grouped nice loop; so they do in HoDoKu.
    """
    graph = grouped_graph(grid) if groups else link_graph(grid)
    if not graph.linked:
        return
    truths = _open_truths(graph)
    found = [_refutation(claim, truths, graph) for claim in _refuted_claims(graph, truths)]
    found.sort(key=lambda proof: proof.length)
    for proof in found:
        yield proof.step(graph)


def _open_truths(graph: LinkGraph) -> list[Truth]:
    """Return the truths of which one candidate on the board is true.

    If a house holds the digit already, its marks promise nothing.
    """
    held = [
        {house for number, house in enumerate(graph.layout.houses) if mask >> number & 1}
        for mask in graph.held
    ]
    return [
        truth
        for truth in truths_of(graph.layout).every
        if truth.mask & graph.candidates and truth.house not in held[truth.digit]
    ]


def _refuted_claims(graph: LinkGraph, truths: Sequence[Truth]) -> list[Claim]:
    """Return the claims that contradict themselves, or leave one of the `truths` nothing.

    Each chain can be read backwards: a claim leaves a truth nothing if all of its candidates lead
    to the contrary.
    """
    closure_of = closures(graph)
    true = false = 0
    for truth in truths:
        on = off = graph.candidates
        for node in bits(truth.mask & graph.candidates):
            on &= closure_of[node, True][0]
            off &= closure_of[node, True][1]
            if not on and not off:
                break
        true |= on
        false |= off
    return [
        claim
        for claim, (on, off) in closure_of.items()
        if graph.candidates >> claim[0] & 1  # not a group
        and (on & off & graph.candidates or (false if claim[1] else true) >> claim[0] & 1)
    ]


def _refutation(claim: Claim, truths: Sequence[Truth], graph: LinkGraph) -> Refutation:
    """Return the shortest chains that refute `claim`; there are some."""
    layers = Layers(claim, graph)
    left = graph.candidates & ~layers.off
    lacking = [truth for truth in truths if not truth.mask & left]
    # A start that is false is one link longer each time.
    extra = not claim[1]
    best: tuple[int, list[Claim], Truth | None] | None = None
    for truth in lacking:
        ends = truth.mask & graph.candidates
        followed = ends & ~(extra << claim[0])
        length = layers.length_to_all(followed) + extra * followed.bit_count()
        if best is None or length < best[0]:
            best = length, [(node, False) for node in bits(ends)], truth
    # A strong link in the middle of two chains is a truth of two: cut at one of its ends instead.
    conflict = layers.conflict()
    if conflict and (best is None or conflict[0] + 2 * extra <= best[0] + 1):
        best = conflict[0] + 2 * extra, [(conflict[1], True), (conflict[1], False)], None
    assert best is not None
    return Refutation(claim, best[0], layers, *best[1:])


class Refutation(NamedTuple):
    """Chains which show that a claim is false."""

    claim: Claim
    length: int
    layers: Layers
    ends: Sequence[Claim]
    """A candidate and its contrary, or all candidates of a truth, false."""
    truth: Truth | None

    def step(self, graph: LinkGraph) -> Step:
        """Return the step that says so."""
        node, is_true = conclusion = self.claim[0], not self.claim[1]
        proved = told(conclusion, graph)
        concluded = [graph.candidate(node)]
        chains = [self.layers.chain_to(end) for end in self.ends]
        cases: list[Candidate] = []
        if self.truth is None:
            start, end = (told(claim, graph) for claim in (self.claim, self.ends[0]))
            titles = [
                say("if {start}: {end}", start=start, end=told(chain[-1], graph))
                for chain in chains
            ]
            reason = say(
                "if {start},| one chain says that {end}| and another that it is not;| so {proved}",
                start=start,
                end=end,
                proved=proved,
            )
        else:
            chains = [backwards(chain) for chain in chains]
            cases = [graph.candidate(chain[0][0]) for chain in chains]
            titles = [say("if {start}", start=told(chain[0], graph)) for chain in chains]
            reason = say(
                "{choice};| in each case a chain says that {proved}",
                choice=self.truth.choice(cases),
                proved=proved,
            )
        branches = [chain_branch(title, chain, graph) for title, chain in zip(titles, chains)]
        houses = [self.truth.house] if self.truth and self.truth.house else []
        houses += [each for chain in chains for each in chain_houses(chain, graph)]
        return Step(
            placements=concluded if is_true else (),
            eliminations=() if is_true else concluded,
            because=cases,
            houses=[*dict.fromkeys(houses)] or graph.layout.houses_of(concluded[0].cell)[:1],
            pattern="; ".join(
                chain_text(branch.links, graph.layout) for branch in branches if branch.links
            ),
            reason=reason,
            branches=branches,
            difficulty=self.length,
        )


Claim = tuple[int, bool]
"""A candidate or a group, by number, and whether it is true."""


Chain = Sequence[Claim]
"""Claims, each of which follows from the one before."""


def backwards(chain: Chain) -> Chain:
    """Return the chain that says the same, read from its end."""
    return [(node, not is_true) for node, is_true in reversed(chain)]


def closures(graph: LinkGraph) -> dict[Claim, tuple[int, int]]:
    """Return the consequences of each candidate and of its contrary, where links lead on.

    They are the masks of what is true, and of what is false.

    A candidate that is true makes all false that it sees, one that is false makes its partners
    true. If "A is true" leads to "B is false", then "B is true" leads to "A is false".
    """
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
        found[node, True] = both & every, both >> shift
    for node, both in if_false.items():
        found[node, False] = both & every, both >> shift | 1 << node
    return found


class Layers:
    """All that follows from a claim, by the number of links that it takes."""

    def __init__(self, start: Claim, graph: LinkGraph) -> None:
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
            return [end]
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
        return claims[::-1]


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def told(claim: Claim, graph: LinkGraph) -> Said:
    """Return `claim` in words."""
    return holds(graph.members(claim[0]), claim[1])


def chain_branch(title: Said, chain: Chain, graph: LinkGraph) -> Branch:
    """Return the case that follows `chain`."""
    on = [each for node, is_true in chain if is_true for each in graph.members(node)]
    off = [each for node, is_true in chain if not is_true for each in graph.members(node)]
    named = {"on": on, "off": off}
    links = [
        Link(graph.members(node), graph.members(other), strong=not is_true)
        for (node, is_true), (other, _) in pairwise(chain)
    ]
    return Branch(title, {role: group for role, group in named.items() if group}, links)


def chain_houses(chain: Chain, graph: LinkGraph) -> list[House]:
    """Return the houses of the strong links of `chain`."""
    found = [
        graph.strong_house(node, other)
        for (node, is_true), (other, _) in pairwise(chain)
        if not is_true
    ]
    return [house for house in found if house]
