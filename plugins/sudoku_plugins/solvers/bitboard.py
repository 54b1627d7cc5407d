"""Bitboard: a search over boards of bits.

How does a program find the solutions of a sudoku? The simplest way is *backtracking*: put a digit
into an open cell, go on, and when you get stuck, remove it and try the next. That is correct,
but slow, because it notices a mistake only long afterwards. Two ideas make it fast:

1. *Think before you guess.* After every digit, do all that follows from it: a cell with one
   candidate left gets it (a naked single); a digit with one place left in a house goes there (a
   hidden single); a digit that a box can hold in one row only is eliminated from the rest of that
   row (a locked candidate). This alone solves most puzzles; and a cell with no candidate,
   or a digit with no place, shows at once that the last guess was wrong.
2. *Guess where the choice is smallest.* A cell with two candidates is right every second time,
   one with five every fifth time. So that comes first.

And why *bitboard*? "The cells where a 7 can still go" is a set of cells, and a set can be
one number, with a bit for each cell. Then one ``&`` handles 81 cells at a time: ``sevens &
row_3`` are the places for 7 in row 3. On the classic board the nine sets are even side by side
in one number of 729 bits, so one shift moves all of them.

The search itself is the engine's own, `sudoku_engine.search`; read `general` there first, which
works digit by digit, and then `classic`, which works on all digits at once.

*You can watch* the boards that the search visits. For each you see the
guess, and then all digits that follow from it, one by one in the order of
digits and cells: nobody guessed them, but they are on the board now. If a guess led to a
contradiction, you see it alone, and then its removal: the bits of a whole board change at once,
and digits placed on the way may break the rules. The elimination after a wrong guess cannot be
shown; what follows from it can.
"""

from collections.abc import Iterator

from sudoku_engine import Found, Grid, TakenBack, Tried, search
from sudoku_engine.board.masks import bits


class Bitboard:
    """The engine's own search as a solver."""

    id = "bitboard"
    name = "Bitboard search"

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """Yield the solutions of `grid`."""
        return search.solutions(grid)

    def count(self, grid: Grid, limit: int) -> int:
        """Return how many solutions `grid` has, counted up to `limit`."""
        return search.count(grid, limit)

    def search(self, grid: Grid) -> Iterator[Tried | TakenBack | Found]:
        """Yield the guesses of the same search, the digits that follow, and the solutions.

        They come in the same order as those of `solutions`.
        """
        n_cells = len(grid.digits)
        digits = list(grid.digits)
        filled = [cell for cell, digit in enumerate(digits) if digit]
        for before, guess, after in search.visits(grid):
            for _ in range(len(filled) - before.bit_count()):
                cell = filled.pop()
                digits[cell] = 0
                yield TakenBack(cell)
            for position in (*bits(guess), *bits(after)):
                index, cell = divmod(position, n_cells)
                if not digits[cell]:
                    digits[cell] = index + 1
                    filled.append(cell)
                    yield Tried(cell, index + 1)
            if len(filled) == n_cells and after:
                yield Found(Grid(grid.layout, digits, given=grid.given, marks=grid.marks))
        for cell in reversed(filled[n_cells - grid.n_open :]):
            yield TakenBack(cell)


BITBOARD = Bitboard()
