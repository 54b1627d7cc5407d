"""Boards in the JSON of f-puzzles, with their clues.

f-puzzles (https://f-puzzles.com) has a list for each kind of clue; cells are called ``R3C7``::

    {"size": 9, "grid": [[{"value": 5, "given": true}, {}, …], …], "antiknight": true,
     "killercage": [{"cells": ["R1C1", "R1C2"], "value": "15"}],
     "thermometer": [{"lines": [["R3C3", "R2C2"]]}],
     "sandwichsum": [{"cell": "R0C3", "value": "12"}]}

Row and column 0 and those after the last are outside the board. ``negative`` names the kinds of
mark that every matching pair has. Drawings without a rule (``line``, ``text``) are decoration,
unless the words of the puzzle mention rules that they may belong to. One error lists all names
without a known rule.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from sudoku_engine.board.clue import Clue, Value
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import DIAGONALS, SIZES, SYMBOLS, Layout
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.variants import known_rules, meaning, rule_book
from sudoku_engine.board.words import brief, listed, plural
from sudoku_engine.errors import LayoutError, UsageError, no_rule_for
from sudoku_engine.formats.cells import Cell, WrittenBoard
from sudoku_engine.formats.lines import name_in, rows_of

_WORDS = {
    *("size", "signs", "title", "author", "ruleset", "solution", "metadata", "id", "info"),
    *("successMessage",),
    *("disabledlogic", "truecandidatesoptions", "highlightConflicts", "successmsg", "settings"),
    *("fogofwar", "foglight", "triggereffect", "activeConstraints"),
}
"""The names of f-puzzles' information about a puzzle besides its rules."""

_DECORATION = {"text", "line", "rectangle", "circle", "cage"}
"""The names of f-puzzles' drawings without a rule."""

DIAGONAL_NAMES = ("diagonal+", "diagonal-")
"""f-puzzles' names of the two diagonals: rising and falling."""

Given = tuple[str, Sequence[int], Value]
"""A rule, its cells and its value."""

Record = dict[str, Any]
"""An object of f-puzzles."""

_META = re.compile(r"[a-z]+: |fow$|foglight\b", re.IGNORECASE)
"""The beginning of a text in a cage that is about the puzzle and is not a clue."""

_USUAL = {"normal", "standard", "classic", "usual", "regular"}
"""The words for the rules of every sudoku."""

_SPECIAL = (
    *("arrow", "cage", "circle", "clue", "color", "colour", "diagonal", "dot", "gray", "grey"),
    *("king", "knight", "line", "shad", "sum", "thermo"),
)
"""The beginnings of words that mention more than the standard rules."""


class NoBoard(Exception):
    """JSON that holds no puzzle; the text says why."""


class NoRule(NoBoard):
    """A clue without a known rule; the text names it."""


def parsed(text: str, hook: Callable[[Record], Record] | None = None) -> Record:
    """Return the JSON object in `text`, with each object converted by `hook`; raises NoBoard."""
    try:
        found = json.loads(text, object_hook=hook)
    except (ValueError, RecursionError):
        raise NoBoard("what it holds is not JSON") from None
    if not isinstance(found, dict):
        raise NoBoard("what it holds is not a puzzle")
    return found


def f_puzzles_board(puzzle: Mapping[str, Any]) -> WrittenBoard:
    """Return the board of f-puzzles' `puzzle`, with its clues; raises NoBoard."""
    rows = square_rows(puzzle.get("grid"))
    n, cells = len(rows), []
    for cell in chain(*rows):
        digit = digit_in(cell.get("value"), n)
        is_given = bool(digit and cell.get("given"))
        mask = None if is_given else candidates_in(cell.get("givenPencilMarks"), n)
        cells.append(Cell(digit, bool(digit) and not is_given, mask))
    regions = [cell.get("region") for cell in chain(*rows)]
    if None in regions:
        boxes = enumerate(usual_layout(n).boxes)
        usual = {int(cell): number for number, box in boxes for cell in box.cells}
        regions = [usual[i] if region is None else region for i, region in enumerate(regions)]
    layout = of_regions(n, regions, all(map(puzzle.get, DIAGONAL_NAMES)))
    try:
        layout = layout.with_signs(str(puzzle.get("signs", "")))
    except LayoutError as error:
        raise NoBoard(error.what) from None
    unknown = list(_unknown(puzzle))
    clues = list(_clues(puzzle, layout, unknown))
    return with_clues(layout, clues, cells, unknown, puzzle.get("title"))


