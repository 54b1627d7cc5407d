"""Tridagon: twelve cells in four boxes that three digits cannot fill.

Look at four boxes at the corners of a rectangle, and in each of them at three cells of which no two
are in one row or column. Could three digits alone fill these twelve cells? Number the rows of a box
and go down them: the cells are in columns 1 2 3, 2 3 1 or 3 1 2, which is *even*, or in 1 3 2,
2 1 3 or 3 2 1, which is *odd*. The digits stand in such orders, too, and along a row or column of
boxes these must fit together. They do only if the number of odd boxes is even::

    X . . | X . . | . . .
    . X . | . X . | . . .     three boxes are even,
    . . X | . . X | . . .
    ------+-------+------
    X . . | . X . | . . .
    . X . | X . . | . . .     and the fourth is odd: three digits
    . . X | . . X | . . .     cannot fill the twelve X

So if the number of odd boxes is odd, one of the cells holds something else. The other candidates in
the twelve cells are *guardians*: at least one of them is true. A single guardian is placed. What
all guardians rule out is eliminated; and if all of them are in one cell, it is none of the three
digits.

The pattern was found in 2022 and is the key to many of the hardest puzzles known. It is so rare
elsewhere that it runs only where it is named. At most six guardians; only on boards with boxes of
three by three. Described at
http://forum.enjoysudoku.com/the-hardest-sudokus-new-thread-t6539-1192.html.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, permutations, product
from operator import and_
from typing import NamedTuple

from sudoku_engine import Grid, House, Layout, Step, say
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import bits, mask_of, union
from sudoku_engine.board.notation import subset_text
from sudoku_engine.board.step import COVER
from sudoku_plugins.strategies.analysis import candidates_in, first_of_each_effect, lost
from sudoku_plugins.strategies.analysis.truths import candidates, packed
from sudoku_plugins.strategies.families import forcing_strategy

EXAMPLE = ".4731.8.535..87.141.85.437..13..84574..75198378543.6218.4.751..5..1.3748.7184.53."
"""2, 6 and 9 in boxes 1, 2, 7 and 8; the guardian is 3 in r7c2."""

MOST_GUARDIANS = 6


@forcing_strategy("Tridagon", score=500, level="extreme", example=EXAMPLE, by_default=False)
def tridagon(grid: Grid) -> Iterator[Step]:
    """Use that three digits cannot fill twelve cells of four boxes: one guardian is true."""
    layout = grid.layout
    if layout.is_jigsaw or (layout.box_height, layout.box_width) != (3, 3):
        return
    board, placed = packed(grid)
    found = [
        pattern
        for digits in combinations(layout.digits, 3)
        for pattern in _patterns(board & ~placed, mask_of(digit - 1 for digit in digits), layout)
        if pattern.effect(layout) & board
    ]
    found.sort(key=lambda pattern: pattern.guardians.bit_count())
    yield from first_of_each_effect(pattern.step(board, grid) for pattern in found)


class Corner(NamedTuple):
    """Three cells of a box, in different rows and columns."""

    box: House
    cells: int
    is_odd: bool


class Pattern(NamedTuple):
    """Twelve cells that the three digits cannot fill."""

    corners: tuple[Corner, ...]
    digits: int
    guardians: int
    """The other candidates in the cells, of which one is true."""

    def effect(self, layout: Layout) -> int:
        """Return the candidates that all guardians rule out."""
        return reduce(and_, [layout.weak_links[guardian] for guardian in bits(self.guardians)])

    def step(self, board: int, grid: Grid) -> Step:
        """Return the step on the `board` of the candidates."""
        layout = grid.layout
        cells = layout.cells_in(union(corner.cells for corner in self.corners))
        digits = [index + 1 for index in bits(self.digits)]
        boxes = [corner.box for corner in self.corners]
        guardians = candidates(self.guardians, layout)
        is_single = len(guardians) == 1
        conclusions = guardians if is_single else candidates(self.effect(layout) & board, layout)
        texts = [say("{digit} in {place}", digit=each.digit, place=each.cell) for each in guardians]
        told = (
            say("{digit} is true", digit=texts[0])
            if is_single
            else say(
                "at least one of {guardians} is true,| and in each case {lost}",
                guardians=texts,
                lost=lost(conclusions),
            )
        )
        written = [subset_text([digit], [cell], layout) for cell, digit in guardians]
        return Step(
            placements=conclusions if is_single else (),
            eliminations=() if is_single else conclusions,
            because={
                "cause": candidates_in(grid, cells, self.digits),
                "fin": guardians,
            },
            houses={COVER: boxes},
            pattern="; ".join([subset_text(digits, cells, layout), *written]),
            reason=say(
                "{digits} cannot fill these twelve cells of {boxes},| since their order is odd in "
                "an odd number of these boxes;| so {told}",
                digits=digits,
                boxes=boxes,
                told=told,
            ),
        )


@per_layout
def _rectangles(layout: Layout) -> tuple[tuple[tuple[Corner, ...], ...], ...]:
    """Return for each four boxes of a rectangle the six choices of three cells in each of them."""
    corners = []
    for box in layout.boxes:
        choices = []
        for order in permutations(range(3)):
            cells = [box.cells[3 * row + column] for row, column in enumerate(order)]
            turns = sum(one > other for one, other in combinations(order, 2))
            choices.append(Corner(box, mask_of(cells), turns % 2 == 1))
        corners.append(tuple(choices))
    return tuple(
        tuple(corners[3 * band + stack] for band, stack in product(bands, stacks))
        for bands in combinations(range(3), 2)
        for stacks in combinations(range(3), 2)
    )


def _patterns(board: int, digits: int, layout: Layout) -> Iterator[Pattern]:
    planes = [board >> 81 * index & layout.all_cells for index in range(9)]
    three = [planes[index] for index in bits(digits)]
    fit = three[0] & three[1] | three[0] & three[2] | three[1] & three[2]
    others = board & ~union(layout.all_cells << 81 * index for index in bits(digits))
    column = sum(1 << 81 * index for index in range(9))
    for boxes in _rectangles(layout):
        choices = []
        for box in boxes:
            fitting = [(corner, others & corner.cells * column) for corner in box]
            choices.append(
                [
                    (corner, guardians)
                    for corner, guardians in fitting
                    if not corner.cells & ~fit and guardians.bit_count() <= MOST_GUARDIANS
                ]
            )
        for chosen in product(*choices):
            if sum(corner.is_odd for corner, _ in chosen) % 2:
                guardians = union(mask for _, mask in chosen)
                if 0 < guardians.bit_count() <= MOST_GUARDIANS:
                    yield Pattern(tuple(corner for corner, _ in chosen), digits, guardians)
