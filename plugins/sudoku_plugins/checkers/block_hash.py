"""Block fingerprints: see which boxes can go where, then fit the boards box by box.

1. Give each box a *fingerprint*: for each of its three short rows the number of its givens plus
   one, these multiplied; for each of its short columns likewise; and the sum of both. For ::

       4 . .     2
       . 7 1     3       2 · 3 · 1 + 2 · 2 · 2 = 14
       . . .     1
       2 2 2

   Swapping lines inside the box or renaming digits does not change it, and a turn of the
   box makes short rows short columns, which does not change the sum.
2. Bands can be in 3! orders, stacks too, and the board can be turned. Nearly all of these
   *arrangements* are wrong, and the fingerprints show it: each box must have the same fingerprint
   as the box of the other board.
3. For each arrangement left, swap lines inside bands and stacks: 3! orders for each of them. A row
   must have the same number of givens in each box as the row in its new place, so few orders
   remain. Then fit chute by chute, first a band, then a stack that crosses it. Their crossing
   is a box, where the digits can be compared: one dictionary holds what each digit
   becomes, another what it came from, and blanks become blanks. If a digit would need
   two names, or two digits the same name, this order was wrong, and the next is tried.

Step 3 decides at least a box at a time and goes back as soon as digits contradict each other. To
try the 6³ · 6³ ways to swap lines would take 46,656 comparisons for each arrangement.

The method comes from a students' program in Python for the same task. Two mistakes are fixed.
It transposed the fingerprints of one board, so one pair of the five official examples seemed
different (the pair that needs a turn and much else). And its dictionary did not check that two
digits get two names, so it could call boards copies that are different. It tried
144 arrangements, all four turns of 36; but a half turn is made of swaps of lines, so 72 are
enough here.

*Cost.* Mostly one arrangement and a few boxes. Full grids have the same fingerprint in every
box; all 72 arrangements are tried, and digits contradict each other after about three boxes. For
full boards of 16x16 and more this takes too long: after fitting `most_boxes` boxes, the checker
answers that it does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from sudoku_engine import Grid, Layout
from sudoku_engine.api.protocols import Verdict
from sudoku_plugins.checkers.rows import (
    Line,
    Way,
    chutes_of,
    verdict_by_lines,
)


class BlockHash:
    """Selects arrangements of bands and stacks by fingerprints of boxes, then fits digits."""

    id = "block_hash"
    name = "Block fingerprints"

    def find(self, source: Grid, target: Grid, *, most_boxes: int = 2_000_000) -> Verdict:
        """Return the verdict on whether `source` can be turned into `target`.

        On boards up to 9x9 it decides every pair. On larger ones that are full or very regular it
        gives up after fitting `most_boxes` boxes, about ten seconds.
        """
        budget = _Budget(most_boxes)

        def ways(layout: Layout, rows: Sequence[Line], goal: Sequence[Line]) -> Iterator[Way]:
            return _Fitting(_Board(layout, rows), _Board(layout, goal), budget).ways()

        try:
            return verdict_by_lines(source, target, self.id, ways)
        except _OutOfBudget:
            return Verdict(None, why=f"gave up after fitting {most_boxes:,} boxes")


BLOCK_HASH = BlockHash()


class _OutOfBudget(Exception):
    """The allowed number of boxes was fitted."""


class _Budget:
    """The number of boxes that may still be fitted."""

    def __init__(self, most: int) -> None:
        self._left = most

    def spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _OutOfBudget


class _Board:
    """A board as rows, columns, and the fingerprints of its boxes."""

    def __init__(self, layout: Layout, rows: Sequence[Line]) -> None:
        self.rows = rows
        self.columns: list[Line] = list(zip(*rows))
        self.bands = chutes_of(layout.n, layout.box_height)
        self.stacks = chutes_of(layout.n, layout.box_width)
        self.fingerprints = [
            [
                fingerprint([rows[row][stack.start : stack.stop] for row in band])
                for stack in self.stacks
            ]
            for band in self.bands
        ]
        """By band and stack."""
        self.row_counts = _counts(rows, self.stacks)
        self.column_counts = _counts(self.columns, self.bands)


def fingerprint(box: Sequence[Line]) -> int:
    """Return the fingerprint of a `box`, given as short rows, 0 for a blank.

    >>> fingerprint([(4, 0, 0), (0, 7, 1), (0, 0, 0)])
    14
    """
    return prod(map(_givens_and_one, box)) + prod(map(_givens_and_one, zip(*box)))


def _givens_and_one(line: Line) -> int:
    return len(line) - line.count(0) + 1


def _counts(lines: Sequence[Line], chutes: Sequence[range]) -> list[Line]:
    """Return by line the number of its givens in each of the `chutes` that it crosses."""
    return [
        tuple([_givens_and_one(line[chute.start : chute.stop]) for chute in chutes])
        for line in lines
    ]


Order = tuple[int, ...]
"""Chutes or lines of the source, in their order on the target."""
Names = dict[int, int]


class _State(NamedTuple):
    """A partly fitted arrangement."""

    bands: tuple[Order | None, ...]
    """By band, the order of its rows, None if open."""
    stacks: tuple[Order | None, ...]
    """By stack, the order of its columns, None if open."""
    names: Names
    """What each digit becomes, as far as known."""
    origins: Names
    """What each digit of the target came from."""


class _Fitting:
    """The fitting of a board to another."""

    def __init__(self, source: _Board, target: _Board, budget: _Budget) -> None:
        self._source = source
        self._target = target
        self._budget = budget
        self._boxes: dict[tuple[Order, Order, int, int], list[tuple[int, int]] | None] = {}

    def ways(self) -> Iterator[tuple[list[int], list[int]]]:
        """Yield ways to move the lines so that the digits match: for each new line the old one."""
        for bands, stacks in self._arrangements():
            row_orders = self._row_orders(bands, stacks)
            column_orders = self._column_orders(bands, stacks)
            if all(row_orders) and all(column_orders):
                open_bands, open_stacks = (None,) * len(bands), (None,) * len(stacks)
                start = _State(open_bands, open_stacks, {0: 0}, {0: 0})
                yield from self._fitted(start, row_orders, column_orders)

    def _arrangements(self) -> Iterator[tuple[Order, Order]]:
        """Yield the orders of bands and stacks that put every fingerprint in its place."""
        source, target = self._source, self._target
        goals = list(zip(*target.fingerprints))
        rows = [source.rows[band.start : band.stop] for band in source.bands]
        columns = [source.columns[stack.start : stack.stop] for stack in source.stacks]
        fits = [
            [sorted(ours) == sorted(theirs) for ours in source.fingerprints]
            for theirs in target.fingerprints
        ]
        for bands in _orders(fits, rows):
            moved = list(zip(*[source.fingerprints[band] for band in bands]))
            for stacks in _orders([[ours == goal for ours in moved] for goal in goals], columns):
                yield bands, stacks

    def _row_orders(self, bands: Order, stacks: Order) -> list[list[Order]]:
        """Return by band the orders of its rows with the right numbers of givens in every box."""
        source, target = self._source, self._target
        return [
            _line_orders(source.rows, source.row_counts, source.bands[band], stacks, goals)
            for band, goals in zip(bands, _in_chutes(target.row_counts, target.bands))
        ]

    def _column_orders(self, bands: Order, stacks: Order) -> list[list[Order]]:
        source, target = self._source, self._target
        return [
            _line_orders(source.columns, source.column_counts, source.stacks[stack], bands, goals)
            for stack, goals in zip(stacks, _in_chutes(target.column_counts, target.stacks))
        ]

    def _fitted(
        self, state: _State, row_orders: list[list[Order]], column_orders: list[list[Order]]
    ) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the ways to fit the remaining chutes, one by one."""
        open_chutes = [
            (len(orders[number]), -self._n_clues(state, is_band, number), is_band, number)
            for is_band, orders in ((True, row_orders), (False, column_orders))
            for number, settled in enumerate(state.bands if is_band else state.stacks)
            if settled is None
        ]
        if not open_chutes:
            yield _joined(state.bands), _joined(state.stacks)
            return
        *_, is_band, number = min(open_chutes)
        for order in (row_orders if is_band else column_orders)[number]:
            settled = self._settled(state, is_band, number, order)
            if settled:
                yield from self._fitted(settled, row_orders, column_orders)

    def _n_clues(self, state: _State, is_band: bool, number: int) -> int:
        """Return the number of clues to compare where a chute crosses fitted ones."""
        target = self._target
        counts, chute, crossing = (
            (target.row_counts, target.bands[number], state.stacks)
            if is_band
            else (target.column_counts, target.stacks[number], state.bands)
        )
        return sum(
            counts[line][i] - 1
            for line in chute
            for i, settled in enumerate(crossing)
            if settled is not None
        )

    def _settled(self, state: _State, is_band: bool, number: int, order: Order) -> _State | None:
        """Return the `state` with one more chute in this `order`; None if digits contradict."""
        names, origins = state.names.copy(), state.origins.copy()
        for other, crossing in enumerate(state.stacks if is_band else state.bands):
            if crossing is None:
                continue
            pairs = (
                self._box(order, crossing, number, other)
                if is_band
                else self._box(crossing, order, other, number)
            )
            if pairs is None:
                return None
            for old, new in pairs:
                if names.setdefault(old, new) != new or origins.setdefault(new, old) != old:
                    return None
        if is_band:
            return _State(_with(state.bands, number, order), state.stacks, names, origins)
        return _State(state.bands, _with(state.stacks, number, order), names, origins)

    def _box(
        self, rows: Order, columns: Order, band: int, stack: int
    ) -> list[tuple[int, int]] | None:
        """Return which digit becomes which in a box; None if that is not one to one."""
        self._budget.spend()
        key = rows, columns, band, stack
        if key not in self._boxes:
            self._boxes[key] = self._compared(*key)
        return self._boxes[key]

    def _compared(
        self, rows: Order, columns: Order, band: int, stack: int
    ) -> list[tuple[int, int]] | None:
        source, target = self._source.rows, self._target.rows
        goals = self._target.stacks[stack]
        pairs = {(0, 0)}
        for row, goal in zip(rows, self._target.bands[band]):
            line = source[row]
            pairs.update(
                zip([line[column] for column in columns], target[goal][goals.start : goals.stop])
            )
        one_to_one = len(pairs) == len(set(dict(pairs).values())) == len(dict(pairs))
        return sorted(pairs) if one_to_one else None


