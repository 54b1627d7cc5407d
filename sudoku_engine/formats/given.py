"""Puzzles as people give them: a board, a text, a file, or a line of it (``FILE:LINE``)."""

import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import sqrt
from typing import Any, NamedTuple, Union

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import SIZES, Layout
from sudoku_engine.board.words import brief, counted
from sudoku_engine.errors import (
    ArgumentError,
    FormatError,
    LayoutError,
    PuzzleError,
    UsageError,
    quoted,
    warn,
)
from sudoku_engine.formats.blocks import PlainBlock, read_blocks
from sudoku_engine.formats.cells import Entry, plain
from sudoku_engine.formats.decoding import open_chunks, open_text
from sudoku_engine.formats.format_book import FORMAT_BOOK
from sudoku_engine.formats.lines import is_link
from sudoku_engine.formats.reading import read as read_lines

SMALLEST = 16
"""The number of cells of the smallest board."""

_CONSTRAINTS = re.compile(r"\.+(?:[A-Z]\w*\.)*[A-Za-z]*~")
"""The beginning of a line of Interactive Sudoku Solver, up to its first part with a ``~``."""


class InputName(NamedTuple):
    """An input as a person names it; without a path and a text it is standard input."""

    name: str
    """The name in messages."""
    path: str | None = None
    """The file; None for other input."""
    line: int | None = None
    """The line of the only wanted puzzle; None for the whole file."""
    text: str | None = None
    """The puzzle as text, if it is written out; None for other input."""


def is_path(given: str) -> bool:
    """Return whether `given` looks like a path: it has an extension, a folder, or words in it."""
    if not given.strip("0123456789.") or "\n" in given or len(given) >= 200:
        return False
    if is_link(given) or _CONSTRAINTS.match(given):
        return False
    if len(given) < SMALLEST:
        return any(map(str.isalpha, given))
    looks_like_path = re.search(r"[/\\]|\.[A-Za-z]{2,5}$|[G-Zg-z]{3}", given)
    return looks_like_path is not None and FORMAT_BOOK.find(given) is None


def near_file(path: str) -> str:
    """Return a hint for a `path` that does not exist: the nearest name in its folder, if any."""
    folder, name = os.path.split(path)
    if not os.path.isdir(folder or "."):
        return f": there is no folder {quoted(folder)}"
    import difflib  # difflib takes a while to load

    near = difflib.get_close_matches(name, os.listdir(folder or "."), 1, cutoff=0.7)
    return f": did you mean {os.path.join(folder, near[0])!r}?" if near else ""


def path_and_line(given: str) -> tuple[str, int | None]:
    """Return the file and the line of ``FILE:LINE``, as outputs print it; None for no line.

    A column after the line, as in error messages, is ignored. What exists as a file is a file.

    >>> path_and_line("puzzles.txt:3:7")
    ('puzzles.txt', 3)
    """
    found = ":" in given and re.fullmatch(r"(.+?):([0-9]{1,9})(:[0-9]{1,9})?", given)
    if not found or os.path.exists(given):
        return given, None
    return found[1], int(found[2])


def check_not_read(output: str, inputs: Iterable[str]) -> None:
    """Raise UsageError if the file `output` for results is one of the `inputs`, by any name."""
    for given in inputs:
        with suppress(OSError, ValueError):  # it is no file
            found = os.fstat(0) if given == "-" else os.stat(path_and_line(given)[0])
            if os.path.samestat(found, os.stat(output)) and os.path.isfile(output):
                what = "is an input too, and would be lost: name another file for the results"
                raise UsageError(what, output)


def puzzle_at(
    path: str, line: int, layout: Layout | None, marks: Marks = "auto"
) -> Iterator[Entry | FormatError]:
    """Yield the puzzle that begins in this `line` of the file at `path`, or an error.

    The part before it is read in blocks, since the file may be large.
    """
    n_lines = 0

    def chunks() -> Iterator[str]:
        nonlocal n_lines
        for chunk in open_chunks(path):
            n_lines += chunk.count("\n") + (not chunk.endswith("\n"))
            yield chunk

    near: list[int] = []
    for found in read_blocks(chunks(), path, layout, marks):
        if isinstance(found, PlainBlock):
            at = bisect_left(found.lines, line)
            starts = found.lines[max(at - 1, 0) : at + 1]
            if line in starts:
                yield found.entry(at, layout, marks)
                return
        else:
            start = found.line if isinstance(found, FormatError) else path_and_line(found.source)[1]
            if start == line:
                yield found
                return
            starts = [start or 0]
        near = [min([*near, *starts], key=lambda start: abs(start - line))]
    if line > n_lines:
        yield FormatError(f"there is no line {line}: the file has {counted(n_lines, 'line')}", path)
    elif near:
        what = f"no puzzle begins in line {line}: the nearest is {path}:{near[0]}"
        yield FormatError(what, path)


