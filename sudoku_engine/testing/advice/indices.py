"""Advice on an index that runs past the end: of which list, by the code and the board."""

from __future__ import annotations

import ast
import traceback

from sudoku_engine.board.grid import Grid
from sudoku_engine.testing.advice.syntax import tree_of

PLAIN_ROWS = 9
"""The number of rows that people have in mind."""

SMALLER = "count with grid.layout.n and not with 9, or declare sizes=(9,)"


def advice_on_index(file: str, error: BaseException | None, grid: Grid | None) -> str:
    """Return which index of the code of `file` raised `error` on the board `grid`.

    Empty if `error` is about something else.
    """
    if not isinstance(error, IndexError):
        return ""
    frames = traceback.extract_tb(error.__traceback__)
    if grid is not None and frames and frames[-1].filename != file and "tuple" in str(error):
        told = f"there is no such cell: on this board cells go from 0 to {len(grid.digits) - 1}"
        return told if grid.layout.n >= PLAIN_ROWS else f"{told}; {SMALLER}"
    own = [frame for frame in frames if frame.filename == file]
    found = _subscripts(file, own[-1]) if own else []
    if len({ast.unparse(each) for each in found}) != 1:
        return "in this line an index runs past the end of its list: print the length of each list"
    listed, index = ast.unparse(found[0].value), found[0].slice
    if ast.unparse(index) in ("0", "-1"):
        return f"{listed} is empty here: check `if {listed}:` first"
    if isinstance(index, ast.Constant):
        return f"{listed} has no {ast.unparse(found[0])} here: check len({listed}) first"
    if grid is not None and grid.layout.n < PLAIN_ROWS:
        return f"this board is smaller: {SMALLER}"
    return f"{ast.unparse(index)} runs past the end of {listed}: its last index is len(...) - 1"


def _subscripts(file: str, frame: traceback.FrameSummary) -> list[ast.Subscript]:
    """Return what is indexed where the error was raised; all of its line if no more is known."""
    tree = tree_of(file)
    found = [
        node
        for node in (ast.walk(tree) if tree else ())
        if isinstance(node, ast.Subscript) and node.lineno == frame.lineno
    ]
    place = getattr(frame, "colno", None), getattr(frame, "end_colno", None)  # from Python 3.11
    exact = [node for node in found if (node.col_offset, node.end_col_offset) == place]
    return exact or found
