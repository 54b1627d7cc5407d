"""Our own puzzles with their solutions, read from `plugins/sudoku_plugins/kit/boards`.

They are read by the few lines here and not by the engine's own reader, so that a test of the search
does not depend on the reader.
"""

from typing import NamedTuple

from sudoku_engine import Grid, Layout
from sudoku_engine.board.layout import SYMBOLS
from tests.support.paths import BOARDS

CLASSIC_FILES = ("easy", "minimal", "hard", "quads")
"""Puzzles of the classic board, from easy to very hard."""

OTHER_FILES = ("4x4", "6x6", "12x12", "16x16", "diagonals", "jigsaw")
"""Puzzles of other sizes, with diagonals, and with regions."""


class Solved(NamedTuple):
    """A puzzle with its one solution (the digits, a character a cell) and its place."""

    puzzle: Grid
    solution: str
    source: str


def our_boards(*files: str) -> list[Solved]:
    """Return the boards of these files, in their order."""
    return [board for name in files for board in _read(name)]


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
        key, _, value = comment.removeprefix("# ").partition(": ")
        if key == "layout":
            return Layout.named(value)
        if key == "region":
            regions.append(value)
    return Layout.of_regions("\n".join(regions))
