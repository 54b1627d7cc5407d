"""Write a board that the user works on to a file, and read it back unchanged."""

from __future__ import annotations

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.formats import open_text, read, write


def save(grid: Grid, path: str) -> None:
    """Write `grid` to the file `path`, whole or not at all.

    It is written as rows with ``.`` for open cells. If digits were placed, the givens come before
    the present board (``.sdk``). If the candidates are not the usual ones, they are written too.
    Raise UsageError if the file cannot be written.
    """
    with whole_file(path) as stream:
        print(_text(grid), file=stream)


def _text(grid: Grid) -> str:
    if grid.has_own_marks:
        return write(grid, "candidates")
    text = write(grid, "sdk")
    is_puzzle_alone = "[State]" not in text
    return text.removeprefix("[Puzzle]\n") if is_puzzle_alone else text


def load(path: str, layout: Layout, marks: Marks) -> Grid:
    """Return the one puzzle in the file `path`, on `layout` if it has as many rows.

    Raise FormatError if there is no puzzle, more than one, or one that cannot be read.
    """
    lines = list(open_text(path))
    grid = _only_puzzle(path, lines, None, marks)
    if grid.layout.n == layout.n and grid.layout is not layout:
        return _only_puzzle(path, lines, layout, marks)
    return grid


def _only_puzzle(path: str, lines: list[str], layout: Layout | None, marks: Marks) -> Grid:
    grids = []
    for found in read(lines, path, layout, marks):
        if isinstance(found, FormatError):
            raise found
        grids.append(found.grid)
    if len(grids) != 1:
        count = f"{len(grids)} puzzles: the file must have one" if grids else "no puzzle in it"
        raise FormatError(count, path)
    return grids[0]
