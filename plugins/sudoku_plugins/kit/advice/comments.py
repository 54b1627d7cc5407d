"""Comments on code that passes: possible improvements, as a teacher would put them.

A comment is `essential` (it is right by luck, or only here), `worth doing` (simpler, shorter,
quicker), or of `style`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from sudoku_plugins.kit.advice.slips import called_name, each_in, tree_of

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
        case ast.For(
            target=ast.Name(id=index),
            iter=ast.Call(
                func=ast.Name(id="range"), args=[ast.Call(func=ast.Name(id="len"), args=[things])]
            ),
        ):
            uses = [each for each in each_in(node, ast.Name) if each.id == index][1:]
            items = [each.slice for each in each_in(node, ast.Subscript)]
            if uses and all(any(use is item for item in items) for use in uses):
                text = f"`for item in {ast.unparse(things)}` needs no numbers"
                yield STYLE, node.lineno, text
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
