"""Boards drawn as pictures, and how tests make and change boards."""

from collections.abc import Callable
from random import Random
from typing import Any

from sudoku_engine import Candidate, Grid, Layout, Step
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.randomness import below
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from tests.support.paths import shared_text

CLASSIC = Layout.named("9x9")

PUZZLE = """
    5 3 . | . 7 . | . . .
    6 . . | 1 9 5 | . . .
    . 9 8 | . . . | . 6 .
    ------+-------+------
    8 . . | . 6 . | . . 3
    4 . . | 8 . 3 | . . 1
    7 . . | . 2 . | . . 6
    ------+-------+------
    . 6 . | . . . | 2 8 .
    . . . | 4 1 9 | . . 5
    . . . | . 8 . | . 7 9
"""

SOLUTION = """
    5 3 4 | 6 7 8 | 9 1 2
    6 7 2 | 1 9 5 | 3 4 8
    1 9 8 | 3 4 2 | 5 6 7
    ------+-------+------
    8 5 9 | 7 6 1 | 4 2 3
    4 2 6 | 8 5 3 | 7 9 1
    7 1 3 | 9 2 4 | 8 5 6
    ------+-------+------
    9 6 1 | 5 3 7 | 2 8 4
    2 8 7 | 4 1 9 | 6 3 5
    3 4 5 | 2 8 6 | 1 7 9
"""

SOLVED = """
    1 2 3 | 4 5 6 | 7 8 9
    4 5 6 | 7 8 9 | 1 2 3
    7 8 9 | 1 2 3 | 4 5 6
    ------+-------+------
    2 3 1 | 5 6 4 | 8 9 7
    5 6 4 | 8 9 7 | 2 3 1
    8 9 7 | 2 3 1 | 5 6 4
    ------+-------+------
    3 1 2 | 6 4 5 | 9 7 8
    6 4 5 | 9 7 8 | 3 1 2
    9 7 8 | 3 1 2 | 6 4 5
"""


def opened(drawing: str, names: str) -> str:
    """Return the `drawing` of a 9x9 board with the cells of these names open."""
    places = [at for at, sign in enumerate(drawing) if sign in "." + SYMBOLS]
    gone = {places[CLASSIC.cell(name)] for name in names.split()}
    return "".join("." if at in gone else sign for at, sign in enumerate(drawing))


THREE_OPEN = opened(SOLVED, "r1c1 r5c5 r9c9")
"""1, 9 and 5 are missing; none of these cells sees another."""

# 1 and 2 may stand either way round in rows 1 and 3, and nothing else can change.
TWO_WAYS = """
    . . | 3 4
    3 4 | 1 2
    ----+----
    . . | 4 3
    4 3 | 2 1
"""

# Row 1 needs its 4 in box 2, which has one already.
NO_WAY = """
    2 3 | . .
    . . | 4 .
    ----+----
    . . | . .
    . . | . .
"""

JIGSAW = Layout.of_regions("""
    1 1 1 2
    1 3 2 2
    3 3 4 2
    3 4 4 4
""")


def candidates(*texts: str) -> list[Candidate]:
    """The candidates of ``r1c1:12 r2c2:3`` on a 9x9 board."""
    words = [word.split(":") for text in texts for word in text.split()]
    return [Candidate(CLASSIC.cell(name), int(digit)) for name, digits in words for digit in digits]


def board(drawing: str, layout: Layout | None = None, marks: Marks = "auto", **digits: int) -> Grid:
    """Return the board drawn in a test, with `digits` put into the cells of these names.

    The layout is by default the usual one of as many rows. Of a `layout`, the last rows may be
    left out: their cells are open.
    """
    found = [("." + SYMBOLS).index(symbol) for symbol in drawing if symbol in "." + SYMBOLS]
    layout = layout or Layout.of_size(int(len(found) ** 0.5))
    found += [0] * (len(layout.cells) - len(found))
    for name, digit in digits.items():
        found[layout.cell(name)] = digit
    return Grid(layout, found, marks=marks)


def empty(layout: Layout = CLASSIC, marks: Marks = "auto") -> Grid:
    """Return the board of this layout with no digit."""
    return Grid(layout, [0] * len(layout.cells), marks=marks)


def with_digit(grid: Grid, name: str, digit: int) -> Grid:
    """Return `grid` with this digit, or 0, in the cell of this name."""
    digits = list(grid.digits)
    digits[grid.layout.cell(name)] = digit
    return Grid(grid.layout, digits)


def eliminated(grid: Grid, name: str, *digits: int) -> Grid:
    """Return `grid` without these candidates in the cell of this name."""
    cell = grid.layout.cell(name)
    return grid.apply(Step(eliminations=[Candidate(cell, digit) for digit in digits]))


def swapped(grid: Grid, here: int, there: int) -> Grid:
    """Return `grid` with the digits of two cells exchanged."""
    digits = list(grid.digits)
    digits[here], digits[there] = digits[there], digits[here]
    return Grid(grid.layout, digits)


def solved(board: Any) -> Grid:
    """Return the solution of one of the boards of `conftest.py`."""
    digits = [SYMBOLS.index(symbol) + 1 for symbol in board.solution]
    return Grid(board.puzzle.layout, digits)


def of_rule(rule: Callable[[int, int], int]) -> Grid:
    """Return the classic board that shows `rule(row, column)`, both from 0."""
    return Grid(CLASSIC, [int(rule(row, column)) for row in range(9) for column in range(9)])


def random_board(rng: Random, layout: Layout, n_digits: int, share: float) -> Grid:
    """Return a board with about this `share` of its cells filled, whatever the rules say."""
    return Grid(layout, [rng.random() < share and 1 + below(rng, n_digits) for _ in layout.cells])


def random_copy(rng: Random, grid: Grid) -> Grid:
    """Return `grid` moved and renamed at random."""
    return Transformation.random(rng, grid.layout).grid(grid)


def near_puzzles(boards: list[Grid], seed: str) -> list[Grid]:
    """Return the puzzles, each changed a little: they have no, one or several solutions.

    Up to two givens are taken away; of some a given is changed, of some a candidate eliminated.
    """
    rng = Random(seed)
    changed = []
    for grid in boards:
        digits = list(grid.digits)
        givens = [cell for cell in grid.layout.cells if digits[cell]]
        for cell in rng.sample(givens, rng.randrange(3)):
            digits[cell] = 0
        if rng.random() < 0.3:
            digits[rng.choice(givens)] = rng.choice(grid.layout.digits)
        near = Grid(grid.layout, digits)
        cell = rng.choice(near.open_cells)
        if near.candidates(cell) and rng.random() < 0.3:
            near = eliminated(near, str(cell), min(near.candidates(cell)))
        changed.append(near)
    return changed


def official_pair(name: str) -> tuple[Grid, Grid]:
    """Return the two boards of a file in `../shared/data/transformations`."""
    numbers = [int(number) for number in shared_text(f"transformations/{name}").split()]
    return Grid(CLASSIC, numbers[:81]), Grid(CLASSIC, numbers[81:])
