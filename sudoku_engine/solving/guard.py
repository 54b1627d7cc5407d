"""Check every step before it is applied, and every solution before it is accepted.

The guard knows the candidates of the board, and the solution if the oracle has found exactly one.
The oracle is the engine's own search: the guard never relies on a solver from the configuration.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, islice
from typing import Any, NamedTuple

from sudoku_engine import search
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.say import Words, say
from sudoku_engine.board.step import Candidate, Candidates, Step
from sudoku_engine.board.words import brief, symbol
from sudoku_engine.errors import GaveUp


def malformed(step: object, grid: Grid, solution: object = None) -> str | None:
    """Return why `step` cannot be applied at all, or None; checked even without the guard.

    It must be a Step, and all cells, digits and houses that it names must belong to the board.
    """
    if not isinstance(step, Step):
        return f"it gave {brief(step)}, not a Step"
    layout = grid.layout
    n, size = layout.n, len(grid.masks)
    named: Iterable[Candidate] = ()
    if step.links or step.branches:
        ends = (end for link in step.all_links for end in (link.start, link.end))
        named = chain(step.grounds, *ends)
    elif step.because:
        named = chain(*step.because.values())
    for cell, digit in (*step.placements, *step.eliminations, *named):
        if not (0 <= cell < size and 1 <= digit <= n):
            placed, gone = (cell, digit) in step.placements, (cell, digit) in step.eliminations
            verb = "places" if placed else "eliminates" if gone else "names"
            if not 0 <= cell < size:
                return f"it {verb} {digit} in cell {int(cell)}: cells go from 0 to {size - 1}"
            return f"it {verb} {digit} in {_name(grid, cell)}: digits go from 1 to {n}"
    for house in step.houses:
        if house.layout is not layout:
            return f"it names {house} of another board ({house.layout}): use those of grid.layout"
    for clue in step.clues:
        if clue not in layout.clues:
            return f"it names the clue {clue}, which this board does not have"
    return None


def objection(step: object, grid: Grid, solution: tuple[int, ...] | None) -> str | None:
    """Return the fault in `step` on `grid`, or None.

    Besides the conditions of `malformed`, it must change something, touch only candidates of the
    board, and agree with the `solution` (digits by cell), if known.
    """
    why = malformed(step, grid)
    if why is not None or not isinstance(step, Step):
        return why
    placements, eliminations = step.placements, step.eliminations
    if not placements and not eliminations:
        return "the step changes nothing"
    masks = grid.masks
    for candidates, verb in ((placements, "places"), (eliminations, "eliminates")):
        for cell, digit in candidates:
            if not masks[cell] >> digit - 1 & 1:
                return f"it {verb} {_named(grid, cell, digit)}, {_no_candidate(grid, cell)}"
            if solution and (solution[cell] == digit) is not (verb == "places"):
                truth = symbol(solution[cell], grid.layout.signs)
                return f"it {verb} {_named(grid, cell, digit)}, where the solution has {truth}"
    if len(placements) + len(eliminations) > 1 and placements:
        return _clash(placements, eliminations, grid)
    return None


def refuted(step: Step, grid: Grid, solution: tuple[int, ...] | None) -> Candidates:
    """Return the claims of a rejected `step` that are wrong by themselves, or else all claims."""
    claims = [
        *((claim, Step(placements=[claim])) for claim in step.placements),
        *((claim, Step(eliminations=[claim])) for claim in step.eliminations),
    ]
    wrong = tuple(claim for claim, alone in claims if objection(alone, grid, solution))
    return wrong or tuple(claim for claim, _ in claims)


def _clash(placements: Candidates, eliminations: Candidates, grid: Grid) -> str | None:
    for index, (cell, digit) in enumerate(placements):
        if (cell, digit) in eliminations:
            return f"it places and eliminates {_named(grid, cell, digit)}"
        for other, other_digit in placements[:index]:
            same_cell = other == cell and other_digit != digit
            if same_cell or (other_digit == digit and other in grid.layout.peers(cell)):
                return (
                    f"it places {_named(grid, other, other_digit)} and {_named(grid, cell, digit)}"
                )
    return None


def solution_fault(solution: object, grid: Grid, others: Sequence[Grid] = ()) -> str | None:
    """Return the fault in a `solution` that a solver returned for `grid`, or None.

    It must solve the board, keep its digits and candidates, and differ from the `others`.
    """
    if not isinstance(solution, Grid) or solution.layout is not grid.layout:
        return f"it gave {brief(solution)}, which is not a board of this kind"
    for cell, digit in enumerate(solution.digits):
        if grid.digits[cell] not in (0, digit):
            return f"its solution changes {_name(grid, cell)}"
    if not solution.is_solved:
        return "it gave a board that is not a solution"
    for cell in grid.open_cells:
        digit = solution.digits[cell]
        if not grid.masks[cell] >> digit - 1 & 1:
            return f"its solution has {_named(grid, cell, digit)}, where it is not a candidate"
    if any(solution.digits == other.digits for other in others):
        return "it gave the same solution twice"
    return None


def trimmed(step: Step, grid: Grid) -> Step | None:
    """Return the part of `step` that still changes `grid`, or None."""
    masks = grid.masks
    placements = [c for c in step.placements if masks[c.cell] >> c.digit - 1 & 1]
    eliminations = [c for c in step.eliminations if masks[c.cell] >> c.digit - 1 & 1]
    if not placements and not eliminations:
        return None
    if len(placements) == len(step.placements) and len(eliminations) == len(step.eliminations):
        return step
    return step.replace(placements=placements, eliminations=eliminations)


def _named(grid: Grid, cell: int, digit: int) -> str:
    return f"{symbol(digit, grid.layout.signs)} in {_name(grid, cell)}"


def _name(grid: Grid, cell: int) -> str:
    return grid.layout.cells[cell].name


def _no_candidate(grid: Grid, cell: int) -> str:
    digit = grid.digits[cell]
    held = symbol(digit, grid.layout.signs)
    return f"which already holds {held}" if digit else "where it is not a candidate"


STRATEGY_MUST_BE_WRONG = ", though there are solutions: a strategy must be wrong"

BUDGET = 20_000
"""The number of search nodes after which the oracle gives up; with clues it is less."""


class SolutionCount(NamedTuple):
    """The oracle's knowledge of a board."""

    solutions: int | None
    """0, 1, or 2 for several; None if unknown."""
    solution: tuple[int, ...] | None = None
    """The digits by cell if there is exactly one solution."""


