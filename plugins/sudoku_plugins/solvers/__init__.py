"""Programs that search."""

from __future__ import annotations

from sudoku_engine import GaveUp, Grid


def refuse_clues(grid: Grid) -> None:
    """Raise GaveUp for a board with clues that say more than which cells are a house."""
    if not grid.layout.has_only_houses:
        raise GaveUp("it knows no clues, only houses: bitboard solves boards with clues")
