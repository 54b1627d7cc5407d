"""Ratings by the steps that HoDoKu takes: above all, its singles in the order in which they arose.

When a candidate is removed, HoDoKu notes each cell with one candidate left, and each digit with one
place left in a house; it takes the oldest first. So the steps before a board decide which singles
become full houses, naked singles or hidden singles. A strategy, which knows only the board, cannot
tell; so the rater keeps these queues. For some strategies, HoDoKu takes another step first than the
loop, or knows fewer or more steps; all others are as in the loop.

Its forcing nets are small ones, put together. A net grows from a candidate, assumed to be true or
false, in four waves: each wave places all singles at once. A consequence of a net adds the
consequences of its own net. An assumption is refuted if it makes a candidate both true and false,
or leaves nothing for a cell or for a digit in a house. A conclusion that follows from all
candidates of a cell, from all places in a house, or from a candidate and its negation is true in
any case.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import islice, repeat
from operator import and_, or_
from typing import Any, NamedTuple

from sudoku_engine import Candidate, Ended, Event, Faulted, Grid, Rejected, Step, Stepped
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.plugins.component import Component
from sudoku_plugins.ratings.rating import Rater
from sudoku_plugins.strategies.analysis.truths import candidate, packed, truths_of

FULL_HOUSE, NAKED, HIDDEN = SINGLES = ("full_house", "naked_single", "hidden_single")
"""The ids of the strategies whose steps are taken from the queues."""


MOST_ROWS = 9
"""The most rows of a board on which HoDoKu's nets are tried: larger boards take too long."""


class SinglesAsTheyArose:
    """The singles of a board without clues, each kind in the order in which they arose."""

    def __init__(self, grid: Grid) -> None:
        layout = grid.layout
        self._layout = layout
        self._houses_of = [
            [i for i, house in enumerate(layout.houses) if house.mask >> cell & 1]
            for cell in range(len(layout.cells))
        ]
        self._cells = [layout.all_digits] * len(layout.cells)
        """By cell, the mask of its candidates; 0 if it is filled."""
        self._counts = [[layout.n] * layout.n for _ in layout.houses]
        """By house, the number of places of each digit."""
        self._naked: deque[tuple[int, int]] = deque()
        self._hidden: deque[tuple[int, int]] = deque()
        for cell in bits(grid.given):
            self._place(cell, grid.digits[cell] - 1)
        self.follow(Grid(layout, [0] * len(layout.cells)), grid)

    def place(self, candidate: Candidate) -> None:
        """Fill a cell."""
        self._place(candidate.cell, candidate.digit - 1)

    def follow(self, before: Grid, after: Grid) -> None:
        """Take over the placements and eliminations of a step."""
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
                return FULL_HOUSE, Candidate(self._layout.cells[cell], digit + 1)
        while self._naked:
            cell, digit = self._naked[0]
            if self._cells[cell] == 1 << digit:
                return NAKED, Candidate(self._layout.cells[cell], digit + 1)
            self._naked.popleft()
        while self._hidden:
            cell, digit = self._hidden[0]
            houses = self._houses_of[cell]
            if self._cells[cell] >> digit & 1 and any(
                self._counts[house][digit] == 1 for house in houses
            ):
                return HIDDEN, Candidate(self._layout.cells[cell], digit + 1)
            self._hidden.popleft()
        return None

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
        """Count one place less for a digit; the last place is a hidden single."""
        counts = self._counts[house]
        counts[digit] = 0 if is_placed else counts[digit] - 1
        if counts[digit] == 1:
            cells = bits(self._layout.houses[house].mask)
            last = next((cell for cell in cells if self._cells[cell] >> digit & 1), None)
            if last is not None:
                self._hidden.append((last, digit))


