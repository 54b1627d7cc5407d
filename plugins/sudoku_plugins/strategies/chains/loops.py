"""The steps of chains: their names, eliminations, reasons and notation.

Nodes of a chain are by turns off and on, as in `Network`; each is a candidate, or several of one
digit.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from string import ascii_uppercase
from typing import NamedTuple

from sudoku_engine import Candidate, House, Layout, Link, Step
from sudoku_engine.board.candidates import Candidates
from sudoku_engine.board.masks import bits, digits_of, mask_of
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.say import Part, Said, say
from sudoku_plugins.strategies.analysis import lost, rank
from sudoku_plugins.strategies.analysis.almost_locked_sets import AlmostLockedSet, told
from sudoku_plugins.strategies.analysis.links import LinkGraph, alternating, in_cell
from sudoku_plugins.strategies.analysis.pattern_texts import als_text
from sudoku_plugins.strategies.analysis.truths import candidates, in_words
from sudoku_plugins.strategies.chains import Ends, Network, Search

Proof = House | AlmostLockedSet | None
"""What makes a link strong: the house, the almost locked set, or None: the cell of both ends."""


class Chain(NamedTuple):
    """A chain that begins and ends with a strong link."""

    nodes: Sequence[Candidates]
    """The nodes: off, on, off, …, on."""
    proofs: Sequence[Proof]

    @property
    def links(self) -> list[Link]:
        """The links between the nodes: strong, weak, …, strong."""
        return alternating(self.nodes)

    @property
    def sets(self) -> dict[AlmostLockedSet, str]:
        """The almost locked sets, with the letters that they get."""
        sets = [proof for proof in self.proofs if isinstance(proof, AlmostLockedSet)]
        return dict(zip(dict.fromkeys(sets), ascii_uppercase))

    @property
    def told(self) -> Said:
        """The consequences in words if the first node is off; each clause has its links."""
        sets, links = self.sets, self.links
        ons = []
        for number, (node, proof) in enumerate(zip(self.nodes[1::2], self.proofs)):
            own = links[max(2 * number - 1, 0) : 2 * number + 1]
            if proof is None:
                ons.append(say("{holds}", links=own, holds=holds(node)))
            else:
                why: Part = proof if isinstance(proof, House) else say("set {A}", A=sets[proof])
                ons.append(say("{holds} ({why})", links=own, holds=holds(node), why=why))
        return say("if {start},| then {ons:|, so }", start=holds(self.nodes[0], False), ons=ons)

    def turned(self, first: int) -> Chain:
        """Return a chain that is a loop, from the strong link number `first` on."""
        nodes, proofs = self
        return Chain([*nodes[2 * first :], *nodes[: 2 * first]], [*proofs[first:], *proofs[:first]])


def holds(node: Candidates, on: bool = True) -> Said:
    """Return in words that a node is on, or off: ``r1c1 is not 4``, ``4 is in r1c1 or r1c2``."""
    if len(node) == 1:
        return in_words(node[0], on)
    cells, digit = [cell for cell, _ in node], node[0].digit
    if on:
        return say("{digit} is in {cells:or}", digit=digit, cells=cells)
    return say("{digit} is not in {cells:or}", digit=digit, cells=cells)


def either_end(chain: Chain, eliminations: Sequence[Candidate]) -> Said:
    """Return why the candidates that see both ends of `chain` are false."""
    start, end = chain.nodes[0], chain.nodes[-1]
    return say(
        "{told};| so {start} or {end},| and either way {lost}"
        if len(start) == 1
        else "{told};| so {start}, or {end},| and either way {lost}",
        told=chain.told,
        start=holds(start),
        end=holds(end),
        lost=lost(eliminations),
    )


def chain_step(
    chain: Chain,
    eliminations: Sequence[Candidate],
    reason: Said,
    layout: Layout,
    links: Sequence[Link] = (),
) -> Step:
    """Return the step of a `chain`; `links`: those to write, by default those of the chain.

    Its houses are those of the strong links. If all of these are inside cells, they are the houses
    from cell to cell.
    """
    written = links or chain.links
    nodes, sets = chain.nodes, chain.sets
    because = {
        role: [*dict.fromkeys(each for node in nodes[i::2] for each in node)]
        for i, role in enumerate(("off", "on"))
    }
    texts = [chain_text(written, layout)]
    houses = [proof for proof in chain.proofs if isinstance(proof, House)]
    for found, letter in sets.items():
        cells = layout.cells_in(found.cells)
        houses += layout.houses_with(cells)[:1]
        because[f"als {letter}"] = [
            Candidate(cell, end.digit) for end in found.ends for cell in layout.cells_in(end.cells)
        ]
        texts.append(als_text(letter, cells, digits_of[found.digits], layout))
    if sets:
        reason = say("{known};| {reason}", known=told(sets.values()), reason=reason)
    houses = houses or [
        house
        for one, other in zip(nodes[1::2], nodes[2::2])
        for house in layout.houses_with([cell for cell, _ in (*one, *other)])[:1]
    ]
    return Step(
        eliminations=eliminations,
        because=because,
        houses=[*dict.fromkeys(houses)],
        links=written,
        pattern="; ".join(texts),
        reason=reason,
        difficulty=len(written),
    )


class BoardNetwork(NamedTuple):
    """The network of a board's candidates."""

    graph: LinkGraph
    net: Network
    proof_of: Callable[[int, int], Proof]

    def chain(self, path: Sequence[int]) -> Chain:
        """Return the chain through the nodes of `path`."""
        nodes = [tuple(candidates(self.net.members[number], self.graph.layout)) for number in path]
        return Chain(nodes, [self.proof_of(*ends) for ends in zip(path[::2], path[1::2])])

    def digit(self, node: int) -> int:
        """Return the digit of a node."""
        return (self.net.members[node].bit_length() - 1) // len(self.graph.layout.cells) + 1

    def staying(self, one: int, other: int) -> int:
        """Return the candidates that see all of another digit of the set that links two nodes."""
        proof = self.proof_of(one, other)
        if not isinstance(proof, AlmostLockedSet):
            return 0
        n_cells = len(self.graph.layout.cells)
        ends = self.digit(one), self.digit(other)
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
    ends: Ends
    write: Callable[[BoardNetwork, Chain, Sequence[Candidate]], Step]
    loop: Sequence[int] = ()
    """The nodes of a continuous loop; those of others are found when the step is made."""

    @property
    def longer(self) -> _Found:
        """A chain with the same ends and two links more."""
        ends = self.ends._replace(layer=self.ends.layer + 1)
        return self._replace(links=self.links + 2, ends=ends)


