"""A run on its way into a file of pictures."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import click

from sudoku_engine.api.events import Event
from sudoku_engine.api.run import Run
from sudoku_engine.atomic_file import check_folder
from sudoku_engine.cli.params import FiniteRange, PixelSize, ending
from sudoku_engine.errors import UsageError
from sudoku_engine.formats.given import path_and_line
from sudoku_frontends.pictures.image_files import MOST_PICTURES, WITH_WORDS, too_many, write_film
from sudoku_frontends.pictures.raster import Watched, require_pillow
from sudoku_frontends.pictures.themes import theme_named

DELAY, MOST_DELAY = 1.5, 60
"""The default time of a picture, and the longest, in seconds."""


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
            raise too_many(self.path)

    def write(self, watched: Watched) -> None:
        """Write the film; raises UsageError if there is nothing to show."""
        if not self._events:
            raise UsageError("there is no puzzle to film", self.path)
        write_film(self._events, self.theme, self.size, self.path, self.delay, watched)
