"""What steps change on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_engine import Step


def first_of_each_effect(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the `steps` without those that change the same as an earlier one, and no more.

    >>> from sudoku_engine import Candidate
    >>> a, b = Candidate(0, 1), Candidate(0, 2)
    >>> len(list(first_of_each_effect([Step([], [a, b]), Step([], [b, a]), Step([], [a])])))
    2
    """
    seen = set()
    for step in steps:
        if step.effect not in seen:
            seen.add(step.effect)
            yield step
