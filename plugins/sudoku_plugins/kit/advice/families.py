"""The faults of patterns, by family.

Patterns of one digit are fish, colours, and chains of joined places; patterns of several digits are
wings, unique rectangles, almost locked sets.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

from sudoku_engine.board.layout import Cell, House
from sudoku_engine.board.step import COVER, Link
from sudoku_engine.board.words import counted, listed, names, symbol
from sudoku_plugins.kit.advice.claim import (
    Claim,
    also,
    has_more,
    is_unseen,
    its_places,
    partners,
    places,
    why_not_linked,
)

MOST_TOLD = 4  # the number of houses of a cover that advice names


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
    ways = [Fish(rows, columns), Fish(columns, rows)]
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
    apart = [cell for cell in claim.cells if cell not in joined]
    for one, near in product(apart, (cell for cell in claim.cells if cell in joined)):
        for house in claim.grid.layout.houses_with((one, near)):
            yield (
                f"{its_places(house, digit, places(claim.grid, house, digit))}: only the last "
                f"two places of a house get opposite colours, so nothing joins {one} to {near}"
            )
    colours = [claim.with_role(role) for role in COLOURS]
    if not all(colours):
        colours = [[cell for cell in claim.cells if joined.get(cell) == each] for each in (0, 1)]
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


def _of_pairs(claim: Claim) -> Iterator[str]:
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
        return
    ends = min(both_ends, key=lambda both: len(claim.out_of_sight(target.cell, both)))
    either = f"{names(ends)} cannot both be wrong, but either may be the {symbol(digit)}"
    yield from is_unseen(claim, ends, f"{either}, so a cell must see both to lose it")


def wrong_wing(claim: Claim) -> Iterator[str]:
    """Yield what is wrong with a wing: cells with few digits that do not lie in one house.

    What a cell sees counts only if the wing is right, so it comes last.
    """
    if claim.target is None:
        return
    gone = claim.target.digit
    if len(claim.digits) < 2:
        return
    named = {cell: claim.named_in(cell) for cell in claim.cells}
    whole = [cell for cell in named if len(named[cell]) > 1]
    for cell in whole:
        then = (
            ": a wing proves something only if its cells have no other candidates than you name, "
            f"here {listed(named[cell])}"
        )
        yield from has_more(claim, [cell], named[cell], then)
    link = [cell for cell in named if named[cell] == {gone}]
    if len(whole) == len(link) == 2 and named[whole[0]] == named[whole[1]]:
        stays = listed(claim.digits - {gone})
        yield (
            f"the link of {names(link)} is about the {symbol(gone)}, so one of {names(whole)} is "
            f"not {symbol(gone)}, but {stays}: eliminate the {stays}"
        )
    bridge = [cell for cell in named if len(named[cell]) == 1 and gone not in named[cell]]
    of_bridge = {digit for cell in bridge for digit in named[cell]}
    if len(bridge) == 2 and len(of_bridge) == 1:
        yield why_not_linked(claim, bridge[0], bridge[1], *of_bridge)
    for pincer in whole if bridge else ():
        if len(claim.out_of_sight(pincer, bridge)) == len(bridge):
            yield f"{pincer} sees neither {bridge[0]} nor {bridge[-1]}: the wing is not joined"
    yield from _of_pivot(claim, gone, has_bridge=bool(bridge))
    pincers = claim.holders(gone)
    unseen = claim.out_of_sight(claim.target.cell, pincers)
    who = "all of them" if unseen == pincers else names(pincers)
    only = f"eliminate the {symbol(gone)} only from cells that see {who}"
    yield from is_unseen(claim, pincers, only)


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
    if cells and not is_rectangle(claim, cells):
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


def _of_pair(claim: Claim, cells: Sequence[Cell]) -> Iterator[str]:
    grid, pair, both = claim.grid, claim.digits, listed(claim.digits)
    wide = [cell for cell in cells if grid.candidates(cell) - pair]
    losing = [cell for cell, digit in claim.step.eliminations if digit in pair and cell in cells]
    is_hidden = len(losing) == 1 and losing[0] in claim.cells
    if len({*losing}) == 1 and not is_hidden and len(wide) > 1:
        yield (
            f"{names(wide)} can all be something other than {both}: a corner loses both digits "
            "only if it is the only one with others"
        )


def _of_extra(claim: Claim, cells: Sequence[Cell]) -> Iterator[str]:
    """Yield why a digit besides the pair need not be in one of the corners that have others."""
    pair = frozenset.intersection(*(frozenset(claim.grid.candidates(cell)) for cell in cells))
    target = claim.target
    if len(pair) != 2 or target is None or target.digit in pair or target.cell in cells:
        return
    digit = symbol(target.digit)
    wide = [cell for cell in cells if claim.grid.candidates(cell) - pair]
    then = f", and that breaks the rectangle, too: the {digit} need not be in a corner"
    yield from has_more(claim, wide, pair | {target.digit}, then)
    only = f"eliminate the {digit} only from cells that see all corners with a {digit}"
    yield from is_unseen(claim, wide, only)


SETS = "als "
"""How the roles of almost locked sets begin: ``als A``, ``als B``, …"""


def wrong_locked_sets(claim: Claim) -> Iterator[str]:
    """Yield what is wrong with almost locked sets, each of which is named in a role of its own."""
    sets = [claim.with_role(role) for role in claim.step.because if role.startswith(SETS)]
    for cell in (cell for cells in sets for cell in cells):
        yield from has_more(claim, [cell], claim.named_in(cell), ": name all digits of a set")
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


def _places(claim: Claim, cells: Sequence[Cell], digit: int) -> list[Cell]:
    return [cell for cell in cells if digit in claim.grid.candidates(cell)]


def _of_common(
    claim: Claim, one: Sequence[Cell], other: Sequence[Cell], gone: int
) -> Iterator[str]:
    both = sorted(claim.held(one) & claim.held(other) - {gone})
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
