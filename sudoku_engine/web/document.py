"""A film for browsers as one document: runs of puzzles as shapes and words, for JSON.

The player (``film.js``) shows it: in a replay, in the playground, in a notebook. In short::

    palette   [[light, dark, projector], …]     the colours
    shapes    [[usual, projector or 0], …]      ["R", x, y, width, height, fill, outline, line],
                                                ["D", x, y, radius, fill, outline, line],
                                                ["P", points, fill, outline, line],
                                                ["L", points, colour, line, dashed],
                                                ["T", x, y, text, size, colour, bold, anchor]
    parts     [[shape, …], …]                   see `Tables`
    plain     [part, …]                         each part without candidates
    boards    [{n, places: [[name, x, y], …]}]  what boards of a layout have in common
    puzzles   [{title, line, board, techniques, moments, …}]
    pictures  [[changes, …], …]                 by puzzle and view, see `PictureChanges`

``points`` are x and y of the first, then how far it is from each to the next. A moment of a puzzle
is an event: its kind, its technique, the digits that it changes, its views, and the drawing of a
printed sheet that begins with it. A view has a stage, a branch, and the words that are not as in
the view before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sudoku_engine.api.events import Event, Started
from sudoku_engine.board.layout import Layout
from sudoku_engine.session.playback import BINDINGS, Binding
from sudoku_engine.web.board_parts import BoardParts
from sudoku_engine.web.film_tables import Tables
from sudoku_engine.web.page import in_sight
from sudoku_engine.web.puzzle_film import PuzzleFilm

VERSION = 1

PAGE_COLOURS = {
    **{name: name for name in ("ground", "board", "word", "soft", "bar", "rule", "border")},
    "selected": "selected",
    "accent": "cause.edge",
    "tint": "cause.tint",
    "wrong": "wrong.edge",
}
"""The colours of a page around its boards, by their names in a theme."""

KEYS = (
    *(binding for binding in BINDINGS if binding.shown not in ("q", "F11")),
    Binding((), "", "swipe", "next or previous step"),
)
"""The keys of a film on a page, which neither ends nor fills the screen, but knows fingers."""


class FilmDocument:
    """Collects the films of puzzles, which share their shapes."""

    def __init__(self, title: str = "Sudoku") -> None:
        self._title = title
        self._tables = Tables()
        self._boards: dict[Layout, BoardParts] = {}
        self._puzzles: list[tuple[int, PuzzleFilm]] = []

    def puzzle(self, started: Started, title: str = "") -> PuzzleFilm:
        """Return the film of a further puzzle, which then takes the events of its run.

        `title`: its name, by default its number.
        """
        layout = started.grid.layout
        if layout not in self._boards:
            self._boards[layout] = BoardParts(layout, self._tables)
        title = title or f"Puzzle {len(self._puzzles) + 1}"
        film = PuzzleFilm(started, self._boards[layout], title)
        self._puzzles.append(([*self._boards].index(layout), film))
        return film

    def record(self, **options: object) -> dict[str, Any]:
        """Return the document for JSON, with the `options` of the player.

        They are ``theme``, the name of one or ``auto`` for what the browser prefers;
        ``candidates`` and ``playing``, whether they are shown and it plays at first; ``delay``, the
        seconds of a step.
        """
        colours = {part: self._tables.colour(name) for part, name in PAGE_COLOURS.items()}
        puzzles = [{"board": board, **in_sight(film.record())} for board, film in self._puzzles]
        return {
            "version": VERSION,
            "title": in_sight(self._title),
            "options": options,
            **self._tables.record(),
            "colours": colours,
            "keys": [key._asdict() for key in KEYS],
            "boards": [boards.record() for boards in self._boards.values()],
            "puzzles": puzzles,
            "pictures": [film.pictures for _, film in self._puzzles],
        }


def film_document(runs: Iterable[tuple[str, Iterable[Event]]], **options: object) -> dict[str, Any]:
    """Return the document of `runs`, each a title and its events; see `FilmDocument.record`."""
    document = FilmDocument()
    for title, events in runs:
        film: PuzzleFilm | None = None
        for event in events:
            if film is not None:
                film.take(event)
            elif isinstance(event, Started):
                film = document.puzzle(event, title)
    return document.record(**options)
