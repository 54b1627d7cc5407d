"""The minlex form: the least way to write a board, over all transformations.

Boards are written row by row, with 0 for a blank, and compared as texts: the first difference
decides. Blanks are the least symbol, rows and columns may be exchanged if boxes are square,
and digits are named 1, 2, 3 in the order of their first place, since no other names are less.
Programs that call a form minlex disagree: with some a blank is greater than every digit, some
do not exchange rows and columns, and then other boards are least.

The form grows row by row. A state holds the rows chosen so far, and for the columns only what
these rows decide: columns that look the same so far stay together, and so do stacks. Of
all possible next rows, in all states, only those with the least text are kept. On most
puzzles few rows have the most blanks in front, and few states remain. A board with few clues, or
a very regular one, has many states that are equally good, and takes longer.

A full grid begins 123456789 with its lines in any order, which decides nothing. So
each order of columns is tried on each two rows of a band, and the rest is sorted.

Legend:
    cell        columns of a stack that look the same so far
    stack       cells, in their order
    group       stacks that look the same so far
    names       by digit, its name; 0 if it has none yet
    text        the digits written, one number for each place, 0 for a blank
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations, product
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import LayoutError
from sudoku_plugins.checkers.symmetry.copies import (
    Canonical,
    canonical_form,
    form_by_turn,
)
from sudoku_plugins.checkers.symmetry.placement import (
    CluedBoard,
    shape_of,
)

Cell = tuple[int, ...]
Stack = tuple[Cell, ...]
Group = tuple[Stack, ...]
T = TypeVar("T", Cell, Group)
Names = tuple[int, ...]
Text = tuple[int, ...]
Rows = Sequence[Sequence[int]]

LARGEST = 9
"""The most rows of a board for a minlex form in reasonable time."""


def minlex_form(grid: Grid) -> Canonical:
    """Return the minlex form of `grid`: of all its copies the least, blanks least of all.

    Exact for every board up to 9x9: a few milliseconds on most puzzles, a tenth of a second on full
    grids, seconds on very regular boards such as nine equal rows. Raises LayoutError for larger
    boards. On layouts with diagonals or regions it is the least of the turns and reflections that
    keep the houses.

    >>> minlex_form(Grid.parse("12.. .... .... ...3")).line
    '.......1....23..'
    """
    layout = grid.layout
    if layout.n > LARGEST:
        raise LayoutError(
            f"minlex takes too long on a {layout} board: at most {LARGEST}x{LARGEST}; "
            "use the canonical form, which works on every size"
        )
    shape = shape_of(layout)
    if shape is None:
        return form_by_turn(grid)
    return Canonical(grid, _least(CluedBoard(grid, shape)))


class State(NamedTuple):
    """All that the rows chosen so far decide."""

    turned: bool
    """Whether the rows are the board's columns."""
    bands: tuple[tuple[int, ...], ...]
    """The rows that are left, by band; an incomplete band comes first."""
    is_begun: bool
    """Whether rows of the first band were chosen already."""
    groups: tuple[Group, ...]
    """The columns, in groups whose order is not decided."""
    names: Names
    """The new names of the digits, as far as known."""
    taken: tuple[int, ...]
    """The rows, in the order in which they were chosen."""


def _least(board: CluedBoard) -> bytes:
    views = _views(board)
    states = list(_states_of_full_grid(board, views) or _first_states(board, views))
    while any(state.bands and not _is_settled(state, board) for state in states):
        states = _grow(states, views)
    return min(_write(state, views) for state in states)


def _views(board: CluedBoard) -> list[Rows]:
    """Return the rows of `board`, and its columns if they may become rows."""
    n = board.shape.n
    rows = [board.digits[start : start + n] for start in range(0, n * n, n)]
    return [rows, list(zip(*rows))] if board.shape.has_square_boxes else [rows]


def _first_states(board: CluedBoard, views: list[Rows]) -> Iterator[State]:
    shape = board.shape
    n = shape.n
    bands = tuple(tuple(band) for band in shape.bands)
    stacks = tuple((tuple(column - n for column in stack),) for stack in shape.stacks)
    for turned in range(len(views)):
        yield State(bool(turned), bands, False, (stacks,), (0,) * (n + 1), ())


def _grow(states: Iterable[State], views: list[Rows]) -> list[State]:
    """Return the states after one more row, the least possible."""
    least: Text = ()
    grown: dict[tuple[object, ...], State] = {}
    for state in states:
        rows = views[state.turned]
        for band, number in _next_rows(state, rows):
            ways = _ways_of_each(rows[number], state.groups, state.names, _ways_of_group)
            for text, groups, names in ways:
                if not least or text < least:
                    least = text
                    grown = {}
                if text == least:
                    after = _take(state, band, number)._replace(groups=groups, names=names)
                    grown[after[:-1]] = after  # the order in which rows were chosen does not matter
    return list(grown.values())


def _next_rows(state: State, rows: Rows) -> Iterator[tuple[int, int]]:
    """Yield the possible next rows, each with the place of its band in `state.bands`.

    The first of the blank rows of a band is enough, and so is one of the blank bands.
    """
    seen_blank_band = False
    for place, band in enumerate(state.bands[:1] if state.is_begun else state.bands):
        blank = [number for number in band if not any(rows[number])]
        if len(blank) == len(band) and not state.is_begun:
            if seen_blank_band:
                continue
            seen_blank_band = True
        for number in band:
            if number not in blank[1:]:
                yield place, number


