"""Advice on an error, from its words: the name that was meant, the right call, the right index."""

import ast
import builtins
import inspect
import re
import traceback
from collections.abc import Iterable

from sudoku_engine.api import events
from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.protocols import Puzzle, Verdict
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.step import Branch, Candidate, Link, Step
from sudoku_engine.errors import GaveUp, did_you_mean, near_name
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.loading import missing_import
from sudoku_plugins.kit.advice.slips import each_in, tree_of
from sudoku_plugins.kit.plugin_calls import traces_of

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

MOST_NAMED = 4  # the number of arguments of a class that advice names

DEFINITIONS = {
    "strategy": "def my_strategy(grid):",
    "solver": "def solutions(self, grid):",
    "generator": "def generate(self, rng, layout):",
    "checker": "def find(self, source, target):",
    "format": "def read(self, text):",
    "reporter": "def event(self, run, event):",
    "frontend": "def present(self, runs):",
}
"""The first line of the main method of each kind of plugin; the call of a rule is known to fit."""


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
    names = list(inspect.signature(vars(owner)[name]).parameters)[1:]
    place = "grid" if owner is Grid else "grid.layout"
    number = ": a cell is one number, row * 9 + column" if names == ["cell"] else ""
    return f"write {place}.{name}({', '.join(names)}){number}"


def _on_class(made: type, message: str) -> str:
    maker = vars(made).get("__init__", made.__new__)
    names = list(inspect.signature(maker).parameters)[1:]
    unknown = re.search(r"unexpected keyword argument '(\w+)'", message)
    if unknown:
        return f"{made.__name__} has no argument of this name: {near_name(unknown[1], names)}"
    more = ", ..." if len(names) > MOST_NAMED else ""
    return f"write {made.__name__}({', '.join(names[:MOST_NAMED])}{more})"


OWNERS = {Grid: "grid", Layout: "grid.layout", House: "house", Cell: "cell"}
"""The classes of the engine that plugins look at, with the common name of an object."""


MEANT = {
    **dict.fromkeys(("board", "numbers", "values"), "grid.digits"),
    **dict.fromkeys(("get", "number", "value"), "grid.digit(cell)"),
    **dict.fromkeys(
        ("options", "pencilmarks", "possibilities", "possible"), "grid.candidates(cell)"
    ),
    **dict.fromkeys(
        ("eliminate", "fill", "place", "put", "remove", "set", "strike"),
        "yield Step(...), since a grid never changes",
    ),
}
"""The attributes of a grid in place of those that people expect."""

LOOPS = {"house": "houses", "box": "boxes", "row": "rows", "column": "columns", "digit": "digits"}
"""Names that people take for granted, and the things to loop over for each."""


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


def advice_on_index(file: str, error: BaseException | None) -> str:
    """Return advice on the index that raised `error` in `file`; empty for other errors."""
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
    return f"{ast.unparse(index)} runs past the end of {listed}: its last index is len(...) - 1"


def _subscripts(file: str, frame: traceback.FrameSummary) -> list[ast.Subscript]:
    """Return the indexing that raised the error; all of its line if no more is known."""
    found = [node for node in each_in(tree_of(file), ast.Subscript) if node.lineno == frame.lineno]
    place = getattr(frame, "colno", None), getattr(frame, "end_colno", None)  # from Python 3.11
    exact = [node for node in found if (node.col_offset, node.end_col_offset) == place]
    return exact or found


_EMPTY = "it is empty here, like the candidates of a filled cell: check with `if` first"
_NOTHING = (
    "something is None here: a function that returns nothing, or a name for which nothing was found"
)
_ONE_NUMBER = "a cell is one number: row * 9 + column, both counted from 0"
_SPELLING = "check how the name is spelt: "

OF_STRATEGIES: tuple[tuple[str, str], ...] = (
    ("one Step and not a list", "yield the step, or return it in a list: return [step]"),
    ("coroutine", "write def and not async def"),
    ("which is not a list of steps", "yield steps, or return a list of them"),
    ("gave [r", "put them into a step: yield Step(eliminations=[Candidate(cell, digit), ...])"),
    ("gave [", "yield one step at a time, without the brackets; a whole list is for `return`"),
    (
        "not a Step",
        "hand out steps: yield Step(placements=[...]) or yield Step(eliminations=[...])",
    ),
    ("FileNotFoundError", "a strategy needs no file: everything it needs is in the grid"),
    ("starts a thread", "remove the threads: a strategy only looks at the board and returns"),
    ("which plugins may not do", "remove it: a strategy only looks at the board and returns"),
    (
        "repeats the same step",
        "the same step is found again and again: check that each loop makes progress, or keep "
        "found steps in a set",
    ),
    ("more memory", "it needs more memory than there is: does a list grow without end?"),
    (
        "does not come to an end",
        "is a condition missing, so that nearly everything counts as a step, or does a loop repeat "
        "the same steps?",
    ),
    ("changes grid", "a grid never changes: yield a Step that says what to eliminate or place"),
    (
        "does not support item assignment",
        "a grid never changes: yield Step(placements=[Candidate(cell, digit)])",
    ),
    ("sys.exit", "use return when there is nothing more to find"),
)
"""Words of a finding on a strategy, and the advice for it; the first that fits is used."""