@lru_cache(maxsize=128)
def count_solutions(grid: Grid, budget: int = BUDGET) -> SolutionCount:
    """Count the solutions of `grid`, within the time of `budget` nodes without clues."""
    try:
        nodes = search.affordable(grid.layout, budget)
        found = list(islice(search.packed_solutions(grid, nodes), 2))
    except GaveUp:
        # One solution may have been found, but it may not be the only one.
        return SolutionCount(None)
    only = tuple(search.unpacked(found[0], grid.layout)) if len(found) == 1 else None
    return SolutionCount(len(found), only)


def givens_alone(grid: Grid) -> Grid:
    """Return the puzzle from which the board began: only its givens."""
    if grid.given ^ grid.boards[0] == grid.layout.all_cells and not grid.has_own_marks:
        return grid
    digits = [digit if grid.is_given(cell) else 0 for cell, digit in enumerate(grid.digits)]
    return Grid(grid.layout, digits, given=grid.given, marks=grid.marks)


MOST_SUSPECTS = 3
"""The most places of a mistake that a message names."""

SOME_SOLUTIONS = 10
"""The solutions among which the nearest is looked for."""


def no_solution(grid: Grid) -> Words:
    """Describe a board without a solution, and where the mistake can be.

    It is in the candidates, in digits that were placed, or in the givens: the first of these
    without which the board has a solution.
    """
    digits_alone = Grid(grid.layout, grid.digits, given=grid.given, marks=grid.marks)
    for board in (digits_alone, givens_alone(grid)):
        if board != grid and count_solutions(board).solutions:
            return say("no solution, since {places:or}", places=_some(_differences(grid, board)))
    cells = grid.layout.cells
    slips = search.typing_errors(grid)
    mended = [
        say("{cell} could be {digit}", cell=cells[cell], digit=right)
        for ((cell, right), *_) in slips
        if right
    ]
    if mended:
        return say("no solution, typing error? {places:or}", places=_some(mended))
    left_out = [
        [say("{digit} in {cell}", cell=cells[cell], digit=grid.digits[cell]) for cell, _ in slip]
        for slip in slips
    ]
    if left_out:
        return say("no solution; it has one without {places:or}", places=_some(left_out))
    return "no solution"


def _differences(grid: Grid, board: Grid) -> list[Words]:
    """Return in words the differences of `grid` from the nearest of some solutions of `board`."""
    nearest: list[tuple[int, int]] | None = None
    budget = search.Budget.of(search.affordable(grid.layout, BUDGET))
    with suppress(GaveUp):
        for found in islice(search.packed_solutions(board, budget), SOME_SOLUTIONS):
            wrong = [
                (cell, digit)
                for cell, digit in enumerate(search.unpacked(found, grid.layout))
                if grid.digits[cell] != digit and not grid.masks[cell] >> digit - 1 & 1
            ]
            if nearest is None or len(wrong) < len(nearest):
                nearest = wrong
    cells = grid.layout.cells
    return [
        say("{cell} cannot be {digit}", cell=cells[cell], digit=grid.digits[cell])
        if grid.digits[cell]
        else say("{cell} needs the candidate {digit}", cell=cells[cell], digit=digit)
        for cell, digit in nearest or ()
    ]


def _some(places: Sequence[Any]) -> list[Any]:
    more = len(places) - MOST_SUSPECTS
    return [*places[:MOST_SUSPECTS], *([say("{n:#} more", n=more)] if more > 0 else [])]


def none_found(grid: Grid, start: Grid) -> tuple[str, str | None]:
    """Return why a solver found no solution of `grid`, and the solver's fault, if any."""
    if count_solutions(grid).solutions:
        return "", "it found no solution, though there is one"
    if count_solutions(start).solutions:
        return "no solution is left" + STRATEGY_MUST_BE_WRONG, None
    return str(no_solution(start)), None
