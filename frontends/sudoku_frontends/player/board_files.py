"""The editor's part for files: it reads and saves boards, and protects unsaved work."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import sentence
from sudoku_engine.errors import SudokuError
from sudoku_engine.formats import written
from sudoku_frontends.player.editor_state import EditorState, Message
from sudoku_frontends.player.prompt import Prompt


class BoardFiles:
    """Reads and saves the board of a session.

    A key that would lose unsaved work must be pressed twice in a row: `next_action`, called before
    each action, forgets older presses.
    """

    def __init__(self, state: EditorState) -> None:
        self._state = state
        self._session = state.session
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
        if self.may_lose_work("read", "r again reads another board anyway · s saves"):
            self._state.prompt = Prompt("Read which file?", self._load, self._last_name)

    def _load(self, name: str) -> None:
        path = self._path_of(name)
        file = path if os.path.exists(path) else ""  # saving must not replace FILE:LINE's file
        self._begin(lambda: self._session.load(path), file, f"Read: {path}")

    def paste(self, text: str) -> None:
        """Begin with the puzzle in `text`, unless the work is not saved."""
        if self.may_lose_work("paste", "Ctrl+V again pastes another board anyway · s saves"):
            self._begin(lambda: self._session.paste(text), "", "Pasted")

    def open(self, grid: Grid) -> None:
        """Begin with the puzzle `grid`, which comes from no file."""
        marks = self._session.settings.pencilmarks
        self._begin(lambda: self._session.begin(grid.with_marks(marks)), "", "Your turn")

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
        """Have the digits of the board copied to the clipboard, as one line."""
        self._state.to_copy = written(self._session.grid).rstrip()
        self._state.message = Message("Copied", "The board is on the clipboard, as one line.")

    def save(self) -> None:
        """Save the board in its file; prompt for one if it has none."""
        if self._state.file:
            self._write(self._state.file)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Prompt for a file and save the board in it."""
        self._state.prompt = Prompt("Save in which file?", self._write_new, self._last_name)

    def _write_new(self, name: str) -> None:
        path = self._path_of(name)
        if os.path.exists(path) and path != self._state.file:
            question = "This file exists: Enter overwrites it"
            self._state.prompt = Prompt(question, self._overwrite(path), name)
        else:
            self._write(path)

    def _overwrite(self, path: str) -> Callable[[str], None]:
        """Return a function that overwrites `path`, or prompts again for another name."""

        def write(name: str) -> None:
            (self._write if self._path_of(name) == path else self._write_new)(name)

        return write

    def _path_of(self, name: str) -> str:
        self._last_name = name
        return os.path.expanduser(name)

    def _write(self, name: str) -> None:
        path = os.path.expanduser(name)
        try:
            self._session.save(path)
        except SudokuError as error:
            self._state.message = Message("Not saved", sentence(str(error)))
            return
        self._state.file = path
        self._state.message = Message(f"Saved: {path}")


def _file_of(source: str) -> str:
    """Return the file of a puzzle's `source`, without its line; empty if it has no file."""
    name = re.sub(r":\d+$", "", source)
    return name if os.path.isfile(name) else ""
