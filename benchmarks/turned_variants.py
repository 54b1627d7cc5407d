"""Solve turned and reflected variants by steps, and check each step by the published solution.

Run from anywhere::

    python benchmarks/turned_variants.py [--puzzles FILE] [--steps N] [--seconds S] [--seed N]

The file is that of `variants.py`. Each puzzle is solved by the strategies alone after a random turn
or reflection, with new names for digits where its clues allow them, until `--steps` steps were
taken. A step is unsound if it places another digit than the solution, or eliminates its digit.
`compared` are the first boards on which the strategies `clue` and `clue_pointing` were asked before
and after the move: both must rule out the same. Ends with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

from variants import PUZZLES, boards_of

from sudoku_engine import Candidate, Engine, Grid, Stepped, Transformation
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.solving.settings import LoopSettings

UNGUARDED = LoopSettings(guard=False)


def solution_of(puzzle: dict[str, str]) -> list[int]:
    """Return the digits of the published solution; large boards have A for 1."""
    text = puzzle["solution"]
    first = ord("A") - 1 if text.isalpha() else 0
    return [ord(each) - first if first else SYMBOLS.index(each) + 1 for each in text]


def ruled_out(engine: Engine, grid: Grid) -> set[Candidate]:
    """Return what the clues of `grid` rule out in the steps that use only them and houses."""
    found = engine.steps(grid, strategies=["clue", "clue_pointing"])
    return {candidate for each in found for candidate in each.step.eliminations}


def main() -> int:
    """Print the figures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--puzzles", type=Path, default=PUZZLES)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=3600, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, engine = random.Random(options.seed), Engine()
    counts: Counter[str] = Counter()
    read = []
    for puzzle in json.loads(options.puzzles.read_text(encoding="utf-8")):
        boards = boards_of(puzzle["constraints"])
        if len(boards) == 1 and isinstance(boards[0], Grid):
            read.append((boards[0], solution_of(puzzle), puzzle["name"]))
    counts["puzzles"] = len(read)
    while counts["steps"] < options.steps and time.process_time() < options.seconds:
        grid, solution, name = rng.choice(read)
        move = Transformation.random(rng, grid.layout)
        turned = move.grid(grid)
        counts["boards"] += 1
        if counts["boards"] <= len(read):
            counts["compared"] += 1
            moved = {move.candidate(each) for each in ruled_out(engine, grid)}
            if moved != ruled_out(engine, turned):
                counts["turned board has other steps"] += 1
                print(f"other steps: {name}, {move.cells[:2]}, {move.digits}")
        goal = [0] * len(solution)
        for digit, cell in zip(solution, move.cells):
            goal[cell] = move.digits[digit]
        for event in engine.solve(turned, fallback=None, settings=UNGUARDED).events:
            if isinstance(event, Stepped):
                step = event.step
                counts["steps"] += 1
                wrong = any(goal[cell] != digit for cell, digit in step.placements)
                if wrong or any(goal[cell] == digit for cell, digit in step.eliminations):
                    counts["unsound"] += 1
                    print(f"unsound: {name}: {step}")
    for what in ("puzzles", "boards", "compared", "turned board has other steps"):
        print(f"{counts[what]:7} {what}")
    print(f"{counts['steps']:7} steps, {counts['unsound']} unsound")
    return int(bool(counts["unsound"] or counts["turned board has other steps"]))


if __name__ == "__main__":
    sys.exit(main())