def _take(state: State, place: int, number: int) -> State:
    band = tuple(row for row in state.bands[place] if row != number)
    others = state.bands[:place] + state.bands[place + 1 :]
    return state._replace(
        bands=(band, *others) if band else others, is_begun=bool(band), taken=(*state.taken, number)
    )


Ways = list[tuple[Text, tuple[T, ...], Names]]
"""Least ways to write some columns of a row: the text, their new groups, the new names."""


def _least_of(ways: Ways[T]) -> Ways[T]:
    least = min(text for text, _, _ in ways)
    return [way for way in ways if way[0] == least]


def _ways_of_each(
    row: Sequence[int],
    parts: Iterable[T],
    names: Names,
    ways_of: Callable[[Sequence[int], T, Names], Ways[T]],
) -> Ways[T]:
    """Return the least ways to write the columns of the `parts` of a `row`, in their order."""
    ways: Ways[T] = [((), (), names)]
    for part in parts:
        ways = _least_of(
            [
                (text + more, settled + new, after)
                for text, settled, before in ways
                for more, new, after in ways_of(row, part, before)
            ]
        )
    return ways


def _ways_of_group(row: Sequence[int], group: Group, names: Names) -> Ways[Group]:
    """Return the least ways to write the columns of a `group`, with its stacks in any order."""
    if not group:
        return [((), (), names)]
    options = [_ways_of_each(row, stack, names, _ways_of_cell) for stack in group]
    least = min(ways[0][0] for ways in options)
    tied = [place for place, ways in enumerate(options) if ways[0][0] == least]
    starts: list[tuple[Text, Group, Names, Group]] = []
    if options[tied[0]][0][2] == names:  # no new names: tied stacks still look the same
        together = tuple(options[place][0][1] for place in tied)
        rest = tuple(stack for place, stack in enumerate(group) if place not in tied)
        starts.append((least * len(tied), together, names, rest))
    else:
        for place in tied:
            rest = group[:place] + group[place + 1 :]
            starts += [(text, (stack,), after, rest) for text, stack, after in options[place]]
    return _least_of(
        [
            (text + more, (together, *settled), after)
            for text, together, before, rest in starts
            for more, settled, after in _ways_of_group(row, rest, before)
        ]
    )


def _ways_of_cell(row: Sequence[int], cell: Cell, names: Names) -> Ways[Cell]:
    """Return the least ways to write the columns of a `cell`: blanks, old names, new names."""
    columns: dict[int, Cell] = {}
    for column in cell:
        columns[row[column]] = (*columns.get(row[column], ()), column)
    new = [digit for digit in columns if digit and not names[digit]]
    old = sorted(columns.keys() - new, key=names.__getitem__)
    ways: Ways[Cell] = []
    for digits in permutations(new):
        after = list(names)
        for name, digit in enumerate(digits, max(names) + 1):
            after[digit] = name
        order = (*old, *digits)
        text = tuple(after[digit] for digit in order for _ in columns[digit])
        ways.append((text, tuple(columns[digit] for digit in order), tuple(after)))
    return _least_of(ways)


def _is_settled(state: State, board: CluedBoard) -> bool:
    return all(
        len(group) == 1 and all(len(cell) == 1 for cell in group[0]) for group in state.groups
    ) and all(state.names[digit] for _, _, digit in board.clues)


def _write(state: State, views: list[Rows]) -> bytes:
    """Return the board of a decided `state`: the rest of the incomplete band first, sorted."""
    names = state.names
    columns = [
        column for group in state.groups for stack in group for cell in stack for column in cell
    ]
    texts = [tuple([names[row[column]] for column in columns]) for row in views[state.turned]]
    bands = [sorted(band, key=texts.__getitem__) for band in state.bands]
    if state.is_begun:
        begun, *others = bands
    else:
        begun, others = [], bands
    others.sort(key=lambda band: [texts[row] for row in band])
    rows = [*state.taken, *begun, *chain.from_iterable(others)]
    return bytes(chain.from_iterable(texts[row] for row in rows))


def _states_of_full_grid(board: CluedBoard, views: list[Rows]) -> list[State]:
    """Return the states after the first two rows of a grid with every digit in every line.

    Return an empty list for other boards.
    """
    n = board.shape.n
    if any(len({*row} - {0}) < n for rows in views for row in rows):
        return []
    orders = [
        tuple(column - n for lines in chosen for column in lines)
        for stacks in permutations(board.shape.stacks)
        for chosen in product(*map(permutations, stacks))
    ]
    counted = bytes(range(1, n + 1))
    least = b""
    states: list[State] = []
    for first in _first_states(board, views):
        rows = list(map(bytes, views[first.turned]))
        for columns in orders:
            in_order = itemgetter(*columns)
            shown = [bytes(in_order(row)) for row in rows]
            for place, band in enumerate(first.bands):
                for one, other in permutations(band, 2):
                    names = bytes.maketrans(shown[one], counted)
                    text = shown[other].translate(names)
                    if not least or text < least:
                        least = text
                        states = []
                    if text == least:
                        begun = _take(_take(first, place, one), 0, other)
                        groups = tuple((((column,),),) for column in columns)
                        states.append(begun._replace(groups=groups, names=tuple(names[: n + 1])))
    return states


ORDERS: Mapping[str, Callable[[Grid], Canonical]] = MappingProxyType(
    {"refinement": canonical_form, "minlex": minlex_form}
)
"""By the name of an order, the function that finds the least form in it."""
