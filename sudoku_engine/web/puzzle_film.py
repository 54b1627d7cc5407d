"""The film of one puzzle: its events as moments, each with its views; a search as one moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Found,
    Moved,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.api.run import Tally
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.picture.event_scenes import scene_of, step_views
from sudoku_engine.picture.print_sheet import Drawing, drawing_of, steps_together
from sudoku_engine.picture.scene import Scene
from sudoku_engine.web.board_parts import BoardParts, PictureChanges, Views


class SearchBoard:
    """The board `start` as far as a search has filled it."""

    def __init__(self, start: Grid) -> None:
        self._start = start
        self._digits = list(start.digits)
        self.tally: Tally | None = None
        """The counts of the search; None before its first move."""

    def take(self, event: Tried | TakenBack) -> None:
        """Make the move of `event`."""
        self._digits[event.cell] = event.digit if isinstance(event, Tried) else 0
        if self.tally is None:
            self.tally = Tally(len(self._digits))
        self.tally.take(event)

    @property
    def grid(self) -> Grid:
        """The board as it is now."""
        start = self._start
        return Grid(start.layout, self._digits, given=start.given, marks=start.marks)


KINDS: dict[type, str] = {
    Started: "start",
    Stepped: "step",
    Faulted: "fault",
    Rejected: "refused",
    Tried: "search",
    TakenBack: "search",
    Found: "solution",
    Moved: "move",
    Ended: "end",
}
"""By the type of an event, the kind of its moment."""

MOST = {"search": 300, "solution": 60}
"""By kind, the number of moments that a film has; of those that follow it shows the last."""

LATER = {"search": "move", "solution": "solution"}
"""What is counted where moments of a kind are left out."""


class PuzzleFilm:
    """Takes the events of a run that begins with `started`, one by one.

    `boards`: the pictures of boards of its layout. `title`: the name of the puzzle.
    """

    def __init__(self, started: Started, boards: BoardParts, title: str) -> None:
        self._boards = boards
        self._title = title
        self._views = Views(boards)
        self._start = self._grid = started.grid
        self._line = ""
        self._search = SearchBoard(started.grid)
        self._authors = {author.id: author for author in started.strategies}
        self._techniques: dict[str, Author] = {}
        self._moments: list[dict[str, Any]] = []
        self._numbers: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()
        self._last_left_out: dict[str, Event] = {}
        self._for_sheet: list[Event] = []
        self._outcome = ""
        self._summary = ""
        self.take(started)

    def take(self, event: Event) -> None:
        """Add the next `event` of the run."""
        kind = KINDS[type(event)]
        self._numbers[kind] += 1
        if isinstance(event, (Tried, TakenBack)):
            self._search.take(event)
        if self._numbers[kind] > MOST.get(kind, self._numbers[kind]):
            self._left_out[kind] += 1
            self._last_left_out[kind] = event
            return
        for left_out, last in self._last_left_out.items():
            self._add(last, f"{counted(self._left_out[left_out], LATER[left_out], form=',')} later")
        self._left_out.clear()
        self._last_left_out.clear()
        self._add(event)

    def _add(self, event: Event, title: str = "") -> None:
        """Add a moment for `event`, with a `title` of its own if it stands for others too."""
        if isinstance(event, (Stepped, Rejected)):
            self._techniques.setdefault(event.strategy.id, event.strategy)
            self._authors.setdefault(event.strategy.id, event.strategy)
        scenes = self._scenes(event)
        if title:
            scenes = [replace(scene, title=title) for scene in scenes]
        self._moments.append(self._moment(event, scenes))
        if isinstance(event, (Moved, Found)):
            drawing = Drawing(scenes[-1], scenes[-1].title)
            self._moments[-1]["drawing"] = drawing_record(drawing)
        elif isinstance(event, (Started, Stepped)):
            self._for_sheet.append(event)
        if isinstance(event, (Stepped, Moved, Ended)):
            self._grid = event.grid
        if isinstance(event, Ended):
            self._outcome = event.outcome
            self._summary = ". ".join(filter(None, (scenes[-1].title, scenes[-1].reason)))
            self._draw_steps()  # now, while others wait for the next puzzle anyway

    def _scenes(self, event: Event) -> list[Scene]:
        """Return the scenes that reveal `event`, one after another."""
        is_search = isinstance(event, (Tried, TakenBack))
        return [
            scene_of(
                event,
                self._search.grid if is_search else self._grid,
                self._start,
                number=self._numbers[KINDS[type(event)]],
                stage=stage,
                branch=branch,
                tally=self._search.tally,
                authors=self._authors,
            )
            for stage, branch in step_views(event)
        ]

    def _moment(self, event: Event, scenes: Sequence[Scene]) -> dict[str, Any]:
        """Return the moment of `event` with the views of its `scenes`, for JSON.

        The player counts the open cells itself, but for moves and ends.
        """
        last = scenes[-1]
        is_search = isinstance(event, (Tried, TakenBack))
        board = (self._search.grid if is_search else getattr(event, "grid", self._grid)).line
        digits, self._line = digit_changes(self._line or board, board), board
        technique = None
        if isinstance(event, (Stepped, Rejected)):
            technique = list(self._techniques).index(event.strategy.id)
        moment: dict[str, Any] = {
            "kind": KINDS[type(event)],
            "technique": technique,
            "digits": digits,
        }
        if not isinstance(event, Stepped):  # whose line is its notation
            moment["text"] = last.title
        if isinstance(event, (Moved, Ended)):
            moment["progress"] = last.progress
            moment["counts"] = last.counts
        return {**moment, "views": [self._views.record(scene) for scene in scenes]}

    def record(self) -> dict[str, Any]:
        """Return the film as far as it goes, for JSON."""
        self._draw_steps()
        return {
            "title": self._title,
            "line": self._start.line,
            "outcome": self._outcome,
            "summary": self._summary,
            "techniques": [(each.id, each.name, each.plugin) for each in self._techniques.values()],
            "moments": self._moments,
        }

    @property
    def pictures(self) -> Sequence[Sequence[int]]:
        """What changes in the picture of each view; see `PictureChanges`."""
        return self._views.pictures

    def _draw_steps(self) -> None:
        """Add the drawings of a printed sheet, each to the moment of its first step, once."""
        moments = (moment for moment in self._moments if moment["kind"] == "step")
        events, self._for_sheet = self._for_sheet, []
        for before, steps in steps_together(events):
            first, *others = [next(moments) for _ in steps]
            drawing = drawing_of(before, steps)
            first["drawing"] = drawing_record(drawing)
            if others:
                first["drawing"]["picture"] = self._changes(Scene(before, steps[0].step), drawing)

    def _changes(self, last_view: Scene, drawing: Drawing) -> list[int]:
        """Return how `drawing` differs from the last view of its moment."""
        picture = PictureChanges()
        picture.to(self._boards.parts(last_view))
        return picture.to(self._boards.parts(drawing.scene))


def drawing_record(drawing: Drawing) -> dict[str, Any]:
    """Return a drawing of a printed sheet that looks like the last view of its moment."""
    return {"caption": drawing.caption, "below": drawing.below, "picture": []}


def digit_changes(before: str, after: str) -> list[tuple[int, str]]:
    """Return the cells in which two boards, a line each, differ, with the digits of the second.

    >>> digit_changes("1..4", "12..")
    [(1, '2'), (3, '')]
    """
    pairs = enumerate(zip(before, after))
    return [(cell, new.replace(".", "")) for cell, (old, new) in pairs if old != new]
