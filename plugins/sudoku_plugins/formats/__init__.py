"""Texts and files of other programs, one family in each module."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku_engine import hookimpl

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import Format


@hookimpl
def sudoku_formats() -> Iterable[Format]:
    """Return the bundled readers of other programs' texts."""
    from sudoku_plugins.formats.signs import FORMATS

    return FORMATS
