"""Singles: a cell with one digit left, or a digit with one cell left."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Step, say
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.analysis import EVERY_KIND, HouseKind
from sudoku_plugins.strategies.families import single_strategy

FULL_HOUSE_EXAMPLE = (
    "...2.89..2....3...948675321.92361...86.752.3953.8942......87..2.2.5398...8.426.93"
)
"""In box 8 only r7c4 is open: r7c4=1."""


@single_strategy("Full House", score=4, level="easy", example=FULL_HOUSE_EXAMPLE)
def full_house(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Place the missing digit in a house's last open cell.

    Look for a row, a column or a box with a single gap. A house holds every digit once, so the
    gap gets the one digit that is missing there::

        2 7 9 | 6 . 1 | 3 5 8      row 1 misses only the 4: r1c5 is 4

    Nothing is easier to see, so it is tried first: near the end of a puzzle almost every step is
    a full house. Described at https://hodoku.sourceforge.net/en/tech_singles.php.
    """
    by_hand = grid.marks == "manual"
    open_cells = grid.boards[0]
    # The last open cell of a house has one candidate, unless its marks are not up to date.
    for cell in bits(open_cells if by_hand else grid.singles):
        alone = 1 << cell
        for house in grid.layout.houses_of(cell):
            if open_cells & house.mask == alone and house.kind in houses:
                missing = [
                    digit
                    for digit in grid.candidates(cell)
                    if not (by_hand and grid.holds(digit, house))
                ]
                if len(missing) == 1:
                    yield _full_house(grid.layout.cells[cell], missing[0], house)


@lru_cache(maxsize=1 << 12)
def _full_house(cell: Cell, digit: int, house: House) -> Step:
    return Step(
        placements=[Candidate(cell, digit)],
        houses=[house],
        reason=say(
            "{cell} is the last open cell of {house},| and {digit} is missing there",
            cell=cell,
            house=house,
            digit=digit,
        ),
    )


NAKED_SINGLE_EXAMPLE = (
    "........5..4..28.65...1.4.2.......2494123658782.4....94873296511.....278....7.943"
)
"""Row, column and box leave r6c5 only a 5."""


@single_strategy("Naked Single", score=4, level="easy", example=NAKED_SINGLE_EXAMPLE)
def naked_single(grid: Grid) -> Iterator[Step]:
    """Place a cell's only candidate.

    Go through the row, the column and the box of an open cell and cross out every digit that
    you find. If a single digit is left, it goes in the cell::

        . 3 . | . . . | . . .
        . . 6 | . . . | . . .     the cell at * sees 3, 6, 8 in its box,
        * 8 . | 1 . . | . 4 .     1, 4 in its row and 2, 5, 9 in its column:
        ------+-------+------     only 7 is left for it
        2 . . | . . . | . . .
        5 . . | . . . | . . .
        9 . . | . . . | . . .

    It is hard to see on paper, since the eight other digits are scattered over three houses; with
    pencil marks it is the cell with one mark. Described at
    https://www.sudokuwiki.org/Getting_Started and
    https://hodoku.sourceforge.net/en/tech_singles.php.
    """
    for cell in bits(grid.singles):
        (digit,) = grid.candidates(cell)
        yield _naked_single(cell, digit, grid.layout)


@lru_cache(maxsize=1 << 12)
def _naked_single(number: int, digit: int, layout: Layout) -> Step:
    cell = layout.cells[number]
    alone = [Candidate(cell, digit)]
    return Step(
        placements=alone,
        because=alone,
        houses=layout.houses_of(cell),
        reason=say(
            "{digit} is the only candidate left in {cell}: every other digit is ruled out there",
            digit=digit,
            cell=cell,
        ),
    )


HIDDEN_SINGLE_EXAMPLE = (
    "...1.7.3.1.7.8...2.3..6..17.4.....7..7......152.97.86468.7..143.1...47..794.1.5.."
)
"""In box 3 the 8 fits only in r1c9."""


