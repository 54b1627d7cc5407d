"""Wings: a few cells with few digits, of which one must get a digit that others then lose.

Three of them are *bent sets*, k cells that hold only k digits, in more than one house.
All digits of the set but one are *restricted*: the cells that hold such a digit see each other,
so only one of them can get it. The last digit is *loose*. k - 1 restricted digits fill at most
k - 1 cells, so at least one of the k cells gets the loose digit; whatever sees all the cells where
it may be cannot hold it::

    XY-wing (k = 3)                XYZ-wing (k = 3)
    12  .  . | .  13  .            123 3?  3? | .  13  .
    .   23 . | .  3?  .            .   23  .  | .  .   .

In the first, 1 and 2 are restricted and 3 is loose. If every digit were restricted, the cells
would be a naked subset. A set that contains a smaller one, of j cells with only j digits, does not
count: the smaller one says as much.

The fourth, the W-wing, is two cells alike with a strong link between them.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, permutations
from operator import or_
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Link, Step
from sudoku_engine.board.masks import bits, digits_of, mask_of
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.say import Said, say
from sudoku_plugins.strategies.analysis import (
    StrongLink,
    bivalue_cells,
    candidates_in,
    first_of_each_effect,
    houses_holding,
    strong_links,
)
from sudoku_plugins.strategies.analysis.links import alternating
from sudoku_plugins.strategies.analysis.truths import candidates
from sudoku_plugins.strategies.families import wing_strategy


class BentSet(NamedTuple):
    """Cells with as many digits as there are cells (both masks), all restricted but one."""

    cells: int
    digits: int
    loose: int
    """The digit that one of the cells must get."""
    eliminated: int
    """The mask of the cells that lose the loose digit."""


@lru_cache(maxsize=8)
def bent_sets(
    masks: tuple[int, ...], boards: tuple[int, ...], layout: Layout, size: int
) -> tuple[BentSet, ...]:
    """Return the bent sets of `size` cells that eliminate something.

    Sets grow by one cell at a time that sees one of the others. A part of a set of j cells has more
    than j digits, at most `size`, and at most one of them is loose; few ever grow to the full size.
    """
    peers = layout.peer_masks
    few = mask_of(cell for cell, mask in enumerate(masks) if 1 < mask.bit_count() <= size)
    # By the cells of a part: its digits, those that are loose, its peers.
    parts = {1 << cell: (masks[cell], 0, peers[cell] & few) for cell in bits(few)}
    for fewest in (*range(3, size + 1), size):
        grown: dict[int, tuple[int, int, int]] = {}
        for cells, (digits, loose, near) in parts.items():
            for cell in bits(near & ~cells):
                union = digits | masks[cell]
                if not fewest <= union.bit_count() <= size or cells | 1 << cell in grown:
                    continue
                now_loose = loose
                for other in bits(cells & ~peers[cell]):
                    now_loose |= masks[other] & masks[cell]
                if not now_loose & now_loose - 1:
                    grown[cells | 1 << cell] = union, now_loose, near | peers[cell] & few
        parts = grown
    found = []
    for cells, (digits, loose, _) in parts.items():
        if loose:
            digit = loose.bit_length()
            eliminated = boards[digit]
            for cell in bits(boards[digit] & cells):
                eliminated &= peers[cell]
            if eliminated and not _contains_smaller([masks[cell] for cell in bits(cells)]):
                found.append(BentSet(cells, digits, digit, eliminated))
    return tuple(found)


def _contains_smaller(masks: list[int]) -> bool:
    """Return whether some, not all, of the `masks` have no more digits than there are masks."""
    return any(
        reduce(or_, some).bit_count() <= length
        for length in range(2, len(masks))
        for some in combinations(masks, length)
    )


class Wing(NamedTuple):
    """A bent set with its cells apart, ready to be told."""

    pivots: list[Cell]
    """The other cells."""
    pincers: list[Cell]
    """The cells with the loose digit that do not see all others with it."""
    loose: int
    restricted: list[int]
    eliminations: list[Candidate]
    because: dict[str, list[Candidate]]
    houses: list[House]
    """For each restricted digit, the houses in which its cells see each other."""

    @property
    def cells(self) -> list[Cell]:
        """All cells of the set, in order."""
        return sorted(self.pivots + self.pincers)

    def step(self, reason: Said, pattern: str = "", links: Sequence[Link] = ()) -> Step:
        """Return the step for this `reason`."""
        return Step(
            eliminations=self.eliminations,
            because=self.because,
            houses=self.houses,
            links=links,
            pattern=pattern,
            reason=reason,
        )


def wings(grid: Grid, size: int, *, everywhere: bool | None = None) -> Iterator[Wing]:
    """Yield the bent sets of `size` cells, one for each effect.

    `everywhere`: only those whose loose digit is in all cells (True), or is not (False).
    """
    effects = set()
    for found in bent_sets(grid.masks, grid.boards, grid.layout, size):
        effect = found.loose, found.eliminated
        is_everywhere = not found.cells & ~grid.boards[found.loose]
        if effect not in effects and everywhere in (None, is_everywhere):
            effects.add(effect)
            yield _wing(grid, found)


def _wing(grid: Grid, found: BentSet) -> Wing:
    layout, loose = grid.layout, found.loose
    holders = grid.boards[loose] & found.cells
    roles: dict[str, list[Cell]] = {"pivot": [], "pincer": []}
    for cell in layout.cells_in(found.cells):
        apart = holders & ~layout.peer_masks[cell] & ~(1 << cell)
        roles["pincer" if apart and holders >> cell & 1 else "pivot"].append(cell)
    restricted = sorted(digits_of[found.digits] - {loose})
    return Wing(
        roles["pivot"],
        roles["pincer"],
        loose,
        restricted,
        eliminations=candidates(found.eliminated, layout, loose),
        because={role: candidates_in(grid, cells) for role, cells in roles.items() if cells},
        houses=_joints(
            layout, [layout.cells_in(grid.boards[each] & found.cells) for each in restricted]
        ),
    )


def _joints(layout: Layout, groups: list[list[Cell]]) -> list[House]:
    """Return houses in which the cells of each group see each other, one or a few for each.

    Of several houses take one that holds most of the cells of all groups.
    """
    every = mask_of(cell for cells in groups for cell in cells)
    found = []
    for cells in groups:
        for pair in combinations(cells, 2):
            shared = layout.houses_with(cells) or layout.houses_with(pair)
            found += sorted(shared, key=lambda house: -(house.mask & every).bit_count())[:1]
    return list(dict.fromkeys(found))


def cases(wing: Wing, grid: Grid) -> list[Said]:
    """Return the pincers' digits by the digit of the pivot of a set of three cells, in words."""
    (pivot,) = wing.pivots
    other = {min(grid.candidates(cell) - {wing.loose}): cell for cell in wing.pincers}
    return [
        say(
            "if {pivot} is {digit}, {other} is {loose}",
            pivot=pivot,
            digit=digit,
            other=other[digit],
            loose=wing.loose,
        )
        for digit in wing.restricted
    ]


