"""Boards with clues, diagonals or regions: turned or reflected, with other names for digits.

Legend:
    class       digits that may change places in every clue: all of them on an anti-knight board,
                the even ones where cells are marked as even, single digits beside a thermometer
    names       by old digit its new one; ``names[0]`` is 0, a blank
"""

from collections.abc import Hashable, Iterator, Sequence
from enum import Enum
from itertools import chain, permutations
from math import factorial
from typing import NamedTuple

from sudoku_engine import Grid, Layout
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.clue import Clue
from sudoku_engine.board.variants import rule_book
from sudoku_engine.errors import LayoutError
from sudoku_plugins.checkers.symmetry.transformation import (
    Transformation,
    meaning,
    moved_layout,
    turns_and_reflections,
)

Names = tuple[int, ...]
Class = Sequence[int]

MOST_WAYS = 1_000
"""The most ways in which classes may change places that are tried."""


def turn_between(source: Grid, target: Grid) -> Transformation | None:
    """Return a turn or reflection, with new names for digits, from `source` to `target`, or None.

    Digits that the source does not show get names that every clue allows.
    """
    one, other = least_turn(source), least_turn(target)
    if (one.digits, one.layout) != (other.digits, other.layout):
        return None
    cells = [other.cells.index(cell) for cell in one.cells]
    digits = [other.names.index(name) for name in one.names]
    return Transformation(source.layout, tuple(cells), tuple(digits))


class LeastTurn(NamedTuple):
    """The least way to write a turned or reflected board."""

    digits: bytes
    layout: Layout
    """The layout with its clues, and their cells, in order."""
    cells: tuple[int, ...]
    """By old cell its new one."""
    names: Names
    symmetries: int
    """The number of moves that change only the names of digits."""


def least_turn(grid: Grid) -> LeastTurn:
    """Return the least way to write `grid`: least in the text of its clues, then in its digits.

    Digits get other names where every clue says the same with them.
    """
    ways = []
    turned = _turned(grid.layout)
    for number, (cells, layout) in enumerate(turned):
        old = _moved(grid.digits, cells)
        namings = _namings(old, grid.layout)
        digits, names = min((bytes([each[digit] for digit in old]), each) for each in namings)
        ways.append((layout.clue_line, digits, number, names))
    text, digits, number, names = min(ways)
    cells, layout = turned[number]
    same = sum((text, digits) == way[:2] for way in ways)
    return LeastTurn(digits, layout, cells, names, same)


def _moved(digits: Sequence[int], cells: Sequence[int]) -> bytearray:
    found = bytearray(len(cells))
    for digit, cell in zip(digits, cells):
        found[cell] = digit
    return found


@per_layout
def _turned(layout: Layout) -> Sequence[tuple[tuple[int, ...], Layout]]:
    """Return the turns and reflections that the clues of `layout` allow, and what it becomes."""
    base, same = layout.keeping(()), range(layout.n + 1)
    if not layout.written_clues:  # diagonals stay where they are
        return [(cells, layout) for cells in turns_and_reflections(base)]
    freedoms = [_freedom(clue, layout) for clue in layout.clues]
    found = []
    for cells in turns_and_reflections(base):
        try:
            turned = moved_layout(layout, cells, same)
        except LayoutError:
            continue
        clues = []
        for clue, freedom in zip(turned.clues, freedoms):
            order = freedom.least(clue.cells)
            if order != clue.cells:
                clue = rule_book().clue(base, clue.rule, order, clue.value)
            clues.append(clue)
        clues.sort(key=lambda clue: (clue.rule, str(clue.value), clue.cells))
        found.append((cells, rule_book().with_clues(base, clues)))
    return found


class Freedom(Enum):
    """In which order the cells of a clue may stand."""

    NONE = 0
    BACKWARDS = 1
    ANY = 2

    def least(self, cells: Sequence[int]) -> tuple[int, ...]:
        """Return the least order in which `cells` may stand."""
        ways = [tuple(cells), tuple(reversed(cells)), tuple(sorted(cells))]
        return min(ways[: self.value + 1])


def _freedom(clue: Clue, layout: Layout) -> Freedom:
    """Return in which orders `clue` says the same; its rule is asked."""
    cells = clue.cells

    def is_same(order: Sequence[int]) -> bool:
        try:
            other = rule_book().clue(layout.keeping(()), clue.rule, order, clue.value)
        except LayoutError:
            return False
        own, same = layout.cells, range(layout.n + 1)
        return meaning(other, own, same) == meaning(clue, own, same)

    if len(cells) < 2:
        return Freedom.ANY
    if is_same((cells[1], cells[0], *cells[2:])) and is_same((*cells[1:], cells[0])):
        return Freedom.ANY  # from these two follow all orders
    return Freedom.BACKWARDS if is_same(cells[::-1]) else Freedom.NONE


# Names of digits


def _namings(digits: Sequence[int], layout: Layout) -> Iterator[Names]:
    """Yield for each way of the classes the least names of a board of `digits`."""
    classes, ways = _exchanges(layout)
    shown = [*dict.fromkeys(filter(None, digits)), *layout.digits]
    for way in ways:
        names = [0] * (layout.n + 1)
        for old, new in zip(classes, way):
            for digit, name in zip(sorted(old, key=shown.index), sorted(new)):
                names[digit] = name
        yield tuple(names)


@per_layout
def _exchanges(layout: Layout) -> tuple[Sequence[Class], Sequence[Sequence[Class]]]:
    """Return the classes of digits, and the ways in which whole classes may change places.

    Where the classes are many, only the way that counts digits from the other end is tried.
    """
    fillings = {part.fillings for clue in layout.clues for part in clue.parts if part.fillings}

    def is_allowed(names: Sequence[int]) -> bool:
        return all(each.renamed(names) == each for each in fillings)

    classes: list[list[int]] = []
    for digit in layout.digits:
        for some in classes:
            names = [*range(layout.n + 1)]
            names[digit], names[some[0]] = some[0], digit
            if is_allowed(names):
                some.append(digit)
                break
        else:
            classes.append([digit])
    ways = [classes]
    others = permutations(classes) if factorial(len(classes)) <= MOST_WAYS else [classes[::-1]]
    for way in others:
        if way != tuple(classes) and [*map(len, way)] == [*map(len, classes)]:
            names = [0] * (layout.n + 1)
            for digit, name in zip(chain.from_iterable(classes), chain.from_iterable(way)):
                names[digit] = name
            if is_allowed(names):
                ways.append([*way])
    return classes, ways


def may_be_alike(source: Layout, target: Layout) -> bool:
    """Return whether a turn or reflection takes the cells of each clue to those of another."""

    def named(layout: Layout, cells: Sequence[int]) -> set[Hashable]:
        return {
            (clue.rule, clue.value, frozenset(cells[cell] for cell in clue.cells))
            for clue in layout.clues
        }

    wanted = named(target, target.cells)
    ways = turns_and_reflections(source.keeping(()))
    return any(named(source, cells) == wanted for cells in ways)
