"""Graded: puzzles of a level, or in need of a technique.

A random puzzle is as hard as it happens to be, so many are made and rated, and the first that is
right is taken: that is all it takes for a *level*, since nearly two in three random puzzles are
easy or medium.

A puzzle that *needs* a technique is one where everything simpler gets stuck, and where it takes no
more than this one to go on to the end. Such are rare. So a random puzzle is followed from
where the simpler strategies are stuck: a clue more, from the solution, and they come a few steps
further, or to the end; then another clue is tried in its place. Every place where they are stuck
is a chance that the technique finds its step there, and that the rest follows. When it finds one,
only those clues are added after which it still does, until the rest follows.

For a few techniques such a place comes too seldom, so one is made on purpose: see `confining`.

A puzzle that *only* some techniques solve is made in the same way: clues come back until it does.

No clue that is added can let in another solution, so each puzzle has as few as the first one: one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sudoku_engine import Candidate, Grid, Layout, Step, listed
from sudoku_engine.api.puzzle import BEYOND, Puzzle, Rating
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.masks import bits
from sudoku_engine.board.words import counted
from sudoku_engine.errors import GaveUp, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.randomness import chosen, shuffled
from sudoku_engine.search import full_board
from sudoku_engine.tasks.rating import Rater
from sudoku_plugins.generators.confining import NOTHING, can_confine, confined
from sudoku_plugins.generators.minimal import reachable
from sudoku_plugins.generators.removal import Removal
from sudoku_plugins.generators.symmetries import Symmetry, orbits

Level = Literal["easy", "medium", "hard", "unfair", "extreme"]

_SINGLES = ("full_house", "naked_single", "hidden_single")


class Graded:
    """Makes puzzles until one is as hard as was wished for."""

    id = "graded"
    name = "Graded"

    def generate(
        self,
        rng: random.Random,
        layout: Layout,
        *,
        level: Level | None = None,
        needs: str | None = None,
        only: tuple[str, ...] = (),
        symmetry: Symmetry = "none",
        clues: int | None = None,
        tries: int = 3000,
        rater: Rater | None = None,
    ) -> Puzzle:
        """A puzzle of a `level`, easy where nothing else is wished for.

        `needs`: a strategy without which those simpler than it are stuck, and with which they
        solve it. `only`: strategies that are enough. `symmetry`: of the places of the clues;
        `clues`: how many there shall be, or as few more as the symmetry allows. `rater` knows the
        strategies. Raises UsageError for wishes that contradict each other, GaveUp where none of
        `tries` puzzles is right.
        """
        if rater is None:
            raise UsageError("graded asks a rater about its puzzles: give it rater=Rater(…)")
        if not needs and not only:
            level = level or "easy"
        if tries < 1:
            raise UsageError(f"tries must be 1 or more, not {tries}")
        places = orbits(layout, symmetry)
        only = tuple(each.id for name in only for each in rater.strategies_named(name))
        number_of_clues = None if clues is None else reachable(clues, places, layout)
        wish = _Wish(layout, rater, level, needs, only, number_of_clues)
        wish.check()
        misses = _Misses(wish)
        for number in range(1, tries + 1):
            draft = _Draft(rng, wish, places, has_empty_house=bool(needs) and number % 2 == 0)
            if not draft.fits():
                misses.helped += draft.helped
                continue
            givens = draft.removal.puzzle
            rating = rater.rate(givens)
            if level in (None, rating.level) and wish.is_met(givens):
                made = f"{draft.removal.count} clues, {number} tried"
                solution = draft.removal.solution
                return Puzzle(givens, solution, made, rating=rating._replace(faults=()))
            misses.take(rating)
        raise GaveUp(misses.told(tries))


@dataclass(frozen=True)
class _Wish:
    """What a puzzle is to be like."""

    layout: Layout
    rater: Rater
    level: Level | None
    needs: str | None
    only: Sequence[str]
    clues: int | None

    def check(self) -> None:
        """Raises UsageError where no puzzle can be so."""
        for name in filter(None, [self.needs, *self.only]):
            if not self.rater.strategy(name).suits(self.layout.n):
                raise UsageError(f"{name} is not for {self.layout} boards")
        if self.needs and self.only and self.needs not in self.only:
            raise UsageError(
                f"a puzzle that needs {self.needs} cannot be solved with only "
                f"{', '.join(self.only)}: name it there too"
            )
        if self.needs and self.level:
            hardness = self.rater.strategy(self.needs).strategy.level
            if LEVELS.index(hardness) > LEVELS.index(self.level):
                raise UsageError(
                    f"a puzzle that needs {self.needs} is {hardness} at least, not {self.level}"
                )
        if self.level not in (None, "easy") and self._is_easy():
            raise UsageError(f"a puzzle {self._turns_told()} is easy, not {self.level}")
        if self.clues == len(self.layout.cells):
            raise UsageError(f"with {self.clues} clues no cell is open: ask for fewer")
        if self.only and not self._fills_last_cell():
            raise UsageError(
                f"{listed(self.only)} alone cannot fill even the last open cell of a board: "
                "name a strategy that places digits too"
            )

    def _is_easy(self) -> bool:
        """Whether singles alone are to do, which come to no score above the limit of easy.

        On 9 rows 64 cells are open at the most, and of the steps 10 are full houses: the last
        cells of 9 rows, and one more, since before the last cell that is none some house has only
        one open. So the score is 54 * 14 + 10 * 4 = 796 at the most.
        """
        is_small = self.layout.n < 9 or self.layout is Layout.named("9x9")
        order = [component.id for component in self.rater.strategies]
        names = [self.needs] if self.needs else self.only or order
        turns = self.rater.strategies[: 1 + max(map(order.index, names), default=0)]
        ids = [component.id for component in turns if component.origin.how == "bundled"]
        are_singles = len(ids) == len(turns) and set(ids) <= set(_SINGLES)
        return is_small and are_singles and ids[:1] == ["full_house"]

    def _turns_told(self) -> str:
        """What is needed, or else is enough, in words."""
        if self.needs:
            return f"that needs {self.needs} and nothing harder"
        names = self.only or [component.id for component in self.rater.strategies]
        return f"that is solved with only {', '.join(names)}"

    def _fills_last_cell(self) -> bool:
        """Whether the strategies that are to be enough solve a board with one open cell."""
        digits = list(full_board(random.Random("any"), self.layout).digits)
        digits[0] = 0
        allowed = tuple(self.rater.strategy(name) for name in self.only)
        return self.rater.solves(Grid(self.layout, digits), allowed)

    @property
    def simpler(self) -> tuple[Component, ...]:
        """The strategies that are to be stuck without the one that is needed, of those allowed."""
        before = self.rater.before(self.needs) if self.needs else self.rater.strategies
        return tuple(
            component for component in before if not self.only or component.id in self.only
        )

    @property
    def needed(self) -> tuple[Component, ...]:
        """The strategy that is needed, if there is one."""
        return (self.rater.strategy(self.needs),) if self.needs else ()

    def is_met(self, givens: Grid) -> bool:
        """Whether the strategies solve `givens` as they are to, seen from the start."""
        rater = self.rater
        allowed = tuple(rater.strategy(name) for name in self.only)
        if allowed and not rater.solves(givens, allowed):
            return False
        if not self.needs:
            return True
        before = rater.before(self.needs)
        return not rater.solves(givens, before) and rater.solves(givens, before + self.needed)


class _Draft:
    """A random puzzle with one solution, that is changed until it fits a wish."""

    def __init__(
        self, rng: random.Random, wish: _Wish, places: Sequence[int], has_empty_house: bool
    ) -> None:
        """A puzzle with clues in some of the `places`, as few as can be unless so many are wished.

        For some strategies a box is laid out (see `confining`). For any other, `has_empty_house`
        says that the clues of some house go first: there may be work nowhere else.
        """
        self.wish = wish
        self.helped = 0
        self._rng = rng
        self._places = places
        layout = wish.layout
        is_free = not wish.needs and not wish.only
        at_least = wish.clues or 0 if is_free else 0
        self.removal = Removal(full_board(rng, layout), layout.all_cells, at_least)
        self._confined = NOTHING
        order = shuffled(rng, places)
        if wish.needs and can_confine(wish.needs, layout.n):
            self._confined = confined(rng, self.removal.solution, wish.needs)
            order.sort(key=lambda orbit: not orbit & self._confined.empty)
        elif has_empty_house:
            house = chosen(rng, layout.houses)
            order.sort(key=lambda orbit: not orbit & house.mask)
        self.removal.take(orbit for orbit in order if not orbit & self._confined.clues)

    def fits(self) -> bool:
        """Whether it came to fit the wish, but for its level."""
        wish = self.wish
        if wish.needs:
            return self._comes_to_need()
        if wish.only:
            return self._comes_to_an_end()
        return wish.clues in (None, self.removal.count)

    def _comes_to_an_end(self) -> bool:
        """Adds clues until the strategies that are to be enough solve it; gives whether they do."""
        wish, removal = self.wish, self.removal
        stuck = wish.rater.after(removal.puzzle, wish.simpler)
        # The first time as it is, then after each clue more.
        for orbit in (0, *shuffled(self._rng, self._places)):
            if added := orbit & ~removal.kept:
                stuck = wish.rater.after(self._with(stuck, added), wish.simpler)
                removal.kept |= orbit
            if wish.clues is None and stuck.is_solved:
                return True
            if wish.clues is not None and removal.count >= wish.clues:
                return removal.count == wish.clues and stuck.is_solved
        return False

    def _comes_to_need(self) -> bool:
        """Adds clues until what is needed is, and does; gives whether it came to that.

        A clue is left out with which the simpler strategies solve the puzzle. Once the needed one
        has found a step where they are stuck, so is every clue with which it finds none.
        """
        wish, removal = self.wish, self.removal
        reach = self._reach(removal.puzzle)
        if reach is None:
            return False
        # The first time as it is, then after each clue more.
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

    def _with(self, board: Grid, cells: int) -> Grid:
        """`board` with the digits of the solution in those of `cells` that are open."""
        digits = self.removal.solution.digits
        cells &= board.boards[0]
        return board.apply(Step([Candidate(cell, digits[cell]) for cell in bits(cells)]))

    def _reach(self, board: Grid) -> _Reach | None:
        """How far strategies come on `board`; None where what is needed has no place in it.

        It has none where the simpler strategies solve the board, or fill a cell of the box that
        was laid out.
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
    """How far strategies come.

    `stuck`: the board where the simpler ones are stuck; `end`: where they are stuck together with
    the needed one, or the same board where that finds no step.
    """

    stuck: Grid
    end: Grid

    @property
    def helps(self) -> bool:
        """Whether the needed strategy finds a step where the simpler ones are stuck."""
        return self.end is not self.stuck


