"""Advice on rules: the common mistakes of their authors."""

import ast
import re
from collections.abc import Iterator

from sudoku_engine.board.layout import Layout
from sudoku_engine.plugins.component import Component, Failure
from sudoku_plugins.kit.advice.code import advice_from_code
from sudoku_plugins.kit.advice.slips import KEPT, called_name, each_in, function_at

PURE = "a rule is a pure function: the same digits have the same answer"

ON_ORDER = (
    "with ordered=False it is only called with ascending digits: leave this out if order counts"
)

ON_ERRORS = {
    "'list' object is not callable": "everywhere is a function: everywhere=lambda layout: […]",
    "ZeroDivisionError": "for these digits it divides by 0: check with `if` first",
}
"""Words of errors, with the remedy for each."""

ANY_NUMBER = "a clue may have any number of cells"

LOOPS = (ast.For, ast.comprehension)

ENDS = {"0", "-1"}  # the places of the least and the greatest of digits that ascend


def _rule(component: Component) -> ast.FunctionDef | None:
    """Return the code of the rule; of a machine, its method `step`."""
    return function_at(component.file, component.line)


def texts_known(component: Component) -> list[str]:
    """Return the texts that may be values of clues.

    They are texts that the code compares something with, or that the docstring has, such as
    ``2/13/24/3``.
    """
    found = (
        side.value
        for each in each_in(_rule(component), ast.Compare)
        for side in (each.left, *each.comparators)
        if isinstance(side, ast.Constant)
    )
    shown = re.findall(r"``(\S+)``", component.doc)
    return [*dict.fromkeys([*(text for text in found if isinstance(text, str)), *shown])]


def _at(node: ast.stmt | ast.expr, advice: str) -> str:
    return f"line {node.lineno}: {advice}"


def on_changes(component: Component) -> str:
    """Return why the code may answer differently when it is asked again."""
    return advice_from_code(component.file, "random", KEPT) or PURE


def on_answer(component: Component, answer: str) -> str:
    """Return how to answer with True or False in place of `answer`."""
    node = _rule(component)
    last = node.body[-1] if node else None
    for words in _on_joined(component, ast.Or):
        if "always true" in words:
            return words
    if answer in ("'True'", "'False'"):
        return "True and False are not texts: leave out the quotes"
    if answer != "None":
        sign = re.fullmatch(r"-?\d+(\.\d+)?", answer)
        what = "a number is not an answer" if sign else f"{answer} is not an answer"
        returns = [*each_in(node, ast.Return)]
        where = f"line {returns[0].lineno}: " if len(returns) == 1 else ""
        return f"{where}{what}: compare it with something, as in `return … == value`"
    if node is None or last is None:
        return "return True or False"
    if not [*each_in(node, ast.Return)]:
        for each in each_in(node, ast.Call):
            if called_name(each) == "print":
                return _at(each, "print only shows something on the screen: write return")
    if early := advice_from_code(component.file, "early", line=component.line):
        return early
    if isinstance(last, ast.Expr) and not isinstance(last.value, ast.Constant):
        return _at(last, "write return before this")
    return f"the function ends without an answer: end it with `return {_other_answer(node)}`"


def _other_answer(node: ast.AST) -> bool:
    returned = {ast.unparse(each.value) for each in each_in(node, ast.Return) if each.value}
    return "True" not in returned


def on_nothing(component: Component) -> str:
    """Return why nothing is allowed."""
    for words in (
        *_on_texts(component),
        *_on_joined(component, ast.And),
        *_on_wrapping(component),
    ):
        return words
    return advice_from_code(component.file, "early", "silent", line=component.line) or (
        "work it out by hand for two digits that must be right: which condition is False?"
    )


def on_no_board(layout: Layout) -> str:
    """Return how to see why no board of `layout` obeys a rule."""
    return (
        f"fill a {layout} board by hand until you are stuck: is the condition too strict there, "
        "or does it hold for too many cells?"
    )


def on_everything(component: Component) -> str:
    """Return why nothing is refused."""
    for words in _on_joined(component, ast.Or):
        return words
    return advice_from_code(component.file, "early", line=component.line) or (
        "work it out by hand for two digits that must be wrong: which condition is True?"
    )


def _on_texts(component: Component) -> Iterator[str]:
    node = _rule(component)
    numbers = {
        each.arg
        for each in each_in(node, ast.arg)
        if each.annotation is not None and ast.unparse(each.annotation) == "int"
    }
    for each in each_in(node, ast.Compare):
        sides = [each.left, *each.comparators]
        texts = [ast.unparse(side) for side in sides if called_name(side) == "str"]
        values = [side.id for side in sides if isinstance(side, ast.Name) and side.id in numbers]
        if texts and values:
            words = f"`{texts[0]}` is text and `{values[0]}` a number: they are never equal"
            yield _at(each, f"{words}, remove str")


def _on_joined(component: Component, kind: type[ast.boolop]) -> Iterator[str]:
    for each in each_in(_rule(component), ast.BoolOp):
        if not isinstance(each.op, kind):
            continue
        for one in each.values[1:]:
            if isinstance(one, ast.Constant | ast.Name) and kind is ast.Or:
                first = ast.unparse(each.values[0])
                left = re.split(r" [=!<>]", first)[0]
                text = ast.unparse(one)
                yield _at(each, f"`or {text}` is always true: write `or {left} == {text}`")
        this, that = (ast.unparse(side) for side in each.values[:2])
        if kind is ast.And:
            yield _at(each, f"`{this}` and `{that}` never hold both: did you mean `or`?")
        else:
            yield _at(each, f"one of `{this}` and `{that}` always holds: did you mean `and`?")


