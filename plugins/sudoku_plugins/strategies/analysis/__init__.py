"""Facts about a board: places of a digit, cells with two candidates, and the changes by steps.

A digit's `board` is an int with a bit for each cell that can hold it, as in `grid.boards[digit]`;
`boards[0]`, the open cells, is not used.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, islice
from typing import Literal, NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Step
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits, digits_of, union
from sudoku_engine.board.say import Said, say


@bounded_cache(lambda masks: 300 + len(masks) * (36 + len(masks) ** 2 // 144))
def places_by_house(board: int, layout: Layout) -> tuple[int, ...]:
    """Return the mask of the cells of one digit's `board` in each of ``layout.houses``."""
    return tuple([board & house.mask for house in layout.houses])


class StrongLink(NamedTuple):
    """Two cells that are the only places of a digit in a house: one of them holds it."""

    house: House
    first: Cell
    """The cell with the lower number."""
    second: Cell


@bounded_cache(lambda links: 300 + 120 * len(links))
def strong_links(board: int, layout: Layout, held: int = 0) -> tuple[StrongLink, ...]:
    """Return the strong links of one digit's `board`, in the order of the houses.

    Two cells with two houses in common (a line and a box) are linked in both. `held`: the houses
    to leave out, as `houses_holding` returns them.

    >>> layout = Layout.named("4x4")
    >>> [str(link.house) for link in strong_links(0b0011, layout)]
    ['row 1', 'box 1']
    """
    links = []
    for number, (house, places) in enumerate(zip(layout.houses, places_by_house(board, layout))):
        if places.bit_count() == 2 and not held >> number & 1:
            links.append(StrongLink(house, *layout.cells_in(places)))
    return tuple(links)


def houses_holding(digit: int, grid: Grid) -> int:
    """Return the houses that have candidates for `digit` though they hold it already.

    As a mask: bit i is house i of ``layout.houses``. There are none unless marks are kept by hand:
    then such marks are left over, and two of them do not promise that one is true.
    """
    if grid.marks != "manual":
        return 0
    held = 0
    for cell, placed in enumerate(grid.digits):
        if placed == digit:
            for number in grid.layout.house_numbers[cell]:
                held |= 1 << number
    return held


@lru_cache(maxsize=16)
def bivalue_cells(boards: tuple[int, ...]) -> int:
    """Return the mask of the cells that are on just two of the digits' `boards`.

    >>> bivalue_cells((0b1111, 0b0011, 0b1110, 0b0010, 0b0001)) == 0b0001
    True
    """
    return cells_of_few(boards, 2) & ~cells_of_few(boards, 1)


@lru_cache(maxsize=64)
def cells_of_few(boards: tuple[int, ...], most: int) -> int:
    """Return the mask of the cells that are on one of the digits' `boards`, or up to `most`.

    >>> cells_of_few((0b1111, 0b0111, 0b0110, 0b0010), 2) == 0b0101
    True
    """
    on_more_than = [0] * (most + 1)
    for board in boards[1:]:
        for number in range(most, 0, -1):
            on_more_than[number] |= on_more_than[number - 1] & board
        on_more_than[0] |= board
    return on_more_than[0] & ~on_more_than[most]


def candidates_in(grid: Grid, cells: Iterable[Cell], digits: int = -1) -> list[Candidate]:
    """Return the candidates of `cells`, cell by cell, as far as their digits are in a mask.

    >>> grid = Grid.parse("12.. .... .... ....")
    >>> candidates_in(grid, grid.open_cells[:2])
    [r1c3=3, r1c3=4, r1c4=3, r1c4=4]
    """
    return [
        Candidate(cell, digit)
        for cell in cells
        for digit in sorted(digits_of[grid.masks[cell] & digits])
    ]


def held_by(grid: Grid, cells: Sequence[int]) -> tuple[int, ...]:
    """Return, by cell, the mask of the digit that it holds, or of the digits that it can hold."""
    digits, masks = grid.digits, grid.masks
    return tuple([1 << digits[cell] - 1 if digits[cell] else masks[cell] for cell in cells])


def all_in(grid: Grid, cells: Sequence[int]) -> list[Candidate]:
    """Return all that `cells` hold or can hold, cell by cell."""
    return [
        Candidate(grid.layout.cells[cell], digit)
        for cell, held in zip(cells, held_by(grid, cells))
        for digit in sorted(digits_of[held])
    ]


def places_of(grid: Grid, digits: int, cells: int) -> list[Candidate]:
    """Return the candidates of `digits` in `cells`, both masks, digit by digit.

    >>> places_of(Grid.parse("12.. .... .... ...."), 0b1100, 0b111)
    [r1c3=3, r1c3=4]
    """
    return [
        Candidate(cell, digit)
        for digit in sorted(digits_of[digits])
        for cell in grid.layout.cells_in(grid.boards[digit] & cells)
    ]


