"""Recognise boards among the data that a plugin holds while it works, however it writes them.

A board may be a Grid, a list or text of 81 digits, nine lists of nine, a dict by cell, sets of
candidates, masks. It is one if it has what the board has on which the plugin was called: then its
other cells tell whether the plugin knows the solution, or has placed digits to see what happens.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.step import Candidate

SHAPES = frozenset(
    (list, tuple, dict, defaultdict, OrderedDict, str, bytes, bytearray, array, set, Grid)
)
"""The types of data in which a board is looked for."""

FEWEST_OPEN = 0.25  # the part of cells that must be open, so that a full board is no chance

FEWEST_TRIED = 3
"""How many cells must be filled, one of them wrong, so that a board is one to try digits on.

Cells with a single candidate do not count.
"""


class Held(NamedTuple):
    """What a board that a plugin holds has in cells that are open on the board it was given."""

    is_solution: bool  # whether these are all filled, as in the solution
    wrong: Candidate | None  # a digit that is not in the solution, if digits are being tried


class HeldBoards:
    """Recognise boards that continue `grid`, whose only solution has the digits `solution`."""

    def __init__(self, grid: Grid, solution: Sequence[int]) -> None:
        self._solution = solution
        self._digits = grid.digits
        self._filled = [(cell, digit) for cell, digit in enumerate(grid.digits) if digit]
        self._peers = grid.layout.peers
        self._masks = grid.masks
        self._candidates: dict[int, set[int]] = {
            cell: set(grid.candidates(cell)) for cell in grid.open_cells
        }
        self._rows = grid.layout.n
        self._size = len(solution)
        self._sizes = {self._rows, self._size, len(self._candidates)}
        if len(self._candidates) < FEWEST_OPEN * self._size:
            self._sizes.clear()

    def may_be(self, value: Any) -> bool:
        """Return whether `value`, of one of the `SHAPES`, has the size of a board: a quick look."""
        return type(value) is Grid or len(value) in self._sizes

    def look(self, value: Any) -> Held | None:
        """Return the board held in `value`; None if it is no board, or has nothing new."""
        # Items of any class are compared here, and may raise what they like. In the profile
        # function that would end the watch, and the plugin would see an error of ours.
        with suppress(Exception):
            return self._held_in(value)
        return None

    def _held_in(self, value: Any) -> Held | None:
        items = self._items(value)
        if items is None or items == self._digits:
            return None
        if len(items) == self._size and any(items[cell] for cell, _ in self._filled):
            return self._compared(items, self._filled)
        if isinstance(value, dict) and value.keys() == self._candidates.keys():
            items = [value[cell] for cell in self._candidates]
        elif len(items) == self._size:
            items = [items[cell] for cell in self._candidates]
        if len(items) != len(self._candidates):
            return None
        items = self._without_masks(items)
        sets = (set, frozenset, list, tuple)
        if all(
            isinstance(item, sets) and held.issuperset(item)
            for item, held in zip(items, self._candidates.values())
        ):
            of_all: list[Any] = [None] * self._size
            for cell, item in zip(self._candidates, items):
                of_all[cell] = item
            return self._compared(of_all, [])
        right = [self._solution[cell] for cell in self._candidates]
        is_solution = [*map(_digit, items)] in (right, [*map(str, right)])
        return Held(True, None) if is_solution else None

    def _without_masks(self, items: Sequence[Any]) -> Sequence[Any]:
        """Return `items`, one for each open cell, with sets of candidates in place of masks."""
        masks = [self._masks[cell] for cell in self._candidates]
        if all(type(item) is int and item & mask == item for item, mask in zip(items, masks)):
            return [set(digits_of[item]) for item in items]
        return items

    def _items(self, value: Any) -> Sequence[Any] | None:
        """Return the item of `value` for each cell, or each open one; None if it is no board."""
        if type(value) is Grid:
            return value.digits
        count = len(value)
        if count == self._rows and isinstance(value, list | tuple):
            if all(isinstance(row, list | tuple | str) and len(row) == count for row in value):
                return [item for row in value for item in row]
            return None
        if isinstance(value, dict):
            try:
                return [value[key] for key in sorted(value)]
            except TypeError:
                return list(value.values())
        # Cells with their digits are pairs, or row, column and digit.
        if isinstance(value, str) or not all(
            isinstance(item, tuple) and 1 < len(item) < 4 for item in value
        ):
            return None if isinstance(value, set) else value
        try:
            return [pair[-1] for pair in sorted(value)]
        except TypeError:
            return None

    def _compared(self, items: Sequence[Any], filled: Sequence[tuple[int, int]]) -> Held | None:
        """Return the `items`, one for each cell, of the open cells.

        Those of the `filled` cells show how digits are written; none: as numbers.
        """
        words: dict[Any, int] = {}
        for cell, digit in filled:
            word = _digit(items[cell])
            if word is None or words.setdefault(word, digit) != digit:
                return None
        if len({*words.values()}) < len(words):
            return None
        if all(word == digit for word, digit in words.items()):
            words.update((digit, digit) for digit in range(1, self._rows + 1))
        placed = [(cell, words.get(_digit(items[cell]))) for cell in self._candidates]
        added = [Candidate(cell, digit) for cell, digit in placed if digit is not None]
        wrong = [each for each in added if self._solution[each.cell] != each.digit]
        if not wrong:
            return Held(True, None) if len(added) == len(self._candidates) else None
        new = [each for each in added if len(self._candidates[each.cell]) > 1]
        are_mixed = len({digit for _, digit in new}) > 1  # a coloring tries one digit alone
        if not are_mixed or len(new) < FEWEST_TRIED or not self._fit(new):
            return None
        return Held(False, wrong[0])

    def _fit(self, placed: Iterable[Candidate]) -> bool:
        """Return whether no two of the digits that are `placed` contradict each other."""
        digits = dict(placed)
        peers = self._peers
        return not any(digits.get(peer) == digit for cell, digit in placed for peer in peers(cell))


def _digit(item: Any) -> Any:
    """Return the digit in an `item`, in whatever form it is written; None if there is none."""
    if isinstance(item, set | frozenset | list | tuple) and len(item) == 1:
        (item,) = item
    return item if isinstance(item, int | str) else None
