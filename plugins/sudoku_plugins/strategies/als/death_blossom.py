"""Death blossom: whatever a cell is, one of some almost locked sets has a digit.

An *almost locked set*, cells of one house with one digit more than there are cells, lacks just
one of its digits; if it loses one, it has all others.

Look for a cell, the *stem*, and for each of its candidates an almost locked set, a *petal*: the
stem must see all its cells with this candidate. All petals must have a further digit z, here 4::

    12  *  *  | .  .  14          the stem r1c1, with 1 and 2
    .   34 .  | *  *  *           A: r1c6, for the 1
    23  .  .  | .  .  .           B: r2c2 and r3c1 with 2, 3 and 4, for the 2

If the stem is 1, A lacks 1 and has the 4; if it is 2, B lacks 2 and has the 4. So the 4 is in one
of the petals, and a cell that sees all their 4s, like those marked with *, cannot be 4.

The stem may have any number of candidates; petals may overlap, and one may serve for several
candidates. On boards of more than nine rows only sets of up to three cells are tried. Described at
https://www.sudokuwiki.org/Death_Blossom and https://hodoku.sourceforge.net/en/tech_als.php.
"""

from collections.abc import Iterator
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, Step, say
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.als.linked_sets import (
    LinkedSets,
    conclusion,
    houses_of,
    lettered,
    linked_sets,
    names_of,
    pattern,
    places,
    roles,
)
from sudoku_plugins.strategies.analysis.almost_locked_sets import told
from sudoku_plugins.strategies.analysis.pattern_texts import als_text
from sudoku_plugins.strategies.analysis.truths import candidates
from sudoku_plugins.strategies.families import als_strategy

EXAMPLE = (
    ":0000:x:8941527..1..986..2625.7.8917.2..89.44.6719.2.9...2.6.7569.4127.....9.1....1..7..9:32"
    "7 328 342 544 348 562 364 366 568 382 383 384 889 392 394 694::"
)
"""r9c4 is 2, 5 or 8; then r9c1, r8c6 or r7c4 is 3: r9c5 is not 3."""


@als_strategy("Death Blossom", score=360, level="unfair", example=EXAMPLE, by_default=False)
def death_blossom(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that an almost locked set has for each candidate of a cell."""
    linked = linked_sets(grid)
    effects = set()
    for found in sorted(blossoms(grid, linked)):
        if found.eliminated not in effects:
            effects.add(found.eliminated)
            yield blossom_step(grid, linked, found)


class Blossom(NamedTuple):
    """A stem with its petals, and their eliminations."""

    size: int
    """The number of cells of all petals."""
    stem: Cell
    petals: tuple[int, ...]
    """The numbers of the petals, for each digit of the stem one."""
    eliminated: int


def blossoms(grid: Grid, linked: LinkedSets) -> Iterator[Blossom]:
    """Yield the blossoms of a board, for each stem one for each effect."""
    n_cells = len(grid.layout.cells)
    petals_for: dict[int, list[int]] = {}
    for number, seen in enumerate(linked.near):
        for candidate in bits(seen):
            petals_for.setdefault(candidate, []).append(number)
    for stem in grid.open_cells:
        digits = sorted(grid.candidates(stem))
        if not digits:
            continue
        offers = [petals_for.get((digit - 1) * n_cells + stem, []) for digit in digits]
        others = [~linked.of_digit[digit] for digit in digits]
        reach = [
            reduce(or_, [linked.near[petal] for petal in offer], 0) & other
            for offer, other in zip(offers, others)
        ]
        grown: dict[int, tuple[int, tuple[int, ...]]] = {reduce(and_, reach): (0, ())}
        for offer, other in zip(offers, others):
            before, grown = grown, {}
            for eliminated, (size, petals) in before.items():
                for petal in offer:
                    left = eliminated & linked.near[petal] & other
                    more = size + linked.sets[petal].size
                    if left and (left not in grown or grown[left][0] > more):
                        grown[left] = more, (*petals, petal)
        for eliminated, (size, petals) in grown.items():
            yield Blossom(size, stem, petals, eliminated)


def blossom_step(grid: Grid, linked: LinkedSets, found: Blossom) -> Step:
    """Return the step of a blossom."""
    layout, stem = grid.layout, found.stem
    digits = sorted(grid.candidates(stem))
    sets = lettered(linked.sets[number] for number in found.petals)
    names = names_of(sets, layout)
    letters = [names[linked.sets[number]] for number in found.petals]
    lost = candidates(found.eliminated, layout)
    loose = sorted({digit for _, digit in lost})
    cases = [
        say(
            "if it is {digit}, {letter} lacks {digit} and has {loose}",
            digit=digit,
            letter=letter,
            loose=loose,
        )
        for digit, letter in zip(digits, letters)
    ]
    return Step(
        eliminations=lost,
        because={"stem": [Candidate(stem, digit) for digit in digits], **roles(sets, grid)},
        houses=houses_of(sets.values(), [1 << stem | each.cells for each in sets.values()], grid),
        links=[
            ([Candidate(stem, digit)], places(end, grid), False)
            for digit, number in zip(digits, found.petals)
            for end in linked.sets[number].ends
            if end.digit == digit
        ],
        pattern=f"{als_text('S', [stem], digits, layout)}, {pattern(sets, digits, loose, grid)}",
        reason=say(
            "{sets};| {stem} is {digits:or}:| {cases:, |};| {conclusion}",
            sets=told(names.values()),
            stem=stem,
            digits=digits,
            cases=cases,
            conclusion=conclusion(loose, names.values()),
        ),
    )
