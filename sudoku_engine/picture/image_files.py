"""Runs and boards as image files: an SVG, a PNG, an animated GIF, a strip of steps."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from sudoku_engine.api.events import Event
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.errors import UsageError
from sudoku_engine.picture.board_picture import picture
from sudoku_engine.picture.event_scenes import scenes_of
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.shapes import Part
from sudoku_engine.picture.svg import svg, svg_strip
from sudoku_engine.picture.themes import Theme

FILM_KINDS = ("gif", "svg", "png")
"""The file extensions for films of runs."""

PICTURE_KINDS = ("svg", "png")
"""The file extensions for pictures of boards."""

MOST_PICTURES = 600
"""The greatest length of a film: enough for the steps of a large board, not for a search."""

Size = tuple[int, int]

WITH_WORDS: Size = (640, 800)
"""The usual size of a picture with words, in pixels."""

Watched = Callable[[list[tuple[Part, ...]]], Iterable[tuple[Part, ...]]]


def write_picture(scene: Scene, theme: Theme, size: Size, path: str) -> None:
    """Write the picture of `scene` into the file `path`, an SVG or a PNG by its extension.

    Raises UsageError for another extension, if the file cannot be written, and without Pillow.
    """
    if kind_of(path, PICTURE_KINDS) == "svg":
        _write(path, picture_svg(scene, theme, size))
        return
    from sudoku_engine.picture.raster import png

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
    from sudoku_engine.picture.raster import gif, png_sheet

    with whole_file(path, binary=True) as stream:  # first, since making the film takes long
        if kind == "gif":
            stream.write(gif(pictures, *size, seconds, max(4, seconds), watched))
        else:
            stream.write(png_sheet(pictures, *size, watched))


def _scenes(events: Iterable[Event], path: str) -> list[Scene]:
    """Return the scenes of a film, without the cases of steps if it would be too long with them."""
    taken = list(islice(events, MOST_PICTURES + 1))  # a search may have no end
    if len(taken) > MOST_PICTURES:
        raise too_many(path)
    scenes = list(scenes_of(taken))
    if len(scenes) > MOST_PICTURES:
        return [scene for scene in scenes if scene.branch is None]
    return scenes


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
