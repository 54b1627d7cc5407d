"""What the search asks the plugin of variants: a board with clues, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.variants import brought

if TYPE_CHECKING:
    import random

Settle = Callable[[int, int, int], tuple[int, int, int]]
"""Places singles on a packed board that has placed digits, and does all singles and locked
candidates; returns the board, 0 for a contradiction, and its placed digits first."""


class ClueBoard(Protocol):
    """A board with clues during the search; see `general.SearchedBoard`."""

    def copy(self) -> ClueBoard:
        """Return a copy that learns together with this board."""
        ...

    def restrict(self) -> None:
        """Eliminate candidates that single clues exclude."""
        ...

    def without(self, cell: int, index: int) -> ClueBoard:
        """Return a copy of the board without the digit of `index` in `cell`."""
        ...

    def put(self, cell: int, index: int) -> None:
        """Place a digit that need not be on the board."""
        ...

    def place(self, cell: int, index: int) -> None:
        """Place the digit of `index` in `cell`."""
        ...

    @property
    def is_solved(self) -> bool:
        """Whether the digit of every cell is known."""
        ...

    def packed(self) -> int:
        """Return the digits and candidates, packed."""
        ...

    def standing(self) -> int:
        """Return the placed digits, packed, without the candidates."""
        ...

    def settle(self) -> None:
        """Do all that follows without a guess; raises Contradiction."""
        ...

    def guess(self) -> tuple[int, int]:
        """Return the cell and digit to try."""
        ...

    def random_cell(self, rng: random.Random) -> int:
        """Return a cell to try, by `rng`."""
        ...

    def indexes(self, cell: int) -> list[int]:
        """Return the digits that `cell` may hold, as indexes."""
        ...


class ClueSearch(Protocol):
    """The search of boards with clues; a plugin brings it."""

    def board_of(self, layout: Layout, packed: int, settle: Settle) -> ClueBoard:
        """Return the board for the search; `settle` does what follows without clues."""
        ...

    def effort(self, layout: Layout) -> int:
        """Return roughly the number of boards without clues that take the time of one with clues.

        It depends on the clues alone.
        """
        ...


def clue_search() -> ClueSearch:
    """Return the search of boards with clues; raises LayoutError without their plugin."""
    search: ClueSearch = brought("sudoku_clue_search")
    return search
