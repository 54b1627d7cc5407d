"""Chains in the order in which people read them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sudoku_engine import Candidate, Link


def alternating(nodes: Sequence[tuple[int, int]]) -> list[Link]:
    """Return the links of a chain through `nodes` (cell and digit each): strong, weak, …, strong.

    >>> [link.strong for link in alternating([(0, 1), (0, 2), (8, 2), (8, 1)])]
    [True, False, True]
    """
    ends = [(Candidate(*node),) for node in nodes]
    return [
        Link(start, end, strong=number % 2 == 0)
        for number, (start, end) in enumerate(pairwise(ends))
    ]
