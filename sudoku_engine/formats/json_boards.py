"""Boards as JSON: those of f-puzzles and of SudokuPad.

Both are for variants with thermometers, cages and the like. Only plain sudokus are read: anything
else in them is named in the error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import brief, listed
from sudoku_engine.errors import LayoutError
from sudoku_engine.formats.cells import Board, Cell

_WORDS = {
    *("size", "title", "author", "ruleset", "solution", "metadata", "id", "info", "successMessage"),
    *("disabledlogic", "truecandidatesoptions", "highlightConflicts", "successmsg", "settings"),
}
"""What f-puzzles says about a puzzle beside its rules."""

_PAD_WORDS = {"id", "cellSize", "metadata", "settings", "duration", "videos", "title"}
"""What SudokuPad says about a puzzle beside its rules."""

_PAD_NAMES = {
    "ce": "cells",
    "re": "regions",
    "ca": "cages",
    "cs": "cellSize",
    "v": "value",
    "l": "lines",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "t": "title",
    "c": "color",
    "d": "duration",
    "vd": "videos",
    "te": "text",
    "ct": "center",
}
"""The names that SudokuPad shortens, as far as an error names them."""


class NoBoard(Exception):
    """What the JSON holds is no plain sudoku; the text says why."""


def parsed(text: str) -> Mapping[str, Any]:
    """Return the object of JSON in `text`; raises NoBoard."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NoBoard("what it holds is not JSON") from None
    if not isinstance(found, dict):
        raise NoBoard("what it holds is not a puzzle")
    return found


def f_puzzles_board(puzzle: Mapping[str, Any]) -> Board:
    """Return the board of f-puzzles' `puzzle`; raises NoBoard for a variant."""
    _check_plain(puzzle, {"grid", *_WORDS})
    rows = _rows(puzzle.get("grid"))
    layout = _layout(len(rows))
    cells = []
    for place, cell in zip(layout.cells, (cell for row in rows for cell in row)):
        region = cell.get("region")
        if region is not None and place not in _box(layout, region):
            raise NoBoard("this is a jigsaw: only plain sudokus are read")
        digit = _digit(cell.get("value"), layout.n)
        cells.append(Cell(digit, is_placed=bool(digit) and not cell.get("given")))
    return Board(layout, cells)


def sudoku_pad_board(text: str) -> Board:
    """Return the board in a `text` of SudokuPad's own; raises NoBoard for a variant."""
    puzzle = parsed(_as_json(text))
    puzzle = {_PAD_NAMES.get(name, name): value for name, value in puzzle.items()}
    cages = [cage for cage in _list(puzzle.get("cages")) if _is_rule(cage)]
    _check_plain({**puzzle, "cages": cages}, {"cells", "regions", *_PAD_WORDS})
    rows = _rows(puzzle.get("cells"))
    layout = _layout(len(rows))
    regions = {frozenset(map(tuple, _list(region))) for region in _list(puzzle.get("regions"))}
    boxes = {frozenset(divmod(int(cell), layout.n) for cell in box.cells) for box in layout.boxes}
    if regions and regions != boxes:
        raise NoBoard("this is a jigsaw: only plain sudokus are read")
    values = (cell.get("value", cell.get("v")) for row in rows for cell in row)
    return Board(layout, [Cell(_digit(value, layout.n)) for value in values])


def _as_json(text: str) -> str:
    """Return SudokuPad's shortened JSON written out.

    It has names and colours without quotes, single quotes, ``t`` and ``f``, and no empty objects.
    """
    if '"' not in text:
        text = text.replace("\\'", "\0").replace("'", '"').replace("\0", "'")
    text = re.sub(r"([,{\[])([A-Za-z0-9]+):", r'\1"\2":', text)
    text = re.sub(r"([,\[])(?=[,\]])", r"\1{}", text)
    text = re.sub(r":t(?=[,}\]])", ":true", text)
    text = re.sub(r":f(?=[,}\]])", ":false", text)
    return re.sub(r":(#[0F]|[0-9A-Fa-f]{6})(?=[,}\]])", r':"\1"', text)


def _is_rule(cage: Any) -> bool:
    """Return whether a cage of SudokuPad's is one; others hold the title, the author, …"""
    return not isinstance(cage, dict) or bool(cage.get("cells") or cage.get("ce"))


def _check_plain(puzzle: Mapping[str, Any], known: Collection[str]) -> None:
    others = [name for name, value in puzzle.items() if value and name not in known]
    if others:
        raise NoBoard(f"this is a variant with {listed(others)}: only plain sudokus are read")


def _list(given: Any) -> list[Any]:
    if given is None:
        return []
    if not isinstance(given, list):
        raise NoBoard(f"what it holds is not a puzzle: {brief(given)} should be a list")
    return given


def _rows(given: Any) -> list[list[Mapping[str, Any]]]:
    """Return the rows of a square of cells."""
    rows = [_list(row) for row in _list(given)]
    cells = [cell for row in rows for cell in row]
    if not rows or {len(row) for row in rows} != {len(rows)}:
        raise NoBoard("what it holds is not a puzzle: its rows are no square")
    if not all(isinstance(cell, dict) for cell in cells):
        raise NoBoard("what it holds is not a puzzle: its cells are no objects")
    return rows


def _layout(n: int) -> Layout:
    try:
        return Layout.of_size(n)
    except LayoutError as error:
        raise NoBoard(error.what) from None


def _box(layout: Layout, number: Any) -> Collection[int]:
    is_box = type(number) is int and 0 <= number < layout.n
    return layout.boxes[number].cells if is_box else ()


def _digit(value: Any, n: int) -> int:
    """Return the digit of a cell, 0 if it is open; SudokuPad writes some as text."""
    if value in (None, "", 0, "0"):
        return 0
    if isinstance(value, (int, str)) and re.fullmatch(r"\d{1,2}", str(value)):
        digit = int(value)
        if 1 <= digit <= n:
            return digit
    raise NoBoard(f"{brief(value)} in a cell is not a digit from 1 to {n}")
