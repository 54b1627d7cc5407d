"""Boards in the JSON of SudokuPad, with their cages and the rules that it names.

Rows and columns count from 0; SudokuPad's addresses shorten the names (``ce``, ``ca``, …)::

    {"cells": [[{"value": 5}, {"centremarks": [1, 2]}, …], …], "regions": [[[0, 0], …], …],
     "cages": [{"cells": [[0, 1], [0, 2]], "value": "12", "unique": true},
               {"value": "title: An example"}],
     "metadata": {"rules": "Normal sudoku rules apply.", "antiknight": true},
     "lines": [{"wayPoints": [[0.5, 0.5], …]}], "overlays": [{"center": [1, 1.5], "text": "X"}]}

A cage without cells holds words about the puzzle. A cage with cells is drawn dashed, as for a
killer, unless it has another ``style``; ``unique`` tells whether its digits differ. Rows, columns,
boxes and disjoint groups may be cages, too (``type``). Thermometers, arrows and dots are only
drawings, which may be decoration: they are named as unknown, unless the words of the puzzle say
that it has only the standard rules. Fog hides clues but changes none, so it is left out. Described
by its source, https://github.com/SudokuPad/sudokutools.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.words import brief
from sudoku_engine.formats.cells import Cell, WrittenBoard
from sudoku_plugins.formats.web_boards import (
    DIAGONAL_NAMES,
    Given,
    NoBoard,
    Record,
    candidates_in,
    diagonal,
    digit_in,
    drawn,
    is_usual,
    items_in,
    of_regions,
    parsed,
    square_rows,
    usual_layout,
    with_clues,
)

_SHORT = {
    "c": "color",
    "ca": "cages",
    "ct": "center",
    "ce": "cells",
    "cs": "cellSize",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "v": "value",
    "vd": "videos",
    "l": "lines",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "d": "duration",
}
"""The names that SudokuPad shortens, as far as they matter here."""

_RULES = {
    "antiknight": "anti_knight",
    "antiking": "anti_king",
    "nonconsecutive": "non_consecutive",
    "disjoint": "disjoint_groups",
    "disjointgroups": "disjoint_groups",
    "windoku": "windoku",
}
"""The rules that hold on the whole board, by SudokuPad's names."""

_KNOWN = {
    *("cells", "regions", "cages", "metadata", "metaData", "global", *_RULES, *DIAGONAL_NAMES),
    *("id", "cellSize", "settings", "duration", "videos", "title", "author", "rules", "solution"),
    *("lines", "arrows", "underlays", "overlays"),
    *("foglight", "foglink", "fogofwar", "triggereffect"),
}
"""The names that are read, or that say nothing about rules."""

_FOG = re.compile(r"fow|foglight(:.*)?", re.IGNORECASE | re.DOTALL)
_META = re.compile(r"([^:\s]+):\s*(.+)", re.DOTALL)

_PART = re.compile(
    r'"(?:[^"\\]|\\.)*"?'
    r"|'(?P<quoted>(?:[^'\\]|\\.)*)'?"
    r"|(?<=[,{])(?P<name>[A-Za-z0-9]+)(?=:)"
    r"|(?P<nothing>(?<=[,\[])(?=[,\]]))"
    r"|(?<=:)(?P<colour>#[0F]|[0-9A-Fa-f]{6}|[tf])(?=[,}\]])",
    re.DOTALL,
)
"""The parts of shortened JSON: texts, and signs outside of them that JSON writes differently."""


def pad_puzzle(text: str) -> Record:
    """Return the puzzle in a `text` of SudokuPad's, JSON or shortened; raises NoBoard."""
    try:
        return parsed(text, _long_names)
    except NoBoard:
        return parsed(_PART.sub(_as_json, text), _long_names)


def _long_names(record: Record) -> Record:
    return {_SHORT.get(name, name): value for name, value in record.items()}


def _as_json(part: re.Match[str]) -> str:
    if part["quoted"] is not None:
        return '"' + part["quoted"].replace("\\'", "'").replace('"', '\\"') + '"'
    if part["nothing"] is not None:
        return "{}"
    word = part["name"] or part["colour"]
    return {"t": "true", "f": "false"}.get(part["colour"], f'"{word}"') if word else part[0]


def sudoku_pad_board(puzzle: Mapping[str, Any]) -> WrittenBoard:
    """Return the board of SudokuPad's `puzzle`, with its clues; raises NoBoard."""
    rows = square_rows(puzzle.get("cells"))
    n, unknown = len(rows), [name for name in puzzle if puzzle[name] and name not in _KNOWN]
    found = [_object(cage, "cage") for cage in items_in(puzzle.get("cages"))]
    words = _words(puzzle, found)
    cages = [cage for cage in found if cage.get("cells")]
    flags = _flags(puzzle, words)
    regions = items_in(puzzle.get("regions"))
    regions = regions or [cage["cells"] for cage in cages if cage.get("type") == "region"]
    boxes: list[Sequence[int]] = [_cells(region, n, "region") for region in regions]
    if not regions:
        boxes = [box.cells for box in usual_layout(n).boxes]
        unknown.append("a board without boxes")
    of_cell = {cell: number for number, box in enumerate(boxes) for cell in box}
    both = flags.issuperset(DIAGONAL_NAMES)
    layout = of_regions(n, [of_cell.get(cell) for cell in range(n * n)], both)
    clues = [*_everywhere(flags, layout, unknown), *_caged(cages, layout, flags, unknown)]
    cells = [_cell(cell, n, unknown) for cell in chain(*rows)]
    rules = words.get("rules")
    unknown += ["grids"] if words.get("grids") else []
    if not (rules and is_usual(rules)):
        unknown += _drawings(puzzle)
        if rules and not (clues or unknown):
            unknown.append("the words of its rules")
    return with_clues(layout, clues, cells, unknown, words.get("title") or puzzle.get("title"))


