"""Graded: puzzles of a level, or puzzles that need a technique.

Nobody can say beforehand how hard a random puzzle is, so many are made and rated, until one fits.
For a *level* this is enough, since nearly two in three random puzzles are easy or medium.

If a puzzle *needs* a technique, everything simpler gets stuck, but with this technique they can
go on to the end. Such puzzles are rare. So begin where the simpler strategies are stuck in a
random puzzle: add a clue from the solution, and they come a few steps further, or to the end; in
that case try another clue instead. Wherever they are stuck, the technique may find its step, and
the rest may follow. When it finds one, only clues that keep this step possible are added, until
the rest follows (see `Draft`).

For a few techniques this happens too seldom. Then begin with a puzzle that needs the technique: the
strategy's example, or a known puzzle, transformed at random. Some of its clues go, and others come
in their place. In the end clues go again, as many as the puzzle does not need.

A puzzle for *only* some techniques is made in the same way: clues come back until they solve it. So
is one of a level where random puzzles are mostly harder, as on a board with diagonals.

More clues never allow more solutions, so each puzzle has just one, as the first had.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from sudoku_engine import Candidate, Grid, Layout, Step, listed
from sudoku_engine.api.protocols import BEYOND, Puzzle, Rating
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.words import counted
from sudoku_engine.errors import GaveUp, SudokuError, UsageError
from sudoku_engine.randomness import chosen, shuffled
from sudoku_engine.search import full_board, solutions
from sudoku_plugins.generators.known_puzzles import known_puzzles
from sudoku_plugins.generators.minimal import reachable
from sudoku_plugins.generators.removal import Removal, Symmetry, orbits

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


PATIENCE = 12
"""After so many drafts that do not fit, every second one is helped: it begins with a puzzle that
needs the technique, or clues come back until the strategies of the level solve it."""


VARIED = 4
"""The number of clues of a known puzzle that are removed at first; after failures one fewer, down
to none.
"""


class Graded:
    """Makes puzzles until one is as hard as requested."""

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
        """Return a puzzle of a `level`, easy if nothing else is requested.

        `needs`: a strategy without which the simpler ones are stuck, and with which they solve
        the puzzle. `only`: strategies, or families of them, that are enough. `symmetry`: of the
        places of the clues; `clues`: their number, or as few more as the symmetry allows. `rater`
        knows the strategies. Raises UsageError for wishes that contradict each other, GaveUp if
        none of `tries` puzzles fits.
        """
        if rater is None:
            raise UsageError("graded needs a rater for its puzzles: give it rater=Rater(…)")
        if not needs and not only:
            level = level or "easy"
        if tries < 1:
            raise UsageError(f"tries must be 1 or more, not {tries}")
        places = orbits(layout, symmetry)
        only = tuple(each.id for name in only for each in rater.strategies_named(name))
        number_of_clues = None if clues is None else reachable(clues, places, layout)
        wish = Wish(layout, rater, level, needs, only, number_of_clues)
        wish.check()
        return _first_that_fits(rng, wish, places, tries)


def _first_that_fits(rng: random.Random, wish: Wish, places: Sequence[int], tries: int) -> Puzzle:
    misses = _Misses(wish)
    starts = None
    is_free = not (wish.needs or wish.only)
    for number in range(1, tries + 1):
        is_even = number % 2 == 0
        is_helped = number > PATIENCE and is_even
        start = None
        if is_helped and wish.needs:
            starts = wish.starts(rng) if starts is None else starts
            start = _start(starts, (number - PATIENCE) // 2 - 1)
        gives_back = is_free and (is_helped or bool(wish.layout.parts))
        draft = Draft(rng, wish, places, bool(wish.needs) and is_even, start, gives_back)
        if not draft.fits():
            continue
        givens = draft.removal.puzzle
        if is_free and not wish.rater.solves(givens, wish.enough):
            continue
        rating = wish.rater.rate(givens)
        if wish.level in (None, rating.level) and wish.is_met(givens):
            made = f"{draft.removal.count} clues, {number} tried"
            solution = draft.removal.solution
            return Puzzle(givens, solution, made, rating=rating._replace(faults=()))
        misses.take(rating)
    raise GaveUp(misses.in_words(tries))


def _start(starts: Sequence[Grid], number: int) -> Start | None:
    """Return one of `starts` in turn, and how many of its clues go: fewer from time to time."""
    if not starts:
        return None
    turn, which = divmod(number, len(starts))
    return Start(starts[which], VARIED - turn % (VARIED + 1))


@dataclass
class _Misses:
    wish: Wish
    nearest: Rating | None = None

    def take(self, rating: Rating) -> None:
        """Record a puzzle with this `rating`."""
        if self.nearest is None or self._distance(rating) < self._distance(self.nearest):
            self.nearest = rating

    def _distance(self, rating: Rating) -> tuple[int, float]:
        if rating.level == BEYOND or self.wish.level is None:
            return len(LEVELS), 0
        away = LEVELS.index(rating.level) - LEVELS.index(self.wish.level)
        return abs(away), rating.score if away > 0 else -rating.score

    def in_words(self, tries: int) -> str:
        """Return the reason for giving up after `tries` puzzles."""
        wish = self.wish
        wishes = [f"was {wish.level}"] if wish.level else []
        wishes += [f"needed {wish.needs}"] if wish.needs else []
        wishes += [f"was solved with only {', '.join(wish.only)}"] if wish.only else []
        wishes += [f"had {wish.clues} clues"] if wish.clues is not None else []
        return f"of {counted(tries, 'puzzle')} none {' and '.join(wishes)}; {self._near()}"

    def _near(self) -> str:
        if self.nearest is None:
            return "none came so far that it was rated"
        if self.nearest.level == BEYOND:
            return "the strategies solved none"
        return f"the nearest was {self.nearest.level}, score {self.nearest.score}"


GRADED = Graded()
