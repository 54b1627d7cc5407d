"""The slips that students make, and how they are known: by what a step claims, and in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeGuard

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.errors import near_name
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import nonsense
from sudoku_engine.testing.findings import Fault


class Slip(NamedTuple):
    """A pattern in the code, at `line`, that is often behind a fault of the `kinds`."""

    line: int
    advice: str
    kind: str


def advised(component: Component, fault: Fault) -> Fault:
    """The `fault` with one sentence of advice, chosen from what was seen."""
    if fault.advice:
        return fault
    return replace(fault, advice=_advice(component, fault))


def _advice(component: Component, fault: Fault) -> str:
    if "does not come back" in fault.why:
        return advice_on_lateness(component.file)
    if isinstance(fault.error, AttributeError) and isinstance(fault.error.obj, Grid):
        known = [name for name in dir(fault.error.obj) if not name.startswith("_")]
        near = near_name(fault.error.name or "", known)
        if near.startswith("did you mean"):
            return near
    if fault.error is not None or (fault.step is None and fault.why):
        return _by_words(fault.why) or _in_code(component, "error")
    if fault.why.startswith("asked twice"):
        return _in_code(component, "unsteady") or (
            "a strategy is a pure function: the same board, the same steps"
        )
    if "finds nothing here, but" in fault.why and fault.step is not None and fault.grid:
        in_code = _in_code(component, "early") or _in_code(component, "houses")
        return in_code or _lopsided(fault.step, fault.grid)
    if fault.step is not None and fault.grid is not None and not nonsense(fault.step, fault.grid):
        for slip in STEP_SLIPS:
            advice = slip(fault.step, fault.grid, fault)
            if advice:
                return advice
    return _in_code(component, "untrue") or _by_words(fault.why)


_EMPTY = "a filled cell has no candidates: go through grid.open_cells, or ask `if` before"
_GRID = "a strategy is a function of the grid alone: begin it with `def my_strategy(grid):`"
_ONE_NUMBER = "a cell is one number: row * 9 + column, where both count from 0"

WORDS: tuple[tuple[str, str], ...] = (
    ("digits go from 1", "digits count from 1 to grid.layout.n: grid.layout.digits has them"),
    ("cells go from 0", "cells count from 0, row by row: cell = row * 9 + column, both from 0"),
    ("not Candidate(cell=(", _ONE_NUMBER),
    ("must be integers or slices, not tuple", _ONE_NUMBER),
    ("whole numbers for cell and digit", "cells and digits are whole numbers: 5 and not '5'"),
    ("one Step and not a list", "yield the step, or return it in a list: return [step]"),
    ("which is no list of steps", "yield steps, or return a list of them"),
    ("not a Step", "yield Step(placements=[...]) or Step(eliminations=[...])"),
    ("must be a list of candidates, not one", "put brackets around it: [Candidate(cell, digit)]"),
    ("must hold Candidate", "write Candidate(cell, digit) for each"),
    ("'frozenset' object is not subscriptable", "a set has no order: sorted(set)[0], or next"),
    ("'frozenset' object has no attribute", "candidates(cell) never changes: make a copy, set(…)"),
    ("'tuple' object", "nothing of a grid or a layout changes: make a list of your own, list(...)"),
    ("is an empty sequence", _EMPTY),
    ("argument is empty", _EMPTY),
    ("ZeroDivisionError", "what it divides by is 0 on this board: ask `if` before"),
    ("EOFError", "a strategy asks nobody: leave input() out"),
    ("FileNotFoundError", "a strategy needs no file: all that it may know is in the grid"),
    ("starts a thread", "leave threads out: a strategy looks at the board and comes back"),
    ("which no plugin may", "leave it out: a strategy looks at the board and comes back"),
    ("the same step again and again", "a loop does not go on to the next: see what lets it end"),
    ("missing 1 required positional argument: 'grid'", _GRID),
    ("positional arguments but 1 was given", _GRID),
    ("positional argument: ", _GRID),
    ("takes 0 positional arguments", _GRID),
    ("unexpected keyword argument", "look at how it is spelt: Step(placements=, eliminations=)"),
    ("object is not subscriptable", "a grid is asked with grid.digit(cell), grid.candidates(cell)"),
    ("unhashable type", "what may change cannot be a key: use frozenset(...) or tuple(...)"),
    ("has no attribute", "look at how the name is spelt, in the list of what a grid can be asked"),
    ("NameError", "look at how the name is spelt, and whether it is set before this line"),
    ("IndexError", "an index runs past the end: cells go from 0 to 80, digits from 1 to 9"),
    ("too many values to unpack", "more candidates than names for them: ask for len(…) first"),
    ("not enough values to unpack", "fewer candidates than names for them: ask for len(…) first"),
    ("RecursionError", "the recursion does not come to an end: see to its first line"),
    ("more memory", "it collects without an end"),
    ("does not come to an end", "leave the loop when the board is done"),
    ("prints more than", "leave print out when it works"),
    ("sys.exit", "return, where there is nothing more to find"),
    ("changes grid", "a grid never changes: yield a Step that says what to strike or place"),
    ("StopIteration", "next(…) found nothing: give it a second value, next(…, None)"),
    ("KeyError", "a key is not in the dict: ask with .get, or use a defaultdict"),
    ("TypeError", "a value is of another type than the line expects: print its type"),
)
"""Words of a fault, and the advice for it."""


def _by_words(why: str) -> str:
    return next((advice for words, advice in WORDS if words in why), "")


StepSlip = Callable[[Step, Grid, Fault], "str | None"]


def _does_nothing(step: Step, grid: Grid, fault: Fault) -> str | None:
    if not step.placements and not step.eliminations:
        return "yield the step only where there is something to strike: `if struck:`"
    return None


def _filled(step: Step, grid: Grid, fault: Fault) -> str | None:
    touched = [*step.placements, *step.eliminations]
    filled = [cell for cell, _ in touched if grid.digits[cell]]
    if not filled:
        return None
    if all(grid.digits[cell] == digit for cell, digit in touched):
        return "that is done already: go through grid.open_cells"
    return "you look at candidates of filled cells: leave out cells whose grid.digit(cell) is not 0"


def _gone(step: Step, grid: Grid, fault: Fault) -> str | None:
    touched = [*step.placements, *step.eliminations]
    if all(digit in grid.candidates(cell) for cell, digit in touched):
        return None
    for cell, digit in step.placements:
        for house in grid.layout.houses_of(cell):
            holds = [c for c in house.cells if grid.digits[c] == digit and c != cell]
            if holds and not grid.digits[cell]:
                return f"{symbol(digit)} is in {house} already, at {names(holds)}: look there too"
    return "strike and place only what is there: `if digit in grid.candidates(cell)`"


def _own_cells(step: Step, grid: Grid, fault: Fault) -> str | None:
    because = _because(step)
    if step.placements or not because:
        return None
    own = sorted({cell for cell, digit in step.eliminations if (cell, digit) in because})
    if not own:
        return None
    return f"you strike from {names(own)}, on which the step rests: leave those cells out"


def _itself(step: Step, grid: Grid, fault: Fault) -> str | None:
    because = _because(step)
    if len({cell for cell, _ in because}) == 1 and len(because) > 1 and step.eliminations:
        return "you compare a cell with itself: take two different cells, combinations(cells, 2)"
    return None


def _fish(step: Step, grid: Grid, fault: Fault) -> str | None:
    """One digit in several lines, as in an X-wing, where the lines are not what they must be."""
    because = _because(step)
    digits = {digit for _, digit in (*because, *step.eliminations)}
    cells = sorted({cell for cell, _ in because})
    if len(digits) > 1 or len(cells) < 3 or step.placements or step.links or len(step.because) > 1:
        return None
    (digit,) = digits
    struck = [cell for cell, _ in step.eliminations]
    rows, columns = (
        [line for line in lines if any(cell in line.cells for cell in cells)]
        for lines in (grid.layout.rows, grid.layout.columns)
    )
    for base, cover in ((rows, columns), (columns, rows)):
        if all(any(cell in line.cells for line in cover) for cell in struck):
            for line in base:
                others = _places(grid, line, digit, cells)
                if others:
                    return f"in {line} {_the(digit)} can also go to {names(others)}"
            if len(base) != len(cover):
                return f"{listed(base)} must hold {_the(digit)} in just {len(base)} lines across"
            return None
    return f"{names(struck)}: strike only in the lines that cross at {names(cells)}"


def _places(grid: Grid, house: House, digit: int, cells: Container[int]) -> list[Cell]:
    """Where in `house` a `digit` can go but to `cells`."""
    return [c for c in house.cells if c not in cells and digit in grid.candidates(c)]


def _the(digit: int) -> str:
    return f"the {symbol(digit)}"


def _no_house(step: Step, grid: Grid, fault: Fault) -> str | None:
    cells = sorted({cell for cell, _ in _because(step)})
    if len(cells) < 2 or step.links or len(step.because) > 1:
        return None
    if any(all(cell in house.cells for cell in cells) for house in grid.layout.houses):
        return None
    return f"{names(cells)} are in no house together: they must be in the same one"


def _too_many_digits(step: Step, grid: Grid, fault: Fault) -> str | None:
    because = _because(step)
    cells = {cell for cell, _ in because}
    if len(cells) < 2 or step.placements or step.links:
        return None
    digits = {digit for _, digit in because}
    held = {digit for cell in cells for digit in grid.candidates(cell)}
    is_hidden = all(cell in cells for cell, _ in step.eliminations)
    if is_hidden or len(digits) == 1:
        return _places_elsewhere(step, grid, cells, digits)
    if len(held) > len(cells):
        return (
            f"{names(sorted(cells))} hold {listed(sorted(held))}: {len(cells)} cells must hold "
            f"just {len(cells)} digits together"
        )
    return None


def _places_elsewhere(step: Step, grid: Grid, cells: set[int], digits: set[int]) -> str | None:
    known = cells | {cell for cell, _ in step.eliminations}
    for house in grid.layout.houses:
        if all(cell in house.cells for cell in cells):
            for digit in sorted(digits):
                others = _places(grid, house, digit, known)
                if others and house in (step.houses or (house,)):
                    return f"in {house} {_the(digit)} can also go to {names(others)}"
    return None


def _out_of_sight(step: Step, grid: Grid, fault: Fault) -> str | None:
    cells = {cell for cell, _ in _because(step)}
    if len(cells) < 2 or step.placements or step.links or len(step.because) > 1:
        return None
    houses = [house for house in grid.layout.houses if all(c in house.cells for c in cells)]
    seen = {cell for house in houses for cell in house.cells}
    outside = sorted({cell for cell, _ in step.eliminations if cell not in seen})
    if not outside:
        return None
    return (
        f"{names(outside)} {'is' if len(outside) == 1 else 'are'} in no house of "
        f"{names(sorted(cells))}: strike only in the house that holds them all"
    )


def _shifted(step: Step, grid: Grid, fault: Fault) -> str | None:
    """The digit is one too small or too great, as when digits are counted from 0."""
    for cell, digit in step.placements:
        candidates = grid.candidates(cell)
        if len(candidates) == 1 and digit + 1 in candidates:
            return "digits count from 1: candidate number i stands for digit i + 1"
    return None


def _hidden_elsewhere(step: Step, grid: Grid, fault: Fault) -> str | None:
    """A single that is hidden in no house."""
    if len(step.placements) != 1 or step.eliminations:
        return None
    cell, digit = step.placements[0]
    if grid.candidates(cell) == {digit}:
        return None
    told = []
    for house in grid.layout.houses_of(cell):
        others = [c for c in house.cells if c != cell and digit in grid.candidates(c)]
        if not others:
            return None
        told.append(f"in {house} to {names(others[:2])}")
    return f"{_the(digit)} is not alone: it can also go {listed(told)}"


STEP_SLIPS: tuple[StepSlip, ...] = (
    _does_nothing,
    _shifted,
    _filled,
    _gone,
    _own_cells,
    _itself,
    _fish,
    _no_house,
    _too_many_digits,
    _out_of_sight,
    _hidden_elsewhere,
)
"""What a step shows of how it came about; the first that knows something is heard."""


def _because(step: Step) -> set[tuple[int, int]]:
    return {(cell, digit) for group in step.because.values() for cell, digit in group}


def _lopsided(step: Step, grid: Grid) -> str:
    """The kind of house that a strategy does not look at, where `step` is what it misses."""
    cells = {cell for cell, _ in _because(step)}
    if len(cells) > 1:
        cells |= {cell for cell, _ in step.eliminations}
        houses = [house for house in grid.layout.houses if all(c in house.cells for c in cells)]
    elif step.placements:
        houses = [
            house
            for cell, digit in step.placements
            for house in grid.layout.houses_of(cell)
            if not any(c != cell and digit in grid.candidates(c) for c in house.cells)
        ]
    else:
        houses = []
    kinds = list(dict.fromkeys(house.kind for house in houses))
    if len(kinds) == 1:
        name = houses[0].name
        return (
            f"you do not look at {name}: go through all of grid.layout.houses, and see that "
            "loops run to the last one"
        )
    return (
        "go through all of grid.layout.houses and all digits; beware of loops that leave out "
        "the first or the last"
    )


LOADING: tuple[tuple[str, str], ...] = (
    ("TypeError: strategy() ", 'write @strategy("My Pair", score=60, level="medium")'),
    ("No module named", "a strategy needs sudoku_engine and what comes with Python, no more"),
    ("Missing parentheses in call to 'print'", "print is a function: print(...)"),
)
"""Words of a problem with loading, and the mend for it."""


def advice_on_loading(problem: str) -> str:
    """The mend of a `problem` with loading, empty where it tells that itself."""
    return next((advice for words, advice in LOADING if words in problem), "")


def advice_on_lateness(file: str) -> str:
    """What in the code of `file` may be why a call does not come back."""
    for slip in slips_in(file):
        if slip.kind == "late":
            return f"line {slip.line}: {slip.advice}"
    return "a loop does not end on this board: see what lets it end"


def advice_on_silence(component: Component) -> str:
    """What in the code may be why a strategy finds nothing."""
    return _in_code(component, "silent") or _in_code(component, "early")


def _in_code(component: Component, kind: str) -> str:
    for slip in slips_in(component.file):
        if slip.kind == kind:
            return f"line {slip.line}: {slip.advice}"
    return ""


@lru_cache(maxsize=32)
def slips_in(file: str) -> tuple[Slip, ...]:
    """The slips in the code of `file`, in the order of its lines."""
    try:
        with open(file, encoding="utf-8-sig") as text:
            tree = ast.parse(text.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ()
    return tuple(sorted(_found(tree)))


def _found(tree: ast.Module) -> Iterator[Slip]:
    kept = {
        target.id
        for statement in tree.body
        if isinstance(statement, ast.Assign) and _is_mutable(statement.value)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    in_init = {
        inner.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "__init__"
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield Slip(node.lineno, f"{_KEPT}: no `global`", "unsteady")
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            if "random" in ast.unparse(node).split():
                yield Slip(node.lineno, "leave chance out: nothing random here", "unsteady")
        elif isinstance(node, ast.FunctionDef):
            for default in [*node.args.defaults, *node.args.kw_defaults]:
                if default is not None and _is_mutable(default):
                    yield Slip(default.lineno, f"{_KEPT}: a default is made only once", "unsteady")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id in kept and node.func.attr in _CHANGING:
                yield Slip(node.lineno, f"{_KEPT}: {owner.id} is filled here", "unsteady")
        elif _is_kept(node) and node.lineno not in in_init:
            yield Slip(node.lineno, f"{_KEPT}: {ast.unparse(node)} is set here", "unsteady")
        yield from _shared(node)
        yield from _never_equal(node)
        yield from _waiting(node)
        yield from _at_once(node)


def _waiting(node: ast.AST) -> Iterator[Slip]:
    """Calls that wait, for a time or for a person."""
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        if name in ("time.sleep", "sleep", "input"):
            yield Slip(node.lineno, f"{name}(...) waits here: leave it out", "late")


def _at_once(node: ast.AST) -> Iterator[Slip]:
    """A loop that returns in its first turn, whatever it finds."""
    if isinstance(node, (ast.For, ast.While)):
        last = node.body[-1]
        while isinstance(last, ast.If) and last.orelse:
            last = last.orelse[-1]
        if isinstance(last, ast.Return):
            advice = "this return ends the loop in its first turn: return after the loop"
            yield Slip(last.lineno, advice, "early")


def _is_kept(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether something of ``self`` is set."""
    is_set = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    return is_set and ast.unparse(node).startswith("self.")


