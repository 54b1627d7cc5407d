"""Turn a board into an equivalent one: move cells so that houses stay houses, rename digits.

Clues move with their board. Turns and reflections move nearly every clue, renamed digits some. A
rule is asked again about the moved cells, and must demand what the clue demanded: so nobody lists
what each rule allows.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sudoku_engine import Branch, Candidate, Grid, House, Layout, Link, Step
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.clue import Clue
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.step import Candidates, Roles
from sudoku_engine.board.variants import rule_book
from sudoku_engine.errors import LayoutError
from sudoku_engine.randomness import below, chosen, shuffled

if TYPE_CHECKING:
    import random


@dataclass(frozen=True)
class Transformation:
    """A way to move the cells of a board and rename its digits.

    Clues move with their cells. Raises LayoutError if a house would be torn apart, or a clue would
    say something else.
    """

    layout: Layout
    cells: tuple[int, ...]
    """By old cell, the new cell of its digit."""
    digits: tuple[int, ...]
    """By old digit, its new name; ``digits[0]`` is 0, a blank."""

    def __post_init__(self) -> None:
        if sorted(self.cells) != list(range(len(self.layout.cells))):
            raise LayoutError("a transformation must move every cell to a cell of its own")
        if self.digits[:1] != (0,) or sorted(self.digits[1:]) != list(self.layout.digits):
            raise LayoutError("a transformation must give every digit a name of its own")
        _ = self.target

    @cached_property
    def target(self) -> Layout:
        """The layout of the moved boards: the same, but for clues in other cells."""
        layout = self.layout
        torn = [
            house for house in layout.houses if self.mask(house.mask) not in layout.house_with_mask
        ]
        if torn and not any(clue.cells for clue in layout.clues):
            raise LayoutError(f"this would tear {torn[0]} of a {layout} board apart")
        is_still = self.cells == (*layout.cells,) and self.digits == (0, *layout.digits)
        if is_still or (layout.has_only_houses and not torn):
            return layout
        if self.cells not in turns_and_reflections(layout.keeping(())):
            raise LayoutError(f"only turns and reflections move clues such as {layout.clues[0]}")
        return moved_layout(layout, self.cells, self.digits)

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
        them, and new names for digits. Boards with clues are turned and reflected, and their
        digits keep their names, unless every rule allows all names.
        """
        digits = shuffled(rng, layout.digits)
        if not layout.is_plain:
            cells = chosen(rng, turns_and_reflections(layout.keeping(())))
            for names in (digits, layout.digits):
                try:
                    return cls(layout, cells, (0, *names))
                except LayoutError:
                    continue
            return cls.identity(layout)
        turns = below(rng, 4) if layout.chute_height == layout.chute_width else 0
        rows = _shuffled_lines(rng, layout.n, layout.chute_height)
        columns = _shuffled_lines(rng, layout.n, layout.chute_width)
        return cls.of_lines(layout, turns, rows, columns, digits)

    def then(self, after: Transformation) -> Transformation:
        """Return this transformation and then `after`; raises LayoutError for other boards."""
        if after.layout is not self.target:
            raise LayoutError(f"a transformation of {self.target} boards, not of {after.layout}")
        return Transformation(
            self.layout,
            tuple(after.cells[cell] for cell in self.cells),
            tuple(after.digits[digit] for digit in self.digits),
        )

    def inverse(self) -> Transformation:
        """Return the transformation that undoes this one."""
        return Transformation(self.target, _inverted(self.cells), _inverted(self.digits))

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
        return self.target.house_with_mask[self.mask(house.mask)]

    def grid(self, grid: Grid) -> Grid:
        """Return the board that `grid` becomes: its digits, givens and candidates.

        Raises LayoutError for a grid of another layout.
        """
        if grid.layout is not self.layout:
            raise LayoutError(f"a transformation of {self.layout} boards, not of {grid.layout}")
        digits = [0] * len(self.cells)
        masks = [0] * len(self.cells)
        renamed = {mask: self.digit_mask(mask) for mask in {*grid.masks}}
        for digit, mask, new in zip(grid.digits, grid.masks, self.cells):
            digits[new] = self.digits[digit]
            masks[new] = renamed[mask]
        given = self.mask(grid.given)
        return Grid(self.target, digits, masks=masks, given=given, marks=grid.marks)

    def step(self, step: Step) -> Step:
        """Return the step on the transformed board, without its texts."""
        moved = dict(zip(self.layout.clues, self.target.clues))
        roles = {role: map(self.house, houses) for role, houses in step.house_roles.items()}
        return step.replace(
            placements=self._candidates(step.placements),
            eliminations=self._candidates(step.eliminations),
            because=self._roles(step.because),
            houses=roles or [self.house(house) for house in step.houses],
            links=self._links(step.links),
            clues=[moved[clue] for clue in step.clues],
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
    """Return those of the square's eight turns and reflections that keep `layout` as it is.

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
            if moved.target is layout:
                kept.append(moved.cells)
    return tuple(kept)


Meaning = tuple[Hashable, ...]


def moved_layout(layout: Layout, cells: Sequence[int], digits: Sequence[int]) -> Layout:
    """Return `layout` with its clues on the new `cells`, after the digits got their new names.

    `cells` are a turn or a reflection. Raises LayoutError for a clue that would say something else.
    """
    if not layout.written_clues:  # diagonals stay where they are
        return layout
    base = layout.keeping(())
    placed = [
        rule_book().clue(base, clue.rule, [cells[cell] for cell in clue.cells], clue.value)
        for clue in layout.clues
    ]
    # Rules for the whole board may look at the others, and the clues keep their order.
    made = {(clue.rule, clue.cells): clue for clue in rule_book().with_clues(base, placed).clues}
    moved = [made[clue.rule, clue.cells] for clue in placed]
    same = range(len(digits))
    for old, new in zip(layout.clues, moved):
        if meaning(old, cells, digits) != meaning(new, range(len(cells)), same):
            raise LayoutError(f"this move would change what the clue {old} says")
    return base.with_clues(moved)


def meaning(clue: Clue, cells: Sequence[int], digits: Sequence[int]) -> Meaning:
    """Return the demands of `clue` after a move, equal for clues that demand the same.

    `cells`: by old cell its new one; `digits`: by old digit its new name.
    """
    parts = []
    for part in clue.parts:
        fillings = part.fillings and part.fillings.renamed(digits)
        places = [cells[cell] for cell in part.cells]
        if fillings is None or fillings.is_symmetric:
            places.sort()
        parts.append((*places, fillings, part.distinct, part.word))
    return clue.rule, clue.value, frozenset(parts)


def same_clues(one: Layout, other: Layout) -> bool:
    """Return whether both have clues that demand the same, in whatever order they are written."""
    own = range(len(one.cells))
    first, second = (
        {meaning(clue, own, range(one.n + 1)) for clue in layout.clues} for layout in (one, other)
    )
    return first == second
