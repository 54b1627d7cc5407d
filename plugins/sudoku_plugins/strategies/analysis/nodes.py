"""Candidates by number, so that a set of them is an int with bits.

Candidate number i is cell i with 1; beyond the last cell follow the candidates of the next digit.
"""

from __future__ import annotations

from sudoku_engine import Candidate, Layout
from sudoku_engine.board.masks import bits


def candidate(node: int, layout: Layout) -> Candidate:
    """Return the candidate with the number `node`."""
    index, cell = divmod(node, len(layout.cells))
    return Candidate(layout.cells[cell], index + 1)


def candidates(nodes: int, layout: Layout, digit: int = 1) -> list[Candidate]:
    """Return the candidates of a mask; `digit`: that of the first cells.

    >>> candidates(0b1, Layout.named("4x4")), candidates(1 << 17, Layout.named("4x4"))
    ([r1c1=1], [r1c2=2])
    """
    n_cells = len(layout.cells)
    return [
        Candidate(layout.cells[node % n_cells], digit + node // n_cells) for node in bits(nodes)
    ]
