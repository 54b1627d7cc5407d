"""Puzzles in JSON: our own records, and lists of digits as programs print them, also in Python.

=======================================  =================================================
``{"layout": "9x9", "puzzle": "53..…"}``  a record, as every command with ``--json`` writes it
``{"size": 9, "grid": […], …}``           a board of f-puzzles, with its clues (`web_boards`)
``{"cells": […], "cages": […], …}``       a board of SudokuPad (`sudoku_pad`)
``[[5, 3, 0, …], …]``                    rows of digits, or of texts; 0, "", None for a blank
``["53..7….", …]``                       rows, or whole puzzles
``[{…}, [[…]], …]``                      several of these
=======================================  =================================================

GNOME Sudoku lists its filled cells: ``{"cells": [{"position": [0, 4], "value": 7, "fixed": true,
"earmarks": []}, …]}``, row before column, from 0. Digits that are not fixed are a person's, and
earmarks are notes. LibreSudoku lists boards, ``{"boards": [{"type": "Default9x9", "initialBoard":
"53…"}]}``.
"""

import ast
import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from math import isqrt
from typing import Any

from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.layout_record import layout_in
from sudoku_engine.board.words import brief
from sudoku_engine.errors import FormatError, LayoutError
from sudoku_engine.formats.cells import Cell, WrittenBoard, fitting, read_cells, wrong_count
from sudoku_engine.formats.format_book import FORMAT_BOOK, Located, boards_in
from sudoku_engine.formats.lines import HEADINGS, LONGEST_JSON, WHOLE_SIZES, TextLine, name_in
from sudoku_plugins.formats.areas import board, size_of, with_boxes

_INSIDE = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\[\](){}]""")


def read(
    lines: Iterable[tuple[int, str]], layout: Layout | None, source: str
) -> Iterator[Located | FormatError]:
    """Yield the boards of the value that begins with the first of the `lines`, and the errors.

    The lines come with their numbers, the boards with the number of the first line. No line after
    the value is taken. `layout`: the required board.
    """
    first = depth = length = 0
    texts = []
    for number, text in lines:
        first = first or number
        texts.append(text)
        length += len(text)
        depth += sum(
            (mark in "[({") - (mark in "])}") for mark in _INSIDE.findall(text) if len(mark) == 1
        )
        if depth <= 0 or length > LONGEST_JSON:
            break
    text = "\n".join(texts)
    if form := FORMAT_BOOK.find(text):
        found = list(boards_in(text, form, layout, first, source))
        yield from found
        if found:
            return
    for item in _items(_value(text)):
        try:
            if (board := _board(item, layout, first, source)) is not None:
                name = item.get("name", "") if isinstance(item, Mapping) else ""
                yield Located(board, first, name_in(str(name)))
        except FormatError as error:
            yield error
        except LayoutError as error:
            yield FormatError(error.what, source, first)


def _value(text: str) -> Any:
    """Return the value of a `text` of JSON, or of Python's lists; None if it is neither."""
    for read in (json.loads, ast.literal_eval):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # an incomplete text is not valid Python
                return read(text)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            continue
    return None


def _items(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        value = list(value)
    if not isinstance(value, list) or not value:
        return [value]
    is_rows = all(isinstance(each, (list, tuple, str)) for each in value)
    if is_rows and {len(each) for each in value} == {len(value)}:
        return [value]
    is_table = all(isinstance(each, (list, tuple)) and len(each) <= len(SYMBOLS) for each in value)
    if is_table and not any(isinstance(e, (list, tuple, dict)) for each in value for e in each):
        return [value]
    if any(isinstance(each, (list, tuple, dict, str)) and len(each) > 2 for each in value):
        return [item for each in value for item in _items(each)]
    return [value]


def _board(item: Any, layout: Layout | None, number: int, source: str) -> WrittenBoard | None:
    """Return the board of one `item`; None for an event of a run other than its start."""
    cells = item
    if isinstance(item, Mapping):
        if any(isinstance(item.get(name), list) for name in ("grid", "cells")):
            return _web_board(item, layout, number, source)
        if "event" in item and "puzzle" not in item:
            return None
        names = {str(name).lower(): name for name in item}
        heading = next((names[each] for each in HEADINGS if each in names), None)
        if heading is None:
            raise FormatError('an object without "puzzle": its cells in one text', source, number)
        cells = _cells_of(item, item[heading])
        layout = layout or _layout_of(item)
    text = _text(cells)
    line = TextLine(number, text)
    whole = line.whole(layout.n if layout else _size(cells))
    if whole is None:
        if not text:
            what = 'this JSON holds no puzzle: a list of rows, or an object with "puzzle"'
            raise FormatError(what, source, number)
        count = line.n_meant
        near = layout.n if layout else min(WHOLE_SIZES.values(), key=lambda n: abs(n * n - count))
        raise wrong_count(count, near, number, source)
    n, tokens = whole
    return read_cells(tokens, layout or Layout.of_size(n), source)


def _web_board(
    item: Mapping[str, Any], layout: Layout | None, number: int, source: str
) -> WrittenBoard:
    from sudoku_plugins.formats.links import json_board
    from sudoku_plugins.formats.web_boards import NoBoard

    try:
        board = json_board(item)
    except NoBoard as why:
        raise FormatError(str(why), source, number) from None
    return fitting(board, layout, number, 0, source)


def _text(cells: Any) -> str:
    """Return `cells`, a text or lists of digits, as one line; empty for anything else."""
    if isinstance(cells, str):
        return " ".join(cells.split())
    if not isinstance(cells, (list, tuple)):
        return ""
    if cells and all(isinstance(each, str) and len(each) > 1 for each in cells):
        return "".join(cells)
    parts = [_text(each) if isinstance(each, (list, tuple)) else _symbol(each) for each in cells]
    return " ".join(filter(None, parts))


def _size(cells: Any) -> int:
    if not isinstance(cells, (list, tuple)) or not cells:
        return 0
    n = len(cells) if isinstance(cells[0], (list, tuple, str)) else isqrt(len(cells))
    return n if n in WHOLE_SIZES.values() else 0


def _symbol(value: Any) -> str:
    if value in (None, "", 0, "0", ".", " ", False):
        return "."
    if type(value) is int and 0 < value <= len(SYMBOLS):
        return SYMBOLS[value - 1]
    return str(value) if isinstance(value, str) else brief(value).replace(" ", "")


def _layout_of(record: Mapping[str, Any]) -> Layout | None:
    if not isinstance(record.get("layout"), str):
        return None
    try:
        return layout_in(record)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LayoutError(f"its layout cannot be read: {error!r:.60}") from None


def _cells_of(record: Mapping[str, Any], puzzle: Any) -> Any:
    """Return the cells of the `puzzle` of a `record`, with its givens and candidates."""
    candidates, given = record.get("candidates"), record.get("given")
    if not isinstance(puzzle, str) or not (candidates or given):
        return puzzle
    n = round(len(puzzle) ** 0.5)
    cells = []
    for cell, symbol in enumerate(puzzle):
        name = f"r{cell // n + 1}c{cell % n + 1}"
        is_placed = isinstance(given, list) and symbol != "." and name not in given
        own = candidates[cell] if isinstance(candidates, list) and cell < len(candidates) else ""
        cells.append(f"{{{own}}}" if own and symbol == "." else "+" * is_placed + symbol)
    return " ".join(cells)


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
