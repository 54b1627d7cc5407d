"""Measure what a person's plugins cost, now that they run in guests.

Run from anywhere::

    python benchmarks/guests.py [--before FOLDER] [--turns N] [--puzzles N]

Runs the program of this tree, and in turns with it the one of the tree in `FOLDER` (a worktree of
an earlier commit), with ``examples/my_strategy.py`` loaded: one puzzle, for the start; then many
puzzles, as a user would solve them. Prints the least seconds of each, and how the times of many
puzzles compare. Modules are compiled beforehand into a temporary folder.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
PLUGIN = str(ROOT / "examples" / "my_strategy.py")
RUNS = {
    "no plugin, one puzzle": ["solve", "-q"],
    "one puzzle": ["solve", "-q", "-p", PLUGIN],
    "many, answers only": ["solve", "-q", "-p", PLUGIN],
    "many, every step": ["solve", "-p", PLUGIN],
    "many, JSON lines": ["solve", "--reporter", "jsonl", "-p", PLUGIN],
    "many, rated": ["rate", "-p", PLUGIN],
}


def seconds(tree: Path, arguments: list[str], folder: str) -> float:
    """Return the seconds that the program of `tree` takes, from its start to its end."""
    path = os.pathsep.join(str(tree / part) for part in ("", "plugins", "frontends"))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": folder}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "sudoku_engine", *arguments]
    begun = perf_counter()
    subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    return perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    parser.add_argument("--turns", type=int, default=5, metavar="N")
    parser.add_argument("--puzzles", type=int, default=400, metavar="N")
    given = parser.parse_args()
    lines = (ROOT / "examples" / "puzzles.txt").read_text(encoding="utf-8").splitlines()
    puzzles = [line.split()[0] for line in lines if line and not line.startswith("#")]
    trees = {"now": ROOT, **({"before": given.before.resolve()} if given.before else {})}
    print(f"{'seconds':<24}" + "".join(f"{name:>10}" for name in trees) + f"{'before/now':>12}")
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder, "one.txt"), Path(folder, "many.txt")
        one.write_text(f"{puzzles[0]}\n")
        times = -(-given.puzzles // len(puzzles))
        many.write_text("\n".join((puzzles * times)[: given.puzzles]) + "\n")
        for name, arguments in RUNS.items():
            least = dict.fromkeys(trees, float("inf"))
            for _ in range(given.turns + 1):  # the first compiles the modules
                for tree, place in trees.items():
                    file = many if name.startswith("many") else one
                    took = seconds(place, [*arguments, str(file)], folder)
                    least[tree] = min(least[tree], took)
            ratio = f"{least['before'] / least['now']:12.2f}" if "before" in least else ""
            print(f"{name:<24}" + "".join(f"{value:10.3f}" for value in least.values()) + ratio)


if __name__ == "__main__":
    main()
