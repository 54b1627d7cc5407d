"""Find comparisons that are never true, such as of a set with a list."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from sudoku_engine.board.layout import KINDS
from sudoku_engine.testing.advice.slip import Slip
from sudoku_engine.testing.advice.syntax import called_name


def never_equal(node: ast.AST) -> Iterator[Slip]:
    """Find comparisons that are never true: a set with a list, a digit with text."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for operator in node.ops:
            for side in sides:
                if advice := _why_unequal(side, sides, operator):
                    yield Slip(node.lineno, advice, "silent")


def _is_candidates(code: str) -> bool:
    return bool(re.match(r"\w+\.candidates\(", code))


def _why_unequal(side: ast.expr, sides: Sequence[ast.expr], operator: ast.cmpop) -> str:
    """Return why `side` never equals the others of `sides`, empty if it may."""
    others = [ast.unparse(other) for other in sides if other is not side]
    if isinstance(operator, ast.Is | ast.IsNot) and isinstance(side, ast.Call | ast.Set):
        return "`is` compares identity: compare with =="
    text = side.value if isinstance(side, ast.Constant) else None
    if isinstance(text, str) and re.fullmatch("[0-9.]", text):
        number = text.replace(".", "0")
        return f"numbers are not text: compare with {number} and not with '{text}'"
    if called_name(side) in ("list", "sorted", "tuple") and any(map(_is_candidates, others)):
        return "candidates(cell) is a set and never equals a list: compare with a set"
    if isinstance(text, str) and text in KINDS and any("." not in other for other in others):
        return f"a house is not text: compare its kind, house.kind == '{text}'"
    is_number = isinstance(side, ast.Constant) and isinstance(side.value, int)
    if is_number and any(other.startswith(("list(", "sorted(", "set(")) for other in others):
        return "this compares a list with a number: use len(…)"
    if called_name(side) == "str":
        return "digits are whole numbers, not text: remove str(…)"
    if isinstance(operator, ast.Eq) and any(map(_is_candidates, others)):
        if isinstance(side, ast.List | ast.Tuple):
            return "candidates(cell) is a set and never equals a list: write {…}"
        if isinstance(side, ast.Constant) and isinstance(side.value, int):
            return "this compares a set with a number: use len(…)"
        if isinstance(side, ast.Name) and side.id in ("d", "n", "digit", "number", "value"):
            return f"candidates(cell) is a set and not a digit: write == {{{side.id}}}"
    return ""
