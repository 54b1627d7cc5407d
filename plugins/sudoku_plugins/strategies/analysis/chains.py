"""Chains in the order in which people read them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sudoku_engine import Link
from sudoku_engine.board.candidates import Candidates


def alternating(nodes: Sequence[Candidates]) -> list[Link]:
    """Return the links of a chain through `nodes`: strong, weak, …, strong.

    >>> from sudoku_engine import Candidate
    >>> nodes = [(Candidate(cell, digit),) for cell, digit in ((0, 1), (0, 2), (8, 2), (8, 1))]
    >>> [link.strong for link in alternating(nodes)]
    [True, False, True]
    """
    return [
        Link(start, end, strong=number % 2 == 0)
        for number, (start, end) in enumerate(pairwise(nodes))
    ]
