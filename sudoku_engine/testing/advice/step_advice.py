"""Advice from a wrong step: its cells, digits and houses show which mistake is likely.

A rule yields sentences, each below the condition under which it holds; `first` takes the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import COVER, Step
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.testing.advice.claim import Claim, Rule, also, first, is_or_are, partners, places
from sudoku_engine.testing.advice.features import Seen, habit_of
from sudoku_engine.testing.advice.in_solution import false_claim, in_the_solution
from sudoku_engine.testing.advice.one_digit import (
    COLOURS,
    lines_of,
    wrong_colours,
    wrong_fish,
    wrong_links,
)
from sudoku_engine.testing.advice.several_digits import (
    SETS,
    corners,
    is_rectangle,
    wrong_locked_sets,
    wrong_rectangle,
    wrong_wing,
)


def advice_on_step(step: Step, grid: Grid, family: str = "", seen: Seen = ()) -> str:
    """Return the advice for a wrong `step` on `grid`, empty if nothing is known.

    `family`: that of its strategy, empty if unknown; then the shape of the step counts. `seen`:
    what the strategy finds on other boards.
    """
    claim = Claim(step, grid)
    if step.placements and family in ONLY_ELIMINATING:
        return "techniques like this eliminate and place nothing: write Step(eliminations=...)"
    shape = family or _family_by_shape(claim)
    if not claim.is_false:
        rules = (changes_nothing, touches_missing_candidates, *_rules_of(claim, shape, family))
        return first(rules, claim)

    def by_all_boards(claim: Claim) -> Iterator[str]:
        yield habit_of(step, grid, seen)

    def by_the_solution(claim: Claim) -> Iterator[str]:
        return false_claim(claim, has_whole_cells=shape != "uniqueness")

    keeps_its_own = family in KEEPING_THEIR_OWN if family else bool(claim.shared_houses())
    rules = (
        by_all_boards,
        *([eliminates_its_own] if keeps_its_own else ()),
        *([touches_missing_candidates] if step.placements else ()),
        compares_a_cell_with_itself,
        *([holds_too_many_digits] if shape in IN_A_HOUSE else ()),
        by_the_solution,
        *_rules_of(claim, shape, family),
        in_the_solution,
    )
    return first(rules, claim)


def _rules_of(claim: Claim, shape: str, family: str) -> Sequence[Rule]:
    """Return the rules of its family; of a `family` that is only guessed, less is sure."""
    if shape in IN_A_HOUSE and not (family or (claim.cells and claim.shared_houses())):
        return (is_no_single,)
    if shape == "patterns" and not family and claim.is_false:
        return ()  # four cells may also be meant as an X-wing
    return rules_of_family(shape)


def _family_by_shape(claim: Claim) -> str:
    """Return the family that a step looks like; empty for techniques within a house."""
    step, digit, cells = claim.step, claim.only_digit, claim.cells
    if digit and any(colour in step.because for colour in COLOURS):
        return "coloring"
    if any(role.startswith(SETS) for role in step.because):
        return "als"
    if step.links:
        return "chains"
    if COVER in step.house_roles:
        return "fish"
    if step.placements or claim.shared_houses() or len(cells) < 3:
        return ""
    is_a_rectangle = is_rectangle(claim, corners(claim))
    if digit:
        is_paired = len(cells) == 4 and all(partners(claim, digit).values())
        rows, columns = lines_of(claim, cells)
        is_fish = len(rows) == len(columns) and (is_a_rectangle or not is_paired)
        return "fish" if is_fish else "patterns"
    if is_a_rectangle:
        return "uniqueness"
    if len(claim.digits) == 2 and all(claim.named_in(cell) == claim.digits for cell in cells):
        return "chains"  # a remote pair
    is_joined = all(any(claim.see(cell, other) for other in cells) for cell in cells)
    return "wings" if is_joined and len(claim.digits) > 1 else ""


def changes_nothing(claim: Claim) -> Iterator[str]:
    """Yield why a step that changes nothing is found."""
    digits, changes = claim.grid.digits, claim.changes
    if not changes:
        yield "yield the step only if there is something to eliminate: `if eliminated:`"
    if all(digits[cell] == digit for cell, digit in changes):
        yield "that is done already: go through grid.open_cells"
    if any(digits[cell] for cell, _ in changes):
        what = "leave out cells whose grid.digit(cell) is not 0"
        yield f"it looks at candidates of filled cells: {what}"


def touches_missing_candidates(claim: Claim) -> Iterator[str]:
    """Yield where the candidates went that it places or eliminates."""
    grid = claim.grid
    if all(digit in grid.candidates(cell) for cell, digit in claim.changes):
        return
    for cell, digit in claim.step.placements:
        if grid.digits[cell]:
            name = grid.layout.cells[cell]
            yield f"{name} is filled already: leave out cells whose grid.digit(cell) is not 0"
        for house in grid.layout.houses_of(cell):
            if there := [c for c in house.cells if grid.digits[c] == digit]:
                yield f"{symbol(digit)} is already in {house}, at {names(there)}"
    yield "eliminate and place only what is there: `if digit in grid.candidates(cell)`"


def eliminates_its_own(claim: Claim) -> Iterator[str]:
    """Yield the cells from which a step eliminates what it follows from."""
    eliminated = {cell for cell, digit in claim.step.eliminations if (cell, digit) in claim.because}
    own = [cell for cell in claim.cells if cell in eliminated]
    if own and not claim.step.placements and (not claim.target or claim.target.cell in own):
        yield f"you eliminate from {names(own)}, on which the step is based"


def compares_a_cell_with_itself(claim: Claim) -> Iterator[str]:
    """Yield advice if a step rests on several digits of one cell alone."""
    is_alone = len(claim.cells) == 1 and not claim.step.links
    if is_alone and len(claim.because) > 1 and claim.step.eliminations:
        yield "you compare a cell with itself: take two different cells, combinations(cells, 2)"


def wrong_subset(claim: Claim) -> Iterator[str]:
    """Yield what is wrong with cells that should lie in one house and hold as many digits."""
    cells, digits, step = claim.cells, claim.digits, claim.step
    shared = claim.shared_houses()
    if claim.is_plain and not shared:
        yield f"{names(cells)} are in no house together: they must be in the same one"
    if claim.is_plain and claim.is_hidden and 1 < len(digits) < len(cells):
        yield (
            f"you name {len(cells)} cells, and {listed(digits)} fill only {len(digits)} of them: "
            "the digits of a hidden subset must have just as many cells as they are"
        )
    yield from holds_too_many_digits(claim)
    is_confined = len(cells) > 1 and (claim.is_hidden or len(digits) == 1)
    known = {*cells, *(cell for cell, _ in step.eliminations)}
    for house in shared if is_confined and not (step.placements or step.links) else ():
        for digit in sorted(digits):
            others = places(claim.grid, house, digit, known)
            if others and house in (step.houses or (house,)):
                yield also(house, digit, others)
    seen = {cell for house in shared for cell in house.cells}
    outside = sorted({claim.grid.layout.cells[c] for c, _ in step.eliminations if c not in seen})
    if outside and claim.is_plain and not step.placements and not claim.only_digit:
        yield (
            f"{names(outside)} {is_or_are(outside)} in no house with {names(cells)}: eliminate "
            "only in the house that holds them all"
        )


def holds_too_many_digits(claim: Claim) -> Iterator[str]:
    """Yield cells that hold more digits together than they are."""
    cells, step, held = claim.cells, claim.step, claim.held(claim.cells)
    if len(cells) < 2 or step.placements or step.links or claim.is_hidden:
        return
    if len(claim.digits) != 1 and claim.shared_houses() and len(held) > len(cells):
        yield (
            f"{names(cells)} hold {listed(held)}: {len(cells)} cells must hold just {len(cells)} "
            "digits together"
        )


def is_no_single(claim: Claim) -> Iterator[str]:
    """Yield where else a digit can go that is placed, and what else the cell can be."""
    grid, step = claim.grid, claim.step
    if len(step.placements) != 1 or step.eliminations:
        return
    cell, digit = step.placements[0]
    others = {h: places(grid, h, digit, (cell,)) for h in grid.layout.houses_of(cell)}
    if grid.candidates(cell) == {digit} or not all(others.values()):
        return
    where = {house: f"in {house} to {names(found[:2])}" for house, found in others.items()}
    if told := [words for house, words in where.items() if house in step.houses]:
        yield f"the {symbol(digit)} can also go {listed(told)}"
    more = listed(grid.candidates(cell) - {digit}, "or")
    can_go = f"the {symbol(digit)} can also go {listed(where.values())}"
    yield f"{grid.layout.cells[cell]} can also be {more}, and {can_go}"


def rules_of_family(family: str) -> Sequence[Rule]:
    """Return the rules for steps of a `family`; those within a house for the empty one."""
    return (wrong_subset, is_no_single) if family in IN_A_HOUSE else FAMILY_RULES.get(family, ())


FAMILY_RULES: Mapping[str, Sequence[Rule]] = {
    "patterns": (wrong_links,),
    "fish": (wrong_fish,),
    "wings": (wrong_wing,),
    "uniqueness": (wrong_rectangle,),
    "coloring": (wrong_colours,),
    "chains": (wrong_links,),
    "als": (wrong_locked_sets,),
}
"""The rules for families whose cells do not lie in one house."""

IN_A_HOUSE = ("", "singles", "intersections", "subsets")
"""The families of the others; the empty one is a technique of which nothing is known."""

ONLY_ELIMINATING = ("intersections", "subsets", "fish", "wings")
"""Families whose steps place nothing."""

KEEPING_THEIR_OWN = ("intersections", "subsets", "fish")
"""Families whose steps never eliminate candidates on which they are based."""
