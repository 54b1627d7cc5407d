"""Advice on a name that does not exist: the near one, or the thing that has it."""

from __future__ import annotations

import ast
import builtins
import itertools
import sys

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.errors import did_you_mean
from sudoku_engine.testing.advice.arguments import OURS
from sudoku_engine.testing.advice.syntax import tree_of

OWNERS = {Grid: "grid", Layout: "grid.layout", House: "house", Cell: "cell"}
"""The classes of the engine that plugins look at, and how a usual object of them is called."""


MEANT = {
    **dict.fromkeys(("board", "numbers", "values"), "grid.digits"),
    **dict.fromkeys(("get", "number", "value"), "grid.digit(cell)"),
    **dict.fromkeys(
        ("options", "pencilmarks", "possibilities", "possible"), "grid.candidates(cell)"
    ),
    **dict.fromkeys(
        ("eliminate", "fill", "place", "put", "remove", "set", "strike"),
        "yield Step(...), for a grid never changes",
    ),
}
"""What a grid has in place of attributes that people expect."""

OFFERED = {*OURS, "House", "cell", "hookimpl", "listed", "names", "strategy"}
"""What plugins import from us."""

LOOPS = {
    "house": "a loop gives it: `for house in grid.layout.houses:`",
    "box": "a loop gives it: `for box in grid.layout.boxes:`",
    "row": "a loop gives it: `for row in grid.layout.rows:`",
    "column": "a loop gives it: `for column in grid.layout.columns:`",
    "digit": "a loop gives it: `for digit in grid.layout.digits:`",
}
"""Names that people take for granted, and the loop that sets them."""


def advice_on_names(file: str, error: BaseException | None) -> str:
    """Return the name that was meant, if `error` is about a name; empty if unknown."""
    if isinstance(error, AttributeError) and type(error.obj) in OWNERS and error.name:
        return _on_attribute(error.obj, error.name)
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError) and error.name:
        return _on_missing_name(error.name, file)
    return ""


def _on_missing_name(name: str, file: str) -> str:
    """Return where a `name` comes from that the code of `file` uses and does not have."""
    for module, known in (("sudoku_engine", OFFERED), ("itertools", dir(itertools))):
        if name in known:
            return f"import it at the top: `from {module} import {name}`"
    if name in sys.stdlib_module_names:
        return f"import it at the top: `import {name}`"
    return did_you_mean(name, _names_in(file)) or LOOPS.get(name, "")


def _on_attribute(owner: object, name: str) -> str:
    layout = Layout.named()
    examples = (Grid(layout, [0] * len(layout.cells)), layout, layout.rows[0], layout.cells[0])
    if isinstance(owner, Grid) and name in MEANT:
        return f"a grid has no {name}: write {MEANT[name]}"
    others = [OWNERS[type(each)] for each in examples if name in _public(each)]
    if others:
        word = type(owner).__name__.lower()
        return f"a {word} has no {name}: did you mean {others[0]}.{name}?"
    return did_you_mean(name, _public(owner))


def _public(thing: object) -> set[str]:
    return {name for name in {*dir(thing)} - {*dir(int)} if not name.startswith("_")}


def _names_in(file: str) -> set[str]:
    """Return the names that the code of `file` gives to things, and those of Python."""
    tree = tree_of(file)
    found = {name for name in dir(builtins) if not name.startswith("_")}
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return found