@single_strategy("Hidden Single", score=14, level="easy", example=HIDDEN_SINGLE_EXAMPLE)
def hidden_single(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Place a digit in the only cell of a house that can hold it.

    Take a digit and a house where it is still missing, say the 5 in a box. Every 5 outside
    blocks its whole row and column. If the box has only one open cell left for the 5,
    it goes there, even if that cell shows many other candidates (they hide it)::

        . . .  | . 5 . | . . .     the 5 of row 1 blocks the top row of box 1,
        . 1 *  | . . . | . . .     the 5 of column 1 its left column;
        . 7 8  | . . . | . . .     1, 7 and 8 fill cells: the 5 of box 1 is at *
        -------+-------+------
        5 . .  | . . . | . . .

    Described at https://www.sudokuwiki.org/Getting_Started and
    https://hodoku.sourceforge.net/en/tech_singles.php.
    """
    layout, boards = grid.layout, grid.boards
    by_hand = grid.marks == "manual"
    for digit in layout.digits:
        board = boards[digit]
        for house in houses_with_one_place(board, layout):
            if house.kind in houses and not (by_hand and grid.holds(digit, house)):
                yield _hidden_single(layout.cell_alone[board & house.mask], digit, house)


@lru_cache(maxsize=3 << 12)
def houses_with_one_place(board: int, layout: Layout) -> tuple[House, ...]:
    """Return the houses in which one digit's `board` has a single cell."""
    # Directly from the board: `places_by_house` costs more on every new board.
    return tuple([house for house in layout.houses if (board & house.mask).bit_count() == 1])


@lru_cache(maxsize=1 << 12)
def _hidden_single(cell: Cell, digit: int, house: House) -> Step:
    return Step(
        placements=[Candidate(cell, digit)],
        houses=[house],
        reason=say(
            "{cell} is the only cell of {house} where {digit} can go",
            cell=cell,
            house=house,
            digit=digit,
        ),
    )


VISIBLE_SINGLE_EXAMPLE = (
    "..........1.6.923..4.3....5...4....9....2.5.75..1.7..41..8.3....627.....8......1."
)
"""A fresh puzzle: the 1 in r2c2 eliminates first."""


@single_strategy(
    "Visible Single", score=1, level="easy", example=VISIBLE_SINGLE_EXAMPLE, marks="manual"
)
def visible_single(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Eliminate each placed digit from the other cells of its houses.

    Look at a digit that is already placed, and at its row, its column and its box. Each of them
    holds every digit once, so the pencil mark of that digit can be erased in all the other
    cells::

        before                                after
        5   1245  34                          5   124   34
        56  2     1456     the 5 is placed    6   2     146

    This is the first thing everyone does on a fresh board, and so easy that programs do it
    automatically. So does the engine, unless pencil marks are kept by hand (`pencilmarks: manual`):
    then every open cell begins with all the digits and this strategy eliminates them, one step for
    each placed digit.

    Described at https://www.sudokuwiki.org/Getting_Started.
    """
    if grid.marks == "auto":
        return
    for cell, digit in enumerate(grid.digits):
        if digit and grid.boards[digit] & grid.layout.peer_masks[cell]:
            losing = [
                house
                for house in grid.layout.houses_of(cell)
                if house.kind in houses and grid.boards[digit] & house.mask
            ]
            if losing:
                places = grid.boards[digit] & reduce(or_, [house.mask for house in losing])
                placed = grid.layout.cells[cell]
                yield Step(
                    eliminations=[
                        Candidate(other, digit) for other in grid.layout.cells_in(places)
                    ],
                    because=[Candidate(placed, digit)],
                    houses=losing,
                    reason=say(
                        "{digit} stands in {cell},| so it can stand in no other cell of {houses}",
                        digit=digit,
                        cell=placed,
                        houses=losing,
                    ),
                )
