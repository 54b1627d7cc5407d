"""Texts and files of other programs, one family in each module."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sudoku_engine import hookimpl

if TYPE_CHECKING:
    from sudoku_engine.errors import FormatError
    from sudoku_engine.formats.format_book import FormatProtocol


@hookimpl
def sudoku_formats() -> Iterable[FormatProtocol]:
    """Return the bundled readers of other programs' texts."""
    from sudoku_plugins.formats.signs import FORMATS

    return FORMATS


@hookimpl
def sudoku_pasted(
    lines: Sequence[tuple[int, str]], n: int, source: str
) -> tuple[list[tuple[int, str]], FormatError | None]:
    """Return the cells in pasted `lines`, and the error for a wrong shape."""
    from sudoku_plugins.formats.pasted import bare_lines

    return bare_lines(lines, n, source)
