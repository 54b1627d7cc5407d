"""Random puzzles, changed clue by clue until they fit a wish.

For some strategies a box is prepared, so that some digits are confined to few of its cells. A
hidden quad finds something that no naked subset finds only if nine cells of a house are open: with
eight, the other four are a naked quad. In a random puzzle such a house hardly ever hides four
digits. So we prepare one. A row and a column cross in a box; the four cells outside them hold four
digits in the solution. These cannot be in the box's part of the row or column, so both have them
elsewhere: as clues there, eight in all, they keep the four digits out of the five cells of the box
that are on the two lines. The box itself stays empty::

    5 7 | . . . | 2 1    5 7 and 1 2 are clues of the row and of the column,
    ----+-------+----    so * hold 1 2 5 7, and what the other clues allow
        | . * * |
        | . * * |

With a clue in one of the five cells the other four are a naked quad. For a hidden triple one of the
four cells holds a clue.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.randomness import chosen, shuffled
from sudoku_engine.search import full_board, solutions
from sudoku_plugins.generators.removal import Removal
from sudoku_plugins.generators.wishes import Wish


class _Shape(NamedTuple):
    """How a box confines digits for a strategy."""

    size: int
    """The number of confined digits."""
    is_naked: bool
    """Whether the number of other open cells is the same."""


_SHAPES = {
    "hidden_triple": _Shape(3, is_naked=False),
    "naked_quad": _Shape(4, is_naked=True),
    "hidden_quad": _Shape(4, is_naked=False),
}
"""The strategies that find too few steps in random puzzles, by their ids."""


class Confined(NamedTuple):
    """A prepared box; cells are masks."""

    empty: int
    """The cells of the box that must be open."""
    clues: int
    """The clues that confine digits in the box."""


NOTHING = Confined(0, 0)
"""A box without confined digits."""


def can_confine(name: str | None, n: int) -> bool:
    """Return whether boxes of boards with `n` rows are prepared for the strategy `name`."""
    if name not in _SHAPES:
        return False
    size, is_naked = _SHAPES[name]
    # On larger boards a box prepared for a naked subset would be full of clues.
    return n == 2 * size + 1 if is_naked else n > 2 * size


def confined(rng: random.Random, solution: Grid, name: str) -> Confined:
    """Return a box of `solution` prepared for the strategy with the id `name`."""
    layout = solution.layout
    size, is_naked = _SHAPES[name]
    box = chosen(rng, layout.houses_of_kinds(("box",))).mask
    lines = [line for line in layout.houses if line.mask != box and line.mask & box]
    inside, crossed = box, 0
    for line in shuffled(rng, lines):
        if (inside & ~line.mask).bit_count() >= size:
            inside &= ~line.mask
            crossed |= line.mask
    cells = shuffled(rng, bits(inside))
    digits = {solution.digits[cell] for cell in cells[:size]}
    spare = cells[size:]
    if is_naked:
        spare += shuffled(rng, bits(box & ~inside))[size:]
    within = sum(1 << cell for cell in spare)
    around = [cell for cell in bits(crossed & ~box) if solution.digits[cell] in digits]
    return Confined(box & ~within, within | sum(1 << cell for cell in around))


class Start(NamedTuple):
    """A puzzle to begin with."""

    board: Grid
    n_gone: int
    """How many of its clues go."""


class Draft:
    """A random puzzle with one solution, to be changed until it fits a wish."""

    def __init__(
        self,
        rng: random.Random,
        wish: Wish,
        places: Sequence[int],
        has_empty_house: bool,
        start: Start | None = None,
        takes_clues_back: bool = False,
    ) -> None:
        """Begin with clues in some of the `places`, as few as possible unless the wish has more.

        For some strategies a box is prepared (see `confined`). For others, `has_empty_house`
        means that the clues of some house go first: they may find steps only there. The board of
        a `start` is transformed, and most of its clues stay at first. With
        `takes_clues_back` a puzzle of a level becomes as easy as that.
        """
        self._takes_clues_back = takes_clues_back or bool(wish.only)
        self.wish = wish
        self.helped = 0
        self._rng = rng
        self._places = places
        layout = wish.layout
        self._stays = 0
        is_free = not wish.needs and not wish.only
        at_least = wish.clues or 0 if is_free else 0
        solution = full_board(rng, layout)
        if start is not None and (full := next(solutions(start.board), None)):
            from sudoku_engine import Transformation  # a plugin brings it

            moved = Transformation.random(rng, layout)
            solution = moved.grid(full)
            given = shuffled(rng, bits(moved.mask(start.board.given)))
            self._stays = mask_of(given[start.n_gone :])
        self.removal = Removal(solution, layout.all_cells, at_least)
        self._confined = NOTHING
        order = shuffled(rng, places)
        if self._stays:
            order = [orbit for orbit in order if not orbit & self._stays]
        elif wish.needs and can_confine(wish.needs, layout.n):
            self._confined = confined(rng, self.removal.solution, wish.needs)
            order.sort(key=lambda orbit: not orbit & self._confined.empty)
        elif has_empty_house:
            house = chosen(rng, layout.houses)
            order.sort(key=lambda orbit: not orbit & house.mask)
        self.removal.take(orbit for orbit in order if not orbit & self._confined.clues)

    def fits(self) -> bool:
        """Change the puzzle, and return whether it fits the wish, apart from its level."""
        wish = self.wish
        if wish.needs:
            fits = self._comes_to_need()
            if fits and self._stays and wish.clues is None:
                self._spare_clues()
            return fits
        if self._takes_clues_back:
            return self._comes_to_an_end()
        return wish.clues in (None, self.removal.count)

    def _comes_to_an_end(self) -> bool:
        """Add clues until the strategies of the wish solve it; return whether they do."""
        wish, removal, enough = self.wish, self.removal, self.wish.enough
        stuck = wish.rater.after(removal.puzzle, enough)
        # First as it is, then after each further clue.
        for orbit in (0, *shuffled(self._rng, self._places)):
            if added := orbit & ~removal.kept:
                stuck = wish.rater.after(self._with(stuck, added), enough)
                removal.kept |= orbit
            if wish.clues is None and stuck.is_solved:
                return True
            if wish.clues is not None and removal.count >= wish.clues:
                return removal.count == wish.clues and stuck.is_solved
        return False

    def _comes_to_need(self) -> bool:
        """Add clues until the strategy of the wish is needed and enough; return whether it is.

        Clues with which the simpler strategies solve the puzzle are left out. As soon as the
        needed one finds a step where they are stuck, clues that prevent this are left out too.
        """
        wish, removal = self.wish, self.removal
        reach = self._reach(removal.puzzle)
        if reach is None:
            return False
        # First as it is, then after each further clue.
        for orbit in (0, *shuffled(self._rng, self._places)):
            if orbit:
                added = orbit & (reach.end if wish.clues is None else reach.stuck).boards[0]
                further = self._reach(self._with(reach.stuck, added)) if added else None
                if further is None or (reach.helps and not further.helps):
                    continue
                reach = further
                removal.kept |= orbit
            if wish.clues is None and reach.end.is_solved:
                return True
            if wish.clues is not None and removal.count >= wish.clues:
                return removal.count == wish.clues and reach.end.is_solved
        return False

    def _spare_clues(self) -> None:
        """Remove clues, in random order, as long as the puzzle still fits."""
        removal = self.removal
        for orbit in shuffled(self._rng, self._places):
            if gone := orbit & removal.kept:
                removal.take([gone])
                if not removal.kept & gone and not self.wish.is_met(removal.puzzle):
                    removal.kept |= gone

    def _with(self, board: Grid, cells: int) -> Grid:
        """Return `board` with the digits of the solution as givens in the open ones of `cells`."""
        digits = self.removal.solution.digits
        cells &= board.boards[0]
        more = board.apply(Step([Candidate(cell, digits[cell]) for cell in bits(cells)]))
        given = board.given | cells
        return Grid(board.layout, more.digits, masks=more.masks, given=given, marks=board.marks)

    def _reach(self, board: Grid) -> _Reach | None:
        """Return how far strategies come on `board`; None if the needed one cannot be of use.

        That is the case if the simpler strategies solve the board, or fill a cell of the
        prepared box.
        """
        wish = self.wish
        stuck = wish.rater.after(board, wish.simpler)
        if stuck.is_solved or self._confined.empty & ~stuck.boards[0]:
            return None
        after = wish.rater.after(stuck, wish.needed)
        if after.boards == stuck.boards:
            return _Reach(stuck, stuck)
        self.helped = 1
        return _Reach(stuck, wish.rater.after(after, wish.simpler + wish.needed))


class _Reach(NamedTuple):
    """The boards at which strategies end."""

    stuck: Grid
    """The board where the simpler strategies are stuck."""
    end: Grid
    """The board where all are stuck, with the needed one; `stuck` if that finds no step."""

    @property
    def helps(self) -> bool:
        """Whether the needed strategy finds a step where the simpler ones are stuck."""
        return self.end is not self.stuck
