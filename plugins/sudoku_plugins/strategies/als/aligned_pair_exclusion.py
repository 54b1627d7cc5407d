"""Aligned pair exclusion: two cells, tried with each pair of digits that they may have together.

Take two cells that see some other cells in common; they often lie in one line or box. Go through
the pairs of their candidates, and exclude those that cannot be:

* the same digit twice, if the two cells see each other;
* two digits that other cells cannot both lose. A cell with just these two candidates would have
  none left if both cells that it sees took them. In the same way, cells of one house with one
  digit more than there are cells, an *almost locked set*, can lose one digit, but not two.

If all pairs of a candidate are excluded, it is wrong. Here r1c1 and r1c2 are tried::

    123 245 .  | .  .  .  | 24 .  .   r1c1 with 2:
    26  .   .  | .  .  .  | .  .  .     2 and 2: they see each other
    .   .   56 | .  .  .  | .  .  .     2 and 4: nothing is left for r1c7
                                        2 and 5: r2c1 and r3c3 have only 6

So r1c1 is not 2. XY-wings and XYZ-wings are of this kind too. Both cells must see all cells of a
set that excludes a pair; on boards of more than nine rows sets have at most three cells. Described
at https://www.sudokuwiki.org/Aligned_Pair_Exclusion.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from sudoku_engine import Candidate, Cell, Grid, Step, say
from sudoku_engine.board.masks import digits_of
from sudoku_plugins.strategies.als.linked_sets import (
    houses_of,
    lettered,
    names_of,
    pattern,
    roles,
)
from sudoku_plugins.strategies.analysis import candidates_in, first_of_each_effect
from sudoku_plugins.strategies.analysis.almost_locked_sets import (
    AlmostLockedSet,
    almost_locked_sets,
    common_peers,
    told,
)
from sudoku_plugins.strategies.analysis.pattern_texts import als_text
from sudoku_plugins.strategies.families import als_strategy

EXAMPLE = (
    ":0000:x:.62...95.....2..3......782653....4..1..4.5..224....51..259816..6....328.8.......5:92"
    "2 423 923 824 826 932 933 135 843 863 479 489 789 993::"
)
"""r7c9 and r8c9 see 1, 4 and 7 in r1c9 and r2c9, and 4, 7 and 9 in r7c8 and r9c8: r7c9 is not 7."""

Excluded = dict[Candidate, dict[int, AlmostLockedSet]]
"""By wrong candidate of one cell: the digits of the other cell, and the set that excludes each."""


@als_strategy("Aligned Pair Exclusion", score=220, level="unfair", example=EXAMPLE)
def aligned_pair_exclusion(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit of a cell that cannot be together with any digit of another cell."""
    found = sorted(exclusions(grid), key=lambda each: sum(one.size for one in _sets(each[1])))
    return first_of_each_effect(_step(grid, *each) for each in found)


def exclusions(grid: Grid) -> Iterator[tuple[tuple[Cell, Cell], Excluded]]:
    """Yield pairs of cells, and their candidates that go with no candidate of the other."""
    layout, masks = grid.layout, grid.masks
    sets = almost_locked_sets(grid)
    seen_by: dict[Cell, int] = {}
    having = [0] * (layout.n + 1)
    for number, each in enumerate(sets):
        for cell in layout.cells_in(common_peers(each.cells, layout) & grid.boards[0]):
            seen_by[cell] = seen_by.get(cell, 0) | 1 << number
        for end in each.ends:
            having[end.digit] |= 1 << number
    for first, second in combinations(sorted(seen_by), 2):
        both = seen_by[first] & seen_by[second]
        if not both:
            continue
        sees = layout.peer_masks[first] >> second & 1
        excluded: Excluded = {}
        for cell, other in (first, second), (second, first):
            for digit in digits_of[masks[cell]]:
                partners = masks[other] & ~(sees << digit - 1)
                if partners >> digit - 1 & 1:  # both can have it
                    continue
                if numbers := _excluding(partners, both & having[digit], having):
                    excluded[Candidate(cell, digit)] = {
                        partner: sets[number] for partner, number in numbers.items()
                    }
        if excluded:
            yield (first, second), excluded


def _excluding(partners: int, near: int, having: Sequence[int]) -> dict[int, int]:
    """Return for each digit of the mask `partners` the smallest set of `near` that has it.

    Nothing if there is no such set for one of them.
    """
    found: dict[int, int] = {}
    for partner in digits_of[partners]:
        fit = near & having[partner]
        if not fit:
            return {}
        found[partner] = (fit & -fit).bit_length() - 1
    return found


def _sets(excluded: Excluded) -> list[AlmostLockedSet]:
    return list(dict.fromkeys(each for by_digit in excluded.values() for each in by_digit.values()))


def _step(grid: Grid, cells: tuple[Cell, Cell], excluded: Excluded) -> Step:
    sets = lettered(_sets(excluded))
    letter_of = names_of(sets, grid.layout)
    digits = {cell: sorted(grid.candidates(cell)) for cell in cells}
    cases = []
    for (cell, digit), by_digit in excluded.items():
        other = cells[1] if cell == cells[0] else cells[0]
        why = [
            say("{digit} ({letter})", digit=each, letter=letter_of[by_digit[each]])
            for each in sorted(by_digit)
        ]
        if digit in digits[other]:
            why.append(say("{digit} (it sees {cell})", digit=digit, cell=cell))
        cases.append(
            say(
                "if {cell} were {digit}, {other} could not be {why:or}, and nothing would be left "
                "for it",
                cell=cell,
                digit=digit,
                other=other,
                why=why,
            )
        )
    return Step(
        eliminations=sorted(excluded),
        because={
            "pair": candidates_in(grid, cells),
            **roles(sets, grid),
        },
        houses=houses_of(
            sets.values(), [1 << cells[0] | each.cells for each in sets.values()], grid
        ),
        pattern=", ".join(
            [
                als_text("P", cells, {*digits[cells[0]], *digits[cells[1]]}, grid.layout),
                pattern(sets, [], [], grid),
            ]
        ),
        reason=say(
            "{sets};| {cells} see all these cells, so they cannot take two digits from a set:| "
            "{cases:; |}",
            sets=told(letter_of.values()),
            cells=cells,
            cases=cases,
        ),
    )
