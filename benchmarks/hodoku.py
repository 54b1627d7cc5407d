"""Compare the whole program with HoDoKu: the same puzzles solved by named steps, all written.

Run from anywhere::

    python benchmarks/hodoku.py [--jar HODOKU.JAR] [--env DIR] [--puzzles DIR] [--most N]

Each side is a process of its own, its start included, in processor time (all cores together), and
takes the puzzles of a file in one go: ours is ``sudoku-engine solve``; the port is ``hodoku-py``,
installed into a virtual environment in DIR (kept) or in a temporary folder; HoDoKu itself is the
program in HODOKU.JAR, run by ``java``. What is not there is skipped, with a word. *Solved*: by
steps alone, without search.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from peers import installed  # noqa: E402
from search import PUZZLES, TREES, read  # noqa: E402

FILES = ("unbiased", "17-clue", "top95", "top1465", "hardest")
PORT = """
import sys, hodoku
solver = hodoku.Solver()
for puzzle in open(sys.argv[1]):
    result = solver.solve(puzzle.strip())
    for step in result.steps:
        print(step)
    guessed = any(step.type is hodoku.SolutionType.BRUTE_FORCE for step in result.steps)
    print("solved" if result.solved and not guessed else "not solved")
"""


class Side(NamedTuple):
    """A program that solves the puzzles of a file and writes all steps."""

    name: str
    command: Callable[[Path, Path], list[str]]
    """The command for a file of puzzles, and for a file that it may write."""
    solved: Callable[[str], int]
    """The number of puzzles solved by steps, from what it has written."""


def ours() -> Side:
    return Side(
        "sudoku-engine",
        lambda puzzles, _: [
            *(sys.executable, "-m", "sudoku_engine", "solve", "--no-fallback", str(puzzles))
        ],
        lambda written: written.splitlines().count("Solved"),
    )


def port(place: Path) -> Side | None:
    """Return HoDoKu's port to Python, or None if it cannot be had."""
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(place, with_pip=True)
    folder = place / "peers" / "hodoku-py"
    if not installed(python, folder, "hodoku-py"):
        print("hodoku-py cannot be had: skipped")
        return None
    start = f"import sys; sys.path.insert(0, {str(folder)!r})\n{PORT}"
    return Side(
        "hodoku-py",
        lambda puzzles, _: [str(python), "-c", start, str(puzzles)],
        lambda written: written.splitlines().count("solved"),
    )


def original(jar: Path | None) -> Side | None:
    """Return HoDoKu itself, or None without a `jar`."""
    if jar is None:
        print("HoDoKu itself: skipped, since no --jar names it")
        return None
    return Side(
        "HoDoKu",
        lambda puzzles, result: [
            *("java", "-jar", str(jar), "/bs", str(puzzles), "/vp", "/o", str(result))
        ],
        lambda written: written.count("\n#") - written.count("Brute Force"),
    )


def measured(side: Side, puzzles: Sequence[str], folder: Path) -> tuple[float, int]:
    """Return the seconds of `side` for the `puzzles`, and how many it has solved."""
    given, written = folder / "puzzles.txt", folder / "written.txt"
    given.write_text("\n".join(puzzles) + "\n", encoding="ascii")
    written.write_text("", encoding="ascii")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(TREES)}
    before = os.times()
    done = subprocess.run(
        side.command(given, written), capture_output=True, text=True, env=environment
    )
    after = os.times()
    if done.returncode not in (0, 1):
        raise SystemExit(f"{side.name} does not work: {done.stderr.strip().splitlines()[-1:]}")
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system, side.solved(
        done.stdout + written.read_text(encoding="utf-8")
    )


def table(place: Path, jar: Path | None, folder: Path, most: int) -> None:
    sides = [side for side in (ours(), original(jar), port(place)) if side is not None]
    print(f"{'':<10}{'puzzles':>8}", *(f"{side.name + ' s':>18}{'solved':>8}" for side in sides))
    with tempfile.TemporaryDirectory() as work:
        for name in FILES:
            every = read(folder / f"{name}.txt")
            puzzles = every[:: max(1, len(every) // most)][:most]
            print(f"{name:<10}{len(puzzles):>8}", end=" ", flush=True)
            for side in sides:
                seconds, solved = measured(side, puzzles, Path(work))
                print(f"{seconds:18.1f}{solved:8}", end=" ", flush=True)
            print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--jar", type=Path, metavar="HODOKU.JAR")
    parser.add_argument("--env", type=Path, metavar="DIR", help="where the environment is kept")
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR")
    parser.add_argument("--most", type=int, default=100, metavar="N", help="puzzles of a file")
    given = parser.parse_args()
    if given.env is not None:
        table(given.env.resolve(), given.jar, given.puzzles, given.most)
        return
    with tempfile.TemporaryDirectory() as folder:
        table(Path(folder), given.jar, given.puzzles, given.most)


if __name__ == "__main__":
    main()
