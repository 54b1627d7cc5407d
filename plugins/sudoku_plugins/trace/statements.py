"""The statements of a function, by line: the names that each may change, and its conditions."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType
from typing import NamedTuple

from sudoku_plugins.kit.advice.slips import CHANGING, code_of, each_in, first_line, tree_in

CHANGING_METHODS = CHANGING | {
    *("appendleft", "clear", "extendleft", "popitem", "popleft", "reverse", "rotate", "sort"),
    *("difference_update", "intersection_update", "symmetric_difference_update", "subtract"),
}
"""The methods that change what they belong to."""

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""The parts of a statement that are statements of their own."""


class Plan(NamedTuple):
    """The facts about a function from its text."""

    name: str
    file: str
    first: int
    last: int
    arguments: tuple[str, ...]
    statements: dict[int, ast.stmt]
    """By line, the innermost statement that stands there."""
    begins: dict[int, int]
    """By line, the first line of that statement, for which it counts."""
    touched: dict[int, tuple[str, ...]]
    """By the first line of a statement, the variables that it may change."""
    loops: dict[int, range]
    """By the first line of a loop, all its lines."""
    items: dict[str, tuple[tuple[str, str], ...]]
    """By variable, the items that depend on it: ``("cells", "i")`` for ``cells[i]``."""
    guards: dict[int, tuple[int, ...]]
    """By the first line of a statement, the loops and conditions that let it run."""
    indexes: frozenset[str]
    """The variables that number places, so that they are no digits."""


def functions_in(file: str) -> dict[tuple[int, str], ast.FunctionDef]:
    """Return the functions in a `file` by their first lines and names."""
    return _functions(code_of(file))


@lru_cache(16)
def _functions(code: str | None) -> dict[tuple[int, str], ast.FunctionDef]:
    nodes = each_in(tree_in(code), ast.FunctionDef)
    return {(first_line(each), each.name): each for each in nodes}


def plan_of(code: CodeType) -> Plan | None:
    """Return the plan of the function that is compiled to `code`; None if its text is unknown."""
    node = functions_in(code.co_filename).get((code.co_firstlineno, code.co_name))
    if node is None:
        return None
    statements: dict[int, ast.stmt] = {}
    touched: dict[int, tuple[str, ...]] = {}
    for each in statements_in(node):
        for line in range(each.lineno, end_of_header(each) + 1):
            statements.setdefault(line, each)
        if names := tuple(dict.fromkeys(_touched(each))):
            touched.setdefault(each.lineno, names)
    loops = {
        each.lineno: range(each.lineno, (each.end_lineno or each.lineno) + 1)
        for each in statements.values()
        if isinstance(each, ast.For | ast.While)
    }
    last = node.end_lineno or node.lineno
    begins = {line: each.lineno for line, each in statements.items()}
    n_arguments = code.co_argcount + code.co_kwonlyargcount
    place = code.co_filename, first_line(node), last, code.co_varnames[:n_arguments]
    guards = dict(_guards(node, ()))
    return Plan(
        *(node.name, *place, statements, begins, touched, loops),
        *(_items(node), guards, _indexes(node)),
    )


ENDINGS = (ast.Continue, ast.Break, ast.Return)  # the statements that leave a block


def _guards(node: ast.AST, around: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    for block in BLOCKS:
        passed = around
        for each in getattr(node, block, ()):
            if isinstance(each, ast.FunctionDef | ast.ClassDef):
                continue
            if isinstance(each, ast.stmt):
                yield each.lineno, passed
            is_guard = isinstance(each, ast.For | ast.While | ast.If)
            yield from _guards(each, (*passed, each.lineno) if is_guard else passed)
            if isinstance(each, ast.If) and isinstance(each.body[-1], ENDINGS):
                passed = (*passed, each.lineno)


def _indexes(node: ast.AST) -> frozenset[str]:
    """Return the names that stand in an index or in arithmetic, and never where digits do."""
    numbers: set[str] = set()
    digits: set[str] = set()
    for each in ast.walk(node):
        match each:
            case ast.Subscript(slice=part) | (ast.BinOp(op=ast.Mult() | ast.FloorDiv()) as part):
                numbers |= names_in(part)
            case ast.Compare(left=ast.Name(id=name), ops=[ast.In() | ast.NotIn()]):
                digits.add(name)
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(
                    func=ast.Name("range"), args=[ast.Constant(1), _] | [_, ast.Constant(10)]
                ),
            ):
                digits.add(name)
            case ast.Call(args=[_, ast.Name(id=name), *_]) if ast.unparse(each.func) == "Candidate":
                digits.add(name)
            case ast.Call(func=ast.Attribute(attr="places"), args=[ast.Name(id=name), *_]):
                digits.add(name)
    return frozenset(numbers - digits)


