"""Whether one board is a copy of another, by which transformation, and the form of all copies.

A transformation swaps rows of a band, columns of a stack, bands, stacks, turns the board by a
quarter, and renames the digits one to one. Plain boards allow all of these, but no quarter turn
if the boxes are not square; boards with clues, diagonals or regions allow the turns and reflections
that keep them (see `turning`).

*Is it a copy?* Both boards are refined (see `node`). If the colours do not decide everything, a
clue of the largest class is pinned on the first board, and in turn each clue of that class on the
other: if there is a transformation, it takes the pinned clue to one of these. When each busy line
has a colour of its own, the colours say which line goes where, and applying that shows whether it
is true. So a yes has its proof; and a no is true because pins and colours leave nothing out. Clues
are pinned, not lines, as one clue fixes two lines and a digit at once.

A round of refinement takes time in proportion to the clues. Most puzzles, and full grids, need one
to three rounds and no pin. Regular boards need pins, in theory exponentially many at worst. After
a failed pin, all pins that symmetries of the board take it to are skipped; with this, the most
regular boards known to us need a few hundred pins.

*The canonical form* is the least board in this order:

1. A placement is a leaf of the search tree: at each node the clues of the largest class (of
   several, the class with the least colours) are pinned in turn, and only the pins with the least
   trace (the sums of all colours, round by round) are followed. `node` explains colours;
   they do not depend on places of lines or names of digits, so copies have the same tree.
2. At a leaf every busy line has a colour of its own. The colours order the lines: in a
   chute from the least, empty ones first; chutes by their greatest; the side with the greatest
   of all as columns, if boxes are square. Digits are named 1, 2, 3 in the order of their first
   place, row by row.
3. Of the boards written in this way, the form is the one whose digits, row by row, are least, 0
   for a blank.

It is not the form known as minlex (see `minlex_form`): finding it takes about as long as finding
a copy, as colours decide what they can, and blanks need not be in front.

If a symmetry of the board takes a pin to an earlier one, both lead to the same form, so the pin is
not followed. These symmetries also lead to the number of all: the number of clues to which
symmetries take the first pin, times the number that keep this pin, and so on down.

The method and the use of symmetries are from B. D. McKay and A. Piperno, "Practical graph
isomorphism, II", Journal of Symbolic Computation 60, 2014.
"""

from functools import cached_property
from math import factorial, prod
from typing import Any, NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_plugins.checkers.symmetry.node import Node, Orbits
from sudoku_plugins.checkers.symmetry.placement import (
    CluedBoard,
    Shape,
    all_lines,
    cells_of,
    renamed,
    renaming,
    shape_of,
    transformation_of,
)
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.checkers.symmetry.turning import least_turn, turn_between


def find_transformation(source: Grid, target: Grid) -> Transformation | None:
    """Return a transformation of the digits of `source` to those of `target`, or None.

    Only digits count, not candidates. Digits are renamed one to one, blanks stay blanks, and
    boards that break the rules are compared too. Boards of different layouts are never
    copies, but clues move with their boards. On layouts with clues, diagonals or regions only turns
    and reflections are tried, as in `Transformation.random`.

    >>> source, target = Grid.parse("12.. .... .... ...3"), Grid.parse(".... ..41 3... ....")
    >>> find_transformation(source, target).grid(source).line == target.line
    True
    """
    layout = source.layout
    if layout.keeping(()) is not target.layout.keeping(()):
        return None
    shape = shape_of(layout)
    if shape is None or target.layout.clues:
        return turn_between(source, target)
    one, other = CluedBoard(source, shape), CluedBoard(target, shape)
    if sorted(one.digit_counts) != sorted(other.digit_counts):
        return None
    first, second = Node.first(one), Node.first(other)
    found = match(first, second) if first.colours.trace == second.colours.trace else None
    return transformation_of(layout, found.cells, found.digits) if found else None


def why_not(source: Grid, target: Grid) -> str:
    """Return why `find_transformation` found no way from `source` to `target`.

    >>> why_not(Grid.parse("12.. .... .... ...."), Grid.parse("1... .... .... ...."))
    'the numbers of clues differ: 2 and 1'
    """
    if source.layout.keeping(()) is not target.layout.keeping(()):
        return f"the layouts differ: {source.layout} and {target.layout}"
    one, other = _digit_counts(source), _digit_counts(target)
    if sum(one) != sum(other):
        return f"the numbers of clues differ: {sum(one)} and {sum(other)}"
    if one != other:
        return f"the digit counts differ: {_listed(one)} and {_listed(other)}"
    return "no turn or reflection fits" if source.layout.clues else "no placement fits"


