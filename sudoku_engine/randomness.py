"""Random draws that are the same on every Python.

Python promises the same numbers in every version only for `random.Random.random`, not for
`shuffle` and `choice`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random

T = TypeVar("T")


def below(rng: random.Random, n: int) -> int:
    """Return a number from 0 to `n` - 1."""
    return int(rng.random() * n)


def chosen(rng: random.Random, things: Sequence[T]) -> T:
    """Return one of `things`."""
    return things[below(rng, len(things))]


def shuffled(rng: random.Random, things: Iterable[T]) -> list[T]:
    """Return `things` in random order."""
    deck = list(things)
    for last in range(len(deck) - 1, 0, -1):
        other = below(rng, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
