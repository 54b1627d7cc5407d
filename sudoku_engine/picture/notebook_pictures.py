"""Boards, steps and runs as a notebook shows them: as SVG documents."""

from __future__ import annotations

from sudoku_engine.api.run import Run
from sudoku_engine.api.short_notation import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import sentence
from sudoku_engine.picture.event_scenes import scene_of
from sudoku_engine.picture.image_files import Size, picture_svg
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.themes import THEMES


def board_size(grid: Grid) -> Size:
    """Return the size in pixels of the board alone that suits a notebook."""
    side = max(320, min(48 * grid.layout.n, 720))
    return side, side


def page_size(grid: Grid) -> Size:
    """Return the size in pixels of a board with words around it that suits a notebook."""
    side, _ = board_size(grid)
    return round(side * 10 / 9), round(side * 25 / 18)


def board_svg(grid: Grid) -> str:
    """Return the board alone."""
    return picture_svg(Scene(grid, has_words=False), THEMES["light"], board_size(grid))


def step_svg(step: Step) -> str:
    """Return the step on a board with nothing but the candidates that it names.

    A step does not know on which board it was found.
    """
    layout = step.likely_layout()
    grid = bare_board(step, layout)
    scene = Scene(grid, step, reason=sentence(step.reason), notation=short_notation(step, layout))
    return _with_words(scene)


def bare_board(step: Step, layout: Layout) -> Grid:
    """Return an open board with the candidates that `step` names.

    >>> from sudoku_engine import Layout
    >>> bare_board(Step.parse("r1c3=3"), Layout.named("4x4")).masks[:4]
    (0, 0, 4, 0)
    """
    masks = [0] * len(layout.cells)
    for cell, digit in (*step.grounds, *step.placements, *step.eliminations):
        if 0 <= cell < len(masks) and digit in layout.digits:
            masks[cell] |= 1 << digit - 1
    return Grid(layout, [0] * len(masks), masks=masks)


def run_svg(run: Run) -> str:
    """Return what happened last in the run, or its first board: a picture makes nothing happen."""
    if run.last is None:
        return _with_words(Scene(run.grid, title="The puzzle"))
    return _with_words(
        scene_of(run.last, run.before, run.grid, tally=run.tally, authors=run.authors)
    )


def _with_words(scene: Scene) -> str:
    return picture_svg(scene, THEMES["light"], page_size(scene.grid))
