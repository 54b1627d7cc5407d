"""Rules about cells that all differ: more houses, chess moves, cages without a sum.

Such cells see each other, as the cells of a row do. Where there are as many of them as digits they
are a house: each digit must be in it. Described at https://www.sudopedia.org/wiki/Sudoku_Variants.
"""

from collections.abc import Iterator, Sequence

from sudoku_engine import Layout, rule
from sudoku_engine.errors import LayoutError
from sudoku_plugins.variants.rule import at_distance

KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2))
KING = ((1, 1), (1, -1))


@rule("Anti-Knight", everywhere=lambda layout: at_distance(layout, KNIGHT))
def anti_knight(a: int, b: int) -> bool:
    """Cells a knight's move apart differ.

    A knight goes two cells along a line and one to the side, so a cell sees up to eight more.
    """
    return a != b


@rule("Anti-King", everywhere=lambda layout: at_distance(layout, KING))
def anti_king(a: int, b: int) -> bool:
    """Cells that touch at a corner differ, as if kings stood on them."""
    return a != b


def off_the_lines(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells in different rows and columns that few steps part."""
    ways = [(down, right) for down in range(1, layout.n) for right in range(1, layout.n - down + 1)]
    return at_distance(layout, [(down, side) for down, way in ways for side in (way, -way)])


@rule("Anti-Taxicab", everywhere=off_the_lines)
def anti_taxicab(a: int, b: int, cells: Sequence[int], n: int) -> bool:
    """Two cells with the same digit are never as many steps apart as the digit says.

    A step goes to a neighbour in the row or column, as a taxi goes around blocks of houses.
    """
    (row, column), (other_row, other_column) = (divmod(cell, n) for cell in cells)
    return not a == b == abs(row - other_row) + abs(column - other_column)


def windows(layout: Layout) -> Iterator[list[int]]:
    """Yield the cells of the boxes that lie one cell off the usual corner, between the others."""
    n, high, wide = layout.n, layout.box_height, layout.box_width
    for top in range(1, n - high, high + 1):
        for left in range(1, n - wide, wide + 1):
            yield [
                row * n + column
                for row in range(top, top + high)
                for column in range(left, left + wide)
            ]


@rule("Windoku", distinct=True, ordered=False, everywhere=windows, draws="shade", word="window")
def windoku(digits: Sequence[int]) -> bool:
    """Four more boxes, the windows, hold every digit; each lies one cell from the edge."""
    return True


def same_places(layout: Layout) -> Iterator[list[int]]:
    """Yield the cells that are first in their boxes, then those that are second, and so on."""
    return (list(cells) for cells in zip(*(box.cells for box in layout.boxes)))


@rule(
    "Disjoint Groups", distinct=True, ordered=False, everywhere=same_places, word="disjoint group"
)
def disjoint_groups(digits: Sequence[int]) -> bool:
    """The cells in the same place of their boxes hold every digit."""
    return True


def both_diagonals(layout: Layout) -> Iterator[Sequence[int]]:
    """Yield the cells of the two long diagonals."""
    yield layout.cells[:: layout.n + 1]
    yield layout.cells[layout.n - 1 : -1 : layout.n - 1]


@rule("Diagonals", distinct=True, ordered=False, everywhere=both_diagonals, word="diagonal")
def diagonals(digits: Sequence[int]) -> bool:
    """The two long diagonals hold every digit."""
    return True


def long_diagonal(cells: Sequence[int], layout: Layout) -> Iterator[Sequence[int]]:
    """Yield `cells` if they are a long diagonal."""
    if not any(set(cells) == set(each) for each in both_diagonals(layout)):
        raise LayoutError("a diagonal goes through all cells from corner to corner")
    yield cells


@rule(
    "Diagonal",
    distinct=True,
    ordered=False,
    over=long_diagonal,
    draws="grey line",
    word="diagonal",
)
def diagonal(digits: Sequence[int]) -> bool:
    """The long diagonal holds every digit."""
    return True


@rule("Extra Region", distinct=True, ordered=False, draws="shade")
def extra_region(digits: Sequence[int]) -> bool:
    """The shaded cells hold every digit; where they are fewer than the digits, they differ."""
    return True


@rule("All Different", distinct=True, ordered=False, draws="shade")
def all_different(digits: Sequence[int]) -> bool:
    """No digit repeats in these cells."""
    return True
