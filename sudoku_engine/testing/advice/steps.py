"""Advice from a wrong step: its cells, digits and houses show which mistake is likely."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import COVER, Step
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.testing.advice.claim import (
    Claim,
    also,
    is_or_are,
    partners,
    places,
)
from sudoku_engine.testing.advice.coloring import COLOURS, advice_on_coloring
from sudoku_engine.testing.advice.features import never_found
from sudoku_engine.testing.advice.fish import advice_on_fish, looks_like_a_fish
from sudoku_engine.testing.advice.habits import Seen, habit_of
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
            or (_has_too_many_digits(claim) if shape in IN_A_HOUSE else "")
            or false_claim(claim, has_whole_cells=shape != "uniqueness")
            or _of_family(claim, shape, family)
            or in_the_solution(claim)
        )
    return _first(RULES, claim) or _of_family(claim, shape, family)


def _of_family(claim: Claim, shape: str, family: str) -> str:
    """Return what the rules of its family say; of a `family` that is only guessed, less is sure."""
    if shape in IN_A_HOUSE:
        is_sure = bool(family) or bool(claim.cells and claim.shared_houses())
        return _first(HOUSE_RULES if is_sure else (_is_no_single,), claim)
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


def _shares_no_house(claim: Claim) -> str:
    if not claim.is_plain or claim.shared_houses():
        return ""
    return f"{names(claim.cells)} are in no house together: they must be in the same one"


def _has_too_many_digits(claim: Claim) -> str:
    grid, cells = claim.grid, claim.cells
    if len(cells) < 2 or claim.step.placements or claim.step.links:
        return ""
    is_hidden = all(cell in cells for cell, _ in claim.step.eliminations)
    if is_hidden or len(claim.digits) == 1 or not claim.shared_houses():
        return ""
    held = {digit for cell in cells for digit in grid.candidates(cell)}
    if len(held) <= len(cells):
        return ""
    return (
        f"{names(cells)} hold {listed(sorted(held))}: {len(cells)} cells must hold "
        f"just {len(cells)} digits together"
    )


def _names_more_cells(claim: Claim) -> str:
    """Find a hidden subset with more cells than digits."""
    cells, digits = claim.cells, claim.digits
    own = {cell for cell, _ in claim.step.eliminations}
    if not (claim.is_plain and own <= {*cells} and 1 < len(digits) < len(cells)):
        return ""
    held = listed(sorted(digits))
    return (
        f"you name {len(cells)} cells, and {held} fill only {len(digits)} of them: the digits of a "
        "hidden subset must have just as many cells as they are"
    )


def _has_other_places(claim: Claim) -> str:
    """Find another place for a digit that the named cells of a house are to hold."""
    is_hidden = all(cell in claim.cells for cell, _ in claim.step.eliminations)
    if len(claim.cells) < 2 or claim.step.placements or claim.step.links:
        return ""
    if not (is_hidden or len(claim.digits) == 1):
        return ""
    known = {*claim.cells, *(cell for cell, _ in claim.step.eliminations)}
    for house in claim.shared_houses():
        for digit in sorted(claim.digits):
            others = places(claim.grid, house, digit, known)
            if others and house in (claim.step.houses or (house,)):
                return also(house, digit, others)
    return ""


def _eliminates_out_of_sight(claim: Claim) -> str:
    if not claim.is_plain_elimination or claim.only_digit:
        return ""
    seen = {cell for house in claim.shared_houses() for cell in house.cells}
    cells = claim.grid.layout.cells
    outside = sorted({cells[cell] for cell, _ in claim.step.eliminations if cell not in seen})
    if not outside:
        return ""
    return (
        f"{names(outside)} {is_or_are(outside)} in no house with "
        f"{names(claim.cells)}: eliminate only in the house that holds them all"
    )


def _is_no_single(claim: Claim) -> str:
    if len(claim.step.placements) != 1 or claim.step.eliminations:
        return ""
    cell, digit = claim.step.placements[0]
    if claim.grid.candidates(cell) == {digit}:
        return ""
    elsewhere = {}
    for house in claim.grid.layout.houses_of(cell):
        others = places(claim.grid, house, digit, (cell,))
        if not others:
            return ""
        elsewhere[house] = f"in {house} to {names(others[:2])}"
    told = [words for house, words in elsewhere.items() if house in claim.step.houses]
    if told:
        return f"the {symbol(digit)} can also go {listed(told)}"
    more = listed(sorted(claim.grid.candidates(cell) - {digit}), "or")
    where = listed(list(elsewhere.values()))
    here = claim.grid.layout.cells[cell]
    return f"{here} can also be {more}, and the {symbol(digit)} can also go {where}"


Rule = Callable[[Claim], str]

RULES: tuple[Rule, ...] = (_changes_nothing, _touches_filled_cells, _touches_missing_candidates)
"""The rules for a step that cannot be carried out; the first advice is used."""

FALSE_RULES: tuple[Rule, ...] = (_places_what_cannot_be, _compares_a_cell_with_itself)
"""The rules for a step of every family that is false."""

HOUSE_RULES: tuple[Rule, ...] = (
    _shares_no_house,
    _names_more_cells,
    _has_too_many_digits,
    _has_other_places,
    _eliminates_out_of_sight,
    _is_no_single,
)
"""More rules for techniques whose cells lie in one house."""

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