class HodokuRater(Rater):
    """A rater that takes singles as HoDoKu does, on boards without clues."""

    def _run(self, grid: Grid, is_brief: bool) -> Iterable[Event]:
        by_id = {each.id for each in self.strategies}
        if by_id.issuperset(SINGLES) and grid.layout.has_only_houses:
            return self._events(grid)
        return super()._run(grid, is_brief)

    def ratings(self, puzzles: bytes) -> Iterator[None]:
        """Yield None for each plain puzzle, since no scout knows this order."""
        return repeat(None, len(puzzles) // 81)

    def _events(self, grid: Grid) -> Iterator[Event]:
        """Yield the steps of the queues; when these are empty, yield a step of another strategy."""
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
            for event in self._next(grid, self._others):
                if not isinstance(event, (Faulted, Rejected)) or event.strategy.id not in blamed:
                    yield event
                if isinstance(event, (Faulted, Rejected)):
                    blamed.add(event.strategy.id)
            if not isinstance(event, Stepped):
                return
            singles.follow(grid, event.grid)
            grid = event.grid

    @cached_property
    def _others(self) -> tuple[Component, ...]:
        return tuple(map(_as_hodoku, (each for each in self.strategies if each.id not in SINGLES)))

    def _next(self, grid: Grid, others: tuple[Component, ...]) -> Iterator[Event]:
        """Yield the faults of `others` on `grid`, and their first step, or the end."""
        for event in self._loop(others).events(grid):
            if isinstance(event, (Faulted, Rejected)):
                yield event
            elif isinstance(event, (Stepped, Ended)):
                break
        chosen = _CHOICES.get(event.strategy.id) if isinstance(event, Stepped) else None
        if chosen is None or not isinstance(event, Stepped):
            yield event
            return
        place = next(i for i, each in enumerate(others) if each.id == event.strategy.id)
        step = chosen(grid, others[place].call(grid))
        if step is None:
            yield from self._next(grid, others[place + 1 :])
        else:
            yield event._replace(step=step, grid=grid.apply(step))


def _of_most_effect(grid: Grid, steps: Iterable[Step]) -> Step:
    """Return the first step that places a digit, or the first that eliminates most."""

    def rank(step: Step) -> tuple[bool, int, int, int]:
        lost = sorted((each.digit, each.cell) for each in step.placements or step.eliminations)
        places = sum(cell * (1 + 80 * i) + digit for i, (digit, cell) in enumerate(lost))
        return not step.placements, -len(lost), places, min(cell for _, cell in lost)

    return min(steps, key=rank)


def _of_small_nets(grid: Grid, steps: Iterable[Step]) -> Step:
    """Return the step of HoDoKu's small nets; if they prove nothing, the first step."""
    found = [*net_steps(grid)] if grid.layout.n <= MOST_ROWS else []
    return _of_most_effect(grid, found or islice(steps, 1))


def _of_first_box(grid: Grid, steps: Iterable[Step]) -> Step | None:
    """Return the step in the first box with a step; without one, a step in another house."""

    def rank(step: Step) -> int:
        cells = _cells(step)
        boxes = [i for i, box in enumerate(grid.layout.boxes) if not cells & ~box.mask]
        return boxes[0] if boxes else len(grid.layout.boxes)

    return min(steps, key=rank, default=None)


def _of_box_and_line(grid: Grid, steps: Iterable[Step]) -> Step | None:
    """Return the first step, box by box, that eliminates not only where box and line meet."""

    def is_wide(step: Step) -> bool:
        cells = _cells(step)
        houses = [house.mask for house in grid.layout.houses if not cells & ~house.mask]
        return bool(mask_of({each.cell for each in step.eliminations}) & ~reduce(and_, houses))

    return _of_first_box(grid, filter(is_wide, steps))


def _cells(step: Step) -> int:
    return mask_of({each.cell for role in step.because.values() for each in role})


def _with_groups_apart(grid: Grid, steps: Iterable[Step]) -> Step | None:
    """Return the first chain whose groups share no cell with each other or with its ends."""
    for step in steps:
        nodes = [*(link.start for link in step.links), step.links[-1].end]
        cells = [mask_of({each.cell for each in node}) for node in nodes]
        ends = cells[0] | cells[-1]
        groups = [mask for mask in cells if mask & mask - 1]
        if not any(mask & ends for mask in groups) and sum(groups) == reduce(or_, groups, 0):
            return step
    return None


_CHOICES: Mapping[str, Callable[[Grid, Iterable[Step]], Step | None]] = {
    **dict.fromkeys(["xy_chain", "forcing_chain"], _of_most_effect),
    "forcing_net": _of_small_nets,
    **dict.fromkeys(["naked_pair", "naked_triple", "naked_quad"], _of_first_box),
    **dict.fromkeys(["hidden_pair", "hidden_triple", "hidden_quad"], _of_first_box),
    **dict.fromkeys(["locked_pair", "locked_triple"], _of_box_and_line),
    "grouped_nice_loop": _with_groups_apart,
}
"""By strategy, the function that chooses HoDoKu's step, if this is not always the first.

A result of None means that HoDoKu takes none, and asks the next strategy.
"""

_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    **{name: {"apart": True} for name in ("als_xz", "als_xy_wing", "als_chain")},
    "forcing_chain": {"groups": True},
    "grouped_nice_loop": {"sets": False},
}
"""By strategy, the options for the steps of HoDoKu."""


