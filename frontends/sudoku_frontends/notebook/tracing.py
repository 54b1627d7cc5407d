"""`trace`: a strategy's own lines at work, as a film in a notebook."""

from __future__ import annotations

import io
import json
import os
from dataclasses import replace
from typing import Any

import anywidget
import traitlets

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.errors import UsageError, require_word
from sudoku_engine.formats.given import entry_of
from sudoku_frontends.film.page import film_style, packed, script
from sudoku_frontends.notebook.checking import checked_text, short, text_of
from sudoku_frontends.pictures.themes import THEMES
from sudoku_plugins.trace.asking import TraceWatch
from sudoku_plugins.trace.model import Trace
from sudoku_plugins.trace.painters import trace_lines
from sudoku_plugins.trace.trace_page import STYLES, trace_document, trace_page


class TraceFilm(anywidget.AnyWidget):
    """A film of a strategy's lines: the code with its values, and the board that it looks at.

    It plays in the page alone, so a saved notebook can show it without Python. `trace` has all that
    it shows.
    """

    _esm = script("trace.js", __package__)

    _document = traitlets.Unicode().tag(sync=True)
    _style = traitlets.Unicode(film_style(*STYLES)).tag(sync=True)
    _theme = traitlets.Unicode().tag(sync=True)

    def __init__(self, trace: Trace, theme: str = "auto") -> None:
        """Show `trace`; `theme`: as for a `Film`."""
        require_word(theme, ("auto", *THEMES), "theme")
        self.trace = trace
        text = json.dumps(trace_document(trace), separators=(",", ":"))
        super().__init__(_document=packed(text), _theme=theme)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the film as a page of its own, which needs neither Python nor a network.

        Raises UsageError if the file cannot be written.
        """
        with whole_file(os.fspath(path)) as stream:
            stream.write(trace_page(self.trace))

    def __str__(self) -> str:
        return "\n".join(trace_lines(self.trace, io.StringIO()))

    def __repr__(self) -> str:
        first = next((each.text for each in self.trace.remarks), "it shows nothing special")
        return f"<TraceFilm {self.trace.id}: {first}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, and its contents as text for pages without widgets."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is not None:
            bundle[0]["text/plain"] = str(self)
        return bundle


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