def with_clues(
    layout: Layout, clues: Iterable[Given], cells: list[Cell], unknown: Sequence[str], title: Any
) -> WrittenBoard:
    """Return the board with these `clues`, and the parts without a known rule; raises NoBoard."""
    try:
        found = [rule_book().clue(layout, *each) for each in clues]
        layout = rule_book().with_clues(layout, found) if found else layout
    except LayoutError as error:
        raise NoBoard(
            "; ".join([error.what, *([no_rule_for(unknown)] if unknown else [])])
        ) from None
    parts, name = tuple(dict.fromkeys(unknown)), name_in(str(title or ""))
    return WrittenBoard(layout, cells, parts, name, is_played=True)


def _unknown(puzzle: Mapping[str, Any]) -> Iterator[str]:
    known = {"grid", "negative", *DIAGONAL_NAMES, *_WORDS, *_EVERYWHERE, *_KINDS}
    has_rules = not is_usual(puzzle.get("ruleset"))
    for name, value in puzzle.items():
        if not value or name in known or _is_drawn_for(puzzle, name, value):
            continue
        if name not in _DECORATION:
            yield name
        elif has_rules:
            yield drawn(name)


def drawn(shape: str) -> str:
    """Return the words for drawings of a `shape` that may be a rule, or decoration.

    >>> drawn("line")
    'drawn lines'
    """
    return f"drawn {plural(shape)}"


def _clues(puzzle: Mapping[str, Any], layout: Layout, unknown: list[str]) -> Iterator[Given]:
    """Yield the clues of f-puzzles' `puzzle`; those without a rule are added to the `unknown`."""
    diagonals = [name for name in DIAGONAL_NAMES if puzzle.get(name)]
    if len(diagonals) == 1:
        yield "diagonal", diagonal(diagonals[0], layout), None
    negative = {str(name) for name in items_in(puzzle.get("negative"))}
    for name, rule in _EVERYWHERE.items():
        has_dots = puzzle.get("difference") or puzzle.get("ratio")
        if puzzle.get(name) and name == "nonconsecutive" and has_dots:
            negative.add("difference")  # the negative holds where no dot is
        elif puzzle.get(name):
            yield rule, (), None
    if {"difference", "ratio"} <= negative:
        negative = negative - {"difference", "ratio"} | {"dots"}
    unknown += [f"the negative of {brief(name)}" for name in sorted(negative - {*_NEGATIVE})]
    without = {
        name for name in ("difference", "ratio") if negative - {"xv"} and _values(puzzle, name)
    }
    unknown += [f"the negative of {name}s with values" for name in sorted(without)]
    for name in sorted(negative & {*_NEGATIVE}):
        if name == "xv" or not without:
            yield _NEGATIVE[name], (), None
    for name, (rule, _) in _KINDS.items():
        found = list(_kind(name, items_in(puzzle.get(name)), layout, unknown))
        if name in ("minimum", "maximum") and found:  # the cells are not compared with each other
            found = [(rule, [cell for _, cells, _ in found for cell in cells], None)]
        yield from found


def _kind(name: str, given: Sequence[Any], layout: Layout, unknown: list[str]) -> Iterator[Given]:
    rule, form = _KINDS[name]
    for each in given:
        if not isinstance(each, dict):
            raise NoBoard(f"{brief(each)} is no {name}: an object is needed")
        try:
            yield from form.read(rule, each, layout)
        except NoRule as what:
            unknown.append(str(what))


def _values(puzzle: Mapping[str, Any], name: str) -> bool:
    return any(isinstance(each, dict) and _value(each) for each in items_in(puzzle.get(name)))


def diagonal(name: str, layout: Layout) -> Sequence[int]:
    """Return the cells of one of the two diagonals."""
    n = layout.n
    return layout.cells[:: n + 1] if name == "diagonal-" else layout.cells[n - 1 : -1 : n - 1]


