"""The steps of chains: what they name, how they are written and why they are true.

Nodes of a chain are by turns off and on, as in `network`; each is a candidate, or several of one
digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from sudoku_engine import Candidate, House, Layout, Link, Step, names
from sudoku_engine.board.candidates import Candidates
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.words import symbol


class Chain(NamedTuple):
    """A chain that begins and ends with a strong link."""

    nodes: Sequence[Candidates]
    """The nodes: off, on, off, …, on."""
    houses: Sequence[House | None]
    """For each strong link the house that makes it one; None where that is a cell."""

    @property
    def links(self) -> list[Link]:
        """The links between the nodes: strong, weak, …, strong."""
        return [
            Link(start, end, number % 2 == 0)
            for number, (start, end) in enumerate(pairwise(self.nodes))
        ]

    @property
    def because(self) -> dict[str, Candidates]:
        """The candidates of the nodes, by their role."""
        return {
            role: tuple(dict.fromkeys(each for node in self.nodes[i::2] for each in node))
            for i, role in enumerate(("off", "on"))
        }

    @property
    def told(self) -> str:
        """What follows if the first node is off."""
        start = self.nodes[0]
        ons = [
            f"{holds(node)} ({house})" if house else holds(node)
            for node, house in zip(self.nodes[1::2], self.houses)
        ]
        return f"if {holds(start, False)}, then {', so '.join(ons)}"

    def turned(self, first: int) -> Chain:
        """Return a chain that is a loop, from the strong link number `first` on."""
        nodes, houses = self
        return Chain([*nodes[2 * first :], *nodes[: 2 * first]], [*houses[first:], *houses[:first]])


def holds(node: Candidates, on: bool = True) -> str:
    """Return in words that a node is on, or off: ``r1c1 is not 4``, ``4 is in r1c1 or r1c2``."""
    not_ = "" if on else " not"
    number = symbol(node[0].digit)
    if len(node) == 1:
        return f"{node[0].cell} is{not_} {number}"
    return f"{number} is{not_} in {' or '.join([str(cell) for cell, _ in node])}"


def lost(eliminations: Iterable[Candidate]) -> str:
    """Return in words that the `eliminations` are false: ``r1c1 and r1c2 are not 4 or 5``."""
    cells_of: dict[int, list[int]] = {}
    for cell, digit in eliminations:
        cells_of.setdefault(digit, []).append(cell)
    digits_of: dict[tuple[int, ...], list[str]] = {}
    for digit, cells in cells_of.items():
        digits_of.setdefault(tuple(cells), []).append(symbol(digit))
    return ", ".join(
        f"{names(group)} {'is' if len(group) == 1 else 'are'} not {' or '.join(digits)}"
        for group, digits in digits_of.items()
    )


def either_end(chain: Chain, eliminations: Sequence[Candidate]) -> str:
    """Return why the candidates that see both ends of `chain` are false."""
    start, end = chain.nodes[0], chain.nodes[-1]
    return f"{chain.told}; so {holds(start)} or {holds(end)}, and either way {lost(eliminations)}"


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
    houses = [house for house in chain.houses if house] or [
        layout.houses_with([cell for cell, _ in (*one, *other)])[0]
        for one, other in zip(chain.nodes[1::2], chain.nodes[2::2])
    ]
    return Step(
        eliminations=eliminations,
        because=chain.because,
        houses=[*dict.fromkeys(houses)],
        links=written,
        pattern=chain_text(written, layout),
        reason=reason,
        difficulty=len(written),
    )
