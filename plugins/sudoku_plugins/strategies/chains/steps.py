"""The steps of chains: what they name, how they are written and why they are true.

Nodes of a chain are by turns off and on, as in `network`; each is a candidate, or several of one
digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

from sudoku_engine import Candidate, House, Layout, Link, Step, listed
from sudoku_engine.board.candidates import Candidates
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.notation import als_text, chain_text
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.almost_locked_sets import AlmostLockedSet, told
from sudoku_plugins.strategies.analysis.chains import alternating
from sudoku_plugins.strategies.analysis.effects import lost

Proof = House | AlmostLockedSet | None
"""What makes a link strong: the house, the almost locked set, or None: the cell of both ends."""


class Chain(NamedTuple):
    """A chain that begins and ends with a strong link."""

    nodes: Sequence[Candidates]
    """The nodes: off, on, off, …, on."""
    proofs: Sequence[Proof]
    """What makes each strong link one."""

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
    def told(self) -> str:
        """What follows if the first node is off."""
        sets = self.sets
        ons = []
        for node, proof in zip(self.nodes[1::2], self.proofs):
            why = f"set {sets[proof]}" if isinstance(proof, AlmostLockedSet) else proof
            ons.append(f"{holds(node)} ({why})" if why else holds(node))
        return f"if {holds(self.nodes[0], False)}, then {', so '.join(ons)}"

    def turned(self, first: int) -> Chain:
        """Return a chain that is a loop, from the strong link number `first` on."""
        nodes, proofs = self
        return Chain([*nodes[2 * first :], *nodes[: 2 * first]], [*proofs[first:], *proofs[:first]])


def holds(node: Candidates, on: bool = True) -> str:
    """Return in words that a node is on, or off: ``r1c1 is not 4``, ``4 is in r1c1 or r1c2``."""
    not_ = "" if on else " not"
    number = symbol(node[0].digit)
    if len(node) == 1:
        return f"{node[0].cell} is{not_} {number}"
    return f"{number} is{not_} in {listed([cell for cell, _ in node], 'or')}"


def either_end(chain: Chain, eliminations: Sequence[Candidate]) -> str:
    """Return why the candidates that see both ends of `chain` are false."""
    start, end = chain.nodes[0], chain.nodes[-1]
    or_ = " or" if len(start) == 1 else ", or"
    return f"{chain.told}; so {holds(start)}{or_} {holds(end)}, and either way {lost(eliminations)}"


def chain_step(
    chain: Chain,
    eliminations: Sequence[Candidate],
    reason: str,
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
        houses.append(layout.houses_with(cells)[0])
        because[f"als {letter}"] = [
            Candidate(cell, end.digit) for end in found.ends for cell in layout.cells_in(end.cells)
        ]
        texts.append(als_text(letter, cells, digits_of[found.digits], layout))
    if sets:
        reason = f"{told(sets.values())}; {reason}"
    houses = houses or [
        layout.houses_with([cell for cell, _ in (*one, *other)])[0]
        for one, other in zip(nodes[1::2], nodes[2::2])
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
