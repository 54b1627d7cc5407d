"""The search on every board: any size, any boxes or regions, any clues.

Legend:
    boards      a list by digit (digit 1 at 0): the cells that it is in or can go in
    placed      the cells whose digit is known and eliminated from their peers
    changed     the digits whose boards are still to be checked, bit ``digit - 1``
    places      the cells of one house that one digit can go in

A digit with no place in a house is a contradiction, with one place a hidden single; if all its
places are in another house too, it is a locked candidate. Naked singles are found for all cells
at once: a cell that is on exactly one board has one digit left. A plugin has the boards with clues
(`ClueSearch`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.masks import bits
from sudoku_engine.board.variants import brought
from sudoku_engine.randomness import chosen
from sudoku_engine.search import classic
from sudoku_engine.search.budget import Budget, Contradiction, Visit

if TYPE_CHECKING:
    import random


Settle = Callable[[int, int, int], tuple[int, int, int]]
"""Places singles on a packed board that has placed digits, and does all singles and locked
candidates; returns the board, 0 for a contradiction, and its placed digits first."""


class ClueSearch(Protocol):
    """The search of boards with clues; a plugin brings it."""

    def board_of(self, layout: Layout, packed: int, settle: Settle) -> SearchedBoard:
        """Return the board for the search; `settle` does what follows without clues."""

    def effort(self, layout: Layout) -> int:
        """Return roughly the number of boards without clues that take the time of one with clues.

        It depends on the clues alone.
        """


def clue_search() -> ClueSearch:
    """Return the search of boards with clues; raises LayoutError without their plugin."""
    found: ClueSearch = brought("sudoku_clue_search")
    return found


def search(grid: Grid, budget: Budget) -> Iterator[int]:
    """Yield the solutions of `grid`, packed: bit ``cells * (digit - 1) + cell``."""
    try:
        root = _start(grid)
    except Contradiction:
        return iter(())
    return _explore(root, budget)


def visits(grid: Grid) -> Iterator[Visit]:
    """Yield the boards that `search` visits, in its order.

    It makes exactly the steps of `search`, and tests compare the two. They are separate because
    `search` need not know the board before.
    """
    try:
        root = _start(grid)
    except Contradiction:
        return
    stack = [(root, root.standing(), 0)]
    while stack:
        board, before, guess = stack.pop()
        try:
            board.settle()
        except Contradiction:
            yield Visit(before, guess, 0)
            continue
        after = board.standing()
        yield Visit(before, guess, after)
        if not board.is_solved:
            cell, index = board.guess()
            stack.append((board.without(cell, index), after, 0))
            board.place(cell, index)
            stack.append((board, after, 1 << len(grid.digits) * index + cell))


def settled(grid: Grid) -> int:
    """Return the state of `grid` before the first guess, 0 for a contradiction."""
    try:
        board = _start(grid)
        board.settle()
    except Contradiction:
        return 0
    return board.packed()


def random_solution(rng: random.Random, grid: Grid, budget: Budget) -> int:
    """Return a random solution of `grid`, 0 without a solution.

    With clues, an early wrong guess may only show late. So the search begins again after as many
    guesses as there are cells, then after ever more, and keeps the weights of cells.
    """
    left = -1  # without a limit on guesses

    def guess(board: SearchedBoard) -> tuple[int, int]:
        nonlocal left
        if not left:
            raise _BeginAgain
        left -= 1
        cell = board.random_cell(rng)
        return cell, chosen(rng, board.indexes(cell))

    try:
        root = _start(grid)
    except Contradiction:
        return 0
    if not grid.layout.parts:
        return next(_explore(root, budget, guess), 0)
    most = len(grid.digits)
    while True:
        left = most
        try:
            return next(_explore(root.copy(), budget, guess), 0)
        except _BeginAgain:
            most += len(grid.digits) // 8


class _BeginAgain(Exception):
    """The random search has guessed for long enough."""


def has_other_solution(
    layout: Layout, solution: int, kept: int, left_out: int, budget: Budget
) -> bool:
    """Return whether a puzzle with the clues of `solution` in `kept` has another solution.

    `solution` is packed. With the clues in `left_out` as well, the puzzle has no other.
    """
    several = left_out & left_out - 1
    open_cells = layout.all_cells ^ kept
    boards = []
    for index in range(layout.n):
        solved = solution >> len(layout.cells) * index & layout.all_cells
        places = open_cells if several else open_cells & ~(solved & left_out)
        for cell in bits(solved & kept):
            places &= ~layout.peer_masks[cell]
        boards.append(places | solved & kept)
    root = _board(layout, boards)
    if not layout.parts:
        root.placed = kept
    root.restrict()
    return any(packed != solution for packed in _explore(root, budget))


def independent_houses(layout: Layout) -> Sequence[House]:
    """Return the first row, which can be filled in any way, unless clues say more."""
    return () if layout.parts else layout.rows[:1]


def _board(layout: Layout, boards: Sequence[int]) -> SearchedBoard:
    if not layout.parts:
        return SearchedBoard(layout, boards)
    settle = (
        classic.settle if layout.usual.shape is classic.LAYOUT else partial(_settle, layout.shape)
    )
    return clue_search().board_of(layout, _packed(boards, layout), settle)


def _settle(shape: Layout, board: int, singles: int, placed: int) -> tuple[int, int, int]:
    """Settle a packed board of `shape`, as `classic.settle` does."""
    n_cells = len(shape.cells)
    searched = SearchedBoard(
        shape, [board >> n_cells * index & shape.all_cells for index in range(shape.n)]
    )
    searched.placed = _cells(placed, shape)
    try:
        for candidate in bits(singles):
            searched.place(candidate % n_cells, candidate // n_cells)
        searched.settle()
    except Contradiction:
        return 0, 0, 0
    return searched.packed(), searched.standing(), shape.all_cells ^ searched.placed


def _start(grid: Grid) -> SearchedBoard:
    """Return the first board of the search of `grid`; raises Contradiction."""
    root = _board(grid.layout, grid.boards[1:])
    for cell, digit in enumerate(grid.digits):
        if digit:
            root.put(cell, digit - 1)
    root.restrict()
    return root


def _explore(
    root: SearchedBoard,
    budget: Budget,
    guess: Callable[[SearchedBoard], tuple[int, int]] | None = None,
) -> Iterator[int]:
    """Yield the solutions of the board `root`, which changes; `guess` chooses what to try.

    Depth first; each guess is made twice, placed and eliminated, so the stack holds one
    board for each guess.
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
        cell, index = guess(board) if guess else board.guess()
        stack.append(board.without(cell, index))
        board.place(cell, index)
        stack.append(board)


