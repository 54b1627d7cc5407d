"""Clue nets: suppose a candidate and follow singles and clues until something has no choice left.

A forcing net knows what excludes what. Here the clues take part as a whole: after each digit that
is placed, each clue keeps only what its fillings still have, and so do the sums that cages leave
over in houses. So a sum of five cells, a sandwich or a skyscraper lead on, of which no two
candidates exclude each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from sudoku_engine import Branch, Candidate, Grid, House, Layout, Step
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import bits
from sudoku_engine.board.say import Said, say
from sudoku_engine.board.variants import excluding
from sudoku_plugins.strategies.analysis import all_in, held_by, lost
from sudoku_plugins.strategies.analysis.truths import (
    Truth,
    candidate,
    candidates,
    in_words,
    packed,
    truths_of,
)
from sudoku_plugins.strategies.clues.house_sums import clues_of
from sudoku_plugins.strategies.clues.one_clue import parts_of
from sudoku_plugins.strategies.families import clue_strategy

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue, Fillings
    from sudoku_plugins.variants.sums import Equation

CHAIN_EXAMPLE = """
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
"""With 3 in r8c4 the cage of 28 in box 9 needs 9 in r9c7, and row 8 has no place for 9."""

NET_EXAMPLE = """
clues: little killer 18 r1c4,r2c3,r3c2,r4c1; little killer 21 r1c3,r2c2,r3c1
clues: little killer 16 r9c7,r8c8,r7c9; little killer 21 r6c1,r7c2,r8c3,r9c4
clues: little killer 14 r3c9,r2c8,r1c7; little killer 30 r1c6,r2c5,r3c4,r4c3,r5c2,r6c1
clues: little killer 3 r1c2,r2c1; little killer 34 r9c3,r8c4,r7c5,r6c6,r5c7,r4c8,r3c9
clues: little killer 33 r9c8,r8c7,r7c6,r6c5,r5c4,r4c3,r3c2,r2c1
5 2 7 4 {136} {136} 8 {13} 9
1 6 3 {28} 9 {28} 7 4 5
8 4 9 {135} {1357} {357} {16} {136} 2
7 5 6 {1238} {12348} {123489} {1249} {128} {138}
2 {18} {148} 7 {134568} {1345689} {459} {15} {1368}
3 9 {148} {12568} {12456} {124568} {1245} 7 {168}
9 {18} 2 {13568} {378} {137} {56} {568} 4
4 3 {18} {12568} {12568} {12568} {1256} 9 7
6 7 5 9 {1248} {1248} 3 {28} {18}
"""
"""3 in r3c6 leads to r8c3, which has nothing left, in six steps."""

AT_ONCE = 12
"""How many contradictions are worked out before the shortest of them is shown."""

GLANCES = 2
"""How often a clue chain looks at what has changed."""

MOST_PLACES = 3
"""The most places of a digit in a house whose common exclusions are tried."""

MOST_TOLD = 4
"""The most consequences that a pupil follows at once; more are shown in branches."""

MOST_MOVES = 5_000
"""A clue with a machine of more moves is large: it is asked when all else leads nowhere."""

MOST_WORK = 50_000_000
"""The moves of large clues that are looked at on a board."""


class Demand(NamedTuple):
    """A demand on some cells: of a clue, or of houses and their cages, which add up."""

    cells: tuple[int, ...]
    fillings: Fillings | Equation
    """The digits that the cells may hold."""
    clues: Sequence[Clue]
    houses: Sequence[House]
    """The houses whose sum it is."""
    mask: int
    n_moves: int = 0

    def __str__(self) -> str:
        return str(self.in_words)

    @property
    def in_words(self) -> Said:
        """Whose demand it is."""
        if self.houses:
            return say("{houses} and the cages there", houses=self.houses)
        return say("{clue:name}", clue=self.clues[0].brief)

    @property
    def lack(self) -> Said:
        """That nothing is left, in words."""
        return say(
            "{these} cannot add up" if self.houses else "{these} cannot be filled",
            these=self.in_words,
        )


