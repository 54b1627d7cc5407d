"""Measure how long the whole program takes, from its start to its end.

Run from anywhere::

    python benchmarks/start.py [--runs N]

Each turn starts a bare interpreter (``python -c pass``), ``sudoku-engine --help`` and
``sudoku-engine solve -q PUZZLE`` one after the other. Prints the median of each, and the difference
to the bare interpreter's. Runs the `sudoku-engine` beside this interpreter. Its modules are
compiled beforehand, as they are from a program's second start on, into a temporary folder, so that
PYTHONDONTWRITEBYTECODE does not matter.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

PROGRAM = str(Path(sys.executable).parent / "sudoku-engine")
PUZZLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
COMMANDS = (
    ("python -c pass", [sys.executable, "-c", "pass"], None),
    ("--help", [PROGRAM, "--help"], 0.15),
    ("solve -q", [PROGRAM, "solve", "-q", PUZZLE], 0.2),
)


def seconds(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """Return the seconds that `command` takes as a process of its own."""
    begun = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, check=True)
    return perf_counter() - begun


def measure(runs: int, compiled: str) -> dict[str, list[float]]:
    """Return the seconds of each command in each of `runs` turns, with modules `compiled` there."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for _, command, _ in COMMANDS:
        seconds(command, environment)  # compiles the modules, fills the disk's cache
    times: dict[str, list[float]] = {name: [] for name, _, _ in COMMANDS}
    for _ in range(runs):
        for name, command, _ in COMMANDS:
            times[name].append(seconds(command, environment))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=15, metavar="N")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as compiled:
        times = measure(arguments.runs, compiled)
    bare = median(times["python -c pass"])
    print(f"{'seconds':<16}{'median':>8}{'least':>8}{'target':>8}{'over bare':>11}{'ratio':>8}")
    for name, _, target in COMMANDS:
        middle = median(times[name])
        print(
            f"{name:<16}{middle:8.3f}{min(times[name]):8.3f}{target or '':>8}"
            f"{middle - bare:11.3f}{middle / bare:8.1f}"
        )


if __name__ == "__main__":
    main()
