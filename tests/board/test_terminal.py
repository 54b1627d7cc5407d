"""What a stream has room for."""

from __future__ import annotations

import io

import pytest

from sudoku_engine.board.terminal import columns_missed, indented_excerpt
from tests.support.terminals import Terminal


def test_of_a_line_of_a_file_a_narrow_terminal_shows_the_place_above_the_carets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    excerpt = f"for cell in house\n{' ' * 17}^"

    assert indented_excerpt(excerpt, Terminal(), "  ") == "   in house\n           ^"
    assert indented_excerpt(excerpt, io.StringIO(), "  ").startswith("  for cell in house\n")


def test_a_drawing_misses_columns_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "4")
    assert columns_missed("1234\n12", Terminal()) == columns_missed("12345", io.StringIO()) == 0
    assert columns_missed("12\n12345", Terminal()) == 5