FINDINGS: tuple[tuple[str, str], ...] = (
    ("stands where the digit belongs", "Candidate(cell, digit): is it the other way round?"),
    ("digits go from 1", "digits count from 1 to grid.layout.n: grid.layout.digits has them"),
    ("no cell None", _NOTHING),
    ("no cell (", _ONE_NUMBER),
    ("cells go from 0", "cells count from 0: cell = row * 9 + column, both counted from 0"),
    ("not Candidate(cell=(", _ONE_NUMBER),
    ("must be integers or slices, not tuple", _ONE_NUMBER),
    ("=None", _NOTHING),
    (
        "whole numbers for cell and digit",
        "cells and digits are whole numbers: 5 and not '5'; grid.layout.cell('r1c1') is the cell "
        "of a name",
    ),
    ("must be a list of candidates, not one", "put brackets around it: [Candidate(cell, digit)]"),
    ("because must be a list", "because takes candidates: put the words into reason='...'"),
    ("houses must hold", "take them from grid.layout.houses, grid.layout.rows and the like"),
    ("must be a list of candidates", "name what you give: Step(eliminations=[...], reason='...')"),
    ("reason must be text", "write an f-string: reason=f'only {cell} can hold {digit}'"),
    ("must hold Candidate", "write Candidate(cell, digit) for each"),
    ("'frozenset' object is not subscriptable", "a set has no order: write sorted(...)[0]"),
    ("'frozenset' object has no attribute", "candidates(cell) never changes: make a copy, set(…)"),
    ("indices must be integers or slices, not str", "a cell is a number and not its name"),
    ("'tuple' object is not callable", "leave out the () after it: it is a list, not a function"),
    (
        "changed size during iteration",
        "do not add or remove while a loop goes through it: loop over a copy, list(...)",
    ),
    ("'frozenset' and 'int'", "combine a set with a set: write {5}, not 5"),
    ("'dict' object has no attribute 'add'", "{} is a dict: write set() for an empty set"),
    ("'int' has no len()", "a number has no length: grid.candidates(cell) is a set and has one"),
    ("not float", "/ makes a fraction, also of whole numbers: write //"),
    ("NoneType", _NOTHING),
    ("is an empty sequence", _EMPTY),
    ("argument is empty", _EMPTY),
    ("ZeroDivisionError", "on this board it divides by 0: check with `if` first"),
    ("not a board of this kind", "give boards: board.apply(step), or Grid(grid.layout, digits)"),
    ("it calls input", "a {kind} has the board as its only input: remove input()"),
    ("which plugins may not do", "remove it"),
    ("object is not subscriptable", "write grid.digit(cell) or grid.candidates(cell)"),
    (
        "object is not callable",
        "the thing before the (...) is not a function: is its name used twice?",
    ),
    ("'int' object is not iterable", "a number is not a list: use range(9) or grid.layout.digits"),
    ("'Cell' has no len()", "a cell is a number: grid.candidates(cell) has its candidates"),
    ("can only concatenate str", "write an f-string: f'only {cell} can hold {digit}'"),
    ("unhashable type", "things in a set must never change: use frozenset(...) or tuple(...)"),
    (
        "'Cell' object has no attribute",
        "a cell is a number: cell // 9 is its row and cell % 9 its column, counted from 0",
    ),
    ("'House' object", "house.cells has the cells of a house"),
    ("'House' is not iterable", "house.cells has the cells of a house"),
    ("'Grid' object is not iterable", "grid.open_cells and grid.layout.cells have its cells"),
    ("'Grid' object has no attribute", f"{_SPELLING}the documentation lists what a grid has"),
    ("has no attribute", "check how the name is spelt, and what the thing before the dot is"),
    ("NameError", f"{_SPELLING}is it set before this line?"),
    ("UnboundLocalError", "give the name a value before this line, in the same function"),
    ("too many values to unpack", "there are more values than names: check len(…) first"),
    ("not enough values to unpack", "there are fewer values than names: check len(…) first"),
    (
        "RecursionError",
        "a function calls itself too often: check the condition that should stop it",
    ),
    ("prints more than", "remove the print calls when it works"),
    ("sys.exit", "remove it: a {kind} must not end the program"),
    ("StopIteration", "next(…) found nothing: give it a second value, next(…, None)"),
    ("KeyError", "this key is not in the dict: which loop should have put it there?"),
)
"""Words of a finding on a plugin of any kind, and the advice for it; the first that fits counts."""

LOADING: tuple[tuple[str, str], ...] = (
    ("TypeError: strategy() ", 'write @strategy("My Pair", score=60, level="medium")'),
    ("Strategy.__call__() missing", "remove this call: the engine calls the strategy"),
    ("name 'grid' is not defined", "only the engine has a grid: remove this line, or indent it"),
    ("No module named", "neither Python nor your folder has it: add it, or do without it"),
    ("it called input", "remove input()"),
    ("TypeError: rule() ", 'write @rule("My Rule", draws="cage") above the function'),
    ("must take two digits", "three cells or more are one tuple: def my_rule(digits):"),
)
"""Words of a problem with loading, and the advice for it."""


def advice_from_words(why: str, kind: str) -> str:
    """Return the advice for a finding on a `kind` of plugin that says `why`; empty if unknown."""
    table = (*OF_STRATEGIES, *FINDINGS) if kind == "strategy" else FINDINGS
    return _first(table, why).replace("{kind}", KINDS[kind].label)


def advice_on_loading(problem: str) -> str:
    """Return the advice for a `problem` with loading, empty if it says enough itself."""
    return _first(LOADING, problem)


def _first(table: Iterable[tuple[str, str]], message: str) -> str:
    return next((advice for words, advice in table if words in message), "")
