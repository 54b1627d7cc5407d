"""The slow oracle of boards that are copies: every placement, one after another."""

from __future__ import annotations

from collections.abc import Iterator
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
