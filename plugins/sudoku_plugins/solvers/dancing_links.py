"""Dancing links: sudoku as an exact cover, searched by Knuth's algorithm X.

*The matrix.* Write down a table of zeros and ones:

* a **row** for each candidate: "r1c2 holds a 5". On the classic board these are 9·9·9 = 729;
* a **column** for each thing that must be true exactly once, on the classic board 324:

  * cell: "r1c2 holds a digit" (81 columns),
  * row and digit: "row 1 holds a 5" (81),
  * column and digit: "column 2 holds a 5" (81),
  * box and digit: "box 1 holds a 5" (81);

* a one if the candidate makes the thing true. "r1c2 holds a 5" has four ones, in the four
  columns named above.

A solution of the sudoku is a choice of rows with *exactly one* one in every column: no
column without a one, no column with two. That is called an exact cover. All rules have become one
rule, and so every kind of board fits: each house, of any kind, adds n columns, one for each digit.
The regions of a jigsaw replace the boxes. A diagonal adds columns like "diagonal 1
holds a 5"; they have to be covered like all others (Knuth calls such columns primary), and a
candidate on a diagonal has five ones, in the middle of both six. In all, n·n·n rows and n·n +
n·(number of houses) columns.

*Algorithm X.* Choose the column with the fewest ones. One of its rows must be taken: try each in
turn. To take a row is to *cover* its columns: they leave the matrix, together with every
other row that has a one there, since it can't be taken any more. Go on with the smaller matrix.
A column without ones means that something went wrong: put back the part removed last, and try
the next row. If no column is left, this is a solution.

The smallest column is a good choice because it may be of any kind. A cell with one candidate (a
naked single) and a digit with one place in a house (a hidden single) are the same thing here, a
column with a single one. No technique was built in: it follows from the matrix.

*The dance.* The ones of a column are linked in a ring, each to those above and below. To remove x,
two assignments are enough::

    below[above[x]] = below[x]
    above[below[x]] = above[x]

and x itself still knows its neighbours, so two more put it back in its place::

    below[above[x]] = x
    above[below[x]] = x

if everything is undone in the opposite order. So the search works on one matrix and never
copies it.

Knuth links the ones of a row and the heads of the columns in rings too. Here the ones of a row
are a tuple, since a row never loses a single one; and the sizes of the columns are
bytes in a row, because Python finds a byte among hundreds as fast as it makes one step in a ring.

*Cost.* A step needs an assignment for each one that leaves the matrix, often more than a hundred,
so steps are expensive; but they are few. Most puzzles need hardly more than one for each cell, even
with 17 givens; the hardest known need some thousands. For many solutions, each costs
only the steps since the last choice. It is slow on puzzles that need more than singles,
and on the largest boards: the matrix of 25x25 has 15,625 rows, and making it takes a noticeable
moment, once.

The source is Donald E. Knuth, "Dancing Links" (2000), https://arxiv.org/abs/cs/0011047; he says
that the trick with the links is from Hirosi Hitotumatu and Kohei Noshita (1979).
"""

from collections.abc import Iterator
from typing import NamedTuple

from sudoku_engine import Found, Grid, Layout, TakenBack, Tried
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import bits
from sudoku_plugins.solvers import refuse_clues

_COVERED = 128
"""Added to the size of a removed column; no column has this many ones."""


class DancingLinks:
    """Algorithm X: takes the smallest column, tries its rows in order, and goes back."""

    id = "dancing_links"
    name = "Dancing links"

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """Yield the solutions of `grid`.

        >>> grid = Grid.parse("..34 3412 ..43 4321")
        >>> [solution.line for solution in DANCING_LINKS.solutions(grid)]
        ['1234341221434321', '2134341212434321']
        """
        for event in self.search(grid):
            if isinstance(event, Found):
                yield event.grid

    def search(self, grid: Grid) -> Iterator[Tried | TakenBack | Found]:
        """Yield each row taken (a digit tried), each put back, and the solutions found.

        The only row of a column is tried like any other.
        """
        refuse_clues(grid)
        matrix = _Matrix(grid.layout)
        if not matrix.enter(grid):
            return
        digits = list(grid.digits)
        n = grid.layout.n
        n_open = grid.n_open
        column_of, row_of, below = matrix.column_of, matrix.row_of, matrix.below
        taken: list[int] = []  # for each row taken, its one in the chosen column
        while True:
            if len(taken) == n_open:
                yield Found(Grid(grid.layout, digits, given=grid.given, marks=grid.marks))
            column = matrix.smallest()
            matrix.cover(column)
            one = below[column]
            while one == column:  # the head again: no row is left to try
                matrix.uncover(column)
                if not taken:
                    return
                one = taken.pop()
                matrix.put_back(one)
                cell = row_of[one] // n
                digits[cell] = 0
                yield TakenBack(cell)
                column = column_of[one]
                one = below[one]
            matrix.take(one)
            taken.append(one)
            cell, index = divmod(row_of[one], n)
            digits[cell] = index + 1
            yield Tried(cell, index + 1)


