"""Read the reasons of steps: do they follow, and does all that is named play a part?

A reason is read kindly (`seen_by`): whoever names all that matters need not name the house as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House
from sudoku_engine.board.masks import digits_of, union
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import listed, names, plural, symbol
from sudoku_engine.errors import GaveUp
from sudoku_engine.search import Budget
from sudoku_plugins.reasons.reasons import Facts, counter_board, said_by, seen_by


class Kind(Enum):
    """The kinds of false reasons; the values are the words for several steps, and for one."""

    NOTHING = "place a digit without a reason", "places a digit without a reason"
    ELIMINATED = "name as the reason what they eliminate", "names as the reason what it eliminates"
    TOO_LITTLE = "do not follow from what they name", "does not follow from what it names"
    WRONG_HOUSE = "name a house that plays no part", "names a house that plays no part"
    STRAY = "name cells that play no part", "names cells that play no part"
    WORDS = "say what is not true of them", "says what is not true of it"
    NO_HOUSE = "need a house that they do not name", "needs a house that it does not name"


class Flaw(NamedTuple):
    """A false reason of a step."""

    kind: Kind
    detail: str  # the fault of this step, in words
    advice: str = ""  # how to mend it; empty if that is to be looked for
    counter: Grid | None = None  # on which all that is named holds, and the step is false


class StepParts:
    """The cells of a step, and the facts about its houses."""

    def __init__(self, grid: Grid, step: Step) -> None:
        self.grid, self.step = grid, step
        self.facts = seen_by(step, grid)
        changed = {cell for cell, _ in (*step.placements, *step.eliminations)}
        self.cells = {*self.facts.named, *changed}
        self.is_chain = bool(step.all_links or step.branches)
        self.names_reasons = bool({*step.grounds} - {*step.placements} or step.houses)
        """Whether it names more than what it places."""

    @cached_property
    def evident(self) -> list[tuple[House, int]]:
        """The houses, with their digits, that need not be named."""
        return list(seen_by(self.step.replace(houses=()), self.grid).places)

    @property
    def is_naked_single(self) -> bool:
        """Whether it only places digits that are alone in their cells: all their houses matter."""
        return not self.step.eliminations and all(
            len(self.grid.candidates(cell)) == 1 for cell, _ in self.step.placements
        )

    def in_house(self, house: House) -> list[int]:
        """Return the cells of the step in `house`."""
        return sorted(self.cells & {*house.cells})

    def is_evident(self, house: House) -> bool:
        """Return whether some named digit has all its places in `house` named."""
        return any(house is each for each, _ in self.evident)

    def digits_of(self, houses: Iterable[House]) -> str:
        """Return the digits of which all places in one of the `houses` are named, in words."""
        found = (mask for house in houses for each, mask in self.evident if each is house)
        return listed(dict.fromkeys(chain(*(sorted(digits_of[mask]) for mask in found))))

    def has_effect_in(self, house: House) -> bool:
        """Return whether a candidate that is eliminated sees a named one of its digit there."""
        return any(
            cell != other and mask >> digit - 1 & 1
            for cell, digit in self.step.eliminations
            for other, mask in self.facts.named.items()
            if {cell, other} <= {*house.cells}
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


MOST_HOUSES = 8  # houses of which each is tried


class ReasonReader:
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

    def flaw(self, grid: Grid, step: Step, solution: Sequence[int] = ()) -> Flaw | None:
        """Return the flaw in the reasons of `step` on `grid`, or None.

        A step that names nothing has no false reasons, but for its words. `solution`: the digits of
        the solution, if they are known. Raises GaveUp if it is not known.
        """
        parts = StepParts(grid, step)
        if not (step.grounds or step.all_links or step.houses or step.placements):
            return _false_digit(grid, step, solution)
        try:
            counter = self.counter_board(grid, step)
        except GaveUp:
            if flaw := _false_words(parts, solution):
                return flaw
            raise
        if step.grounds and {*step.grounds} <= {*step.eliminations} and not step.all_links:
            advice = "name the candidates that prove it: those which are left, and why"
            return Flaw(Kind.ELIMINATED, "", advice, counter)
        if counter is not None:
            has_reasons = parts.names_reasons or step.all_links
            kind = Kind.TOO_LITTLE if has_reasons else Kind.NOTHING
            advice = "" if has_reasons else "what proves it? Name that in `because` and `houses`"
            return Flaw(kind, "", advice, counter)
        with suppress(GaveUp):  # it follows, which is what matters
            return (
                self._wrong_house(parts)
                or _stray_cells(parts)
                or _false_words(parts, solution)
                or self._missing_house(parts)
            )
        return None

    def _wrong_house(self, parts: StepParts) -> Flaw | None:
        """Return the flaw that a named house holds nothing of the step, or that none matters."""
        grid, step = parts.grid, parts.step
        for house in step.houses:
            if not parts.in_house(house):
                detail = f"names {house}, but nothing of the step is in {house}"
                return Flaw(Kind.WRONG_HOUSE, detail, self._right_houses(parts))
        if parts.is_naked_single or parts.is_chain or not step.houses:
            return None
        if step.clues:  # the search adds up houses and clues by itself: it cannot tell
            return None
        if not any(
            len(parts.in_house(house)) > 1 or parts.is_evident(house) for house in step.houses
        ):
            house = step.houses[0]
            if self.counter_board(grid, step.replace(houses=())) is None:  # it is not needed
                cells = cells_in_words(grid, parts.in_house(house))
                detail = f"names {house}, where only {cells} is of the step"
                return Flaw(Kind.WRONG_HOUSE, detail, self._right_houses(parts))
        if len(step.houses) == 1 and not step.house_roles:
            return self._other_house(parts, step.houses[0])
        return None

    def _other_house(self, parts: StepParts, house: House) -> Flaw | None:
        """Return the flaw that the step needs another house than the only one that it names."""
        if parts.is_evident(house) or parts.has_effect_in(house):
            return None
        named = parts.facts.named
        said = Facts(named, [(house, union(named.values()))])
        if self.counter_board(parts.grid, parts.step, said) is None:
            return None
        right = self._right_house(parts)
        if right is None:
            return None
        digits = parts.digits_of([right])
        detail = f"names {house}, but in {right} there is no other place for {digits}"
        return Flaw(Kind.WRONG_HOUSE, detail, f"the reason is in {right}: name that one")

    def _missing_house(self, parts: StepParts) -> Flaw | None:
        """Return the flaw that it follows only from houses which nothing of the step names."""
        grid, step = parts.grid, parts.step
        if not parts.names_reasons or parts.is_chain or parts.is_naked_single:
            return None
        if step.placements and not step.houses:
            return None  # who sees the digit sees its house
        said = said_by(step)
        if self.counter_board(grid, step, said) is None:
            return None
        if step.houses:
            needed = self._needed_houses(parts, said)
        else:
            right = self._right_house(parts)
            needed = [] if right is None else [right]
        if not needed:
            return None
        where = houses_in_words(needed)
        there = "there" if len(needed) == 1 else "in each"
        digits = parts.digits_of(needed)
        detail = f"needs {where}, as {there} no other place is left for {digits}"
        return Flaw(Kind.NO_HOUSE, detail, f"name {where} in `houses`, too")

    def _needed_houses(self, parts: StepParts, said: Facts) -> list[House]:
        """Return the houses that the step needs besides those it names; none if there are many."""
        needed = [one for one in parts.evident if one[0] not in parts.step.houses]
        if len(needed) > MOST_HOUSES:
            return []
        for one in needed[::-1]:  # lines before boxes
            fewer = [each for each in needed if each is not one]
            facts = Facts(said.named, [*said.places, *fewer])
            if self.counter_board(parts.grid, parts.step, facts) is None:
                needed = fewer
        return [house for house, _ in needed]

    def _right_house(self, parts: StepParts) -> House | None:
        """Return the house that holds all that is named and alone proves the step, if any."""
        for house, digits in parts.evident:
            if parts.facts.named.keys() <= {*house.cells}:
                facts = Facts(parts.facts.named, [(house, digits)])
                if self.counter_board(parts.grid, parts.step, facts) is None:
                    return house
        return None

    def _right_houses(self, parts: StepParts) -> str:
        right = self._right_house(parts)
        if right is not None:
            return f"the reason is in {right}: name that one"
        return "name the houses that the cells of the step share"


CELL = re.compile(r"\br\dc\d\b", re.IGNORECASE)
"""The name of a cell in a text."""

MUST_BE = re.compile(r"\b(r\dc\d) must be (\d)\b(?!, \d|/)", re.IGNORECASE)

SUPPOSING = re.compile(r"\b(if|when|whether|suppos\w+|assum\w+|or|either|otherwise)\b", re.I)
"""Words of a text that says what would be, and not what is."""


def _false_words(parts: StepParts, solution: Sequence[int]) -> Flaw | None:
    """Return the flaw that the text of a step names a cell of elsewhere, or a wrong digit.

    What sees a cell of the step may be named, since a text may say why a digit is gone.
    """
    layout, step = parts.grid.layout, parts.step
    near = parts.cells.union(*(layout.peers(cell) for cell in parts.cells))
    near = near.union(*(house.cells for house in step.houses))
    known = {layout.cells[cell].name for cell in near}
    for name in CELL.findall(step.reason):
        if name.lower() not in known:
            detail = f"says something of {name}, which is no part of the step"
            advice = "names(cells) writes the cells of the step: rows and columns count from 1"
            return Flaw(Kind.WORDS, detail, advice)
    return _false_digit(parts.grid, step, solution)


def _false_digit(grid: Grid, step: Step, solution: Sequence[int]) -> Flaw | None:
    if not solution or SUPPOSING.search(step.reason):
        return None
    digits = {cell.name: solution[cell] for cell in grid.layout.cells}
    for said in MUST_BE.finditer(step.reason):
        right = digits.get(said[1].lower(), 0)
        if right != int(said[2]):
            detail = f"says {said[0]!r}, but {said[1]} is {symbol(right)}"
            return Flaw(Kind.WORDS, detail, "say in `reason` what is true of the step")
    return None


def _stray_cells(parts: StepParts) -> Flaw | None:
    """Return the flaw that a cell of `because` sees no other cell of the step."""
    grid, step = parts.grid, parts.step
    if len(parts.cells) == 1 or parts.is_chain:
        return None
    in_houses = {
        cell
        for house in (*step.houses, *(house for house, _ in parts.evident))
        for cell in house.cells
    }
    stray = [
        cell
        for cell in dict.fromkeys(cell for cell, _ in step.grounds)
        if not grid.layout.peers(cell) & parts.cells and cell not in in_houses
    ]
    if not stray:
        return None
    see = "sees" if len(stray) == 1 else "see"
    detail = f"names {cells_in_words(grid, stray)}, which {see} no other cell of the step"
    return Flaw(Kind.STRAY, detail, "name only the cells that the step needs")
