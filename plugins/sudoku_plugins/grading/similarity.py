"""Compare programs by their expressions, apart from names, comments, texts and grouping.

A program becomes the expressions that it computes, each with all its own names the same, and with
the word for its use where it decides (`for`, `if`). How they are put into functions, classes, loops
and comprehensions does not show, so parts that are moved, renamed or split change little.
"""

import ast
import builtins
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations, islice
from pathlib import Path
from typing import NamedTuple

from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_plugins.course.course import course, solution

SMALLEST = 4  # nodes of the smallest expression that counts

FEWEST = 20  # expressions of a program to compare: shorter ones are always similar
SAME = 100  # the similarity in percent of programs that are the same

CHECKOUT = Path(__file__).parents[3]  # has the examples, if the engine is not installed elsewhere
KEPT = frozenset(dir(builtins))  # names that mean the same in every program

_SILENT = ("ctx", "type_comment", "annotation", "returns", "kind")
"""The fields of nodes that say nothing of what a program computes."""

Pieces = Counter[str]


class Pair(NamedTuple):
    """Two programs, by their keys, and how similar they are."""

    first: int
    second: int

    percent: int  # `SAME` means that they are the same


class Like(NamedTuple):
    """A program, by its key, that is similar to a text of ours."""

    number: int

    source: str  # the text of ours in words, such as ``our solution of naked_pair``
    percent: int


@lru_cache(128)
def pieces_of(text: str) -> Pieces:
    """Return the pieces of the program `text` with their counts; none if it is not valid Python."""
    own = set()
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        tree = ast.parse(text.removeprefix("\ufeff"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                own.add(node.name)
                node.decorator_list.clear()
        return Counter(_pieces(tree, own))
    return Counter()


def _pieces(tree: ast.AST, own: set[str]) -> Iterator[str]:
    """Yield the pieces of `tree`; calls of its `own` functions are no pieces."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            yield f"for {_shape(node.iter)}"
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield f"if {_shape(node.test)}"
        elif isinstance(node, ast.comprehension):
            yield from (f"if {_shape(test)}" for test in node.ifs)
        elif isinstance(node, ast.expr) and _is_large(node):
            function = node.func if isinstance(node, ast.Call) else None
            if not (isinstance(function, ast.Name) and function.id in own):
                yield _shape(node)


def _is_large(node: ast.AST) -> bool:
    small = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop)
    nodes = (each for each in ast.walk(node) if not isinstance(each, small))
    return len([*islice(nodes, SMALLEST)]) == SMALLEST


def _shape(part: object) -> str:
    """Return the expression `part` as a text in which all its own names are ``n``."""
    match part:
        case list():
            return f"[{','.join(map(_shape, part))}]"
        case ast.Name(id=name) if name in KEPT:
            return name
        case ast.Name() | ast.arg() | ast.Attribute(value=ast.Name(id="self" | "cls")):
            return "n"
        case ast.Attribute(value=value, attr=name):
            return f"{_shape(value)}.{name}"
        case ast.JoinedStr() | ast.Constant(value=str()):
            return "s"
        case ast.AST():
            inside = (_shape(value) for name, value in ast.iter_fields(part) if name not in _SILENT)
            return f"{type(part).__name__}({','.join(inside)})"
    return repr(part)


def likeness(one: Pieces, other: Pieces) -> int:
    """Return the share of the shorter of two programs that is in the other, in percent."""
    if one == other:
        return SAME
    shorter = min(one.total(), other.total())
    return min(100 * (one & other).total() // shorter, SAME - 1) if shorter >= FEWEST else 0


def without(pieces: Pieces, starter: Pieces) -> Pieces:
    """Return the `pieces` that are not in the `starter`."""
    return Counter({piece: count for piece, count in pieces.items() if piece not in starter})


def alike(programs: Mapping[int, Pieces], starter: Pieces, least: int) -> list[Pair]:
    """Return pairs that are `least` percent alike without the `starter`, most alike first."""
    long = _to_compare(programs, starter)
    pairs = []
    for first, second in combinations(long, 2):
        percent = likeness(long[first], long[second])
        if percent >= least:
            pairs.append(Pair(first, second, percent))
    return sorted(pairs, key=lambda pair: (-pair.percent, pair.first, pair.second))


def _to_compare(programs: Mapping[int, Pieces], starter: Pieces) -> dict[int, Pieces]:
    """Return the pieces that are not in the `starter`, of the programs that are long enough."""
    own = {key: without(pieces, starter) for key, pieces in programs.items()}
    return {key: pieces for key, pieces in own.items() if pieces.total() >= FEWEST}


def groups(pairs: Iterable[Pair]) -> list[set[int]]:
    """Return the programs that `pairs` connect, in groups, in the order of the pairs.

    >>> groups([Pair(1, 2, 100), Pair(3, 4, 90), Pair(2, 5, 85)])
    [{1, 2, 5}, {3, 4}]
    """
    found: list[set[int]] = []
    for one, other, _ in pairs:
        first, *more = [group for group in found if group & {one, other}] or [set()]
        if not first:
            found.append(first)
        first |= {one, other}
        for group in more:
            first |= group
            found.remove(group)
    return found


def span_of(pairs: Sequence[Pair]) -> str:
    """Return in words how similar the programs of some `pairs` are."""
    percents = {pair.percent for pair in pairs}
    return f"{min(percents)} to {max(percents)}%" if len(percents) > 1 else f"{max(percents)}%"


def like_ours(
    programs: Mapping[int, Pieces], ours: Sequence[Component], starter: str, least: int
) -> list[Like]:
    """Return for each of the `programs` the text of ours that it is most like, if it is so much.

    These are the solutions of the course, the examples, and the files of the plugins `ours`.
    """
    shared = pieces_of(starter)
    long = _to_compare(programs, shared)
    texts = _texts(ours) if long else ()
    known = {name: without(pieces_of(text), shared) for name, text in texts}
    found = []
    for number, own in long.items():
        percent, name = max((likeness(own, theirs), name) for name, theirs in known.items())
        if percent >= least:
            found.append(Like(number, name, percent))
    return found


def _texts(ours: Sequence[Component]) -> Iterator[tuple[str, str]]:
    """Yield our texts that a pupil can find, each with its name in words."""
    taught = course()
    for component in ours:
        if component.kind == "strategy" and component.id in taught:
            yield f"the solution of {component.id} in our course", solution(component)
    if (CHECKOUT / "pyproject.toml").exists():
        for path in sorted(CHECKOUT.glob("examples/*.py")):
            yield f"our example {path.name}", file_text(str(path))
    for file in sorted({component.file for component in ours}):
        yield f"our {Path(file).name}", file_text(file)


def file_text(path: str) -> str:
    """Return the text of the file at `path`, undecodable bytes replaced."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", path) from None
