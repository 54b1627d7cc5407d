"""Find code that keeps something from one call to the next, or leaves it to chance."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sudoku_engine.testing.advice.slip import Slip
from sudoku_engine.testing.advice.syntax import is_mutable

KEPT = "kept"
"""The kind of slips by which something stays from one call to the next."""

KEEPS = "it keeps something from one call to the next"

CHANGING = frozenset(
    ("add", "append", "discard", "extend", "insert", "pop", "remove", "setdefault", "update")
)
"""The methods that change a list, a set or a dict."""


MAKING = ("__init__", "__new__", "__post_init__", "__set_name__", "__enter__")
"""Methods that are called when an object is made, or begins its work."""


def kept_between_calls(tree: ast.Module) -> Iterator[Slip]:
    """Find data that stays from one call to the next."""
    filled_later = {
        target.id
        for statement in tree.body
        if isinstance(statement, ast.Assign) and is_mutable(statement.value)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    in_init = {
        inner.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in MAKING
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute)
    }
    lasting = {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    functions = (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))
    for node in {inner: None for function in functions for inner in ast.walk(function)}:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            is_kept = isinstance(owner, ast.Name) and owner.id in filled_later
            if is_kept and node.func.attr in CHANGING:
                yield Slip(node.lineno, f"{KEEPS}: {ast.unparse(owner)} is filled here", KEPT)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            if isinstance(node.value, ast.Name) and node.value.id in filled_later:
                yield Slip(node.lineno, f"{KEEPS}: {node.value.id} is filled here", KEPT)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            name = ast.unparse(node)
            owner_name = name.partition(".")[0]
            is_own = owner_name == "self" and node.lineno not in in_init
            if is_own or owner_name in lasting:
                yield Slip(node.lineno, f"{KEEPS}: {name} is set here", KEPT)


def global_or_random(node: ast.AST) -> Iterator[Slip]:
    """Find ``global``, and the import of `random`."""
    if isinstance(node, ast.Global):
        yield Slip(node.lineno, f"{KEEPS}: do not use `global`", KEPT)
    elif isinstance(node, ast.Import | ast.ImportFrom) and "random" in ast.unparse(node).split():
        yield Slip(node.lineno, "use nothing random here", "random")


def mutable_default(node: ast.AST) -> Iterator[Slip]:
    """Find a list, set or dict that is the default value of a parameter."""
    if isinstance(node, ast.FunctionDef):
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None and is_mutable(default):
                advice = f"{KEEPS}: a default value is made only once"
                yield Slip(default.lineno, advice, KEPT)
