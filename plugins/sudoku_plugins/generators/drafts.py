"""Wishes for a puzzle, and random puzzles that are changed clue by clue until they fit one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from sudoku_engine import Candidate, Grid, Layout, Step, listed
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.errors import SudokuError, UsageError
from sudoku_engine.randomness import chosen, shuffled
from sudoku_engine.search import full_board, solutions
from sudoku_plugins.generators.known_puzzles import known_puzzles
from sudoku_plugins.generators.removal import Removal

if TYPE_CHECKING:
    from sudoku_engine.plugins.component import Component
    from sudoku_plugins.ratings.rating import Rater

Level = Literal["easy", "medium", "hard", "unfair", "extreme"]

_BY_STEPS = ("unfair", "extreme")
"""The levels that a puzzle gets for a step of this level; for its score only on large boards."""


COVERED: Mapping[str, Sequence[str]] = {
    "squirmbag": ("x_wing", "swordfish", "jellyfish"),
    "whale": ("x_wing", "swordfish"),
    "leviathan": ("x_wing",),
    "franken_x_wing": ("grouped_nice_loop",),
    "finned_franken_x_wing": ("grouped_nice_loop",),
    "franken_swordfish": ("grouped_nice_loop", "als_chain"),
    "wxyz_wing": ("als_xz",),
    "aligned_pair_exclusion": ("als_xz", "als_xy_wing"),
}
"""By technique, others that find something first, on plain boards of up to nine rows.

