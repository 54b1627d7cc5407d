"""The cells, houses and peers of a board.

A cell is a number, row by row from 0; a digit is a number from 1 to n. A set of cells is
also an int with one bit for each cell (bit `cell`), a set of digits an int with one
bit for each digit (bit `digit - 1`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.errors import LayoutError, near_name, quoted

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""The symbols of the digits: digit d is written ``SYMBOLS[d - 1]``."""

SIZES = {
    "4x4": (2, 2),
    "6x6": (2, 3),
    "9x9": (3, 3),
    "12x12": (3, 4),
    "16x16": (4, 4),
    "25x25": (5, 5),
}
"""The height and width of a box on each usual board."""

KINDS = ("row", "column", "box", "diagonal")
"""The kinds of house; the regions of a jigsaw are boxes too."""

SMALLEST, LARGEST = 4, len(SYMBOLS)


class Cell(int):
    """A cell that knows its name, so that messages are right on every size of board."""

    name: str

    def __new__(cls, number: int, name: str) -> Cell:
        """Make the cell `number`, called `name`."""
        cell = super().__new__(cls, number)
        vars(cell)["name"] = name
        return cell

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a cell never changes: {self} keeps its {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a cell never changes: {self} keeps its {name}")

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __reduce__(self) -> tuple[Any, ...]:
        return Cell, (int(self), self.name)


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class House:
    """Cells that must hold every digit once: a row, a column, a box or a diagonal.

    There is one object for each house, so houses compare and hash by identity.
    """

    kind: str
    name: str
    cells: tuple[Cell, ...]
    mask: int
    layout: Layout

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<House {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _house, (self.layout, self.layout.houses.index(self))


class Layout:
    """The shape of a board: its houses, and which cells see each other.

    `named`, `of_size`, `of_boxes` and `of_regions` make layouts, one object for each shape, so
    they compare and hash by identity.
    """

    def __init__(
        self,
        box_height: int,
        box_width: int,
        diagonals: bool,
        regions: tuple[int, ...] | None,
    ) -> None:
        """Make a board of boxes `box_height` x `box_width`, or of `regions` (a number by cell)."""
        self._key = (box_height, box_width, diagonals, regions)
        n = box_height * box_width
        self.n = n
        self.box_height = box_height
        self.box_width = box_width
        self.has_diagonals = diagonals
        self.is_jigsaw = regions is not None
        self.name = _name(self._key)
        self.cells = tuple(
            Cell(number, f"r{number // n + 1}c{number % n + 1}") for number in range(n * n)
        )
        self.digits = range(1, n + 1)
        self.all_digits = (1 << n) - 1
        self.all_cells = (1 << n * n) - 1
        self._make_houses(regions)
        self._make_tables()

    def _make_houses(self, regions: tuple[int, ...] | None) -> None:
        n, box_height, box_width = self.n, self.box_height, self.box_width
        boxes = regions or tuple(
            row // box_height * box_height + column // box_width
            for row in range(n)
            for column in range(n)
        )
        self.rows = tuple(
            self._house("row", i, (c for c in self.cells if c // n == i)) for i in range(n)
        )
        self.columns = tuple(
            self._house("column", i, (c for c in self.cells if c % n == i)) for i in range(n)
        )
        self.boxes = tuple(
            self._house(
                "box", i, (c for c in self.cells if boxes[c] == i), "region" if regions else "box"
            )
            for i in range(n)
        )
        self.diagonals = self._make_diagonals() if self.has_diagonals else ()
        self.houses: tuple[House, ...] = (*self.rows, *self.columns, *self.boxes, *self.diagonals)

    def _make_tables(self) -> None:
        self.cell_alone = MappingProxyType({1 << cell: cell for cell in self.cells})
        """The cells by their masks."""
        self.house_with_mask = MappingProxyType({house.mask: house for house in self.houses})
        """The houses by their masks."""
        self._houses_of: Mapping[int | str, tuple[House, ...]] = MappingProxyType(
            {
                cell: tuple(house for house in self.houses if house.mask >> cell & 1)
                for cell in self.cells
            }
        )
        index = {house: number for number, house in enumerate(self.houses)}
        self.house_numbers = tuple(
            tuple(index[house] for house in houses) for houses in self._houses_of.values()
        )
        """By cell, the indexes of its houses in `houses`."""
        self.peer_masks = tuple(self._peer_mask(cell) for cell in self.cells)
        """By cell, the mask of its peers."""
        self._peers: Mapping[int | str, frozenset[Cell]] = MappingProxyType(
            {cell: frozenset(self.cells_in(self.peer_masks[cell])) for cell in self.cells}
        )

    @staticmethod
    def named(name: str = "9x9") -> Layout:
        """Return the layout called `name`: ``9x9``, or with diagonals ``9x9+diagonals``.

        Raises LayoutError for an unknown name.

        >>> Layout.named("6x6").n
        6
        """
        wanted = name.strip().lower()
        size, _, extra = wanted.partition("+")
        if wanted not in (size, f"{size}+diagonals") or size not in SIZES:
            # No near name for a size: 25x25 is not near to 5x5.
            known = ", ".join([*SIZES, "and each with +diagonals"])
            mend = near_name(wanted, [f"{size}+diagonals"]) if size in SIZES else f"known: {known}"
            raise LayoutError(f"unknown layout {quoted(name)}: {mend}")
        return _make(*SIZES[size], extra == "diagonals", None)

    @staticmethod
    def of_size(n: int) -> Layout:
        """Return the usual layout of `n` rows; raises LayoutError for other numbers of rows."""
        if f"{n}x{n}" not in SIZES:
            raise LayoutError(f"no usual board has {n} rows: {', '.join(SIZES)}")
        return Layout.named(f"{n}x{n}")

    @staticmethod
    def of_boxes(height: int, width: int, diagonals: bool = False) -> Layout:
        """Return the layout of boxes `height` rows high and `width` columns wide."""
        if min(height, width) < 2 or not SMALLEST <= height * width <= LARGEST:
            raise LayoutError(
                f"boxes of {height}x{width} make no board: at least 2x2, with "
                f"{SMALLEST} to {LARGEST} cells in a box"
            )
        return _make(height, width, diagonals, None)

    @staticmethod
    def of_regions(text: str, diagonals: bool = False) -> Layout:
        """Return the jigsaw layout drawn in `text`: n rows of n marks, one kind for each region.

        White space between the marks and empty lines do not count. Raises LayoutError if the
        drawing is not square or a region does not have n cells.
        """
        lines = ["".join(line.split()) for line in text.splitlines() if line.strip()]
        n = len(lines)
        if not SMALLEST <= n <= LARGEST:
            raise LayoutError(f"{n} rows of regions: a board has {SMALLEST} to {LARGEST}")
        for number, line in enumerate(lines, 1):
            if len(line) != n:
                raise LayoutError(
                    f"row {number} of the regions has {len(line)} marks: {n} are needed"
                )
        marks = "".join(lines)
        order = {mark: index for index, mark in enumerate(dict.fromkeys(marks))}
        for mark in order:
            if marks.count(mark) != n:
                raise LayoutError(f"region {mark!r} has {marks.count(mark)} cells: {n} are needed")
        return _make(1, n, diagonals, tuple(order[mark] for mark in marks))

    def _house(self, kind: str, index: int, cells: Iterable[Cell], word: str = "") -> House:
        members = tuple(cells)
        return House(kind, f"{word or kind} {index + 1}", members, mask_of(members), self)

    def _make_diagonals(self) -> tuple[House, ...]:
        falling = self.cells[:: self.n + 1]
        rising = self.cells[self.n - 1 : -1 : self.n - 1]
        return self._house("diagonal", 0, falling), self._house("diagonal", 1, rising)

    def _peer_mask(self, cell: Cell) -> int:
        mask = 0
        for house in self._houses_of[cell]:
            mask |= house.mask
        return mask & ~(1 << cell)

    def houses_of(self, cell: int | str) -> tuple[House, ...]:
        """Return the houses that hold `cell`: its row, its column, its box, then its diagonals."""
        try:
            return self._houses_of[cell]
        except (KeyError, TypeError):
            return self._houses_of[self.number(cell)]

    def houses_with(self, cells: Iterable[int]) -> list[House]:
        """Return the houses that hold all `cells`."""
        wanted = mask_of(cells)
        some = self._houses_of[wanted.bit_length() - 1] if wanted else self.houses
        return [house for house in some if not wanted & ~house.mask]

    def peers(self, cell: int | str) -> frozenset[Cell]:
        """Return the other cells of the houses of `cell`."""
        try:
            return self._peers[cell]
        except (KeyError, TypeError):
            return self._peers[self.number(cell)]

    def houses_of_kinds(self, kinds: Sequence[str]) -> tuple[House, ...]:
        """Return the houses of the `kinds` (of `KINDS`), in the board's order.

        Raises LayoutError for an unknown kind.
        """
        return _houses_of_kinds(self, tuple(kinds))

    def cells_in(self, mask: int) -> list[Cell]:
        """Return the cells of a `mask`, in order."""
        return [self.cells[number] for number in bits(mask)]

    def cell(self, name: str) -> Cell:
        """Return the cell called `name` (``r3c7``); raises LayoutError for an unknown one."""
        match = re.fullmatch(r"r(\d{1,2})c(\d{1,2})", str(name).strip(), re.IGNORECASE)
        if match:
            row, column = int(match[1]), int(match[2])
            if 1 <= row <= self.n and 1 <= column <= self.n:
                return self.cells[(row - 1) * self.n + column - 1]
        raise LayoutError(f"no cell {name!r} on a {self.name} board: r1c1 to r{self.n}c{self.n}")

    def number(self, cell: int | str) -> int:
        """Return `cell` as a number, which it is or which its name (``r3c7``) stands for.

        Raises LayoutError for a cell that the board does not have.
        """
        if isinstance(cell, str):
            return self.cell(cell)
        try:
            if cell >= 0:
                return self.cells[cell]
        except (IndexError, TypeError):
            pass
        ends = f"cells go from 0 to {len(self.cells) - 1}, or from 'r1c1' to '{self.cells[-1]}'"
        raise LayoutError(f"no cell {cell!r:.40} on a {self.name} board: {ends}")

    def house(self, name: str) -> House:
        """Return the house called `name` (``row 3``); raises LayoutError for an unknown one."""
        house = _houses_by_name(self).get(name)
        if house is not None:
            return house
        raise LayoutError(f"no house {name!r} on a {self.name} board: row 1, column 1, box 1, …")

    def __setattr__(self, name: str, value: object) -> None:
        if name in vars(self):
            raise AttributeError(f"a layout never changes: {name} was set when the layout was made")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a layout never changes: {name} cannot be deleted")

    def __repr__(self) -> str:
        """Return the expression that makes this layout."""
        height, width, diagonals, regions = self._key
        if regions is not None:
            rows = ("".join(SYMBOLS[regions[cell]] for cell in row.cells) for row in self.rows)
            return f"Layout.of_regions({chr(10).join(rows)!r}{', True' if diagonals else ''})"
        if "boxes" in self.name:
            return f"Layout.of_boxes({height}, {width}{', True' if diagonals else ''})"
        return f"Layout.named({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return _make, self._key


@cache
def _houses_by_name(layout: Layout) -> dict[str, House]:
    return {house.name: house for house in reversed(layout.houses)}


@cache
def _houses_of_kinds(board: Layout, kinds: tuple[str, ...]) -> tuple[House, ...]:
    for kind in kinds:
        if kind not in KINDS:
            raise LayoutError(f"unknown kind of house {kind!r}: {near_name(kind, KINDS)}")
    return tuple(house for house in board.houses if house.kind in kinds)


def _name(key: tuple[int, int, bool, tuple[int, ...] | None]) -> str:
    height, width, diagonals, regions = key
    n = height * width
    name = f"{n}x{n}"
    if regions is not None:
        name += "+regions"
    elif SIZES.get(name) != (height, width):
        name += f"+boxes {height}x{width}"
    return name + "+diagonals" if diagonals else name


@cache
def _make(height: int, width: int, diagonals: bool, regions: tuple[int, ...] | None) -> Layout:
    return Layout(height, width, diagonals, regions)


def _house(board: Layout, number: int) -> House:
    return board.houses[number]
