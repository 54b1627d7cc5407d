"""Slips: patterns in the code of a plugin that are often a mistake, each with its line."""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

from sudoku_engine.board.layout import KINDS

Node = TypeVar("Node", bound=ast.AST)

CONTAINERS = ("set", "list", "dict", "defaultdict")

DISPLAYS = (ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)


def tree_of(file: str) -> ast.Module | None:
    """Return the syntax tree of `file`; None if it cannot be read."""
    return tree_in(code_of(file))


def code_of(file: str) -> str | None:
    """Return the text of `file`; None if it cannot be read."""
    try:
        with open(file, encoding="utf-8-sig") as text:
            return text.read()
    except (OSError, ValueError):
        return None


def tree_in(code: str | None) -> ast.Module | None:
    """Return the syntax tree of `code`; None if it has none."""
    try:
        return None if code is None else ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):
        return None


def each_in(part: ast.AST | None, kind: type[Node]) -> Iterator[Node]:
    """Yield the nodes of this `kind` in `part`, if there is one, and itself if it is one."""
    return (node for node in (ast.walk(part) if part else ()) if isinstance(node, kind))


def first_line(node: ast.FunctionDef) -> int:
    """Return the line at which a function begins, with its decorators."""
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def function_at(file: str, line: int) -> ast.FunctionDef | None:
    """Return the outermost function in `file` to which a `line` belongs, if there is one."""
    functions = each_in(tree_of(file), ast.FunctionDef)
    return next((f for f in functions if first_line(f) <= line <= (f.end_lineno or 0)), None)


def called_name(node: ast.AST | None) -> str:
    """Return the name of the function that `node` calls, empty if it is not a call."""
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def is_mutable(node: ast.AST) -> bool:
    """Return whether `node` makes a list, a set or a dict."""
    return isinstance(node, DISPLAYS) or called_name(node) in CONTAINERS


class Slip(NamedTuple):
    """A pattern in the code that is often a mistake."""

    line: int  # its line
    advice: str  # what to write instead
    kind: str  # the kind of finding that it explains, such as ``silent`` or ``kept``

    @property
    def in_words(self) -> str:
        """Its line, and what to write there."""
        return f"line {self.line}: {self.advice}"


Found = Iterator[tuple[ast.stmt | ast.expr | ast.excepthandler, str, str]]
"""Parts of the code, each with what to write instead and the kind of slip."""

KEPT = "kept"  # the kind of slips by which something stays from one call to the next

KEEPS = "it keeps something from one call to the next"

CHANGING = frozenset(
    ("add", "append", "discard", "extend", "insert", "pop", "remove", "setdefault", "update")
)
"""The methods that change a list, a set or a dict."""

RETURNING_NOTHING = (CHANGING - {"pop", "setdefault"}) | {"reverse", "sort"}

MAKING = ("__init__", "__new__", "__post_init__", "__set_name__", "__enter__")
"""Methods that are called when an object is made, or begins its work."""


