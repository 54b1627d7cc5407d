"""Pictures of boards, steps and runs: for files, and as a notebook shows them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cached_property

from sudoku_engine.api.events import Stepped
from sudoku_engine.api.run import Run
from sudoku_engine.api.short_notation import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief, sentence
from sudoku_engine.errors import UsageError, require_word
from sudoku_engine.picture.event_scenes import scene_of
from sudoku_engine.picture.image_files import WITH_WORDS, Size, picture_svg, write_picture
from sudoku_engine.picture.scene import STAGES, Scene, Stage
from sudoku_engine.picture.themes import THEMES, Theme, theme_named


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture of a board. Notebooks show it; `save` writes it into a file."""

    scene: Scene
    """What is to be seen."""
    theme: Theme
    """Its colours."""
    size: Size
    """Its width and height in pixels."""

    @cached_property
    def svg(self) -> str:
        """The picture as an SVG document."""
        return picture_svg(self.scene, self.theme, self.size)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture into the file `path`, an SVG or a PNG by its ending.

        Raises UsageError for another ending, if the file cannot be written, and for a PNG without
        Pillow.
        """
        write_picture(self.scene, self.theme, self.size, os.fspath(path))

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture of {self.scene.notation or self.scene.grid.line}>"


def picture_of(
    grid: Grid, step: Stepped | Step | None, show: Stage, theme: str, size: Size | None, marks: bool
) -> Picture:
    """Return a picture of `grid`, and of as much of a `step` on it as `show` says.

    `marks`: whether candidates are shown. Raises UsageError for unknown words and sizes.
    """
    colours = theme_named(theme)
    require_word(show, STAGES, "show")
    if size is not None and not (len(side := [*size]) == 2 and all(each > 0 for each in side)):
        raise UsageError(
            f"size={brief(size)}: write (640, 800), the width and the height in pixels"
        )
    if step is None:
        scene = Scene(grid, has_words=False, has_candidates=marks)
        return Picture(scene, colours, size or board_size(grid))
    if isinstance(step, Stepped):
        scene = scene_of(step, grid, stage=show)
    elif isinstance(step, Step):
        notation = short_notation(step, grid.layout) if show == "change" else ""
        reason = sentence(step.reason) if show in ("why", "change") else ""
        scene = Scene(grid, step, show, reason=reason, notation=notation)
    else:
        raise TypeError(f"step is a Step, or its notation such as 'r1c3=3', not {brief(step)}")
    return Picture(replace(scene, has_candidates=marks), colours, size or WITH_WORDS)


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
