"""Measure how long grading a class takes: 60 files, all different, right, wrong, slow and broken.

Run from anywhere::

    python benchmarks/grade.py [--pupils N] [--puzzles N] [--jobs N] [--against ID]
                               [--hidden-seed S] [--beside CHECKOUT]

Of twelve files five are right, each in a style of its own, one finds half, two are unsound, one is
slow, one raises an error, one does not come back and one is no Python; names differ in all of them.
The puzzles are our own; with `--puzzles`, N of them and of turned copies of them. Prints the
clock's time and the processor time of all processes; on a shared machine only the latter means
much. With `--beside` the program in another checkout grades the same class in turn, and the ratio
is printed.
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


def paths(root: Path) -> list[str]:
    """Return the folders of the packages in a checkout."""
    return [str(root), str(root / "plugins"), str(root / "frontends")]


sys.path[:0] = paths(ROOT)

from sudoku_plugins.checkers.symmetry.transformation import Transformation  # noqa: E402
from sudoku_plugins.kit.boards_with_solutions import puzzles_of  # noqa: E402

BEGIN = """from sudoku_engine import Candidate, Step, strategy


@strategy("My Naked Pair", score=60, level="medium")
def my_naked_pair(grid):
    \"\"\"Look for two cells with the same two candidates.\"\"\"
"""
"""How a file begins that is written in another style."""

STYLES = {
    1: """    for house in grid.layout.houses:
        by_pair = {}
        for cell in house.cells:
            digits = grid.candidates(cell)
            if len(digits) == 2:
                by_pair.setdefault(tuple(sorted(digits)), []).append(cell)
        for digits, twos in by_pair.items():
            eliminated = []
            for cell in house.cells:
                for digit in digits:
                    if cell not in twos and digit in grid.candidates(cell):
                        eliminated.append(Candidate(cell, digit))
            if len(twos) == 2 and eliminated:
                because = [Candidate(cell, digit) for cell in twos for digit in digits]
                yield Step(eliminations=eliminated, because=because, houses=[house], reason="pair")
""",
    2: """    for first in grid.open_cells:
        twos = grid.candidates(first)
        for second in sorted(grid.layout.peers(first)):
            if len(twos) != 2 or second < first or grid.candidates(second) != twos:
                continue
            for house in grid.layout.houses:
                if first in house.cells and second in house.cells:
                    rest = [cell for cell in house.cells if cell not in (first, second)]
                    eliminated = [Candidate(c, d) for c in rest for d in twos & grid.candidates(c)]
                    if eliminated:
                        because = [Candidate(c, d) for c in (first, second) for d in twos]
                        yield Step([], eliminated, because=because, houses=[house], reason="two")
""",
    3: """    eliminated = []
    for house in grid.layout.houses:
        cells = house.cells
        for i in range(len(cells)):
            for j in range(i + 1, len(cells)):
                twos = grid.candidates(cells[i])
                if len(twos) != 2 or twos != grid.candidates(cells[j]):
                    continue
                gone = []
                for k in range(len(cells)):
                    if k != i and k != j:
                        gone += [Candidate(cells[k], d) for d in twos & grid.candidates(cells[k])]
                if gone:
                    pair = [Candidate(cells[n], d) for n in (i, j) for d in sorted(twos)]
                    eliminated.append(Step(eliminations=gone, because=pair, houses=[house]))
    return eliminated
""",
}
"""Other styles of right files, by number of twelve."""

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
        style = STYLES.get(number % 12)
        text = BEGIN + style if style else STRATEGY
        text = text.replace("twos", f"cells_{number}").replace("eliminated", f"gone_{number}")
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
    parser.add_argument("--beside", type=Path)
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
        used = {}
        for root in filter(None, [ROOT, given.beside and given.beside.resolve()]):
            used[root] = graded([*command, "--csv"], desk, root)
    if given.beside:
        here, there = used.values()
        print(f"{here / there:.2f} times the processor time of {given.beside}")


def graded(command: list[str], desk: Path, root: Path) -> float:
    """Run the program in the checkout `root`; return the seconds of the processor."""
    begun, before = perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "sudoku_engine", *command],
        cwd=desk,
        env={"PYTHONPATH": ":".join(paths(root)), "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    seconds, after = perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(done.stdout, end="")
    print(f"{seconds:.0f} s on the clock, {processor:.0f} s of processor time")
    return processor


if __name__ == "__main__":
    main()
