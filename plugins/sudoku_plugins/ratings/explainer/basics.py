"""A classic board in the view of Sudoku Explainer, and its basic rules.

They are singles, locked candidates, subsets and fish, and direct rules, which use them to place a
digit.

A direct rule is an elimination that leaves a digit one place in a house: the digit is placed at
once. Houses are tried by kind: boxes, columns, rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import combinations
from operator import and_
from typing import NamedTuple

from sudoku_engine import Grid, Layout
from sudoku_engine.board.masks import bits, mask_of

LAYOUT = Layout.named("9x9")
N_CELLS = 81

BOX, ROW, COLUMN = range(3)

HOUSES: Sequence[Sequence[tuple[int, ...]]] = tuple(
    tuple(tuple(map(int, house.cells)) for house in LAYOUT.houses if house.kind == kind)
    for kind in ("box", "row", "column")
)
"""By kind, the cells of each house."""

MASKS = tuple(tuple(map(mask_of, houses)) for houses in HOUSES)
"""By kind, the mask of each house."""

HOUSES_OF = tuple(
    tuple(next(mask for mask in masks if mask >> cell & 1) for masks in MASKS)
    for cell in range(N_CELLS)
)
"""By cell, the masks of its box, row and column."""

PEERS = LAYOUT.peer_masks


@cache
def choices(size: int, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of `size` numbers below `number`, ordered by their highest number first."""
    return tuple(sorted(combinations(range(number), size), key=lambda each: each[::-1]))


class Marks:
    """The candidates of a board, by digit and by cell; a filled cell has none."""

    __slots__ = ("cells", "places")

    def __init__(self, cells: list[int], places: list[int]) -> None:
        self.cells = cells
        """By cell, the mask of its digits, counted from 0."""
        self.places = places
        """By digit (counted from 0), the mask of its cells."""

    @classmethod
    def of(cls, grid: Grid) -> Marks:
        """Return the candidates of the open cells of `grid`."""
        cells = [0 if digit else mask for digit, mask in zip(grid.digits, grid.masks)]
        places = [mask_of(i for i in range(N_CELLS) if cells[i] >> d & 1) for d in range(9)]
        return cls(cells, places)

    def copy(self) -> Marks:
        """Return a copy of the board."""
        return Marks(self.cells.copy(), self.places.copy())

    @property
    def candidates(self) -> int:
        """All candidates as one mask; digit ``d`` in ``cell`` has the bit ``81 * d + cell``."""
        return sum(cells << N_CELLS * digit for digit, cells in enumerate(self.places))

    def remove(self, candidates: int) -> None:
        """Remove `candidates` from the board."""
        for number in bits(candidates):
            digit, cell = divmod(number, N_CELLS)
            self.cells[cell] &= ~(1 << digit)
            self.places[digit] &= ~(1 << cell)

    def place(self, number: int) -> None:
        """Fill a cell with the candidate of this `number`; remove all candidates that see it."""
        digit, cell = divmod(number, N_CELLS)
        seen = spread(digit, PEERS[cell] & self.places[digit])
        self.remove(seen | all_of(self.cells[cell], 1 << cell))

    def in_set(self, digits: int, cells: int) -> int:
        """Return the candidates in `cells` whose digits are in the mask `digits`."""
        return sum((self.places[digit] & cells) << N_CELLS * digit for digit in bits(digits))

    def n_open(self, house: Sequence[int]) -> int:
        """Return the number of open cells of a `house`."""
        return sum(1 for cell in house if self.cells[cell])

    def bivalue(self) -> Iterator[int]:
        """Yield the cells with two candidates."""
        return (cell for cell in range(N_CELLS) if self.cells[cell].bit_count() == 2)


class Hint(NamedTuple):
    """The find of a rule: one step of Sudoku Explainer."""

    difficulty: int
    """Ten times the rating of the step."""
    name: str
    """The name of the rule, such as Direct Hidden Pair."""
    out: int
    """The candidates that the step removes."""
    placed: int = -1
    """The number of the candidate that is placed; -1 for none."""
    basis: int = 0
    """The candidates whose absence it relies on, including those still present."""


def spread(digit: int, cells: int) -> int:
    """Return the candidates of `digit` in `cells`."""
    return cells << N_CELLS * digit


def all_of(digits: int, cells: int) -> int:
    """Return the candidates of all `digits` in `cells`."""
    return sum(spread(digit, cells) for digit in bits(digits))


def seen_by_all(cells: int) -> int:
    """Return the cells that see each of `cells`."""
    return reduce(and_, [PEERS[cell] for cell in bits(cells)], -1)


KINDS = BOX, COLUMN, ROW
"""The kinds of houses, in the order in which they are tried."""


def hidden_singles(marks: Marks) -> Iterator[Hint]:
    """Find the last open cell of a house, or else a digit with one place: boxes, then lines."""
    for is_last in (True, False):
        for kind in KINDS:
            for house, mask in zip(HOUSES[kind], MASKS[kind]):
                if is_last != (marks.n_open(house) == 1):
                    continue
                for digit, places in enumerate(marks.places):
                    if (places & mask).bit_count() == 1:
                        cell = (places & mask).bit_length() - 1
                        difficulty = 10 if is_last else 12 if kind == BOX else 15
                        yield Hint(difficulty, "Hidden Single", 0, N_CELLS * digit + cell)


