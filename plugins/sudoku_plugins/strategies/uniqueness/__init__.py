"""Deadly patterns: cells that could be filled in two ways, so that the puzzle had two solutions.

A pattern's cells have two *core* candidates each, and every house that meets the pattern has each
core digit there just twice. If each cell held one of its core candidates, each could take its other
one instead: no house would notice. A puzzle with one solution must not allow that, so some
cell holds an *extra*, a candidate that is not core. What follows depends on where the extras are.

The smallest is a **rectangle**: four cells where two rows and two columns cross. If they are in two
boxes, each house that meets them has just two of them, next to each other along a side. So if two
digits fill the corners in turn, they can change places and every house still has each digit once.
On a jigsaw the boxes are the regions. A further house, such as a diagonal, must not hold a corner:
it could lose a digit. And where clues say more than which cells are a house, only one of the two
fillings may obey them: there nobody looks for these patterns.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import and_, or_
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Step
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.masks import bits, digits_of, mask_of, union
from sudoku_engine.board.notation import subset_text
from sudoku_engine.board.say import Part, Said, say
from sudoku_plugins.strategies.analysis import bivalue_cells, first_of_each_effect, held_by
from sudoku_plugins.strategies.naked_subsets import groups_of

LARGEST_SUBSET = 4
"""The number of digits that a subset with the extras may have."""


class Deadly(NamedTuple):
    """A deadly pattern of a board, and the extra candidates of which one must be true."""

    cells: tuple[Cell, ...]
    extras: Mapping[Cell, int]
    """The masks of the extra candidates, by cell, for the cells that have any."""
    digits: int
    """The mask of the digits by which people call the pattern; 0 if it has many."""

    @property
    def threat(self) -> Said:
        """What would follow if no extra were true, as the end of a sentence: ``then …``."""
        if self.digits:
            return say(
                "then {digits} could change places in {cells},| and the puzzle would have two "
                "solutions",
                digits=digits_of[self.digits],
                cells=sorted(self.cells),
            )
        return say(
            "then every open cell could hold the other of its two candidates,| and the puzzle "
            "would have two solutions"
        )

    @property
    def extra_digits(self) -> int:
        """The mask of the digits of all extras."""
        return union(self.extras.values())

    def houses(self, grid: Grid) -> list[House]:
        """Return the boxes of the pattern, where it is small, else the houses of the extras."""
        houses = grid.layout.boxes if self.digits else grid.layout.houses
        cells = mask_of(self.cells if self.digits else self.extras)
        return [house for house in houses if house.mask & cells]

    def core(self, grid: Grid, cell: Cell) -> int:
        """Return the mask of the core candidates of `cell`."""
        return held_by(grid, [cell])[0] & ~self.extras.get(cell, 0)

    def step(
        self,
        grid: Grid,
        eliminations: Iterable[tuple[int, int]],
        houses: Iterable[House],
        reason: Said,
        subset: Sequence[Cell] = (),
    ) -> Iterator[Step]:
        """Yield the step with those of the `eliminations` (cells, masks) that change something."""
        struck = [
            Candidate(grid.layout.cells[cell], digit)
            for cell, digits in eliminations
            for digit in sorted(digits_of[digits & grid.masks[cell]])
        ]
        if struck:
            named = self.cells if self.digits else tuple(self.extras)
            digits = digits_of[self.digits or self.extra_digits]
            roles = {
                "corner": _candidates((cell, self.core(grid, cell)) for cell in self.cells),
                "extra": _candidates(self.extras.items()),
                "subset": _candidates((cell, grid.masks[cell]) for cell in subset),
            }
            yield Step(
                eliminations=struck,
                because={role: group for role, group in roles.items() if group},
                houses=houses,
                pattern=subset_text(digits, named, grid.layout),
                reason=reason,
            )


def either(digits: int) -> Said:
    """Return the digits of a mask for a sentence that leaves open which it is.

    >>> either(0b111)
    say('1, 2 or 3')
    """
    return say("{digits:or}", digits=digits_of[digits])


def none_of(things: Sequence[Part]) -> Said:
    """Return two things or more for a sentence that denies something of all of them.

    >>> none_of(["r1c1", "r1c2"]), none_of(["r1c1", "r1c2", "r1c3"])
    (say('neither r1c1 nor r1c2'), say('none of r1c1, r1c2 and r1c3'))
    """
    if len(things) == 2:
        return say("neither {first} nor {other}", first=things[0], other=things[1])
    return say("none of {things}", things=things)


def smallest_by_effect(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield of `steps` with the same effect only the one that rests on the fewest candidates."""
    return first_of_each_effect(sorted(steps, key=lambda step: len(step.grounds)))


