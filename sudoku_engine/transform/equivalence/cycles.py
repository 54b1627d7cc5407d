"""Distinguish lines of dense boards by the cycles between two lines of a chute.

On a full grid refinement sees nothing: every line has every digit once. But two rows of a band
make a permutation: it takes each digit of one row to the digit below or above it in the other.
The lengths of its cycles do not depend on the places of columns or the names of digits, and
differ much from pair to pair. Blanks leave paths beside the cycles, and these have
lengths too.

No line may have a repeated digit; else the digits would not make a permutation, and the
result would depend on the order of the lines.
"""

from __future__ import annotations

from itertools import combinations
from operator import eq

from sudoku_engine.transform.equivalence.board import Board
from sudoku_engine.transform.equivalence.refinement import PRIME, Colours, refined

_DENSE = 5 / 9
"""The smallest share of filled cells for which cycles are worth their time."""
_LINE, _LENGTH = 605_551_275, 472_135_955


def have_cycles(board: Board) -> bool:
    """Return whether cycles are worth their time: a dense board, no digit twice in a line."""
    n_clues = len(board.clues)
    return (
        n_clues >= _DENSE * board.shape.n**2
        and len({(row, digit) for row, _, digit in board.clues}) == n_clues
        and len({(column, digit) for _, column, digit in board.clues}) == n_clues
    )


def told_apart_by_cycles(board: Board, colours: Colours) -> Colours:
    """Return the `colours` after adding to each line its cycles with others of its chute."""
    shape = board.shape
    n = shape.n
    rows = [[0] * n for _ in range(n)]
    columns = [[0] * n for _ in range(n)]
    for row, column, digit in board.clues:
        rows[row][column - n] = columns[column - n][row] = digit
    contents = rows + columns
    lines = [colour * _LINE for colour in colours.lines]
    for chute in shape.chutes:
        for one, other in combinations(chute, 2):
            lengths = cycle_lengths(contents[one], contents[other])
            lines[one] += lengths
            lines[other] += lengths
    return refined(board, [colour % PRIME for colour in lines], colours.digits)


def cycle_lengths(one: list[int], other: list[int]) -> int:
    """Return a number for the lengths of the cycles and paths between two lines, in either order.

    It counts the digits that come back to themselves in 2, 3 and 4 steps, and those whose
    path ends by then. For nine digits that distinguishes all kinds of permutation without a
    fixed digit.
    """
    once = [0] * (len(one) + 1)
    for digit, across in zip(one, other):
        once[digit] = across
    once[0] = 0  # the end of a path goes to itself
    twice = [once[digit] for digit in once]
    thrice = [once[digit] for digit in twice]
    four_times = [twice[digit] for digit in twice]
    number = 0
    for reached in (twice, thrice, four_times):
        returning = sum(map(eq, reached, range(len(reached))))
        number = (number << 10) + (returning << 5) + reached.count(0)
    return pow(number + _LENGTH, 3, PRIME)