def _as_hodoku(strategy: Component) -> Component:
    """Return a strategy with those of HoDoKu's options that it takes and that are not set."""
    own = _OPTIONS.get(strategy.id, {})
    taken = {name: value for name, value in own.items() if name in strategy.known_options}
    return strategy.with_options({**taken, **strategy.options})


WAVES = 4

Claim = tuple[int, bool]
"""The number of a candidate, and whether it is true."""


class _Net(NamedTuple):
    on: int
    off: int


def net_steps(grid: Grid) -> Iterator[Step]:
    """Yield the conclusions of nets on `grid`, a step for each candidate removed or placed."""
    board, placed = packed(grid)
    board &= ~placed
    every = [truth.mask & board for truth in truths_of(grid.layout).every]
    truths = [mask for mask in every if mask]
    nets = {
        (number, is_true): _grown((number, is_true), board, truths, grid)
        for number in bits(board)
        for is_true in (True, False)
    }
    _put_together(nets)
    for number, is_true in sorted({*_refuted(nets, board, truths), *_in_any_case(nets, truths)}):
        proved = [candidate(number, grid.layout)]
        yield Step(eliminations=proved) if is_true else Step(placements=proved)


def _grown(claim: Claim, board: int, truths: Sequence[int], grid: Grid) -> _Net:
    number, is_true = claim
    weak = grid.layout.weak_links
    on, left = (1 << number, board & ~weak[number]) if is_true else (0, board & ~(1 << number))
    for _ in range(WAVES):
        new = 0
        for truth in truths:
            last = truth & left
            if last and not last & last - 1:
                new |= last
        new &= ~on
        for single in bits(new):
            left &= ~weak[single]
        on |= new
    return _Net(on, board & ~left)


def _put_together(nets: dict[Claim, _Net]) -> None:
    is_changed = True
    while is_changed:
        is_changed = False
        for claim, (on, off) in nets.items():
            all_on, all_off = on, off
            for mask, is_true in ((on, True), (off, False)):
                for number in bits(mask):
                    more = nets[number, is_true]
                    all_on |= more.on
                    all_off |= more.off
            if (all_on, all_off) != (on, off):
                nets[claim] = _Net(all_on, all_off)
                is_changed = True


def _refuted(nets: Mapping[Claim, _Net], board: int, truths: Iterable[int]) -> Iterator[Claim]:
    for claim, (on, off) in nets.items():
        if on & off or any(not truth & board & ~off for truth in truths):
            yield claim


def _in_any_case(nets: Mapping[Claim, _Net], truths: Iterable[int]) -> Iterator[Claim]:
    """Yield the negations of all conclusions that follow in any case."""
    cases = [[nets[number, True] for number in bits(truth)] for truth in truths]
    cases += [[nets[number, True], nets[number, False]] for number, is_true in nets if is_true]
    for each in cases:
        for number in bits(reduce(and_, [net.on for net in each])):
            yield number, False
        for number in bits(reduce(and_, [net.off for net in each])):
            yield number, True
