"""Advice from a wrong step: its cells, digits and houses show which mistake is likely."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import listed, names, symbol


@dataclass(frozen=True)
class Claim:
    """A wrong step, with what the rules below need to know about it."""

    step: Step
    grid: Grid

    because: frozenset[tuple[int, int]]
    """The candidates that it follows from."""

    cells: tuple[int, ...]
    """The cells of these candidates."""

    digits: frozenset[int]
    """The digits of these candidates."""

    @classmethod
    def of(cls, step: Step, grid: Grid) -> Claim:
        """Return what `step` claims on `grid`."""
        because = frozenset((cell, digit) for cell, digit in step.grounds)
        cells, digits = {cell for cell, _ in because}, {digit for _, digit in because}
        return cls(step, grid, because, tuple(sorted(cells)), frozenset(digits))

    @property
    def changes(self) -> tuple[Candidate, ...]:
        """The candidates that it places or eliminates."""
        return (*self.step.placements, *self.step.eliminations)

    @property
    def is_plain(self) -> bool:
        """Whether it names several cells with the same role, as subsets and fish do."""
        return len(self.cells) > 1 and not self.step.links and len(self.step.because) == 1

    @property
    def is_plain_elimination(self) -> bool:
        """Whether it is plain and only eliminates."""
        return self.is_plain and not self.step.placements

    def shared_houses(self) -> list[House]:
        """Return the houses that hold all its cells."""
        return _houses_with(self.grid, self.cells)


def _houses_with(grid: Grid, cells: Iterable[int]) -> list[House]:
    return [house for house in grid.layout.houses if all(cell in house.cells for cell in cells)]


def _places(grid: Grid, house: House, digit: int, besides: Container[int]) -> list[Cell]:
    """Return the cells of `house` that can take `digit`, without those of `besides`."""
    return [c for c in house.cells if c not in besides and digit in grid.candidates(c)]


def _also(house: House, digit: int, places: Sequence[Cell]) -> str:
    return f"in {house} the {symbol(digit)} can also go to {names(places)}"


def advice_on_step(step: Step, grid: Grid) -> str:
    """Return the advice for a wrong `step` on `grid`, empty if nothing is known."""
    claim = Claim.of(step, grid)
    return next(filter(None, (rule(claim) for rule in RULES)), "")


def _changes_nothing(claim: Claim) -> str:
    if claim.changes:
        return ""
    return "yield the step only if there is something to eliminate: `if eliminated:`"


def _counts_from_0(claim: Claim) -> str:
    for cell, digit in claim.step.placements:
        candidates = claim.grid.candidates(cell)
        if len(candidates) == 1 and digit + 1 in candidates:
            return "digits count from 1: candidate number i stands for digit i + 1"
    return ""


def _touches_filled_cells(claim: Claim) -> str:
    grid = claim.grid
    if not any(grid.digits[cell] for cell, _ in claim.changes):
        return ""
    if all(grid.digits[cell] == digit for cell, digit in claim.changes):
        return "that is done already: go through grid.open_cells"
    return "it looks at candidates of filled cells: leave out cells whose grid.digit(cell) is not 0"


def _touches_missing_candidates(claim: Claim) -> str:
    grid = claim.grid
    if all(digit in grid.candidates(cell) for cell, digit in claim.changes):
        return ""
    for cell, digit in claim.step.placements:
        for house in grid.layout.houses_of(cell):
            there = [c for c in house.cells if grid.digits[c] == digit and c != cell]
            if there and not grid.digits[cell]:
                return f"{symbol(digit)} is already in {house}, at {names(there)}: look there too"
    return "eliminate and place only what is there: `if digit in grid.candidates(cell)`"


def _eliminates_own_candidates(claim: Claim) -> str:
    if claim.step.placements:
        return ""
    own = sorted(
        {cell for cell, digit in claim.step.eliminations if (cell, digit) in claim.because}
    )
    if not own:
        return ""
    return f"you eliminate from {names(own)}, on which the step is based: leave those cells out"


def _compares_a_cell_with_itself(claim: Claim) -> str:
    if len(claim.cells) == 1 and len(claim.because) > 1 and claim.step.eliminations:
        return "you compare a cell with itself: take two different cells, combinations(cells, 2)"
    return ""


def _is_no_fish(claim: Claim) -> str:
    """Find what is wrong with the lines of one digit, as in an X-wing."""
    grid, cells = claim.grid, claim.cells
    digits = claim.digits | {digit for _, digit in claim.step.eliminations}
    if len(digits) != 1 or len(cells) < 3 or not claim.is_plain_elimination:
        return ""
    (digit,) = digits
    targets = [cell for cell, _ in claim.step.eliminations]
    rows, columns = (
        [line for line in lines if any(cell in line.cells for cell in cells)]
        for lines in (grid.layout.rows, grid.layout.columns)
    )
    for base, cover in ((rows, columns), (columns, rows)):
        if all(any(cell in line.cells for line in cover) for cell in targets):
            for line in base:
                if others := _places(grid, line, digit, cells):
                    return _also(line, digit, others)
            if len(base) == len(cover):
                return ""
            across = "columns" if base is rows else "rows"
            return f"{listed(base)} must hold the {symbol(digit)} in just {len(base)} {across}"
    return f"{names(targets)}: eliminate only in the lines that cross at {names(cells)}"


def _shares_no_house(claim: Claim) -> str:
    if not claim.is_plain or claim.shared_houses():
        return ""
    return f"{names(claim.cells)} are in no house together: they must be in the same one"


def _has_too_many_digits(claim: Claim) -> str:
    grid, cells = claim.grid, claim.cells
    if len(cells) < 2 or claim.step.placements or claim.step.links:
        return ""
    is_hidden = all(cell in cells for cell, _ in claim.step.eliminations)
    if is_hidden or len(claim.digits) == 1:
        return _has_other_places(claim)
    held = {digit for cell in cells for digit in grid.candidates(cell)}
    if len(held) <= len(cells):
        return ""
    return (
        f"{names(cells)} hold {listed(sorted(held))}: {len(cells)} cells must hold "
        f"just {len(cells)} digits together"
    )


def _has_other_places(claim: Claim) -> str:
    known = {*claim.cells, *(cell for cell, _ in claim.step.eliminations)}
    for house in claim.shared_houses():
        for digit in sorted(claim.digits):
            others = _places(claim.grid, house, digit, known)
            if others and house in (claim.step.houses or (house,)):
                return _also(house, digit, others)
    return ""


def _eliminates_out_of_sight(claim: Claim) -> str:
    if not claim.is_plain_elimination:
        return ""
    seen = {cell for house in claim.shared_houses() for cell in house.cells}
    outside = sorted({cell for cell, _ in claim.step.eliminations if cell not in seen})
    if not outside:
        return ""
    return (
        f"{names(outside)} {'is' if len(outside) == 1 else 'are'} in no house with "
        f"{names(claim.cells)}: eliminate only in the house that holds them all"
    )


def _is_no_single(claim: Claim) -> str:
    if len(claim.step.placements) != 1 or claim.step.eliminations:
        return ""
    cell, digit = claim.step.placements[0]
    if claim.grid.candidates(cell) == {digit}:
        return ""
    elsewhere = []
    for house in claim.grid.layout.houses_of(cell):
        others = _places(claim.grid, house, digit, (cell,))
        if not others:
            return ""
        elsewhere.append(f"in {house} to {names(others[:2])}")
    return f"the {symbol(digit)} is not alone: it can also go {listed(elsewhere)}"


RULES: tuple[Callable[[Claim], str], ...] = (
    _changes_nothing,
    _counts_from_0,
    _touches_filled_cells,
    _touches_missing_candidates,
    _eliminates_own_candidates,
    _compares_a_cell_with_itself,
    _is_no_fish,
    _shares_no_house,
    _has_too_many_digits,
    _eliminates_out_of_sight,
    _is_no_single,
)
"""The rules for a wrong step; the first advice is used."""


def advice_on_missed_step(step: Step, grid: Grid) -> str:
    """Return the advice for a strategy that finds `step` only on a transformed board."""
    claim = Claim.of(step, grid)
    houses: Sequence[House] = ()
    if len(claim.cells) > 1:
        houses = _houses_with(grid, {*claim.cells, *(cell for cell, _ in step.eliminations)})
    elif step.placements:
        houses = [
            house
            for cell, digit in step.placements
            for house in grid.layout.houses_of(cell)
            if not _places(grid, house, digit, (cell,))
        ]
    if len({house.kind for house in houses}) == 1:
        return (
            f"you do not look at {houses[0].name}: go through all of grid.layout.houses, and "
            "check that loops run to the last one"
        )
    return (
        "go through all of grid.layout.houses and all digits; beware of loops that leave out "
        "the first or the last"
    )
