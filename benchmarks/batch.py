"""Measure the cost of `batch` compared with a plain loop, and the gain of more processes.

Run from anywhere::

    python benchmarks/batch.py [--puzzles PATH] [--puzzles-a-turn N] [--jobs N] [--task rate]
                               [--part overhead] [--part jobs] [--part costs]

First the same task on as many puzzles, in this process and in turns: a plain loop that keeps
nothing, and a batch that writes its files. Each takes copies of the same puzzles with other digits
and lines, so that neither profits from what the other one remembers. Then the whole command with
one process and with several, by the clock. At last, from the measured cost of a shard, how near to
linear ten workers come, and what a million puzzles and a thousand million cost. PATH is a folder
with `easy.txt` and `17-clue.txt`, or a file of puzzles.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import pickle
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PATHS = [str(ROOT), str(ROOT / "plugins"), str(ROOT / "frontends")]
sys.path[:0] = PATHS

from sudoku_engine.__main__ import OBJECTS  # noqa: E402
from sudoku_engine.board.grid import Grid  # noqa: E402
from sudoku_engine.config.config import Config  # noqa: E402
from sudoku_engine.config.config import read as read_config  # noqa: E402
from sudoku_engine.engine import Engine  # noqa: E402
from sudoku_engine.formats import open_text, read  # noqa: E402
from sudoku_engine.formats.blocks import read_blocks  # noqa: E402
from sudoku_engine.formats.decoding import open_chunks  # noqa: E402
from sudoku_engine.formats.given import InputName  # noqa: E402
from sudoku_engine.plugins.registry import Registry  # noqa: E402
from sudoku_engine.solving.verification import verified  # noqa: E402
from sudoku_plugins.batch.folder import (  # noqa: E402
    JOURNAL,
    BatchFolder,
    Journal,
)
from sudoku_plugins.batch.job import SIZES, Job, Shard, ShardRows  # noqa: E402  # noqa: E402
from sudoku_plugins.batch.job import shards as shards_of  # noqa: E402
from sudoku_plugins.batch.parcels import unpacked  # noqa: E402
from sudoku_plugins.batch.request import Request, looked_at  # noqa: E402
from sudoku_plugins.batch.run import Batch  # noqa: E402
from sudoku_plugins.batch.tasks import Worker  # noqa: E402
from sudoku_plugins.checkers.symmetry.copies import canonical_form  # noqa: E402

PUZZLES = ROOT.parent / "shared" / "data" / "puzzles"
MILLION = 1_000_000
WORKERS = 10


def lines_of(path: Path, most: int) -> list[str]:
    """Return `most` puzzles of a file or, if `path` is a folder, of two; if need be copies."""
    paths = [path / name for name in ("easy.txt", "17-clue.txt")] if path.is_dir() else [path]
    files = [open_text(path) for path in paths]
    pairs = itertools.chain.from_iterable(zip(*files))
    known = [line[:81] for line in pairs if not line.startswith("#")]
    copies = (line for seed in itertools.count() for line in scrambled(known, seed))
    return list(itertools.islice(copies, most))


def scrambled(lines: Sequence[str], seed: int) -> list[str]:
    """Return copies of puzzles with other digits, and with rows and columns in another order.

    Other digits alone would not do: much of what strategies remember is about one digit.
    """
    rng = random.Random(seed)
    return [scrambled_one(line, rng) for line in lines]


def scrambled_one(line: str, rng: random.Random) -> str:
    digits = "123456789"
    new = line.translate(str.maketrans(digits, "".join(rng.sample(digits, 9))))
    rows, columns = (
        [3 * band + k for band in rng.sample(range(3), 3) for k in rng.sample(range(3), 3)]
        for _ in range(2)
    )
    return "".join(new[9 * row + column] for row in rows for column in columns)


def in_a_loop(task: str, config: Config, lines: Sequence[str]) -> None:
    """Do the `task` on each puzzle, and keep nothing.

    Like a batch it begins with new strategies, which are slower at first.
    """
    engine = Engine.of(config)
    do: Callable[[Grid], object]
    if task == "rate":
        do = engine.rater().rate
    elif task == "solve":
        loop = engine.loop()
        do = lambda grid: list(loop.events(grid, is_watched=False))  # noqa: E731
    elif task == "verify":
        do = partial(verified, solver=engine.solver())
    else:
        do = canonical_form
    for entry in read(lines, "puzzles"):
        do(entry.grid)


def in_a_batch(job: Job, file: Path, folder: Path, size: int, executor: Timed) -> Batch:
    """Do the task of `job` on the puzzles of a `file`, with the results in a `folder`."""
    home = BatchFolder(str(folder))
    with home.opened() as stream:
        inputs = (looked_at(InputName(file.name, str(file))),)
        journal = Journal(stream, home.file(JOURNAL))
        batch = Batch(home, journal, Request(job, (), "parquet", size, inputs))
        batch.begin()
        batch.run(read_blocks(open_chunks(file), file.name), executor.results)
    return batch


class Timed:
    """Works here, and keeps how much processor time the work on shards took."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def results(self, job: Job, shards: Iterator[Shard]) -> Iterator[tuple[int, ShardRows]]:
        with unpacked(job.parcels, job.config) as plugins:
            rows_of = Worker(job, plugins)
            for shard in shards:
                begun = process_time()
                rows = rows_of(shard)
                self.seconds += process_time() - begun
                yield shard.number, rows


