"""An immutable board.

Legend:
    cell        a number, row by row from 0
    digit       a number from 1 to n; 0 for an open cell
    digits      a tuple by cell: its digit, or 0
    masks       a tuple by cell: its candidates, bit ``digit - 1``; 0 when filled
    boards      a tuple by digit: the cells that it can still go in, bit ``cell``;
                ``boards[0]`` the open cells
    singles     an int: the cells with one candidate, bit ``cell``
    given       an int: the cells that the puzzle began with, bit ``cell``
    marks       how pencil marks are updated: ``auto``: a placed digit eliminates itself from its
                peers; ``manual``: it does not, a strategy must do it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

from sudoku_engine.board import text_board
from sudoku_engine.board.candidates import Candidates
from sudoku_engine.board.layout import SIZES, SYMBOLS, Cell, House, Layout
from sudoku_engine.board.masks import bits, digits_of
from sudoku_engine.board.status import BoardFault, contradictions, mistakes, status
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief, symbols
from sudoku_engine.bundled import brought
from sudoku_engine.errors import LayoutError, StepError

Marks = Literal["auto", "manual"]


class Grid:
    """A board: its digits and the candidates of its open cells. Never changes.

    A board may break the rules (see `contradiction`).
    """

    __slots__ = (  # noqa: RUF023 (in the order of the arguments of `_fill`)
        "layout",
        "digits",
        "masks",
        "boards",
        "singles",
        "has_empty_cell",
        "given",
        "marks",
    )

    layout: Layout
    digits: tuple[int, ...]
    masks: tuple[int, ...]
    boards: tuple[int, ...]
    singles: int
    has_empty_cell: bool
    """Whether an open cell has no candidate left: a contradiction that is found fast."""
    given: int
    marks: Marks

    reader: ClassVar[Callable[[str, Layout | None, Marks], Grid]]
    """The reader of a board as text, which `sudoku_engine/__init__.py` sets."""

    def __init__(
        self,
        layout: Layout,
        digits: Sequence[int],
        *,
        masks: Sequence[int] | None = None,
        given: int | None = None,
        marks: Marks = "auto",
    ) -> None:
        """Make a board with `digits`, one for each cell, 0 if it is open.

        `masks`: the candidates, by default all that `digits` and `marks` allow; others are
        removed. `given`: the cells that the puzzle began with, by default all that hold a digit.
        Raises LayoutError for a wrong number of cells, for digits that the board does not have,
        and for unknown `marks`.
        """
        digits = _checked(layout, digits)
        if marks not in ("auto", "manual"):
            raise LayoutError(f"marks must be 'auto' or 'manual', not {brief(marks)}")
        auto = marks == "auto"
        found = _masks(layout, digits, auto)
        boards = _boards(layout, digits, auto)
        if layout.clues:
            _eliminate(_denied(layout, digits, auto), found, boards)
        if masks is not None:
            _count(layout, masks)
            for cell, (mask, kept) in enumerate(zip(found, masks)):
                if lost := mask & ~kept:
                    found[cell] = mask ^ lost
                    for digit in digits_of[lost]:
                        boards[digit] &= ~(1 << cell)
        if given is None:
            given = layout.all_cells ^ boards[0]
        singles, is_empty = _counted(boards)
        _fill(self, layout, digits, tuple(found), tuple(boards), singles, is_empty, given, marks)

    @classmethod
    def parse(cls, text: str, layout: Layout | None = None, marks: Marks = "auto") -> Grid:
        """Return the one board in `text`, in any format that the engine reads.

        Without a `layout`, the number of cells decides. Raises FormatError.

        >>> Grid.parse("12.. 34.. .... ....").n_open
        12
        """
        return cls.reader(text, layout, marks)

    def digit(self, cell: int | str) -> int:
        """Return the digit in `cell`, a number or a name (``r3c7``); 0 if it is open.

        Raises LayoutError for a cell that the board does not have.
        """
        try:
            if cell >= 0:  # type: ignore[operator]  # by far the quickest, and most are numbers
                return self.digits[cell]  # type: ignore[index]
        except (IndexError, TypeError):
            pass
        return self.digits[self.layout.number(cell)]

    def candidates(self, cell: int | str) -> frozenset[int]:
        """Return the candidates of `cell`, a number or a name (``r3c7``); empty if it is filled.

        Raises LayoutError for a cell that the board does not have.

        >>> sorted(Grid.parse("12.. 34.. .... ....").candidates("r1c3"))
        [3, 4]
        """
        try:
            if cell >= 0:  # type: ignore[operator]
                return digits_of[self.masks[cell]]  # type: ignore[index]
        except (IndexError, TypeError):
            pass
        return digits_of[self.masks[self.layout.number(cell)]]

    def places(self, digit: int, house: House | None = None) -> list[Cell]:
        """Return the cells that have `digit` as a candidate, in the whole board or in a `house`.

        ``boards[digit]`` holds the same as bits.

        >>> grid = Grid.parse("12.. 34.. .... ....")
        >>> grid.places(3, grid.layout.rows[0])
        [r1c3, r1c4]
        """
        if digit not in self.layout.digits:
            known = f"1 to {self.layout.n}"
            raise LayoutError(f"no digit {brief(digit)} on a {self.layout} board: {known}")
        board = self.boards[digit]
        return self.layout.cells_in(board if house is None else board & house.mask)

    def is_given(self, cell: int | str) -> bool:
        """Return whether `cell`, a number or a name (``r3c7``), holds a given."""
        return bool(self.given >> self.layout.number(cell) & 1)

    @property
    def open_cells(self) -> list[Cell]:
        """The cells without a digit, in order."""
        return self.layout.cells_in(self.boards[0])

    @property
    def n_open(self) -> int:
        """The number of cells without a digit."""
        return self.boards[0].bit_count()

    @property
    def open_digits(self) -> list[int]:
        """The digits that are a candidate of some cell, in order."""
        return [digit for digit in self.layout.digits if self.boards[digit]]

    @property
    def is_solved(self) -> bool:
        """Whether every cell is filled and nothing contradicts the rules."""
        return not self.boards[0] and next(mistakes(self), None) is None

    def repetition(self) -> str | None:
        """Return in words a digit that is twice in a house, or a broken clue; None if neither.

        >>> Grid.parse("3..3 .... .... ....").repetition()
        '3 twice in row 1: r1c1, r1c4'
        """
        first = next(mistakes(self), None)
        return first and first.words

    def contradiction(self) -> str | None:
        """Return the first contradiction to the rules in words, or None.

        A digit twice in a house, a broken clue, an open cell without a candidate, a digit without
        a place.
        """
        first = next(contradictions(self), None)
        return first and first.words

    def status(self) -> tuple[BoardFault, ...]:
        """Return all faults of the board that show without a search.

        Faults are a digit that is twice in a house, an open cell without a candidate, a digit
        without a place in a house, and too few givens for just one solution. The result is empty
        for a board without faults. `sudoku_engine.verify` says whether there is just one solution.

        >>> print(*Grid.parse("3..3 3... .... ....").status(), sep=chr(10))
        3 twice in row 1: r1c1, r1c4
        3 twice in column 1: r1c1, r2c1
        3 twice in box 1: r1c1, r2c1
        3 givens: a 4x4 puzzle needs 4 for one solution
        1, 2 and 4 are not among the givens, so they could change places
        rows 3 and 4 have no givens, so they could change places
        """
        return status(self)

    def placed_boards(self) -> list[int]:
        """Return the cells of each digit (bit ``cell``), and the open cells at index 0."""
        boards = [0] * (self.layout.n + 1)
        for cell, digit in enumerate(self.digits):
            boards[digit] |= 1 << cell
        return boards

    def holds(self, digit: int, house: House) -> bool:
        """Return whether a cell of `house` holds `digit`."""
        digits = self.digits
        return any(digits[cell] == digit for cell in house.cells)

    def allows(self, solution: Sequence[int]) -> bool:
        """Return whether all cells hold, or can hold, the digits of a `solution`, by cell."""
        return all(
            digit == known or mask >> known - 1 & 1
            for digit, mask, known in zip(self.digits, self.masks, solution)
        )

    def apply(self, step: Step) -> Grid:
        """Return the board after `step`.

        A placed digit eliminates itself from its peers, unless the marks are manual. The step
        is not checked for truth. Raises StepError for cells or digits that do not exist.
        """
        digits = self.digits
        masks = list(self.masks)
        boards = list(self.boards)
        few = none = 0  # the cells that lose candidates and keep at most one, or none
        try:
            if step.placements:
                filled = list(digits)
                few, none = self._place(step.placements, filled, masks, boards)
                digits = tuple(filled)
            for cell, digit in step.eliminations:
                if cell < 0 or digit < 1:
                    raise IndexError
                bit = 1 << cell
                mask = masks[cell]
                masks[cell] = mask = mask ^ mask & 1 << digit - 1
                boards[digit] ^= boards[digit] & bit
                if not mask & mask - 1:
                    few |= bit
                    none |= 0 if mask else bit
        except IndexError:
            raise self._missing(step) from None
        if self.has_empty_cell:
            singles, is_empty = _counted(boards)
        else:
            none &= boards[0]
            singles = (self.singles | few) & (boards[0] ^ none)
            is_empty = bool(none)
        board = tuple(masks), tuple(boards), singles, is_empty
        return _fill(_new(Grid), self.layout, digits, *board, self.given, self.marks)

    def _place(
        self, placements: Candidates, digits: list[int], masks: list[int], boards: list[int]
    ) -> tuple[int, int]:
        """Do the `placements` in the lists; return the peers that keep at most one candidate.

        The second number has the peers that keep none. Raises IndexError.
        """
        few = none = 0
        is_auto = self.marks == "auto"
        links = self.layout.links
        for cell, digit in placements:
            if cell < 0 or digit < 1:
                raise IndexError
            digits[cell] = digit
            bit = 1 << cell
            for candidate in digits_of[masks[cell]]:
                boards[candidate] ^= bit
            masks[cell] = 0
            boards[0] ^= boards[0] & bit
            gone = boards[digit] & self.layout.peer_masks[cell]
            if gone and is_auto:
                boards[digit] ^= gone
                lost = 1 << digit - 1
                while gone:
                    peer = gone.bit_length() - 1
                    peer_bit = 1 << peer
                    masks[peer] = mask = masks[peer] ^ lost
                    if not mask & mask - 1:
                        few |= peer_bit
                        none |= 0 if mask else peer_bit
                    gone ^= peer_bit
            if links and is_auto:
                denied = links.get((digit - 1) * len(digits) + cell, 0)
                for peer in _eliminate(denied, masks, boards):
                    if not masks[peer] & masks[peer] - 1:
                        few |= 1 << peer
                        none |= 0 if masks[peer] else 1 << peer
        return few, none

    def _missing(self, step: Step) -> StepError:
        """Return the error of a `step` with a cell or a digit that the board does not have."""
        layout = self.layout
        cell, digit = next(
            (cell, digit)
            for cell, digit in (*step.placements, *step.eliminations)
            if not (0 <= cell < len(layout.cells) and 1 <= digit <= layout.n)
        )
        return StepError(f"cell {cell} with digit {digit} does not exist on a {layout} board")

    def with_marks(self, marks: Marks) -> Grid:
        """Return the same board with pencil marks updated as `marks` says.

        Manual marks begin with all digits in every open cell, automatic ones with those that
        the placed digits allow. A board with marks of its own keeps them.
        """
        if marks == self.marks:
            return self
        if self.has_own_marks:
            return Grid(self.layout, self.digits, masks=self.masks, given=self.given, marks=marks)
        return Grid(self.layout, self.digits, given=self.given, marks=marks)

    def with_signs(self, signs: str) -> Grid:
        """Return the same board with its digits written with `signs`; raises LayoutError.

        >>> Grid.parse("12.. 34.. .... ....").with_signs("0123").line
        '01..23..........'
        """
        layout = self.layout.with_signs(signs)
        if layout is self.layout:
            return self
        return Grid(layout, self.digits, masks=self.masks, given=self.given, marks=self.marks)

    @property
    def has_own_marks(self) -> bool:
        """Whether more candidates are gone than the digits on the board eliminate."""
        board = self.layout, self.digits, self.marks == "auto"
        usual = _boards(*board)  # the boards say the same as the masks, which take longer to make
        if self.layout.clues:
            _eliminate(_denied(*board), _masks(*board), usual)
        return self.boards != tuple(usual)

    @property
    def line(self) -> str:
        """The digits, one character for each cell, ``.`` if it is open."""
        if signs := self.layout.own_signs:
            return "".join([signs[digit - 1] if digit else "." for digit in self.digits])
        return bytes(self.digits).translate(_CELL_SYMBOLS).decode("ascii")

    def __str__(self) -> str:
        """Return the board drawn with ASCII rules, its clues above it."""
        drawing = text_board.board(self.layout, list(self.line), text_board.ASCII)
        return "\n".join([*text_board.clue_list(self.layout), drawing])

    def __repr__(self) -> str:
        """Return the expression that makes this board.

        >>> Grid.parse("12.. 34.. .... ....")
        Grid.parse('12..34..........')
        """
        layout, own = self.layout, self.has_own_marks
        cells = [
            symbol if self.is_given(cell) or symbol == "." else f"+{symbol}"
            for cell, symbol in enumerate(self.line)
        ]
        if own:
            for cell in self.open_cells:
                cells[cell] = f"{{{symbols(self.candidates(cell), layout.signs)}}}"
        parts = [repr(layout.clue_line + (" " if own else "").join(cells))]
        if (
            own or layout.own_signs or layout.name not in SIZES
        ):  # otherwise the number of cells tells the board
            parts.append(repr(layout.shape))
        if self.marks != "auto":
            parts.append(f"marks={self.marks!r}")
        return f"Grid.parse({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        return str(brought("board_svg")(self))

    def _identity(self) -> tuple[object, ...]:
        return self.layout, self.digits, self.masks, self.given, self.marks

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.digits, self.masks))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a grid never changes: use grid.apply(step) instead of setting {name}"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a grid never changes: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, tuple(getattr(self, name) for name in Grid.__slots__)


_CELL_SYMBOLS = f".{SYMBOLS}".encode().ljust(256)
_new = object.__new__
_SETTERS = [vars(Grid)[name].__set__ for name in Grid.__slots__]
"""The slots' own setters, since a grid refuses assignment; they are fast, too."""


