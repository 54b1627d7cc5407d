"""The conditions of a line, evaluated while the line runs.

The interpreter tells which line runs, and not what the parts of its conditions are. So they are
worked out once more, with the variables of the moment. Only what changes nothing is: names,
comparisons, and calls of functions that are known to leave everything as it is. The rest stays
unknown.
"""

from __future__ import annotations

import ast
import builtins
import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import CodeType, FunctionType
from typing import Any

from sudoku_engine import Candidate, Cell, House
from sudoku_plugins.trace.shown import shown
from sudoku_plugins.trace.statements import CHANGING_METHODS

MOST_ITEMS = 100  # items of a loop inside a line that are looked at
MOST_PARTS = 6  # parts of a condition that are shown
MOST_HELD = 9  # things that a variable holds as parts of a step
MOST_DEPTH = 2  # collections in each other that are looked into

_PURE = {
    *(abs, all, any, bool, dict, divmod, enumerate, filter, frozenset, int, isinstance, len, list),
    *(map, max, min, range, reversed, set, sorted, str, sum, tuple, zip),
    *(itertools.chain, itertools.combinations, itertools.permutations, itertools.product),
    *(itertools.pairwise,),
}
_PURE_METHODS = {
    *("bit_count", "candidates", "copy", "count", "difference", "digit", "get", "holds", "house"),
    *("houses_of", "houses_with", "index", "intersection", "is_given", "isdisjoint", "issubset"),
    *("issuperset", "items", "keys", "peers", "places", "symmetric_difference", "union", "values"),
    *("cells_in", "from_iterable", "startswith", "endswith", "isdigit"),
}
_NODES = (
    *(ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop, ast.comprehension),
    *(ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Slice, ast.Compare, ast.BoolOp),
    *(ast.BinOp, ast.UnaryOp, ast.Call, ast.keyword, ast.Tuple, ast.List, ast.Set, ast.Dict),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.IfExp, ast.Starred),
    *(ast.Lambda, ast.arguments, ast.arg),
)
_OURS = ("sudoku_engine.", "itertools", "math", "operator")

SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}

Told = dict[str, Any]
"""A condition: its ``code``, its ``truth``, its ``signs``, and the ``values`` beside these.

Each value has its code, its text and the name of its type. Plain data, for another process.
"""


Parts = frozenset[tuple[str, Any]]
"""Parts of a step: the kind of each (``cell``, ``target``, ``digit``, ``house``), and its name."""


class _Unknown(Exception):
    """What a part of a line is cannot be worked out without changing something."""


@dataclass(frozen=True)
class Wanted:
    """The parts of a step that a function must look at to find it."""

    cells: frozenset[int]
    digits: frozenset[int]
    houses: frozenset[str]
    """The names of the houses."""
    targets: frozenset[int]
    """The cells in which it changes something."""
    n: int
    """The number of digits of the board; a plain number above it may be a cell."""

    @cached_property
    def of_cells(self) -> Mapping[int, Parts]:
        """By cell, the parts that it is."""
        kinds = (("cell", self.cells), ("target", self.targets))
        return {
            cell: frozenset((kind, cell) for kind, cells in kinds if cell in cells)
            for cell in self.cells | self.targets
        }

    def held(self, value: Any, depth: int = 0) -> Parts:
        """Return the parts that `value` is; empty if it is, or has, something else, too."""
        kind = type(value)
        if kind is Cell or (kind is int and value > self.n):
            return self.of_cells.get(value, _NOTHING)
        if kind is int:
            return frozenset([("digit", value)]) if value in self.digits else _NOTHING
        if kind is House:
            return frozenset([("house", value.name)]) if value.name in self.houses else _NOTHING
        if kind is Candidate:
            held = self.held(value.digit)
            return self.of_cells.get(value.cell, _NOTHING) | held if held else _NOTHING
        if kind not in HOLDERS or not 0 < len(value) <= MOST_HELD or depth == MOST_DEPTH:
            return _NOTHING
        parts: Parts = _NOTHING
        for each in value:
            if not (held := self.held(each, depth + 1)):
                return _NOTHING
            parts |= held
        return parts


