"""Advice from a wrong step: its cells, digits and houses show which mistake is likely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import COVER, Step
from sudoku_engine.board.words import names, symbol
from sudoku_engine.testing.advice.claim import (
    Claim,
    Rule,
    partners,
)
from sudoku_engine.testing.advice.coloring import COLOURS, advice_on_coloring
from sudoku_engine.testing.advice.features import never_found
from sudoku_engine.testing.advice.fish import advice_on_fish, looks_like_a_fish
from sudoku_engine.testing.advice.habits import Seen, habit_of
from sudoku_engine.testing.advice.in_a_house import (
    HOUSE_RULES,
    has_too_many_digits,
    is_no_single,
)
from sudoku_engine.testing.advice.in_solution import false_claim, in_the_solution
from sudoku_engine.testing.advice.links import advice_on_links
from sudoku_engine.testing.advice.locked_sets import SETS, advice_on_locked_sets
from sudoku_engine.testing.advice.rectangles import (
    advice_on_rectangle,
    corners,
    is_rectangle,
)
from sudoku_engine.testing.advice.wings import advice_on_wing, looks_like_a_wing


def advice_on_step(step: Step, grid: Grid, family: str = "", seen: Seen = ()) -> str:
    """Return the advice for a wrong `step` on `grid`, empty if nothing is known.

    `family`: that of its strategy, empty if unknown; then the shape of the step counts. `seen`:
    what the strategy finds on other boards.
    """
    claim = Claim.of(step, grid)
    if step.placements and family in ONLY_ELIMINATING:
        return "techniques like this eliminate and place nothing: write Step(eliminations=...)"
    shape = family or _family_by_shape(claim)
    if claim.is_false:
        return (
            habit_of(step, grid, seen)
            or _eliminates_own_candidates(claim, family)
            or _first(FALSE_RULES, claim)
            or (has_too_many_digits(claim) if shape in IN_A_HOUSE else "")
            or false_claim(claim, has_whole_cells=shape != "uniqueness")
            or _of_family(claim, shape, family)
            or in_the_solution(claim)
        )
    return _first(RULES, claim) or _of_family(claim, shape, family)


def _of_family(claim: Claim, shape: str, family: str) -> str:
    """Return what the rules of its family say; of a `family` that is only guessed, less is sure."""
    if shape in IN_A_HOUSE:
        is_sure = bool(family) or bool(claim.cells and claim.shared_houses())
        return _first(HOUSE_RULES if is_sure else (is_no_single,), claim)
    if shape == "patterns" and not family and claim.is_false:
        return ""  # four cells may also be meant as an X-wing
    special = FAMILY_RULES.get(shape)
    return special(claim) if special else ""


def _first(rules: Iterable[Rule], claim: Claim) -> str:
    return next(filter(None, (rule(claim) for rule in rules)), "")


def _family_by_shape(claim: Claim) -> str:
    """Return the family that a step looks like; empty for techniques within a house."""
    step = claim.step
    if claim.only_digit and any(colour in step.because for colour in COLOURS):
        return "coloring"
    if any(role.startswith(SETS) for role in step.because):
        return "als"
    if step.links:
        return "chains"
    if COVER in step.house_roles:
        return "fish"
    if step.placements or claim.shared_houses() or len(claim.cells) < 3:
        return ""
    is_a_rectangle = is_rectangle(claim, corners(claim))
    if digit := claim.only_digit:
        if len(claim.cells) == 4 and all(partners(claim, digit).values()) and not is_a_rectangle:
            return "patterns"
        return "fish" if looks_like_a_fish(claim) else "patterns"
    if is_a_rectangle:
        return "uniqueness"
    if all(claim.named_in(cell) == claim.digits for cell in claim.cells) and len(claim.digits) == 2:
        return "chains"  # a remote pair
    return "wings" if looks_like_a_wing(claim) else ""


def _changes_nothing(claim: Claim) -> str:
    if claim.changes:
        return ""
    return "yield the step only if there is something to eliminate: `if eliminated:`"


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
        if not grid.digits[cell]:
            return (
                f"the {symbol(digit)} was eliminated from {grid.layout.cells[cell]} before: ask "
                "grid.candidates(cell), which knows that"
            )
    return "eliminate and place only what is there: `if digit in grid.candidates(cell)`"


def _eliminates_own_candidates(claim: Claim, family: str) -> str:
    """Find a step that eliminates what it follows from, where a technique never does so."""
    eliminated = {cell for cell, digit in claim.step.eliminations if (cell, digit) in claim.because}
    own = [cell for cell in claim.cells if cell in eliminated]
    if not own or claim.step.placements or (claim.target and claim.target.cell not in own):
        return ""
    is_within_a_house = not family and claim.shared_houses()
    if not (family in KEEPING_THEIR_OWN or is_within_a_house):
        return ""
    return f"you eliminate from {names(own)}, on which the step is based: leave those cells out"


def _places_what_cannot_be(claim: Claim) -> str:
    return _touches_missing_candidates(claim) if claim.step.placements else ""


def _compares_a_cell_with_itself(claim: Claim) -> str:
    is_alone = len(claim.cells) == 1 and not claim.step.links
    if is_alone and len(claim.because) > 1 and claim.step.eliminations:
        return "you compare a cell with itself: take two different cells, combinations(cells, 2)"
    return ""


RULES: tuple[Rule, ...] = (_changes_nothing, _touches_filled_cells, _touches_missing_candidates)
"""The rules for a step that cannot be carried out; the first advice is used."""

FALSE_RULES: tuple[Rule, ...] = (_places_what_cannot_be, _compares_a_cell_with_itself)
"""The rules for a step of every family that is false."""

IN_A_HOUSE = ("", "singles", "intersections", "subsets")
"""The families of these techniques; the empty one is a technique of which nothing is known."""

ONLY_ELIMINATING = ("intersections", "subsets", "fish", "wings")
"""Families whose steps place nothing."""

KEEPING_THEIR_OWN = ("intersections", "subsets", "fish")
"""Families whose steps never eliminate candidates on which they are based."""

FAMILY_RULES: Mapping[str, Rule] = {
    "patterns": advice_on_links,
    "fish": advice_on_fish,
    "wings": advice_on_wing,
    "uniqueness": advice_on_rectangle,
    "coloring": advice_on_coloring,
    "chains": advice_on_links,
    "als": advice_on_locked_sets,
}
"""The rules of other families."""


def advice_on_missed_step(step: Step, grid: Grid, seen: Seen = ()) -> str:
    """Return the advice for a strategy that finds `step` only on a transformed board.

    `seen`: what it finds on all boards, among them `grid`, where it does not find the step.
    """
    found = [(position.grid, each) for position, answer in seen for each in answer.steps]
    return never_found(grid, step, found) or BOTH_BOARDS


BOTH_BOARDS = "both boards show the same pattern: at which line does your code go different ways?"
"""Advice if no feature of a step tells why it is missed."""
