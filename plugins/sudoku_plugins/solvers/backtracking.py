"""Backtracking: put a digit, go on, and go back when you get stuck.

It searches like a patient person with a pencil and a rubber who knows only the rules:

1. Take the first open cell, in reading order.
2. Try the digits 1, 2, 3, … in it. A digit fits if it is not yet in one of the cell's houses
   (row, column, box). Put the first that fits, and go on with the next open cell.
3. If no digit fits, *go back*: empty the cell before, and go on there with its next digit.
4. If no cell is open any more, the board is a solution. To find the next one, go back from
   there too. If you cannot go back further, you have found all solutions.

The search misses nothing, since every way to fill the board is either tried or begins with a
digit that breaks a rule. And no solution comes twice, since they come in order, like words in
a dictionary.

*Cost.* The search never thinks ahead. A wrong digit in the first row may show only forty cells
later, and until the search is back there, it fills those forty cells in every possible
way. So each open cell multiplies the work, and so does a larger board. Early givens help,
but it does not matter what people call difficult: a puzzle may be fast,
and the same puzzle turned upside down slow. Worst is an open first row whose solution begins
with high digits, since all lower ones are tried first. Puzzles with many givens need
hundreds or thousands of moves, hard ones often some hundred thousand, and those with 17 givens,
the fewest possible on the classic board, nearly always millions: the method is slow, in
any language. It needs hardly any memory: the tried digits, one cell for each level.

For a board that already contradicts itself (see `Grid.contradiction`) the answer comes before the
first move: this search would have to try everything else first, for years.

The solver comes from a students' report on a game of sudoku by difficulty, which counts *moves*
(digits put into a cell) and *backtracks* (returns to an earlier cell). D. H. Lehmer coined the
name in the 1950s. S. W. Golomb and L. D. Baumert described the method in general, and how
to improve it, in "Backtrack Programming" (Journal of the ACM 12, 1965); the solver `mrv`
follows their advice.
"""

from collections.abc import Iterator

from sudoku_engine import Found, Grid, TakenBack, Tried
from sudoku_plugins.solvers import refuse_clues


class Backtracking:
    """Fills the first open cell, tries its digits in order, and goes back if no digit fits."""

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
        """Yield each move of the search, each return, and the solutions found."""
        refuse_clues(grid)
        if grid.contradiction():
            return
        houses = grid.layout.house_numbers
        open_cells = [cell for cell, digit in enumerate(grid.digits) if not digit]
        digits = list(grid.digits)
        standing = [0] * len(grid.layout.houses)  # by house, its digits, as bits
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
