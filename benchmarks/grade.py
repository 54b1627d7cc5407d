"""Measure how long grading a class takes: 30 files, all different, on 500 puzzles.

Run from anywhere::

    python benchmarks/grade.py [--pupils N] [--puzzles N] [--jobs N] [--against ID]

The files are variants of `examples/my_strategy.py` with other names, one in ten of them with a
slip. The puzzles are our own and turned copies of them. Prints the clock's time and the processor
time of all processes; on a shared machine only the latter means much.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
PATHS = [str(ROOT), str(ROOT / "plugins"), str(ROOT / "frontends")]
sys.path[:0] = PATHS

from sudoku_engine.testing.boards_with_solutions import puzzles_of  # noqa: E402
from sudoku_engine.transform.transformation import Transformation  # noqa: E402

STRATEGY = (ROOT / "examples" / "my_strategy.py").read_text(encoding="utf-8")


def hand_in(folder: Path, pupils: int) -> None:
    """Write a variant for each of the `pupils` into a folder of its own."""
    for number in range(pupils):
        text = STRATEGY.replace("twos", f"cells_{number}").replace("eliminated", f"gone_{number}")
        if number % 10 == 9:
            text = text.replace("== digits", "!= digits")
        own = folder / f"pupil {number + 1:02}"
        own.mkdir()
        (own / "my_pair.py").write_text(text, encoding="utf-8")


def puzzles(count: int) -> str:
    """Return `count` puzzles, a line each."""
    own = [position.grid for position in puzzles_of("9x9")]
    rng = random.Random("grade")
    while len(own) < count:
        grid = rng.choice(own)
        own.append(Transformation.random(rng, grid.layout).grid(grid))
    return "".join(f"{grid.line}\n" for grid in own[:count])


def main() -> None:
    """Print how long it takes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pupils", type=int, default=30)
    parser.add_argument("--puzzles", type=int, default=500)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--against")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        desk = Path(folder)
        (desk / "class").mkdir()
        hand_in(desk / "class", given.pupils)
        (desk / "puzzles.txt").write_text(puzzles(given.puzzles), encoding="utf-8")
        command = ["plugins", "grade", "class", "--puzzles", "puzzles.txt", "--jobs", given.jobs]
        command += ["--against", given.against] if given.against else []
        begun = perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "sudoku_engine", *command, "--csv"],
            cwd=desk,
            env={"PYTHONPATH": ":".join(PATHS), "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        seconds = perf_counter() - begun
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = used.ru_utime + used.ru_stime
    print(done.stdout, end="")
    print(f"{seconds:.0f} s on the clock, {processor:.0f} s of processor time")


if __name__ == "__main__":
    main()
