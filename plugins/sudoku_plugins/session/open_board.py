"""The function that opens a board to work on by hand."""

from __future__ import annotations

from sudoku_engine.board.layout import Layout
from sudoku_engine.engine import Engine, Strategies
from sudoku_engine.formats.given import Puzzle, empty_grid, grid_of
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings
from sudoku_plugins.session.workbench import Session


def session(
    puzzle: Puzzle | None = None,
    *,
    strategies: Strategies = None,
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    has_notes: bool = True,
    plugins: Engine,
) -> Session:
    """Return `puzzle` as a board to work on by hand, with `strategies` as helpers.

    Without a `puzzle` the board is empty. `has_notes`: whether all candidates are shown as
    notes from the beginning. `plugins`: the engine that has them. The other arguments are those of
    `solve`.
    """
    return Session(
        empty_grid(layout) if puzzle is None else grid_of(puzzle, layout),
        strategies=plugins.chosen(strategies, settings),
        settings=settings,
        has_notes=has_notes,
        layout=empty_grid(layout).layout if layout else None,
    )
