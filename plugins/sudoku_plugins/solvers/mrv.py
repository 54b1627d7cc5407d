"""MRV, minimum remaining values: go on where the choice is smallest.

Plain backtracking (the solver `backtracking`) fills the cells in reading order and sees a
mistake long after it made it. This search goes forth and back in the same way, with two things
added:

* *Candidates are kept up to date.* Each open cell knows the digits that may still stand in it.
  When a digit is put somewhere, the cell's peers lose it; when it is taken back, just those peers
  get it back that had lost it.
* *The cell with the fewest candidates comes next*, of several the first. A cell with none ends
  the branch at once: whatever the other cells hold, this one cannot be filled. A cell with one
  is filled at once: there is nothing to choose. Only if every open cell has two or more must
  the search guess, and then it guesses where it is right most often: with two candidates
  every second time, with five every fifth time.

Why does the order matter so much? Picture the search as a tree: a cell with five candidates
divides it into five. Small choices near the root keep small all that grows above them; and each
digit put eliminates candidates, so one small choice makes others small.

*Cost.* A move costs two or three times as much as one of `backtracking`, since peers change and a
smallest cell is found. In return an easy puzzle takes one move a cell, and a puzzle of
usual difficulty some hundred moves. What the search does not see is a digit with one place left
in a house (a hidden single) when that cell has other candidates too. Puzzles with 17 givens hang
on these; they take some ten thousand moves, and now and then a million, where `dancing_links`,
which sees them, takes a hundred. That is where it is slow by nature, and on nearly empty boards
of 25 digits, which it may never fill.

This is the fast simple solver (fss) of a students' program in C++. Two equal givens in one house
kept that one searching without an end; here a board that contradicts itself as it stands (see
`Grid.contradiction`) is answered before the first move. That the smallest choice should come
first is said by S. W. Golomb and L. D. Baumert in "Backtrack Programming" (Journal of the ACM
12, 1965). R. M. Haralick and G. L. Elliott studied it as "fail first" in "Increasing tree search
efficiency for constraint satisfaction problems" (Artificial Intelligence 14, 1980). The textbook
of S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", calls it minimum
remaining values.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sudoku_engine import Found, Grid, Layout, TakenBack, Tried
from sudoku_engine.board.masks import bits

_FILLED = 255
"""The size of a cell that is not to be chosen: more than any number of candidates."""


class MinimumRemainingValues:
    """The cell with the fewest candidates, its digits in order, and back if it has none."""

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
        """Yield each move of the search as it is made, each return, and the solutions found.

        A cell that is filled because it has one candidate left is a move like any other.
        """
        if grid.contradiction():
            return
        board = _Board(grid)
        n_open = grid.n_open
        tried: list[tuple[int, int]] = []  # cell, its candidates that are left to try
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

    `masks` are the candidates by cell, as in `Grid`, and `sizes` how many they are, a byte a cell,
    so that a search for one byte finds the first cell of a size. Behind the cells stands one
    more, without candidates but of a size beyond all: the smallest when no cell is open any more.
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
        """By digit put, latest last: its bit, its cell's candidates, the peers that lost it."""

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
        """Empty `cell`, the one filled last, and undo its eliminations."""
        masks, sizes = self.masks, self.sizes
        bit, mask, losers = self.eliminated.pop()
        for peer in losers:
            masks[peer] ^= bit
            sizes[peer] += 1
        self.digits[cell] = 0
        masks[cell] = mask
        sizes[cell] = mask.bit_count()


@cache
def _peers(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return the peers by cell as plain ints, the quickest indexes of lists."""
    return tuple(tuple(bits(mask)) for mask in layout.peer_masks)


MRV = MinimumRemainingValues()
