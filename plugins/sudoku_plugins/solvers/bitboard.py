"""Bitboard: a search over boards of bits.

How does a program find the solutions of a sudoku? The plainest way is *backtracking*: put a digit
into an open cell, go on, and where you get stuck, take it back and try the next. That is right,
and slow, because it sees a mistake only long after it made it. Two ideas make it fast:

1. *Think before you guess.* After every digit, do all that follows from it: a cell with one
   candidate left gets it (a naked single); a digit with one place left in a house goes there (a
   hidden single); a digit that a box holds in one row only is struck from the rest of that row
   (a locked candidate). Most puzzles are solved by this alone; and a cell with no candidate,
   or a digit with no place, shows at once that the last guess was wrong.
2. *Guess where there is least to guess.* A cell with two candidates is right every second time,
   one with five every fifth time. So the smallest choice comes first.

And why *bitboard*? "The cells where a 7 may still go" is a set of cells, and a set can be
written as one number, a bit a cell. Then one ``&`` asks about 81 cells at a time: ``sevens &
row_3`` are the places for 7 in row 3. On the classic board the nine sets even stand side by side
in one number of 729 bits, so that one shift moves all of them.

The search itself is the engine's own, `sudoku_engine.search`; read `general` there first, which
does it digit by digit, and then `classic`, which does it for all digits at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, search


class Bitboard:
    """The engine's own search as a solver."""

    id = "bitboard"
    name = "Bitboard search"

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """The solutions of `grid`, one after another."""
        return search.solutions(grid)

    def count(self, grid: Grid, limit: int) -> int:
        """How many solutions `grid` has, counted up to `limit`."""
        return search.count(grid, limit)


BITBOARD = Bitboard()