class Event(NamedTuple):
    """Something that follows, and the candidates that it eliminates; or the end of a net."""

    gone: int
    """The candidates that it eliminates, as a mask; none at the end."""
    places: int
    """What was left of the truth: what is true, or one of what eliminates the others."""
    truth: Truth | None = None
    """The cell, or the digit of a house; None for what is supposed, and for clues."""
    demand: Demand | None = None
    held: tuple[int, ...] = ()
    """By cell of the demand the digits that it could hold."""

    @property
    def source(self) -> int | Sequence[int] | None:
        """Its source: the candidates of the truth, or the cells of the demand."""
        return self.truth.mask if self.truth else self.demand and self.demand.cells


@clue_strategy("Clue Net", score=600, level="extreme", example=NET_EXAMPLE)
def clue_net(grid: Grid) -> Iterator[Step]:
    """Suppose a candidate, and follow singles and clues to a contradiction.

    Suppose that a candidate is true, in pencil. Place it and follow it: the last candidate of a
    cell, the last place of a digit in a house, in each clue the digits that its fillings still
    have, and in each house the digits with which it and its cages add up. If in the end a cell or a
    house has nothing left, a clue has no filling, or a sum cannot be right, what you supposed is
    false::

        if r1c1 is 3: r1c2 is not 1, 2 or 8 (killer cage 8 r1c1,r1c2); r4c2 is 7 (row 4);
        then thermometer r4c2,r5c2,r6c2,r7c2 cannot be filled; so r1c1 is not 3

    It is the last resort on boards with clues. Begin in cells with few candidates, where several
    clues meet.
    """
    if grid.layout.parts:
        stuck: list[_Net] = []
        yield from _contradictions(_nets(grid), lambda net: net.follow(with_large=False), stuck)
        yield from _contradictions(stuck, _Net.follow, [])


@clue_strategy("Clue Chain", score=200, level="hard", example=CHAIN_EXAMPLE)
def clue_chain(grid: Grid) -> Iterator[Step]:
    """Suppose a candidate, and see at a second glance that it cannot be.

    Place it in pencil. Look once at all cells, houses and clues that it touches: what do they still
    allow? Then look at those that this touches. If something has nothing left by now, the candidate
    is false::

        if r8c4 is 3: r8c8 is not 9 (killer cage 28 r7c7,r7c8,r8c7,r8c8,r9c7);
        then row 8 has no place left for 9; so r8c4 is not 3

    That much one can see without writing anything down. What takes longer is a clue net.
    """
    if grid.layout.parts:
        yield from _contradictions(_nets(grid), _Net.ends_soon, [])


def _nets(grid: Grid) -> list[_Net]:
    """Return the nets of all candidates, those of cells with few candidates first."""
    board = _Board(grid)
    return [
        _Net(board, Candidate(cell, digit))
        for cell in sorted(grid.open_cells, key=lambda cell: grid.masks[cell].bit_count())
        for digit in sorted(grid.candidates(cell))
    ]


def _contradictions(
    nets: Iterable[_Net], ends: Callable[[_Net], bool], stuck: list[_Net]
) -> Iterator[Step]:
    """Yield the steps of the `nets` that come to a contradiction as `ends` says, short ones first.

    The others are added to `stuck`.
    """
    found: list[tuple[int, int, _Net]] = []
    for number, net in enumerate(nets):
        if ends(net):
            found.append((len(net.proof()), number, net))
            if len(found) == AT_ONCE:
                yield min(found)[2].step()
                found.remove(min(found))
        else:
            stuck.append(net)
    for _, _, net in sorted(found):
        yield net.step()


