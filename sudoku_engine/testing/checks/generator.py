"""The checks of a generator: its puzzles are what it says, and a seed means the same again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from sudoku_engine.api.puzzle import Puzzle
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import RATER, Component, Failure
from sudoku_engine.plugins.options import options_of
from sudoku_engine.tasks.generation import objection
from sudoku_engine.tasks.rating import Rater
from sudoku_engine.testing.boards_with_solutions import Boards
from sudoku_engine.testing.checks.common import has_docstring, has_id_and_name, prints_nothing
from sudoku_engine.testing.findings import Asked, Fault, NotAsked
from sudoku_engine.testing.plugin_calls import Caller

SEEDS = 4
"""From how many seeds puzzles are made."""


class GeneratorBench:
    """A generator at the bench."""

    def __init__(self, caller: Caller, ours: Sequence[Component], boards: Boards) -> None:
        self.caller = caller
        self.component = caller.component
        self.layout = boards.layout or Layout.named()
        self.boards = 0
        self.fired = 0
        options = self.component.options
        if RATER in options_of(self.component.call):
            options = {**options, RATER: Rater(ours)}
        self._call = self.component.with_options(options).call

    def make(self, seed: int, layout: Layout) -> Puzzle | Fault | None:
        """A puzzle, what is wrong with it, or None where the generator gives up."""
        line = self.component.line
        self.boards += 1
        try:
            made = self.caller.call(self._call, random.Random(f"kit {seed}"), layout)
        except GaveUp:
            return None
        if isinstance(made, Failure):
            return Fault(f"it raises {made.why}", line=made.line, error=made.error)
        why = objection(made, layout)
        if why:
            grid = made.givens if isinstance(made, Puzzle) else None
            return Fault(why, grid, line=line)
        self.fired += 1
        puzzle: Puzzle = made
        return puzzle


def makes_puzzles(bench: GeneratorBench) -> Fault | None:
    """Its puzzles are on the board asked for, with the solution that it names."""
    for seed in range(SEEDS):
        made = bench.make(seed, bench.layout)
        if isinstance(made, Fault):
            return made
    if not bench.fired:
        return Fault("it gives up every time", line=bench.component.line)
    return None


def keeps_to_seeds(bench: GeneratorBench) -> Fault | None:
    """The same seed makes the same puzzle again, whatever was made in between."""
    rounds: list[list[Puzzle | Fault | None]] = []
    for _ in range(2):
        random.seed(len(rounds))
        rounds.append([bench.make(seed, bench.layout) for seed in range(SEEDS)])
    for first, again in zip(*rounds):
        if isinstance(first, Fault) or isinstance(again, Fault):
            raise NotAsked("first it has to make puzzles")
        if (first and first.givens) != (again and again.givens):
            return Fault(
                "the same seed makes two puzzles",
                again.givens if again else None,
                claim=first.givens.line if first else "it gives up",
                truth=again.givens.line if again else "it gives up",
                line=bench.component.line,
                advice="take all chance from rng, and go through no set in its own order",
            )
    return None


def differs(bench: GeneratorBench) -> Fault | None:
    """Other seeds make other puzzles."""
    made = [bench.make(seed, bench.layout) for seed in range(SEEDS)]
    lines = {puzzle.givens.line for puzzle in made if isinstance(puzzle, Puzzle)}
    if len(lines) == 1 and sum(isinstance(puzzle, Puzzle) for puzzle in made) > 1:
        return Fault("every seed makes the same puzzle", advice="draw with rng")
    return None


def on_other_layouts(bench: GeneratorBench) -> Fault | None:
    """It makes puzzles of other sizes and shapes, or gives up."""
    for name in ("4x4", "6x6", "9x9+diagonals"):
        made = bench.make(1, Layout.named(name))
        if isinstance(made, Fault):
            return Fault(f"on {name} boards: {made.why}", line=made.line, advice=_LAYOUTS)
    return None


_LAYOUTS = "take houses and digits from layout, or raise GaveUp where it is none of yours"

GENERATOR_CHECKS: tuple[Asked, ...] = (
    Asked("named", "it has an id and a name", has_id_and_name),
    Asked("puzzles", "its puzzles are what it says", makes_puzzles),
    Asked("seeds", "a seed makes the same puzzle again", keeps_to_seeds),
    Asked("docstring", "it has a docstring", has_docstring, False),
    Asked("differs", "other seeds make other puzzles", differs, False),
    Asked("other_boards", "it makes boards of other sizes and shapes", on_other_layouts, False),
    Asked("quiet", "it does not print", prints_nothing, False),
)
"""What is asked of a generator, in this order."""
