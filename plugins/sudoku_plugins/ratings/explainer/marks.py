"""A classic board in the view of Sudoku Explainer's rules, and the find of a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits, mask_of

LAYOUT = Layout.named("9x9")
N_CELLS = 81

BOX, ROW, COLUMN = range(3)
"""The kinds of houses."""

HOUSES: Sequence[Sequence[tuple[int, ...]]] = tuple(
    tuple(tuple(map(int, house.cells)) for house in LAYOUT.houses if house.kind == kind)
    for kind in ("box", "row", "column")
)
"""By kind, the cells of each house."""

MASKS = tuple(tuple(map(mask_of, houses)) for houses in HOUSES)
"""By kind, the mask of each house."""

HOUSES_OF = tuple(
    tuple(next(mask for mask in masks if mask >> cell & 1) for masks in MASKS)
    for cell in range(N_CELLS)
)
"""By cell, the masks of its box, row and column."""

PEERS = LAYOUT.peer_masks


@cache
def choices(size: int, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of `size` numbers below `number`, ordered by their highest number first."""
    return tuple(sorted(combinations(range(number), size), key=lambda each: each[::-1]))


class Marks:
    """The candidates of a board, by digit and by cell; a filled cell has none."""

    __slots__ = ("cells", "places")

    def __init__(self, cells: list[int], places: list[int]) -> None:
        self.cells = cells
        """By cell, the mask of its digits, counted from 0."""
        self.places = places
        """By digit (counted from 0), the mask of its cells."""

    @classmethod
    def of(cls, grid: Grid) -> Marks:
        """Return the candidates of the open cells of `grid`."""
        cells = [0 if digit else mask for digit, mask in zip(grid.digits, grid.masks)]
        places = [mask_of(i for i in range(N_CELLS) if cells[i] >> d & 1) for d in range(9)]
        return cls(cells, places)

    def copy(self) -> Marks:
        """Return a copy of the board."""
        return Marks(self.cells.copy(), self.places.copy())

    @property
    def candidates(self) -> int:
        """All candidates as one mask; digit ``d`` in ``cell`` has the bit ``81 * d + cell``."""
        return sum(cells << N_CELLS * digit for digit, cells in enumerate(self.places))

    def remove(self, candidates: int) -> None:
        """Remove `candidates` from the board."""
        for number in bits(candidates):
            digit, cell = divmod(number, N_CELLS)
            self.cells[cell] &= ~(1 << digit)
            self.places[digit] &= ~(1 << cell)

    def place(self, number: int) -> None:
        """Fill a cell with the candidate of this `number`; remove all candidates that see it."""
        digit, cell = divmod(number, N_CELLS)
        gone = (PEERS[cell] & self.places[digit]) << N_CELLS * digit
        for other in bits(self.cells[cell]):
            gone |= 1 << N_CELLS * other + cell
        self.remove(gone)

    def in_set(self, digits: int, cells: int) -> int:
        """Return the candidates in `cells` whose digits are in the mask `digits`."""
        return sum((self.places[digit] & cells) << N_CELLS * digit for digit in bits(digits))

    def n_open(self, house: Sequence[int]) -> int:
        """Return the number of open cells of a `house`."""
        return sum(1 for cell in house if self.cells[cell])

    def bivalue(self) -> Iterator[int]:
        """Yield the cells with two candidates."""
        return (cell for cell in range(N_CELLS) if self.cells[cell].bit_count() == 2)


class Hint(NamedTuple):
    """The find of a rule: one step of Sudoku Explainer."""

    difficulty: int
    """Ten times the rating of the step."""
    name: str
    """The name of the rule, such as Direct Hidden Pair."""
    out: int
    """The candidates that the step removes."""
    placed: int = -1
    """The number of the candidate that is placed; -1 for none."""
    basis: int = 0
    """The candidates whose absence it relies on, including those still present."""


def spread(digit: int, cells: int) -> int:
    """Return the candidates of `digit` in `cells`."""
    return cells << N_CELLS * digit


def seen_by_all(cells: int) -> int:
    """Return the cells that see each of `cells`."""
    seen = -1
    for cell in bits(cells):
        seen &= PEERS[cell]
    return seen
