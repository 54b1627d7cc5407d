"""The moves that people make: turn, reflect, swap two lines or chutes, rename digits.

Each has a description, and an option of `sudoku-engine transform`.

A transformation in parts is a turn, then moves of lines, then new names for digits. On plain boards
two turns lead to the same result, as half a turn is a move of lines too; the one with fewer moves
is chosen. Layouts with diagonals or regions have turns and reflections only.

As people read it (`parts_of`), the parts are the whole board, row blocks, column blocks, rows,
columns and digits. They apply in this order; a part that moves nothing is left out.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast, get_args

from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.words import brief, listed, range_of, symbol
from sudoku_engine.errors import LayoutError
from sudoku_plugins.checkers.symmetry.transformation import Transformation

Axis = Literal["left-right", "top-bottom", "falling", "rising"]
Kind = Literal["row", "column", "band", "stack"]


class Move(ABC):
    """One elementary move, for boards of every layout whose houses it keeps."""

    @property
    def text(self) -> str:
        """The move in words: ``swap rows 1 and 2``."""
        return self._text()

    @property
    def option(self) -> str:
        """The move as an option of `sudoku-engine transform`: ``--swap-rows 1 2``."""
        return self._option()

    def transformation(self, layout: Layout) -> Transformation:
        """Return the move as a transformation of boards of `layout`; raises LayoutError."""
        try:
            return _transformation(self, layout)
        except LayoutError as error:
            raise LayoutError(error.what, self.option) from None

    def grid(self, grid: Grid) -> Grid:
        """Return the board after the move on `grid`; raises LayoutError."""
        return self.transformation(grid.layout).grid(grid)

    @abstractmethod
    def _text(self) -> str: ...

    @abstractmethod
    def _option(self) -> str: ...

    @abstractmethod
    def _on(self, layout: Layout) -> Transformation: ...

    def __str__(self) -> str:
        return self.text


@bounded_cache(lambda made: 500 + 36 * len(made.cells))
def _transformation(move: Move, layout: Layout) -> Transformation:
    return move._on(layout)


@dataclass(frozen=True)
class Turn(Move):
    """A turn of the whole board clockwise, by 90, 180 or 270 `degrees`.

    >>> str(Turn(90))
    'rotate by 90 degrees'
    """

    degrees: int

    def __post_init__(self) -> None:
        if self.degrees not in (90, 180, 270):
            raise LayoutError(f"a board turns by 90, 180 or 270 degrees, not by {self.degrees}")

    def _text(self) -> str:
        return f"rotate by {self.degrees} degrees"

    def _option(self) -> str:
        return f"--rotate {self.degrees}"

    def _on(self, layout: Layout) -> Transformation:
        return Transformation.of_lines(layout, self.degrees // 90)


@dataclass(frozen=True)
class Reflection(Move):
    """A reflection of the whole board: ``left-right``, ``top-bottom``, or at a diagonal.

    The ``falling`` diagonal goes down from r1c1: rows become columns. The ``rising`` one goes up
    to the last cell of row 1.

    >>> str(Reflection("falling"))
    'transpose'
    """

    axis: Axis

    def _text(self) -> str:
        return {
            "left-right": "reflect left to right",
            "top-bottom": "reflect top to bottom",
            "falling": "transpose",
            "rising": "reflect at the rising diagonal",
        }[self.axis]

    def _option(self) -> str:
        return "--transpose" if self.axis == "falling" else f"--reflect {self.axis}"

    def _on(self, layout: Layout) -> Transformation:
        turns = int(self.axis in ("falling", "rising"))
        backwards = range(layout.n - 1, -1, -1)
        if self.axis in ("left-right", "falling"):
            return Transformation.of_lines(layout, turns, columns=backwards)
        return Transformation.of_lines(layout, turns, rows=backwards)


@dataclass(frozen=True)
class Swap(Move):
    """A swap of two lines of a chute, two bands or two stacks, numbered from 1.

    >>> str(Swap("row", 1, 2))
    'swap rows 1 and 2'
    """

    kind: Kind
    first: int
    second: int

    def _text(self) -> str:
        return f"swap {self.kind}s {self.first} and {self.second}"

    def _option(self) -> str:
        return f"--swap-{self.kind}s {self.first} {self.second}"

    def _on(self, layout: Layout) -> Transformation:
        self._check(layout)
        size = self._size(layout)
        places = [range(start, start + size) for start in range(0, layout.n, size)]
        one, other = self.first - 1, self.second - 1
        places[one], places[other] = places[other], places[one]
        lines = [line for place in places for line in place]
        if self.kind in ("row", "band"):
            return Transformation.of_lines(layout, rows=lines)
        return Transformation.of_lines(layout, columns=lines)

    def _size(self, layout: Layout) -> int:
        return {"band": layout.box_height, "stack": layout.box_width}.get(self.kind, 1)

    def _check(self, layout: Layout) -> None:
        kind = self.kind
        if kind in ("band", "stack") and layout.is_jigsaw:
            raise LayoutError(f"a {layout} board has no {kind}s")
        count = layout.n // self._size(layout)
        for number in (self.first, self.second):
            if not 1 <= number <= count:
                has = f"a {layout} board has {kind}s 1 to {count}"
                raise LayoutError(f"there is no {kind} {number}: {has}")
        if self.first == self.second:
            raise LayoutError(f"{kind} {self.first} cannot be swapped with itself")
        if layout.is_jigsaw or kind in ("band", "stack"):
            return
        chute, size = ("band", layout.box_height) if kind == "row" else ("stack", layout.box_width)
        one, other = (1 + (number - 1) // size for number in (self.first, self.second))
        if one != other:
            raise LayoutError(
                f"{kind} {self.first} is in {chute} {one}, {kind} {self.second} in "
                f"{chute} {other}: only {kind}s of one {chute} can be swapped"
            )


@dataclass(frozen=True)
class Renaming(Move):
    """A renaming of digits, all at once.

    Digits that are not listed keep their name. If another digit gets it, they get the names that
    are left, in order; then they must not be on the board.

    >>> str(Renaming(((1, 2), (2, 1))))
    'rename 1 -> 2, 2 -> 1'
    """

    names: tuple[tuple[int, int], ...]
    """Pairs of an old name and its new one."""
    signs: str = SYMBOLS

    def __post_init__(self) -> None:
        for old in _repeated(old for old, _ in self.names):
            raise LayoutError(f"{symbol(old, self.signs)} is renamed twice")
        for new in _repeated(new for _, new in self.names):
            raise LayoutError(f"two digits cannot both become {symbol(new, self.signs)}")

    @classmethod
    def of_text(cls, text: str, signs: str = SYMBOLS) -> Renaming:
        """Return the renaming of digits with these `signs` in `text`; raises LayoutError.

        >>> Renaming.of_text("1=2,2=1").names
        ((1, 2), (2, 1))
        """
        try:
            pairs = [pair.partition("=") for pair in text.split(",")]
            names = tuple((_digit(old, signs), _digit(new, signs)) for old, _, new in pairs)
            return cls(names, signs)
        except LayoutError as error:
            raise LayoutError(error.what, f"--relabel {text}") from None

    def _text(self) -> str:
        return f"rename {arrows(self.names, self.signs)}"

    def _option(self) -> str:
        named = [f"{symbol(old, self.signs)}={symbol(new, self.signs)}" for old, new in self.names]
        return f"--relabel {','.join(named)}"

    def grid(self, grid: Grid) -> Grid:
        """Return the board with its digits renamed."""
        old_names, new_names = {old for old, _ in self.names}, {new for _, new in self.names}
        nameless = (new_names - old_names) & {*grid.digits}
        if nameless:
            are, them = ("are", "them") if len(nameless) > 1 else ("is", "it")
            left = listed(nameless, signs=self.signs)
            what = f"{left} {are} on the board too: say what becomes of {them}"
            raise LayoutError(what, self.option)
        return super().grid(grid)

    def _on(self, layout: Layout) -> Transformation:
        names = dict(self.names)
        for digit in (*names, *names.values()):
            if digit not in layout.digits:
                has = f"a {layout} board has {range_of(layout)}"
                raise LayoutError(f"there is no digit {symbol(digit, self.signs)}: {has}")
        free = {*layout.digits} - {*names.values()}
        for digit in free - {*names}:
            names[digit] = digit
            free.remove(digit)
        nameless = [digit for digit in layout.digits if digit not in names]
        names.update(zip(nameless, sorted(free)))
        return Transformation.of_lines(layout, digits=[names[digit] for digit in layout.digits])


_WRITTEN = re.compile(
    r"(?:--)?(?:rotate (?P<turn>90|180|270)"
    r"|swap[ -](?P<kind>row|column|band|stack)s (?P<one>-?[0-9]+) (?P<other>-?[0-9]+)"
    r"|transpose|reflect (?P<axis>[a-z-]+)|relabel (?P<names>.*))"
)


def move_in(text: str, signs: str = SYMBOLS) -> Move:
    """Return the move written in `text` as an option of `transform`, with its dashes or without.

    `signs`: those of the digits. Raises LayoutError.

    >>> move_in("swap rows 1 2") == move_in("--swap-rows 1 2") == Swap("row", 1, 2)
    True
    """
    found = _WRITTEN.fullmatch(" ".join(text.split()))
    if found is None or found["axis"] not in (None, *get_args(Axis)):
        axes = " or ".join(get_args(Axis))
        known = "'rotate 90', 'swap rows 1 2' (columns, bands, stacks), 'transpose'"
        mend = f"{known}, 'reflect {axes}' or 'relabel 1=2,2=1'"
        raise LayoutError(f"{brief(text)} is no move: write {mend}")
    if found["turn"]:
        return Turn(int(found["turn"]))
    if found["kind"]:
        return Swap(cast(Kind, found["kind"]), int(found["one"]), int(found["other"]))
    if found["names"] is not None:
        return Renaming.of_text(found["names"], signs)
    return Reflection(cast(Axis, found["axis"] or "falling"))


def _repeated(digits: Iterable[int]) -> list[int]:
    known = list(digits)
    return [digit for index, digit in enumerate(known) if digit in known[:index]]


def _digit(word: str, signs: str) -> int:
    name = word.strip().upper()
    if len(name) == 1 and name in signs:
        return signs.index(name) + 1
    if len(name) > 1 and name.isdecimal() and 0 < int(name) <= len(signs):
        return int(name)
    what = f"{brief(word.strip())} is not a digit" if word.strip() else "a digit is missing"
    raise LayoutError(f"{what}: write 1=2,2=1")


def arrows(pairs: Iterable[tuple[int, int]], signs: str = "") -> str:
    """Return `pairs` as text: ``1 -> 2, 2 -> 1``; as digits if their `signs` are given."""
    return ", ".join(f"{symbol(one, signs)} -> {symbol(other, signs)}" for one, other in pairs)


Order = tuple[int, ...]
"""An order of things: the new place i has the thing from place ``order[i]``, from 0."""


class Factors(NamedTuple):
    """The parts of a transformation, in the order in which they apply.

    Chutes and lines are numbered in their places after the parts before.
    """

    whole: Turn | Reflection | None
    """The move of the whole board, None if it stays."""
    orders: Mapping[Kind, Order]
    """The orders of bands and stacks, then of rows and columns inside these."""
    names: tuple[tuple[int, int], ...]
    """The renamed digits: pairs of an old and a new name."""
    signs: str = SYMBOLS

    @property
    def moves(self) -> tuple[Move, ...]:
        """The elementary moves: as few as possible."""
        found: list[Move] = [self.whole] if self.whole else []
        for kind, order in self.orders.items():
            found += [Swap(kind, one + 1, other + 1) for one, other in _swaps(order)]
        if self.names:
            found.append(Renaming(self.names, self.signs))
        return tuple(found)


def moves_of(transformation: Transformation, source: Grid | None = None) -> tuple[Move, ...]:
    """Return the elementary moves that, made in order, do the same: as few as possible.

    A turn first, then swaps of bands, of stacks, of rows inside a band and of columns inside
    a stack, then one renaming; moves without effect are left out. Digits that are not on `source`
    are not renamed. On layouts with diagonals or regions the moves are a turn or a
    reflection, and a renaming; raises LayoutError if these are not enough.

    >>> half_a_turn = Transformation.of_lines(Layout.named("4x4"), turns=2)
    >>> [str(move) for move in moves_of(half_a_turn)]
    ['rotate by 180 degrees']
    """
    return factors(transformation, source).moves


def factors(transformation: Transformation, source: Grid | None = None) -> Factors:
    """Return the parts of `transformation` that need the fewest moves.

    Digits that are not on `source` are left out. On a layout with diagonals or regions, raises
    LayoutError for anything but a turn or a reflection.
    """
    layout = transformation.layout
    shown = layout.digits if source is None else sorted({*source.digits} - {0})
    renamed = [(old, transformation.digits[old]) for old in shown]
    names = tuple((old, new) for old, new in renamed if old != new)
    found = [
        Factors(
            whole,
            {"band": bands, "stack": stacks, "row": rows, "column": columns},
            names,
            layout.own_signs or SYMBOLS,
        )
        for whole, before in _whole_moves(layout)
        if (lines := _lines(layout, before, transformation.cells))
        for bands, rows in [_by_chutes(lines[0], layout.chute_height)]
        for stacks, columns in [_by_chutes(lines[1], layout.chute_width)]
    ]
    if not found:
        raise LayoutError(f"only turns and reflections move a {layout} board, and this is neither")
    return min(found, key=lambda each: len(each.moves))


def _by_chutes(lines: Order, size: int) -> tuple[Order, Order]:
    chutes = tuple(line // size for line in lines[::size])
    inside = tuple(place // size * size + line % size for place, line in enumerate(lines))
    return chutes, inside


def _lines(
    layout: Layout, before: Sequence[int], cells: Sequence[int]
) -> tuple[Order, Order] | None:
    """Return the order of rows and of columns that leads from `before` to `cells`, or None.

    Both are new places by cell.
    """
    n = layout.n
    comes_from = [0] * len(cells)
    for place, goal in zip(before, cells):
        comes_from[goal] = place
    rows = tuple(cell // n for cell in comes_from[::n])
    columns = tuple(cell % n for cell in comes_from[:n])
    if comes_from != [row * n + column for row in rows for column in columns]:
        return None
    if not layout.is_plain and rows + columns != (*range(n),) * 2:
        return None
    return rows, columns


@per_layout
def _whole_moves(layout: Layout) -> list[tuple[Turn | Reflection | None, tuple[int, ...]]]:
    """Return the moves of the whole board on `layout`, each with the new places of the cells.

    Plain boards need no reflections: these are turns and moves of lines.
    """
    known: list[Turn | Reflection] = [Turn(90), Turn(180), Turn(270)]
    if not layout.is_plain:
        known += [Reflection(axis) for axis in get_args(Axis)]
    found: list[tuple[Turn | Reflection | None, tuple[int, ...]]] = [(None, tuple(layout.cells))]
    for whole in known:
        try:
            found.append((whole, whole.transformation(layout).cells))
        except LayoutError:
            continue
    return found


def _swaps(order: Order) -> Iterator[tuple[int, int]]:
    """Yield the fewest swaps of two places that lead to `order`."""
    shown = list(range(len(order)))
    for place, wanted in enumerate(order):
        other = shown.index(wanted)
        if other != place:
            shown[place], shown[other] = shown[other], shown[place]
            yield place, other


MEANING = """\
The parts apply from top to bottom. For rows, columns and blocks of them,
1 -> 2 says: place 1 now shows the content of place 2 before this part.
For digits it says: 1 becomes 2."""
"""The meaning of the parts, for people."""

_NAMES: dict[Kind, str] = {
    "band": "row blocks (bands)",
    "stack": "column blocks (stacks)",
    "row": "rows",
    "column": "columns",
}


def parts_of(transformation: Transformation, source: Grid | None = None) -> tuple[str, ...]:
    """Return the parts of `transformation` where something moves, in words, in their order.

    Digits that are not on `source` are left out. Raises LayoutError as `factors` does.
    """
    found = factors(transformation, source)
    parts = []
    if isinstance(found.whole, Turn):
        parts.append(f"rotation: {found.whole.degrees} degrees clockwise")
    elif found.whole:
        parts.append(f"reflection: {found.whole.text.removeprefix('reflect ')}")
    for kind, order in found.orders.items():
        if moved := [(place + 1, old + 1) for place, old in enumerate(order) if place != old]:
            parts.append(f"{_NAMES[kind]}: {arrows(moved)}")
    if found.names:
        parts.append(f"digits: {arrows(found.names, found.signs)}")
    return tuple(parts)
