"""Sums outside the cages of houses: the rule of 45, and cages that it splits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sudoku_engine import Candidate, Cell, Grid, Layout, Step
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import digits_of, mask_of
from sudoku_engine.board.say import Said, say
from sudoku_engine.board.variants import excluding
from sudoku_plugins.strategies.analysis import all_in, first_of_each_effect, held_by, lost
from sudoku_plugins.strategies.families import clue_strategy

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue
    from sudoku_plugins.variants.sums import Balance, Equation

MOST_OPEN = 3
"""The open cells whose digits are tried together."""


INNIES_EXAMPLE = f"""
clues: killer cage 20 r1c1234; killer cage 20 r1c5678
{"." * 81}
"""
"""Both cages of row 1 hold 40, so r1c9 is 5."""


@clue_strategy("Innies and Outies", score=90, level="medium", example=INNIES_EXAMPLE)
def innies_outies(grid: Grid) -> Iterator[Step]:
    """Compare the sum of a house, or of some, with the cages in it: the rule of 45.

    The digits 1 to 9 add up to 45, so every row, column and box does, and two rows hold 90. Add up
    the cages that lie in them. What is missing is the sum of the cells left over, the *innies*::

        20 20 20 | 20  20 20 | 20 20  *     two cages of 20 in row 1 hold 40,
                                            so the * beside them is 5

    If a cage sticks out, add it as well: what is too much is the sum of the cells outside, the
    *outies*. With some of each, the difference is known: try which digits of these cells have it.
    At most three of them may be open. Any clue with a fixed sum is a cage here: an X is one of 10,
    a little killer one of its own sum. Up to four lines side by side are taken together. Described
    at https://en.wikipedia.org/wiki/Killer_sudoku.
    """
    if grid.layout.parts:
        from sudoku_plugins.variants.sums import balances  # only boards with clues need it

        yield from first_of_each_effect(
            step
            for balance in balances(grid.layout)
            if (step := _balance_step(grid, balance)) is not None
        )


def _balance_step(grid: Grid, balance: Balance) -> Step | None:
    equation = balance.equation
    n_open = sum(not grid.digits[cell] for cell in equation.cells)
    eliminations = _lost_by(grid, equation) if n_open <= MOST_OPEN else None
    if not eliminations:
        return None
    return Step(
        eliminations=eliminations,
        because=all_in(grid, [*balance.innies, *balance.outies]),
        houses=equation.houses,
        clues=_clues(balance, grid.layout),
        pattern=_told_sums(balance),
        reason=say(
            "{why};| so {told},| and {lost}",
            why=_why(balance),
            told=_told(balance),
            lost=lost(eliminations),
        ),
        difficulty=n_open + len(equation.houses),
    )


def _lost_by(grid: Grid, equation: Equation) -> list[Candidate] | None:
    """Return the candidates with which `equation` cannot be right; None if it never is."""
    held = held_by(grid, equation.cells)
    left = equation.supported(held)
    if not left:
        return None
    return [
        Candidate(grid.layout.cells[cell], digit)
        for cell, before, after in zip(equation.cells, held, left)
        for digit in sorted(digits_of[before & ~after])
    ]


def clues_of(equation: Equation, layout: Layout, named: Iterable[Clue]) -> list[Clue]:
    """Return the clues `named`, and those by which cells of `equation` differ."""
    return excluding(
        (
            (Candidate(layout.cells[one], 1), Candidate(layout.cells[other], 1))
            for block in equation.blocks
            for one, other in combinations(block, 2)
        ),
        layout,
        named,
    )


def _clues(balance: Balance, layout: Layout) -> list[Clue]:
    return clues_of(balance.equation, layout, balance.equation.clues)


def _told_sums(balance: Balance) -> str:
    return f"{', '.join(map(str, balance.equation.houses))}: {_told(balance)}"


def _why(balance: Balance) -> Said:
    houses = balance.equation.houses
    return say(
        "{houses} adds up to {inside:#}, the cages there to {cages:#}"
        if len(houses) == 1
        else "{houses} add up to {inside:#}, the cages there to {cages:#}",
        houses=houses,
        inside=balance.inside,
        cages=balance.cages,
    )


def _told(balance: Balance) -> Said:
    inner, outer = balance.innies, balance.outies
    difference = balance.difference
    if balance.size == 1:
        return say("{cells} is {sum:#}", cells=inner or outer, sum=abs(difference))
    if not (inner and outer):
        return say("the sum of {cells} is {sum:#}", cells=inner or outer, sum=abs(difference))
    if difference == 0:
        return say("{inner} and {outer} have the same sum", inner=inner, outer=outer)
    more, less = (inner, outer) if difference > 0 else (outer, inner)
    return say(
        "the sum of {more} is {difference:#} more than that of {less}",
        more=more,
        difference=abs(difference),
        less=less,
    )


class Split(NamedTuple):
    """A cage of which one part is what a balance leaves over, or what sticks out."""

    balance: Balance
    """The words of the houses and the other cages about this part."""
    cage: Clue
    rest: tuple[Cell, ...]
    equation: Equation
    """Their sum."""


SPLITTING_EXAMPLE = f"""
clues: killer cage 24 r1c234,r5c678; killer cage 30 r1c156789
{"." * 81}
"""
"""The others in row 1 hold 30, so r1c2, r1c3 and r1c4 hold 15, and r5c6, r5c7 and r5c8 hold 9."""


@clue_strategy("Cage Splitting", score=95, level="medium", example=SPLITTING_EXAMPLE)
def cage_splitting(grid: Grid) -> Iterator[Step]:
    """Split a cage where the edge of houses cuts it: both parts have sums of their own.

    If all cells that the cages leave over in some houses belong to one cage, the rule of 45 gives
    the sum of this part, and the rest of the cage has what is left of its own. So a cage of four
    cells becomes two of two cells, which have far fewer combinations::

        cage 21: two cells inside the houses, two outside
        the rule of 45: those inside add up to 15          6 and 9, or 7 and 8
        so those outside add up to 6                       1 and 5, or 2 and 4

    The same is true of the part of a cage that sticks out. Described at
    https://www.sudokuwiki.org/Cage_Splitting.
    """
    if grid.layout.parts:
        yield from first_of_each_effect(
            step for split in _splits(grid.layout) if (step := _split_step(grid, split)) is not None
        )


@per_layout
def _splits(layout: Layout) -> Sequence[Split]:
    from sudoku_plugins.variants.sums import Equation, balances, cages

    found = []
    for balance in balances(layout):
        part = mask_of((*balance.innies, *balance.outies))
        for cage, cells, total in cages(layout):
            if part & cells == part != cells and not (balance.innies and balance.outies):
                rest = tuple(layout.cells_in(cells ^ part))
                sum_of_rest = total - abs(balance.difference)
                equation = Equation(layout, [(cell, 1) for cell in rest], sum_of_rest)
                found.append(Split(balance, cage, rest, equation))
    return found


def _split_step(grid: Grid, split: Split) -> Step | None:
    balance, cage, rest, equation = split
    eliminations: list[Candidate] = []
    for each in (balance.equation, equation):
        if (lost_here := _lost_by(grid, each)) is None:
            return None
        eliminations += lost_here
    if not eliminations:
        return None
    rest_adds = say(
        "{cells} is {sum:#}" if len(rest) == 1 else "{cells} add up to {sum:#}",
        cells=rest,
        sum=equation.total,
    )
    clues = clues_of(equation, grid.layout, [*_clues(balance, grid.layout), cage])
    return Step(
        eliminations=eliminations,
        because=all_in(grid, [*balance.innies, *balance.outies, *rest]),
        houses=balance.equation.houses,
        clues=clues,
        pattern=f"{_told_sums(balance)}; {rest_adds}",
        reason=say(
            "{why};| so {told},| and in {cage:name} {rest};| so {lost}",
            why=_why(balance),
            told=_told(balance),
            cage=cage.brief,
            rest=rest_adds,
            lost=lost(eliminations),
        ),
        difficulty=len(cage.cells) + len(balance.equation.houses),
    )
