"""Ways to decide whether one board is a transformation of another, one in each module."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku_engine import hookimpl

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
