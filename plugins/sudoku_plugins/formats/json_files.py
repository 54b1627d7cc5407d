"""JSON of other programs: saved games of GNOME Sudoku, backups of LibreSudoku.

GNOME Sudoku lists its filled cells: ``{"cells": [{"position": [0, 4], "value": 7, "fixed": true,
"earmarks": []}, …]}``, row before column, from 0. Digits that are not fixed are a person's, and
earmarks are notes. LibreSudoku lists boards, ``{"boards": [{"type": "Default9x9", "initialBoard":
"53…"}]}``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.words import brief
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import Cell, WrittenBoard
from sudoku_plugins.formats.parts import board, size_of, with_boxes

GNOME_ROWS = 9


def gnome(text: str) -> Iterable[WrittenBoard]:
    """Return the board of a saved game of GNOME Sudoku."""
    cells = [Cell(0)] * GNOME_ROWS**2
    for each in _list(_object(text), "cells"):
        row, column = _position(each)
        digit = each.get("value")
        if digit in (None, 0):
            continue
        if type(digit) is not int or not 1 <= digit <= GNOME_ROWS:
            raise FormatError(f"{brief(digit)} in a cell is not a digit from 1 to {GNOME_ROWS}")
        cells[row * GNOME_ROWS + column] = Cell(digit, is_placed=each.get("fixed") is not True)
    return [WrittenBoard(Layout.named("9x9"), cells, is_played=True)]


def libre_sudoku(text: str) -> Iterator[WrittenBoard]:
    """Yield the boards of a backup of LibreSudoku; nothing if it has other boards."""
    found = _list(_object(text), "boards")
    if not all("initialBoard" in each for each in found):
        return
    for each in found:
        cells = str(each["initialBoard"])
        n = size_of(len(cells))
        digits = [SYMBOLS.find(mark.upper()) + 1 if mark not in "0." else 0 for mark in cells]
        if wrong := [mark for mark, digit in zip(cells, digits) if not digit and mark not in "0."]:
            raise FormatError(f"{brief(wrong[0])} in initialBoard is neither a digit nor a blank")
        kind = str(each.get("type", ""))
        box = _BOXES.get(n)
        is_killer = "killer" in kind.lower() or each.get("killerCages")
        yield board(
            with_boxes(*box) if box else Layout.of_size(n),
            digits,
            unknown=("killer cages",) if is_killer else (),
        )


_BOXES = {6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""By size, the height and width of LibreSudoku's boxes."""


def _object(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = (getattr(error, name, 1) for name in ("lineno", "colno"))
        raise FormatError(
            "this JSON ends or breaks here: copy it again", "", line, column
        ) from None
    if isinstance(found, list) and len(found) == 1:
        (found,) = found
    if not isinstance(found, dict):
        raise FormatError("this JSON holds no puzzle: an object is needed")
    return found


def _list(given: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = given.get(name)
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise FormatError(f'"{name}" should be a list of objects')
    return found


def _position(cell: Mapping[str, Any]) -> tuple[int, int]:
    place = cell.get("position")
    if not (
        isinstance(place, list)
        and len(place) == 2
        and all(type(each) is int and 0 <= each < GNOME_ROWS for each in place)
    ):
        raise FormatError(f"{brief(place)} is no position: write [0, 8] for row 1, column 9")
    return place[0], place[1]