XY_WING_EXAMPLE = (
    "..98641.5..4157.89815923674258431967496782513137695...5.137......254...1943218756"
)
"""Pivot r8c7 (3 and 8), pincers r2c7 and r7c9: r7c7 is not 2."""


@wing_strategy("XY-Wing", score=160, level="hard", example=XY_WING_EXAMPLE)
def xy_wing(grid: Grid) -> Iterator[Step]:
    """Eliminate the digit that two pincers share where both are seen.

    Look for a cell with two candidates, say 1 and 2: the *pivot*. Then for two cells that see it,
    the *pincers*: one with 1 and 3, the other with 2 and 3::

        12  .   .  | .  13  .    r1c1 is the pivot, r1c5 and r2c2 are the pincers
        .   23  .  | .  3?  .
        .   .   .  | .  .   .    r2c5 sees both pincers

    If the pivot is 1, the first pincer cannot be 1 and is 3. If the pivot is 2, the second one is
    3. You do not know which, but one of the pincers is 3. So a cell that sees both of them cannot
    be 3.

    Search from the cells with two candidates: which cells with two does it see that share just one
    digit with it? The pincers must not see each other, or the three cells are a naked triple.

    The step is written as a chain, ``3- r1c5 -1- r1c1 -2- r2c2 -3``: r1c5 is 3 or 1, it is not 1 if
    r1c1 is, and so on. Described at https://www.sudokuwiki.org/Y_Wing_Strategy and
    https://hodoku.sourceforge.net/en/tech_wings.php.
    """
    for wing in wings(grid, 3, everywhere=False):
        (first, second), (pivot,) = wing.pincers, wing.pivots
        (x,), (y,) = (grid.candidates(cell) - {wing.loose} for cell in wing.pincers)
        ends = [(first, wing.loose), (first, x), (pivot, x)]
        ends += [(pivot, y), (second, y), (second, wing.loose)]
        links = alternating([(Candidate(*end),) for end in ends])
        reason = say(
            "{cases:; |};| so no cell that sees both {pincers} can be {loose}",
            cases=cases(wing, grid),
            pincers=sorted(wing.pincers),
            loose=wing.loose,
        )
        yield wing.step(reason, chain_text(links, grid.layout), links)


