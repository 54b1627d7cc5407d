"""Runs as a film in one HTML file, for any browser.

What draws is imported with the first event: most commands do not need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

from sudoku_engine import Event, Run, Started
from sudoku_engine.atomic_file import check_folder, whole_file
from sudoku_engine.board.words import require_number
from sudoku_engine.errors import UsageError

if TYPE_CHECKING:
    from sudoku_frontends.film.document import FilmDocument, PuzzleFilm

MOST_PUZZLES = 200
"""The number of puzzles that a browser opens without a wait."""


class ReplayReporter:
    """Writes all runs of a command into one page, when the command ends."""

    id = "html"
    name = "A film for browsers, one HTML file"

    def __init__(self) -> None:
        self._replays: dict[Path | None, _Replay] = {}

    def event(
        self,
        run: Run,
        event: Event,
        *,
        file: Path | None = None,
        title: str = "",
        theme: Literal["auto", "light", "dark", "projector"] = "auto",
        delay: float = 0.8,
        candidates: bool = True,
        playing: bool = False,
    ) -> None:
        """Take `event` into the film that goes into `file`, or to ``run.out``.

        `title`: the title of the page, by default that of its puzzle. `theme`, `candidates`: the
        looks at first; ``auto`` is light or dark, as the browser prefers. `playing`: whether it
        begins to play when it is opened, with `delay` seconds a step.
        """
        if file not in self._replays:
            looks = {"theme": theme, "delay": delay, "candidates": candidates, "playing": playing}
            replay = self._replays[file] = _Replay(file, run.out, looks)
            require_number(delay, "the delay between steps")
            replay.open(title)
        self._replays[file].take(run, event)

    def finish(self) -> None:
        """Write the pages."""
        replays = [*self._replays.values()]
        self._replays.clear()
        for replay in replays:
            replay.write()


@dataclass
class _Replay:
    """The film on its way into `file`, or to `out`; nothing comes of it unless it was opened."""

    file: Path | None
    out: TextIO
    options: Mapping[str, object]
    document: FilmDocument | None = None
    puzzles: dict[int, PuzzleFilm] = field(default_factory=dict)
    is_full: bool = False

    def open(self, title: str) -> None:
        """Begin the film; raise UsageError, once, if its page could not be written."""
        if self.file is not None:
            check_folder(str(self.file))
        elif self.out.isatty():
            mend = "name a file, -o replay.html"
            raise UsageError(f"a terminal cannot show a page of HTML: {mend}")
        from sudoku_frontends.film.document import FilmDocument

        self.document = FilmDocument(title)

    def take(self, run: Run, event: Event) -> None:
        """Add `event`; raise UsageError, once, if there are too many puzzles."""
        if run.index in self.puzzles:
            self.puzzles[run.index].take(event)
        elif isinstance(event, Started) and self.document and not self.is_full:
            if len(self.puzzles) < MOST_PUZZLES:
                self.puzzles[run.index] = self.document.puzzle(
                    event, run.title, run.ratings, run.source
                )
                return
            self.is_full = True
            left_out = f"{run.source or 'this one'} and those after it are left out"
            raise UsageError(f"a replay has {MOST_PUZZLES} puzzles at most: {left_out}")

    def write(self) -> None:
        """Write the page; raise UsageError if that cannot be."""
        if not self.document or not self.puzzles:
            return
        from sudoku_frontends.film.page import replay_page

        page = replay_page(self.document.record(**self.options))
        if self.file is None:
            self.out.write(page)
        else:
            with whole_file(str(self.file)) as stream:
                stream.write(page)
