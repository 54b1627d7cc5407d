"""A session: one board being watched or worked on, with its history.

It knows no window and draws nothing: windows and tests are its views. What a run does, what a
person does by hand and what strategies do as helpers are moments of one history; undo is `back`,
redo is `forward`.

A session belongs to one thread. What takes long can be done elsewhere: a view may draw its run
(``next(session.run)``) and the events of `events_of` and `events_of_list`, and make the calls that
`hinting` and `checking` give, in a thread of its own, and hand the events to `take` and
`take_steps`. All methods are quick but those that say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

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
from sudoku_engine.api.hint_text import Depth
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.words import symbol
from sudoku_engine.errors import UsageError, near_name
from sudoku_engine.isolation.time_limits import NO_LAST_RESORT, LastResort
from sudoku_engine.plugins.component import Component
from sudoku_engine.session import board_file, hand_moves
from sudoku_engine.session.advice import Hint, checked, hinted
from sudoku_engine.session.hand_moves import Mistake
from sudoku_engine.session.helpers import Applied, How, once, summary, up_to_first_step
from sudoku_engine.session.history import History, Moment
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings, Mode

__all__ = ["Applied", "Hint", "How", "Mistake", "Moment", "Session"]

USUAL_SETTINGS = LoopSettings()


class Session:
    """A cursor over a run plus a person's own moves, in one history.

    The first moment is the board that it begins with; once the `run` has started, it carries
    `Started`. Search events (`Tried`, `TakenBack`) are no moments: `searched` holds the digits that
    the search has standing, by cell, where it is just now. `mistake` is the last digit or note
    that was refused, until something else is done.
    """

    def __init__(
        self,
        grid: Grid,
        *,
        run: Run | None = None,
        strategies: Sequence[Component] = (),
        settings: LoopSettings = USUAL_SETTINGS,
        source: str = "",
        last_resort: LastResort = NO_LAST_RESORT,
    ) -> None:
        """A session on `grid`, over a `run` that begins there, or without one.

        Without a run the board's pencil marks are kept as the `settings` say. `strategies`
        are the helpers, in their order; `source` says where the puzzle stands;
        `last_resort`: what to do about a strategy that nothing can stop.
        """
        self.run = run
        self.strategies = tuple(strategies)
        self.settings = settings
        self.source = source
        self.searched: dict[int, int] = {}
        self.mistake: Mistake | None = None
        self._last_resort = last_resort
        self._is_run_over = run is None
        self._begin(grid if run else grid.with_marks(settings.pencilmarks))

    def _begin(self, grid: Grid) -> None:
        self._history = History(grid)
        self._saved = grid
        self.searched.clear()
        self.mistake = None

    @property
    def moment(self) -> Moment:
        """The moment at the cursor."""
        return self._history.moment

    @property
    def grid(self) -> Grid:
        """The board at the cursor, after what happened there."""
        return self._history.moment.after

    @property
    def layout(self) -> Layout:
        """The layout of the board at the cursor."""
        return self.grid.layout

    @property
    def position(self) -> int:
        """Where the cursor is: 0 at the first board."""
        return self._history.position

    @property
    def length(self) -> int:
        """How many moments there are, the first board included."""
        return len(self._history)

    @property
    def is_solved(self) -> bool:
        """Whether the board at the cursor is solved."""
        return self.grid.is_solved

    @property
    def is_run_over(self) -> bool:
        """Whether no more of a run comes: it has ended, was left for own moves, or is none."""
        return self._is_run_over

    @property
    def wants_more(self) -> bool:
        """Whether the cursor is at the end and the run is not over: its next event is wanted."""
        return self._history.is_at_end and not self._is_run_over

    @property
    def searched_grid(self) -> Grid | None:
        """The board as the search under way has it, None where none is under way."""
        if not self.searched:
            return None
        start = self._history.first.after
        digits = list(start.digits)
        for cell, digit in self.searched.items():
            digits[cell] = digit
        return Grid(start.layout, digits, given=start.given, marks=start.marks)

    def take(self, event: Event) -> None:
        """Takes in the next event of the run; a cursor at the end moves on to it.

        Events of a run that was left for own moves are passed over.
        """
        if self._is_run_over:
            return
        history = self._history
        if isinstance(event, Tried):
            self.searched[event.cell] = event.digit
        elif isinstance(event, TakenBack):
            self.searched.pop(event.cell, None)
        elif isinstance(event, Started):
            if history.first.after == self._saved:
                self._saved = event.grid
            history.begin_with(Moment(event.grid, event, event.grid))
        else:
            if isinstance(event, Ended):
                self._end_run()
            history.append(self._moment_of(event, history.last.after))

    def _moment_of(
        self, event: Stepped | Faulted | Rejected | Found | Moved | Ended, before: Grid
    ) -> Moment:
        if isinstance(event, Found):  # each is a solution of the first board
            before = self._history.first.after
        after = before if isinstance(event, (Faulted, Rejected)) else event.grid
        return Moment(before, event, after)

    def _end_run(self) -> None:
        self._is_run_over = True
        self.searched.clear()

    def _draw(self) -> bool:
        """Takes in the run's next event, drawn here; False where none comes any more."""
        if self._is_run_over or self.run is None:
            return False
        event = next(self.run, None)
        if event is None:
            self._end_run()
            return False
        self.take(event)
        return True

    def forward(self, draw: bool = True) -> bool:
        """Moves the cursor one moment on; False where nothing comes any more.

        Where that moment is still to come it is drawn from the run, which may take long; with
        `draw` False only what is there counts.
        """
        position = next(self._positions_ahead(draw), None)
        if position is not None:
            self.go_to(position)
        return position is not None

    def back(self) -> bool:
        """Moves the cursor one moment back; False at the first board."""
        return self.go_to(self.position - 1)

    def home(self) -> bool:
        """Moves the cursor to the first board; whether it was elsewhere."""
        return self.go_to(0)

    def end(self, draw: bool = True) -> bool:
        """Moves the cursor to the last moment; whether it was elsewhere.

        The run is drawn to its end first, which may take long, unless `draw` is False.
        """
        here = self.position
        while draw and self._draw():
            pass
        self.go_to(self.length - 1)
        return self.position != here

    def go_to(self, position: int) -> bool:
        """Moves the cursor to `position`, as far as there are moments; whether it moved."""
        self.mistake = None
        return self._history.move_to(position)

    def forward_to(self, strategy_id: str | None = None, draw: bool = True) -> bool:
        """Moves the cursor to the next step of a strategy; None: of another than the present one.

        Where no such step comes the cursor stays, and it is False. `draw`: as for `forward`.
        """
        here = self.position
        present = self.moment.strategy_id
        for position in self._positions_ahead(draw):
            found = self._history[position].strategy_id
            if found == strategy_id if strategy_id else found not in (None, present):
                self.go_to(position)
                return True
        self.go_to(here)  # what is drawn takes a cursor at the end along
        return False

    def _positions_ahead(self, draw: bool) -> Iterator[int]:
        """The positions after the cursor, those still to come drawn from the run if `draw`."""
        position = self.position + 1
        while position < self.length or (draw and self._draw()):
            if position < self.length:
                yield position
                position += 1

    def why_not(self, cell: int, digit: int) -> str | None:
        """Why `digit` cannot be placed in `cell`, in words, or None."""
        return hand_moves.placing_refused(self.grid, cell, digit)

    def place(self, cell: int, digit: int) -> Mistake | None:
        """Places `digit` in `cell`, also in place of another; a Mistake where it does not fit.

        It fits where no peer holds it, whether or not it is what the solution has there.
        """
        grid = self.grid
        if why := self.why_not(cell, digit):
            return self._refuse(cell, digit, why)
        self.mistake = None
        old = grid.digits[cell]
        if old != digit:
            emptied = hand_moves.without_digit(self._history.past(), cell) if old else grid
            instead = f" in place of {symbol(old)}" if old else ""
            note = f"{symbol(digit)} placed in {self.layout.cells[cell]}{instead}"
            self._do(hand_moves.with_digit(emptied, cell, digit), note)
        return None

    def erase(self, cell: int) -> Mistake | None:
        """Empties `cell`; a Mistake where its digit was given.

        Candidates come back, but those struck by hand or by strategies before the digit came.
        """
        why = hand_moves.erasing_refused(self.grid, cell)
        digit = self.grid.digits[cell]
        if why:
            return self._refuse(cell, digit, why)
        self.mistake = None
        if digit:
            emptied = hand_moves.without_digit(self._history.past(), cell)
            self._do(emptied, f"{symbol(digit)} erased from {self.layout.cells[cell]}")
        return None

    def toggle_note(self, cell: int, digit: int) -> Mistake | None:
        """Strikes the candidate `digit` of `cell`, or adds it again; a Mistake where it cannot."""
        grid = self.grid
        if why := hand_moves.note_refused(grid, cell, digit):
            return self._refuse(cell, digit, why)
        self.mistake = None
        verb, word = ("struck", "from") if digit in grid.candidates(cell) else ("added", "in")
        note = f"note {symbol(digit)} {verb} {word} {self.layout.cells[cell]}"
        self._do(hand_moves.with_note(grid, cell, digit), note)
        return None

    @property
    def mistakes(self) -> int:
        """The cells that are wrong now, a bit a cell.

        Those whose digit a peer holds too, and that of `mistake`.
        """
        refused = mask_of([self.mistake.cell]) if self.mistake else 0
        return hand_moves.repeated(self.grid) | refused

    def _refuse(self, cell: int, digit: int, why: str) -> Mistake:
        self.mistake = Mistake(cell, digit, why)
        return self.mistake

    def _do(self, after: Grid, note: str) -> None:
        self._branch(Moment(self.grid, None, after, note))

    def _branch(self, moment: Moment) -> None:
        """Goes on with `moment` from the cursor; what lay ahead, and the run, are left."""
        self._end_run()
        self._history.branch(moment)

    def events_of(self, strategy_id: str, how: How) -> Iterator[Event]:
        """What the strategy does on the board at the cursor; to be drawn anywhere, may take long.

        Raises UsageError, at once, for a strategy that the session has not.
        """
        component = self._strategy(strategy_id)
        if how == "step":
            return up_to_first_step(self._events([component], "first"))
        if how == "pass":
            return self._events([once(component)], "pass")
        return self._events([component], "fixpoint")

    def events_of_list(self) -> Iterator[Event]:
        """What all strategies do on the board at the cursor; as `events_of`."""
        return self._events(self.strategies, self.settings.mode)

    def take_steps(self, events: Iterable[Event]) -> Applied:
        """Takes in what `events_of` or `events_of_list` gave, at once or bit by bit.

        Each step and fault is a moment. As slow as the `events` are: quick for a list of them.
        Raises UsageError for a step that was found on another board than the one at the cursor.
        """
        self.mistake = None
        taken = []
        for event in events:
            taken.append(event)
            if isinstance(event, Stepped) and event.grid != self.grid.apply(event.step):
                raise UsageError("the board has changed since the strategy looked at it: try again")
            if isinstance(event, (Stepped, Faulted, Rejected)):
                self._branch(self._moment_of(event, self.grid))
        return summary(taken)

    def apply(self, strategy_id: str, how: How) -> Applied:
        """What came of a strategy applied to the board; may take long (see `events_of`)."""
        return self.take_steps(self.events_of(strategy_id, how))

    def solve_by_list(self) -> Applied:
        """What came of all strategies, in their order; may take long (see `events_of_list`)."""
        return self.take_steps(self.events_of_list())

    def _strategy(self, strategy_id: str) -> Component:
        for component in self.strategies:
            if component.id == strategy_id:
                return component
        known = [component.id for component in self.strategies]
        raise UsageError(f"unknown strategy {strategy_id!r}: {near_name(strategy_id, known)}")

    def _events(self, strategies: Sequence[Component], mode: Mode) -> Iterator[Event]:
        return self._loop(strategies, mode).events(self.grid)

    def _loop(self, strategies: Sequence[Component], mode: Mode) -> Loop:
        settings = replace(self.settings, mode=mode, pencilmarks=self.grid.marks)
        return Loop(strategies, settings, last_resort=self._last_resort)

    def hinting(self, depth: Depth = "why") -> Callable[[], Hint]:
        """A call that gives the hint on the board at the cursor; to be made anywhere."""
        return partial(hinted, self.grid, self._loop(self.strategies, "first"), depth)

    def hint(self, depth: Depth = "why") -> Hint:
        """The next step, told as far as `depth` says, or that there is a mistake; may take long."""
        return self.hinting(depth)()

    def checking(self) -> Callable[[], str]:
        """A call that checks the board at the cursor; to be made anywhere."""
        return partial(checked, self.grid)

    def check(self) -> str:
        """Whether all is right so far, in a sentence that gives nothing away; may take long."""
        return self.checking()()

    @property
    def is_saved(self) -> bool:
        """Whether the board at the cursor is the one last saved, loaded or begun with."""
        return self.grid == self._saved

    def save(self, path: str) -> None:
        """Writes the board at the cursor to a file, whole or not at all.

        `load` gives the same board back (see `board_file.save`). Raises UsageError where it cannot
        be written.
        """
        board_file.save(self.grid, path)
        self._saved = self.grid

    def load(self, path: str) -> None:
        """Begins anew with the one puzzle of a file. Raises FormatError, and nothing changes.

        Where its size is that of the present board, so are its boxes and diagonals.
        """
        grid = board_file.load(path, self.layout, self.settings.pencilmarks)
        self._end_run()
        self.source = path
        self._begin(grid)
