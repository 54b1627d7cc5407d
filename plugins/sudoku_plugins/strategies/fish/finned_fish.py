"""Finned and sashimi fish: a basic fish that is spoilt by a few candidates in one box.

Know the basic fish first (X-wing, swordfish): a digit whose places in some rows lie in as many
columns. Here the rows have one or more places too many, the *fins*.

**Finned X-wing.** Look for two rows that would be an X-wing, were it not for some candidates
close together::

    . . . | . . . | . - .
    . X . | . . . | . X F     row 2 has a place too many at F, the fin;
    . . . | . . . | . - .     the digit cannot be at the two -
    ------+-------+------
    . . . | . . . | . . .
    . X . | . . . | . X .
    . . . | . . . | . . .

Either the fin is false. Then it is an X-wing, and the digit cannot be at -. Or the fin is true.
Then the - in its box cannot hold the digit, either. So whatever the fish without its fins would
eliminate is eliminated if it sees all of them: usually one or two cells of the box with the fins.

**Sashimi X-wing.** The same, but without the fins a row is left with a single place::

    . . . | . . . | . - .
    . X . | . . . | . . F     the X beside F is gone
    . . . | . . . | . - .
    ------+-------+------
    . . . | . . . | . . .
    . X . | . . . | . X .
    . . . | . . . | . . .

That looks like no X-wing at all, but the argument is the same: if F is false, each row has its
digit in the columns of the fish, row 2 in the left one and row 5 in the right one.

**Swordfish, jellyfish** and larger fish have fins in the same way, and columns can take the part
of the rows. A good way to find them: look for rows that are nearly a fish, and see whether all that
is too much is in one box. If the places in that box lie in two columns, either of them can often
be the fin; both fish, called *siamese*, are then one step. What a fish of the same size
eliminates without fins is not shown again.

A fish has at most five fins. Works on boards of all sizes; on a diagonal that is a house a cell
sees fins as well. Described at https://www.sudokuwiki.org/Finned_X_Wing,
https://www.sudokuwiki.org/Sashimi_X_Wing, https://www.sudokuwiki.org/Finned_Swordfish and
https://hodoku.sourceforge.net/en/tech_fishfs.php.
"""

from collections.abc import Iterator
from itertools import compress
from operator import and_

from sudoku_engine import Grid, Layout, Step
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.fish import (
    Catch,
    Cover,
    best,
    by_size,
    catch_of,
    fish_steps,
)
from sudoku_plugins.strategies.fish.basic_fish import Lines, _catch, _places, both_ways, finless
from sudoku_plugins.strategies.naked_subsets import groups_of

FINNED_EXAMPLES = (
    ".763..2.9.289..5..3594.2.1.76.1....28.12....62..6.81..913724...542816.9.687539421",
    ":0000:x:457.8.139329157..686193472514..793587834.5..1.9.318..7.748....391854367223.7.."
    "..4:997::",
    ":0000:x:.86493.7...3576....97821.3687135.6...59..731836.1897.593...51..7.591..6361..3."
    "95.:221 228 428 229 429 473 279 487::",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "817365.....2...7......7..35..91....2278....6.1..6...8...3..6.5.4.....9.3.81......",
)
SASHIMI_EXAMPLES = (
    ":0000:x:754268913....59....6..4125.8..49...5.4751.8..5..83714.4..6753...7398456.685123"
    ".9.:727 729 829::",
    ":0000:x:..3..275127..15..4145...8.2764.2138.5296831473.....2....2..4.73.5723841.43..7."
    ".28:914 915 924 934 938 564 964 971 974 975 997::",
    ":0000:x:..3.27.957.5.3.6....1...3.7.......3.31945..766..3....41.4.9.763.367.....978.63"
    "4.2:422 826 128 828 431 232 432 832 834 436 836 838 241 242 842 144 262 865 268 885 886 187::",
    "69.1.5..31...762595...49...8615..7.4...617538.....46.13.64....52...5........61..2",
    "..8...42..291....6......17..9...5..4.7...13..2839....1.4.81...7....79..5..7......",
    "....561.28163..954.25.91.....1584...5.916..3..8.9.3.15....4......823......3.1.7..",
)
"""From X-wing to leviathan."""


