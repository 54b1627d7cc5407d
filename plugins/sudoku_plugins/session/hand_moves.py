"""Moves by hand: digits and notes, placed and removed.

A grid never changes: each move returns a new board, and a moment of the history keeps the boards
before and after it. Moves that are not possible are explained in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sudoku_engine import Candidate, Event, Grid, Rejected, Step, Stepped
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.say import tell
from sudoku_engine.board.words import range_of
from sudoku_engine.errors import LayoutError
from sudoku_plugins.reasons.reasons import broken, clash, in_house

Colours = Mapping[Candidate, int]
"""The candidates that the user has marked, each with the number of its colour, 1 or 2."""

Notes = frozenset[Candidate]
"""The candidates that the user has written down as notes of their own."""

Shades = Mapping[int, int]
"""The cells that the user has coloured, each with the number of its colour, from 1."""


class OwnMarks(NamedTuple):
    """All that the user has written on a board besides digits; it changes no candidates.

    `colours`: marks on candidates. `notes`: notes at the place of their digit; `centres`: notes in
    the middle of a cell. `shades`: colours of cells.
    """

    colours: Colours = MappingProxyType({})
    notes: Notes = frozenset()
    centres: Notes = frozenset()
    shades: Shades = MappingProxyType({})

    def on(self, grid: Grid) -> OwnMarks:
        """Return the marks on remaining candidates of `grid`, and the colours of cells."""
        return OwnMarks(
            {each: colour for each, colour in self.colours.items() if is_candidate(grid, each)},
            frozenset(each for each in self.notes if is_candidate(grid, each)),
            frozenset(each for each in self.centres if is_candidate(grid, each)),
            self.shades,
        )


NO_MARKS = OwnMarks()


def is_candidate(grid: Grid, candidate: Candidate) -> bool:
    """Return whether `candidate` is still possible on `grid`."""
    return candidate.digit in grid.candidates(candidate.cell)


class Moment(NamedTuple):
    """One place in a history.

    `grid`: the board before the event; pictures show a step on this board. `event`: an event of a
    run or of a strategy; None for the user's own actions, and for the first board until its run has
    started. `after`: the board after the event. `note`: the user's action in words (``5 placed in
    r3c4``). `own`: the user's marks after it.
    """

    grid: Grid
    event: Event | None
    after: Grid
    note: str = ""
    own: OwnMarks = NO_MARKS

    @property
    def strategy_id(self) -> str | None:
        """The id of the strategy that found this step, accepted or refused; None without one."""
        event = self.event
        return event.strategy.id if isinstance(event, (Stepped, Rejected)) else None


class Mistake(NamedTuple):
    """A digit that was not placed, or a note that was not changed, and why."""

    cell: int
    digit: int
    why: str


def repeated(grid: Grid) -> int:
    """Return the cells whose digit a peer repeats or a clue forbids, a bit for each cell."""
    placed = grid.placed_boards()
    peers = grid.layout.peer_masks
    against = {cell for _, cells in broken(grid.layout, grid.digits) for cell in cells}
    return mask_of(
        cell
        for cell, digit in enumerate(grid.digits)
        if digit and (peers[cell] & placed[digit] or cell in against)
    )


def _is_another(before: Grid, after: Grid) -> bool:
    return sum(old != new for old, new in zip(before.digits, after.digits)) > 1


def has_clashing_notes(grid: Grid) -> bool:
    """Return whether an open cell has a note that a placed digit rules out."""
    placed, peers = grid.placed_boards(), grid.layout.peer_masks
    return any(
        peers[cell] & placed[digit] for cell in grid.open_cells for digit in grid.candidates(cell)
    )


def placing_refused(grid: Grid, cell: int, digit: int) -> str | None:
    """Return why `digit` cannot be placed in `cell` by hand; None if it can."""
    return erasing_refused(grid, cell) or _unknown(grid, digit) or clash(grid, cell, digit)


def note_refused(grid: Grid, cell: int, digit: int) -> str | None:
    """Return why the note `digit` of `cell` cannot be changed; None if it can."""
    if why := erasing_refused(grid, cell) or _unknown(grid, digit):
        return why
    if grid.digits[cell]:
        name, held = grid.layout.cells[cell], grid.digits[cell]
        return tell("{cell} holds {digit}: erase it first", cell=name, digit=held)
    return in_house(grid, cell, digit) if grid.marks == "auto" else None


def erasing_refused(grid: Grid, cell: int) -> str | None:
    """Return why `cell` cannot be emptied by hand; None if it can."""
    if not 0 <= cell < len(grid.layout.cells):
        raise LayoutError(f"no cell {cell} on a {grid.layout} board")
    if not grid.is_given(cell):
        return None
    return tell("{cell} is a given: it cannot be changed", cell=grid.layout.cells[cell])


def _unknown(grid: Grid, digit: int) -> str | None:
    if digit in grid.layout.digits:
        return None
    return f"no digit {digit}: this board has {range_of(grid.layout)}"


def with_digit(grid: Grid, cell: int, digit: int) -> Grid:
    """Return the board with `digit` in the open `cell`."""
    return grid.apply(Step([Candidate(cell, digit)]))


def with_note(grid: Grid, cell: int, digit: int) -> Grid:
    """Return the board with the note `digit` of `cell` removed, or added if it was missing."""
    masks = list(grid.masks)
    masks[cell] ^= 1 << digit - 1
    return Grid(grid.layout, grid.digits, masks=masks, given=grid.given, marks=grid.marks)


def without_digit(moments: Sequence[Moment], cell: int) -> Grid:
    """Return the last board of `moments` with `cell` emptied; see `_Eliminations`."""
    eliminations = _Eliminations(moments[0].after)
    for index, moment in enumerate(moments[1:], 1):
        eliminations.take(index, moment)
    grid = moments[-1].after
    digits = list(grid.digits)
    digits[cell] = 0
    emptied = Grid(grid.layout, digits, given=grid.given, marks=grid.marks)
    eliminations.reconsider(len(moments), cell, emptied)
    kept = [~mask for mask in eliminations.masks()]
    return Grid(grid.layout, digits, masks=kept, given=grid.given, marks=grid.marks)


class _Eliminations:
    """The candidates eliminated in a history, by hand or by strategies, and when.

    When a cell is emptied, its board is made again from the remaining digits, without the
    candidates that were eliminated by hand, or by strategies before the digit was placed. Later
    eliminations by strategies may depend on that digit, so those candidates come back, unless
    another placed digit explains them. Candidates missing on the first board count as eliminated by
    hand.
    """

    def __init__(self, grid: Grid) -> None:
        self._begin(grid)

    def _begin(self, grid: Grid) -> None:
        whole = Grid(grid.layout, grid.digits, marks=grid.marks)
        self._by_hand = [mask & ~left for mask, left in zip(whole.masks, grid.masks)]
        self._by_steps: dict[Candidate, int] = {}
        self._filled_at: dict[int, int] = {}

    def take(self, index: int, moment: Moment) -> None:
        before, after = moment.grid, moment.after
        if after is before:
            return
        if before.layout is not after.layout:  # the clues were changed
            self._begin(after)
        elif isinstance(moment.event, Stepped):
            self._by_steps.update(dict.fromkeys(moment.event.step.eliminations, index))
        elif moment.event is not None or _is_another(before, after):
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
        """Forget eliminations by strategies since `cell` was filled, unless `after` explains them.

        The digit of `cell` itself explains nothing: it is new.
        """
        since = self._filled_at.pop(cell, 0)
        placed = [cells & ~(1 << cell) for cells in after.placed_boards()]
        peers = after.layout.peer_masks
        for candidate, when in list(self._by_steps.items()):
            if when < since:
                continue
            if peers[candidate.cell] & placed[candidate.digit]:
                self._by_steps[candidate] = now  # it depends on the present digits
            else:
                del self._by_steps[candidate]

    def masks(self) -> list[int]:
        masks = list(self._by_hand)
        for cell, digit in self._by_steps:
            masks[cell] |= 1 << digit - 1
        return masks