def _place(name: Any) -> tuple[int, int]:
    """Return the row and the column of a cell such as ``R3C7``, from 0; -1 or n is outside."""
    found = re.fullmatch(r"R(\d{1,2})C(\d{1,2})", str(name))
    if not found:
        raise NoBoard(f"{brief(name)} is no cell, such as R3C7")
    return int(found[1]) - 1, int(found[2]) - 1


def _cells(names: Any, layout: Layout) -> list[int]:
    cells = []
    for name in items_in(names):
        row, column = _place(name)
        if not (0 <= row < layout.n and 0 <= column < layout.n):
            raise NoBoard(f"there is no cell {name} on this board")
        cells.append(row * layout.n + column)
    return cells


def _value(given: Mapping[str, Any]) -> Value:
    value = given.get("value")
    if value in (None, ""):
        return None
    return int(value) if re.fullmatch(r"\d{1,9}", str(value)) else str(value)


def _read_arrow(rule: str, given: Mapping[str, Any], layout: Layout) -> Iterator[Given]:
    """Yield an arrow for each line; it begins in the circle, which may have several cells."""
    circle = _cells(given.get("cells"), layout)
    for line in items_in(given.get("lines")):
        shaft = [cell for cell in _cells(line, layout) if cell not in circle]
        yield rule, [*circle, *shaft], len(circle) if len(circle) > 1 else None


def _read_letter(_rule: str, given: Mapping[str, Any], layout: Layout) -> Iterator[Given]:
    letter = str(given.get("value", "")).lower()
    if letter not in ("x", "v"):
        raise NoRule(f"xv {brief(given.get('value'))}")
    yield letter, _cells(given.get("cells"), layout), None


def _read_clone(rule: str, given: Mapping[str, Any], layout: Layout) -> Iterator[Given]:
    cells, copies = (_cells(given.get(name), layout) for name in ("cells", "cloneCells"))
    if len(cells) != len(copies):
        raise NoBoard(f"a clone has {len(cells)} cells, and its copy {len(copies)}")
    yield rule, [*cells, *copies], None


def _read_corner(rule: str, given: Mapping[str, Any], layout: Layout) -> Iterator[Given]:
    """Yield the digits on a corner of four cells; an empty circle says nothing."""
    if values := "".join(map(str, items_in(given.get("values")))):
        value = int(values) if values.isdigit() else values
        yield rule, _cells(given.get("cells"), layout), value


def _read_outside(rule: str, given: Mapping[str, Any], layout: Layout) -> Iterator[Given]:
    """Yield a number outside the board with the cells that it is about, unless it is empty."""
    n = layout.n
    row, column = _place(given.get("cell"))
    down, right = _DIRECTIONS.get(
        str(given.get("direction")), ((row < 0) - (row >= n), (column < 0) - (column >= n))
    )
    cells = []
    row, column = row + down, column + right
    while (down or right) and 0 <= row < n and 0 <= column < n:
        cells.append(row * n + column)
        row, column = row + down, column + right
    if not cells:
        raise NoBoard(f"{given.get('cell')} is not outside the board, so it can be no {rule}")
    if (value := _value(given)) is not None:
        yield rule, cells, value


def _name(row: int, column: int) -> str:
    return f"R{row + 1}C{column + 1}"


def _names(cells: Iterable[int], layout: Layout) -> list[str]:
    return [_name(*divmod(int(cell), layout.n)) for cell in cells]


def _valued(clue: Clue) -> Record:
    return {} if clue.value is None else {"value": str(clue.value)}


def _write_arrow(clue: Clue, layout: Layout) -> list[Record]:
    names = _names(clue.cells, layout)
    n_circle = clue.value if isinstance(clue.value, int) else 1
    return [{"cells": names[:n_circle], "lines": [names[n_circle - 1 :]]}]


def _write_clone(clue: Clue, layout: Layout) -> list[Record]:
    names, half = _names(clue.cells, layout), len(clue.cells) // 2
    return [{"cells": names[:half], "cloneCells": names[half:]}]


