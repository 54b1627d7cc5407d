"""Measure the gain of a second process: commands with ``--jobs 2`` compared with ``--jobs 1``.

Run from anywhere::

    python benchmarks/jobs.py [--puzzles FILE] [--most N] [--jobs N] [--rounds N]

Each command is a whole process, from its start to its end, over the same file. Both sides take
turns, and the ratio is that of their best times by the clock. A machine that is busy with other
things has no second core to give: look at its load, which is printed first. The last column says
how much more processor time all processes together take than one alone: N divided by it is what
N jobs could give on N cores without other work.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PUZZLES = ROOT / "examples" / "puzzles.txt"

COMMANDS = (
    ("rate",),
    ("solve", "-q"),
    ("solve",),
    ("canonical",),
    ("canonical", "--order", "minlex"),
    ("verify", "--solver", "backtracking"),
)


class Times(NamedTuple):
    """How long a process took, with all that it started."""

    clock: float
    processor: float


def measured(command: Sequence[str], jobs: int, file: str) -> tuple[Times, bytes]:
    """Return how long a `command` takes on the puzzles in a `file`, and what it writes."""
    paths = os.pathsep.join(str(ROOT / name) for name in ("", "plugins", "frontends"))
    program = [sys.executable, "-m", "sudoku_engine", *command, "--jobs", str(jobs), file]
    before, begun = os.times(), perf_counter()
    done = subprocess.run(
        program, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.PIPE, check=False
    )
    clock, after = perf_counter() - begun, os.times()
    user = after.children_user - before.children_user
    return Times(clock, user + after.children_system - before.children_system), done.stdout


def main() -> None:
    """Print a line for each command."""
    parser = argparse.ArgumentParser(description="Measure what --jobs gives.")
    parser.add_argument("--puzzles", default=str(PUZZLES), help="a file of puzzles, one a line")
    parser.add_argument("--most", type=int, default=2000, help="how many puzzles, repeated if few")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--commands", default="", help="only those that begin so")
    given = parser.parse_args()
    text = Path(given.puzzles).read_text(encoding="utf-8")
    lines = [line.split()[0] for line in text.splitlines() if line and line[0] != "#"]
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "puzzles.txt")
        Path(file).write_text("\n".join(islice(cycle(lines), given.most)) + "\n")
        for command in COMMANDS:
            name = " ".join(command)
            if not name.startswith(given.commands):
                continue
            times: dict[int, list[Times]] = {1: [], given.jobs: []}
            for _ in range(given.rounds):
                written = set()
                for jobs, found in times.items():
                    took, output = measured(command, jobs, file)
                    found.append(took)
                    written.add(output)
                if len(written) > 1 and name != "solve":  # it writes times
                    sys.exit(f"{name}: the output differs")
            one, several = (Times(*map(min, zip(*found))) for found in times.values())
            gain, cost = one.clock / several.clock, several.processor / one.processor
            both = f"{one.clock:7.1f} s {several.clock:7.1f} s"
            print(f"{name:28} {both}  {gain:5.2f} times  {cost:5.2f} of the work", flush=True)


if __name__ == "__main__":
    main()
