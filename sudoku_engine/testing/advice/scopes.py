"""Names and blocks: what stands outside of the loop or the function that it belongs to."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sudoku_engine.testing.advice.slip import Slip

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

OWN_NAMES = (ast.FunctionDef, ast.Lambda, *COMPREHENSIONS)
"""Parts of the code with names of their own."""


def below_its_loop(function: ast.AST) -> Iterator[Slip]:
    """Find a line below a loop that uses what is set anew in each turn of the loop."""
    if not isinstance(function, ast.FunctionDef):
        return
    arguments = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    for parent in ast.walk(function):
        body = getattr(parent, "body", None)
        block: list[ast.stmt] = body if isinstance(body, list) else []
        for index, loop in enumerate(block):
            if isinstance(loop, ast.For) and not _holds(loop, ast.Break):
                before = {name for name, line in _set_in(function) if line < loop.lineno}
                names = {name for name, _ in _set_in(loop)} - before - arguments
                yield from _uses(loop, names, block[index + 1 :])


def _holds(part: ast.AST, *kinds: type[ast.AST]) -> bool:
    return any(isinstance(node, kinds) for node in ast.walk(part))


def _uses(loop: ast.stmt, names: set[str], below: list[ast.stmt]) -> Iterator[Slip]:
    """Yield the first line `below` the `loop` that uses one of the `names`."""
    for statement in below:
        names -= {name for name, _ in _set_in(statement)} | _set_in_comprehensions(statement)
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id in names:
                what = f"the loop of line {loop.lineno} has ended here, and {node.id} is set in it"
                yield Slip(node.lineno, f"{what}: indent this line further?", "outside")
                return


def _set_in_comprehensions(part: ast.AST) -> set[str]:
    return {
        target.id
        for node in ast.walk(part)
        if isinstance(node, ast.comprehension)
        for target in ast.walk(node.target)
        if isinstance(target, ast.Name)
    }


def _set_in(part: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the names that `part` sets, each with its line."""
    waiting = list(ast.iter_child_nodes(part))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        if not isinstance(node, OWN_NAMES):
            waiting += ast.iter_child_nodes(node)


def defined_twice(block: ast.AST) -> Iterator[Slip]:
    """Find a function that takes the place of another one of the same name."""
    if isinstance(block, ast.Module):
        lines: dict[str, int] = {}
        for each in block.body:
            if isinstance(each, ast.FunctionDef) and not _has_several_bodies(each):
                if each.name in lines:
                    what = f"this takes the place of the {each.name} of line {lines[each.name]}"
                    yield Slip(each.lineno, f"{what}: give them two names", "twice")
                lines[each.name] = each.lineno


def _has_several_bodies(function: ast.FunctionDef) -> bool:
    """Return whether `function` may share its name, as overloads and registered ones do."""
    marks = " ".join(map(ast.unparse, function.decorator_list))
    return function.name == "_" or "overload" in marks or ".register" in marks


def endless(node: ast.AST) -> Iterator[Slip]:
    """Find a ``while True`` that nothing ends."""
    if not (isinstance(node, ast.While) and isinstance(node.test, ast.Constant)):
        return
    if node.test.value and not _holds(node, ast.Break, ast.Return, ast.Raise):
        yield Slip(node.lineno, "nothing ends this loop: use `break` when it is done", "late")
