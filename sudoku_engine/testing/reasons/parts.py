"""The cells of a step, and what is known of its houses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import listed, names, plural
from sudoku_engine.solving.reasons import seen_by


class StepParts:
    """The cells of a step and what is known of its houses."""

    def __init__(self, grid: Grid, step: Step) -> None:
        self.grid, self.step = grid, step
        self.facts = seen_by(step, grid)
        changed = {cell for cell, _ in (*step.placements, *step.eliminations)}
        self.cells = {*self.facts.named, *changed}

    @cached_property
    def evident(self) -> list[tuple[House, int]]:
        """The houses, with their digits, that need not be named."""
        return list(seen_by(self.step.replace(houses=()), self.grid).places)

    @cached_property
    def digits(self) -> int:
        """The mask of the digits that the step names."""
        mask = 0
        for digits in self.facts.named.values():
            mask |= digits
        return mask

    @property
    def names_reasons(self) -> bool:
        """Whether it names more than what it places."""
        return bool({*self.step.grounds} - {*self.step.placements} or self.step.houses)

    @property
    def is_naked_single(self) -> bool:
        """Whether it only places digits that are alone in their cells: all their houses matter."""
        return not self.step.eliminations and all(
            len(self.grid.candidates(cell)) == 1 for cell, _ in self.step.placements
        )

    def in_house(self, house: House) -> set[int]:
        """Return the cells of the step in `house`."""
        return self.cells & {*house.cells}

    def is_evident(self, house: House) -> bool:
        """Return whether some named digit has all its places in `house` named."""
        return any(house is each for each, _ in self.evident)

    def digits_of(self, house: House) -> list[int]:
        """Return the digits of which all places in `house` are named."""
        (mask,) = (digits for each, digits in self.evident if each is house)
        return sorted(digits_of[mask])

    def has_effect_in(self, house: House) -> bool:
        """Return whether a candidate that is eliminated sees a named one of its digit there."""
        return any(
            cell in house.cells
            and any(
                other != cell and other in house.cells and mask >> digit - 1 & 1
                for other, mask in self.facts.named.items()
            )
            for cell, digit in self.step.eliminations
        )


def houses_in_words(houses: Sequence[House]) -> str:
    """Return the names of `houses` in words: ``rows 2 and 7``, ``row 2 and box 1``."""
    if len({house.kind for house in houses}) > 1 or len(houses) == 1:
        return listed(houses)
    numbers = listed(house.name.split()[-1] for house in houses)
    return f"{plural(houses[0].kind)} {numbers}"


def cells_in_words(grid: Grid, cells: Sequence[int]) -> str:
    """Return the names of `cells` of the board `grid`."""
    return names(grid.layout.cells[cell] for cell in cells)
