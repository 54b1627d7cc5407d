"""Advice from the code of a plugin: slips of a kind, reasons for silence or lateness, comments.

Comments are on code that passes, as a teacher would put them. One is `essential` (it is right by
luck, or only here), `worth doing` (simpler, shorter, quicker), or of `style`.
"""

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.advice.slips import (
    Slip,
    called_name,
    each_in,
    first_line,
    function_at,
    slips_in,
    tree_of,
)


def advice_from_code(file: str, *kinds: str, line: int = 0) -> str:
    """Return the advice for the slip that `slip_in` finds; empty if there is none."""
    slip = slip_in(file, *kinds, line=line)
    return "" if slip is None else slip.in_words


def slip_in(file: str, *kinds: str, line: int = 0) -> Slip | None:
    """Return the first slip in `file` of the first of the `kinds` that has one.

    `line`: the line of the plugin in question; other plugins of the file do not count.
    """
    tree = tree_of(file) if line else None
    decorated = [
        range(first_line(each), (each.end_lineno or each.lineno) + 1)
        for each in (tree.body if tree else ())
        if isinstance(each, ast.FunctionDef) and each.decorator_list
    ]
    others = [lines for lines in decorated if line not in lines]
    for kind in kinds:
        for slip in slips_in(file):
            if slip.kind == kind and not any(slip.line in lines for lines in others):
                return slip
    return None


SILENT = "silent"

Function = ast.FunctionDef

YIELDS = (ast.Yield, ast.YieldFrom)

HAND_OUT = "hand it out with `yield Step(...)`"


def cause_of_silence(component: Component) -> Slip | None:
    """Return why the code can never hand out a step; None if it may."""
    file = component.file
    tree, node = tree_of(file), function_at(file, component.line)
    if tree is None or node is None:
        return None
    found = [
        *(Slip(*each, SILENT) for rule in CAUSES_OF_SILENCE for each in rule(node, tree)),
        *(slip for slip in slips_in(file) if slip.kind == SILENT),
    ]
    lines = range(node.lineno, (node.end_lineno or 0) + 1)
    return next((slip for slip in found if slip.line in lines), None)


Caused = Iterator[tuple[int, str]]  # lines of the code, each with the advice for it


