"""Compare whole commands with those of an earlier commit, by default with a person's plugin.

Run from anywhere::

    python benchmarks/guests.py [--before FOLDER] [--turns N] [--puzzles N] [COMMAND...]

Runs the program of this tree, and in turns with it the one of the tree in `FOLDER` (a worktree of
an earlier commit): `COMMAND`, such as ``-- solve -q FILE``. Without one, one puzzle, for the start,
then many puzzles, as a user would solve them, with ``examples/my_strategy.py``. Prints the
least seconds of each by the clock and of the processor, and how they compare. Modules are compiled
beforehand into a temporary folder.
"""

from __future__ import annotations

import argparse
import os
import resource
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


def seconds(tree: Path, arguments: list[str], folder: str) -> tuple[float, float]:
    """Return the seconds that the program of `tree` takes: by the clock, and of the processor."""
    path = os.pathsep.join(str(tree / part) for part in ("", "plugins", "frontends"))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": folder}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "sudoku_engine", *arguments]
    begun, used = perf_counter(), processor_seconds()
    subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    return perf_counter() - begun, processor_seconds() - used


def processor_seconds() -> float:
    """Return the processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    parser.add_argument("--turns", type=int, default=5, metavar="N")
    parser.add_argument("--puzzles", type=int, default=400, metavar="N")
    parser.add_argument("command", nargs="*", metavar="COMMAND")
    given = parser.parse_args()
    runs = {"the command": given.command} if given.command else RUNS
    lines = (ROOT / "examples" / "puzzles.txt").read_text(encoding="utf-8").splitlines()
    puzzles = [line.split()[0] for line in lines if line and not line.startswith("#")]
    trees = {"now": ROOT, **({"before": given.before.resolve()} if given.before else {})}
    columns = [f"{name} {kind}" for kind in ("clock", "processor") for name in trees]
    print(f"{'seconds':<24}" + "".join(f"{name:>18}" for name in columns) + "   before / now")
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder, "one.txt"), Path(folder, "many.txt")
        one.write_text(f"{puzzles[0]}\n")
        times = -(-given.puzzles // len(puzzles))
        many.write_text("\n".join((puzzles * times)[: given.puzzles]) + "\n")
        for name, arguments in runs.items():
            file = [] if given.command else [str(many if name.startswith("many") else one)]
            taken: dict[str, list[tuple[float, float]]] = {tree: [] for tree in trees}
            for _ in range(given.turns + 1):  # the first compiles the modules
                for tree, place in trees.items():
                    taken[tree].append(seconds(place, [*arguments, *file], folder))
            least = [[min(each) for each in zip(*taken[tree])] for tree in trees]
            figures = [value for kind in zip(*least) for value in kind]
            ratios = [f"{before / now:8.2f}" for now, before in zip(*least)] if given.before else []
            print(f"{name:<24}" + "".join(f"{value:18.3f}" for value in figures) + "".join(ratios))


if __name__ == "__main__":
    main()
