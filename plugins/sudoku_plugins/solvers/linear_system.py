"""A sudoku as a linear system: ``A x = b``.

How can we say "fill the board" to a program that knows only sums? With one unknown for each
cell and digit: x[r, c, d] is 1 if d is in row r and column c, else 0. A
board of n rows has n³ of these. Now each rule is a sum that is 1:

    ====================  =======================================  =========
    each row              holds each digit once                     n² sums
    each column           holds each digit once                     n² sums
    each box              holds each digit once                     n² sums
    each cell             holds one digit                           n² sums
    each clue             stays in its cell: its unknown is 1       C sums
    ====================  =======================================  =========

Written as rows of 0s and 1s the sums are the matrix A, with 4n² + C rows and n³ columns; b is
1 in every row. It grows fast with the board, but nearly all of it is 0 (n ones in a row):

    ======  =========  =======  ===================
    board   rows       columns  share that is not 0
    ======  =========  =======  ===================
    4x4     64 + C     64       1 in 16
    9x9     324 + C    729      1 in 81
    16x16   1024 + C   4096     1 in 256
    25x25   2500 + C   15625    1 in 625
    ======  =========  =======  ===================

so only numbers other than 0 are stored ("sparse"). More houses are more rows: two diagonals add n
each. An eliminated candidate is a bound, x = 0. The solutions of a sudoku are exactly the
solutions of the system in which every unknown is 0 or 1. With that condition the system is the
exact cover problem that dancing links solve, and `integer` too; `linear_l1` solves it without
that condition.

The system comes from P. Babu, K. Pelckmans, P. Stoica and J. Li, "Linear systems, sparse
solutions, and Sudoku", IEEE Signal Processing Letters 17 (2010).
"""

from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sudoku_engine import Grid, Layout

Result = TypeVar("Result")

TOLERANCE = 1e-4
"""How far from a whole number an unknown may be; HiGHS is wrong by up to 1e-7."""


class LinearSystem(NamedTuple):
    """``matrix @ x == right``, where each x is between 0 and its `highest`.

    The unknown of a cell and a digit is at ``n * cell + digit - 1``.
    """

    matrix: Any
    """A sparse array of scipy: rows, columns, boxes, further houses, cells and clues, in order."""
    right: list[int]
    highest: list[int]
    """By unknown, the greatest value."""


def linear_system(grid: Grid) -> LinearSystem:
    """Return the system whose solutions in 0s and 1s are the solutions of `grid`."""
    from scipy.sparse import csr_array

    n = grid.layout.n
    clues = [n * cell + digit - 1 for cell, digit in enumerate(grid.digits) if digit]
    rules = _rules(grid.layout)
    unknowns = [*rules, *clues]
    ends = [*range(0, len(rules) + 1, n), *range(len(rules) + 1, len(unknowns) + 1)]
    n_rows = len(ends) - 1
    matrix = csr_array(([1.0] * len(unknowns), unknowns, ends), shape=(n_rows, n**3))
    highest = [mask >> index & 1 for mask in grid.masks for index in range(n)]
    for clue in clues:
        highest[clue] = 1
    return LinearSystem(matrix, [1] * n_rows, highest)


@lru_cache(maxsize=32)
def _rules(layout: Layout) -> tuple[int, ...]:
    """Return the unknowns in the rows of the rules, n for each row, one row after another."""
    n = layout.n
    of_houses = (
        n * cell + index for house in layout.houses for index in range(n) for cell in house.cells
    )
    of_cells = (n * cell + index for cell in layout.cells for index in range(n))
    return *of_houses, *of_cells


def solution_row(solution: Grid) -> list[int]:
    """Return 1 for each unknown of `solution`, so that ``row @ x`` counts common cells."""
    n = solution.layout.n
    row = [0] * n**3
    for cell, digit in enumerate(solution.digits):
        row[n * cell + digit - 1] = 1
    return row


def filled(grid: Grid, unknowns: list[float]) -> tuple[Grid | None, int]:
    """Return the board of the `unknowns`, or None, and the number of fractional cells."""
    n = grid.layout.n
    digits = []
    for start in range(0, len(unknowns), n):
        shares = unknowns[start : start + n]
        most = max(shares)
        digits.append(shares.index(most) + 1 if most > 1 - TOLERANCE else 0)
    solution = Grid(grid.layout, digits, given=grid.given, marks=grid.marks)
    return (solution if solution.is_solved else None), digits.count(0)


_GLANCE = 0.1
"""Seconds between two checks for other events, such as a time limit."""


def interruptibly(work: Callable[[], Result]) -> Result:
    """Return the result of ``work()``, or raise its error; it runs in a thread of its own.

    Python notices a Ctrl-C only between two of its own instructions, so not while a library's C
    code runs for minutes. A waiting thread does notice it. The work itself cannot be stopped: its
    result is ignored, and it ends with the program at the latest.
    """
    result = Future[Result]()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    thread = Thread(target=run, name="solver", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # no threads here, as in a browser
        return work()
    while thread.is_alive():
        thread.join(_GLANCE)
    return result.result()
