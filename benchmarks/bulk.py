"""Measure what a large file of plain lines costs: `verify` and `solve -q`, whole processes.

Run from anywhere::

    python benchmarks/bulk.py [--lines N,…] [--puzzles FILE,…] [--sample N] [--jobs N]

Makes files of N puzzles in a temporary folder, by random transformations of those in FILE, and runs
the program on them, on one core (on N with `--jobs`). Prints the seconds that pass, those of the
processor, the most memory that the process held, and by how many times that is less (in seconds
of the processor) than the same command without the compiled search would take, as the first
lines of the file (`--sample`) show. Both answers to those must be the same. The program runs once
before, so that the search is compiled.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
TREES = [str(ROOT), str(ROOT / "plugins"), str(ROOT / "frontends")]
PUZZLES = ROOT.parent / "shared" / "data" / "puzzles"
COMMANDS = {
    "verify": ["verify"],
    "verify --json": ["verify", "--json"],
    "solve": ["solve", "-q", "--solver", "bitboard"],
}
MOST_OUTPUT = 10_000_000
"""The number of bytes of an output that are kept to be compared."""

AT_ONCE = 50_000
"""The number of puzzles that are transformed together."""

WITHOUT = "import sys; sys.modules['numba'] = None; from sudoku_engine.__main__ import main; main()"
"""The program as it is where the compiled search is not installed."""


class Cost(NamedTuple):
    """What a run of the program took."""

    seconds: float
    """From start to end."""
    processor: float
    """Seconds of the processor, which other work on the machine changes less."""
    megabytes: float
    out: bytes


def puzzles_of(path: Path) -> np.ndarray:
    """Return the puzzles of a file, a row of 81 digits each."""
    lines = path.read_text(encoding="utf-8").splitlines()
    puzzles = [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]
    return np.array([[int(cell) if cell.isdigit() else 0 for cell in each] for each in puzzles])


def lines_of_a_band(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return `n` random orders of nine lines that keep the bands together."""
    bands = rng.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
    inside = rng.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2)
    return (3 * bands[:, :, None] + inside).reshape(n, 9)


def transformed(puzzles: np.ndarray, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return `n` copies of `puzzles`, in turn, each turned and renamed at random."""
    boards = puzzles[np.arange(n) % len(puzzles)].reshape(n, 9, 9)
    boards = np.where(rng.random(n)[:, None, None] < 0.5, boards, boards.transpose(0, 2, 1))
    boards = np.take_along_axis(boards, lines_of_a_band(rng, n)[:, :, None], axis=1)
    boards = np.take_along_axis(boards, lines_of_a_band(rng, n)[:, None, :], axis=2)
    names = rng.permuted(np.tile(np.arange(1, 10), (n, 1)), axis=1)
    names = np.concatenate([np.zeros((n, 1), int), names], axis=1)
    return np.take_along_axis(names, boards.reshape(n, 81), axis=1)


def write_file(path: Path, puzzles: np.ndarray, n: int) -> None:
    """Write `n` copies of `puzzles` into the file at `path`, a line each."""
    rng = np.random.default_rng(17)
    with path.open("wb") as file:
        for start in range(0, n, AT_ONCE):
            copies = transformed(puzzles, min(AT_ONCE, n - start), rng)
            text = np.full((len(copies), 82), ord("\n"), np.uint8)
            text[:, :81] = np.where(copies == 0, ord("."), copies + ord("0"))
            file.write(text.tobytes())


def cost(arguments: Sequence[str], file: Path, n_cores: int, is_compiled: bool = True) -> Cost:
    """Run the program with these `arguments` on a `file`."""
    start = ["-m", "sudoku_engine"] if is_compiled else ["-c", WITHOUT]
    command = [sys.executable, *start, *arguments, str(file)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(TREES)}
    cores = sorted(os.sched_getaffinity(0))[:n_cores]
    out_path = file.with_suffix(".out")
    begun = perf_counter()
    with out_path.open("wb") as out:
        process = subprocess.Popen(
            command,
            stdout=out,
            env=environment,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
        _, status, usage = os.wait4(process.pid, 0)
    seconds = perf_counter() - begun
    if os.waitstatus_to_exitcode(status):
        sys.exit(f"{' '.join(command)} failed")
    processor = usage.ru_utime + usage.ru_stime
    return Cost(seconds, processor, usage.ru_maxrss / 1024, out_path.read_bytes()[:MOST_OUTPUT])


def measure(name: str, n: int, source: Path, sample: int, jobs: int, folder: Path) -> None:
    """Print a line about the command `name` on `n` lines."""
    arguments = [*COMMANDS[name], *(["--jobs", str(jobs)] if jobs > 1 else [])]
    file, first = folder / "large.txt", folder / "sample.txt"
    with file.open("rb") as lines, first.open("wb") as some:
        some.writelines(islice(lines, sample))
    nothing = folder / "one.txt"
    nothing.write_bytes(first.read_bytes()[:82])
    large = cost(arguments, file, jobs)
    few = cost(arguments, first, jobs)
    usual = cost(COMMANDS[name], first, 1, is_compiled=False)
    begin = cost(COMMANDS[name], nothing, 1, is_compiled=False)
    is_same = few.out == usual.out
    ratio = (usual.processor - begin.processor) / sample * n / large.processor
    print(
        f"{name:<14}{source.stem:<10}{n:>10}{large.seconds:>9.2f}{large.processor:>11.2f}{large.megabytes:>8.0f}"
        f"{ratio:>8.0f}{'' if is_same else '  DIFFERENT ANSWERS'}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--lines", default="1000000", metavar="N,…")
    parser.add_argument("--puzzles", default=str(PUZZLES / "unbiased.txt"), metavar="FILE,…")
    parser.add_argument("--commands", default=",".join(COMMANDS), help="some of %(default)s")
    parser.add_argument("--sample", type=int, default=2000, metavar="N", help="lines without it")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    print(
        f"{'command':<14}{'puzzles':<10}{'lines':>10}{'seconds':>9}{'processor':>11}{'MB':>8}{'ratio':>8}"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_file(folder / "large.txt", puzzles_of(PUZZLES / "easy.txt"), 1000)
        cost(COMMANDS["verify"], folder / "large.txt", 1)
        for source in map(Path, arguments.puzzles.split(",")):
            for n in map(int, arguments.lines.split(",")):
                write_file(folder / "large.txt", puzzles_of(source), n)
                for command in arguments.commands.split(","):
                    measure(command, n, source, arguments.sample, arguments.jobs, folder)


if __name__ == "__main__":
    main()
