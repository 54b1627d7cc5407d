"""Truths: sets of candidates of which one must be true. Truths and links describe a whole board.

A cell has a digit, a house has a place for a digit, a clue holds. A *link* says that two candidates
exclude each other. Truths and links together are all of sudoku.

A set of candidates is an int here: candidate ``(digit - 1) * cells + cell`` has its bit, as in
`Layout.weak_links`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, say
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import bits
from sudoku_engine.board.say import Said
from sudoku_engine.board.words import symbol

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue, Part


def candidate(number: int, layout: Layout) -> Candidate:
    """Return the candidate with this `number`."""
    return _every_candidate(layout)[number]


@lru_cache(maxsize=8)
def _every_candidate(layout: Layout) -> tuple[Candidate, ...]:
    """Return all candidates of `layout` by number: steps of forcing nets have thousands."""
    return tuple([Candidate(cell, digit) for digit in layout.digits for cell in layout.cells])


def candidates(numbers: int, layout: Layout, digit: int = 1) -> list[Candidate]:
    """Return the candidates of a mask; `digit`: that of the first cells.

    >>> candidates(0b1, Layout.named("4x4")), candidates(1 << 17, Layout.named("4x4"))
    ([r1c1=1], [r1c2=2])
    """
    every, first = _every_candidate(layout), (digit - 1) * len(layout.cells)
    return [every[first + number] for number in bits(numbers)]


def number_of(candidate: Candidate, layout: Layout) -> int:
    """Return the number of `candidate`."""
    cell, digit = candidate
    return (digit - 1) * len(layout.cells) + cell


def held_in(cells: Sequence[int], numbers: int, layout: Layout) -> tuple[int, ...]:
    """Return, by cell, the mask of its digits among the candidates `numbers`."""
    n_cells = len(layout.cells)
    return tuple(
        [
            sum([1 << index for index in range(layout.n) if numbers >> index * n_cells + cell & 1])
            for cell in cells
        ]
    )


def in_words(candidate: Candidate, is_true: bool = True) -> Said:
    """Return ``r1c1 is 5``, or ``r1c1 is not 5``."""
    cell, digit = candidate
    if is_true:
        return say("{cell} is {digit}", cell=cell, digit=digit)
    return say("{cell} is not {digit}", cell=cell, digit=digit)


class Truth(NamedTuple):
    """Candidates of which just one is true; they belong to a house or to a cell.

    It prints as a sentence.

    >>> first, *_, last = truths_of(Layout.named("4x4")).every
    >>> str(first), str(last)
    ('r1c1 has a digit', 'box 4 has a 4')
    """

    mask: int
    """All candidates, whether or not they are on the board."""
    house: House | None
    digit: int
    """The digit that the house needs, 0 for a cell."""
    cell: Cell | None

    def __str__(self) -> str:
        return str(self.in_words)

    @property
    def in_words(self) -> Said:
        """The truth as a sentence."""
        if self.house is None:
            return say("{place} has a digit", place=self.place)
        return say(
            "{place} has an {digit}"
            if symbol(self.digit, self.house.layout.signs) in "8AEFHILMNO"
            else "{place} has a {digit}",
            place=self.place,
            digit=self.digit,
        )

    @property
    def brief(self) -> Said:
        """The cell, or the digit in its house."""
        if self.house:
            return say("{digit} in {place}", digit=self.digit, place=self.house)
        return say("{place}", place=self.place)

    @property
    def place(self) -> Cell | House:
        """The cell or the house."""
        place = self.cell if self.house is None else self.house
        assert place is not None
        return place

    @property
    def lack(self) -> Said:
        """The words for a truth without a candidate."""
        if self.house is None:
            return say("{place} has no candidate left", place=self.place)
        return say("{place} has no place left for {digit}", place=self.place, digit=self.digit)

    def choice(self, candidates: Iterable[Candidate]) -> Said:
        """The words for the choice among the `candidates`."""
        if self.house is None:
            digits = [digit for _, digit in candidates]
            return say("{cell} is {digits:or}", cell=self.place, digits=digits)
        cells = sorted({cell for cell, _ in candidates})
        return say(
            "{house} has {digit} only in {cells}", house=self.house, digit=self.digit, cells=cells
        )


class ClueTruth(NamedTuple):
    """A demand of a clue: its cells are filled as it says. It prints as a sentence."""

    mask: int
    """All candidates of its cells."""
    clue: Clue
    part: Part

    def __str__(self) -> str:
        return str(self.in_words)

    @property
    def in_words(self) -> Said:
        """The demand as a sentence."""
        return say("{clue:name} holds", clue=self.brief)

    @property
    def brief(self) -> str:
        """The clue."""
        return self.clue.brief

    @property
    def lack(self) -> Said:
        """The words for a clue without a filling."""
        return say("{clue:name} cannot be filled", clue=self.brief)


class Truths(NamedTuple):
    """The truths of a layout, without those of its clues."""

    every: tuple[Truth, ...]
    """Cells first, then the digits of each house."""
    with_candidate: tuple[tuple[Truth, ...], ...]


@per_layout
def truths_of(layout: Layout) -> Truths:
    """Return the truths of `layout`."""
    n_cells = len(layout.cells)
    truths = [Truth(layout.first_cell << cell, None, 0, cell) for cell in layout.cells]
    truths += [
        Truth(house.mask << n_cells * (digit - 1), house, digit, None)
        for house in layout.houses
        for digit in layout.digits
    ]
    with_candidate: list[list[Truth]] = [[] for _ in range(n_cells * layout.n)]
    for truth in truths:
        for number in bits(truth.mask):
            with_candidate[number].append(truth)
    return Truths(tuple(truths), tuple(map(tuple, with_candidate)))


@per_layout
def clue_truths(layout: Layout) -> tuple[ClueTruth, ...]:
    """Return the demands of clues that say more than links do.

    A demand on two cells does so if a digit of one cell has no partner in the other.
    """
    return tuple(
        ClueTruth(sum(layout.first_cell << cell for cell in part.cells), clue, part)
        for clue in layout.clues
        for part in clue.parts
        if part.fillings
        if len(part.cells) > 2
        or (len(part.cells) == 2 and {*part.fillings.supported((-1, -1))} != {layout.all_digits})
    )


def packed(grid: Grid) -> tuple[int, int]:
    """Return the candidates and placed digits of `grid`, and the placed digits alone."""
    n_cells = len(grid.digits)
    board = placed = 0
    for digit, cells in zip(grid.layout.digits, grid.placed_boards()[1:]):
        placed |= cells << n_cells * (digit - 1)
        board |= grid.boards[digit] << n_cells * (digit - 1)
    return board | placed, placed


def open_candidates(grid: Grid) -> int:
    """Return the candidates of the open cells of `grid`."""
    board, placed = packed(grid)
    return board & ~placed


def left_on(grid: Grid) -> tuple[int, int]:
    """Return the candidates that no placed digit excludes, with placed digits; and these alone."""
    left, placed = packed(grid)
    for number in bits(placed):
        left &= ~grid.layout.weak_links[number]
    return left, placed
