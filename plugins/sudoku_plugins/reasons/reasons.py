"""Whether a step follows from the reasons that it names, and why a digit does not fit in a cell.

A step names candidates, houses and links as its reasons. They mean:

* a cell whose candidates are all named has only these candidates,
* a named house has the named digits only where the board's candidates have them, unless its role is
  ``cover``: the cover of a fish is only known to be a house,
* a named clue holds, and its cells have the named digits only where the board's candidates have
  them.

Everything else is forgotten, except the rules of all houses. So a step that needs a clue must name
it; for a step that names no clue, those by which its candidates exclude each other are found
(`board.variants`). If some full board agrees with all this and still contradicts the conclusion,
the reasons do not prove the step. It may still be true, for other reasons.

A kind reader sees more (`seen_by`): if all places of a digit in a house are named, the house has
the digit only there, even if it is not named itself. The candidates of links and placements count
as named, too. So a chain needs no houses, and a hidden single needs no reason besides itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from sudoku_engine import Candidate, Grid, House, Layout, Step, search
from sudoku_engine.board.clue import Clue
from sudoku_engine.board.masks import bits, digits_of, mask_of, union
from sudoku_engine.board.say import tell, tell_name
from sudoku_engine.board.step import COVER
from sudoku_engine.board.variants import name_clues

BUDGET = 20_000
"""The number of search nodes after which the existence of a counter-board stays unknown."""


class Facts(NamedTuple):
    """The statements of a step about its board."""

    named: Mapping[int, int]
    """By cell, the mask of its named digits."""

    places: Sequence[tuple[House, int]]
    """Houses, each with the mask of the digits that it has only where the board has candidates."""

    in_clues: tuple[Sequence[int], int] = ((), 0)
    """The cells of clues, and the mask of the digits that they have only where the board has them.
    """


def said_by(step: Step) -> Facts:
    """Return the facts that `step` states about its board."""
    named = _by_cell(step.grounds)
    digits = union([*named.values(), *(1 << digit - 1 for _, digit in step.placements)])
    places = [(house, digits) for house in confining_houses(step)]
    return Facts(named, places, (_cells_of_clues(step), digits))


def seen_by(step: Step, grid: Grid) -> Facts:
    """Return the facts that a kind reader sees in `step` on `grid`."""
    links = chain.from_iterable((*start, *end) for start, end, _ in step.all_links)
    named = _by_cell((*step.grounds, *links, *step.placements))
    digits = union(named.values()) or union(1 << digit - 1 for _, digit in step.eliminations)
    confining = confining_houses(step)
    houses = (house for house in grid.layout.houses if not named.keys().isdisjoint(house.cells))
    evident = ((house, _with_all_places(named, grid, house)) for house in houses)
    places = [*((house, digits) for house in confining), *(one for one in evident if one[1])]
    return Facts(named, places, (_cells_of_clues(step), digits))


def _cells_of_clues(step: Step) -> list[int]:
    return [cell for clue in step.clues for cell in clue.cells]


def _layout_known(step: Step, layout: Layout) -> Layout:
    """Return `layout` with the clues that `step` needs or names, and the houses of other clues."""
    if not layout.clues:
        return layout
    used = name_clues(step, layout).clues
    known = [clue if clue in used else _as_houses(clue, layout) for clue in layout.clues]
    return layout.keeping(()).with_clues(clue for clue in known if clue.parts)


def _as_houses(clue: Clue, layout: Layout) -> Clue:
    """Return `clue` with only the demand that some cells are a house."""
    parts = [part for part in clue.parts if mask_of(part.cells) in layout.house_with_mask]
    return replace(clue, parts=tuple(part._replace(fillings=None) for part in parts))


def _with_all_places(named: Mapping[int, int], grid: Grid, house: House) -> int:
    """Return the mask of the digits whose places in `house` are all `named`."""
    inside = outside = 0
    for cell in house.cells:
        here = named.get(cell, 0)
        inside |= here
        outside |= _held(grid, cell) & ~here
    return inside & ~outside


def counter_board(
    grid: Grid,
    step: Step,
    budget: int | search.Budget = BUDGET,
    facts: Facts | None = None,
    *,
    has_one_solution: bool = False,
) -> Grid | None:
    """Return a full board on which all reasons of `step` hold and its conclusion is false.

    The result is None if there is none: the step follows from its reasons. `facts`: its reasons, by
    default its own statements. `has_one_solution`: accept only a board that is the one solution of
    some puzzle without the cells that the step names. Raises GaveUp if `budget` search nodes are
    not enough.
    """
    facts = said_by(step) if facts is None else facts
    masks = _known(grid, facts)
    layout = _layout_known(step, grid.layout)
    choices = _choices(facts, masks)
    blank = _blank_cells(grid, step, facts) if has_one_solution else []
    nodes = search.Budget.of(budget)
    for cell, denied in _denials(step):
        if masks[cell] & denied:
            board = [mask & denied if i == cell else mask for i, mask in enumerate(masks)]
            start = Grid(layout, [0] * len(board), masks=board)
            if len(digits_of[board[cell]]) == 1:
                start = start.apply(Step(placements=[Candidate(cell, *digits_of[board[cell]])]))
            whole = [[Candidate(at, digit) for digit in digits_of[board[at]]] for at in blank]
            for rest in _boards_with_reasons(start, [*choices, *whole], nodes):
                full = next(search.solutions(rest, nodes), None)
                if full is not None and not (blank and _has_other(full, blank, nodes)):
                    return full
    return None


def _by_cell(candidates: Iterable[Candidate]) -> dict[int, int]:
    named: dict[int, int] = {}
    for cell, digit in candidates:
        named[cell] = named.get(cell, 0) | 1 << digit - 1
    return named


def confining_houses(step: Step) -> list[House]:
    """Return the houses that have the digits of `step` only in some places: of a fish, its base."""
    if not step.house_roles:
        return list(step.houses)
    return [house for role, group in step.house_roles.items() if role != COVER for house in group]


def _blank_cells(grid: Grid, step: Step, facts: Facts) -> list[int]:
    """Return the cells of `step` that are not givens.

    A puzzle may give all other cells, since the step says nothing about them. One filling of these
    cells can be exchanged for another whatever the other cells hold, so one board for each filling
    is enough.
    """
    changed = (cell for cell, _ in (*step.placements, *step.eliminations))
    return [cell for cell in dict.fromkeys((*facts.named, *changed)) if not grid.is_given(cell)]


def _has_other(full: Grid, blank: Iterable[int], nodes: search.Budget) -> bool:
    digits = list(full.digits)
    for cell in blank:
        digits[cell] = 0
    return search.count(Grid(full.layout, digits), 2, nodes) == 2


def _held(grid: Grid, cell: int) -> int:
    """Return the mask of the digits that `cell` holds or can hold."""
    digit = grid.digits[cell]
    return 1 << digit - 1 if digit else grid.masks[cell]


def _known(grid: Grid, facts: Facts) -> list[int]:
    """Return, by cell, the mask of the digits that the `facts` allow."""
    masks = [grid.layout.all_digits] * len(grid.masks)
    for cell, in_cell in facts.named.items():
        if not _held(grid, cell) & ~in_cell:
            masks[cell] = _held(grid, cell)
    for house, digits in facts.places:
        for cell in house.cells:
            masks[cell] &= _held(grid, cell) | ~digits
    cells, digits = facts.in_clues
    for cell in cells:
        masks[cell] &= _held(grid, cell) | ~digits
    return masks


def _denials(step: Step) -> list[tuple[int, int]]:
    """Return a cell and a mask for each conclusion of `step`; a digit in the mask refutes it."""
    return [
        *((cell, 1 << digit - 1) for cell, digit in step.eliminations),
        *((cell, ~(1 << digit - 1)) for cell, digit in step.placements),
    ]


Choice = Sequence[Candidate]
"""Candidates of which one must be true."""


def _choices(facts: Facts, masks: Sequence[int]) -> list[Choice]:
    """Return the consequences of the facts: a digit for a cell, a place for a digit."""
    in_cells = [
        [Candidate(cell, digit) for digit in digits_of[in_cell]]
        for cell, in_cell in facts.named.items()
        if not masks[cell] & ~in_cell
    ]
    in_houses = [
        [Candidate(cell, digit) for cell in house.cells]
        for house, digits in facts.places
        for digit in digits_of[digits]
    ]
    return [*in_cells, *in_houses]


def _boards_with_reasons(
    start: Grid, choices: Sequence[Choice], nodes: search.Budget
) -> Iterator[Grid]:
    """Yield each way to make all `choices` on the board `start`.

    The few things that the reasons mention come first: a search of the whole board would get lost
    in cells about which nothing is known.
    """
    stack = [start]
    failed = [1] * len(choices)
    """The number of times that a choice was impossible: the search tries such choices early."""
    while stack:
        nodes.spend()
        grid = stack.pop()
        if grid.layout.parts:
            settled = _settled(grid)
            if settled is None:
                continue
            grid = settled
        digits, masks = grid.digits, grid.masks
        left = {
            number: [each for each in choice if masks[each.cell] >> each.digit - 1 & 1]
            for number, choice in enumerate(choices)
            if not any(digits[cell] == digit for cell, digit in choice)
        }
        forced = {group[0] for group in left.values() if len(group) == 1}
        if not left:
            yield grid
        elif not all(left.values()):
            for number, group in left.items():
                failed[number] += not group
        elif forced:  # not real choices: make them together
            after = grid.apply(Step(placements=sorted(forced)))
            is_whole = all(after.digits[cell] == digit for cell, digit in forced)
            if is_whole and after.repetition() is None:
                stack.append(after)
        else:
            number = min(left, key=lambda number: len(left[number]) / failed[number])
            stack += [grid.apply(Step(placements=[each])) for each in left[number]]


def _settled(grid: Grid) -> Grid | None:
    """Return `grid` without digits that its clues exclude; None for a contradiction."""
    packed = search.settled(grid)
    if not packed:
        return None
    n_cells = len(grid.masks)
    masks = [0] * n_cells
    for position in bits(packed):
        masks[position % n_cells] |= 1 << position // n_cells
    digits = [mask.bit_length() if not mask & mask - 1 else 0 for mask in masks]
    return Grid(grid.layout, digits, masks=masks)


def clash(grid: Grid, cell: int, digit: int) -> str | None:
    """Return the reason why `digit` does not fit in `cell`; None if it fits.

    >>> clash(Grid.parse("3... .... .... ...."), 1, 3)
    '3 is already in row 1 and box 1: r1c1'
    """
    return in_house(grid, cell, digit) or _against_clue(grid, cell, digit)


def in_house(grid: Grid, cell: int, digit: int) -> str | None:
    """Return the houses of `cell` that have `digit` already, in words; None if none has."""
    peers = grid.layout.peer_masks[cell] & grid.placed_boards()[digit]
    houses = [house for house in grid.layout.houses_of(cell) if house.mask & peers]
    if not houses:
        return None
    cells = grid.layout.cells_in(peers)
    return tell("{digit} is already in {houses}: {cells}", digit=digit, houses=houses, cells=cells)


def _against_clue(grid: Grid, cell: int, digit: int) -> str | None:
    digits = [*grid.digits[:cell], digit, *grid.digits[cell + 1 :]]
    for clue, cells in broken(grid.layout, digits):
        if cell in cells:
            others = [grid.layout.cells[each] for each in cells if digits[each] and each != cell]
            return tell(
                "{digit} in {cell} breaks the clue {clue} together with {others}"
                if others and not clue.cells
                else "{digit} in {cell} breaks the clue {clue}",
                digit=digit,
                cell=grid.layout.cells[cell],
                clue=tell_name(str(clue)),
                others=others,
            )
    return None


def broken(layout: Layout, digits: Sequence[int]) -> Iterator[tuple[Clue, tuple[int, ...]]]:
    """Yield the clues that `digits` break, 0 for none, each with the cells where they do."""
    masks = [1 << digit - 1 if digit else layout.all_digits for digit in digits]
    for clue in layout.clues:
        for part in clue.parts:
            if not part.allows(tuple([masks[cell] for cell in part.cells])):
                yield clue, part.cells
