"""Clues of variants: what one clue rules out, where it needs a digit, and what sums leave over.

These techniques know no rules. A clue says which digits its cells may hold together, its
*fillings*, and everything follows from them: so they work for cages, thermometers, dots, and for
the rules of plugins alike. On boards without clues they find nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import and_
from typing import TYPE_CHECKING

from sudoku_engine import Candidate, Grid, House, Layout, Step, listed, names
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.exclusion import excluding
from sudoku_engine.board.masks import bits, digits_of, mask_of
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.board_facts import first_of_each_effect, lost
from sudoku_plugins.strategies.analysis.links import candidates
from sudoku_plugins.strategies.families import clue_strategy

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue, Part
    from sudoku_engine.board.sums import Balance, Equation


CLUE_EXAMPLE = """
clues: killer cage 14 r2c3,r2c4,r3c3,r4c3; killer cage 19 r4c5,r4c6,r5c5,r6c5
clues: killer cage 20 r6c1,r6c2,r7c1,r8c1; killer cage 9 r7c4,r8c4; killer cage 5 r2c6,r3c6
clues: killer cage 12 r7c5,r8c5,r8c6
clues: killer cage 14 r1c6,r1c7,r2c7; killer cage 15 r4c9,r5c9; killer cage 15 r2c8,r3c8,r3c9
clues: killer cage 14 r7c2,r7c3,r8c2; killer cage 9 r7c8,r8c8; killer cage 24 r1c1,r1c2,r2c2,r3c2
6.....3.....1.3.....5..2......34...77.3.........2......5.......8.......4.........
"""
"""15 in r4c9 and r5c9: 6 and 9, or 7 and 8."""


@clue_strategy("Clue", score=60, level="medium", example=CLUE_EXAMPLE)
def clue(grid: Grid) -> Iterator[Step]:
    """Eliminate the candidates that one clue alone rules out.

    Look at the cells of one clue and forget the rest of the board. Which digits can they hold
    together? A digit that is in none of these fillings can go::

        killer cage 15 in r1c1, r1c2 and r1c3     with 3 in r1c2 the others need 12:
        r1c1: 1, 2 or 4                           r1c3 would have to be 8 or more
        r1c2: 3, 8 or 9                           so r1c2 is not 3
        r1c3: 2, 4 or 5

    Ask of each candidate: if it is true, what is left for the other cells of the clue? Begin with
    clues that leave few choices: the smallest and the largest sums of a cage, both ends of a
    thermometer, the middle of a whisper, a dot beside a digit that is placed. Clues with few open
    cells come first. Such tables of sums are described at
    https://en.wikipedia.org/wiki/Killer_sudoku.
    """
    found = []
    for number, (owner, part) in enumerate(parts_of(grid.layout)):
        held = held_by(grid, part.cells)
        left = part.fillings.supported(held) if part.fillings else ()
        if left and left != held:
            n_open = sum(grid.boards[0] >> cell & 1 for cell in part.cells)
            found.append((n_open, number, owner, part, left))
    for n_open, _, owner, part, left in sorted(found, key=lambda each: each[:2]):
        yield _clue_step(grid, owner, part, left, n_open)


def parts_of(layout: Layout) -> Sequence[tuple[Clue, Part]]:
    """Return what the clues demand of several cells, each with its clue."""
    return _listed_parts(layout) if layout.parts else ()


@per_layout
def _listed_parts(layout: Layout) -> Sequence[tuple[Clue, Part]]:
    return [
        (owner, part)
        for owner in layout.clues
        for part in owner.parts
        if part.fillings and len(part.cells) > 1
    ]


def held_by(grid: Grid, cells: Sequence[int]) -> tuple[int, ...]:
    """Return by cell the mask of the digit that it holds, or of those that it can hold."""
    digits, masks = grid.digits, grid.masks
    return tuple([1 << digits[cell] - 1 if digits[cell] else masks[cell] for cell in cells])


def because_of(grid: Grid, cells: Sequence[int]) -> list[Candidate]:
    """Return all that `cells` hold or can hold."""
    return [
        Candidate(grid.layout.cells[cell], digit)
        for cell, held in zip(cells, held_by(grid, cells))
        for digit in sorted(digits_of[held])
    ]


MOST_TOLD = 2
"""As many eliminations are explained."""


def _clue_step(grid: Grid, owner: Clue, part: Part, left: Sequence[int], n_open: int) -> Step:
    cells = [grid.layout.cells[cell] for cell in part.cells]
    eliminations = [
        Candidate(cell, digit)
        for cell, kept in zip(cells, left)
        for digit in sorted(digits_of[grid.masks[cell] & ~kept])
    ]
    why = [_blocked(grid, part, each) for each in eliminations[:MOST_TOLD]]
    more = ", and so on" if len(eliminations) > MOST_TOLD else ""
    return Step(
        eliminations=eliminations,
        because=because_of(grid, part.cells),
        pattern=str(owner),
        reason=f"{owner}: {', '.join(why)}{more}; so {lost(eliminations)}",
        clues=[owner],
        difficulty=n_open,
    )


def _blocked(grid: Grid, part: Part, gone: Candidate) -> str:
    """Return which cell would have nothing left beside the candidate `gone`, in words."""
    assert part.fillings is not None
    place = part.cells.index(gone.cell)
    supposed = [-1] * len(part.cells)
    supposed[place] = 1 << gone.digit - 1
    told = f"with {symbol(gone.digit)} in {gone.cell}"
    for other, held in enumerate(held_by(grid, part.cells)):
        alone = *supposed[:other], held, *supposed[other + 1 :]
        if other != place and not part.fillings.supported(alone):
            return f"{told} nothing is left for {grid.layout.cells[part.cells[other]]}"
    return f"{told} the other cells cannot be filled"


POINTING_EXAMPLE = """
clues: anti-knight
.................7....5......9..............5..............3...2...6...4......7..
"""
"""7 in column 8: r5c8 or r6c8."""


@clue_strategy("Clue Pointing", score=70, level="medium", example=POINTING_EXAMPLE)
def clue_pointing(grid: Grid) -> Iterator[Step]:
    """Eliminate what all places of a digit exclude, if a clue or a house needs the digit there.

    Suppose that a cage cannot do without a 9, and that only two of its cells can hold it. One of
    the two does. So a cell outside that sees both of them cannot be 9::

        killer cage 17 r2c3,r3c3     8 and 9: the cage needs a 9
        9 in r1c3                    it sees both cells, so it is false

    The same is true of a digit in a house, where clues let a cell see more than its houses, as an
    anti-knight does: if a cell outside excludes all places that the digit has left in a house, it
    cannot stay. What such cells lose need not be the same digit: if one of two cells is 4, what
    lies on white dots with both of them is 3 or 5.

    Of houses alone that is locked candidates.
    """
    layout = grid.layout
    if layout.groups or layout.links or layout.parts:
        yield from first_of_each_effect(_pointings(grid))


def _pointings(grid: Grid) -> Iterator[Step]:
    layout, placed = grid.layout, grid.placed_boards()
    n_cells = len(layout.cells)
    everything = sum(board << index * n_cells for index, board in enumerate(grid.boards[1:]))
    for owner, part in parts_of(layout):
        assert part.fillings is not None
        cells = mask_of(part.cells)
        if cells & grid.boards[0]:
            for digit in sorted(digits_of[part.fillings.needed(held_by(grid, part.cells))]):
                if not placed[digit] & cells:
                    places = grid.boards[digit] & cells
                    yield from _pointing(grid, digit, places, everything, owner, part.cells)
    for house in layout.houses:
        for digit in grid.open_digits:
            if not placed[digit] & house.mask:
                places = grid.boards[digit] & house.mask
                yield from _pointing(grid, digit, places, everything, house)


def _pointing(
    grid: Grid,
    digit: int,
    places: int,
    everything: int,
    owner: Clue | House,
    asked: Sequence[int] = (),
) -> Iterator[Step]:
    """Yield the step of the `places` of a digit of which one is true, if it is one.

    `asked`: the cells of which a clue says so.
    """
    layout = grid.layout
    offset = len(layout.cells) * (digit - 1)
    if not places & places - 1:
        return
    seen = reduce(and_, [layout.weak_links[offset + cell] for cell in bits(places)]) & everything
    if not seen:
        return
    cells = layout.cells_in(places)
    named = [Candidate(cell, digit) for cell in cells]
    if isinstance(owner, House):  # all other houses lose it by locked candidates
        for house in layout.houses_with(cells):
            seen &= ~(house.mask << offset)
    eliminations = candidates(seen, layout)
    if eliminations:
        number = symbol(digit)
        step = Step(
            eliminations=eliminations,
            reason=f"{owner} needs {number} and has it in {listed(cells, 'or')}; whichever it is, "
            f"{lost(eliminations)}",
        )
        if isinstance(owner, House):
            clues = excluding(product(named, eliminations), layout)
            yield step.replace(because=named, houses=[owner], clues=clues)
        else:
            clues = excluding(product(named, eliminations), layout, [owner])
            because = because_of(grid, asked)
            pattern = f"{owner}: {number} in {names(cells)}"
            yield step.replace(because=because, clues=clues, pattern=pattern)


MOST_OPEN = 3
"""The open cells whose digits are tried together."""


INNIES_EXAMPLE = f"""
clues: killer cage 20 r1c1234; killer cage 20 r1c5678
{"." * 81}
"""
"""Both cages of row 1 hold 40, so r1c9 is 5."""


@clue_strategy("Innies and Outies", score=90, level="medium", example=INNIES_EXAMPLE)
def innies_outies(grid: Grid) -> Iterator[Step]:
    """Compare the sum of a house, or of some, with the cages in it: the rule of 45.

    The digits 1 to 9 add up to 45, so every row, column and box does, and two rows hold 90. Add up
    the cages that lie in them. What is missing is the sum of the cells left over, the *innies*::

        20 20 20 | 20  20 20 | 20 20  *     two cages of 20 in row 1 hold 40,
                                            so the * beside them is 5

    If a cage sticks out, add it as well: what is too much is the sum of the cells outside, the
    *outies*. With some of each, the difference is known: try which digits of these cells have it.
    At most three of them may be open. Any clue with a fixed sum is a cage here: an X is one of 10,
    a little killer one of its own sum. Up to four lines side by side are taken together. Described
    at https://en.wikipedia.org/wiki/Killer_sudoku.
    """
    if grid.layout.parts:
        from sudoku_engine.board.sums import balances  # only boards with clues need it

        yield from first_of_each_effect(
            step
            for balance in balances(grid.layout)
            if (step := _balance_step(grid, balance)) is not None
        )


def _balance_step(grid: Grid, balance: Balance) -> Step | None:
    """Return the step by which cells lose the digits that break `balance`, if they do."""
    equation = balance.equation
    n_open = sum(not grid.digits[cell] for cell in equation.cells)
    if n_open > MOST_OPEN:
        return None
    held = held_by(grid, equation.cells)
    left = equation.supported(held)
    if not left or left == held:
        return None
    eliminations = [
        Candidate(cell, digit)
        for cell, before, after in zip(equation.cells, held, left)
        for digit in sorted(digits_of[before ^ after])
    ]
    adds = "adds" if len(equation.houses) == 1 else "add"
    return Step(
        eliminations=eliminations,
        because=because_of(grid, [*balance.innies, *balance.outies]),
        houses=equation.houses,
        clues=clues_of(equation, grid.layout),
        pattern=f"{', '.join(map(str, equation.houses))}: {_told(balance)}",
        reason=f"{listed(equation.houses)} {adds} up to {balance.inside}, the cages there to "
        f"{balance.cages}; so {_told(balance)}, and {lost(eliminations)}",
        difficulty=n_open + len(equation.houses),
    )


def clues_of(equation: Equation, layout: Layout) -> list[Clue]:
    """Return the clues from which `equation` follows, and those by which its cells differ."""
    return excluding(
        (
            (Candidate(layout.cells[one], 1), Candidate(layout.cells[other], 1))
            for block in equation.blocks
            for one, other in combinations(block, 2)
        ),
        layout,
        equation.clues,
    )


def _told(balance: Balance) -> str:
    """Return the sum of the innies or outies, or the difference of both, in words."""
    inner, outer = names(balance.innies), names(balance.outies)
    difference = balance.inside - balance.cages
    if balance.size == 1:
        return f"{inner or outer} is {abs(difference)}"
    if not (inner and outer):
        return f"the sum of {inner or outer} is {abs(difference)}"
    if difference == 0:
        return f"{inner} and {outer} have the same sum"
    more, less = (inner, outer) if difference > 0 else (outer, inner)
    return f"the sum of {more} is {abs(difference)} more than that of {less}"
