"""Templates: all the ways to place one digit in all houses at once.

A **template** is a set of cells that holds the digit once in each row, column and box. Given where
the digit stands already and where its candidates are, only some templates are left. What they
have in common is true:

* **Template set**: a cell that is in every template that is left holds the digit.
* **Template delete**: a candidate that is in no template that is left is false.

On an empty board there are 46,656 templates of a digit, so this is work for a computer: no person
would do it that way, and the two run only where they are named. But they tell all that can be
known of one digit: if they find nothing, no fish and no chain of one digit does.

Not all templates are needed for that: it is enough to look for one with each candidate, and a cell
is in all of them if no other cell of its row is in any. If another digit has a cell in all of its
templates, this digit cannot use it; so what one digit tells may help the next.
A step names all places of the digits that it needs. If a board is so open that the search takes too
long, the candidate counts as possible. Described at https://hodoku.sourceforge.net/en/tech_last.php.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sudoku_engine import Candidate, Grid, House, Step
from sudoku_engine.board.masks import bits, digits_of
from sudoku_engine.board.notation import subset_text
from sudoku_engine.board.say import Said, say
from sudoku_plugins.strategies.analysis import possible_places
from sudoku_plugins.strategies.analysis.truths import packed
from sudoku_plugins.strategies.families import forcing_strategy
from sudoku_plugins.strategies.forcing import waves_of
from sudoku_plugins.strategies.forcing.forcing_net import contradictions

SET_EXAMPLE = (
    ":0000:x:6..5..1.8..4..837...3...4..13.45698.45..8163...63..5149681..2537256..841341825769:"
    "229 239:::"
)
"""2 in r1c8 and r6c6."""
DELETE_EXAMPLE = (
    ":0000:x:...2.9.8.98..3..4...185..6...3...8.68....6.3.65.3....2...4..39.2.8.936..3.....12.:"
    "432 732 737 739 159 459:::"
)
"""1 in r4c4."""


@forcing_strategy(
    "Template Set", score=10000, level="extreme", example=SET_EXAMPLE, by_default=False
)
def template_set(grid: Grid) -> Iterator[Step]:
    """Place a digit in the cells that it has in all its templates."""
    for digit, found in _all_templates(grid):
        if found.common:
            cells = grid.layout.cells_in(found.common)
            yield found.step(digit, grid, say("all have it in {cells}", cells=cells)).replace(
                placements=[Candidate(cell, digit) for cell in cells]
            )


@forcing_strategy(
    "Template Delete", score=10000, level="extreme", example=DELETE_EXAMPLE, by_default=False
)
def template_delete(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit from the cells that it has in none of its templates."""
    for digit, found in _all_templates(grid):
        if impossible := grid.boards[digit] & ~found.possible:
            cells = grid.layout.cells_in(impossible)
            yield found.step(digit, grid, say("none has it in {cells}", cells=cells)).replace(
                eliminations=[Candidate(cell, digit) for cell in cells]
            )


class Templates(NamedTuple):
    """The templates of one digit that are left; cells are masks."""

    possible: int
    common: int
    digits: int
    """The digits on whose places that depends."""

    def step(self, digit: int, grid: Grid, found: Said) -> Step:
        """Return a step that says what is `found` of the `digit`, without its effect."""
        layout = grid.layout
        digits = sorted(digits_of[self.digits])
        places = {each: layout.cells_in(grid.boards[each]) for each in digits}
        open_houses = {house for each in digits for house in _open_houses(grid, each)}
        others = [each for each in digits if each != digit]
        return Step(
            because=[Candidate(cell, each) for each in digits for cell in places[each]],
            houses=[house for house in layout.houses if house in open_houses],
            pattern="; ".join(subset_text([each], places[each], layout) for each in digits),
            reason=say(
                "of the templates of {digit} that are left and leave room for those of {others},| "
                "{found}"
                if others
                else "of the templates of {digit} that are left,| {found}",
                digit=digit,
                others=others,
                found=found,
            ),
        )


def _all_templates(grid: Grid) -> list[tuple[int, Templates]]:
    """Return the templates of each open digit that leave all cells that another one needs."""
    layout, digits = grid.layout, grid.open_digits
    houses = {digit: _open_houses(grid, digit) for digit in digits}
    boards = {digit: grid.boards[digit] for digit in digits}
    needs = {digit: 1 << digit - 1 for digit in digits}
    common = dict.fromkeys(digits, 0)
    changed = set(digits)
    while changed:
        for digit in sorted(changed):
            board = boards[digit] = possible_places(boards[digit], layout, houses[digit])
            common[digit] = 0
            for house in houses[digit]:
                left = board & house.mask
                if not left & left - 1:
                    common[digit] |= left
        changed = set()
        for digit in digits:
            for other in digits:
                if other != digit and boards[digit] & common[other]:
                    boards[digit] &= ~common[other]
                    needs[digit] |= needs[other]
                    changed.add(digit)
    return [(digit, Templates(boards[digit], common[digit], needs[digit])) for digit in digits]


def _open_houses(grid: Grid, digit: int) -> list[House]:
    placed = grid.placed_boards()[digit]
    return [house for house in grid.layout.houses if not house.mask & placed]


NISHIO_EXAMPLE = (
    ":0000:x:8..5.........3...5..9..12...8.4....1..1...4..4.621..7..4.8..19...8.59..469.1..853:"
    "947 959:::"
)
"""8 in r3c9."""


@forcing_strategy("Nishio", score=450, level="extreme", example=NISHIO_EXAMPLE, by_default=False)
def nishio(grid: Grid) -> Iterator[Step]:
    """Eliminate a candidate with which its digit would have no place left in some house.

    Take one digit and forget all others. Suppose that it is in a certain cell. Then it is nowhere
    else in the houses of this cell, and some other house may have one place left for it. Put it
    there, and go on. If in the end a house has no place left, or has the digit twice, what you
    supposed is false::

        . . . | . . . | . . .
        . . . | . . * | . * .   suppose the digit is at S: then row 2 has it
        . . . | . * . | . * S   in column 6, since its other * is in the box of S,
        ------+-------+------
        . . . | . . . | . . .
        . . . | . * * | . * *
        . . . | . . * | . . *   and so does row 6: but column 6 cannot hold both

    It is named after Tetsuya Nishio. Many people do not take it for a technique, since it is "try
    it and see", with one digit only; so it runs only where it is named. What it finds, Template
    Delete finds too. In the notation the places of the digit follow in order, each with the house
    that has no other: ``r3c9=8, r6c6=8 (row 6), r2c6=8 (row 2) -> contradiction in column 6``.
    Described at http://sudopedia.enjoysudoku.com/Nishio.html.
    """
    layout = grid.layout
    n_cells = len(layout.cells)
    board, placed = packed(grid)
    everything = (1 << n_cells * layout.n) - 1
    followed = []
    for digit in grid.open_digits:
        plane = layout.all_cells << n_cells * (digit - 1)
        # With all candidates of the other digits, nothing ever follows from them.
        alone = board & plane | everything & ~plane
        for node in bits(board & plane & ~placed):
            followed.append(waves_of(alone, placed & plane, 1 << node, layout))
    return contradictions(followed, grid)
