"""Which boards of the kit a strategy is tried on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from sudoku_engine.board.grid import Marks
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.boards_with_solutions import BoardCollection, Position
from sudoku_engine.testing.false_rectangles import boards_with_false_rectangles
from sudoku_engine.testing.technique_boards import technique_boards

PLAIN = {9: "9x9", 4: "4x4", 6: "6x6", 12: "12x12", 16: "16x16"}
"""The group of plain boards by number of rows; a strategy's own is the first that suits it."""

TWOFOLD = "twofold"
"""The group of boards with two solutions; strategies that assume a single one fail on them."""

BY_HAND: Marks = "manual"
"""The value of `marks` for pencil marks kept by hand."""


class BoardsToTry:
    """The boards that a strategy is made for."""

    def __init__(self, boards: BoardCollection, strategy: Component) -> None:
        """Choose from the `boards` of the kit."""
        self._boards = boards
        self._strategy = strategy
        plain = (PLAIN[n] for n in PLAIN if strategy.suits(n))
        self.group = boards.group or next(plain, None)
        """The group of its own size; None if there is none."""
        self.has_techniques = self.group == PLAIN[9]
        """Whether there are boards by technique in its size."""

    @cached_property
    def own(self) -> Sequence[Position]:
        """The boards of its own size, and those on which assuming one solution goes wrong."""
        if self.group is None:
            return ()
        found = self.of_group(self.group)
        if not self.has_techniques:
            return found
        if self._strategy.assumes_unique:
            return [*found, *self._boards.shown(boards_with_false_rectangles())]
        return [*found, *self._boards.positions(TWOFOLD)]

    def of_group(self, group: str, marks: Marks = "auto") -> Sequence[Position]:
        """Return the boards of a `group` that suit it, with pencil marks kept as `marks` says.

        A strategy that assumes one solution may rely on each candidate that the rules leave.
        """
        return [
            position
            for position in self._boards.positions(group, marks)
            if not (position.has_lost and self._strategy.assumes_unique)
        ]

    def of_techniques(self, names: Iterable[str]) -> Sequence[Position]:
        """Return the boards for the techniques and families with these `names`."""
        found = [position for name in names for position in technique_boards(name)]
        has_one = self._strategy.assumes_unique
        suitable = [each for each in found if not (has_one and each.second_solution)]
        return self._boards.shown(suitable)
