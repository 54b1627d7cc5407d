"""The sections of SadMan's ``.sdk``: ``[Puzzle]``, ``[State]``, and others, which are skipped."""

from __future__ import annotations

from sudoku_engine.formats.cells import Board
from sudoku_engine.formats.lines import Line

BAD_STATE = "[State] without its puzzle: [Puzzle] and its rows must come first"


class Sections:
    """Where a reader is in the sections of a file."""

    def __init__(self) -> None:
        self.name = ""
        """The present section: ``puzzle``, ``state``, ``other``, or ``""`` outside of all."""
        self.puzzle: tuple[Board, int] | None = None
        """The ``[Puzzle]`` and its line, while a ``[State]`` may follow."""
        self._header: Line | None = None
        """The last header."""

    @property
    def are_open(self) -> bool:
        """Whether what comes next depends on the sections before."""
        return bool(self.name or self.puzzle)

    def begin(self, header: Line) -> str:
        """Begin the section of `header`; return what is wrong with it, empty if nothing is."""
        before, self._header = self._header, header
        # The puzzle of a [State] may be missing because it was bad, which was reported.
        is_missing = not (before and before.header == "puzzle" and self.name != "puzzle")
        if header.header == "state":
            self.name = "state" if self.puzzle else "other"
            return BAD_STATE if is_missing and not self.puzzle else ""
        self.name = "puzzle" if header.header == "puzzle" else "other"
        return ""

    def keep(self, board: Board, line: int) -> None:
        """Keep the ``[Puzzle]`` that begins in `line`: its ``[State]`` may follow."""
        self.puzzle, self.name = (board, line), ""

    def leave(self) -> None:
        """Leave the present section, which was cut short; with a ``[State]`` goes its puzzle."""
        if self.name == "state":
            self.puzzle = None
        self.name = ""

    def close(self) -> None:
        """Leave all sections."""
        self.puzzle, self.name = None, ""

    def release(self) -> tuple[Board, int] | None:
        """Return the ``[Puzzle]`` that was kept, and keep it no longer."""
        puzzle, self.puzzle = self.puzzle, None
        return puzzle

    def end_empty_puzzle(self) -> Line | None:
        """Leave a ``[Puzzle]`` without rows, and return its header; None in other sections."""
        if self.name != "puzzle":
            return None
        self.name = ""
        return self._header
