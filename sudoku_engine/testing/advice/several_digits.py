"""What is wrong with patterns of several digits: wings, unique rectangles, almost locked sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product

from sudoku_engine.board.layout import Cell
from sudoku_engine.board.words import counted, listed, names, symbol
from sudoku_engine.testing.advice.claim import (
    Claim,
    Target,
    has_more,
    is_or_are,
    is_unseen,
    its_places,
    places,
    why_not_linked,
)
from sudoku_engine.testing.advice.one_digit import lines_of


def wrong_wing(claim: Claim) -> Iterator[str]:
    """Yield what is wrong with a wing: cells with few digits that do not lie in one house.

    What a cell sees counts only if the wing is right, so it comes last.
    """
    if claim.target is None:
        return
    gone = claim.target.digit
    if claim.only_digit:
        yield from _of_hidden_link(claim, gone)
        return
    if len(claim.digits) < 2:
        return
    named = {cell: claim.named_in(cell) for cell in claim.cells}
    whole = [cell for cell in named if len(named[cell]) > 1]
    for cell in whole:
        then = (
            ": a wing proves something only if its cells can be nothing but what you name, here "
            f"{listed(named[cell])}"
        )
        yield from has_more(claim, [cell], named[cell], then)
    link = [cell for cell in named if named[cell] == {gone}]
    if len(whole) == len(link) == 2 and named[whole[0]] == named[whole[1]]:
        yield _other_digit_goes(link, whole, gone, claim.digits - {gone})
    bridge = [cell for cell in named if len(named[cell]) == 1 and gone not in named[cell]]
    yield from _of_bridge(claim, bridge)
    for pincer in whole if bridge else ():
        if len(claim.out_of_sight(pincer, bridge)) == len(bridge):
            yield f"{pincer} sees neither {bridge[0]} nor {bridge[-1]}: the wing is not joined"
    yield from _of_pivot(claim, gone, has_bridge=bool(bridge))
    pincers = claim.holders(gone)
    unseen = claim.out_of_sight(claim.target.cell, pincers)
    who = "all of them" if unseen == pincers else names(pincers)
    only = f"eliminate the {symbol(gone)} only from cells that see {who}"
    yield from is_unseen(claim, pincers, only)


def _of_hidden_link(claim: Claim, gone: int) -> Iterator[str]:
    """Yield two alike cells of a W-wing, of which only the digit of the link is named."""
    for ends in combinations(claim.cells, 2):
        first, second = (claim.grid.candidates(cell) for cell in ends)
        link = [cell for cell in claim.cells if cell not in ends]
        if len(first) != 2 or first != second or gone not in first or len(link) != 2:
            continue
        joined = all(any(claim.see(end, cell) for cell in link) for end in ends)
        if joined and not why_not_linked(claim, link[0], link[1], gone):
            yield _other_digit_goes(link, ends, gone, first - {gone})


def _other_digit_goes(
    link: Sequence[Cell], ends: Sequence[Cell], gone: int, stays: Iterable[int]
) -> str:
    return (
        f"the link of {names(link)} is about the {symbol(gone)}, so one of {names(ends)} is not "
        f"{symbol(gone)}, but {listed(stays)}: eliminate the {listed(stays)}"
    )


def _of_bridge(claim: Claim, bridge: Sequence[Cell]) -> Iterator[str]:
    """Yield why the `bridge` is no strong link: cells named for one digit only, which stays."""
    digits = {digit for cell in bridge for digit in claim.named_in(cell)}
    if len(digits) != 1:
        return
    (digit,) = digits
    if len(bridge) == 2:
        yield why_not_linked(claim, bridge[0], bridge[1], digit)
    elif len(bridge) > 2 and (houses := claim.grid.layout.houses_with(bridge)):
        yield f"{its_places(houses[0], digit, bridge)}: the link of a wing must have just two"


def _of_pivot(claim: Claim, gone: int, has_bridge: bool) -> Iterator[str]:
    """Yield why cells are no wing: the pivot, the digit that the pincers share, the counts."""
    cells, count = claim.cells, len(claim.cells)
    pivots = [cell for cell in cells if not claim.out_of_sight(cell, cells)]
    if count < 3:
        return
    for digit in sorted(claim.digits - {gone}) if not (pivots or has_bridge) else ():
        if apart := claim.apart(claim.holders(digit)):
            rule = f"only the {symbol(gone)}, which goes, may be in cells that do not"
            if count == 3:
                rule = "the pivot must see both pincers"
            yield f"{names(apart)} do not see each other, so both can be {symbol(digit)}: {rule}"
    if count == 3 and len(pivots) == 1:
        pincers = [cell for cell in cells if cell not in pivots]
        shared = set.intersection(*(claim.named_in(cell) for cell in pincers))
        if len(shared) == 1 and gone not in shared:
            yield (
                f"the pincers {names(pincers)} share the {listed(shared)}, and you eliminate the "
                f"{symbol(gone)}: only the digit that both of them can be goes"
            )
    held = claim.held(cells)
    if len(held) != count and not has_bridge:
        yield (
            f"{names(cells)} hold {listed(held)}: the {count} cells of a wing must hold "
            f"just {count} digits together"
        )


CORNERS = 4

MOST_WIDE = 5
"""The number of cells with three candidates that a board may have to be taken for a grave."""


def corners(claim: Claim) -> list[Cell]:
    """Return the cells of the rectangle: those that are named, and else the one that loses."""
    named = {*claim.cells}
    if len(named) == CORNERS - 1:
        named |= {claim.grid.layout.cells[cell] for cell, _ in claim.step.eliminations}
    return sorted(named) if len(named) == CORNERS else []


def is_rectangle(claim: Claim, cells: Sequence[Cell]) -> bool:
    """Return whether `cells` are the corners where two rows cross two columns."""
    return len(cells) == CORNERS and all(len(lines) == 2 for lines in lines_of(claim, cells))


def wrong_rectangle(claim: Claim) -> Iterator[str]:
    """Yield what is wrong with a unique rectangle: four cells that could swap two digits."""
    cells = corners(claim)
    if claim.step.placements:
        yield from _of_grave(claim)
    elif cells and not is_rectangle(claim, cells):
        yield f"{names(cells)} are no rectangle: take two rows, two columns and their four corners"
    elif cells:
        boxes = [b for b in claim.grid.layout.boxes if any(cell in b.cells for cell in cells)]
        if len(boxes) != 2:
            count = counted(len(boxes), "box", "boxes")
            yield (
                f"{names(cells)} lie in {count}: the corners must lie in exactly two, else the two "
                "digits cannot change places"
            )
        yield from (_of_pair if len(claim.digits) == 2 else _of_extra)(claim, cells)


def _of_grave(claim: Claim) -> Iterator[str]:
    """Yield why a board is no BUG + 1."""
    grid = claim.grid
    cell, digit = claim.step.placements[0]
    wide = [each for each in grid.open_cells if len(grid.candidates(each)) > 2]
    if len(claim.step.placements) > 1 or cell not in wide or {*claim.cells} - {*wide}:
        return
    if len(wide) > MOST_WIDE:
        return
    if len(wide) > 1:
        yield f"{names(wide)} have more than two candidates: a BUG + 1 has just one such cell"
    if alone := [each for each in grid.open_cells if len(grid.candidates(each)) < 2]:
        yield (
            f"{alone[0]} has one candidate: in a BUG + 1 one cell has three candidates, and each "
            "other open cell has just two"
        )
    for house in grid.layout.houses_of(cell):
        if len(found := places(grid, house, digit)) != 3:
            yield (
                f"{its_places(house, digit, found)}: the digit of a BUG + 1 has three in the row, "
                "in the column and in the box of its cell"
            )


def _of_pair(claim: Claim, cells: Sequence[Cell]) -> Iterator[str]:
    """Yield what is wrong with a rectangle of two digits."""
    grid, pair, both = claim.grid, claim.digits, listed(claim.digits)
    if given := [cell for cell in cells if grid.is_given(cell)]:
        yield (
            f"{names(given)} {is_or_are(given)} given: the puzzle says what is there, so digits "
            "cannot change places"
        )
    if any(grid.digits[cell] for cell in cells):
        return
    for cell in cells:
        if lacking := pair - grid.candidates(cell):
            yield (
                f"{cell} cannot be {listed(lacking)}: all four corners must be able to be {both}"
            )
    if claim.target is not None and claim.target.cell in cells:
        yield from _of_loss(claim, claim.target, cells)
    wide = [cell for cell in cells if grid.candidates(cell) - pair]
    losing = [cell for cell, digit in claim.step.eliminations if digit in pair and cell in cells]
    is_hidden = len(losing) == 1 and losing[0] in claim.cells
    if len({*losing}) == 1 and not is_hidden and len(wide) > 1:
        yield (
            f"{names(wide)} can all be something else than {both}: a corner loses both digits only "
            "if it is the only one with others"
        )


def _of_loss(claim: Claim, target: Target, cells: Sequence[Cell]) -> Iterator[str]:
    """Yield why the corner of the `target` does not lose its digit."""
    pair = claim.digits
    if target.digit not in pair:
        yield (
            f"{symbol(target.digit)} is the way out of the two solutions: a corner loses "
            f"{listed(pair)}, or the cells that see its other digits lose those"
        )
    gone = {cell for cell, digit in claim.step.eliminations if digit in pair}
    losing = [cell for cell in cells if cell in gone]
    houses = claim.grid.layout.houses_with(losing) if len(losing) == 2 else []
    if houses:
        (stays,) = pair - {target.digit}
        more = [places(claim.grid, house, stays, losing) for house in houses]
        if all(more):
            told = its_places(houses[0], stays, sorted([*losing, *more[0]]))
            yield (
                f"{told}: two corners lose one digit of the pair only if the other one has no "
                "place in a house but these two"
            )


def _of_extra(claim: Claim, cells: Sequence[Cell]) -> Iterator[str]:
    """Yield why a digit besides the pair need not be in one of the corners that have others."""
    pair = frozenset.intersection(*(frozenset(claim.grid.candidates(cell)) for cell in cells))
    target = claim.target
    if len(pair) != 2 or target is None or target.digit in pair or target.cell in cells:
        return
    digit = symbol(target.digit)
    wide = [cell for cell in cells if claim.grid.candidates(cell) - pair]
    then = f", and that breaks the rectangle, too: nobody knows whether the {digit} is in a corner"
    yield from has_more(claim, wide, pair | {target.digit}, then)
    only = f"eliminate the {digit} only from cells that see all corners with a {digit}"
    yield from is_unseen(claim, wide, only)


SETS = "als "
"""How the roles of almost locked sets begin: ``als A``, ``als B``, …"""


def wrong_locked_sets(claim: Claim) -> Iterator[str]:
    """Yield what is wrong with almost locked sets, each of which is named in a role of its own."""
    sets = [claim.with_role(role) for role in claim.step.because if role.startswith(SETS)]
    for cells in sets:
        yield from _of_set(claim, cells)
    if claim.target is None or not 1 < len(sets) == len(claim.step.because):
        return  # with a stem, or a pair that is tried, sets make no chain
    gone = claim.target.digit
    for one, other in pairwise(sets):
        yield from _of_common(claim, one, other, gone)
    for cells in (sets[0], sets[-1]):
        found = _places(claim, cells, gone)
        if not found:
            yield f"{names(cells)} cannot be {symbol(gone)}, so nothing says that one must be"
        only = f"eliminate the {symbol(gone)} only where all its places in both sets are seen"
        yield from is_unseen(claim, found, only)


def _of_set(claim: Claim, cells: Sequence[Cell]) -> Iterator[str]:
    """Yield why `cells` are no almost locked set."""
    digits = claim.held(cells)
    if not claim.grid.layout.houses_with(cells):
        yield f"{names(cells)} are in no house together: a set lies in one row, column or box"
    for cell in cells:
        yield from has_more(claim, [cell], claim.named_in(cell), ": name all digits of a set")
    if len(digits) != len(cells) + 1:
        yield (
            f"{names(cells)} can be {listed(digits)}: an almost locked set of "
            f"{counted(len(cells), 'cell')} has just {len(cells) + 1} digits"
        )


def _places(claim: Claim, cells: Sequence[Cell], digit: int) -> list[Cell]:
    return [cell for cell in cells if digit in claim.grid.candidates(cell)]


def _of_common(
    claim: Claim, one: Sequence[Cell], other: Sequence[Cell], gone: int
) -> Iterator[str]:
    """Yield why two sets have no restricted common besides the digit that is `gone`."""
    both = sorted(claim.held(one) & claim.held(other) - {gone})
    if not both:
        yield f"{names(one)} have no digit but {symbol(gone)} in common with {names(other)}"
    apart = []
    for digit in both:
        pairs = product(_places(claim, one, digit), _places(claim, other, digit))
        apart.append([pair for pair in pairs if not claim.see(*pair)])
    if apart and all(apart):
        near, far = apart[0][0]
        who = f"{near} is in both sets" if near == far else f"{near} does not see {far}"
        yield (
            f"{who}, so both sets can have the {symbol(both[0])}: a common digit is restricted "
            "only if all its cells in one set see all those in the other"
        )
