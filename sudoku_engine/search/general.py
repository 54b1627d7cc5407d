"""The search on every board: any size, any boxes or regions, with or without diagonals.

Legend:
    boards      a list by digit (digit 1 at 0): the cells that it stands in or may stand in
    placed      the cells whose digit is known and struck from their peers
    changed     the digits whose boards are still to be looked at, bit ``digit - 1``
    places      the cells of one house that one digit may stand in

A digit's places in a house tell a contradiction (none), a hidden single (one) or a locked
candidate (all of them in another house too). Naked singles are found for all cells at once:
a cell that is on one board and on no second one has one digit left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits
from sudoku_engine.search.budget import Budget


def search(grid: Grid, budget: Budget) -> Iterator[int]:
    """The solutions of `grid` as ints, bit ``cells * (digit - 1) + cell``, one after another."""
    try:
        root = start(grid)
    except Contradiction:
        return iter(())
    return explore(root, budget)


def start(grid: Grid) -> Board:
    """The board that the search of `grid` starts from; raises Contradiction."""
    root = Board(grid.layout, grid.boards[1:])
    for cell, digit in enumerate(grid.digits):
        if digit:
            root.put(cell, digit - 1)
    return root


def explore(root: Board, budget: Budget) -> Iterator[int]:
    """The solutions of the board `root`, which changes, one after another.

    Depth first; each guess is made twice, as placed and as struck, so that the stack holds one
    board a guess.
    """
    stack = [root]
    while stack:
        budget.spend()
        board = stack.pop()
        try:
            board.settle()
        except Contradiction:
            continue
        if board.is_solved:
            yield board.packed()
            continue
        cell, index = board.guess()
        other = board.copy()
        other.strike(cell, index)
        stack.append(other)
        board.place(cell, index)
        stack.append(board)


class Contradiction(Exception):
    """The board has no solution."""


class Board:
    """A board that is being searched; it changes in place."""

    __slots__ = ("boards", "changed", "layout", "placed")

    def __init__(self, layout: Layout, boards: Sequence[int]) -> None:
        self.layout = layout
        self.boards = list(boards)
        self.placed = 0
        self.changed = layout.all_digits

    def copy(self) -> Board:
        """The same board, to be changed apart."""
        other = Board(self.layout, self.boards)
        other.placed = self.placed
        other.changed = self.changed
        return other

    @property
    def is_solved(self) -> bool:
        """Whether every cell's digit is known."""
        return self.placed == self.layout.all_cells

    def packed(self) -> int:
        """The boards in one int, digit 1 lowest."""
        whole = 0
        for board in reversed(self.boards):
            whole = whole << len(self.layout.cells) | board
        return whole

    def put(self, cell: int, index: int) -> None:
        """Places a digit that `grid.boards` does not show, since it stands there already."""
        if self.placed & self.layout.peer_masks[cell] & self.boards[index]:
            raise Contradiction
        self.boards[index] |= 1 << cell
        self.place(cell, index)

    def place(self, cell: int, index: int) -> None:
        """Makes the digit of `index` the one of `cell`, and strikes what it rules out."""
        boards = self.boards
        bit = 1 << cell
        changed = self.changed | 1 << index
        for other, board in enumerate(boards):
            if board & bit and other != index:
                boards[other] = board ^ bit
                changed |= 1 << other
        boards[index] &= ~self.layout.peer_masks[cell]
        self.placed |= bit
        self.changed = changed

    def strike(self, cell: int, index: int) -> None:
        """Takes the digit of `index` from the candidates of `cell`."""
        self.boards[index] &= ~(1 << cell)
        self.changed |= 1 << index

    def settle(self) -> None:
        """Does all singles and locked candidates; raises Contradiction where there is one."""
        while True:
            while self.changed:
                index = (self.changed & -self.changed).bit_length() - 1
                self.changed ^= 1 << index
                self._settle_digit(index)
            self._place_naked_singles()
            if not self.changed:
                return

    def _settle_digit(self, index: int) -> None:
        """Does the hidden singles and locked candidates of one digit, once through the houses."""
        outsides = _outsides(self.layout)
        board = before = self.boards[index]
        for house in _house_masks(self.layout):
            places = board & house
            if not places:
                raise Contradiction
            cell = (places & -places).bit_length() - 1
            if places & (places - 1):
                for outside in outsides[cell]:
                    if not places & outside:
                        board &= outside | places
            elif not self.placed & places:
                self.boards[index] = board
                self.place(cell, index)
                board = self.boards[index]
        if board != before:
            self.boards[index] = board
            self.changed |= 1 << index

    def _place_naked_singles(self) -> None:
        once = twice = 0
        for board in self.boards:
            twice |= once & board
            once |= board
        if once != self.layout.all_cells:
            raise Contradiction
        for cell in bits(once & ~twice & ~self.placed):
            index = self._only_digit(cell)
            self.place(cell, index)

    def _only_digit(self, cell: int) -> int:
        """The index of the digit left in `cell`, which another single may have struck just now."""
        for index, board in enumerate(self.boards):
            if board >> cell & 1:
                return index
        raise Contradiction

    def guess(self) -> tuple[int, int]:
        """The cell and digit to try: of a smallest cell, or of a digit with fewer places still.

        The first such cell or house decides, so that the order of solutions never changes.
        """
        size, cells = self.smallest_cells()
        if size > 2:
            fewest, places, index = self._smallest_house()
            if fewest < size:
                return (places & -places).bit_length() - 1, index
        cell = (cells & -cells).bit_length() - 1
        return cell, self._only_digit(cell)

    def smallest_cells(self) -> tuple[int, int]:
        """The least number of candidates in an open cell, and the cells that have it."""
        at_least = [self.layout.all_cells] + [0] * (self.layout.n + 1)
        for number, board in enumerate(self.boards):
            for size in range(number, -1, -1):
                at_least[size + 1] |= at_least[size] & board
        return next(
            (size, cells)
            for size in range(2, self.layout.n + 1)
            if (cells := at_least[size] & ~at_least[size + 1])
        )

    def _smallest_house(self) -> tuple[int, int, int]:
        """The least number of open places of a digit in a house, these places, and the digit."""
        best = self.layout.n + 1, 0, 0
        for index, board in enumerate(self.boards):
            for house in _house_masks(self.layout):
                places = board & house
                size = places.bit_count()
                if 1 < size < best[0]:
                    best = size, places, index
                    if size == 2:
                        return best
        return best


@cache
def _house_masks(layout: Layout) -> tuple[int, ...]:
    return tuple(house.mask for house in layout.houses)


@cache
def _outsides(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """By cell, for each of its houses, the cells that are not in it."""
    return tuple(
        tuple(layout.all_cells ^ house.mask for house in layout.houses_of(cell))
        for cell in layout.cells
    )
