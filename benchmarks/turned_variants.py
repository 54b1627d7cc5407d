"""Solve turned and reflected variants by steps, and check each step by the published solution.

Run from anywhere::

    python benchmarks/turned_variants.py [--puzzles FILE] [--steps N] [--seconds S] [--seed N]

The file is that of `variants.py`. Each puzzle is solved by the strategies alone after a random turn
or reflection, with new names for digits where its clues allow them, until `--steps` steps were
found. All steps count that the simplest strategy finds on a board, up to 100; on every tenth board
those of all strategies. A step is unsound if it places another digit than the solution, or
eliminates its digit. `compared` are the first boards on which the strategies `clue` and
`clue_pointing` were asked before and after the move: both must rule out the same. What was done is
printed once a minute. Ends with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path

from variants import PUZZLES, boards_of

from sudoku_engine import Candidate, Engine, Grid, Step, Strategy, Transformation
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.solving.settings import LoopSettings
from sudoku_plugins.strategies.order import STRATEGIES

UNGUARDED = LoopSettings(guard=False)

USUAL = [each for each in STRATEGIES if each.by_default and each.marks is None]

MOST = 100
"""As many steps of a strategy are taken on a board."""

COUNTED = (
    "unsound",
    "positions",
    "boards",
    "boards solved",
    "compared",
    "other steps after a turn",
)


def solution_of(puzzle: dict[str, str]) -> list[int]:
    """Return the digits of the published solution; large boards have A for 1."""
    text = puzzle["solution"]
    first = ord("A") - 1 if text.isalpha() else 0
    return [ord(each) - first if first else SYMBOLS.index(each) + 1 for each in text]


def ruled_out(engine: Engine, grid: Grid) -> set[Candidate]:
    """Return what the clues of `grid` rule out in the steps that use only them and houses."""
    found = engine.steps(grid, strategies=["clue", "clue_pointing"], settings=UNGUARDED)
    return {candidate for each in found for candidate in each.step.eliminations}


class Tally:
    """What was found so far."""

    def __init__(self, steps: int, seconds: float) -> None:
        """Stop after `steps` steps or `seconds` of processor time."""
        self.steps, self.seconds = steps, seconds
        self.counts: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        """By strategy the number of its steps."""
        self.took: Counter[str] = Counter()
        """By strategy its processor time."""
        self.printed = 0.0

    @property
    def is_over(self) -> bool:
        """Whether the limits are reached."""
        return self.found.total() >= self.steps or time.process_time() >= self.seconds

    def report(self, pause: float = 0) -> None:
        """Print a line, unless the last is less than `pause` seconds old."""
        now = time.process_time()
        if now >= self.printed + pause:
            self.printed = now
            told = ", ".join(f"{self.counts[each]} {each}" for each in COUNTED)
            print(f"{now:6.0f} s: {self.found.total()} steps, {told}", flush=True)

    def steps_of(self, strategy: Strategy, grid: Grid) -> list[Step]:
        """Return the first steps of `strategy` on `grid`, which are counted."""
        began = time.process_time()
        steps = list(islice(strategy(grid) or (), MOST))
        self.took[strategy.id] += time.process_time() - began
        self.found[strategy.id] += len(steps)
        return steps

    def solve(self, grid: Grid, goal: list[int], name: str) -> None:
        """Solve a turned board by steps; `goal`: the digits of its solution, by cell."""
        while not grid.is_solved and not self.is_over:
            self.counts["positions"] += 1
            is_tenth = self.counts["positions"] % 10 == 0
            next_step = None
            for strategy in USUAL:
                for step in self.steps_of(strategy, grid):
                    next_step = next_step or step
                    wrong = any(goal[cell] != digit for cell, digit in step.placements)
                    if wrong or any(goal[cell] == digit for cell, digit in step.eliminations):
                        self.counts["unsound"] += 1
                        print(f"unsound: {name}: {strategy.name}: {step}", flush=True)
                if next_step and not is_tenth:
                    break
            self.report(60)
            if next_step is None:
                return
            grid = grid.apply(next_step)
        self.counts["boards solved"] += grid.is_solved


def main() -> int:
    """Print the figures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--puzzles", type=Path, default=PUZZLES)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=3600, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, engine = random.Random(options.seed), Engine()
    tally = Tally(options.steps, options.seconds)
    counts = tally.counts
    read = []
    for puzzle in json.loads(options.puzzles.read_text(encoding="utf-8")):
        boards = boards_of(puzzle["constraints"])
        if len(boards) == 1 and isinstance(boards[0], Grid):
            read.append((boards[0], solution_of(puzzle), puzzle["name"]))
    print(f"{len(read)} puzzles")
    left: list[int] = []
    while not tally.is_over:
        if not left:
            left = rng.sample(range(len(read)), len(read))
        grid, solution, name = read[left.pop()]
        move = Transformation.random(rng, grid.layout)
        turned = move.grid(grid)
        counts["boards"] += 1
        if counts["boards"] <= len(read):
            counts["compared"] += 1
            moved = {move.candidate(each) for each in ruled_out(engine, grid)}
            if moved != ruled_out(engine, turned):
                counts["other steps after a turn"] += 1
                print(f"other steps: {name}, {move.cells[:2]}, {move.digits}")
        goal = [0] * len(solution)
        for digit, cell in zip(solution, move.cells):
            goal[cell] = move.digits[digit]
        tally.solve(turned, goal, name)
    tally.report()
    for strategy, seconds in tally.took.most_common(12):
        print(f"{seconds:7.1f} s {tally.found[strategy]:7} steps  {strategy}")
    return int(bool(counts["unsound"] or counts["other steps after a turn"]))


if __name__ == "__main__":
    sys.exit(main())
