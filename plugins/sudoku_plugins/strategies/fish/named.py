"""The names of fish by size, so that one function becomes one strategy for each size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sudoku_engine import Step, Strategy, strategy

NAMES = {
    2: "X-Wing",
    3: "Swordfish",
    4: "Jellyfish",
    5: "Squirmbag",
    6: "Whale",
    7: "Leviathan",
}
"""What a fish is called whose base has so many houses."""


def by_size(
    find: Callable[..., Iterator[Step]],
    kind: str,
    grades: Sequence[tuple[int, str]],
    examples: Sequence[str],
    largest_by_default: int,
) -> tuple[Strategy, ...]:
    """Return the strategies that `find` fish of a `kind` (``Finned``) and `size`, from 2 on.

    `grades`: score and level by size. Larger fish than `largest_by_default` run only by name.
    """
    found = []
    for (size, fish), (score, level), example in zip(NAMES.items(), grades, examples, strict=True):
        name = f"{kind} {fish}".lstrip()
        found.append(
            strategy(
                name,
                id=name.lower().replace(" ", "_").replace("-", "_"),
                score=score,
                level=level,
                example=example,
                sizes=None,
                family="fish",
                by_default=size <= largest_by_default,
            )(partial(find, size=size))
        )
    return tuple(found)