def first_of_each_effect(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the `steps` without those that change the same as an earlier one, and no more.

    >>> from sudoku_engine import Candidate
    >>> a, b = Candidate(0, 1), Candidate(0, 2)
    >>> len(list(first_of_each_effect([Step([], [a, b]), Step([], [b, a]), Step([], [a])])))
    2
    """
    seen = set()
    for step in steps:
        if step.effect not in seen:
            seen.add(step.effect)
            yield step


def rank(eliminated: int, n_cells: int) -> tuple[int, int]:
    """Return a key that sorts what steps eliminate as HoDoKu does.

    Then both go the same way through a puzzle. Those that eliminate most come first; of as many,
    those further up on the board, by a weighted sum. `eliminated` has bit
    ``(digit - 1) * n_cells + cell`` of each candidate.

    >>> sorted([0b100, 0b10, 0b1100], key=lambda each: rank(each, 16))
    [12, 2, 4]
    """
    weighted = sum(
        node % n_cells * (1 + 80 * number) + node // n_cells + 1
        for number, node in enumerate(bits(eliminated))
    )
    return -eliminated.bit_count(), weighted


def lost(eliminations: Iterable[Candidate]) -> Said:
    """Return in words that the `eliminations` are false: ``r1c1 and r1c2 are not 4 or 5``.

    >>> from sudoku_engine import Candidate, cell
    >>> lost([Candidate(cell("r1c1"), 4), Candidate(cell("r1c1"), 5), Candidate(cell("r1c2"), 6)])
    say('r1c1 is not 4 or 5, and r1c2 is not 6')
    """
    from sudoku_engine.board.notation import cells_by_digit  # as for steps: texts come late

    digits_in: dict[tuple[int, ...], list[int]] = {}
    for digit, cells in cells_by_digit(eliminations):
        digits_in.setdefault(tuple(cells), []).append(digit)
    told = [
        say("{cells} is not {digits:or}", cells=cells, digits=digits)
        if len(cells) == 1
        else say("{cells} are not {digits:or}", cells=sorted(cells), digits=digits)
        for cells, digits in digits_in.items()
    ]
    if len(told) == 1:
        return told[0]
    return say("{all_but_last:, }, and {last}", all_but_last=told[:-1], last=told[-1])


HouseKind = Literal["row", "column", "box", "diagonal", "extra"]

EVERY_KIND: Sequence[HouseKind] = ("row", "column", "box", "diagonal", "extra")

LINES: Sequence[HouseKind] = ("row", "column", "diagonal")


MOST_TRIES = 5_000
"""The number of cells that are tried in the search for one template: far more than it takes.

If a search gave up, that would depend on the order of the cells; up to 16x16 none takes 50.
"""

MOST_REMEMBERED = 100
"""The templates of a layout that are remembered: most serve again on the next board."""


@bounded_cache(lambda _: 400)
def false_places(board: int, layout: Layout, closed: int = 0) -> int:
    """Return the cells of one digit's `board` that are in no template.

    A template is a way to place the digit in all houses that need it. No fish, and nothing else
    that looks at one digit only, eliminates a place that is in one.

    Houses without a place do not need the digit, nor do those that are `closed`, bit by number.

    Here row 2 would have no place left with the first place of row 1:

    >>> bin(false_places(0b_0000_0011_0011_1001, Layout.named("4x4")))
    '0b1'
    """
    places = enumerate(places_by_house(board, layout))
    needing = [layout.houses[i] for i, here in places if here and not closed >> i & 1]
    return board & ~possible_places(board, layout, needing)


def possible_places(board: int, layout: Layout, houses: Sequence[House]) -> int:
    """Return the cells of one digit's `board` that are in a template for the `houses`."""
    remembered = _remembered(layout)
    masks = [house.mask for house in houses]
    known = [
        cells
        for cells in remembered[0]
        if not cells & ~board and all(cells & house for house in masks)
    ]
    possible = union(known)
    for cell in bits(board):
        if not possible >> cell & 1:
            found = _template(1 << cell, board, masks, layout)
            possible |= found
            if found:
                known.append(found)
    latest = dict.fromkeys([*known, *remembered[0]])
    remembered[0] = tuple(islice(latest, MOST_REMEMBERED))
    return possible


@per_layout
def _remembered(layout: Layout) -> list[tuple[int, ...]]:
    """Return the place for the latest templates of `layout`."""
    return [()]


def _template(first: int, board: int, houses: list[int], layout: Layout) -> int:
    """Return the cells of a template with the cell `first` (a mask); 0 if there is none.

    Only `first` if the search gives up.
    """
    peers, cell_alone = layout.peer_masks, layout.cell_alone
    # What is chosen, what can still be chosen, the houses that still need the digit.
    stack = [(0, board, houses, first)]
    tries = count()
    while stack:
        chosen, free, needing, choices = stack.pop()
        choice = choices & -choices
        if choices ^ choice:
            stack.append((chosen, free, needing, choices ^ choice))
        if next(tries) == MOST_TRIES:
            return first
        chosen |= choice
        free &= ~peers[cell_alone[choice]]
        needing = [house for house in needing if not house & choice]
        if not needing:
            return chosen
        fewest = min([free & house for house in needing], key=int.bit_count)
        if fewest:
            stack.append((chosen, free, needing, fewest))
    return 0
