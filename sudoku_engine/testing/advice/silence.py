"""Why a strategy can never hand out a step: causes that its code shows for certain."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from sudoku_engine.testing.advice.code import slips_in
from sudoku_engine.testing.advice.slip import Slip
from sudoku_engine.testing.advice.syntax import called_name, tree_of

KIND = "silent"

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
            certain = (slip for rule in RULES for slip in rule(node, tree))
            likely = (
                slip
                for slip in slips_in(file)
                if slip.kind == KIND and node.lineno <= slip.line <= (node.end_lineno or 0)
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
        yield Slip(line, "these lines stand in quotes and never run", KIND)
        return
    where = f"where `{ast.unparse(last)}` stands" if last else "below the docstring"
    yield Slip(line, f"the function is still empty: write your lines {where}", KIND)


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
                    yield Slip(statement.lineno, advice, KIND)


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
            yield Slip(node.lineno, advice, KIND)
        elif called in generators:
            call = ast.unparse(node.value)
            advice = f"the steps of {call} are dropped: write `yield from {call}`"
            yield Slip(node.lineno, advice, KIND)
        elif called.endswith(".apply"):
            advice = f"{called} makes a new board and leaves this one as it is: {HAND_OUT}"
            yield Slip(node.lineno, advice, KIND)


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
            yield Slip(inner.lineno, advice, KIND)


def _returned(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find a step that a function with `yield` returns: nobody sees it."""
    nodes = list(_nodes(function))
    if any(isinstance(node, YIELDS) for node in nodes):
        for node in nodes:
            if isinstance(node, ast.Return) and called_name(node.value) == "Step":
                advice = "beside `yield` a returned step is lost: write `yield Step(...)`"
                yield Slip(node.lineno, advice, KIND)


def _printed(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find `print` in a function that hands out nothing."""
    if not _hands_out(function):
        for node in _nodes(function):
            if called_name(node) == "print" and isinstance(node, ast.Call):
                advice = f"print only shows what it finds: {HAND_OUT}"
                yield Slip(node.lineno, advice, KIND)


def _kept(function: Function, tree: ast.Module) -> Iterator[Slip]:
    """Find steps that are collected or named, and never handed out."""
    if _hands_out(function):
        return
    for node in _nodes(function):
        called = called_name(node)
        if called.endswith(".append") and isinstance(node, ast.Call):
            name = called.removesuffix(".append")
            advice = f"{name} is filled and never handed out: end with `return {name}`"
            yield Slip(node.lineno, advice, KIND)
        elif isinstance(node, ast.Assign) and called_name(node.value) == "Step":
            name = ast.unparse(node.targets[0])
            yield Slip(node.lineno, f"{name} is never handed out: `yield {name}`", KIND)
    yield Slip(function.lineno, f"it hands out nothing: {HAND_OUT} for each step", KIND)


RULES: tuple[Callable[[Function, ast.Module], Iterator[Slip]], ...] = (
    _empty,
    _dropped,
    _unreachable,
    _uncalled,
    _returned,
    _printed,
    _kept,
)
"""The causes to look for; the first that is found counts."""
