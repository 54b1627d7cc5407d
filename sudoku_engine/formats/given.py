"""Puzzles as people give them: a board, a text, a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Any, Union

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SIZES, Layout
from sudoku_engine.board.words import brief, counted
from sudoku_engine.errors import FormatError, LayoutError, PuzzleError
from sudoku_engine.formats import Entry, open_text
from sudoku_engine.formats import read as read_lines
from sudoku_engine.formats.naming import is_path, near_file, one_of, path_and_line, puzzle_at

Path = Union[str, "os.PathLike[str]"]
Digits = Iterable[Union[float, str, Iterable[Union[float, str, None]], None]]
Puzzle = Union[Grid, Path, Digits]
"""A board; a text in any format that the engine reads; a file with one puzzle (``FILE``), or the
line of one in it (``FILE:LINE``); or rows of digits, as numbers (0 or None for a blank) or text."""


def read(
    path: Path, *, layout: Layout | str | None = None, errors: list[FormatError] | None = None
) -> Iterator[Grid]:
    """Yield the puzzles of the file at `path`, one after another, in any format.

    ``FILE:LINE`` is the one in that line. `layout`: the board or its name (``9x9+diagonals``), by
    default as the number of cells says. `errors`: a list that gets the errors of puzzles that
    cannot be read; without it, the first of them is raised. A file that cannot be opened raises
    FormatError at once, and one without a puzzle at its end.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.txt")
    ...     _ = path.write_text("12..34..........\\n1.....3........2\\n", encoding="utf-8")
    ...     for grid in read(path):
    ...         print(grid.line)
    12..34..........
    1.....3........2
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path is the name of a file, not {type(path).__name__}")
    name, board = os.fspath(path), _layout(layout)
    found = _in_line(name, board)
    if found is None and not os.path.exists(name) and not is_path(name):
        others = "solve and the others take a puzzle, too"
        raise FormatError(f"{brief(name)} is no file: read takes the name of one; {others}")
    return _grids(found or _in_file(name, board), errors, name)


def grid_of(puzzle: Puzzle, layout: Layout | str | None = None) -> Grid:
    """Return the board of `puzzle`; raise PuzzleError if it is not exactly one.

    A text that is the name of a file is that file.
    """
    if isinstance(puzzle, Grid):
        wanted = _layout(layout)
        if wanted is not None and wanted is not puzzle.layout:
            what = f"the board is {puzzle.layout}, not {wanted}: a Grid has its layout already"
            raise PuzzleError(what)
        return puzzle
    if not isinstance(puzzle, (str, os.PathLike)):
        if isinstance(puzzle, (bytes, bytearray)) or not isinstance(puzzle, Iterable):
            kind = type(puzzle).__name__
            raise TypeError(f"a puzzle is a Grid, a text, a file or rows of digits, not {kind}")
        return _of_digits(puzzle, _layout(layout))
    name, board = os.fspath(puzzle), _layout(layout)
    found = _in_line(name, board)
    if found is None and isinstance(puzzle, str) and not os.path.exists(name) and not is_path(name):
        return Grid.parse(name, board)
    mend = f"go through read({name!r})"
    return one_of(found or _in_file(name, board), name, mend=mend).grid


def empty_grid(layout: Layout | str | None = None) -> Grid:
    """Return a board without digits, 9x9 unless the `layout` or its name says otherwise."""
    board = _layout(layout) or Layout.named("9x9")
    return Grid(board, [0] * len(board.cells))


def _of_digits(rows: Digits, layout: Layout | None) -> Grid:
    """Return the board with these digits, in rows or in one list."""
    items: list[Any] = [
        item
        for row in rows
        for item in ([row] if isinstance(row, str) or not isinstance(row, Iterable) else row)
    ]
    if any(isinstance(item, str) for item in items):
        texts = [str(item or "").strip() or "." for item in items]
        return Grid.parse(
            ("\n" if any(len(text) > 1 for text in texts) else "").join(texts), layout
        )
    n = round(sqrt(len(items)))
    if layout is None and f"{n}x{n}" not in SIZES:
        sizes = ", ".join(SIZES)
        raise PuzzleError(f"{counted(len(items), 'cell')}: usual boards are {sizes}")
    try:
        return Grid(layout or Layout.of_size(n), [_whole(item) for item in items])
    except LayoutError as error:
        raise PuzzleError(error.what) from None


def _whole(item: Any) -> Any:
    """Return a digit as a whole number: tables of numbers hold 5.0, and NaN for a blank."""
    if isinstance(item, float) and (item.is_integer() or item != item):
        return 0 if item != item else int(item)
    return item or 0


def _layout(given: Layout | str | None) -> Layout | None:
    if given is None or isinstance(given, Layout):
        return given
    if not isinstance(given, str):
        kind = type(given).__name__
        raise TypeError(f"layout is a Layout, or its name such as '9x9+diagonals', not {kind}")
    return Layout.named(given)


def _in_line(name: str, layout: Layout | None) -> Iterator[Entry | FormatError] | None:
    """Return the puzzle that ``FILE:LINE`` names, None if `name` is nothing like it."""
    path, line = (name, None) if os.path.exists(name) else path_and_line(name)
    return puzzle_at(path, line, layout) if line is not None and os.path.isfile(path) else None


def _in_file(name: str, layout: Layout | None) -> Iterator[Entry | FormatError]:
    if os.path.isdir(name):
        raise FormatError("this is a folder: name a file in it", name)
    if not os.path.exists(name):
        raise FormatError(f"there is no such file{near_file(name)}", name)
    if name.endswith(".py"):
        raise FormatError(f"this is Python, not a puzzle: load it by plugins=[{name!r}]", name)
    return read_lines(open_text(name), name, layout)


def _grids(
    found: Iterable[Entry | FormatError], errors: list[FormatError] | None, name: str
) -> Iterator[Grid]:
    is_empty = True
    for entry in found:
        is_empty = False
        if isinstance(entry, Entry):
            yield entry.grid
        elif errors is None:
            raise entry
        else:
            errors.append(entry)
    if is_empty:
        raise FormatError("no puzzle in it", name)
