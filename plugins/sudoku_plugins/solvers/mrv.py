"""MRV, minimum remaining values: go on where the choice is smallest.

Plain backtracking (the solver `backtracking`) fills the cells in reading order and notices a
mistake long afterwards. This search goes forward and back in the same way, with two additions:

* *Candidates are kept up to date.* Each open cell knows the digits that it can still hold.
  When a digit is put somewhere, the cell's peers lose it; when it is removed, exactly those peers
  get it back.
* *The cell with the fewest candidates comes next*, of several the first. A cell without candidates
  ends the branch at once: it cannot be filled, whatever the other cells hold. A cell with one
  is filled at once: there is no choice. Only if every open cell has two or more, the
  search must guess, and then it guesses where it is right most often: with two candidates
  every second time, with five every fifth time.

Why does the order matter? Imagine the search as a tree: a cell with five candidates
divides it into five. Small choices near the root keep all that grows above them small; and each
digit put eliminates candidates, so one small choice makes others small.

*Cost.* A move costs two or three times as much as in `backtracking`, since peers change and a
smallest cell must be found. In return an easy puzzle takes one move for each cell, and a puzzle of
usual difficulty about a hundred. The search does not see a digit with one place left
in a house (a hidden single) if that cell has other candidates too. Puzzles with 17 givens
need these; they take some ten thousand moves, and sometimes a million, while `dancing_links`,
which sees them, takes a hundred. There it is slow, and on nearly empty boards
of 25 digits, which it may never fill.

This is the fast simple solver (fss) of a students' program in C++. With two equal givens in one
house that one searched for ever; here, for a board that already contradicts itself (see
`Grid.contradiction`), the answer comes before the first move. S. W. Golomb and L. D. Baumert
advise the smallest choice first in "Backtrack Programming" (Journal of the ACM
12, 1965). R. M. Haralick and G. L. Elliott studied it as "fail first" in "Increasing tree search
efficiency for constraint satisfaction problems" (Artificial Intelligence 14, 1980). The textbook
of S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", calls it minimum
remaining values.
"""

from collections.abc import Iterator

from sudoku_engine import Found, Grid, Layout, TakenBack, Tried
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import bits
from sudoku_plugins.solvers import refuse_clues

_FILLED = 255
"""The size of a cell that must not be chosen: more than any number of candidates."""


class MinimumRemainingValues:
    """Fills the cell with the fewest candidates, tries them in order, and goes back."""

    id = "mrv"
    name = "Minimum remaining values"

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """Yield the solutions of `grid`.

        >>> grid = Grid.parse("..34 3412 ..43 4321")
        >>> [solution.line for solution in MRV.solutions(grid)]
        ['1234341221434321', '2134341212434321']
        """
        for event in self.search(grid):
            if isinstance(event, Found):
                yield event.grid

    def search(self, grid: Grid) -> Iterator[Tried | TakenBack | Found]:
        """Yield each move of the search, each return, and the solutions found.

        Filling a cell with only one candidate left is a move like any other.
        """
        refuse_clues(grid)
        if grid.contradiction():
            return
        board = _Board(grid)
        n_open = grid.n_open
        tried: list[tuple[int, int]] = []  # cell, its candidates left to try
        while True:
            if len(tried) == n_open:
                yield Found(Grid(grid.layout, board.digits, given=grid.given, marks=grid.marks))
            cell = board.smallest()
            untried = board.masks[cell]
            while not untried:
                if not tried:
                    return
                cell, untried = tried.pop()
                board.take_back(cell)
                yield TakenBack(cell)
            bit = untried & -untried
            tried.append((cell, untried ^ bit))
            board.put(cell, bit)
            yield Tried(cell, bit.bit_length())


class _Board:
    """Digits and candidates that change in place.

    `masks` are the candidates by cell, as in `Grid`, and `sizes` their numbers, one byte for each
    cell, so a search for one byte finds the first cell of a size. After the cells comes one more,
    without candidates but larger than all others: the smallest when no cell is open any more.
    """

    def __init__(self, grid: Grid) -> None:
        self.digits = list(grid.digits)
        self.masks = [*grid.with_marks("auto").masks, 0]
        self.sizes = bytearray(
            _FILLED if digit else mask.bit_count() for digit, mask in zip(self.digits, self.masks)
        )
        self.sizes.append(grid.layout.n + 1)
        self.peers = _peers(grid.layout)
        self.eliminated: list[tuple[int, int, list[int]]] = []
        """By digit put, in order: its bit, its cell's candidates, the peers that lost it."""

    def smallest(self) -> int:
        """Return the first of the open cells with the fewest candidates."""
        size = 0
        while (cell := self.sizes.find(size)) < 0:
            size += 1
        return cell

    def put(self, cell: int, bit: int) -> None:
        """Put a digit into `cell` and eliminate it from the peers."""
        masks, sizes = self.masks, self.sizes
        losers = [peer for peer in self.peers[cell] if masks[peer] & bit]
        self.eliminated.append((bit, masks[cell], losers))
        self.digits[cell] = bit.bit_length()
        masks[cell] = 0
        sizes[cell] = _FILLED
        for peer in losers:
            masks[peer] ^= bit
            sizes[peer] -= 1

    def take_back(self, cell: int) -> None:
        """Empty `cell`, which was filled last, and undo its eliminations."""
        masks, sizes = self.masks, self.sizes
        bit, mask, losers = self.eliminated.pop()
        for peer in losers:
            masks[peer] ^= bit
            sizes[peer] += 1
        self.digits[cell] = 0
        masks[cell] = mask
        sizes[cell] = mask.bit_count()


@per_layout
def _peers(layout: Layout) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(bits(mask)) for mask in layout.peer_masks)


MRV = MinimumRemainingValues()
