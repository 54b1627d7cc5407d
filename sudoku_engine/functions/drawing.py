"""Pictures of boards and steps."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cached_property

from sudoku_engine.api.short_notation import short_notation
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief, sentence
from sudoku_engine.errors import UsageError, require_word
from sudoku_engine.functions.puzzles import Path, Puzzle, grid_of
from sudoku_engine.functions.results import BoardStep
from sudoku_engine.picture.event_scenes import scene_of
from sudoku_engine.picture.image_files import (
    WITH_WORDS,
    Size,
    picture_svg,
    write_picture,
)
from sudoku_engine.picture.notebook_pictures import board_size
from sudoku_engine.picture.scene import STAGES, Scene, Stage
from sudoku_engine.picture.themes import Theme, theme_named


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

    def save(self, path: Path) -> None:
        """Write the picture into the file `path`, an SVG or a PNG by its ending.

        Raises UsageError for another ending, if the file cannot be written, and for a PNG without
        Pillow.
        """
        write_picture(self.scene, self.theme, self.size, os.fspath(path))

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture of {self.scene.notation or self.scene.grid.line}>"


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
    much of it, ``where``, ``what``, ``why``, or its ``change`` too. `theme`: ``light``, ``dark``,
    …; `size`: width and height in pixels. Raises PuzzleError, LayoutError and UsageError.

    >>> draw("12.. 34.. .... ....", "r1c3=3")
    <Picture of r1c3=3>
    """
    grid = grid_of(puzzle, layout)
    colours = theme_named(theme)
    require_word(show, STAGES, "show")
    if size is not None and not (len(side := [*size]) == 2 and all(each > 0 for each in side)):
        raise UsageError(
            f"size={brief(size)}: write (640, 800), the width and the height in pixels"
        )
    if step is None:
        scene = Scene(grid, has_words=False, has_candidates=candidates)
        return Picture(scene, colours, size or board_size(grid))
    if isinstance(step, str):
        step = Step.parse(step, grid.layout)
    if isinstance(step, BoardStep):
        scene = scene_of(step.event, grid, stage=show)
    elif not isinstance(step, Step):
        raise TypeError(f"step is a Step, or its notation such as 'r1c3=3', not {brief(step)}")
    else:
        notation = short_notation(step, grid.layout) if show == "change" else ""
        reason = sentence(step.reason) if show in ("why", "change") else ""
        scene = Scene(grid, step, show, reason=reason, notation=notation)
    return Picture(replace(scene, has_candidates=candidates), colours, size or WITH_WORDS)
