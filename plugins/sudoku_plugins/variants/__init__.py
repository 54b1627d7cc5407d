"""Variants: the rules of their clues."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku_engine import hookimpl

if TYPE_CHECKING:
    from sudoku_engine import Rule


@hookimpl
def sudoku_rules() -> Iterable[Rule]:
    """Return the bundled rules."""
    from sudoku_plugins.variants.order import RULES

    return RULES
