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

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from sudoku_engine import Grid, Layout, Verdict
from sudoku_plugins.checkers.rows import Line, Way, chutes_of, verdict_by_lines


class BlockHash:
    """Selects arrangements of bands and stacks by fingerprints of boxes, then fits digits."""

    id = "block_hash"
    name = "Block fingerprints"

    def find(self, source: Grid, target: Grid, *, most_boxes: int = 2_000_000) -> Verdict:
        """Return the verdict on whether `source` can be turned into `target`.

        On boards up to 9x9 it decides every pair. On larger ones that are full or very regular it
        gives up after fitting `most_boxes` boxes, about ten seconds.
        """
        budget = iter(range(most_boxes))

        def ways(layout: Layout, rows: Sequence[Line], goal: Sequence[Line]) -> Iterator[Way]:
            return _Fitting(_Board(layout, rows), _Board(layout, goal), budget).ways()

        try:
            return verdict_by_lines(source, target, self.id, ways)
        except _OutOfBudget:
            return Verdict(None, why=f"gave up after fitting {most_boxes:,} boxes")


BLOCK_HASH = BlockHash()


class _OutOfBudget(Exception):
    """The allowed number of boxes was fitted."""


class _Lines(NamedTuple):
    """The rows of a board, or its columns."""

    lines: Sequence[Line]
    chutes: Sequence[range]
    """The bands of rows, or the stacks of columns."""
    counts: Sequence[Line]
    """By line the number of its givens plus one in each chute that it crosses."""


class _Board:
    """A board as its rows and its columns, with the fingerprints of its boxes by band and stack."""

    def __init__(self, layout: Layout, rows: Sequence[Line]) -> None:
        bands = chutes_of(layout.n, layout.chute_height)
        stacks = chutes_of(layout.n, layout.chute_width)
        columns = list(zip(*rows))
        self.rows = _Lines(rows, bands, [_counts(row, stacks) for row in rows])
        self.columns = _Lines(columns, stacks, [_counts(column, bands) for column in columns])
        self.fingerprints = [
            [fingerprint([rows[row][stack.start : stack.stop] for row in band]) for stack in stacks]
            for band in bands
        ]


def fingerprint(box: Sequence[Line]) -> int:
    """Return the fingerprint of a `box`, given as short rows, 0 for a blank.

    >>> fingerprint([(4, 0, 0), (0, 7, 1), (0, 0, 0)])
    14
    """
    return prod(map(_givens_and_one, box)) + prod(map(_givens_and_one, zip(*box)))


def _givens_and_one(line: Line) -> int:
    return len(line) - line.count(0) + 1


def _counts(line: Line, crossing: Sequence[range]) -> Line:
    return tuple([_givens_and_one(line[chute.start : chute.stop]) for chute in crossing])


Order = tuple[int, ...]
"""Chutes or lines of the source, in their order on the target."""
Names = dict[int, int]


class _State(NamedTuple):
    orders: tuple[tuple[Order | None, ...], tuple[Order | None, ...]]
    """By band the order of its rows, then by stack that of its columns, None if open."""
    names: Names
    """The new name of each digit, as far as known."""
    origins: Names
    """The former name of each digit of the target."""