def finned_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Eliminate what a fish would if it had no fins, as far as it sees all fins."""
    return fish_steps(grid, size, lambda *places: with_fins(*places)[0])


def sashimi_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Eliminate as for a finned fish that without its fins has a line with a single place."""
    return fish_steps(grid, size, lambda *places: with_fins(*places)[1])


FINNED_FISH = by_size(
    finned_fish,
    "Finned",
    grades=[(130, "hard"), (200, "unfair"), (250, "unfair"), *[(470, "unfair")] * 3],
    examples=FINNED_EXAMPLES,
    largest_by_default=4,
)
SASHIMI_FISH = by_size(
    sashimi_fish,
    "Sashimi",
    grades=[(150, "hard"), (240, "unfair"), (260, "unfair"), *[(470, "unfair")] * 3],
    examples=SASHIMI_EXAMPLES,
    largest_by_default=4,
)


@bounded_cache(lambda found: 300 + 1500 * len(found))
def with_fins(
    board: int, false: int, layout: Layout, size: int, closed: int
) -> tuple[tuple[Catch, ...], tuple[Catch, ...]]:
    """Return the fish of `size` lines with fins on one digit's `board`: finned, sashimi.

    A base may have covers of both kinds; then all are a finned catch, and those that are sashimi
    are one of their own as well. What a fish without fins eliminates just so is left out.
    """
    finned: list[Catch] = []
    sashimi: list[Catch] = []
    for lines in both_ways(layout):
        for base, columns in _crowded_bases(board, false, layout, size, closed, lines).items():
            houses = tuple([lines.base[number] for number in base])
            for catch in _catch(board, layout, houses, sorted(columns), lines):
                kinds = [_is_sashimi(catch, cover, board) for cover in catch.covers]
                if not all(kinds):
                    finned.append(catch_of(*catch))
                if any(kinds):
                    sashimi.append(catch_of(*catch[:3], compress(catch.covers, kinds)))
    known = {catch.eliminated for catch in finless(board, false, layout, size, closed)}

    def new(catches: list[Catch]) -> tuple[Catch, ...]:
        return tuple([catch for catch in best(catches) if catch.eliminated not in known])

    return new(finned), new(sashimi)


def _is_sashimi(catch: Catch, cover: Cover, board: int) -> bool:
    """Return whether a house of the base has at most one place in the `cover`."""
    kept = board & ~cover.fins
    return any((kept & house.mask).bit_count() < 2 for house in catch.base)


def _crowded_bases(
    board: int, false: int, layout: Layout, size: int, closed: int, lines: Lines
) -> dict[tuple[int, ...], set[int]]:
    """Return the bases of `size` lines that some cell leaves one cover line too few.

    Then the cell cannot hold the digit; the cover is these lines and the cell's own.
    By base, as line numbers, the covers, as masks of line numbers.
    """
    n = layout.n
    shift = n if lines.turned else 0
    every = {row for row in range(n) if not closed >> shift + row & 1}
    found: dict[tuple[int, ...], set[int]] = {}
    for column, left in _what_is_left(board, false, layout, lines.turned):
        few = [
            (number, columns)
            for number, columns in enumerate(left)
            if columns and columns.bit_count() < size and number in every
        ]
        if len(few) >= size:
            for base, columns in groups_of(few, size, size - 1):
                found.setdefault(base, set()).add(columns | 1 << column)
    return found


@bounded_cache(lambda found: 300 + sum(120 + 36 * len(left) for _, left in found))
def _what_is_left(
    board: int, false: int, layout: Layout, turned: bool
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the column of each `false` cell, and the columns by row when it holds the digit.

    If `turned`, rows and columns change places.

    Cells without a fin to see would eliminate nothing; they are in the list all the same.
    """
    places, unseen = _places(board, layout, turned), _unseen(layout, turned)
    found = []
    for cell in bits(false):
        column = cell // layout.n if turned else cell % layout.n
        found.append((column, tuple(map(and_, places, unseen[cell]))))
    return tuple(found)


@per_layout
def _unseen(layout: Layout, turned: bool) -> tuple[tuple[int, ...], ...]:
    """Return by cell, by row, the mask of the columns that it does not see, or the other way."""
    return tuple(
        [
            _places(layout.all_cells & ~mask & ~(1 << cell), layout, turned)
            for cell, mask in enumerate(layout.peer_masks)
        ]
    )