def _write_outside(clue: Clue, layout: Layout) -> list[Record]:
    first, *others = (divmod(int(cell), layout.n) for cell in clue.cells)
    down, right = (others[0][0] - first[0], others[0][1] - first[1]) if others else (0, 0)
    record: Record = {"cell": _name(first[0] - down, first[1] - right), **_valued(clue)}
    if down and right:
        way = next(name for name, each in _DIRECTIONS.items() if each == (down, right))
        record |= {"direction": way, "cells": _names(clue.cells, layout)}
    return [record]


class Form(NamedTuple):
    """The form of a kind of clue in f-puzzles."""

    read: Callable[[str, Mapping[str, Any], Layout], Iterable[Given]]
    """A function that returns the clues of a rule in an object."""
    write: Callable[[Clue, Layout], list[Record]]
    """A function that returns the objects of a clue."""


_CELLS = Form(
    lambda rule, given, layout: [(rule, _cells(given.get("cells"), layout), _value(given))],
    lambda clue, layout: [{"cells": _names(clue.cells, layout), **_valued(clue)}],
)
_CELL = Form(
    lambda rule, given, layout: [(rule, _cells([given.get("cell")], layout), None)],
    lambda clue, layout: [{"cell": name} for name in _names(clue.cells, layout)],
)
_LINES = Form(
    lambda rule, given, layout: [
        (rule, _cells(line, layout), _value(given)) for line in items_in(given.get("lines"))
    ],
    lambda clue, layout: [{"lines": [_names(clue.cells, layout)], **_valued(clue)}],
)
_LETTER = Form(
    _read_letter,
    lambda clue, layout: [{"cells": _names(clue.cells, layout), "value": clue.rule.upper()}],
)
_CORNER = Form(
    _read_corner,
    lambda clue, layout: [
        {"cells": _names(clue.cells, layout), "values": [*map(int, str(clue.value))]}
    ],
)
_ARROW = Form(_read_arrow, _write_arrow)
_CLONE = Form(_read_clone, _write_clone)
_OUTSIDE = Form(_read_outside, _write_outside)

_DIRECTIONS = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
"""By direction of f-puzzles, the steps in rows and columns."""

_EVERYWHERE = {
    "antiknight": "anti_knight",
    "antiking": "anti_king",
    "disjointgroups": "disjoint_groups",
    "nonconsecutive": "non_consecutive",
}
"""The rules that hold on the whole board, by f-puzzles' names."""

_NEGATIVE = {
    "xv": "all_xv_given",
    "dots": "all_dots_given",
    "difference": "all_white_dots_given",
    "ratio": "all_black_dots_given",
}
"""The rules about pairs without a mark, by the kind of the mark."""

_KINDS: Mapping[str, tuple[str, Form]] = {
    "killercage": ("killer_cage", _CELLS),
    "extraregion": ("extra_region", _CELLS),
    "difference": ("white_dot", _CELLS),
    "ratio": ("black_dot", _CELLS),
    "xv": ("x", _LETTER),
    "even": ("even", _CELL),
    "odd": ("odd", _CELL),
    "minimum": ("minimum", _CELL),
    "maximum": ("maximum", _CELL),
    "thermometer": ("thermometer", _LINES),
    "slowthermometer": ("slow_thermometer", _LINES),
    "palindrome": ("palindrome", _LINES),
    "betweenline": ("between_line", _LINES),
    "whispers": ("german_whispers", _LINES),
    "renban": ("renban", _LINES),
    "regionsumline": ("region_sum_line", _LINES),
    "entropicline": ("entropic_line", _LINES),
    "modularline": ("modular_line", _LINES),
    "nabner": ("nabner", _LINES),
    "lockout": ("lockout_line", _LINES),
    "rowindexer": ("row_index", _CELLS),
    "columnindexer": ("column_index", _CELLS),
    "boxindexer": ("box_index", _CELLS),
    "zipperline": ("zipper_line", _LINES),
    "doublearrow": ("double_arrow", _LINES),
    "arrow": ("arrow", _ARROW),
    "clone": ("clone", _CLONE),
    "quadruple": ("quadruple", _CORNER),
    "littlekillersum": ("little_killer", _OUTSIDE),
    "sandwichsum": ("sandwich", _OUTSIDE),
    "xsum": ("x_sum", _OUTSIDE),
    "skyscraper": ("skyscraper", _OUTSIDE),
}
"""By f-puzzles' name of a kind of clue, the rule and its form."""


