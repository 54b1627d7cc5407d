"""Advice on wrong wings: cells with few digits that do not lie in one house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from sudoku_engine.board.layout import Cell
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.testing.advice.claim import Claim, Target, its_places, why_not_linked


def advice_on_wing(claim: Claim) -> str:
    """Return what is wrong with a wing, empty if that is unknown."""
    if claim.target is None:
        return ""
    if claim.only_digit:
        return _eliminates_the_only_digit(claim)
    if len(claim.digits) < 2:
        return ""
    return next(filter(None, (rule(claim) for rule in _RULES)), "")


def _target(claim: Claim) -> Target:
    assert claim.target is not None
    return claim.target


def _has_other_pincers(claim: Claim) -> str:
    """Find a wing of three cells that shares another digit than the one that is eliminated."""
    _, gone = _target(claim)
    pivots = [cell for cell in claim.cells if not claim.out_of_sight(cell, claim.cells)]
    if len(claim.cells) != 3 or len(pivots) != 1:
        return ""
    pincers = [cell for cell in claim.cells if cell not in pivots]
    shared = set.intersection(*(claim.named_in(cell) for cell in pincers))
    if len(shared) != 1 or gone in shared:
        return ""
    return (
        f"the pincers {names(pincers)} share the {listed(shared)}, and you eliminate the "
        f"{symbol(gone)}: only the digit that both of them can be goes"
    )


def _is_out_of_sight(claim: Claim) -> str:
    target, digit = _target(claim)
    pincers = claim.holders(digit)
    unseen = claim.out_of_sight(target, pincers)
    if not unseen:
        return ""
    who = "all of them" if unseen == pincers else names(pincers)
    return (
        f"{target} does not see {names(unseen)}: eliminate the {symbol(digit)} only from cells "
        f"that see {who}"
    )


def _whole(claim: Claim) -> list[Cell]:
    """Return the cells of which it names several digits: the pivot and the pincers."""
    return [cell for cell in claim.cells if len(claim.named_in(cell)) > 1]


def _holds_more(claim: Claim) -> str:
    for cell in _whole(claim):
        named = claim.named_in(cell)
        if more := claim.grid.candidates(cell) - named:
            return (
                f"{cell} can also be {listed(sorted(more))}: a wing proves something only if its "
                f"cells can be nothing but what you name, here {listed(sorted(named))}"
            )
    return ""


def _bridge(claim: Claim) -> list[Cell]:
    """Return the cells that are named for one digit only, which stays: the link of a W-wing."""
    _, gone = _target(claim)
    return [
        cell
        for cell in claim.cells
        if len(claim.named_in(cell)) == 1 and gone not in claim.named_in(cell)
    ]


def _eliminates_the_link(claim: Claim) -> str:
    """Find a W-wing that eliminates the digit of its link."""
    _, gone = _target(claim)
    ends = _whole(claim)
    link = [cell for cell in claim.cells if claim.named_in(cell) == {gone}]
    digits = {frozenset(claim.named_in(cell)) for cell in ends}
    if len(ends) != 2 or len(link) != 2 or len(digits) != 1:
        return ""
    return _told(link, ends, gone, claim.digits - {gone})


def _eliminates_the_only_digit(claim: Claim) -> str:
    """Find two alike cells of a W-wing, of which only the digit of the link is named."""
    _, gone = _target(claim)
    for ends in combinations(claim.cells, 2):
        first, second = (claim.grid.candidates(cell) for cell in ends)
        link = [cell for cell in claim.cells if cell not in ends]
        if len(first) != 2 or first != second or gone not in first or len(link) != 2:
            continue
        joined = all(any(claim.see(end, cell) for cell in link) for end in ends)
        if joined and not why_not_linked(claim, link[0], link[1], gone):
            return _told(link, ends, gone, first - {gone})
    return ""


def _told(link: Sequence[Cell], ends: Sequence[Cell], gone: int, stays: Iterable[int]) -> str:
    return (
        f"the link of {names(link)} is about the {symbol(gone)}, so one of {names(ends)} is not "
        f"{symbol(gone)}, but {listed(stays)}: eliminate the {listed(stays)}"
    )


def _has_a_false_bridge(claim: Claim) -> str:
    bridge = _bridge(claim)
    if len(bridge) < 2:
        return ""
    if len(bridge) > 2:
        return _is_too_wide(claim, bridge)
    digits = claim.named_in(bridge[0]) & claim.named_in(bridge[1])
    one, other = bridge
    return next((why_not_linked(claim, one, other, digit) for digit in digits), "")


def _is_too_wide(claim: Claim, bridge: Sequence[Cell]) -> str:
    """Say that a house has more than two places for the digit of a link."""
    digits = {digit for cell in bridge for digit in claim.named_in(cell)}
    houses = claim.grid.layout.houses_with(bridge)
    if len(digits) != 1 or not houses:
        return ""
    (digit,) = digits
    return f"{its_places(houses[0], digit, bridge)}: the link of a wing must have just two"


def _is_apart(claim: Claim) -> str:
    _, gone = _target(claim)
    bridge = _bridge(claim)
    whole = _whole(claim)
    if bridge:
        for pincer in whole:
            if len(claim.out_of_sight(pincer, bridge)) == len(bridge):
                return f"{pincer} sees neither {bridge[0]} nor {bridge[-1]}: the wing is not joined"
        return ""
    has_pivot = any(not claim.out_of_sight(cell, claim.cells) for cell in claim.cells)
    if has_pivot or len(claim.cells) < 3:
        return ""
    for digit in sorted(claim.digits - {gone}):
        if apart := claim.apart(claim.holders(digit)):
            rule = (
                "the pivot must see both pincers"
                if len(claim.cells) == 3
                else f"only the {symbol(gone)}, which goes, may be in cells that do not"
            )
            return f"{names(apart)} do not see each other, so both can be {symbol(digit)}: {rule}"
    return ""


def _counts(claim: Claim) -> str:
    if _bridge(claim):
        return ""
    held = {digit for cell in claim.cells for digit in claim.grid.candidates(cell)}
    if len(held) == len(claim.cells) or len(claim.cells) < 3:
        return ""
    return (
        f"{names(claim.cells)} hold {listed(sorted(held))}: the {len(claim.cells)} cells of a wing "
        f"must hold just {len(claim.cells)} digits together"
    )


_RULES = (
    _holds_more,
    _eliminates_the_link,
    _has_a_false_bridge,
    _is_apart,
    _has_other_pincers,
    _counts,
    _is_out_of_sight,
)
"""What is to be looked at, in this order: what a cell sees counts only if the wing is right."""


def looks_like_a_wing(claim: Claim) -> bool:
    """Return whether the cells lie in several houses, and each sees another one."""
    return (
        len(claim.cells) > 2
        and len(claim.digits) > 1
        and not claim.shared_houses()
        and all(any(claim.see(cell, other) for other in claim.cells) for cell in claim.cells)
    )
