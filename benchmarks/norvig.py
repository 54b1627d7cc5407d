"""The yardstick: a sudoku solver in the manner of Peter Norvig's well-known essay.

Written for this benchmark from the description in https://norvig.com/sudoku.html. A board is
a dict from a square's name (``A1`` to ``I9``) to the string of its possible digits. Two rules are
propagated: the only digit of a square is eliminated from its peers, and a digit with one place
left in a unit goes there. When they find nothing more, each digit of the square with the fewest is
tried on a copy of the dict. One thing is added: the search goes on to a second solution, so that it
proves a puzzle to be proper, as ``sudoku_engine.search.count(grid, 2)`` does.
"""

from __future__ import annotations

Board = dict[str, str]

DIGITS = "123456789"
ROWS = "ABCDEFGHI"
COLUMNS = DIGITS


def cross(rows: str, columns: str) -> list[str]:
    """Return the squares where `rows` and `columns` meet."""
    return [row + column for row in rows for column in columns]


SQUARES = cross(ROWS, COLUMNS)
UNIT_LIST = (
    [cross(ROWS, column) for column in COLUMNS]
    + [cross(row, COLUMNS) for row in ROWS]
    + [cross(rows, columns) for rows in ("ABC", "DEF", "GHI") for columns in ("123", "456", "789")]
)
UNITS = {square: [unit for unit in UNIT_LIST if square in unit] for square in SQUARES}
PEERS = {square: set().union(*UNITS[square]) - {square} for square in SQUARES}


def parse(puzzle: str) -> Board | None:
    """Return the board of an 81-character `puzzle` after propagation; None for a contradiction."""
    board = dict.fromkeys(SQUARES, DIGITS)
    for square, symbol in zip(SQUARES, puzzle):
        if symbol in DIGITS and not assign(board, square, symbol):
            return None
    return board


def assign(board: Board, square: str, digit: str) -> Board | None:
    """Eliminate all digits but `digit` from `square`; return None for a contradiction."""
    others = board[square].replace(digit, "")
    if all(eliminate(board, square, other) for other in others):
        return board
    return None


def eliminate(board: Board, square: str, digit: str) -> Board | None:
    """Eliminate `digit` from `square`, and propagate; return None for a contradiction."""
    if digit not in board[square]:
        return board
    board[square] = board[square].replace(digit, "")
    if not board[square]:
        return None
    if len(board[square]) == 1:
        last = board[square]
        if not all(eliminate(board, peer, last) for peer in PEERS[square]):
            return None
    for unit in UNITS[square]:
        places = [place for place in unit if digit in board[place]]
        if not places:
            return None
        if len(places) == 1 and not assign(board, places[0], digit):
            return None
    return board


def count(puzzle: str, limit: int = 2) -> int:
    """Return the number of solutions of `puzzle`, counted up to `limit`."""
    return _count(parse(puzzle), limit)


def _count(board: Board | None, limit: int) -> int:
    if board is None:
        return 0
    open_squares = [square for square in SQUARES if len(board[square]) > 1]
    if not open_squares:
        return 1
    square = min(open_squares, key=lambda square: len(board[square]))
    found = 0
    for digit in board[square]:
        found += _count(assign(board.copy(), square, digit), limit - found)
        if found >= limit:
            break
    return found