Wanted = Callable[[BoardNetwork, Sequence[int], bool], bool]
"""Whether the chain with a path, a continuous loop or not, is of the kind that is looked for."""


def chains_and_loops(
    board: BoardNetwork, max_links: int, is_wanted: Wanted, done: set[int]
) -> Iterator[Step]:
    """Yield the steps of all chains, loops included; each effect once, by its shortest chain.

    Those whose ends have no shorter chain come first. Then, length by length, come chains between
    ends whose shorter chains all visit a cell twice, and the loops that eliminate at once what
    shorter chains eliminate one by one.

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
            for each in search.closing(layer):
                found += _loops(board, each.layer, search.paths(each))
    left = yield from _steps(board, found, max_links, search.paths, is_wanted, done)
    loops: Sequence[Sequence[int]] | None = ()
    for layer in range(1, (max_links + 1) // 2 if has_begun else 0):
        found = [each.longer for each in left if each.ends.layer < layer]
        loops = None if loops is None else search.loops(layer)
        found += _loops(board, layer, loops or ())
        left = [each for each in left if each.ends.layer >= layer]
        left += yield from _steps(board, found, max_links, search.longer, is_wanted, done)


def _steps(
    board: BoardNetwork,
    found: Iterable[_Found],
    max_links: int,
    paths: Callable[[Ends, int], Iterable[Sequence[int]] | None],
    is_wanted: Wanted,
    done: set[int],
) -> Generator[Step, None, list[_Found]]:
    """Yield the steps of what is `found`; return the ends whose chains all visit a cell twice.

    `paths`: the others with some ends, without a cell, as `Search` finds them; None: too many.
    """
    left = []
    layout = board.graph.layout
    n_cells = len(layout.cells)
    ready = [each for each in found if each.links <= max_links]
    ready.sort(key=lambda each: (rank(each.eliminated, n_cells), each.links))
    for each in ready:
        if each.eliminated in done:
            continue
        ends, is_loop, is_simple = each.ends, bool(each.loop), False
        ways = [each.loop] if is_loop else paths(ends, board.apart(ends, each.eliminated))
        for path in ways or ():
            is_simple = True
            if is_wanted(board, path, is_loop):
                done.add(each.eliminated)
                yield each.write(board, board.chain(path), candidates(each.eliminated, layout))
                break
        if not is_simple and ways is not None:
            left.append(each)
    return left


def _loops(board: BoardNetwork, layer: int, paths: Iterable[Sequence[int]]) -> Iterator[_Found]:
    """Yield the `paths` of a layer that are loops, if they eliminate something."""
    for path in paths:
        if eliminated := _beside(board, path):
            ends = Ends(path[0], path[-1], layer, eliminated)
            yield _Found(2 * layer + 2, eliminated, ends, _continuous, path)


def _chains(board: BoardNetwork, found: Iterable[Ends]) -> Iterator[_Found]:
    """Yield the chains with the ends that are `found`, and what the ends alone eliminate.

    If the ends see each other, the chain is a loop too, which eliminates as much or more; then it
    comes behind the loop.
    """
    members = board.net.members
    for ends in found:
        start, end, layer, eliminated = ends
        cell = in_cell(members[start].bit_length() - 1, board.graph.layout)
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


def _beside(board: BoardNetwork, path: Sequence[int]) -> int:
    """Return the eliminations of a continuous loop: candidates that see both ends of a weak link.

    So do the digits that stay in an almost locked set. The cells of the loop itself lose only what
    a link inside the cell eliminates there.
    """
    net = board.net
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
                beside &= ~in_cell(node, board.graph.layout)
    return in_cells | beside


def _aic(board: BoardNetwork, chain: Chain, eliminations: Sequence[Candidate]) -> Step:
    kind = 1 if chain.nodes[0][0].digit == chain.nodes[-1][0].digit else 2
    reason = say("AIC type {kind:#}:| {why}", kind=kind, why=either_end(chain, eliminations))
    return chain_step(chain, eliminations, reason, board.graph.layout)


def _discontinuous(board: BoardNetwork, chain: Chain, eliminations: Sequence[Candidate]) -> Step:
    target = tuple(eliminations)
    first, last = Link(target, chain.nodes[0], False), Link(chain.nodes[-1], target, False)
    links = [first, *chain.links, last]
    reason = say("discontinuous nice loop:| {why}", why=either_end(chain, eliminations))
    return chain_step(chain, eliminations, reason, board.graph.layout, links)


def _verity(board: BoardNetwork, chain: Chain, eliminations: Sequence[Candidate]) -> Step:
    start = chain.nodes[0]
    reason = say(
        "discontinuous nice loop:| {told}, which it was supposed not to be;| so {start} in any "
        "case,| and {lost}",
        told=chain.told,
        start=holds(start),
        lost=lost(eliminations),
    )
    return chain_step(chain, eliminations, reason, board.graph.layout)


def _continuous(board: BoardNetwork, chain: Chain, eliminations: Sequence[Candidate]) -> Step:
    starts = [number for number, proof in enumerate(chain.proofs) if proof]
    chain = chain.turned(min(starts, key=lambda number: chain.nodes[2 * number], default=0))
    start, end = chain.nodes[0], chain.nodes[-1]
    around = Link(end, start, False)
    reason = say(
        "continuous nice loop:| {told};| and if {end}, {start}:| the chain goes round without end, "
        "so just one end of each weak link is true,| and what sees both ends is false: {lost}",
        told=chain.told,
        end=holds(end),
        start=say("{off}", off=holds(start, False), link=around),
        lost=lost(eliminations),
    )
    if sets := [*chain.sets.values()]:
        reason = say(
            "{reason};| the digits of {sets} by which the chain neither comes nor goes stay in it"
            if len(sets) == 1
            else "{reason};| the digits of {sets} by which the chain neither comes nor goes stay "
            "in each",
            reason=reason,
            sets=sets,
        )
    return chain_step(chain, eliminations, reason, board.graph.layout, [*chain.links, around])
