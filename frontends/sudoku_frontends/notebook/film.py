"""`Film`: how puzzles are solved, as a film in a notebook."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

import anywidget
import traitlets

from sudoku_engine import Engine, Event, Run, SolveResult
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.words import counted, require_number
from sudoku_engine.errors import UsageError, require_word
from sudoku_engine.formats.given import entry_of
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import film_style, packed, replay_page, script
from sudoku_frontends.pictures.themes import THEMES


class Film(anywidget.AnyWidget):
    """A film of how puzzles are solved: to play, to step through, to reveal bit by bit.

    It plays in the page alone, so a saved notebook can show it without Python. `puzzle` and
    `moment` are the place that is shown, from 0; they may be set, too, and end with the film.
    """

    _esm = script("film.js", __package__)

    puzzle = traitlets.Int(0, min=0).tag(sync=True)
    """The number of the puzzle that is shown, from 0."""

    moment = traitlets.Int(0, min=0).tag(sync=True)
    """The number of the moment that is shown, from 0, the first board."""

    _document = traitlets.Unicode().tag(sync=True)
    _style = traitlets.Unicode(film_style()).tag(sync=True)

    def __init__(
        self,
        *puzzles: Any,
        theme: str = "auto",
        candidates: bool = True,
        playing: bool = False,
        delay: float = 0.8,
        plugins: Any = (),
        **options: Any,
    ) -> None:
        """Film each of `puzzles`: a `Run`, a result of `solve`, or a puzzle, which is then solved.

        `theme`: ``light``, ``dark``, ``projector``, or ``auto`` for one that suits the page.
        `candidates`: whether to show them. `playing`: whether it plays at once. `delay`: seconds
        from step to step. `plugins` and `options`: as for `solve`, such as `strategies`. Raises
        PuzzleError, PluginError and UsageError.
        """
        require_word(theme, ("auto", *THEMES), "theme")
        require_number(delay, "delay")
        if not puzzles:
            raise UsageError("Film() has nothing to show: write Film(puzzle)")
        with Engine(plugins) as engine:
            runs = [_run(puzzle, engine, options) for puzzle in puzzles]
            self._record = film_document(
                ((run.name, _events(run)) for run in runs),
                theme=theme,
                candidates=candidates,
                playing=playing,
                delay=delay,
            )
        self._picture = runs[0]._repr_svg_()
        text = json.dumps(self._record, separators=(",", ":"))
        super().__init__(_document=packed(text))

    @traitlets.validate("puzzle")
    def _existing_puzzle(self, proposal: Mapping[str, Any]) -> int:
        """Return the number that was set, or the number of the last puzzle."""
        return min(int(proposal["value"]), len(self._record["puzzles"]) - 1)

    @traitlets.validate("moment")
    def _existing_moment(self, proposal: Mapping[str, Any]) -> int:
        """Return the number that was set, or the number of the last moment of the puzzle."""
        moments = self._record["puzzles"][self.puzzle]["moments"]
        return min(int(proposal["value"]), len(moments) - 1)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the film as a page of its own, which needs neither Python nor a network.

        Raises UsageError if the file cannot be written.
        """
        with whole_file(os.fspath(path)) as stream:
            stream.write(replay_page(self._record))

    def __repr__(self) -> str:
        puzzles = self._record["puzzles"]
        name = puzzles[0]["title"] if len(puzzles) == 1 else counted(len(puzzles), "puzzle")
        return f"<Film: {name}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, and a picture of the end for where no widget can be shown."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is not None:
            bundle[0]["image/svg+xml"] = self._picture
        return bundle


def _events(run: Run) -> Iterable[Event]:
    """Return the events of `run`; raise UsageError if no run is left."""
    if run.last is not None:
        raise UsageError("this run has been watched already: a Run happens only once")
    return run


def _run(puzzle: Any, engine: Engine, options: dict[str, Any]) -> Run:
    if isinstance(puzzle, Run):
        return puzzle
    if isinstance(puzzle, SolveResult):
        return Run(puzzle.puzzle, iter(puzzle.events))
    entry = entry_of(puzzle, options.get("layout"))
    events = engine.solve(entry.grid, **{**options, "layout": None}).events
    return Run(entry.grid, iter(events), source=entry.source, name=entry.name)
