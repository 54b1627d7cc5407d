"""One interface for the two searches, and the choice between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.search import classic, general
from sudoku_engine.search.budget import Budget
from sudoku_engine.search.visit import Visit

if TYPE_CHECKING:
    import random


class Backend(Protocol):
    """A search on boards of some layouts.

    Boards are packed into one int: bit ``cells * (digit - 1) + cell`` for a digit of a cell.
    """

    def search(self, grid: Grid, budget: Budget) -> Iterator[int]:
        """Yield the solutions of `grid`."""
        ...

    def visits(self, grid: Grid) -> Iterator[Visit]:
        """Yield the boards that `search` visits, in its order."""
        ...

    def settled(self, grid: Grid) -> int:
        """Return the state of `grid` before the first guess, 0 for a contradiction."""
        ...

    def random_solution(self, rng: random.Random, grid: Grid, budget: Budget) -> int:
        """Return a random solution of `grid`, 0 without a solution."""
        ...

    def has_other_solution(
        self, layout: Layout, solution: int, kept: int, left_out: int, budget: Budget
    ) -> bool:
        """Return whether a puzzle with the clues of `solution` in `kept` has another solution.

        `solution` is packed. With the clues in `left_out` as well, the puzzle has no other.
        """
        ...

    def independent_houses(self, layout: Layout) -> Sequence[House]:
        """Return houses that can be filled in any way: no cell of one sees a cell of another."""
        ...


@cache
def backend_of(layout: Layout) -> Backend:
    """Return the search for boards of `layout`."""
    return classic if layout is classic.LAYOUT else general
