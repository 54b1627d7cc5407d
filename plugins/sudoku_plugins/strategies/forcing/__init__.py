"""What follows from a supposition, wave after wave, until nothing follows or it contradicts itself.

A *wave* is a set of digits that are placed at the same time: the first is what is supposed. Each
eliminates what it sees; then every truth (a cell, or a digit in a house) with one candidate left
gives a digit of the next wave. A truth with none left is a contradiction, and so are two digits of
one wave that see each other.

Nothing here remembers why a digit was placed: it has to be fast, since for each step there are
hundreds of suppositions. `forcing.proof` finds out for the few that are shown.

A truth is a cell, or a digit in a house (`analysis.truths`). So a naked and a hidden single are
the same thing: a truth with one candidate left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from sudoku_engine import Layout
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import bits, union
from sudoku_engine.search.classic import (
    BOXES,
    COLUMNS,
    MINI_COLUMNS,
    MINI_ROWS,
    OVER_BOX,
    OVER_COLUMN,
    OVER_DIGITS,
    OVER_ROW,
    PLANE,
    PLANES_147,
    ROWS,
)
from sudoku_plugins.strategies.analysis.truths import truths_of


class Waves(NamedTuple):
    """What follows from a supposition; sets of candidates are masks, as in `forcing.truths`."""

    waves: list[tuple[int, int]]
    """The board before each wave, and the digits that it places. If it contradicts itself for lack
    of candidates, the last one is the board that lacks them, and places nothing."""
    board: int
    """What is left in the end, placed digits too; 0 for a contradiction."""
    placed: int
    """The digits that were placed then."""
    refuted: Mapping[int, Waves] = MappingProxyType({})
    """By number of a wave that places nothing, what refutes a candidate that the next board lacks:
    the waves that follow from it, which contradict themselves."""


def waves_of(board: int, placed: int, start: int, layout: Layout) -> Waves:
    """Return what follows if the candidates of the mask `start` are true.

    `board`: the candidates and the placed digits, which are `placed`.
    """
    if layout.usual is _CLASSIC:
        return _classic_waves(board, placed, start)
    return _general_waves(board, placed, start, layout)


def waves_from(board: int, placed: int, starts: int, layout: Layout) -> dict[int, Waves]:
    """Return what follows from each candidate of the mask `starts`, by its number.

    Most steps eliminate a candidate or two, and from most others there follows the same as before.
    """
    latest = _latest(layout)
    (board_before, placed_before), before = latest[0]
    gone = board_before & ~board
    if placed != placed_before or board & ~board_before:
        before = {}
    found = {}
    for node in bits(starts):
        kept = _without(before[node], gone, layout) if node in before else None
        found[node] = kept or waves_of(board, placed, 1 << node, layout)
    latest[0] = (board, placed), found
    return found


@lru_cache(maxsize=1)
def _latest(layout: Layout) -> list[tuple[tuple[int, int], dict[int, Waves]]]:
    """Return the place for the latest board of `layout`, and what follows there."""
    return [((0, 0), {})]


def _without(waves: Waves, gone: int, layout: Layout) -> Waves | None:
    """Return the `waves` of a board that has lost the candidates `gone`, None if they may differ.

    They do not differ if each truth that lacks one of these keeps two others as long.
    """
    boards = [board for board, wave in waves.waves[1:] if wave]
    boards.append(waves.board)
    boards.reverse()
    for node in bits(gone):
        board = next((each & ~gone for each in boards if each >> node & 1), 0)
        for truth in truths_of(layout).with_candidate[node] if board else ():
            left = board & truth.mask
            if not left & left - 1:
                return None
    kept = [(board & ~gone, wave) for board, wave in waves.waves]
    return Waves(kept, waves.board & ~gone, waves.placed)


def starts_on(board: int, placed: int, layout: Layout) -> int:
    """Return the candidates from which something follows: of some truth at most one is left."""
    weak = layout.weak_links
    starts = 0
    for truth in truths_of(layout).every:
        left = board & truth.mask
        if left.bit_count() <= _most_seen(layout, truth.house is None) + 1:
            # What sees all of them but one, or all.
            all_seen = most_seen = -1
            for node in bits(left):
                all_seen, most_seen = all_seen & weak[node], most_seen & weak[node] | all_seen
            starts |= most_seen
    return starts & board & ~placed


@per_layout
def _most_seen(layout: Layout, is_cell: bool) -> int:
    """Return how many of a cell's candidates, or a house's places, one outside can see."""
    if layout.links:
        return layout.n
    if is_cell:
        return 1
    return max(
        (house.mask & peers).bit_count()
        for house in layout.houses
        for cell, peers in enumerate(layout.peer_masks)
        if not house.mask >> cell & 1
    )


_CLASSIC = Layout.named("9x9")


def _classic_waves(board: int, placed: int, wave: int) -> Waves:
    """Return the waves on a plain 9x9 board; for its tricks see `sudoku_engine.search`."""
    weak = _CLASSIC.weak_links
    waves = []
    while True:
        waves.append((board, wave))
        seen = union([weak[node] for node in bits(wave)])
        if wave & seen:
            return Waves(waves, 0, 0)
        board ^= board & seen
        placed |= wave
        a, b = board >> 1, board >> 2
        either = board | a
        minis = (either | b) & MINI_ROWS
        twice = (board & a | either & b) & MINI_ROWS
        a, b = minis >> 3, minis >> 6
        either = minis | a
        if (either | b) & ROWS != ROWS:
            break
        several = ROWS & (minis & a | either & b | twice | twice >> 3 | twice >> 6)
        hidden = (ROWS ^ several) * OVER_ROW
        a, b = minis >> 9, minis >> 18
        either = minis | a
        if (either | b) & BOXES != BOXES:
            break
        several = BOXES & (minis & a | either & b | twice | twice >> 9 | twice >> 18)
        hidden |= (BOXES ^ several) * OVER_BOX
        a, b = board >> 9, board >> 18
        either = board | a
        minis = (either | b) & MINI_COLUMNS
        twice = (board & a | either & b) & MINI_COLUMNS
        a, b = minis >> 27, minis >> 54
        either = minis | a
        if (either | b) & COLUMNS != COLUMNS:
            break
        several = COLUMNS & (minis & a | either & b | twice | twice >> 27 | twice >> 54)
        hidden |= (COLUMNS ^ several) * OVER_COLUMN
        a, b = board >> 81, board >> 162
        either = board | a
        threes = (either | b) & PLANES_147
        twice = (board & a | either & b) & PLANES_147
        first, a, b = threes & PLANE, threes >> 243 & PLANE, threes >> 486
        either = first | a
        if either | b != PLANE:
            break
        choices = first & a | either & b | (twice | twice >> 243 | twice >> 486) & PLANE
        wave = board & (hidden | (PLANE ^ choices) * OVER_DIGITS) & ~placed
        if not wave:
            return Waves(waves, board, placed)
    return Waves([*waves, (board, 0)], 0, 0)


class Fold(NamedTuple):
    """Truths of one shape, such as all rows with all digits: a few shifts look at all of them."""

    firsts: int
    """The first candidate of each."""
    shifts: tuple[tuple[int, ...], ...]
    """The shifts that bring all others there: those of each group, after those of groups before."""

    def last_places(self, board: int) -> int | None:
        """Return the candidates that are the only ones of a truth; None if one has none."""
        once, twice = board, 0
        for group in self.shifts:
            first, second = once, twice
            for shift in group:
                other = first >> shift
                twice |= once & other | second >> shift
                once |= other
        if once & self.firsts != self.firsts:
            return None
        single = self.firsts & ~twice
        for group in self.shifts:
            before = single
            for shift in group:
                single |= before << shift
        return single & board


@per_layout
def folds_of(layout: Layout) -> tuple[Fold, ...]:
    """Return all truths of `layout`."""
    firsts: dict[int, int] = {}
    for truth in truths_of(layout).every:
        first = truth.mask & -truth.mask
        shape = truth.mask // first
        firsts[shape] = firsts.get(shape, 0) | first
    return tuple([Fold(first, tuple(_shifts(shape))) for shape, first in firsts.items()])


def _shifts(shape: int) -> Iterator[tuple[int, ...]]:
    """Yield the groups of shifts for a `shape`: rows of equal steps, while it consists of such.

    Where a row is a divisor, and no bits of the product meet, the shape is the rest in each place.
    """
    while (n := shape.bit_count()) > 1:
        step = next(bits(shape ^ 1))
        for count in range(2, n):
            row = sum(1 << step * i for i in range(count))
            if shape % row == 0 and (shape // row).bit_count() * count == n:
                yield tuple(range(step, step * count, step))
                shape //= row
                break
        else:
            yield tuple(bits(shape ^ 1))
            return


def _general_waves(board: int, placed: int, wave: int, layout: Layout) -> Waves:
    weak, folds = layout.weak_links, folds_of(layout)
    waves = []
    while True:
        waves.append((board, wave))
        placed |= wave
        seen = union([weak[node] for node in bits(wave)])
        board &= ~seen
        if wave & ~board:
            return Waves(waves, 0, 0)
        wave = 0
        for fold in folds:
            last = fold.last_places(board)
            if last is None:
                waves.append((board, 0))
                return Waves(waves, 0, 0)
            wave |= last
        wave &= ~placed
        if not wave:
            return Waves(waves, board, placed)
