"""Advice from the code of a plugin: patterns that often cause a certain kind of finding."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import lru_cache

from sudoku_engine.testing.advice.keeping import (
    CHANGING,
    global_or_random,
    kept_between_calls,
    mutable_default,
)
from sudoku_engine.testing.advice.looking_around import looking_around
from sudoku_engine.testing.advice.scopes import below_its_loop, defined_twice, endless
from sudoku_engine.testing.advice.slip import Slip
from sudoku_engine.testing.advice.syntax import called_name, is_mutable, tree_of
from sudoku_engine.testing.advice.unequal import never_equal


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


@lru_cache(maxsize=32)
def slips_in(file: str) -> tuple[Slip, ...]:
    """Return the slips in the code of `file`, in the order of its lines."""
    tree = tree_of(file)
    if tree is None:
        return ()
    found = [slip for node in ast.walk(tree) for rule in RULES for slip in rule(node)]
    return tuple(sorted([*found, *kept_between_calls(tree)]))


RETURNING_NOTHING = (CHANGING - {"pop", "setdefault"}) | {"reverse", "sort"}


def _arguments(node: ast.AST) -> list[ast.expr]:
    return node.args if isinstance(node, ast.Call) else []


def _waiting(node: ast.AST) -> Iterator[Slip]:
    if isinstance(node, ast.Call) and called_name(node) in ("time.sleep", "sleep", "input"):
        yield Slip(node.lineno, f"{called_name(node)}(...) waits here: remove it", "late")


def _may_break(loop: ast.stmt) -> bool:
    """Return whether a loop may end early, so that its ``else`` does not always run."""
    return isinstance(loop, ast.For) and any(isinstance(n, ast.Break) for n in ast.walk(loop))


def _returning_at_once(node: ast.AST) -> Iterator[Slip]:
    """Find loops of a function that return in their first turn, or at the first misfit."""
    if not isinstance(node, ast.FunctionDef):
        return
    for loop in ast.walk(node):
        if not isinstance(loop, ast.For | ast.While):
            continue
        last: ast.stmt = loop.body[-1]
        is_first_only = isinstance(last, ast.Return) and loop.body == [last]
        if is_first_only or any(isinstance(each, ast.Continue) for each in ast.walk(loop)):
            continue  # it takes the first thing, or the first that is not passed over
        when = "in its first turn"
        while isinstance(last, ast.If | ast.For) and last.orelse and not _may_break(last):
            if isinstance(last, ast.If):
                when = "at the first thing that does not fit"
            last = last.orelse[-1]
        is_test = when != "in its first turn" and not node.decorator_list
        if isinstance(last, ast.Return) and not is_test:
            yield Slip(last.lineno, f"this return ends the loop {when}: return after it", "early")
        elif isinstance(last, ast.Break) and not is_test:
            yield Slip(last.lineno, f"this break ends the loop {when}", "early")


def _returning_at_a_misfit(node: ast.AST) -> Iterator[Slip]:
    """Find a loop that hands out what fits, and at the first misfit leaves the function."""
    if not isinstance(node, ast.For | ast.While):
        return
    for each in ast.walk(node):
        if not isinstance(each, ast.If) or len(each.orelse) != 1:
            continue
        (other,) = each.orelse
        gives = any(isinstance(n, ast.Yield) for part in each.body for n in ast.walk(part))
        if gives and isinstance(other, ast.Return) and other.value is None:
            advice = "this return ends the whole search at the first thing that does not fit"
            yield Slip(other.lineno, f"{advice}: leave it out", "early")


def _hiding_errors(node: ast.AST) -> Iterator[Slip]:
    """Find ``except ...: pass``, which hides why nothing comes out."""
    is_hidden = isinstance(node, ast.ExceptHandler) and isinstance(
        node.body[-1], ast.Pass | ast.Return | ast.Continue
    )
    if isinstance(node, ast.ExceptHandler) and is_hidden and _catches_all(node):
        advice = "this except hides every error: remove it to see what is wrong"
        yield Slip(node.lineno, advice, "silent")


def _catches_all(node: ast.ExceptHandler) -> bool:
    return node.type is None or ast.unparse(node.type) in ("Exception", "BaseException")


def _shared(node: ast.AST) -> Iterator[Slip]:
    """Find one list or set that has several names."""
    advice = _shared_advice(node)
    if advice and isinstance(node, ast.expr | ast.stmt):
        for kind in ("untrue", "houses", "silent"):
            yield Slip(node.lineno, advice, kind)


def _shared_advice(node: ast.AST) -> str:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for side in (node.left, node.right):
            if isinstance(side, ast.List) and len(side.elts) == 1 and is_mutable(side.elts[0]):
                one = ast.unparse(side.elts[0])
                return f"this is always the same {one}: write [{one} for _ in range(…)]"
    if isinstance(node, ast.Assign) and len(node.targets) > 1 and is_mutable(node.value):
        return "these names share one thing: make one for each"
    if called_name(node) == "dict.fromkeys" and any(map(is_mutable, _arguments(node)[1:])):
        return "all keys share one thing: make one for each"
    return ""


def _naming_nothing(node: ast.AST) -> Iterator[Slip]:
    """Find ``steps = steps.append(...)``."""
    if isinstance(node, ast.Assign):
        called = called_name(node.value)
        if "." in called and called.rpartition(".")[2] in RETURNING_NOTHING:
            advice = f"{called} returns nothing: begin the line with it"
            yield Slip(node.lineno, advice, "nothing")


def _letters_for_digits(node: ast.AST) -> Iterator[Slip]:
    """Find a loop over the letters of a text of digits."""
    if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Constant):
        text = node.iter.value
        if isinstance(text, str) and text.isdigit():
            advice = "digits are numbers and not text: go through grid.layout.digits"
            yield Slip(node.iter.lineno, advice, "silent")


def _returning_a_step(node: ast.AST) -> Iterator[Slip]:
    if isinstance(node, ast.FunctionDef) and node.decorator_list:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Return) and called_name(inner.value or inner) == "Step":
                advice = "this return ends the search with one step: write `yield Step(...)`"
                yield Slip(inner.lineno, advice, "single")


RULES: tuple[Callable[[ast.AST], Iterator[Slip]], ...] = (
    global_or_random,
    mutable_default,
    _waiting,
    _returning_at_once,
    _returning_at_a_misfit,
    _hiding_errors,
    _shared,
    never_equal,
    _letters_for_digits,
    _naming_nothing,
    _returning_a_step,
    below_its_loop,
    defined_twice,
    endless,
    looking_around,
)
"""The patterns to look for in each part of the code."""
