"""Boards that are hard to tell apart, and the slow oracle of copies: every placement in turn."""

from collections.abc import Callable, Iterator
from itertools import permutations, product

from sudoku_engine import Grid


def shown_in_every_way(grid: Grid) -> Iterator[tuple[int, ...]]:
    """Yield what each placement makes of `grid`, its digits renamed in the order they come in."""
    layout = grid.layout
    n = layout.n
    boards = [[grid.digits[n * row : n * row + n] for row in range(n)]]
    if layout.box_height == layout.box_width:
        boards.append(list(zip(*boards[0])))
    for board in boards:
        for rows in line_orders(n, layout.box_height):
            for columns in line_orders(n, layout.box_width):
                names = {0: 0}
                yield tuple(
                    names.setdefault(board[row][column], len(names))
                    for row in rows
                    for column in columns
                )


def least_shown(grid: Grid) -> tuple[int, ...]:
    """Return the least of these: equal for two boards exactly when they are copies."""
    return min(shown_in_every_way(grid))


def line_orders(n: int, height: int) -> Iterator[list[int]]:
    """Yield all orders of n lines that keep the bands of `height`."""
    inside = list(permutations(range(height)))
    for bands in permutations(range(n // height)):
        for orders in product(inside, repeat=n // height):
            yield [band * height + line for band, order in zip(bands, orders) for line in order]


# Boards that are hard to tell apart


def with_648_symmetries(r: int, c: int) -> int:
    """The full grid whose boxes are made of the same three short rows, each shifted."""
    return (c // 3 + r % 3) % 3 * 3 + (c % 3 + r // 3) % 3 + 1


NASTY: dict[str, Callable[[int, int], int]] = {
    "empty": lambda r, c: 0,
    "one clue": lambda r, c: 3 * (r == 4 and c == 7),
    "one digit everywhere": lambda r, c: 5,
    "full with 648 symmetries": with_648_symmetries,
    "full, shifted by one": lambda r, c: (3 * (r % 3) + r // 3 + c) % 9 + 1,
    "one digit of nine": lambda r, c: with_648_symmetries(r, c) == 1,
    "three digits of nine": lambda r, c: d if (d := with_648_symmetries(r, c)) < 4 else 0,
    "a diagonal of one digit": lambda r, c: r == c,
    "a diagonal of nine digits": lambda r, c: (r == c) * (r + 1),
    "every row the same": lambda r, c: c + 1,
    "every band one digit": lambda r, c: r // 3 + 1,
    "every box one digit": lambda r, c: r // 3 * 3 + c // 3 + 1,
    "every box the same": lambda r, c: r % 3 * 3 + c % 3 + 1,
    "chessboard": lambda r, c: (r + c) % 2,
    "chessboard of two digits": lambda r, c: (r + c) % 2 + 1,
    "rows shifted, boxes ignored": lambda r, c: (r + c) % 9 + 1,
    "diagonals of three digits": lambda r, c: (r + c) % 3 + 1,
    "one full row": lambda r, c: (r == 0) * (c + 1),
    "one box of one digit": lambda r, c: r < 3 and c < 3,
    "three boxes of one digit": lambda r, c: r // 3 == c // 3,
    "a frame": lambda r, c: r in (0, 8) or c in (0, 8),
    "centres of boxes": lambda r, c: r % 3 == c % 3 == 1,
    "lines of an affine plane": lambda r, c: (r // 3 * (c // 3) + r % 3 + c % 3) % 3 + 1,
    "points of an affine plane": lambda r, c: (r // 3 * (c // 3) + r % 3 * (c % 3)) % 3 == 0,
    "differences 0, 1, 3": lambda r, c: (r + c) % 9 in (0, 1, 3),
    "differences 0, 1, 4": lambda r, c: (r + c) % 9 in (0, 1, 4),
}
