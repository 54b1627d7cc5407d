"""What changes from picture to picture, place by place."""

from __future__ import annotations

from collections.abc import Sequence

BACK = -1
"""Stands for the part that was at a place before the present one: most marks come and go."""


class PictureChanges:
    """Follows the parts at each place of a board, from picture to picture.

    A part is written as its number, as `BACK`, or, if its number is higher than all before, as how
    much higher it is: -2 for the next number, -3 for the one after that.
    """

    def __init__(self) -> None:
        self._parts: Sequence[int] = ()
        self._before: Sequence[int] = ()
        self._highest = 0

    def to(self, parts: Sequence[int]) -> list[int]:
        """Go on to `parts`; return what changes: how far it is to the place, its new part, ….

        >>> changes = PictureChanges()
        >>> changes.to([3, 1, 4]), changes.to([3, 5, 2]), changes.to([3, 1, 6])
        ([0, -4, 1, 1, 1, -2], [1, -2, 1, 2], [1, -1, 1, -2])
        """
        nothing = [BACK] * len(parts)
        now, before = self._parts or nothing, [*(self._before or nothing)]
        found: list[int] = []
        last = 0
        for place, (old, new) in enumerate(zip(now, parts, strict=True)):
            if old != new:
                found += (place - last, self._written(new, before[place]))
                before[place] = old
                last = place
        self._parts, self._before = parts, before
        return found

    def _written(self, part: int, before: int) -> int:
        if part == before:
            return BACK
        if part <= self._highest:
            return part
        ahead, self._highest = part - self._highest, part
        return BACK - ahead
