"""Clues in text: our own block above a puzzle, and the lines of Interactive Sudoku Solver.

Our own begins with ``clues:``, and goes on in lines that are indented. Semicolons divide clues::

    clues: killer cage 15 r1c12; thermometer r3c3,r2c2
      anti-knight
    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

The lines of the solver (https://github.com/sigh/Interactive-Sudoku-Solver) begin with a point:
``.Cage~15~R1C1~R1C2.AntiKnight.~R5C5_7``. A part without a name has the digits of a cell. Rows and
columns over 9 are letters.

A line of JSudoku, ``3x3::k:3844:3844:…``, has a number for each cell: 256 times the sum of its
cage, and the number of the cage. A sum of 0 is none. ``3x3:d:k:`` has both diagonals, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sudoku_engine.board.clue import Value
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SIZES, Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.rule_book import RULE_BOOK, contradicting
from sudoku_engine.board.words import listed
from sudoku_engine.errors import FormatError, LayoutError, SudokuError, no_rule_for
from sudoku_engine.formats.cells import Cell, WrittenBoard


class WrittenClue(NamedTuple):
    """A clue of our own block, and its place."""

    text: str
    line: int
    column: int
    """The column of its first character, from 1."""


def clues_in(text: str, number: int) -> Iterator[WrittenClue]:
    """Yield the clues in line `number` of a block, without its first word."""
    text = re.sub(r"(^|\s)#.*", "", text)
    beginning = re.match(r"\s*clues\s*:", text, re.IGNORECASE)
    end = beginning.end() if beginning else 0
    for part in text[end:].split(";"):
        if part.strip():
            yield WrittenClue(part.strip(), number, end + len(part) - len(part.lstrip()) + 1)
        end += len(part) + 1


def with_clues(layout: Layout, clues: Sequence[WrittenClue], source: str) -> Layout:
    """Return `layout` with the `clues`; raise FormatError with the place of a wrong one."""
    read = []
    for text, line, column in clues:
        try:
            read.append(RULE_BOOK.read(text, layout))
        except SudokuError as error:  # a plugin's rule is at fault in a place of its own
            what = error.what if isinstance(error, LayoutError) else str(error)
            raise FormatError(what, source, line, column) from None
    try:
        return RULE_BOOK.with_clues(layout, read)
    except LayoutError as error:
        _, at = contradicting(read, layout.all_digits) or (0, 0)
        _, line, column = clues[at]
        raise FormatError(error.what, source, line, column) from None


def constraint_board(text: str, layout: Layout | None) -> WrittenBoard:
    """Return the board of a `text` of Interactive Sudoku Solver.

    Raises LayoutError for what cannot be read. Parts that no rule is known for are named together.
    """
    parts = [part.split("~") for part in re.split(r"\.(?=[A-Z~])", " ".join(text.split())) if part]
    reader = _Constraints(_shape(parts, layout))
    for part in parts:
        name, *arguments = (each.strip(". ") for each in part)
        try:
            reader.read(name, arguments)
        except (IndexError, ValueError):
            raise LayoutError(f"'{'~'.join(part)}' lacks a part, or a number is wrong") from None
    unknown = tuple(f"'{name}'" for name in sorted(reader.unknown))
    try:
        clues = [RULE_BOOK.clue(reader.layout, *each) for each in reader.clues]
        layout = RULE_BOOK.with_clues(reader.layout, clues)
    except LayoutError as error:
        more = [no_rule_for(unknown)] if unknown else []
        raise LayoutError("; ".join([error.what, *more])) from None
    digits = [0 if mask & mask - 1 else mask.bit_length() for mask in reader.masks]
    before = Grid(layout, digits)
    left = [own & mask for own, mask in zip(before.masks, reader.masks)]
    if left == [*before.masks]:
        return WrittenBoard(layout, [Cell(digit) for digit in digits], unknown)
    cells = [Cell(digit, mask=None if digit else own) for digit, own in zip(digits, left)]
    return WrittenBoard(layout, cells, unknown)


def cage_board(text: str, layout: Layout | None) -> WrittenBoard:
    """Return the board of a line of JSudoku; raises LayoutError."""
    _, extra, _, *numbers = text.strip(": ").split(":")
    shape = layout or Layout.named("9x9+diagonals" if extra == "d" else "9x9")
    if len(numbers) != len(shape.cells) or not all(re.fullmatch(r"\d{1,6}", n) for n in numbers):
        raise LayoutError(f"{len(numbers)} numbers of cages: {len(shape.cells)} are needed")
    cages: dict[int, list[int]] = {}
    for cell, number in enumerate(numbers):
        cages.setdefault(int(number), []).append(cell)
    clues = [
        RULE_BOOK.clue(shape, "killer_cage", cells, number // 256 or None)
        for number, cells in cages.items()
        if number >= 256 or len(cells) > 1
    ]
    return WrittenBoard(RULE_BOOK.with_clues(shape, clues), [Cell(0)] * len(shape.cells))


def _shape(parts: Sequence[Sequence[str]], layout: Layout | None) -> Layout:
    """Return the board of the `parts`, without clues."""
    named = {part[0].rstrip(". "): part[1:] for part in parts}
    shape = layout or Layout.named("9x9")
    if "Shape" in named and layout is None:
        size = "~".join(named["Shape"]).strip(". ")
        if size not in SIZES:
            raise LayoutError(f"a board of {size} is none of {listed(SIZES, 'or')}")
        shape = Layout.named(size)
    if "Jigsaw" in named and layout is None:
        marks = "".join(named["Jigsaw"][-1:]).strip(". ")
        n = round(len(marks) ** 0.5) or 1
        rows = [marks[start : start + n] for start in range(0, len(marks), n)]
        shape = Layout.of_regions("\n".join(rows))
    return shape


class _Constraints:
    """The clues and the digits of a text, part by part."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.clues: list[tuple[str, Sequence[int], Value]] = []
        self.masks = [layout.all_digits] * len(layout.cells)
        self.unknown: set[str] = set()

    def read(self, name: str, arguments: Sequence[str]) -> None:
        """Add the part called `name`."""
        if not name:
            for argument in arguments:
                self._digits_of_cell(argument)
        elif name in ("Shape", "Jigsaw"):
            pass
        elif name in _EVERYWHERE:
            self.add(_EVERYWHERE[name])
        elif name in _ON_CELLS:
            cells, values = self._cells_and_values(arguments)
            if len(values) > 1:
                self.unknown.add("~".join([name, *values]))
            value = _number(values[0]) if values else None
            self.add(_ON_CELLS[name], cells, value)
        elif name in _READERS:
            _READERS[name](self, name, arguments)
        else:
            self.unknown.add(name)

    def add(self, rule: str, cells: Sequence[int] = (), value: Value = None) -> None:
        """Add a clue; what it demands is asked when all parts are known."""
        self.clues.append((rule, cells, value))

    def _digits_of_cell(self, argument: str) -> None:
        name, *digits = argument.split("_")
        cell = self.cell(name)
        self.masks[cell] &= mask_of(self.layout.digits.index(int(digit)) for digit in digits)

    def _cells_and_values(self, arguments: Sequence[str]) -> tuple[list[int], list[str]]:
        is_cell = [bool(_CELL.fullmatch(each)) for each in arguments]
        cells = [self.cell(each) for each, found in zip(arguments, is_cell) if found]
        return cells, [each for each, found in zip(arguments, is_cell) if not found and each]

    def cell(self, name: str) -> int:
        """Return the cell called `name`, such as ``R3C7`` or ``R3Cb``; raise LayoutError."""
        found = _CELL.fullmatch(name)
        row, column = (int(each, 36) for each in found.groups()) if found else (0, 0)
        return self.layout.cell(f"r{row}c{column}" if found else name)

    def cage(self, _name: str, arguments: Sequence[str]) -> None:
        """Add a cage; a sum of 0 is none."""
        cells, values = self._cells_and_values(arguments)
        self.add("killer_cage", cells, _number(values[0]) or None if values else None)

    def pairs(self, name: str, arguments: Sequence[str]) -> None:
        """Add a dot or letter between each two cells in order that share an edge."""
        cells, _ = self._cells_and_values(arguments)
        n = self.layout.n
        for one, other in pairwise(cells):
            down, right = abs(one // n - other // n), abs(one % n - other % n)
            if down + right == 1:
                self.add(_PAIRS[name], (one, other))

    def greater(self, _name: str, arguments: Sequence[str]) -> None:
        """Add that the first cell is greater than each of the others."""
        (first, *others), _ = self._cells_and_values(arguments)
        for other in others:
            self.add("greater_than", (first, other))

    def diagonal(self, _name: str, arguments: Sequence[str]) -> None:
        """Add one of the two diagonals."""
        n, cells = self.layout.n, self.layout.cells
        diagonal = cells[:: n + 1] if arguments[0] == "-1" else cells[n - 1 : -1 : n - 1]
        self.add("diagonal", diagonal)

    def quad(self, _name: str, arguments: Sequence[str]) -> None:
        """Add the digits on the corner below and to the right of a cell."""
        cell, n = self.cell(arguments[0]), self.layout.n
        digits = int("".join(arguments[1:]))
        self.add("quadruple", (cell, cell + 1, cell + n, cell + n + 1), digits)

    def line(self, name: str) -> Sequence[int]:
        """Return the cells of a row, ``R3``, or of a column, ``C3``."""
        if not re.fullmatch(r"[RC]\d+", name) or not 1 <= int(name[1:]) <= self.layout.n:
            raise LayoutError(f"no row or column is called {name!r}")
        lines = self.layout.rows if name[0] == "R" else self.layout.columns
        return lines[int(name[1:]) - 1].cells

    def sandwich(self, _name: str, arguments: Sequence[str]) -> None:
        """Add the number of a sandwich outside a line."""
        self.add("sandwich", self.line(arguments[1]), _number(arguments[0]))

    def both_ends(self, name: str, arguments: Sequence[str]) -> None:
        """Add a number before a line, and one behind it; either may be missing."""
        line = self.line(arguments[0])
        for value, cells in zip(arguments[1:], (line, line[::-1])):
            if value:
                self.add(_ENDS[name], cells, _number(value))

    def little_killer(self, _name: str, arguments: Sequence[str]) -> None:
        """Add the sum of a diagonal that begins at a cell on the edge."""
        cell, n = self.cell(arguments[1]), self.layout.n
        row, column = divmod(int(cell), n)
        down = -1 if (row == n - 1 and column) or (column == n - 1 and row) else 1
        right = -1 if column == n - 1 or (row == 0 and column) else 1
        cells = []
        while 0 <= row < n and 0 <= column < n:
            cells.append(row * n + column)
            row, column = row + down, column + right
        self.add("little_killer", cells, _number(arguments[0]))


_CELL = re.compile(r"R([0-9a-p])C([0-9a-p])")


def _number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else text


_EVERYWHERE = {
    "AntiKnight": "anti_knight",
    "AntiKing": "anti_king",
    "AntiConsecutive": "non_consecutive",
    "StrictKropki": "all_dots_given",
    "StrictXV": "all_xv_given",
    "Windoku": "windoku",
    "DisjointSets": "disjoint_groups",
}
_ON_CELLS = {
    "Sum": "sum",
    "AllDifferent": "all_different",
    "Arrow": "arrow",
    "PillArrow": "arrow",
    "DoubleArrow": "double_arrow",
    "Thermo": "thermometer",
    "Whisper": "german_whispers",
    "Renban": "renban",
    "Palindrome": "palindrome",
    "Between": "between_line",
    "RegionSumLine": "region_sum_line",
    "Entropic": "entropic_line",
    "Zipper": "zipper_line",
}
_PAIRS = {"WhiteDot": "white_dot", "BlackDot": "black_dot", "X": "x", "V": "v"}
_ENDS = {"XSum": "x_sum", "Skyscraper": "skyscraper"}
_READERS: Mapping[str, Callable[[_Constraints, str, Sequence[str]], None]] = {
    "Cage": _Constraints.cage,
    "GreaterThan": _Constraints.greater,
    "Diagonal": _Constraints.diagonal,
    "Quad": _Constraints.quad,
    "Sandwich": _Constraints.sandwich,
    "LittleKiller": _Constraints.little_killer,
    **dict.fromkeys(_PAIRS, _Constraints.pairs),
    **dict.fromkeys(_ENDS, _Constraints.both_ends),
}
"""The functions that read the parts of these names."""
