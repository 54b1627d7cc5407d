"""Advice on an error: the name that was meant, the right call, the index that is too large."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import traceback

from sudoku_engine.api import events
from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.protocols import Puzzle, Verdict
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.step import Branch, Candidate, Link, Step
from sudoku_engine.errors import GaveUp, LayoutError, did_you_mean, near_name
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.loading import missing_import
from sudoku_engine.testing.advice.slips import each_in, tree_of
from sudoku_engine.testing.plugin_calls import traces_of

OURS = {
    each.__name__: each
    for each in (
        *(Branch, Candidate, GaveUp, Grid, Layout, Link, Puzzle, Step, Verdict),
        *(
            each
            for each in vars(events).values()
            if getattr(each, "__module__", "") == events.__name__ and inspect.isclass(each)
        ),
    )
}
"""The classes that plugins make objects of, by name."""

MOST_NAMED = 4
"""The number of arguments of a class that advice names."""

DEFINITIONS = {
    "strategy": "def my_strategy(grid):",
    "solver": "def solutions(self, grid):",
    "generator": "def generate(self, rng, layout):",
    "checker": "def find(self, source, target):",
    "reporter": "def event(self, run, event):",
    "frontend": "def present(self, runs):",
}
"""How the main method of each kind of plugin begins; the call of a rule is known to fit."""


def advice_on_arguments(component: Component, error: BaseException | None) -> str:
    """Return how to write the call that raised `error`; empty if it is about something else."""
    if not isinstance(error, TypeError):
        return ""
    found = re.match(
        r"(?:[\w<>]+\.)*?(\w+)(?:\.__(?:new|init)__)?\(\) (missing|takes|got)", str(error)
    )
    if not found:
        return ""
    if of_ours := re.match(r"(Grid|Layout)\.([a-z]\w*)\(\)", str(error)):
        return _on_method(OURS[of_ours[1]], of_ours[2])
    if found[1] in OURS:
        return _on_class(OURS[found[1]], str(error))
    method = KINDS[component.kind].method
    if component.kind in DEFINITIONS and found[1] in (
        method,
        getattr(component.methods[method], "__name__", ""),
    ):
        return f"the engine calls it like this: begin it with `{DEFINITIONS[component.kind]}`"
    return f"compare this call of {found[1]} with the line that begins `def {found[1]}(`"


def _on_method(owner: type, name: str) -> str:
    """Return how to call the method `name` of a grid or layout."""
    names = list(inspect.signature(vars(owner)[name]).parameters)[1:]
    place = "grid" if owner is Grid else "grid.layout"
    number = ": a cell is one number, row * 9 + column" if names == ["cell"] else ""
    return f"write {place}.{name}({', '.join(names)}){number}"


def _on_class(made: type, message: str) -> str:
    """Return how to make an object of this class, or the name that was meant."""
    # The method itself: where a plugin has replaced `__new__`, the seal leaves a stand-in for it.
    maker = vars(made).get("__init__", made.__new__)
    names = list(inspect.signature(maker).parameters)[1:]
    unknown = re.search(r"unexpected keyword argument '(\w+)'", message)
    if unknown:
        return f"{made.__name__} has no argument of this name: {near_name(unknown[1], names)}"
    more = ", ..." if len(names) > MOST_NAMED else ""
    return f"write {made.__name__}({', '.join(names[:MOST_NAMED])}{more})"


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

LOOPS = {"house": "houses", "box": "boxes", "row": "rows", "column": "columns", "digit": "digits"}
"""Names that people take for granted, and what a loop that sets them goes through."""


def advice_on_names(file: str, error: BaseException | None) -> str:
    """Return the name that was meant, if `error` is about a name; empty if unknown."""
    if isinstance(error, AttributeError) and type(error.obj) in OWNERS and error.name:
        return _on_attribute(error.obj, error.name)
    if not isinstance(error, NameError) or isinstance(error, UnboundLocalError) or not error.name:
        return ""
    name = error.name
    if line := missing_import(name):
        return f"import it at the top: `{line}`"
    loop = f"a loop gives it: `for {name} in grid.layout.{LOOPS[name]}:`" if name in LOOPS else ""
    return did_you_mean(name, _names_in(file)) or loop


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
    found = {name for name in dir(builtins) if not name.startswith("_")}
    for node in each_in(tree_of(file), ast.AST):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.alias(name=name, asname=other):
                found.add(other or name)
    return found


PLAIN_ROWS = 9
"""The number of rows that people have in mind."""

SMALLER = "count with grid.layout.n and not with 9, or declare sizes=(9,)"


def advice_on_index(file: str, error: BaseException | None, grid: Grid | None) -> str:
    """Return which index of the code of `file` raised `error` on the board `grid`.

    Empty if `error` is about something else, or says it itself.
    """
    is_small = grid is not None and grid.layout.n < PLAIN_ROWS
    if isinstance(error, LayoutError):
        return f"this board is smaller: {SMALLER}" if is_small else ""
    if not isinstance(error, IndexError):
        return ""
    frames = traces_of(error, file).frames
    own = [frame for frame in frames if frame.filename == file]
    found = _subscripts(file, own[-1]) if own else []
    if len({ast.unparse(each) for each in found}) != 1:
        return "in this line an index runs past the end of its list: print the length of each list"
    listed, index = ast.unparse(found[0].value), found[0].slice
    if ast.unparse(index) in ("0", "-1"):
        return f"{listed} is empty here: check `if {listed}:` first"
    if isinstance(index, ast.Constant):
        return f"{listed} has no {ast.unparse(found[0])} here: check len({listed}) first"
    if is_small:
        return f"this board is smaller: {SMALLER}"
    return f"{ast.unparse(index)} runs past the end of {listed}: its last index is len(...) - 1"


def _subscripts(file: str, frame: traceback.FrameSummary) -> list[ast.Subscript]:
    """Return the indexing that raised the error; all of its line if no more is known."""
    found = [node for node in each_in(tree_of(file), ast.Subscript) if node.lineno == frame.lineno]
    place = getattr(frame, "colno", None), getattr(frame, "end_colno", None)  # from Python 3.11
    exact = [node for node in found if (node.col_offset, node.end_col_offset) == place]
    return exact or found
