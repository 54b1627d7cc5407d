"""What a person does on a board by hand: digits placed and erased, notes added and struck.

Each function gives a new board. What is not possible is told in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine.api.events import Stepped
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.errors import LayoutError
from sudoku_engine.session.history import Moment


class Mistake(NamedTuple):
    """A digit that was not put into a cell, or a note not changed, and why, in words."""

    cell: int
    digit: int
    why: str


def clash(grid: Grid, cell: int, digit: int) -> str | None:
    """Why `digit` does not fit into `cell`, or None: which of its houses holds it already.

    >>> clash(Grid.parse("3... .... .... ...."), 1, 3)
    '3 stands in row 1 and box 1 already: r1c1'
    """
    peers = grid.layout.peer_masks[cell] & grid.placed_boards()[digit]
    if not peers:
        return None
    houses = [house for house in grid.layout.houses_of(cell) if house.mask & peers]
    cells = names(grid.layout.cells_in(peers))
    return f"{symbol(digit)} stands in {listed(houses)} already: {cells}"


def repeated(grid: Grid) -> int:
    """The cells whose digit stands in a peer too, a bit a cell."""
    placed = grid.placed_boards()
    peers = grid.layout.peer_masks
    return mask_of(
        cell for cell, digit in enumerate(grid.digits) if digit and peers[cell] & placed[digit]
    )


def has_clashing_notes(grid: Grid) -> bool:
    """Whether an open cell has a note that a placed digit rules out."""
    placed, peers = grid.placed_boards(), grid.layout.peer_masks
    return any(
        peers[cell] & placed[digit] for cell in grid.open_cells for digit in grid.candidates(cell)
    )


def placing_refused(grid: Grid, cell: int, digit: int) -> str | None:
    """Why `digit` cannot be placed in `cell` by hand, or None."""
    return _unchangeable(grid, cell) or _unknown(grid, digit) or clash(grid, cell, digit)


def erasing_refused(grid: Grid, cell: int) -> str | None:
    """Why `cell` cannot be emptied by hand, or None."""
    return _unchangeable(grid, cell)


def note_refused(grid: Grid, cell: int, digit: int) -> str | None:
    """Why the note `digit` of `cell` cannot be changed, or None.

    Where placed digits strike themselves, a note that clashes with one cannot be added.
    """
    if why := _unchangeable(grid, cell) or _unknown(grid, digit):
        return why
    if grid.digits[cell]:
        return f"{grid.layout.cells[cell]} holds {symbol(grid.digits[cell])}: erase it first"
    return clash(grid, cell, digit) if grid.marks == "auto" else None


def _unchangeable(grid: Grid, cell: int) -> str | None:
    if not 0 <= cell < len(grid.layout.cells):
        raise LayoutError(f"no cell {cell} on a {grid.layout} board")
    if not grid.is_given(cell):
        return None
    return f"{grid.layout.cells[cell]} was given: it cannot be changed"


def _unknown(grid: Grid, digit: int) -> str | None:
    n = grid.layout.n
    return None if 1 <= digit <= n else f"no digit {digit}: this board has 1 to {symbol(n)}"


def with_digit(grid: Grid, cell: int, digit: int) -> Grid:
    """The board with `digit` in the open `cell`."""
    return grid.apply(Step([Candidate(cell, digit)]))


def with_note(grid: Grid, cell: int, digit: int) -> Grid:
    """The board with the note `digit` of `cell` added where it was struck, struck where not."""
    masks = list(grid.masks)
    masks[cell] ^= 1 << digit - 1
    return Grid(grid.layout, grid.digits, masks=masks, given=grid.given, marks=grid.marks)


def without_digit(moments: Sequence[Moment], cell: int) -> Grid:
    """The last board of `moments`, a history from its first board, with `cell` emptied.

    Candidates come back that the digit struck (see `_Strikes` for the rule).
    """
    strikes = _Strikes(moments[0].after)
    for index, moment in enumerate(moments[1:], 1):
        strikes.take(index, moment)
    grid = moments[-1].after
    digits = list(grid.digits)
    digits[cell] = 0
    emptied = Grid(grid.layout, digits, given=grid.given, marks=grid.marks)
    strikes.reconsider(len(moments), cell, emptied)
    kept = [~mask for mask in strikes.masks()]
    return Grid(grid.layout, digits, masks=kept, given=grid.given, marks=grid.marks)


class _Strikes:
    """What has been struck in a history, by whom and when.

    When a cell is emptied its board is made anew from the digits that are left, less what was
    struck: by hand, or by strategies before the digit came. What strategies struck since then
    may rest on that digit, so it comes back, unless a digit that stands explains it anyhow.
    Candidates that the first board lacked count as struck by hand.
    """

    def __init__(self, grid: Grid) -> None:
        self._begin(grid)

    def _begin(self, grid: Grid) -> None:
        whole = Grid(grid.layout, grid.digits, marks=grid.marks)
        self._by_hand = [mask & ~left for mask, left in zip(whole.masks, grid.masks)]
        self._by_steps: dict[Candidate, int] = {}
        self._filled_at: dict[int, int] = {}

    def take(self, index: int, moment: Moment) -> None:
        """Takes in what happened at `moment`, the one number `index`."""
        before, after = moment.grid, moment.after
        if after is before:
            return
        if isinstance(moment.event, Stepped):
            self._by_steps.update(dict.fromkeys(moment.event.step.eliminations, index))
        elif moment.event is not None:
            self._begin(after)
            return
        elif before.digits == after.digits:
            self._take_notes(before, after)
        for cell, (old, new) in enumerate(zip(before.digits, after.digits)):
            if old and old != new:
                self.reconsider(index, cell, after)
            if new and old != new:
                self._filled_at[cell] = index

    def _take_notes(self, before: Grid, after: Grid) -> None:
        for cell, (old, new) in enumerate(zip(before.masks, after.masks)):
            self._by_hand[cell] = (self._by_hand[cell] | (old & ~new)) & ~new
            for bit in bits(new & ~old):
                self._by_steps.pop(Candidate(cell, bit + 1), None)

    def reconsider(self, now: int, cell: int, after: Grid) -> None:
        """Forgets what strategies struck since `cell` was filled, unless `after` explains it.

        What stands in `cell` itself explains nothing: it has come only now.
        """
        since = self._filled_at.pop(cell, 0)
        placed = [cells & ~(1 << cell) for cells in after.placed_boards()]
        peers = after.layout.peer_masks
        for struck, when in list(self._by_steps.items()):
            if when < since:
                continue
            if peers[struck.cell] & placed[struck.digit]:
                self._by_steps[struck] = now  # it rests on the digits of now
            else:
                del self._by_steps[struck]

    def masks(self) -> list[int]:
        """By cell, the digits that are struck."""
        masks = list(self._by_hand)
        for cell, digit in self._by_steps:
            masks[cell] |= 1 << digit - 1
        return masks