_NOTHING: Parts = frozenset()
HOLDERS = frozenset((tuple, list, set, frozenset))
HOLDING = frozenset((Cell, House, Candidate, int, *HOLDERS))
"""The types of values that may hold a part of a step."""


class Lookup:
    """Works out the parts of a line.

    `scope`: the variables of its function. `is_bold`: whether functions of the plugin may be
    called: they may change something.
    """

    def __init__(self, scope: Mapping[str, Any], is_bold: bool = False) -> None:
        self._scope, self._is_bold = dict(scope), is_bold

    def truth(self, node: ast.expr) -> bool | None:
        """Return whether a condition holds; None if it is unknown."""
        with suppress(_Unknown):
            return bool(self._value(node))
        return None

    def told(self, node: ast.expr) -> Told | None:
        """Return the part of a condition that decides, with its values; None if it is unknown."""
        with suppress(_Unknown):
            return self._deciding(node)
        return None

    def parts(self, node: ast.expr) -> list[Told]:
        """Return the parts that all decide about a condition, each with its values."""
        is_all = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) is self.truth(node)
        parts = node.values if is_all else [node]  # type: ignore[attr-defined]
        found: list[Told] = []
        for part in parts[:MOST_PARTS]:
            if (told := self.told(part)) is not None:
                is_whole = isinstance(part, ast.BoolOp) and told["signs"]
                found.append({**told, "code": _written(part)} if is_whole else told)
        return found

    def _deciding(self, node: ast.expr) -> Told:
        match node:
            case ast.BoolOp(op=operator, values=parts):
                is_and = isinstance(operator, ast.And)
                for part in parts:
                    if bool(self._value(part)) is not is_and:
                        return self._deciding(part)
                return self._deciding(parts[-1])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._deciding(operand)
            case ast.Compare(left=left, ops=ops, comparators=others):
                return {
                    **self._plain(node),
                    "of": self._inside_of(node),
                    "signs": [SIGNS[type(each)] for each in ops],
                    "values": [self._side(each) for each in (left, *others)],
                }
            case ast.Call(
                func=ast.Name(id="any" | "all" as way), args=[ast.GeneratorExp() as made]
            ):
                return self._of_each(node, made, way == "all")
        told = self._plain(node)
        return {**told, "signs": [], "values": [self._side(node)]}

    def _of_each(self, node: ast.Call, made: ast.GeneratorExp, is_all: bool) -> Told:
        """Return the condition inside ``all`` or ``any`` for the item that decides."""
        truth = bool(self._value(node))
        if truth is not is_all:
            for inner in self._inside(made.generators):
                if bool(inner._value(made.elt)) is not is_all:
                    told = inner._deciding(made.elt)
                    return {**told, "of": inner._names(made.generators)}
        return {**self._plain(node), "signs": [], "values": [self._side(node)]}

    def _names(self, generators: list[ast.comprehension]) -> str:
        targets = [each for loop in generators for each in ast.walk(loop.target)]
        named = [each.id for each in targets if isinstance(each, ast.Name)]
        return ", ".join(f"{name} = {shown(self._scope[name])}" for name in named)

    def _inside_of(self, node: ast.expr) -> str:
        named: dict[str, None] = {}
        for each in ast.walk(node):
            parts = [each.slice] if isinstance(each, ast.Subscript) else []
            parts += each.args if isinstance(each, ast.Call) else []
            named |= {part.id: None for part in parts if isinstance(part, ast.Name)}
        values = {name: self._scope.get(name) for name in named}
        return ", ".join(
            f"{name} = {shown(value)}" for name, value in values.items() if type(value) in HOLDING
        )

    def _plain(self, node: ast.expr) -> Told:
        return {"code": _written(node), "truth": bool(self._value(node)), "line": node.lineno}

    def _side(self, node: ast.expr) -> list[str]:
        value = self._value(node)
        first = next(iter(value), None) if type(value) in HOLDERS else None
        return [_written(node), shown(value), type(value).__name__, type(first).__name__]

    def _value(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Constant):
            return node.value
        nodes, code = _compiled(node)
        if not all(map(self._may_run, nodes)):
            raise _Unknown
        try:
            return eval(code, self._scope)
        except Exception as error:
            raise _Unknown from error

    def _may_run(self, node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Name(id=name)):
                return self._may_call(self._scope.get(name, vars(builtins).get(name)))
            case ast.Call(func=ast.Attribute(attr=way)):
                return way in _PURE_METHODS or (self._is_bold and way not in CHANGING_METHODS)
            case ast.Name(id=name):
                return not hasattr(type(self._scope.get(name)), "__next__")
            case ast.Subscript(value=ast.Name(id=name)):
                return type(self._scope.get(name)) is not defaultdict
        return isinstance(node, _NODES)

    def _may_call(self, function: Any) -> bool:
        try:
            if function in _PURE:
                return True
        except TypeError:
            return False
        if str(getattr(function, "__module__", "")).startswith(_OURS):
            return True
        return self._is_bold and isinstance(function, FunctionType)

    def _inside(self, generators: list[ast.comprehension]) -> Iterator[Lookup]:
        """Yield a lookup for each round of the loops inside a line; their conditions hold."""
        for inner in self._rounds(generators[0]):
            if all(inner._value(each) for each in generators[0].ifs):
                yield from inner._inside(generators[1:]) if generators[1:] else [inner]

    def _rounds(self, loop: ast.comprehension) -> Iterator[Lookup]:
        items = self._value(loop.iter)
        for item in itertools.islice(items, MOST_ITEMS):
            inner = Lookup(self._scope, self._is_bold)
            inner._bind(loop.target, item)
            yield inner

    def _bind(self, target: ast.expr, item: Any) -> None:
        if isinstance(target, ast.Name):
            self._scope[target.id] = item
            return
        if not isinstance(target, ast.Tuple):
            raise _Unknown
        try:
            parts = tuple(item)
        except TypeError as error:
            raise _Unknown from error
        for part, each in zip(target.elts, parts):
            self._bind(part, each)

    def losses(self, node: ast.AST, wanted: Wanted) -> list[Told]:
        """Return where loops inside the line `node` lose a cell, or a digit, that is wanted."""
        found: list[Told] = []
        for cells, is_target in ((wanted.cells, False), (wanted.targets - wanted.cells, True)):
            lost: list[Told] = []
            for loops in _loops_in(node):
                with suppress(_Unknown):
                    lost.extend(self._lost(loops, wanted, cells))
            found += [{**told, "is_target": is_target} for told in lost[:MOST_PARTS]]
        return found

    def _lost(
        self, loops: Sequence[ast.comprehension], wanted: Wanted, cells: Set[int]
    ) -> Iterator[Told]:
        loop, *others = loops
        for inner in self._rounds(loop):
            names = [each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)]
            held = [wanted.held(inner._scope[name]) for name in names if name in inner._scope]
            parts = frozenset().union(*held) if all(held) else _NOTHING
            here = {int(each) for kind, each in parts if kind in ("cell", "target")} & cells
            if not here:
                continue
            lost = next((each for each in loop.ifs if not inner._value(each)), None)
            if lost is not None:
                told = {"cells": sorted(here), "of": inner._names([loop]), "at": loop.iter.lineno}
                yield {**inner._deciding(lost), **told}
            elif others:
                yield from inner._lost(others, wanted, here)


@lru_cache(4096)
def _compiled(node: ast.AST) -> tuple[list[ast.AST], CodeType]:
    made = ast.Expression(node)  # type: ignore[arg-type]
    return [*ast.walk(node)], compile(made, "<trace>", "eval")


@lru_cache(4096)
def _written(node: ast.AST) -> str:
    return ast.unparse(node)


def _loops_in(node: ast.AST) -> Iterator[Sequence[ast.comprehension]]:
    for each in ast.walk(node):
        if isinstance(each, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            yield each.generators