def one_of(
    found: Iterable[Entry | FormatError],
    source: str,
    nothing: str = "no puzzle in it",
    mend: str = "",
) -> Entry:
    """Return the one puzzle `found` in `source`; raise FormatError for none or several.

    `nothing`: the message if there is none; `mend`: the way to name one of several.
    """
    entries = []
    for entry in found:
        if isinstance(entry, FormatError):
            raise entry
        entries.append(entry)
    if not entries:
        raise FormatError(nothing, source)
    if len(entries) > 1:
        if not mend and os.path.isfile(source):
            mend = f"name one by its line, {entries[0].source}"
        what = f"{len(entries)} puzzles instead of one"
        raise FormatError(f"{what}: {mend}" if mend else what, source)
    return entries[0]


def text_entry(text: str, layout: Layout | None, marks: Marks = "auto") -> Entry:
    """Return the one puzzle in `text`; raise FormatError for none or several."""
    grid = plain(text, layout, marks)
    if grid is not None:
        return Entry(grid, "", False)
    found = read_lines(re.split(r"\r\n|\r|\n", text), "puzzle", layout, marks)
    return _said(one_of(found, "puzzle", "no puzzle here: write its rows, . for a blank"))


Path = Union[str, "os.PathLike[str]"]
Digits = Iterable[Union[float, str, Iterable[Union[float, str, None]], None]]
Puzzle = Union[Grid, Path, Digits]
"""A board; a text in any format that the engine reads; a file with one puzzle (``FILE``), or the
line of one in it (``FILE:LINE``); or rows of digits, as numbers (0 or None for a blank) or text."""


def read(
    path: Path, *, layout: Layout | str | None = None, errors: list[FormatError] | None = None
) -> Iterator[Grid]:
    """Yield the puzzles of the file at `path`, one after another, in any format.

    ``FILE:LINE`` means only the puzzle in that line. `layout`: the board or its name
    (``9x9+diagonals``); by default, the number of cells decides. `errors`: a list that gets the
    errors of puzzles that cannot be read; without it, the first error is raised. A file that cannot
    be opened raises FormatError at once, a file without a puzzle at its end.

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
        raise ArgumentError(f"path is the name of a file, not {type(path).__name__}")
    name, board = os.fspath(path), _layout(layout)
    found = _in_line(name, board)
    if found is None and not os.path.exists(name) and not is_path(name):
        others = "solve and the others take a puzzle, too"
        raise FormatError(f"{brief(name)} is no file: read takes the name of one; {others}")
    return _grids(found or _in_file(name, board), errors, name)


def grid_of(puzzle: Puzzle, layout: Layout | str | None = None) -> Grid:
    """Return the board of `puzzle`; raise PuzzleError if it is not exactly one.

    A text that is the name of a file means that file.
    """
    return entry_of(puzzle, layout).grid


def entry_of(puzzle: Puzzle, layout: Layout | str | None = None) -> Entry:
    """Return `puzzle` as it was read, with its name; only a puzzle from a file has a source."""
    if isinstance(puzzle, Grid):
        wanted = _layout(layout)
        if wanted is not None and wanted is not puzzle.layout:
            what = f"the board is {puzzle.layout}, not {wanted}: a Grid has its layout already"
            raise PuzzleError(what)
        return Entry(puzzle, "", False)
    if not isinstance(puzzle, (str, os.PathLike)):
        if isinstance(puzzle, (bytes, bytearray)) or not isinstance(puzzle, Iterable):
            kind = type(puzzle).__name__
            raise ArgumentError(f"a puzzle is a Grid, a text, a file or rows of digits, not {kind}")
        return Entry(_of_digits(puzzle, _layout(layout)), "", False)
    name, board = os.fspath(puzzle), _layout(layout)
    found = _in_line(name, board)
    if found is None and isinstance(puzzle, str) and not os.path.exists(name) and not is_path(name):
        return text_entry(name, board)._replace(source="")
    mend = f"go through read({name!r})"
    return _said(one_of(found or _in_file(name, board), name, mend=mend))


def _said(entry: Entry) -> Entry:
    """Return `entry`; warn if a person filled in digits, which its board lacks."""
    if entry.filled is not None:
        warn(f"{entry.source}: {entry.notice}")
    return entry


def empty_grid(layout: Layout | str | None) -> Grid:
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
    """Return a digit as a whole number: tables of numbers have 5.0, and NaN for a blank."""
    if isinstance(item, float) and (item.is_integer() or item != item):
        return 0 if item != item else int(item)
    return item or 0


def _layout(given: Layout | str | None) -> Layout | None:
    if given is None or isinstance(given, Layout):
        return given
    if not isinstance(given, str):
        kind = type(given).__name__
        raise ArgumentError(f"layout is a Layout, or its name such as '9x9+diagonals', not {kind}")
    return Layout.named(given)


def _in_line(name: str, layout: Layout | None) -> Iterator[Entry | FormatError] | None:
    """Return the puzzle that ``FILE:LINE`` names; None if `name` does not have this form."""
    path, line = path_and_line(name)
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
            yield _said(entry).grid
        elif errors is None:
            raise entry
        else:
            errors.append(entry)
    if is_empty:
        raise FormatError("no puzzle in it", name)
