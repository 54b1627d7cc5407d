"""`Film` and `trace`: how puzzles are solved, and a strategy's own lines at work, as films."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
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
from sudoku_frontends.notebook.checking import checked_text, short, text_of
from sudoku_frontends.pictures.themes import THEMES
from sudoku_plugins.trace.asking import TraceWatch
from sudoku_plugins.trace.model import Trace
from sudoku_plugins.trace.painters import trace_lines
from sudoku_plugins.trace.trace_page import STYLES, trace_document, trace_page


class _PageFilm(anywidget.AnyWidget):
    """A film that plays in the page alone, so a saved notebook can show it without Python."""

    _document = traitlets.Unicode().tag(sync=True)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the film as a page of its own, which needs neither Python nor a network.

        Raises UsageError if the file cannot be written.
        """
        with whole_file(os.fspath(path)) as stream:
            stream.write(self._whole_page())

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, and what is shown in its place by pages without widgets."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is not None:
            bundle[0].update(self._in_its_place())
        return bundle

    def _whole_page(self) -> str:
        raise NotImplementedError

    def _in_its_place(self) -> dict[str, str]:
        raise NotImplementedError


class Film(_PageFilm):
    """A film of how puzzles are solved: to play, to step through, to reveal bit by bit.

    It plays in the page alone, so a saved notebook can show it without Python. `puzzle` and
    `moment` are the place that is shown, from 0; they may be set, too, and end with the film.
    """

    _esm = script("film.js", __package__)

    puzzle = traitlets.Int(0, min=0).tag(sync=True)
    """The number of the puzzle that is shown, from 0."""

    moment = traitlets.Int(0, min=0).tag(sync=True)
    """The number of the moment that is shown, from 0, the first board."""

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

    def _whole_page(self) -> str:
        return replay_page(self._record)

    def _in_its_place(self) -> dict[str, str]:
        return {"image/svg+xml": self._picture}

    def __repr__(self) -> str:
        puzzles = self._record["puzzles"]
        name = puzzles[0]["title"] if len(puzzles) == 1 else counted(len(puzzles), "puzzle")
        return f"<Film: {name}>"


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


class TraceFilm(_PageFilm):
    """A film of a strategy's lines: the code with its values, and the board that it looks at.

    It plays in the page alone, so a saved notebook can show it without Python. `trace` has all that
    it shows.
    """

    _esm = script("trace.js", __package__)

    _style = traitlets.Unicode(film_style(*STYLES)).tag(sync=True)
    _theme = traitlets.Unicode().tag(sync=True)

    def __init__(self, trace: Trace, theme: str = "auto") -> None:
        """Show `trace`; `theme`: as for a `Film`."""
        require_word(theme, ("auto", *THEMES), "theme")
        self.trace = trace
        text = json.dumps(trace_document(trace), separators=(",", ":"))
        super().__init__(_document=packed(text), _theme=theme)

    def _whole_page(self) -> str:
        return trace_page(self.trace)

    def _in_its_place(self) -> dict[str, str]:
        return {"text/plain": str(self)}

    def __str__(self) -> str:
        return "\n".join(trace_lines(self.trace, io.StringIO()))

    def __repr__(self) -> str:
        first = next((each.text for each in self.trace.remarks), "it shows nothing special")
        return f"<TraceFilm {self.trace.id}: {first}>"


def trace(
    strategy: Any,
    puzzle: Any = None,
    *,
    number: int | None = None,
    expect: str | None = None,
    against: str | None = None,
    theme: str = "auto",
    namespace: Any = None,
) -> TraceFilm:
    """Return the lines of `strategy` at work on `puzzle`, or where its check finds a fault.

    `number`: of the fault, by default the first one with a board. `expect`: the step that it should
    find, such as ``"r1c4<>8"``. `theme`: as for a `Film`; all else is as for `check`. Raises
    UsageError if there is nothing to show, and PuzzleError.
    """
    text, names = text_of(strategy, namespace, against)
    watch = TraceWatch(None if puzzle is None else entry_of(puzzle).grid, number, expect)
    found, path = checked_text(text, names, watch, against)
    if watch.trace is None:
        problems = "\n".join(map(str, found.problems))
        raise UsageError(short(problems or watch.nothing(found), path))
    blocks = [each._replace(file=short(each.file, path)) for each in watch.trace.blocks]
    return TraceFilm(replace(watch.trace, file="cell", blocks=tuple(blocks)), theme)
