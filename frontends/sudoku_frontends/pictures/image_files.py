"""Runs, boards and steps as pictures: in files (SVG, PNG, animated GIF, strip) and in notebooks."""

import difflib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sudoku_engine import BoardStep, Event, Grid, Layout, Run, Step
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.atomic_file import check_folder, whole_file
from sudoku_engine.board.say import tell
from sudoku_engine.board.words import brief, sentence
from sudoku_engine.errors import ArgumentError, UsageError, require_word
from sudoku_engine.formats.given import Puzzle, grid_of, path_and_line
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.clue_words import rim_of
from sudoku_frontends.pictures.event_scenes import scene_of, scenes_of
from sudoku_frontends.pictures.highlights import existing
from sudoku_frontends.pictures.raster import Watched, gif, png, png_sheet, require_pillow
from sudoku_frontends.pictures.scene import STAGES, Scene, Stage
from sudoku_frontends.pictures.svg import svg, svg_strip
from sudoku_frontends.pictures.themes import THEMES, Theme, theme_named

PICTURE_KINDS = ("svg", "png")

MOST_PICTURES = 600
"""The greatest length of a film: enough for the steps of a large board, not for a search."""

MOST_CASES = 6
"""The cases of a step that a film shows. Nobody can stop at one of many, as in a replay."""

DELAY, MOST_DELAY = 1.5, 60
"""The default time of a picture in a film, and the longest, in seconds."""

Size = tuple[int, int]

WITH_WORDS: Size = (640, 800)
"""The usual size of a picture with words, in pixels."""


def write_picture(scene: Scene, theme: Theme, size: Size, path: str) -> None:
    """Write the picture of `scene` into the file `path`, an SVG or a PNG by its extension.

    Raises UsageError for another extension, if the file cannot be written, and without Pillow.
    """
    is_text = kind_of(path, PICTURE_KINDS) == "svg"
    with whole_file(path, binary=True) as stream:
        if is_text:
            stream.write(picture_svg(scene, theme, size).encode())
        else:
            stream.write(png(picture(scene, theme, *size), *size))


def picture_svg(scene: Scene, theme: Theme, size: Size) -> str:
    """Return the picture of `scene` as an SVG document."""
    words = [scene.reason, scene.notation, f"Board: {scene.grid.line}"]
    description = " ".join(filter(None, words))
    parts = picture(scene, theme, *size)
    return svg(parts, *size, scene.title or "Sudoku", description)


def kind_of(path: str, kinds: Sequence[str]) -> str:
    """Return the extension of `path`, one of `kinds`; raise UsageError for another one."""
    end = _ending(path)
    if end in kinds:
        return end
    known = " or ".join(f".{kind}" for kind in kinds)
    near = difflib.get_close_matches(end, kinds, 1)
    hint = f"did you mean .{near[0]}?" if near else f"the name must end in {known}"
    what = f"unknown kind of image .{end}" if end else "its name does not say which kind of image"
    raise UsageError(f"{what}: {hint}", path)


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lstrip(".").lower()


