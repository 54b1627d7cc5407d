"""Joint exclusions of clues: by the places of a digit that they need, and by chains of dots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import and_, or_
from typing import TYPE_CHECKING

from sudoku_engine import Candidate, Grid, House, Layout, Step, listed, names, say
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import bits, digits_of, mask_of
from sudoku_engine.board.variants import excluding
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis import all_in, first_of_each_effect, held_by, lost
from sudoku_plugins.strategies.clues.one_clue import parts_of
from sudoku_plugins.strategies.families import clue_strategy

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue
from sudoku_plugins.strategies.analysis.truths import candidates, open_candidates

POINTING_EXAMPLE = """
clues: anti-knight
.................7....5......9..............5..............3...2...6...4......7..
"""
"""7 in column 8: r5c8 or r6c8."""


@clue_strategy("Clue Pointing", score=70, level="medium", example=POINTING_EXAMPLE)
def clue_pointing(grid: Grid) -> Iterator[Step]:
    """Eliminate what all places of a digit exclude, if a clue or a house needs the digit there.

    Suppose that a cage cannot do without a 9, and that only two of its cells can hold it. One of
    the two does. So a cell outside that sees both of them cannot be 9::

        killer cage 17 r2c3,r3c3     8 and 9: the cage needs a 9
        9 in r1c3                    it sees both cells, so it is false

    The same is true of a digit in a house, where clues let a cell see more than its houses, as an
    anti-knight does: if a cell outside excludes all places that the digit has left in a house, it
    cannot stay. What such cells lose need not be the same digit: if one of two cells is 4, what
    lies on white dots with both of them is 3 or 5.

    With houses alone, this is the technique of locked candidates.
    """
    layout = grid.layout
    if layout.groups or layout.links or layout.parts:
        yield from first_of_each_effect(_pointings(grid))


def _pointings(grid: Grid) -> Iterator[Step]:
    layout, placed = grid.layout, grid.placed_boards()
    everything = open_candidates(grid)
    for owner, part in parts_of(layout):
        assert part.fillings is not None
        cells = mask_of(part.cells)
        if cells & grid.boards[0]:
            for digit in sorted(digits_of[part.fillings.needed(held_by(grid, part.cells))]):
                if not placed[digit] & cells:
                    places = grid.boards[digit] & cells
                    yield from _pointing(grid, digit, places, everything, owner, part.cells)
    for house in layout.houses:
        for digit in grid.open_digits:
            if not placed[digit] & house.mask:
                places = grid.boards[digit] & house.mask
                yield from _pointing(grid, digit, places, everything, house)


def _pointing(
    grid: Grid,
    digit: int,
    places: int,
    everything: int,
    owner: Clue | House,
    asked: Sequence[int] = (),
) -> Iterator[Step]:
    """Yield the step of the `places` of a digit of which one is true, if it is one.

    `asked`: the cells of which a clue says so.
    """
    layout = grid.layout
    offset = len(layout.cells) * (digit - 1)
    if not places & places - 1:
        return
    seen = reduce(and_, [layout.weak_links[offset + cell] for cell in bits(places)]) & everything
    if not seen:
        return
    cells = layout.cells_in(places)
    named = [Candidate(cell, digit) for cell in cells]
    if isinstance(owner, House):  # all other houses lose it by locked candidates
        for house in layout.houses_with(cells):
            seen &= ~(house.mask << offset)
    eliminations = candidates(seen, layout)
    if eliminations:
        number = symbol(digit, layout.signs)
        needs = str(owner) if isinstance(owner, House) else owner.brief
        step = Step(
            eliminations=eliminations,
            reason=say(
                "{clue:name} needs {digit} and has it in {cells:or};| whichever it is, {lost}",
                clue=needs,
                digit=digit,
                cells=cells,
                lost=lost(eliminations),
            ),
        )
        if isinstance(owner, House):
            clues = excluding(product(named, eliminations), layout)
            yield step.replace(because=named, houses=[owner], clues=clues)
        else:
            clues = excluding(product(named, eliminations), layout, [owner])
            because = all_in(grid, asked)
            pattern = f"{needs}: {number} in {names(cells)}"
            yield step.replace(because=because, clues=clues, pattern=pattern)


DOTS = ("white_dot", "black_dot", "x", "v", "greater_than")
"""The rules of two neighbours."""

MOST_JOINED = 4
"""The cells joined by dots that are tried together."""

DOT_EXAMPLE = f"""
clues: white dot r1c12; white dot r1c23
{"." * 81}
"""
"""r1c1 and r1c3 differ, so r1c2 has a neighbour in counting on both sides."""


@clue_strategy("Dot Chain", score=80, level="medium", example=DOT_EXAMPLE)
def dot_chain(grid: Grid) -> Iterator[Step]:
    """Try the digits of three or four cells that are joined by dots, or by X, V and > signs.

    One dot says something about two cells. Two dots in a row say more, since the ends of the chain
    are often in one house and differ. So on white dots the middle of three such cells has one
    neighbour that is less and one that is more: it is neither 1 nor 9. And four of them count up
    or down::

        r1c1 o r1c2 o r1c3        123, 234 and so on, or backwards: r1c2 is between 2 and 8

    On black dots 1, 2, 4 and 8 make the longest chain, and 3 and 6 have one of two cells only.
    Described at https://www.crackingthecryptic.com/sudoku?id=45.
    """
    if grid.layout.parts:
        yield from first_of_each_effect(_chains(grid))


def _chains(grid: Grid) -> Iterator[Step]:
    layout, everything = grid.layout, open_candidates(grid)
    for cells in _joined(layout):
        if mask_of(cells) & ~grid.boards[0]:
            continue
        columns = [everything & layout.first_cell << cell for cell in cells]
        left = _fitting(columns, everything, layout)
        if left and (gone := sum(columns) & ~left):
            yield _chain_step(grid, cells, candidates(gone, layout))


def _fitting(columns: Sequence[int], allowed: int, layout: Layout) -> int:
    """Return the candidates of `columns` with which every column keeps one; 0 if there are none.

    A column has the candidates of a cell, as numbered in ``layout.weak_links``.
    """
    first, *others = columns
    if not others:
        return first & allowed
    found = 0
    for node in bits(first & allowed):
        if later := _fitting(others, allowed & ~layout.weak_links[node], layout):
            found |= later | 1 << node
    return found


@per_layout
def _joined(layout: Layout) -> Sequence[tuple[int, ...]]:
    """Return the cells that dots join, by threes and fours, if some of them see each other too."""
    beside: dict[int, int] = {}
    for owner, part in parts_of(layout):
        if owner.rule in DOTS:
            for one, other in combinations(part.cells, 2):
                beside[one] = beside.get(one, 0) | 1 << other
                beside[other] = beside.get(other, 0) | 1 << one
    found = {1 << cell for cell in beside}
    joined: list[int] = []
    for size in range(2, MOST_JOINED + 1):
        near = ((cells, reduce(or_, [beside[cell] for cell in bits(cells)])) for cells in found)
        found = {cells | 1 << cell for cells, others in near for cell in bits(others & ~cells)}
        joined += sorted(found) if size > 2 else []
    chains = [tuple(bits(cells)) for cells in joined]
    return [
        cells
        for cells in chains
        if any(
            layout.peer_masks[one] >> other & 1 and not beside[one] >> other & 1
            for one, other in combinations(cells, 2)
        )
    ]


def _chain_step(grid: Grid, cells: Sequence[int], eliminations: Sequence[Candidate]) -> Step:
    layout, grounds = grid.layout, all_in(grid, cells)
    pairs = [*combinations(cells, 2)]
    houses = dict.fromkeys(house for pair in pairs for house in layout.houses_with(pair)[:1])
    clues = [
        owner
        for owner, part in parts_of(layout)
        if owner.rule in DOTS and set(part.cells) <= set(cells)
    ]
    clues = excluding(combinations(grounds, 2), layout, clues)
    gone = eliminations[0]
    return Step(
        eliminations=eliminations,
        because=grounds,
        houses=[*houses],
        clues=clues,
        pattern=listed(clues),
        reason=say(
            "{clues}:| with {digit} in {cell} the other cells cannot be filled;| so {lost}",
            clues=[say("{clue:name}", clue=str(clue)) for clue in clues],
            digit=gone.digit,
            cell=gone.cell,
            lost=lost(eliminations),
        ),
        difficulty=len(cells),
    )