def f_puzzles_text(grid: Grid) -> str:
    """Return `grid` with its clues as f-puzzles' JSON; raises UsageError for rules it lacks."""
    layout, n = grid.layout, grid.layout.n
    puzzle: dict[str, Any] = {"size": n}
    if layout.own_signs:  # only we read them: f-puzzles shows the digits from 1
        puzzle["signs"] = layout.own_signs
    named = {clue.rule for clue in layout.clues}
    rules = [rule for name, rule in known_rules().items() if name in named]
    if rules:
        words = [f"{rule.name}: {meaning(rule)}" for rule in rules]
        puzzle["ruleset"] = "\n".join(["Normal sudoku rules apply.", *words])
    unknown = [str(clue) for clue in layout.clues if not _is_written(clue, layout, puzzle)]
    if unknown:
        raise UsageError(f"f-puzzles has no {listed(unknown, 'or')}")
    region = layout.box_numbers
    is_usual = f"{n}x{n}" in SIZES and Layout.of_size(n).box_numbers == region
    has_marks = grid.masks != Grid(layout, grid.digits).masks
    cells: list[Record] = []
    for cell, digit in enumerate(grid.digits):
        record: Record = {"value": digit} if digit else {}
        if digit and grid.is_given(cell):
            record["given"] = True
        if not digit and has_marks:
            record["givenPencilMarks"] = [*digits_of[grid.masks[cell]]]
        if not is_usual:
            record["region"] = region[layout.cells[cell]]
        cells.append(record)
    puzzle["grid"] = [cells[start : start + n] for start in range(0, n * n, n)]
    return json.dumps(puzzle, separators=(",", ":"))


def _is_written(clue: Clue, layout: Layout, puzzle: dict[str, Any]) -> bool:
    """Add `clue` to f-puzzles' `puzzle`; return whether f-puzzles has its rule."""
    if clue.rule == DIAGONALS:
        puzzle.update(dict.fromkeys(DIAGONAL_NAMES, True))
    elif clue.rule == "diagonal":
        puzzle[DIAGONAL_NAMES[clue.cells[0] in (0, len(layout.cells) - 1)]] = True
    elif clue.rule in _EVERYWHERE_NAMES:
        puzzle[_EVERYWHERE_NAMES[clue.rule]] = True
    elif clue.rule in _NEGATIVE_NAMES:
        name = _NEGATIVE_NAMES[clue.rule]
        names = ["difference", "ratio"] if name == "dots" else [name]
        puzzle.setdefault("negative", []).extend(names)
    elif clue.rule in _KIND_NAMES:
        name = _KIND_NAMES[clue.rule]
        records = _KINDS[name][1].write(clue, layout)
        puzzle.setdefault(name, []).extend(records)
        for shape, drawing in _drawings(name, clue, records, layout):
            puzzle.setdefault(shape, []).append({**drawing, "isNewConstraint": True})
    else:
        return False
    return True


_EVERYWHERE_NAMES = {rule: name for name, rule in _EVERYWHERE.items()}
_NEGATIVE_NAMES = {rule: name for name, rule in _NEGATIVE.items()}
_KIND_NAMES = {**{rule: name for name, (rule, _) in _KINDS.items()}, "v": "xv"}

_COLOURS = {
    "slowthermometer": "#CFCFCF",
    "whispers": "#67F067",
    "renban": "#F067F0",
    "regionsumline": "#2ECBFF",
    "entropicline": "#FFCCAA",
    "zipperline": "#C1AEFF",
    "doublearrow": "#A1A1A1",
    "xsum": "#000000",
    "skyscraper": "#000000",
}
"""The colours of the kinds of clues that f-puzzles and SudokuPad do not draw by themselves."""


def _drawings(
    name: str, clue: Clue, records: Sequence[Record], layout: Layout
) -> Iterator[tuple[str, Record]]:
    if (colour := _COLOURS.get(name)) is None:
        return
    if _KINDS[name][1] is _OUTSIDE:
        number = {"value": str(clue.value), "fontC": colour, "size": 0.7}
        yield "text", {"cells": [records[0]["cell"]], **number}
        return
    names = _names(clue.cells, layout)
    yield "line", {"lines": [names], "outlineC": colour, "width": 0.3}
    ends = {"slowthermometer": names[:1], "doublearrow": [names[0], names[-1]]}
    size = {"width": 0.8, "height": 0.8}
    for end in ends.get(name, ()):
        yield "circle", {"cells": [end], "baseC": "#FFFFFF", "outlineC": colour, **size}