class FilmRecorder:
    """The events of one run, on their way into the file `path`: a GIF, or a sheet as SVG or PNG.

    `parameters` may have a ``delay``, a ``size`` and a ``theme``, as on the command line.
    """

    OPTIONS = ("delay", "size", "theme")

    def __init__(self, path: str, parameters: Mapping[str, Any]) -> None:
        # Only here: a browser draws boards, too, and has neither of them.
        import click

        from sudoku_engine.cli.params import FiniteRange, PixelSize

        delay, size, theme = (parameters.get(option) for option in self.OPTIONS)
        if delay and _ending(path) != "gif":
            raise UsageError(
                "a sheet of pictures has no --delay: leave it out, or write a .gif", path
            )
        check_folder(path)
        if _ending(path) != "svg":
            require_pillow()  # reported before the run, not after it
        self.path = path
        try:
            self.delay = (
                FiniteRange(0.02, MOST_DELAY).convert(delay, None, None) if delay else DELAY
            )
        except click.BadParameter as error:
            raise UsageError(error.message.rstrip("."), "--delay") from None
        self.size = PixelSize().convert(size, None, None) if size else WITH_WORDS
        self.theme = theme_named(theme or "light")
        self._run: Run | None = None
        self._events: list[Event] = []

    def event(self, run: Run, event: Event) -> None:
        """Keep `event`; raises UsageError for a second run, and for one that is too long."""
        if self._run not in (None, run):
            source = self._run.source if self._run else ""
            is_of_file = os.path.isfile(path_and_line(source)[0])
            mend = f": name it by its line, {source}" if is_of_file else ""
            raise UsageError(f"a film shows only one puzzle{mend}", self.path)
        self._run = run
        self._events.append(event)
        if len(self._events) > MOST_PICTURES:
            hint = "film a run of strategies, or watch it by --frontend turtle"
            what = f"more than {MOST_PICTURES} pictures are too many for a film"
            raise UsageError(f"{what}: {hint}", self.path)

    def write(self, watched: Watched = iter) -> None:
        """Write the film; raises UsageError if there is nothing to show.

        `watched` is called with the pictures of a GIF or PNG, and gives them back as they are
        drawn.
        """
        if not self._events:
            raise UsageError("there is no puzzle to film", self.path)
        width, height = self.size
        pictures = [picture(scene, self.theme, width, height) for scene in self._scenes()]
        with whole_file(self.path, binary=True) as stream:  # first, since drawing takes a long time
            if _ending(self.path) == "svg":
                stream.write(svg_strip(pictures, width, height).encode())
            elif _ending(self.path) == "gif":
                last = max(4, self.delay)
                stream.write(gif(pictures, width, height, self.delay, last, watched))
            else:
                stream.write(png_sheet(pictures, width, height, watched))

    def _scenes(self) -> list[Scene]:
        """Return the scenes, without the cases of a step with many, or if the film is long."""
        scenes = list(scenes_of(self._events))
        most = MOST_CASES if len(scenes) <= MOST_PICTURES else 0
        return [
            scene
            for scene in scenes
            if scene.branch is None or (scene.step and len(scene.step.branches) <= most)
        ]


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture of a board. Notebooks show it; `save` writes it into a file."""

    scene: Scene
    theme: Theme
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
    colours = theme_named(theme)
    require_word(show, STAGES, "show")
    if size is not None and not (len(side := [*size]) == 2 and all(each > 0 for each in side)):
        raise UsageError(
            f"size={brief(size)}: write (640, 800), the width and the height in pixels"
        )
    if step is None:
        scene = Scene(grid, has_words=False, has_candidates=candidates)
        return Picture(scene, colours, size or board_size(grid))
    if isinstance(step, BoardStep):
        scene = scene_of(step.event, grid, stage=show)
    elif isinstance(step, Step):
        notation = short_notation(step, grid.layout) if show == "change" else ""
        reason = sentence(tell(step.said)) if show in ("why", "change") else ""
        scene = Scene(grid, step, show, reason=reason, notation=notation)
    else:
        raise ArgumentError(f"step is a Step, or its notation such as 'r1c3=3', not {brief(step)}")
    return Picture(replace(scene, has_candidates=candidates), colours, size or WITH_WORDS)


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
    return draw(grid).svg


def step_svg(step: Step | BoardStep) -> str:
    """Return a step on its board.

    A `Step` does not know its board: it is shown on one with nothing but the candidates that it
    names.
    """
    grid = step.before if isinstance(step, BoardStep) else bare_board(step, step.likely_layout())
    return draw(grid, step, size=page_size(grid)).svg


def bare_board(step: Step, layout: Layout) -> Grid:
    """Return an open board with the candidates that `step` names.

    >>> from sudoku_engine import Layout
    >>> bare_board(Step.parse("r1c3=3"), Layout.named("4x4")).masks[:4]
    (0, 0, 4, 0)
    """
    masks = [0] * len(layout.cells)
    for cell, digit in existing((*step.grounds, *step.placements, *step.eliminations), layout):
        masks[cell] |= 1 << digit - 1
    return Grid(layout, [0] * len(masks), masks=masks)


def run_svg(run: Run) -> str:
    """Return what happened last in the run, or its first board: a picture makes nothing happen."""
    scene = Scene(run.grid, title="The puzzle")
    if run.last is not None:
        scene = scene_of(run.last, run.before, run.grid, tally=run.tally, authors=run.authors)
    return picture_svg(scene, THEMES["light"], page_size(scene.grid))
