"""The user's actions, as parts of a history that undo and redo treat as one step."""

from __future__ import annotations


class UndoSteps:
    """The start and end positions of each action in a history.

    A pass of a strategy adds many moments, and is one action.
    """

    def __init__(self) -> None:
        self._stops = [0]

    def add(self, start: int, end: int) -> None:
        """Add an action from position `start` to `end`; forget actions that came after `start`."""
        self._stops = [*(stop for stop in self._stops if stop < start), start, end]

    def before(self, position: int) -> int | None:
        """Return where the action that led to `position` began; None if there is no such action."""
        return max((stop for stop in self._stops if stop < position), default=None)

    def after(self, position: int) -> int | None:
        """Return where the next action ends; None if there is no next one."""
        return min((stop for stop in self._stops if stop > position), default=None)
