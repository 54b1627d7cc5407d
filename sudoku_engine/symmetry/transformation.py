"""Turn a board into an equivalent one: move cells so that houses stay houses, rename digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.step import Branch, Candidate, Candidates, Link, Roles, Step
from sudoku_engine.errors import LayoutError
from sudoku_engine.randomness import below, chosen, shuffled

if TYPE_CHECKING:
    import random


def refuse_clues(layout: Layout) -> None:
    """Raise LayoutError for a board with clues, which would not move with its digits."""
    if not layout.has_only_houses:
        raise LayoutError("boards with clues cannot be compared or moved yet: leave the clues out")


@dataclass(frozen=True)
class Transformation:
    """A way to move the cells of a board and rename its digits.

    Raises LayoutError if a house would be torn apart, or clues would no longer fit.
    """

    layout: Layout
    """The layout of the boards."""
    cells: tuple[int, ...]
    """By old cell, the new cell of its digit."""
    digits: tuple[int, ...]
    """By old digit, its new name; ``digits[0]`` is 0, a blank."""

    def __post_init__(self) -> None:
        if sorted(self.cells) != list(range(len(self.layout.cells))):
            raise LayoutError("a transformation must move every cell to a cell of its own")
        if self.digits[:1] != (0,) or sorted(self.digits[1:]) != list(self.layout.digits):
            raise LayoutError("a transformation must give every digit a name of its own")
        for house in self.layout.houses:
            if self.mask(house.mask) not in self.layout.house_with_mask:
                raise LayoutError(f"this would tear {house} of a {self.layout} board apart")
        is_still = self.cells == (*self.layout.cells,) and self.digits == (0, *self.layout.digits)
        if not is_still:
            refuse_clues(self.layout)

    @classmethod
    def identity(cls, layout: Layout) -> Transformation:
        """Return the transformation that changes nothing."""
        return cls(layout, tuple(range(len(layout.cells))), (0, *layout.digits))

    @classmethod
    def of_lines(
        cls,
        layout: Layout,
        turns: int = 0,
        rows: Sequence[int] | None = None,
        columns: Sequence[int] | None = None,
        digits: Sequence[int] | None = None,
    ) -> Transformation:
        """Return the turn clockwise by quarter `turns`, then moves of lines, then a renaming.

        New row i shows row ``rows[i]`` of the turned board (from 0), columns likewise; digit d
        becomes ``digits[d - 1]``. Raises LayoutError if a house would be torn apart.
        """
        n = layout.n
        rows = range(n) if rows is None else rows
        columns = range(n) if columns is None else columns
        if not sorted(rows) == sorted(columns) == list(range(n)):
            raise LayoutError(f"rows and columns must be 0 to {n - 1}, each once, in any order")
        cells = [0] * (n * n)
        for new_row, turned_row in enumerate(rows):
            for new_column, turned_column in enumerate(columns):
                row, column = turned_row, turned_column
                for _ in range(turns % 4):
                    row, column = n - 1 - column, row
                cells[row * n + column] = new_row * n + new_column
        return cls(layout, tuple(cells), (0, *(digits or layout.digits)))

    @classmethod
    def random(cls, rng: random.Random, layout: Layout) -> Transformation:
        """Return one of the transformations of `layout`, drawn with `rng`.

        On a plain board of square boxes all are equally likely. With oblong boxes there are
        no quarter turns; with diagonals or regions only turns and reflections that keep
        them, and new names for digits.
        """
        digits = shuffled(rng, layout.digits)
        if not layout.is_plain:
            cells = chosen(rng, turns_and_reflections(layout))
            return cls(layout, cells, (0, *digits))
        turns = below(rng, 4) if layout.box_height == layout.box_width else 0
        rows = _shuffled_lines(rng, layout.n, layout.box_height)
        columns = _shuffled_lines(rng, layout.n, layout.box_width)
        return cls.of_lines(layout, turns, rows, columns, digits)

    def then(self, after: Transformation) -> Transformation:
        """Return this transformation and then `after`; raises LayoutError for other boards."""
        self._check(after.layout)
        return Transformation(
            self.layout,
            tuple(after.cells[cell] for cell in self.cells),
            tuple(after.digits[digit] for digit in self.digits),
        )

    def inverse(self) -> Transformation:
        """Return the transformation that undoes this one."""
        return Transformation(self.layout, _inverted(self.cells), _inverted(self.digits))

    def mask(self, mask: int) -> int:
        """Return the mask of the new places of the cells of `mask`."""
        return mask_of(self.cells[cell] for cell in bits(mask))

    def digit_mask(self, mask: int) -> int:
        """Return the mask that the candidates of `mask` become."""
        if self.digits == (0, *self.layout.digits):
            return mask
        return mask_of(self.digits[bit + 1] - 1 for bit in bits(mask))

    def candidate(self, candidate: Candidate) -> Candidate:
        """Return the candidate that `candidate` becomes."""
        return Candidate(self.cells[candidate.cell], self.digits[candidate.digit])

    def house(self, house: House) -> House:
        """Return the house that the cells of `house` become."""
        return self.layout.house_with_mask[self.mask(house.mask)]

    def grid(self, grid: Grid) -> Grid:
        """Return the board that `grid` becomes: its digits, givens and candidates.

        Raises LayoutError for a grid of another layout.
        """
        self._check(grid.layout)
        digits = [0] * len(self.cells)
        masks = [0] * len(self.cells)
        renamed = {mask: self.digit_mask(mask) for mask in {*grid.masks}}
        for digit, mask, new in zip(grid.digits, grid.masks, self.cells):
            digits[new] = self.digits[digit]
            masks[new] = renamed[mask]
        given = self.mask(grid.given)
        return Grid(self.layout, digits, masks=masks, given=given, marks=grid.marks)

    def step(self, step: Step) -> Step:
        """Return the step on the transformed board, without its texts."""
        roles = {role: map(self.house, houses) for role, houses in step.house_roles.items()}
        return step.replace(
            placements=self._candidates(step.placements),
            eliminations=self._candidates(step.eliminations),
            because=self._roles(step.because),
            houses=roles or [self.house(house) for house in step.houses],
            links=self._links(step.links),
            clues=(),
            branches=[
                Branch("", self._roles(branch.because), self._links(branch.links))
                for branch in step.branches
            ],
            pattern="",
            reason="",
        )

    def _roles(self, roles: Roles) -> Roles:
        return {role: self._candidates(group) for role, group in roles.items()}

    def _links(self, links: Sequence[Link]) -> list[Link]:
        return [
            Link(self._candidates(link.start), self._candidates(link.end), link.strong)
            for link in links
        ]

    def _check(self, layout: Layout) -> None:
        if layout is not self.layout:
            raise LayoutError(f"a transformation of {self.layout} boards, not of {layout}")

    def _candidates(self, candidates: Candidates) -> Candidates:
        return tuple(self.candidate(candidate) for candidate in candidates)


def _inverted(permutation: Sequence[int]) -> tuple[int, ...]:
    inverted = [0] * len(permutation)
    for old, new in enumerate(permutation):
        inverted[new] = old
    return tuple(inverted)


def _shuffled_lines(rng: random.Random, n: int, height: int) -> list[int]:
    """Return the lines 0 to n - 1, shuffled in chutes of `height`, the chutes shuffled too."""
    lines: list[int] = []
    for chute in shuffled(rng, range(n // height)):
        lines += shuffled(rng, range(chute * height, chute * height + height))
    return lines


@per_layout
def turns_and_reflections(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return those of the square's eight turns and reflections that keep the houses of `layout`.

    Each is a list of new places by cell; the first moves nothing.
    """
    backwards = range(layout.n - 1, -1, -1)
    kept = []
    for turns in range(4):
        for rows in (None, backwards):
            try:
                moved = Transformation.of_lines(layout, turns, rows)
            except LayoutError:
                continue
            kept.append(moved.cells)
    return tuple(kept)
