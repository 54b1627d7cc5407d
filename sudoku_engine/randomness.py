"""Random draws that are the same on every Python.

Only `random.Random.random` is promised to give the same numbers from one version to the next;
how `shuffle` and `choice` draw is not.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def below(rng: random.Random, n: int) -> int:
    """A number from 0 to `n` - 1."""
    return int(rng.random() * n)


def chosen(rng: random.Random, things: Sequence[T]) -> T:
    """One of `things`."""
    return things[below(rng, len(things))]


def shuffled(rng: random.Random, things: Iterable[T]) -> list[T]:
    """`things` in random order."""
    deck = list(things)
    for last in range(len(deck) - 1, 0, -1):
        other = below(rng, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
