"""Bitboard: a search over boards of bits.

How does a program find the solutions of a sudoku? The plainest way is *backtracking*: put a digit
into an open cell, go on, and where you get stuck, take it back and try the next. That is right,
and slow, because it sees a mistake only long after it made it. Two ideas make it fast:

1. *Think before you guess.* After every digit, do all that follows from it: a cell with one
   candidate left gets it (a naked single); a digit with one place left in a house goes there (a
   hidden single); a digit that a box holds in one row only is eliminated from the rest of that
   row (a locked candidate). Most puzzles are solved by this alone; and a cell with no candidate,
   or a digit with no place, shows at once that the last guess was wrong.
2. *Guess where the choice is smallest.* A cell with two candidates is right every second time,
   one with five every fifth time. So that comes first.

And why *bitboard*? "The cells where a 7 may still go" is a set of cells, and a set can be
written as one number, a bit a cell. Then one ``&`` looks at 81 cells at a time: ``sevens &
row_3`` are the places for 7 in row 3. On the classic board the nine sets even stand side by side
in one number of 729 bits, so that one shift moves all of them.

The search itself is the engine's own, `sudoku_engine.search`; read `general` there first, which
works digit by digit, and then `classic`, which works on all digits at once.

*What can be watched* are the boards at which the search comes to rest. Of each are shown the
guess that led there and then all digits that followed from it, tried one by one in the order of
digits and cells: nobody guessed them, but they stand on the board now. Where a guess led to a
contradiction, it is shown alone and taken back: the bits of a whole board change at once, and
what was placed on the way there may break the rules. That a wrong guess's digit is eliminated
then cannot be shown; what follows from it can.
"""

from __future__ import annotations

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
        """Yield the guesses of the same search, what followed from them, and the solutions.

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
