"""The editor's parts for the user's own moves, with undo and redo, and for files of boards."""

import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, count

from sudoku_engine import Candidate, Faulted, Grid, Rejected, Stepped, SudokuError
from sudoku_engine.board.say import tell
from sudoku_engine.board.words import capitalized, sentence
from sudoku_engine.formats import written
from sudoku_frontends.player.background import Worker
from sudoku_frontends.player.editor_state import (
    ERASER,
    EditorPart,
    EditorState,
    Message,
    Mode,
    Prompt,
)
from sudoku_plugins.session.workbench import Mistake


class BoardEditing(EditorPart):
    """Places digits, changes notes, and goes back and forth in the history."""

    def move(self, down: int, right: int, but_keep: bool = False) -> None:
        """Select the cell at this distance from the selected one; edges lead to the other side.

        `but_keep`: besides those that are selected.
        """
        n = self._session.layout.n
        if self._state.cell is None:
            self._state.select(0)
            return
        row, column = divmod(self._state.cell, n)
        self._state.select((row + down) % n * n + (column + right) % n, but_keep)

    def select_all(self) -> None:
        """Select all cells."""
        self._state.others = frozenset(range(len(self._session.layout.cells)))
        self._state.cell = self._state.cell or 0

    def take_digit(self, digit: int) -> None:
        """Put `digit` in the selected cell, or choose it for clicks if no cell is selected."""
        state, n = self._state, self._session.layout.n
        state.forget(but_hint=state.cell is None)
        if digit > n:
            reason = tell("This board has 1 to {n}.", n=n)
            state.message = Message(tell("No digit {digit} here", digit=digit), reason)
            return
        state.digit = digit
        if state.cells:
            self._put(state.cells, digit)

    def place(self) -> None:
        """Put the chosen digit in the selected cell."""
        cells, digit = self._state.cells, self._state.digit
        if not cells:
            self._state.message = Message("First select a cell with the arrow keys")
        elif digit is None:
            self._state.message = Message("First choose a digit")
        else:
            self._put(cells, digit)

    def erase(self) -> None:
        """Empty the selected cells, or choose the eraser for clicks if no cell is selected.

        Without digits in them, their own notes and colours go.
        """
        cells, session = self._state.cells, self._session
        if not cells:
            self._state.digit = ERASER
        elif any(session.grid.digits[cell] for cell in cells):
            self._each(cells, session.erase)
        else:
            self.do(lambda: session.wipe(cells))

    def _put(self, cells: Sequence[int], digit: int) -> None:
        if digit == ERASER:
            self._each(cells, self._session.erase)
        elif self._state.mode == "shades":
            self.do(lambda: self._session.shade(cells, digit))
        elif self._state.mode or self._state.colour:
            self.change_notes(cells, digit)
        else:
            self._each(cells, lambda cell: self._session.place(cell, digit))

    def take_click(self, cell: int) -> None:
        """Do with `cell` what the chosen digit, or the eraser, does to selected cells."""
        self._put([cell], self._state.digit or ERASER)

    def change_notes(self, cells: Sequence[int], digit: int, mode: Mode = "") -> None:
        """Mark the note `digit` of `cells` if a colour is chosen; else add or remove it.

        `mode`: in place of the present one. If some of several cells lack the note, only these
        get it.
        """
        session, colour, mode = self._session, self._state.colour, mode or self._state.mode
        own = session.own
        if colour:
            held = {each for each, known in own.colours.items() if known == colour}
            change = partial(session.colour, digit=digit, colour=colour)
        elif mode == "centres":
            held = {*own.centres}
            change = partial(session.write_note, digit=digit, is_centre=True)
        elif self._state.has_candidates:
            grid = session.grid
            held = {Candidate(each, digit) for each in cells if digit in grid.candidates(each)}
            change = partial(session.toggle_note, digit=digit)
        else:
            held, change = {*own.notes}, partial(session.write_note, digit=digit)
        open_cells = [cell for cell in cells if not session.grid.digits[cell]]
        lacking = [cell for cell in open_cells if (cell, digit) not in held]
        self._each(lacking or open_cells or cells, change)

    def _each(self, cells: Sequence[int], change: Callable[[int], Mistake | None]) -> None:
        """Change each of `cells`, in one action; only if none can be changed, say why."""

        def change_all() -> Mistake | None:
            here, mistakes = self._session.position, [change(cell) for cell in cells]
            if self._session.position == here or len(cells) == 1:
                return next(filter(None, mistakes), None)
            return None

        self.do(change_all)

    def paint(self, number: str) -> None:
        """Begin to mark candidates with the colour of this `number`, or end it."""
        state, colour = self._state, int(number)
        state.colour = 0 if state.colour == colour else colour
        state.mode = ""
        state.has_candidates = True

    def remove_colours(self) -> None:
        """Remove all marks, and stop marking."""
        self._state.colour = 0
        self.do(self._session.remove_colours)

    def put(self, grid: Grid) -> None:
        """Continue with `grid`, the same puzzle as it was changed elsewhere."""
        self.do(lambda: self._session.put(grid))

    def do(self, action: Callable[[], Mistake | None]) -> None:
        """Make a move by hand, and report the move, or why it is impossible."""
        state, session, here = self._state, self._session, self._session.position
        if mistake := self._done(action):
            state.message = Message(self._refusal(mistake), sentence(mistake.why))
        elif session.position != here:
            done = Message(capitalized(session.moment.note))
            state.message = state.solved_message() or done

    def _refusal(self, mistake: Mistake) -> str:
        cell, grid = self._session.layout.cells[mistake.cell], self._session.grid
        if self._state.colour:
            return tell("Nothing to mark")
        if grid.is_given(mistake.cell) or (self._state.mode and grid.digits[mistake.cell]):
            return tell("{cell} stays as it is", cell=cell)
        return tell("{digit} does not fit in {cell}", digit=mistake.digit, cell=cell)

    def remember(self) -> None:
        """Remember the board."""
        number = self._session.set_savepoint()
        self._state.message = Message(tell("Savepoint {n:#}", n=number), "", "] leads back to it")

    def recall(self) -> None:
        """Return to the last savepoint, or to the one before."""

        def go_back() -> None:
            here = self._session.position
            if not self._session.return_to_savepoint():
                self._state.message = Message("No savepoint", "", "[ sets one")
            elif self._session.position == here:
                self._state.message = Message("This is the savepoint", "", "[ sets another one")

        self.do(go_back)

    def restart(self) -> None:
        """Begin the puzzle anew."""
        self.do(self._session.restart)

    def undo(self) -> None:
        """Undo the last action."""
        state, session = self._state, self._session
        stop = state.undo_steps.before(session.position)
        if stop is None:
            state.message = Message("Nothing to undo")
            return
        undone = self._in_words(stop, session.position)
        session.go_to(stop)
        state.message = Message(f"{tell('Undone')}: {undone}")

    def redo(self) -> None:
        """Do the next action again."""
        state, session, here = self._state, self._session, self._session.position
        stop = state.undo_steps.after(here)
        if stop is None:
            state.message = Message("Nothing to redo")
            return
        session.go_to(stop)
        redone = Message(f"{tell('Redone')}: {self._in_words(here, stop)}")
        state.message = state.solved_message() or redone

    def _in_words(self, start: int, end: int) -> str:
        moment = self._session.moment_at(end)
        if isinstance(moment.event, (Stepped, Faulted, Rejected)):
            count = end - start
            name = moment.event.strategy.name
            return tell(name) if count == 1 else tell("{n:#} steps", n=count)
        return moment.note

    def back(self) -> None:
        """Go back one moment."""
        self._walk(self._session.back, tell("This is the first board"))

    def forward(self) -> None:
        """Go forward one moment."""
        self._walk(lambda: self._session.forward(draw=False), tell("This is the last board"))

    def _walk(self, go: Callable[[], bool], end: str) -> None:
        state, session = self._state, self._session
        if not go():
            state.message = Message(end)
            return
        place = tell("{n:#} of {all:#}", n=session.position, all=session.length - 1)
        status = f"{place} · {tell('< > go through the steps')}"
        scene = state.scene_of_moment(session.moment)
        title = capitalized(session.moment.note) or tell("The board at the beginning")
        state.message = Message("" if scene else title, status=status, scene=scene)