def _digit_counts(grid: Grid) -> list[int]:
    return sorted(map(grid.digits.count, {*grid.digits} - {0}), reverse=True)


def _listed(counts: list[int]) -> str:
    return " ".join(map(str, counts))


class Match(NamedTuple):
    """A way from one board to another."""

    lines: list[int]
    """By line, its new line."""
    cells: tuple[int, ...]
    """By cell, its new cell."""
    digits: tuple[int, ...]
    """By digit, its new name."""


def match(source: Node, target: Node) -> Match | None:
    """Return the way from the board of `source` to that of `target`, pins to pins, or None.

    The colours of both have the same trace.
    """
    choice = source.class_to_pin()
    if choice is None:
        return _match_leaves(source, target)
    colours, candidates = choice
    model = source.pinning(candidates[0])
    counterparts = target.classes().get(colours, [])
    orbits = Orbits(counterparts)
    failed: list[Node] = []
    for clue in counterparts:
        if orbits.is_tried(clue):
            continue
        child = target.pinning_like(model, clue)
        if child is None or is_image(child, failed, orbits):
            continue
        found = match(model, child)
        if found:
            return found
        orbits.tried.add(clue)
        failed.append(child)
    return None


def is_image(child: Node, earlier: list[Node], orbits: Orbits) -> bool:
    """Return whether a symmetry of the board takes one of the `earlier` children to `child`.

    If so, the `orbits` of the candidates are joined, so that other children may be skipped.
    """
    for other in earlier:
        symmetry = match(other, child)
        if symmetry:
            orbits.join(symmetry.lines, symmetry.digits)
            return True
    return False


def _match_leaves(source: Node, target: Node) -> Match | None:
    """Return the only match of two boards that colours allow, None if it is wrong."""
    board = source.board
    lines = all_lines(board.shape, source.busy_lines(), target.busy_lines())
    if lines is None or [tuple(map(lines.__getitem__, pin[:2])) for pin in source.pins] != [
        pin[:2] for pin in target.pins
    ]:
        return None
    cells = cells_of(board.shape, lines)
    digits = renaming(board.shape.layout, board.digits, target.board.digits, cells)
    return Match(lines, cells, digits) if digits else None


_SYMBOLS = ("." + SYMBOLS).encode().ljust(256)


class Canonical:
    """The form that represents all copies of a board, with its properties.

    Two boards of a layout are copies exactly when the `digits` of their forms are equal. The
    other properties are computed at first use.
    """

    def __init__(
        self,
        source: Grid,
        digits: bytes,
        symmetries: int | None = None,
        layout: Layout | None = None,
    ) -> None:
        self._source = source
        self._symmetries = symmetries
        self.layout = layout or source.layout
        """The layout of the form: that of the board, but for clues in other cells."""
        self.digits = digits
        """The digits of the form, one byte for each cell, 0 for a blank."""

    def to_dict(self) -> dict[str, Any]:
        """Return the form as data for JSON, as ``canonical --symmetries --json`` has it."""
        return {"puzzle": self._source.line, "form": self.line, "symmetries": self.symmetries}

    def __str__(self) -> str:
        """Return the form as a puzzle: its clues on a line above its digits, if it has any."""
        return f"{self.layout.clue_line}{self.line}"

    @property
    def line(self) -> str:
        """The digits of the form, one character for each cell, ``.`` for a blank."""
        return self.digits.translate(_SYMBOLS).decode()

    @cached_property
    def grid(self) -> Grid:
        """The form as a grid with these digits as givens."""
        return Grid(self.layout, tuple(self.digits))

    @cached_property
    def transformation(self) -> Transformation:
        """A transformation that takes the digits of the board to those of its form."""
        found = find_transformation(self._source, self.grid)
        assert found is not None, "a form is a copy of its board"
        return found

    @cached_property
    def symmetries(self) -> int:
        """The number of ways to move the cells that change only the names of digits.

        Swaps of empty lines count, as they move cells. Names of digits that are not on the board
        do not. So a board with one digit everywhere has 3,359,232 symmetries, all the ways to
        move the cells of a 9x9 board, and so has the empty board.
        """
        if self._symmetries is None:
            return canonical_form(self._source).symmetries
        return self._symmetries

    def __repr__(self) -> str:
        return f"<Canonical {self._source.layout} {self.line}>"