class _Skeleton(NamedTuple):
    """The matrix of a whole layout.

    Rows are numbered ``n * cell + digit - 1``. All else has one common numbering, so rings can
    be flat lists: first the columns (the head of a ring is in it, with the column's own
    number), then the *root*, then the ones. The root is a column without ones whose size is larger
    than any other: it is the smallest when no other is left. `mates`: by one, the others of its
    row, each with its column.
    """

    rows: tuple[tuple[int, ...], ...]
    row_of: list[int]
    column_of: list[int]
    mates: list[tuple[tuple[int, int], ...]]
    above: list[int]
    below: list[int]
    sizes: bytes


class _Matrix:
    """The matrix as it changes: its rings, and the number of ones in each column."""

    def __init__(self, layout: Layout) -> None:
        skeleton = _skeleton(layout)
        self.rows = skeleton.rows
        self.row_of = skeleton.row_of
        self.column_of = skeleton.column_of
        self.mates = skeleton.mates
        self.above = skeleton.above.copy()
        self.below = skeleton.below.copy()
        self.sizes = bytearray(skeleton.sizes)

    def enter(self, grid: Grid) -> bool:
        """Remove all that `grid` rules out; return False if two of its digits clash.

        Eliminated candidates go first, while all rings are complete; then the columns that the
        digits on the board cover, with the candidates that these rule out.
        """
        n = grid.layout.n
        everything = grid.layout.all_digits
        for cell, (digit, mask) in enumerate(zip(grid.digits, grid.masks)):
            if not digit:
                for index in bits(mask ^ everything):
                    self._remove_row(n * cell + index)
        for cell, digit in enumerate(grid.digits):
            if digit:
                for one in self.rows[n * cell + digit - 1]:
                    column = self.column_of[one]
                    if self.sizes[column] >= _COVERED:
                        return False
                    self.cover(column)
        return True

    def _remove_row(self, row: int) -> None:
        above, below, sizes, column_of = self.above, self.below, self.sizes, self.column_of
        for one in self.rows[row]:
            before, after = above[one], below[one]
            below[before] = after
            above[after] = before
            sizes[column_of[one]] -= 1

    def smallest(self) -> int:
        """Return the first of the columns with the fewest ones."""
        size = 0
        while (column := self.sizes.find(size)) < 0:
            size += 1
        return column

    def cover(self, column: int) -> None:
        """Remove `column`, and from the other columns all rows with a one in it."""
        above, below, sizes, mates = self.above, self.below, self.sizes, self.mates
        sizes[column] += _COVERED
        one = below[column]
        while one != column:
            for mate, crossed in mates[one]:
                before, after = above[mate], below[mate]
                below[before] = after
                above[after] = before
                sizes[crossed] -= 1
            one = below[one]

    def uncover(self, column: int) -> None:
        """Undo `cover`, step by step backwards."""
        above, below, sizes, mates = self.above, self.below, self.sizes, self.mates
        one = above[column]
        while one != column:
            for mate, crossed in mates[one]:
                below[above[mate]] = above[below[mate]] = mate
                sizes[crossed] += 1
            one = above[one]
        sizes[column] -= _COVERED

    def take(self, one: int) -> None:
        """Cover the other columns of the row of `one`."""
        for _, column in self.mates[one]:
            self.cover(column)

    def put_back(self, one: int) -> None:
        """Undo `take`."""
        for _, column in reversed(self.mates[one]):
            self.uncover(column)


@per_layout
def _skeleton(layout: Layout) -> _Skeleton:
    n = layout.n
    n_cells = len(layout.cells)
    root = n_cells + n * len(layout.houses)
    column_of = list(range(root + 1))
    row_of = [-1] * (root + 1)
    mates: list[tuple[tuple[int, int], ...]] = [()] * (root + 1)
    rings = [[column] for column in column_of]
    rows: list[tuple[int, ...]] = []
    for cell, houses in enumerate(layout.house_numbers):
        for index in range(n):
            columns = [cell, *(n_cells + n * house + index for house in houses)]
            row = tuple(range(len(column_of), len(column_of) + len(columns)))
            for one, column in zip(row, columns):
                rings[column].append(one)
                mates.append(tuple(pair for pair in zip(row, columns) if pair[0] != one))
            column_of += columns
            row_of += [len(rows)] * len(row)
            rows.append(row)
    above, below = column_of.copy(), column_of.copy()
    for ring in rings:
        for before, after in zip(ring, ring[1:] + ring[:1]):
            below[before] = after
            above[after] = before
    sizes = bytes([len(ring) - 1 for ring in rings[:root]] + [n + 1])
    return _Skeleton(tuple(rows), row_of, column_of, mates, above, below, sizes)


DANCING_LINKS = DancingLinks()
