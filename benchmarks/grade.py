"""Measure how long grading a class takes: 60 files, all different, right, wrong, slow and broken.

Run from anywhere::

    python benchmarks/grade.py [--pupils N] [--puzzles N] [--jobs N] [--against ID]
                               [--hidden-seed S]

The files are variants of `examples/my_strategy.py` with other names. Of twelve, five are right, one
finds half, two are unsound, one is slow, one raises an error, one does not come back and one is no
Python. The puzzles are our own; with `--puzzles`, N of them and of turned copies of them. Prints
the clock's time and the processor time of all processes; on a shared machine only the latter means
much.
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

from sudoku_engine.symmetry.transformation import Transformation  # noqa: E402
from sudoku_engine.testing.boards_with_solutions import puzzles_of  # noqa: E402

STRATEGY = (ROOT / "examples" / "my_strategy.py").read_text(encoding="utf-8")


BUSY = """    for _ in range(400_000):
        pass
    for house in"""
"""Lines that make a call slow, in place of the loop over houses."""

VARIANTS: dict[int, tuple[str, str]] = {
    5: ("grid.layout.houses", "grid.layout.rows"),  # half of the technique
    6: ("== digits", "& digits"),  # unsound
    7: ("len(grid.candidates(cell)) == 2", "len(grid.candidates(cell)) == 3"),  # unsound
    8: ("    for house in", BUSY),
    9: ("    for house in", "    grid.layout.houses[99]\n    for house in"),  # raises an error
    10: ("    for house in", "    while True:\n        pass\n    for house in"),
    11: ("def my_naked_pair(", "dfe my_naked_pair("),  # no Python
}
"""By number of twelve, what is replaced in the text of a pupil, and by what; others are right."""


def hand_in(folder: Path, pupils: int) -> None:
    """Write a variant for each of the `pupils` into a folder of its own."""
    for number in range(pupils):
        text = STRATEGY.replace("twos", f"cells_{number}").replace("eliminated", f"gone_{number}")
        old, new = VARIANTS.get(number % 12, ("", ""))
        assert old in text, old
        own = folder / f"pupil {number + 1:02}"
        own.mkdir()
        (own / "my_pair.py").write_text(text.replace(old, new) if old else text, encoding="utf-8")


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
    parser.add_argument("--pupils", type=int, default=60)
    parser.add_argument("--puzzles", type=int)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--against", default="naked_pair")
    parser.add_argument("--hidden-seed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        desk = Path(folder)
        (desk / "class").mkdir()
        hand_in(desk / "class", given.pupils)
        command = ["plugins", "grade", "class", "--jobs", given.jobs, "--against", given.against]
        if given.puzzles:
            (desk / "puzzles.txt").write_text(puzzles(given.puzzles), encoding="utf-8")
            command += ["--puzzles", "puzzles.txt"]
        command += ["--hidden-seed", given.hidden_seed] if given.hidden_seed else []
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