def of_regions(n: int, regions: Sequence[Any], diagonals: bool = False) -> Layout:
    """Return the layout with a region for each number in `regions`, by cell; raises NoBoard."""
    if not all(type(region) is int and 0 <= region < n <= len(SYMBOLS) for region in regions):
        raise NoBoard("what it holds is not a puzzle: its regions do not cover the board")
    try:
        layout = Layout.of_regions(rows_of("".join(SYMBOLS[r] for r in regions), n), diagonals)
    except LayoutError as error:
        raise NoBoard(error.what) from None
    masks = {box.mask for box in layout.boxes}
    usual = [SIZES[f"{n}x{n}"]] if f"{n}x{n}" in SIZES else []
    for height, width in (*usual, *((high, n // high) for high in range(2, n) if n % high == 0)):
        plain = Layout.of_boxes(height, width, diagonals)
        if {box.mask for box in plain.boxes} == masks:
            return plain
    return layout


def is_usual(rules: Any) -> bool:
    """Return whether `rules`, in words, are only the rules of every sudoku."""
    text = "\n".join(map(str, rules)) if isinstance(rules, list) else str(rules or "")
    for sentence in re.split(r"[.;!\n]", text.lower()):
        words = {*re.findall(r"[^\W\d_]+", sentence)}
        is_named = "sudoku" in words and not words.isdisjoint(_USUAL)
        is_told = any(map(words.issuperset, ({"row", "column"}, {"rows", "columns"})))
        if words and (
            any(word.startswith(_SPECIAL) for word in words) or not (is_named or is_told)
        ):
            return False
    return True


def _is_drawn_for(puzzle: Mapping[str, Any], name: str, value: Any) -> bool:
    """Return whether `value` is a list of drawings that a program made for clues in the `puzzle`.

    A cage may also hold words about the puzzle for SudokuPad, such as ``msgcorrect: Well done``.
    """
    return isinstance(value, list) and all(
        isinstance(each, dict)
        and (
            each.get("isNewConstraint")
            or puzzle.get(str(each.get("fromConstraint")).replace(" ", "").lower())
            or (name == "cage" and _META.match(str(each.get("value"))))
        )
        for each in value
    )


def items_in(given: Any) -> list[Any]:
    """Return the list `given`, which may be missing; raises NoBoard."""
    if given is None:
        return []
    if not isinstance(given, list):
        raise NoBoard(f"what it holds is not a puzzle: {brief(given)} should be a list")
    return given


def square_rows(given: Any) -> list[list[Mapping[str, Any]]]:
    """Return the rows of a square of cells."""
    rows = [items_in(row) for row in items_in(given)]
    cells = [cell for row in rows for cell in row]
    if not rows or {len(row) for row in rows} != {len(rows)}:
        raise NoBoard("what it holds is not a puzzle: its rows are no square")
    if not all(isinstance(cell, dict) for cell in cells):
        raise NoBoard("what it holds is not a puzzle: its cells are no objects")
    return rows


def usual_layout(n: int) -> Layout:
    """Return the standard layout of `n` rows; raises NoBoard."""
    try:
        return Layout.of_size(n)
    except LayoutError as error:
        raise NoBoard(error.what) from None


def candidates_in(marks: Any, n: int) -> int | None:
    """Return the mask of the listed candidates; None if there are none."""
    return (
        sum(1 << mark - 1 for mark in {digit_in(mark, n) for mark in items_in(marks)} - {0}) or None
    )


def digit_in(value: Any, n: int) -> int:
    """Return the digit of a cell, 0 if it is open; SudokuPad writes some digits as text."""
    if value in (None, "", 0, "0"):
        return 0
    if isinstance(value, (int, str)) and re.fullmatch(r"\d{1,2}", str(value)):
        digit = int(value)
        if 1 <= digit <= n:
            return digit
    raise NoBoard(f"{brief(value)} in a cell is not a digit from 1 to {n}")
