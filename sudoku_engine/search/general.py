"""The search on every board: any size, any boxes or regions, any clues.

Legend:
    boards      a list by digit (digit 1 at 0): the cells that it is in or can go in
    placed      the cells whose digit is known and eliminated from their peers
    changed     the digits whose boards are still to be checked, bit ``digit - 1``
    places      the cells of one house that one digit can go in

A digit with no place in a house is a contradiction, with one place a hidden single; if all its
places are in another house too, it is a locked candidate. Naked singles are found for all cells
at once: a cell that is on exactly one board has one digit left. When nothing of this is left, each
clue is asked which digits of its cells its fillings still have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import or_, xor
from typing import TYPE_CHECKING

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.randomness import chosen
from sudoku_engine.search.budget import Budget, Visit

if TYPE_CHECKING:
    import random

    from sudoku_engine.board.fillings import Fillings
    from sudoku_engine.board.sums import Equation


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
            board.blame_guess()
            yield Visit(before, guess, 0)
            continue
        after = board.standing()
        yield Visit(before, guess, after)
        if not board.is_solved:
            cell, index = board.guess()
            board.guessed = cell
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
    """Return a random solution of `grid`, 0 without a solution."""

    def guess(board: SearchedBoard) -> tuple[int, int]:
        if board.weights:  # among clues a random cell would lead nowhere for long
            cell, _ = board.guess()
        else:
            cell = chosen(rng, list(bits(board.smallest_cells()[1])))
        return cell, chosen(rng, [i for i, cells in enumerate(board.boards) if cells >> cell & 1])

    try:
        return next(_explore(_start(grid), budget, guess), 0)
    except Contradiction:
        return 0


def has_other_solution(
    layout: Layout, solution: int, kept: int, left_out: int, budget: Budget
) -> bool:
    """Return whether a puzzle with the clues of `solution` in `kept` has another solution."""
    several = left_out & left_out - 1
    open_cells = layout.all_cells ^ kept
    boards = []
    for index in range(layout.n):
        solved = solution >> len(layout.cells) * index & layout.all_cells
        places = open_cells if several else open_cells & ~(solved & left_out)
        for cell in bits(solved & kept):
            places &= ~layout.peer_masks[cell]
        boards.append(places | solved & kept)
    root = SearchedBoard(layout, boards)
    root.placed = kept
    root.restrict()
    return any(packed != solution for packed in _explore(root, budget))


def independent_houses(layout: Layout) -> Sequence[House]:
    """Return the first row, which can be filled in any way, unless clues say more."""
    return () if layout.parts else layout.rows[:1]


def _start(grid: Grid) -> SearchedBoard:
    """Return the first board of the search of `grid`; raises Contradiction."""
    root = SearchedBoard(grid.layout, grid.boards[1:])
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
            board.blame_guess()
            continue
        if board.is_solved:
            yield board.packed()
            continue
        cell, index = guess(board) if guess else board.guess()
        board.guessed = cell
        stack.append(board.without(cell, index))
        board.place(cell, index)
        stack.append(board)


class Contradiction(Exception):
    """The board has no solution."""


class SearchedBoard:
    """A board during the search; it changes in place."""

    __slots__ = ("asked", "boards", "changed", "guessed", "layout", "placed", "weights")

    def __init__(self, layout: Layout, boards: Sequence[int]) -> None:
        self.layout = layout
        self.boards = list(boards)
        self.placed = 0
        self.guessed = 0
        self.changed = layout.all_digits
        self.asked: Sequence[int] = [0] * len(self.boards)
        """The boards about which the clues were asked last."""
        self.weights = [1] * len(layout.cells) if layout.parts else []
        """By cell how often its clues were broken, for all boards of a search together."""

    def restrict(self) -> None:
        """Eliminate what clues deny on their own."""
        for cell, allowed in self.layout.restricted.items():
            for index in bits(self.layout.all_digits & ~allowed):
                self.boards[index] &= ~(1 << cell)

    def without(self, cell: int, index: int) -> SearchedBoard:
        """Return a copy of the board without the digit of `index` in `cell`."""
        other = SearchedBoard(self.layout, self.boards)
        other.asked = self.asked
        other.weights = self.weights
        other.guessed = self.guessed
        other.placed = self.placed
        other.changed = self.changed | 1 << index
        other.boards[index] &= ~(1 << cell)
        return other

    def blame_guess(self) -> None:
        """Remember that the last guess led to a contradiction."""
        if self.weights:
            self.weights[self.guessed] += 1

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
            if not self.changed and not (self.layout.parts and self._ask_clues()):
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

    def _ask_clues(self) -> int:
        """Eliminate the digits that no filling of a clue has; return the digits concerned."""
        boards = self.boards
        new = reduce(or_, map(xor, boards, self.asked))
        self.asked = tuple(boards)
        for cells, mask, fillings in _demands(self.layout) if new else ():
            if not mask & new:
                continue
            held = tuple(
                [
                    sum([1 << index for index, board in enumerate(boards) if board >> cell & 1])
                    for cell in cells
                ]
            )
            left = fillings.supported(held)
            if not left:
                for cell in cells:
                    self.weights[cell] += 1
                raise Contradiction
            if left != held:
                for cell, lost in zip(cells, map(xor, held, left)):
                    for index in bits(lost):
                        boards[index] ^= 1 << cell
                        self.changed |= 1 << index
        return self.changed

    def _only_digit(self, cell: int) -> int:
        """Return the index of the digit left in `cell`; raises Contradiction if it is gone."""
        for index, board in enumerate(self.boards):
            if board >> cell & 1:
                return index
        raise Contradiction

    def guess(self) -> tuple[int, int]:
        """Return the cell and digit to try: in a smallest cell, or a digit with even fewer places.

        The first such cell or house is used, so the order of solutions never changes. Among clues,
        a cell of which the clues were broken often counts as smaller.
        """
        if self.weights:
            return self._heaviest()
        size, cells = self.smallest_cells()
        if size > 2:
            fewest, places, index = self._smallest_house()
            if fewest < size:
                return (places & -places).bit_length() - 1, index
        cell = (cells & -cells).bit_length() - 1
        return cell, self._only_digit(cell)

    def _heaviest(self) -> tuple[int, int]:
        """Return the cell with the fewest digits for its weight, and its first digit."""
        sizes = [0] * len(self.weights)
        for board in self.boards:
            for cell in bits(board & ~self.placed):
                sizes[cell] += 1
        _, cell = min((size / self.weights[cell], cell) for cell, size in enumerate(sizes) if size)
        return cell, self._only_digit(cell)

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


def _packed(boards: Sequence[int], layout: Layout) -> int:
    """Return `boards` in one int, digit 1 lowest."""
    whole = 0
    for board in reversed(boards):
        whole = whole << len(layout.cells) | board
    return whole


@per_layout
def _demands(layout: Layout) -> list[tuple[tuple[int, ...], int, Fillings | Equation]]:
    """Return what clues demand of several cells: the cells, their mask, and who knows it."""
    from sudoku_engine.board.sums import equations  # only boards with clues need it

    found: list[tuple[tuple[int, ...], int, Fillings | Equation]] = [
        (part.cells, mask_of(part.cells), part.fillings) for part in layout.parts if part.fillings
    ]
    return found + [(each.cells, mask_of(each.cells), each) for each in equations(layout)]


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