def _fill(grid: Grid, *values: Any) -> Grid:
    """Return `grid` with the `values` of its slots, in their order."""
    for put, value in zip(_SETTERS, values):
        put(grid, value)
    return grid


def _counted(boards: Sequence[int]) -> tuple[int, bool]:
    """Return the cells with one candidate, and whether an open cell has none."""
    some = several = 0
    for board in boards[1:]:
        several |= some & board
        some |= board
    return some & ~several, some != boards[0]


def restored(*values: Any) -> Grid:
    """Return the grid with the `values` of all slots: computing them again would take far longer.

    The values are not checked: they must come from a grid of ours.
    """
    return _fill(_new(Grid), *values)


def _checked(layout: Layout, given: Sequence[int]) -> tuple[int, ...]:
    digits = tuple(given)
    _count(layout, digits)
    try:
        packed = bytes(digits)  # by far the fastest check for whole numbers
    except (TypeError, ValueError):
        raise LayoutError(
            f"digits are whole numbers from 0 to {layout.n}, not {brief(given)}: Grid.parse reads "
            "a puzzle as text"
        ) from None
    wrong = packed.translate(None, bytes(range(layout.n + 1)))
    if wrong:
        raise LayoutError(f"digit {wrong[0]}: a {layout} board has 1 to {layout.n}, and 0 for open")
    return tuple(packed)