class SearchedBoard:
    """A board during the search; it changes in place."""

    __slots__ = ("boards", "changed", "layout", "placed")

    def __init__(self, layout: Layout, boards: Sequence[int]) -> None:
        self.layout = layout
        self.boards = list(boards)
        self.placed = 0
        self.changed = layout.all_digits

    def restrict(self) -> None:
        """Eliminate candidates that single clues exclude."""
        for cell, allowed in self.layout.restricted.items():
            for index in bits(self.layout.all_digits & ~allowed):
                self.boards[index] &= ~(1 << cell)

    def copy(self) -> SearchedBoard:
        """Return a copy; those of a board with clues learn together."""
        other = SearchedBoard(self.layout, self.boards)
        other.placed = self.placed
        other.changed = self.changed
        return other

    def without(self, cell: int, index: int) -> SearchedBoard:
        """Return a copy of the board without the digit of `index` in `cell`."""
        other = self.copy()
        other.changed |= 1 << index
        other.boards[index] &= ~(1 << cell)
        return other

    @property
    def is_solved(self) -> bool:
        """Whether the digit of every cell is known."""
        return self.placed == self.layout.all_cells

    def packed(self) -> int:
        """Return the digits and candidates, packed."""
        return _packed(self.boards, self.layout)

    def standing(self) -> int:
        """Return the placed digits, packed, without the candidates."""
        return _packed([board & self.placed for board in self.boards], self.layout)

    def put(self, cell: int, index: int) -> None:
        """Place a digit that is on the board already, so `grid.boards` does not show it."""
        if self.placed & self.layout.peer_masks[cell] & self.boards[index]:
            raise Contradiction
        self.boards[index] |= 1 << cell
        self.place(cell, index)

    def place(self, cell: int, index: int) -> None:
        """Place the digit of `index` in `cell`, and eliminate what it rules out."""
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

    def settle(self) -> None:
        """Do all singles and locked candidates; raises Contradiction."""
        while True:
            while self.changed:
                index = (self.changed & -self.changed).bit_length() - 1
                self.changed ^= 1 << index
                self._settle_digit(index)
            self._place_naked_singles()
            if not self.changed:
                return

    def _settle_digit(self, index: int) -> None:
        """Do the hidden singles and locked candidates of one digit, once through the houses."""
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
        """Return the index of the digit left in `cell`; raises Contradiction if it is gone."""
        for index, board in enumerate(self.boards):
            if board >> cell & 1:
                return index
        raise Contradiction

    def guess(self) -> tuple[int, int]:
        """Return the cell and digit to try: in a smallest cell, or a digit with even fewer places.

        The first such cell or house is used, so the order of solutions never changes.
        """
        size, cells = self.smallest_cells()
        if size > 2:
            fewest, places, index = self._smallest_house()
            if fewest < size:
                return (places & -places).bit_length() - 1, index
        cell = (cells & -cells).bit_length() - 1
        return cell, self._only_digit(cell)

    def random_cell(self, rng: random.Random) -> int:
        """Return a random one of the smallest cells."""
        return chosen(rng, list(bits(self.smallest_cells()[1])))

    def indexes(self, cell: int) -> list[int]:
        """Return the digits that `cell` may hold, as indexes."""
        return [index for index, cells in enumerate(self.boards) if cells >> cell & 1]

    def smallest_cells(self) -> tuple[int, int]:
        """Return the smallest number of candidates in an open cell, and the cells with it."""
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
        """Return the fewest places of a digit still open in a house, as number, cells and digit."""
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


def _cells(packed: int, layout: Layout) -> int:
    cells = 0
    while packed:
        cells |= packed & layout.all_cells
        packed >>= len(layout.cells)
    return cells


def _packed(boards: Sequence[int], layout: Layout) -> int:
    whole = 0
    for board in reversed(boards):
        whole = whole << len(layout.cells) | board
    return whole


@per_layout
def _house_masks(layout: Layout) -> tuple[int, ...]:
    return tuple(house.mask for house in layout.houses)


@per_layout
def _outsides(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return by cell, for each of its houses, the cells outside that house."""
    return tuple(
        tuple(layout.all_cells ^ house.mask for house in layout.houses_of(cell))
        for cell in layout.cells
    )
