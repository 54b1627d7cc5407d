"""A film for browsers as one document: runs of puzzles as shapes and words, for JSON.

The player (``film.js``) shows it: in a replay, in the playground, in a notebook. In short::

    palette   [[light, dark, projector], …]     the colours
    shapes    [[usual, projector's changes], …] ["R", x, y, width, height, fill, outline, line],
                                                ["D", x, y, radius, fill, outline, line],
                                                ["P", points, fill, outline, line],
                                                ["L", points, colour, line, dashed],
                                                ["T", x, y, text, size, colour, bold, anchor]
    parts     [[shape, …], …]                   see `Tables`; each from the one before it
    plain     [part, …]                         each part without candidates, from its own number
    boards    [{n, places: [[name, x, y], …]}]  what boards of a layout have in common
    language  the code of its language; words: what the player's own words are in it
    puzzles   [{title, source, line, board, ratings: [[scale, text], …], techniques, moments, …}]
    pictures  [[changes, …], …]                 by puzzle and view, see `PictureChanges`

``points`` are x and y of the first, then how far it is from each to the next. A moment of a puzzle
is an event: its kind, its technique, the digits that it changes, the cells of a step's pattern and
of its change, its views, and the drawing of a printed sheet that begins with it. A view has a
stage, and the words that are not as in the view before; the ``stress`` is where the clause of its
reason that is told begins and ends, and ``named`` are the things that the reason names
(`BoardParts.named`).
"""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
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
from sudoku_engine.api.run import Run, Tally
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import spoken, tell
from sudoku_frontends.film.film_pictures import BoardParts, PictureChanges, Tables
from sudoku_frontends.film.page import in_sight
from sudoku_frontends.pictures.event_scenes import scene_of, step_views, with_end
from sudoku_frontends.pictures.highlights import pattern_cells
from sudoku_frontends.pictures.print_sheet import Drawing, drawing_of, steps_together
from sudoku_frontends.pictures.scene import Scene
from sudoku_plugins.session.playback import BINDINGS, Binding

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

PAGE_WORDS = (
    *("Legend", "Step", "Steps", "Stages", "Film", "Speed", "Progress", "Puzzles", "Techniques"),
    *("Play", "Pause", "Go to the start", "Previous step", "Next step", "Go to the end", "Close"),
    *("Reveal", "Reveal more", "Slower", "Faster", "Candidates", "Row and column numbers", "Keys"),
    *("Zoom in on the pattern", "Source"),
    *("Change colours", "The board as text", "open", "of", "speed"),
    *("where", "what", "why", "change", "Show where", "Show what", "Show why", "Show change"),
    *(text for key in KEYS for text in (key.shown, key.meaning)),
)
"""The words of the player's own; a document in another language says how they read there."""

MOST = {"search": 300, "solution": 60}
"""By kind, the number of moments that a film has; of those that follow it shows the last."""

LATER = {
    "search": ("{n} move later", "{n} moves later"),
    "solution": ("{n} solution later", "{n} solutions later"),
}
"""What is counted where moments of a kind are left out."""