def _count(layout: Layout, cells: Sequence[object]) -> None:
    if len(cells) != len(layout.cells):
        raise LayoutError(f"{len(cells)} cells: a {layout} board has {len(layout.cells)}")


def _masks(layout: Layout, digits: Sequence[int], auto: bool) -> list[int]:
    """Return the candidates of the open cells among `digits`; all digits if not `auto`."""
    if 0 not in digits:  # a solution
        return [0] * len(digits)
    everything = layout.all_digits
    if not auto or not any(digits):
        return [0 if digit else everything for digit in digits]
    used = [0] * layout.n_different
    for numbers, digit in zip(layout.different, digits):
        if digit:
            bit = 1 << digit - 1
            for number in numbers:
                used[number] |= bit
    masks = []
    for numbers, digit in zip(layout.different, digits):
        mask = 0
        if not digit:
            for number in numbers:
                mask |= used[number]
            mask ^= everything
        masks.append(mask)
    return masks


def _boards(layout: Layout, digits: Sequence[int], auto: bool) -> list[int]:
    """Return the candidates of `_masks` as boards, without making the masks.

    Both take the cells that differ from `Layout.different`.
    """
    gone = [0] * (layout.n + 1)
    if 0 not in digits:  # a solution
        return gone
    open_cells = layout.all_cells
    for cell, (digit, peers) in enumerate(zip(digits, layout.peer_masks)):
        if digit:
            open_cells ^= 1 << cell
            gone[digit] |= peers
    if not auto:
        return [open_cells] * (layout.n + 1)
    return [open_cells & ~lost for lost in gone]


def _denied(layout: Layout, digits: Sequence[int], auto: bool) -> int:
    """Return the candidates that clues exclude next to `digits`, numbered as in `weak_links`."""
    denied, n_cells = 0, len(digits)
    for cell, mask in layout.restricted.items():
        for digit in digits_of[layout.all_digits & ~mask]:
            denied |= 1 << (digit - 1) * n_cells + cell
    if auto and layout.links:
        for cell, digit in enumerate(digits):
            if digit:
                denied |= layout.links.get((digit - 1) * n_cells + cell, 0)
    return denied


def _eliminate(denied: int, masks: list[int], boards: list[int]) -> list[int]:
    """Take the candidates `denied` from the lists; return the cells that have lost some."""
    cells = []
    for node in bits(denied):
        index, cell = divmod(node, len(masks))
        if masks[cell] >> index & 1:
            masks[cell] ^= 1 << index
            boards[index + 1] ^= 1 << cell
            cells.append(cell)
    return cells