def kept_between_calls(tree: ast.AST) -> Found:
    """Find data that stays from one call to the next."""
    if not isinstance(tree, ast.Module):
        return
    filled_later = {
        target.id
        for statement in tree.body
        if isinstance(statement, ast.Assign) and is_mutable(statement.value)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    functions = [*each_in(tree, ast.FunctionDef)]
    making = [function for function in functions if function.name in MAKING]
    in_init = {inner.lineno for each in making for inner in each_in(each, ast.Attribute)}
    lasting = {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    anew = {name for each in functions if each not in making for name in _begun_anew(each)}
    for node in {inner: None for function in functions for inner in ast.walk(function)}:
        name, does = "", "filled"
        match node:
            case ast.Global(names=[*names]):
                if not anew.issuperset(names):
                    yield node, f"{KEEPS}: do not use `global`", KEPT
            case ast.Call(func=ast.Attribute(value=owner, attr=way)) if way in CHANGING:
                of_object = isinstance(owner, ast.Attribute) and ast.unparse(owner)[:5] == "self."
                name = ast.unparse(owner)
                name = name if of_object or name in filled_later else ""
            case ast.Subscript(value=ast.Name(id=stored), ctx=ast.Store()):
                name = stored if stored in filled_later else ""
            case ast.Attribute(ctx=ast.Store()):
                owns = ast.unparse(node).partition(".")[0]
                if owns in lasting or (owns == "self" and node.lineno not in in_init):
                    name, does = ast.unparse(node), "set"
        if name and name not in anew and isinstance(node, ast.expr):
            yield node, f"{KEEPS}: {name} is {does} here", KEPT


def _begun_anew(function: ast.FunctionDef) -> set[str]:
    """Return the names that `function` always sets or clears before it reads them."""
    first: dict[str, bool] = {}
    for statement in function.body:
        always = isinstance(statement, ast.Assign | ast.AnnAssign | ast.Expr)
        for name, is_new in _mentions(statement):
            first.setdefault(name, is_new and always)
    return {name for name, is_new in first.items() if is_new}


def _mentions(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """Yield the names in `node` as they are come to, and whether each gets a new value there."""
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from chain.from_iterable(map(_mentions, (value, *targets)))
        case ast.Call(func=ast.Attribute(value=owner, attr="clear"), args=[]):
            yield ast.unparse(owner), True
        case ast.Name(ctx=way) | ast.Attribute(ctx=way):
            yield ast.unparse(node), isinstance(way, ast.Store)
        case _:
            yield from chain.from_iterable(map(_mentions, ast.iter_child_nodes(node)))


LOOKING = "looking"  # the kind of slips by which something else than the board may decide

_OF_MACHINE = {
    "date": ("today",),
    "datetime": ("date.today", "datetime.now", "datetime.today", "now", "today", "utcnow"),
    "os": ("environ", "getcwd", "getenv", "getlogin", "listdir"),
    "sys": ("argv", "modules", "orig_argv"),
    "time": ("ctime", "gmtime", "localtime", "strftime", "time", "time_ns"),
}
"""By module, the names that reveal the day, the machine and the person."""

DECIDES = "only the board may decide the steps"

SHARED = "shared"  # the kind of slips by which one thing has several names

EXPLAINED = {SHARED: ("untrue", "silent")}
"""The kinds of findings that a kind of slips explains, if they differ from its name."""


def in_an_expression(node: ast.AST) -> Found:
    """Find faults of one expression: waiting, looking around, shared things."""
    match node:
        case ast.Attribute(value=ast.Name() | ast.Attribute()):
            module, _, name = ast.unparse(node).partition(".")
            if name in _OF_MACHINE.get(module, ()):
                yield node, f"it looks at {module}.{name} here: {DECIDES}", LOOKING
        case ast.Call(args=[_, *others]) if called_name(node) == "dict.fromkeys":
            if any(map(is_mutable, others)):
                yield node, "all keys share one thing: make one for each", SHARED
        case ast.Call():
            if (called := called_name(node)) in ("time.sleep", "sleep", "input"):
                yield node, f"{called}(...) waits here: remove it", "late"
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            for side in (left, right):
                if isinstance(side, ast.List) and len(side.elts) == 1 and is_mutable(side.elts[0]):
                    one = ast.unparse(side.elts[0])
                    made = f"[{one} for _ in range(…)]"
                    yield node, f"this is always the same {one}: write {made}", SHARED
        case ast.Compare(left=left, ops=operators, comparators=others):
            sides = [left, *others]
            for operator in operators:
                for side in sides:
                    if advice := _why_unequal(side, sides, operator):
                        yield node, advice, "silent"


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


def in_a_statement(node: ast.AST) -> Found:
    """Find faults of one statement: things that it keeps, hides, repeats or never ends."""
    match node:
        case ast.Import() | ast.ImportFrom():
            if "random" in ast.unparse(node).split():
                yield node, "use nothing random here", "random"
        case ast.Assign(targets=targets, value=value):
            if len(targets) > 1 and is_mutable(value):
                yield node, "these names share one thing: make one for each", SHARED
            _, dot, method = (called := called_name(value)).rpartition(".")
            if dot and method in RETURNING_NOTHING:
                yield node, f"{called} returns nothing: begin the line with it", "nothing"
        case ast.For(iter=digits) | ast.comprehension(iter=digits):
            text = digits.value if isinstance(digits, ast.Constant) else None
            if isinstance(text, str) and text.isdigit():
                what = "digits are numbers and not text"
                yield digits, f"{what}: go through grid.layout.digits", "silent"
        case ast.While(test=ast.Constant(value=value)):
            if value and not _holds(node, ast.Break, ast.Return, ast.Raise):
                yield node, "nothing ends this loop: use `break` when it is done", "late"
        case ast.ExceptHandler(body=[*_, ast.Pass() | ast.Return() | ast.Continue()]):
            if node.type is None or ast.unparse(node.type) in ("Exception", "BaseException"):
                what = "this except hides every error"
                yield node, f"{what}: remove it to see what is wrong", "silent"


def in_a_function(node: ast.AST) -> Found:
    """Find a default value that is shared by all calls, and steps that end the search."""
    if not isinstance(node, ast.FunctionDef):
        return
    for default in (*node.args.defaults, *node.args.kw_defaults):
        if default is not None and is_mutable(default):
            yield default, f"{KEEPS}: a default value is made only once", KEPT
    for inner in each_in(node, ast.Return) if node.decorator_list else ():
        if called_name(inner.value) == "Step":
            what = "this return ends the search with one step"
            yield inner, f"{what}: write `yield Step(...)`", "single"


OWN_NAMES = (
    *(ast.FunctionDef, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
"""Parts of the code with names of their own."""


def below_its_loop(function: ast.AST) -> Found:
    """Find a line below a loop that uses a name set in each turn of the loop."""
    if not isinstance(function, ast.FunctionDef):
        return
    arguments = {each.arg for each in each_in(function.args, ast.arg)}
    for parent in ast.walk(function):
        body = getattr(parent, "body", None)
        block: list[ast.stmt] = body if isinstance(body, list) else []
        for index, loop in enumerate(block):
            if isinstance(loop, ast.For) and not _holds(loop, ast.Break):
                before = {name for name, line in _set_in(function) if line < loop.lineno}
                names = {name for name, _ in _set_in(loop)} - before - arguments
                if node := _first_use(names, block[index + 1 :]):
                    what = f"the loop of line {loop.lineno} has ended here, and {node.id} is set"
                    yield node, f"{what} in it: indent this line further?", "outside"


def _holds(part: ast.AST, *kinds: type[ast.AST]) -> bool:
    return any(isinstance(node, kinds) for node in ast.walk(part))


def _first_use(names: set[str], below: list[ast.stmt]) -> ast.Name | None:
    for statement in below:
        targets = (each.target for each in each_in(statement, ast.comprehension))
        names -= {name.id for target in targets for name in each_in(target, ast.Name)}
        names -= {name for name, _ in _set_in(statement)}
        for node in each_in(statement, ast.Name):
            if node.id in names:
                return node
    return None


def _set_in(part: ast.AST) -> Iterator[tuple[str, int]]:
    waiting = list(ast.iter_child_nodes(part))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        if not isinstance(node, OWN_NAMES):
            waiting += ast.iter_child_nodes(node)


def returning_at_once(node: ast.AST) -> Found:
    """Find loops of a function that return in their first turn, or at the first misfit."""
    if not isinstance(node, ast.FunctionDef):
        return
    for loop in ast.walk(node):
        if not isinstance(loop, ast.For | ast.While) or _holds(loop, ast.Continue):
            continue  # it takes the first thing that is not passed over
        last: ast.stmt = loop.body[-1]
        when = "in its first turn"
        # The `else` of a loop that may break does not always run.
        while isinstance(last, ast.If | ast.For) and last.orelse:
            if isinstance(last, ast.If):
                when = "at the first thing that does not fit"
            elif _holds(last, ast.Break):
                break
            last = last.orelse[-1]
        is_test = when != "in its first turn" and not node.decorator_list
        takes_first = isinstance(last, ast.Return) and loop.body == [last]
        if is_test or takes_first:
            continue
        if isinstance(last, ast.Return):
            yield last, f"this return ends the loop {when}: return after it", "early"
        elif isinstance(last, ast.Break):
            yield last, f"this break ends the loop {when}", "early"


RULES: tuple[Callable[[ast.AST], Found], ...] = (
    kept_between_calls,
    in_an_expression,
    in_a_statement,
    in_a_function,
    below_its_loop,
    returning_at_once,
)
"""The patterns to look for in each part of the code."""


def slips_in(file: str) -> tuple[Slip, ...]:
    """Return the slips in the code of `file`, in the order of its lines."""
    return _slips(code_of(file))


def _without_program(tree: ast.Module) -> ast.Module:
    kept = [
        each
        for each in tree.body
        if not (isinstance(each, ast.If) and "__main__" in ast.unparse(each.test))
    ]
    return ast.Module(kept, tree.type_ignores)


@lru_cache(maxsize=32)
def _slips(code: str | None) -> tuple[Slip, ...]:
    # Remembered by the code: in a browser, each version of a file has the same name.
    tree, found = tree_in(code), []
    for node in ast.walk(_without_program(tree)) if tree else ():
        for part, advice, kind in chain.from_iterable(rule(node) for rule in RULES):
            found += [Slip(part.lineno, advice, each) for each in EXPLAINED.get(kind, (kind,))]
    return tuple(sorted(found))
