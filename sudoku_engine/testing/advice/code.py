"""Advice from the code of a plugin: slips of a kind, why it finds nothing, why it is late."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from sudoku_engine.board.grid import Grid
from sudoku_engine.testing.advice.slips import Slip, called_name, slips_in, tree_of


def advice_from_code(file: str, *kinds: str, line: int = 0) -> str:
    """Return the advice for the slip that `slip_in` finds; empty if there is none."""
    slip = slip_in(file, *kinds, line=line)
    return "" if slip is None else slip.in_words


def slip_in(file: str, *kinds: str, line: int = 0) -> Slip | None:
    """Return the first slip in `file` of the first of the `kinds` that has one.

    `line`: where the plugin stands that it is about; other plugins of the file do not count.
    """
    others = [lines for lines in _decorated(file) if line and line not in lines]
    for kind in kinds:
        for slip in slips_in(file):
            if slip.kind == kind and not any(slip.line in lines for lines in others):
                return slip
    return None


def _decorated(file: str) -> Iterator[range]:
    """Yield the lines of each function of `file` with a decorator, such as a strategy."""
    tree = tree_of(file)
    for each in tree.body if tree else ():
        if isinstance(each, ast.FunctionDef) and each.decorator_list:
            yield range(each.decorator_list[0].lineno, (each.end_lineno or each.lineno) + 1)


SILENT = "silent"

Function = ast.FunctionDef

ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
"""Statements after which nothing in the same block runs."""

YIELDS = (ast.Yield, ast.YieldFrom)

HAND_OUT = "hand it out with `yield Step(...)`"


def slip_that_silences(file: str, line: int) -> Slip | None:
    """Return why the function at this `line` of `file` finds nothing; None if unknown."""
    tree = tree_of(file)
    if tree is None:
        return None
    for node in ast.walk(tree):
        if isinstance(node, Function) and _begin(node) <= line <= (node.end_lineno or 0):
            certain = (slip for rule in CAUSES_OF_SILENCE for slip in rule(node, tree))
            likely = (
                slip
                for slip in slips_in(file)
                if slip.kind == SILENT and node.lineno <= slip.line <= (node.end_lineno or 0)
            )
            return next(certain, None) or next(likely, None)
    return None


def _begin(function: Function) -> int:
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


def _nodes(function: Function) -> Iterator[ast.AST]:
    """Yield the parts of `function`, without those of functions inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            waiting[:0] = ast.iter_child_nodes(node)


def _hands_out(function: Function) -> bool:
    """Return whether `function` has a `yield`, or returns something."""
    return any(
        isinstance(node, YIELDS) or (isinstance(node, ast.Return) and not _is_nothing(node.value))
        for node in _nodes(function)
    )


def _is_nothing(value: ast.expr | None) -> bool:
    """Return whether `value` is no list of steps, or an empty one."""
    is_empty = isinstance(value, ast.List | ast.Tuple) and not value.elts
    is_none = isinstance(value, ast.Constant) and value.value is None
    return value is None or is_empty or is_none


def _empty(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find a function whose code is still to be written."""
    body = function.body[bool(ast.get_docstring(function)) :]
    last = body[-1] if body else None
    is_constant = isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant)
    is_idle = isinstance(last, ast.Pass) or is_constant
    if isinstance(last, ast.Return):
        is_idle = _is_nothing(last.value)
    if len(body) > 1 or not (is_idle or last is None):
        return
    line = last.lineno if last else function.lineno
    if last is not None and last.lineno != last.end_lineno:
        yield Slip(line, "these lines stand in quotes and never run", SILENT)
        return
    where = f"where `{ast.unparse(last)}` stands" if last else "below the docstring"
    yield Slip(line, f"the function is still empty: write your lines {where}", SILENT)


def _unreachable(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find a statement that ends the function or the loop above code that hands out steps."""
    for node in (function, *_nodes(function)):
        for block in (getattr(node, name, ()) for name in ("body", "orelse", "finalbody")):
            if not isinstance(block, list):  # a lambda has an expression
                continue
            for statement, *below in (block[index:] for index in range(len(block))):
                if isinstance(statement, ENDS) and below:
                    word = ast.unparse(statement)
                    first = below[0].lineno
                    advice = f"after this `{word}` the lines from {first} on never run"
                    yield Slip(statement.lineno, advice, SILENT)


def _dropped(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find a step that is made and not handed out."""
    generators = {
        each.name
        for each in ast.walk(tree)
        if isinstance(each, Function) and any(isinstance(node, YIELDS) for node in _nodes(each))
    }
    for node in _nodes(function):
        if not isinstance(node, ast.Expr):
            continue
        called = called_name(node.value)
        if called == "Step":
            advice = "this step is made and dropped: write `yield Step(...)`"
            yield Slip(node.lineno, advice, SILENT)
        elif called in generators:
            call = ast.unparse(node.value)
            advice = f"the steps of {call} are dropped: write `yield from {call}`"
            yield Slip(node.lineno, advice, SILENT)
        elif called.endswith(".apply"):
            advice = f"{called} makes a new board and leaves this one as it is: {HAND_OUT}"
            yield Slip(node.lineno, advice, SILENT)


def _uncalled(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find steps that a function inside `function` hands out, and that nobody asks for."""
    for inner in _nodes(function):
        if not isinstance(inner, Function) or _hands_out(function):
            continue
        if _hands_out(inner) and not any(
            called_name(node) == inner.name for node in _nodes(function)
        ):
            call = f"{inner.name}({ast.unparse(inner.args)})"
            advice = f"nobody calls {inner.name}: end with `yield from {call}`"
            yield Slip(inner.lineno, advice, SILENT)


def _returned(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find a step that a function with `yield` returns: nobody sees it."""
    nodes = list(_nodes(function))
    if any(isinstance(node, YIELDS) for node in nodes):
        for node in nodes:
            if isinstance(node, ast.Return) and called_name(node.value) == "Step":
                advice = "next to a `yield` a returned step is lost: write `yield Step(...)`"
                yield Slip(node.lineno, advice, SILENT)


def _printed(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find `print` in a function that hands out nothing."""
    if not _hands_out(function):
        for node in _nodes(function):
            if called_name(node) == "print" and isinstance(node, ast.Call):
                advice = f"print only shows what it finds: {HAND_OUT}"
                yield Slip(node.lineno, advice, SILENT)


def _kept(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find steps that are collected or named, and never handed out."""
    if _hands_out(function):
        return
    for node in _nodes(function):
        called = called_name(node)
        if called.endswith(".append") and isinstance(node, ast.Call):
            name = called.removesuffix(".append")
            advice = f"{name} is filled and never handed out: end with `return {name}`"
            yield Slip(node.lineno, advice, SILENT)
        elif isinstance(node, ast.Assign) and called_name(node.value) == "Step":
            name = ast.unparse(node.targets[0])
            yield Slip(node.lineno, f"{name} is never handed out: `yield {name}`", SILENT)
    yield Slip(function.lineno, f"it hands out nothing: {HAND_OUT} for each step", SILENT)


CAUSES_OF_SILENCE: tuple[Callable[[Function, ast.Module], Iterator[Slip]], ...] = (
    _empty,
    _dropped,
    _unreachable,
    _uncalled,
    _returned,
    _printed,
    _kept,
)
"""The causes to look for; the first that is found counts."""


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
