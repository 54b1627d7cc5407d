"""Graded: puzzles of a level, or puzzles that need a technique.

Nobody can say beforehand how hard a random puzzle is, so many are made and rated, until one fits.
For a *level* this is enough, since nearly two in three random puzzles are easy or medium.

If a puzzle *needs* a technique, everything simpler gets stuck, but with this technique they can
go on to the end. Such puzzles are rare. So begin where the simpler strategies are stuck in a
random puzzle: add a clue from the solution, and they come a few steps further, or to the end; in
that case try another clue instead. Wherever they are stuck, the technique may find its step, and
the rest may follow. When it finds one, only clues that keep this step possible are added, until
the rest follows (see `drafts`).

For a few techniques this happens too seldom. Then begin with a puzzle that needs the technique: the
strategy's example, or a known puzzle, transformed at random. Some of its clues go, and others come
in their place. In the end clues go again, as many as the puzzle does not need.

A puzzle for *only* some techniques is made in the same way: clues come back until they solve it. So
is one of a level where random puzzles are mostly harder, as on a board with diagonals.

More clues never allow more solutions, so each puzzle has just one, as the first had.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_engine import Grid, Layout
from sudoku_engine.api.protocols import BEYOND, Puzzle, Rating
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.words import counted
from sudoku_engine.errors import GaveUp, UsageError
from sudoku_plugins.generators.drafts import Draft, Level, Start, Wish
from sudoku_plugins.generators.minimal import reachable
from sudoku_plugins.generators.removal import Symmetry, orbits

if TYPE_CHECKING:
    from sudoku_plugins.ratings.rating import Rater

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
    """Return the first of `tries` drafts that fits the `wish`; raises GaveUp."""
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
    """The puzzles that did not fit a wish, and how close they were."""

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
