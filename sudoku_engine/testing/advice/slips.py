"""Patterns in the code of a plugin that are often a mistake: slips, each with its line."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from sudoku_engine.board.layout import KINDS

CONTAINERS = ("set", "list", "dict", "defaultdict")

DISPLAYS = (ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)


def tree_of(file: str) -> ast.Module | None:
    """Return the syntax tree of `file`; None if it cannot be read."""
    try:
        with open(file, encoding="utf-8-sig") as text:
            return ast.parse(text.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None


def called_name(node: ast.AST | None) -> str:
    """Return the name of the function that `node` calls, empty if it is not a call."""
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def is_mutable(node: ast.AST) -> bool:
    """Return whether `node` makes a list, a set or a dict."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return isinstance(node, DISPLAYS) or (is_call and called_name(node) in CONTAINERS)


class Slip(NamedTuple):
    """A pattern in the code that is often a mistake."""

    line: int
    """Its line."""

    advice: str
    """What to write instead."""

    kind: str
    """The kind of finding that it explains, such as ``silent`` or ``kept``."""

    @property
    def in_words(self) -> str:
        """Its line, and what to write there."""
        return f"line {self.line}: {self.advice}"


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


_OF_PROCESS = {
    "os": ("environ", "getcwd", "getenv", "getpid", "getppid", "listdir"),
    "sys": ("argv", "flags", "modules", "orig_argv", "path", "stderr", "stdout"),
    "threading": ("enumerate",),
    "time": ("monotonic", "perf_counter", "process_time", "time"),
}
"""What tells of the process, by module."""

_OF_KIT = (__name__.partition(".advice")[0], "pytest")
"""The packages that check a plugin: this one, and the one that runs tests."""


def looking_around(node: ast.AST) -> Iterator[Slip]:
    """Find code that looks at its process."""
    what = ""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        is_of_process = node.attr in _OF_PROCESS.get(node.value.id, ())
        what = f"at {node.value.id}.{node.attr}" if is_of_process else ""
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        what = f"for {node.value!r}" if any(name in node.value for name in _OF_KIT) else ""
    if what and isinstance(node, ast.expr):
        advice = f"it looks {what} here: the board alone may decide about the steps"
        yield Slip(node.lineno, advice, "asking")


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


def never_equal(node: ast.AST) -> Iterator[Slip]:
    """Find comparisons that are never true: a set with a list, a digit with text."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for operator in node.ops:
            for side in sides:
                if advice := _why_unequal(side, sides, operator):
                    yield Slip(node.lineno, advice, "silent")


def _why_unequal(side: ast.expr, sides: Sequence[ast.expr], operator: ast.cmpop) -> str:
    """Return why `side` never equals the others of `sides`, empty if it may."""
    others = [ast.unparse(other) for other in sides if other is not side]
    called = called_name(side)
    constant = side.value if isinstance(side, ast.Constant) else None
    text = constant if isinstance(constant, str) else ""
    is_number = isinstance(constant, int)
    name = side.id if isinstance(side, ast.Name) else ""
    is_identity = isinstance(operator, ast.Is | ast.IsNot)
    has_candidates = any(re.match(r"\w+\.candidates\(", other) for other in others)
    equals_candidates = has_candidates and isinstance(operator, ast.Eq)
    has_list = any(other.startswith(("list(", "sorted(", "set(")) for other in others)
    has_plain_name = any("." not in other for other in others)
    is_set = "candidates(cell) is a set and"
    rules = (
        (
            is_identity and isinstance(side, ast.Call | ast.Set),
            "`is` compares identity: compare with ==",
        ),
        (
            re.fullmatch("[0-9.]", text),
            f"numbers are not text: compare with {text.replace('.', '0')} and not with '{text}'",
        ),
        (
            has_candidates and called in ("list", "sorted", "tuple"),
            f"{is_set} never equals a list: compare with a set",
        ),
        (
            text in KINDS and has_plain_name,
            f"a house is not text: compare its kind, house.kind == '{text}'",
        ),
        (is_number and has_list, "this compares a list with a number: use len(…)"),
        (called == "str", "digits are whole numbers, not text: remove str(…)"),
        (
            equals_candidates and isinstance(side, ast.List | ast.Tuple),
            f"{is_set} never equals a list: write {{…}}",
        ),
        (equals_candidates and is_number, "this compares a set with a number: use len(…)"),
        (
            equals_candidates and name in ("d", "n", "digit", "number", "value"),
            f"{is_set} not a digit: write == {{{name}}}",
        ),
    )
    return next((sentence for holds, sentence in rules if holds), "")


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
    advice = ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for side in (node.right, node.left):
            if isinstance(side, ast.List) and len(side.elts) == 1 and is_mutable(side.elts[0]):
                one = ast.unparse(side.elts[0])
                advice = f"this is always the same {one}: write [{one} for _ in range(…)]"
    if isinstance(node, ast.Assign) and len(node.targets) > 1 and is_mutable(node.value):
        advice = "these names share one thing: make one for each"
    if called_name(node) == "dict.fromkeys" and any(map(is_mutable, _arguments(node)[1:])):
        advice = "all keys share one thing: make one for each"
    if advice and isinstance(node, ast.expr | ast.stmt):
        for kind in ("untrue", "houses", "silent"):
            yield Slip(node.lineno, advice, kind)


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
