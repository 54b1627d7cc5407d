"""Advice from a wrong step: its cells, digits and houses show which mistake is likely.

A rule yields sentences, each under its condition; `first` takes the first.

The solution advises on any step: what a step names are claims. A cell is one of these digits, a
house has its digit in one of its named cells, one end of a strong link is true, not both ends of a
weak link are. If a step is false, either one of its claims is false in the solution, or all are
true and the conclusion does not follow from them. So the advice needs no knowledge of the
technique.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from sudoku_engine import Candidate, Cell, Grid, House, Link, Step, listed, names
from sudoku_engine.board.step import COVER
from sudoku_engine.board.words import symbol
from sudoku_plugins.kit.advice.claim import (
    Claim,
    Rule,
    Solution,
    also,
    first,
    is_or_are,
    its_places,
    partners,
    places,
)
from sudoku_plugins.kit.advice.families import (
    COLOURS,
    SETS,
    corners,
    is_rectangle,
    lines_of,
    wrong_colours,
    wrong_fish,
    wrong_links,
    wrong_locked_sets,
    wrong_rectangle,
    wrong_wing,
)
from sudoku_plugins.reasons.reasons import confining_houses

MOST_TOLD = 6  # the number of cells of which advice says what the solution has there


def false_claim(claim: Claim, has_whole_cells: bool) -> Iterator[str]:
    """Yield the claims of a wrong step that are false in the solution.

    `has_whole_cells`: whether a cell of which it names several digits can be nothing else.
    """
    solution, target = claim.solution, claim.target
    if solution is None or target is None:
        return
    for link in claim.step.all_links:
        yield _false_link(claim, link, solution)
    yield from _false_houses(claim, solution)
    yield from _outside(claim, target, solution)
    losing = {cell for cell, _ in claim.step.eliminations}
    for cell in claim.cells if has_whole_cells and losing.isdisjoint(claim.cells) else ():
        named, held = claim.named_in(cell), solution[cell]
        if len(named) > 1 and held not in named:
            yield (
                f"you name only {listed(named)} in {cell}, but it can also be "
                f"{symbol(held)}, and the solution has {symbol(held)} there"
            )
    yield from _unlinked(claim)


def _false_link(claim: Claim, link: Link, solution: Solution) -> str:
    """Say why a `link` does not hold, if its ends in the `solution` show it."""
    layout, both = claim.grid.layout, [*link.start, *link.end]
    ends = [
        any(solution[cell] == digit for cell, digit in group) for group in (link.start, link.end)
    ]
    if any(ends) if link.strong else not all(ends):
        return ""
    cells = sorted({layout.cells[cell] for cell, _ in both})
    digits = {digit for _, digit in both}
    if len(digits) > 1 and len(cells) > 1:
        what = listed([f"{symbol(digit)} in {layout.cells[cell]}" for cell, digit in both])
        truth = "none of these is true" if link.strong else "all these are true"
        return f"you link {what}, but in the solution {truth}"
    if len(cells) == 1:
        held = symbol(solution[cells[0]])
        return (
            f"you take {listed(digits)} in {cells[0]} for a strong link, but it can also "
            f"be {held}, and the solution has {held} there"
        )
    (digit,) = digits
    what = f"you take the {symbol(digit)} of {names(cells)} for a"
    if not link.strong:
        return f"{what} weak link, but they share no house, and in the solution both are true"
    houses = layout.houses_with(cells)
    if not houses:
        return f"{what} strong link, but they share no house, and in the solution neither is true"
    house = min(houses, key=lambda each: len(places(claim.grid, each, digit)))
    return f"{what} strong link, but {_its_places(claim.grid, house, digit, solution)}"


def _its_places(grid: Grid, house: House, digit: int, solution: Solution) -> str:
    right = next(cell for cell in house.cells if solution[cell] == digit)
    if grid.digits[right]:
        return f"{house} has its {symbol(digit)} already, in {right}"
    told = its_places(house, digit, places(grid, house, digit))
    return f"{told}, and the solution has it in {right}"


def _false_houses(claim: Claim, solution: Solution) -> Iterator[str]:
    """Yield why a digit is not confined to the named cells of a house.

    If a step names several digits of a cell, this says what the cell is, not where the digits are,
    unless the step eliminates from the cell.
    """
    houses: Sequence[House] = _base(claim) or confining_houses(claim.step)
    if not claim.step.houses:  # it means the one that holds all its cells, if it is clear which
        shared = claim.shared_houses() if claim.is_plain else []
        houses = shared if len(shared) == 1 else []
    is_hidden = claim.is_plain and claim.is_hidden
    for house in houses:
        for digit in sorted(claim.digits):
            named = [cell for cell in claim.holders(digit) if cell in house.cells]
            is_confined = any(is_hidden or len(claim.named_in(cell)) == 1 for cell in named)
            if is_confined and not any(solution[cell] == digit for cell in named):
                told = _its_places(claim.grid, house, digit, solution)
                yield f"{told}: you name only {names(named)}"


def _base(claim: Claim) -> list[House]:
    """Return those of several named houses that hold all named cells, if others do not.

    In pointing, for example: the box with all places, not the line that they should be in.
    """
    if not claim.is_plain or not claim.only_digit:
        return []
    return [house for house in claim.step.houses if {*claim.cells} <= {*house.cells}]


def _outside(claim: Claim, target: Candidate, solution: Solution) -> Iterator[str]:
    """Yield which named cell lies outside of the house in which a step eliminates."""
    base = _base(claim)
    if not base or target.cell in base[0].cells:
        return
    right = [cell for cell in claim.cells if solution[cell] == target.digit]
    for house in claim.step.houses if right else ():
        if target.cell in house.cells and right[0] not in house.cells:
            yield (
                f"{right[0]} is not in {house}: in the solution the {symbol(target.digit)} of "
                f"{base[0]} is there, so {house} has its {symbol(target.digit)} elsewhere"
            )


def _unlinked(claim: Claim) -> Iterator[str]:
    """Yield where two weak links of a chain follow each other, and where it has a weak end."""
    links, cells = claim.step.links, claim.grid.layout.cells
    for one, other in pairwise(links):
        if one.end == other.start and not one.strong and not other.strong:
            yield (
                f"two weak links follow each other at {names({cells[c] for c, _ in one.end})}: if "
                "it is wrong, nothing follows for the next, so weak and strong links must alternate"
            )
    if len(links) < 2 or {*claim.changes} & {*links[0].start, *links[-1].end}:
        return  # a loop has no ends
    for link, end, way in (links[0], links[0].start, "begins"), (links[-1], links[-1].end, "ends"):
        if not link.strong:
            yield (
                f"the chain {way} with a weak link, at {names({cells[c] for c, _ in end})}: it "
                "must begin and end with a strong one, else both of its ends can be wrong"
            )


def in_the_solution(claim: Claim) -> Iterator[str]:
    """Yield the digits of the named cells in the solution, and what follows from them."""
    solution, target = claim.solution, claim.target
    if solution is None or target is None:
        return
    if not claim.cells:
        yield (
            "the step has no reason: give because=[Candidate(cell, digit), ...], so that the "
            "advice can say what is wrong with it"
        )
    digit = symbol(target.digit)
    others = [cell for cell in claim.cells if cell != target.cell]
    holders = [cell for cell in claim.holders(target.digit) if cell != target.cell]
    right = [cell for cell in holders if solution[cell] == target.digit]
    if not others:
        return
    if claim.only_digit or len(others) > MOST_TOLD:
        if not right:
            where = f"not in {others[0]}" if len(others) == 1 else f"in {_none_of(others)}"
            yield f"in the solution the {digit} is {where}"
        none_of_them = "neither" if len(right) == 2 else "none of them"
        seen = "does not see it" if len(right) == 1 else f"sees {none_of_them}"
        yield f"in the solution the {digit} is in {names(right)}, and {target.cell} {seen}"
    told = f"in the solution {listed([f'{c} is {symbol(solution[c])}' for c in others])}"
    near = [cell for cell in holders if claim.see(target.cell, cell)]
    if right and not near:
        yield f"{told}: {target.cell} does not see {names(right)}, so it can be {digit} too"
    if right:
        which = "which sees it" if len(near) == 1 else "which sees them"
        yield f"{told}: {_no(near, digit)}, so {target.cell}, {which}, can be {digit}"
    if target.digit not in claim.digits and target.cell not in claim.cells:
        about = listed(claim.digits)
        yield f"{told}; you eliminate {digit}, and what you name is only about {about}"
    if not holders:
        yield told
    yield f"{told}: {_no(holders, digit)}, so {target.cell} can be it"


def _no(cells: Sequence[Cell], digit: str) -> str:
    return f"{cells[0]} is not {digit}" if len(cells) == 1 else f"{_none_of(cells)} is {digit}"


def _none_of(cells: Sequence[Cell]) -> str:
    none, last = ("neither", "nor") if len(cells) == 2 else ("none of", "and")
    return f"{none} {listed(cells, last)}"


def advice_on_step(step: Step, grid: Grid, family: str = "") -> str:
    """Return the advice for a wrong `step`; without a `family`, its shape counts."""
    claim = Claim(step, grid)
    if step.placements and family in ONLY_ELIMINATING:
        return "techniques like this eliminate and place nothing: write Step(eliminations=...)"
    shape = family or _family_by_shape(claim)
    if not claim.is_false:
        rules = (changes_nothing, touches_missing_candidates, *_rules_of(claim, shape, family))
        return first(rules, claim)

    def by_the_solution(claim: Claim) -> Iterator[str]:
        return false_claim(claim, has_whole_cells=shape != "uniqueness")

    keeps_its_own = family in KEEPING_THEIR_OWN if family else bool(claim.shared_houses())
    rules = (
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
    """Yield why the candidates that it places or eliminates are missing."""
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
        yield f"{names(cells)} share no house: they must be in the same one"
    if claim.is_plain and claim.is_hidden and 1 < len(digits) < len(cells):
        yield (
            f"you name {len(cells)} cells, and {listed(digits)} fill only {len(digits)} of them: "
            "a hidden subset must have just as many cells as digits"
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
    """Yield the other places of a placed digit, and the other candidates of its cell."""
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
