"""Advice on wrong chains, and patterns of one digit: pairs of places that are joined."""

from __future__ import annotations

from itertools import permutations

from sudoku_engine.board.layout import Cell
from sudoku_engine.board.step import Candidate, Link
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.testing.advice.claim import (
    Claim,
    partners,
    why_not_linked,
)


def advice_on_links(claim: Claim) -> str:
    """Return which link of a chain is wrong, or which end is not seen; empty if unknown."""
    if not claim.step.links:
        return _of_cross(claim) or _of_pairs(claim)
    for link in claim.step.links:
        if why := _why_wrong(claim, link):
            return why
    return _of_ends(claim)


def _why_wrong(claim: Claim, link: Link) -> str:
    """Say what is wrong with a `link` of single candidates, empty if nothing is known."""
    start, end, is_strong = link
    if len(start) != 1 or len(end) != 1:
        return ""
    (one, digit), (other, other_digit) = (_named(claim, group[0]) for group in (start, end))
    if one == other:
        more = claim.grid.candidates(one) - {digit, other_digit}
        if is_strong and more:
            return (
                f"{one} can also be {listed(sorted(more))}, so {symbol(digit)} and "
                f"{symbol(other_digit)} are not its only two candidates"
            )
        return ""
    if digit != other_digit:
        return ""
    if is_strong:
        return why_not_linked(claim, one, other, digit)
    if claim.see(one, other):
        return ""
    return f"{names((one, other))} do not see each other, so there is no link between them"


def _named(claim: Claim, candidate: Candidate) -> tuple[Cell, int]:
    cell, digit = candidate
    return claim.grid.layout.cells[cell], digit


def _of_ends(claim: Claim) -> str:
    """Find an end of the chain that the wrong elimination does not see."""
    links, target = claim.step.links, claim.target
    starts, ends = links[0][0], links[-1][1]
    if target is None or starts == ends:
        return ""
    for group in (starts, ends):
        cells = [_named(claim, each)[0] for each in group if each[1] == target.digit]
        if unseen := claim.out_of_sight(target.cell, cells):
            return (
                f"{target.cell} does not see {names(unseen)}: eliminate the "
                f"{symbol(target.digit)} only where both ends of the chain are seen"
            )
    return ""


def _of_cross(claim: Claim) -> str:
    """Find a place in the box of an empty rectangle that lies outside of its cross."""
    target, digit = claim.target, claim.only_digit
    boxes = [house for house in claim.step.houses if house.kind == "box"]
    if not digit or target is None or len(boxes) != 1 or len(claim.step.houses) != 2:
        return ""
    inside = [cell for cell in claim.cells if cell in boxes[0].cells]
    link = [cell for cell in claim.cells if cell not in inside]
    far = [cell for cell in link if claim.see(cell, target.cell)]
    if len(link) != 2 or len(far) != 1 or target.cell in boxes[0].cells:
        return ""
    (near,) = (cell for cell in link if cell not in far)
    outside = [c for c in inside if not claim.see(c, near) and not claim.see(c, target.cell)]
    if not outside or not any(claim.see(cell, near) for cell in inside):
        return ""
    return (
        f"{outside[0]} in {boxes[0]} sees neither {near} nor {target.cell}: all places for the "
        f"{symbol(digit)} in the box must lie in the row and the column that cross there"
    )


def _of_pairs(claim: Claim) -> str:
    """Say what is wrong with two pairs of places of one digit, as in a skyscraper."""
    digit, target = claim.only_digit, claim.target
    if not digit or target is None or len(claim.cells) != 4:
        return ""
    pairs = partners(claim, digit)
    for cell in claim.cells:
        if not pairs[cell]:
            near = [other for other in claim.cells if other != cell and claim.see(cell, other)]
            reasons = [why_not_linked(claim, cell, other, digit) for other in near]
            return min(filter(None, reasons), key=len, default="")
    chains = [
        (start, one, other, end)
        for start, one, other, end in permutations(claim.cells)
        if one in pairs[start] and end in pairs[other] and claim.see(one, other)
    ]
    if not chains:
        return f"{names(claim.cells)}: a cell of one pair must see a cell of the other"
    ends = [(start, end) for start, *_, end in chains]
    start, end = min(ends, key=lambda both: len(claim.out_of_sight(target.cell, both)))
    unseen = claim.out_of_sight(target.cell, (start, end))
    if not unseen:
        return ""
    return (
        f"{target.cell} does not see {names(unseen)}: {names((start, end))} cannot both be wrong, "
        f"but nobody knows which is the {symbol(digit)}, so a cell must see both to lose it"
    )
