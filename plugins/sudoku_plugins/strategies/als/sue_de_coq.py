"""Sue de Coq: cells around the crossing of a box and a line that use up all their digits.

Look where a box and a line cross. Take two or three open cells of the crossing; they should hold at
least two digits more than there are cells, say 1, 2, 3 and 4 in two cells. Then look for one or
more cells in the rest of the line (the *line set*), and for some in the rest of the box (the *box
set*), that take these digits away from them: here a cell with 1 and 2 in the line, and one with 3
and 4 in the box::

    134 .   24 | -   -  12 | -  -  -   r1c1, r1c3: the crossing
    34  *   *  | .   .  .  | .  .  .   r1c6: the line set, r2c1: the box set
    *   *   *  | .   .  .  | .  .  .   - loses 1 and 2, * loses 3 and 4

Four cells hold four digits. Could they have one of them twice? Not 1 or 2: these are only in the
crossing and in the line set, so all their places are in one row. Not 3 or 4: all their places
are in one box. So the four cells get the four digits once each. The other cells of the row then
lose 1 and 2, and the other cells of the box lose 3 and 4. A digit that only the crossing holds is
lost by both.

The sets may be larger and hold digits that the crossing does not: just count. All together there
must be as many cells as digits. A digit of the line set alone is then lost by the line, one of the
box set alone by the box. No digit of the crossing may be in both sets; one that is in both sets
but not in the crossing fits twice, so count it twice. On boards of more than nine rows only sets
of up to three cells are tried.

Described at https://www.sudokuwiki.org/Sue_De_Coq and
https://hodoku.sourceforge.net/en/tech_misc.php.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from operator import itemgetter
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Step
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits, digits_of, mask_of, union
from sudoku_engine.board.say import Said, say
from sudoku_plugins.strategies.analysis import candidates_in, first_of_each_effect
from sudoku_plugins.strategies.analysis.pattern_texts import als_text
from sudoku_plugins.strategies.families import als_strategy
from sudoku_plugins.strategies.locked_candidates import Crossing, crossings

EXAMPLE = "1..4.5....5.1.3.4..4872..1.8..5..431..124.658564831792...914...417658329985372164"
"""2, 3, 6 and 9 in r1c3 and r2c3, with r4c3 of column 3 and r3c1 of box 1."""


@als_strategy("Sue de Coq", score=250, level="unfair", example=EXAMPLE)
def sue_de_coq(grid: Grid) -> Iterator[Step]:
    """Eliminate digits that cells around a crossing use up from the rest of its box and line."""
    found = [
        each for where, read in _readers(grid.layout) for each in patterns(where, read(grid.masks))
    ]
    found.sort(key=lambda each: len(each.cells))
    steps = (each.step(grid) for each in found)
    return first_of_each_effect(step for step in steps if step.eliminations)


class CellSet(NamedTuple):
    """Some open cells, and the mask of their digits."""

    cells: tuple[Cell, ...]
    digits: int


class SueDeCoq(NamedTuple):
    """Cells in the crossing of a box and a line, and in the rest of the line and of the box."""

    crossing: CellSet
    line_set: CellSet
    box_set: CellSet
    line: House
    box: House

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All its cells."""
        return self.crossing.cells + self.line_set.cells + self.box_set.cells

    def step(self, grid: Grid) -> Step:
        """Return the step on `grid`; it may eliminate nothing."""
        layout = grid.layout
        held, in_line, in_box = (part.digits for part in self[:3])
        used_up = {self.line: held & ~in_box | in_line, self.box: held & ~in_line | in_box}
        lost = {
            Candidate(cell, digit)
            for house, digits in used_up.items()
            for digit in digits_of[digits]
            for cell in layout.cells_in(grid.boards[digit] & house.mask & ~mask_of(self.cells))
        }
        sets = {"crossing": self.crossing, "line set": self.line_set, "box set": self.box_set}
        return Step(
            eliminations=sorted(lost, key=lambda each: (each.digit, each.cell)),
            because={role: candidates_in(grid, cells) for role, (cells, _) in sets.items()},
            houses=[*used_up],
            pattern=", ".join(
                als_text(name, cells, digits_of[digits], layout)
                for name, (cells, digits) in zip("CLB", sets.values())
            ),
            reason=self._reason(used_up),
        )

    def _reason(self, used_up: Mapping[House, int]) -> Said:
        held, in_line, in_box = (part.digits for part in self[:3])
        both = digits_of[in_line & in_box]
        line, box = (
            say("{house} has its {digits}", house=house, digits=digits_of[each])
            for house, each in used_up.items()
        )
        return say(
            "{cells} are {size:#} cells for as many digits ({digits}, {both} twice),| none of "
            "which fits there more often;| so all are there:| {line} in these cells, {box} in "
            "them, and nowhere else"
            if both
            else "{cells} are {size:#} cells for as many digits ({digits}),| none of which fits "
            "there twice;| so all are there:| {line} in these cells, {box} in them, and nowhere "
            "else",
            cells=sorted(self.cells),
            size=len(self.cells),
            digits=digits_of[held | in_line | in_box],
            both=both,
            line=line,
            box=box,
        )