class PuzzleFilm:
    """Takes the events of a run that begins with `started`, one by one: each becomes a moment.

    `boards`: the pictures of boards of its layout. `title`: the name of the puzzle. `ratings`: see
    `Run.ratings`. `source`: its place, of which the folders are left out.
    """

    def __init__(
        self,
        started: Started,
        boards: BoardParts,
        title: str,
        ratings: Sequence[tuple[str, str]] = (),
        source: str = "",
    ) -> None:
        self._boards = boards
        self.title = title
        self._source = os.path.basename(source)
        self._ratings = ratings
        self._words: dict[str, object] = {}
        self._picture = PictureChanges()
        self.pictures: list[list[int]] = []
        """What changes in the picture of each view, places and parts; see `PictureChanges`."""
        self._start = self._grid = started.grid
        self._line = ""
        self._digits = list(started.grid.digits)
        """The digits of a search, as far as it has come."""
        self._tally: Tally | None = None
        """The counts of the search; None before its first move."""
        self._authors = {author.id: author for author in started.strategies}
        self._techniques: dict[str, Author] = {}
        self._moments: list[dict[str, Any]] = []
        self._numbers: Counter[str] = Counter()
        self._left_out: dict[str, tuple[int, Event]] = {}
        """By kind, how many moments were left out just now, and the event of the last."""
        self._for_sheet: list[Event] = []
        self._outcome = self._summary = ""
        self.take(started)

    def take(self, event: Event) -> None:
        """Add the next `event` of the run."""
        kind = KINDS[type(event)]
        self._numbers[kind] += 1
        if isinstance(event, (Tried, TakenBack)):
            self._digits[event.cell] = event.digit if isinstance(event, Tried) else 0
            self._tally = self._tally or Tally(len(self._digits))
            self._tally.take(event)
        if self._numbers[kind] > MOST.get(kind, self._numbers[kind]):
            number, _ = self._left_out.get(kind, (0, event))
            self._left_out[kind] = number + 1, event
            return
        for left_out, (number, last) in self._left_out.items():
            self._add(last, tell(LATER[left_out][number != 1], n=f"{number:,}"))
        self._left_out.clear()
        self._add(event)

    def _add(self, event: Event, title: str = "") -> None:
        if isinstance(event, (Stepped, Rejected)):
            self._techniques.setdefault(event.strategy.id, event.strategy)
            self._authors.setdefault(event.strategy.id, event.strategy)
        is_search = isinstance(event, (Tried, TakenBack))
        before = self._grid
        if is_search:
            start = self._start
            before = Grid(start.layout, self._digits, given=start.given, marks=start.marks)
        scenes = [
            scene_of(
                event,
                before,
                self._start,
                number=self._numbers[KINDS[type(event)]],
                tally=self._tally,
                authors=self._authors,
                **view._asdict(),
            )
            for view in step_views(event)
        ]
        if title:
            scenes = [replace(scene, title=title) for scene in scenes]
        after = before if is_search else getattr(event, "grid", before)
        self._moments.append(self._moment(event, scenes, after.line))
        if isinstance(event, (Started, Stepped)):
            self._for_sheet.append(event)
        if isinstance(event, (Stepped, Moved, Ended)):
            self._grid = event.grid
        if isinstance(event, Ended):
            self._outcome = event.outcome
            self._summary = ". ".join(filter(None, (scenes[-1].title, scenes[-1].reason)))
            self._tell_at_start(event)
            self._draw_steps()  # now, while others wait for the next puzzle anyway

    def _tell_at_start(self, ended: Ended) -> None:
        """Say at the first view how hard the puzzle is, as it is known when the run has `ended`."""
        first, *others = (view for moment in self._moments for view in moment["views"])
        scene = Scene(self._start)
        first["reason"] = with_end(scene, Started(self._start), ended, self._authors).reason
        for second in others[:1]:
            second.setdefault("reason", "")

    def _moment(self, event: Event, scenes: Sequence[Scene], board: str) -> dict[str, Any]:
        """Return the moment of `event`, after which `board` stands there, for JSON.

        The player counts the open cells itself, but for moves and ends.
        """
        last = scenes[-1]
        digits, self._line = digit_changes(self._line or board, board), board
        technique = None
        if isinstance(event, (Stepped, Rejected)):
            technique = list(self._techniques).index(event.strategy.id)
        moment: dict[str, Any] = {"kind": KINDS[type(event)], "technique": technique}
        moment["digits"] = digits
        if not isinstance(event, Stepped):  # whose line is its notation
            moment["text"] = last.title
        if last.step is not None:
            moment["pattern"] = [sorted(cells) for cells in pattern_cells(last)]
        if isinstance(event, (Moved, Ended)):
            moment |= {"progress": last.progress, "counts": last.counts}
        moment["views"] = [self._view(scene) for scene in scenes]
        if isinstance(event, (Moved, Found)):
            moment["drawing"] = drawing_record(Drawing(last, last.title))
        return moment

    def _view(self, scene: Scene) -> dict[str, Any]:
        """Return the words of the next view that are not as in the one before, keep its picture."""
        self.pictures.append(self._picture.to(self._boards.parts(scene)))
        words: dict[str, object] = {
            "title": scene.title,
            "reason": scene.reason,
            "stress": scene.stress or (0, 0),
            "named": self._boards.named(scene),
            "notation": scene.notation,
            "legend": self._boards.legend(scene),
        }
        new = {name: word for name, word in words.items() if word != self._words.get(name)}
        self._words = words
        return {"stage": scene.stage, **new}

    def record(self) -> dict[str, Any]:
        """Return the film as far as it goes, for JSON."""
        self._draw_steps()
        return {
            "title": self.title,
            "source": self._source,
            "line": self._start.line,
            "outcome": self._outcome,
            "summary": self._summary,
            "ratings": [*map(list, self._ratings)],
            "techniques": [
                (each.id, tell(each.name), each.plugin) for each in self._techniques.values()
            ],
            "moments": self._moments,
        }

    def _draw_steps(self) -> None:
        """Add the drawings of a printed sheet, each to the moment of its first step, once."""
        moments = (moment for moment in self._moments if moment["kind"] == "step")
        events, self._for_sheet = self._for_sheet, []
        for before, steps in steps_together(events):
            first, *others = [next(moments) for _ in steps]
            drawing = drawing_of(before, steps)
            first["drawing"] = drawing_record(drawing)
            if others:
                picture = PictureChanges()
                picture.to(self._boards.parts(Scene(before, steps[0].step)))
                first["drawing"]["picture"] = picture.to(self._boards.parts(drawing.scene))


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


