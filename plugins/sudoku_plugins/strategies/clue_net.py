"""Clue nets: suppose a candidate and follow singles and clues until something has no choice left.

A forcing net knows what excludes what. Here the clues take part as a whole: after each digit that
is placed, each clue keeps only what its fillings still have. So a sum of five cells, a sandwich or
a skyscraper lead on, of which no two candidates exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import chain, count
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Step, listed
from sudoku_engine.board.exclusion import clues_between
from sudoku_engine.board.masks import bits, digits_of
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.links import candidate, in_cell
from sudoku_plugins.strategies.clues import because_of, held_by, parts_of
from sudoku_plugins.strategies.families import clue_strategy

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue, Part

EXAMPLE = """
clues: killer cage 22 r1c4,r1c5,r1c6,r2c4,r3c4
clues: killer cage 23 r7c2,r8c2,r9c2,r9c3
clues: killer cage 28 r7c7,r7c8,r8c7,r8c8,r9c7
clues: killer cage 13 r2c1,r3c1,r3c2,r4c1
clues: killer cage 26 r2c5,r2c6,r3c5,r3c6,r4c5
clues: killer cage 20 r1c1,r1c2,r1c3,r2c2
clues: killer cage 23 r5c5,r5c6,r6c5,r7c5
clues: killer cage 26 r6c4,r7c4,r8c4,r8c5,r9c4
clues: killer cage 16 r4c2,r5c2,r5c3,r5c4
clues: killer cage 16 r5c9,r6c9,r7c9
clues: killer cage 7 r8c9,r9c9
2 5 6 4 8 3 {79} {179} {17}
1 7 9 6 2 5 4 3 8
3 4 8 1 9 7 2 5 6
5 6 4 2 3 9 {178} {18} {17}
9 2 1 7 6 8 {35} 4 {35}
8 3 7 5 4 1 6 2 9
{67} 9 3 8 5 {24} {17} {167} {24}
{47} 8 2 {39} 1 6 {35} {79} {345}
{46} 1 5 {39} 7 {24} {89} {68} {234}
"""
"""9 in r1c7 leaves no filling for the cage of 28 in box 9."""

AT_ONCE = 6
"""How many contradictions are worked out before the shortest of them is shown."""


MOST_PLACES = 3
"""The places of a digit in a house of which is asked what they all exclude."""


class Event(NamedTuple):
    """Something that follows, and the candidates that it eliminates."""

    gone: int
    """The candidates that it eliminates, as a mask."""
    needs: int
    """The candidates that had to be gone before."""
    cell: Cell | None = None
    """The cell that has one digit left, by a house or by itself."""
    house: House | None = None
    """The house that has one place left for the digit of the cell, or none."""
    digit: int = 0
    clue: Clue | None = None
    part: Part | None = None
    """The cells of the clue."""


@clue_strategy("Clue Net", score=600, level="extreme", example=EXAMPLE)
def clue_net(grid: Grid) -> Iterator[Step]:
    """Suppose a candidate, and follow singles and clues to a contradiction.

    Suppose that a candidate is true, in pencil. Place it and follow it: the last candidate of a
    cell, the last place of a digit in a house, and in each clue the digits that its fillings still
    have. If in the end a cell or a house has nothing left, or a clue has no filling, what you
    supposed is false::

        if r1c1 is 3: killer cage 8 leaves r1c2 only 5; r4c2 is 7 (row 4);
        then thermometer r4c2,r5c2,r6c2,r7c2 has no filling; so r1c1 is not 3

    It is the last resort on boards with clues. Begin in cells with few candidates, where several
    clues meet.
    """
    if not grid.layout.parts:
        return
    found: list[tuple[int, int, _Net]] = []
    order = count()
    for cell in sorted(grid.open_cells, key=lambda cell: grid.masks[cell].bit_count()):
        for digit in sorted(grid.candidates(cell)):
            net = _Net(grid, cell, digit)
            if net.follow():
                found.append((len(net.used()), next(order), net))
                if len(found) == AT_ONCE:
                    yield min(found)[2].step()
                    found.remove(min(found))
    for _, _, net in sorted(found):
        yield net.step()


class _Net:
    """What follows from a supposition."""

    def __init__(self, grid: Grid, cell: Cell, digit: int) -> None:
        self.grid = grid
        self.layout = layout = grid.layout
        self.n_cells = len(layout.cells)
        self.whole = sum(
            1 << (digit - 1) * self.n_cells + cell
            for cell in layout.cells
            for digit in digits_of[held_by(grid, [cell])[0]]
        )
        """The candidates and digits of the board."""
        self.left = self.whole
        """Those that are left."""
        self.start = Candidate(cell, digit)
        self.placed = 0
        self.events: list[Event] = []
        self._asked: dict[int, int] = {}
        """By number of a clue's part, the candidates about which it was asked last."""
        node = self._node(cell, digit)
        for filled, known in enumerate(grid.digits):
            if known:
                self.placed |= 1 << self._node(filled, known)
        self._add(Event(self._column(cell) & ~(1 << node), 0, cell, None, digit))

    def _node(self, cell: int, digit: int) -> int:
        return (digit - 1) * self.n_cells + cell

    def _column(self, cell: int) -> int:
        return in_cell(cell, self.layout)

    def _add(self, event: Event) -> bool:
        """Let `event` happen; return whether it changes anything."""
        gone = event.gone & self.left
        self.left ^= gone
        if gone:
            self.events.append(event._replace(gone=gone))
        return gone != 0

    def _end(self, end: Event) -> bool:
        """Note that nothing is left of the candidates that `end` needs."""
        self.events.append(end._replace(needs=end.needs & self.whole & ~self.left))
        return True

    def follow(self) -> bool:
        """Return whether it comes to a contradiction."""
        while True:
            before = self.left
            if self._cells() or (self.left == before and self._houses()):
                return True
            if self.left == before and self._clues():
                return True
            if self.left == before:
                self._pointings()
            if self.left == before:
                return False

    def _cells(self) -> bool:
        layout = self.layout
        for cell in layout.cells:
            column = self._column(cell)
            left = self.left & column
            if not left:
                return self._end(Event(0, column, cell))
            if not left & left - 1 and not left & self.placed:
                self.placed |= left
                node = left.bit_length() - 1
                needs = self.whole & column & ~left
                digit = node // self.n_cells + 1
                self._add(Event(layout.weak_links[node] & ~column, needs, cell, None, digit))
        return False

    def _places(self) -> Iterator[tuple[int, House, int]]:
        """Yield each digit with each house, and the cells there that it has left."""
        for digit in self.layout.digits:
            board = self.left >> self._node(0, digit) & self.layout.all_cells
            for house in self.layout.houses:
                yield digit, house, board & house.mask

    def _houses(self) -> bool:
        for digit, house, places in self._places():
            if not places & places - 1:
                offset = self._node(0, digit)
                mask = house.mask << offset
                if not places:
                    return self._end(Event(0, mask, None, house, digit))
                cell = self.layout.cell_alone[places]
                gone = self._column(cell) & ~(places << offset)
                needs = self.whole & mask & ~(places << offset)
                self._add(Event(gone, needs, cell, house, digit))
        return False

    def _pointings(self) -> None:
        for digit, house, places in self._places():
            if 1 < places.bit_count() <= MOST_PLACES:
                offset = self._node(0, digit)
                gone = self.left
                for cell in bits(places):
                    gone &= self.layout.weak_links[offset + cell]
                needs = self.whole & (house.mask & ~places) << offset
                self._add(Event(gone, needs, None, house, digit))

    def _clues(self) -> bool:
        for number, (clue, part) in enumerate(parts_of(self.layout)):
            columns = _columns(part.cells, self.layout)
            mask = reduce(or_, columns)
            if self._asked.get(number) == self.left & mask:
                continue
            self._asked[number] = self.left & mask
            held = tuple(
                [
                    sum([1 << node // self.n_cells for node in bits(self.left & column)])
                    for column in columns
                ]
            )
            assert part.fillings is not None
            kept = part.fillings.supported(held)
            if kept == held:
                continue
            if not kept:
                return self._end(Event(0, mask, None, None, 0, clue, part))
            gone = 0
            for cell, some in zip(part.cells, map(int.__xor__, held, kept)):
                for digit in digits_of[some]:
                    gone |= 1 << self._node(cell, digit)
            self._add(Event(gone, self.whole & mask & ~self.left, None, None, 0, clue, part))
        return False

    def used(self) -> list[Event]:
        """Return the events that lead to the end, with what they eliminate for it."""
        *_, end = self.events
        needs, used = end.needs, [end]
        for event in reversed(self.events[:-1]):
            if event.gone & needs:
                used.append(event._replace(gone=event.gone & needs))
                needs |= event.needs
        return used[::-1]

    def step(self) -> Step:
        """Return the step that eliminates what was supposed."""
        *events, end = self.used()
        grid, layout = self.grid, self.layout
        cells: dict[int, None] = {}
        for event in (*events, end):
            if event.part is not None:
                cells.update(dict.fromkeys(event.part.cells))
            elif event.cell is not None and event.house is None:
                cells[event.cell] = None
        named = because_of(grid, sorted(cells))
        named += [
            candidate(node, layout)
            for event in (*events, end)
            if event.house is not None
            for node in bits(event.house.mask << self._node(0, event.digit) & self.whole)
        ]
        start = f"{self.start.cell} is {symbol(self.start.digit)}"
        told = [text for event in events if (text := self._told(event)) != start]
        way = f"{'; '.join(dict.fromkeys(told))}; then " if told else ""
        return Step(
            eliminations=[self.start],
            because=[*dict.fromkeys(each for each in named if each != self.start)],
            houses=[*dict.fromkeys(e.house for e in (*events, end) if e.house is not None)],
            clues=[*dict.fromkeys(chain.from_iterable(map(self._clues_of, (*events, end))))],
            pattern=f"{self.start.cell}={self.start.digit} -> contradiction",
            reason=f"if {start}: {way}{_lack(end)}; so {start.replace(' is ', ' is not ')}",
            difficulty=len(events),
        )

    def _clues_of(self, event: Event) -> Iterator[Clue]:
        """Yield the clues by which an `event` eliminates what it does."""
        if event.clue is not None:
            yield event.clue
        elif event.gone:
            places = [Candidate(event.cell, event.digit)] if event.cell is not None else []
            if event.house is not None and event.cell is None:
                offset = self._node(0, event.digit)
                mask = event.house.mask << offset & self.whole & ~event.needs
                places = [candidate(node, self.layout) for node in bits(mask)]
            for node in bits(event.gone):
                for place in places:
                    yield from clues_between(place, candidate(node, self.layout), self.layout)[:1]

    def _told(self, event: Event) -> str:
        """Return an event in words."""
        if event.cell is not None:
            where = f" ({event.house})" if event.house else ""
            return f"{event.cell} is {symbol(event.digit)}{where}"
        lost = listed(
            f"{symbol(digit)} in {cell}"
            for cell, digit in (candidate(node, self.layout) for node in bits(event.gone))
        )
        return f"{event.clue or f'{symbol(event.digit)} in {event.house}'} rules out {lost}"


@lru_cache(maxsize=1 << 12)
def _columns(cells: tuple[int, ...], layout: Layout) -> list[int]:
    """Return the candidates of each of the `cells`."""
    return [in_cell(cell, layout) for cell in cells]


def _lack(end: Event) -> str:
    """Return what is wrong in the end, in words."""
    if end.clue is not None:
        return f"{end.clue} cannot be filled"
    if end.house is not None:
        return f"{end.house} has no place left for {symbol(end.digit)}"
    return f"{end.cell} has no candidate left"
