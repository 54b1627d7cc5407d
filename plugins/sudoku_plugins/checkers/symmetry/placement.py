"""A board for comparison, and the new place of each of its lines and cells.

Legend:
    line        a number: the rows from 0 to n - 1, then the columns from n to 2n - 1
    side        the rows, or the columns
    chute       the lines of a band or of a stack
    clue        (row, column, digit), row and column as lines; only digits count, never
                candidates, and placed digits count like givens
    busy        of a line: with a clue on it
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter

from sudoku_engine import Grid, Layout
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_plugins.checkers.symmetry.transformation import Transformation

Clue = tuple[int, int, int]


class Shape:
    """The movable parts of a layout of plain boxes: lines in chutes, chutes in sides."""

    def __init__(self, layout: Layout) -> None:
        n = layout.n
        self.layout = layout
        self.n = n
        height, width = self.chute_sizes = (layout.chute_height, layout.chute_width)
        self.has_square_boxes = height == width
        """Whether rows may become columns."""
        self.bands = [range(i, i + height) for i in range(0, n, height)]
        self.stacks = [range(i, i + width) for i in range(n, 2 * n, width)]
        self.chutes = [*self.bands, *self.stacks]
        self.chute_numbers = range(len(self.chutes))
        self.is_band = [chute < len(self.bands) for chute in self.chute_numbers]
        self.lines = range(2 * n)
        self.side_of = [line // n for line in self.lines]
        self.chute_of = [number for number, chute in enumerate(self.chutes) for _ in chute]
        """By line, the number of its chute."""
        self.crossings = [(row, n + column) for row in range(n) for column in range(n)]
        """By cell, its row and column."""


@per_layout
def shape_of(layout: Layout) -> Shape | None:
    """Return the shape of a `layout`; None if single lines cannot move."""
    return None if not layout.is_plain else Shape(layout)


class CluedBoard:
    """The clues of a grid, and their counts."""

    __slots__ = ("busy", "clues", "digit_counts", "digits", "line_counts", "n_colours", "shape")

    def __init__(self, grid: Grid, shape: Shape) -> None:
        """Return the board of `grid`, whose layout has the `shape`."""
        self.shape = shape
        self.digits = grid.digits
        self.clues: list[Clue] = [
            (row, column, digit)
            for (row, column), digit in zip(shape.crossings, grid.digits)
            if digit
        ]
        self.line_counts = line_counts = [0] * (2 * shape.n)
        """By line, how many clues it has."""
        self.digit_counts = digit_counts = [0] * (shape.n + 1)
        """By digit, how many clues it has."""
        for row, column, digit in self.clues:
            line_counts[row] += 1
            line_counts[column] += 1
            digit_counts[digit] += 1
        self.busy = [line for line, count in enumerate(line_counts) if count]
        self.n_colours = len(self.busy) + (len(self.busy) < len(line_counts))
        """The number of colours of the lines if no two busy ones share a colour."""


def all_lines(shape: Shape, busy: Sequence[int], goals: Sequence[int]) -> list[int] | None:
    """Return the new place of each line from the `goals` of the `busy` ones; None if chutes break.

    Empty lines get the places left in their chute, and empty chutes those left on their side, in
    order: any other order would be correct too.
    """
    chute_of, is_band = shape.chute_of, shape.is_band
    moves = {(chute_of[line], chute_of[goal]) for line, goal in zip(busy, goals)}
    chutes = dict(moves)
    if not len(moves) == len(chutes) == len({*chutes.values()}):
        return None
    turned = {is_band[chute] != is_band[goal] for chute, goal in chutes.items()}
    if len(turned) > 1 or (True in turned and not shape.has_square_boxes):
        return None
    if len(chutes) < len(is_band):
        idle_chutes = [chute for chute in shape.chute_numbers if chute not in chutes]
        if True in turned:
            idle_chutes.sort(key=is_band.__getitem__)  # stacks first, as they become bands
        _add(chutes, idle_chutes, shape.chute_numbers)
    lines = dict(zip(busy, goals))
    if len(lines) < len(chute_of):
        idle_lines = [line for line in shape.lines if line not in lines]
        idle_lines.sort(key=lambda line: chutes[chute_of[line]])
        _add(lines, idle_lines, shape.lines)
    return [lines[line] for line in shape.lines]


def cells_of(shape: Shape, lines: Sequence[int]) -> tuple[int, ...]:
    """Return the new place of each cell from those of the lines."""
    n = shape.n
    if lines[0] < n:
        starts = [goal * n for goal in lines[:n]]
        offsets = [goal - n for goal in lines[n:]]
    else:
        starts = [goal - n for goal in lines[:n]]
        offsets = [goal * n for goal in lines[n:]]
    return tuple([start + offset for start in starts for offset in offsets])


def renaming(
    layout: Layout, source: Sequence[int], target: Sequence[int], cells: Sequence[int]
) -> tuple[int, ...] | None:
    """Return the name on `target` of each digit of `source`, with cells moved as in `cells`.

    None if that is not one name for each digit, or if a clue would meet a blank. Digits
    that are not on the source get the names left, in order.
    """
    old = bytes(source)
    new = bytes(itemgetter(*cells)(target))
    there, back = bytes.maketrans(old, new), bytes.maketrans(new, old)
    if there[0] or back[0] or old.translate(there) != new or new.translate(back) != old:
        return None
    names = {digit: there[digit] for digit in {0, *old}}
    if len(names) <= layout.n:
        _add(names, [digit for digit in layout.digits if digit not in names], layout.digits)
    return tuple([names[digit] for digit in range(layout.n + 1)])


def renamed(digits: bytes | bytearray) -> bytes:
    """Return the `digits` of a board renamed 1, 2, 3 in the order of first place; 0 stays 0.

    >>> list(renamed(bytes([0, 4, 2, 4])))
    [0, 1, 2, 1]
    """
    names = bytearray(range(256))
    for name, digit in enumerate(dict.fromkeys(digits.replace(b"\0", b"")), 1):
        names[digit] = name
    return bytes(digits.translate(names))


def transformation_of(
    layout: Layout, cells: tuple[int, ...], digits: tuple[int, ...]
) -> Transformation:
    """Return the transformation of these `cells` and `digits`, without checking the houses.

    Moves of lines and chutes keep the houses; checking takes longer than most searches.
    """
    made = object.__new__(Transformation)
    made.__dict__.update(layout=layout, target=layout, cells=cells, digits=digits)
    return made


def _add(goals: dict[int, int], things: Iterable[int], places: Iterable[int]) -> None:
    """Send `things` to the free `places`, in order."""
    taken = set(goals.values())
    goals.update(zip(things, [place for place in places if place not in taken]))
