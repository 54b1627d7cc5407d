"""The function that draws a board, and a step on it."""

from __future__ import annotations

from sudoku_engine.api.results import BoardStep
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Step
from sudoku_engine.formats.given import Puzzle, grid_of
from sudoku_frontends.pictures.image_files import Picture, Size, picture_of
from sudoku_frontends.pictures.scene import Stage


def draw(
    puzzle: Puzzle,
    step: BoardStep | Step | str | None = None,
    *,
    show: Stage = "change",
    theme: str = "light",
    size: Size | None = None,
    candidates: bool = True,
    layout: Layout | str | None = None,
) -> Picture:
    """Return a picture of `puzzle`, and of a `step` on it.

    `step`: a result of `hint` or `steps`, a `Step`, or its notation (``r57c4<>1``). `show`: how
    much of the step: ``where``, ``what``, ``why``, or also its ``change``. `theme`: ``light``,
    ``dark``, …; `size`: width and height in pixels. Raises PuzzleError, LayoutError and UsageError.

    >>> draw("12.. 34.. .... ....", "r1c3=3")
    <Picture of r1c3=3>
    """
    grid = grid_of(puzzle, layout)
    if isinstance(step, str):
        step = Step.parse(step, grid.layout)
    found = step.event if isinstance(step, BoardStep) else step
    return picture_of(grid, found, show, theme, size, candidates)
