"""Fixtures for tests of plugins; pytest finds them where the engine is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sudoku_engine.board.grid import Grid
    from sudoku_plugins.kit.kit import Kit


@pytest.fixture(scope="session")
def sudoku_kit() -> Kit:
    """Return the kit with its boards, made once for all tests."""
    from sudoku_plugins.kit.kit import bundled_kit

    return bundled_kit()


@pytest.fixture(scope="session")
def sudoku_board() -> Callable[[str], Grid]:
    """Return a function that reads a board drawn in the test, in any known format."""
    from sudoku_engine.board.grid import Grid

    return Grid.parse
