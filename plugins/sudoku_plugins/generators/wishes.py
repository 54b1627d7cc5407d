"""Wishes for a graded puzzle: a level, techniques, a number of clues."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sudoku_engine import Grid, Layout, listed
from sudoku_engine.api.protocols import PuzzleRater, RatedStrategy
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.errors import SudokuError, UsageError
from sudoku_engine.search import full_board

Level = Literal["easy", "medium", "hard", "unfair", "extreme"]

_SINGLES = ("full_house", "naked_single", "hidden_single")


_BY_STEPS = ("unfair", "extreme")
"""The levels that a puzzle gets for a step of this level; for its score only on large boards."""


KEPT: Mapping[str, str] = {
    "avoidable_rectangle_1": (
        "7.6.3.81..8.6.9...4....8...83..247.12..9.1.3...........4......9...7..4....7..5..."
    ),
    "bug_plus_n": (
        "..46.....8..21.4.3..1.3.......4.2..7....7.5...4.8...6.52.........7...19.3...2.6.."
    ),
    "finned_franken_swordfish": (
        "...3.4.8..8.69..5.........6....4...9.24....3.6..72.4..7....5.9..6..3.7...31..7..."
    ),
    "finned_x_wing": (
        "....98.......65....6.4...2....3..712.......4...1..6..5....4..938.29....4.45......"
    ),
    "forcing_chain": (
        ".....5.....286.79.67.1..5....4..8.7..5.....3.1...3.6...8..1..264....9.....5...3.."
    ),
    "hidden_quad": (
        "....4....7..8..5.1..1.326....2...93.48....1..9.....7.4...2.......9561.....6......"
    ),
    "jellyfish": (
        "..85..6....9..4.37.3.6..4...8..2...........786.19.....3.....8.....4..396.128....."
    ),
    "medusa_3d": (
        ".97.............32....6.4......3...46.4..9.158..1..3....5.42.9.3..8...41......8.."
    ),
    "multi_colors": (
        "...2....6.6.4..1.7..4.13.......6..98.8.5....2.56....7...7.......458....9..3..72.."
    ),
    "naked_quad": (
        "...51..9.2...9..6.7....63..1.2.5......4.....883....9..9..62.871............97...3"
    ),
    "nice_loop": (
        "7.....38.....4......4..7.92...3..5.997...61...3.........19............2524.6.5..7"
    ),
    "sashimi_jellyfish": (
        "....72...53....7..89.6......5..8...42..4.71..7..5.68..1...6.3....43...8......1..."
    ),
    "sashimi_swordfish": (
        ".6...38.45...82..1.......2.......16....4....82.8.9..4..8..59.....5.......3.61...2"
    ),
    "sashimi_x_wing": (
        ".9...5..4..2....8.3.5.......1..6....27.9.4...8.......1..7........1..83.2...7.2.95"
    ),
    "sue_de_coq": (
        ".67...1.....2.7.5....8..2.......68.41........93.1.2.7....6.9.8.........55.1....3."
    ),
    "swordfish": (
        "8...........135...4..7..2.65..........86.2....1..73.6..7.4....1......79..2..1..5."
    ),
    "unique_loop": (
        ".8..6....4..1..5...95..2........1.9...6.3......34...1....2...87712..8.5....6..3.."
    ),
    "unique_rectangle_2": (
        ".4..16.7........212..95........348..9.....3.....5...4.48...5....59.......218..9.."
    ),
    "x_chain": (
        "......9.27..5.3.....6....5...91...2...4..6...5..2.......596..1.6....2..3.....75.8"
    ),
    "xy_wing": (
        "....4...3...2.16.9..7.5.....62...3..1....7..6.8..9.7.42..1..4.........2.4..3.9..1"
    ),
}
"""By technique, a puzzle of our own making that needs it, where its example is none."""


@dataclass(frozen=True)
class Wish:
    """A request for a puzzle; see `Graded.generate` for the fields."""

    layout: Layout
    rater: PuzzleRater
    level: Level | None
    needs: str | None
    only: Sequence[str]
    clues: int | None

    def check(self) -> None:
        """Raise UsageError if no puzzle can fit."""
        for name in filter(None, [self.needs, *self.only]):
            if not self.rater.strategy(name).suits(self.layout.n):
                raise UsageError(f"{name} is not for {self.layout} boards")
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
        if self.level not in (None, "easy") and self._is_easy():
            names = self.only or [component.id for component in self.rater.strategies]
            limit = f"is solved with only {', '.join(names)}"
            if self.needs:
                limit = f"needs {self.needs} and nothing harder"
            raise UsageError(f"a puzzle that {limit} is easy, not {self.level}")
        if self.clues == len(self.layout.cells):
            raise UsageError(f"with {self.clues} clues no cell is open: request fewer")
        if self.only and not self._fills_last_cell():
            raise UsageError(
                f"{listed(self.only)} alone cannot fill even the last open cell of a board: "
                "name a strategy that places digits too"
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

    def _is_easy(self) -> bool:
        """Return whether only singles are allowed, whose scores never exceed the limit of easy.

        On 9 rows at most 64 cells are open, and at least 10 steps are full houses: the last cells
        of 9 rows, and one more, since some house has a single open cell before the last other
        step. So the score is at most 54 * 14 + 10 * 4 = 796.
        """
        is_small = self.layout.n < 9 or self.layout is Layout.named("9x9")
        order = [component.id for component in self.rater.strategies]
        names = [self.needs] if self.needs else self.only or order
        turns = self.rater.strategies[: 1 + max(map(order.index, names), default=0)]
        ids = [component.id for component in turns if component.is_bundled]
        are_singles = len(ids) == len(turns) and set(ids) <= set(_SINGLES)
        return is_small and are_singles and ids[:1] == ["full_house"]

    def _fills_last_cell(self) -> bool:
        """Return whether the strategies of `only` solve a board with one open cell."""
        digits = list(full_board(random.Random("any"), self.layout).digits)
        digits[0] = 0
        allowed = tuple(self.rater.strategy(name) for name in self.only)
        return self.rater.solves(Grid(self.layout, digits), allowed)

    def example(self) -> Grid | None:
        """Return a puzzle that needs the needed strategy: its example, or a kept one, or None."""
        if self.needs is None:
            return None
        for text in (self.rater.strategy(self.needs).example, KEPT.get(self.needs)):
            try:
                grid = Grid.parse(text or "", self.layout)
            except SudokuError:  # of another layout, or there is none
                continue
            given = [digit if grid.is_given(cell) else 0 for cell, digit in enumerate(grid.digits)]
            puzzle = Grid(grid.layout, given)
            if self.is_met(puzzle):
                return puzzle
        return None

    @property
    def simpler(self) -> tuple[RatedStrategy, ...]:
        """The allowed strategies that must be stuck without the needed one."""
        before = self.rater.before(self.needs) if self.needs else self.rater.strategies
        return tuple(
            component for component in before if not self.only or component.id in self.only
        )

    @property
    def enough(self) -> tuple[RatedStrategy, ...]:
        """The allowed strategies that are no harder than the level: they must solve the puzzle."""
        allowed = LEVELS[: LEVELS.index(self.level) + 1] if self.level else LEVELS
        return tuple(component for component in self.simpler if component.level in allowed)

    @property
    def needed(self) -> tuple[RatedStrategy, ...]:
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
        return not rater.solves(givens, before) and rater.solves(givens, before + self.needed)
