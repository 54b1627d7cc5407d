"""Advice on wrong wings: cells with few digits that do not lie in one house."""

from __future__ import annotations

from sudoku_engine.board.layout import Cell
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.testing.advice.claim import Claim, Target, why_not_linked


def advice_on_wing(claim: Claim) -> str:
    """Return what is wrong with a wing, empty if that is unknown."""
    if claim.target is None or len(claim.cells) < 2:
        return ""
    rules = (_lacks_pincers, _is_out_of_sight, _holds_more, _has_a_false_bridge, _is_apart, _counts)
    return next(filter(None, (rule(claim) for rule in rules)), "")


def _target(claim: Claim) -> Target:
    assert claim.target is not None
    return claim.target


def _lacks_pincers(claim: Claim) -> str:
    _, digit = _target(claim)
    pincers = claim.holders(digit)
    if len(pincers) > 1:
        return ""
    who = f"only {names(pincers)} can be" if pincers else "none can be"
    return (
        f"of the cells that you name, {who} {symbol(digit)}: a wing eliminates a digit that both "
        "its pincers can be"
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


def _has_a_false_bridge(claim: Claim) -> str:
    bridge = _bridge(claim)
    if len(bridge) != 2:
        return ""
    digits = claim.named_in(bridge[0]) & claim.named_in(bridge[1])
    one, other = bridge
    return next((why_not_linked(claim, one, other, digit) for digit in digits), "")


def _is_apart(claim: Claim) -> str:
    _, gone = _target(claim)
    bridge = _bridge(claim)
    whole = _whole(claim)
    if bridge:
        for pincer in whole:
            if len(claim.out_of_sight(pincer, bridge)) == len(bridge):
                return f"{pincer} sees neither {bridge[0]} nor {bridge[-1]}: the wing is not joined"
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
    if len(held) == len(claim.cells):
        return ""
    return (
        f"{names(claim.cells)} hold {listed(sorted(held))}: the {len(claim.cells)} cells of a wing "
        f"must hold just {len(claim.cells)} digits together"
    )


def looks_like_a_wing(claim: Claim) -> bool:
    """Return whether the cells lie in several houses, and each sees another one."""
    return (
        len(claim.cells) > 2
        and len(claim.digits) > 1
        and not claim.shared_houses()
        and all(any(claim.see(cell, other) for other in claim.cells) for cell in claim.cells)
    )