def measure_overhead(task: str, lines: Sequence[str], folder: Path, turns: int) -> None:
    """Print how much longer a batch takes than a plain loop."""
    registry = Registry()
    registry.load()
    config = read_config().checked(registry)
    job = Job(task, config)
    file = folder / "puzzles.txt"
    file.write_text("".join(f"{line}\n" for line in scrambled(lines[:50], -1)))
    in_a_batch(job, file, folder / "first", SIZES[task], Timed())  # so that all is imported
    in_a_loop(task, config, scrambled(lines[:50], -2))
    took: dict[str, list[float]] = {"loop": [], "batch": []}
    for turn in range(turns):
        copies = [scrambled(lines, 2 * turn + k) for k in (1, 2)]
        file.write_text("".join(f"{line}\n" for line in copies[1]))
        for kind in ("loop", "batch") if turn % 2 else ("batch", "loop"):
            begun = process_time()
            if kind == "loop":
                in_a_loop(task, config, copies[0])
            else:
                in_a_batch(job, file, folder / f"turn{turn}", SIZES[task], Timed())
            took[kind].append(process_time() - begun)
    loop, batch = map(sum, took.values())
    ratios = sorted(b / a - 1 for a, b in zip(*took.values()))
    print(
        f"{task}: a plain loop {loop:.2f} s, batch {batch:.2f} s: {batch / loop - 1:+.1%}; "
        f"of turns {ratios[0]:+.1%} to {ratios[-1]:+.1%}, {median(ratios):+.1%} in the middle"
    )


class Took(NamedTuple):
    """How long something took."""

    clock: float
    processor: float