What a large fish leaves of a digit's open rows is a small fish. A Franken X-wing is a loop of four
groups, its fins in one of them. A WXYZ-wing is two almost locked sets with a restricted common, in
each of the ways in which four cells can lie. For a Franken swordfish and an aligned pair exclusion
it is only known that a search among thousands of puzzles found none.
"""


@dataclass(frozen=True)
class Wish:
    """A request for a puzzle; see `Graded.generate` for the fields."""

    layout: Layout
    rater: Rater
    level: Level | None
    needs: str | None
    only: Sequence[str]
    clues: int | None

    def check(self) -> None:
        """Raise UsageError if no puzzle can fit."""
        for name in filter(None, [self.needs, *self.only]):
            if not self.rater.strategy(name).suits(self.layout.n):
                raise UsageError(f"{name} is not for {self.layout} boards")
        self._check_that_it_has_a_turn()
        if self.needs and self.only and self.needs not in self.only:
            raise UsageError(
                f"a puzzle that needs {self.needs} cannot be solved with only "
                f"{', '.join(self.only)}: name it there too"
            )
        if self.needs and self.level:
            hardness = self.rater.strategy(self.needs).level
            if LEVELS.index(hardness) > LEVELS.index(self.level):
                raise UsageError(
                    f"a puzzle that needs {self.needs} is {hardness} at least, not {self.level}"
                )
        is_by_steps = self.level in _BY_STEPS and self.layout.n <= 9
        if is_by_steps and self.level not in self._levels():
            has = "with which it is made has" if self.needs or self.only else "that takes part has"
            raise UsageError(
                f"no strategy {has} the level {self.level}, so no puzzle gets it: "
                f"{listed(self._levels(), 'or')} can be had"
            )
        if self.clues == len(self.layout.cells):
            raise UsageError(f"with {self.clues} clues no cell is open: request fewer")
        if self.only and not self._fills_last_cell():
            raise UsageError(
                f"{listed(self.only)} alone cannot fill even the last open cell of a board: "
                "name a strategy that places digits too"
            )

    def _check_that_it_has_a_turn(self) -> None:
        """Raise UsageError if the needed strategy never finds a step that simpler ones do not."""
        if self.needs is None:
            return
        is_of_clues = self.rater.strategy(self.needs).family == "clues"
        if is_of_clues and self.layout.has_only_houses:
            found = Grid.parse(self.rater.strategy(self.needs).example or "." * 81)
            rules = dict.fromkeys(clue.rule for clue in found.layout.clues) or ["killer_cage"]
            how = " ".join(f"--rule {rule}" for rule in rules)
            raise UsageError(
                f"{self.needs} finds nothing on {self.layout} boards: lay clues with {how}"
            )
        before = {strategy.id for strategy in self.rater.before(self.needs)}
        first = COVERED.get(self.needs, ())
        is_usual = self.layout.is_plain and not self.layout.is_latin and self.layout.n <= 9
        if first and before.issuperset(first) and is_usual:
            raise UsageError(
                f"no puzzle is known that needs {self.needs}: {listed(first, 'or')} finds "
                f"something first; leave such strategies out of the configuration, as `strategies: "
                f"[basic, {self.needs}]` does, or take boards from `sudoku-engine practise "
                f"{self.needs}`"
            )

    def _levels(self) -> list[str]:
        """Return the levels of the strategies that may take part, the easiest first."""
        strategies = [*self.simpler, *self.needed] if self.needs or self.only else ()
        suiting = {
            strategy.level
            for strategy in strategies or self.rater.strategies
            if strategy.suits(self.layout.n)
        }
        return [level for level in LEVELS if level in suiting]

    def _fills_last_cell(self) -> bool:
        digits = list(full_board(random.Random("any"), self.layout).digits)
        digits[0] = 0
        allowed = tuple(self.rater.strategy(name) for name in self.only)
        return self.rater.solves(Grid(self.layout, digits), allowed)

    def starts(self, rng: random.Random) -> list[Grid]:
        """Return puzzles to begin with for the needed strategy, in random order.

        They are known puzzles that need it, and its example if that does. If there are none, they
        are those in which it has a turn, or all: some are stuck where it may find a step.
        """
        if self.needs is None:
            return []
        strategy, known = self.rater.strategy(self.needs), known_puzzles()
        turns = {each.id for each in (*self.rater.before(self.needs), strategy)}
        own = [line for line, ids in known.items() if self.needs in ids]
        needing = [*self._boards(line for line in own if turns.issuperset(known[line]))]
        needing += filter(self.is_met, self._boards([strategy.example or ""]))
        return shuffled(rng, needing or [*self._boards(own or known)])

    def _boards(self, texts: Iterable[str]) -> Iterator[Grid]:
        """Yield the givens of the boards among `texts` that have our layout."""
        for text in texts:
            with suppress(SudokuError):  # there is none, or it has another layout
                grid = Grid.parse(text, self.layout)
                if grid.layout is self.layout:
                    given = [d if grid.is_given(cell) else 0 for cell, d in enumerate(grid.digits)]
                    yield Grid(grid.layout, given)

    @property
    def simpler(self) -> tuple[Component, ...]:
        """The allowed strategies that must be stuck without the needed one."""
        before = self.rater.before(self.needs) if self.needs else self.rater.strategies
        return tuple(
            component for component in before if not self.only or component.id in self.only
        )

    @property
    def enough(self) -> tuple[Component, ...]:
        """The allowed strategies that are no harder than the level: they must solve the puzzle."""
        allowed = LEVELS[: LEVELS.index(self.level) + 1] if self.level else LEVELS
        return tuple(component for component in self.simpler if component.level in allowed)

    @property
    def needed(self) -> tuple[Component, ...]:
        """The needed strategy, if any."""
        return (self.rater.strategy(self.needs),) if self.needs else ()

    def is_met(self, givens: Grid) -> bool:
        """Return whether the strategies solve `givens` from the start, as requested."""
        rater = self.rater
        allowed = tuple(rater.strategy(name) for name in self.only)
        if allowed and not rater.solves(givens, allowed):
            return False
        if not self.needs:
            return True
        before = tuple(rater.before(self.needs))
        stuck = rater.after(givens, before)
        return not stuck.is_solved and rater.solves(stuck, before + self.needed)


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

        If it `has_empty_house`, the clues of some house go first: some strategies find steps only
        there. The board of a `start` is transformed, and most of its clues stay at first. With
        `takes_clues_back` a puzzle of a level becomes as easy as that.
        """
        self._takes_clues_back = takes_clues_back or bool(wish.only)
        self.wish = wish
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
        order = shuffled(rng, places)
        if self._stays:
            order = [orbit for orbit in order if not orbit & self._stays]
        elif has_empty_house:
            house = chosen(rng, layout.houses)
            order.sort(key=lambda orbit: not orbit & house.mask)
        self.removal.take(order)

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
        """Return how far strategies come on `board`; None if the simpler ones solve it."""
        wish = self.wish
        stuck = wish.rater.after(board, wish.simpler)
        if stuck.is_solved:
            return None
        after = wish.rater.after(stuck, wish.needed)
        if after.boards == stuck.boards:
            return _Reach(stuck, stuck)
        return _Reach(stuck, wish.rater.after(after, wish.simpler + wish.needed))


class _Reach(NamedTuple):
    stuck: Grid
    """The board where the simpler strategies are stuck."""
    end: Grid
    """The board where all are stuck, with the needed one; `stuck` if that finds no step."""

    @property
    def helps(self) -> bool:
        """Whether the needed strategy finds a step where the simpler ones are stuck."""
        return self.end is not self.stuck
