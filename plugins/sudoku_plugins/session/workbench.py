"""A session: one board to work on, with its history and with strategies as helpers.

It knows no window and draws nothing: windows and tests are its views. The events of a run, the
user's own moves, and the steps of helping strategies are moments of one history; undo is `back`,
redo is `forward`.

Use a session in one thread only. A view may do long work in another thread: draw the events of
`events_of` and `events_of_list`, and make the calls that `hinting`, `listing` and `checking`
return. It then passes the events to `take_steps`. All methods are quick unless they say otherwise.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from sudoku_engine.api.event_text import Depth
from sudoku_engine.api.events import Event, Faulted, Rejected, Started, Stepped
from sudoku_engine.api.run import Run
from sudoku_engine.board.clue import Clue, Value
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.say import tell, tell_name
from sudoku_engine.board.step import Candidate
from sudoku_engine.board.variants import rule_book
from sudoku_engine.errors import UsageError, near_name
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings, Mode
from sudoku_plugins.reasons.why import Why
from sudoku_plugins.session import board_file, hand_moves
from sudoku_plugins.session.advice import (
    AllSteps,
    Applied,
    Hint,
    How,
    all_steps,
    check_board,
    explain,
    find_hint,
    find_last_right,
    summary,
    tell_solutions,
    up_to_first_step,
)
from sudoku_plugins.session.hand_moves import (
    NO_MARKS,
    Colours,
    Mistake,
    Moment,
    Notes,
    OwnMarks,
)
from sudoku_plugins.session.playback import Playback
from sudoku_plugins.session.survey import survey

__all__ = ["AllSteps", "Applied", "Hint", "How", "Mistake", "Moment", "Session"]

USUAL_SETTINGS = LoopSettings()
BOARD_HAS_CHANGED = "the board has changed since the strategy looked at it: apply it again"


class Session(Playback):
    """A cursor over a run plus the user's own moves, in one history.

    `strategies` are the helpers, in their order; `settings` say how they are applied; `source`
    says where the puzzle comes from, `name` how it is called. `mistake` is the last digit or note
    that was refused, until the next action.
    """

    def __init__(
        self,
        grid: Grid,
        *,
        run: Run | None = None,
        strategies: Sequence[Component] = (),
        settings: LoopSettings = USUAL_SETTINGS,
        source: str = "",
        name: str = "",
        has_notes: bool = True,
        layout: Layout | None = None,
    ) -> None:
        """Begin on `grid`, over a `run` that begins there, or without one.

        Without a run the board's pencil marks are kept as the `settings` say. `has_notes`: whether
        all candidates are shown as notes from the beginning; else the user writes notes of their
        own. `layout`: that of puzzles of its size that are read; by default they have the shape of
        the present board, without its clues.
        """
        start = grid if run else grid.with_marks(settings.pencilmarks)
        super().__init__(start, run)
        self.strategies = tuple(strategies)
        self.settings = settings
        self.source = source
        self.name = name
        self.mistake: Mistake | None = None
        self._layout = layout
        self.has_notes = has_notes
        self.budget: int | None = None
        """The number of choices to try for a smallest reason; None for the default."""
        self._saved = start, NO_MARKS
        self._savepoints: list[Moment] = []

    def take(self, event: Event) -> None:
        """Add the next event of the run, unless it was left for own moves."""
        start = self._moments[0].after
        super().take(event)
        if isinstance(event, Started) and self._saved[0] == start:
            self._saved = self._moments[0].after, NO_MARKS

    def go_to(self, position: int) -> bool:
        """Move the cursor to `position`, or to the nearest moment; return whether it moved."""
        self.mistake = None
        return super().go_to(position)

    def why_not(self, cell: int, digit: int) -> str | None:
        """Return why `digit` cannot be placed in `cell`, in words; None if it can."""
        return hand_moves.placing_refused(self.grid, cell, digit)

    def place(self, cell: int, digit: int) -> Mistake | None:
        """Place `digit` in `cell`, even over another digit; return a Mistake if it does not fit.

        A digit fits if no peer holds it, even if the solution has another digit there.
        """
        grid = self.grid
        if why := self.why_not(cell, digit):
            return self._refuse(cell, digit, why)
        self.mistake = None
        old = grid.digits[cell]
        if old != digit:
            emptied = hand_moves.without_digit(self._past, cell) if old else grid
            note = tell(
                "{digit} placed in {cell} in place of {old}" if old else "{digit} placed in {cell}",
                digit=digit,
                cell=self.layout.cells[cell],
                old=old,
            )
            self._do(hand_moves.with_digit(emptied, cell, digit), note)
        return None

    def erase(self, cell: int) -> Mistake | None:
        """Empty `cell`, whose candidates come back; return a Mistake if its digit is a given."""
        why = hand_moves.erasing_refused(self.grid, cell)
        digit = self.grid.digits[cell]
        if why:
            return self._refuse(cell, digit, why)
        self.mistake = None
        if digit:
            emptied = hand_moves.without_digit(self._past, cell)
            where = self.layout.cells[cell]
            self._do(emptied, tell("{digit} erased from {cell}", digit=digit, cell=where))
        return None

    def toggle_note(self, cell: int, digit: int) -> Mistake | None:
        """Remove the candidate `digit` of `cell`, or add it again; return a Mistake if refused."""
        grid = self.grid
        if why := hand_moves.note_refused(grid, cell, digit):
            return self._refuse(cell, digit, why)
        note = self._noted(cell, digit, digit not in grid.candidates(cell))
        self._do(hand_moves.with_note(grid, cell, digit), note)
        return None

    def put(
        self, grid: Grid, own: OwnMarks | None = None, note: str = "the board was changed"
    ) -> None:
        """Continue with `grid`, the same puzzle changed elsewhere, and `own` marks on it."""
        self.mistake = None
        if grid != self.grid or own is not None:
            self._do(grid, note, own)

    def set_clue(self, rule: str, cells: Sequence[int] = (), value: Value = None) -> None:
        """Add the clue of `rule`, in place of an older one there; raises LayoutError."""
        clue = rule_book().clue(self.layout, rule, cells, value)
        kept = [
            each for each in self.layout.clues if (each.rule, each.cells) != (clue.rule, clue.cells)
        ]
        self._put_clues([*kept, clue], tell("{clue} is set", clue=tell_name(str(clue))))

    def remove_clue(self, clue: Clue) -> None:
        """Take `clue` off the board; the candidates are found anew."""
        self._put_clues(
            [each for each in self.layout.clues if each != clue],
            tell("{clue} is removed", clue=tell_name(str(clue))),
        )

    def _put_clues(self, clues: Sequence[Clue], note: str) -> None:
        layout = rule_book().with_clues(self.layout.keeping(()), clues)
        grid = self.grid
        self._do(Grid(layout, grid.digits, given=grid.given, marks=grid.marks), note)

    def give(self, are_given: bool) -> None:
        """Make all digits on the board givens, or digits that can be changed."""
        grid = self.grid
        given = self.layout.all_cells & ~grid.boards[0] if are_given else 0
        note = tell("the digits are givens" if are_given else "the givens can be changed")
        after = Grid(grid.layout, grid.digits, masks=grid.masks, given=given, marks=grid.marks)
        self._do(after, note)

    @property
    def own(self) -> OwnMarks:
        """The user's marks on the board at the cursor; they do not change its candidates."""
        return self.moment.own.on(self.grid)

    @property
    def notes(self) -> Notes:
        """The user's own notes on the board at the cursor."""
        return self.own.notes

    def _noted(self, cell: int, digit: int, is_new: bool) -> str:
        return tell(
            "note {digit} added in {cell}" if is_new else "note {digit} removed from {cell}",
            digit=digit,
            cell=self.layout.cells[cell],
        )

    def write_note(self, cell: int, digit: int, is_centre: bool = False) -> Mistake | None:
        """Write `digit` in `cell` as a note of the user's own, or remove the note.

        `is_centre`: whether it is in the middle of the cell. A note that was eliminated becomes a
        candidate again. Return a Mistake if the note is refused.
        """
        grid, own, note = self.grid, self.own, Candidate(cell, digit)
        notes = own.centres if is_centre else own.notes
        if why := hand_moves.note_refused(grid, cell, digit):
            return self._refuse(cell, digit, why)
        after = grid if digit in grid.candidates(cell) else hand_moves.with_note(grid, cell, digit)
        text = self._noted(cell, digit, note not in notes)
        notes ^= {note}
        own = own._replace(centres=notes) if is_centre else own._replace(notes=notes)
        self._do(after, text, own)
        return None

    @property
    def colours(self) -> Colours:
        """The user's marks on the candidates of the board at the cursor."""
        return self.own.colours

    def shade(self, cells: Sequence[int], colour: int) -> None:
        """Colour `cells` with the number `colour`; remove the colour if all of them have it."""
        own, where = self.own, [self.layout.cells[cell] for cell in cells]
        shades = {cell: shade for cell, shade in own.shades.items() if cell not in cells}
        note = tell("colour removed from {cells}", cells=where)
        if any(own.shades.get(cell) != colour for cell in cells):
            shades.update(dict.fromkeys(cells, colour))
            note = tell("colour {colour:#} for {cells}", colour=colour, cells=where)
        self._do(self.grid, note, own._replace(shades=shades))

    def wipe(self, cells: Sequence[int]) -> None:
        """Remove all of the user's marks in `cells`."""
        own = self.own
        left = OwnMarks(
            {each: colour for each, colour in own.colours.items() if each.cell not in cells},
            frozenset(each for each in own.notes if each.cell not in cells),
            frozenset(each for each in own.centres if each.cell not in cells),
            {cell: colour for cell, colour in own.shades.items() if cell not in cells},
        )
        self.mistake = None
        if left != own:
            where = [self.layout.cells[cell] for cell in cells]
            self._do(self.grid, tell("marks removed from {cells}", cells=where), left)

    def set_savepoint(self) -> int:
        """Remember the board at the cursor, and return the number of savepoints."""
        self._savepoints.append(self.moment)
        return len(self._savepoints)

    @property
    def savepoints(self) -> Sequence[Moment]:
        """The moments that were remembered, the latest at the end."""
        return tuple(self._savepoints)

    def return_to_savepoint(self) -> bool:
        """Return to the last savepoint, or to the savepoint before if the board is there already.

        It is a move like others, so `back` undoes it. Return False if there is no savepoint.
        """
        here = self.moment.after, self.moment.own
        for saved in reversed(self._savepoints):
            if (saved.after, saved.own) != here:
                note = tell("back to savepoint {n:#}", n=len(self._savepoints))
                self._do(saved.after, note, saved.own)
                break
            if len(self._savepoints) > 1:
                self._savepoints.pop()
        return bool(self._savepoints)

    def restart(self) -> None:
        """Begin the puzzle anew; `back` undoes it."""
        first = self._moments[0]
        self._do(first.after, tell("the puzzle starts again"), first.own)

    def colour(self, cell: int, digit: int, colour: int) -> Mistake | None:
        """Mark a candidate with a `colour`, or unmark it; return a Mistake for no candidate."""
        name, marked = self.layout.cells[cell], Candidate(cell, digit)
        if not hand_moves.is_candidate(self.grid, marked):
            return self._refuse(
                cell, digit, tell("{cell} has no candidate {digit}", cell=name, digit=digit)
            )
        colours = dict(self.colours)
        if colours.pop(marked, None) == colour:
            note = tell("mark removed from {digit} in {cell}", digit=digit, cell=name)
        else:
            colours[marked] = colour
            note = tell(
                "colour {colour:#} for {digit} in {cell}", colour=colour, digit=digit, cell=name
            )
        self._do(self.grid, note, self.own._replace(colours=colours))
        return None

    def remove_colours(self) -> None:
        """Remove all colours of candidates and cells."""
        own = self.own
        if own.colours or own.shades:
            self._do(self.grid, tell("all marks removed"), own._replace(colours={}, shades={}))

    @property
    def mistakes(self) -> int:
        """The wrong cells, a bit for each cell: digits that a peer repeats, and `mistake`."""
        refused = mask_of([self.mistake.cell]) if self.mistake else 0
        return hand_moves.repeated(self.grid) | refused

    def _refuse(self, cell: int, digit: int, why: str) -> Mistake:
        self.mistake = Mistake(cell, digit, why)
        return self.mistake

    def _do(self, after: Grid, note: str, own: OwnMarks | None = None) -> None:
        self.mistake = None
        self._branch(Moment(self.grid, None, after, note), own)

    def _branch(self, moment: Moment, own: OwnMarks | None = None) -> None:
        """Continue with `moment` from the cursor, and with the `own` marks; leave the run."""
        self._end_run()
        own = self.moment.own if own is None else own
        self._moments = self._past
        self._append(moment._replace(own=own))

    @property
    def _past(self) -> list[Moment]:
        return self._moments[: self.position + 1]

    def events_of(self, strategy_id: str, how: How) -> Iterator[Event]:
        """Return the events of the strategy on the board at the cursor; drawing may take long.

        Any thread may draw the events. Raise UsageError at once for a strategy that the session
        does not have.
        """
        component = next((each for each in self.strategies if each.id == strategy_id), None)
        if component is None:
            known = [each.id for each in self.strategies]
            raise UsageError(f"unknown strategy {strategy_id!r}: {near_name(strategy_id, known)}")
        modes: dict[How, Mode] = {"step": "first", "pass": "pass", "fixpoint": "fixpoint"}
        loop = self._loop([component], modes[how], passes=1 if how == "pass" else None)
        events = loop.events(self.grid)
        return up_to_first_step(events) if how == "step" else events

    def events_of_list(self, last: str = "") -> Iterator[Event]:
        """Return the events of all strategies, or of those up to `last`; see `events_of`."""
        ids = [each.id for each in self.strategies]
        taken = self.strategies[: ids.index(last) + 1] if last else self.strategies
        return self._loop(taken, self.settings.mode).events(self.grid)

    def take_steps(self, events: Iterable[Event]) -> Applied:
        """Add events of `events_of` or `events_of_list`, at once or bit by bit.

        Each step and each fault becomes a moment. It is as slow as the `events`: quick for a list.
        Raise UsageError for a step that was found on a board other than the one at the cursor.
        """
        self.mistake = None
        taken = []
        for event in events:
            taken.append(event)
            if isinstance(event, Stepped) and event.grid != self.grid.apply(event.step):
                raise UsageError(BOARD_HAS_CHANGED)
            if isinstance(event, (Stepped, Faulted, Rejected)):
                self._branch(self._moment_of(event, self.grid))
        return summary(taken)

    def apply(self, strategy_id: str, how: How) -> Applied:
        """Apply a strategy to the board; may take long (see `events_of`)."""
        return self.take_steps(self.events_of(strategy_id, how))

    def solve_by_list(self) -> Applied:
        """Apply all strategies, in their order; may take long (see `events_of_list`)."""
        return self.take_steps(self.events_of_list())

    def take_listed(self, event: Stepped) -> Applied:
        """Apply one of all steps; raise UsageError if the board has changed since."""
        if event.grid != self.grid:
            raise UsageError(BOARD_HAS_CHANGED)
        return self.take_steps([event._replace(number=1, grid=self.grid.apply(event.step))])

    def _loop(self, strategies: Sequence[Component], mode: Mode, passes: int | None = None) -> Loop:
        return Loop(strategies, self._settings(mode, passes))

    def _settings(self, mode: Mode, passes: int | None = None) -> LoopSettings:
        return replace(self.settings, mode=mode, pencilmarks=self.grid.marks, max_passes=passes)

    def hinting(self, depth: Depth = "why") -> Callable[[], Hint]:
        """Return a function that finds the hint for the board at the cursor, in any thread."""
        loop, if_several = (self._loop(each, "first") for each in (self.strategies, self._usual))
        return partial(find_hint, self.grid, loop, if_several, depth)

    @property
    def _usual(self) -> tuple[Component, ...]:
        return tuple(each for each in self.strategies if each.level != "extreme")

    def hint(self, depth: Depth = "why") -> Hint:
        """Return the next step up to `depth`, or a report of a mistake; may take long."""
        return self.hinting(depth)()

    def listing(self, has_extreme: bool = True) -> Callable[[], AllSteps]:
        """Return a function that finds all steps on the board at the cursor, in any thread.

        Without `has_extreme`, strategies of that level are tried only if no other finds a step:
        they may take seconds.
        """
        settings = self._settings("first")
        surveys = [
            partial(survey, self.grid, strategies, settings)
            for strategies in ([] if has_extreme else [self._usual]) + [self.strategies]
        ]
        return partial(all_steps, self.grid, surveys)

    def all_steps(self) -> AllSteps:
        """Return all steps on the board, or a report of a mistake; may take long."""
        return self.listing()()

    def explaining(self, candidate: Candidate | None = None) -> Callable[[], Why]:
        """Return a function that finds why `candidate` can be eliminated, in any thread.

        Without it, it finds the simplest next step. The function raises PuzzleError for a board
        with a mistake and for a candidate that it does not have, UsageError without python-sat.
        """
        return partial(explain, self.grid, candidate, self.budget)

    def why(self, candidate: Candidate | None = None) -> Why:
        """Return the smallest reason for an elimination; may take long. See `explaining`."""
        return self.explaining(candidate)()

    def checking(self) -> Callable[[], str]:
        """Return a function that checks the board at the cursor, in any thread."""
        return partial(check_board, self.grid)

    def check(self) -> str:
        """Return whether the board is right so far, without revealing digits; may take long."""
        return self.checking()()

    def counting(self) -> Callable[[], str]:
        """Return a function that counts the solutions of the board at the cursor, in any thread."""
        return partial(tell_solutions, self.grid)

    def finding_last_right(self) -> Callable[[], int | None]:
        """Return a function that finds the last right position up to the cursor, if any."""
        return partial(find_last_right, [moment.after for moment in self._past])

    @property
    def is_saved(self) -> bool:
        """Whether the board at the cursor is the last one saved or loaded, or the first."""
        return (self.grid, self.own) == self._saved

    def save(self, path: str) -> None:
        """Write the board at the cursor to a file; raise UsageError if it cannot be written."""
        board_file.save(self.grid, path, self.own)
        self._saved = self.grid, self.own

    def load(self, path: str) -> None:
        """Begin again with the one puzzle of a file. If FormatError is raised, nothing changes.

        A puzzle of the same size as the present board has the same boxes and diagonals, and no
        clues but its own.
        """
        board = board_file.load(path, self._shape, self.settings.pencilmarks)
        self.begin(*board, source=path)

    def paste(self, text: str) -> None:
        """Begin again with the one puzzle in `text`, as `load` does with a file."""
        lines, marks = text.splitlines(), self.settings.pencilmarks
        self.begin(*board_file.board_in(lines, "clipboard", self._shape, marks), source="clipboard")

    @property
    def _shape(self) -> Layout:
        """The layout of puzzles that are read, if they have its size."""
        return self._layout or self.layout.usual.shape

    def begin(self, grid: Grid, own: OwnMarks = NO_MARKS, *, source: str = "") -> None:
        """Begin again with `grid`, and the user's marks on it."""
        self._end_run()
        self.source, self.name = source, ""
        self._begin(grid, own)
        self._saved = grid, own
        self._savepoints.clear()
        self.mistake = None