def _object(given: Any, thing: str) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise NoBoard(f"{brief(given)} is no {thing}: an object is needed")
    return given


def _words(puzzle: Mapping[str, Any], cages: Sequence[Mapping[str, Any]]) -> Record:
    words: Record = {}
    for cage in cages:
        if not cage.get("cells") and (found := _META.fullmatch(str(cage.get("value", "")).strip())):
            before = f"{words[found[1]]}\n" if found[1] in words else ""
            words[found[1]] = before + found[2]
    for name in ("metaData", "metadata"):
        given = puzzle.get(name)
        words.update(given if isinstance(given, dict) else {})
    return words


def _flags(puzzle: Mapping[str, Any], words: Mapping[str, Any]) -> set[str]:
    everywhere = {name for name in (*_RULES, *DIAGONAL_NAMES) if _is_set(puzzle.get(name))}
    said = {name for name, value in words.items() if _is_set(value)}
    return everywhere | said | {str(name) for name in items_in(puzzle.get("global"))}


def _is_set(value: Any) -> bool:
    return value is True or value == "true"


def _everywhere(flags: set[str], layout: Layout, unknown: list[str]) -> Iterator[Given]:
    """Yield the clues for the whole board; add other rules that are set to the `unknown`."""
    yield from ((rule, (), None) for rule in dict.fromkeys(map(_RULES.get, sorted(flags))) if rule)
    diagonals = flags.intersection(DIAGONAL_NAMES)
    if len(diagonals) == 1:
        yield "diagonal", diagonal(diagonals.pop(), layout), None
    unknown += sorted(flags - {*_RULES, *DIAGONAL_NAMES, "norowcol"})


def _caged(
    cages: Sequence[Mapping[str, Any]], layout: Layout, flags: set[str], unknown: list[str]
) -> Iterator[Given]:
    """Yield the clues of the `cages`; add those without a rule to the `unknown`."""
    lines = {house.mask for house in (*layout.rows, *layout.columns)}
    houses = {house.mask for house in layout.houses}
    seen = set()
    for cage in cages:
        if _FOG.fullmatch(str(cage.get("value", ""))):
            continue
        cells = _cells(cage["cells"], layout.n, f"cage {brief(_value(cage))}")
        mask = mask_of(cells)
        is_group = cage.get("type") == "disjoint" and "disjoint_groups" in map(_RULES.get, flags)
        if is_group or (mask in houses and _is_whole(cage, cells, layout.n)):
            seen.add(mask)  # the cage says nothing new
        else:
            yield from _clue(cage, cells, layout.n, unknown)
    if "norowcol" in flags and not lines <= seen:
        unknown.append("rows and columns that repeat digits")


def _is_whole(cage: Mapping[str, Any], cells: list[int], n: int) -> bool:
    is_full = _value(cage) in ("", str(n * (n + 1) // 2))
    return is_full and len(cells) == n and _is_set(cage.get("unique"))


def _value(cage: Mapping[str, Any]) -> str:
    """Return the text in the corner of a `cage`, or its sum; empty if it has neither."""
    return next((str(v) for v in (cage.get("value"), cage.get("sum")) if v not in (None, "")), "")


def _clue(cage: Mapping[str, Any], cells: list[int], n: int, unknown: list[str]) -> Iterator[Given]:
    style, value = cage.get("style"), _value(cage)
    differ = _is_set(cage.get("unique"))
    total = int(value) if re.fullmatch(r"\d{1,9}", value) else None
    if str(style).endswith("Indexer") or (value and total is None):
        unknown.append(f"cage {brief(value)}" if value else f"cages of the style {style}")
    elif style == "extraregion" or _is_whole(cage, cells, n):
        yield "extra_region", cells, None
    elif total is not None:
        may_repeat = cage.get("unique") in (False, "false")
        yield "sum" if may_repeat else "killer_cage", cells, total
    elif differ and len(cells) > 1:
        yield "killer_cage", cells, None
    elif not (differ or _is_set(cage.get("hidden")) or style == "hidden"):
        unknown.append("cages without a sum")


def _cell(given: Mapping[str, Any], n: int, unknown: list[str]) -> Cell:
    """Return a cell with the candidates in its middle; marks in corners have no known meaning."""
    digit = digit_in(given.get("value"), n)
    if not digit and given.get("pencilMarks"):
        unknown.append("marks in corners")
    mask = None if digit else candidates_in(given.get("centremarks"), n)
    return Cell(digit, bool(digit) and given.get("given") is False, mask)


def _cells(given: Any, n: int, of: str) -> list[int]:
    """Return the cells in a list of rows and columns; raises NoBoard for one off the board."""
    cells = []
    for place in items_in(given):
        is_place = isinstance(place, list) and len(place) == 2 and {*map(type, place)} == {int}
        if not (is_place and min(place) >= 0 and max(place) < n):
            what = "a cell, such as [0, 8] in row 1 and column 9"
            raise NoBoard(f"{of}: {brief(place)} is not {what}, on this board of {n} rows")
        cells.append(place[0] * n + place[1])
    return cells


def _drawings(puzzle: Mapping[str, Any]) -> Iterator[str]:
    yield from (drawn(name) for name in ("line", "arrow") if puzzle.get(f"{name}s"))
    for each in (*items_in(puzzle.get("underlays")), *items_in(puzzle.get("overlays"))):
        shape = _object(each, "shape")
        has_text = shape.get("text") not in (None, "")
        yield drawn("text" if has_text else "circle" if shape.get("rounded") else "square")