class _Fitting:
    """The fitting of a board to another; `budget` has an item for each box that may be fitted."""

    def __init__(self, source: _Board, target: _Board, budget: Iterator[int]) -> None:
        self._source = source
        self._target = target
        self._budget = budget
        self._boxes: dict[tuple[Order, Order, int, int], list[tuple[int, int]] | None] = {}

    def ways(self) -> Iterator[Way]:
        """Yield ways to move the lines so that the digits match: for each new line the old one."""
        source, target = self._source, self._target
        for bands, stacks in self._arrangements():
            orders = (
                _line_orders(source.rows, target.rows, bands, stacks),
                _line_orders(source.columns, target.columns, stacks, bands),
            )
            if all(map(all, orders)):
                is_open = (None,) * len(bands), (None,) * len(stacks)
                yield from self._fit(_State(is_open, {0: 0}, {0: 0}), orders)

    def _arrangements(self) -> Iterator[tuple[Order, Order]]:
        """Yield the orders of bands and stacks that put every fingerprint in its place."""
        source, target = self._source, self._target
        goals = list(zip(*target.fingerprints))
        rows, columns = (
            [each.lines[chute.start : chute.stop] for chute in each.chutes]
            for each in (source.rows, source.columns)
        )
        fits = [
            [sorted(ours) == sorted(theirs) for ours in source.fingerprints]
            for theirs in target.fingerprints
        ]
        for bands in _orders(fits, rows):
            moved = list(zip(*[source.fingerprints[band] for band in bands]))
            for stacks in _orders([[ours == goal for ours in moved] for goal in goals], columns):
                yield bands, stacks

    def _fit(self, state: _State, orders: Sequence[Sequence[Sequence[Order]]]) -> Iterator[Way]:
        """Yield the ways to fit the remaining chutes, one by one; `orders`: all, rows first."""
        open_chutes = [
            (len(orders[side][number]), -self._n_clues(state, side, number), side == 0, number)
            for side in (0, 1)
            for number, settled in enumerate(state.orders[side])
            if settled is None
        ]
        if not open_chutes:
            bands, stacks = state.orders
            yield _join(bands), _join(stacks)
            return
        *_, is_band, number = min(open_chutes)
        side = 0 if is_band else 1
        for order in orders[side][number]:
            settled = self._settle(state, side, number, order)
            if settled:
                yield from self._fit(settled, orders)

    def _n_clues(self, state: _State, side: int, number: int) -> int:
        target = self._target.columns if side else self._target.rows
        return sum(
            target.counts[line][i] - 1
            for line in target.chutes[number]
            for i, settled in enumerate(state.orders[1 - side])
            if settled is not None
        )

    def _settle(self, state: _State, side: int, number: int, order: Order) -> _State | None:
        """Return the `state` with one more chute in this `order`; None if digits contradict.

        `side`: 0 for a band, 1 for a stack.
        """
        names, origins = state.names.copy(), state.origins.copy()
        for other, crossing in enumerate(state.orders[1 - side]):
            if crossing is None:
                continue
            pairs = (
                self._box(crossing, order, other, number)
                if side
                else self._box(order, crossing, number, other)
            )
            if pairs is None:
                return None
            for old, new in pairs:
                if names.setdefault(old, new) != new or origins.setdefault(new, old) != old:
                    return None
        bands, stacks = state.orders
        if side:
            stacks = (*stacks[:number], order, *stacks[number + 1 :])
        else:
            bands = (*bands[:number], order, *bands[number + 1 :])
        return _State((bands, stacks), names, origins)

    def _box(
        self, rows: Order, columns: Order, band: int, stack: int
    ) -> list[tuple[int, int]] | None:
        """Return which digit becomes which in a box; None if that is not one to one."""
        if next(self._budget, None) is None:
            raise _OutOfBudget
        key = rows, columns, band, stack
        if key not in self._boxes:
            source, target = self._source.rows.lines, self._target.rows.lines
            goals = self._target.columns.chutes[stack]
            pairs = {(0, 0)}
            for row, goal in zip(rows, self._target.rows.chutes[band]):
                moved = [source[row][column] for column in columns]
                pairs.update(zip(moved, target[goal][goals.start : goals.stop]))
            one_to_one = len(pairs) == len(set(dict(pairs).values())) == len(dict(pairs))
            self._boxes[key] = sorted(pairs) if one_to_one else None
        return self._boxes[key]


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
    source: _Lines, target: _Lines, chutes: Order, crossing: Order
) -> list[list[Order]]:
    """Return by chute the orders of its lines with the right numbers of givens in every box.

    `chutes`, `crossing`: the orders of the chutes of the `source`, and of those that cross them.
    """
    found = []
    for number, place in zip(chutes, target.chutes):
        chute = source.chutes[number]
        moved = [tuple([source.counts[line][i] for i in crossing]) for line in chute]
        fits = [
            [ours == goal for ours in moved] for goal in target.counts[place.start : place.stop]
        ]
        orders = _orders(fits, [[source.lines[line]] for line in chute])
        found.append([tuple([chute[i] for i in order]) for order in orders])
    return found


def _join(orders: Sequence[Order | None]) -> list[int]:
    return [line for order in orders if order for line in order]
