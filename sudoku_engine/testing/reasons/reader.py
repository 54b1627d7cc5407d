"""Read the reasons of steps: do they follow, and does all that is named play a part?

A reason is read kindly (`seen_by`): whoever names all that matters need not name the house as well.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import listed, symbol
from sudoku_engine.errors import GaveUp
from sudoku_engine.search import Budget
from sudoku_engine.solving.reasons import Facts, counter_board, said_by, seen_by
from sudoku_engine.testing.reasons.flaw import Flaw, Kind
from sudoku_engine.testing.reasons.parts import StepParts, cells_in_words, houses_in_words
from sudoku_engine.testing.reasons.words import flaw_in_words

MOST_HOUSES = 8
"""The number of houses of which each is tried."""


class Reader:
    """Reads the reasons of a strategy's steps, within a budget for all of them."""

    def __init__(self, nodes: int, nodes_for_one: int, has_one_solution: bool = False) -> None:
        """Use `nodes` of search at most; `has_one_solution`: ask only boards with one solution."""
        self._left = nodes
        self._most = nodes_for_one
        self.has_one_solution = has_one_solution

    @property
    def is_exhausted(self) -> bool:
        """Whether all nodes are used up."""
        return self._left <= 0

    def counter_board(self, grid: Grid, step: Step, facts: Facts | None = None) -> Grid | None:
        """Return a full board on which the reasons of `step` hold, and it is false.

        Raises GaveUp if that is not known within the budget.
        """
        budget = Budget(max(min(self._most, self._left), 0))
        facts = seen_by(step, grid) if facts is None else facts
        try:
            return counter_board(grid, step, budget, facts, has_one_solution=self.has_one_solution)
        finally:
            self._left -= budget.spent + 1

    def flaw(self, grid: Grid, step: Step) -> Flaw | None:
        """Return what is false in the reasons of `step` on `grid`, or None.

        A step that names nothing has no false reasons. Raises GaveUp if it is not known.
        """
        if not (step.grounds or step.all_links or step.houses or step.placements):
            return None
        counter = self.counter_board(grid, step)
        if step.grounds and {*step.grounds} <= {*step.eliminations} and not step.all_links:
            advice = "name the candidates that prove it: those which are left, and why"
            return Flaw(Kind.ELIMINATED, "", advice, counter)
        if counter is not None:
            has_reasons = StepParts(grid, step).names_reasons or step.all_links
            kind = Kind.TOO_LITTLE if has_reasons else Kind.NOTHING
            advice = "" if has_reasons else "what proves it? Name that in `because` and `houses`"
            return Flaw(kind, "", advice, counter)
        with suppress(GaveUp):  # it follows: that is what matters
            return (
                self._wrong_house(grid, step)
                or self._too_much(grid, step)
                or _stray_cells(grid, step)
                or flaw_in_words(grid, step)
                or self._missing_house(grid, step)
            )
        return None

    def _wrong_house(self, grid: Grid, step: Step) -> Flaw | None:
        """Return that a named house holds nothing of the step, or that none plays a part."""
        parts = StepParts(grid, step)
        for house in step.houses:
            if not parts.in_house(house):
                detail = f"names {house}, but nothing of the step is in {house}"
                return Flaw(Kind.WRONG_HOUSE, detail, self._right_houses(parts))
        if parts.is_naked_single or step.all_links or step.branches:
            return None
        if step.houses and not any(
            len(parts.in_house(house)) > 1 or parts.is_evident(house) for house in step.houses
        ):
            house = step.houses[0]
            if not self._is_needed(grid, step):
                cells = cells_in_words(grid, sorted(parts.in_house(house)))
                detail = f"names {house}, where only {cells} is of the step"
                return Flaw(Kind.WRONG_HOUSE, detail, self._right_houses(parts))
        if len(step.houses) == 1 and not step.house_roles:
            return self._other_house(parts, step.houses[0])
        return None

    def _is_needed(self, grid: Grid, step: Step) -> bool:
        """Return whether `step` does not follow without its houses."""
        return self.counter_board(grid, step.replace(houses=())) is not None

    def _other_house(self, parts: StepParts, house: House) -> Flaw | None:
        """Return that the step needs another house than the only one that it names."""
        grid, step = parts.grid, parts.step
        if parts.is_evident(house) or parts.has_effect_in(house):
            return None
        said = Facts(parts.facts.named, [(house, parts.digits)])
        if self.counter_board(grid, step, said) is None:
            return None
        right = self._right_house(parts)
        if right is None:
            return None
        digits = listed(parts.digits_of(right))
        detail = f"names {house}, but in {right} there is no other place for {digits}"
        return Flaw(Kind.WRONG_HOUSE, detail, f"the reason is in {right}: name that one")

    def _missing_house(self, grid: Grid, step: Step) -> Flaw | None:
        """Return that it follows only from houses which nothing of the step names."""
        parts = StepParts(grid, step)
        if not parts.names_reasons or step.all_links or step.branches:
            return None
        if parts.is_naked_single:
            return self._idle_house(parts)
        if step.placements and not step.houses:
            return None  # who sees the digit sees its house
        said = said_by(step)
        if self.counter_board(grid, step, said) is None:
            return None
        if not step.houses:
            right = self._right_house(parts)
            needed = [] if right is None else [right]
        else:
            needed = self._needed_houses(parts, said)
        if not needed:
            return None
        digits = listed(dict.fromkeys(chain(*map(parts.digits_of, needed))))
        where = houses_in_words(needed)
        there = "there" if len(needed) == 1 else "in each"
        detail = f"needs {where}, as {there} no other place is left for {digits}"
        return Flaw(Kind.NO_HOUSE, detail, f"name {where} in `houses`, too")

    def _needed_houses(self, parts: StepParts, said: Facts) -> list[House]:
        """Return the houses that the step needs beside what it says; none if there are many."""
        needed = [one for one in parts.evident if one[0] not in parts.step.houses]
        if len(needed) > MOST_HOUSES:
            return []
        for one in needed[::-1]:  # lines before boxes
            fewer = [each for each in needed if each is not one]
            facts = Facts(said.named, [*said.places, *fewer])
            if self.counter_board(parts.grid, parts.step, facts) is None:
                needed = fewer
        return [house for house, _ in needed]

    def _idle_house(self, parts: StepParts) -> Flaw | None:
        """Return that a naked single names one house that says nothing of its digit."""
        step, grid = parts.step, parts.grid
        if len(step.houses) != 1 or parts.is_evident(step.houses[0]):
            return None
        (house,), (cell, digit) = step.houses, step.placements[0]
        others = cells_in_words(grid, [c for c in grid.places(digit, house) if c != cell])
        detail = f"names {house}, but there {symbol(digit)} can also go to {others}"
        advice = "name the house where it fits nowhere else, or only the candidates of the cell"
        return Flaw(Kind.IDLE_HOUSE, detail, advice)

    def _too_much(self, grid: Grid, step: Step) -> Flaw | None:
        """Return that it names a whole house, and most of it is not needed but eliminated."""
        changed = {cell for cell, _ in {*step.eliminations} & {*step.grounds}}
        named = {cell for cell, _ in step.grounds}
        if 2 * len(changed) <= len(named) or step.all_links or step.branches:
            return None
        houses = [house for house in grid.layout.houses if named == _open_cells(grid, house)]
        left = [candidate for candidate in step.grounds if candidate.cell not in changed]
        if not houses or not left:
            return None
        if self.counter_board(grid, step.replace(because=left)) is not None:
            return None
        cells = cells_in_words(grid, list(dict.fromkeys(cell for cell, _ in left)))
        detail = f"names all cells of {houses[0]}, but follows from {cells} alone"
        return Flaw(Kind.TOO_MUCH, detail, "name only the cells that prove it")

    def _right_house(self, parts: StepParts) -> House | None:
        """Return the house that holds all that is named and alone proves the step, if any."""
        for house, digits in parts.evident:
            if parts.facts.named.keys() <= {*house.cells}:
                facts = Facts(parts.facts.named, [(house, digits)])
                if self.counter_board(parts.grid, parts.step, facts) is None:
                    return house
        return None

    def _right_houses(self, parts: StepParts) -> str:
        """Return which house to name instead."""
        right = self._right_house(parts)
        if right is not None:
            return f"the reason is in {right}: name that one"
        return "name the houses that the cells of the step share"


def _open_cells(grid: Grid, house: House) -> set[int]:
    return {cell for cell in house.cells if not grid.digits[cell]}


def _stray_cells(grid: Grid, step: Step) -> Flaw | None:
    """Return that a cell of `because` sees no other cell of `step`."""
    parts = StepParts(grid, step)
    if len(parts.cells) == 1 or step.all_links or step.branches:
        return None
    houses = [*step.houses, *(house for house, _ in parts.evident)]
    stray = [
        cell
        for cell in dict.fromkeys(cell for cell, _ in step.grounds)
        if not (
            grid.layout.peers(cell) & parts.cells or any(cell in house.cells for house in houses)
        )
    ]
    if not stray:
        return None
    see = "sees" if len(stray) == 1 else "see"
    detail = f"names {cells_in_words(grid, stray)}, which {see} no other cell of the step"
    return Flaw(Kind.STRAY, detail, "name only the cells that the step needs")