XYZ_WING_EXAMPLE = (
    ".4.2..69.298376451.5.4.927.81.5....693.76.185.651....2.2.8375191896..327573921864"
)
"""Pivot r4c6, pincers r4c8 and r5c6: r4c5 is not 4."""


@wing_strategy("XYZ-Wing", score=180, level="hard", example=XYZ_WING_EXAMPLE)
def xyz_wing(grid: Grid) -> Iterator[Step]:
    """Eliminate the digit that a pivot and two pincers share where all three are seen.

    An XY-wing whose pivot has the digit of the pincers, too. Look for a cell with three candidates,
    say 1, 2 and 3: the *pivot*. It must see two cells with two of its digits each, the *pincers*:
    one with 1 and 3, the other with 2 and 3::

        123 3?  3? | .  13  .    r1c1 is the pivot, r1c5 and r2c2 are the pincers
        .   23  .  | .  .   .
        .   .   .  | .  .   .    r1c2 and r1c3 see all three

    If the pivot is 1, the first pincer is 3; if it is 2, the second one is; else it is 3 itself. So
    one of the three cells is 3, and a cell that sees all three cannot be 3. On the usual board such
    cells are only where a box and a line of the pivot cross. Described at
    https://www.sudokuwiki.org/XYZ_Wing and https://hodoku.sourceforge.net/en/tech_wings.php.
    """
    for wing in wings(grid, 3, everywhere=True):
        reason = say(
            "{cases:; |};| else {pivot} itself is {loose};| so no cell that sees all of {cells} "
            "can be {loose}",
            cases=cases(wing, grid),
            pivot=wing.pivots[0],
            loose=wing.loose,
            cells=wing.cells,
        )
        yield wing.step(reason)


WXYZ_WING_EXAMPLE = (
    "6.4..13..3.76.45.1581..76..279...1..456712839813.4.2..945.6.71.16.4759.373.1..456"
)
"""2, 4, 8 and 9 in r2c8, r3c8, r3c9 and r8c8: r1c8 is not 2."""


@wing_strategy("WXYZ-Wing", score=240, level="unfair", example=WXYZ_WING_EXAMPLE)
def wxyz_wing(grid: Grid) -> Iterator[Step]:
    """Eliminate the digit that four cells must use where all its places in them are seen.

    The next after XYZ-wing. Look for four cells, not all in one house, that hold only four digits,
    say 1, 2, 3 and 4. Check for each digit whether the cells that can hold it all see each other.
    If they do, only one of the four cells can get it. If this is so for three of the digits, say 1,
    2 and 3, these fill at most three of the cells. So one of the cells is 4, and a cell that sees
    all the cells where this 4 may be cannot be 4::

        123 .  4? | .  .  . | .  14 .   1: r1c1 and r1c8 see each other
        .   .  24 | .  .  . | .  .  .   2: r1c1 and r2c3 do
        .   34 .  | .  .  . | .  .  .   3: r1c1 and r3c2 do
                                        4: r1c8 and r2c3 do not

    The cells that do not see each other are the *pincers*, the others *pivots*. A good place to
    look is where a box and a line cross: one or two cells in the crossing, the others outside.
    Described at https://www.sudokuwiki.org/WXYZ_Wing.
    """
    for wing in wings(grid, 4):
        w, x, y = wing.restricted
        reason = say(
            "{cells} hold only {digits};| all their {w}s see each other, as do their {x}s and "
            "their {y}s, so these three fill at most three cells,| and one cell is {loose};| "
            "so no cell that sees all their {loose}s can be {loose}",
            cells=wing.cells,
            digits=[w, x, y, wing.loose],
            w=w,
            x=x,
            y=y,
            loose=wing.loose,
        )
        yield wing.step(reason)