def canonical_form(grid: Grid) -> Canonical:
    """Return the canonical form of the digits of `grid`, equal for copies only.

    On layouts with diagonals or regions it is the least of the turns and reflections that keep
    the houses, with digits named in the order of their first place.

    >>> copies = Grid.parse("12.. .... .... ...3"), Grid.parse(".... ..41 3... ....")
    >>> len({canonical_form(grid).line for grid in copies})
    1
    """
    shape = shape_of(grid.layout)
    if shape is None:
        return form_by_turn(grid)
    way = least_by_colours(Node.first(CluedBoard(grid, shape)))
    return Canonical(grid, way.digits, way.symmetries)


def form_by_turn(grid: Grid) -> Canonical:
    """Return the form of `grid` that is the least of its turns and reflections."""
    least = least_turn(grid)
    return Canonical(grid, least.digits, least.symmetries, least.layout)


class _ByLines(NamedTuple):
    """A `board` with its lines in another order: the new digits."""

    digits: bytes
    board: CluedBoard
    n_busy: int = 1
    """The symmetries that keep the pins of the node, without those of empty lines."""

    @property
    def symmetries(self) -> int:
        # The ways to move empty lines and nothing else go with every other.
        shape, counts = self.board.shape, self.board.line_counts
        n_ways = 2 if shape.has_square_boxes and not self.board.clues else 1
        for side in (shape.bands, shape.stacks):
            empty = [[counts[line] for line in chute].count(0) for chute in side]
            n_ways *= prod(map(factorial, empty)) * factorial(empty.count(len(side[0])))
        return self.n_busy * n_ways


def least_by_colours(node: Node) -> _ByLines:
    """Return the canonical way to write the board of `node` with its pins."""
    choice = node.class_to_pin()
    if choice is None:
        return _write(node)
    candidates = choice[1]
    orbits = Orbits(candidates)
    children: list[Node] = []
    for clue in candidates:
        if orbits.is_tried(clue):
            continue
        orbits.tried.add(clue)
        child = node.pinning(clue)
        if not children or child.colours.trace < children[0].colours.trace:
            children = [child]
        elif child.colours.trace == children[0].colours.trace and not is_image(
            child, children, orbits
        ):
            children.append(child)
    ways = ((least_by_colours(child), child) for child in children)
    least, child = min(ways, key=lambda way: way[0].digits)
    return least._replace(n_busy=least.n_busy * orbits.size(child.pins[-1]))


def _write(leaf: Node) -> _ByLines:
    """Return the board of a `leaf` with its lines in the order of their colours."""
    board = leaf.board
    shape = board.shape
    n = shape.n
    ranks = [0] * (2 * n)
    for rank, line in enumerate(leaf.busy_lines(), 1):
        ranks[line] = rank
    order = sorted(shape.lines, key=_line_order(shape, ranks).__getitem__)
    lines = [0] * (2 * n)
    for place, line in enumerate(order):
        lines[line] = place
    digits = bytearray(n * n)
    for row, column, digit in board.clues:
        row, column = lines[row], lines[column]
        digits[row * n + column - n if row < n else column * n + row - n] = digit
    return _ByLines(renamed(digits), board)


def _line_order(shape: Shape, ranks: list[int]) -> list[int]:
    """Return a sort key by line: the ranks of its side, its chute and itself as one number."""
    tops = [max(ranks[chute.start : chute.stop]) for chute in shape.chutes]
    n_bands = len(shape.bands)
    if shape.has_square_boxes:
        sides = [max(tops[:n_bands])] * shape.n + [max(tops[n_bands:])] * shape.n
    else:
        sides = shape.side_of
    more = 2 * shape.n + 1  # than any rank
    return [
        (side * more + tops[chute]) * more + rank
        for side, chute, rank in zip(sides, shape.chute_of, ranks)
    ]