class BoardFiles(EditorPart):
    """Reads and saves the board of a session.

    A key that would lose unsaved work must be pressed twice in a row: `next_action`, called before
    each action, forgets older presses.
    """

    def __init__(self, state: EditorState, worker: Worker) -> None:
        super().__init__(state, worker)
        self._last_name = _file_of(state.session.source)
        self._unconfirmed = ""
        self._confirmed = ""

    def next_action(self) -> None:
        """Prepare for the next action; only the last one can be confirmed now."""
        self._confirmed, self._unconfirmed = self._unconfirmed, ""

    def may_lose_work(self, action: str, choices: str) -> bool:
        """Return whether `action` may go on; if not, show the user's `choices`."""
        if self._session.is_saved or self._confirmed == action:
            return True
        self._unconfirmed = action
        self._state.message = Message("Your work is not saved", choices)
        return False

    def read(self) -> None:
        """Prompt for a file, or ``FILE:LINE``, and read it, unless the work is not saved."""
        if self.may_lose_work("read", tell("r again reads another board anyway · s saves")):
            self._state.prompt = Prompt("Read which file?", self._load, self._last_name)

    def _load(self, name: str) -> None:
        path = self._path_of(name)
        file = path if os.path.exists(path) else ""  # saving must not replace FILE:LINE's file
        self._begin(lambda: self._session.load(path), file, tell("Read: {path}", path=path))

    def paste(self, text: str) -> None:
        """Begin with the puzzle in `text`, unless the work is not saved."""
        if self.may_lose_work("paste", tell("Ctrl+V again pastes another board anyway · s saves")):
            self._begin(lambda: self._session.paste(text), "", tell("Pasted"))

    def open(self, grid: Grid) -> None:
        """Begin with the puzzle `grid`, which comes from no file."""
        marks = self._session.settings.pencilmarks
        self._begin(lambda: self._session.begin(grid.with_marks(marks)), "", tell("Your turn"))

    def _begin(self, load: Callable[[], None], path: str, title: str) -> None:
        """Begin with the board that `load` reads, from the file `path` if it comes from one."""
        try:
            load()
        except SudokuError as error:
            self._state.message = Message("Not read", sentence(str(error)))
            return
        self._state.file = path
        self._state.begin(title)

    def copy(self) -> None:
        """Have the digits of the board copied to the clipboard, as one line, below its clues."""
        self._state.to_copy = written(self._session.grid).rstrip()
        what = tell(
            "The board is on the clipboard, as one line below its clues."
            if self._session.layout.written_clues
            else "The board is on the clipboard, as one line."
        )
        self._state.message = Message("Copied", what)

    def save(self) -> None:
        """Save the board in its file; prompt for one if it has none."""
        if self._state.file:
            self._write(self._state.file)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Prompt for a file and save the board in it; propose a new one, or the board's own."""
        name = self._last_name
        if self._path_of(name) != self._state.file:
            name = _new_file(name)
        self._state.prompt = Prompt("Save in which file?", self._write_new, name)

    def _write_new(self, name: str) -> None:
        path = self._path_of(name)
        if os.path.exists(path) and path != self._state.file:

            def overwrite(again: str) -> None:
                if self._path_of(again) == path:
                    self._write(path)
                else:
                    self._write_new(again)

            question = tell("This file exists: Enter overwrites it")
            self._state.prompt = Prompt(question, overwrite, name)
        else:
            self._write(path)

    def _path_of(self, name: str) -> str:
        self._last_name = name
        return os.path.expanduser(name)

    def _write(self, path: str) -> None:
        try:
            self._session.save(path)
        except SudokuError as error:
            self._state.message = Message("Not saved", sentence(str(error)))
            return
        self._state.file = path
        self._state.message = Message(tell("Saved: {path}", path=path))


def _new_file(name: str) -> str:
    """Return a name for a file beside the puzzle's file `name`; the name itself if it is new."""
    if not (file := _file_of(os.path.expanduser(name))):
        return name
    root = os.path.splitext(file)[0]
    names = (f"{root}-saved{number}.txt" for number in chain([""], (f"-{n}" for n in count(2))))
    return next(each for each in names if not os.path.exists(each))


def _file_of(source: str) -> str:
    """Return the file of a puzzle's `source`, without its line; empty if it has no file."""
    name = re.sub(r":\d+$", "", source)
    return name if os.path.isfile(name) else ""
