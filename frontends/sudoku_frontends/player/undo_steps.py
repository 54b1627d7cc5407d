"""What a person did with one key, as stretches of a history: taken back and done again as one."""

from __future__ import annotations


class Deeds:
    """The positions of a history between which one thing was done.

    A strategy's pass is many moments and one deed.
    """

    def __init__(self) -> None:
        self._stops = [0]

    def did(self, start: int, end: int) -> None:
        """Takes in that a deed led from one position to another; what lay ahead is gone."""
        self._stops = [*(stop for stop in self._stops if stop < start), start, end]

    def before(self, position: int) -> int | None:
        """Where the deed that led to `position` began, None where there is none."""
        return max((stop for stop in self._stops if stop < position), default=None)

    def after(self, position: int) -> int | None:
        """Where the next deed ends, None where there is none."""
        return min((stop for stop in self._stops if stop > position), default=None)
