"""The engine's own search: the solutions of a board, one after another.

It finishes boards where strategies get stuck, proves that a puzzle has one solution, and is the
oracle behind the guard. For generators, it makes full boards and finds clues that can be removed.
`classic` searches the plain 9x9 board, `general` all others, in the same way: first all hidden and
naked singles and locked candidates, then a guess at the smallest choice, both ways. Boards with
clues (`general.ClueSearch`) check these after the singles. Solutions always come in the same order.

A solution agrees with the digits and the candidates of the board: an eliminated candidate stays
eliminated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.masks import bits
from sudoku_engine.errors import GaveUp
from sudoku_engine.randomness import shuffled
from sudoku_engine.search import classic
from sudoku_engine.search.budget import Budget as Budget
from sudoku_engine.search.budget import Visit as Visit

if TYPE_CHECKING:
    import random


class _Backend(Protocol):
    """A search on boards of some layouts: the functions of `general`, and of `classic`.

    Boards are packed into one int: bit ``cells * (digit - 1) + cell`` for a digit of a cell.
    """

    def search(self, grid: Grid, budget: Budget) -> Iterator[int]: ...
    def visits(self, grid: Grid) -> Iterator[Visit]: ...
    def settled(self, grid: Grid) -> int: ...
    def random_solution(self, rng: random.Random, grid: Grid, budget: Budget) -> int: ...
    def has_other_solution(
        self, layout: Layout, solution: int, kept: int, left_out: int, budget: Budget
    ) -> bool: ...
    def independent_houses(self, layout: Layout) -> Sequence[House]: ...


@per_layout
def backend_of(layout: Layout) -> _Backend:
    """Return the search for boards of `layout`."""
    if layout.usual is classic.LAYOUT:
        return classic
    from sudoku_engine.search import general

    return general


def solutions(grid: Grid, budget: int | Budget | None = None) -> Iterator[Grid]:
    """Yield the solutions of `grid`, with its givens and marks.

    `budget`: the most boards to visit, by default no limit. Raises GaveUp if it is used up
    before the search is over.

    >>> grid = Grid.parse("..34 3412 ..43 4321")
    >>> [solution.line for solution in solutions(grid)]
    ['1234341221434321', '2134341212434321']
    """
    for solved in packed_solutions(grid, budget):
        digits = unpacked(solved, grid.layout)
        yield Grid(grid.layout, digits, given=grid.given, marks=grid.marks)


def count(grid: Grid, limit: int, budget: int | Budget | None = None) -> int:
    """Return how many solutions `grid` has, counted up to `limit`.

    `budget` as for `solutions`; raises GaveUp if it is used up before the count is known.
    """
    return sum(1 for _ in islice(packed_solutions(grid, budget), limit))


def packed_solutions(grid: Grid, budget: int | Budget | None = None) -> Iterator[int]:
    """Yield the solutions of `grid` as ints, without making grids; `budget` as for `solutions`.

    Bit ``cells * (digit - 1) + cell`` means a digit in a cell.
    """
    return backend_of(grid.layout).search(grid, Budget.of(budget))


def affordable(layout: Layout, nodes: int) -> int:
    """Return the budget for boards of `layout` that takes the time of `nodes` without clues.

    It depends on the clues alone, so a search stops at the same place on every machine.
    """
    if not layout.parts:
        return nodes
    from sudoku_engine.search.general import clue_search  # only boards with clues need it

    return max(1, nodes // clue_search().effort(layout))


def visits(grid: Grid) -> Iterator[Visit]:
    """Yield the boards that the search of `grid` visits, in its order."""
    return backend_of(grid.layout).visits(grid)


def settled(grid: Grid) -> int:
    """Return the state of `grid` before the first guess, as one int: digits and candidates.

    All singles and locked candidates are done; 0 if they led to a contradiction. Bits as in
    `packed_solutions`: one bit for each cell means that the board is solved.
    """
    return backend_of(grid.layout).settled(grid)


def unpacked(solved: int, layout: Layout) -> list[int]:
    """Return the digits of a packed solution, by cell."""
    n_cells = len(layout.cells)
    digits = [0] * n_cells
    for position in bits(solved):
        digits[position % n_cells] = position // n_cells + 1
    return digits


_NODES_OF_9X9 = 1500
"""The default budget on a 9x9 board, used in less than half a second."""


def typing_errors(grid: Grid, budget: int | Budget | None = None) -> list[list[tuple[int, int]]]:
    """Return the fewest givens without which `grid` has a solution: one, or else two together.

    Each comes with its cell and the digit that makes a proper puzzle of the board, 0 if no digit
    does; those with such a digit come first. Only the givens count, not later digits or
    eliminations. Empty if they have a solution as they are, or if the `budget` (boards visited, for
    all changes together) is not enough to find any; by default about half a second.
    """
    if budget is None:
        # A visit to a board takes about n digits times n houses times n cells.
        budget = _NODES_OF_9X9 * 9**3 // grid.layout.n**3
    shared = Budget.of(budget)
    digits = [digit if grid.is_given(cell) else 0 for cell, digit in enumerate(grid.digits)]
    found: list[list[tuple[int, int]]] = []
    try:
        if count(Grid(grid.layout, digits), 1, shared):
            return []
        for cell in (cell for cell, digit in enumerate(digits) if digit):
            if count(_without(grid, digits, [cell]), 1, shared):
                found.append([(cell, _right_digit(grid, digits, cell, shared))])
        if not found:
            for pair in combinations([cell for cell, digit in enumerate(digits) if digit], 2):
                if count(_without(grid, digits, pair), 1, shared):
                    found.append([(cell, 0) for cell in pair])
    except GaveUp:
        pass
    return sorted(found, key=lambda cells: not cells[0][1])


def _without(grid: Grid, digits: Sequence[int], cells: Collection[int]) -> Grid:
    return Grid(grid.layout, [0 if at in cells else digit for at, digit in enumerate(digits)])


def _right_digit(grid: Grid, digits: list[int], cell: int, budget: Budget) -> int:
    """Return the smallest digit in `cell` that makes `digits` a proper puzzle, or 0."""
    for digit in sorted(_without(grid, digits, [cell]).candidates(cell)):
        changed = Grid(grid.layout, [*digits[:cell], digit, *digits[cell + 1 :]])
        if count(changed, 2, budget) == 1:
            return digit
    return 0


_STARTS = 8


LAID_ON: WeakKeyDictionary[Layout, Sequence[int]] = WeakKeyDictionary()
"""The full boards on which the clues of layouts were laid, since they are hard to find."""


def full_board(rng: random.Random, layout: Layout) -> Grid:
    """Return a board of `layout` with a digit in every cell, all of them given.

    The board is random, unless the clues were laid on a known board, which is returned. Raises
    GaveUp if it finds none: some regions cannot be filled.
    """
    if layout in LAID_ON:
        return Grid(layout, LAID_ON[layout])
    dealt = Grid(layout, _dealt(rng, layout))
    budget = Budget(2 * len(layout.cells))
    for _ in range(_STARTS):
        try:
            board = random_solution(rng, dealt, budget)
        except GaveUp:
            budget = Budget(2 * budget.spent)
            continue
        if not board:
            raise GaveUp(f"no board of {layout} can be filled")
        return Grid(layout, unpacked(board, layout))
    raise GaveUp(f"no full board of {layout} was found in {_STARTS} searches")


def random_solution(rng: random.Random, grid: Grid, budget: int | Budget | None = None) -> int:
    """Return a random packed solution of `grid`, 0 without a solution.

    Every solution is possible, not all equally likely. Raises GaveUp if the `budget` is used up.
    """
    return backend_of(grid.layout).random_solution(rng, grid, Budget.of(budget))


def _dealt(rng: random.Random, layout: Layout) -> list[int]:
    """Return the digits of a board on which houses that do not see each other are full."""
    digits = [0] * len(layout.cells)
    for house in backend_of(layout).independent_houses(layout):
        for cell, digit in zip(house.cells, shuffled(rng, layout.digits)):
            digits[cell] = digit
    return digits


class Clues:
    """The digits of a full board; some of them make a puzzle with one solution."""

    def __init__(self, solution: Grid) -> None:
        """Use the digits of `solution`, a full and correct board."""
        self._layout = solution.layout
        self._backend = backend_of(solution.layout)
        n_cells = len(solution.digits)
        boards = solution.placed_boards()[1:]
        self._packed = sum(board << n_cells * index for index, board in enumerate(boards))

    def has_other(self, kept: int, left_out: int, budget: int | Budget | None = None) -> bool:
        """Return whether the puzzle with the clues of the cells in `kept` has another solution.

        With the clues in `left_out` as well, it must have no other (both are masks of cells).
        Raises GaveUp if the `budget` is used up.
        """
        return self._backend.has_other_solution(
            self._layout, self._packed, kept, left_out, Budget.of(budget)
        )
