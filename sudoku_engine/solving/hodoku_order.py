"""Ratings in HoDoKu's own order, above all of singles: they are taken as they arose.

HoDoKu remembers each cell that comes down to one candidate, and each digit that comes down to one
place in a house, when a candidate goes; it takes the oldest first. So which singles are left to be
full houses, naked or hidden ones depends on the way to the board, and a strategy, which knows only
the board, cannot tell. Here the rater keeps these queues. Of some strategies HoDoKu takes another
step first than the loop; all others are those of the loop.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import repeat

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Stepped
from sudoku_engine.api.protocols import Rating
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.solving.rating import Point, Rater, rating_of

FULL_HOUSE, NAKED, HIDDEN = SINGLES = ("full_house", "naked_single", "hidden_single")
"""The ids of the strategies whose steps are taken from the queues."""


class SinglesAsTheyArose:
    """The singles of a board of houses alone, each kind in the order in which they arose."""

    def __init__(self, grid: Grid) -> None:
        layout = grid.layout
        self._layout = layout
        self._houses_of = [
            [i for i, house in enumerate(layout.houses) if house.mask >> cell & 1]
            for cell in range(len(layout.cells))
        ]
        self._cells = [layout.all_digits] * len(layout.cells)
        """By cell the mask of its candidates; 0 if it is filled."""
        self._counts = [[layout.n] * layout.n for _ in layout.houses]
        """By house how many places each digit has."""
        self._naked: deque[tuple[int, int]] = deque()
        self._hidden: deque[tuple[int, int]] = deque()
        for cell in bits(grid.given):
            self._place(cell, grid.digits[cell] - 1)
        self.follow(Grid(layout, [0] * len(layout.cells)), grid)

    def place(self, candidate: Candidate) -> None:
        """Fill a cell."""
        self._place(candidate.cell, candidate.digit - 1)

    def follow(self, before: Grid, after: Grid) -> None:
        """Take what a step has placed and eliminated."""
        for cell, digit in enumerate(after.digits):
            if digit and not before.digits[cell] and self._cells[cell]:
                self._place(cell, digit - 1)
        for cell, digits in enumerate(self._cells):
            for digit in bits(digits & ~after.masks[cell]):
                self._remove(cell, digit)

    def next(self) -> tuple[str, Candidate] | None:
        """Return the next single and its kind; None if there is none."""
        for cell, digit in self._naked:
            if self._cells[cell] == 1 << digit and self._is_last_open(cell):
                return self._found(FULL_HOUSE, cell, digit)
        while self._naked:
            cell, digit = self._naked[0]
            if self._cells[cell] == 1 << digit:
                return self._found(NAKED, cell, digit)
            self._naked.popleft()
        while self._hidden:
            cell, digit = self._hidden[0]
            houses = self._houses_of[cell]
            if self._cells[cell] >> digit & 1 and any(
                self._counts[house][digit] == 1 for house in houses
            ):
                return self._found(HIDDEN, cell, digit)
            self._hidden.popleft()
        return None

    def _found(self, kind: str, cell: int, digit: int) -> tuple[str, Candidate]:
        return kind, Candidate(self._layout.cells[cell], digit + 1)

    def _is_last_open(self, cell: int) -> bool:
        return any(sum(map(bool, self._counts[house])) == 1 for house in self._houses_of[cell])

    def _place(self, cell: int, digit: int) -> None:
        own, self._cells[cell] = self._cells[cell], 0
        for peer in bits(self._layout.peer_masks[cell]):
            self._remove(peer, digit)
        for other in bits(own):
            for house in self._houses_of[cell]:
                self._count_down(house, other, is_placed=other == digit)

    def _remove(self, cell: int, digit: int) -> None:
        if not self._cells[cell] >> digit & 1:
            return
        self._cells[cell] ^= 1 << digit
        for house in self._houses_of[cell]:
            self._count_down(house, digit, is_placed=False)
        left = self._cells[cell]
        if left.bit_count() == 1:
            self._naked.append((cell, left.bit_length() - 1))

    def _count_down(self, house: int, digit: int, is_placed: bool) -> None:
        """Count a place of a digit less; the last one is a hidden single."""
        counts = self._counts[house]
        counts[digit] = 0 if is_placed else counts[digit] - 1
        if counts[digit] == 1:
            cells = bits(self._layout.houses[house].mask)
            last = next((cell for cell in cells if self._cells[cell] >> digit & 1), None)
            if last is not None:
                self._hidden.append((last, digit))


class HodokuRater(Rater):
    """A rater that takes singles as HoDoKu does, on boards of houses alone."""

    def rating(self, grid: Grid, points: list[Point] | None = None) -> Rating:
        """Return how hard `grid` is, a puzzle with one solution; `points` as for `rate`."""
        by_id = {each.id for each in self.strategies}
        if not by_id.issuperset(SINGLES) or not grid.layout.has_only_houses:
            return super().rating(grid, points)
        events = [*self._events(grid)]
        if points is not None:
            points += [self._point(each) for each in events if isinstance(each, Stepped)]
        return rating_of(events, self.strategies, self.scale)

    def ratings(self, puzzles: bytes) -> Iterator[None]:
        """Yield None for each plain puzzle: no scout knows this order."""
        return repeat(None, len(puzzles) // 81)

    def _events(self, grid: Grid) -> Iterator[Event]:
        """Yield the steps of the queues, and where they are empty one of the other strategies."""
        others = self._loop(tuple(each for each in self.strategies if each.id not in SINGLES))
        singles = SinglesAsTheyArose(grid)
        blamed: set[str] = set()
        while True:
            if (found := singles.next()) is not None:
                kind, candidate = found
                step = Step([candidate])
                grid = grid.apply(step)
                singles.place(candidate)
                yield Stepped(0, self._by_id[kind].author, step, grid)
                continue
            for event in others.events(grid):
                if isinstance(event, (Stepped, Ended)):
                    break
                if isinstance(event, (Faulted, Rejected)) and event.strategy.id not in blamed:
                    blamed.add(event.strategy.id)
                    yield event
            if isinstance(event, Stepped) and (rank := _RANKS.get(event.strategy.id)):
                step = min(self._by_id[event.strategy.id].call(grid), key=partial(rank, grid))
                event = event._replace(step=step, grid=grid.apply(step))
            yield event
            if not isinstance(event, Stepped):
                return
            singles.follow(grid, event.grid)
            grid = event.grid


def _by_effect(grid: Grid, step: Step) -> tuple[int, ...]:
    """Return the rank of a step of which the one that eliminates most comes first."""
    lost = sorted((each.digit, each.cell) for each in step.eliminations)
    places = sum(cell * (1 + 80 * i) + digit for i, (digit, cell) in enumerate(lost))
    return -len(lost), places


def _by_box(grid: Grid, step: Step) -> tuple[int, ...]:
    """Return the rank of a step that comes box by box; after these come all others."""
    cells = mask_of({each.cell for role in step.because.values() for each in role})
    boxes = [i for i, box in enumerate(grid.layout.boxes) if not cells & ~box.mask]
    return ((boxes or [len(grid.layout.boxes)])[0],)


_RANKS = {
    "xy_chain": _by_effect,
    **dict.fromkeys(["naked_pair", "naked_triple", "naked_quad"], _by_box),
    **dict.fromkeys(["locked_pair", "locked_triple"], _by_box),
}
"""By strategy, the order in which HoDoKu takes its steps, if it is another one."""
