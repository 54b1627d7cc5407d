"""Addresses of web pages that hold a puzzle as text. Nothing is fetched.

::

    https://sudoku.coach/en/play/53007…0079
    https://sudokuexchange.com/play/?s=53007…0079
    https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage~15~R1C1~R1C2.AntiKnight

The puzzle is the 81 digits, 0 or a point for a blank, in any part of the address, or what
Interactive Sudoku Solver has behind ``q=``: its constraints, or a puzzle in another form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import FormatError
from sudoku_engine.formats import parse
from sudoku_engine.formats.cells import WrittenBoard
from sudoku_engine.formats.clue_texts import clue_texts
from sudoku_plugins.formats.links import is_own

_QUERY = re.compile(r"[?&]q=([^&#\s]+)")
_DIGITS = re.compile(r"(?<![\w.])[0-9.]{81}(?![\w.])")


def read(text: str) -> Iterable[Grid | WrittenBoard]:
    """Return the board in the address in `text`; nothing if it holds none, or `links` reads it."""
    if is_own(text):
        return []
    query = _QUERY.search(text)
    written = unquote(query[1]) if query else ""
    if written.startswith("."):
        return [clue_texts().board_in("constraints", written, None)]
    found = _DIGITS.search(unquote(text))
    try:
        return [parse(found[0] if found else written)]
    except FormatError:
        return []