class _Misses:
    """How near the puzzles came that are not what was wished for."""

    def __init__(self, wish: _Wish) -> None:
        self.wish = wish
        self.helped = 0
        self.nearest: Rating | None = None

    def take(self, rating: Rating) -> None:
        """Takes note of a puzzle with this `rating`."""
        if self.nearest is None or self._distance(rating) < self._distance(self.nearest):
            self.nearest = rating

    def _distance(self, rating: Rating) -> tuple[int, int]:
        if rating.level == BEYOND or self.wish.level is None:
            return len(LEVELS), 0
        away = LEVELS.index(rating.level) - LEVELS.index(self.wish.level)
        return abs(away), rating.score if away > 0 else -rating.score

    def told(self, tries: int) -> str:
        """The words for giving up."""
        wish = self.wish
        wishes = [f"was {wish.level}"] if wish.level else []
        wishes += [f"needed {wish.needs}"] if wish.needs else []
        wishes += [f"was solved with only {', '.join(wish.only)}"] if wish.only else []
        wishes += [f"had {wish.clues} clues"] if wish.clues is not None else []
        return f"of {counted(tries, 'puzzle')} none {' and '.join(wishes)}; {self._near()}"

    def _near(self) -> str:
        if self.wish.needs and self.nearest is None:
            return f"it found a step where the simpler were stuck in {self.helped}"
        if self.nearest is None:
            return "none came so far that it was rated"
        if self.nearest.level == BEYOND:
            return "the strategies solved none"
        return f"the nearest was {self.nearest.level}, score {self.nearest.score}"


GRADED = Graded()
