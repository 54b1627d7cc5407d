"""The finds of a strategy on all boards: features that missed steps share, in contrast to others.

Features are properties of steps of any technique: the kinds of its houses, its digit, its place,
its length. A strategy that leaves out a case leaves out the steps with a feature.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import log
from typing import NamedTuple

from sudoku_engine import Grid, House, Step
from sudoku_engine.board.layout import KINDS
from sudoku_engine.board.step import COVER
from sudoku_engine.board.words import counted, plural, symbol
from sudoku_plugins.reasons.reasons import confining_houses

Found = Sequence[tuple[Grid, Step]]  # steps, each with its board

NEARLY_ALL = 0.9  # the part of the missed steps that must have a feature
FEW = 0.2  # the part of the found steps that may have it
SURE = 5.0  # how unlikely it must be that a feature splits the steps by chance, as a logarithm


class Feature(NamedTuple):
    """A property of steps."""

    words: str  # the words for steps with this feature, after a plural: ``belong to a box``
    part: str  # the part of a step that it is about; steps without it cannot be compared
    rate: float = 0.5  # the part of all steps that may be expected to have it
    among: str = ""  # which steps may have it, empty for all: those with a feature of this kind


def what_is_missed(missed: Found, found: Found, own: Found = ()) -> str:
    """Return the feature that a technique's missed steps share, in contrast to others.

    `found`: the technique's steps that are found; `own`: the steps as the strategy itself finds and
    explains them. Empty if nothing tells them apart.
    """
    if (split := _split(missed, found)) and (split.missed > 1 or split.feature.part != PLACES):
        of_all = f"of the {len(found)} that it finds"
    elif split := _split(missed, own, is_own=True):
        of_all = f"of its own {counted(len(own), 'step')}"
    else:
        return ""
    if split.missed < len(missed):
        who = f"{split.missed} of the {len(missed)}"
    else:
        who = f"all {split.missed}" if split.missed > 1 else "the one"
    words = split.feature.words if len(missed) > 1 else _singular(split.feature.words)
    contrast = f"only {split.found}" if split.found else "none"
    do = "does" if split.found == 1 else "do"
    return f"{who} that it misses {words}, and {contrast} {of_all} {do}"


def _singular(words: str) -> str:
    verb, _, rest = words.partition(" ")
    singular = {"are": "is", "have": "has"}.get(verb, f"{verb}s")
    return f"{singular} {rest.replace('their ', 'its ')}"


class _Split(NamedTuple):
    feature: Feature
    missed: int
    found: int


def _split(missed: Found, found: Found, is_own: bool = False) -> _Split | None:
    """Return the feature that tells `missed` from `found` best; None if there is none."""
    if not (missed and found):
        return None
    of_missed, of_found = (
        [dict.fromkeys(_features(grid, step)) for grid, step in steps] for steps in (missed, found)
    )
    parts = {PLACES}.union(
        set.intersection(*({feature.part for feature in each} for each in of_found))
    )
    counts = [{len(step.houses) for _, step in steps} for steps in (missed, found)]
    if is_own and counts[0] - counts[1]:
        parts.discard(HOUSES)
    best: _Split | None = None
    most = 0.0
    for feature in dict.fromkeys(each for features in of_missed for each in features):
        here = sum(feature in each for each in of_missed)
        there = sum(feature in each for each in of_found)
        if not feature.words:
            continue
        is_telling = here >= NEARLY_ALL * len(missed) and there <= FEW * len(found)
        if not is_telling or feature.part not in parts or (there and feature.part == PLACES):
            continue
        kinds = ({other.among for other in each} for each in of_found)
        others = sum(not feature.among or feature.among in each for each in kinds) - there
        chance = here * -log(feature.rate) + others * -log(1 - feature.rate)
        split = here / len(missed) - there / len(found)
        if chance >= SURE and split > most:  # of equal ones the first counts, the most telling
            best, most = _Split(feature, here, there), split
    return best


HOUSES, LINKS, SIZES, CONCLUSION, PLACES = "houses", "links", "sizes", "conclusion", "places"


def _features(grid: Grid, step: Step) -> Iterator[Feature]:
    for kind in (_of_houses, _of_links, _of_wings, _of_sizes, _of_conclusion, _of_places):
        yield from kind(grid, step)


def _of_houses(grid: Grid, step: Step) -> Iterator[Feature]:
    roles = step.house_roles
    if base := _base(grid, step):
        kinds = {house.kind for house in base}
        if len(kinds) == 1:
            yield Feature(f"have their base in {plural(*kinds)}", "base")
        if "box" in kinds | {house.kind for house in roles.get(COVER, ())}:
            yield Feature("have a box in their base or cover", "base")
        firsts = sorted(int(min(house.cells)) for house in base)
        steps = {high - low for low, high in pairwise(firsts)}
        if len(kinds) == 1 and steps - {1, len(base[0].cells)}:
            yield Feature("have base houses that are not side by side", "base")
        held = [len({cell for cell, _ in step.grounds} & {*house.cells}) for house in base]
        for limit in range(3, len(base) + 1):
            if max(held) >= limit:
                yield Feature(f"have {limit} or more places in a base house", "base")
            if min(held) < limit:
                yield Feature(f"have less than {limit} places in a base house", "base")
        return
    cells = {cell for cell, _ in (*step.grounds, *step.placements)}
    if COVER in roles or any(not cells & {*house.cells} for house in step.houses):
        return  # it names houses that are not those of its reason
    around = [house for house in step.houses if cells <= {*house.cells}]
    if len(step.houses) == 1 or around:
        verb = "belong to" if around else "have a link in"
        for house in around or step.houses:
            yield Feature(f"{verb} a {house.kind}", HOUSES, 1 / 3)
            yield Feature(f"{verb} {house}", HOUSES, 1 / len(grid.layout.houses))
        places = [[at for at, cell in enumerate(each.cells) if cell in cells] for each in around]
        if around and all(each[-1] - each[0] >= len(each) for each in places):
            yield Feature("name cells that do not follow each other in their house", HOUSES)
        kinds = {house.kind for house in around or step.houses}
        for kind in KINDS[:3] if around else ():
            if kind not in kinds:
                yield Feature(f"belong to no {kind}", HOUSES, 2 / 3)
    elif len(kinds := {house.kind for house in step.houses}) == 1:
        yield Feature(f"rest on {plural(*kinds)}", HOUSES, 1 / 3)


FEWEST = 3  # the number of cells that a fish has at least


def _base(grid: Grid, step: Step) -> list[House]:
    """Return the base of a fish; empty if it is none, or if it names other houses as its base."""
    cells = {cell for cell, _ in step.grounds}
    digits = {digit for _, digit in (*step.grounds, *step.eliminations)}
    if len(digits) != 1 or step.links or step.placements:
        return []
    (digit,) = digits
    if COVER in step.house_roles:
        base, cover = confining_houses(step), step.house_roles[COVER]
        is_turned = _n_other(grid, cover, digit, cells) < _n_other(grid, base, digit, cells)
        return [] if is_turned and len(cells) >= FEWEST else base
    if step.houses or len(cells) < FEWEST:
        return []
    ways = [
        [house for house in lines if (held := grid.places(digit, house)) and cells.issuperset(held)]
        for lines in (grid.layout.rows, grid.layout.columns)
    ]
    ways = [base for base in ways if cells <= {cell for house in base for cell in house.cells}]
    return ways[0] if len(ways) == 1 and len(ways[0]) > 1 else []


def _n_other(grid: Grid, houses: Iterable[House], digit: int, cells: set[int]) -> int:
    """Return the number of places for `digit` in the `houses` that are not among `cells`."""
    return len({cell for house in houses for cell in grid.places(digit, house)} - cells)


def _of_links(grid: Grid, step: Step) -> Iterator[Feature]:
    """Yield each number of links that is exceeded: the found steps decide which is the limit."""
    for least in range(1, len(step.links)):
        yield Feature(f"have more than {least} links", LINKS)
    kinds = set()
    for start, end, is_strong in step.links:
        cells = {cell for cell, _ in (*start, *end)}
        shared = grid.layout.houses_with(cells)
        if is_strong and len(shared) == 1 and len(cells) > 1:
            kinds.add(shared[0].kind)
    for kind in sorted(kinds):
        yield Feature(f"have a strong link that only a {kind} holds", LINKS)


def _of_wings(grid: Grid, step: Step) -> Iterator[Feature]:
    pivots, pincers = ({c for c, _ in step.because.get(role, ())} for role in ("pivot", "pincer"))
    shared = [
        {house.kind for house in grid.layout.houses_with((pivot, pincer))}
        for pivot, pincer in product(pivots, pincers)
        if pivot != pincer
    ]
    for kind in ("box", "row", "column"):
        if {kind} in shared:
            yield Feature(f"have a pincer that sees the pivot only in its {kind}", "wing")
    if any("box" not in kinds for kinds in shared):
        yield Feature("have a pincer outside of the pivot's box", "wing")


def _of_sizes(grid: Grid, step: Step) -> Iterator[Feature]:
    fins = step.because.get("fin", ())
    for least in range(len(fins)):
        yield Feature(f"have more than {least} fins" if least else "have a fin", "fins")
    if not fins and COVER in step.house_roles:
        yield Feature("have no fin", "fins")
    cells, digits = ({each[place] for each in step.grounds} for place in (0, 1))
    counts = [len(grid.candidates(cell)) for cell in cells]
    if len(digits) < 2:
        return
    if len({*step.grounds}) < len(cells) * len(digits):
        yield Feature("have a cell that lacks one of the digits", SIZES)
    for limit in range(3, grid.layout.n):
        if min(counts) < limit:
            yield Feature(f"have a cell with less than {limit} candidates", SIZES)
        if max(counts) >= limit:
            yield Feature(f"have a cell with {limit} candidates or more", SIZES)
    for least in range(1, len(cells)):
        yield Feature(f"name more than {counted(least, 'cell')}", SIZES)


def _of_conclusion(grid: Grid, step: Step) -> Iterator[Feature]:
    if not step.grounds:
        return
    own, digits = ({each[place] for each in step.grounds} for place in (0, 1))
    inside = {cell in own for cell, _ in step.eliminations}
    gone = {digit for _, digit in step.eliminations}
    is_of_its_digits = len(digits) > 1 and gone <= digits
    facts = (
        (bool(step.placements), "place a digit"),
        (inside == {True}, "eliminate from the cells that they name"),
        (inside == {False}, "eliminate from other cells than they name"),
        (is_of_its_digits and max(digits) in gone, "eliminate the largest of their digits"),
        (is_of_its_digits and min(digits) in gone, "eliminate the smallest of their digits"),
    )
    yield from (Feature(words, CONCLUSION) for holds, words in facts if holds)


def _of_places(grid: Grid, step: Step) -> Iterator[Feature]:
    """Yield the items that loops leave out if they begin too late or end too early."""
    layout = grid.layout
    digits = {digit for _, digit in step.grounds or (*step.placements, *step.eliminations)}
    for digit in {1, layout.n} & digits:
        words = "are about" if len(digits) == 1 else "have"
        yield Feature(f"{words} the {symbol(digit)}", PLACES, min(len(digits) / layout.n, 0.9))
    cells = {cell for cell, _ in (*step.placements, *step.eliminations)}
    what = "place something" if step.placements else "eliminate"
    for group in (layout.rows, layout.columns, layout.boxes):
        for house in (house for house in group if cells <= {*house.cells}):
            is_edge = house in (group[0], group[-1])  # others are told of no loop
            words = f"{what} in {house}" if is_edge else ""
            yield Feature(words, PLACES, 1 / layout.n, f"{what} in a {house.kind}")
