"""Measure how long `plugins check` takes on right strategies, and on a wrong one.

Run from anywhere::

    python benchmarks/check.py [--runs N] [FILE ...]

Each turn starts the whole program on ``examples/my_strategy.py``; on a copy of it that takes any
two cells with two candidates for a pair, until the first line with FAILED; and on an X-chain as
pupils write it; or on each FILE. Prints the median of each in seconds of the clock, with its
target, and of the processor: of all processes of the check together.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parent.parent
RIGHT = ROOT / "examples" / "my_strategy.py"
TARGETS = {"a right naked pair": 1.5, "a wrong one": 2.0, "a right X-chain": 15.0}
PATHS = os.pathsep.join(str(each) for each in (ROOT, ROOT / "plugins", ROOT / "frontends"))

X_CHAIN = '''
"""X-chain: links of one digit, strong and weak in turn."""

from sudoku_engine import Candidate, Step, strategy


@strategy("X-Chain", score=260, level="unfair")
def x_chain(grid):
    """Eliminate a digit from cells that see both ends of a chain."""
    for digit in grid.layout.digits:
        strong = {}
        for house in grid.layout.houses:
            places = [cell for cell in house.cells if digit in grid.candidates(cell)]
            if len(places) == 2:
                strong.setdefault(places[0], set()).add(places[1])
                strong.setdefault(places[1], set()).add(places[0])
        for start in sorted(strong):
            ways = [[start, end] for end in sorted(strong[start])]
            seen = set()
            for way in ways:
                if way[-1] in seen:
                    continue
                seen.add(way[-1])
                peers = grid.layout.peers(start) & grid.layout.peers(way[-1])
                gone = [
                    Candidate(cell, digit)
                    for cell in sorted(peers - set(way))
                    if digit in grid.candidates(cell)
                ]
                if len(way) > 2 and gone:
                    yield Step(
                        eliminations=gone,
                        because=[Candidate(cell, digit) for cell in way],
                        links=[
                            ([Candidate(a, digit)], [Candidate(b, digit)], number % 2 == 0)
                            for number, (a, b) in enumerate(zip(way, way[1:]))
                        ],
                        reason="one end of the chain holds the digit",
                    )
                for weak in sorted(strong):
                    if weak in grid.layout.peers(way[-1]) and weak not in way:
                        for end in sorted(strong[weak] - set(way)):
                            ways.append([*way, weak, end])
'''


def wrong_copy(folder: str) -> Path:
    """Write a copy of the right strategy that only compares numbers of candidates."""
    text = RIGHT.read_text(encoding="utf-8")
    slip = text.replace("grid.candidates(pair[1]) == digits", "len(grid.candidates(pair[1])) == 2")
    assert slip != text
    file = Path(folder, "wrong.py")
    file.write_text(slip, encoding="utf-8")
    return file


def chain(folder: str) -> Path:
    """Write the X-chain."""
    file = Path(folder, "x_chain.py")
    file.write_text(X_CHAIN, encoding="utf-8")
    return file


def seconds(file: Path) -> tuple[float, float]:
    """Return the seconds of a check of `file`, to its first fault or its end, and its work."""
    begun, before, taken = perf_counter(), os.times(), 0.0
    command = [sys.executable, "-m", "sudoku_engine", "plugins", "check", str(file)]
    environment = {**os.environ, "PYTHONPATH": PATHS}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        for line in process.stdout or ():
            if line.startswith(("FAILED", "passed")):
                taken = taken or perf_counter() - begun
    after = os.times()
    work = after.children_user + after.children_system
    return taken, work - before.children_user - before.children_system


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = {file.name: file for file in arguments.files}
        files = files or dict(zip(TARGETS, (RIGHT, wrong_copy(folder), chain(folder))))
        for name, file in files.items():
            runs = [seconds(file) for _ in range(arguments.runs)]
            taken, work = (median(each) for each in zip(*runs))
            target = f" (target {TARGETS[name]:g})" if name in TARGETS else ""
            print(f"{name}: {taken:.2f} s{target}, {work:.2f} s of the processor")


if __name__ == "__main__":
    main()
