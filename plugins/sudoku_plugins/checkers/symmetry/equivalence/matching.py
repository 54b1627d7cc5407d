"""Is one board a copy of another, and by which transformation?

Both boards are refined. If the colours do not decide everything, a clue of the largest class
is pinned on the first board, and in turn each clue of that class on the other: if there is a
transformation, it takes the pinned clue to one of these. When each busy line has a colour of
its own, the colours say which line goes where, and applying that shows whether it is true. So
a yes has its proof; and a no is true because pins and colours leave nothing out.

Clues are pinned, not lines, as one clue fixes two lines and a digit at once.

A round of refinement takes time in proportion to the clues. Most puzzles, and full grids, need one
to three rounds and no pin. Regular boards need pins, in theory exponentially many at worst. After
a failed pin, all pins that symmetries of the board take it to are skipped; with this, the most
regular boards known to us need a few hundred pins. The method and the use of symmetries are
from B. D. McKay and A. Piperno, "Practical graph isomorphism, II", Journal of Symbolic
Computation 60, 2014.
"""

from __future__ import annotations

from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_plugins.checkers.symmetry.equivalence.node import Node, Orbits
from sudoku_plugins.checkers.symmetry.equivalence.placement import (
    CluedBoard,
    all_lines,
    cells_of,
    renaming,
    shape_of,
    transformation_of,
)
from sudoku_plugins.checkers.symmetry.equivalence.turning import turn_between
from sudoku_plugins.checkers.symmetry.transformation import Transformation


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
    """Return how often each digit is on the board, the most frequent first."""
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
