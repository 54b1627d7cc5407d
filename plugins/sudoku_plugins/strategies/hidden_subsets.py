"""Hidden subsets: some digits with only as many cells to go to.

**Hidden pair.** Look for two digits that in some house fit only in the same two cells, say 6
and 7 in the last two. One of the cells is the 6, the other the 7; so there is no room in
them for anything else, and all their other candidates can be eliminated::

    before    1258  1238  23 | 129  12359  59 | 4589  2345679  345679
    after     1258  1238  23 | 129  12359  59 | 4589  67       67

The other candidates hide the pair. To find it, follow the digits, not the cells:
which digits have few places left in this house?

**Hidden triple, hidden quad.** The same with three digits in three cells, or four in four.
Not every digit needs to fit in all of them.

Every hidden subset is a naked one seen from the other side: if 6 and 7 have two cells to
themselves, the other open cells of the house are a naked subset of its other digits. Look for
the smaller of the two. Described at
https://www.sudokuwiki.org/Hidden_Candidates and
https://hodoku.sourceforge.net/en/tech_hidden.php.
"""

from collections.abc import Iterator, Sequence

from sudoku_engine import Grid, House, Layout, Step, say
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.strategies.analysis import EVERY_KIND, HouseKind, candidates_in, places_by_house
from sudoku_plugins.strategies.families import subset_strategy
from sudoku_plugins.strategies.naked_subsets import tight_groups

PAIR_EXAMPLE = ".7.9436211..527849492816537...2817..21.7649..687395214...15237..5.4791.2721638495"
"""4 and 9 in r4c3 and r7c3."""

TRIPLE_EXAMPLE = "....58...5...6.....83.4.65.328179465145286793697435812852617349.3.5241..4.189352."
"""1, 4 and 6 in r1c2, r1c3 and r1c9."""

QUAD_EXAMPLE = ".84..9172.91..4583..28.1469.6.1.89.5......6141..6..8.7....1.3.6.2648.791.1...62.8"
"""2, 4, 8 and 9 in column 1: the other side of the naked quad in its other four open cells."""


@subset_strategy("Hidden Pair", score=70, level="medium", example=PAIR_EXAMPLE)
def hidden_pair(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Eliminate everything else from the two cells where two digits of a house must go."""
    return hidden_subsets(grid, 2, houses)


@subset_strategy("Hidden Triple", score=100, level="medium", example=TRIPLE_EXAMPLE)
def hidden_triple(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Eliminate everything else from the three cells where three digits of a house must go."""
    return hidden_subsets(grid, 3, houses)


@subset_strategy("Hidden Quad", score=150, level="hard", example=QUAD_EXAMPLE)
def hidden_quad(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Eliminate everything else from the four cells where four digits of a house must go."""
    return hidden_subsets(grid, 4, houses)


def hidden_subsets(grid: Grid, size: int, kinds: Sequence[HouseKind]) -> Iterator[Step]:
    """Yield the hidden subsets of `size` digits in the houses of the `kinds`."""
    by_hand = grid.marks == "manual"
    by_digit = [few_places(board, grid.layout, size) for board in grid.boards[1:]]
    for house, places in zip(grid.layout.houses, zip(*by_digit)):
        if places.count(0) > grid.layout.n - size or house.kind not in kinds:
            continue
        for group in tight_groups(places, size):
            digits = [number + 1 for number in group.members]
            if not (by_hand and any(grid.holds(digit, house) for digit in digits)):
                yield from _step(grid, digits, group.union, house)


@bounded_cache(lambda masks: 300 + 20 * len(masks))
def few_places(board: int, layout: Layout, size: int) -> tuple[int, ...]:
    """Return by house the mask of one digit's `board` in it, 0 for more than `size` cells."""
    return tuple(
        [places if places.bit_count() <= size else 0 for places in places_by_house(board, layout)]
    )


def _step(grid: Grid, digits: Sequence[int], cells: int, house: House) -> Iterator[Step]:
    members = grid.layout.cells_in(cells)
    kept = mask_of(digit - 1 for digit in digits)
    eliminations = candidates_in(grid, members, ~kept)
    if eliminations:
        yield Step(
            eliminations=eliminations,
            because=candidates_in(grid, members, kept),
            houses=[house],
            reason=say(
                "{digits} have only {cells} to go to in {house},| so nothing else fits there",
                digits=digits,
                cells=sorted(members),
                house=house,
            ),
        )