class FilmDocument:
    """Collects the films of puzzles, which share their shapes."""

    def __init__(self, title: str = "") -> None:
        self._title = title
        self._tables = Tables()
        self._boards: dict[Layout, BoardParts] = {}
        self._puzzles: list[tuple[int, PuzzleFilm]] = []

    def puzzle(
        self,
        started: Started,
        title: str = "",
        ratings: Sequence[tuple[str, str]] = (),
        source: str = "",
    ) -> PuzzleFilm:
        """Return the film of a further puzzle, which then takes the events of its run.

        `title`: its name, by default its number. `ratings` and `source`: see `Run`.
        """
        layout = started.grid.layout
        if layout not in self._boards:
            self._boards[layout] = BoardParts(layout, self._tables)
        title = title or tell("Puzzle {n:#}", n=len(self._puzzles) + 1)
        film = PuzzleFilm(started, self._boards[layout], title, ratings, source)
        self._puzzles.append(([*self._boards].index(layout), film))
        return film

    def record(self, **options: object) -> dict[str, Any]:
        """Return the document for JSON, with the `options` of the player.

        They are ``theme``, the name of one or ``auto`` for what the browser prefers;
        ``candidates`` and ``playing``, whether they are shown and it plays at first; ``delay``, the
        seconds of a step.
        """
        titles = [film.title for _, film in self._puzzles]
        named = titles[0] if len(titles) == 1 else tell("{n:#} sudokus", n=len(titles))
        colours = {part: self._tables.colour(name) for part, name in PAGE_COLOURS.items()}
        puzzles = [{"board": board, **in_sight(film.record())} for board, film in self._puzzles]
        return {
            "version": VERSION,
            "title": in_sight(self._title or named),
            "language": spoken(),
            "words": {word: own for word in PAGE_WORDS if (own := tell(word)) != word},
            "options": options,
            **self._tables.record(),
            "colours": colours,
            "keys": [key._asdict() for key in KEYS],
            "boards": [boards.record() for boards in self._boards.values()],
            "puzzles": puzzles,
            "pictures": [film.pictures for _, film in self._puzzles],
        }


def film_document(runs: Iterable[tuple[str, Iterable[Event]]], **options: object) -> dict[str, Any]:
    """Return the document of `runs`, each a title and its events; see `FilmDocument.record`.

    Events that are a `Run` have their place.
    """
    document = FilmDocument()
    for title, events in runs:
        film: PuzzleFilm | None = None
        source = events.source if isinstance(events, Run) else ""
        for event in events:
            if film is not None:
                film.take(event)
            elif isinstance(event, Started):
                film = document.puzzle(event, title, source=source)
    return document.record(**options)