def naked_singles(marks: Marks) -> Iterator[Hint]:
    """Find a cell with one candidate."""
    for cell, digits in enumerate(marks.cells):
        if digits.bit_count() == 1:
            yield Hint(23, "Naked Single", 0, N_CELLS * (digits.bit_length() - 1) + cell)


CROSSINGS = (BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)


def locked(marks: Marks, is_direct: bool) -> Iterator[Hint]:
    """Find a digit whose places in one house all lie in another."""
    for one, other in CROSSINGS:
        name, difficulty = ("Pointing", 26) if one == BOX else ("Claiming", 28)
        for digit, places in enumerate(marks.places):
            for base in MASKS[one]:
                inside = places & base
                if inside.bit_count() < 2:
                    continue
                cover = HOUSES_OF[inside.bit_length() - 1][other]
                out = places & cover & ~base
                if inside & ~cover or not out:
                    continue
                basis = spread(digit, base)
                if not is_direct:
                    yield Hint(difficulty, name, spread(digit, out), -1, basis)
                    continue
                for third in MASKS[one]:
                    left = places & third & ~cover
                    if third != base and third & out and left.bit_count() == 1:
                        placed = N_CELLS * digit + left.bit_length() - 1
                        yield Hint(difficulty - 9, f"Direct {name}", spread(digit, out), placed)


def _tuple_of(masks: Sequence[int], size: int) -> int:
    """Return the union of `masks`; 0 unless it has `size` members and each mask two or more."""
    union = 0
    for mask in masks:
        if not mask & mask - 1:
            return 0
        union |= mask
    return union if union.bit_count() == size else 0


NAKED = {2: (30, "Naked Pair"), 3: (36, "Naked Triplet"), 4: (50, "Naked Quad")}
HIDDEN = {2: (34, "Hidden Pair"), 3: (40, "Hidden Triplet"), 4: (54, "Hidden Quad")}
DIRECT = {2: 20, 3: 25}
FISH = {2: (32, "X-Wing"), 3: (38, "Swordfish"), 4: (52, "Jellyfish")}


def naked_sets(marks: Marks, size: int) -> Iterator[Hint]:
    """Find `size` cells of a house with `size` digits."""
    difficulty, name = NAKED[size]
    for kind in KINDS:
        for house, mask in zip(HOUSES[kind], MASKS[kind]):
            if marks.n_open(house) < 2 * size:
                continue
            cells = [cell for cell in house if 2 <= marks.cells[cell].bit_count() <= size]
            for chosen in choices(size, len(cells)):
                members = [cells[index] for index in chosen]
                digits = _tuple_of([marks.cells[cell] for cell in members], size)
                if digits:
                    own = mask_of(members)
                    if out := marks.in_set(digits, mask & ~own):
                        yield Hint(difficulty, name, out, -1, all_of((1 << 9) - 1, own))


def hidden_sets(marks: Marks, size: int, is_direct: bool) -> Iterator[Hint]:
    """Find `size` digits with `size` places in a house."""
    difficulty, name = HIDDEN[size]
    for kind in KINDS:
        for house, mask in zip(HOUSES[kind], MASKS[kind]):
            if marks.n_open(house) <= (size if is_direct else 2 * size):
                continue
            places = [cells & mask for cells in marks.places]
            able = [digit for digit in range(9) if 2 <= places[digit].bit_count() <= size]
            for chosen in choices(size, len(able)):
                digits = [able[index] for index in chosen]
                cells = _tuple_of([places[digit] for digit in digits], size)
                if not cells:
                    continue
                own = mask_of(digits)
                out = marks.in_set(~own & (1 << 9) - 1, cells)
                if is_direct:
                    placed = _left_over(places, own, cells)
                    if placed >= 0:
                        yield Hint(DIRECT[size], f"Direct {name}", out, placed)
                elif out:
                    yield Hint(difficulty, name, out, -1, all_of(own, mask))


def _left_over(places: Sequence[int], digits: int, cells: int) -> int:
    """Return the first candidate of another digit that is the last in a house outside `cells`."""
    for digit, own in enumerate(places):
        if not digits >> digit & 1 and own & own - 1:
            left = own & ~cells
            if left and not left & left - 1:
                return N_CELLS * digit + left.bit_length() - 1
    return -1


def fish(marks: Marks, size: int) -> Iterator[Hint]:
    """Find a digit whose places in `size` lines lie in `size` crossing lines."""
    difficulty, name = FISH[size]
    for base_kind, cover_kind in ((COLUMN, ROW), (ROW, COLUMN)):
        for chosen in choices(size, 9):
            bases = [MASKS[base_kind][index] for index in chosen]
            for digit, places in enumerate(marks.places):
                rows = [places & base for base in bases]
                if not all(2 <= row.bit_count() <= size for row in rows):
                    continue
                inside = sum(rows)
                covers = [mask for mask in MASKS[cover_kind] if mask & inside]
                if len(covers) == size and (out := places & sum(covers) & ~inside):
                    yield Hint(difficulty, name, spread(digit, out), -1, spread(digit, sum(bases)))
