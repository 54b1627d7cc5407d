"""The clues by which candidates exclude each other: a step that relies on them must name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.candidates import Candidate
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import COVER, Step

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue, Part


def clues_between(one: Candidate, other: Candidate, layout: Layout) -> list[Clue]:
    """Return the clues of `layout` that forbid both candidates to be true.

    The result is empty if their cell or a house already forbids it.

    >>> from sudoku_plugins.variants.rule_book import RULE_BOOK
    >>> layout = Layout.named("4x4")
    >>> dotted = layout.with_clues([RULE_BOOK.read("white dot r1c12", layout)])
    >>> [str(clue) for clue in clues_between(Candidate(0, 1), Candidate(1, 3), dotted)]
    ['white dot r1c1,r1c2']
    """
    if one.cell == other.cell or (one.digit == other.digit and _share_a_house(one, other, layout)):
        return []
    parts = _parts_between(layout).get((one.cell, other.cell), ())
    return [*dict.fromkeys(clue for clue, part in parts if _excludes(part, one, other))]


def name_clues(step: Step, layout: Layout) -> Step:
    """Return `step` with the clues by which its candidates exclude each other.

    They are those of its weak links, those by which its reasons exclude what it eliminates, and
    those by which places of one digit see each other.
    """
    clues = excluding(_pairs(step, layout), layout)
    return step.replace(clues=clues) if clues else step


def excluding(
    pairs: Iterable[tuple[Candidate, Candidate]], layout: Layout, named: Iterable[Clue] = ()
) -> list[Clue]:
    """Return the clues `named` and those that forbid both candidates of a pair to be true."""
    found = dict.fromkeys(named)
    for one, other in pairs:
        clues = clues_between(one, other, layout)
        if clues and found.keys().isdisjoint(clues):
            found[clues[0]] = None
    return [*found]


def _pairs(step: Step, layout: Layout) -> Iterator[tuple[Candidate, Candidate]]:
    """Yield the pairs of candidates that exclude each other and that `step` may rely on."""
    links = step.all_links
    for start, end, is_strong in links:
        if not is_strong:
            yield from product(start, end)
    ends = chain.from_iterable((*start, *end) for start, end, _ in links)
    grounds = {*step.grounds, *step.placements, *ends}
    both_ends = [(*start, *end) for start, end, is_strong in links if not is_strong]
    is_ring = bool(links) and links[0].start == links[-1].end
    whole = [(*step.links[0].start, *step.links[-1].end)] if step.links else []
    for gone in step.eliminations:
        if not links and gone not in grounds and any(cell == gone.cell for cell, _ in grounds):
            continue  # its cell has one of the digits that the step names there
        alike = [by for by in grounds if by.digit == gone.digit]
        is_seen = any(_is_excluded(gone, by, layout) for by in alike if by != gone)
        cases = [*whole, *(case for case in both_ends if is_ring or gone in case)]
        proved = [case for case in cases if all(_is_excluded(gone, by, layout) for by in case)]
        named = [[by for by in case if clues_between(by, gone, layout)] for case in proved]
        for by in min(named, key=len, default=alike if is_seen else grounds):
            yield by, gone
    if COVER not in step.house_roles:
        for one, other in combinations(grounds, 2):
            if one.digit == other.digit:
                yield one, other


def _is_excluded(gone: Candidate, by: Candidate, layout: Layout) -> bool:
    """Return whether `gone` is false if `by` is true, or is the same."""
    if gone.cell == by.cell or (gone.digit == by.digit and _share_a_house(gone, by, layout)):
        return True
    return bool(clues_between(by, gone, layout))


def _share_a_house(one: Candidate, other: Candidate, layout: Layout) -> bool:
    return any(house.mask >> other.cell & 1 for house in layout.houses_of(one.cell))


@per_layout
def _parts_between(layout: Layout) -> dict[tuple[int, int], list[tuple[Clue, Part]]]:
    """Return the parts of clues, with their clues, by each pair of cells that they hold."""
    found: dict[tuple[int, int], list[tuple[Clue, Part]]] = {}
    for clue in layout.clues:
        for part in clue.parts:
            for one, other in product(part.cells, repeat=2):
                if one != other:
                    found.setdefault((one, other), []).append((clue, part))
    return found


def _excludes(part: Part, one: Candidate, other: Candidate) -> bool:
    if part.distinct and one.digit == other.digit:
        return True
    if part.fillings is None:
        return False
    place, other_place = part.cells.index(one.cell), part.cells.index(other.cell)
    excluded, bit = part.fillings.excluded, 1 << other.digit - 1
    found = excluded.get((place, 1 << one.digit - 1))
    if found is None or (other_place, bit) not in excluded:  # the clue rules one of them out
        return one.digit == other.digit and bool(excluded)
    return found[other_place] & bit != 0
