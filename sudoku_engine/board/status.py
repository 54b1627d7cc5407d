"""The faults of a board that show without a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import filterfalse
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.say import tell, tell_name
from sudoku_engine.board.words import counted, listed

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue, Part

FEWEST_GIVENS = {"4x4": 4, "6x6": 8, "9x9": 17}
"""By layout, the fewest givens of a puzzle with one solution, where the number is proven.

For 9x9: McGuire, Tugemann and Civario, "There is no 16-clue sudoku", 2012.
"""


class BoardFault(NamedTuple):
    """A fault of a board; it prints as its words."""

    kind: str
    """``repetition``, ``clue``, ``no candidate``, ``no place``: it contradicts the rules;
    ``few givens``: its givens cannot have just one solution."""
    words: str
    """The fault in words."""
    cells: tuple[Cell, ...]
    """The cells that it is about."""

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<{self.words}>"


class Judged(Protocol):
    """The parts of a board that are judged; see `Grid`."""

    layout: Layout
    digits: tuple[int, ...]
    masks: tuple[int, ...]
    boards: tuple[int, ...]
    given: int
    has_empty_cell: bool

    def placed_boards(self) -> list[int]:
        """Return the cells of each digit."""


def status(grid: Judged) -> tuple[BoardFault, ...]:
    """Return all faults of `grid`: its contradictions, and the shortcomings of its givens."""
    return (*contradictions(grid), *_few_givens(grid))


def contradictions(grid: Judged) -> Iterator[BoardFault]:
    """Yield the contradictions to the rules."""
    yield from mistakes(grid)
    if grid.has_empty_cell:
        for cell in grid.layout.cells_in(grid.boards[0]):
            if not grid.masks[cell]:
                yield BoardFault(
                    "no candidate", tell("{place} has no candidate left", place=cell), (cell,)
                )
    placed, houses = grid.placed_boards(), grid.layout.house_with_mask
    for digit in grid.layout.digits:
        places = placed[digit] | grid.boards[digit]
        for house in map(houses.__getitem__, filterfalse(places.__and__, houses)):
            words = tell("{digit} has no place left in {house}", digit=digit, house=house)
            yield BoardFault("no place", words, house.cells)


def mistakes(grid: Judged) -> Iterator[BoardFault]:
    """Yield each digit that is more than once in a house, and each clue that is broken."""
    layout = grid.layout
    if _has_repetition(grid):
        placed = grid.placed_boards()
        different: list[tuple[House | Clue, int]] = [(house, house.mask) for house in layout.houses]
        for clue in layout.clues:
            different += [(clue, mask_of(part.cells)) for part in clue.parts if part.distinct]
        for where, mask in different:
            for digit in layout.digits:
                inside = placed[digit] & mask
                if inside & inside - 1:
                    cells = layout.cells_in(inside)
                    words = tell(
                        "{digit} twice in {house}: {cells:, }"
                        if len(cells) == 2
                        else "{digit} stands {n:#} times in {house}: {cells:, }",
                        digit=digit,
                        n=len(cells),
                        house=where if isinstance(where, House) else str(where),
                        cells=cells,
                    )
                    yield BoardFault("repetition", words, tuple(cells))
    if layout.clues:
        held = [1 << d - 1 if d else layout.all_digits for d in grid.digits]
        for clue in layout.clues:
            for part in _broken_parts(clue, held):
                words = tell("the digits break a clue: {clue}", clue=tell_name(str(clue)))
                yield BoardFault("clue", words, tuple(layout.cells_in(mask_of(part.cells))))


def _broken_parts(clue: Clue, held: Sequence[int]) -> Iterator[Part]:
    """Yield the parts of `clue` that no filling within `held` satisfies."""
    for part in clue.parts:
        digits = tuple([held[cell] for cell in part.cells])
        if part.fillings and not part.fillings.supported(digits):
            yield part


def _has_repetition(grid: Judged) -> bool:
    """Return whether two peers hold the same digit. It is quick, since every puzzle is checked."""
    peers = grid.layout.peer_masks
    placed = [0] * (grid.layout.n + 1)
    for cell, digit in enumerate(grid.digits):
        if digit:
            if peers[cell] & placed[digit]:
                return True
            placed[digit] |= 1 << cell
    return False


def _few_givens(grid: Judged) -> Iterator[BoardFault]:
    layout = grid.layout
    count, fewest = grid.given.bit_count(), FEWEST_GIVENS.get(layout.name, 0)
    if count < fewest:
        words = f"{counted(count, 'given')}: a {layout} puzzle needs {fewest} for one solution"
        yield BoardFault("few givens", words, ())
    digits = {digit for cell, digit in enumerate(grid.digits) if grid.given >> cell & 1}
    if missing := len(layout.digits) - len(digits) > 1 and {*layout.digits} - digits:
        yield _interchangeable(
            f"{listed(missing, signs=layout.signs)} are not among the givens", ()
        )
    if not layout.is_plain:
        return
    for lines, width in (layout.rows, layout.chute_height), (layout.columns, layout.chute_width):
        for first in range(0, layout.n, width):
            empty = [line for line in lines[first : first + width] if not line.mask & grid.given]
            if len(empty) > 1:
                numbers = listed(line.name.rpartition(" ")[2] for line in empty)
                cells = tuple(cell for line in empty for cell in line.cells)
                yield _interchangeable(f"{empty[0].kind}s {numbers} have no givens", cells)


def _interchangeable(words: str, cells: tuple[Cell, ...]) -> BoardFault:
    return BoardFault("few givens", f"{words}, so they could change places", cells)
