"""Clues in text: those above a puzzle, and lines of other programs.

The lines of Interactive Sudoku Solver (https://github.com/sigh/Interactive-Sudoku-Solver) begin
with a point: ``.Cage~15~R1C1~R1C2.AntiKnight.~R5C5_7``. A part without a name has the digits of a
cell. Rows and columns after 9 are letters.

A line of JSudoku, ``3x3::k:3844:3844:…``, has a number for each cell: 256 times the sum of its
cage, and the number of the cage. A sum of 0 means no sum; ``0000`` is no cage. ``3x3:d:k:`` has
both diagonals, too. A short killer has a character for each cell: the sum of a cage (0-9, A-Z,
a-j), or the direction of the next cell of the cage: ``<>^v``, and diagonally
`` ` ' , . ``. Described at
http://forum.enjoysudoku.com/understandable-snarfable-killer-cages-t6119.html.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise
from math import isqrt

from sudoku_engine.board.clue import Clue, Value
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.errors import LayoutError, SudokuError, no_rule_for
from sudoku_engine.formats.cells import Cell, WrittenBoard
from sudoku_engine.formats.format_book import WrittenClue
from sudoku_engine.formats.lines import rows_of
from sudoku_plugins.variants.rule_book import RULE_BOOK, contradicting


def add_clues(layout: Layout, clues: Sequence[WrittenClue], source: str) -> Layout:
    """Return `layout` with the `clues`; raise FormatError with the place of a wrong one."""
    read, known = [], dict[str, Clue]()  # a rule for the whole board takes milliseconds
    for clue in clues:
        try:
            if clue.text not in known:
                known[clue.text] = RULE_BOOK.read(clue.text, layout)
            read.append(known[clue.text])
        except SudokuError as error:  # a fault of a plugin's rule has a place of its own
            what = error.what if isinstance(error, LayoutError) else str(error)
            raise clue.error(what, source) from None
    try:
        return RULE_BOOK.with_clues(layout, read)
    except LayoutError as error:
        _, at = contradicting(read, layout.all_digits) or (0, 0)
        raise clues[at].error(error.what, source) from None


def board_in(kind: str, text: str, layout: Layout | None) -> WrittenBoard:
    """Return the board in a `text` of a `kind`, as `ClueTexts` says; raises LayoutError."""
    return {"constraints": constraint_board, "cages": cage_board}[kind](text, layout)


def constraint_board(text: str, layout: Layout | None) -> WrittenBoard:
    """Return the board of a `text` of Interactive Sudoku Solver.

    Raises LayoutError for a text that cannot be read; one error names all parts without a known
    rule.
    """
    parts = [
        [each.strip(". ") for each in part.split("~")]
        for part in re.split(r"\.(?=[A-Z~])", " ".join(text.split()))
        if part.strip(". ")
    ]
    reader = _Constraints(_shape(parts, layout))
    reader.unknown |= {part[0] for part in parts} - _KNOWN
    for part in [part for part in parts if part[0] in _KNOWN]:
        try:
            reader.read(*part)
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
    """Return the board of a killer in one line; raises LayoutError."""
    if not text.startswith("3x3"):
        shape, cages = layout or Layout.named("9x9"), _pointed_cages(text)
    else:
        _, extra, _, *numbers = text.strip(": ").split(":")
        shape = layout or Layout.named("9x9+diagonals" if extra == "d" else "9x9")
        if not all(re.fullmatch(r"\d{1,6}", number) for number in numbers):
            raise LayoutError("a cage has digits only, 256 times its sum and its number")
        cages = [(number.lstrip("0"), int(number) // 256) for number in numbers]
    if len(cages) != len(shape.cells):
        raise LayoutError(f"{len(cages)} numbers of cages: {len(shape.cells)} are needed")
    cells_of: dict[tuple[str, int], list[int]] = {}
    for cell, cage in enumerate(cages):
        cells_of.setdefault(cage, []).append(cell)
    clues = [
        RULE_BOOK.clue(shape, "killer_cage", cells, total or None)
        for (number, total), cells in cells_of.items()
        if number and (total or len(cells) > 1)
    ]
    return WrittenBoard(RULE_BOOK.with_clues(shape, clues), [Cell(0)] * len(shape.cells))


def _pointed_cages(text: str) -> list[tuple[str, int]]:
    """Return, by cell, its cage as the number of the cell with the sum, and the sum."""
    cages = []
    for start in range(len(text)):
        cell, way = start, {start}
        while text[cell] in _WAYS:
            cell += _WAYS[text[cell]]
            if cell in way or not 0 <= cell < len(text):
                raise LayoutError(f"the arrows from character {start + 1} lead to no sum")
            way.add(cell)
        cages.append((str(cell), _SUMS.index(text[cell])))
    return cages


_WAYS = {"<": -1, ">": 1, "^": -9, "v": 9, "`": -10, "'": -8, ",": 8, ".": 10}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


def _shape(parts: Sequence[Sequence[str]], layout: Layout | None) -> Layout:
    """Return the board of the `parts`, without clues: a Latin square if it has no boxes."""
    if layout is not None:
        return layout
    named = {part[0]: part[1:] for part in parts}
    size = "~".join(named.get("Shape", ["9x9"]))
    found = re.fullmatch(r"(\d+)x(\d+)(?:~(?:1-)?(\d+))?", size)
    n = int(found[1]) if found else 0
    if not found or any(each and int(each) != n for each in found.groups()):
        known = "square boards with the digits from 1 to the number of rows"
        raise LayoutError(f"a board of {size}: only {known} can be")
    heights = [high for high in range(isqrt(n), 1, -1) if n % high == 0]
    if heights and "NoBoxes" not in named:
        return Layout.of_boxes(heights[0], n // heights[0])
    marks = "".join(named.get("Jigsaw", [])[-1:])
    if {*Counter(marks).values()} != {n}:
        marks = "".join(symbol * n for symbol in SYMBOLS[:n])
    return Layout.of_regions(rows_of(marks, n))


class _Constraints:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.clues: dict[tuple[str, tuple[int, ...], Value], None] = {}  # each once
        self.masks = [layout.all_digits] * len(layout.cells)
        self.unknown: set[str] = set()

    def read(self, name: str, *arguments: str) -> None:
        if not name:
            for each, *digits in [argument.split("_") for argument in arguments]:
                cell = self.cell(each)
                self.masks[cell] &= mask_of(
                    self.layout.digits.index(int(digit)) for digit in digits
                )
        elif name in _SILENT:
            pass
        elif name in _EVERYWHERE:
            self.add(_EVERYWHERE[name])
        elif name in _ON_CELLS:
            cells, values = self._cells_and_values(arguments)
            if len(values) > 1:
                self.unknown.add("~".join([name, *values]))
            value = _number(values[0]) if values else None
            self.add(_ON_CELLS[name], cells, value)
        else:
            _READERS[name](self, name, arguments)

    def add(self, rule: str, cells: Sequence[int] = (), value: Value = None) -> None:
        self.clues[rule, tuple(cells), value] = None

    def _cells_and_values(self, arguments: Sequence[str]) -> tuple[list[int], list[str]]:
        is_cell = [bool(_CELL.fullmatch(each)) for each in arguments]
        cells = [self.cell(each) for each, found in zip(arguments, is_cell) if found]
        return cells, [each for each, found in zip(arguments, is_cell) if not found and each]

    def cell(self, name: str) -> int:
        found = _CELL.fullmatch(name)
        row, column = (int(each, 36) for each in found.groups()) if found else (0, 0)
        return self.layout.cell(f"r{row}c{column}" if found else name)

    def jigsaw(self, _name: str, arguments: Sequence[str]) -> None:
        """Add the regions, unless they are the boxes; ignore regions of another size."""
        layout, marks = self.layout, arguments[-1] if arguments else ""
        if len(marks) != len(layout.cells):
            raise LayoutError(f"{len(marks)} marks of regions: {len(layout.cells)} are needed")
        sizes = Counter(marks)
        if len([size for size in sizes.values() if size != layout.n]) > 1:
            raise LayoutError(f"regions with other than {layout.n} cells: only one can be")
        for mark in [mark for mark, size in sizes.items() if size == layout.n]:
            cells = [cell for cell in layout.cells if marks[cell] == mark]
            if mask_of(cells) not in layout.house_with_mask:
                self.add("extra_region", cells)

    def region_size(self, name: str, arguments: Sequence[str]) -> None:
        if int(arguments[0]) != self.layout.n:
            self.unknown.add(f"{name}~{arguments[0]}")

    def region_sum_line(self, _name: str, arguments: Sequence[str]) -> None:
        """Add a line with equal sums in all boxes; without boxes, add nothing."""
        if not self.layout.is_latin:
            self.add("region_sum_line", self._cells_and_values(arguments)[0])

    def cage(self, _name: str, arguments: Sequence[str]) -> None:
        """Add a cage; a sum of 0 means no sum. A cell that is named twice counts twice."""
        cells, values = self._cells_and_values(arguments)
        total = _number(values[0]) or None if values else None
        counts = Counter(cells)
        if total is None or len(counts) == len(cells):
            self.add("killer_cage", list(counts), total)
        else:
            self.add("all_different", list(counts))
            self._weighted(list(counts), total, counts.values())

    def sum(self, name: str, arguments: Sequence[str]) -> None:
        """Add a sum; its digits may have weights, after the total."""
        cells, values = self._cells_and_values(arguments)
        total, *weights = values[0].split("_")
        if weights[:1] == ["="]:
            del weights[0]
        if len(values) > 1 or not all(map(_WHOLE.fullmatch, [total, *weights])):
            self.unknown.add("~".join([name, *values]))
        elif weights or len({*cells}) < len(cells):
            self._weighted(cells, total, map(int, weights or len(cells) * ["1"]))
        else:
            self.add("sum", cells, int(total))

    def equal_sum(self, _name: str, arguments: Sequence[str]) -> None:
        """Add equal sums for pieces of a line, with a - between them."""
        pieces = [[self.cell(each) for each in piece] for piece in _pieces(arguments, "-")]
        for one, other in pairwise(pieces):
            self._weighted([*one, *other], 0, [1] * len(one) + [-1] * len(other))

    def _weighted(self, cells: Sequence[int], total: Value, weights: Iterable[int]) -> None:
        """Add a sum with `weights`; the weights of a repeated cell are added up."""
        of_cell: Counter[int] = Counter()
        for cell, weight in zip(cells, weights, strict=True):
            of_cell[cell] += weight
        value = f"{total}:{','.join(map(str, of_cell.values()))}"
        self.add("weighted_sum", list(of_cell), value)

    def sum_line(self, _name: str, arguments: Sequence[str]) -> None:
        """Add a line, perhaps closed, of pieces with equal sums."""
        cells, values = self._cells_and_values([each for each in arguments if each != "LOOP"])
        rule = "sum_loop" if "LOOP" in arguments else "sum_line"
        self.add(rule, cells, _number(values[0]) if values else None)

    def at_least(self, _name: str, arguments: Sequence[str]) -> None:
        """Add digits that some cells have, each at least as often as it is listed."""
        digits = [SYMBOLS[int(digit) - 1] for digit in arguments[0].split("_")]
        self.add("contains", self._cells_and_values(arguments[1:])[0], _number("".join(digits)))

    def exactly(self, _name: str, arguments: Sequence[str]) -> None:
        """Add digits that some cells have, each exactly as often as it is listed."""
        counts = Counter(map(int, arguments[0].split("_")))
        said = "".join(f"{count}{digit}" for digit, count in counts.items())
        self.add("look_and_say", self._cells_and_values(arguments[1:])[0], _number(said))

    def indexing(self, _name: str, arguments: Sequence[str]) -> None:
        """Add cells that tell the place of a number in their row or column."""
        rule = {"R": "row_index", "C": "column_index"}.get(arguments[0])
        if rule is None:
            raise LayoutError(f"Indexing has R or C, not {arguments[0]}")
        self.add(rule, self._cells_and_values(arguments[1:])[0])

    def table(self, name: str, arguments: Sequence[str]) -> None:
        """Add lines on which only the pairs of a table may follow each other."""
        n, key = self.layout.n, arguments[0]
        if name.startswith("Binary"):  # the last two characters have changed places
            key = key.translate(str.maketrans("-_", "_-"))
        bits = [_BASE64.index(character) >> bit & 1 for character in key for bit in range(6)]
        bits += [0] * (n * n - len(bits))
        groups = [
            "".join(symbol for symbol, bit in zip(SYMBOLS, bits[start : start + n]) if bit)
            for start in range(0, n * n, n)
        ]
        rule = "all_pairs" if name.endswith("X") else "pairs"
        for names in _pieces(arguments[1:], "_.*|"):
            self.add(rule, [self.cell(each) for each in names], "/".join(groups))

    def machine(self, _name: str, arguments: Sequence[str]) -> None:
        for names in _pieces(arguments[1:], "_.*|"):
            self.add("state_machine", [self.cell(each) for each in names], arguments[0])

    def pairs(self, name: str, arguments: Sequence[str]) -> None:
        """Add a sign between two cells that share an edge, in the order written."""
        n = self.layout.n
        found = [
            (one, other)
            for one, other in combinations(self._cells_and_values(arguments)[0], 2)
            if abs(one // n - other // n) + abs(one % n - other % n) == 1
        ]
        if not found:
            raise ValueError("no neighbours")
        for pair in found:
            self.add(_PAIRS[name], pair)

    def diagonal(self, _name: str, arguments: Sequence[str]) -> None:
        n, cells = self.layout.n, self.layout.cells
        diagonal = cells[:: n + 1] if arguments[0] == "-1" else cells[n - 1 : -1 : n - 1]
        self.add("diagonal", diagonal)

    def quad(self, _name: str, arguments: Sequence[str]) -> None:
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
        self.add("sandwich", self.line(arguments[1]), _number(arguments[0]))

    def both_ends(self, name: str, arguments: Sequence[str]) -> None:
        """Add a number before a line and a number after it; either may be missing."""
        line = self.line(arguments[0])
        for value, cells in zip(arguments[1:], (line, line[::-1])):
            if value:
                self.add(_ENDS[name], cells, _number(value))

    def little_killer(self, _name: str, arguments: Sequence[str]) -> None:
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
_WHOLE = re.compile(r"-?\d{1,9}")
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def _number(text: str) -> int | str:
    return int(text) if _WHOLE.fullmatch(text) else text


def _pieces(arguments: Iterable[str], divider: str) -> Iterator[list[str]]:
    """Yield the groups of `arguments` between the arguments that fully match `divider`."""
    for is_divider, group in groupby(arguments, lambda each: bool(re.fullmatch(divider, each))):
        if not is_divider:
            yield [*group]


def _alike(*names: str) -> dict[str, str]:
    """Return, by name, the rule that is called the same: ``x_sum`` for ``XSum``."""
    return {name: re.sub(r"\B(?=[A-Z])", "_", name).lower() for name in names}


_EVERYWHERE = {
    **_alike("AntiKnight", "AntiKing", "AntiTaxicab", "GlobalEntropy", "DutchFlatmates", "Windoku"),
    "AntiConsecutive": "non_consecutive",
    "StrictKropki": "all_dots_given",
    "StrictXV": "all_xv_given",
    "GlobalMod": "global_mod_3",
    "DisjointSets": "disjoint_groups",
}
_ON_CELLS = {
    **_alike("RellikCage", "EqualityCage", "LookAndSay", "CountingCircles", "CountDistinct"),
    **_alike("AllDifferent", "Arrow", "DoubleArrow", "Renban", "Palindrome"),
    "SameValues": "same_digits",
    "PillArrow": "arrow",
    "Thermo": "thermometer",
    "Whisper": "german_whispers",
    "Between": "between_line",
    "Lockout": "lockout_line",
    "Modular": "modular_line",
    "Lunchbox": "lunchbox",
    "Entropic": "entropic_line",
    "Zipper": "zipper_line",
}
_PAIRS = _alike("WhiteDot", "BlackDot", "X", "V", "GreaterThan")
_ENDS = _alike("XSum", "Skyscraper", "HiddenSkyscraper", "NumberedRoom")
_READERS: Mapping[str, Callable[[_Constraints, str, Sequence[str]], None]] = {
    "Jigsaw": _Constraints.jigsaw,
    "RegionSize": _Constraints.region_size,
    "RegionSumLine": _Constraints.region_sum_line,
    "Cage": _Constraints.cage,
    "Sum": _Constraints.sum,
    "EqualSum": _Constraints.equal_sum,
    "SumLine": _Constraints.sum_line,
    "ContainAtLeast": _Constraints.at_least,
    "ContainExact": _Constraints.exactly,
    "Indexing": _Constraints.indexing,
    **dict.fromkeys(("Pair", "PairX", "Binary", "BinaryX"), _Constraints.table),
    "NFA": _Constraints.machine,
    "Diagonal": _Constraints.diagonal,
    "Quad": _Constraints.quad,
    "Sandwich": _Constraints.sandwich,
    "LittleKiller": _Constraints.little_killer,
    **dict.fromkeys(_PAIRS, _Constraints.pairs),
    **dict.fromkeys(_ENDS, _Constraints.both_ends),
}
"""By name of a part, the function that reads it."""
_SILENT = {"Shape", "NoBoxes", "RegionSameValues", "Priority", "SearchPriority"}
"""The parts that say nothing about the digits of a square board."""
_KNOWN = {"", *_SILENT, *_EVERYWHERE, *_ON_CELLS, *_READERS}
