"""Wishes for a graded puzzle: a level, techniques, a number of clues."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sudoku_engine import Grid, Layout, listed
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.errors import SudokuError, UsageError
from sudoku_engine.randomness import shuffled
from sudoku_engine.search import full_board
from sudoku_plugins.generators.known_puzzles import known_puzzles

if TYPE_CHECKING:
    from sudoku_engine.plugins.component import Component
    from sudoku_plugins.ratings.rating import Rater

Level = Literal["easy", "medium", "hard", "unfair", "extreme"]

_SINGLES = ("full_house", "naked_single", "hidden_single")


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