Reader = Callable[[Sequence[int]], tuple[int, ...]]


@per_layout
def _readers(layout: Layout) -> list[tuple[Crossing, Reader]]:
    """Return the crossings, each with a function that picks what is its own from a list by cell."""
    return [(where, itemgetter(*_cells(where))) for where in crossings(layout)]


def _cells(where: Crossing) -> list[Cell]:
    """Return the cells of a crossing, then those of the rest of its line and of its box."""
    cells_in = where.box.layout.cells_in
    return cells_in(where.common) + cells_in(where.rest_of_line) + cells_in(where.rest_of_box)


NumberedSet = tuple[int, int]
"""Some of a row of open cells, as the mask of their numbers, and the mask of their digits."""


@bounded_cache(lambda found: 600 + 1000 * len(found))
def patterns(where: Crossing, masks: tuple[int, ...]) -> tuple[SueDeCoq, ...]:
    """Return all that there are in a crossing, also those that eliminate nothing.

    `masks`: the candidates of its `_cells`.
    """
    most = 6 if where.box.layout.n < 10 else 3
    in_common = where.common.bit_count()
    in_both = in_common + where.rest_of_line.bit_count()
    middles = _middles(masks[:in_common], most)
    if not middles:
        return ()
    widest = max(digits.bit_count() for _, digits in middles) - 3
    line_sets = loose_sets(masks[in_common:in_both], most, widest)
    started = [(middle, takers) for middle in middles if (takers := _takers(line_sets, middle))]
    if not started:
        return ()
    box_sets = loose_sets(masks[in_both:], most, widest)
    found = [
        (middle, line_set, box_set)
        for middle, takers in started
        for (taken, line_set), (also, box_set) in product(takers, _takers(box_sets, middle))
        if taken + also == _surplus(middle) and not line_set[1] & box_set[1] & middle[1]
    ]
    if not found:
        return ()
    # Small sets first, then in the order of their cells.
    found.sort(key=lambda sets: [(each.bit_count(), [*bits(each)]) for each, _ in sets])
    cells = _cells(where)
    common, line, box = cells[:in_common], cells[in_common:in_both], cells[in_both:]
    return tuple(
        [
            SueDeCoq(_of(common, middle), _of(line, one), _of(box, two), where.line, where.box)
            for middle, one, two in found
        ]
    )


def _of(cells: Sequence[Cell], some: NumberedSet) -> CellSet:
    members, digits = some
    return CellSet(tuple([cells[number] for number in bits(members)]), digits)


def _surplus(some: NumberedSet) -> int:
    members, digits = some
    return digits.bit_count() - members.bit_count()


def _middles(masks: Sequence[int], most: int) -> list[NumberedSet]:
    """Return two or three cells of a crossing each, with at least two digits more than cells.

    A set of `most` cells can take no more than that many digits away from them.
    """
    cells = [(1 << number, mask) for number, mask in enumerate(masks) if mask]
    found = [
        (sum([bit for bit, _ in some]), union([mask for _, mask in some]))
        for some in chain(combinations(cells, 2), combinations(cells, 3))
    ]
    return [each for each in found if 2 <= _surplus(each) <= 2 * most]


def _takers(sets: Sequence[NumberedSet], middle: NumberedSet) -> list[tuple[int, NumberedSet]]:
    """Return the `sets` that take digits from cells in the crossing, and how many each takes.

    They leave one of the surplus, and two digits, to a set on the other side.
    """
    held, surplus = middle[1], _surplus(middle)
    most = held.bit_count() - 2
    return [
        (taken, (members, digits))
        for members, digits in sets
        if 0 < (taken := members.bit_count() - (digits & ~held).bit_count()) < surplus
        and (digits & held).bit_count() <= most
    ]


@bounded_cache(lambda found: 300 + 130 * len(found))
def loose_sets(masks: tuple[int, ...], most: int, widest: int) -> tuple[NumberedSet, ...]:
    """Return the sets of up to `most` of the cells with these `masks` with more digits than cells.

    They have at most `widest` digits more than cells; sets with more of them hold so many of a
    crossing's digits that too few are left to the other side.
    """
    grown: list[NumberedSet] = [(0, 0)]
    for number, mask in enumerate(masks):
        if mask:
            grown += [
                (members | 1 << number, union)
                for members, digits in grown
                if members.bit_count() < most
                and (union := digits | mask).bit_count() <= widest + most
            ]
    return tuple(
        [each for each in grown if 0 < each[1].bit_count() - each[0].bit_count() <= widest]
    )