def _candidates(masks: Iterable[tuple[Cell, int]]) -> list[Candidate]:
    return sorted(Candidate(cell, digit) for cell, mask in masks for digit in digits_of[mask])


def by_one_cell(grid: Grid, deadly: Deadly) -> Iterator[Step]:
    """Yield the step if only one cell has extras: it must hold one of them."""
    if len(deadly.extras) == 1:
        ((cell, extra),) = deadly.extras.items()
        core = deadly.core(grid, cell)
        reason = say(
            "if {cell} were {core},| {threat};| so it is {extra}",
            cell=cell,
            core=either(core),
            threat=deadly.threat,
            extra=either(extra),
        )
        yield from deadly.step(grid, [(cell, core)], deadly.houses(grid), reason)


def by_one_digit(grid: Grid, deadly: Deadly) -> Iterator[Step]:
    """Yield the step if several cells have the same one extra: one of them holds it."""
    extra = deadly.extra_digits
    if len(deadly.extras) > 1 and extra.bit_count() == 1:
        seeing = reduce(and_, (grid.layout.peer_masks[cell] for cell in deadly.extras))
        cells = sorted(deadly.extras)
        reason = say(
            "if {none} were {digit},| {threat};| so one of them is {digit},| and a cell that sees "
            "both is not"
            if len(cells) == 2
            else "if {none} were {digit},| {threat};| so one of them is {digit},| and a cell that "
            "sees all of them is not",
            none=none_of(cells),
            digit=either(extra),
            threat=deadly.threat,
        )
        eliminations = [(cell, extra) for cell in bits(seeing)]
        yield from deadly.step(grid, eliminations, deadly.houses(grid), reason)


def by_subset(grid: Grid, deadly: Deadly) -> Iterator[Step]:
    """Yield the steps of cells that together with one of the extras are a naked subset."""
    if len(deadly.extras) < 2 or deadly.extra_digits.bit_count() < 2:
        return
    for size in range(2, LARGEST_SUBSET + 1):
        for house in grid.layout.houses_with(deadly.extras):
            free = [
                (cell, grid.masks[cell])
                for cell in house.cells
                if grid.masks[cell] and cell not in deadly.cells
            ]
            for cells, digits in groups_of(free, size - 1, size, deadly.extra_digits):
                yield from _subset_step(grid, deadly, cells, digits)


def _subset_step(
    grid: Grid, deadly: Deadly, cells: tuple[Cell, ...], digits: int
) -> Iterator[Step]:
    group = mask_of(cells) | mask_of(deadly.extras)
    houses = grid.layout.houses_with((*cells, *deadly.extras))
    around = reduce(or_, (house.mask for house in houses)) & ~group
    eliminations = [(cell, digits) for cell in bits(around)]
    reason = say(
        "if {none} were {extra},| {threat};| so one of them is {extra},| and with {cells} it uses "
        "up {digits} in {houses}",
        none=none_of(sorted(deadly.extras)),
        extra=either(deadly.extra_digits),
        threat=deadly.threat,
        cells=sorted(cells),
        digits=digits_of[digits],
        houses=houses,
    )
    yield from deadly.step(grid, eliminations, houses, reason, cells)


