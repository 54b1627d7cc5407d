"""What changes from picture to picture, place by place."""

from __future__ import annotations

from collections.abc import Sequence

BACK = -1
"""Stands for the part that was at a place before the present one: most marks come and go."""


class PictureChanges:
    """Follows the parts at each place of a board, from picture to picture."""

    def __init__(self) -> None:
        self.parts: Sequence[int] = ()
        """The present parts."""
        self._before: list[int] = []

    def to(self, parts: Sequence[int]) -> list[int]:
        """Go on to `parts`; return what changes: how far it is to the place, its new part, ….

        >>> changes = PictureChanges()
        >>> changes.to([7, 8, 9]), changes.to([7, 5, 4]), changes.to([7, 8, 6])
        ([0, 7, 1, 8, 1, 9], [1, 5, 1, 4], [1, -1, 1, 6])
        """
        if not self.parts:
            self.parts = self._before = [BACK] * len(parts)
        found: list[int] = []
        last = 0
        before = [*self._before]
        for place, (old, new) in enumerate(zip(self.parts, parts, strict=True)):
            if old != new:
                found += (place - last, BACK if new == before[place] else new)
                before[place] = old
                last = place
        self.parts, self._before = parts, before
        return found
