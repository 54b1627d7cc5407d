"""Compiled: the search of `bitboard` as machine code, on many words at a time.

Python spends most of a search on other things than the search: it makes a new number for every
result, and looks up what ``&`` means for these two. A *compiler* does that once and for all. Then
a whole puzzle takes a microsecond, and what limits the speed is how many bits the processor
treats at a time: modern ones have words of 256 or 512 bits, for as many candidates, if all need
the same treatment (SIMD: single instruction, multiple data). So the search is written as shifts
and masks of vectors of eight words, each with one digit of three rows.

The compiler is numba, which reads Python functions; so `sudoku_plugins.fast.compiled` is Python
that you can read. It has its own order of guesses, so several solutions come in another order than
from `bitboard`. One more idea is in it: *triads*. A mini-row is the three cells common to a row and
a box. If only three digits can still be in it, they are there, and go from the rest of the row and
the box; that finds naked and hidden triples without looking for them.

It is worth its trouble for many puzzles at a time; a single one takes longer to be read than to be
solved. The ideas of SIMD and of triads for sudoku are those of T. Dillon's tdoku (2019).
"""

from collections.abc import Iterator

from sudoku_engine import Grid, Layout
from sudoku_engine.errors import GaveUp, needed
from sudoku_plugins.fast import compiled


class Compiled:
    """The compiled search of the classic board."""

    id = "compiled"
    name = "Compiled search"

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """Yield the solutions of `grid`; raises GaveUp unless its layout is 9x9."""
        with needed("numba", extra="fast", solver=self.id):
            compiled.prepare(compiled.notify)
        if grid.layout.usual is not Layout.named("9x9"):
            raise GaveUp(f"it searches only the classic 9x9 board, not {grid.layout}")
        for digits in compiled.solutions(grid):
            yield Grid(grid.layout, digits, given=grid.given, marks=grid.marks)


COMPILED = Compiled()
