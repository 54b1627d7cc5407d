"""What the tests share: our own puzzles with their solutions, as fixtures.

The files of `tests/boards` are read by the few lines here and not by the engine's own reader, so
that a test of the search does not hang on the reader.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from sudoku_engine import Grid, Layout
from sudoku_engine.layout import SYMBOLS

BOARDS = Path(__file__).parent / "boards"


class Solved(NamedTuple):
    """A puzzle with its one solution (the digits, a character a cell) and where it stands."""

    puzzle: Grid
    solution: str
    source: str


@pytest.fixture(scope="session")
def classic_boards() -> list[Solved]:
    """The puzzles of the classic board, from easy to very hard."""
    return [board for name in ("easy", "minimal", "hard", "quads") for board in _read(name)]


@pytest.fixture(scope="session")
def other_boards() -> list[Solved]:
    """The puzzles of other sizes, with diagonals, and with regions."""
    names = ("4x4", "6x6", "12x12", "16x16", "diagonals", "jigsaw")
    return [board for name in names for board in _read(name)]


@pytest.fixture(scope="session")
def all_boards(classic_boards: list[Solved], other_boards: list[Solved]) -> list[Solved]:
    """All puzzles of `tests/boards`."""
    return classic_boards + other_boards


def _read(name: str) -> list[Solved]:
    lines = (BOARDS / f"{name}.txt").read_text(encoding="ascii").splitlines()
    layout = _layout([line for line in lines if line.startswith("#")])
    boards = []
    for number, line in enumerate(lines, 1):
        if not line.startswith("#"):
            puzzle, solution = line.split(",")
            digits = [("." + SYMBOLS).index(symbol) for symbol in puzzle]
            boards.append(Solved(Grid(layout, digits), solution, f"{name}.txt:{number}"))
    return boards


def _layout(comments: list[str]) -> Layout:
    regions = []
    for comment in comments:
        key, _, told = comment.removeprefix("# ").partition(": ")
        if key == "layout":
            return Layout.named(told)
        if key == "region":
            regions.append(told)
    return Layout.of_regions("\n".join(regions))
