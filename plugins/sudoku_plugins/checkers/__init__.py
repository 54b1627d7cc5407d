"""Ways to decide whether one board is a transformation of another, one in each module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import Checker


@hookimpl
def sudoku_checkers() -> Iterable[Checker]:
    """Return the bundled checkers."""
    from sudoku_plugins.checkers.block_hash import BLOCK_HASH
    from sudoku_plugins.checkers.brute_force import BRUTE_FORCE
    from sudoku_plugins.checkers.patterns import PATTERNS
    from sudoku_plugins.checkers.refining import CANONICAL

    return [CANONICAL, PATTERNS, BLOCK_HASH, BRUTE_FORCE]


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the commands that compare and move boards."""
    purposes = {
        "compare": "Decide whether one board is a transformation of another.",
        "transform": "Rotate boards, swap their lines, rename their digits.",
        "canonical": "Print one form for all copies of a puzzle; find copies.",
    }
    return commands_in(__name__, purposes, dict.fromkeys(purposes, "commands"))


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    return {
        "canonical": "sudoku_plugins.checkers.comparison",
        "compare": "sudoku_plugins.checkers.comparison",
        "transform": "sudoku_plugins.checkers.comparison",
        "Transformation": "sudoku_plugins.checkers.symmetry.transformation",
    }
