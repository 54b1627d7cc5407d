"""The moves that people make: turn, reflect, swap two lines or chutes, rename digits.

Each has a description, and an option of `sudoku-engine transform`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, cast, get_args

from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.words import brief, listed, symbol
from sudoku_engine.errors import LayoutError
from sudoku_engine.symmetry.transformation import Transformation

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
    """The direction, or the diagonal."""

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
    """The kind of line or chute."""
    first: int
    """The number of one of them."""
    second: int
    """The number of the other."""

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
        """Return how many lines move together."""
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

    def __post_init__(self) -> None:
        for old in _repeated(old for old, _ in self.names):
            raise LayoutError(f"{symbol(old)} is renamed twice")
        for new in _repeated(new for _, new in self.names):
            raise LayoutError(f"two digits cannot both become {symbol(new)}")

    @classmethod
    def of_text(cls, text: str) -> Renaming:
        """Return the renaming written in `text`; raises LayoutError.

        >>> Renaming.of_text("1=2,2=1").names
        ((1, 2), (2, 1))
        """
        try:
            pairs = [pair.partition("=") for pair in text.split(",")]
            return cls(tuple((_digit(old), _digit(new)) for old, _, new in pairs))
        except LayoutError as error:
            raise LayoutError(error.what, f"--relabel {text}") from None

    def _text(self) -> str:
        return f"rename {arrows(self.names)}"

    def _option(self) -> str:
        return f"--relabel {','.join(f'{symbol(old)}={symbol(new)}' for old, new in self.names)}"

    def grid(self, grid: Grid) -> Grid:
        """Return the board with its digits renamed."""
        old_names, new_names = {old for old, _ in self.names}, {new for _, new in self.names}
        nameless = (new_names - old_names) & {*grid.digits}
        if nameless:
            are, them = ("are", "them") if len(nameless) > 1 else ("is", "it")
            what = f"{listed(nameless)} {are} on the board too: say what becomes of {them}"
            raise LayoutError(what, self.option)
        return super().grid(grid)

    def _on(self, layout: Layout) -> Transformation:
        names = dict(self.names)
        for digit in (*names, *names.values()):
            if digit not in layout.digits:
                has = f"a {layout} board has 1 to {symbol(layout.n)}"
                raise LayoutError(f"there is no digit {symbol(digit)}: {has}")
        free = {*layout.digits} - {*names.values()}
        for digit in free - {*names}:
            names[digit] = digit
            free.remove(digit)
        nameless = [digit for digit in layout.digits if digit not in names]
        names.update(zip(nameless, sorted(free)))
        return Transformation.of_lines(layout, digits=[names[digit] for digit in layout.digits])


_WRITTEN = re.compile(
    r"(?:--)?(?:rotate (?P<turn>90|180|270)"
    r"|swap[ -](?P<kind>row|column|band|stack)s (?P<one>[0-9]+) (?P<other>[0-9]+)"
    r"|transpose|reflect (?P<axis>[a-z-]+)|relabel (?P<names>.*))"
)


def move_in(text: str) -> Move:
    """Return the move written in `text` as an option of `transform`, with its dashes or without.

    Raises LayoutError.

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
        return Renaming.of_text(found["names"])
    return Reflection(cast(Axis, found["axis"] or "falling"))


def _repeated(digits: Iterable[int]) -> list[int]:
    known = list(digits)
    return [digit for index, digit in enumerate(known) if digit in known[:index]]


def _digit(word: str) -> int:
    """Return the digit that `word` names, by its symbol or as a number."""
    name = word.strip().upper()
    if len(name) == 1 and name in SYMBOLS:
        return SYMBOLS.index(name) + 1
    if name.isdecimal() and 0 < int(name) <= len(SYMBOLS):
        return int(name)
    what = f"{brief(word.strip())} is not a digit" if word.strip() else "a digit is missing"
    raise LayoutError(f"{what}: write 1=2,2=1")


def arrows(pairs: Iterable[tuple[int, int]], is_digits: bool = True) -> str:
    """Return `pairs` as text: ``1 -> 2, 2 -> 1``; digits over 9 as letters."""
    written = symbol if is_digits else str
    return ", ".join(f"{written(one)} -> {written(other)}" for one, other in pairs)


def replay(grid: Grid, moves: Iterable[Move]) -> Iterator[Grid]:
    """Return `grid`, and the board after each of the `moves`; raises LayoutError.

    >>> *_, last = replay(Grid.parse("1234 .... .... ...."), [Turn(180), Swap("band", 1, 2)])
    >>> last.line
    '....4321........'
    """
    return accumulate(moves, lambda board, move: move.grid(board), initial=grid)