def names_in(node: ast.AST) -> set[str]:
    """Return the names that stand in `node`."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _items(node: ast.AST) -> dict[str, tuple[tuple[str, str], ...]]:
    pairs: dict[tuple[str, str], None] = {}
    for each in ast.walk(node):
        match each:
            case ast.Subscript(value=ast.Name(id=base), slice=ast.Name(id=index)):
                pairs[base, index] = None
    names = {name for pair in pairs for name in pair}
    return {name: tuple(pair for pair in pairs if name in pair) for name in names}


def statements_in(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements in the body of `node`, also those inside others, but functions."""
    for block in BLOCKS:
        for each in getattr(node, block, ()):
            if isinstance(each, ast.stmt):
                yield each
            if not isinstance(each, ast.FunctionDef | ast.ClassDef):
                yield from statements_in(each)


def end_of_header(node: ast.stmt) -> int:
    """Return the last line of a statement before the statements in it."""
    inner = [each.lineno for each in statements_in(node)]
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.lineno
    end = node.end_lineno or node.lineno
    return max(min([end, *(line - 1 for line in inner)]), node.lineno)


def working(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements of a function that do something when they run."""
    for each in statements_in(node):
        is_text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
        if not is_text and not isinstance(each, ast.Global | ast.Nonlocal | ast.Pass):
            yield each


def header_parts(node: ast.stmt) -> Iterator[ast.AST]:
    """Yield the parts of a statement that run at its own line."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return
    for name, part in ast.iter_fields(node):
        if name not in BLOCKS:
            yield from (each for each in (part if isinstance(part, list) else [part]) if each)


def _touched(node: ast.stmt) -> Iterator[str]:
    """Yield the names of the variables that `node` may change at its own line."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    for part in header_parts(node):
        if not isinstance(part, ast.AST):
            continue
        nodes = [*ast.walk(part)]
        inner = {  # the variables of loops inside the line are no variables of the function
            name
            for loop in nodes
            if isinstance(loop, ast.comprehension)
            for name in ast.walk(loop.target)
        }
        for each in nodes:
            match each:
                case ast.Name(id=name, ctx=ast.Store()) if each not in inner:
                    yield name
                case ast.Call(func=ast.Attribute(value=owner, attr=way)):
                    if way in CHANGING_METHODS:
                        yield from _base(owner)
                case ast.Subscript(value=owner, ctx=ast.Store() | ast.Del()):
                    yield from _base(owner)
                case ast.Attribute(value=owner, ctx=ast.Store()):
                    yield from _base(owner)


def _base(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield from _base(node.func.value)  # such as groups.setdefault(key, []).append(cell)
    elif isinstance(node, ast.Name):
        yield node.id


def condition_of(node: ast.stmt | None) -> ast.expr | None:
    """Return the condition of a statement: the test of ``if``, ``while`` or ``assert``."""
    return node.test if isinstance(node, ast.If | ast.While | ast.Assert) else None


def effects_in(node: ast.stmt) -> list[ast.AST]:
    """Return the code of the changes of a step that a statement makes; empty without a step."""
    for part in header_parts(node):
        for each in ast.walk(part):
            if isinstance(each, ast.Call) and ast.unparse(each.func).endswith("Step"):
                named = [key.value for key in each.keywords if key.arg in _EFFECTS]
                return [*each.args[:2], *named] or [ast.Constant(0)]
    return []


_EFFECTS = ("placements", "eliminations")
