"""The cells, houses and peers of a board.

A cell is a number, row by row from 0; a digit is a number from 1 to n. A set of cells is
also an int with one bit for each cell (bit `cell`), a set of digits an int with one
bit for each digit (bit `digit - 1`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakValueDictionary

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import mask_of, union
from sudoku_engine.errors import LayoutError, near_name, quoted

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue, Part

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
"""The height and width of a box on each standard board."""

KINDS = ("row", "column", "box", "diagonal", "extra")
"""The kinds of house; the regions of a jigsaw are boxes too, other houses of clues are extra."""

ROW_LETTERS = "ABCDEFGHJ"
"""The letters of rows where a cell is called ``A1``."""

SMALLEST, LARGEST = 4, len(SYMBOLS)

LATIN = "latin"
"""The word for a board without boxes, in its name."""


class Cell(int):
    """A cell that knows its name and the signs of its digits, so messages are right everywhere."""

    name: str
    signs: str

    def __new__(cls, number: int, name: str, signs: str = SYMBOLS) -> Cell:
        """Make the cell `number`, called `name`, on a board with these `signs`."""
        cell = super().__new__(cls, number)
        cell.name, cell.signs = name, signs
        return cell

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __reduce__(self) -> tuple[Any, ...]:
        return Cell, (int(self), self.name, self.signs)


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class House:
    """Cells that must hold every digit once: a row, a column, a box, or what a clue demands.

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
    """The shape of a board and its clues: its houses, and which candidates exclude each other.

    `named`, `of_size`, `of_boxes` and `of_regions` make layouts, `with_clues` adds clues and
    `with_signs` writes the digits with other signs. There is one object for each shape with its
    clues and signs, so they compare and hash by identity.
    """

    bundled: ClassVar[Callable[[str], Iterable[Any]]]
    """A function that returns the objects of a kind, such as ``rule``, that come with the engine.
    """
    result_of: ClassVar[Callable[..., Any]]
    """A function that returns the result of a hook of plugins, by its name and its arguments.

    None without a plugin.
    """

    def __init__(
        self,
        box_height: int,
        box_width: int,
        regions: tuple[int, ...] | None,
        clues: tuple[Clue, ...],
        signs: str = "",
    ) -> None:
        """Make a board of boxes `box_height` x `box_width`, or of `regions` (a number by cell)."""
        self._key = (box_height, box_width, regions, clues, signs)
        n = box_height * box_width
        self.n = n
        self.box_height = box_height
        self.box_width = box_width
        self.clues = clues
        self._set_kind(regions)
        self.name = _name(box_height, box_width, regions, clues)
        self._make_digits(signs)
        self.cells = _cells(n, signs or SYMBOLS)
        self.all_cells = (1 << n * n) - 1
        parts = [part for clue in clues for part in clue.parts]
        self._make_houses(regions, [part for part in parts if part.is_house(n)])
        groups = dict.fromkeys(mask for part in parts for mask in part.groups())
        self.groups = tuple(mask for mask in groups if not _is_within(mask, self.houses))
        """The masks of other cells that all differ because of clues."""
        self.parts = tuple(part for part in parts if part.fillings and len(part.cells) > 1)
        """The demands of the clues on several cells together."""
        self._make_tables()
        self.restricted = _restricted(parts)
        """The cells that may not hold every digit, each with the mask of its allowed digits."""
        self.has_only_houses = not (self.groups or self.parts or self.restricted)
        """Whether digits may change places if every house still has each of them."""
        self.links = _links(self)
        """By candidate, the mask of the candidates that a clue excludes if it is true.

        Candidates are numbered as in `weak_links`; empty if clues only say that cells differ.
        """
        self.first_cell = union(1 << index * len(self.cells) for index in range(n))
        """The mask of all candidates of the first cell, numbered as in `weak_links`."""
        self.weak_links: Mapping[int, int] = _WeakLinks(self)
        """By candidate, the mask of all candidates that are false if it is true.

        A candidate has the number ``(digit - 1) * len(cells) + cell``.
        """

    def _make_digits(self, signs: str) -> None:
        self.digits = range(1, self.n + 1)
        self.all_digits = (1 << self.n) - 1
        self.own_signs = signs
        """The signs of the digits in their order; empty if they are the usual ones."""
        self.signs = signs or SYMBOLS[: self.n]
        """The signs of the digits: digit d is written ``signs[d - 1]``."""
        self.usual: Layout = _made(*self._key[:3], ()).with_clues(self.clues) if signs else self
        """The same layout with the usual signs of the digits."""

    def _set_kind(self, regions: tuple[int, ...] | None) -> None:
        self.is_jigsaw = regions is not None
        self.is_latin = regions == _rows(self.n)
        """Whether it is a Latin square: its regions are its rows."""
        self.is_plain = not self.clues and (regions is None or self.is_latin)
        """Whether rows and columns of a chute may change places, and chutes too."""
        self.chute_height, self.chute_width = (
            (self.n, self.n) if self.is_latin else (self.box_height, self.box_width)
        )
        """The number of rows of a band, and of columns of a stack; a Latin square is one."""

    def _make_houses(self, regions: tuple[int, ...] | None, parts: Iterable[Part]) -> None:
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
        regular = tuple(
            self._house(
                "box", i, (c for c in self.cells if boxes[c] == i), "region" if regions else "box"
            )
            for i in range(n)
        )
        self.box_numbers = boxes
        """By cell, the number of its box or region, from 0; in a Latin square, of its row."""
        self.box_of = tuple((self.rows if self.is_latin else regular)[each] for each in boxes)
        """By cell, its box or region; in a Latin square, its row."""
        self.boxes = () if self.is_latin else regular
        usual = (*self.rows, *self.columns, *self.boxes)
        numbers = dict.fromkeys((part.word for part in parts), count())
        extra = dict.fromkeys((part.word, mask_of(part.cells)) for part in parts)
        self.houses: tuple[House, ...] = (
            *usual,
            *(
                self._house(
                    word if word in KINDS else "extra",
                    *(next(numbers[word]), self.cells_in(mask), word),
                )
                for word, mask in extra
                if mask not in [house.mask for house in usual]
            ),
        )
        self.diagonals = tuple(house for house in self.houses if house.kind == "diagonal")

    def _make_tables(self) -> None:
        self.cell_alone: Mapping[int, Cell] = {1 << cell: cell for cell in self.cells}
        """The cells by their masks."""
        self.house_with_mask: Mapping[int, House] = {house.mask: house for house in self.houses}
        """The houses by their masks."""
        self._houses_of: Mapping[int | str, tuple[House, ...]] = {
            cell: tuple(house for house in self.houses if house.mask >> cell & 1)
            for cell in self.cells
        }
        index = {house: number for number, house in enumerate(self.houses)}
        self.house_numbers = tuple(
            tuple(index[house] for house in houses) for houses in self._houses_of.values()
        )
        """By cell, the indexes of its houses in `houses`."""
        different = (*(house.mask for house in self.houses), *self.groups)
        self.n_different = len(different)
        """The number of houses and groups."""
        self.different = tuple(
            tuple(number for number, mask in enumerate(different) if mask >> cell & 1)
            for cell in self.cells
        )
        """By cell, the indexes of its houses and groups, these after all houses."""
        self.peer_masks = tuple(
            union(different[number] for number in numbers) & ~(1 << cell)
            for cell, numbers in enumerate(self.different)
        )
        """By cell, the mask of its peers."""
        self._peers: Mapping[int | str, frozenset[Cell]] = {
            cell: frozenset(self.cells_in(self.peer_masks[cell])) for cell in self.cells
        }

    @staticmethod
    def named(name: str = "9x9") -> Layout:
        """Return the layout called `name`: ``9x9``, with diagonals ``9x9+diagonals``.

        Without boxes it is ``5x5+latin``, of any size. Signs of its digits may follow:
        ``9x9+signs=012345678``. Raises LayoutError for an unknown name.

        >>> Layout.named("6x6").n
        6
        """
        shape, _, signs = name.strip().partition("+signs=")
        wanted = shape.lower()
        size = wanted.partition("+")[0]
        found = re.fullmatch(rf"(\d{{1,2}})x\1(\+{LATIN})?(\+diagonals)?", wanted)
        n = int(found[1]) if found else 0
        if found and found[2] and SMALLEST <= n <= LARGEST:
            key: Any = (1, n, _rows(n))
        elif found and not found[2] and size in SIZES:
            key = (*SIZES[size], None)
        else:
            # No near name for a size: 25x25 is not near to 5x5.
            known = f"known: {', '.join(SIZES)}, and each with +diagonals or +{LATIN}"
            near = [f"{size}+diagonals", f"{size}+{LATIN}"]
            mend = near_name(wanted, near) if size in SIZES else known
            raise LayoutError(f"unknown layout {quoted(name)}: {mend}")
        return _with_diagonals(_make(*key, ""), bool(found[3])).with_signs(signs)

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
        return _with_diagonals(_make(height, width, None, ""), diagonals)

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
        return _with_diagonals(_make(1, n, tuple(order[mark] for mark in marks), ""), diagonals)

    def with_clues(self, clues: Iterable[Clue]) -> Layout:
        """Return the same layout with `clues` besides its own."""
        own = (
            replace(clue, cells=tuple(self.cells[cell] for cell in clue.cells)) for clue in clues
        )
        added = [clue for clue in dict.fromkeys(own) if clue not in self.clues]
        # Diagonals come first, whether a name or a clue brings them: one object a key.
        every = sorted((*self.clues, *added), key=lambda clue: clue.rule != DIAGONALS)
        return _made(*self._key[:3], tuple(every), self.own_signs) if added else self

    def keeping(self, clues: Iterable[Clue]) -> Layout:
        """Return the same layout with only `clues` of its own clues."""
        return _made(*self._key[:3], tuple(clues), self.own_signs)

    def with_signs(self, signs: str) -> Layout:
        """Return the same layout with its digits written with `signs`; the usual ones for ``""``.

        Raises LayoutError if there is not one sign, a letter or a figure, for each digit.

        >>> Layout.named("4x4").with_signs("0123").signs
        '0123'
        """
        signs = signs.upper()
        if signs and not (len(signs) == len({*signs}) == self.n and signs.isalnum()):
            what = f"{self.n} different letters and figures are needed"
            raise LayoutError(f"{quoted(signs)} cannot be the signs of a {self} board: {what}")
        own = "" if signs == SYMBOLS[: self.n] else signs
        if own == self.own_signs:
            return self
        return _made(*self._key[:3], (), own).with_clues(self.clues)

    @property
    def written_clues(self) -> tuple[Clue, ...]:
        """The clues as a puzzle writes them; empty if the name says them all."""
        return self.clues if any(clue.rule != DIAGONALS for clue in self.clues) else ()

    @property
    def clue_line(self) -> str:
        """The `written_clues` in a line above a puzzle's rows; empty if there are none."""
        clues = self.written_clues
        return f"clues: {'; '.join(map(str, clues))}\n" if clues else ""

    @property
    def shape(self) -> Layout:
        """The layout without its `written_clues`."""
        return self.keeping(()) if self.written_clues else self

    def _house(self, kind: str, index: int, cells: Iterable[Cell], word: str = "") -> House:
        members = tuple(cells)
        return House(kind, f"{word or kind} {index + 1}", members, mask_of(members), self)

    def houses_of(self, cell: int | str) -> tuple[House, ...]:
        """Return the houses that hold `cell`: its row, its column, its box, then those of clues."""
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
        """Return the cells that must differ from `cell`, because of its houses and its clues."""
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
        cells, found = self.cells, []
        while mask:  # much faster than iterating over `bits`
            number = mask.bit_length() - 1
            found.append(cells[number])
            mask ^= 1 << number
        found.reverse()
        return found

    def cell(self, name: str) -> Cell:
        """Return the cell called `name`; raises LayoutError for an unknown one.

        A cell is called ``r3c7``, on boards of up to 9 rows also ``C7``; there is no row I.
        """
        match = re.fullmatch(
            r"r(\d{1,2})c(\d{1,2})|([A-HJ])([1-9])", str(name).strip(), re.IGNORECASE
        )
        if match and not (match[3] and self.n > len(ROW_LETTERS)):
            row = int(match[1] or ROW_LETTERS.index(match[3].upper()) + 1)
            column = int(match[2] or match[4])
            if 1 <= row <= self.n and 1 <= column <= self.n:
                return self.cells[(row - 1) * self.n + column - 1]
        raise LayoutError(f"no cell {name!r} on a {self.name} board: r1c1 to r{self.n}c{self.n}")

    def number(self, cell: int | str) -> int:
        """Return the number of `cell`, which is a number or a name (``r3c7``).

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

    def __repr__(self) -> str:
        """Return the expression that makes this layout."""
        if clues := self.clue_line:
            return f"Grid.parse({clues + '.' * len(self.cells)!r}, {self.shape!r}).layout"
        if self.own_signs:
            return f"{self.usual!r}.with_signs({self.own_signs!r})"
        height, width, regions, *_ = self._key
        diagonals = bool(self.diagonals)
        if regions is not None and not self.is_latin:
            rows = ("".join(SYMBOLS[regions[cell]] for cell in row.cells) for row in self.rows)
            return f"Layout.of_regions({chr(10).join(rows)!r}{', True' if diagonals else ''})"
        if "boxes" in self.name:
            return f"Layout.of_boxes({height}, {width}{', True' if diagonals else ''})"
        return f"Layout.named({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, self._key


class _WeakLinks(dict[int, int]):
    """The weak links of a layout. Each is made when it is first needed: 25x25 has 15,625."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self._peers, self._links, self._n_cells = layout.peer_masks, layout.links, len(layout.cells)
        self._first_cell = layout.first_cell

    def __missing__(self, node: int) -> int:
        index, cell = divmod(node, self._n_cells)
        seen = self._first_cell << cell | self._peers[cell] << index * self._n_cells
        mask = self[node] = (seen | self._links.get(node, 0)) & ~(1 << node)
        return mask


