"""A cursor over the events of a run, forward and back, and the keys of a film, which move it."""

from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine.api.events import (
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
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import tell
from sudoku_plugins.session.hand_moves import NO_MARKS, Moment, OwnMarks


class Playback:
    """A cursor over a `run` that begins on `grid`, or over a history without a run.

    The first moment is the first board; once the run has started, it carries `Started`. Search
    events (`Tried`, `TakenBack`) are not moments: `searched` holds the digits that the search has
    placed just now, by cell.

    Use a playback in one thread only. Another thread may draw events (``next(playback.run)``),
    which you then pass to `take`. All methods are quick unless they say otherwise.
    """

    def __init__(self, grid: Grid, run: Run | None = None) -> None:
        self.run = run
        self.searched: dict[int, int] = {}
        self._is_run_over = run is None
        self._begin(grid)

    def _begin(self, grid: Grid, own: OwnMarks = NO_MARKS) -> None:
        self._moments = [Moment(grid, None, grid, own=own)]
        self.position = 0
        """The number of the moment at the cursor; 0 is the first board."""

    @property
    def moment(self) -> Moment:
        """The moment at the cursor."""
        return self._moments[self.position]

    def moment_at(self, position: int) -> Moment:
        """Return the moment at `position`."""
        return self._moments[position]

    @property
    def grid(self) -> Grid:
        """The board at the cursor, after what happened there."""
        return self.moment.after

    @property
    def layout(self) -> Layout:
        """The layout of the board at the cursor."""
        return self.grid.layout

    @property
    def length(self) -> int:
        """The number of moments, the first board included."""
        return len(self._moments)

    @property
    def is_solved(self) -> bool:
        """Whether the board at the cursor is solved."""
        return self.grid.is_solved

    @property
    def wants_more(self) -> bool:
        """Whether the cursor is at the end and the run is not over, so its next event is needed."""
        return self.position == self.length - 1 and not self._is_run_over

    @property
    def searched_grid(self) -> Grid | None:
        """The board as the current search has filled it; None without a search."""
        if not self.searched:
            return None
        start = self._moments[0].after
        digits = list(start.digits)
        for cell, digit in self.searched.items():
            digits[cell] = digit
        return Grid(start.layout, digits, given=start.given, marks=start.marks)

    def take(self, event: Event) -> None:
        """Add the next event of the run, unless it was left; a cursor at the end moves on to it."""
        if self._is_run_over:
            return
        if isinstance(event, Tried):
            self.searched[event.cell] = event.digit
        elif isinstance(event, TakenBack):
            self.searched.pop(event.cell, None)
        elif isinstance(event, Started):
            self._moments[0] = Moment(event.grid, event, event.grid)
        else:
            if isinstance(event, Ended):
                self._end_run()
            self._append(self._moment_of(event, self._moments[-1].after))

    def _append(self, moment: Moment) -> None:
        follows = self.position == self.length - 1
        self._moments.append(moment)
        self.position += follows

    def _moment_of(
        self, event: Stepped | Faulted | Rejected | Found | Moved | Ended, before: Grid
    ) -> Moment:
        if isinstance(event, Found):  # each is a solution of the first board
            before = self._moments[0].after
        after = before if isinstance(event, (Faulted, Rejected)) else event.grid
        return Moment(before, event, after)

    def _end_run(self) -> None:
        self._is_run_over = True
        self.searched.clear()

    def _draw(self) -> bool:
        """Draw and add the run's next event; return False if there are no more."""
        if self._is_run_over or self.run is None:
            return False
        event = next(self.run, None)
        if event is None:
            self._end_run()
            return False
        self.take(event)
        return True

    def forward(self, draw: bool = True) -> bool:
        """Move the cursor one moment on; return False if nothing comes after it.

        If the next moment is not known yet, it is drawn from the run, which may take long; with
        `draw` False only known moments count.
        """
        position = self.position + 1
        while position >= self.length and draw and self._draw():
            pass
        self.go_to(position)
        return self.position == position

    def back(self) -> bool:
        """Move the cursor one moment back; return False at the first board."""
        return self.go_to(self.position - 1)

    def home(self) -> bool:
        """Move the cursor to the first board; return whether it was elsewhere."""
        return self.go_to(0)

    def end(self, draw: bool = True) -> bool:
        """Move the cursor to the end, which is drawn first; return whether it was elsewhere."""
        here = self.position
        while draw and self._draw():
            pass
        self.go_to(self.length - 1)
        return self.position != here

    def go_to(self, position: int) -> bool:
        """Move the cursor to `position`, or to the nearest moment; return whether it moved."""
        before = self.position
        self.position = min(max(position, 0), self.length - 1)
        return self.position != before


class Binding(NamedTuple):
    """Keys and their action.

    `keys`: their names, the character that a key writes or ``space``, ``Right``, ``PageDown``, ….
    `action`: what they do; empty for keys that are handled elsewhere. `shown`: the keys as the
    help writes them. `meaning`: what they do, in words.
    """

    keys: tuple[str, ...]
    action: str
    shown: str
    meaning: str


BINDINGS = (
    Binding(("space",), "play_or_pause", "space", "play, pause"),
    Binding(("Right",), "forward", "→, click", "next step; completes one that is partly revealed"),
    Binding(("Left",), "back", "←, right click", "previous step"),
    Binding(("r", "Return"), "reveal", "r, Enter", "reveal: where, what, why, change, next step"),
    Binding(("n",), "other", "n", "go to the next step of another strategy"),
    Binding(("N",), "same", "N", "go to the next step of the same strategy"),
    Binding((), "", "click on the bar", "go to where the board is as full"),
    Binding(("Home",), "home", "Home", "go to the start"),
    Binding(("End",), "end", "End", "go to the end"),
    Binding(("+", "="), "faster", "+", "faster"),
    Binding(("-", "_"), "slower", "-", "slower"),
    Binding(("c",), "candidates", "c", "show or hide candidates"),
    Binding(("l",), "labels", "l", "show or hide row and column numbers"),
    Binding(("z",), "zoom", "z", "zoom in on the pattern, or out"),
    Binding(("t",), "theme", "t", "change colours: light, dark, projector"),
    Binding(("p", "PageDown"), "next", "p, PageDown", "next puzzle"),
    Binding(("P", "PageUp"), "previous", "P, PageUp", "previous puzzle"),
    Binding(("F11",), "", "F11", "full screen; Escape leaves it"),
    Binding(("?", "h", "F1"), "help", "?, h", "show or hide this help"),
    Binding(("q", "Control-q", "Control-w"), "quit", "q", "quit"),
)
"""In the order of the help."""

ACTIONS = {key: binding.action for binding in BINDINGS for key in binding.keys if binding.action}
"""The action of each key."""


def help_lines(bindings: Sequence[Binding] = BINDINGS) -> tuple[str, ...]:
    """Return a line of help for each of the `bindings`."""
    return tuple(f"{tell(each.shown)}:  {tell(each.meaning)}" for each in bindings)
