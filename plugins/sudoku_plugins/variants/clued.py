"""A board with clues during the search: each clue is checked when one of its cells has changed.

Legend:
    board       the digits and candidates, packed: bit ``cells * (digit - 1) + cell``
    masks       by cell, the digits that it may hold, bit ``digit - 1``
    demand      a clue, or a sum of clues and houses, which restricts the masks of its cells
    asked       the demands still to be checked, a bit each, those with the fewest cells lowest
    weights     by cell, how often its clues were broken, for all boards of a search together

Singles and locked candidates come first, on the classic board all at once. A demand has the same
answer for the same masks, so answers are remembered; after a slow demand, singles come first again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.clue import Masks
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.search.budget import Contradiction
from sudoku_engine.search.general import SearchedBoard, Settle
from sudoku_plugins.variants.sums import equations

if TYPE_CHECKING:
    import random

MOST_KEPT = 1_000
"""The number of cached answers of a demand at which all are forgotten: more hardly help."""

QUICK = 3
"""The most cells of a demand that is checked before the singles that follow from an earlier one."""


class Demand(NamedTuple):
    """A demand on the digits that some cells hold together."""

    cells: tuple[int, ...]
    masks_of: Callable[[Sequence[int]], Masks]
    """A function that picks the masks of the cells out of the masks of all cells."""
    left: Callable[[Masks], Masks]
    """A function that returns the remaining masks, or none for a contradiction."""
    known: dict[Masks, Masks]
    """The answers so far."""


class Demands(NamedTuple):
    """The demands on boards of a layout."""

    every: list[Demand]
    quick: int
    """The lowest bit of those that are not quick."""
    of_cell: list[int]
    """By cell, its demands, a bit each."""
    peers: dict[int, int]
    """By candidate, those of its digit in cells that clues alone make its peers."""


def board_of(layout: Layout, packed: int, settle: Settle) -> VariantBoard:
    """Return the board for the search; see `ClueSearch`."""
    return VariantBoard(layout, packed, settle)


class VariantBoard(SearchedBoard):
    """A board with clues during the search; it changes in place."""

    __slots__ = (
        "_asked",
        "_board",
        "_demands",
        "_guessed",
        "_masks",
        "_placed",
        "_settle",
        "_singles",
        "_weights",
    )

    def __init__(self, layout: Layout, board: int, settle: Settle) -> None:
        self.layout = layout
        self._guessed = 0
        self._weights = [1] * len(layout.cells)
        self._demands = _demands(layout)
        self._board = board
        self._settle = settle
        self._singles = self._placed = 0
        self._masks = [layout.all_digits] * len(layout.cells)
        self._asked = (1 << len(self._demands.every)) - 1

    def copy(self) -> VariantBoard:
        """Return a copy with the same weights."""
        other = object.__new__(VariantBoard)
        other.layout = self.layout
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other._masks = self._masks[:]
        return other

    def restrict(self) -> None:
        """Eliminate candidates that single clues exclude."""
        for cell, allowed in self.layout.restricted.items():
            denied = self.layout.all_digits & ~allowed
            self._board &= ~(_spread(denied, len(self._masks)) << cell)

    def without(self, cell: int, index: int) -> VariantBoard:
        """Return a copy of the board without the digit of `index` in `cell`."""
        other = self.copy()
        other._guessed = cell
        other._board &= ~(1 << len(self._masks) * index + cell)
        return other

    def put(self, cell: int, index: int) -> None:
        """Place a digit that need not be on the board."""
        self._board |= 1 << len(self._masks) * index + cell
        self.place(cell, index)

    def place(self, cell: int, index: int) -> None:
        """Place the digit of `index` in `cell`."""
        self._guessed = cell
        self._singles |= 1 << len(self._masks) * index + cell

    @property
    def is_solved(self) -> bool:
        """Whether the digit of every cell is known."""
        return self._board.bit_count() == len(self._masks)

    def packed(self) -> int:
        """Return the digits and candidates, packed."""
        return self._board

    def standing(self) -> int:
        """Return the placed digits, packed, without the candidates."""
        return self._placed

    def settle(self) -> None:
        """Do all singles, locked candidates and eliminations by clues; raises Contradiction."""
        try:
            self._do_singles()
            while self._ask():
                self._do_singles()
        except Contradiction:
            self._weights[self._guessed] += 1
            raise

    def _do_singles(self) -> None:
        has_changed = True
        while has_changed:
            if self._singles & ~self._board:
                raise Contradiction
            before = self._placed
            self._board, self._placed, _ = self._settle(self._board, self._singles, before)
            if not self._board:
                raise Contradiction
            self._singles = 0
            has_changed = bool(self._demands.peers) and self._eliminate_peers(self._placed ^ before)
        self._note_changes()

    def _eliminate_peers(self, placed: int) -> bool:
        before = self._board
        for candidate in bits(placed):
            self._board &= ~self._demands.peers.get(candidate, 0)
        return self._board != before

    def _note_changes(self) -> None:
        """Read the masks of open cells again, and mark the demands on changed cells for a check."""
        masks, of_cell = self._masks, self._demands.of_cell
        n_cells = len(masks)
        # By way of text: each of its slices is the mask of a cell, the highest bit first.
        text = f"{self._board:0{n_cells * self.layout.n}b}"
        for cell, held in enumerate(masks):
            if held & held - 1:
                mask = int(text[~cell % n_cells :: n_cells], 2)
                if mask != held:
                    masks[cell] = mask
                    self._asked |= of_cell[cell]

    def _ask(self) -> bool:
        masks, of_cell, board = self._masks, self._demands.of_cell, self._board
        asked = self._asked
        while asked:
            low = asked & -asked
            if low >= self._demands.quick and board != self._board:
                break
            asked ^= low
            cells, masks_of, left_of, known = self._demands.every[low.bit_length() - 1]
            held = masks_of(masks)
            left = known.get(held)
            if left is None:
                if len(known) == MOST_KEPT:
                    known.clear()
                left = known[held] = left_of(held)
            if left == held:
                continue
            if not left:
                for cell in cells:
                    self._weights[cell] += 1
                raise Contradiction
            for cell, mask, before in zip(cells, left, held):
                if mask != before:
                    masks[cell] = mask
                    asked |= of_cell[cell]
                    board ^= _spread(mask ^ before, len(masks)) << cell
        has_changed = board != self._board
        self._asked, self._board = asked, board
        return has_changed

    def guess(self) -> tuple[int, int]:
        """Return the cell with the fewest digits for its weight, and its first digit."""
        _, cell = min(
            [
                (mask.bit_count() / weight, cell)
                for cell, (mask, weight) in enumerate(zip(self._masks, self._weights))
                if mask & mask - 1
            ]
        )
        return cell, next(bits(self._masks[cell]))

    def random_cell(self, rng: random.Random) -> int:
        """Return the cell of `guess`: among clues a random one would lead nowhere for long."""
        return self.guess()[0]

    def indexes(self, cell: int) -> list[int]:
        """Return the digits that `cell` may hold, as indexes."""
        return list(bits(self._masks[cell]))


@lru_cache(1 << 12)
def _spread(digits: int, n_cells: int) -> int:
    """Return the board with `digits` in its first cell."""
    return mask_of(n_cells * index for index in bits(digits))


@per_layout
def _demands(layout: Layout) -> Demands:
    usual = (*layout.rows, *layout.columns, *layout.boxes)
    every: list[tuple[Sequence[int], Callable[[Masks], Masks]]] = [
        (part.cells, part.fillings.supported) for part in layout.parts if part.fillings
    ]
    every += [(each.cells, each.supported) for each in equations(layout)]
    every += [(house.cells, _with_singles) for house in layout.houses if house not in usual]
    every.sort(key=lambda demand: len(demand[0]))
    cells = [tuple(map(int, each)) for each, _ in every]
    return Demands(
        [Demand(each, _masks_of(each), left, {}) for each, (_, left) in zip(cells, every)],
        1 << sum(len(each) <= QUICK for each in cells),
        [mask_of(i for i, each in enumerate(cells) if cell in each) for cell in layout.cells],
        _peers(layout),
    )


def _masks_of(cells: tuple[int, ...]) -> Callable[[Sequence[int]], Masks]:
    """Return a function that picks the masks of `cells`; `itemgetter` returns no tuple of one."""
    return itemgetter(*cells) if len(cells) > 1 else lambda masks: (masks[cells[0]],)


def _with_singles(masks: Masks) -> Masks:
    """Return the masks of a house of a clue after its naked and hidden singles."""
    once = twice = single = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
        if not mask & mask - 1:
            single |= mask
    hidden = once & ~twice
    found = tuple([mask & hidden or mask & ~single if mask & mask - 1 else mask for mask in masks])
    is_whole = once == (1 << len(masks)) - 1
    return found if is_whole and all(found) else ()


@per_layout
def effort(layout: Layout) -> int:
    """Return roughly the number of boards without clues that take the time of one with clues.

    The cost of a machine depends on its states, of a sum on its cells, as measured.
    """
    n_states = sum(
        len(layer) for part in layout.parts if part.fillings for layer in part.fillings.layers
    )
    return 1 + n_states // 600 + sum(len(each.cells) for each in equations(layout)) // 45


def _peers(layout: Layout) -> dict[int, int]:
    shape, n_cells = layout.shape, len(layout.cells)
    return {
        n_cells * index + cell: more << n_cells * index
        for cell in layout.cells
        if (more := layout.peer_masks[cell] & ~shape.peer_masks[cell])
        for index in range(layout.n)
    }