@per_layout
def _houses_by_name(layout: Layout) -> dict[str, House]:
    return {house.name: house for house in reversed(layout.houses)}


@per_layout
def _houses_of_kinds(board: Layout, kinds: tuple[str, ...]) -> tuple[House, ...]:
    for kind in kinds:
        if kind not in KINDS:
            raise LayoutError(f"unknown kind of house {kind!r}: {near_name(kind, KINDS)}")
    return tuple(house for house in board.houses if house.kind in kinds)


def _name(height: int, width: int, regions: tuple[int, ...] | None, clues: tuple[Clue, ...]) -> str:
    n = height * width
    name = f"{n}x{n}"
    if regions is not None:
        name += f"+{LATIN}" if regions == _rows(n) else "+regions"
    elif SIZES.get(name) != (height, width):
        name += f"+boxes {height}x{width}"
    rules = {clue.rule for clue in clues}
    name += "+diagonals" if DIAGONALS in rules else ""
    return name + "+clues" if rules - {DIAGONALS} else name


def _rows(n: int) -> tuple[int, ...]:
    """Return the regions of a Latin square: the row of each cell."""
    return tuple(cell // n for cell in range(n * n))


@cache
def _cells(n: int, signs: str) -> tuple[Cell, ...]:
    return tuple(Cell(i, f"r{i // n + 1}c{i % n + 1}", signs) for i in range(n * n))


@cache
def _make(height: int, width: int, regions: tuple[int, ...] | None, signs: str) -> Layout:
    return Layout(height, width, regions, (), signs)


_with_clues: WeakValueDictionary[Any, Layout] = WeakValueDictionary()
"""The layouts with clues that are in use: a file may hold a million."""


def _made(
    height: int,
    width: int,
    regions: tuple[int, ...] | None,
    clues: tuple[Clue, ...],
    signs: str = "",
) -> Layout:
    if not clues:
        return _make(height, width, regions, signs)
    key = height, width, regions, clues, signs
    layout = _with_clues.get(key)
    if layout is None:
        layout = _with_clues[key] = Layout(*key)
    return layout


DIAGONALS = "diagonals"
"""The rule of the two diagonals, which layouts can name."""


@cache
def _with_diagonals(layout: Layout, is_wanted: bool) -> Layout:
    if not is_wanted:
        return layout
    from sudoku_engine.board.clue import Clue, Part

    n, cells = layout.n, layout.cells
    both = (cells[:: n + 1], cells[n - 1 : -1 : n - 1])
    parts = tuple(Part(each, distinct=True, word="diagonal") for each in both)
    return layout.with_clues([Clue(DIAGONALS, parts=parts)])


def _is_within(mask: int, houses: Iterable[House]) -> bool:
    return any(not mask & ~house.mask for house in houses)


def _restricted(parts: Iterable[Part]) -> Mapping[int, int]:
    """Return the cells in which a clue allows only some digits, with the masks of these digits."""
    restricted: dict[int, int] = {}
    for part in parts:
        if part.fillings and len(part.cells) == 1:
            (cell,), (mask,) = part.cells, part.fillings.supported((-1,)) or (0,)
            restricted[cell] = restricted.get(cell, mask) & mask
    return restricted


def _links(layout: Layout) -> Mapping[int, int]:
    """Return, by candidate, the mask of the candidates that the clues of `layout` exclude."""
    links: dict[int, int] = {}
    for part in layout.parts:
        for node, mask in part.links(layout.peer_masks):
            links[node] = links.get(node, 0) | mask
    return links


def _house(board: Layout, number: int) -> House:
    return board.houses[number]