def by_strong_link(grid: Grid, deadly: Deadly) -> Iterator[Step]:
    """Yield the steps if one of two cells with extras must hold a core digit: not the other."""
    if len(deadly.extras) == 2:
        first, second = deadly.extras
        roof = mask_of(deadly.extras)
        for house in grid.layout.houses_with(deadly.extras):
            for digit in sorted(digits_of[deadly.core(grid, first) & deadly.core(grid, second)]):
                if is_confined(grid, digit, house, roof):
                    kept = ~(1 << digit - 1)
                    others = [(cell, deadly.core(grid, cell) & kept) for cell in deadly.extras]
                    reason = say(
                        "in {house} one of {cells} must be {digit};| if the other were {others},| "
                        "{threat}",
                        house=house,
                        cells=sorted(deadly.extras),
                        digit=digit,
                        others=either(others[0][1] | others[1][1]),
                        threat=deadly.threat,
                    )
                    yield from deadly.step(grid, others, [house], reason)


def is_confined(grid: Grid, digit: int, house: House, cells: int) -> bool:
    """Return whether `house` must have `digit` in one of `cells` (a mask)."""
    places = grid.boards[digit] & house.mask
    return bool(places) and not places & ~cells and not grid.holds(digit, house)


class Corners(NamedTuple):
    """The corners of a rectangle, in the view of the first."""

    first: Cell
    beside: Cell
    """In the row of the first."""
    below: Cell
    """In the column of the first."""
    opposite: Cell


def corners_at(cell: Cell, layout: Layout, fits: int) -> Iterator[Corners]:
    """Yield the rectangles that can be deadly with a corner in `cell`, the others in `fits`.

    `fits` is a mask.

    >>> layout = Layout.named("4x4")
    >>> [str(corners.opposite) for corners in corners_at(layout.cells[0], layout, ~0)]
    ['r3c2', 'r4c2', 'r2c3', 'r2c4']
    """
    if not layout.has_only_houses:
        return
    row, column = (house.mask for house in layout.houses_of(cell)[:2])
    box = layout.box_of[cell].mask
    fits &= layout.all_cells & ~(1 << cell)
    for house in layout.houses_of_kinds(("diagonal", "extra")):
        fits &= ~house.mask
        if house.mask >> cell & 1:
            return
    # One of the two corners next to the cell is in its box, the other is not.
    for besides, belows in ((row & box, column & ~box), (row & ~box, column & box)):
        for beside, below in product(
            layout.cells_in(besides & fits), layout.cells_in(belows & fits)
        ):
            outside = below if box >> beside & 1 else beside
            opposite = layout.cells[below // layout.n * layout.n + beside % layout.n]
            if (fits & layout.box_of[outside].mask) >> opposite & 1:
                yield Corners(cell, beside, below, opposite)


@bounded_cache(lambda found: 6000 + 1000 * len(found))
def rectangles(
    masks: tuple[int, ...], boards: tuple[int, ...], layout: Layout, missing: bool
) -> tuple[Deadly, ...]:
    """Return the rectangles in which a corner has just two candidates, the pair.

    Their cells are `Corners`. Each other corner has both of the pair, or if `missing` at least one
    of the two, and it may have extras. `masks` and `boards` are those of a grid. A filled cell is
    no corner.
    """
    found = []
    before: dict[int, int] = {}
    for cell in layout.cells_in(bivalue_cells(boards)):
        pair = masks[cell]
        one, other = (boards[digit] for digit in digits_of[pair])
        # A rectangle with several such corners is found at the first of them.
        fits = (one | other if missing else one & other) & ~before.get(pair, 0)
        before[pair] = before.get(pair, 0) | 1 << cell
        for corners in corners_at(cell, layout, fits):
            extras = {other: extra for other in corners if (extra := masks[other] & ~pair)}
            if extras:
                found.append(Deadly(corners, extras, pair))
    return tuple(found)
