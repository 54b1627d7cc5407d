"""Advice on a call that does not come back: a loop without end, or one that tries too much."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sudoku_engine.board.grid import Grid
from sudoku_engine.testing.advice.code import advice_from_code
from sudoku_engine.testing.advice.syntax import called_name, tree_of

ENDLESS = ("count", "cycle", "repeat", "iter", "itertools.count", "itertools.cycle")
"""Functions that may make an iterator without end."""


def advice_on_lateness(file: str, grid: Grid | None = None) -> str:
    """Return why a call of the code of `file` may not come back on the board `grid`."""
    if advice := advice_from_code(file, "late"):
        return advice
    board = "the board" if grid is None else f"this board with {len(grid.open_cells)} open cells"
    too_much = f"it tries too much for {board}: leave out early what cannot lead to a step"
    lines = sorted(_endless(tree_of(file)))
    if not lines:
        return too_much
    where = f"line {lines[0]}" if len(lines) == 1 else f"lines {', '.join(map(str, lines))}"
    return f"does the code of {where} come to an end here? If it does, {too_much}"


def _endless(tree: ast.Module | None) -> Iterator[int]:
    """Yield the lines of what may run without end: ``while``, a function that calls itself."""
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.While):
            yield node.lineno
        elif isinstance(node, ast.FunctionDef):
            calls = {called_name(inner) for inner in ast.walk(node)}
            if node.name in calls or f"self.{node.name}" in calls:
                yield node.lineno
        elif isinstance(node, ast.For):
            name = ast.unparse(node.iter)
            grows = {f"{name}.{way}" for way in ("append", "extend", "insert", "add")}
            inside = {called_name(inner) for inner in ast.walk(node)}
            if called_name(node.iter) in ENDLESS or grows & inside:
                yield node.lineno
