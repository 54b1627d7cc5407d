"""Does a step follow from what it names?

A step names candidates, houses and links as its reasons. They say:

* a cell of which all candidates are named has only these,
* a house that is named has the named digits only where the board's candidates have them, unless its
  role is ``cover``: what is known about the cover of a fish is only that it is a house.

Everything else is forgotten, except the rules. If some full board agrees with all that and still
contradicts the conclusion, then the reasons do not prove the step. It may be true all the same, for
other reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from sudoku_engine import search
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.step import COVER, Candidate, Step

BUDGET = 20_000
"""The number of search nodes after which nobody knows whether there is a counter-board."""


def counter_board(grid: Grid, step: Step, budget: int = BUDGET) -> Grid | None:
    """Return a full board on which all reasons of `step` hold and its conclusion is false.

    None if there is none: the step follows from what it names. Raises GaveUp if `budget` search
    nodes are not enough to know.
    """
    named = _named_digits(step)
    digits = reduce(or_, (1 << digit - 1 for _, digit in step.placements), 0)
    digits = reduce(or_, named.values(), digits)
    houses = _confining_houses(step)
    masks = _known(grid, named, digits, houses)
    choices = _choices(named, digits, houses, masks)
    nodes = search.Budget(budget)
    for cell, denied in _denials(step):
        if masks[cell] & denied:
            board = [mask & denied if i == cell else mask for i, mask in enumerate(masks)]
            start = Grid(grid.layout, [0] * len(board), masks=board)
            if len(digits_of[board[cell]]) == 1:
                start = start.apply(Step(placements=[Candidate(cell, *digits_of[board[cell]])]))
            for rest in _boards_with_reasons(start, choices, nodes):
                if (full := next(search.solutions(rest, nodes), None)) is not None:
                    return full
    return None


def _named_digits(step: Step) -> dict[int, int]:
    """Return by cell the mask of the digits that `step` names there."""
    named: dict[int, int] = {}
    for cell, digit in step.grounds:
        named[cell] = named.get(cell, 0) | 1 << digit - 1
    return named


def _confining_houses(step: Step) -> list[House]:
    """Return the houses of which `step` says that they have its digits only in some places."""
    if not step.house_roles:
        return list(step.houses)
    return [house for role, group in step.house_roles.items() if role != COVER for house in group]


def _known(grid: Grid, named: Mapping[int, int], digits: int, houses: Iterable[House]) -> list[int]:
    """Return by cell the mask of what the reasons leave possible; `digits` are those they name."""
    masks = [grid.layout.all_digits] * len(grid.masks)
    held = [1 << digit - 1 if digit else mask for digit, mask in zip(grid.digits, grid.masks)]
    for cell, in_cell in named.items():
        if not held[cell] & ~in_cell:
            masks[cell] = held[cell]
    for house in houses:
        for cell in house.cells:
            masks[cell] &= held[cell] | ~digits
    return masks


def _denials(step: Step) -> list[tuple[int, int]]:
    """Return a cell and a mask for each conclusion of `step`: it is false if the cell is in it."""
    return [
        *((cell, 1 << digit - 1) for cell, digit in step.eliminations),
        *((cell, ~(1 << digit - 1)) for cell, digit in step.placements),
    ]


Choice = Sequence[Candidate]
"""Candidates of which one must be true."""


def _choices(
    named: Mapping[int, int], digits: int, houses: Iterable[House], masks: Sequence[int]
) -> list[Choice]:
    """Return what must be true by the reasons: a digit for a cell, a place for a digit."""
    in_cells = [
        [Candidate(cell, digit) for digit in digits_of[in_cell]]
        for cell, in_cell in named.items()
        if not masks[cell] & ~in_cell
    ]
    in_houses = [
        [Candidate(cell, digit) for cell in house.cells]
        for house in houses
        for digit in digits_of[digits]
    ]
    return [*in_cells, *in_houses]


def _boards_with_reasons(
    start: Grid, choices: Sequence[Choice], nodes: search.Budget
) -> Iterator[Grid]:
    """Yield each way to make all `choices` on the board `start`.

    The few things that the reasons speak of come first: a search of the whole board would lose
    itself in cells of which nothing is known.
    """
    stack = [start]
    failed = [1] * len(choices)
    """How often a choice was found impossible: the search tries such ones early."""
    while stack:
        nodes.spend()
        grid = stack.pop()
        digits, masks = grid.digits, grid.masks
        left = {
            number: [each for each in choice if masks[each.cell] >> each.digit - 1 & 1]
            for number, choice in enumerate(choices)
            if not any(digits[cell] == digit for cell, digit in choice)
        }
        forced = {group[0] for group in left.values() if len(group) == 1}
        if not left:
            yield grid
        elif not all(left.values()):
            for number, group in left.items():
                failed[number] += not group
        elif forced:  # no choices at all: make them together
            after = grid.apply(Step(placements=sorted(forced)))
            is_whole = all(after.digits[cell] == digit for cell, digit in forced)
            if is_whole and after.repetition() is None:
                stack.append(after)
        else:
            number = min(left, key=lambda number: len(left[number]) / failed[number])
            stack += [grid.apply(Step(placements=[each])) for each in left[number]]
