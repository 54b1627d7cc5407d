"""A run filmed while it goes on, to be written into a file of pictures."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from typing import Any

import click

from sudoku_engine.api.events import Event
from sudoku_engine.api.run import Run
from sudoku_engine.atomic_file import check_folder
from sudoku_engine.cli.output_files import ending
from sudoku_engine.cli.params import FiniteRange, PixelSize
from sudoku_engine.cli.progress import Progress
from sudoku_engine.errors import UsageError
from sudoku_engine.formats.naming import path_and_line
from sudoku_engine.picture.image_files import MOST_PICTURES, WITH_WORDS, too_many, write_film
from sudoku_engine.picture.themes import theme_named

DELAY = 1.5
"""The default time of a picture, in seconds."""

MOST_DELAY = 60
"""The longest time of a picture, in seconds."""


class FilmRecorder:
    """The events of one run, on their way into the file `path`.

    `parameters` may have a ``delay``, a ``size`` and a ``theme``, as on the command line.
    """

    OPTIONS = ("delay", "size", "theme")

    def __init__(self, path: str, parameters: Mapping[str, Any]) -> None:
        delay, size, theme = (parameters.get(option) for option in self.OPTIONS)
        if delay and ending(path) != "gif":
            raise UsageError(
                "a sheet of pictures has no --delay: leave it out, or write a .gif", path
            )
        check_folder(path)
        if ending(path) != "svg":
            from sudoku_engine.picture.raster import require_pillow

            require_pillow()  # said before the run, not after it
        self.path = path
        self.delay = _seconds(delay) if delay else DELAY
        self.size = PixelSize()(size) if size else WITH_WORDS
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
            raise too_many(self.path)

    def write(self, progress: Progress) -> None:
        """Write the film and show the `progress`; raises UsageError if there is nothing to show."""
        if not self._events:
            raise UsageError("there is no puzzle to film", self.path)
        watched = partial(progress.over, thing="picture")
        write_film(self._events, self.theme, self.size, self.path, self.delay, watched)


def _seconds(delay: str) -> float:
    try:
        return float(FiniteRange(0.02, MOST_DELAY)(delay))
    except click.BadParameter as error:
        raise UsageError(error.message.rstrip("."), "--delay") from None