def _orders(fits: Sequence[Sequence[bool]], contents: Sequence[Sequence[Line]]) -> Iterator[Order]:
    """Yield the orders of things in which thing j may be in place i only if ``fits[i][j]``.

    Orders that only swap things with the same content are left out.
    """
    order: list[int] = []

    def longer() -> Iterator[Order]:
        if len(order) == len(fits):
            yield tuple(order)
            return
        tried: list[Sequence[Line]] = []
        for thing, fit in enumerate(fits[len(order)]):
            if fit and thing not in order and contents[thing] not in tried:
                tried.append(contents[thing])
                order.append(thing)
                yield from longer()
                order.pop()

    return longer()


def _line_orders(
    lines: Sequence[Line],
    counts: Sequence[Line],
    chute: range,
    crossing: Order,
    goals: Sequence[Line],
) -> list[Order]:
    """Return the orders of the lines of a `chute` whose counts are the `goals`, line for line.

    `crossing`: the order of the chutes that cross it.
    """
    moved = [tuple([counts[line][i] for i in crossing]) for line in chute]
    fits = [[ours == goal for ours in moved] for goal in goals]
    orders = _orders(fits, [[lines[line]] for line in chute])
    return [tuple([chute[i] for i in order]) for order in orders]


def _in_chutes(counts: Sequence[Line], chutes: Sequence[range]) -> list[Sequence[Line]]:
    return [counts[chute.start : chute.stop] for chute in chutes]


def _with(orders: tuple[Order | None, ...], number: int, order: Order) -> tuple[Order | None, ...]:
    return (*orders[:number], order, *orders[number + 1 :])


def _joined(orders: Sequence[Order | None]) -> list[int]:
    return [line for order in orders if order for line in order]