def _nodes(function: Function) -> Iterator[ast.AST]:
    """Yield the parts of `function`, without those of functions inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            waiting[:0] = ast.iter_child_nodes(node)


def _is_generator(function: Function) -> bool:
    return any(isinstance(node, YIELDS) for node in _nodes(function))


def _hands_out(function: Function) -> bool:
    returns = (node.value for node in _nodes(function) if isinstance(node, ast.Return))
    return _is_generator(function) or not all(map(_is_nothing, returns))


def _is_nothing(value: ast.expr | None) -> bool:
    match value:
        case None | ast.Constant(value=None) | ast.List(elts=[]) | ast.Tuple(elts=[]):
            return True
    return False


def _empty(function: Function, tree: ast.Module) -> Caused:
    write = "the function is still empty: write your lines"
    match function.body[bool(ast.get_docstring(function)) :]:
        case []:
            yield function.lineno, f"{write} below the docstring"
        case [ast.Return(value=value)] if not _is_nothing(value):
            return
        case [ast.Pass() | ast.Expr(value=ast.Constant()) | ast.Return() as last]:
            if last.lineno != last.end_lineno:
                yield last.lineno, "these lines are in quotes and never run"
            else:
                yield last.lineno, f"{write} where `{ast.unparse(last)}` stands"


def _unreachable(function: Function, tree: ast.Module) -> Caused:
    """Find a statement that ends the function or the loop above code that hands out steps."""
    for node in (function, *_nodes(function)):
        for block in (getattr(node, name, ()) for name in ("body", "orelse", "finalbody")):
            # A lambda has an expression.
            for statement, below in pairwise(block) if isinstance(block, list) else ():
                if isinstance(statement, ast.Return | ast.Raise | ast.Continue | ast.Break):
                    word = ast.unparse(statement)
                    lines = f"the lines from {below.lineno} on never run"
                    yield statement.lineno, f"after this `{word}` {lines}"


def _dropped(function: Function, tree: ast.Module) -> Caused:
    generators = {each.name for each in each_in(tree, Function) if _is_generator(each)}
    for node in _nodes(function):
        if not isinstance(node, ast.Expr):
            continue
        called = called_name(node.value)
        if called == "Step":
            yield node.lineno, "this step is made and dropped: write `yield Step(...)`"
        elif called in generators:
            call = ast.unparse(node.value)
            yield node.lineno, f"the steps of {call} are dropped: write `yield from {call}`"
        elif called.endswith(".apply"):
            made = f"{called} makes a new board and leaves this one as it is"
            yield node.lineno, f"{made}: {HAND_OUT}"


def _uncalled(function: Function, tree: ast.Module) -> Caused:
    called = {called_name(node) for node in _nodes(function)}
    for inner in _nodes(function) if not _hands_out(function) else ():
        if isinstance(inner, Function) and _hands_out(inner) and inner.name not in called:
            call = f"{inner.name}({ast.unparse(inner.args)})"
            yield inner.lineno, f"{inner.name} is never called: end with `yield from {call}`"


def _lost(function: Function, tree: ast.Module) -> Caused:
    for node in _nodes(function) if _is_generator(function) else ():
        if isinstance(node, ast.Return) and called_name(node.value) == "Step":
            yield node.lineno, "next to a `yield` a returned step is lost: write `yield Step(...)`"


def _kept(function: Function, tree: ast.Module) -> Caused:
    if _hands_out(function):
        return
    nodes = list(_nodes(function))
    for node in nodes:
        if isinstance(node, ast.Call) and called_name(node) == "print":
            yield node.lineno, f"print only shows the steps: {HAND_OUT}"
    for node in nodes:
        if isinstance(node, ast.Call) and (called := called_name(node)).endswith(".append"):
            name = called.removesuffix(".append")
            yield node.lineno, f"{name} is filled and never handed out: end with `return {name}`"
        elif isinstance(node, ast.Assign) and called_name(node.value) == "Step":
            name = ast.unparse(node.targets[0])
            yield node.lineno, f"{name} is never handed out: `yield {name}`"
    yield function.lineno, f"it hands out nothing: {HAND_OUT} for each step"


CAUSES_OF_SILENCE: tuple[Callable[[Function, ast.Module], Caused], ...] = (
    _empty,
    _dropped,
    _unreachable,
    _uncalled,
    _lost,
    _kept,
)
"""The causes to look for; the first that is found counts."""


ENDLESS = ("count", "cycle", "repeat", "iter", "itertools.count", "itertools.cycle")
"""Functions that may make an endless iterator."""


def advice_on_lateness(file: str, grid: Grid | None = None, kind: str = "strategy") -> str:
    """Return why a call of the code of `file` may not come back on the board `grid`."""
    if advice := advice_from_code(file, "late"):
        return advice
    board = "the board" if grid is None else f"this board with {len(grid.open_cells)} open cells"
    too_much = f"it tries too much for {board}: skip early whatever cannot lead to a step"
    if kind == "rule":
        too_much = "it works too long on a few digits: what does it repeat?"
    lines = [each.lineno for each in each_in(tree_of(file), ast.stmt) if _may_be_endless(each)]
    if not lines:
        return too_much
    where = f"line {lines[0]}" if len(lines) == 1 else f"lines {', '.join(map(str, sorted(lines)))}"
    return f"does the code of {where} come to an end here? If it does, {too_much}"


def _may_be_endless(node: ast.stmt) -> bool:
    """Return whether `node` is ``while``, a growing loop, or a function that calls itself."""
    names: set[str] = set()
    match node:
        case ast.While():
            return True
        case ast.FunctionDef(name=name):
            names = {name, f"self.{name}"}
        case ast.For(iter=over):
            if called_name(over) in ENDLESS:
                return True
            names = {f"{ast.unparse(over)}.{way}" for way in ("append", "extend", "insert", "add")}
    return bool(names) and any(called_name(inner) in names for inner in ast.walk(node))


ESSENTIAL, WORTH_DOING, STYLE = KINDS = ("essential", "worth doing", "style")
"""The kinds of comments, the most important first."""

MOST = 5  # comments on one file: more are not read
DEEPEST = 6  # blocks in each other from which on a function is hard to read

KINDS_OF_HOUSES = frozenset({"rows", "columns", "boxes"})


class Comment(NamedTuple):
    """A comment on a line of code."""

    kind: str
    line: int
    text: str

    @property
    def in_words(self) -> str:
        """Its kind, its line, and what it says."""
        return f"{self.kind}: line {self.line}: {self.text}"


Found = Iterator[tuple[str, int, str]]  # comments by their kind, line and text


def comments_on(file: str) -> tuple[Comment, ...]:
    """Return the comments on the code in `file`, the most important first; each is made once."""
    tree = tree_of(file)
    if tree is None:
        return ()
    with suppress(RecursionError):
        found = [Comment(*each) for each in _about(tree)]
        found.sort(key=lambda each: (KINDS.index(each.kind), each.line, each.text))
        return tuple({each.text: each for each in reversed(found)}.values())[::-1][:MOST]
    return ()


def _about(tree: ast.Module) -> Found:
    for node in ast.walk(tree):
        yield from _in_an_expression(node)
        yield from _in_a_statement(node)
        if isinstance(node, ast.FunctionDef):
            yield from _in_a_function(node)
    yield from _unused(tree)


def _in_an_expression(node: ast.AST) -> Found:
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            if name.startswith("_") and not name.startswith("__") and owner not in ("self", "cls"):
                text = f"{owner}.{name} is private, and may change at any time"
                yield ESSENTIAL, node.lineno, text
        case ast.Call(func=ast.Name(id="range"), args=[*_, ast.Constant(value=9 | 10 | 81)]):
            known = "grid.layout.cells, grid.layout.digits or grid.layout.houses"
            yield WORTH_DOING, node.lineno, f"{ast.unparse(node)} is for 9 rows only: use {known}"
        case ast.Call(args=[_, ast.Constant(value=2)]) if called_name(node) in (
            *("permutations", "itertools.permutations", "product", "itertools.product"),
        ):
            text = "each pair comes up twice here: combinations(..., 2) gives it once"
            yield WORTH_DOING, node.lineno, text
        case ast.Compare(
            ops=[ast.Eq() | ast.NotEq()],
            comparators=[ast.Constant(value=None | True | False as value)],
        ):
            yield STYLE, node.lineno, f"compare with {value} by `is`, or leave it out"
        case ast.BinOp(op=ast.Add()) | ast.List() | ast.Tuple():
            named = {each.attr for each in each_in(node, ast.Attribute)}
            if named >= KINDS_OF_HOUSES:
                yield WORTH_DOING, node.lineno, "grid.layout.houses has rows, columns and boxes"


def _in_a_statement(node: ast.AST) -> Found:
    match node:
        case ast.ExceptHandler(type=None | ast.Name(id="Exception" | "BaseException")):
            text = "this hides every mistake, your own too: catch the one error that you expect"
            yield ESSENTIAL, node.lineno, text
        case ast.For(iter=ast.Name(id=things)):
            for call in each_in(node, ast.Call):
                if called_name(call) in (f"{things}.remove", f"{things}.append", f"{things}.pop"):
                    text = f"{things} changes while the loop goes through it: go through a copy"
                    yield ESSENTIAL, call.lineno, text


HIDDEN = frozenset(
    (
        *("all", "any", "dict", "filter", "int", "iter", "len", "list"),
        *("map", "max", "min", "next", "range", "set", "str", "sum"),
    )
)
"""Names of Python that a function should not use for something else."""


def _in_a_function(function: ast.FunctionDef) -> Found:
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) if name in HIDDEN:
                yield WORTH_DOING, node.lineno, f"{name} is a name of Python: choose another"
    if _depth(function) > DEEPEST:
        text = f"{function.name} has {_depth(function)} nested blocks: make a function"
        yield WORTH_DOING, function.lineno, f"{text} of the inner ones"


def _depth(node: ast.AST) -> int:
    blocks = (ast.For, ast.While, ast.If, ast.With, ast.Try)
    inner = max(map(_depth, ast.iter_child_nodes(node)), default=0)
    match node:
        case ast.If(orelse=[ast.If() as other]):  # an `elif` is not nested
            own = max(map(_depth, (node.test, *node.body)), default=0)
            return max(own + 1, _depth(other))
    return inner + isinstance(node, blocks)


def _unused(tree: ast.Module) -> Found:
    used = {each.id for each in each_in(tree, ast.Name) if isinstance(each.ctx, ast.Load)}
    used |= {word for each in each_in(tree, ast.Constant) for word in str(each.value).split()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                name = (alias.asname or alias.name).partition(".")[0]
                if name not in used and name not in ("*", "annotations"):
                    yield STYLE, node.lineno, f"{name} is imported and not used"
        for statement in each_in(node, ast.Assign) if isinstance(node, ast.FunctionDef) else ():
            for target in statement.targets:
                if isinstance(target, ast.Name) and target.id not in used:
                    yield STYLE, statement.lineno, f"{target.id} is set and not used"
