"""Measure how long `plugins check` takes: a right naked pair, and a wrong one to its first fault.

Run from anywhere::

    python benchmarks/check.py [--runs N]

Each turn starts the whole program twice: on ``examples/my_strategy.py``, and on a copy of it that
takes any two cells with two candidates for a pair, until the first line with FAILED. Prints the
median of each, in seconds of the clock, and its target.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

RIGHT = Path(__file__).parent.parent / "examples" / "my_strategy.py"
TARGETS = {"a right naked pair": 5.0, "a wrong one": 2.0}


def wrong_copy(folder: str) -> Path:
    """Write a copy of the right strategy that only compares numbers of candidates."""
    text = RIGHT.read_text(encoding="utf-8")
    slip = text.replace("grid.candidates(pair[1]) == digits", "len(grid.candidates(pair[1])) == 2")
    assert slip != text
    file = Path(folder, "wrong.py")
    file.write_text(slip, encoding="utf-8")
    return file


def seconds(file: Path) -> float:
    """Return the seconds that a check of `file` takes, to its first fault or its end."""
    begun = perf_counter()
    command = [sys.executable, "-m", "sudoku_engine", "plugins", "check", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            if line.startswith(("FAILED", "passed")):
                return perf_counter() - begun
    raise RuntimeError("no verdict")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = dict(zip(TARGETS, (RIGHT, wrong_copy(folder))))
        for name, file in files.items():
            taken = median(seconds(file) for _ in range(arguments.runs))
            print(f"{name}: {taken:.2f} s (target {TARGETS[name]:g})")


if __name__ == "__main__":
    main()
