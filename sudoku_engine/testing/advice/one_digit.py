"""What is wrong with patterns of one digit: fish, colours, and chains of places that are joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from sudoku_engine.board.layout import Cell, House
from sudoku_engine.board.step import COVER, Link
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.testing.advice.claim import (
    Claim,
    Target,
    also,
    has_more,
    is_or_are,
    is_unseen,
    its_places,
    partners,
    places,
    why_not_linked,
)

MOST_TOLD = 4
"""The number of houses of a cover that advice names."""


class Fish(NamedTuple):
    """The houses of a fish."""

    base: Sequence[House]
    cover: Sequence[House]


def wrong_fish(claim: Claim) -> Iterator[str]:
    """Yield what is wrong with a fish: the places in some houses lie in as many other houses."""
    digit, target = claim.only_digit, claim.target
    fish = _fish(claim) if digit and target is not None and len(claim.cells) >= 3 else None
    if fish is None or target is None:
        return
    base, cover = fish
    told = listed(cover) if len(cover) <= MOST_TOLD else "the houses across"
    for house in base if len(base) == len(cover) else ():
        if there := [cell for cell in house.cells if claim.grid.digits[cell] == digit]:
            yield (
                f"{house} has its {symbol(digit)} already, in {there[0]}, so no more than "
                f"{len(base) - 1} houses are left to fill {told}"
            )
    covered = {cell for house in cover for cell in house.cells}
    for house in base:
        outside = places(claim.grid, house, digit, covered)
        if unseen := claim.out_of_sight(target.cell, outside):
            lie, them = ("lies", "it") if len(unseen) == 1 else ("lie", "them")
            yield (
                f"{also(house, digit, unseen)}, which {lie} outside {told}, and "
                f"{target.cell} does not see {them}"
            )
    if len(base) != len(cover):
        kinds = {house.kind for house in cover}
        of_kind = f"{kinds.pop()}s" if len(kinds) == 1 and "box" not in kinds else "houses"
        yield (
            f"the {symbol(digit)} of {listed(base)} lies in {len(cover)} {of_kind}: it must lie in "
            f"just {len(base)}"
        )
    if target.cell not in covered:
        yield (
            f"{target.cell} is in none of {listed(cover)}: a fish eliminates only in the houses "
            "that cover it"
        )


def _fish(claim: Claim) -> Fish | None:
    """Return the houses that the step names, or else the lines of its cells."""
    roles = claim.step.house_roles
    if "base" in roles and COVER in roles:
        return Fish(roles["base"], roles[COVER])
    fins = claim.with_role("fin")
    rows, columns = lines_of(claim, [cell for cell in claim.cells if cell not in fins])
    named = [house for house in claim.step.houses if house.kind in ("row", "column")]
    ways = [Fish(rows, columns), Fish(columns, rows)]
    for fish in ways:
        if named and all(house in fish.base for house in named):
            return fish
    for fish in ways:
        covered = {cell for line in fish.cover for cell in line.cells}
        if all(cell in covered for cell, _ in claim.step.eliminations):
            return fish
    return ways[0] if len(rows) == len(columns) else None


def lines_of(claim: Claim, cells: Sequence[Cell]) -> tuple[list[House], list[House]]:
    """Return the rows that hold some of the `cells`, and the columns."""
    layout = claim.grid.layout
    rows, columns = (
        [line for line in lines if any(cell in line.cells for cell in cells)]
        for lines in (layout.rows, layout.columns)
    )
    return rows, columns


COLOURS = ("colour 1", "colour 2")


def wrong_colours(claim: Claim) -> Iterator[str]:
    """Yield what is wrong with simple colouring: places in two colours, one of which is true."""
    digit, target = claim.only_digit, claim.target
    is_multiple = bool(claim.step.branches) or not {*claim.step.because} <= {"cause", *COLOURS}
    if not digit or is_multiple or target is None or len(claim.cells) < 2:
        return
    pairs = partners(claim, digit)
    if not any(pairs.values()):
        return  # only one of the colours is named
    joined = {int(claim.cells[0]): 0}  # the cells that pairs join to the first, with their colours
    to_do = [int(claim.cells[0])]
    for cell in to_do:
        fresh = [other for other in pairs[cell] if other not in joined]
        joined.update(dict.fromkeys(fresh, 1 - joined[cell]))
        to_do += fresh
    yield from _unjoined(claim, digit, [cell for cell in claim.cells if cell in joined])
    colours = [claim.with_role(role) for role in COLOURS]
    if not all(colours):
        colours = [[cell for cell in claim.cells if joined[cell] == each] for each in (0, 1)]
    for colour in colours:
        for cell in colour:
            if same := [other for other in colour if other in pairs[cell]]:
                both = names([cell, same[0]])
                yield f"{both} have the same colour, but just one of them is {symbol(digit)}"
    yield from _without_effect(claim, target, colours)


def _unjoined(claim: Claim, digit: int, joined: Sequence[Cell]) -> Iterator[str]:
    """Yield the cells that no chain of pairs joins to the `joined` ones."""
    apart = [cell for cell in claim.cells if cell not in joined]
    for one in apart:
        for other in joined:
            for house in claim.grid.layout.houses_with((one, other)):
                yield (
                    f"{its_places(house, digit, places(claim.grid, house, digit))}: only the last "
                    f"two places of a house get opposite colours, so nothing joins {one} to {other}"
                )
    if apart:
        yield (
            f"{names(apart)} {is_or_are(apart)} not joined to {names(joined)}: "
            "colours go on only from one to the other of the two last places for the "
            f"{symbol(digit)} in a house"
        )


def _without_effect(
    claim: Claim, target: Target, colours: Sequence[Sequence[Cell]]
) -> Iterator[str]:
    """Yield why the `target` does not lose its digit by the `colours`."""
    clashing = [
        next((pair for pair in combinations(colour, 2) if claim.see(*pair)), ())
        for colour in colours
    ]
    for colour, clash in zip(colours, clashing):
        if target.cell in colour:
            if claim.apart(colour) and not clash:
                other = next(filter(None, clashing), ())
                told = f", as {names(other)} do, so their colour is the wrong one" if other else ""
                yield (
                    f"no two of {names(colour)} see each other: a whole colour is wrong only if "
                    f"two of its cells share a house{told}"
                )
            return
    for colour in colours:
        if len(claim.out_of_sight(target.cell, colour)) == len(colour):
            unseen = f"sees none of {names(colour)}"
            if len(colour) == 1:
                unseen = f"does not see {colour[0]}"
            yield (
                f"{target.cell} {unseen}: a cell loses the {symbol(target.digit)} only if it "
                "sees a cell of each colour"
            )


def wrong_links(claim: Claim) -> Iterator[str]:
    """Yield which link of a chain is wrong, or which of its ends is not seen."""
    links, target, layout = claim.step.links, claim.target, claim.grid.layout
    if not links:
        yield from _of_cross(claim)
        yield from _of_pairs(claim)
        return
    for link in links:
        if len(link.start) == len(link.end) == 1:
            yield from _of_link(claim, link)
    if target is None or links[0].start == links[-1].end:
        return
    only = f"eliminate the {symbol(target.digit)} only where both ends of the chain are seen"
    for group in (links[0].start, links[-1].end):
        cells = [layout.cells[cell] for cell, digit in group if digit == target.digit]
        yield from is_unseen(claim, cells, only)


def _of_link(claim: Claim, link: Link) -> Iterator[str]:
    """Yield what is wrong with a `link` of single candidates."""
    ((start, digit),), ((end, other_digit),), is_strong = link
    one, other = claim.grid.layout.cells[start], claim.grid.layout.cells[end]
    if one == other:
        both = f"{symbol(digit)} and {symbol(other_digit)}"
        if is_strong:
            then = f", so {both} are not its only two candidates"
            yield from has_more(claim, [one], (digit, other_digit), then)
    elif digit == other_digit and is_strong:
        yield why_not_linked(claim, one, other, digit)
    elif digit == other_digit and not claim.see(one, other):
        yield f"{names((one, other))} do not see each other, so there is no link between them"


def _of_cross(claim: Claim) -> Iterator[str]:
    """Yield a place in the box of an empty rectangle that lies outside of its cross."""
    target, digit = claim.target, claim.only_digit
    boxes = [house for house in claim.step.houses if house.kind == "box"]
    if not digit or target is None or len(boxes) != 1 or len(claim.step.houses) != 2:
        return
    inside = [cell for cell in claim.cells if cell in boxes[0].cells]
    link = [cell for cell in claim.cells if cell not in inside]
    far = [cell for cell in link if claim.see(cell, target.cell)]
    if len(link) != 2 or len(far) != 1 or target.cell in boxes[0].cells:
        return
    (near,) = (cell for cell in link if cell not in far)
    outside = [c for c in inside if not claim.see(c, near) and not claim.see(c, target.cell)]
    if outside and any(claim.see(cell, near) for cell in inside):
        yield (
            f"{outside[0]} in {boxes[0]} sees neither {near} nor {target.cell}: all places for the "
            f"{symbol(digit)} in the box must lie in the row and the column that cross there"
        )


def _of_pairs(claim: Claim) -> Iterator[str]:
    """Yield what is wrong with two pairs of places of one digit, as in a skyscraper."""
    digit, target = claim.only_digit, claim.target
    if not digit or target is None or len(claim.cells) != 4:
        return
    pairs = partners(claim, digit)
    for cell in claim.cells:
        if not pairs[cell]:
            near = [other for other in claim.cells if other != cell and claim.see(cell, other)]
            reasons = [why_not_linked(claim, cell, other, digit) for other in near]
            yield min(filter(None, reasons), key=len, default="")
            return
    both_ends = [
        (start, end)
        for start, one, other, end in permutations(claim.cells)
        if one in pairs[start] and end in pairs[other] and claim.see(one, other)
    ]
    if not both_ends:
        yield f"{names(claim.cells)}: a cell of one pair must see a cell of the other"
        return
    ends = min(both_ends, key=lambda both: len(claim.out_of_sight(target.cell, both)))
    yield from is_unseen(
        claim,
        ends,
        f"{names(ends)} cannot both be wrong, but nobody knows which is the {symbol(digit)}, so a "
        "cell must see both to lose it",
    )
