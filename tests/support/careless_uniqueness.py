"""Strategies that assume one solution and forget a condition: wrong on boards with one solution."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from sudoku_engine import Candidate, Cell, Grid, Step, strategy

careless = strategy("Careless", score=100, level="hard", assumes_unique=True, family="uniqueness")


def rectangles(grid: Grid, n_boxes: int = 4) -> Iterator[list[Cell]]:
    """Yield four corners each, row by row, in `n_boxes` boxes."""
    for top, bottom in combinations(grid.layout.rows, 2):
        for left, right in combinations(range(grid.layout.n), 2):
            corners = [line.cells[at] for line in (top, bottom) for at in (left, right)]
            if len({grid.layout.houses_of(corner)[2] for corner in corners}) == n_boxes:
                yield corners


def floors(grid: Grid, n_boxes: int = 4) -> Iterator[tuple[frozenset[int], Cell, Cell]]:
    """Yield the pair of two corners that hold just this, and the other two, which hold more."""
    for corners in rectangles(grid, n_boxes):
        for floor in (corners[:2], corners[2:], corners[::2], corners[1::2]):
            pair = grid.candidates(floor[0])
            first, second = (corner for corner in corners if corner not in floor)
            if (
                len(pair) == 2
                and grid.candidates(floor[1]) == pair
                and all(pair < grid.candidates(cell) for cell in (first, second))
            ):
                yield pair, first, second


def eliminating(grid: Grid, cells: Iterable[int], digits: Iterable[int]) -> Iterator[Step]:
    digits = list(digits)
    found = [Candidate(c, d) for c in cells for d in digits if d in grid.candidates(c)]
    if found:
        yield Step(eliminations=found)


@careless
def type_1_in_four_boxes(grid: Grid) -> Iterator[Step]:
    for corners in rectangles(grid):
        for last in corners:
            kinds = {grid.candidates(corner) for corner in corners if corner != last}
            for pair in kinds:
                if len(kinds) == 1 and len(pair) == 2 and pair < grid.candidates(last):
                    yield from eliminating(grid, [last], pair)


@careless
def type_1_with_a_filled_corner(grid: Grid) -> Iterator[Step]:
    def shown(cell: Cell) -> frozenset[int]:
        return frozenset([grid.digit(cell)]) if grid.digit(cell) else grid.candidates(cell)

    for corners in rectangles(grid, 2):
        for last in corners:
            pair = frozenset().union(*(shown(corner) for corner in corners if corner != last))
            if len(pair) == 2 and pair < grid.candidates(last):
                yield from eliminating(grid, [last], pair)


@careless
def type_2_in_four_boxes(grid: Grid) -> Iterator[Step]:
    for pair, first, second in floors(grid):
        if grid.candidates(first) == grid.candidates(second) and len(grid.candidates(first)) == 3:
            peers = grid.layout.peers(first) & grid.layout.peers(second)
            yield from eliminating(grid, peers, grid.candidates(first) - pair)


@careless
def type_3_whose_cell_sees_one_corner(grid: Grid) -> Iterator[Step]:
    for pair, first, second in floors(grid, 2):
        extras = (grid.candidates(first) | grid.candidates(second)) - pair
        for cell in grid.layout.peers(first) - {second}:
            if len(extras) == 2 and grid.candidates(cell) == extras:
                peers = grid.layout.peers(first) & grid.layout.peers(cell) - {second}
                yield from eliminating(grid, peers, extras)


@careless
def type_4_in_four_boxes(grid: Grid) -> Iterator[Step]:
    for pair, first, second in floors(grid):
        for house in grid.layout.houses:
            for digit in pair:
                if {first, second} == {c for c in house.cells if digit in grid.candidates(c)}:
                    yield from eliminating(grid, [first, second], pair - {digit})


@careless
def hidden_rectangle_in_four_boxes(grid: Grid) -> Iterator[Step]:
    for corners in rectangles(grid):
        for corner, opposite in zip(corners, corners[::-1]):
            pair = grid.candidates(corner)
            if len(pair) != 2 or not all(pair <= grid.candidates(each) for each in corners):
                continue
            row, column, _ = grid.layout.houses_of(opposite)
            for digit in pair:
                if all(
                    sum(digit in grid.candidates(cell) for cell in house.cells) == 2
                    for house in (row, column)
                ):
                    yield from eliminating(grid, [opposite], pair - {digit})


@careless
def grave_with_the_first_digit(grid: Grid) -> Iterator[Step]:
    large = [cell for cell in grid.open_cells if len(grid.candidates(cell)) != 2]
    if len(large) == 1 and len(grid.candidates(large[0])) == 3:
        yield Step([Candidate(large[0], min(grid.candidates(large[0])))])


@careless
def grave_with_several_large_cells(grid: Grid) -> Iterator[Step]:
    large = [cell for cell in grid.open_cells if len(grid.candidates(cell)) > 2]
    for cell in large if len(large) <= 4 else ():
        for digit in grid.candidates(cell):
            if all(
                sum(digit in grid.candidates(other) for other in house.cells) == 3
                for house in grid.layout.houses_of(cell)
            ):
                yield Step([Candidate(cell, digit)])


@careless
def grave_that_counts_in_the_row(grid: Grid) -> Iterator[Step]:
    large = [cell for cell in grid.open_cells if len(grid.candidates(cell)) > 2]
    for cell in large if len(large) <= 2 else ():
        row = grid.layout.houses_of(cell)[0]
        for digit in grid.candidates(cell):
            if sum(digit in grid.candidates(other) for other in row.cells) == 3:
                yield Step([Candidate(cell, digit)])


@careless
def loop_through_any_boxes(grid: Grid) -> Iterator[Step]:
    """Six cells in a ring, five of them with the same pair."""
    for corner in grid.open_cells:
        pair = grid.candidates(corner)
        if len(pair) != 2:
            continue
        alike = [c for c in grid.open_cells if grid.candidates(c) == pair]
        for last in grid.open_cells:
            if pair < grid.candidates(last):
                for ring in rings(grid, [last], alike, 6):
                    yield from eliminating(grid, ring[:1], pair)


def rings(grid: Grid, path: list[Cell], cells: list[Cell], length: int) -> Iterator[list[Cell]]:
    """Yield the ways from the first cell of `path` through `cells` and back to it."""
    peers = grid.layout.peers(path[-1])
    if len(path) == length:
        if path[0] in peers:
            yield path
        return
    for cell in cells:
        if cell in peers and cell not in path:
            yield from rings(grid, [*path, cell], cells, length)


@careless
def avoidable_with_givens(grid: Grid) -> Iterator[Step]:
    for corners in rectangles(grid, 2):
        for at, last in enumerate(corners):
            first, second, opposite = corners[at ^ 1], corners[at ^ 2], corners[3 - at]
            is_alike = grid.digit(first) == grid.digit(second) != 0
            if is_alike and grid.digit(opposite) in grid.candidates(last):
                yield Step(eliminations=[Candidate(last, grid.digit(opposite))])


@careless
def avoidable_in_four_boxes(grid: Grid) -> Iterator[Step]:
    for corners in rectangles(grid):
        for at, last in enumerate(corners):
            first, second, opposite = corners[at ^ 1], corners[at ^ 2], corners[3 - at]
            is_alike = grid.digit(first) == grid.digit(second) != 0
            if any(map(grid.is_given, (first, second, opposite))) or not is_alike:
                continue
            if grid.digit(opposite) in grid.candidates(last):
                yield Step(eliminations=[Candidate(last, grid.digit(opposite))])


@careless
def symmetry_of_the_givens(grid: Grid) -> Iterator[Step]:
    cells = grid.layout.cells
    given = [cell for cell in cells if grid.is_given(cell)]
    opposites = dict(zip(cells, reversed(cells)))
    if all(grid.is_given(opposites[cell]) for cell in given):
        partners: dict[int, int] = {}
        for cell in given:
            partners.setdefault(grid.digit(cell), grid.digit(opposites[cell]))
        for cell in grid.open_cells:
            digit = partners.get(grid.digit(opposites[cell]), 0)
            if digit in grid.candidates(cell):
                yield Step([Candidate(cell, digit)])


CARELESS = (
    type_1_in_four_boxes,
    type_1_with_a_filled_corner,
    type_2_in_four_boxes,
    type_3_whose_cell_sees_one_corner,
    type_4_in_four_boxes,
    hidden_rectangle_in_four_boxes,
    grave_with_the_first_digit,
    grave_with_several_large_cells,
    grave_that_counts_in_the_row,
    loop_through_any_boxes,
    avoidable_with_givens,
    avoidable_in_four_boxes,
    symmetry_of_the_givens,
)

ON_EASY_BOARDS = (type_1_with_a_filled_corner, symmetry_of_the_givens)
"""Those that go wrong while there still are singles."""
