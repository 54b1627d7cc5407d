"""How much is asked of a strategy: less of a slow one, and always the same of the same one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")

GOLDEN = (math.sqrt(5) - 1) / 2


class Effort(NamedTuple):
    """What is asked of strategies that need about the same time."""

    seconds: float
    """The seconds that a board may cost them."""

    boards: int
    """The number of boards of their own size."""

    calls: int
    """The number of calls that a check may make besides."""

    others: int
    """The number of boards of each other size or shape."""


EFFORTS = (
    Effort(0.006, 1000, 3000, 12),
    Effort(0.11, 100, 60, 4),
    Effort(2.0, 30, 20, 2),
    Effort(math.inf, 6, 4, 1),
)
"""The efforts, for quick strategies first.

They are few and far apart, as the time that a board costs is never quite the same.
"""


def effort_for(seconds: float) -> Effort:
    """Return the effort for a strategy that needs this number of `seconds` for a board."""
    return next(effort for effort in EFFORTS if seconds <= effort.seconds)


def spread(items: Sequence[Item], most: int) -> list[Item]:
    """Return at most `most` of the `items` in their order, evenly spread.

    What is returned for a smaller number is returned for a larger one, too.
    """
    ranked = sorted(range(len(items)), key=lambda index: index * GOLDEN % 1)
    return [items[index] for index in sorted(ranked[:most])]
