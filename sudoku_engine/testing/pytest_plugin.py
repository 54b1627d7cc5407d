"""Fixtures for tests of plugins; pytest finds them where the engine is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sudoku_engine.board.grid import Grid
    from sudoku_engine.testing.examination import Kit


@pytest.fixture(scope="session")
def sudoku_kit() -> Kit:
    """The kit with its boards, made once for all tests."""
    from sudoku_engine.testing.examination import bundled_kit

    return bundled_kit()


@pytest.fixture(scope="session")
def sudoku_board() -> Callable[[str], Grid]:
    """A function that reads a board drawn in the test, in any format that is read."""
    from sudoku_engine.board.grid import Grid

    return Grid.parse
