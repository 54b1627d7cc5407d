"""A pattern: the places for the clues of a puzzle, drawn in a file.

Rows of marks, a drawn board, or all cells in one line: any mark but a blank (``.``, ``0``, ``-``,
``_`` or ``*``) is a place for a clue. Rules between the boxes, spaces and empty lines do not count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sudoku_engine import Layout
from sudoku_engine.board.layout import House
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.words import counted
from sudoku_engine.errors import FormatError, shown_path
from sudoku_engine.formats import open_text

BLANKS = ".0-_*"

FEWEST_ON_9X9 = 17
"""No puzzle with fewer clues has one solution: McGuire, Tugemann, Civario, arXiv:1201.0749."""

_RULE = re.compile(r"[-─=\s]*[+┌┬┐├┼┤└┴┘][-─=+┌┬┐├┼┤└┴┘\s]*")


class _Row(NamedTuple):
    """A line of the drawing."""

    marks: str
    """Its marks."""
    line: int
    """Its number in the file."""


def read_pattern(path: Path, layout: Layout) -> int:
    """Return the mask of the places drawn in the file at `path`.

    Raises FormatError, with the line, if this is not a board of `layout`, or if no puzzle with
    one solution can have these places.
    """
    name = shown_path(str(path))
    rows = _rows(path, name, layout)
    marks = "".join(row.marks for row in rows)
    places = mask_of(cell for cell, mark in enumerate(marks) if mark not in BLANKS)
    if why := _too_few(places, layout):
        raise FormatError(why, name, rows[0].line)
    for empty in _interchangeable(places, layout):
        lines = [row.line for row in rows]
        line = lines[empty[1].cells[0] // layout.n] if len(lines) > 1 else lines[0]
        raise FormatError(
            f"{empty[0]} and {empty[1]} have no clue, so they could be exchanged in any solution: "
            "give one of them a place",
            name,
            line,
        )
    return places


def _rows(path: Path, name: str, layout: Layout) -> list[_Row]:
    """Return the rows of the drawing, or its only row with all cells; raises FormatError."""
    n = layout.n
    rows: list[_Row] = []
    for number, text in enumerate(open_text(path), 1):
        marks = re.sub(r"[\s|│]", "", text)
        is_rule = _RULE.fullmatch(text) or (set(marks) <= {"-"} and len(marks) != n)
        if is_rule and len(marks) != n * n:
            continue
        if len(marks) == n * n and not rows:
            return [_Row(marks, number)]
        if len(rows) == n:
            raise FormatError(f"a row too many: a pattern for {layout} has {n}", name, number)
        if len(marks) != n:
            raise FormatError(
                f"{counted(len(marks), 'mark')} in a row: "
                f"a pattern for {layout} has {n} rows of {n}",
                name,
                number,
            )
        rows.append(_Row(marks, number))
    if len(rows) != n:
        line = rows[-1].line if rows else 0
        raise FormatError(
            f"only {counted(len(rows), 'row')}: a pattern for {layout} has {n}", name, line
        )
    return rows


def _too_few(places: int, layout: Layout) -> str:
    """Return why these `places` are too few for a puzzle, or an empty text."""
    count = places.bit_count()
    if layout is Layout.named("9x9") and count < FEWEST_ON_9X9:
        return f"{count} places: a puzzle with one solution has at least {FEWEST_ON_9X9} clues"
    if count < layout.n - 1 and not (layout.is_jigsaw or layout.has_diagonals):
        return f"{count} places: with two digits missing these could be exchanged in any solution"
    return ""


def _interchangeable(places: int, layout: Layout) -> list[tuple[House, House]]:
    """Return two rows of a band, or columns of a stack, that are empty."""
    if layout.is_jigsaw or layout.has_diagonals:
        return []
    return [
        *_empty_pairs(places, layout.rows, layout.box_height),
        *_empty_pairs(places, layout.columns, layout.box_width),
    ]


def _empty_pairs(places: int, lines: Sequence[House], size: int) -> list[tuple[House, House]]:
    """Return the first two empty `lines` of each group of `size` lines with two of them."""
    pairs = []
    for start in range(0, len(lines), size):
        empty = [house for house in lines[start : start + size] if not house.mask & places]
        pairs += [(empty[0], empty[1])] if len(empty) > 1 else []
    return pairs