class _Board:
    """The common start of all nets on a board."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.layout = layout = grid.layout
        self.whole, self.placed = packed(grid)
        self.masks = held_by(grid, layout.cells)
        """By cell the digits that it holds or can hold."""
        truths = truths_of(layout).every
        self.work_left = MOST_WORK
        self.counts = [(self.whole & truth.mask).bit_count() for truth in truths]
        """By truth the number of its candidates."""


SMALL, SUMS, LARGE = range(3)
"""The kinds of demands, in the order in which nets ask them."""


@per_layout
def _demands(layout: Layout) -> tuple[Sequence[Demand], ...]:
    """Return the demands of small clues, the sums, and the demands of large clues."""
    from sudoku_plugins.variants.sums import equations  # only boards with clues need it

    small: list[Demand] = []
    large: list[Demand] = []
    for clue, part in parts_of(layout):
        if part.fillings:
            n_moves = sum(len(moves) for layer in part.fillings.layers for moves in layer)
            mask = _candidates_of(part.cells, layout)
            demand = Demand(part.cells, part.fillings, [clue], (), mask, n_moves)
            (large if n_moves > MOST_MOVES else small).append(demand)
    sums = [
        Demand(
            each.cells,
            each,
            clues_of(each, layout, each.clues),
            each.houses,
            _candidates_of(each.cells, layout),
        )
        for each in equations(layout)
    ]
    return small, sums, large


def _candidates_of(cells: Sequence[int], layout: Layout) -> int:
    return sum([layout.first_cell << cell for cell in cells])


@per_layout
def _truth_numbers(layout: Layout) -> Sequence[Sequence[int]]:
    numbers: list[list[int]] = [[] for _ in range(layout.n * len(layout.cells))]
    for number, truth in enumerate(truths_of(layout).every):
        for node in bits(truth.mask):
            numbers[node].append(number)
    return numbers


class _Net:
    """The consequences of an assumption."""

    def __init__(self, board: _Board, start: Candidate, only: Collection[object] = ()) -> None:
        """Suppose `start`; `only`: nothing follows but from these, if any are given."""
        self.board = board
        self.only = only
        self.layout = layout = board.layout
        self.start = start
        self.left = board.whole
        """The candidates that are left."""
        self.placed = board.placed
        self.masks = [*board.masks]
        self.counts = [*board.counts]
        self.events: list[Event] = []
        self.ends: list[Event] = []
        self.truths = truths_of(layout).every
        self.numbers = _truth_numbers(layout)
        self.singles: deque[int] = deque()
        """The truths with one candidate left."""
        self.near: dict[int, None] = {}
        """Those that have few since they were asked what all of these exclude."""
        self.demands = _demands(layout)
        self.asked = [self.left] * len(self.demands)
        """What was left when the small clues, the sums and the large clues were asked."""

    def follow(self, with_large: bool = True) -> bool:
        """Return whether it comes to a contradiction; `with_large`: large clues are asked, too."""
        if not self.events:
            self._place(self._nodes(1 << self.start.digit - 1, self.start.cell), None)
        while not self.ends:
            if self.singles:
                truth = self.truths[self.singles.popleft()]
                self._place(self.left & truth.mask, truth)
            elif not (
                self._ask(SMALL)
                or self._point()
                or self._ask(SUMS)
                or (with_large and self._ask(LARGE))
            ):
                return False
        return True

    def ends_soon(self) -> bool:
        """Return whether it comes to a contradiction at a second glance, without large clues."""
        self._place(self._nodes(1 << self.start.digit - 1, self.start.cell), None)
        for _ in range(GLANCES):
            singles, self.singles = self.singles, deque()
            fresh = self.asked[SMALL] & ~self.left
            self.asked[SMALL] = self.left
            asked = [self._asked(demand) for demand in self.demands[SMALL] if fresh & demand.mask]
            for number in singles:
                truth = self.truths[number]
                if bit := self.left & truth.mask:
                    self._place(bit, truth)
            events = [event for event in asked if event is not None]
            self.ends += [event for event in events if not event.gone]
            for event in events:
                self._add(event)
            if self.ends:
                return True
        return False

    def _place(self, bit: int, truth: Truth | None) -> None:
        if not self.placed & bit and self._is_allowed(truth and truth.mask):
            self.placed |= bit
            self._add(Event(self.layout.weak_links[bit.bit_length() - 1], bit, truth))

    def _add(self, event: Event) -> None:
        gone = event.gone & self.left
        if not gone or not self._is_allowed(event.source):
            return
        self.events.append(event._replace(gone=gone))
        self.left ^= gone
        counts, n_cells = self.counts, len(self.layout.cells)
        for node in bits(gone):
            index, cell = divmod(node, n_cells)
            self.masks[cell] ^= 1 << index
            for number in self.numbers[node]:
                counts[number] = n_left = counts[number] - 1
                if n_left == 1:
                    self.singles.append(number)
                elif not n_left:
                    self.ends.append(Event(0, 0, self.truths[number]))
                elif n_left <= MOST_PLACES:
                    self.near[number] = None

    def _is_allowed(self, source: object) -> bool:
        return not self.only or source in self.only

    def _ask(self, kind: int) -> bool:
        """Ask the demands on cells that have lost something; return whether anything follows."""
        before, fresh = self.left, self.asked[kind] & ~self.left
        self.asked[kind] = self.left
        for demand in self.demands[kind] if fresh else ():
            if fresh & demand.mask:
                if demand.n_moves > MOST_MOVES:
                    if self.board.work_left < 0 or not self._is_allowed(demand.cells):
                        continue
                    self.board.work_left -= demand.n_moves
                if (event := self._asked(demand)) is None:
                    continue
                if not event.gone:
                    self.ends.append(event)
                    return True
                self._add(event)
        return self.left != before

    def _asked(self, demand: Demand) -> Event | None:
        """Return what a `demand` rules out, if it does; nothing goes if no filling is left."""
        held = tuple([self.masks[cell] for cell in demand.cells])
        kept = demand.fillings.supported(held)
        if kept == held:
            return None
        lost = map(int.__xor__, held, kept)
        return Event(sum(map(self._nodes, lost, demand.cells)), 0, None, demand, held)

    def _point(self) -> bool:
        """Eliminate what all places of a digit in a house exclude; return whether there is any."""
        before, near = self.left, self.near
        self.near = {}
        for number in near:
            truth = self.truths[number]
            places = self.left & truth.mask
            if places & places - 1:
                gone = self.left
                for node in bits(places):
                    gone &= self.layout.weak_links[node]
                self._add(Event(gone, places, truth))
        return self.left != before

    def proof(self) -> list[Event]:
        """Return the events that lead to an end, with the eliminations needed, and the end."""
        return min(map(self._proof, self.ends), key=len)

    def shortest_proof(self) -> list[Event]:
        """Return a proof from which nothing can be left out."""
        best = self.proof()
        left_out = 1
        while left_out < len(best) - 1:
            only = {event.source for event in (*best[:left_out], *best[left_out + 1 :])}
            net = _Net(self.board, self.start, only)
            if net.follow() and len(proof := net.proof()) < len(best):
                best, left_out = proof, 1
            else:
                left_out += 1
        return best

    def _proof(self, end: Event) -> list[Event]:
        needs, used = self._needs(end), [end]
        for event in reversed(self.events):
            if event.gone & needs:
                event = event._replace(gone=event.gone & needs)
                used.append(event)
                needs |= self._needs(event)
        return used[::-1]

    def _needs(self, event: Event) -> int:
        """Return the candidates that had to be gone before `event`."""
        if event.demand is not None:
            return self._cells_needed(event, event.demand)
        return self.board.whole & event.truth.mask & ~event.places if event.truth else 0

    def _cells_needed(self, event: Event, demand: Demand) -> int:
        """Return what had to be gone from the cells of a demand: from as few as possible."""
        lost = [self._digits(event.gone, cell) for cell in demand.cells]
        held, needs = event.held, 0
        for place, cell in enumerate(demand.cells):
            before = self.board.masks[cell]
            if held[place] != before:
                looser = (*held[:place], before, *held[place + 1 :])
                kept = demand.fillings.supported(looser)
                if not kept or (event.gone and not any(map(int.__and__, kept, lost))):
                    held = looser
                else:
                    needs |= self._nodes(before & ~held[place], cell)
        return needs

    def _digits(self, nodes: int, cell: int) -> int:
        column = nodes & self.layout.first_cell << cell
        return sum([1 << node // len(self.layout.cells) for node in bits(column)])

    def _nodes(self, digits: int, cell: int) -> int:
        """Return the candidates of a mask of `digits` in `cell`."""
        return sum([1 << index * len(self.layout.cells) + cell for index in bits(digits)])

    def step(self) -> Step:
        """Return the step that eliminates the refuted assumption."""
        *events, end = proof = self.shortest_proof()
        grid, layout = self.board.grid, self.layout
        cells: dict[int, None] = {}
        houses: dict[House, None] = {}
        named: list[Candidate] = []
        for event in proof:
            if event.demand is not None:
                cells.update(dict.fromkeys(event.demand.cells))
                houses.update(dict.fromkeys(event.demand.houses))
            elif event.truth is not None and event.truth.house is not None:
                houses[event.truth.house] = None
                named += candidates(self.board.whole & event.truth.mask, layout)
            elif event.truth is not None and event.truth.cell is not None:
                cells[event.truth.cell] = None
        named = [*all_in(grid, sorted(cells)), *named]
        start = in_words(self.start)
        told = [self._told(event) for event in events[1:]]
        source = end.demand or end.truth
        assert source is not None
        lack = source.lack
        if not told:
            way = lack
        elif len(told) <= MOST_TOLD:
            way = say("{told:; |};| then {lack}", told=told, lack=lack)
        else:
            way = say("{n:#} things follow until {lack}", n=len(told), lack=lack)
        return Step(
            eliminations=[self.start],
            because=[*dict.fromkeys(each for each in named if each != self.start)],
            houses=[*houses],
            clues=self._clues(proof),
            branches=self._branches(events[1:], told) if len(told) > MOST_TOLD else (),
            pattern=f"{self.start} -> contradiction",
            reason=say(
                "if {start}:| {way};| so {end}",
                start=start,
                way=way,
                end=in_words(self.start, False),
            ),
            difficulty=len(events),
        )

    def _branches(self, events: Sequence[Event], told: Sequence[Said]) -> Iterator[Branch]:
        n_branches = -(-len(told) // MOST_TOLD)
        most = -(-len(told) // n_branches)
        for first in range(0, len(told), most):
            some = slice(first, first + most)
            on = off = 0
            for event in events[some]:
                on |= event.places if not event.places & event.places - 1 else 0
                off |= event.gone
            named = {"on": candidates(on, self.layout), "off": candidates(off & ~on, self.layout)}
            title = say(
                "then {told:; |}" if first else "if {start}:| {told:; |}",
                told=told[some],
                start=in_words(self.start),
            )
            yield Branch(title, {role: group for role, group in named.items() if group})

    def _clues(self, proof: Sequence[Event]) -> list[Clue]:
        layout = self.layout
        named = {clue: None for event in proof if event.demand for clue in event.demand.clues}
        pairs = (
            pair
            for event in proof
            for pair in product(candidates(event.places, layout), candidates(event.gone, layout))
        )
        return excluding(pairs, layout, named)

    def _told(self, event: Event) -> Said:
        gone, house = lost(candidates(event.gone, self.layout)), event.truth and event.truth.house
        if event.truth is None:
            assert event.demand is not None
            return say("{what} ({why})", what=gone, why=event.demand.in_words)
        if house and event.places & event.places - 1:
            return say(
                "{lost}, by the places of {digit} in {house}",
                lost=gone,
                digit=event.truth.digit,
                house=house,
            )
        found = in_words(candidate(event.places.bit_length() - 1, self.layout))
        return say("{what} ({why})", what=found, why=house) if house else found