def adds_up(component: Component) -> bool:
    """Return whether the code adds up digits."""
    node = _rule(component)
    sums = any(called_name(each) == "sum" for each in each_in(node, ast.Call))
    return sums or any(isinstance(each.op, ast.Add) for each in each_in(node, ast.AugAssign))


def on_idle_digit(component: Component, which: str) -> tuple[str, bool]:
    """Return why the `which` digit never counts, and whether that is surely a mistake."""
    if known := advice_from_code(component.file, "early", line=component.line):
        return known, True
    begin = "begin with 0" if which == "first" else "end with len(…)"
    for call in each_in(_rule(component), ast.Call):
        if called_name(call) == "range":
            return _at(call, f"this range leaves it out: {begin}?"), False
    return "is that meant?", False


def _on_wrapping(component: Component) -> Iterator[str]:
    """Yield where the place before the first is taken for that of a neighbour."""
    node = _rule(component)
    loops = [each for each in ast.walk(node or ast.Pass()) if isinstance(each, LOOPS)]
    ranges = {
        each.target.id: each.iter
        for each in loops
        if isinstance(each.target, ast.Name) and isinstance(each.iter, ast.Call)
        if called_name(each.iter) == "range" and len(each.iter.args) == 1
    }
    for each in each_in(node, ast.Subscript):
        match each.slice:
            case ast.BinOp(ast.Name(id=name), ast.Sub(), ast.Constant(value=1)) if name in ranges:
                words = f"{name} - 1 is -1 at first, and that is the last digit: write range(1, …)"
                yield _at(each, words)


def on_order(
    component: Component, form: str, one: tuple[int, ...], other: tuple[int, ...]
) -> tuple[str, bool]:
    """Return advice for a rule in which the order of digits counts, and whether it is a mistake.

    Of digits that ascend, the first is the least and the last the greatest: a rule that looks at
    just these two is right.
    """
    node = _rule(component)
    if form == "pair" or node is None:
        return "leave out ordered=False, or treat both orders the same, as in abs(a - b)", True
    name = next(iter(each.arg for each in node.args.args), "digits")
    indexed = (each for each in each_in(node, ast.Subscript) if ast.unparse(each.value) == name)
    places = {ast.unparse(each.slice) for each in indexed}
    if places == ENDS:
        return (
            f"if order counts, leave out ordered=False; otherwise write min({name}), max({name})",
            False,
        )
    return (
        f"it is only called with {', '.join(map(str, one))}: leave out ordered=False, or use only "
        f"sum({name}), set({name}) and the like"
    ), True


def on_error(component: Component, failure: Failure, filling: tuple[int, ...]) -> str:
    """Return how to use no more digits than the cells hold; empty for other errors."""
    node = _rule(component)
    error = failure.error
    if isinstance(error, ValueError) and "unpack" in str(error):
        wanted = re.search(r"expected (\d+)", str(error))
        number = f" != {wanted[1]}" if wanted else " is another number"
        return f"{ANY_NUMBER}: begin with `if len(digits){number}: return False`"
    if "unhashable" in failure.why and node is not None and node.name == "step":
        return "a state is a number, a text or a tuple: write (1, 2) in place of [1, 2]"
    for words, mend in ON_ERRORS.items():
        if words in failure.why:
            return mend
    if isinstance(error, AttributeError):
        return "a rule knows only the digits of its cells, as numbers: a and b, or digits"
    if not isinstance(error, IndexError) or node is None:
        return ""
    loops = (each for each in ast.walk(node) if isinstance(each, LOOPS))
    for found in filter(None, (_past_the_end(loop, node) for loop in loops)):
        return found
    for each in each_in(node, ast.Subscript):
        match each.slice:
            case ast.Constant(value=int(place)) if place >= len(filling):
                name = ast.unparse(each.value)
                return f"{ANY_NUMBER}: begin with `if len({name}) < {place + 1}: return True`"
    return f"its cells hold {len(filling)} digits here, and the rule uses more"


def _past_the_end(loop: ast.For | ast.comprehension, node: ast.AST) -> str:
    """Return how to end a loop in time that looks at a place and the next one."""
    if called_name(loop.iter) != "range" or not isinstance(loop.target, ast.Name):
        return ""
    index = loop.target.id
    for each in each_in(node, ast.Subscript):
        match each.slice:
            case ast.BinOp(ast.Name(id=name), ast.Add(), ast.Constant(value=int(more))):
                if name == index and more:
                    words = f"{index} + {more} runs past the last digit: end with range(… - {more})"
                    return _at(each, words)
    return ""


def on_name(component: Component) -> str:
    """Return which name puzzles can write."""
    own = component.id
    better = re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", own).lower().strip("_")
    if better != own:
        return f"puzzles write names in small letters: call it {better}"
    return "give it another name of small letters and _"


def on_slowness(form: str, is_ordered: bool) -> str:
    """Return how the tables of a rule are made faster."""
    if form == "digits" and is_ordered:
        return "say ordered=False if their order does not matter, or write it as a machine"
    return "write it as a machine: it reads one digit after another, and keeps little"
