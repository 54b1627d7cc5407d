"""Backtracking: put a digit, go on, and where you get stuck, go back.

It searches as a patient person with a pencil and a rubber would who knows the rules and nothing
else:

1. Take the first open cell, in reading order.
2. Try the digits 1, 2, 3, … in it. A digit fits where it stands in none of the cell's houses yet
   (row, column, box). Take the first that fits, and go on with the next open cell.
3. Where no digit fits, *go back*: empty the cell before, and go on trying there, with its next
   digit.
4. Where no cell is open any more, the board is a solution. To find the next one, go back from
   there too. When there is nothing left to go back to, all solutions have been found.

Nothing can be missed, since every way to fill the board is either tried or begins with something
that breaks a rule. And nothing can come twice, since the solutions come in order, as words do in
a dictionary.

*Cost.* The search never thinks ahead. A wrong digit in the first row may show only forty cells
later, and until the search is back there, it fills those forty cells in every way that they
allow. So each open cell multiplies the work, and each larger size of board does. What counts is
how early the givens stand in its way, and not what people call difficult: a puzzle may be quick,
and the same puzzle turned upside down slow. Worst is an open first row whose solution begins
with high digits, since all lower ones are tried first. Puzzles with many givens take some
hundreds or thousands of moves, hard ones often some hundred thousand, and those with 17 givens,
on the classic board the fewest that can do, nearly always millions: that is slow by nature, in
any language. Of memory it needs next to nothing: what was tried, a cell a level.

A board that contradicts itself as it stands (see `Grid.contradiction`) is answered before the
first move: this search would be sure of it only when it had tried everything else, for years.

The solver is that of a students' report on a game of sudoku by difficulty, which counts *moves*
(digits put into a cell) and *backtracks* (returns to an earlier cell). The name is D. H.
Lehmer's, of the 1950s. S. W. Golomb and L. D. Baumert described the method in general, and how
to better it, in "Backtrack Programming" (Journal of the ACM 12, 1965); what they advise is the
solver `mrv`.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Found, Grid, TakenBack, Tried


class Backtracking:
    """The first open cell, its digits in order, and back where none fits."""

    id = "backtracking"
    name = "Backtracking"

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """Yield the solutions of `grid`, one after another, in the order of their digits.

        >>> grid = Grid.parse("..34 3412 ..43 4321")
        >>> [solution.line for solution in BACKTRACKING.solutions(grid)]
        ['1234341221434321', '2134341212434321']
        """
        for event in self.search(grid):
            if isinstance(event, Found):
                yield event.grid

    def search(self, grid: Grid) -> Iterator[Tried | TakenBack | Found]:
        """Yield each move of the search as it is made, each return, and the solutions found."""
        if grid.contradiction():
            return
        houses = grid.layout.house_numbers
        open_cells = [cell for cell, digit in enumerate(grid.digits) if not digit]
        digits = list(grid.digits)
        standing = [0] * len(grid.layout.houses)  # by house, the digits that stand there, as bits
        for cell, digit in enumerate(digits):
            if digit:
                for house in houses[cell]:
                    standing[house] |= 1 << digit - 1
        tried: list[tuple[int, int, int]] = []  # cell, its digit as a bit, the digits left to try
        while True:
            if len(tried) == len(open_cells):
                yield Found(Grid(grid.layout, digits, given=grid.given, marks=grid.marks))
                untried = 0
            else:
                cell = open_cells[len(tried)]
                untried = grid.masks[cell]
                for house in houses[cell]:
                    untried &= ~standing[house]
            while not untried:
                if not tried:
                    return
                cell, bit, untried = tried.pop()
                digits[cell] = 0
                for house in houses[cell]:
                    standing[house] ^= bit
                yield TakenBack(cell)
            bit = untried & -untried
            tried.append((cell, bit, untried ^ bit))
            digits[cell] = digit = bit.bit_length()
            for house in houses[cell]:
                standing[house] |= bit
            yield Tried(cell, digit)


BACKTRACKING = Backtracking()