W_WING_EXAMPLE = "9.8.1.362163..27452.4..6981.8652.419.491..25.512...83.697....238312...74425.7..98"
"""3 and 7 in r3c4 and r4c6; the 3 of row 9 is in r9c4 or r9c6."""


@wing_strategy("W-Wing", score=150, level="hard", example=W_WING_EXAMPLE)
def w_wing(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that two cells share where both are seen, if a strong link joins them.

    Look for two cells that do not see each other but have the same two candidates, say 1 and 2.
    Then look for a house in which the 2 has only two places left, one seen by the first of your
    cells, the other by the second: a *strong link* on 2::

        12  .   .  | .   1?  .  | .  .  .   r1c1 and r5c5 hold only 1 and 2
        .   .   .  | .   .   .  | .  .  .
        .   .   .  | .   .   .  | .  .  .
        -----------+------------+---------
        .   .   .  | .   .   .  | .  .  .
        1?  .   .  | .   12  .  | .  .  .   r1c5 and r5c1 see both of them
        .   .   .  | .   .   .  | .  .  .
        -----------+------------+---------
        2   -   -  | -   2   -  | -  -  -   row 7 has its 2 in r7c1 or r7c5

    One of the two places is 2. If it is r7c1, then r1c1 is 1; if it is r7c5, then r5c5 is 1. So one
    of your two cells is 1, and a cell that sees both cannot be 1.

    The step is written as a chain, ``1- r1c1 -2- r7c1 =2= r7c5 -2- r5c5 -1``: -2- means that the
    two cells beside it are not both 2, =2= that one of them is, and a cell with a digit on either
    side, such as 1- r1c1 -2-, is one of the two. Described at
    https://www.sudokuwiki.org/W_Wing_Strategy and https://hodoku.sourceforge.net/en/tech_wings.php.
    """
    return first_of_each_effect(_w_wings(grid))


def _w_wings(grid: Grid) -> Iterator[Step]:
    for pincers in twins(grid):
        first, second = pincers
        seen = grid.layout.peer_masks[first] & grid.layout.peer_masks[second]
        for digit, other in permutations(sorted(grid.candidates(first))):
            lost = seen & grid.boards[digit]
            bridge = next(bridges(grid, pincers, other), None) if lost else None
            if bridge:
                yield _w_wing(grid, pincers, digit, other, bridge, lost)


def twins(grid: Grid) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of cells that have the same two candidates and do not see each other."""
    alike: dict[int, list[Cell]] = {}
    for cell in grid.layout.cells_in(bivalue_cells(grid.boards)):
        alike.setdefault(grid.masks[cell], []).append(cell)
    for cells in alike.values():
        for first, second in combinations(cells, 2):
            if not grid.layout.peer_masks[first] >> second & 1:
                yield first, second


def bridges(grid: Grid, pincers: tuple[Cell, Cell], digit: int) -> Iterator[StrongLink]:
    """Yield the strong links on `digit` from a cell that the first pincer sees to the second's."""
    first, second = (grid.layout.peer_masks[cell] for cell in pincers)
    held = houses_holding(digit, grid)
    for house, start, end in strong_links(grid.boards[digit], grid.layout, held):
        for near, far in ((start, end), (end, start)):
            if first >> near & 1 and second >> far & 1:
                yield StrongLink(house, near, far)


def _w_wing(
    grid: Grid, pincers: tuple[Cell, Cell], digit: int, other: int, bridge: StrongLink, lost: int
) -> Step:
    house, near, far = bridge
    first, second = pincers
    ends = [(first, digit), (first, other), (near, other)]
    ends += [(far, other), (second, other), (second, digit)]
    links = alternating([(Candidate(*end),) for end in ends])
    return Step(
        eliminations=candidates(lost, grid.layout, digit),
        because={
            "pincer": candidates_in(grid, pincers),
            "link": [Candidate(near, other), Candidate(far, other)],
        },
        houses=[house],
        links=links,
        pattern=chain_text(links, grid.layout),
        reason=say(
            "in {house} the {linked} is in {near} or {far}:| if in {near}, {first} is {digit};| if "
            "in {far}, {second} is;| so no cell that sees both {pincers} can be {digit}",
            house=house,
            linked=other,
            near=near,
            far=far,
            first=first,
            second=second,
            pincers=sorted(pincers),
            digit=digit,
        ),
    )
