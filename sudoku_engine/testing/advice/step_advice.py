"""Advice from a wrong step: its cells, digits and houses show which mistake is likely.

A rule yields sentences, each below the condition under which it holds; `first` takes the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import COVER, Step
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.testing.advice.claim import (
    Claim,
    Rule,
    also,
    first,
    is_or_are,
    partners,
    places,
)
from sudoku_engine.testing.advice.features import never_found
from sudoku_engine.testing.advice.habits import Seen, habit_of
from sudoku_engine.testing.advice.in_solution import false_claim, in_the_solution
from sudoku_engine.testing.advice.one_digit import (
    COLOURS,
    looks_like_a_fish,
    wrong_colours,
    wrong_fish,
    wrong_links,
)
from sudoku_engine.testing.advice.several_digits import (
    SETS,
    corners,
    is_rectangle,
    looks_like_a_wing,
    wrong_locked_sets,
    wrong_rectangle,
    wrong_wing,
)


def advice_on_step(step: Step, grid: Grid, family: str = "", seen: Seen = ()) -> str:
    """Return the advice for a wrong `step` on `grid`, empty if nothing is known.

    `family`: that of its strategy, empty if unknown; then the shape of the step counts. `seen`:
    what the strategy finds on other boards.
    """
    claim = Claim.of(step, grid)
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


def rules_of_family(family: str) -> Sequence[Rule]:
    """Return the rules for steps of a `family`; those within a house for the empty one."""
    return HOUSE_RULES if family in IN_A_HOUSE else FAMILY_RULES.get(family, ())


def _rules_of(claim: Claim, shape: str, family: str) -> Sequence[Rule]:
    """Return the rules of its family; of a `family` that is only guessed, less is sure."""
    if shape in IN_A_HOUSE and not (family or (claim.cells and claim.shared_houses())):
        return (is_no_single,)
    if shape == "patterns" and not family and claim.is_false:
        return ()  # four cells may also be meant as an X-wing
    return rules_of_family(shape)


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


def changes_nothing(claim: Claim) -> Iterator[str]:
    """Yield why a step that changes nothing is found."""
    grid, changes = claim.grid, claim.changes
    if not changes:
        yield "yield the step only if there is something to eliminate: `if eliminated:`"
    if all(grid.digits[cell] == digit for cell, digit in changes):
        yield "that is done already: go through grid.open_cells"
    if any(grid.digits[cell] for cell, _ in changes):
        yield (
            "it looks at candidates of filled cells: leave out cells whose grid.digit(cell) is "
            "not 0"
        )


def touches_missing_candidates(claim: Claim) -> Iterator[str]:
    """Yield where the candidates went that it places or eliminates."""
    grid = claim.grid
    if all(digit in grid.candidates(cell) for cell, digit in claim.changes):
        return
    for cell, digit in claim.step.placements:
        for house in grid.layout.houses_of(cell):
            there = [c for c in house.cells if grid.digits[c] == digit and c != cell]
            if there and not grid.digits[cell]:
                yield f"{symbol(digit)} is already in {house}, at {names(there)}: look there too"
        if not grid.digits[cell]:
            yield (
                f"the {symbol(digit)} was eliminated from {grid.layout.cells[cell]} before: ask "
                "grid.candidates(cell), which knows that"
            )
    yield "eliminate and place only what is there: `if digit in grid.candidates(cell)`"


def eliminates_its_own(claim: Claim) -> Iterator[str]:
    """Yield the cells from which a step eliminates what it follows from."""
    eliminated = {cell for cell, digit in claim.step.eliminations if (cell, digit) in claim.because}
    own = [cell for cell in claim.cells if cell in eliminated]
    if own and not claim.step.placements and (not claim.target or claim.target.cell in own):
        yield f"you eliminate from {names(own)}, on which the step is based: leave those cells out"


def compares_a_cell_with_itself(claim: Claim) -> Iterator[str]:
    """Yield advice if a step rests on several digits of one cell alone."""
    is_alone = len(claim.cells) == 1 and not claim.step.links
    if is_alone and len(claim.because) > 1 and claim.step.eliminations:
        yield "you compare a cell with itself: take two different cells, combinations(cells, 2)"


def is_in_no_house(claim: Claim) -> Iterator[str]:
    """Yield cells that should lie in one house."""
    if claim.is_plain and not claim.shared_houses():
        yield f"{names(claim.cells)} are in no house together: they must be in the same one"


def names_more_cells(claim: Claim) -> Iterator[str]:
    """Yield why a hidden subset has more cells than digits."""
    cells, digits = claim.cells, claim.digits
    if claim.is_plain and claim.is_hidden and 1 < len(digits) < len(cells):
        yield (
            f"you name {len(cells)} cells, and {listed(sorted(digits))} fill only {len(digits)} of "
            "them: the digits of a hidden subset must have just as many cells as they are"
        )


def holds_too_many_digits(claim: Claim) -> Iterator[str]:
    """Yield cells that hold more digits together than they are."""
    grid, cells, step = claim.grid, claim.cells, claim.step
    if len(cells) < 2 or step.placements or step.links or claim.is_hidden:
        return
    held = {digit for cell in cells for digit in grid.candidates(cell)}
    if len(claim.digits) != 1 and claim.shared_houses() and len(held) > len(cells):
        yield (
            f"{names(cells)} hold {listed(sorted(held))}: {len(cells)} cells must hold just "
            f"{len(cells)} digits together"
        )


def has_other_places(claim: Claim) -> Iterator[str]:
    """Yield another place for a digit that the named cells of a house are to hold."""
    step = claim.step
    if len(claim.cells) < 2 or step.placements or step.links:
        return
    if not (claim.is_hidden or len(claim.digits) == 1):
        return
    known = {*claim.cells, *(cell for cell, _ in step.eliminations)}
    for house in claim.shared_houses():
        for digit in sorted(claim.digits):
            others = places(claim.grid, house, digit, known)
            if others and house in (step.houses or (house,)):
                yield also(house, digit, others)


def eliminates_out_of_sight(claim: Claim) -> Iterator[str]:
    """Yield cells that lose a digit in no house with those that are named."""
    seen = {cell for house in claim.shared_houses() for cell in house.cells}
    cells = claim.grid.layout.cells
    outside = sorted({cells[cell] for cell, _ in claim.step.eliminations if cell not in seen})
    if outside and claim.is_plain_elimination and not claim.only_digit:
        yield (
            f"{names(outside)} {is_or_are(outside)} in no house with {names(claim.cells)}: "
            "eliminate only in the house that holds them all"
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
    more = listed(sorted(grid.candidates(cell) - {digit}), "or")
    yield (
        f"{grid.layout.cells[cell]} can also be {more}, and the {symbol(digit)} can also go "
        f"{listed(list(where.values()))}"
    )


HOUSE_RULES: Sequence[Rule] = (
    is_in_no_house,
    names_more_cells,
    holds_too_many_digits,
    has_other_places,
    eliminates_out_of_sight,
    is_no_single,
)
"""The rules for techniques whose cells lie in one house."""

FAMILY_RULES: Mapping[str, Sequence[Rule]] = {
    "patterns": (wrong_links,),
    "fish": (wrong_fish,),
    "wings": (wrong_wing,),
    "uniqueness": (wrong_rectangle,),
    "coloring": (wrong_colours,),
    "chains": (wrong_links,),
    "als": (wrong_locked_sets,),
}
"""The rules for other families."""

IN_A_HOUSE = ("", "singles", "intersections", "subsets")
"""The families of these techniques; the empty one is a technique of which nothing is known."""

ONLY_ELIMINATING = ("intersections", "subsets", "fish", "wings")
"""Families whose steps place nothing."""

KEEPING_THEIR_OWN = ("intersections", "subsets", "fish")
"""Families whose steps never eliminate candidates on which they are based."""


def advice_on_missed_step(step: Step, grid: Grid, seen: Seen = ()) -> str:
    """Return the advice for a strategy that finds `step` only on a transformed board.

    `seen`: what it finds on all boards, among them `grid`, where it does not find the step.
    """
    found = [(position.grid, each) for position, answer in seen for each in answer.steps]
    return never_found(grid, step, found) or BOTH_BOARDS


BOTH_BOARDS = "both boards show the same pattern: at which line does your code go different ways?"
"""Advice if no feature of a step tells why it is missed."""
