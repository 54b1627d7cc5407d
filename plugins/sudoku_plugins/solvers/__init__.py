"""Programs that search, one in each module."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku_engine import GaveUp, Grid, hookimpl
from sudoku_engine.api.hookspecs import thing_at

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import Solver

PLACES = {
    name: f"sudoku_plugins.solvers.{name}:{name.upper()}"
    for name in (
        *("bitboard", "backtracking", "mrv", "dancing_links"),
        *("linear_l1", "integer", "sat"),
    )
}
"""By id, where the solvers are: one of them is imported without the others."""


@hookimpl
def sudoku_solvers() -> Iterable[Solver]:
    """Return the bundled solvers."""
    return map(thing_at, PLACES.values())


def refuse_clues(grid: Grid) -> None:
    """Raise GaveUp for a board with clues that say more than which cells are a house."""
    if not grid.layout.has_only_houses:
        raise GaveUp("it knows no clues, only houses: bitboard solves boards with clues")
