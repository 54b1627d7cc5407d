"""3D Medusa: coloring with all digits at once.

Simple colors walks with one digit from house to house. Medusa walks through the cells, too: in a
cell with just two candidates one is true and one is false, so they get two colours, and the walk
goes on with the other digit::

    1 in r1c1 === 1 in r1c8      row 1 has only these places for 1
        |
    2 in r1c1                    r1c1 has only the candidates 1 and 2
        |
    2 in r5c1                    column 1 has only these places for 2

    colour 1: 1 in r1c1, 2 in r5c1          colour 2: 2 in r1c1, 1 in r1c8

In the end all candidates of colour 1 are true, or all of colour 2. A **colour is false**, and all
its candidates go, if

* two of its candidates are in one cell,
* two of one digit are in one house,
* together they would leave some cell without a candidate.

If both colours stand these tests, each candidate **without a colour** goes that

* shares its cell with a candidate of each colour,
* sees its digit in each colour,
* shares its cell with one colour and sees its digit in the other.

Each of these rules is a step of its own, which names as much of the coloring as it needs. A
coloring of one digit only is no 3D Medusa but simple colors. Begin where many cells have two
candidates. Described at https://www.sudokuwiki.org/3D_Medusa.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, product
from operator import or_
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, Step, listed, names, strategy
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.notation import cells_by_digit
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.cells import bivalue_cells
from sudoku_plugins.strategies.analysis.colours import (
    Bond,
    Colouring,
    colourings,
    part_with,
    seen_from,
)
from sudoku_plugins.strategies.analysis.effects import first_of_each_effect
from sudoku_plugins.strategies.analysis.nodes import candidates
from sudoku_plugins.strategies.analysis.places import houses_holding, strong_links
from sudoku_plugins.strategies.coloring.steps import colouring_step, sighting

EXAMPLE = (
    ":0000:9:1..8.4.5......9..175...3.4.865231...3..745826472..83155.73.216.9....6..2.....75.."
    ":222 623 728:::"
)
"""9 in r9c9 has one colour (3) in its cell and sees the other (9 in r3c9)."""


@strategy("3D Medusa", score=250, level="unfair", example=EXAMPLE, sizes=None, family="coloring")
def medusa_3d(grid: Grid) -> Iterator[Step]:
    """Eliminate what two colours of candidates of several digits contradict."""
    n_cells = len(grid.digits)
    return first_of_each_effect(
        step
        for colouring in sorted(colourings(_bonds(grid)), key=lambda each: len(each.bonds))
        if len(colouring.bonds) > 1
        if len({node // n_cells for bond in colouring.bonds for node in bond[:2]}) > 1
        for step in _Medusa.of(colouring, grid).steps()
    )


def _bonds(grid: Grid) -> Iterator[Bond]:
    """Yield the bonds of all candidates; nodes are numbered as `candidates` reads them."""
    n_cells = len(grid.digits)
    for digit in grid.open_digits:
        first_node = (digit - 1) * n_cells
        for link in strong_links(grid.boards[digit], grid.layout, houses_holding(digit, grid)):
            yield Bond(first_node + link.first, first_node + link.second, link.house)
    for cell in bits(bivalue_cells(grid.boards)):
        low, high = ((digit - 1) * n_cells + cell for digit in bits(grid.masks[cell] << 1))
        yield Bond(low, high)


class _Medusa(NamedTuple):
    """A colouring of candidates on a board; masks of cells are by colour, then by digit - 1."""

    colouring: Colouring
    grid: Grid
    places: tuple[list[int], list[int]]
    """The cells with the digit in the colour."""
    seen: tuple[list[int], list[int]]
    """The cells that see one of them."""
    cells: tuple[int, int]
    """The cells with any digit in the colour."""

    @classmethod
    def of(cls, colouring: Colouring, grid: Grid) -> _Medusa:
        """Return the medusa of `colouring`."""
        layout = grid.layout
        places = [
            [colour >> index * len(layout.cells) & layout.all_cells for index in range(layout.n)]
            for colour in colouring.colours
        ]
        seen = [[seen_from(cells, layout) for cells in colour] for colour in places]
        cells = [reduce(or_, colour) for colour in places]
        return cls(
            colouring, grid, (places[0], places[1]), (seen[0], seen[1]), (cells[0], cells[1])
        )

    def steps(self) -> Iterator[Step]:
        """Yield the steps: those that refute a colour; or else those beside the colours."""
        refuted = [step for colour in (0, 1) if (step := self._refuted(colour)) is not None]
        yield from refuted or self._beside()

    def _refuted(self, colour: int) -> Step | None:
        """Return the step by which `colour` is false, if it is."""
        text = self._twice_in_a_cell(colour) or self._twice_in_a_house(colour)
        emptied = [] if text else self._emptied(colour)
        if emptied:
            text = f"colour {colour + 1} would leave {emptied[0]} without a candidate"
        if not text:
            return None
        text += f", so colour {colour + 1} is false"
        false = self.colouring.colours[colour]
        return self._step(candidates(false, self.grid.layout), text, emptied)

    def _twice_in_a_cell(self, colour: int) -> str:
        once = twice = 0
        for cells in self.places[colour]:
            twice |= once & cells
            once |= cells
        if not twice:
            return ""
        cell = self.grid.layout.cells[next(bits(twice))]
        digits = {i + 1 for i, cells in enumerate(self.places[colour]) if cells >> cell & 1}
        return f"{listed(digits)} have the same colour and are both in {cell}"

    def _twice_in_a_house(self, colour: int) -> str:
        for index, (cells, seen) in enumerate(zip(self.places[colour], self.seen[colour])):
            if cells & seen:
                where = sighting(cells, cells, self.grid.layout)
                return f"for {symbol(index + 1)}, {where} and has the same colour"
        return ""

    def _emptied(self, colour: int) -> list[Cell]:
        """Return a cell in which `colour` leaves nothing, or none."""
        boards = self.grid.boards[1:]
        some = reduce(or_, boards)
        left = reduce(or_, (board & ~seen for board, seen in zip(boards, self.seen[colour])))
        return self.grid.layout.cells_in(some & ~left & ~self.cells[colour])[:1]

    def _beside(self) -> Iterator[Step]:
        """Yield the steps that eliminate candidates without a colour, for each rule."""
        free = [board & ~a & ~b for board, a, b in zip(self.grid.boards[1:], *self.places)]
        in_both = self.cells[0] & self.cells[1]
        mixed = [self.cells[0] & b | self.cells[1] & a for a, b in zip(*self.seen)]
        for losing, in_cell, text in (
            ([in_both] * len(free), True, "each has a candidate in the same cell"),
            ([a & b for a, b in zip(*self.seen)], False, "each has the same digit in sight"),
            (mixed, False, "one has a candidate in the same cell, the other the digit in sight"),
        ):
            gone = [board & cells for board, cells in zip(free, losing)]
            free = [board & ~cells for board, cells in zip(free, losing)]
            eliminated = [
                Candidate(cell, index + 1)
                for index, cells in enumerate(gone)
                for cell in self.grid.layout.cells_in(cells)
            ]
            if eliminated:
                pairs = [self._witnesses(each, in_cell) for each in eliminated]
                part = part_with(self.colouring, mask_of(chain(*pairs)))
                told = _in_words(eliminated)
                if len(eliminated) == 1:
                    first, second = (candidates(1 << node, self.grid.layout) for node in pairs[0])
                    text = (
                        f"{_in_words(first)} (colour 1) or {_in_words(second)} (colour 2) is true, "
                        f"and either rules out {told}"
                    )
                else:
                    text = f"either rules out {told}: {text}"
                yield self._step(eliminated, text, part=part)

    def _witnesses(self, candidate: Candidate, in_cell: bool) -> tuple[int, int]:
        """Return a node of each colour that rule the `candidate` out, as near as there are.

        `in_cell`: whether to look in its cell only; else there only if its digit is not seen.
        """
        (cell, digit), layout = candidate, self.grid.layout
        n_cells = len(layout.cells)
        found = []
        for places in self.places:
            seen = bits(places[digit - 1] & layout.peer_masks[cell])
            nodes = [] if in_cell else [(digit - 1) * n_cells + other for other in seen]
            found.append(
                nodes or [i * n_cells + cell for i, cells in enumerate(places) if cells >> cell & 1]
            )
        first, second = found
        return min(
            product(first, second),
            key=lambda pair: len(part_with(self.colouring, mask_of(pair)).bonds),
        )

    def _step(
        self,
        eliminations: Sequence[Candidate],
        text: str,
        emptied: Sequence[Cell] = (),
        part: Colouring | None = None,
    ) -> Step:
        return colouring_step(
            [part or self.colouring],
            eliminations,
            "the colours alternate along pairs of which one is true, so all of colour 1 are true "
            f"or all of colour 2; {text}",
            self.grid.layout,
            emptied=[
                Candidate(cell, digit)
                for cell in emptied
                for digit in sorted(self.grid.candidates(cell))
            ],
        )


def _in_words(candidates: Sequence[Candidate]) -> str:
    """Return ``4 in r1c1 and 5 in r2c3``, or ``4 in r1c1 and r1c2, and 5 in r2c3``."""
    texts = [f"{symbol(digit)} in {names(cells)}" for digit, cells in cells_by_digit(candidates)]
    return listed(texts) if len(texts) == len(candidates) else ", and ".join(texts)