def time_of_command(task: str, file: Path, folder: Path, jobs: int, size: int) -> Took:
    """Return how long the whole command takes, with all its processes."""
    command = [sys.executable, "-m", "sudoku_engine", "batch", task, str(file)]
    options = ["-o", str(folder), "--jobs", str(jobs), "--shard-size", str(size)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(PATHS)}
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run([*command, *options], stdout=subprocess.DEVNULL, check=False, env=environment)
    clock = perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(clock, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def measure_jobs(task: str, lines: Sequence[str], folder: Path, jobs: int, turns: int) -> None:
    """Print how many times as fast several processes are as one."""
    file = folder / "jobs.txt"
    # Small shards, since a real input has far more of them than processes.
    copies = [line for seed in range(8) for line in scrambled(lines, seed)]
    file.write_text("".join(f"{line}\n" for line in copies))
    size = max(1, len(copies) // 40)
    took: dict[int, list[Took]] = {1: [], jobs: []}
    for turn, number in itertools.product(range(turns), took):
        place = folder / f"jobs{number}-{turn}"
        took[number].append(time_of_command(task, file, place, number, size))
    one, several = (Took(*map(sum, zip(*found))) for found in took.values())
    print(
        f"{task} of {len(copies)} puzzles, whole command: {jobs} processes are "
        f"{one.clock / several.clock:.2f} times as fast as one ({one.clock / turns:.1f} s) by the "
        f"clock; with nothing else on the machine at most "
        f"{jobs * one.processor / several.processor:.2f} times, by their processor time"
    )


def measure_costs(task: str, lines: Sequence[str], folder: Path) -> None:
    """Measure a shard of a `task`, for `solve` in each of its ways."""
    measure_shard(task, lines, folder)
    if task == "solve":
        measure_shard("solve --paths", lines, folder, has_paths=True)
        measure_shard("solve --solver bitboard", lines, folder, is_search=True)


def measure_shard(
    name: str,
    lines: Sequence[str],
    folder: Path,
    has_paths: bool = False,
    is_search: bool = False,
) -> None:
    """Print what a shard costs its worker and the leader, and what follows for many workers."""
    registry = Registry()
    registry.load()
    task = name.partition(" ")[0]
    job = Job(task, read_config().checked(registry), has_paths, is_search)
    folder = folder / name
    folder.mkdir()
    file = folder / "shard.txt"
    size = SIZES["verify" if is_search else task]
    copies = (line for seed in itertools.count() for line in scrambled(lines, seed))
    file.write_text("".join(f"{line}\n" for line in lines[:300]))
    in_a_batch(job, file, folder / "before", size, Timed())  # so that all is imported
    file.write_text("".join(f"{line}\n" for line in itertools.islice(copies, 2 * size)))
    executor = Timed()
    begun = process_time()
    batch = in_a_batch(job, file, folder / "shard", size, executor)
    whole = process_time() - begun
    n_shards = len(batch.journal.lines)
    shards = list(shards_of(read_blocks(open_chunks(file), file.name), size))
    begun = process_time()
    for shard in shards:  # what goes to a process and comes back
        pickle.loads(pickle.dumps(shard))
    sent = (process_time() - begun) / n_shards
    worker = executor.seconds / n_shards
    leader = (whole - executor.seconds) / n_shards + 2 * sent
    million = MILLION / size
    linear = million * worker / WORKERS
    # The last shards are not done at the same moment: on average half of one is waited for.
    real = max(linear, million * leader) + worker / 2
    print(
        f"{name}: a shard of {size} puzzles takes its worker {worker:.2f} s, the leader "
        f"{1000 * leader:.0f} ms; {WORKERS} workers, {MILLION} puzzles: {real / 60:.1f} min, "
        f"{linear / real:.2f} of linear, and room for {worker / leader:.0f} workers"
    )
    alone = whole / n_shards
    n_bytes = sum(line.size for line in batch.journal.lines.values()) / n_shards
    for number in (MILLION, 1000 * MILLION):
        n = number / size
        several = [n * (worker + leader) / 2, n * max(worker / 100, leader)]
        times = ", ".join(map(in_words, [n * alone, *several]))
        disk = rounded(n * n_bytes / 1e9)
        print(f"  {number} puzzles: 1, 2, 100 cores: {times}; results {disk} GB")


def in_words(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    for name, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{rounded(seconds / length)} {name}"
    return f"{rounded(seconds)} seconds"


def rounded(number: float) -> str:
    """Return a number with two digits that count."""
    return f"{number:.0f}" if number >= 10 else f"{number:.2g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="PATH")
    parser.add_argument(
        "--puzzles-a-turn", type=int, metavar="N", help="by default as many as a shard has"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--turns", type=int, default=4, metavar="N")
    parser.add_argument("--task", choices=[*SIZES], action="append")
    parser.add_argument("--part", choices=["overhead", "jobs", "costs"], action="append")
    arguments = parser.parse_args()
    gc.set_threshold(OBJECTS)  # as in the program
    with tempfile.TemporaryDirectory() as name:
        for task in arguments.task or ["rate"]:
            folder = Path(name, task)
            folder.mkdir()
            lines = lines_of(arguments.puzzles, arguments.puzzles_a_turn or SIZES[task])
            parts = arguments.part or ["overhead", "jobs", "costs"]
            if "overhead" in parts:
                measure_overhead(task, lines, folder, arguments.turns)
            if "jobs" in parts:
                measure_jobs(task, lines, folder, arguments.jobs, max(1, arguments.turns // 2))
            if "costs" in parts:
                measure_costs(task, lines, folder)


if __name__ == "__main__":
    main()
