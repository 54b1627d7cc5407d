"""The checks for generators: right puzzles, and the same puzzle again from the same seed."""

from __future__ import annotations

import random

from sudoku_engine.api.protocols import Puzzle
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import RATER, Failure, by_default
from sudoku_engine.solving.generation import puzzle_fault
from sudoku_engine.solving.rating import Rater
from sudoku_engine.testing.checks.common import (
    Subject,
    has_docstring,
    is_named,
    prints_nothing,
    raised,
)
from sudoku_engine.testing.findings import Finding, NotChecked, check
from sudoku_engine.testing.kit import Kit, bundled_kit
from sudoku_engine.testing.plugin_calls import Caller, LocalCalls

SEEDS = 4  # seeds to make puzzles from

OTHER_LAYOUTS = ("4x4", "6x6", "9x9+diagonals")


class GeneratorSubject(Subject):
    """A generator that is being checked."""

    def __init__(self, caller: Caller, kit: Kit) -> None:
        super().__init__(caller, kit)
        self.layout = kit.boards.layout or Layout.named()

    def make(self, seed: int, layout: Layout, other: str = "") -> Puzzle | Finding | None:
        """Return a puzzle, what is wrong with it, or None if the generator gives up.

        `other`: the seed of the draws that are not its own.
        """
        self.boards += 1
        try:
            made = self.caller.result(puzzle_from, f"kit {seed}", layout, f"{other} {seed}")
        except GaveUp:
            return None
        if isinstance(made, Failure):
            return raised(made)
        why = puzzle_fault(made, layout)
        if why:
            grid = made.givens if isinstance(made, Puzzle) else None
            return Finding(why, grid, line=self.component.line)
        self.fired += 1
        puzzle: Puzzle = made
        return puzzle

    def make_all(self, other: str = "") -> list[Puzzle | Finding | None]:
        """Return the results of all seeds; `other`: see `make`."""
        return [self.make(seed, self.layout, other) for seed in range(SEEDS)]


def puzzle_from(calls: LocalCalls, seed: str, layout: Layout, other_seed: str) -> object:
    """Return the puzzle of a generator; `other_seed`: of the draws that are not its own."""
    component = calls.component
    if RATER in component.known_options:
        rater = Rater(by_default(bundled_kit().ours))
        component = component.with_options({**component.options, RATER: rater})
    random.seed(other_seed)
    return calls.call(component.call, random.Random(seed), layout)


@check("puzzles", "a puzzle is not as it describes it")
def makes_puzzles(subject: GeneratorSubject) -> Finding | None:
    """Its puzzles are as it describes them."""
    for seed in range(SEEDS):
        made = subject.make(seed, subject.layout)
        if isinstance(made, Finding):
            return made
    if not subject.fired:
        return Finding("it gives up every time", line=subject.component.line)
    return None


@check("seeds", "a seed does not make the same puzzle again")
def keeps_to_seeds(subject: GeneratorSubject) -> Finding | None:
    """A seed makes the same puzzle again."""
    first_round = subject.make_all("first")
    for first, again in zip(first_round, subject.make_all("again")):
        if isinstance(first, Finding) or isinstance(again, Finding):
            raise NotChecked("it must make puzzles first")
        if (first and first.givens) != (again and again.givens):
            return Finding(
                "the same seed makes two puzzles",
                again.givens if again else None,
                claim=first.givens.line if first else "it gives up",
                truth=again.givens.line if again else "it gives up",
                line=subject.component.line,
                advice="draw only with rng, and sort sets before loops",
            )
    return None


@check("differs", "different seeds make the same puzzle", is_must=False)
def differs(subject: GeneratorSubject) -> Finding | None:
    """Different seeds make different puzzles."""
    lines = [made.givens.line for made in subject.make_all() if isinstance(made, Puzzle)]
    if len(lines) > 1 and len(set(lines)) == 1:
        return Finding("every seed makes the same puzzle", advice="draw with rng")
    return None


@check("other_boards", "it fails on boards of other sizes and shapes", is_must=False)
def on_other_layouts(subject: GeneratorSubject) -> Finding | None:
    """It makes boards of other sizes and shapes."""
    advice = "take houses and digits from layout, or raise GaveUp for a layout that it cannot make"
    for name in OTHER_LAYOUTS:
        made = subject.make(1, Layout.named(name))
        if isinstance(made, Finding):
            return Finding(f"on {name} boards: {made.why}", line=made.line, advice=advice)
    return None


GENERATOR_CHECKS = (
    is_named,
    makes_puzzles,
    keeps_to_seeds,
    has_docstring,
    differs,
    on_other_layouts,
    prints_nothing,
)
