"""Almost locked sets: cells with one digit more than there are cells."""

from __future__ import annotations

from typing import NamedTuple


class FoundSets(NamedTuple):
    """A chain of almost locked sets."""

    sets: list[int]
    """The masks of their cells."""
    joints: list[tuple[int, int]]
    """By joint, the digits by which the one set is left and the next is entered."""
    eliminated: int
