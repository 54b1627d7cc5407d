"""Runs, boards and steps as pictures: in files (SVG, PNG, animated GIF, strip) and in notebooks."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.events import Event, Stepped
from sudoku_engine.api.results import BoardStep
from sudoku_engine.api.run import Run
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import tell
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief, sentence
from sudoku_engine.errors import ArgumentError, UsageError, require_word
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.clue_words import rim_of
from sudoku_frontends.pictures.event_scenes import scene_of, scenes_of
from sudoku_frontends.pictures.raster import Watched, gif, png, png_sheet
from sudoku_frontends.pictures.scene import STAGES, Scene, Stage
from sudoku_frontends.pictures.svg import svg, svg_strip
from sudoku_frontends.pictures.themes import THEMES, Theme, theme_named

FILM_KINDS = ("gif", "svg", "png")
"""The file extensions for films of runs."""

PICTURE_KINDS = ("svg", "png")
"""The file extensions for pictures of boards."""

MOST_PICTURES = 600
"""The greatest length of a film: enough for the steps of a large board, not for a search."""

MOST_CASES = 6
"""The cases of a step that a film shows. Nobody can stop at one of many, as in a replay."""

Size = tuple[int, int]

WITH_WORDS: Size = (640, 800)
"""The usual size of a picture with words, in pixels."""


def write_picture(scene: Scene, theme: Theme, size: Size, path: str) -> None:
    """Write the picture of `scene` into the file `path`, an SVG or a PNG by its extension.

    Raises UsageError for another extension, if the file cannot be written, and without Pillow.
    """
    if kind_of(path, PICTURE_KINDS) == "svg":
        _write(path, picture_svg(scene, theme, size))
    else:
        _write(path, png(picture(scene, theme, *size), *size))


def picture_svg(scene: Scene, theme: Theme, size: Size) -> str:
    """Return the picture of `scene` as an SVG document."""
    words = [scene.reason, scene.notation, f"Board: {scene.grid.line}"]
    description = " ".join(filter(None, words))
    parts = picture(scene, theme, *size)
    return svg(parts, *size, scene.title or "Sudoku", description)


def write_film(
    events: Iterable[Event],
    theme: Theme,
    size: Size,
    path: str,
    seconds: float = 1.5,
    watched: Watched = iter,
) -> None:
    """Write the run of `events` into the file `path`: a GIF, or a sheet of steps as SVG or PNG.

    `seconds`: how long a GIF shows each picture; the last one stays for longer. `watched`:
    called with the pictures of a GIF or PNG, and gives them back one by one as they are drawn.
    Raises UsageError for another extension, too many events, a file that cannot be written, and
    without Pillow.
    """
    kind = kind_of(path, FILM_KINDS)
    pictures = [picture(scene, theme, *size) for scene in _scenes(events, path)]
    if kind == "svg":
        _write(path, svg_strip(pictures, *size, title="The steps of a sudoku"))
        return
    with whole_file(path, binary=True) as stream:  # first, since making the film takes long
        if kind == "gif":
            stream.write(gif(pictures, *size, seconds, max(4, seconds), watched))
        else:
            stream.write(png_sheet(pictures, *size, watched))


def _scenes(events: Iterable[Event], path: str) -> list[Scene]:
    """Return the scenes of a film, without the cases of a step with many, or if it is long."""
    taken = list(islice(events, MOST_PICTURES + 1))  # a search may have no end
    if len(taken) > MOST_PICTURES:
        raise too_many(path)
    scenes = list(scenes_of(taken))
    most = MOST_CASES if len(scenes) <= MOST_PICTURES else 0
    return [
        scene
        for scene in scenes
        if scene.branch is None or (scene.step and len(scene.step.branches) <= most)
    ]


def too_many(path: str) -> UsageError:
    """Return the message about a film that would be longer than `MOST_PICTURES`."""
    hint = "film a run of strategies, or watch it by --frontend turtle"
    return UsageError(f"more than {MOST_PICTURES} pictures are too many for a film: {hint}", path)


def kind_of(path: str, kinds: Sequence[str]) -> str:
    """Return the extension of `path`, one of `kinds`; raise UsageError for another one."""
    end = os.path.splitext(path)[1].lstrip(".").lower()
    if end in kinds:
        return end
    known = " or ".join(f".{kind}" for kind in kinds)
    near = difflib.get_close_matches(end, kinds, 1)
    hint = f"did you mean .{near[0]}?" if near else f"the name must end in {known}"
    what = f"unknown kind of image .{end}" if end else "its name does not say which kind of image"
    raise UsageError(f"{what}: {hint}", path)


def _write(path: str, content: str | bytes) -> None:
    if isinstance(content, str):
        with whole_file(path) as stream:
            stream.write(content)
    else:
        with whole_file(path, binary=True) as stream:
            stream.write(content)


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
        reason = sentence(tell(step.said)) if show in ("why", "change") else ""
        scene = Scene(grid, step, show, reason=reason, notation=notation)
    else:
        raise ArgumentError(f"step is a Step, or its notation such as 'r1c3=3', not {brief(step)}")
    return Picture(replace(scene, has_candidates=marks), colours, size or WITH_WORDS)


def board_size(grid: Grid) -> Size:
    """Return the size in pixels of the board alone that suits a notebook."""
    left, _, right, _ = rim_of(grid.layout)
    side = max(320, min(round(48 * (grid.layout.n + left + right)), 720))
    return side, side


def page_size(grid: Grid) -> Size:
    """Return the size in pixels of a board with words around it that suits a notebook."""
    side, _ = board_size(grid)
    return round(side * 10 / 9), round(side * 25 / 18)


def board_svg(grid: Grid) -> str:
    """Return the board alone."""
    return picture_svg(Scene(grid, has_words=False), THEMES["light"], board_size(grid))


def step_svg(step: Step | BoardStep) -> str:
    """Return a step on its board.

    A `Step` does not know its board: it is shown on one with nothing but the candidates that it
    names.
    """
    if isinstance(step, BoardStep):
        size = page_size(step.before)
        return picture_of(step.before, step.event, "change", "light", size, True).svg
    layout = step.likely_layout()
    grid = bare_board(step, layout)
    scene = Scene(
        grid, step, reason=sentence(tell(step.said)), notation=short_notation(step, layout)
    )
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