_KEPT = "it keeps something from one call to the next"
_CHANGING = {
    "add",
    "append",
    "update",
    "extend",
    "insert",
    "remove",
    "pop",
    "discard",
    "setdefault",
}


def _is_mutable(node: ast.AST) -> bool:
    if isinstance(node, (ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)):
        return True
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("set", "list", "dict", "defaultdict")
    )


def _shared(node: ast.AST) -> Iterator[Slip]:
    """One list or set under several names."""
    advice = ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for side in (node.left, node.right):
            if isinstance(side, ast.List) and len(side.elts) == 1 and _is_mutable(side.elts[0]):
                one = ast.unparse(side.elts[0])
                advice = f"this is the same {one} again and again: [{one} for _ in range(…)]"
    elif isinstance(node, ast.Assign) and len(node.targets) > 1 and _is_mutable(node.value):
        advice = "these names share one thing: make one for each"
    elif (
        isinstance(node, ast.Call)
        and ast.unparse(node.func) == "dict.fromkeys"
        and any(map(_is_mutable, node.args[1:]))
    ):
        advice = "all keys share one thing: make one for each"
    if advice and isinstance(node, ast.expr | ast.stmt):
        for kind in ("untrue", "houses", "silent"):
            yield Slip(node.lineno, advice, kind)


