"""Read variants, prove that each has just its published solution, and solve them by steps.

Run from anywhere::

    python benchmarks/variants.py [--puzzles FILE] [--budget N] [--steps] [--verbose]

The file is JSON: a list of objects with ``name``, ``constraints`` (lines of Interactive Sudoku
Solver) and ``solution``. Times are processor time, of reading and search together. With `--steps`
the strategies solve each puzzle alone; each step is compared with the published solution, and the
search tries whether it follows from what it names (`solving/reasons.py`). Ends with status 1 if a
puzzle is read wrongly, a step is wrong, or does not follow.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path
from statistics import quantiles

from sudoku_engine import Engine, FormatError, GaveUp, Grid, Stepped, search
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.formats import read
from sudoku_engine.search.budget import Budget
from sudoku_plugins.reasons.reasons import counter_board, seen_by

PUZZLES = Path(__file__).resolve().parents[2] / "shared/data/variants/iss-half.json"


def boards_of(text: str) -> list[Grid | FormatError]:
    """Return the boards in `text`, or the errors."""
    lines = text.strip("\n").split("\n")
    found = read([lines[0].strip(), *(f" {line}" for line in lines[1:])], "puzzle")
    return [each if isinstance(each, FormatError) else each.grid for each in found]


def judged_steps(engine: Engine, grid: Grid, solution: str) -> Counter[str]:
    """Return whether the strategies solve `grid`, how many steps they take, and their faults."""
    digits = [SYMBOLS.index(symbol) + 1 for symbol in solution]
    counts: Counter[str] = Counter()
    for event in engine.solve(grid, fallback=None).events:
        if isinstance(event, Stepped):
            step = event.step
            counts["steps"] += 1
            wrong = any(digits[cell] != digit for cell, digit in step.placements)
            wrong |= any(digits[cell] == digit for cell, digit in step.eliminations)
            counts["wrong steps"] += wrong
            try:
                found = counter_board(grid, step, facts=seen_by(step, grid))
                counts["steps that do not follow"] += found is not None
            except GaveUp:
                counts["steps of which it is not known whether they follow"] += 1
            grid = event.grid
    counts["solved by steps alone"] += grid.line == solution
    return counts


def main() -> int:
    """Print the figures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--puzzles", type=Path, default=PUZZLES)
    parser.add_argument("--budget", type=int, default=20_000)
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    times, is_wrong = [], False
    engine = Engine()
    for puzzle in json.loads(options.puzzles.read_text(encoding="utf-8")):
        solution = puzzle["solution"]
        if solution.isalpha():  # large boards: A is 1
            solution = "".join([SYMBOLS[ord(letter) - ord("A")] for letter in solution])
        began = time.process_time()
        (grid, *others) = boards_of(puzzle["constraints"]) or [FormatError("nothing was read")]
        if isinstance(grid, FormatError) or others:
            verdict = "refused by name"
            line = getattr(grid, "what", "several puzzles")
        else:
            try:
                found = islice(search.solutions(grid, Budget(options.budget)), 2)
                lines = [each.line for each in found]
                verdict = "unique, as published"
                if lines != [solution]:
                    is_several = len(lines) > 1 and solution in lines
                    verdict = "several solutions" if is_several else "wrong solution"
                    is_wrong |= not is_several
            except GaveUp:
                verdict = f"not proved within {options.budget} boards"
            line = ""
            times.append(time.process_time() - began)
            if options.steps:
                judged = judged_steps(engine, grid, solution)
                counts.update(judged)
                line = ", ".join(f"{count} {what}" for what, count in judged.items())
        counts[verdict] += 1
        if options.verbose:
            print(f"{time.process_time() - began:7.2f} s  {puzzle['name']}: {verdict}. {line}")
    for verdict, count in sorted(counts.items()):
        print(f"{count:5} {verdict}")
    if len(times) > 1:
        tenths = quantiles(times, n=10)
        print(f"seconds a puzzle: median {tenths[4]:.2f}, 90 % under {tenths[8]:.2f}")
    return int(is_wrong or bool(counts["wrong steps"] or counts["steps that do not follow"]))


if __name__ == "__main__":
    sys.exit(main())