def _never_equal(node: ast.AST) -> Iterator[Slip]:
    """Comparisons that are never true: of a set with a list, of a digit with a text."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for operator in node.ops:
            for advice in filter(None, (_unequal(side, sides, operator) for side in sides)):
                yield Slip(node.lineno, advice, "silent")


def _unequal(side: ast.expr, sides: Sequence[ast.expr], operator: ast.cmpop) -> str:
    """Why `side` never equals the others of `sides`, empty where it may."""
    others = [ast.unparse(other) for other in sides if other is not side]
    if isinstance(operator, (ast.Is, ast.IsNot)) and isinstance(side, (ast.Call, ast.Set)):
        return "`is` asks for the same object: compare with =="
    text = side.value if isinstance(side, ast.Constant) else None
    if isinstance(text, str) and re.fullmatch("[0-9.]", text):
        number = text.replace(".", "0")
        return f"numbers are no text: compare with {number} and not with '{text}'"
    if isinstance(side, ast.Call) and ast.unparse(side.func) == "str":
        return "digits are whole numbers, not text: leave str(…) out"
    if isinstance(operator, ast.Eq) and any(re.match(r"\w+\.candidates\(", o) for o in others):
        if isinstance(side, (ast.List, ast.Tuple)):
            return "candidates(cell) is a set and never equals a list: write {…}"
        if isinstance(side, ast.Constant) and isinstance(side.value, int):
            return "this compares a set with a number: use len(…)"
        if isinstance(side, ast.Name) and side.id in ("d", "n", "digit", "number", "value"):
            return f"candidates(cell) is a set and no digit: write == {{{side.id}}}"
    return ""
